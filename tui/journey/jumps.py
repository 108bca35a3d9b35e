"""The cursor on the map: jumps and the way back, waypoints, search, letters, rings."""

from __future__ import annotations

from textual import events

from core.messages import N_, Message, Refusal
from core.values import replace
from tui.journey import atlas
from tui.journey.model import with_mark_toggled, with_next_reach
from tui.journey.present import looks
from tui.journey.road_host import RoadHost
from tui.kit.searching import round_to, take_hits
from tui.kit.text_line import WordSuggester
from tui.play.dice_tray import DiceTray
from tui.play.survey import Survey

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def show_moved(screen: RoadHost) -> None:
    """Drop what waited for Enter, and show the hex that the cursor has moved to."""
    screen.performer.unconfirm()
    atlas.show_cursor(screen)


def go_to(screen: RoadHost, hex: str) -> None:
    """Jump to a hex; Backspace comes back."""
    here = screen.map.cursor
    if hex and hex != here:
        screen.performer.unconfirm()
        screen.map.cursor = hex
        screen.ui = replace(screen.ui, trail=(*screen.ui.trail, here))


def go_back(screen: RoadHost) -> None:
    """Go to the hex that the last jump left."""
    if screen.ui.trail:
        screen.performer.unconfirm()
        *before, screen.map.cursor = screen.ui.trail
        screen.ui = replace(screen.ui, trail=tuple(before))


def go_round(screen: RoadHost, step: int) -> None:
    """Go to the next named place or waypoint, or the one before."""
    places = looks.places(screen.as_shown, screen.ui.via)
    if not places:
        screen.gm.say_message("No place is named on this map.")
        return
    go_to(screen, round_to(places, screen.map.cursor, step))


async def find(screen: RoadHost, text: str) -> None:
    """Go to the hex of this number or name, or of the only name that has this in it."""
    region = screen.as_shown.region
    with screen.gm.refusing():
        if region is None:
            raise Refusal("no_map", "There is no map to search.")
        try:
            place = region.find(text)
        except Refusal as refusal:
            found = looks.hits(region, text)
            if refusal.code != "unknown_place" or len(found) != 1:
                raise
            place = found[0]
        go_to(screen, place)


async def search(screen: RoadHost) -> None:
    """Ask for a place and go to the first that has this in its name."""
    region = screen.as_shown.region
    if region is None:
        screen.gm.say_message("There is no map to search.")
        return
    names = tuple(name for name, _ in region.places())
    typed = await screen.gm.line(Message("/ place or hex"), suggester=WordSuggester(lambda: names))
    if typed and not take_hits(screen, looks.hits(region, typed)):
        screen.gm.say_message("No place on the map has '{text}' in its name.", text=typed)


def toggle_mark(screen: RoadHost) -> None:
    """Set or take away a waypoint at the hex under the cursor."""
    screen.ui = with_mark_toggled(screen.ui, screen.map.cursor)


def show_next_reach(screen: RoadHost) -> None:
    """Cycle the rings: reach of today, of three days, none."""
    screen.ui = ui = with_next_reach(screen.ui)
    if not ui.reach:
        screen.gm.say_sentence("")
    elif ui.routes is None:
        screen.gm.say_message("Still working out the routes ...")
    else:
        words = N_("1 = reached today") if ui.reach == 1 else N_("1 2 3 = reached that day")
        screen.gm.say_message(words)


def offer_letters(screen: RoadHost, found: Survey | None) -> None:
    """Put letters on places, nights and boats; the next key picks one, or a member."""
    shown, state = screen.as_shown, screen.state
    known = found if shown.state.plan == state.plan else None
    places = looks.labelled(shown, known, screen.map.hexes_on_screen())
    tokens = {m.token: state.place for m in state.travellers if m.token}
    free = (letter for letter in LETTERS if letter not in tokens)
    labels = dict(zip(free, places, strict=False))
    screen.map.show(letters={hex: letter for letter, hex in labels.items()})
    screen.ui = replace(screen.ui, labels={**labels, **tokens})
    screen.gm.say_message("jump: press a letter on the map, or a member's")


def take_letter(screen: RoadHost, event: events.Key) -> None:
    """Jump to the hex of this letter while letters are offered; any key ends that."""
    labels = screen.ui.labels
    if not labels or screen.query_one(DiceTray).display:
        return
    screen.ui = replace(screen.ui, labels={})
    screen.map.show(letters={})
    screen.gm.say_sentence("")
    go_to(screen, labels.get(event.character or "", ""))
    event.stop()
    event.prevent_default()
