"""Where the party stands exactly: beside the middle of a hex while a step is unfinished."""

from __future__ import annotations

from fractions import Fraction

from core.play.assets import Assets
from core.play.state import HexMark, State
from core.travel.stretches import LAND, Stretch
from core.values import replace


def beside(state: State) -> Stretch | None:
    """The way back to the middle of `state.place`; None when the party stands in the middle.

    `start` of the stretch is the neighbour towards which the party stands, `end` and `inside`
    are the place itself, `km` is how far off the party is (M-1). Afloat the middle counts as
    reached, for a current may forbid the way back to it (T-187).
    """
    if state.plan is None:
        return state.aside
    progress, stretches = state.progress, state.plan.stretches
    if not state.plan.goal or progress.stretch >= len(stretches):
        return None
    here = stretches[progress.stretch]
    if here.inside == here.start:
        off, towards = progress.into_km, here.end
    else:
        off, towards = here.km - progress.into_km, here.start
    if off == 0 or not here.inside or here.mode != LAND:
        return None
    return replace(
        here,
        km=off,
        leg=1,
        start=towards,
        end=here.inside,
        crosses="",
        crossing_hours=Fraction(0),
    )


def mark_of(hex_id: str, state: State, assets: Assets) -> HexMark:
    """What holds of a hex now: the map's word, unless the story has changed it."""
    changed = next((mark for mark in state.marks if mark.hex == hex_id), None)
    if changed is not None:
        return changed
    region = assets.region(state)
    cell = None if region is None else region.cells.get(hex_id)
    return HexMark(hex_id, cell is not None and cell.explored, cell is not None and cell.known)


def known_hexes(state: State, assets: Assets) -> frozenset[str]:
    """The hexes that players know: those of the map, unless the story has changed them."""
    region = assets.region(state)
    on_map = frozenset() if region is None else region.known
    told = {mark.hex: mark.known for mark in state.marks}
    unknown = {hex for hex, known in told.items() if not known}
    return (on_map - unknown) | {hex for hex, known in told.items() if known}


def is_explored(hex_id: str, state: State, assets: Assets) -> bool:
    """Whether the party has explored this hex."""
    return mark_of(hex_id, state, assets).explored
