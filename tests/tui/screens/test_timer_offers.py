"""A timer of an older campaign that is called like an effect is offered its figures once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import Join, WriteNote
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.library.timer_offers import keep_offered, was_offered
from saves.store.packaged_rulesets import packaged
from saves.store.releases import MIN_READER
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.story.yard import HEROES
from tests.tui.screens.conftest import Opens
from tests.tui.views import view_of
from tui.kit.phrases import say
from tui.play.timers import TimerOffer, find_timer_offer
from tui.view import CampaignView, taken

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

RULES = packaged("pf1")


def older(*timers: str) -> CampaignView:
    """A campaign of an older Outrider, with these timers on its first hero."""
    vera = replace(HEROES[0], lasting=tuple(map(Lasting, timers)))
    view = view_of(State(members=(vera,)), Assets(RULES))
    return replace(view, id="rime", has_older_timers=True)


def offered(view: CampaignView) -> tuple[str, ...]:
    """The timers that are offered as this campaign opens; they are then known to be."""
    offer = find_timer_offer(view)
    if offer is None:
        return ()
    keep_offered(view.id, offer.timers)
    return offer.timers


def test_a_timer_is_offered_at_the_first_opening_and_another_one_later() -> None:
    """Given bless, then it is offered once; haste beside it later, in another campaign both."""
    assert offered(older("Bless", "torch")) == ("Bless",)
    assert offered(older("Bless", "torch")) == ()
    assert offered(older("bless", "haste")) == ("haste",)
    assert offered(older("bless", "haste")) == ()
    assert offered(replace(older("bless", "haste"), id="frost")) == ("bless", "haste")
    assert was_offered("rime", "BLESS")


def test_the_sentence_names_all_of_them() -> None:
    """Given one timer, then its figures are said; given two, then both are named."""
    one = find_timer_offer(older("Bless"))
    two = find_timer_offer(older("Bless", "haste"))
    assert one is not None
    assert two is not None
    assert "Bless is a timer without figures. :effect Bless" in say(one.message)
    assert "attack +1 morale" in say(one.message)
    assert "Bless, haste are timers without figures. :effect and the name of one" in say(
        two.message
    )


def test_nothing_is_offered_where_nothing_can_be_given() -> None:
    """Given a window that only reads, or timers of this program, then nothing is said."""
    assert offered(replace(older("bless"), read_only=True)) == ()
    assert offered(replace(older("bless"), has_older_timers=False)) == ()
    assert not was_offered("rime", "bless")


def test_what_cannot_be_remembered_is_offered_again(home: Path) -> None:
    """Given a folder where nothing can be written, or a file of nonsense, then nothing fails."""
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("a file where the folder is to be", "utf-8")
    assert offered(older("bless")) == ("bless",)
    assert offered(older("bless")) == ("bless",)

    home.unlink()
    home.mkdir()
    (home / "offered.json").write_text('{"rime": 3}', "utf-8")
    assert offered(older("bless")) == ("bless",)
    assert offered(older("bless")) == ()


def make_campaign(name: str = "Rime") -> Path:
    """A campaign that this program wrote, with a timer called bless on Vera."""
    with library.create(name, RULES) as campaign:
        campaign.record(Join(HEROES[0]))
        campaign.record(Join(HEROES[1]))
        campaign.record(SetCondition(("vera",), "bless", 5))
        return file_of(campaign.place)


def make_older(path: Path) -> None:
    """Let a file be as one that an older Outrider wrote."""
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"PRAGMA user_version={MIN_READER}")


def offer_of(path: Path, *, read_only: bool = False) -> TimerOffer | None:
    """What the campaign of a file is offered as it opens."""
    with Campaign.open(FilePlace(path), read_only=read_only) as campaign:
        return find_timer_offer(taken(campaign))


def test_timers_that_this_program_began_are_no_older_ones() -> None:
    """Given a timer of this program, as in the demo, then it is by choice; an older one is not."""
    path = make_campaign()
    assert offer_of(path) is None

    make_older(path)
    assert offer_of(path) is not None
    assert offer_of(path, read_only=True) is None
    with Campaign.open(FilePlace(path)) as campaign:
        campaign.record(WriteNote("the ogre was paid"))
    assert offer_of(path) is not None
    with Campaign.open(FilePlace(path)) as campaign:
        campaign.record(SetCondition(("hugo",), "haste", 5))
    assert offer_of(path) is None


async def test_the_offer_is_said_as_the_campaign_opens_and_then_remembered(table: Opens) -> None:
    """Given an older campaign, when it opens, then a line offers the figures, and no second."""
    path = make_campaign()
    make_older(path)
    async with table(lambda worker: worker.open(FilePlace(path))) as drive:
        await drive.says("bless is a timer without figures")
        await drive.until(lambda: was_offered(drive.view.id, "bless"), "remembered")
    assert offer_of(path) is None
