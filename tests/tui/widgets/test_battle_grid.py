"""The battle grid as a widget: what is redrawn, how the cursor walks, what stays in view."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from textual.app import ComposeResult
from textual.filter import Monochrome
from textual.geometry import Region
from textual.pilot import Pilot
from textual.types import AnimationLevel

from core.combat.board.squares import Battlefield, Square
from core.messages import Message
from tests.insides import screen_strips
from tests.themed import Themed
from tests.tui.widgets.drawn_screen import screen_text
from tests.tui.widgets.grids import WIREFRAME, at, field, ford, the_fight, token
from tui.board.battle_grid import BattleGrid
from tui.board.grid_paint import rich_style
from tui.board.grid_things import NO_LAYER, Layer
from tui.kit.looks import LINES

MOVE = Message("1 one move, 2 two")


class Host(Themed):
    """Shows one board and keeps what it says."""

    def __init__(self, shown: Battlefield, fits: bool = False) -> None:
        super().__init__()
        self.shown = shown
        self.fits = fits
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield BattleGrid(fits=self.fits)

    @property
    def grid(self) -> BattleGrid:
        return self.query_one(BattleGrid)

    def on_mount(self) -> None:
        self.grid.set_board(self.shown)
        self.grid.focus()

    def on_battle_grid_cursor_moved(self, message: BattleGrid.CursorMoved) -> None:
        self.said.append(str(message.square))

    def on_battle_grid_square_chosen(self, message: BattleGrid.SquareChosen) -> None:
        self.said.append(f"chosen {message.square}")


@contextmanager
def drawing(grid: BattleGrid) -> Iterator[dict[int, range]]:
    """The squares that are drawn anew, by row."""
    asked: dict[int, range] = {}
    part = grid._rows._part

    def drawn(y: int, first: int, last: int, cursor: Square | None) -> object:
        asked[y] = range(first, last)
        return part(y, first, last, cursor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid._rows, "_part", drawn)
        yield asked


async def paint(pilot: Pilot[None]) -> None:
    """Wait until nothing is left to do, and have drawn what has changed."""
    await pilot.pause()
    screen_strips(pilot.app)


async def test_the_fight_of_the_wireframe_is_drawn_as_there() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        app.grid.show(tokens=the_fight().tokens, path=the_fight().path)
        app.grid.cursor = at("I9")
        await pilot.pause()
        assert screen_text(app) == WIREFRAME.split("\n")
        assert app.grid.as_text().split("\n")[9] == (
            " 9  . . . . . H 1 2 3 d V . . . . . . . . . ."
        )


async def test_only_squares_that_changed_are_drawn_again() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        grid = app.grid
        grid.show(tokens=the_fight().tokens)
        await paint(pilot)
        with drawing(grid) as asked:
            await pilot.press("l")
            await paint(pilot)
            assert asked == {0: range(2)}
            asked.clear()
            await pilot.press("j")
            await paint(pilot)
            assert asked == {0: range(1, 2), 1: range(1, 2)}
            asked.clear()
            grid.show(tokens=(token("V", "K12"), *the_fight().tokens[1:]))
            await paint(pilot)
            assert asked == {8: range(10, 11), 11: range(10, 11)}
            asked.clear()
            one = Layer("move", (("1", grid.field.bit(at("C5"))),), MOVE)
            grid.show(layer=one)
            await paint(pilot)
            assert sorted(asked) == [0, 1, 2, 3, 4, 5, 10, 12, 13]  # signs are no longer doubled
            asked.clear()
            grid.show(layer=Layer("move", (("1", grid.field.bits([at("C5"), at("C7")])),), MOVE))
            await paint(pilot)
            assert asked == {6: range(2, 3)}
            asked.clear()
            grid.show(area=grid.field.bits([at("B2"), at("B3")]), labels={at("U16"): "a"})
            await paint(pilot)
            column = range(1, 2)
            assert asked == {1: column, 2: column}  # row 16 is under the legend
            asked.clear()
            grid.show(area=grid.field.bits([at("B2"), at("B3")]))
            await paint(pilot)
            assert asked == {}


async def test_a_changed_board_redraws_the_rows_that_changed() -> None:
    app = Host(field("....", "....", "....", "...."))
    async with app.run_test(size=(20, 8)) as pilot:
        await paint(pilot)
        grid = app.grid
        grid.show(tokens=(token("V", "B2"),))
        await paint(pilot)
        walled = field("....", "....", "..#.", "....", edge_walls=("A4/B4",))
        kept = dict(grid._strips)
        grid.set_board(walled, {"A1/B1": "open"})
        await paint(pilot)
        assert [y for y in range(4) if grid._strips[y] is not kept[y]] == [0, 2, 3]
        assert screen_text(app)[:5] == [
            "    A B C D",
            " 1  @'. . .",
            " 2  . V . .",
            " 3  . . ##.",
            " 4  .|. . .",
        ]


async def test_the_cursor_walks_by_keys_and_clicks_and_says_so() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        grid = app.grid
        await pilot.press("l", "J", "pageup", "shift+left")
        assert app.said == ["B1", "B6", "C5", "A5"]
        for direction in ("right", "se", "sw", "nw", "up", "down", "left", "left"):
            grid.action_cursor(direction)
        for direction in ("right", "down", "up", "up", "left"):
            grid.action_cursor(direction, 5)
        await pilot.click(BattleGrid, offset=(4 + 2 * 5 + 1, 9))
        await pilot.click(BattleGrid, offset=(4 + 2 * 5, 9))
        await pilot.click(BattleGrid, offset=(2, 9))
        await pilot.click(BattleGrid, offset=(8, 0))
        assert app.said[4:11] == ["B5", "C6", "B7", "A6", "A5", "A6", "F6"]
        assert app.said[11:] == ["F11", "F6", "F1", "A1", "F9", "chosen F9"]


async def test_headers_stay_while_a_large_map_scrolls() -> None:
    app = Host(field(*["." * 500] * 500))
    async with app.run_test(size=(41, 12)) as pilot:
        grid = app.grid
        grid.cursor = Square(499, 499)
        await pilot.pause()
        seen = screen_text(app)
        assert seen[0] == "    RO  RQ  RS  RU  RW  RY  SA  SC  SE"
        assert seen[-1] == "500 . . . . . . . . . . . . . . . . . @"
        assert len(grid.squares_on_screen()) == 18 * 11
        assert grid.squares_on_screen()[0] == Square(482, 489)
        await pilot.press("H", "K", "up")
        assert screen_text(app)[0].startswith("    RO")
        with drawing(grid) as asked:
            grid.cursor = Square(250, 250)
            await paint(pilot)
            assert len(asked) == 11  # all that came into view
        assert any(line.startswith("251 ") and "@" in line for line in screen_text(app))
        for _ in range(2):
            await pilot.press("J")
        assert screen_text(app)[0].split("@")[0].startswith("      II")
        assert "@" in "".join(screen_text(app))


async def test_the_legend_of_a_layer_is_always_there_and_leaves_with_it() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 10)) as pilot:
        grid = app.grid
        grid.cursor = at("C16")
        await pilot.pause()
        assert screen_text(app)[-1].startswith("16")
        grid.show(layer=Layer("move", (("1", grid.field.every),), MOVE))
        await pilot.pause()
        assert screen_text(app)[-1] == " 1 one move, 2 two"
        assert any("@1" in line for line in screen_text(app)), "the cursor stays in view"
        grid.wide = 1
        await pilot.pause()
        assert screen_text(app)[-1] == " reversed: 1 one move, 2 two"
        grid.show(layer=NO_LAYER)
        grid.wide = 2
        await pilot.pause()
        assert "one move" not in "".join(screen_text(app))


async def test_attributes_leave_colours_as_they_are() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        app.grid.show(tokens=(token("g", "A1"), token("b", "B1", marked=True, acting=True)))
        app.grid.cursor = at("B3")
        await pilot.pause()
        one, other = (
            next(part.style for part in screen_strips(app)[1] if part.text == text)
            for text in ("g ", "b>")
        )
        assert one
        assert other
        assert one.color == other.color
        assert other.underline
        assert not one.underline


async def test_signs_do_not_need_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        assert any(isinstance(each, Monochrome) for each in app.get_line_filters())
        grid = app.grid
        grid.look = LINES
        grid.wide = 1
        grid.show(tokens=the_fight().tokens, layer=Layer("threat", (("!", 1 << 3),), MOVE, True))
        await pilot.pause()
        strips = screen_strips(app)
        under = [s for s in strips[1] if s.style and s.style.underline]
        assert [s.text for s in under] == ["!"]
        turned = [s for s in strips[1] if s.style and s.style.reverse]
        assert [s.text for s in turned] == ["@"]


async def test_the_zoom_shows_both_sides_and_is_chosen_again_with_the_size() -> None:
    app = Host(ford(), fits=True)
    async with app.run_test(size=(100, 40)) as pilot:
        grid = app.grid
        grid.cursor = at("F9")
        grid.show(tokens=the_fight().tokens)
        await pilot.pause()
        assert grid.wide == 6
        grid.zoom(-1)
        await pilot.pause()
        assert grid.wide == 4
        grid.show(tokens=the_fight().tokens[1:])
        assert grid.wide == 4, "who is removed does not change it"
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert grid.wide == 4
        await pilot.resize_terminal(48, 17)
        await pilot.pause()
        assert grid.wide == 2
        await pilot.resize_terminal(110, 40)
        grid.styles.width = 60
        await pilot.pause()
        assert grid.wide == 4, "the layout gives it another width"
        grid.styles.width = "100%"
        await pilot.resize_terminal(110, 40)
        await pilot.pause()
        assert grid.wide == 6


async def test_who_comes_out_of_view_is_seen_unless_the_zoom_was_chosen_by_hand() -> None:
    app = Host(ford(), fits=True)
    async with app.run_test(size=(60, 20)) as pilot:
        grid = app.grid
        grid.show(tokens=(token("T", "C5"),))
        await pilot.pause()
        assert grid.wide == 6
        grid.show(tokens=(token("T", "C5"), token("h", "L3")))
        await pilot.pause()
        assert at("L3") in grid.squares_on_screen()
        assert grid.wide == 4
        grid.zoom(1)
        grid.show(tokens=(token("T", "C5"), token("h", "L3"), token("g", "U16")))
        await pilot.pause()
        assert grid.wide == 6


async def test_the_zoom_shows_the_hidden_and_the_cursor() -> None:
    app = Host(ford(), fits=True)
    async with app.run_test(size=(60, 20)) as pilot:
        grid = app.grid
        party = token("T", "C5")
        sneak = token("h", "L3", state="?")
        for tokens, cursor, wide in (
            ((party,), "C5", 6),
            ((party, sneak), "C5", 4),
            ((party,), "M5", 4),
        ):
            grid.set_board(field("."))
            grid.set_board(ford())
            grid.cursor = at(cursor)
            grid.show(tokens=tokens)
            await pilot.pause()
            assert grid.wide == wide, (tokens, cursor)
            assert at(cursor) in grid.squares_on_screen()


@pytest.mark.parametrize("wide", [1, 2, 4, 6])
async def test_the_signs_seen_are_those_of_each_square_at_every_zoom(wide: int) -> None:
    app = Host(ford())
    async with app.run_test(size=(130, 52)):
        app.grid.wide = wide
        app.grid.show(tokens=(token("S", "C10", state="_"), token("T", "D10", state="3")))
        assert app.grid.signs_seen()["party"] == ({"S", "T"} if wide == 1 else {"S_", "T3"})


async def test_who_acts_stays_in_view_when_squares_are_larger() -> None:
    app = Host(ford(), fits=True)
    async with app.run_test(size=(60, 20)) as pilot:
        grid = app.grid
        grid.show(tokens=(token("H", "H9", acting=True),))
        grid.cursor = at("E6")
        for steps in (-3, 1, 1, 1):
            grid.zoom(steps)
            await pilot.pause()
            assert {at("H9"), at("E6")} <= {*grid.squares_on_screen()}, grid.wide


async def test_a_token_walks_the_path_shown_until_anything_else_happens() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)):
        grid = app.grid
        path = tuple(map(at, ("B12", "C12", "D12", "E12", "F12")))

        def halfway() -> str:
            grid.show(tokens=(token("V", "B12"),), path=path)
            grid.show(tokens=(token("V", "F12"),))
            grid.show(path=())
            grid.walked = 2
            return place()

        def place() -> str:
            row = grid.as_text().splitlines()[12]
            return "ABCDEF"[(row.index("V") - 4) // 2]

        still: list[tuple[bool, AnimationLevel]] = [(False, "full"), (True, "none")]
        for grid.moves, app.animation_level in still:
            assert halfway() == "F"
        app.animation_level = "full"
        assert halfway() == "D"
        with patch.object(grid._rows, "lay") as lay:
            for part in (2.2, 2.5, 2.9):
                grid.walked = part  # type: ignore[assignment]
        assert not lay.called, "between two squares nothing is drawn"
        for happens in (
            grid.arrive,
            lambda: grid.show(tokens=(token("V", "F12", marked=True),)),
            lambda: grid.go(at("B3" if grid.cursor == at("A1") else "A1")),
            lambda: setattr(grid, "walked", 4),
        ):
            assert halfway() == "D"
            happens()
            assert place() == "F"


async def test_neighbours_of_one_side_are_told_apart_and_a_large_body_is_of_one_colour() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)):
        one, next_to_it, large, its_next = (
            rich_style(app.grid, role, paint).bgcolor
            for role in ("foe", "foe large")
            for paint in ("open", "open'")
        )
        assert one != next_to_it
        assert one == large == its_next


async def test_larger_squares_scroll_and_are_clicked_whole() -> None:
    app = Host(field(*["." * 60] * 60))
    async with app.run_test(size=(44, 17)) as pilot:
        grid = app.grid
        grid.wide = 4
        grid.cursor = Square(59, 59)
        await pilot.pause()
        assert len(grid.squares_on_screen()) == 10 * 8
        assert grid.squares_on_screen()[-1] == Square(59, 59)
        await pilot.click(BattleGrid, offset=(4 + 4 * 2 + 3, 1 + 2 * 3 + 1))
        assert app.said == ["BA56"]
        assert grid.as_text().splitlines()[1].startswith("53  . .")


async def test_sixteen_colours_and_none_are_drawn_without_paint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        app.grid.show(tokens=the_fight().tokens)
        await pilot.pause()
        valeria = next(part for part in screen_strips(app)[9] if part.text == "V ")
        wolf = next(part for part in screen_strips(app)[9] if part.text == "d ")
        assert valeria.style.bgcolor != wolf.style.bgcolor  # type: ignore[union-attr]
        monkeypatch.setattr(type(app.console), "color_system", "standard")
        app.grid.watch_look()
        await pilot.pause()
        grounds = {part.style.bgcolor for part in screen_strips(app)[9] if part.style}
        assert len(grounds) == 1


async def test_of_few_changed_rows_only_what_changed_is_sent() -> None:
    app = Host(ford())
    async with app.run_test(size=(48, 17)) as pilot:
        grid = app.grid
        await paint(pilot)
        asked: list[int] = []
        refresh = grid.refresh

        def refreshed(*what: Region) -> BattleGrid:
            asked.extend(one.right for one in what)
            return refresh(*what)

        grid.refresh = refreshed  # type: ignore[assignment, method-assign]
        grid.show(tokens=(token("V", "B2"),))
        assert asked == [4 + 2 * 2]
