"""The look over a file ends with its campaign, whatever is opened next."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.campaign.campaign import Campaign
from saves.store.backend import Place
from saves.store.refusals import UNREACHABLE, CannotOpen
from saves.store.sqlite.file_place import FilePlace
from tests import waiting
from tests.saves.campaigns import begun
from tui.app import OutriderApp


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_server_that_is_gone_as_the_look_begins_leaves_the_campaign_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given no connection when the look begins, then play goes on, and the look begins again."""
    path = tmp_path / "march.outrider"
    begun(path).close()
    place = FilePlace(path)
    app = OutriderApp()

    async def gone(place: Place) -> None:
        raise CannotOpen(UNREACHABLE, "The server cannot be used: {reason}.", reason="it is gone")

    async with app.run_test(size=(80, 24)):
        app.view = await app.worker.open(str(path))
        monkeypatch.setattr(app.history, "patrol", gone)
        monkeypatch.setattr(app.history, "is_patrol_needed", gone)
        for begin_look in (app._patrol, app._patrol_shared):
            app._patrolled = place
            await begin_look(place)
            assert not (await app.worker.look()).read_only
            assert app._patrolled is None


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("read_only", [True, False])
async def test_another_campaign_ends_the_look_over_the_one_before(
    tmp_path: Path, read_only: bool
) -> None:
    """Given a campaign half looked over, when a small or locked one is opened, that ends."""
    big = tmp_path / "big.outrider"
    other = tmp_path / "other.outrider"
    begun(big).close()
    begun(other).close()
    app = OutriderApp()
    async with app.run_test(size=(80, 24)):
        await app.history.patrol(FilePlace(big))
        app._patrolled = FilePlace(big)
        app.worker.checked = 40
        holder = Campaign.open(FilePlace(other)) if read_only else None
        app.view = await app.worker.open(str(other))
        await waiting.until(lambda: app.history._patrol is None, "the end of the look")
        assert app.view.read_only is read_only
        assert app.worker.checked == 100
        if holder is not None:
            holder.close()
