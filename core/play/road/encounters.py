"""Encounter checks on a schedule, encounters that stop the day, and who keeps watch meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from core.calendars import DAY, Instant
from core.dice import Question
from core.messages import Message, Refusal, exact
from core.play.facts.fight.setup.events import CreaturesRemoved, Mustered
from core.play.facts.fight.setup.evolve import without
from core.play.facts.fight.turns.until import uncounted
from core.play.facts.fold import Event
from core.play.facts.road.commands import BeginEncounter, EndEncounter
from core.play.facts.road.events import (
    EncounterBegun,
    EncounterEnded,
    EncounterMet,
    EncounterPassed,
    EncounterRolled,
)
from core.play.facts.state import Assets, Fighting, Member, Met, Schedule, State, someone
from core.play.fight.health import health
from core.play.fight.setup.places import encounter_of, muster
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset

MINUTE = Fraction(1, 60)
MOST_MINUTES = 365 * 24 * 60
NONE = Fraction(0)


def block(schedule: Schedule, at: Instant) -> tuple[Instant, Instant]:
    """Return the beginning and end of the block of hours, from midnight, that contains `at`."""
    start = Instant(at.day, at.hour // schedule.every_h * schedule.every_h)
    return start, start.after(schedule.every_h)


def watch(resolution: Resolution, instant: Instant, night: Fraction = NONE) -> None:
    """Roll once for the block of hours that contains `instant`.

    A yes asks when in the block the encounter comes, in minutes from `instant`; until that is
    answered the resolution is blocked. In a camp of `night` hours the question names who watches.
    """
    schedule = resolution.state.schedule
    if schedule is None or (
        resolution.state.checked is not None and instant < resolution.state.checked
    ):
        return
    start, end = block(schedule, instant)
    rested = (resolution.state.camped or NONE) + instant.hours_since(resolution.state.clock)
    until = min(night, rested + end.hours_since(instant))
    watching = on_watch(keepers(resolution.state, resolution.rules), rested, until, night)
    question = _check(
        schedule, start, end, tuple(someone(resolution.state, who) for who in watching)
    )
    outcome = resolution.ask(question)
    if outcome is None or not outcome.success:
        face = 0 if outcome is None else outcome.face
        resolution.emit(EncounterRolled(instant, face, False, until=end))
        return
    minutes = Question(
        f"{question.key}/when",
        Message("minutes from {start:clock} until it is met", start=instant.hour),
        dice=f"1d{max(1, int(end.hours_since(instant) / MINUTE))}",
        follows=question.key,
    )
    when = resolution.ask(minutes)
    if when is None:
        resolution.blocked = True
        return
    comes = min(instant.after(when.total * MINUTE), end)
    resolution.emit(EncounterRolled(instant, outcome.face, True, until=end, comes=comes))


def _check(
    schedule: Schedule, start: Instant, end: Instant, watching: tuple[Member, ...]
) -> Question:
    hours = {"start": start.hour, "end": end.hour}
    label = Message("encounter check {start:clock} to {end:clock}", **hours)
    if watching:  # with no names the tray keeps no room for their letters
        label = Message(
            "encounter check {start:clock} to {end:clock}, {watching} on watch",
            **hours,
            watching=tuple(member.name for member in watching),
            letters=letters(watching),
        )
    return Question(
        f"encounter/day-{start.day}/h-{exact(start.hour)}",
        label,
        dice=schedule.dice,
        wanted=schedule.wanted,
    )


def time_to_next(resolution: Resolution, instant: Instant, watching: bool) -> Fraction | None:
    """Return the hours until a block begins (if `watching`) or the foretold encounter."""
    moments = []
    if resolution.state.foretold is not None:
        moments.append(max(NONE, resolution.state.foretold.hours_since(instant)))
    if watching and resolution.state.schedule is not None:
        moments.append(block(resolution.state.schedule, instant)[1].hours_since(instant))
    if moments:
        return min(moments)
    return None


def meets(
    resolution: Resolution, instant: Instant, hours_left: Fraction, *, camped: bool = False
) -> bool:
    """Whether the foretold encounter comes now; if so it is met, and the rest has to wait."""
    foretold = resolution.state.foretold
    if foretold is None or instant < foretold:
        return False
    resolution.emit(EncounterMet(instant, hours_left, camped))
    return True


def begin(command: BeginEncounter, state: State, assets: Assets) -> tuple[Event, ...]:
    """Begin what was met, or an encounter of the GM's own; on its board when there is one.

    One begun without a board may go on with one. Members of the party without a place on it are
    placed; those who have one and are away by now leave it before the first round. Refusals
    `no_name`, `unknown_encounter`, `encounter_over`, `being_played`, `unknown_board`.
    """
    encounter = encounter_of(state, command.encounter) if command.encounter else None
    if encounter is not None and encounter.status == "over":
        raise Refusal(
            "encounter_over", "{encounter} is over: prepare it again.", encounter=encounter.name
        )
    if encounter is not None and encounter.status == "running":
        raise Refusal(
            "being_played", "{encounter} is already being played.", encounter=encounter.name
        )
    name = command.name.strip() or ("" if encounter is None else encounter.name)
    if not name:
        raise Refusal("no_name", "An encounter needs a name.")
    before = state.pending
    hours_left = state.resume
    camped = state.camped is not None
    if before is not None:
        hours_left = before.hours_left
        camped = before.camped
    begun = EncounterBegun(name, hours_left, camped, command.encounter)
    if encounter is None:
        return (begun,)
    events: list[Event] = [begun]
    placed = (state.member(figure.id) for figure in encounter.figures)
    away = tuple(one for one in placed if one is not None and not one.present)
    if away and not encounter.round:
        ids = tuple(one.id for one in away)
        events.append(CreaturesRemoved(encounter.id, ids, tuple(one.name for one in away)))
        encounter = encounter_of(without(state, encounter.id, ids), encounter.id)
    if arriving := muster(state, assets, encounter):
        events.append(Mustered(encounter.id, arriving))
    return tuple(events)


def pass_by(state: State) -> EncounterPassed:
    """Pass by what was met. Refusal `nothing_met`."""
    met = state.pending
    if not isinstance(met, Met):
        raise Refusal("nothing_met", "Nothing was met that could be passed by.")
    return EncounterPassed(met.hours_left, met.camped)


def refuse_minutes(minutes: int) -> None:
    """Refuse minutes below 0, or more than those of a year: `bad_minutes`."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refusal("bad_minutes", "The minutes must be 0 or more, and at most a year.")


def end(command: EndEncounter, state: State) -> EncounterEnded:
    """End the encounter after its minutes. Refusals `no_encounter`, `bad_minutes`."""
    fight = state.pending
    if not isinstance(fight, Fighting):
        raise Refusal("no_encounter", "There is no encounter to end.")
    refuse_minutes(command.minutes)
    if state.fight is None:
        rounds = 0
    else:
        rounds = state.fight.round
    return EncounterEnded(
        fight.name, command.minutes, fight.hours_left, fight.camped, rounds, uncounted(state)
    )


def keepers(state: State, rules: Ruleset) -> tuple[str, ...]:
    """Return the ids of last night's watches who are present and can watch, in order."""
    here = {member.id for member in state.travellers if not health(member, rules).out}
    return tuple(who for who in state.watches if who in here)


def letters(watches: Iterable[Member]) -> str:
    """Return the watches in order by the letters of their tokens: "H M V"."""
    return " ".join(member.token or member.name for member in watches)


def on_watch(
    creature_ids: tuple[str, ...], rested: Fraction, until: Fraction, night: Fraction
) -> tuple[str, ...]:
    """Return those on watch from `rested` to `until` hours into a camp of `night` hours, in order.

    Empty without watches, and in a camp of a whole day or more.
    """
    if not creature_ids or not 0 < night < DAY:
        return ()
    share = night / len(creature_ids)
    first = min(int(rested / share), len(creature_ids) - 1)
    return creature_ids[first : max(first + 1, ceil(until / share))]


def asks_who_watches(state: State, rules: Ruleset) -> bool:
    """Whether a camp made now asks for watches: some watched last night, or checks fall due."""
    checked = state.schedule is not None and state.schedule.nights
    free = state.pending is None and state.camped is None
    return free and (checked or bool(keepers(state, rules)))
