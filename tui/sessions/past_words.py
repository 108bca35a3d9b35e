"""The words of the `:` line on the Sessions screen."""

from __future__ import annotations

from tui.play.command_line import ANYWHERE
from tui.play.typed.line import choice, screen_word, table, text
from tui.sessions import notes, pages, search, steps
from tui.sessions.search import FILTERS

WORDS = table(
    screen_word("title The ford", "gives the session shown a title", notes.name_session, text),
    screen_word("notes They owe the miller", "writes notes on the session shown",
                notes.note_session, text),
    screen_word("join", "joins the session shown to the one before", notes.join_session),
    screen_word("split", "begins another session with the entry shown", notes.split_session),
    screen_word("filter fights", "narrows the journal; alone, shows all", steps.narrow,
                choice(FILTERS, "unknown_filter", "all")),
    screen_word("session 3", "goes to the first entry of a session", steps.go_to_session, text),
    screen_word("entry 63", "goes to an entry; 63 alone does, too", steps.go_to_entry, text),
    screen_word("find creature:ogre", "searches the journal", search.find, text),
    screen_word("rulings", "lists your rulings", pages.show_rulings),
    screen_word("then 3", "decides again under today's rules, and compares",
                pages.show_then_and_now, text),
    screen_word("stats 3", "shows the figures of a session, or of all", pages.show_charts, text),
    screen_word("luck 3", "shows the luck with the dice",
                pages.show_charts, text, "luck"),
    screen_word("previously", "shows what happened before", pages.show_previously),
    screen_word("drop", "ends the what-if", lambda screen: screen.branching.leave()),
    screen_word("note the miller lies", "writes a note at the moment shown, for you",
                notes.ask_note, text),
    screen_word("share the miller is kind", "writes a note for the players, too",
                notes.ask_note, text, shared=True),
) | ANYWHERE  # fmt: skip
"""What happened, and what every screen has."""
