"""A creature's figures for a fight: its size, defences, saves, speeds and attacks."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from core.values import Struct

Mode: TypeAlias = Literal["walk", "fly", "swim", "climb", "burrow", "incorporeal"]
MODES: tuple[Mode, ...] = get_args(Mode)
AttackMode: TypeAlias = Literal["melee", "ranged"]


class Attack(Struct):
    """One attack as a character sheet or a stat block gives it.

    `bonuses` are the attack bonuses of a full attack in order (6, 1); a single attack uses the
    first. `damage` is dice ("1d8+4", "" = none), `extra` dice that a critical hit does not
    multiply. A face of `critical` or more threatens a critical hit, which multiplies damage by
    `times`. `weapon` is the kind that matters to who lies prone or helpless (C-215, C-242:
    "melee", "bow", "crossbow", "shuriken", "thrown"). `reach` is the outer reach in squares of a
    reach weapon or of a long bite (None = the natural reach); with `near` it strikes at all nearer
    squares too, where a reach weapon strikes only beyond the natural reach (C-095, C-099).
    `increment` is the range increment in squares of a ranged attack (None = unknown). `agile` is
    pf2's. With `energy` it is against the Armour
    Class of that name, where the target has two (`Sheet.eac`). `also` is what a hit may bring
    ("trip").
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
    """Whether an attack is one of the body, by its name: "jaws", "tail slap"."""
    words = attack.name.lower().replace("-", " ").split()
    return attack.mode == "melee" and not BODY_PARTS.isdisjoint(words)


class Sheet(Struct):
    """The figures of a creature that a fight asks for; None = unknown.

    `size` is a row of sizes.toml ("M"), `reach` and `space` in squares (None = what the size
    says), `long` the body plan. `dexterity` is the Dexterity modifier within `ac`. `speeds` are
    squares by mode ("walk", 6); of a member of the party who has no "walk" here it is that of its
    `mover`. `run` is how many times its speed it runs (None = by armour and load). `traits` are
    rows of conditions.toml that it always has ("darkvision", "combat_reflexes"). `reaction`:
    whether it has a reaction to strike at a mover, where not every creature has (C-118; None,
    which is not written to disk, = unknown). `eac` is the Armour Class against energy where a
    system has two; `ac` is then the other, against all else.
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


PLAIN = Sheet()
