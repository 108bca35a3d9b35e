"""Zones of light: which squares of a map are bright, dim or dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from core.combat.board.battlefield import Battlefield
from core.combat.board.drawing import run_bits

Light: TypeAlias = Literal["bright", "dim", "dark"]
LIGHTS: tuple[Light, ...] = get_args(Light)
"""The best first."""

Lit: TypeAlias = tuple[tuple[Light, int], ...]
"""Squares by their light as bits, the best light first; together they are the whole map."""


def lit(field: Battlefield, light: Light, zones: Iterable[tuple[str, Light]]) -> Lit:
    """Return the squares of a field by their light; empty when there are no zones.

    `light` is that of the whole map, `zones` are squares as runs ("B2:5 C4") that are lit
    otherwise; of zones that overlap the last one counts, squares off the map are left out.
    Refusals "unknown_square" and "bad_run".
    """
    found = dict.fromkeys(LIGHTS, 0)
    found[light] = field.every
    zoned = False
    for squares, shade in zones:
        zoned = True
        bits = run_bits(field, squares)
        for other in LIGHTS:
            found[other] &= ~bits
        found[shade] |= bits
    return tuple((shade, bits) for shade, bits in found.items() if bits) if zoned else ()
