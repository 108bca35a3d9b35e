"""What the words of the command line do on the Sessions screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

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
        "drop": lambda screen, _: screen.branching.leave(),  # on F2 it drops the plan
    }
)
"""The functions of the words that are about the past; those of every screen are not among them."""


def actions(screen: PastHost) -> dict[str, Callable[[str], object]]:
    """Return what the words about the past do, each with the text after the word."""
    found: dict[str, Callable[[str], object]] = {
        word: partial(deed, screen) for word, deed in DEEDS.items()
    }
    return found
