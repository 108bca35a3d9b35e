"""What is typed in one burst is for what the key before opens, and not for what is below."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.widgets import Input

from core.play.facts.fight.combatants import fight_of
from core.play.facts.state import Fighting
from saves.demo import NAME
from tests.demos import ambush, the_week
from tests.demos import week as demo
from tests.story.driving import NAMES, Driver
from tests.thorough import cases
from tests.tui.screens.conftest import Opens
from tui.app import OutriderApp
from tui.kit.keys import PATIENCE
from tui.play.application.campaign_app import Opening
from tui.play.screen import PlayScreen
from tui.view import CampaignView
from tui.worker import CampaignWorker


@pytest.mark.parametrize(
    ("opener", "begun", "completed"),
    [(":", "takeo", "takeover"), pytest.param("/", "fo", "Fort Wyll", marks=pytest.mark.nightly)],
)
async def test_a_burst_of_keys_lands_in_the_line(
    table: Opens, opener: str, begun: str, completed: str
) -> None:
    """Given the Journey, when an opener and "stays" come at once, then nothing else happens.

    Tab behind other letters completes all of them.
    """
    async with table(demo) as drive:
        head = drive.view.head
        burst(drive, *opener, *"stays")
        await drive.opened("TextLine")
        line = drive.app.screen.query_one(Input)
        await drive.until(lambda: line.value, "the line")
        await drive.pilot.pause()
        assert line.value == "stays"
        line.clear()
        burst(drive, *begun, "tab")
        await drive.until(lambda: line.value == completed, completed)
        assert drive.view.head == head


@pytest.mark.nightly
async def test_keys_typed_while_a_campaign_opens_are_done_in_it() -> None:
    """Given a start on the demo, when F3 and : come before it is open, then they are done."""
    the_week()
    ready = asyncio.Event()

    async def opening(worker: CampaignWorker) -> CampaignView:
        await ready.wait()
        return await worker.open(NAME)

    app = OutriderApp(opening)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        app.post_message(events.Key("f3", None))
        app.post_message(events.Key("colon", ":"))
        await pilot.pause(0)
        ready.set()
        await drive.opened("TextLine")
        assert app.current_mode == "party"


async def test_a_line_typed_over_the_page_that_greets_is_that_line() -> None:
    """Given the page that greets, when a line is typed at once, then it opens and is done."""
    the_week()
    app = OutriderApp(lambda worker: worker.open(NAME))
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        drive.begun()
        burst(drive, *":note heroes\r")
        await drive.saved()
        assert drive.view.notes[-1] == "heroes"


@pytest.mark.nightly
async def test_a_key_of_a_screen_over_the_page_that_greets_goes_there_first() -> None:
    """Given the page that greets, when F3 and a line come at once, then the line is typed there."""
    the_week()
    app = OutriderApp(lambda worker: worker.open(NAME))
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        burst(drive, "f3", *":note heroes\r")
        await drive.until(lambda: drive.view.notes[-1:] == ("heroes",), "the note")
        assert app.current_mode == "party"


@pytest.mark.parametrize("early", [True, pytest.param(False, marks=pytest.mark.nightly)])
async def test_a_line_typed_while_a_campaign_begins_is_kept(early: bool) -> None:
    """Given F10 of a new campaign, when a line follows before or after it is there, it is done.

    No letter of it does anything else: a command that fires is another entry.
    """
    app = OutriderApp()
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows("none yet")
        await drive.press("down", "enter")
        await drive.opened("NewCampaignScreen")
        await drive.press(*"Loop")
        line = ":note party import heroes.toml\r"
        burst(drive, "f10", *(line if early else ""))
        if not early:
            await drive.opened("Previously")
            burst(drive, *line)
        await drive.until(lambda: app.view is not None and app.view.notes, "the note")
        await drive.pilot.pause()
        assert drive.view.notes == ("party import heroes.toml",)
        assert drive.state.encounters == ()
        assert drive.state.pending is None


async def test_a_layer_typed_before_the_past_is_read_is_of_the_moment_it_leads_to(
    table: Opens,
) -> None:
    """Given a fight, when F5, Right, F5 and O come at once, then the layer is on its board."""
    async with table(ambush) as drive:
        burst(drive, "f5", "right", "f5", "O")
        await drive.shows("reach of Harsk: 1 one move")
        assert "There is no board here" not in drive.text()


async def test_an_attack_typed_behind_an_undo_is_of_whoever_has_the_turn_again(
    table: Opens,
) -> None:
    """Given Harsk's turn, when u, a and the ogre's letter come at once, then Tam attacks it."""
    async with table(ambush) as drive:
        await drive.shows("HARSK to act")
        burst(drive, "u", "a", "i")
        await drive.asked()
        assert "attack, Tam on Ogre" in drive.text()


@pytest.mark.nightly
async def test_a_ruler_typed_before_the_past_is_read_begins_on_its_board(table: Opens) -> None:
    """Given a fight, when F5 and M come at once, then it measures on the board of that moment."""
    async with table(ambush) as drive:
        burst(drive, "f5", "M")
        await drive.says("measuring from")


async def test_what_follows_enter_in_one_burst_is_not_of_the_line_before(table: Opens) -> None:
    """Given two lines at once, then each is its own: two commands, and two heroes."""
    async with table(demo) as drive:
        for note in ("one", "two"):
            burst(drive, *f":note {note}\r")
        await drive.until(lambda: drive.view.notes[-1:] == ("two",), "both notes")
        assert drive.view.notes[-2:] == ("one", "two")
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.press("end", "enter")
        await drive.opened("AddHeroes")
        burst(drive, *"Quinn human con 12\rOtto elf")
        await drive.shows("Quinn (Q): human")
        line = drive.app.screen.query_one(Input)
        await drive.until(lambda: line.value == "Otto elf", "the second line")


async def test_the_next_creature_is_typed_into_the_list_that_is_still_open(table: Opens) -> None:
    """Given :add in a fight, when two creatures come at once, then both are in, and no o overruled.

    The list comes back after each, and an empty Enter leaves it; then their initiative is asked in
    one tray.
    """
    async with table(ambush) as drive:
        drive.begun()
        before = len(fight_of(drive.state).foes)
        burst(drive, *":add\r2 wolf\rogre\r")
        await drive.saved(2)
        await drive.opened("AddCreatures")
        await drive.shows("Added: l. The next? Enter leaves.")
        assert len(fight_of(drive.state).foes) == before + 3
        burst(drive, *"\r12\r11\r")
        await drive.saved()
        await drive.opened("EncounterScreen")
        fight = fight_of(drive.state)
        assert all(fight.slot_of(foe.id) is not None for foe in fight.foes[before:])
        await drive.pilot.pause()
        await drive.saved(0)


@pytest.mark.nightly
async def test_what_follows_a_refused_line_in_one_burst_replaces_it(table: Opens) -> None:
    """Given a line that is refused, when another follows at once, then that one is done."""
    async with table(demo) as drive:
        burst(drive, *":marhc 2h\rnote two\r")
        await drive.until(lambda: drive.view.notes[-1:] == ("two",), "the note")


@pytest.mark.nightly
async def test_what_follows_a_key_that_opens_a_page_is_for_that_page(table: Opens) -> None:
    """Given F4, e, t and a name in one burst, then that is met, and no letter did anything else."""
    async with table(demo) as drive:
        drive.begun()
        burst(drive, "f4", *"etdogs x\r")
        await drive.saved()
        assert isinstance(drive.state.pending, Fighting)
        assert drive.state.pending.name == "dogs x"


@pytest.mark.nightly
async def test_a_letter_typed_twice_opens_one_line(table: Opens) -> None:
    """Given the list of encounters, when t comes twice, then the second is in the line."""
    async with table(demo) as drive:
        await drive.press("f4", "e")
        await drive.opened("Encounters")
        burst(drive, *"ttwo")
        await drive.opened("TextLine")
        line = drive.app.screen.query_one(Input)
        await drive.until(lambda: line.value == "two", "the line")
        await drive.press("escape")
        await drive.opened("Encounters")


OPENERS: list[tuple[Opening, str, str]] = [
    (demo, "t", "TextLine"),
    (demo, "S", "TextLine"),
    (demo, "minus", "TextLine"),
    (demo, "c h", "Conditions"),
    (demo, "m plus", "PickOne"),
    (demo, "e t", "TextLine"),
    (demo, "e n x enter S", "TextLine"),
    (demo, "f3 enter", "MemberForm"),
    (demo, "f3 end enter", "AddHeroes"),
    (demo, "f5 slash", "Find"),
    (demo, "g c R", "TextLine"),
    (ambush, "e e", "EndEncounterDialog"),
    (ambush, "v e c", "TextLine"),
    (ambush, "A", "AimLine"),
    (ambush, "o s", "TextLine"),
]
"""What opens, the keys up to a line of each kind, and the screen that has the line."""


def slow_or_not(case: tuple[Opening, str, str, float]) -> str:
    """The name of a case: its campaign, keys, screen and patience."""
    opening, keys, screen, patience = case
    return f"{opening.__name__}-{keys}-{screen}-{patience}"


@pytest.mark.parametrize(
    ("opening", "keys", "screen", "patience"),
    cases(
        [(*one, patience) for one in OPENERS for patience in (0.0, PATIENCE)],
        (f"week-t-TextLine-{PATIENCE}",),
        slow_or_not,
    ),
)
async def test_keys_wait_for_what_the_key_before_opens_however_slow(
    monkeypatch: pytest.MonkeyPatch, opening: Opening, keys: str, screen: str, patience: float
) -> None:
    """Given no patience, when a line opens for the first time, then all typed behind is in it."""
    monkeypatch.setattr("tui.kit.keys.PATIENCE", patience)
    app = OutriderApp(opening)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        await open_in_a_burst(drive, keys, screen)


async def open_in_a_burst(drive: Driver, keys: str, screen: str) -> None:
    """Press what opens a line and what is typed into it at once: all of that is in the line."""
    head = drive.view.head
    characters = {"slash": "/", "plus": "+", "minus": "-", "enter": "\r"}
    burst(drive, *(characters.get(key, key) for key in keys.split()), *"7 zora")
    await drive.opened(screen)
    line = drive.app.screen.focused
    assert isinstance(line, Input)
    await drive.until(lambda: line.value.endswith("7 zora"), "the line")
    assert drive.app.screen is line.screen
    assert drive.view.head == head


async def close_line(drive: Driver, back: str) -> None:
    """Leave a line and what is open behind it, if any, for the screen with the key `back`."""
    while not isinstance(drive.app.screen, PlayScreen):
        await drive.press("escape")
    await drive.press(back)


EACH_KIND: list[tuple[Opening, str, tuple[tuple[str, str], ...]]] = [
    (
        demo,
        "f2",
        (
            ("e n x enter S", "TextLine"),
            ("m plus", "PickOne"),
            ("f3 enter", "MemberForm"),
        ),
    ),
    (ambush, "f4", (("A", "AimLine"), ("e e", "EndEncounterDialog"), ("o s", "TextLine"))),
]
"""What opens, the key of its screen, and the keys up to lines and their screens.

They are some of OPENERS, of which the night tries all.
"""


@pytest.mark.parametrize(
    ("opening", "back", "openers"),
    [
        pytest.param(*EACH_KIND[0], id="week"),
        pytest.param(*EACH_KIND[1], id="ambush", marks=pytest.mark.nightly),
    ],
)
async def test_keys_wait_for_each_kind_of_line_in_one_evening(
    monkeypatch: pytest.MonkeyPatch,
    opening: Opening,
    back: str,
    openers: tuple[tuple[str, str], ...],
) -> None:
    """Given no patience, when each kind of line opens for the first time, then all is in it.

    Outrider is left with the last one open, of which nothing gets into the log of mistakes.
    """
    monkeypatch.setattr("tui.kit.keys.PATIENCE", 0.0)
    app = OutriderApp(opening)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        for keys, screen in openers:
            await close_line(drive, back)
            await open_in_a_burst(drive, keys, screen)


@pytest.mark.parametrize("patience", [0.0, pytest.param(PATIENCE, marks=pytest.mark.nightly)])
async def test_the_name_typed_behind_enter_is_in_the_form_of_a_new_campaign(
    table: Opens, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """Given the first screen, when Enter and a name come in one burst, then it has that name."""
    async with table() as drive:
        await drive.shows("none yet")
        burst(drive, "down", *"\rBurst name")
        await drive.opened("NewCampaignScreen")
        line = drive.app.screen.query_one("#name", Input)
        await drive.until(lambda: line.value == "Burst name", "the name")


def burst(drive: Driver, *keys: str) -> None:
    """Press all of these before any of it is dealt with."""
    for key in keys:
        named = "enter" if key == "\r" else NAMES.get(key, key)
        drive.app.post_message(events.Key(named, key if len(key) == 1 else None))
