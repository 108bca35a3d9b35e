"""The inputs of the kinds of case on the combat grid, and of areas, by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    Field,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)

from core.combat.areas import Corner
from core.combat.board.drawing import Light
from core.combat.board.encounter_schema import GridSquare
from core.combat.board.scene import GRAVITIES, GRID_MODES, GridMode
from core.combat.board.squares import DIRECTIONS, parse_square
from core.combat.flight import FlightMode, parse_bearing
from core.creatures import AttackMode
from core.file_schema import (
    A_LIST,
    TEXTS,
    Amount,
    FileTable,
    ListOf,
    Natural,
    OneOf,
    SomeOf,
    Text,
    Whole,
    WholeIn,
    WrongValue,
    as_wrong_value,
    cannot_go_with,
    check_given,
    check_one_of,
    given_keys,
    missing,
    refuse_keys,
    wrong_type,
)
from core.messages import Message

MoveAction: TypeAlias = Literal["move", "run", "charge", "five_foot_step", "step"]
AooAction: TypeAlias = Literal["move", "five_foot_step", "step", "withdraw", "forced"]
Surface: TypeAlias = Literal["hard", "soft"]
AttackAction: TypeAlias = Literal["attack", "coup_de_grace"]
CoverMode: TypeAlias = Literal["melee", "ranged", "area"]
Shape: TypeAlias = Literal["burst", "spread", "cone", "line"]
OF_AREAS = ("origin", "spread")
OF_ATTACKS = ("attacker", "gm_degree")
_NATURAL = WholeIn()
_TEXTS_SCHEMA = {"type": "array", "items": {"type": "string"}}
_CORNER_SCHEMA = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    ]
}


def _read_tumble(value: object) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    if not isinstance(value, list | tuple):
        raise wrong_type(A_LIST)
    if not all(isinstance(item, str) for item in value):
        raise wrong_type(TEXTS)
    return tuple(value)


def _check_bearing(text: str) -> str:
    with as_wrong_value():
        parse_bearing(text)
    return text


def _check_main(text: str) -> str:
    if text:
        return _check_bearing(text)
    return text


def _read_corner(value: object, info: ValidationInfo) -> Corner:
    items: Sequence[object]
    if isinstance(value, str):
        items = value.split(",")
    elif isinstance(value, list | tuple):
        items = value
    else:
        raise wrong_type(A_LIST)
    if len(items) == 1 and "/" in str(items[0]):
        return _corner_between(str(items[0]))
    if len(items) != 2:
        raise WrongValue(Message("must be a corner of the grid, such as 3,2 or C2/D3"))
    x, y = _NATURAL.read_items(items, info)
    return x, y


def _corner_between(text: str) -> Corner:
    with as_wrong_value():
        one, other = sorted(parse_square(name) for name in text.split("/", 1))
    if abs(one.x - other.x) != 1 or abs(one.y - other.y) != 1:
        message = Message("{text}: the two squares must touch at a corner only", text=text)
        raise WrongValue(message)
    return max(one.x, other.x), max(one.y, other.y)


def _read_aim(value: object, info: ValidationInfo) -> Corner | str:
    if isinstance(value, str) and "," not in value and "/" not in value:
        return value
    return _read_corner(value, info)


Tumble: TypeAlias = Annotated[
    bool | tuple[str, ...],
    PlainValidator(_read_tumble),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, _TEXTS_SCHEMA]}),
]
"""Whom an acrobatic check beat: true (all), false (none), or ids."""
BearingText: TypeAlias = Annotated[str, AfterValidator(_check_bearing)]
MainDirection: TypeAlias = Annotated[str, AfterValidator(_check_main)]
GridCorner: TypeAlias = Annotated[
    Corner,
    PlainValidator(_read_corner),
    WithJsonSchema(_CORNER_SCHEMA),
]
"""A corner of the grid: [x, y] from 0, "x,y", or two squares that touch there ("C3/D4")."""
Aim: TypeAlias = Annotated[
    Corner | str,
    PlainValidator(_read_aim),
    WithJsonSchema(_CORNER_SCHEMA),
]
"""A corner of the grid, a creature's id or a square."""
Path: TypeAlias = SomeOf[GridSquare]


class DistanceInputs(FileTable):
    """The distance between two creatures or squares."""

    a: Text = Field(description="A creature's id, or a square.")
    b: Text = Field(description="A creature's id, or a square.")


class MannerInputs(FileTable):
    """How a creature moves."""

    mover: Text = Field(description="The id of the creature that moves.")
    action: MoveAction = Field("move", description="The action that it moves by.")
    mode: Annotated[GridMode, OneOf(GRID_MODES)] = Field("walk", description="How it moves.")
    budget: Natural | None = Field(None, description="The squares that it can spend.")
    diagonals_before: Natural | None = Field(
        None, description="The diagonal steps that it made before in this round."
    )
    extra_doublings: Natural | None = Field(
        None, description="How many more times the cost of each square is doubled."
    )
    tumble_success: Tumble = Field(
        False, description="Whom its acrobatic check beat: true, or a list of ids."
    )
    squeeze: bool = Field(False, description="Whether it squeezes.")
    full_round: bool = Field(False, description="Whether it has the whole round for this.")
    next_move_action: bool = Field(False, description="Whether it has a move action left.")
    ends_here: bool = Field(True, description="Whether its move ends where the path does.")


class MoveInputs(MannerInputs):
    """What a path costs."""

    path: Path = Field(description="The squares of the path, from where it is.")


class EndInputs(FileTable):
    """Whether a creature may end its move, or where one that is stopped ends."""

    mover: Text = Field(description="The id of the creature that moves.")
    at: GridSquare | None = Field(None, description="The square where it would end.")
    path: Path | None = Field(None, description="The squares of the path, from where it is.")
    stopped_at: GridSquare | None = Field(
        None, description="The square of the path in which it is stopped."
    )
    mode: Annotated[GridMode, OneOf(GRID_MODES)] = Field("walk", description="How it moves.")
    squeeze: bool = Field(False, description="Whether it squeezes.")
    tumble_success: Tumble = Field(
        False, description="Whom its acrobatic check beat: true, or a list of ids."
    )
    next_move_action: bool = Field(False, description="Whether it has a move action left.")

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        if check_one_of(self, "at", "path") == "at":
            if self.stopped_at is not None:
                raise cannot_go_with("stopped_at", "at")
        elif self.stopped_at is None:
            raise missing("stopped_at")
        return self


class SqueezeInputs(FileTable):
    """Whether a size fits through a passage."""

    size: Text = Field(description="The size, a row of the ruleset.")
    width_m: Amount = Field(description="The width of the passage in metres.")


class CheapestInputs(MannerInputs):
    """The cheapest way to a square."""

    to: GridSquare = Field(description="The square to get to.")


class ReachInputs(MannerInputs):
    """The squares that a creature can get to."""

    budget: Natural = Field(description="The squares that it can spend.")


class FallInputs(FileTable):
    """What a fall does."""

    height: Natural = Field(description="How far it falls, in squares.")
    surface: Surface = Field("hard", description="What it falls on.")
    depth: Natural | None = Field(None, description="How deep the soft surface is, in squares.")
    deliberate: bool = Field(False, description="Whether it jumps.")
    victim_reflex: Whole | None = Field(
        None, description="The Reflex save of one that it falls on."
    )

    @model_validator(mode="after")
    def _check_surface(self) -> Self:
        if self.surface != "soft":
            message = Message("can be given only with a soft surface")
            refuse_keys(self, ("depth", "deliberate"), message)
        return self


class FlyInputs(FileTable):
    """What a flight costs."""

    main: MainDirection = Field("", description="The main direction, where a system has one.")
    steps: SomeOf[BearingText] = Field(
        description='The steps: compass points, with U up and D down: "UE".'
    )
    budget: Natural | None = Field(None, description="The squares that it can spend.")
    gravity: Annotated[str, OneOf(GRAVITIES)] = Field("normal", description="The gravity.")
    wind: Annotated[str, OneOf(("", *DIRECTIONS))] = Field(
        "", description="The direction in which the air moves; if not given, there is no wind."
    )
    diagonals_before: Natural | None = Field(
        None, description="The diagonal steps that it made before in this round."
    )
    mode: FlightMode = Field("fly", description="Whether it flies or swims.")


class AttackInputs(FileTable):
    """The modifiers of an attack, or a coup de grâce."""

    mode: AttackMode | None = Field(None, description="How the attack is made.")
    attacker: ListOf[str] = Field((), description="The attacker's conditions and situations.")
    target: ListOf[str] = Field((), description="The target's conditions and situations.")
    weapon: Text | None = Field(None, description="The kind of weapon, where it matters.")
    take_cover: bool = Field(False, description="Whether the target takes cover.")
    action: AttackAction = Field("attack", description="What it attacks by.")
    adjacent: bool = Field(False, description="Whether it is adjacent (coup de grâce).")
    damage: Natural | None = Field(None, description="The damage (coup de grâce).")

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        if self.action == "coup_de_grace":
            if self.mode == "ranged" and self.weapon is None:
                raise missing("weapon")
            return self
        message = Message("can be given only with a coup de grâce")
        refuse_keys(self, ("adjacent", "damage"), message)
        check_given(self, "mode")
        return self


class ThreatInputs(FileTable):
    """The squares that a creature threatens."""

    who: Text = Field(description="The id of the creature.")


class AooInputs(FileTable):
    """Who may strike at a creature on its way."""

    mover: Text = Field(description="The id of the creature that moves.")
    path: Path = Field(description="The squares of the path, from where it is.")
    action: AooAction = Field("move", description="The action that it moves by.")
    tumble_success: Tumble = Field(
        False, description="Whom its acrobatic check beat: true, or a list of ids."
    )
    already: ListOf[str] = Field(
        (), description="The ids of those who have struck at it in this round."
    )


class FlankInputs(FileTable):
    """Whether two creatures flank a third."""

    attacker: Text = Field(description="The id of the attacker.")
    ally: Text = Field(description="The id of its ally.")
    target: Text = Field(description="The id of the target.")
    mode: AttackMode = Field("melee", description="How the attack is made.")


class CoverInputs(FileTable):
    """The cover of a target from an attacker, or from an area."""

    attacker: Text | None = Field(None, description="The id of the attacker.")
    target: Text = Field(description="The id of the target.")
    mode: CoverMode = Field(description="How the attack is made.")
    gm_degree: Text = Field("", description="The degree that the GM rules.")
    take_cover: bool = Field(False, description="Whether the target takes cover.")
    origin: ListOf[Whole] | None = Field(
        None, description="The corner where the area begins: columns and rows from the top left."
    )
    spread: bool = Field(False, description="Whether the area goes round corners.")

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        if self.mode == "area":
            refused = OF_ATTACKS
            needed = "origin"
        else:
            refused = OF_AREAS
            needed = "attacker"
        for key in given_keys(self, refused):
            raise cannot_go_with(key, self.mode)
        check_given(self, needed)
        if self.origin is not None and len(self.origin) != 2:
            message = Message("must be two numbers, columns and rows from the top left")
            raise WrongValue(message, key="origin")
        return self


class ConcealmentInputs(FileTable):
    """The concealment of a target."""

    attacker: Text = Field(description="The id of the attacker.")
    target: Text = Field(description="The id of the target.")
    mode: AttackMode = Field(description="How the attack is made.")
    light: Light | None = Field(None, description="The light, if not that of the map.")


class AreaInputs(FileTable):
    """The squares of an area."""

    shape: Shape = Field(description="Its shape.")
    origin: GridCorner | None = Field(None, description="The corner from which it spreads.")
    length: Natural | None = Field(None, description="Its radius or length in squares.")
    who: Text | None = Field(None, description="The id of the creature that it starts from.")
    direction: Annotated[str, OneOf(DIRECTIONS)] | None = Field(
        None, description="The direction of a cone."
    )
    to: Aim | None = Field(None, description="What a line is aimed at.")
    corner: GridCorner | None = Field(None, description="The corner where it starts.")
    take_cover: bool = Field(False, description="Whether those in it take cover.")

    @model_validator(mode="after")
    def _check_needed(self) -> Self:
        needed = {
            "burst": ("origin", "length"),
            "spread": ("origin", "length"),
            "cone": ("who", "length", "direction"),
            "line": ("who", "length", "to"),
        }
        check_given(self, *needed[self.shape])
        return self
