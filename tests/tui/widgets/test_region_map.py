"""The region map: where signs and lines stand, how the cursor walks, what is redrawn."""

from __future__ import annotations

from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import ComposeResult
from textual.filter import Monochrome

from core.travel.lexicon import lexicon
from core.travel.regionmap import Hex, HexCell, around, name_hex, parse_hex
from saves.exchange.textmapper import read_text
from saves.store.packaged_rulesets import packaged
from tests.themed import Themed
from tests.thorough import examples
from tests.tui.widgets.drawn_screen import screen_text
from tui.journey.hex_tiling import LARGE
from tui.journey.map_overlay import MapOverlay
from tui.journey.panes.map_rows import MapRows, PieceLooks, text_of
from tui.journey.panes.region_map import ArrivalLine, MapLegend, RegionMapView
from tui.journey.region_chart import Chart, ChartHex, ChartHexes, border, chart_of
from tui.kit.looks import LINES, PLAIN, Look

T = TypeVar("T")


def chart(columns: int = 6, rows: int = 5, left: int = 1, top: int = 1, **spots: ChartHex) -> Chart:
    ground = {
        Hex(x, y): ChartHex("plains")
        for x in range(left, left + columns)
        for y in range(top, top + rows)
    }
    for name, spot in spots.items():
        at = parse_hex(name.removeprefix("h"))
        assert at is not None
        ground[at] = spot
    return Chart(ground, {})


def with_links(base: Chart, *pairs: tuple[str, str, str]) -> Chart:
    links = {}
    for a, b, kind in pairs:
        one = parse_hex(a)
        other = parse_hex(b)
        assert one is not None
        assert other is not None
        name = border(one, other)
        assert name is not None
        links[name] = kind
    return Chart(base.spots, links)  # type: ignore[arg-type]


def looks(rows: MapRows) -> list[list[PieceLooks]]:
    lines = (rows.draw(line, 0, rows.tiling.width) for line in range(rows.tiling.height))
    return [[piece.part(0) for piece in line] for line in lines]


def picture(
    chart: Chart,
    overlay: MapOverlay | None = None,
    cursor: str = "",
    look: Look = PLAIN,
    wide: int = 4,
    edges: bool = False,
) -> list[str]:
    rows = MapRows(chart, overlay or MapOverlay(), look, wide, names=True, edges=edges)
    at = parse_hex(cursor) if cursor else None
    lines = (rows.draw(line, 0, rows.tiling.width, at) for line in range(rows.tiling.height))
    return [text_of(line).rstrip() for line in lines]


class Host(Themed):
    """Shows one map and keeps what it says."""

    def __init__(self, shown: Chart) -> None:
        super().__init__()
        self.shown = shown
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield RegionMapView()

    def on_mount(self) -> None:
        view = self.query_one(RegionMapView)
        view.set_chart(self.shown)
        view.focus()

    def on_region_map_view_cursor_moved(self) -> None:
        self.said.append(self.query_one(RegionMapView).cursor)

    def on_region_map_view_hex_chosen(self) -> None:
        self.said.append(f"chosen {self.query_one(RegionMapView).cursor}")


def test_even_columns_lie_half_a_hex_lower() -> None:
    assert picture(chart(4, 2)) == [
        " ..      ..",
        "     ..      ..",
        " ..      ..",
        "     ..      ..",
        "",
    ]


def test_a_way_is_drawn_on_each_of_the_three_borders() -> None:
    ways = (("0101", "0201", "way"), ("0101", "0102", "way"), ("0102", "0201", "way"))
    assert picture(with_links(chart(2, 2), *ways))[:4] == [
        " ..==",
        " ====..",
        " ..",
        "     ..",
    ]


def test_a_way_along_the_upper_edge_of_the_map_has_no_gap() -> None:
    ways = (("0101", "0201", "way"), ("0201", "0301", "way"))
    assert picture(with_links(chart(3, 1), *ways))[:2] == [" ..==  ==..", "     .."]


def test_way_and_river_on_one_border_show_both() -> None:
    drawn = picture(with_links(chart(2, 1), ("0101", "0201", "both")))
    assert drawn[0] == " ..=}"


def test_the_route_is_drawn_over_ways_and_nights_beside_their_hex() -> None:
    shown = with_links(chart(2, 2), ("0101", "0102", "way"))
    overlay = MapOverlay(
        place="0101", goal="0202", route=("0101", "0102", "0202"), nights={"0102": 1}
    )
    assert picture(shown, overlay)[:4] == [
        " @@",
        " **  ..",
        " ..*1",
        "     X",
    ]


def test_what_is_not_in_the_file_or_not_explored_is_unexplored() -> None:
    spots = {Hex(1, 1): ChartHex("plains"), Hex(3, 1): ChartHex("forest", explored=False)}
    assert picture(Chart(spots, {}))[:2] == [" ..      ??", "     ??"]


def test_what_the_party_explored_overrides_the_map() -> None:
    spots = {Hex(1, 1): ChartHex("plains"), Hex(2, 1): ChartHex("forest", explored=False)}
    overlay = MapOverlay(explored={"0101": False, "0201": True})
    assert picture(Chart(spots, {}), overlay)[:2] == [" ??", "     &&"]


def test_a_terrain_row_without_a_sign_shows_its_first_letters() -> None:
    assert picture(chart(1, 1, h0101=ChartHex("fungus")))[0] == " fu"


def test_a_name_is_written_under_its_place_and_never_over_the_party() -> None:
    fort = ChartHex("plains", "Fort Wyll", place=True)
    drawn = picture(chart(4, 1, h0101=fort), MapOverlay(place="0401"))
    assert drawn[:2] == [" o       ..", " Fort Wyll   @@"]


def test_an_unexplored_place_keeps_its_name_to_itself() -> None:
    fort = ChartHex("plains", "Fort Wyll", place=True, explored=False)
    assert "Fort" not in "".join(picture(chart(4, 1, h0101=fort)))


def test_the_cursor_stands_in_brackets() -> None:
    assert picture(chart(2, 1), cursor="0201")[1] == "    [..]"


def test_negative_columns_and_rows_are_drawn_from_the_corner() -> None:
    shown = chart(3, 2, left=-1, top=-1)
    assert picture(shown)[0] == " ..      .."
    assert shown.find("-01-01") == Hex(-1, -1)


@pytest.mark.parametrize("look", [PLAIN, LINES], ids=lambda look: look.name)
def test_every_sign_of_a_look_is_as_wide_as_it_says(look: object) -> None:
    from rich.cells import cell_len

    assert look in (PLAIN, LINES)
    for sign in PLAIN.ground if look is PLAIN else LINES.ground:
        assert cell_len((PLAIN if look is PLAIN else LINES).terrain(sign)) == 2
    for name in ("way", "river", "water"):
        assert cell_len(getattr(look, name)) == 2
    for name in ("upright", "done", "left", "place", "crossing", "goal", "boat"):
        assert cell_len(getattr(look, name)) == 1


def test_the_plain_look_is_seven_bit_ascii() -> None:
    signs = "".join(PLAIN.ground.values()) + PLAIN.way + PLAIN.river + PLAIN.upright
    assert signs.isascii()


@pytest.mark.parametrize(
    ("key", "hexes"),
    [
        ("down", ["0303"]),
        ("up", ["0301"]),
        ("right", ["0402", "0502"]),
        ("left", ["0202", "0102"]),
        ("home", ["0201"]),
        ("pageup", ["0401"]),
        ("end", ["0202"]),
        ("pagedown", ["0402"]),
        ("J", ["0305"]),
        ("L", ["0602"]),
        ("h", ["0202"]),
    ],
)
async def test_the_cursor_walks_to_true_neighbours(key: str, hexes: list[str]) -> None:
    app = Host(chart())
    async with app.run_test() as pilot:
        app.query_one(RegionMapView).cursor = "0302"
        await pilot.press(*[key] * len(hexes))
        assert app.said == hexes
        if key not in "JL":
            before = parse_hex("0302")
            after = parse_hex(hexes[0])
            assert before is not None
            assert after in around(before)


async def test_the_cursor_stays_on_the_map() -> None:
    app = Host(chart())
    async with app.run_test() as pilot:
        await pilot.press("up", "left", "home")
        assert app.said == []


async def test_a_click_gives_the_hex_also_when_scrolled() -> None:
    app = Host(chart(100, 100))
    async with app.run_test(size=(45, 14)) as pilot:
        view = app.query_one(RegionMapView)
        view.cursor = "5050"
        await pilot.pause()
        rows = view._rows
        at = Hex(51, 50)
        offset = (
            rows.tiling.column_of(at) - view.scroll_offset.x,
            rows.tiling.line_of(at) - view.scroll_offset.y,
        )
        await pilot.click(RegionMapView, offset=offset)
        await pilot.click(RegionMapView, offset=offset)
        assert app.said == ["5150", "chosen 5150"]


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_a_cursor_step_draws_nothing_of_the_map_again(by_mouse: bool) -> None:
    app = Host(chart(100, 100))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.query_one(RegionMapView)
        view.cursor = "0304"
        await pilot.pause()
        kept = dict(view._lines)
        if by_mouse:
            spot = view._rows.tiling.column_of(Hex(3, 5)), view._rows.tiling.line_of(Hex(3, 5))
            await pilot.click(RegionMapView, offset=spot)
        else:
            await pilot.press("down")
        await pilot.pause()
        assert any("[..]" in line for line in screen_text(app))
        assert view.cursor == "0305"
        assert all(view._lines[line] is drawn for line, drawn in kept.items())


async def test_a_hundred_by_a_hundred_hexes_keep_the_cursor_in_view() -> None:
    app = Host(chart(100, 100, left=-50, top=-50))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.query_one(RegionMapView)
        view.cursor = "4949"
        await pilot.pause()
        assert any("[..]" in line for line in screen_text(app))
        assert "4949" in view.hexes_on_screen()
        assert "-50-50" not in view.hexes_on_screen()


async def test_zoom_keeps_the_cursor_and_goes_no_further_than_it_can() -> None:
    app = Host(chart(30, 30))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.query_one(RegionMapView)
        view.cursor = "2020"
        for steps, wide in ((1, 8), (1, 8), (-1, 4), (-1, 2), (-1, 2)):
            view.zoom(steps)
            await pilot.pause()
            assert view.wide == wide
            assert any("[..]" in line for line in screen_text(app))


async def test_without_colours_the_cursor_is_still_seen_and_nothing_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Host(chart(3, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        assert any(isinstance(each, Monochrome) for each in app.get_line_filters())
        await pilot.press("down")
        assert "[..]" in "\n".join(screen_text(app))


async def test_letters_to_jump_to_stand_in_their_hexes() -> None:
    app = Host(chart(3, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.query_one(RegionMapView)
        view.show(letters={"0201": "a"})
        await pilot.pause()
        assert screen_text(app)[1].startswith("     a ".rstrip())
        view.show(letters={})
        await pilot.pause()
        assert screen_text(app)[1].startswith("     ..")


def test_a_name_that_would_hide_another_is_left_out_unless_it_is_a_settlement() -> None:
    """Given a map where most hexes are named, then their grounds are seen, and towns are named."""
    lair = ChartHex("hills", "pterosaurs")
    town = ChartHex("plains", "Weststead", place=True)
    drawn = picture(chart(4, 2, h0101=lair, h0201=ChartHex("hills", "den"), h0102=town))
    assert "pterosaurs" not in "\n".join(drawn)
    assert drawn[1][5:7] == "()"
    alone = picture(chart(4, 2, h0101=lair))
    assert "pterosaurs" in "\n".join(alone)
    beside = picture(chart(4, 2, h0102=town, h0202=ChartHex("hills", "den")))
    assert "Weststead" in "\n".join(beside)


def test_of_a_large_map_only_the_hexes_that_are_seen_are_worked_out() -> None:
    """Given a map of 10,000 hexes, when a line of ten of them is drawn."""
    places = [Hex(x, y) for x in range(100) for y in range(100)]
    cells = {at: HexCell(name_hex(at), ("hill",)) for at in places}
    made: list[Hex] = []

    def make(at: Hex) -> ChartHex:
        made.append(at)
        return ChartHex("hills")

    rows = MapRows(Chart(ChartHexes(cells, make), {}, ()), MapOverlay(), PLAIN, 4, names=True)
    for _ in range(2):
        rows.draw(21, 0, 10 * rows.tiling.step)
    assert 10 <= len(set(made)) <= 24  # those of half a row lower belong to the line, too
    assert len(made) == len(set(made))


def test_only_settlements_are_drawn_as_places() -> None:
    """Given named hexes, then a castle is a place and a demon tree keeps its forest."""
    region = read_text('0101 forest "demontree"\n0201 hill castle "Keep"\n0301 plain fin').region
    spots = chart_of(region, lexicon(packaged("pf1"))).spots
    assert [spots[Hex(x, 1)].place for x in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize(("wide", "cells"), [(2, 4), (4, 8), (LARGE, 6 + 8 + 8 + 6)])
def test_hexes_tile_and_a_click_finds_the_hex_that_is_painted_there(wide: int, cells: int) -> None:
    """Given hexes, then no cell between them is bare, and each belongs to one of them."""
    rows = MapRows(chart(6, 5, h0302=ChartHex("forest")), MapOverlay(), PLAIN, wide, names=True)
    found = 0
    for line in range(rows.tiling.half * 2, rows.tiling.half * 8):
        pieces = rows.draw(line, rows.tiling.step, 5 * rows.tiling.step)
        grounds = (piece.ground for piece in pieces for _ in piece.text)
        for column, ground in enumerate(grounds, rows.tiling.step):
            at = rows.tiling.hex_at(column, line)
            assert ground is not None
            assert (ground.name == "forest") == (at == Hex(3, 2))
            found += at == Hex(3, 2)
    assert found == cells


LAND = with_links(
    chart(4, 3, h0102=ChartHex("forest", "Oarsend", place=True), h0301=ChartHex("hills", "den")),
    ("0101", "0201", "way"),
    ("0201", "0202", "both"),
    ("0301", "0302", "river"),
)
HEXES = st.sampled_from([name_hex(at) for at in LAND.spots])
STEPS = st.lists(HEXES, max_size=4).map(tuple)


def by_hex(values: st.SearchStrategy[T]) -> st.SearchStrategy[dict[str, T]]:
    return st.dictionaries(HEXES, values, max_size=6)


OVERLAYS = st.builds(
    MapOverlay,
    place=HEXES,
    goal=HEXES,
    route=STEPS,
    via=STEPS,
    nights=by_hex(st.integers(1, 12)),
    boats=st.frozensets(HEXES, max_size=3),
    reach=by_hex(st.sampled_from("129")),
    letters=by_hex(st.sampled_from("ab")),
    explored=by_hex(st.booleans()),
)


@examples(20, 100)
@given(st.sampled_from((2, 4, LARGE)), st.lists(OVERLAYS, min_size=2, max_size=3))
def test_only_what_changed_is_drawn_again_and_all_of_it(
    wide: int, overlays: list[MapOverlay]
) -> None:
    """Given overlays in turn, then each picture is as if it were the only one."""
    before = overlays[0]
    rows = MapRows(LAND, before, PLAIN, wide, names=True)
    shown = looks(rows)
    for overlay in overlays:
        rows.lay(overlay)
        now = looks(rows)
        assert now == looks(MapRows(LAND, overlay, PLAIN, wide, names=True))
        ends = filter(None, map(LAND.find, before.changed(overlay)))
        dirty = {line for at in ends for line in rows.tiling.lines_of(at)}
        assert all(line in dirty or now[line] == shown[line] for line in range(rows.tiling.height))
        before = overlay
        shown = now


def test_ways_of_large_hexes_meet_at_their_edges() -> None:
    """Given ways from a hex to its six neighbours, then each is one line without a gap."""
    centre = parse_hex("0302")
    assert centre is not None
    ways = (("0302", name_hex(other), "way") for other in around(centre))
    drawn = picture(with_links(chart(4, 3), *ways), look=LINES, wide=LARGE)
    assert drawn[2:9] == [
        "                 │",
        "          ──╮    │    ╭──",
        "            ╰──╮ │ ╭──╯",
        "   ··          ├─┼─┤",
        "            ╭──╯ │ ╰──╮",
        "          ──╯    │    ╰──",
        "                 │",
    ]


def test_large_hexes_have_edges_where_grounds_have_no_colours() -> None:
    """Given no colours, then the edges of large hexes are drawn with signs."""
    drawn = picture(chart(2, 1, h0101=ChartHex("forest")), wide=LARGE, edges=True)
    assert drawn == [
        " /&  &",
        "/  &&",
        "\\&    & /",
        " \\__&__/  ..",
        "       \\",
        "        \\_____",
    ]


def test_a_name_is_written_whole_or_not_at_all() -> None:
    """Given a party where a name would go on, then the name stands left of it or nowhere."""
    town = ChartHex("plains", "North Shore", place=True)
    beside = MapOverlay(place="0401")
    assert "North Shore" in picture(chart(6, 2, h0301=town), beside)[1]
    between = MapOverlay(place="0401", goal="0201")
    assert "Nor" not in "".join(picture(chart(6, 2, h0301=town), between))


@pytest.mark.parametrize("sign", sorted(set(PLAIN.ground.values())))
def test_no_sign_of_the_ground_is_a_letter_in_ascii(sign: str) -> None:
    """Letters are people."""
    assert not any(char.isalnum() for char in sign)
    assert sign not in (PLAIN.way, PLAIN.river)


async def test_the_map_opens_with_the_zoom_that_shows_the_party_and_its_goal() -> None:
    """Given a near goal, then hexes are large; the further, or the smaller the window, the less."""
    for goal, size, wide in (
        ("1007", (100, 40), 8),
        ("2507", (100, 40), 4),
        ("1007", (45, 12), 4),
        ("4007", (100, 40), 2),
    ):
        app = Host(chart(40, 30))
        async with app.run_test(size=size) as pilot:
            view = app.query_one(RegionMapView)
            view.show(place="0505", goal=goal)
            view.cursor = "0505"
            view.on_resize()
            await pilot.pause()
            assert view.wide == wide
            assert {"0505", goal} <= set(view.hexes_on_screen())


async def test_a_zoom_chosen_by_hand_stays_until_the_window_has_another_size() -> None:
    """Given z, then the map keeps its zoom while panes come and go, not in another window."""
    app = Host(chart(30, 30))
    async with app.run_test(size=(100, 40)) as pilot:
        view = app.query_one(RegionMapView)
        view.show(place="0505", goal="1007")
        view.on_resize()
        view.zoom(-1)
        view.on_resize()
        await pilot.pause()
        assert view.wide == 4
        await pilot.resize_terminal(90, 40)
        await pilot.pause()
        assert view.wide == 8


async def test_grounds_have_colours_and_every_second_hex_is_lighter() -> None:
    """Given colours, then water, forest and every second hex have backgrounds of their own."""
    shown = chart(4, 2, h0101=ChartHex("forest"), h0301=ChartHex("lake"), h0302=ChartHex("lake"))
    app = Host(shown)
    async with app.run_test(size=(40, 10)):
        view = app.query_one(RegionMapView)
        view.cursor = "0402"
        backs = [view.get_style_at(column, 2).bgcolor for column in (1, 9)]
        assert None not in backs
        assert len({*backs, view.get_style_at(9, 0).bgcolor}) == 3


async def test_the_legend_has_whole_words() -> None:
    """Given a narrow window, then no word of the legend is cut."""
    legend = MapLegend()
    for width in (30, 45, 71):
        told = [line[0][0] for line in legend.lines(width)]
        assert all(len(line) <= width for line in told)
        assert told[-1].endswith("unexplored")


def test_waypoints_are_numbered_on_the_map() -> None:
    """Given two waypoints of the next route, then each hex has its number."""
    drawn = picture(chart(3, 1), MapOverlay(via=("0301", "0101")))
    assert drawn[0] == " +2      +1"


async def test_the_ways_to_a_place_are_cut_between_two_of_them() -> None:
    """Given more kinds of way than the line has room for, then no word is cut."""

    class Host(Themed):
        def compose(self) -> ComposeResult:
            yield ArrivalLine(id="arrival")

    app = Host()
    async with app.run_test(size=(45, 5)) as pilot:
        line = app.query_one(ArrivalLine)
        line.show(("Tarn  72 km", "way in: 36 km trail, 24 km road, 12 km trackless"))
        await pilot.pause()
        assert screen_text(app)[1] == "way in: 36 km trail, 24 km road.."
