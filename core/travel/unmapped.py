"""Refusal of routes that hexes without a known terrain could shorten (M-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.travel.lexicon import Lexicon, unknown_words
from core.travel.regionmap import RegionMap
from core.travel.via import ViaRoute
from core.values import replace

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset


def refuse_if_shorter(
    region: RegionMap,
    words: Lexicon,
    rules: Ruleset,
    found: ViaRoute,
    search: Callable[[Lexicon], ViaRoute],
) -> None:
    """Refuse `found` when an unmapped hex could make the arrival earlier (M-2).

    `search` finds the same route with other words. Every unmapped word is taken for the easiest
    ground of the ruleset: unless the party then arrives earlier, the hexes do not matter.
    Raises Refusal unknown_terrain with the hex, its word and the nearest row.
    """
    unknown = [word.lower() for word, _ in unknown_words(region, words) if word]
    if not unknown:
        return
    hopeful = replace(words, terrain={**words.terrain, **dict.fromkeys(unknown, easiest(rules))})
    better = search(hopeful)
    if better.label >= found.label:
        return
    for step in better.steps:
        cell = region.cells.get(step.hex)
        if cell is not None and words.ground(cell).kind == "unmapped":
            raise words.refuse(cell)


def easiest(rules: Ruleset) -> str:
    """Return the terrain row that slows least without a way, then by road, then by highway."""
    return max(
        rules.terrain,
        key=lambda slug: (
            rules.terrain[slug].trackless,
            rules.terrain[slug].road,
            rules.terrain[slug].highway,
        ),
    )
