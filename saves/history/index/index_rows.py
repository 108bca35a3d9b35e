"""Rows of the journal turned into rows of the index, and sums of days and dice over blocks of them.

A block is summed once it is full, and again after one of its rows was undone or redone. Private to
history.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeVar, cast

import msgspec

from core.play.fight.combatants import find
from core.play.history.facts import DayTotal, Facts, by_day, facts, joined
from core.play.history.thrown_dice import Roll
from core.play.road.events import Travelled
from core.play.state import AT_THE_START, State
from core.play.table.events import Noted
from core.play.union import Assets, Command, narrate
from core.values import Struct
from saves.history.history import History
from saves.history.index.index_file import Index
from saves.history.index.spelling import spelled
from saves.store import codec
from saves.store.entries import MARKS, Annotate, Entry, JoinSessions, SplitSession
from saves.store.journal import StoredRow
from saves.store.refusals import UnreadableText

T = TypeVar("T")

APART = "; "
"""The separator of the sentences of one row."""

BEAT = f"INSERT INTO beat VALUES ({', '.join('?' * 14)})"
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
    db: sqlite3.Connection
    sitting: int
    session: str
    _beats: dict[int, list[Any]] = field(default_factory=dict)
    _tellings: list[tuple[int, str, str, str | None]] = field(default_factory=list)
    _words: list[tuple[str | int, ...]] = field(default_factory=list)
    _facts: dict[int, Facts] = field(default_factory=dict)
    _stale: set[int] = field(default_factory=set)
    _assets: dict[tuple[str, str], Assets] = field(default_factory=dict)

    def take(self, row: StoredRow) -> None:
        """Take the next row. Raises UnreadableText."""
        history = self.history
        if not row.parent < row.seq >= row.tip:
            raise UnreadableText(f"row {row.seq} rests on what comes later")
        before = history.states.moment(row.parent).state
        entry = history.entry_reader.entry(row)
        after = history.states.moment(row.tip).state
        assets = self._assets_of(after)
        found: Facts | None = None
        if entry.kind == "play" and type(entry.command) not in MARKS:
            command = cast("Command", entry.command)
            found = facts(before, command, entry.answers, entry.events, after, assets.rules)
        if row.session != self.session or not self.sitting:
            self.sitting, self.session = self.sitting + 1, row.session
            self.db.execute(
                "INSERT INTO sitting VALUES (?, ?, ?)", (self.sitting, row.session, row.seq)
            )
        if found is None and isinstance(entry.command, JoinSessions | SplitSession):
            cut = (entry.seq, entry.command.at, isinstance(entry.command, JoinSessions))
            self.db.execute("INSERT INTO cut VALUES (?, ?, ?)", cut)
        self._mark(entry, after, found)
        self._tell(entry, before, after, assets, found)

    def keep(self) -> None:
        """Write all rows taken to the index."""
        self.db.executemany(BEAT, self._beats.values())
        self.db.executemany(TELLING, self._tellings)
        self.db.executemany(WORDS, self._words)
        end = max(self._beats, default=0)
        _keep(self.db, self._stale, end, self._facts)

    def _mark(self, entry: Entry, after: State, found: Facts | None) -> None:
        self._stale.add(stretch_of(entry.seq))
        if found is not None:
            self._facts[entry.seq] = found
        at, fight = found, after.fight
        if at is None and fight is not None:
            at = Facts(after.clock, fight.id, fight.round, fight.acting, after.place)
        elif at is None:
            at = Facts(after.clock, place=after.place)
        moment = entry.command.entry if isinstance(entry.command, Annotate) else entry.seq
        listed = entry.kind not in ("undo", "redo")
        self._beats[entry.seq] = [
            entry.seq, entry.kind, entry.parent, entry.tip, int(listed), self.sitting, entry.at,
            at.clock.day, str(at.clock.hour), at.encounter, at.round, at.acting, at.place, moment,
        ]  # fmt: skip
        old, new = entry.parent, entry.tip
        while entry.kind != "play" and old != new:
            if old > new:
                old = self._tells(old, story=False)
            else:
                new = self._tells(new, story=True)

    def _tells(self, seq: int, *, story: bool) -> int:
        self._stale.add(stretch_of(seq))
        beat = self._beats.get(seq)
        if beat is not None:
            beat[4] = int(story)
            return int(beat[2])
        changed = "UPDATE beat SET story = ? WHERE seq = ? RETURNING parent"
        ((parent,),) = self.db.execute(changed, (story, seq)).fetchall()
        return int(parent)

    def _tell(
        self, entry: Entry, before: State, after: State, assets: Assets, found: Facts | None
    ) -> None:
        text = APART.join(self.history.say(told, after, assets) for told in entry.told)
        note = " ".join(event.text for event in entry.events if type(event) is Noted)
        kept = None if found is None else codec.ENCODER.encode((found,)).decode()
        self._tellings.append((entry.seq, text, note, kept))
        about = () if found is None else found.about
        names = " ".join(sorted(_names(about, before, after)))
        region = assets.region(after)
        label = "" if region is None else region.names.get(after.place, "")
        places = f"{after.place} {label}"
        sorts: list[str] = [entry.kind]
        if found is not None:
            if found.encounter:
                sorts.append("fight")
            if found.hours:
                sorts.append("travel")
            if found.ruled:
                sorts.append("ruling")
        said = (spelled(each) for each in (text, note, names, places))
        self._words.append((entry.seq, *said, " ".join(sorts)))

    def _assets_of(self, state: State) -> Assets:
        key = (state.ruleset, state.region)
        if key not in self._assets:
            named = State(ruleset=state.ruleset, region=state.region)
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
    """Read facts, compact JSON without defaults. Raises ValueError."""
    return _read(tuple[Facts], text)[0]


def _read(kind: type[T], text: str) -> T:
    try:
        return codec.read(kind, text)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


STORED: Final = tuple[tuple[DayTotal, ...], tuple[tuple[Roll, int], ...], dict[str, int]]
"""The sums of a block as they are stored."""
ROWS = 250
"""Rows of a block; the first begins with row 1."""

_STORY = (
    "SELECT seq, facts FROM beat JOIN telling USING (seq)"
    " WHERE seq BETWEEN ? AND ? AND story AND facts IS NOT NULL ORDER BY seq"
)
_WHOLE = "SELECT stretch, sums FROM stretch WHERE stretch BETWEEN ? AND ? ORDER BY stretch"


class Sums(Struct):
    """The sums of entries of the story.

    `thrown` counts equal rolls, in the order of the first; `last` is each roller's last entry.
    """

    days: tuple[DayTotal, ...] = ()
    thrown: Counter[Roll] = msgspec.field(default_factory=Counter)
    last: Mapping[str, int] = msgspec.field(default_factory=dict)


def summed(story: Iterable[tuple[int, Facts]]) -> Sums:
    """The sums of entries."""
    found = tuple(story)
    rolls = [(seq, roll) for seq, one in found for roll in one.rolls]
    return Sums(
        by_day(one for _, one in found),
        Counter(roll for _, roll in rolls),
        {roll.who: seq for seq, roll in rolls},
    )


def together(parts: Iterable[Sums]) -> Sums:
    """Consecutive sums as one."""
    days: list[DayTotal] = []
    thrown: Counter[Roll] = Counter()
    last: dict[str, int] = {}
    for part in parts:
        days += part.days
        thrown.update(part.thrown)
        last |= part.last
    return Sums(joined(days), thrown, last)


def stretch_of(seq: int) -> int:
    """The number of the block that holds a row."""
    return (seq - 1) // ROWS


def _keep(
    db: sqlite3.Connection, stale: Iterable[int], end: int, known: Mapping[int, Facts]
) -> None:
    """Sum the `stale` blocks that are full at row `end`; `known` are facts already read."""
    for number in sorted(stale):
        low, high = number * ROWS + 1, (number + 1) * ROWS
        if high > end:
            continue
        rows = db.execute(_STORY, (low, high)).fetchall()
        sums = summed((seq, known.get(seq) or load_facts(text)) for seq, text in rows)
        kept = codec.ENCODER.encode((sums.days, tuple(sums.thrown.items()), sums.last)).decode()
        db.execute("INSERT OR REPLACE INTO stretch VALUES (?, ?)", (number, kept))


def stretches(db: sqlite3.Connection, low: int, high: int) -> tuple[int, int, Sums] | None:
    """First row, last row and sums of all blocks within these rows; None if there are none."""
    first, last = stretch_of(low + ROWS - 1), stretch_of(high + 1) - 1
    found = db.execute(_WHOLE, (first, last)).fetchall()
    if not found:
        return None
    sums = together(_load(text) for _, text in found)
    return found[0][0] * ROWS + 1, (found[-1][0] + 1) * ROWS, sums


def _load(text: str) -> Sums:
    days, rolls, last = _read(STORED, text)
    return Sums(days, Counter(dict(rolls)), last)
