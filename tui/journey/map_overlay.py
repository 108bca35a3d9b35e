"""What lies over the chart of a region: the party, its way and boats, what it reaches, letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TypedDict

from core.travel.regionmap import parse_hex
from core.values import Struct
from tui.journey.region_chart import Border, border


class MapOverlay(Struct, dict=True):
    """The overlay of the chart, by hex id.

    `nights` maps a hex to the number of the night spent there, `reach` to one sign (the day on
    which it is reached), `letters` to a letter to jump to; `explored` overrides the chart. `via`
    are the waypoints of the next route, in their order.
    """

    place: str = ""
    goal: str = ""
    route: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    nights: Mapping[str, int] = {}
    boats: frozenset[str] = frozenset()
    reach: Mapping[str, str] = {}
    letters: Mapping[str, str] = {}
    explored: Mapping[str, bool] = {}

    @cached_property
    def borders(self) -> frozenset[Border]:
        """The borders that the route crosses."""
        hexes = [*map(parse_hex, self.route)]
        names = [border(a, b) for a, b in pairwise(hexes) if a is not None and b is not None]
        return frozenset(name for name in names if name is not None)

    @cached_property
    def marked(self) -> frozenset[str]:
        """The ids of the hexes of which more is drawn than when they are reached."""
        steps = (self.place, self.goal, *self.route, *self.via)
        return frozenset((*steps, *self.nights, *self.boats, *self.letters))

    def changed(self, overlay: MapOverlay) -> Iterator[str]:
        """The ids of the hexes that differ under `overlay`, some of them more than once."""
        yield from self.boats ^ overlay.boats
        for before, after in zip(self._by_hex, overlay._by_hex, strict=True):
            if before is not after:
                both = before.keys() | after.keys()
                yield from (one for one in both if before.get(one) != after.get(one))

    @property
    def _by_hex(self) -> tuple[Mapping[str, object], ...]:
        steps = ((self.place, self.goal), self.route, self.via)  # which change as a whole
        by_hex = (self.nights, self.reach, self.letters, self.explored)
        return (*(dict.fromkeys(each, each) for each in steps), *by_hex)


class MapChanges(TypedDict, total=False):
    """Some fields of a `MapOverlay`."""

    place: str
    goal: str
    route: tuple[str, ...]
    via: tuple[str, ...]
    nights: Mapping[str, int]
    boats: frozenset[str]
    reach: Mapping[str, str]
    letters: Mapping[str, str]
    explored: Mapping[str, bool]
