"""The panel of an entry: its words, dice, chances, and whom it changed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from core.messages import N_, Chance, Message
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import Being, beings
from core.play.history.facts import facts
from core.play.road.standing import known_hexes
from core.play.state import State
from core.play.table.events import Checked
from core.play.union import Command, narrate
from core.play.view import each_for_players
from core.receipts import Receipt
from core.values import Struct, replace
from saves.history.history import Then
from tui.kit.phrases import say
from tui.sessions.present.scene import Picture, told
from tui.view import named

D20 = 20


class Figures(Struct):
    """The lines of the panel of one entry, and the receipts that were recorded with it."""

    told: tuple[str, ...]
    dice: tuple[Message, ...]
    odds: tuple[Message, ...]
    changes: tuple[Message, ...]
    reasons: tuple[Receipt, ...] = ()
    undone: bool = False


def figures(picture: Picture, player_view: bool) -> Figures:
    """The figures of an entry; behind the curtain only what players know."""
    then, entry = picture.then, picture.then.entry
    changes = tuple(_changes(then, player_view))
    if player_view:
        return Figures(seen(then), (), (), changes, (), entry.undone)
    dice, odds = tuple(_dice(then)), tuple(_odds(then))
    return Figures(told(picture), dice, odds, changes, entry.receipts, entry.undone)


def seen(then: Then) -> tuple[str, ...]:
    """The sentences that players know of an entry: no secrets, no DCs."""
    known = known_hexes(then.state, then.assets)
    (events,) = each_for_players(then.state, (then.entry.events,), known)
    region = then.assets.region(then.state)
    region = None if region is None else region.veiled(known)
    shown = (replace(one, dc=None) if isinstance(one, Checked) else one for one in events)
    return tuple(say(named(narrate(event, then.state), region)) for event in shown)


def _dice(then: Then) -> Iterator[Message]:
    entry = then.entry
    if entry.kind != "play":
        return
    command = cast("Command", entry.command)
    found = facts(then.before, command, entry.answers, entry.events, then.state, then.assets.rules)
    for roll in found.rolls:
        yield Message(
            "{who} {dice}: {shown}, rolled by the program"
            if roll.how == "rolled"
            else "{who} {dice}: {shown}, typed",
            who=_name(then, roll.who),
            dice=roll.dice,
            shown=roll.shown,
        )


def _odds(then: Then) -> Iterator[Message]:
    for event in then.entry.events:
        match event:
            case Struck(how="ruled") | Checked(how="ruled"):
                yield Message("by the GM's word")
            case Struck(by=by, needed=needed) if event.face or event.total:
                yield _needed(then, by, needed, min(max(D20 + 1 - needed, 1), D20 - 1))
            case Checked(who=who, face=face, total=total, dc=dc) if face and dc is not None:
                needed = dc - (total - face)
                yield _needed(then, who, max(needed, 1), min(max(D20 + 1 - needed, 0), D20))
            case _:
                pass


def _needed(then: Then, who: str, needed: int, faces: int) -> Message:
    chance = Chance(Fraction(faces, D20))
    words = N_("{who} needed {needed}: {chance}")
    return Message(words, who=_name(then, who), needed=needed, chance=chance)


def _changes(then: Then, player_view: bool) -> Iterator[Message]:
    before = {being.id: being for being in _everybody(then.before)}
    for being in _everybody(then.state):
        was = before.get(being.id)
        if was is None or (player_view and then.state.member(being.id) is None):
            continue
        if (was.damage, was.nonlethal) == (being.damage, being.nonlethal):
            continue
        yield Message("{who} {before} -> {after}", who=being.name, before=_points(was),
                      after=_points(being))  # fmt: skip


def _everybody(state: State) -> Iterator[Being]:
    there = () if state.fight is None else beings(state, state.fight)
    yield from {being.id: being for being in (*state.members, *there)}.values()


def _points(being: Being) -> Message | str:
    left = f"-{being.damage}" if being.hp is None else str(being.hp - being.damage)
    if being.nonlethal:
        return Message("{points} (nonlethal {n})", points=left, n=being.nonlethal)
    return left


def _name(then: Then, who: str) -> str:
    named = {being.id: being.name for state in (then.before, then.state)
             for being in _everybody(state)}  # fmt: skip
    return named.get(who, who)
