"""What the GM writes beside the story, and the picture of the campaign after it."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from core.play.history.previously import LastSession
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import CannotOpen
from tests.demos import week
from tui import worker as at_work
from tui.worker import CampaignWorker, Founding, ReturnPoint


async def test_the_session_before_is_that_of_the_opening_by_the_title_it_has_now() -> None:
    """Given the demo, when sessions are named, begun and joined, then each answer shows it."""
    worker = CampaignWorker()
    try:
        opened = await week(worker)
        assert (opened.session, opened.last) == (
            4,
            LastSession(4, "The north shore", "2026-11-07"),
        )

        named = await worker.write(
            lambda campaign: marks.name_session(campaign, 40, "Three days by the sea")
        )
        assert named.last == LastSession(4, "Three days by the sea", "2026-11-07")
        begun = await worker.write(lambda campaign: marks.begin_session(campaign, "The ford"))
        assert (begun.session, begun.last) == (5, named.last)
        noted = await worker.write(
            lambda campaign: marks.annotate(campaign, 20, "was it the miller?", shared=True)
        )
        assert noted.notes[-1] == "was it the miller?"
        assert noted.last == named.last

        split = await worker.write(lambda campaign: marks.split_session(campaign, 40))
        assert split.session == 6
        joined = await worker.write(lambda campaign: marks.join_sessions(campaign, 40))
        assert joined.session == 5
        with pytest.raises(Refusal, match="nothing_to_join"):
            await worker.write(lambda campaign: marks.join_sessions(campaign, 1))
        assert (await worker.look()).head == opened.head + 5
    finally:
        await worker.close()
        worker.stop()


async def test_a_what_if_stays_open_with_its_way_back_when_another_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a what-if, when another campaign proves damaged, then leaving it leads back as ever."""
    worker = CampaignWorker()
    began = ReturnPoint("journey", "0101")
    try:
        await worker.found(Founding("Damaged", packaged("pf1")))
        opened = await worker.found(Founding("Good", packaged("pf1")))
        await worker.try_from(opened.head, began)
        with monkeypatch.context() as damage:
            damage.setattr(at_work, "_before", _unreadable)
            with pytest.raises(CannotOpen):
                await worker.open("Damaged")
        assert (await worker.drop_trial()).return_point == began
    finally:
        await worker.close()
        worker.stop()


def _unreadable(campaign: Campaign) -> LastSession | None:
    raise CannotOpen("damaged", "It is damaged.")
