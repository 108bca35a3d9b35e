"""The terrain around the party, for the board of an encounter."""

from __future__ import annotations

from core.combat.board.board_templates import PLAIN
from core.play.state import Assets, State
from core.travel.lexicon import lexicon
from core.values import Struct


class Landscape(Struct):
    """A kind of terrain (a row of the overland table), and whether a river runs through."""

    terrain: str
    river: bool = False


def landscape(state: State, assets: Assets) -> Landscape:
    """Return the terrain around the party: by the map, else its leg, else plains."""
    region = assets.region(state)
    cell = None if region is None else region.cells.get(state.place)
    if region is None or cell is None:
        stretches = () if state.plan is None else state.plan.stretches
        at = state.progress.stretch
        return Landscape((stretches[at].terrain if at < len(stretches) else "") or PLAIN)
    words = lexicon(assets.rules)
    ground = words.ground(cell)
    river = any(words.is_river(path) and cell.hex in path.hexes for path in region.paths)
    if ground.kind == "water":
        return Landscape(PLAIN, True)
    return Landscape(ground.slug or words.suggest(ground.word), river)
