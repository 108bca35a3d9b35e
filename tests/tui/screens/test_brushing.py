"""Brushes in the Encounter screen: each stroke is saved as one step that u takes back."""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Board, BoardEdit
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.fight.setup.commands import Prepare
from saves.store.packaged_rulesets import packaged
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.board.battle_grid import BattleGrid
from tui.encounter.panes.brush_line import BrushLine
from tui.play.command_line.board_words import wind
from tui.view import CampaignView
from tui.worker import CampaignWorker, Founding


async def prepared(worker: CampaignWorker) -> CampaignView:
    await worker.found(Founding("Fords", packaged("pf1")))
    return await worker.write(
        lambda it: it.prepare(Prepare(Encounter("ford", "Ford", "")), Board(("." * 12,) * 6))
    )


def ford(drive: Driver) -> Encounter:
    return drive.state.encounters[0]


async def test_a_stroke_of_a_brush_is_one_step_that_u_takes_back() -> None:
    app = OutriderApp(prepared)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        await drive.press("x", "f4")
        await drive.opened("EncounterScreen")
        await drive.shows("1  @")
        drive.begun()
        await drive.press("b")
        await drive.shows("deep water")
        assert all(len(line) <= 80 for line in drive.text().split("\n"))
        await drive.press("tilde", "enter", "L", "j")
        await drive.shows("A1 to F2, 12 squares")
        await drive.press("enter")
        await drive.saved()
        assert ford(drive).edits == (BoardEdit("A1:6 A2:6", "water"),)
        await drive.shows("~~~~~~~~~~~~. .")
        await drive.press("b", "D", "space")
        await drive.saved()
        assert ford(drive).zones == (Zone("F2", "dark"),)
        await drive.press("u")
        await drive.saved()
        assert ford(drive).zones == ()
        await drive.press("escape")
        await drive.until(lambda: app.focused is app.screen.query_one(BattleGrid), "the grid")
        assert app.screen.query_one(BattleGrid).overlay.draft == {}


@pytest.mark.parametrize(
    "keys",
    [
        *(pytest.param(keys, marks=pytest.mark.nightly) for keys in ((), ("tilde",))),
        ("tilde", "enter"),
    ],
)
async def test_esc_in_help_leaves_help_alone_and_the_brush_stays(keys: tuple[str, ...]) -> None:
    """Given a brush, picked or not, when ? and Esc are typed at once, then the brush is there."""
    app = OutriderApp(prepared)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        await drive.press("x", "f4")
        await drive.opened("EncounterScreen")
        await drive.press("b", *keys)
        before = drive.text()
        await drive.strike("question_mark", "escape")
        await drive.until(lambda: type(app.screen).__name__ == "EncounterScreen", "the fight")
        await drive.press("question_mark")
        await drive.opened("Help")
        await drive.press("escape")
        await drive.opened("EncounterScreen")
        assert app.screen.has_class("brushing")
        assert isinstance(app.focused, BrushLine)
        assert drive.text() == before


async def test_space_does_not_go_on_with_the_way_while_an_encounter_is_only_prepared() -> None:
    """Given no fight that is played, when Space on F4, then a sentence, and nothing is saved."""
    app = OutriderApp(prepared)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        await drive.press("x", "f4")
        await drive.opened("EncounterScreen")
        await drive.shows("Spc: nothing: no fight is being played.")
        head = drive.view.head
        await drive.press("space")
        await drive.says("no fight is being played. On F2 it goes on with the way")
        assert drive.view.head == head


def test_the_wind_is_a_word() -> None:
    assert [wind("nw"), wind(" none "), wind("off")] == ["NW", "", ""]
    with pytest.raises(Refusal, match="unknown_wind"):
        wind("x")
