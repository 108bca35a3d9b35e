"""What changed scores do (C-218, C-228, C-232, C-240, C-252), typed from the catalogue.

Two points of a score are one of what depends on it.
"""

from __future__ import annotations

from tests.core.combat.oracles.attack_table import HELPLESS, LOSES, renamed

TIRED = {"fatigued": -2, "exhausted": -6}
"""Strength and Dexterity alike, in every system (C-252, T-123)."""
ENTANGLED = -4
"""Dexterity alone; pf2's document gives the condition no figures (C-250)."""


def points(system: str, names: list[str]) -> tuple[int, int]:
    """Changes of Strength and of Dexterity."""
    tired = sum(TIRED.get(name, 0) for name in dict.fromkeys(names))
    held = system != "pf2" and "entangled" in renamed(system, names)
    return tired, tired + (ENTANGLED if held else 0)


def to_the_roll(system: str, attacker: list[str], mode: str) -> int:
    """What is added to an attack roll: by Strength in melee, by Dexterity at range."""
    strength, dexterity = points(system, attacker)
    return -(-(strength if mode == "melee" else dexterity) // 2)


def to_the_damage(system: str, attacker: list[str], mode: str, weapon: str) -> int:
    """What is added to damage: by Strength in melee and of what is thrown."""
    thrown = mode == "ranged" and weapon == "thrown"
    return -(-points(system, attacker)[0] // 2) if mode == "melee" or thrown else 0


def to_reflex(system: str, who: list[str]) -> int:
    """What is added to Reflex saves."""
    return -(-points(system, who)[1] // 2)


def to_armour_class(
    system: str, attacker: list[str], target: list[str], dexterity: int | None
) -> int:
    """What is added to an Armour Class that holds this Dexterity modifier (None = not known).

    A bonus is lost as far as it is one still. Dexterity that counts as 0 falls no further, and its
    -5 takes the place of a modifier, be it a bonus or a penalty.
    """
    own = dexterity or 0
    now = own + to_reflex(system, target)
    if system == "pf2":
        return now - own
    theirs = renamed(system, target)
    helpless = bool(set(HELPLESS) & {*target, *theirs})
    if helpless:
        return -own  # the -5 is a row of the table
    loses = any(name in LOSES for name in theirs) or "invisible" in attacker
    return (min(now, 0) if loses else now) - own
