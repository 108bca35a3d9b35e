"""What the words of the command line do on the Sessions screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.play.typed.line import Go
from tui.sessions import notes, pages, search, steps
from tui.sessions.past_reader import PastReader

DEEDS: Mapping[str, Callable[[PastReader, str], object]] = MappingProxyType(
    {
        "entry": steps.go_to_entry,
        "session": steps.go_to_session,
        "filter": steps.narrow,
        "find": search.find,
        "title": notes.name_session,
        "notes": notes.note_session,
        "note": notes.ask_note,
        "share": lambda past, text: notes.ask_note(past, text, shared=True),
        "join": lambda past, _: notes.join_session(past),
        "split": lambda past, _: notes.split_session(past),
        "stats": pages.show_charts,
        "luck": lambda past, text: pages.show_charts(past, text, "luck"),
        "rulings": lambda past, _: pages.show_rulings(past),
        "previously": lambda past, _: pages.show_previously(past),
        "then": pages.show_then_and_now,
    }
)
"""The functions of the words that are about the past; those of every screen are not among them."""


def do(past: PastReader, go: Go) -> bool:
    """Do what a word means; False when it is a word of every screen."""
    deed = DEEDS.get(go.action)
    if deed is not None:
        deed(past, go.argument)
    elif go.action == "drop" and past.screen.moment.birth is None:  # on F2 it drops the plan
        past.screen.say_message("No what-if is open. Press x to begin one.")
        return True
    return deed is not None
