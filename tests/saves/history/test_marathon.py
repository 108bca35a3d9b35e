"""The long campaign: the same for the same seed, whole, and looked back at from end to end."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.index.index import starts
from saves.history.navigation import beats
from saves.store import journal
from saves.store.session_starts import starts as evenings
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.marathon import marathon, played
from tests.saves.verifying import state_at, verify
from tui.view import said


def told(path: Path) -> list[object]:
    """What was done in a campaign, and when."""
    with Campaign.open(FilePlace(path), read_only=True) as campaign:
        rows = campaign.story.log(limit=campaign.head)
        return [(row.kind, row.command, dict(row.answers), row.events, row.at) for row in rows]


def undone_entries(campaign: Campaign) -> set[int]:
    """The seq of all entries that are undone, page by page: a page is limited in bytes, too."""
    undone: set[int] = set()
    page = campaign.story.log(limit=campaign.head)
    while page:
        undone.update(entry.seq for entry in page if entry.undone)
        page = campaign.story.log(limit=campaign.head, before=page[0].seq)
    return undone


def test_one_seed_tells_one_story(tmp_path: Path) -> None:
    first, second, other = (
        told(played(tmp_path / f"{number}.outrider", 40, seed))
        for number, seed in enumerate((1, 1, 2))
    )

    assert len(first) == 40
    assert first == second != other


@pytest.mark.nightly
def test_ten_thousand_entries_are_whole_and_can_be_looked_back_at(tmp_path: Path) -> None:
    path = Path(shutil.copyfile(marathon(10_000), tmp_path / "long.outrider"))
    chance = random.Random(1)

    with Campaign.open(FilePlace(path)) as campaign:
        assert verify(file_of(campaign.place)) == ()
        undone = undone_entries(campaign)
        with History.open(FilePlace(path), said) as look:
            found = beats(look)
            assert len(found) == look.head == campaign.head
            assert {one.seq for one in found if one.undone} == undone
            assert starts(look) == evenings(look.reader, look.head)
            for one in chance.sample(found, 200):
                row = journal.row(look.reader, one.seq)
                assert row is not None
                state = state_at(campaign, one.seq)
                assert (one.day, one.hour) == (state.clock.day, state.clock.hour)
                assert look.then(one.seq)
