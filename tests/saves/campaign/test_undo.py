"""Undo by tip: nothing is destroyed, any moment can be shown."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.calendars import Instant
from core.messages import Refusal
from core.play.facts.road.commands import BeginEncounter, PassBy
from core.play.facts.road.events import EncounterMet
from core.play.facts.table.commands import WriteNote
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store.sqlite.file_place import FilePlace
from tests.builders import decided
from tests.saves.campaigns import HARSK, begun, damage, hurt
from tests.saves.verifying import entry_at, state_at

pytestmark = pytest.mark.usefixtures("both_back_ends")


def test_undo_goes_back_and_redo_comes_back(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 1)
        hurt(campaign, 2)
        campaign.undo()
        campaign.undo()
        assert damage(campaign) == 0
        campaign.redo()
        assert damage(campaign) == 1
        campaign.redo()
        assert damage(campaign) == 3
        assert campaign.story.redo_title is None


def test_the_founding_cannot_be_undone(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider") as campaign:
        assert campaign.story.undo_title is None
        for undo in (campaign.undo, campaign.undo_step):
            with pytest.raises(Refusal, match="nothing_to_undo"):
                undo()
        with pytest.raises(Refusal, match="nothing_to_redo"):
            campaign.redo()
        assert campaign.head == 1


def test_new_play_puts_undone_entries_out_of_redo_but_keeps_them(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 1)
        campaign.undo()
        hurt(campaign, 5)

        assert campaign.story.redo_title is None
        assert [(e.seq, e.undone) for e in campaign.story.log()] == [
            (1, False),
            (2, False),
            (3, True),
            (4, False),
            (5, False),
        ]
        lost = state_at(campaign, 3).member("harsk")
        assert lost is not None
        assert lost.damage == 1


def test_notes_and_sessions_are_never_taken_by_undo(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 1)
        campaign.record(WriteNote("remember the toll", shared=True))
        marks.begin_session(campaign, "Two")
        before = campaign.story.undo_title
        campaign.undo()
        campaign.record(WriteNote("and the ford"))

        assert before is not None
        assert damage(campaign) == 0
        assert campaign.story.redo_title is not None  # a note does not cut the way forward either
        texts = [note.command for note in campaign.story.notes()]
    assert texts == [WriteNote("remember the toll", shared=True), WriteNote("and the ford")]


def test_redo_survives_closing_and_notes_in_between(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        hurt(campaign, 1)
        hurt(campaign, 2)
        campaign.undo()
        campaign.record(WriteNote("hm"))
        campaign.undo()
        campaign.redo()
        title = campaign.story.redo_title
    with Campaign.open(FilePlace(path)) as again:
        assert again.story.redo_title == title
        again.redo()
        assert damage(again) == 3
        assert again.story.redo_title is None


def meeting(campaign: Campaign) -> int:
    """An entry that leaves something met; the road's own dice decide that elsewhere."""
    from core.play.facts.road.commands import March

    met = decided(campaign.state, EncounterMet(Instant(0, Fraction(10)), Fraction(6)))
    return campaign.recorder.write_story(March(), {}, met).seq


@pytest.mark.parametrize("answer", [BeginEncounter("wolves"), PassBy()])
def test_what_answers_a_meeting_is_of_the_same_intent(
    tmp_path: Path, answer: BeginEncounter | PassBy
) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        march = meeting(campaign)
    with Campaign.open(FilePlace(path)) as campaign:  # the intent is found again after reopening
        entry = campaign.record(answer)
        first = entry_at(campaign, march)
        assert first is not None
        assert entry.intent == first.intent
        campaign.undo_step()
        assert campaign.tip == march
        assert campaign.state.pending is not None
        campaign.redo()
        campaign.undo()
        assert campaign.tip == march - 1
        assert campaign.state.pending is None


def test_what_comes_between_a_meeting_and_its_answer_is_an_intent_of_its_own(
    tmp_path: Path,
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        meeting(campaign)
        hurt(campaign, 4)
        campaign.record(PassBy())
        campaign.undo()

        assert damage(campaign) == 4


def test_any_past_row_can_be_shown(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        seen = []
        for amount in (1, 2, 3):
            hurt(campaign, amount)
            seen.append((campaign.head, campaign.state))
        campaign.undo()
        seen.append((campaign.head, campaign.state))
        hurt(campaign, 9)

        assert [state_at(campaign, seq) for seq, _ in seen] == [state for _, state in seen]
        assert [e.seq for e in campaign.story.log(2, before=5)] == [3, 4]
