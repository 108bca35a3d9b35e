"""Readings of recovery on the road: each switch, off as the catalogue has it, and on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.play import queries
from core.play.facts.encounter import Lasting
from core.play.facts.road.commands import Camp, Halt, March, Stay, Wait
from core.play.facts.state import fatigued
from core.play.road.way_ahead import forced, mended, plan_ahead
from core.play.union import Assets, Needs, decide
from core.travel.movers import Mover
from core.travel.stretches import Stretch
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import HARSK, HORSE, TAM, WAGON, after, assets, damage, member, party, when

EVENING = Instant(0, Fraction(17))
RECOVERY: tuple[str, ...] = (
    "bed_rest",
    "marches_exhaust",
    "mounts_rest",
    "nonlethal_every_hour",
    "teams_check",
)


def having(*switches: str, ruleset: str = "pf1") -> Assets:
    """A world without maps with these switches on."""
    return Assets(packaged(ruleset).with_switches(dict.fromkeys(switches, True)))


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
@pytest.mark.parametrize("switch", RECOVERY)
def test_each_reading_of_recovery_is_as_the_catalogue_has_it(switch: str, ruleset: str) -> None:
    row = packaged(ruleset).switches[switch]
    assert (row.value, row.sources, row.before) == (False, False, False)
    assert row.sentence()


# T-168: days in bed


@pytest.mark.parametrize(("switches", "healed"), [((), 4), (("bed_rest",), 8)])
def test_t_168_a_whole_day_in_bed_heals_once_or_twice(
    switches: tuple[str, ...], healed: int
) -> None:
    """Given level 4 and a whole day's stay, then 4, or with the switch 8."""
    state = after(Stay(1), party(replace(HARSK, damage=30)), under=having(*switches))
    assert member(state, "harsk").damage == 30 - healed


def test_t_168_a_night_is_no_day_in_bed() -> None:
    state = party(replace(HARSK, damage=30), clock=EVENING)
    assert member(after(Camp(), state, under=having("bed_rest")), "harsk").damage == 26


@pytest.mark.parametrize(
    ("switches", "healed", "times", "label"),
    [((), 12, 3, "nights"), (("bed_rest",), 24, 6, "nights, and whole days in bed")],
)
def test_t_168_nights_and_days_in_bed_stand_in_the_receipt(
    switches: tuple[str, ...], healed: int, times: int, label: str
) -> None:
    """Given level 4 and a stay of three days."""
    found = when(Stay(3), party(replace(HARSK, damage=30)), under=having(*switches))
    receipt = next(one for one in found.receipts if one.rule == "T-168")
    assert receipt.value == healed
    level, count = receipt.parts
    assert level.value == 4
    assert (count.value, count.label.template) == (times, label)


# T-168: the rest of mounts


@pytest.mark.parametrize(("switches", "tired"), [((), True), (("mounts_rest",), False)])
def test_t_168_a_nights_rest_ends_the_fatigue_of_a_mount(
    switches: tuple[str, ...], tired: bool
) -> None:
    """Given 13 lethal points of a march at 3 hit dice, when a night is over, then 10 are left."""
    horse = replace(HORSE, damage=13, strain_lethal=13)
    state = after(Camp(), party(TAM, horse, clock=EVENING), under=having(*switches))
    assert member(state, "horse").damage == 10
    assert fatigued(member(state, "horse")) is tired


def test_t_121_the_fatigue_of_a_hero_ends_with_its_damage_all_the_same() -> None:
    tam = replace(TAM, nonlethal=99, strain=99)
    state = after(Camp(), party(tam, clock=EVENING), under=having("mounts_rest"))
    assert fatigued(member(state, "tam"))


# T-122: nonlethal damage in every hour


@pytest.mark.parametrize(("switches", "left"), [((), 9), (("nonlethal_every_hour",), 3)])
def test_t_122_nonlethal_damage_heals_on_the_march_or_at_rest_alone(
    switches: tuple[str, ...], left: int
) -> None:
    """Given level 2 and 9 points, when he marches three hours, then 9, or with the switch 3."""
    state = party(replace(TAM, nonlethal=9))
    marched = after(March(Fraction(3)), state, under=having(*switches))
    assert member(marched, "tam").nonlethal == left


@pytest.mark.parametrize("minutes", [60, 90])
def test_t_122_a_halt_and_a_wait_heal_by_the_full_hour(minutes: int) -> None:
    world = having("nonlethal_every_hour")
    state = party(replace(TAM, nonlethal=9))
    assert (
        member(after(Halt(name="toll", minutes=minutes), state, under=world), "tam").nonlethal == 7
    )
    waited = after(Wait(Fraction(minutes, 60), resting=False), state, under=world)
    assert member(waited, "tam").nonlethal == 7
    assert member(after(Halt(name="toll", minutes=minutes), state), "tam").nonlethal == 9


def test_t_122_a_march_in_parts_heals_as_much_as_one() -> None:
    world = having("nonlethal_every_hour")
    state = party(replace(TAM, nonlethal=9))
    whole = after(March(Fraction(4)), state, under=world)
    parts = state
    for hours in (Fraction(1, 2), Fraction(7, 4), Fraction(7, 4)):
        parts = after(March(hours), parts, under=world)
    assert member(parts, "tam").nonlethal == member(whole, "tam").nonlethal == 1


def test_t_122_the_risk_of_forced_hours_counts_what_they_heal() -> None:
    """Given 4 of 5 hit points in nonlethal damage, then an hour heals 2 before it may hurt."""
    tam = replace(TAM, hp=5, nonlethal=4, marched=Fraction(8))
    state = party(tam, travelled=Fraction(8), clock=Instant(0, Fraction(16)))
    usual = queries.forced(state, assets())[0]
    healed = queries.forced(state, having("nonlethal_every_hour"))[0]
    fails = Fraction(11, 20)
    assert usual.risk.members[0].p_unconscious == fails * Fraction(5, 6)
    assert healed.risk.members[0].p_unconscious == fails * Fraction(3, 6)


def test_t_122_the_hours_that_are_foretold_heal_no_lethal_damage() -> None:
    """Given level 2, when two hours and a half are foretold, then 4 nonlethal points are healed."""
    tam = replace(TAM, damage=3, nonlethal=9)
    begin = Instant(0, Fraction(8))
    end = Instant(0, Fraction(21, 2))
    healed = mended(tam, begin, end, having("nonlethal_every_hour").rules)
    assert (healed.damage, healed.nonlethal) == (3, 5)
    assert mended(tam, begin, end, assets().rules) == tam


# T-170: teams


@pytest.mark.parametrize(
    ("switches", "asked_first", "wounds", "dc"),
    [
        ((), "march/day-0/hour-9/horse/damage", (4, 0), None),
        (("teams_check",), "march/day-0/hour-9/horse", (0, 4), 12),
    ],
)
def test_t_170_a_team_fails_by_itself_or_checks(
    switches: tuple[str, ...], asked_first: str, wounds: tuple[int, int], dc: int | None
) -> None:
    """Given an hour too many: lethal damage without a check, or with the switch a check first."""
    team = replace(HORSE, pulls="wagon", marched=Fraction(8))
    driver = replace(TAM, rides="wagon")
    state = party(driver, team, WAGON, travelled=Fraction(8), clock=Instant(0, Fraction(16)))
    world = having(*switches)
    needs = decide(March(Fraction(1)), state, world, {})
    assert isinstance(needs, Needs)
    assert [one.key for one in needs.questions] == [asked_first]
    key = "march/day-0/hour-9/horse"
    answers = {key: 1, f"{key}/damage": 4}
    assert damage(after(March(Fraction(1)), state, answers, under=world), "horse") == wounds
    assert queries.forced(state, world)[0].risk.dc == dc


def test_t_164_a_team_that_checks_sets_no_pace() -> None:
    pony = replace(HORSE, mover=Mover(mount="pony", load_kg=Fraction(100)), pulls="wagon")
    state = party(replace(TAM, rides="wagon"), pony, WAGON)
    today = [queries.today(state, world).pace_km_h for world in (assets(), having("teams_check"))]
    assert today[0] == today[1] == 3


# T-123: exhaustion on the road


def test_t_123_who_is_fatigued_again_is_exhausted_where_the_switch_is_on() -> None:
    """Given fatigue of a hustle, when a forced hour fails, then exhausted: half pace."""
    tam = replace(TAM, nonlethal=1, strain=1, marched=Fraction(8))
    state = party(tam, travelled=Fraction(8), clock=Instant(0, Fraction(16)))
    key = "march/day-0/hour-9/tam"
    answers = {key: 1, f"{key}/damage": 2}
    usual = after(March(Fraction(1)), state, answers)
    assert member(usual, "tam").lasting == ()
    world = having("marches_exhaust")
    tired = after(March(Fraction(2)), state, answers, under=world)
    assert member(tired, "tam").lasting == (Lasting("exhausted"),)
    assert tired.travelled == 9
    assert queries.today(tired, world).pace_km_h == Fraction(9, 4)


def test_t_123_the_first_fatigue_exhausts_nobody() -> None:
    state = party(replace(TAM, marched=Fraction(8)), travelled=Fraction(8))
    key = "march/day-0/hour-9/tam"
    found = after(
        March(Fraction(1)), state, {key: 1, f"{key}/damage": 2}, having("marches_exhaust")
    )
    assert member(found, "tam").lasting == ()


def test_t_123_an_hour_of_rest_makes_the_exhausted_fatigued() -> None:
    world = having("marches_exhaust")
    tam = replace(TAM, nonlethal=9, strain=9, lasting=(Lasting("exhausted"),))
    half = after(Wait(Fraction(1, 2)), party(tam), under=world)
    assert member(half, "tam").lasting == (Lasting("exhausted"),)
    whole = after(Wait(Fraction(1, 2)), half, under=world)
    assert member(whole, "tam").lasting == ()
    assert fatigued(member(whole, "tam"))
    set_by_gm = replace(TAM, lasting=(Lasting("exhausted"),))
    rested = after(Wait(Fraction(1)), party(set_by_gm), under=world)
    assert member(rested, "tam").lasting == (Lasting("fatigued"),)


def test_t_121_a_night_that_heals_the_damage_of_a_march_leaves_nobody_fatigued() -> None:
    """Given one whom a march has exhausted, when a night heals its damage, then he is rested."""
    tam = replace(TAM, nonlethal=4, strain=4, lasting=(Lasting("exhausted"),))
    state = after(Camp(), party(tam, clock=EVENING), under=having("marches_exhaust"))
    rested = member(state, "tam")
    assert (rested.nonlethal, rested.lasting) == (0, ())
    assert not fatigued(rested)


def test_t_123_the_days_after_a_night_are_planned_at_the_pace_of_the_rested() -> None:
    """Given one exhausted by a forced hour, then he is slow today, and tomorrow's way is not."""
    world = having("marches_exhaust")
    road = Stretch(Fraction(18), 1, terrain="plains", way="road")
    rested = party(TAM, travelled=Fraction(9), clock=EVENING, legs=(road,))
    spent = replace(rested, members=(replace(TAM, lasting=(Lasting("exhausted"),)),))
    paces = [queries.today(state, world).pace_km_h for state in (rested, spent)]
    assert paces[0] == 2 * paces[1]
    ahead = [plan_ahead(state, world) for state in (rested, spent)]
    assert ahead[0] is not None
    assert ahead[1] is not None
    assert ahead[0].days[-1].ends == ahead[1].days[-1].ends
    hours = [forced(state, world)[0].arrival for state in (rested, spent)]
    assert hours[0] < hours[1]
