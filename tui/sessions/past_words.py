"""What the words of the command line do on the Sessions screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.play.typed.line import Go
from tui.sessions import notes, pages, search, steps
from tui.sessions.past_reader import PastHost

DEEDS: Mapping[str, Callable[[PastHost, str], object]] = MappingProxyType(
    {
        "entry": steps.go_to_entry,
        "session": steps.go_to_session,
        "filter": steps.narrow,
        "find": search.find,
        "title": notes.name_session,
        "notes": notes.note_session,
        "note": notes.ask_note,
        "share": lambda screen, text: notes.ask_note(screen, text, shared=True),
        "join": lambda screen, _: notes.join_session(screen),
        "split": lambda screen, _: notes.split_session(screen),
        "stats": pages.show_charts,
        "luck": lambda screen, text: pages.show_charts(screen, text, "luck"),
        "rulings": lambda screen, _: pages.show_rulings(screen),
        "previously": lambda screen, _: pages.show_previously(screen),
        "then": pages.show_then_and_now,
    }
)
"""The functions of the words that are about the past; those of every screen are not among them."""


def do(screen: PastHost, go: Go) -> bool:
    """Do what a word means; False when it is a word of every screen."""
    deed = DEEDS.get(go.action)
    if deed is not None:
        deed(screen, go.argument)
    elif go.action == "drop" and screen.moment.birth is None:  # on F2 it drops the plan
        screen.say_message("No what-if is open. Press x to begin one.")
        return True
    return deed is not None
