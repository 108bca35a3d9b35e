"""What a map says of the hex under its cursor: how far, and on what; cheap at every move."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from core.travel.terrain import TRACKLESS

if TYPE_CHECKING:
    from core.travel.route import Routes


@dataclass(frozen=True, slots=True)
class Glance:
    """The way to a hex: its length in km, and the km by way ("trackless" off any) or boat id."""

    km: Fraction
    by_way: dict[str, Fraction]


def glance(found: Routes, hex_id: str) -> Glance | None:
    """How the way to a hex is made up, in the order travelled; None when there is no way.

    The same as the sums of `found.stretches`, of which it makes none: a step is on one way all
    along (M-1).
    """
    ends = found.ends(hex_id)
    if not ends:
        return None
    net, prev = found.net, found.prev
    hexes, modes, ways = net.hexes, net.modes, net.ways
    steps: dict[str, int] = {}
    node = ends[0]
    while (before := prev[node]) >= 0:
        step = hexes[before], hexes[node]
        if step[0] != step[1]:
            kind = ways.get(step, TRACKLESS) if modes[before] < 0 else net.mode(before)
            steps[kind] = steps.pop(kind, 0) + 1  # put last: the way is walked backwards
        node = before
    km = net.terms.hex_km
    by_way = {kind: number * km for kind, number in reversed(steps.items())}
    return Glance(sum(steps.values()) * km, by_way)
