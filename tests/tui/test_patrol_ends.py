"""The look over a file ends with its campaign, whatever is opened next."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.campaign.campaign import Campaign
from saves.store.sqlite.file_place import FilePlace
from tests import waiting
from tests.saves.campaigns import begun
from tui.app import OutriderApp


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
