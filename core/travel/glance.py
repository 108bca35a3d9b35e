"""The distance to the hex under the cursor and the ways to it; cheap at every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, repeat
from typing import TYPE_CHECKING

from core.travel.terrain import TRACKLESS
from core.values import Struct

if TYPE_CHECKING:
    from core.travel.route import Routes


class Glance(Struct):
    """The way to a hex: its length in km, and the km by way ("trackless" off any) or boat id."""

    km: Fraction
    by_way: dict[str, Fraction]


def glance(found: Routes, hex_id: str) -> Glance | None:
    """Return the parts of the way to a hex, in the order travelled; None when there is no way.

    They equal the sums of `found.stretches` without building them: a whole step is on one way
    (M-1).
    """
    hexes = found.hexes(hex_id)
    if not hexes:
        return None
    net = found.net
    pairs = pairwise(hexes)
    ways: Iterable[str] = (
        _modes(found, hex_id) if net.vessels else map(net.ways.get, pairs, repeat(TRACKLESS))
    )
    km, steps = net.terms.hex_km, Counter(ways)
    return Glance((len(hexes) - 1) * km, {kind: n * km for kind, n in steps.items()})


def _modes(found: Routes, hex_id: str) -> list[str]:
    net, prev = found.net, found.prev
    node, there = found.ends(hex_id)[0], hex_id
    kinds = []
    while (node := prev[node]) >= 0:
        here = net.hexes[node]
        if here != there:  # else the mode changes
            afloat = net.modes[node] >= 0
            kinds.append(net.mode(node) if afloat else net.ways.get((here, there), TRACKLESS))
        there = here
    return kinds[::-1]
