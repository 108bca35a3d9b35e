"""Modifiers of an attack by a plain table, typed from sections 2.20 to 2.23 of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

D20_ATTACK = {
    # name: (melee, ranged), C-215 to C-222
    "prone": (-4, 0),
    "dazzled": (-1, -1),
    "higher_ground": (1, 0),
    "entangled": (-2, -2),
    "invisible": (2, 2),
    "shaken": (-2, -2),
    "frightened": (-2, -2),
    "flanking": (2, 0),
    "squeezing": (-4, -4),
}
D20_AC = {
    # name: (melee, ranged), C-223 to C-235
    "cover": (4, 4),
    "soft": (4, 4),
    "partial": (2, 2),
    "improved": (8, 8),
    "sitting": (-2, 2),
    "kneeling": (-2, 2),
    "prone": (-4, 4),
    "blinded": (-2, -2),
    "stunned": (-2, -2),
    "pinned": (-4, 0),
    "cowering": (-2, -2),
    "helpless": (-4, 0),
    "squeezing": (-4, -4),
}
HELPLESS = ("helpless", "unconscious", "asleep", "paralyzed", "bound")
LOSES = (*HELPLESS, "blinded", "stunned", "pinned", "flat_footed", "cowering")
DEXTERITY = {"entangled": -4, "fatigued": -2, "exhausted": -6}
PRONE_WEAPONS = ("crossbow", "shuriken")
COVERS = ("partial", "soft", "cover", "improved")
PF2_FLAT = ("flat_footed", "flanked", "narrow_surface", "uneven_ground")
PF2_CLIMBERS = ("incline", "climbing")

DARK_BLINDS = ("pf1", "dnd35")
"""Where darkness blinds a target, too: the open rules of these two."""

Row = tuple[str, int]


@dataclass
class Table:
    """What the table gives; `can` is whether the attack can be made."""

    can: bool
    attack: list[Row]
    ac: list[Row]
    loses: bool = False
    attacker_dexterity: int = 0
    target_dexterity: int = 0


def by_table(
    system: str, attacker: list[str], target: list[str], mode: str, weapon: str, take_cover: bool
) -> Table:
    """The modifiers of an attack."""
    column = 0 if mode == "melee" else 1
    if "total" in target:
        return Table(False, [], [])
    if system == "pf2":
        return Table(True, [], pf2_ac(target, take_cover))
    if "prone" in attacker and mode == "ranged" and weapon not in PRONE_WEAPONS:
        return Table(False, [], [])
    mine = renamed(system, attacker)
    theirs = renamed(system, target)
    attack = [(name, D20_ATTACK[name][column]) for name in mine if name in D20_ATTACK]
    ac = [(name, D20_AC[name][column]) for name in theirs if name in D20_AC]
    if "helpless" in theirs:
        ac.append(("dexterity_0", -5))
    loses = any(name in LOSES for name in theirs) or "invisible" in mine
    return Table(
        True,
        [row for row in attack if row[1]],
        [row for row in ac if row[1]],
        loses,
        sum(DEXTERITY.get(name, 0) for name in mine),
        sum(DEXTERITY.get(name, 0) for name in theirs),
    )


def in_light(system: str, target: list[str], light: str) -> list[str]:
    """The target's names, and that darkness blinds who does not see in it (C-200, C-226)."""
    sees = "darkvision" in target or "blinded" in target
    if system in DARK_BLINDS and light == "dark" and not sees:
        return [*target, "blinded"]
    return target


def renamed(system: str, names: list[str]) -> list[str]:
    """Each name as the row that it is reported as, each row once."""
    found: list[str] = []
    for name in names:
        row = name
        if name in HELPLESS:
            row = "helpless"
        if name == "squeezing" and system == "sf":
            row = "entangled"
        if name == "climbing" and system == "sf" and "climb_speed" not in names:
            row = "flat_footed"
        if name == "shaken" and "frightened" in names:
            continue
        if name in ("sitting", "kneeling") and {"sitting", "kneeling"} & set(found):
            continue
        if name in COVERS and any(
            COVERS.index(other) > COVERS.index(name) for other in names if other in COVERS
        ):
            continue
        if row not in found:
            found.append(row)
    return found


def pf2_ac(target: list[str], take_cover: bool) -> list[Row]:
    """One circumstance bonus and one circumstance penalty (C-236, C-237)."""
    rows: list[Row] = []
    for name in target:
        flat = name in PF2_FLAT or (name in PF2_CLIMBERS and "climb_speed" not in target)
        if flat and ("flat_footed", -2) not in rows:
            rows.append(("flat_footed", -2))
        if name == "screen" and "cover" not in target and ("screen", 1) not in rows:
            rows.append(("screen", 1))
        if name == "cover" and not any(row[0] == "cover" for row in rows):
            rows.append(("cover", 4 if take_cover else 2))
    return rows
