"""A map as players know it."""

from __future__ import annotations

from core.travel.regionmap import HexCell, MapLine, MapPath, RegionMap
from tests.core.play.maps import cell

ROAD = ("0101", "0102", "0103", "0104", "0105")
LINES: tuple[MapLine, ...] = (
    *(cell(hex, "plain", "village", name=f"Name of {hex}") for hex in ROAD),
    MapPath(points=ROAD, kind="road", hexes=ROAD, label="The Old Road"),
    "# the GM's remark",
)


def test_a_veiled_map_has_nothing_of_other_hexes_but_that_they_are_there() -> None:
    found = RegionMap(LINES).veiled(frozenset({"0101", "0102", "0104"}))
    assert list(found.cells) == list(ROAD)
    assert found.cells["0103"] == HexCell("0103", ("unexplored",))
    assert [*found.names.values()] == ["Name of 0101", "Name of 0102", "Name of 0104"]
    assert [path.hexes for path in found.paths] == [("0101", "0102")]
    assert "Old Road" not in repr(found.lines)
    assert "remark" not in repr(found.lines)


def test_a_map_that_is_known_throughout_is_drawn_alike_behind_the_veil() -> None:
    whole = RegionMap(LINES)
    found = whole.veiled(frozenset(ROAD))
    assert found.cells == whole.cells
    assert [path.steps for path in found.paths] == [path.steps for path in whole.paths]
    assert whole.veiled(frozenset(ROAD)) is found
