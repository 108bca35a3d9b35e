"""The index of a campaign's past, made from the journal; it may be deleted at any time.

It is kept in `paths.home()/index/CAMPAIGN-ID.sqlite`, or in memory if that cannot be written. It
stores the sum of its last row and a sentence in its language and units; if either does not fit,
or it is damaged, it is made again. If another program makes it from other rows or in another
language meanwhile, the file is left to that program and this index continues in memory.

Words are stored as the search compares them, lower case and without accents: SQLite only splits the
text, because the letters it knows depend on its version. Days and dice are summed over blocks of
rows: a block once it is full, and again after one of its rows was undone or redone.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, cast

import msgspec

from core.effects.effect import KnownEffect
from core.play.facts.fight.combatants import find
from core.play.facts.road.events import Travelled
from core.play.facts.state import AT_THE_START, RulesKey, State
from core.play.facts.table.events import Noted
from core.play.history.entry_facts import (
    DamageDealt,
    DayTotal,
    Facts,
    add_damage,
    by_day,
    facts,
    join_days,
)
from core.play.history.thrown_dice import Roll
from core.play.union import Assets, Command, narrate
from core.values import Struct
from saves.history.history import History
from saves.history.index.index_file import NOT_OURS, Index, IndexProgress, IndexReader, made_for
from saves.store import codec, journal
from saves.store.entries import MARKS, Annotate, Entry, JoinSessions, SplitSession
from saves.store.journal import is_whole
from saves.store.models import StoredRow
from saves.store.refusals import UnreadableText
from saves.store.session_starts import divided
from saves.store.state_history import uncollected

WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")
"""A word: letters and digits, with combining accents."""

PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Spellings of letters that are not another letter with an accent."""


def folded(word: str) -> str:
    """A word in lower case, without accents."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(one for one in apart if one.isalnum()).translate(PLAIN)


def spelled(text: str) -> str:
    """All words of a text, folded, separated by spaces."""
    if text.isascii():
        return text  # the index folds these itself
    return " ".join(folded(word) for word in WORD.findall(text))


def looked_for(text: str) -> tuple[str, ...]:
    """The words of a query, folded, each once."""
    return tuple(dict.fromkeys(folded(word) for word in WORD.findall(text)))


T = TypeVar("T")

APART = "; "
"""The separator of the sentences of one row."""

BEAT = (
    "INSERT INTO beat (seq, kind, parent, tip, story, sitting, at, day, hour, encounter, round,"
    " acting, place, moment) VALUES (:seq, :kind, :parent, :tip, :story, :sitting, :at, :day,"
    " :hour, :encounter, :round, :acting, :place, :moment)"
)
TELLING = "INSERT INTO telling VALUES (?, ?, ?, ?)"
WORDS = "INSERT INTO words (rowid, text, note, creature, place, sort) VALUES (?, ?, ?, ?, ?, ?)"


PROBE = Travelled(Fraction(13, 2), Fraction(27), "land", "walk", AT_THE_START)
"""An event whose sentence differs in every language and unit."""


@dataclass(slots=True)
class IndexedRows:
    """Rows taken in order; `keep` writes them to the index.

    `sitting` is the number of the current run of rows with the session id `session`.
    """

    history: History
    db: IndexReader
    sitting: int
    session: str
    _beats: dict[int, dict[str, Any]] = field(default_factory=dict)
    _tellings: list[tuple[int, str, str, str | None]] = field(default_factory=list)
    _words: list[tuple[str | int, ...]] = field(default_factory=list)
    _facts: dict[int, Facts] = field(default_factory=dict)
    _stale: set[int] = field(default_factory=set)
    _assets: dict[tuple[RulesKey, tuple[KnownEffect, ...], str], Assets] = field(
        default_factory=dict
    )

    def take(self, row: StoredRow) -> None:
        """Take the next row. Raises UnreadableText."""
        history = self.history
        if not row.parent < row.seq >= row.tip:
            raise UnreadableText(f"row {row.seq} rests on what comes later")
        before = history.states.moment(row.parent).state
        entry = history.entry_reader.entry(row)
        after = history.states.moment(row.tip).state
        assets = self._assets_of(after)
        entry_facts: Facts | None = None
        if entry.kind == "play" and type(entry.command) not in MARKS:
            command = cast("Command", entry.command)
            entry_facts = facts(before, command, entry.answers, entry.events, after, assets.rules)
        if row.session != self.session or not self.sitting:
            self.sitting += 1
            self.session = row.session
            self.db.execute(
                "INSERT INTO sitting VALUES (?, ?, ?)", (self.sitting, row.session, row.seq)
            )
        if entry_facts is None and isinstance(entry.command, JoinSessions | SplitSession):
            cut = (entry.seq, entry.command.at, isinstance(entry.command, JoinSessions))
            self.db.execute("INSERT INTO cut VALUES (?, ?, ?)", cut)
        self._mark(entry, after, entry_facts)
        self._tell(entry, before, after, assets, entry_facts)

    def keep(self) -> None:
        """Write all rows taken to the index, and sum the blocks that they fill or change."""
        self.db.executemany(BEAT, self._beats.values())
        self.db.executemany(TELLING, self._tellings)
        self.db.executemany(WORDS, self._words)
        end = max(self._beats, default=0)
        for number in sorted(self._stale):
            low = number * ROWS + 1
            high = (number + 1) * ROWS
            if high > end:
                continue
            rows = self.db.execute(_STORY, (low, high)).fetchall()
            sums = summed((seq, self._facts.get(seq) or load_facts(text)) for seq, text in rows)
            kept = codec.ENCODER.encode(sums).decode()
            self.db.execute("INSERT OR REPLACE INTO stretch VALUES (?, ?)", (number, kept))

    def _mark(self, entry: Entry, after: State, entry_facts: Facts | None) -> None:
        self._stale.add(stretch_of(entry.seq))
        if entry_facts is not None:
            self._facts[entry.seq] = entry_facts
        fight = after.fight
        if entry_facts is not None:
            facts = entry_facts
        elif fight is not None:
            facts = Facts(after.clock, fight.id, fight.round, fight.acting, after.place)
        else:
            facts = Facts(after.clock, place=after.place)
        if isinstance(entry.command, Annotate):
            moment = entry.command.entry
        else:
            moment = entry.seq
        listed = entry.kind not in ("undo", "redo")
        self._beats[entry.seq] = {
            "seq": entry.seq,
            "kind": entry.kind,
            "parent": entry.parent,
            "tip": entry.tip,
            "story": int(listed),
            "sitting": self.sitting,
            "at": entry.at,
            "day": facts.clock.day,
            "hour": str(facts.clock.hour),
            "encounter": facts.encounter,
            "round": facts.round,
            "acting": facts.acting,
            "place": facts.place,
            "moment": moment,
        }
        old = entry.parent
        new = entry.tip
        while entry.kind != "play" and old != new:
            if old > new:
                old = self._tells(old, story=False)
            else:
                new = self._tells(new, story=True)

    def _tells(self, seq: int, *, story: bool) -> int:
        self._stale.add(stretch_of(seq))
        beat = self._beats.get(seq)
        if beat is not None:
            beat["story"] = int(story)
            return int(beat["parent"])
        changed = "UPDATE beat SET story = ? WHERE seq = ? RETURNING parent"
        ((parent,),) = self.db.execute(changed, (story, seq)).fetchall()
        return int(parent)

    def _tell(
        self, entry: Entry, before: State, after: State, assets: Assets, facts: Facts | None
    ) -> None:
        text = APART.join(self.history.say(told, after, assets) for told in entry.told)
        note = " ".join(event.text for event in entry.events if type(event) is Noted)
        if facts is None:
            kept = None
        else:
            kept = codec.ENCODER.encode((facts,)).decode()
        self._tellings.append((entry.seq, text, note, kept))
        about = () if facts is None else facts.about
        names = " ".join(sorted(_names(about, before, after)))
        region = assets.region(after)
        if region is None:
            label = ""
        else:
            label = region.names.get(after.place, "")
        places = f"{after.place} {label}"
        sorts: list[str] = [entry.kind]
        if facts is not None:
            if facts.encounter:
                sorts.append("fight")
            if facts.hours:
                sorts.append("travel")
            if facts.ruled:
                sorts.append("ruling")
        said = (spelled(each) for each in (text, note, names, places))
        self._words.append((entry.seq, *said, " ".join(sorts)))

    def _assets_of(self, state: State) -> Assets:
        key = (state.rules_key, state.effects, state.region)
        if key not in self._assets:
            named = State(
                ruleset=state.ruleset,
                region=state.region,
                house_rules=state.house_rules,
                effects=state.effects,
            )
            self._assets[key] = self.history.asset_store.assets(named)
        return self._assets[key]


def said_how(history: History, index: Index) -> str:
    """A sentence that shows the reader's language and units; "" if the beginning is unreadable."""
    if index.began is None:
        try:
            state = history.states.moment(1).state
            index.began = state, history.asset_store.assets(state)
        except UnreadableText:
            return ""
    return history.say(narrate(PROBE, index.began[0]), *index.began)


def _names(about: Iterable[str], before: State, after: State) -> set[str]:
    found = (find(state, who) for who in about for state in (before, after))
    return {*about, *(being.name for being in found if being is not None)}


def load_facts(text: str) -> Facts:
    """Read facts, compact JSON without defaults. Raises what is in `NOT_OURS`."""
    return codec.read(tuple[Facts], text)[0]


ROWS = 250
"""Rows of a block; the first begins with row 1."""

_STORY = (
    "SELECT seq, facts FROM beat JOIN telling USING (seq)"
    " WHERE seq BETWEEN ? AND ? AND story AND facts IS NOT NULL ORDER BY seq"
)
_WHOLE = "SELECT stretch, sums FROM stretch WHERE stretch BETWEEN ? AND ? ORDER BY stretch"


class Sums(Struct):
    """The sums of entries of the story.

    `damage` is who dealt how much to whom, `thrown` counts equal rolls, in the order of the first;
    `last` is each roller's last entry.
    """

    days: tuple[DayTotal, ...] = ()
    damage: tuple[DamageDealt, ...] = ()
    thrown: tuple[tuple[Roll, int], ...] = ()
    last: Mapping[str, int] = msgspec.field(default_factory=dict)


def summed(story: Iterable[tuple[int, Facts]]) -> Sums:
    """The sums of entries."""
    kept = tuple(story)
    rolls = [(seq, roll) for seq, one in kept for roll in one.rolls]
    return Sums(
        by_day(one for _, one in kept),
        add_damage(part for _, one in kept for part in one.damage),
        tuple(Counter(roll for _, roll in rolls).items()),
        {roll.who: seq for seq, roll in rolls},
    )


def together(parts: Iterable[Sums]) -> Sums:
    """Consecutive sums as one."""
    days: list[DayTotal] = []
    damage: list[DamageDealt] = []
    thrown: Counter[Roll] = Counter()
    last: dict[str, int] = {}
    for part in parts:
        days += part.days
        damage += part.damage
        thrown.update(dict(part.thrown))
        last |= part.last
    return Sums(join_days(days), add_damage(damage), tuple(thrown.items()), last)


def stretch_of(seq: int) -> int:
    """The number of the block that holds a row."""
    return (seq - 1) // ROWS


def stretches(db: IndexReader, low: int, high: int) -> tuple[int, int, Sums] | None:
    """First row, last row and sums of all blocks within these rows; None if there are none."""
    first = stretch_of(low + ROWS - 1)
    last = stretch_of(high + 1) - 1
    rows = db.execute(_WHOLE, (first, last)).fetchall()
    if not rows:
        return None
    sums = together(codec.read(Sums, text) for _, text in rows)
    return rows[0][0] * ROWS + 1, (rows[-1][0] + 1) * ROWS, sums


CHUNK = 2_000
"""Rows taken in at once: less than a second."""
LOOKS = 8
"""How often the file may change under the reader before it continues in memory."""


class _Taken(Exception):
    """Another program has made the index from other rows or in another language."""


def follow(history: History, most: int = CHUNK) -> IndexProgress:
    """Add at most `most` new rows; call it until `done` is `of`. It is cheap without new rows."""
    index = _opened(history)
    said = said_how(history, index)
    whole = index.end.of == history.head == index.end.done and index.said == said
    try:
        if whole and not index.has_changed():
            return index.end
        index.end = _followed(history, index, said, most)
    except (sqlite3.OperationalError, _Taken):
        index.forgo()
        index.end = _followed(history, index, said, most)
    except NOT_OURS:
        index.replace()
        index.end = _followed(history, index, said, most)
    index.said = said
    index.firsts = None
    return index.end


def read(history: History, work: Callable[[IndexReader], T]) -> T:
    """Bring the index up to date, then return what `work` returns; a damaged index is remade."""
    try:
        return _read(history, work)
    except NOT_OURS:
        index = _opened(history)
        index.replace()
    return _read(history, work)


def _read(history: History, work: Callable[[IndexReader], T]) -> T:
    for _ in range(LOOKS):
        index = _whole(history)
        with index.reading():
            if not index.has_changed():
                return work(index.db)
    index = _opened(history)
    index.forgo()
    return work(_whole(history).db)


def starts(history: History) -> tuple[int, ...]:
    """The first row of each session, in order."""
    index = _whole(history)
    if index.firsts is None:
        index.firsts = read(history, firsts_of)
    return index.firsts


def firsts_of(db: IndexReader) -> tuple[int, ...]:
    """The first row of each session, as this index has them."""

    def played(low: int, high: int) -> bool:
        query = "SELECT 1 FROM beat WHERE seq >= ? AND seq < ? AND kind = 'play' LIMIT 1"
        return db.execute(query, (low, high)).fetchone() is not None

    runs = [int(first) for (first,) in db.execute("SELECT first FROM sitting ORDER BY first")]
    cuts = ((int(at), bool(joins)) for at, joins in db.execute("SELECT at, joins FROM cut"))
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM beat").fetchone()
    return divided(runs, cuts, last, played)


def _whole(history: History) -> Index:
    while (end := follow(history)).done < end.of:
        pass
    return _opened(history)


def _opened(history: History) -> Index:
    if history.index is None:
        history.index = Index(journal.stored_id(history.reader))
    return history.index


def _followed(history: History, index: Index, said: str, most: int) -> IndexProgress:
    with index.writing(), uncollected():
        done, total = _begin(history, index, said)
        end = history.head
        count = min(most, end - done)
        sitting = "SELECT number, session FROM sitting ORDER BY number DESC LIMIT 1"
        number, session = index.db.execute(sitting).fetchone() or (0, "")
        walk = IndexedRows(history, index.db, int(number), str(session))
        wanted = done + count
        for row in journal.stored(history.reader, done, count):
            if row.seq != done + 1 or row.prev != total or not is_whole(row):
                break  # only undamaged rows are indexed
            try:
                walk.take(row)
            except UnreadableText:
                break
            done = row.seq
            total = row.sum
        if done < wanted:
            end = done
        walk.keep()
        index.know(seq=done, sum=total)
    return IndexProgress(done, end)


def _begin(history: History, index: Index, said: str) -> tuple[int, str]:
    # Raises _Taken if another program has remade the file that this one used.
    key = {"made_for": made_for(), "said": said}
    try:
        known = index.known()
        fits = known.items() >= key.items()
        seq = int(known["seq"])
        total = known["sum"]
    except (*NOT_OURS, KeyError):  # there are no tables yet, or others
        index.empty(key)
        return 0, ""
    if fits and seq > history.head:
        history.refresh()  # another window is ahead
    if fits and 0 <= seq <= history.head and journal.head_at(history.reader, seq).sum == total:
        return seq, total
    if index.end.done and index.said == said:
        raise _Taken
    index.empty(key)
    return 0, ""
