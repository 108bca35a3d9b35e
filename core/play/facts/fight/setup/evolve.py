"""The fold of the events of setup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from core.combat.board.drawing import DOOR_EDITS, BoardEdit
from core.play.facts.encounter import Encounter, Figure, Foe, Side
from core.play.facts.fight.combatants import in_encounter, with_encounter, with_figures, with_foe
from core.play.facts.fight.setup.commands import Spot
from core.play.facts.fight.setup.events import (
    AirSet,
    BoardPainted,
    BoardRedrawn,
    CreaturesPlaced,
    CreaturesRemoved,
    Discarded,
    DoorSet,
    FoeEdited,
    FoesAdded,
    HazardSet,
    Hidden,
    Mustered,
    Prepared,
    Renamed,
    SetupEvent,
    SideChanged,
)
from core.play.facts.state import Fighting, State
from core.values import replace


def without(state: State, encounter: str, creature_ids: tuple[str, ...]) -> State:
    """Return the state without these creatures in an encounter; members only leave its board.

    Their ids are not used again. A movement that waits for one of them waits no longer.
    """
    found = state.encounter(encounter)
    foes = () if found is None else tuple(one.id for one in found.foes if one.id in creature_ids)
    state = in_encounter(state, encounter, lambda one: _left(one, creature_ids, foes))
    state = replace(state, departed=(*state.departed, *foes))
    pending = state.pending
    if isinstance(pending, Fighting) and pending.encounter == encounter and pending.waiting:
        waiting = pending.waiting
        strikers = tuple(one for one in waiting.strikers if one.by not in creature_ids)
        gone = waiting.who in creature_ids or waiting.target in creature_ids
        if gone:
            left = None
        else:
            left = replace(waiting, strikers=strikers)
        state = replace(state, pending=replace(pending, waiting=left))
    return state


def _left(encounter: Encounter, creature_ids: tuple[str, ...], foes: tuple[str, ...]) -> Encounter:
    figures = tuple(
        _apart(encounter, figure, creature_ids)
        for figure in encounter.figures
        if figure.id not in foes
    )
    order = (
        replace(slot, who=tuple(one for one in slot.who if one not in creature_ids))
        for slot in encounter.order
    )
    return replace(
        encounter,
        foes=tuple(foe for foe in encounter.foes if foe.id not in foes),
        figures=figures,
        order=tuple(slot for slot in order if slot.who),
        chase=None if encounter.chase is None else encounter.chase.without(creature_ids),
    )


def _apart(encounter: Encounter, figure: Figure, creature_ids: tuple[str, ...]) -> Figure:
    if figure.id in creature_ids:
        return replace(figure, at="", elevation=0, mount="", trail=())
    if figure.mount in creature_ids:
        mount = encounter.figure(figure.mount)
        return replace(figure, mount="", at=figure.at if mount is None else mount.at)
    return figure


def evolve_setup(state: State, event: SetupEvent) -> State:
    """Return the state after an event of setup."""
    match event:
        case Prepared(encounter):
            return replace(state, encounters=(*state.encounters, encounter))
        case Discarded(id):
            gone = state.encounter(id)
            ids = () if gone is None else (id, *(foe.id for foe in gone.foes))
            kept = tuple(one for one in state.encounters if one.id != id)
            return replace(state, encounters=kept, departed=(*state.departed, *ids))
        case CreaturesRemoved():
            return without(state, event.encounter, event.who)
        case Renamed(id, name):
            state = in_encounter(state, id, lambda one: replace(one, name=name))
            pending = state.pending
            if isinstance(pending, Fighting) and pending.encounter == id:
                state = replace(state, pending=replace(pending, name=name))
            return state
    fight = state.encounter(event.encounter)
    if fight is None:
        return state
    match event:
        case FoesAdded(_, foes, figures):
            fight = _standing(replace(fight, foes=(*fight.foes, *foes)), figures)
        case FoeEdited(_, foe):
            fight = with_foe(fight, foe.id, lambda _: foe)
        case Mustered(_, figures):
            fight = _standing(fight, figures)
        case CreaturesPlaced(_, spots):
            for spot in spots:
                fight = _place(fight, spot)
        case BoardPainted(_, edits):
            fight = _paint(fight, edits)
        case BoardRedrawn(_, board):
            fight = replace(fight, board=board, edits=())
        case DoorSet(_, edge, door):
            fight = _paint(fight, (BoardEdit(edge, DOOR_EDITS[door]),))
        case AirSet(_, light, wind, gravity, zones):
            fight = replace(fight, light=light, wind=wind, gravity=gravity, zones=zones)
        case HazardSet(_, hazard):
            fight = replace(fight, hazard=hazard)
        case Hidden(_, creature_ids, hidden):
            vanished = {foe.id for foe in fight.foes if foe.vanished}
            fight = with_figures(
                fight,
                creature_ids,
                lambda f: replace(f, hidden=hidden, revealed=not hidden and f.id in vanished),
            )
        case SideChanged(_, creature_ids, side):
            fight = _change_side(fight, creature_ids, side)
        case _:
            assert_never(event)
    return with_encounter(state, fight)


def _change_side(encounter: Encounter, creature_ids: tuple[str, ...], side: Side) -> Encounter:
    """Return the encounter with creatures on another side.

    They share group and turn only with those who change with them.
    """
    stay = {foe.group for foe in encounter.foes if foe.id not in creature_ids}

    def turn(foe: Foe) -> Foe:
        if foe.id not in creature_ids:
            return foe
        return replace(foe, side=side, group="" if foe.group in stay else foe.group)

    turned = "" if side == "party" else side
    members = {one for one in creature_ids if encounter.foe(one) is None}
    encounter = with_figures(encounter, members, lambda figure: replace(figure, turned=turned))
    order = encounter.set_apart(creature_ids)
    return replace(encounter, foes=tuple(map(turn, encounter.foes)), order=order)


def _standing(encounter: Encounter, figures: Iterable[Figure]) -> Encounter:
    new = {figure.id: figure for figure in figures}
    kept = tuple(new.pop(figure.id, figure) for figure in encounter.figures)
    return replace(encounter, figures=(*kept, *new.values()))


def _place(encounter: Encounter, spot: Spot) -> Encounter:
    figure = encounter.figure(spot.who) or Figure(spot.who)
    mount = encounter.figure(figure.mount)
    if spot.mount:
        upon = spot.mount
    elif mount is None or mount.at != spot.at:
        upon = ""
    else:
        upon = figure.mount
    moved = replace(
        figure,
        at=spot.at,
        elevation=spot.elevation,
        trail=(),
        drift=None,
        mount=upon,
    )
    riders = tuple(
        replace(one, at=spot.at, elevation=spot.elevation, trail=())
        for one in encounter.figures
        if spot.at and one.mount == spot.who
    )
    return _standing(encounter, (moved, *riders))


def _paint(encounter: Encounter, edits: tuple[BoardEdit, ...]) -> Encounter:
    drawn = {edit.where for edit in edits}
    kept = tuple(edit for edit in encounter.edits if edit.where not in drawn)
    return replace(encounter, edits=(*kept, *edits))
