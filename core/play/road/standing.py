"""The party's exact position: off the middle of a hex while a step is unfinished."""

from __future__ import annotations

from fractions import Fraction

from core.play.state import Assets, HexMark, State
from core.travel.stretches import LAND, Stretch
from core.values import replace


def beside(state: State) -> Stretch | None:
    """Return the way back to the middle of `state.place`; None when the party is there.

    `start` of the stretch is the neighbour towards which the party is, `end` and `inside` are the
    place itself, `km` is the distance to the middle (M-1). Afloat the middle counts as reached,
    for a current may forbid the way back to it (T-187).
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
    """Return the mark of a hex: as changed in play, else as on the map."""
    changed = next((mark for mark in state.marks if mark.hex == hex_id), None)
    if changed is not None:
        return changed
    region = assets.region(state)
    cell = None if region is None else region.cells.get(hex_id)
    return HexMark(hex_id, cell is not None and cell.explored, cell is not None and cell.known)


def known_hexes(state: State, assets: Assets) -> frozenset[str]:
    """Return the hexes that players know: those of the map, with the changes in play."""
    region = assets.region(state)
    on_map = frozenset() if region is None else region.known
    told = {mark.hex: mark.known for mark in state.marks}
    unknown = {hex for hex, known in told.items() if not known}
    return (on_map - unknown) | {hex for hex, known in told.items() if known}
