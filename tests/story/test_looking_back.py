"""The demo is looked back at with keys alone, and its present is as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saves.campaign.campaign import Campaign
from saves.demo import NAME
from saves.library import library
from saves.store.entries import Annotate, NameSession
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.demos import the_ambush
from tests.saves.verifying import verify
from tests.story.killing import killed
from tests.story.looking_back import (
    NOTED,
    Past,
    Reader,
    at_the_demo,
    file,
    killed_while_looking_back,
    note,
    rows,
    sums,
)
from tui.kit.phrases import say
from tui.sessions.panes.timeline import Timeline

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

TITLES = (
    "Out of Thornwood",
    "Wolves under the oaks",
    "Down the Alder",
    "The north shore",
    "Ambush at the ford",
)


@pytest.fixture
def past() -> Iterator[Past]:
    """What another reader finds in the file of the demo."""
    the_ambush()
    with Campaign.open(FilePlace(file()), read_only=True) as campaign:
        yield Past(campaign)


async def the_evenings(reader: Reader) -> None:
    """Go down the list: every evening has its title, and sums that the file has too."""
    found = sums()
    assert len(found) == len(TITLES)
    await reader.press("shift+tab")
    for number, title in reversed(tuple(enumerate(TITLES, 1))):
        await reader.shows(f">{number} ")
        await reader.shows(f"session {number}: {title[:8]}")
        one = found[number - 1]
        (row,) = (line for line in reader.listed().splitlines() if line.startswith(f">{number}"))
        cells = row[1:].split()
        assert cells[0] == str(number)
        assert cells[1] == one.began[5:]
        assert cells[-2:] == [str(one.fights), str(round(one.km))]
        await reader.press("down")
    whole = next(line for line in reader.listed().splitlines() if line.startswith(" all"))
    km = sum(one.km for one in found)
    assert whole.split() == ["all", str(sum(one.fights for one in found)), str(round(km))]


async def the_rounds(reader: Reader, past: Past) -> None:
    """Into the last evening, to its fight, and a round at a time to its end."""
    await reader.press("home")
    await reader.shows("session 5: ")
    await reader.press("end", "home", "enter")
    await reader.stands(sums()[-1].first)
    assert await reader.step("semicolon") == past.told("EncounterBegun", "Ambush at the ford")
    seen = []
    for number in (1, 2, 3):
        seq = await reader.step("greater_than_sign")
        assert (past.round(seq - 1), past.round(seq)) == (number - 1, number)
        await reader.shows(f"R{number}  {past.acting(seq).upper()} to act  Ambush")
        assert f"[{past.left('ogre-1', seq)}]" in reader.scene()
        seen.append(past.left("ogre-1", seq))
    assert seen == [30, 30, 26]
    await reader.step("less_than_sign")
    assert past.round(reader.seq) == 2


async def a_blow(reader: Reader, past: Past) -> None:
    """On to the ogre's blow: whom it hurt, what it needed, and why, as it was recorded then."""
    blow = past.told("Struck(by='ogre-1', at='valeria'")
    while reader.seq < blow:
        await reader.step("space")
    await reader.stands(blow)
    before, after = (past.left("valeria", seq) for seq in (blow - 1, blow))
    assert (before, after) == (23, 7)
    assert f"Valeria {before} -> {after}" in reader.entry()
    assert "Ogre needed 7: 70 %" in reader.entry()
    (receipt,) = past.receipts(blow)
    await reader.press("enter")
    await reader.opened("Why")
    await reader.shows(f"why: {say(receipt.label)}, 70 %")
    for part in receipt.parts:
        await reader.shows(say(part.label)[:30])
    await reader.press("escape")
    await reader.opened("SessionsScreen")


async def three_days_back(reader: Reader, past: Past) -> None:
    """Along the line of time: to the morning of the ambush, and three mornings more."""
    await reader.step("tab", "tab")
    assert isinstance(reader.app.focused, Timeline)
    seq = await reader.step("home")
    for _ in range(3):
        seq = await reader.step("shift+left")
    assert past.state(seq).clock.day == past.campaign.state.clock.day - 3
    assert past.state(past.before(seq)).clock.day == past.campaign.state.clock.day - 4
    await reader.shows("REPLAY s3  11 Thaw 08:00")
    await reader.shows(f"PAST {seq}/113")
    await reader.shows("[@@]")


async def a_name(reader: Reader, past: Past) -> None:
    """Search the ogre, go from hit to hit, and back."""
    hits = [entry.seq for entry in past.entries() if "ogre" in past.words(entry)]
    await reader.press("slash")
    await reader.opened("Find")
    await reader.type("ogre")
    await reader.shows(f"{len(hits)} hits")
    await reader.press("enter")
    await reader.opened("SessionsScreen")
    await reader.until(lambda: reader.past.reader.still and reader.seq in hits, "a hit")
    at = hits.index(reader.seq)
    for key, step in (("n", 1), ("n", 2), ("N", 1)):
        await reader.press(key)
        await reader.stands(hits[at + step])
    await reader.shows(f"/ogre  hit {at + 2} of {len(hits)}")
    await reader.press("escape")


async def words_of_the_gm(reader: Reader) -> None:
    """A note at a past moment stands there; the evening has another title."""
    await note(reader, NOTED, "the oaks were burnt")
    await reader.stands(NOTED)
    await reader.step("space")
    assert "oaks" not in reader.entry()
    await reader.step("backspace")
    assert "note: the oaks were burnt" in reader.entry()
    assert "the oaks were" in reader.journal()
    await reader.press("R")
    await reader.opened("TextLine")
    await reader.line("Burnt oaks")
    await reader.saved()
    await reader.shows("Session 2 is called Burnt oaks.")
    await reader.shows("session 2: Burnt oaks")


async def something_else(reader: Reader, past: Past) -> None:
    """Valeria's first turn otherwise, in a copy: she only waits. Esc comes back to the entry."""
    called = past.told("RollInitiative(")
    head = reader.view.head
    state = reader.state
    await reader.jump(called)
    await reader.press("x")
    await reader.opened("EncounterScreen")
    await reader.shows("WHAT IF")
    await reader.settled()
    assert reader.state == past.state(called)
    assert [shelf.born_from is not None for shelf in library.listing()].count(True) == 1
    reader.begun()
    await reader.keys("Spc", 1)
    assert reader.fight.round == 1
    assert reader.state != state
    await reader.press("f5")
    await reader.opened("SessionsScreen")
    await reader.still()
    await reader.press("escape")
    await reader.shows(f"Back in {NAME}")
    await reader.stands(called)
    assert (reader.view.head, reader.state) == (head, state)


async def home(reader: Reader) -> None:
    """G, then F4: the fight as it stands."""
    await reader.press("G")
    await reader.stands(reader.view.head)
    await reader.press("f4")
    await reader.opened("EncounterScreen")
    await reader.settled()
    await reader.shows("HARSK to act")


async def a_forgotten_flank(reader: Reader, past: Past) -> None:
    """Sorrel's arrow missed by 2: it should have hit. What follows is set right, and undone."""
    state = reader.state
    miss = past.told("Struck(by='sorrel', at='wolf-5'")
    await reader.jump(miss)
    await reader.press("o")
    await reader.shows("Sorrel attacks Wolf e: 16 against 18. Instead")
    await reader.line("+2 flanking")
    await reader.tray("6", saved=0)
    await reader.opened("ConsequencesDialog")
    await reader.shows("correction: Wolf e 6 damage more")
    await reader.press("enter")
    await reader.saved()
    await reader.stands(miss)
    assert reader.damage("wolf-5") == [past.being("wolf-5", past.campaign.tip).damage + 6]
    await reader.press("f4")
    await reader.opened("EncounterScreen")
    await reader.settled()
    await reader.keys("u", 1)
    assert reader.state == state


@pytest.fixture
def played() -> dict[str, object]:
    """What was there when the program was killed in the middle of a note."""
    the_ambush()
    return killed(killed_while_looking_back)


@pytest.mark.nightly
async def test_who_is_killed_while_looking_back_loses_nothing(played: dict[str, object]) -> None:
    """Given a kill in the middle of a note, then the past is whole, and can still be set right."""
    assert repr(rows()) == played["rows"]
    with library.open(NAME) as campaign:
        assert (campaign.head, campaign.tip) == (played["head"], played["tip"])
        assert repr(campaign.state) == played["state"]
        assert verify(file_of(campaign.place)) == ()
        assert [say(warning) for warning in campaign.warnings] == [
            "The last session ended suddenly. No entry is missing;"
            f" entry {played['head']} is the last."
        ]
    assert sums()[-1].last == played["head"]
    async with at_the_demo((120, 40)) as reader:
        with Campaign.open(FilePlace(file()), read_only=True) as campaign:
            past = Past(campaign)
            await reader.open_past()
            assert reader.evenings() == played["evenings"]
            await reader.jump(NOTED)
            assert "note: the oaks were burnt" in reader.entry()
            assert "half a sen" not in reader.text()
            await reader.step("semicolon")
            seq = await reader.step("greater_than_sign")
            assert past.round(seq) == 1
            await reader.shows(f"R1  {past.acting(seq).upper()} to act  Ambush")
            await reader.shows("YOU ARE IN THE PAST")
            assert f"[{past.left('ogre-1', seq)}]" in reader.scene()
            await a_forgotten_flank(reader, past)


@pytest.mark.nightly
async def test_the_demo_is_looked_back_at_and_left_as_it_was(past: Past) -> None:
    """Given the demo, when its past is seen, noted and tried, then its present is the same."""
    before = rows()
    state = past.campaign.state
    tip = past.campaign.tip
    async with at_the_demo() as reader:
        assert reader.state == state
        await reader.open_past()
        await the_evenings(reader)
        await the_rounds(reader, past)
        await a_blow(reader, past)
        await three_days_back(reader, past)
        await a_name(reader, past)
        assert rows() == before, "who only looks writes nothing"
        await words_of_the_gm(reader)
        await something_else(reader, past)
        await home(reader)
        assert (reader.state, reader.view.tip) == (state, tip)
    after = rows()
    assert after[: len(before)] == before
    with library.open(NAME) as campaign:
        written = [entry.command for entry in campaign.story.log(len(after) - len(before))]
        assert [type(command) for command in written] == [Annotate, NameSession]
        assert (campaign.state, campaign.tip) == (state, tip)
        assert verify(file_of(campaign.place)) == ()
