"""A creature's figures for a fight: its size, defences, saves, speeds and attacks."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, get_args

from core.values import Struct

Mode: TypeAlias = Literal["walk", "fly", "swim", "climb", "burrow", "incorporeal"]
MODES: tuple[Mode, ...] = get_args(Mode)
AttackMode: TypeAlias = Literal["melee", "ranged"]
Hand: TypeAlias = Literal["", "off"]
NaturalKind: TypeAlias = Literal["", "primary", "secondary"]
Weapon: TypeAlias = Literal["melee", "bow", "crossbow", "shuriken", "thrown", "unarmed", "lance"]
WEAPONS: tuple[Weapon, ...] = get_args(Weapon)
"""The kinds of weapon that an attack may have."""


class Attack(Struct):
    """One attack as a character sheet or a stat block gives it.

    `bonuses` are the attack bonuses of a full attack in order (6, 1); a single attack uses the
    first. `damage` is dice ("1d8+4", "" = none), `extra` dice that a critical hit does not
    multiply. A face of `critical` or more threatens a critical hit, which multiplies damage by
    `times`. `weapon` is the kind that matters to who lies prone or helpless (C-215, C-242:
    "melee", "bow", "crossbow", "shuriken", "thrown"; "unarmed" and "lance" are melee weapons).
    `reach` is the outer reach in squares of a
    reach weapon or of a long bite (None = the natural reach); with `near` it strikes at all nearer
    squares too, where a reach weapon strikes only beyond the natural reach (C-095, C-099).
    `increment` is the range increment in squares of a ranged attack (None = unknown). `agile` is
    pf2's. With `energy` it is against the Armour
    Class of that name, where the target has two (`Sheet.eac`). `also` is what a hit may bring
    ("trip").
    `hand` "off" is the second weapon of two, `light` and `two_handed` how it is held; `natural` is
    whether a natural attack is a primary or a secondary one ("" = by its name, `is_natural`).
    `flurry` are the bonuses of a flurry with it, in order. `kinds` are the kinds of its damage and
    what the weapon is of, as written ("slashing", "cold iron"); `extra_kinds` those of `extra`.
    """

    name: str
    bonuses: tuple[int, ...] = (0,)
    damage: str = ""
    extra: str = ""
    critical: int = 20
    times: int = 2
    mode: AttackMode = "melee"
    weapon: str = "melee"
    reach: int | None = None
    increment: int | None = None
    nonlethal: bool = False
    agile: bool = False
    also: str = ""
    energy: bool | None = None
    near: bool = False
    hand: Hand = ""
    light: bool = False
    natural: NaturalKind = ""
    two_handed: bool = False
    flurry: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    extra_kinds: tuple[str, ...] = ()


TWO = "two"
RAPID = "rapid"
FLURRY = "flurry"
POWER = "power"
DEADLY = "deadly"
LUNGE = "lunge"
OF_THE_TURN = (TWO, RAPID, FLURRY)
"""The words that change all attacks of a turn (K-3)."""
STANCES = (POWER, DEADLY, LUNGE)
"""The words that a feat allows (K-13): their figures last until the next turn."""


def plain_word(word: str) -> str:
    """Return a word of an attack line without the number behind it: "power2" is "power"."""
    return word.rstrip("0123456789")


OF_ARMOUR_CLASS = "ac-"
"""The beginning of an occasion that is said of the target's Armour Class."""


class AttackWords(Struct, kw_only=True):
    """The GM's words about an attack beside its modifiers (`MakeAttack`).

    `miss` is the miss chance in per cent in place of the map's (None = the map's). `high`: from
    higher ground, whatever the map says. `far`: aimed at a part of the target that is away from
    the attacker's friends. `two` with the second weapon too, `rapid` and `flurry` with one more
    attack. `power` is how much accuracy is given up (0 = as much as the system says, None = none),
    `deadly` the like of shots. `lunge`: with more reach. `double` and `running`: how the mount
    moves this turn. `quiet`: it provokes nobody. `about` are occasions that changes of figures ask
    for: "evil" of those of the attacker, "ac-evil" of the target's Armour Class.
    """

    miss: int | None = None
    high: bool = False
    far: bool = False
    two: bool = False
    rapid: bool = False
    flurry: bool = False
    power: int | None = None
    deadly: bool = False
    lunge: bool = False
    double: bool = False
    running: bool = False
    quiet: bool = False
    about: tuple[str, ...] = ()

    @property
    def about_attacker(self) -> tuple[str, ...]:
        """The occasions that changes of the attacker's figures ask for."""
        return tuple([word for word in self.about if not word.startswith(OF_ARMOUR_CLASS)])

    @property
    def about_target(self) -> tuple[str, ...]:
        """The occasions that changes of the target's Armour Class ask for."""
        said = [word for word in self.about if word.startswith(OF_ARMOUR_CLASS)]
        return tuple([word.removeprefix(OF_ARMOUR_CLASS) for word in said])

    @property
    def of_the_turn(self) -> tuple[str, ...]:
        """The words of OF_THE_TURN that are said."""
        said = {TWO: self.two, RAPID: self.rapid, FLURRY: self.flurry}
        return tuple(word for word in OF_THE_TURN if said[word])

    @property
    def of_feats(self) -> tuple[str, ...]:
        """The words of STANCES that are said, as they are typed: "power2"."""
        said: list[str] = []
        if self.power is not None:
            said.append(f"{POWER}{self.power or ''}")
        if self.deadly:
            said.append(DEADLY)
        if self.lunge:
            said.append(LUNGE)
        return tuple(said)


NO_WORDS = AttackWords()


SHOOTS = frozenset({"bow", "crossbow", "shuriken"})
"""The kinds of weapon that are of no use in melee."""


def usual_attack_mode(weapon: str, increment: int | None) -> AttackMode:
    """Return how an attack of which nothing is said is made, by its weapon and range increment."""
    if weapon in SHOOTS or increment is not None:
        return "ranged"
    return "melee"


BODY_PARTS = frozenset(
    (
        "antler",
        "antlers",
        "arm",
        "arms",
        "beak",
        "bite",
        "claw",
        "claws",
        "fang",
        "fangs",
        "fist",
        "fists",
        "foot",
        "feet",
        "gore",
        "hoof",
        "hooves",
        "horn",
        "horns",
        "jaw",
        "jaws",
        "kick",
        "leg",
        "legs",
        "mandible",
        "mandibles",
        "maw",
        "pincer",
        "pincers",
        "pseudopod",
        "slam",
        "sting",
        "stinger",
        "tail",
        "talon",
        "talons",
        "tendril",
        "tendrils",
        "tentacle",
        "tentacles",
        "tongue",
        "tusk",
        "tusks",
        "wing",
        "wings",
    )
)
"""The words by which a melee attack is told to be of the body: it is never out of hand."""


def is_natural(attack: Attack) -> bool:
    """Whether an attack is one of the body, as written or by its name: "jaws", "tail slap"."""
    if attack.natural:
        return True
    return attack.mode == "melee" and not BODY_PARTS.isdisjoint(_words_of(attack))


UNARMED = "unarmed"
THROWN = "thrown"
LANCE = "lance"
MELEE_KINDS = frozenset({UNARMED, LANCE})
"""The kinds of weapon that count as "melee" wherever a rule names kinds."""


def is_unarmed(attack: Attack) -> bool:
    """Whether an attack is a blow without a weapon, by its kind or its name: "unarmed strike"."""
    if attack.mode != "melee" or attack.natural:
        return False
    return attack.weapon == UNARMED or UNARMED in _words_of(attack)


def general_kind(weapon: str) -> str:
    """Return the kind of a weapon by which rules ask for it: a lance is a melee weapon."""
    if weapon in MELEE_KINDS:
        return "melee"
    return weapon


def _words_of(attack: Attack) -> list[str]:
    return attack.name.lower().replace("-", " ").split()


class Sheet(Struct):
    """The figures of a creature that a fight asks for; None = unknown.

    `size` is a row of sizes.toml ("M"), `reach` and `space` in squares (None = what the size
    says), `long` the body plan. `dexterity` is the Dexterity modifier within `ac`. `speeds` are
    squares by mode ("walk", 6); of a member of the party who has no "walk" here it is that of its
    `mover`. `run` is how many times its speed it runs (None = by armour and load). `traits` are
    rows of conditions.toml that it always has ("darkvision", "combat_reflexes"). `reaction`:
    whether it has a reaction to strike at a mover, where not every creature has (C-118; None,
    which is not written to disk, = unknown). `eac` is the Armour Class against energy where a
    system has two; `ac` is then the other, against all else. `base_attack` is the base attack
    bonus, by which some feats count. `feats` are names as they are printed ("Power Attack"): those
    of rows of conditions.toml count as traits, the others are the GM's to remember. `scores` are
    ability scores by their three letters ("str", 16); Constitution is the creature's own.
    `defences` are lines of `core.defences` ("resist fire 10"), `worn` those of `core.effects.worn`:
    bonuses that the figures hold already.
    """

    size: str = "M"
    long: bool = False
    reach: int | None = None
    space: int | None = None
    ac: int | None = None
    dexterity: int | None = None
    init: int = 0
    fortitude: int | None = None
    reflex: int | None = None
    will: int | None = None
    perception: int | None = None
    acrobatics: int | None = None
    speeds: tuple[tuple[str, int], ...] = ()
    run: int | None = None
    attacks: tuple[Attack, ...] = ()
    traits: tuple[str, ...] = ()
    reaction: bool | None = None
    eac: int | None = None
    base_attack: int | None = None
    feats: tuple[str, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()
    defences: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


def feat_row(name: str) -> str:
    """Return the row of conditions.toml that a feat would have: "Power Attack" is power_attack."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def trait_rows(sheet: Sheet) -> tuple[str, ...]:
    """Return the traits of a sheet, its feats among them; a system need not have each."""
    return (*sheet.traits, *map(feat_row, sheet.feats))


PLAIN = Sheet()
