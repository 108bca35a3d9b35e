"""Rows of effects that end by themselves: conditions and timers."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Hours, Message
from core.play.fight.turns.events import ConditionEnded, TurnBegan
from core.play.fight.turns.turn_preview import ExpiringEffect
from core.play.fight.turns.turn_preview import ticking as ticks_of
from core.play.lasting import Lasting
from tui.encounter.panes.fight_lines import TickLine
from tui.encounter.present.battle import EncounterView
from tui.encounter.present.states import condition_name, rounds_left
from tui.kit import lengths
from tui.kit.phrases import Words


def ticking(here: EncounterView) -> Iterator[TickLine]:
    """What ended as this turn began in the fight, then what will end, the soonest first."""
    yield from _ended(here)
    for tick in ticks_of(here.state, here.assets):
        being = here.being(tick.who)
        lasting = None if being is None else _lasting(being.lasting, tick.name)
        if lasting is None:
            continue
        name = condition_name(here, tick.name)
        told = f"{name} {tick.value}" if tick.value else name
        yield TickLine(
            told, here.sign(tick.who), left(here, lasting, tick), next=tick.next,
            brief=brief(here, lasting, tick),
        )  # fmt: skip


def _lasting(lying: tuple[Lasting, ...], name: str) -> Lasting | None:
    return next((one for one in lying if one.name == name), None)


def left(here: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left: "4 rounds, ends before M", "ends when O acts", "20 min"."""
    until, rounds = lasting.until, rounds_left(here, lasting)
    if until.kind == "clock" and until.at is not None:
        if rounds is not None:
            return lengths.rounds(rounds)
        return Message("{time}", time=Hours(until.at.hours_since(here.state.clock)))
    who = here.sign(until.who)
    if rounds is None:
        return tick.left
    if until.kind == "turn_end":
        if not rounds:
            return Message("ends after {who} has acted", who=who)
        return Message("{rounds}, ends after {who}", rounds=lengths.rounds(rounds), who=who)
    if tick.next or not rounds:
        return Message("ends when {who} acts", who=who)
    return Message("{rounds}, ends before {who}", rounds=lengths.rounds(rounds), who=who)


def brief(here: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left in short: "4 rounds", "20 min", "until O acts"."""
    rounds = rounds_left(here, lasting)
    if rounds:
        return lengths.rounds(rounds)
    who = here.sign(lasting.until.who)
    if lasting.until.kind == "turn_end":
        return Message("until {who} has acted", who=who)
    if lasting.until.kind == "turn_start":
        return Message("until {who} acts", who=who)
    return left(here, lasting, tick)


def _ended(here: EncounterView) -> Iterator[TickLine]:
    # before the first turn of a fight nothing has ended in it
    found: list[ConditionEnded] = []
    began = here.encounter.began
    for entry in reversed(here.view.entries):
        if entry.undone or entry.kind != "play":
            continue
        if began is None or entry.clock < began:
            return
        ended = [e for e in entry.events if isinstance(e, ConditionEnded) and e.expired]
        found = [*ended, *found]
        if any(isinstance(event, TurnBegan) for event in entry.events):
            break
    for event in found:
        being = here.being(event.who)
        if being is not None and _lasting(being.lasting, event.name) is None:
            yield TickLine(condition_name(here, event.name), here.sign(event.who), "", ended=True)
