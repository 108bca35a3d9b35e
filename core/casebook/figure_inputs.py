"""The inputs of the kind of case about a creature's figures as they are now."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema

from core.bestiary_schema import AttackTable
from core.effects.effect_schema import WornLines
from core.effects.sheets import FigureSheet
from core.effects.worn import parse_worn
from core.file_schema import FileTable, ListOf, Natural, Text, Whole, WrongValue, wrong_type
from core.messages import Message

Unit: TypeAlias = Literal["", "ft", "m"]
SQUARES: dict[str, Fraction] = {"": Fraction(1), "ft": Fraction(1, 5), "m": Fraction(2, 3)}
"""Squares in each unit of a speed."""
A_SPEED = Message('must be a number of squares, or a text such as "30 ft" or "9 m"')


class FigureSpeed(FileTable):
    """A speed: its number in its unit."""

    number: Fraction
    unit: Unit

    @property
    def squares(self) -> Fraction:
        """The speed in squares."""
        return self.number * SQUARES[self.unit]

    def written(self, squares: int) -> int | str:
        """Return a number of squares as the speed is written."""
        if not self.unit:
            return squares
        number = squares / SQUARES[self.unit]
        shown = str(number) if number.denominator == 1 else str(float(number))
        return f"{shown} {self.unit}"


def _read_speed(value: object, info: ValidationInfo) -> FigureSpeed:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return FigureSpeed(number=Fraction(value), unit="")
    if not isinstance(value, str):
        raise wrong_type(A_SPEED)
    words = value.split()
    if len(words) != 2 or words[1] not in ("ft", "m"):
        raise WrongValue(A_SPEED)
    try:
        number = Fraction(words[0])
    except (ValueError, ZeroDivisionError) as wrong:
        raise WrongValue(A_SPEED) from wrong
    return FigureSpeed(number=number, unit="ft" if words[1] == "ft" else "m")


WrittenSpeed: TypeAlias = Annotated[
    FigureSpeed,
    PlainValidator(_read_speed),
    WithJsonSchema({"type": ["integer", "string"], "minimum": 0}),
]
"""A speed in squares, or in feet or metres as "30 ft"."""


class FigureCreature(FileTable):
    """A creature and its figures without effects; those that nobody asks for may be left out."""

    name: Text = Field("", description="Its name.")
    size: Text = Field("M", description='Its size: "M".')
    level: Natural | None = Field(None, description="Its level.")
    strength: Natural | None = Field(None, alias="str", description="Its Strength score.")
    dex: Natural | None = Field(None, description="Its Dexterity score.")
    con: Natural | None = Field(None, description="Its Constitution score.")
    intelligence: Natural | None = Field(None, alias="int", description="Its Intelligence score.")
    wis: Natural | None = Field(None, description="Its Wisdom score.")
    cha: Natural | None = Field(None, description="Its Charisma score.")
    ac: Natural | None = Field(
        None, description="Its Armour Class; the kinetic one where a system has two."
    )
    ac_touch: Natural | None = Field(None, description="Its touch Armour Class.")
    ac_flat_footed: Natural | None = Field(None, description="Its Armour Class flat-footed.")
    eac: Natural | None = Field(None, description="Its Armour Class against energy.")
    dexterity: Whole | None = Field(
        None, description="The Dexterity modifier that is in its Armour Class."
    )
    base_attack: Whole | None = Field(None, description="Its base attack bonus.")
    cmb: Whole | None = Field(None, description="Its combat manoeuvre bonus.")
    cmd: Whole | None = Field(None, description="Its combat manoeuvre defence.")
    fort: Whole | None = Field(None, description="Its Fortitude save.")
    ref: Whole | None = Field(None, description="Its Reflex save.")
    will: Whole | None = Field(None, description="Its Will save.")
    init: Whole | None = Field(None, description="Its initiative bonus.")
    perception: Whole | None = Field(None, description="Its Perception bonus.")
    skills: dict[str, Whole] = Field({}, description="Its bonuses to skills, by their names.")
    speed: WrittenSpeed | None = Field(
        None, description='Its speed on foot in squares, or as "30 ft" or "9 m".'
    )
    attacks: ListOf[AttackTable] = Field((), description="Its attacks.")
    worn: WornLines = Field(
        (), description='The bonuses that its figures hold already: "ac +1 deflection".'
    )

    def sheet(self) -> FigureSheet:
        """Return its figures."""
        scores = {
            "str": self.strength,
            "dex": self.dex,
            "con": self.con,
            "int": self.intelligence,
            "wis": self.wis,
            "cha": self.cha,
        }
        return FigureSheet(
            level=self.level,
            scores={ability: score for ability, score in scores.items() if score is not None},
            ac=self.ac,
            touch=self.ac_touch,
            flat_footed=self.ac_flat_footed,
            eac=self.eac,
            dexterity=self.dexterity,
            fortitude=self.fort,
            reflex=self.ref,
            will=self.will,
            initiative=self.init,
            cmb=self.cmb,
            cmd=self.cmd,
            perception=self.perception,
            skills=self.skills,
            speeds={} if self.speed is None else {"walk": self.speed.squares},
            worn=parse_worn(self.worn),
        )


class FigureInputs(FileTable):
    """A figure of a creature that is under effects."""

    creature: FigureCreature = Field(description="The creature.")
    effects: ListOf[str] = Field((), description='Its effects: "shaken", "frightened=2".')
    figure: Text = Field(description='The figure: "will", "ac touch", "skill climb".')
    against: Text = Field("", description='What matters to it: "fear", "melee".')
    switches: dict[str, bool | str] = Field(
        {}, description="Values of switches that are not those of the ruleset."
    )
