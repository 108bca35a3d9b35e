"""The region map as SVG: hexes, rivers, roads, the route with its nights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees

from core.travel.regionmap import Hex, half_row, name_hex
from saves.exchange.record.document import HexPicture, Phrase, Region, Trail
from saves.exchange.record.svg import (
    Point,
    box,
    circle,
    cross,
    group,
    path,
    picture,
    smooth,
    words,
)

ACROSS, DOWN, SLANT = 30, 34, 10
"""Between columns, between rows, and from a hex's side to its corner."""
MARGIN = 12
LEAST = 520
"""Minimum width of the picture, for its legend."""
LEGEND = 26
LETTER = 6.2
"""The approximate width of a letter of the legend."""

HEX = "l10-17h20l10 17-10 17h-20z"
TREE = "v-3h-3.5l3.5-7 3.5 7h-3.5"
SIGNS: Mapping[str, str] = {
    "mountains": "m-10 6 6-11 6 11m-2.500-4.500 4-6.500 6 11",
    "hills": "m-10 5q4.500-9 9 0m1 0q4.500-9 9 0",
    "forest": f"m-5 6{TREE}m9 3{TREE}",
    "deep_forest": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "jungle": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "plains": "m-5 4-1-4m4 4v-5m3 5 1-4",
    "swamp": "m-10 4h7m5 0h7m-15.500-3v-4m-2 4-1.500-3m5.500 3 1.500-3",
    "moor": "m-9 1h7m3 4h7",
    "desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "sandy_desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "frozen_tundra": "m-7 0h14m-10 4h6",
    "urban": "m-6 6v-6l5-5 5 5v6zm10 0h4v-5l-3-3",
    "water": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "lake": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "sea": "m-10-1q2.500-4 5 0t5 0 5 0 5 0m-20 6q2.500-4 5 0t5 0 5 0 5 0",
    "river": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
}
"""The sign of a hex, by its terrain row."""
COLOURS: Mapping[str, str] = {
    "mountains": "rock", "hills": "hill", "forest": "wood", "deep_forest": "wood",
    "jungle": "wood", "plains": "field", "moor": "field", "swamp": "fen",
    "desert": "sand", "sandy_desert": "sand", "frozen_tundra": "ice", "urban": "town",
    "water": "sea", "lake": "sea", "sea": "sea", "river": "sea",
}  # fmt: skip
"""The colour of a terrain row, by its name in the page's style."""


class HexLayout:
    """Positions of hexes on the picture."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        spots = tuple(hexes)
        self.left = min(at.x for at in spots)
        lines = [half_row(at) for at in spots]
        self.top = min(lines)
        wide = (max(at.x for at in spots) - self.left) * ACROSS + 40 + 2 * MARGIN
        self.width = max(wide, LEAST)
        self.edge = MARGIN + (self.width - wide) / 2
        self.height = (max(lines) - self.top) * DOWN / 2 + DOWN + 2 * MARGIN

    def middle(self, at: Hex) -> Point:
        """The middle of a hex."""
        x = (at.x - self.left) * ACROSS + 20 + self.edge
        y = (half_row(at) - self.top) * DOWN / 2 + DOWN / 2 + MARGIN
        return x, y


def svg_map(region: Region, key: str, phrase: Phrase) -> str:
    """The map as SVG; `key` is unique in the page."""
    sheet = HexLayout(ground.at for ground in region.hexes)
    legend, height = _legend(region, sheet, phrase)
    described = phrase(
        "A map of {hexes:hex|hexes}, {scale}, with {ways:day|days} of travel and"
        " {nights:numbered night|numbered nights}.",
        hexes=len(region.hexes),
        scale=region.hex_side,
        ways=len(region.trails),
        nights=sum(len(night.numbers) for night in region.nights),
    )
    return picture(
        "map", key, (sheet.width, sheet.height + height), region.title, described,
        *_grounds(region, sheet),
        *_strands(region, sheet),
        *(_trail(trail, sheet, n) for n, trail in enumerate(region.trails)),
        *_marks(region, sheet, phrase),
        *_names(region, sheet),
        *legend,
    )  # fmt: skip


def _grounds(region: Region, sheet: HexLayout) -> Iterable[str]:
    rows: dict[str, list[HexPicture]] = {}
    for ground in region.hexes:
        rows.setdefault(ground.terrain, []).append(ground)
    for row, grounds in rows.items():
        middles = (sheet.middle(ground.at) for ground in grounds)
        outlines = (f"M{x - 20:g} {y:g}{HEX}" for x, y in middles)
        yield path(outlines, f"hex {COLOURS.get(row, 'blank')}")
    for row, grounds in rows.items():
        if row in SIGNS:
            middles = (sheet.middle(ground.at) for ground in grounds if not ground.label)
            yield path((f"M{x:g} {y + 2:g}{SIGNS[row]}" for x, y in middles), "sign")
    numbers = []
    for ground in region.hexes:
        x, y = sheet.middle(ground.at)
        numbers.append(words(name_hex(ground.at), x, y - 10))
    yield group(*numbers, kind="number", aria_hidden="true")


def _strands(region: Region, sheet: HexLayout) -> Iterable[str]:
    for kind in ("river", "way"):
        drawn = (
            smooth([sheet.middle(at) for at in strand.hexes])
            for strand in region.strands
            if strand.kind == kind
        )
        yield path(drawn, kind)


def _trail(trail: Trail, sheet: HexLayout, number: int) -> str:
    points = [sheet.middle(at) for at in trail.hexes]
    line = smooth(points)
    at = (len(points) - 1) // 2
    (x, y), (there, then) = points[at], points[at + 1]
    turned = degrees(atan2(then - y, there - x))
    arrow = path("M-4-5 4 0-4 5", "arrow",
        transform=f"translate({(x + there) / 2:g} {(y + then) / 2:g}) rotate({turned:.0f})",
    )  # fmt: skip
    kind = "trail odd" if number % 2 else "trail"
    return group(path(line, "halo"), path(line, kind), arrow, title=trail.name)


def _marks(region: Region, sheet: HexLayout, phrase: Phrase) -> Iterable[str]:
    if region.start is not None:
        x, y = sheet.middle(region.start)
        yield circle(x, y, 5, "start", phrase("Here it began"))
    for at in region.fights:
        x, y = sheet.middle(at)
        yield group(_fight(x + 10, y - 6), title=phrase("A fight"))
    for night in region.nights:
        x, y = sheet.middle(night.at)
        numbers = phrase("{numbers}", numbers=night.numbers)
        title = phrase("Night {numbers}", numbers=numbers)
        yield group(_night(x, y, numbers), title=title)
    if region.end is not None:
        x, y = sheet.middle(region.end)
        if not any(night.at == region.end for night in region.nights):
            yield group(_party(x, y), title=phrase("The party"))


def _fight(x: float, y: float) -> str:
    return circle(x, y, 7, "fight") + cross(x, y, "cross")


def _night(x: float, y: float, numbers: str) -> str:
    wide = 16 + LETTER * (len(numbers) - 1)
    pill = box(x - wide / 2, y - 8, wide, 16, "night", corner=8)
    return pill + words(numbers, x, y + 3.6, "night")


def _party(x: float, y: float) -> str:
    return circle(x, y, 8, "party") + path(f"M{x - 3:g} {y + 5:g}v-10l7 3-7 3", "flag")


def _names(region: Region, sheet: HexLayout) -> Iterable[str]:
    taken = {night.at for night in region.nights} | {region.start, region.end}
    for ground in region.hexes:
        if ground.label:
            x, y = sheet.middle(ground.at)
            if ground.at not in taken:
                yield box(x - 3, y - 3, 6, 6, "place")
            yield words(ground.label, x, y + 17, "name")


def _legend(region: Region, sheet: HexLayout, phrase: Phrase) -> tuple[list[str], float]:
    items = [
        (
            name,
            path(f"M0 0{HEX}", f"hex {COLOURS.get(row, 'blank')}")
            + path(f"M20 2{SIGNS.get(row, '')}", "sign"),
        )
        for row, name in region.terrains
    ]
    kinds = {strand.kind for strand in region.strands}
    if "river" in kinds:
        items.append((phrase("river"), path("M2 4Q20-8 38 3", "river")))
    if "way" in kinds:
        items.append((phrase("road"), path("M2 4Q20-8 38 3", "way")))
    if region.trails:
        way = path("M2 0H38", "trail") + path("M16-5 24 0 16 5", "arrow")
        items.append((phrase("the way travelled"), way))
    if region.nights:
        items.append((phrase("night"), _night(20, 0, "1")))
    if region.fights:
        items.append((phrase("fight"), _fight(20, 0)))
    items.append((phrase("the party in the end"), _party(20, 0)))
    drawn, x, y = [], float(MARGIN), sheet.height + 14
    for name, sign in items:
        wide = 46 + LETTER * len(name) + 18
        if x > MARGIN and x + wide > sheet.width:
            x, y = float(MARGIN), y + LEGEND + 10
        drawn.append(group(sign, words(name, 46, 4, "key"), transform=f"translate({x:g} {y:g})"))
        x += wide
    scale = words(region.hex_side, MARGIN, y + LEGEND + 8, "key quiet")
    return [*drawn, scale], y + LEGEND + 16 - sheet.height
