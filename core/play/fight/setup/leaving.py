"""Creatures that leave an encounter, its order, chase and waiting movement."""

from __future__ import annotations

from collections.abc import Container

from core.play.fight.combatants import in_encounter
from core.play.fight.encounter import Chase, Encounter, Figure, Slot
from core.play.pending import Fighting
from core.play.state import State
from core.values import replace


def without(state: State, encounter: str, who: tuple[str, ...]) -> State:
    """Return the state without these creatures in an encounter; members only leave its board.

    Their ids are not used again. A movement that waits for one of them waits no longer.
    """
    found = state.encounter(encounter)
    foes = () if found is None else tuple(one.id for one in found.foes if one.id in who)
    state = in_encounter(state, encounter, lambda one: _left(one, who, foes))
    state = replace(state, departed=(*state.departed, *foes))
    pending = state.pending
    if not isinstance(pending, Fighting) or pending.encounter != encounter:
        return state
    return replace(state, pending=_waits_no_more(pending, who))


def _left(encounter: Encounter, who: tuple[str, ...], foes: tuple[str, ...]) -> Encounter:
    figures = tuple(
        _apart(encounter, figure, who) for figure in encounter.figures if figure.id not in foes
    )
    return replace(
        encounter,
        foes=tuple(foe for foe in encounter.foes if foe.id not in foes),
        figures=figures,
        order=tuple(slot for one in encounter.order if (slot := _slot(one, who)).who),
        chase=None if encounter.chase is None else _chase(encounter.chase, who),
    )


def _apart(encounter: Encounter, figure: Figure, who: tuple[str, ...]) -> Figure:
    if figure.id in who:
        return replace(figure, at="", elevation=0, mount="", trail=())
    if figure.mount in who:
        mount = encounter.figure(figure.mount)
        return replace(figure, mount="", at=figure.at if mount is None else mount.at)
    return figure


def _slot(slot: Slot, who: Container[str]) -> Slot:
    return replace(slot, who=tuple(one for one in slot.who if one not in who))


def _chase(chase: Chase, who: Container[str]) -> Chase:
    return replace(
        chase,
        quarry=tuple(one for one in chase.quarry if one.id not in who),
        pursuers=tuple(one for one in chase.pursuers if one.id not in who),
    )


def _waits_no_more(pending: Fighting, who: Container[str]) -> Fighting:
    waiting = pending.waiting
    if waiting is None:
        return pending
    if waiting.who in who or waiting.target in who:
        return replace(pending, waiting=None)
    strikers = tuple(one for one in waiting.strikers if one.by not in who)
    return replace(pending, waiting=replace(waiting, strikers=strikers))
