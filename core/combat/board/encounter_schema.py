"""The models of an encounter file: its board, and the creatures on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self, TypeAlias

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)

from core.combat.board.drawing import (
    HIGHEST_TOP,
    Board,
    BoardHeight,
    Door,
    DoorState,
    Light,
    squares_of,
)
from core.combat.board.scene import GRAVITIES, Creature
from core.combat.board.squares import DEEPEST, DIRECTIONS, NOWHERE, Square, parse_square
from core.creatures import Mode
from core.effects.effect_schema import WornLines
from core.effects.worn import parse_worn
from core.file_schema import (
    A_TEXT,
    EffectText,
    FileTable,
    ListOf,
    Natural,
    OneOf,
    SomeSquares,
    SquareCount,
    Text,
    Whole,
    WholeIn,
    WrongValue,
    as_wrong_value,
    check_not_blank,
    missing,
    wrong_type,
)
from core.files import FARTHEST
from core.messages import Message
from core.values import replace

HeightInSquares: TypeAlias = Annotated[int, WholeIn(DEEPEST, FARTHEST)]


def _read_square(value: object, info: ValidationInfo) -> Square:
    if not isinstance(value, str):
        raise wrong_type(A_TEXT)
    check_not_blank(value, info)
    with as_wrong_value():
        return parse_square(value)


def _check_runs(text: str) -> str:
    with as_wrong_value():
        squares_of(text)
    return text


def _check_sign(sign: str) -> str:
    if len(sign) != 1 or not sign.isprintable() or sign.isspace():
        raise WrongValue(Message("'{sign}' is not a single character.", sign=sign))
    return sign


def _check_id(id: str) -> str:
    if len(id.split()) != 1 or "," in id or id.startswith("-"):
        message = Message(
            "'{id}' is not an id. Write one word without a comma or a dash in front.", id=id
        )
        raise WrongValue(message)
    return id


GridSquare: TypeAlias = Annotated[
    Square,
    PlainValidator(_read_square),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z]+[0-9]+$"}),
]
"""A square by its name, such as "C4"."""
Runs: TypeAlias = Annotated[Text, AfterValidator(_check_runs)]
"""Squares as runs: "B2:5 C4" is five squares from B2 to the right, and C4."""
Sign: TypeAlias = Annotated[str, AfterValidator(_check_sign)]
EncounterId: TypeAlias = Annotated[Text, AfterValidator(_check_id)]


class BoardCreature(FileTable):
    """A creature on the board."""

    id: Text = Field(description="A word by which it is named.")
    size: Text = Field(description='Its size, a row of the ruleset: "M".')
    at: GridSquare | None = Field(
        None, description="The top left square of its space; a rider's is that of its mount."
    )
    side: Text = Field("", description='The side that it is on, such as "party" or "foe".')
    long: bool = Field(False, description="Whether its body is long, as that of a horse.")
    reach: SquareCount | None = Field(
        None, description="Its natural reach in squares; if not given, that of its size."
    )
    weapon_reach: SquareCount | None = Field(
        None, description="The reach of its weapon in squares, if that is a reach weapon."
    )
    space: SomeSquares | None = Field(
        None, description="The side of its space in squares; if not given, that of its size."
    )
    conditions: ListOf[str] = Field((), description='Its conditions: "prone".')
    rides: Text = Field("", description="The id of the creature that it rides.")
    reaction: bool | None = Field(
        None, description="Whether it can strike at who moves past, where not every creature can."
    )

    def creature(self) -> Creature:
        """Return the creature; a rider of which only the mount is given is at `NOWHERE`."""
        return Creature(
            id=self.id,
            size=self.size,
            at=NOWHERE if self.at is None else self.at,
            side=self.side,
            long=self.long,
            reach=self.reach,
            weapon_reach=self.weapon_reach,
            space=self.space,
            conditions=self.conditions,
            rides=self.rides,
            reaction=self.reaction,
        )


class EncounterCreature(BoardCreature):
    """A creature of an encounter file."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["at"]}, {"required": ["rides"]}]}
    )

    id: EncounterId = Field(description="A word of its own, by which it is named.")
    name: Text = Field("", description="Its name, as shown.")
    speed: SquareCount | None = Field(None, description="Its speed on foot in squares.")
    speeds: dict[Mode, SquareCount] = Field({}, description="Its speeds in squares, by mode.")
    hp: Whole | None = Field(None, description="Its hit points.")
    ac: Natural | None = Field(None, description="Its Armour Class.")
    attack: Whole | None = Field(None, description="Its attack bonus.")
    init: Whole | None = Field(None, description="Its initiative bonus.")
    elevation: HeightInSquares | None = Field(
        None,
        description="Its height in squares, below 0 under the ground; 0 if not given.",
    )
    hidden: bool = Field(False, description="Whether players do not see it.")
    effects: ListOf[EffectText] = Field(
        (), description='Its conditions and effects: "shaken", "frightened=2 5" for 5 rounds.'
    )
    worn: WornLines = Field(
        (), description='The bonuses that its figures hold already: "ac +1 deflection".'
    )

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        if self.at is None and "rides" not in self.model_fields_set:
            raise missing("at")
        if self.speed is not None and "walk" in self.speeds:
            raise WrongValue(Message("Give speed or speeds.walk, not both."), key="speeds.walk")
        return self

    def creature(self) -> Creature:
        """Return the creature; a rider of which only the mount is given is at `NOWHERE`."""
        return replace(
            super().creature(),
            name=self.name,
            speed=self.speed,
            speeds=tuple(self.speeds.items()),
            hp=self.hp,
            ac=self.ac,
            attack=self.attack,
            init=self.init,
            elevation=self.elevation or 0,
            hidden=self.hidden,
            effects=self.effects,
            worn=parse_worn(self.worn),
        )


class DoorTable(FileTable):
    """A door on a border."""

    edge: Text = Field(description='The border between two squares: "B2/C2".')
    state: DoorState = Field("closed", description="Whether it is closed, open or locked.")


class HeightTable(FileTable):
    """The height of what stands on squares, or on borders."""

    squares: Runs = Field("", description='The squares as runs: "B2:5 C4" is B2 to F2, and C4.')
    edges: ListOf[str] = Field((), description='The borders between two squares: "B2/C2".')
    height: Annotated[int, WholeIn(1, HIGHEST_TOP)] = Field(
        description="How high the walls, doors or trees there are, in squares."
    )

    @model_validator(mode="after")
    def _check_place(self) -> Self:
        if not self.squares and not self.edges:
            raise missing("squares")
        return self

    def rows(self) -> Iterator[BoardHeight]:
        """Yield it as the board has it."""
        if self.squares:
            yield BoardHeight(self.squares, self.height)
        if self.edges:
            yield BoardHeight(" ".join(self.edges), self.height)


class ZoneTable(FileTable):
    """Squares that are lit otherwise than the whole map."""

    squares: Runs = Field(description='The squares as runs: "B2:5 C4" is B2 to F2, and C4.')
    light: Light = Field(description="Their light.")


class EncounterTables(FileTable):
    """An encounter file: a map with its borders, the creatures on it, light and wind."""

    ruleset: Text = Field(description='The ruleset by its id: "pf1".')
    name: Text = Field("", description="The name of the encounter.")
    map: Text = Field(description="The map: rows of signs, each for the ground of a square.")
    edge_walls: ListOf[str] = Field((), description='Borders with a wall: "B2/C2".')
    edge_low: ListOf[str] = Field((), description='Borders with a low wall: "B2/C2".')
    edge_veils: ListOf[str] = Field(
        (), description='Borders that conceal and hinder nobody, such as a curtain: "B2/C2".'
    )
    doors: ListOf[DoorTable] = Field((), description="The doors.")
    heights: ListOf[HeightTable] = Field(
        (), description="Heights of walls, doors and trees; others reach to the ceiling."
    )
    legend: dict[Sign, ListOf[str]] = Field(
        {}, description="Signs of this map, each with its kinds of ground: rows of the ruleset."
    )
    creatures: ListOf[EncounterCreature] = Field((), description="The creatures.")
    light: Light = Field("bright", description="The light of the whole map.")
    zones: ListOf[ZoneTable] = Field((), description="Squares that are lit otherwise.")
    wind: Annotated[str, OneOf(DIRECTIONS)] = Field(
        "", description="The direction in which the air moves; if not given, there is no wind."
    )
    gravity: Annotated[str, OneOf(GRAVITIES)] = Field("normal", description="The gravity.")
    start: Runs = Field(
        "", description="The squares where the party enters, as runs; if not given, anywhere."
    )

    def board(self) -> Board:
        """Return the map with its borders and signs."""
        return Board(
            rows=tuple(self.map.split()),
            edge_walls=self.edge_walls,
            edge_low=self.edge_low,
            edge_veils=self.edge_veils,
            doors=tuple(Door(door.edge, door.state) for door in self.doors),
            legend=tuple(self.legend.items()),
            heights=tuple(row for table in self.heights for row in table.rows()),
        )
