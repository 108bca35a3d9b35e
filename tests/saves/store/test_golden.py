"""Campaigns written by released formats open for ever, and say what they said."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from core.play.facts.state import State
from core.play.union import evolve_all
from saves.campaign.campaign import Campaign
from saves.store import journal
from saves.store.releases import FIRST_SCHEMA
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.golden import shapes
from tests.saves.verifying import note_texts, verify

GOLDEN = Path(__file__).parents[2] / "golden"
FILES = sorted(GOLDEN.glob("*.outrider"))


def test_there_is_one_for_each_format_that_was_released() -> None:
    last = shapes.golden()
    highest = last.schema if last.version else FIRST_SCHEMA
    names = [f"v{number}.outrider" for number in range(FIRST_SCHEMA, highest + 1)]
    assert [path.name for path in FILES] == names, "run `python -m tests.golden.write` for it"


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy to open: the file itself is never touched."""
    copy: Path = tmp_path / request.param.name
    shutil.copy(request.param, copy)
    return copy


def test_it_opens_and_says_what_it_said(golden: Path) -> None:
    says = json.loads((GOLDEN / f"{golden.stem}.json").read_text("utf-8"))
    with Campaign.open(FilePlace(golden)) as campaign:
        state = campaign.state
        log = campaign.story.log(1000)
        assert campaign.warnings == ()
        assert golden.stem == f"v{campaign.story.schema}"
        assert not campaign.read_only
        assert verify(file_of(campaign.place)) == ()
        assert [[e.seq, e.kind, e.parent, e.tip, e.undone] for e in log] == says["rows"]
        assert campaign.story.now.head.sum == says["sum"]
        assert [state.clock.day, str(state.clock.hour)] == says["clock"]
        assert {m.id: [m.damage, m.nonlethal, m.strain] for m in state.members} == says["members"]
        assert str(state.travelled) == says["travelled"]
        assert state.place == says["place"]
        assert [state.ruleset, state.region] == says["blobs"]
        assert note_texts(campaign) == says["notes"]
        assert campaign.assets.region(campaign.state) is not None
        assert campaign.assets.rules.id == "dnd35"
        rows = list(journal.rows(campaign.opened.reader))
        assert {(row.who, row.at) for row in rows} == {(says["who"], "2026-11-21T12:00:00Z")}
        assert any(e.receipts for e in log)


def test_its_story_replayed_is_its_state(golden: Path) -> None:
    with Campaign.open(FilePlace(golden)) as campaign:
        state = State()
        for entry in campaign.story.log(1000):
            if entry.kind == "play" and not entry.undone:
                state = evolve_all(state, entry.events)
        assert state == campaign.state


def test_it_can_be_played_on(golden: Path) -> None:
    from core.play.facts.road.commands import DropPlan

    with Campaign.open(FilePlace(golden)) as campaign:
        head = campaign.head
        campaign.record(DropPlan())
        campaign.undo()
        assert campaign.head == head + 2
        assert verify(file_of(campaign.place)) == ()


def test_the_file_itself_was_not_touched() -> None:
    for path in FILES:
        data = path.read_bytes()
        assert hashlib.sha256(data).hexdigest() == path.with_suffix(".sha256").read_text().strip()
