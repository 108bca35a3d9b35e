"""Changes of a board: drawing, replacing, light and wind, doors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.battlefield import Battlefield, borders, no_ground
from core.combat.board.drawing import (
    BORDERS,
    LIGHTS,
    doors,
    edge_name,
    squares_of,
)
from core.combat.board.plan import DoorState
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import N_, Message, Refusal
from core.play.fight.combatants import named
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import board_of, field_of
from core.play.fight.setup.commands import Paint, Redraw, SetAir, SetDoor, Spot
from core.play.fight.setup.events import (
    AirSet,
    BoardPainted,
    BoardRedrawn,
    CreaturesPlaced,
    DoorSet,
)
from core.play.fight.setup.preconditions import being_of, bodies, encounter_of, room_among
from core.play.fight.turns.budget import left
from core.play.fight.turns.events import ActionsSpent
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.values import replace

MOST = 200
"""The most edits at once; more are a new board."""
ALREADY: dict[DoorState, str] = {
    "open": N_("The door {edge} is already open."),
    "closed": N_("The door {edge} is already closed."),
    "locked": N_("The door {edge} is already locked."),
}


def paint(command: Paint, state: State, assets: Assets) -> BoardPainted:
    """Draw on the board.

    Refusals: "unknown_encounter", "unknown_board", "nothing_drawn", "too_much" (of edits),
    "unknown_ground", "unknown_border", "unknown_square", "bad_run", "bad_edge", "off_the_map".
    """
    encounter = encounter_of(state, command.encounter)
    field = field_of(encounter, assets)
    if not any(edit.where.split() for edit in command.edits):
        raise Refusal("nothing_drawn", "There is nothing to draw.")
    if len(command.edits) > MOST:
        raise Refusal("too_much", "Draw at most {most} strokes at once.",
                      most=MOST)  # fmt: skip
    for edit in command.edits:
        if "/" in edit.where:
            if edit.what not in BORDERS:
                raise Refusal("unknown_border", "'{what}' cannot be drawn on a border.",
                              what=edit.what)  # fmt: skip
            borders(field, edit.where.split())
            continue
        if edit.what not in assets.rules.combat.ground:
            raise no_ground(edit.what, assets.rules.combat.ground)
        _check_squares(edit.where, field)
    return BoardPainted(command.encounter, command.edits)


def _check_squares(where: str, field: Battlefield) -> None:
    for square in squares_of(where):
        if not field.holds(square):
            raise Refusal(
                "off_the_map",
                "{square} is not on the map, which has {width} columns and {height} rows.",
                square=str(square), width=field.width, height=field.height,
            )  # fmt: skip


def redraw(
    command: Redraw, state: State, assets: Assets
) -> tuple[BoardRedrawn] | tuple[BoardRedrawn, CreaturesPlaced]:
    """Give the encounter another board; creatures in walls or off it move to free places.

    Refusals: "unknown_encounter", "unknown_board".
    """
    encounter = encounter_of(state, command.encounter)
    field = field_of(replace(encounter, board=command.board, edits=()), assets)
    redrawn = BoardRedrawn(command.encounter, command.board)
    aside = tuple(_aside(encounter, state, field, assets))
    return (redrawn, CreaturesPlaced(command.encounter, aside)) if aside else (redrawn,)


def _aside(
    encounter: Encounter, state: State, field: Battlefield, assets: Assets
) -> Iterator[Spot]:
    where = bodies(state, encounter, assets.rules)
    fine = {
        id: body for id, body in where.items()
        if field.contains(body) and not field.block(body) & field.solid
    }  # fmt: skip
    room = room_among(field, fine.values())
    for figure in encounter.figures:
        if figure.id in where and figure.id not in fine and not figure.mount:
            body = where[figure.id]
            found = room.find(body.side, body.anchor)
            yield Spot(figure.id, "" if found is None else str(found), figure.elevation)


def door(command: SetDoor, state: State, assets: Assets) -> DoorSet:
    """Open, close or lock a door.

    Refusals: "unknown_encounter", "unknown_board", "bad_edge", "no_door", "unknown_creature",
    "door_already", and "door_locked" when a creature opens a locked door: the GM must unlock it.
    """
    encounter = encounter_of(state, command.encounter)
    edge = edge_name(command.edge)
    there = doors(board_of(encounter, assets), encounter.edits)
    if edge not in there:
        raise Refusal("no_door", "There is no door on {edge}.", edge=edge)
    if command.who:
        being_of(state, encounter, command.who)
    if there[edge] == command.state:
        raise Refusal("door_already", ALREADY[command.state], edge=edge)
    if command.who and there[edge] == "locked" and command.state == "open":
        raise Refusal("door_locked", "The door {edge} is locked.", edge=edge)
    return DoorSet(command.encounter, edge, command.state, command.who)


def opening(resolution: Resolution, event: DoorSet) -> None:
    """Decide a door that a creature opens or closes: a move action, in pf2 one action.

    A house default; the GM may allow an action that is not left. The GM's own changes, and those
    before the first round, cost nothing.
    """
    resolution.emit(event)
    state, fight = resolution.state, resolution.state.fight
    here = fight is not None and fight.id == event.encounter and fight.round > 0
    figure = fight.figure(event.who) if here and fight is not None and event.who else None
    if figure is None or event.state == "locked":
        return
    have = left(state, resolution.assets, event.who)
    counted = bool(resolution.rules.combat.turn.actions)
    word = "action" if counted else "move"
    template = N_("{who} uses an action for a door")
    if not (have.actions if counted else have.move):
        template = N_("{who} has no action left for a door: allowed by the GM")
    label = Message(template, who=named(state, event.who))
    resolution.explain(resolution.rules.cite("C-013", label, word, default=True))
    resolution.emit(ActionsSpent(event.who, (word,)))


def air(command: SetAir, state: State, assets: Assets) -> AirSet:
    """Set light, wind and gravity of an encounter.

    Refusals: "unknown_encounter", "unknown_board", "bad_light", "bad_wind", "bad_gravity",
    "unknown_square", "bad_run", "off_the_map".
    """
    encounter = encounter_of(state, command.encounter)
    field = field_of(encounter, assets)
    lights = (command.light, *(zone.light for zone in command.zones))
    _known("bad_light", N_("'{word}' is not a light. Write one of {choices}."), lights, LIGHTS)
    winds = ("", *DIRECTIONS)
    _known("bad_wind", N_("'{word}' is not a wind. Write one of {choices}."), (command.wind,),
           winds)  # fmt: skip
    _known("bad_gravity", N_("'{word}' is not a gravity. Write one of {choices}."),
           (command.gravity,), GRAVITIES)  # fmt: skip
    for zone in command.zones:
        _check_squares(zone.where, field)
    pairs = {
        "light": (encounter.light, command.light),
        "zones": (encounter.zones, command.zones),
        "wind": (encounter.wind, command.wind),
        "gravity": (encounter.gravity, command.gravity),
    }
    changed = " ".join(name for name, (before, after) in pairs.items() if before != after)
    return AirSet(
        command.encounter, command.light, command.wind, command.gravity, command.zones, changed
    )


def _known(code: str, template: str, words: Iterable[str], choices: tuple[str, ...]) -> None:
    for word in words:
        if word not in choices:
            raise Refusal(code, template, word=word, choices=tuple(filter(None, choices)))
