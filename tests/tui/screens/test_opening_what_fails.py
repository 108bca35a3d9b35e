"""A campaign whose newest state cannot be shown opens, is usable, and offers to go back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.messages import Message
from core.play import queries
from core.play.facts.fold import evolve
from core.play.facts.road.commands import SetLegs
from core.play.facts.road.events import PlanSet
from core.play.facts.state import Plan, State
from core.play.resolution import Decided
from core.play.union import Assets
from core.travel.itinerary import Itinerary
from core.travel.stretches import Stretch
from saves.demo import NAME
from saves.library import library
from tests.demos import the_week
from tests.saves.campaigns import hurt
from tests.tui.screens.conftest import Opens
from tui.view import CampaignView
from tui.worker import CampaignWorker

pytestmark = [pytest.mark.filterwarnings("ignore::ResourceWarning"), pytest.mark.mistakes]

OPENING = Message("Opening ...")
OFFER = "The newest entry of this campaign cannot be shown"


async def the_demo(worker: CampaignWorker) -> CampaignView:
    return await worker.open(NAME)


def is_hurt(state: State) -> bool:
    return any(member.damage for member in state.members)


async def test_the_offer_goes_back_one_entry(
    table: Opens, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a wound that cannot be shown, then opening offers to undo it, and all is shown."""
    the_week()
    with library.open(NAME) as campaign:
        hurt(campaign, 3)
    plan_ahead = queries.plan_ahead

    def fails(state: State, assets: Assets, **how: bool) -> Itinerary | None:
        if is_hurt(state):
            raise ZeroDivisionError("nobody thought of this")
        return plan_ahead(state, assets, **how)

    monkeypatch.setattr(queries, "plan_ahead", fails)
    async with table() as drive:
        drive.app.enter(the_demo, OPENING)
        await drive.opened("Choose")
        await drive.shows(OFFER)
        await drive.press("u")
        await drive.opened("JourneyScreen")
        await drive.until(
            lambda: not any(one.damage for one in drive.state.members), "the wound is undone"
        )
        await drive.shows("ARRIVE")
        assert drive.app.farewell is None
    assert "nobody thought of this" in (home / "outrider.log").read_text(encoding="utf-8")


@pytest.mark.nightly
async def test_legs_that_cannot_be_planned_are_taken_back(table: Opens) -> None:
    """Given stored legs far beyond any plan, then the campaign opens, and u takes them back."""
    the_week()
    with library.open(NAME) as campaign:
        before = campaign.state.plan
        legs = (Stretch(Fraction(999_999), 1, terrain="plains", way="road"),)
        event = PlanSet(Plan(legs))
        decided = Decided((event,), (evolve(campaign.state, event),))
        campaign.recorder.write_story(SetLegs(legs), {}, decided)
    async with table() as drive:
        drive.app.enter(the_demo, OPENING)
        await drive.until(lambda: drive.app.screen.is_modal, "the page that greets, or the offer")
        await drive.press("escape", "escape")
        await drive.opened("JourneyScreen")
        await drive.press("f3", "f4", "f5", "f2", "w", "escape", "r", "down")
        assert drive.app.farewell is None
        await drive.press("u")
        await drive.until(lambda: drive.state.plan == before, "the legs are taken back")
        await drive.shows("ARRIVE")
