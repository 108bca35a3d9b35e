"""Narration of amendments."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Message
from core.play.fight.combatants import named
from core.play.fight.turns.turn_words import spoken
from core.play.state import State
from core.play.table.commands import Correction
from core.play.table.events import Amended


def narrate_amended(event: Amended, state: State) -> Message:
    """Return an amendment as one line: the entry overruled, and its corrections."""
    changes = tuple(narrate_correction(one, state) for one in event.corrections)
    if not event.word:
        return Message("entry {seq} overruled: {changes}", seq=event.entry, changes=changes)
    if not event.reason:
        return Message(
            "entry {seq} overruled, {word}: {changes}",
            seq=event.entry,
            word=event.word,
            changes=changes,
        )
    return Message(
        "entry {seq} overruled, {word} ({reason}): {changes}",
        seq=event.entry,
        word=event.word,
        reason=event.reason,
        changes=changes,
    )


def narrate_correction(one: Correction, state: State) -> Message:
    """Return a correction of one creature in words."""
    who = named(state, one.who)
    match one.target:
        case "damage":
            return _by(one, N_("{who} {points} damage more"), N_("{who} {points} damage less"), who)
        case "nonlethal":
            return _by(
                one,
                N_("{who} {points} nonlethal damage more"),
                N_("{who} {points} nonlethal damage less"),
                who,
            )
        case "strain" | "strain_lethal":
            return _by(
                one,
                N_("{who} {points} damage more that fatigues"),
                N_("{who} {points} damage less that fatigues"),
                who,
            )
        case "temporary":
            return _by(
                one,
                N_("{who} {points} temporary hit points more"),
                N_("{who} {points} temporary hit points less"),
                who,
            )
        case "stable":
            return _set(one, N_("{who} is stable"), N_("{who} is not stable"), who)
        case "dead":
            return _set(one, N_("{who} is dead"), N_("{who} is not dead"), who)
        case "condition":
            return _condition(one, who)
        case "position":
            if not one.to:
                return Message("{who} is off the board", who=who)
            return Message("{who} stands at {square}", who=who, square=one.to)
        case "elevation":
            return Message("{who} is {height} squares up", who=who, height=one.to)
        case _:
            assert_never(one.target)


def _by(one: Correction, more: str, less: str, who: str) -> Message:
    return Message(more if one.by > 0 else less, who=who, points=abs(one.by))


def _set(one: Correction, true: str, false: str, who: str) -> Message:
    return Message(true if one.to == "yes" else false, who=who)


def _condition(one: Correction, who: str) -> Message:
    if one.lasting is None:
        return Message("{who} is no longer {condition}", who=who, condition=spoken(one.to))
    if one.lasting.value:
        return Message(
            "{who} is {condition} {value}",
            who=who,
            condition=spoken(one.to),
            value=one.lasting.value,
        )
    return Message("{who} is {condition}", who=who, condition=spoken(one.to))
