"""The words of the command line that set up an encounter: :fight, :place, :paint, :light."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import get_args

from core.combat.board.drawing import LIGHTS, BoardEdit, DoorState
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.fight.setup.commands import (
    ChangeSide,
    Discard,
    Hide,
    Paint,
    Place,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetHazard,
    Spot,
)
from core.play.facts.road.commands import BeginEncounter
from core.play.union import Command
from core.quantities import (
    LENGTH,
    METRES_IN_A_SQUARE,
    maybe_quantity,
    take_quantity,
)
from core.values import replace
from tui.play.command_line.areas import SIDES, border, runs
from tui.play.command_line.typed_line import (
    TypedLine,
    TypedWord,
    choice,
    command_word,
    creature,
    creatures,
    here,
    number,
    square,
    table,
    text,
    title,
)
from tui.play.command_line.typed_names import read_ground

DOORS: tuple[DoorState, ...] = get_args(DoorState)


def _named(name: str, choices: Iterable[Encounter]) -> Encounter:
    known = tuple(choices)
    name = name.lower()
    exact = [one for one in known if name in (one.name.lower(), one.id.lower())]
    encounters = exact or [one for one in known if one.name.lower().startswith(name)]
    if len(encounters) == 1:
        return encounters[0]
    if not known:
        raise Refusal("no_such_encounter", "No encounter is prepared: :prepare NAME.")
    names = tuple(one.name for one in encounters or known)
    raise Refusal("no_such_encounter", "Which encounter? There are {names}.", names=names)


def _fight(line: TypedLine) -> Command:
    found = _named(text(line), line.waiting)
    return BeginEncounter(found.name, found.id)


def _discard(line: TypedLine) -> Command:
    return Discard(_named(title(line), line.state.encounters).id)


def _hazard(line: TypedLine) -> Command:
    encounter = line.encounter.id
    if line.take("off", "none"):
        return SetHazard(encounter)
    return SetHazard(encounter, " ".join(line.some()))


def _light(line: TypedLine) -> Command:
    light = choice(LIGHTS, "unknown_light")(line)
    now = air(line.encounter)
    if not line.words:
        return replace(now, light=light)
    if line.take("all"):
        return replace(now, light=light, zones=())
    where = runs(line.rest())
    others = tuple(zone for zone in now.zones if zone.where != where)
    return replace(now, zones=(*others, Zone(where, light)))


def air(encounter: Encounter) -> SetAir:
    """The command that leaves light, wind and gravity as they are."""
    return SetAir(encounter.id, encounter.light, encounter.wind, encounter.gravity, encounter.zones)


def wind(text: str) -> str:
    """The direction that the wind blows to; "" for none. Refusal "unknown_wind"."""
    word = text.strip().upper()
    if word in ("", "OFF", "NONE", "CALM", "0", "-"):
        return ""
    if word not in DIRECTIONS:
        raise Refusal(
            "unknown_wind",
            "'{text}' is not a wind direction. Type one of {directions}, or off.",
            directions=tuple(DIRECTIONS),
            text=text,
        )
    return word


def _place(line: TypedLine) -> Command:
    creature_id = creature(line)
    if line.take("off", "away"):
        square_name = ""
    else:
        square_name = square(line.word())
    if line.words and line.words[0].lstrip("-").isdigit():
        high = number(line)
    else:
        high = 0
    return Place(line.encounter.id, (Spot(creature_id, square_name, high),), text(line))


def _paint(line: TypedLine) -> Command:
    what = read_ground(line)
    height = _take_height(line)
    words = line.some()
    squares = [word for word in words if "/" not in word]
    edits = [BoardEdit(border(word), what, height) for word in words if "/" in word]
    if squares:
        edits.append(BoardEdit(runs(squares), what, height))
    return Paint(line.encounter.id, tuple(edits))


def _take_height(line: TypedLine) -> int | None:
    """Take the height of what is painted, in squares rounded up: "4", "6m", "20 ft"; None = none.

    A number without a unit is in squares.
    """
    if not line.words:
        return None
    words = list(line.words)
    text = take_quantity(words, LENGTH)
    length = maybe_quantity(text, LENGTH, "metric", bare="sq")
    if length is None:
        return None
    line.words = words
    return ceil(length / METRES_IN_A_SQUARE)


BOARD_WORDS: tuple[TypedWord, ...] = (
    TypedWord("fight Ambush", "begins or resumes a prepared encounter", _fight),
    TypedWord("place h k9 2 he swam across", "puts it on a square, at height 2; off: away", _place),
    command_word("hide f g", "hides creatures from the players", Hide, here, creatures),
    command_word("reveal f g", "reveals creatures", Hide, here, creatures, False),
    command_word(
        "side ally d",
        "lets creatures fight for the party, a foe, neutral",
        ChangeSide,
        here,
        side=lambda line: SIDES[choice(tuple(SIDES), "unknown_side")(line)],
        who=creatures,
    ),
    command_word(
        "remove f g", "takes creatures out of the encounter", RemoveCreatures, here, creatures
    ),
    TypedWord(
        "paint wall 4 B2:5",
        "draws on squares (B2:5) or borders (B2/C2; wall, low, veil), here 4 squares high (6m)",
        _paint,
    ),
    command_word(
        "door B2/C2 open",
        "opens, closes or locks a door",
        SetDoor,
        here,
        lambda line: border(line.word()),
        choice(DOORS, "unknown_door_state", "open"),
    ),
    TypedWord("light dark B2:5", "sets the light of squares, or of all", _light),
    TypedWord(
        "wind NE",
        "sets the wind; off ends it",
        lambda line: replace(air(line.encounter), wind=wind(line.word())),
    ),
    TypedWord(
        "gravity low",
        "sets the gravity",
        lambda line: replace(
            air(line.encounter), gravity=choice(GRAVITIES, "unknown_gravity")(line)
        ),
    ),
    TypedWord("hazard 1d6 acid", "what each step onto hazardous ground does; off", _hazard),
    command_word("rename The ford at dusk", "gives the encounter a name", Rename, here, title),
    TypedWord("discard Ambush at the ford", "deletes an encounter that is not played", _discard),
)
BOARD = table(BOARD_WORDS)
"""The words that set up an encounter."""
