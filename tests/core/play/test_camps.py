"""The camp at the end of the day: Space offers it, its checks are asked, its watches are told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.dice import Ruled
from core.messages import Hours
from core.play import queries
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import NOBODY, Camp, March, PassBy, SetLegs, SetSchedule, Stay
from core.play.facts.road.events import CampMade
from core.play.facts.state import Member, Met, State
from core.play.resolution import Needs
from core.play.road.way_reasons import explain_way
from core.play.union import Command, decide, narrate
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import (
    CHECKS,
    HARSK,
    NIGHT_CHECKS,
    TAM,
    VALERIA,
    after,
    assets,
    party,
    when,
)
from tui.kit.phrases import say

PF1 = assets()
NOTHING = {f"encounter/day-0/h-{hour}": 5 for hour in (8, 12, 16, 20)} | {
    f"encounter/day-1/h-{hour}": 5 for hour in (0, 4)
}
WATCHES = ("harsk", "valeria", "tam")


def evening(**more: object) -> State:
    """Three at the end of an ordinary day on the road, at 16:00."""
    state = party(HARSK, VALERIA, TAM, **more)  # type: ignore[arg-type]
    return after(March(), state, NOTHING)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_t_080_the_plan_has_the_hours_of_making_and_breaking_camp(system: str) -> None:
    rules = assets(system)
    state = after(
        SetLegs((Stretch(Fraction(30), 1, terrain="plains", way="road"),)),
        party(TAM),
        {},
        rules,
    )
    named = {say(one.label): one.value for one in explain_way(state, rules)}
    rest = named["the rest of the day: making and breaking camp, resting and eating"]
    assert rest == Hours(16)


def labels(command: Command, state: State) -> list[str]:
    """What the command asks for, in words."""
    found = decide(command, state, PF1, {})
    return [say(one.label) for one in found.questions] if isinstance(found, Needs) else []


def test_space_at_the_end_of_the_day_offers_the_camp() -> None:
    """Given a day that is over, then Space camps, and a forced hour is still the GM's to ask."""
    state = evening()
    assert queries.space(state, PF1) == Camp()
    assert say(queries.next_action(state, PF1)) == ("camp until 08:00; t 1: a forced hour")
    assert queries.space(after(Camp(), state), PF1) == March()


def test_t_181_no_forced_hour_is_offered_in_a_boat_that_was_rowed_all_day() -> None:
    river = Stretch(Fraction(30), 1, mode="rowboat", water="lake")
    rowed = after(March(), after(SetLegs((river,)), party(HARSK)), NOTHING)
    assert say(queries.next_action(rowed, PF1)) == "camp until 08:00"


def test_before_the_end_of_the_day_space_marches_on() -> None:
    state = after(March(Fraction(3)), party(HARSK))
    assert queries.space(state, PF1) == March()
    assert queries.space(replace(state, plan=None), PF1) is None


def test_who_has_arrived_at_the_end_of_the_day_camps_too() -> None:
    """Given a day that is used up and nowhere to go, then Space camps; nothing can be forced."""
    state = replace(evening(), plan=None)
    assert queries.space(state, PF1) == Camp()
    assert say(queries.next_action(state, PF1)) == "camp until 08:00"
    morning = after(Camp(), state)
    assert queries.space(morning, PF1) is None


def test_a_night_that_was_too_short_is_slept_out_by_space() -> None:
    #
    state = after(Camp(until=Fraction(20)), evening())
    assert queries.space(state, PF1) == Camp()
    assert after(Camp(), state).travelled == 0


def test_checks_that_fall_due_in_camp_are_announced_and_asked_at_once() -> None:
    """Given checks at night too, then the Ahead line counts them, and one tray asks them."""
    state = evening(schedule=NIGHT_CHECKS)
    assert say(queries.next_action(state, PF1)).startswith("camp until 08:00, asks 4 rolls")
    assert labels(Camp(), state) == [
        "encounter check 16:00 to 20:00",
        "encounter check 20:00 to 00:00",
        "encounter check 00:00 to 04:00",
        "encounter check 04:00 to 08:00",
    ]


def test_checks_that_do_not_fall_due_in_camp_are_said_not_to() -> None:
    """Given checks on the march only, then that is told when they are set, and before the camp."""
    state = evening(schedule=CHECKS)
    assert say(queries.next_action(state, PF1)).startswith("camp until 08:00, no encounter checks")
    set_up = {CHECKS: "march", NIGHT_CHECKS: "camp"}
    for schedule, word in set_up.items():
        (event,) = when(SetSchedule(schedule), state).events
        assert word in say(narrate(event, state))


def test_the_watches_are_told_before_the_camp_at_each_check_and_in_the_log() -> None:
    """Given three who watch, then they share the night evenly, in their order."""
    state = replace(evening(schedule=NIGHT_CHECKS), watches=WATCHES)
    assert ", watches H V T" in say(queries.next_action(state, PF1))
    assert labels(Camp(), state) == [  # 16 hours, 5 h 20 each: until 21:20, 02:40, 08:00
        "encounter check 16:00 to 20:00, Harsk on watch",
        "encounter check 20:00 to 00:00, Harsk, Valeria on watch",
        "encounter check 00:00 to 04:00, Valeria, Tam on watch",
        "encounter check 04:00 to 08:00, Tam on watch",
    ]
    made = next(e for e in when(Camp(), state, NOTHING).events if isinstance(e, CampMade))
    assert say(narrate(made, state)) == "camp, watches Harsk, Valeria, Tam"


def test_what_comes_in_the_night_is_met_by_who_is_on_watch_then() -> None:
    """Given a yes and 00:30, then Valeria watches; after it the rest of the night is shared on."""
    state = replace(evening(schedule=NIGHT_CHECKS), watches=WATCHES)
    night = {**NOTHING, "encounter/day-1/h-0": 1, "encounter/day-1/h-0/when": 30}
    decided = when(Camp(), state, night)
    met = evolve_all(state, decided.events)
    assert met.clock == Instant(1, Fraction(1, 2))
    assert say(narrate(decided.events[-1], met)) == "something is met while Valeria is on watch"
    assert labels(Camp(), after(PassBy(), met)) == ["encounter check 04:00 to 08:00, Tam on watch"]


@pytest.mark.parametrize(
    "out", [replace(VALERIA, dead=True), replace(VALERIA, damage=40, stable=True)]
)
def test_nobody_watches_who_is_away_dead_or_down(out: Member) -> None:
    gone = replace(HARSK, present=False), out, TAM
    state = party(*gone, schedule=NIGHT_CHECKS, watches=WATCHES, clock=Instant(0, Fraction(20)))
    assert queries.keepers(state, PF1.rules) == ("tam",)
    assert labels(Camp(), state)[0].endswith("Tam on watch")


def test_watches_can_be_given_up() -> None:
    state = replace(evening(), watches=WATCHES)
    assert after(Camp(), state).watches == WATCHES
    assert after(Camp(NOBODY), state).watches == ()


def test_days_of_staying_are_not_shared_by_watches() -> None:
    state = replace(evening(schedule=NIGHT_CHECKS), watches=WATCHES)
    assert labels(Stay(2), state)[0] == "encounter check 16:00 to 20:00"


def test_what_the_camp_asks_is_owed_before_the_day_is_marched() -> None:
    """Given a morning, then tonight's checks are known; none where the day ends with nothing."""
    state = party(HARSK, VALERIA, TAM, schedule=NIGHT_CHECKS)
    hours = [16, 20, 0, 4]
    keys = [f"encounter/day-{0 if hour else 1}/h-{hour}" for hour in hours]
    keys[3] = "encounter/day-1/h-4"
    assert [one.key for one in queries.owed_in_camp(state, PF1)] == keys
    assert [one.key for one in queries.owed_in_camp(after(March(), state, NOTHING), PF1)] == keys
    assert queries.owed_in_camp(replace(state, schedule=CHECKS), PF1) == ()
    assert queries.owed_in_camp(replace(state, schedule=None), PF1) == ()
    assert queries.owed_in_camp(replace(state, plan=None), PF1) == ()
    broken = after(
        Camp(),
        replace(evening(schedule=NIGHT_CHECKS)),
        {**NOTHING, "encounter/day-1/h-0": Ruled("pass"), "encounter/day-1/h-0/when": 30},
    )
    assert queries.owed_in_camp(broken, PF1) == ()
    assert [one.key for one in queries.owed_in_camp(after(PassBy(), broken), PF1)] == keys[3:]


@pytest.mark.parametrize(
    ("schedule", "watches", "camped", "asks"),
    [
        (None, (), None, False),
        (CHECKS, (), None, False),
        (NIGHT_CHECKS, (), None, True),
        (None, ("harsk",), None, True),
        (NIGHT_CHECKS, WATCHES, Fraction(3), False),
    ],
)
def test_who_watches_is_asked_only_where_it_matters(
    schedule: object, watches: tuple[str, ...], camped: Fraction | None, asks: bool
) -> None:
    """Given neither watches nor checks at night, or a night that goes on, then nobody asks."""
    state = replace(evening(), schedule=schedule, watches=watches, camped=camped)  # type: ignore[arg-type]
    assert queries.asks_who_watches(state, PF1.rules) is asks
    met = replace(state, pending=Met(state.clock, Fraction(1), False))
    assert not queries.asks_who_watches(met, PF1.rules), "what is pending comes first"
