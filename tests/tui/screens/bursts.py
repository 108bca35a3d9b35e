"""Keys typed in bursts, and the same typed slowly: what comes of either, to be compared."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from random import Random
from typing import TypeAlias, cast

from textual import events
from textual.widgets import Input

from core.values import Struct, replace
from tests import waiting
from tests.story.driving import NAMES, SIGNS, Driver
from tui.app import OutriderApp
from tui.board.grid_things import NO_LAYER
from tui.encounter.screen import EncounterScreen
from tui.journey.screen import JourneyScreen
from tui.kit.lines_view import words
from tui.kit.modal import Choices
from tui.party.screen import PartyScreen
from tui.play.application.campaign_app import Opening
from tui.play.foot_lines import AheadLine, AheadWords, NumberLine
from tui.play.screen import PlayScreen
from tui.sessions.screen import SessionsScreen
from tui.view import CampaignView
from tui.worker import CampaignWorker

Burst: TypeAlias = tuple[str, ...]
"""Keys by Textual's names, or by the character that they type; "blank" is a Space in a line."""

EVERYWHERE = (
    "left", "right", "up", "down", "h", "l", "3 l", "; ;", ",", "backspace", "enter", "enter",
    "space", "escape", "escape", "tab", "f H", "v", "V", "- 3 enter", "+ 2 enter",
    "c p r o enter", "u", "U", "u U", "w", "w escape", "e escape", "S w i l l enter", "T 1 0 enter",
    "q h i enter", "x", "? escape", "W escape", "z Z", "1 5 enter", "8 enter", "1 2", "t",
    "f2", "f3", "f4", "f5", "g j", "g e", ": n o t e blank x enter", ": u n d tab enter",
    ": h u r t blank 2 blank h enter", ": u n d o enter", "o escape", "m escape", "n",
)  # fmt: skip
FIGHT = (
    *EVERYWHERE, *EVERYWHERE,
    "f a", "a a 1 2 enter 5 enter", "a e", "a d 1 4 enter", "a e 1 7 enter 6 enter", "f e a", "f V",
    "p r", "p c", "p n", "p s", "d", "r", "O", "M", ": k 9 enter", ": f 9 enter enter", "/ / enter",
    ": c o n d i t i o n blank p r o n e blank e enter", ": a d d enter o g r e enter",
    ": a d d blank w o l f enter", "greater_than_sign", "less_than_sign", "full_stop",
    "A escape", "b escape", "b left enter enter escape", "G", "i", "delete", "delete enter", "f4",
    "f4 f H", "space f4", ": e 9 enter enter", "a f", "v a e 1 1 enter",
)  # fmt: skip
ROAD = (
    *EVERYWHERE, *EVERYWHERE,
    "/ w y l l enter", "/ m i l l enter enter", "t 1 enter", "2 t", "p h", "p w", "p f",
    "7 1 1 enter", "7 enter 1 1 enter", "c f a t enter", "s enter", "s enter 8 enter",
    ": f i n d blank 1 2 0 4 enter", "G", "delete", "delete enter", "e n c o w s enter",
    "e t w o l v e s enter", "e s", "P escape", "g s", "f3 enter escape", "f3 end enter escape",
    "f2", "f2 space", "f2 space 8 enter", "o r a i n enter", "f5 down enter",
)  # fmt: skip
"""What is drawn of, in pieces that mostly belong together.

On the road f has letters for what is in sight, which is more or less as sentences come and go.
"""


def draw_bursts(
    pieces: Sequence[str], seed: int, count: int, most_pieces: int
) -> tuple[Burst, ...]:
    """Draw `count` bursts of at most so many pieces; a second Space would be that of a held key."""
    chance = Random(seed)
    return tuple(_draw_burst(chance, pieces, most_pieces) for _ in range(count))


def _draw_burst(chance: Random, pieces: Sequence[str], most_pieces: int) -> Burst:
    keys: list[str] = []
    for piece in chance.choices(pieces, k=chance.randint(2, most_pieces)):
        for key in piece.split():
            if key != "space" or key not in keys:
                keys.append(key)
    return tuple(keys)


class Outcome(Struct, kw_only=True):
    """What is there after a burst: the campaign, and all that keys may have changed of screens."""

    state: object
    entries: object
    screens: object
    remembered: object
    typed: object
    says: object

    def differences(self, other: Outcome) -> dict[str, tuple[object, object]]:
        """What is different, of both."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in PARTS}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


PARTS = ("entries", "screens", "remembered", "typed", "says", "state")


async def type_slowly(opening: Opening, bursts: Sequence[Burst]) -> list[Outcome]:
    """Type each key when all is done that the one before it began; stop where one is refused.

    A burst goes no further there either: what is typed behind a refused key is dropped. How many
    keys those are is said here, too: a sentence of more than one line goes when the cursor moves.
    """
    app = OutriderApp(opening)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        outcomes = []
        for burst in bursts:
            refusals = Refusals(app)
            for place, key in enumerate(burst):
                if refusals.end(key):
                    app.say_dropped(len(burst) - place)
                    break
                press(app, key)
                await come_to_rest(app)
            outcomes.append(look(app))
        return outcomes


async def type_at_once(opening: Opening, bursts: Sequence[Burst]) -> list[Outcome]:
    """Type the keys of each burst at once; those of the first while the campaign is opened."""

    async def open_and_type(worker: CampaignWorker) -> CampaignView:
        for key in bursts[0]:
            press(app, key)
        return await opening(worker)

    app = OutriderApp(open_and_type)
    async with app.run_test(size=(80, 24)) as pilot:
        await Driver(app, pilot).until(lambda: app.view is not None, "the campaign")
        await come_to_rest(app)
        outcomes = [look(app)]
        for burst in bursts[1:]:
            for key in burst:
                press(app, key)
            await come_to_rest(app)
            outcomes.append(look(app))
        return outcomes


class Refusals:
    """Takes note of what an app refuses, which drops the keys typed behind it."""

    def __init__(self, app: OutriderApp) -> None:
        self._app = app
        self._are_dropped = False
        app.discard = self._discard  # type: ignore[method-assign]

    def _discard(self) -> None:
        self._are_dropped = True
        type(self._app).discard(self._app)

    def end(self, key: str) -> bool:
        """Whether the key before was refused, and this one does not name another target."""
        spared = getattr(self._app.screen, "means_another", None)
        if self._are_dropped and spared is not None and spared(_event_of(key)):
            self._are_dropped = False
        return self._are_dropped


def press(app: OutriderApp, key: str) -> None:
    """Press a key, which the app deals with when it can."""
    event = _event_of(key)
    event.set_sender(app)
    app.post_message(event)


def _event_of(key: str) -> events.Key:
    characters = {"enter": "\r", **SIGNS}
    name = "space" if key == "blank" else NAMES.get(key, key)
    return events.Key(name, characters.get(name, key if len(key) == 1 else None))


async def come_to_rest(app: OutriderApp) -> None:
    """Wait until no key is held, and whatever the last one began is done."""
    await waiting.until(lambda: not app.holding, "the end of a burst")
    await asyncio.sleep(1)
    await waiting.settled()


# what is compared


def look(app: OutriderApp) -> Outcome:
    """Return what is there now."""
    view = app.view
    assert view is not None
    front = app.screen
    beneath = next(one for one in reversed(app.screen_stack) if isinstance(one, PlayScreen))
    focused = front.focused
    typed: list[object] = [(line.value, line.selection) for line in front.query(Input)]
    typed += [choices.here for choices in front.query(Choices)]
    ahead = beneath.query_one(AheadLine).shown
    return Outcome(
        state=view.state,
        entries=tuple((entry.kind, entry.command) for entry in view.entries),
        screens=(
            tuple(type(one).__name__ for one in app.screen_stack),
            type(focused).__name__,
            None if focused is None else focused.id,
        ),
        remembered={name: _remembered(app, name) for name in ("journey", "encounter", "party")},
        typed=typed,
        says=(_told(ahead), _said(beneath), _dice(beneath)),
    )


def _told(ahead: AheadWords) -> tuple[str, ...]:
    return tuple(words(one) for one in (ahead.enter, ahead.space, ahead.undo, ahead.redo))


def _said(screen: PlayScreen) -> str:
    # How many keys were dropped depends on how many were typed by then.
    told = words(screen.query_one(NumberLine).told)
    return re.sub(r" ?\d+ keys? typed behind it w(as|ere) dropped\.", "", told)


def _dice(screen: PlayScreen) -> object:
    tray = screen.performer.tray
    if not tray.display:
        return None
    return tray.answers, tray.tray.row, tray.tray.entry


def _remembered(app: OutriderApp, mode: str) -> object:
    try:
        stack = app.get_screen_stack(mode)
    except KeyError:  # nobody has been there
        return None
    if not stack:
        return None
    screen = cast(PlayScreen, stack[0])
    owed = screen.performer.owed
    waits = owed and (owed.command, owed.typed), screen.performer.confirming
    match screen:
        case EncounterScreen(ui=ui):
            chosen = replace(
                ui, gathered=None, answer=None, return_point=None, laid=NO_LAYER, lines=()
            )
            return chosen, screen.grid.cursor, waits
        case JourneyScreen(ui=ui):
            return ui.via, ui.trail, ui.reach, ui.labels, screen.map.cursor, waits
        case PartyScreen():
            return screen.table.cursor, screen.table.marked, waits
        case SessionsScreen(ui=ui):
            return ui.visit and ui.visit.at, ui.only, ui.layer, ui.letters, ui.hits, waits
    return waits
