"""Overruling an entry of the past from where it stands, by keys."""

from __future__ import annotations

import pytest

from core.messages import Message
from core.play.facts.encounter import Foe
from core.play.facts.fight.combatants import find
from core.play.facts.table.commands import Amend
from saves.store.entries import Annotate
from tests.demos import ambush
from tests.story.driving import Driver
from tests.tui.screens.conftest import Opens
from tui.sessions.screen import SessionsScreen

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


def screen(drive: Driver) -> SessionsScreen:
    found = drive.app.screen
    assert isinstance(found, SessionsScreen)
    return found


async def at_the_miss(drive: Driver) -> int:
    """Stand at Sorrel's attack that missed by 2; the number of that entry."""
    drive.app.enter(ambush, Message("Opening ..."))
    await drive.greeted()
    await drive.press("f5")
    await drive.opened("SessionsScreen")
    await drive.until(lambda: screen(drive).reader.still, "the journal")
    drive.begun()
    journal = screen(drive).ui.journal
    assert journal is not None
    seq = next(one.seq for one in journal.beats if "Sorrel attacks Wolf e: 16" in one.text)
    await drive.enter(str(seq))
    reader = screen(drive).reader
    await drive.until(lambda: reader.at == seq and reader.still, f"entry {seq}")
    return seq


def wolf(drive: Driver) -> int:
    found = find(drive.view.state, "wolf-5")
    assert isinstance(found, Foe)
    return found.damage


async def test_flanking_that_was_forgotten_is_set_right_by_one_entry(table: Opens) -> None:
    """Given a miss by 2 of two turns ago, when o +2 and 6 damage, then the wolf has 6 more now."""
    async with table() as drive:
        seq = await at_the_miss(drive)
        head = drive.view.head
        before = wolf(drive)
        await drive.press("o")
        await drive.enter("hit")
        await drive.asked()
        await drive.press("escape")
        await drive.shows("Nothing was changed.")
        assert drive.view.head == head

        await drive.press("o")
        await drive.shows("Sorrel attacks Wolf e: 16 against 18. Instead")
        await drive.enter("+2 flanking")
        await drive.asked()
        await drive.enter("6")
        await drive.opened("ConsequencesDialog")
        await drive.shows(f"entry {seq} overruled: 7 entries would change")
        await drive.shows("correction: Wolf e 6 damage more")
        await drive.press("enter")
        await drive.saved()
        assert wolf(drive) == before + 6
        command = drive.view.entries[-1].command
        assert isinstance(command, Amend)
        assert (command.entry, command.word) == (seq, "Sorrel attacks Wolf e: +2")
        assert command.reason == "flanking"
        await drive.shows(f"sets right what followed from entry {seq}")
        await drive.until(lambda: screen(drive).reader.still, "the past")
        assert screen(drive).reader.at == seq, "one is where one was"


@pytest.mark.nightly
async def test_with_nothing_marked_a_note_may_be_written_and_nothing_is_set_right(
    table: Opens,
) -> None:
    """Given no mark, then nothing is set right; and entries without dice are not overruled."""
    async with table(size=(120, 40)) as drive:
        seq = await at_the_miss(drive)
        before = drive.view.state
        for wants in (False, True):
            await drive.press("o")
            await drive.enter("hit")
            await drive.asked()
            await drive.enter("6")
            await drive.opened("ConsequencesDialog")
            await drive.press("space", "enter")
            await drive.shows(f"a note at entry {seq} instead?")
            await drive.press("enter" if wants else "escape")
            await drive.opened("SessionsScreen")
            if not wants:
                await drive.shows("Nothing was recorded; the entry is unchanged.")
        await drive.saved()
        note = drive.view.entries[-1].command
        assert isinstance(note, Annotate)
        assert (note.entry, note.text) == (seq, "overruled, Sorrel attacks Wolf e: hit")
        assert drive.view.state == before

        await drive.enter(":then")
        await drive.opened("ThenAndNow")
        await drive.shows("Every entry would be decided the same way.")
        await drive.press("escape")
        await drive.enter(":then 99")
        await drive.shows("There is no session 99.")
        await drive.press("space")
        reader = screen(drive).reader
        await drive.until(lambda: reader.at > seq and reader.still, "the next")
        await drive.press("o")
        await drive.shows("asked for no roll")
        await drive.press("f9", "o")
        await drive.shows("This page is for the GM only. Press F9 to open the curtain.")
