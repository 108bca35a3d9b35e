"""The words of a search in the journal, and of its filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from core.messages import Refusal
from tui.play.typed.line import one_of

if TYPE_CHECKING:
    from saves.history.search import Kind, Query

FILTERS = ("all", "fights", "travel", "rulings", "notes", "hidden")
"""The filters of the journal."""

KINDS = ("fight", "travel", "ruling", "note", "session", "undo", "redo", "play")
"""The values of kind:."""

KEYS = ("creature", "place", "kind", "session")
"""The keys of a search, as in creature:ogre."""


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
