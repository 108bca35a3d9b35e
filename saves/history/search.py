"""Search in a campaign's past by words, creature, place and kind of entry.

Words match by their beginning, regardless of case and accents.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.values import Struct
from saves.history.history import History
from saves.history.index.index import WORD, folded, looked_for, read, starts
from saves.history.index.index_file import IndexReader
from saves.store.journal import NEWEST

Kind: TypeAlias = Literal[
    "", "fight", "travel", "ruling", "note", "session", "play", "undo", "redo"
]
"""The rows searched: of a fight, of travel, with a ruling, or of one kind; "" for all."""

PAGE = 200

_MATCHES = "SELECT rowid FROM words WHERE words MATCH :terms AND rowid BETWEEN :low AND :high"
_STORY = f"{_MATCHES} AND rowid NOT IN (SELECT seq FROM beat WHERE NOT story)"
_TOLD = "SELECT moment, text FROM beat JOIN telling USING (seq) WHERE seq = ?"


class Query(Struct):
    """A search; all filled fields must match.

    `words` are in a row's sentences or in a note, `creature` is a name or id, `place` a name or
    hex. `session` counts from 1 (0: any). Undone rows, and those that undo, are found only with
    `undone`. At most `limit` rows are returned, beginning after row `after`.
    """

    words: str = ""
    creature: str = ""
    place: str = ""
    kind: Kind = ""
    session: int = 0
    undone: bool = False
    limit: int = PAGE
    after: int = 0

    def fits(self, text: str, creatures: str, places: str) -> bool:
        """Whether these sentences and names hold all that is looked for."""
        pairs = ((text, self.words), (creatures, self.creature), (places, self.place))
        return all(
            any(folded(found).startswith(word) for found in WORD.findall(within))
            for within, wanted in pairs
            for word in looked_for(wanted)
        )


class Hit(Struct):
    """A row that was found, with its text.

    `moment` is the row that it is about: itself, or the earlier row of a note.
    """

    seq: int
    moment: int
    text: str


class SearchHits(Struct):
    """The first rows found, in the order of the journal, and the count of all."""

    hits: tuple[Hit, ...] = ()
    total: int = 0


def search(history: History, query: Query) -> SearchHits:
    """Search the whole past; an empty query, or one without letters or digits, finds nothing."""
    asked = {"{text note}": query.words, "creature": query.creature, "place": query.place}
    terms = [f'{name} : "{word}" *' for name, text in asked.items() for word in looked_for(text)]
    terms += [f'sort : "{query.kind}"'] if query.kind else []
    if not terms or any(text.strip() and not looked_for(text) for text in asked.values()):
        return SearchHits()
    low = 0
    high = NEWEST
    if query.session:
        firsts = (*starts(history), NEWEST)
        if not 0 < query.session < len(firsts):
            return SearchHits()
        low = firsts[query.session - 1]
        high = firsts[query.session] - 1
    return read(history, lambda db: _find_hits(db, query, " AND ".join(terms), low, high))


def _find_hits(db: IndexReader, query: Query, terms: str, low: int, high: int) -> SearchHits:
    undone = query.undone or query.kind in ("undo", "redo")
    matches = _MATCHES if undone else _STORY
    values = {"terms": terms, "low": low, "high": high}
    (total,) = db.execute(f"SELECT count(*) FROM ({matches})", values).fetchone()
    values |= {"low": max(low, query.after + 1), "limit": query.limit}
    hits = []
    for (seq,) in db.execute(f"{matches} ORDER BY rowid LIMIT :limit", values).fetchall():
        moment, text = db.execute(_TOLD, (seq,)).fetchone()
        hits.append(Hit(int(seq), moment, text))
    return SearchHits(tuple(hits), int(total))
