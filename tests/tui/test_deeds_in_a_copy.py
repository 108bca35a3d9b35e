"""Two commands that belong together, while the file is renamed under them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.messages import Message
from core.play.facts.table.commands import WriteNote
from saves.campaign.campaign import Campaign
from saves.store import journal
from saves.store.entries import Entry
from saves.store.sqlite.file_place import file_of
from tests.demos import week
from tests.saves.verifying import verify
from tui.worker import CampaignWorker, Deed

TEXTS = ("first", "second", "third")


async def recorded(worker: CampaignWorker) -> Sequence[str]:
    """Record three notes at once; the last notes of the campaign then, and that all is well."""

    async def yes(reason: Message) -> bool:
        return True

    worker.offer = yes
    one, two, three = (WriteNote(text) for text in TEXTS)
    view = await worker.record(Deed(one, {}), Deed(two, {}), Deed(three, {}))
    assert not view.read_only
    assert worker._campaign is not None
    assert view.head == worker._campaign.head
    notes = await worker.run(lambda: worker._open.story.notes())
    return [getattr(note.command, "text", "") for note in notes][-4:]


@pytest.mark.parametrize("when", [0, 1, 2])
@pytest.mark.parametrize("inside", [False, True], ids=["before", "between COMMIT and check"])
async def test_each_is_recorded_once(
    monkeypatch: pytest.MonkeyPatch, when: int, inside: bool
) -> None:
    """Given a file that is renamed before a command or after its COMMIT, each is in the copy."""
    worker = CampaignWorker()
    try:
        view = await week(worker)
        path = view.place
        assert path is not None
        before = view.head
        count = 0

        def away(at: Path) -> None:
            if count == when and at.exists():
                at.rename(at.with_name("away.outrider"))

        stored = journal.append
        record = Campaign.record

        def append(*args: Any, **more: Any) -> None:  # noqa: ANN401
            nonlocal count
            stored(*args, **more)
            if inside:
                away(file_of(path))
            count += 1

        def asked(self: Campaign, *args: Any, **more: Any) -> Entry:  # noqa: ANN401
            if not inside:
                away(file_of(path))
            return record(self, *args, **more)

        monkeypatch.setattr(journal, "append", append)
        monkeypatch.setattr(Campaign, "record", asked)

        texts = await recorded(worker)

        assert worker.place != path
        assert texts[-3:] == list(TEXTS)
        assert texts[0] not in TEXTS
        assert worker._open.head == before + 3
        assert verify(file_of(worker._open.place)) == ()
    finally:
        await worker.close()
        worker.stop()
