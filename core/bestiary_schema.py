"""The models of a file of creatures; a party file has their figures for a fight too."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, PlainValidator, ValidationInfo, WithJsonSchema

from core.creatures import (
    Attack,
    AttackMode,
    Hand,
    Mode,
    NaturalKind,
    Sheet,
    Weapon,
)
from core.defences import Defence, defence_lines, read_defences
from core.dice import parse_dice
from core.effects.effect_schema import WornLines
from core.file_schema import (
    A_TEXT,
    SOME,
    FileTable,
    FromOne,
    ListOf,
    Natural,
    SomeSquares,
    SquareCount,
    Text,
    Whole,
    WholeIn,
    WrongValue,
    as_wrong_value,
    check_not_blank,
    wrong_type,
)
from core.messages import Message
from core.rulesets.creature_words import complete_attack
from core.rulesets.schema import WeaponRow

ENGLISH = "en"
Score: TypeAlias = Literal["str", "dex", "int", "wis", "cha"]
SLUG = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
_ANY_WHOLE = WholeIn(None)


def _read_names(value: object, info: ValidationInfo) -> tuple[tuple[str, str], ...]:
    if isinstance(value, Mapping):
        for language, name in value.items():
            if not isinstance(name, str):
                raise wrong_type(A_TEXT, language)
        if not value.get(ENGLISH, "").strip():
            raise WrongValue(Message("must have an English one (en)"))
        return tuple(value.items())
    if not isinstance(value, str):
        raise wrong_type(A_TEXT)
    return ((ENGLISH, check_not_blank(value, info)),)


def _read_bonuses(value: object, info: ValidationInfo) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):  # a tuple in a casebook
        return (_ANY_WHOLE.read(value, info),)
    if not value:
        raise WrongValue(SOME)
    return _ANY_WHOLE.read_items(value, info)


def _check_dice(text: str) -> str:
    if text:
        with as_wrong_value():
            parse_dice(text)
    return text


def _read_defence_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    found: list[Defence] = []
    with as_wrong_value():
        for line in lines:
            found += read_defences(line)
    return defence_lines(found)


Dice: TypeAlias = Annotated[Text, AfterValidator(_check_dice)]
"""A roll, such as "1d8+4"."""
ShownNames: TypeAlias = Annotated[
    tuple[tuple[str, str], ...],
    PlainValidator(_read_names),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "object",
                    "properties": {ENGLISH: {"type": "string", "minLength": 1}},
                    "required": [ENGLISH],
                    "additionalProperties": {"type": "string"},
                },
            ]
        }
    ),
]
"""A name, or names by language, of which the English one is needed."""

Bonuses: TypeAlias = Annotated[
    tuple[int, ...],
    PlainValidator(_read_bonuses),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"type": "integer"}, "minItems": 1},
            ]
        }
    ),
]
"""A whole number, or a list of some."""


class AttackTable(FileTable):
    """An attack, as a character sheet or a stat block has it."""

    name: ShownNames = Field(description="Its name, or its names by language.")
    bonuses: Bonuses = Field(
        description="The attack bonus, or those of a full attack in order: [6, 1]."
    )
    damage: Dice = Field("", description='The damage of a hit, such as "1d8+4".')
    extra: Dice = Field("", description="Further dice that a critical hit does not multiply.")
    critical: Annotated[int, WholeIn(2, 20)] | None = Field(
        None, description="The lowest roll that threatens a critical hit; 20 if not given."
    )
    times: Annotated[int, WholeIn(1, 10)] | None = Field(
        None, description="What a critical hit multiplies the damage by; 2 if not given."
    )
    mode: AttackMode | None = Field(
        None, description="How it is made; if not given, by its weapon and its range increment."
    )
    weapon: Weapon | None = Field(
        None, description="The kind of weapon, where a target lies prone or is helpless."
    )
    reach: SquareCount | None = Field(
        None, description="The outer reach in squares of a reach weapon or of a long bite."
    )
    increment: SomeSquares | None = Field(
        None, description="The range increment in squares of a ranged attack."
    )
    nonlethal: bool = Field(False, description="Whether its damage is nonlethal.")
    agile: bool = Field(False, description="Whether its weapon is agile (Pathfinder 2).")
    also: Text = Field("", description='What a hit may bring besides damage: "trip".')
    energy: bool | None = Field(
        None,
        description="Whether it is against the Armour Class for energy (Starfinder); if not given,"
        " by the name of its weapon.",
    )
    near: bool = Field(
        False, description="Whether it strikes at all nearer squares too, as a long bite does."
    )
    hand: Hand = Field("", description='"off" for the second of two weapons.')
    light: bool = Field(False, description="Whether it is a light weapon.")
    natural: NaturalKind = Field(
        "", description="Of a natural attack, whether it is primary or secondary."
    )
    two_handed: bool = Field(False, description="Whether it is held with both hands.")
    flurry: Bonuses | None = Field(
        None, description="The attack bonuses of a flurry with it, in order: [6, 6, 1]."
    )
    kinds: ListOf[str] = Field(
        (), description='The kinds of its damage and what it is of: "slashing", "silver".'
    )
    extra_kinds: ListOf[str] = Field((), description='The kinds of the further dice: "fire".')

    def attack(self, weapons: Collection[WeaponRow] = ()) -> Attack:
        """Return the attack; what is not given is as usual for one of its name (`weapons`)."""
        plain = Attack("")
        written = Attack(
            name=dict(self.name)[ENGLISH],
            bonuses=self.bonuses,
            damage=self.damage,
            extra=self.extra,
            critical=self.critical or plain.critical,
            times=self.times or plain.times,
            reach=self.reach,
            increment=self.increment,
            nonlethal=self.nonlethal,
            agile=self.agile,
            also=self.also,
            near=self.near,
            hand=self.hand,
            light=self.light,
            natural=self.natural,
            two_handed=self.two_handed,
            flurry=self.flurry or (),
            kinds=self.kinds,
            extra_kinds=self.extra_kinds,
        )
        return complete_attack(written, weapons, self.mode, self.weapon, self.energy)


class SheetTable(FileTable):
    """A creature's figures for a fight."""

    long: bool = Field(False, description="Whether its body is long, as that of a horse.")
    reach: SquareCount | None = Field(
        None, description="Its natural reach in squares; if not given, that of its size."
    )
    space: SomeSquares | None = Field(
        None, description="The side of its space in squares; if not given, that of its size."
    )
    ac: Natural | None = Field(None, description="Its Armour Class.")
    eac: Natural | None = Field(
        None, description="Its Armour Class against energy, where a system has two."
    )
    dexterity: Whole | None = Field(None, description="Its Dexterity modifier.")
    init: Whole | None = Field(None, description="Its initiative bonus.")
    fortitude: Whole | None = Field(None, description="Its Fortitude save.")
    reflex: Whole | None = Field(None, description="Its Reflex save.")
    will: Whole | None = Field(None, description="Its Will save.")
    perception: Whole | None = Field(None, description="Its Perception bonus.")
    acrobatics: Whole | None = Field(None, description="Its Acrobatics bonus.")
    base_attack: Whole | None = Field(
        None, description="Its base attack bonus, by which some feats count."
    )
    scores: dict[Score, Natural] = Field(
        {}, description="Its ability scores, by str, dex, int, wis and cha."
    )
    speeds: dict[Mode, SquareCount] = Field({}, description="Its speeds in squares, by mode.")
    run: FromOne | None = Field(
        None, description="How many times its speed it runs; if not given, by armour and load."
    )
    traits: ListOf[str] = Field((), description='The conditions that it always has: "darkvision".')
    feats: ListOf[str] = Field(
        (), description='Its feats by their names: "Power Attack"; some count on the grid.'
    )
    reaction: bool | None = Field(
        None, description="Whether it can strike at who moves past, where not every creature can."
    )
    attacks: ListOf[AttackTable] = Field((), description="Its attacks.")
    defences: Annotated[ListOf[str], AfterValidator(_read_defence_lines)] = Field(
        (), description='What it has against damage: "DR 5/silver", "resist fire 10".'
    )
    worn: WornLines = Field(
        (), description='The bonuses that its figures hold already: "ac +1 deflection".'
    )

    def sheet(self, size: str, weapons: Collection[WeaponRow] = ()) -> Sheet:
        """Return the figures for a fight of a creature of this size, with attacks as `attack`."""
        return Sheet(
            size=size,
            long=self.long,
            reach=self.reach,
            space=self.space,
            ac=self.ac,
            dexterity=self.dexterity,
            init=self.init or 0,
            fortitude=self.fortitude,
            reflex=self.reflex,
            will=self.will,
            perception=self.perception,
            acrobatics=self.acrobatics,
            base_attack=self.base_attack,
            feats=self.feats,
            speeds=tuple(self.speeds.items()),
            run=self.run,
            attacks=tuple(attack.attack(weapons) for attack in self.attacks),
            traits=self.traits,
            reaction=self.reaction,
            eac=self.eac,
            scores=tuple(self.scores.items()),
            defences=self.defences,
            worn=self.worn,
        )


class BeastTable(SheetTable):
    """A kind of creature."""

    name: ShownNames = Field(description="Its name, or its names by language.")
    size: Text = Field(description='Its size, a row of the ruleset: "M".')
    hp: Dice = Field("", description="The dice that are rolled for its hit points.")
    average: FromOne | None = Field(
        None, description="Its hit points if none are rolled; if not given, the mean of the dice."
    )
    cr: Text = Field("", description='Its strength as shown: "CR 1".')
    level: Natural | None = Field(None, description="Its level or hit dice.")
    con_score: Natural | None = Field(None, description="Its Constitution score.")
    source: Text = Field("", description="The document that it comes from.")


def _check_slug(slug: str) -> str:
    if not SLUG.fullmatch(slug):
        said = Message("{slug} is not an id: use one word in small letters.", slug=slug)
        raise WrongValue(said)
    return slug


Slug: TypeAlias = Annotated[
    str, AfterValidator(_check_slug), Field(json_schema_extra={"pattern": f"^{SLUG.pattern}$"})
]


class BestiaryHead(FileTable):
    """A file of creatures, of which only the ruleset is read."""

    ruleset: Text = Field("", description="The ruleset that they are for; if not given, any.")
    beasts: object = None


class BestiaryTables(BestiaryHead):
    """A file of creatures."""

    beasts: dict[Slug, BeastTable] = Field(
        {}, description="The creatures, each in a table under [beasts.ID]."
    )
