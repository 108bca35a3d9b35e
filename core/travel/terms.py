"""The GM's terms of travel on a map, and the boats that the party may use (M-1 to M-4)."""

from __future__ import annotations

from fractions import Fraction

from core.travel.lexicon import Lexicon
from core.values import Struct


class Vessel(Struct):
    """A boat that the party may use: its id, its kind (a row of the boats), and its hex."""

    id: str
    boat: str
    at: str


class TravelTerms(Struct):
    """The GM's terms of travel on a map.

    `hex_km` from the centre of a hex to that of the next; `fords` whether rivers are crossed
    off bridges, at `crossing_hours` each (M-3); `unexplored` the terrain row of hexes that the
    map does not show ("" = not entered, M-2); `also` further hexes beyond the map to include.
    """

    hex_km: Fraction
    words: Lexicon
    pace: str = "walk"
    fords: bool = True
    crossing_hours: Fraction = Fraction(0)
    unexplored: str = ""
    also: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """A key for caches."""
        words = self.words
        return (
            self.hex_km, self.pace, self.fords, self.crossing_hours, self.unexplored, self.also,
            tuple(words.terrain.items()), tuple(words.water.items()), tuple(words.way.items()),
            words.river, words.landing, tuple(words.crossing.items()),
        )  # fmt: skip
