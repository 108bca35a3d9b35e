"""A campaign of a server on the screen, while others write to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.creatures import Sheet
from core.messages import Message
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.table.commands import EditMember, Hurt, Join
from core.play.facts.table.events import Checked
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.packaged_rulesets import packaged
from saves.store.places import library_at
from saves.store.refusals import UNREACHABLE, CannotOpen
from tests.saves.campaigns import HARSK
from tests.saves.fights import fighting
from tests.saves.store.postgres.two_players import HOUR, play_beside_another
from tests.saves.storing import store
from tests.story.driving import Driver, front
from tests.tui.screens.conftest import Opens
from tui.encounter.screen import EncounterScreen
from tui.play.application import campaign_app
from tui.view import CampaignView
from tui.worker import CampaignWorker

pytestmark = pytest.mark.usefixtures("shared")


@pytest.fixture
def shared(server_url: str) -> Iterator[None]:
    """The library is on a server, and has one campaign."""
    with library_at(server_url):
        library.create("Winter", packaged("pf1")).close()
        yield


async def test_what_others_write_appears_by_itself(table: Opens) -> None:
    """Given two who play one campaign, when one records, then the other sees it and goes on."""
    async with table() as drive:
        await play_beside_another(drive, "Winter")


async def test_what_is_being_typed_stays_while_others_write(table: Opens) -> None:
    """Given half a command, when somebody else records, then it can be ended and entered."""
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.press(*":note the", "space", *"ogre")
        with library.open("Winter") as other:
            other.record(HOUR)
            await drive.shows("saved 2")
        await drive.press(*"stirs", "enter")
        await drive.shows("saved 3")
        assert drive.view.notes == ("the ogrestirs",)


@contextmanager
def anna(monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """The campaign as Anna has it open, who signs what she does."""
    with monkeypatch.context() as hers:
        hers.setenv("OUTRIDER_NAME", "Anna")
        campaign = library.open("Winter")
    with campaign:
        yield campaign


async def test_the_log_says_who_did_what_others_did(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two names, when each records, then each one's log names the other alone."""
    async with table(size=(120, 40)) as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with anna(monkeypatch) as other:
            other.record(HOUR)
            await drive.shows("Anna: ")
            await drive.enter(":wait 20min")
            await drive.shows("saved 3")
        assert drive.text().count("Anna: ") == 1
        assert "outrider: " not in drive.text()


async def test_undo_of_what_somebody_else_did_asks_first(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Anna's entry is the last, when u is pressed, then it is undone only if the GM says so.

    One's own entry is undone at once.
    """
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with anna(monkeypatch) as other:
            before = other.state
            other.record(HOUR)
            await drive.shows("saved 2")
            await drive.press("u")
            await drive.opened("Choose")
            await drive.shows("The last entry is by Anna. Undo it?")
            await drive.press("l")
            await drive.opened("JourneyScreen")
            assert drive.view.head == 2
            await drive.press("u")
            await drive.opened("Choose")
            await drive.press("u")
            await drive.shows("saved 3")
            other.refresh()
            assert other.state == before
        await drive.enter(":wait 20min")
        await drive.shows("saved 4")
        await drive.press("u")
        await drive.shows("saved 5")
        assert drive.state == before


async def test_going_back_from_what_cannot_be_shown_says_whose_it_is_and_undoes_no_more(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Anna's entry cannot be shown, when she writes meanwhile, then nothing is undone."""
    with anna(monkeypatch) as other:
        other.record(HOUR)
        async with table() as drive:
            drive.app.enter(lambda worker: worker.open("Winter"), Message("Opening ..."))
            await drive.greeted()
            view = drive.view
            assert view.undo_title is not None
            drive.app.run_worker(drive.app._offer_undo(view, view.undo_title), group="offer")
            await drive.opened("Choose")
            await drive.shows("by Anna")
            other.record(HOUR)
            assert (await drive.app.worker.look()).head == 3
            await drive.press("u")
            await drive.says("Somebody else has changed the campaign meanwhile.")
            assert not other.refresh()


async def test_what_others_do_before_the_key_is_not_undone_unasked(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an entry of Anna's that the screen does not show yet, then u undoes nothing."""
    monkeypatch.setattr(campaign_app, "FOLLOW_OTHERS", 3_600)
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.enter(":wait 20min")
        await drive.shows("saved 2")
        with anna(monkeypatch) as other:
            other.record(HOUR)
            await drive.press("u")
            await drive.says("Somebody else has changed the campaign meanwhile.")
            assert not other.refresh()


def with_harsk(sheet: Sheet | None = None) -> None:
    with library.open("Winter") as campaign:
        campaign.record(Join(replace(HARSK, sheet=sheet)))


async def test_a_command_that_comes_to_something_else_is_shown_again(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Anna has hurt Harsk meanwhile, then damage to him is recorded with the next Enter."""
    monkeypatch.setattr(campaign_app, "FOLLOW_OTHERS", 3_600)
    with_harsk()
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with anna(monkeypatch) as other:
            other.record(Hurt(("harsk",), (30,)))
            await drive.enter(":hurt 9 h")
            await drive.says("Somebody else has changed the campaign meanwhile.")
            await drive.shows("saved 3")
            assert not other.refresh()
            await drive.press("enter")
            await drive.shows("saved 4")
            assert other.refresh()
            member = other.state.member("harsk")
            assert member is not None
            assert member.damage == 39


async def test_dice_that_were_typed_are_kept_when_a_command_is_shown_again(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Harsk perceives better by now, then his die is in the tray again and Enter takes it.

    Enter that was typed before he was shown again takes nothing.
    """
    monkeypatch.setattr(campaign_app, "FOLLOW_OTHERS", 3_600)
    async with harsk_looking(table) as drive:
        with anna(monkeypatch) as other:
            perceive(other, 5)
            await drive.strike("1", "3", "enter", "enter", "enter")
            await drive.says("Somebody else has changed the campaign meanwhile.")
            await drive.says("From Enter on 2 keys were dropped.")
            await drive.asked()
            await drive.shows("[13]")
            assert not other.refresh()
            await drive.press("enter")
            await drive.shows("saved 4")
            assert other.refresh()
            assert last_totals(other) == [18]


async def test_what_others_write_appears_while_dice_are_asked(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given half a number in the tray, when Anna does what the dice do not depend on, it stays."""
    async with harsk_looking(table) as drive:
        await drive.press("1")
        with anna(monkeypatch) as other:
            other.record(Hurt(("harsk",), (30,)))
            await drive.shows("saved 3")
            await drive.shows("[1_]")
            await drive.press("3", "enter")
            await drive.shows("saved 4")
            assert other.refresh()
            assert last_totals(other) == [15]


async def test_dice_that_change_while_they_are_typed_are_asked_again(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given half a number in the tray, when its figures and the hour change, then it stays."""
    async with harsk_looking(table) as drive:
        await drive.shows("d20 +2")
        await drive.press("1")
        with anna(monkeypatch) as other:
            perceive(other, 5)
            await drive.says("Somebody else has changed the campaign, and these dice with it.")
            await drive.shows("d20 +5")
            other.record(HOUR)
            await drive.shows("saved 4")
            await drive.shows("[1_]")
            await drive.press("3", "enter")
            await drive.shows("saved 5")
            assert other.refresh()
            assert last_totals(other) == [18]


@asynccontextmanager
async def harsk_looking(table: Opens) -> AsyncIterator[Driver]:
    """The screen of a campaign in which Harsk perceives with +2, and his die is asked for."""
    with_harsk(Sheet(perception=2))
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.enter(":check perception 10 h")
        await drive.asked()
        yield drive


def perceive(campaign: Campaign, perception: int) -> None:
    """Let Harsk perceive so well."""
    member = campaign.state.member("harsk")
    assert member is not None
    campaign.record(EditMember(replace(member, sheet=Sheet(perception=perception))))


def last_totals(campaign: Campaign) -> list[int | None]:
    """The totals of the checks that were recorded last."""
    entry = campaign.story.log(limit=1)[0]
    return [event.total for event in entry.events if isinstance(event, Checked)]


@cache
def ford() -> bytes:
    """The file of a campaign in a fight: Harsk's turn, between two wolves."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        fighting(path).close()
        return path.read_bytes()


async def test_of_two_commands_recorded_together_only_what_is_left_is_asked_again(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Harsk steps away and is better armoured by then, then the wolves' dice are shown again.

    He moves once, and what was typed for the wolves is kept.
    """
    store(ford(), "Ford")
    monkeypatch.setattr(campaign_app, "FOLLOW_OTHERS", 3_600)
    async with table(lambda worker: worker.open("Ford")) as drive:
        head = drive.view.head
        front(drive.app, EncounterScreen).perform(Move("harsk", "D6"))
        await drive.asked()
        with library.open("Ford") as other:
            member = other.state.member("harsk")
            assert member is not None
            assert member.sheet is not None
            better = replace(member.sheet, ac=(member.sheet.ac or 10) + 3)
            other.record(EditMember(replace(member, sheet=better)))
            await drive.press("2", "space", "3", "enter")
            await drive.says("Somebody else has changed the campaign meanwhile.")
            await drive.asked()
            await drive.shows("[ 2]")
            await drive.shows("[ 3]")
            assert drive.view.head == head + 2
            await drive.press("enter")
            await drive.shows(f"saved {head + 3}")
            assert other.refresh()
            commands = [type(entry.command) for entry in other.story.log(limit=3)]
            assert commands == [EditMember, Move, AnswerStrikes]


async def test_a_server_that_is_gone_for_a_while_is_said_once_and_when_it_is_back(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given looks that fail, then the screen says so, and then that the server is there again."""

    async def find_nobody(worker: CampaignWorker, known: CampaignView) -> CampaignView:
        raise CannotOpen(UNREACHABLE, "The server cannot be used: {reason}.", reason="it is gone")

    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with monkeypatch.context() as gone:
            gone.setattr(CampaignWorker, "look_for_others", find_nobody)
            await drive.says("The server cannot be used: it is gone.")
        await drive.says("The server is there again.")


async def test_a_look_that_takes_longer_than_the_time_between_two_is_shown(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server slower than the screens look at it, then others' entries appear all the same.

    Ended by the next one, no look would ever be shown.
    """
    look = CampaignWorker.look_for_others

    async def look_slowly(worker: CampaignWorker, known: CampaignView) -> CampaignView:
        await asyncio.sleep(2 * campaign_app.FOLLOW_OTHERS)
        return await look(worker, known)

    monkeypatch.setattr(CampaignWorker, "look_for_others", look_slowly)
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with anna(monkeypatch) as other:
            other.record(HOUR)
            await drive.shows("saved 2")
