"""Words of the command line on the Sessions screen, and the words of its search."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from core.messages import Refusal
from tui.play.typed.line import Go, one_of

if TYPE_CHECKING:
    from saves.history.search import Kind, Query

FILTERS = ("all", "fights", "travel", "rulings", "notes", "hidden")
"""The filters of the journal."""

PAST: Mapping[str, str] = MappingProxyType(
    {
        "title": "title",
        "notes": "notes",
        "join": "join",
        "split": "split",
        "filter": "filter",
        "session": "session",
        "entry": "entry",
        "find": "find",
        "rulings": "rulings",
        "then": "then",
        "stats": "stats",
        "luck": "luck",
        "previously": "previously",
        "keep": "keep",
        "drop": "drop",
        "note": "note",
        "share": "share",
        "recap": "recap",
        "export": "export",
        "help": "help",
        "quit": "leave",
    }
)
"""The screen's actions by word."""

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
        raise _unknown(verb)
    if verb == "filter":
        rest = one_of(rest or "all", FILTERS, "unknown_filter")
    return Go(PAST[verb], rest)


def _unknown(verb: str) -> Refusal:
    starts = [known for known in PAST if known.startswith(verb)]
    close = starts or get_close_matches(verb, PAST, n=1)
    if close:
        return Refusal(
            "unknown_command", "There is no command {command} here; did you mean {nearest}?",
            command=verb, nearest=close[0],
        )  # fmt: skip
    return Refusal(
        "unknown_command",
        "There is no command {command} here; what is played is typed on F2 or F4.",
        command=verb,
    )


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
