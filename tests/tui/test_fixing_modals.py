"""What would be otherwise, and then and now: what they show at both sizes, and hand back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.dice import Question
from core.messages import Message
from core.play.facts.encounter import Lasting
from core.play.facts.state import State
from core.play.facts.table.commands import Correction
from saves.history import fixing
from saves.history.fixing import Change
from saves.history.redecision import Again, Compared
from saves.store.packaged_rulesets import packaged
from tests.fights import FIGHT
from tests.tui.modals import Hand, Table
from tui.sessions.dialogs.entry_pages import Compare, ConsequencesDialog, EntryRow, ThenAndNow

MISSED = Message("Tam attacks Ogre: {total}, missed", total=15)
HIT = Message("Tam attacks Ogre: {total}, hit", total=17)
DAMAGE = Question("attack/r1/harsk/1/damage", Message("damage"), dice="1d10+4")
PRONE = Correction("ogre", "condition", to="prone", lasting=Lasting("prone"))
FOUND = fixing.Consequences(
    70,
    (
        Change(
            70,
            "other",
            (MISSED,),
            (HIT, Message("Ogre: 6 damage")),
            corrections=(Correction("ogre", "damage", 6),),
        ),
        Change(
            79,
            "other",
            (Message("Ogre attacks Harsk: 18, hit"),),
            corrections=(Correction("harsk", "damage", -11),),
        ),
        Change(85, "asks", (Message("Harsk attacks Ogre: 13, missed"),), questions=(DAMAGE,)),
        Change(
            90,
            "refused",
            (Message("Ogre moves from Q7 to H9"),),
            refusal=Message("Ogre cannot move now."),
            corrections=(PRONE,),
        ),
        Change(
            99, "other", (Message("Rat: 2 damage"),), (Message("Rat: 4 damage"),), gone=("Rat",)
        ),
    ),
)


@asynccontextmanager
async def hand(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hand]:
    app = Table()
    async with app.run_test(size=size) as pilot:
        yield Hand(app, pilot)


def consequences() -> ConsequencesDialog:
    return ConsequencesDialog(FOUND, FIGHT)


async def test_the_overruled_entry_is_marked_and_shown_then_and_now() -> None:
    async with hand() as at:
        text = await at.shows(consequences())
        assert "entry 70 overruled: 5 entries would change" in text
        assert "> [x]    70  Tam attacks Ogre: 17, hit; Ogre: 6 damage" in text
        assert "  [ ]    79  no longer: Ogre attacks Harsk: 18, hit" in text
        assert "   -     85  would ask for damage: Harsk attacks Ogre: 13, missed" in text
        assert "  [ ]    90  would not happen: Ogre moves from Q7 to H9" in text
        assert "then: Tam attacks Ogre: 15, missed" in text
        assert "now: Ogre: 6 damage" in text
        assert "correction: Ogre 6 damage more" in text
        assert "1 marked of 3 that can be corrected" in text


async def test_each_row_tells_all_of_itself() -> None:
    async with hand((120, 40)) as at:
        refused = await at.shows(consequences(), "<down>", "<down>", "<down>")
        assert "now: refused. Ogre cannot move now." in refused
        assert "correction: Ogre is prone" in refused
        asks = await at.shows(consequences(), "<down>", "<down>")
        assert "now: damage, 1d10+4, would be asked for; left as it was" in asks
        gone = await at.shows(consequences(), "<end>")
        assert "no longer in play, not corrected: Rat" in gone


async def test_the_marked_are_accepted() -> None:
    async with hand() as at:
        gives = at.gives
        assert await gives(consequences(), "<enter>") == (70,)
        assert await gives(consequences(), "<space>", "<enter>") == ()
        assert await gives(consequences(), "v", "v", "v", "v", "v", "<enter>") == (79, 90)
        assert await gives(consequences(), "V", "<enter>") == (70, 79, 90)
        assert await gives(consequences(), "V", "V", "<enter>") == ()
        assert await gives(consequences(), "V", "<space>", "V", "<enter>") == (70, 79, 90)
        assert await gives(consequences(), "V", "<escape>") is None


SLEPT = Message("Sil rests: {points} nonlethal healed", points=3)
NIGHT = fixing.Consequences(
    20,
    (
        Change(
            20,
            "other",
            (Message("Sil: 3 nonlethal damage"),),
            (),
            corrections=(Correction("sil", "nonlethal", -3),),
        ),
        Change(24, "other", (SLEPT,), (SLEPT,), corrections=(Correction("sil", "nonlethal", 3),)),
        Change(26, "other", (MISSED,), (HIT,), corrections=(Correction("ogre", "damage", 6),)),
    ),
)


async def test_what_hangs_together_is_marked_together() -> None:
    """Given damage and the night that healed it, then both are marked, and Space frees both."""
    async with hand() as at:
        text = await at.shows(ConsequencesDialog(NIGHT, FIGHT))
        assert "[x]    20  no longer: Sil: 3 nonlethal damage" in text
        assert "[x]    24  Sil rests: 3 nonlethal healed: sil 3 nonlethal damage more" in text
        assert "[ ]    26" in text
        assert "marked together with entry 24" in text
        night = await at.shows(ConsequencesDialog(NIGHT, FIGHT), "<down>")
        assert "then and now: Sil rests: 3 nonlethal healed" in night
        assert await at.gives(ConsequencesDialog(NIGHT, FIGHT), "<enter>") == (20, 24)
        assert await at.gives(ConsequencesDialog(NIGHT, FIGHT), "<down>", "v", "<enter>") == ()


async def test_y_copies_all_of_it() -> None:
    async with hand() as at:
        assert "Copied as text" in await at.shows(consequences(), "y")
        copied = at.app.clipboard
        assert copied.startswith("entry 70 overruled")
        assert "          correction: Harsk 11 damage less" in copied


# then and now

OTHER = Again(70, "other", (MISSED,), (HIT,), rules=("C-205", "C-250"), unused=("attack/x",))
ASKS = Again(85, "asks", (MISSED,), rules=("T-101",), questions=(DAMAGE,))
REFUSED = Again(90, "refused", (MISSED,), refusal=Message("There is no full attack here."))
RULES = packaged("pf1")


def steps(*found: tuple[Again, ...]) -> Compare:
    """What each chunk of ten rows has found."""

    async def compare(here: Compared | None) -> Compared:
        at = 0 if here is None else here.done // 10
        done = 10 * (at + 1)
        return Compared(
            done=done,
            of=10 * len(found),
            entries=done - 1,
            different=found[at],
            rules=RULES,
            at=done,
            state=State(),
            tip=1,
        )

    return compare


async def test_what_differs_is_listed_with_its_rules() -> None:
    async with hand() as at:
        page = ThenAndNow("The Long Marches", steps((), (OTHER,), (OTHER, ASKS, REFUSED)))
        text = await at.shows(page)
        assert "then and now: The Long Marches" in text
        assert "3 of 29 entries decided differently under Pathfinder 1 of today" in text
        assert ">    70  C-205 C-250   Tam attacks Ogre: 17, hit" in text
        assert "     85  T-101         would ask for more: damage" in text
        assert "     90                would be refused" in text
        assert "then: Tam attacks Ogre: 15, missed" in text
        assert "answers no longer asked for: attack/x" in text
        assert "rules C-205, C-250" in text


async def test_what_is_found_later_leaves_the_focus_where_it_is() -> None:
    """Given Tab from the list to the text of an entry, when more is found, then that has it yet."""
    async with hand() as at:
        page = ThenAndNow("Session 2", steps((OTHER,)))
        at.app.push_screen(page)
        await at.pilot.pause()
        await at.pilot.press("tab")
        before = page.focused
        page.add(EntryRow(80, "80", ("more",)))
        await at.pilot.pause()
        assert before is not None
        assert before.id == "whole"
        assert page.focused is before


async def test_enter_goes_to_the_entry_and_y_copies() -> None:
    async with hand((120, 40)) as at:
        page = ThenAndNow("Session 2", steps((OTHER, ASKS, REFUSED)))
        assert "now: damage would be asked for, 1d10+4" in await at.shows(page, "<down>")
        page = ThenAndNow("Session 2", steps((OTHER, ASKS, REFUSED)))
        assert "now: refused. There is no full attack here." in await at.shows(page, "<end>", "y")
        assert "no receipt names a rule for it" in at.app.clipboard
        page = ThenAndNow("Session 2", steps((OTHER, ASKS)))
        assert await at.gives(page, "<down>", "<enter>") == 85
        assert await at.gives(ThenAndNow("Session 2", steps((OTHER,))), "<escape>") is None


async def test_where_nothing_differs_it_says_so() -> None:
    async with hand() as at:
        text = await at.shows(ThenAndNow("The Long Marches", steps((), ())))
        assert "0 of 19 entries decided differently" in text
        assert "Every entry would be decided the same way." in text
