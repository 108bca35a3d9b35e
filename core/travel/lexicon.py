"""Meanings of a map's words (M-2), and the GM's terms of travel on it (M-1 to M-4)."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal

from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.regionmap import HexCell, MapPath, RegionMap
from core.travel.stretches import TRACKLESS, WATERS, terrain_row, way_row
from core.values import Struct

RIVER = "river"
COMMON = "plains"


class HexGround(Struct):
    """The ground of a hex: `land` of a terrain row, `water` (lake, river, sea), or `unmapped`.

    `word` is the map's word for it (or the last unknown one).
    """

    kind: Literal["land", "water", "unmapped"]
    slug: str
    word: str


class Lexicon(Struct):
    """The words of a ruleset with the GM's own on top; words are compared in lower case."""

    terrain: Mapping[str, str]
    water: Mapping[str, str]
    way: Mapping[str, str]
    river: frozenset[str]
    landing: frozenset[str]
    crossing: Mapping[str, str]
    rules: Ruleset

    def ground(self, cell: HexCell) -> HexGround:
        """Return the ground of a hex: the last known terrain word wins (M-2)."""
        for word in reversed(cell.words):
            key = word.lower()
            if key in self.terrain:
                return HexGround("land", self.terrain[key], word)
            if key in self.water:
                return HexGround("water", self.water[key], word)
        return HexGround("unmapped", "", cell.words[-1] if cell.words else "")

    def is_landing(self, cell: HexCell) -> bool:
        """Whether land and boat change in this hex (M-4)."""
        return any(word.lower() in self.landing for word in cell.words)

    def crossing_of(self, cell: HexCell) -> str:
        """Return how a river is crossed in this hex off any way: bridge, ford, or none (M-3)."""
        found = [self.crossing[w.lower()] for w in cell.words if w.lower() in self.crossing]
        return min(found, default="none")

    def is_river(self, path: MapPath) -> bool:
        """Whether a path of the map is a river."""
        return path.kind.lower() in self.river

    def ways(self, region: RegionMap) -> dict[tuple[str, str], str]:
        """Return the way between neighbours, both ways round; the best of several (M-1)."""
        words: dict[tuple[str, str], str] = {}
        ranks = self.rules.ways
        for path in region.paths:
            way = self.way.get(path.kind.lower(), "")
            if not way:
                continue
            for a, b in path.steps:
                known = words.get((a, b))
                if known is None or ranks[way].rank < ranks[known].rank:
                    words[a, b] = words[b, a] = way
        return words

    def refuse(self, cell: HexCell) -> Refusal:
        """Return the refusal of a hex without a known terrain: hex, word, nearest row (M-2)."""
        word = self.ground(cell).word
        return Refusal(
            "unknown_terrain",
            "Hex {hex}: {word} is not a terrain of this ruleset; the nearest is {suggestion}."
            if word
            else "Hex {hex} has no word for its terrain.",
            hex=cell.hex,
            word=word,
            suggestion=self.suggest(word),
        )

    def suggest(self, word: str) -> str:
        """Return the terrain row nearest to a word: by meaning where known, else by spelling."""
        key = word.lower()
        rows = self.rules.terrain
        if self.rules.nearest.get(key):
            return self.rules.nearest[key]
        spelt = get_close_matches(key, [*rows, *self.terrain], n=1)
        if spelt:
            return self.terrain.get(spelt[0], spelt[0])
        if COMMON in rows:
            return COMMON
        return next(iter(rows))


def lexicon(
    rules: Ruleset,
    terrain: Mapping[str, str] | None = None,
    way: Mapping[str, str] | None = None,
) -> Lexicon:
    """Return the words of `rules` with the GM's tables on top (M-2).

    `terrain` word -> terrain row (or lake, river, sea), `way` word -> way (or river); "" makes
    a word unknown. Raises Refusal unknown_terrain, unknown_way.
    """
    words = rules.words
    grounds = {k.lower(): v for k, v in words.terrain.items() if v}
    waters = {k.lower(): str(v) for k, v in words.water.items() if v}
    ways = {k.lower(): v for k, v in words.way.items() if v}
    rivers = {k.lower() for k, on in words.river.items() if on}
    for word, row in (terrain or {}).items():
        key = word.lower()
        grounds.pop(key, None)
        waters.pop(key, None)
        if row in WATERS:
            waters[key] = row
        elif row:
            terrain_row(rules, row)
            grounds[key] = row
    for word, row in (way or {}).items():
        key = word.lower()
        ways.pop(key, None)
        rivers.discard(key)
        if row == RIVER:
            rivers.add(key)
        elif row and row != TRACKLESS:
            way_row(rules, row)
            ways[key] = row
    return Lexicon(
        terrain=grounds,
        water=waters,
        way=ways,
        river=frozenset(rivers),
        landing=frozenset(k.lower() for k, on in words.landing.items() if on),
        crossing={k.lower(): str(v) for k, v in words.crossing.items() if v},
        rules=rules,
    )


def unknown_words(region: RegionMap, words: Lexicon) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the words that leave hexes without terrain, with those hexes, most frequent first."""
    unknown: dict[str, list[str]] = {}
    for cell in region.cells.values():
        ground = words.ground(cell)
        if ground.kind == "unmapped":
            unknown.setdefault(ground.word, []).append(cell.hex)
    rows = sorted(unknown.items(), key=lambda row: (-len(row[1]), row[0]))
    return tuple((word, tuple(hexes)) for word, hexes in rows)


class Vessel(Struct):
    """A boat that the party may use: its id, its kind (a row of the boats), and its hex."""

    id: str
    boat: str
    at: str


class TravelTerms(Struct):
    """The GM's terms of travel on a map.

    `hex_km` from the centre of a hex to that of the next; `fords` whether rivers are crossed
    off bridges, at `crossing_hours` each (M-3); `unexplored` the terrain row of hexes that the
    map does not show ("" = not entered, M-2); `also` further hexes beyond the map to include;
    `current_km_h` the current of its rivers (None = the usual one, T-185).
    """

    hex_km: Fraction
    words: Lexicon
    pace: str = "walk"
    fords: bool = True
    crossing_hours: Fraction = Fraction(0)
    unexplored: str = ""
    also: tuple[str, ...] = ()
    current_km_h: Fraction | None = None

    def __hash__(self) -> int:
        """Return a cheap hash for caches."""
        return hash((self.hex_km, self.pace, self.fords, self.unexplored, self.also))
