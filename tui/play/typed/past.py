"""Words of the command line on the Sessions screen, and the words of its search."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from core.messages import N_, Refusal
from tui.play.typed.line import Go, nearest, one_of

if TYPE_CHECKING:
    from saves.history.search import Kind, Query

FILTERS = ("all", "fights", "travel", "rulings", "notes", "hidden")
"""The filters of the journal."""

PAST = (
    "title", "notes", "join", "split", "filter", "session", "entry", "find", "rulings", "then",
    "stats", "luck", "previously", "keep", "drop", "note", "share", "recap", "export", "help",
    "quit",
)  # fmt: skip
"""The words that begin a line; all but the last name an action of the screen."""

KINDS = ("fight", "travel", "ruling", "note", "session", "undo", "redo", "play")
"""The values of kind:."""

KEYS = ("creature", "place", "kind", "session")
"""The keys of a search, as in creature:ogre."""


def parse(text: str) -> Go:
    """Read a line of the Sessions screen; a number is an entry.

    Raises Refusal when the line is unclear.
    """
    words = text.strip().removeprefix(":").split()
    if not words:
        raise Refusal("no_command", "Nothing was typed.")
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return Go("entry", words[0])
    verb, rest = words[0].lower(), " ".join(words[1:])
    if verb not in PAST:
        near = nearest(verb, PAST)
        none = N_("There is no command {command} here; what is played is typed on F2 or F4.")
        told = N_("There is no command {command} here; did you mean {nearest}?") if near else none
        raise Refusal("unknown_command", told, command=verb, nearest=near)
    if verb == "filter":
        rest = one_of(rest or "all", FILTERS, "unknown_filter")
    return Go("leave" if verb == "quit" else verb, rest)


def query(text: str, limit: int = 200) -> Query:
    """Read a search: words, and creature:, place:, kind:, session: to narrow it.

    Raises Refusal for an unknown key, or a session that is not a number.
    """
    from saves.history.search import Query

    plain: list[str] = []
    found = dict.fromkeys(KEYS, "")
    for word in text.split():
        key, colon, value = word.partition(":")
        if not colon:
            plain.append(word)
        else:
            found[one_of(key, KEYS, "unknown_key")] = value
    kind, number = found["kind"], found["session"]
    if kind:
        kind = one_of(kind, KINDS, "unknown_kind")
    if number and not (number.isascii() and number.isdigit()):
        raise Refusal("no_number", "session: needs a number, as in session:3.")
    return Query(
        " ".join(plain), found["creature"], found["place"], cast("Kind", kind), int(number or 0),
        undone=kind in ("undo", "redo"), limit=limit,
    )  # fmt: skip
