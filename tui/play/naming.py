"""Names of terrain, ways, hexes and creatures for people."""

from __future__ import annotations

from core.play.fight.combatants import find
from core.play.state import State
from core.play.union import Assets


def name(slug: str, assets: Assets) -> str:
    """The name of a terrain row or way, in lower case; the slug if it has none."""
    row = assets.rules.terrain.get(slug) or assets.rules.ways.get(slug)
    return slug if row is None else row.name["en"].lower()


def token_of(state: State, who: str) -> str:
    """The letter of a member or creature; "" for any other id."""
    found = find(state, who)
    return "" if found is None else found.token


def place_name(hex: str, state: State, assets: Assets) -> str:
    """A hex by its label, if it has one."""
    region = assets.region(state)
    cell = region.cells.get(hex) if region is not None else None
    return cell.label if cell is not None and cell.label else hex
