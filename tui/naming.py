"""What terrain, ways and hexes are called in front of people."""

from __future__ import annotations

from core.play.fight.combatants import find
from core.play.state import State
from core.play.union import Assets


def name(slug: str, assets: Assets) -> str:
    """The shown name of a terrain row or way, in small letters; the slug where there is none."""
    row = assets.rules.terrain.get(slug) or assets.rules.ways.get(slug)
    if row is None:
        return slug
    return row.name["en"].lower()


def token_of(state: State, who: str) -> str:
    """The letter of a member of the party or a creature of the fight; "" for anybody else."""
    found = find(state, who)
    return "" if found is None else found.token


def place_name(hex: str, state: State, assets: Assets) -> str:
    """A hex by its label, if it has one."""
    region = assets.region(state)
    cell = region.cells.get(hex) if region is not None else None
    return cell.label if cell is not None and cell.label else hex
