"""A flyer at a height by its keys: p chooses what it does, its flying speed how far."""

from __future__ import annotations

import pytest

from core.play.facts.fight.setup.commands import EditFoe
from core.values import replace
from tests.tui.screens.encounter_keys import fight
from tui.encounter.model import cursor_query

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.mark.nightly
async def test_whatever_p_chooses_a_flyer_in_the_air_flies_it() -> None:
    """Given Tam at height 3, then he charges farther than he could walk, and down to the wolf."""
    async with fight() as drive:
        await drive.enter(":place T E6 3")
        await drive.saved()
        await drive.keys("f T v f g")
        for key, action in (("r", "run"), ("x", "withdraw"), ("c", "charge")):
            await drive.press("p")
            await drive.opened("Choose")
            await drive.press(key)
            await drive.opened("EncounterScreen")
            here = drive.screen
            query = cursor_query(here.ui, here.battle, here.grid.cursor)
            assert query is not None
            assert (query.action, query.mode) == (action, "fly")
        await drive.shows("Tam charges to S")
        found = drive.screen.ui.preview(drive.screen.grid.cursor)
        assert found is not None
        assert found.ahead is not None
        assert (
            found.ahead.planned_move.command.mode,
            found.ahead.planned_move.command.action,
            found.ahead.planned_move.command.elevation,
        ) == ("fly", "charge", 1)


async def test_c_044_who_has_only_an_incorporeal_speed_goes_through_walls() -> None:
    """Given a wolf's ghost beside the rock, then Enter takes it through to the other side."""
    async with fight() as drive:
        wolf = drive.fight.foe("wolf-1")
        assert wolf is not None
        ghost = replace(wolf, sheet=replace(wolf.sheet, speeds=(("incorporeal", 8),)))
        drive.screen.perform(EditFoe("ambush", ghost))
        await drive.saved()
        await drive.settled()
        await drive.keys("f a v l l l")
        await drive.shows("wolf moves to O4")
        await drive.keys("RET", saved=1)
        assert drive.figure("wolf-1").at == "O4"
