"""The route as a map of plain characters, where no picture is possible."""

from __future__ import annotations

from typing import Final

from core.messages import N_
from core.travel.hexes import GROUND_SIGNS, Hex, half_row
from saves.exchange.record.document import Word
from saves.exchange.record.pictures import Region

WIDE: Final = 3
"""Columns from one column of hexes to the next."""
SIGNS: Final = {**GROUND_SIGNS, "jungle": GROUND_SIGNS["deep_forest"]}
WAY, START, END, FIGHT = "*", "o", "@", "x"


def ascii_map(region: Region, word: Word) -> tuple[str, ...]:
    """The lines of the map: two for each row of hexes, every second column half a hex lower."""
    signs = _signs(region)
    left = min(at.x for at in signs)
    top = min(half_row(at) for at in signs)
    rows: dict[int, dict[int, str]] = {}
    for at, sign in signs.items():
        rows.setdefault(half_row(at) - top, {})[(at.x - left) * WIDE] = sign
    lines = []
    for number in range(max(rows) + 1):
        text = ""
        for column, sign in sorted(rows.get(number, {}).items()):
            text = text.ljust(column) + sign
        lines.append(text)
    return (*lines, "", *_legend(region, word))


def _signs(region: Region) -> dict[Hex, str]:
    found = {ground.at: SIGNS.get(ground.terrain, "?") for ground in region.hexes}
    found |= {at: WAY for trail in region.trails for at in trail.hexes}
    found |= {night.at: str(night.numbers[-1])[-WIDE + 1 :] for night in region.nights}
    found |= dict.fromkeys(region.fights, FIGHT)
    if region.start is not None:
        found[region.start] = START
    if region.end is not None:
        found[region.end] = END
    return found


def _legend(region: Region, word: Word) -> tuple[str, ...]:
    own = word(
        N_("{start} start   {way} way   1 2 3 nights   {fight} fight   {end} the party in the end"),
        start=START, way=WAY, fight=FIGHT, end=END,
    )  # fmt: skip
    grounds: dict[str, list[str]] = {}
    for row, name in region.terrains:
        grounds.setdefault(SIGNS.get(row, "?"), []).append(name)
    said = tuple(
        word(N_("{sign} {names}"), sign=sign, names=tuple(names)) for sign, names in grounds.items()
    )
    return (own, "   ".join(said))
