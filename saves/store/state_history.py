"""States after any entry, folded along `parent` from the nearest checkpoint. Private to saves."""

from __future__ import annotations

import gc
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from core.play.state import State
from core.play.union import evolve_all
from saves.store import checkpoints, codec, journal
from saves.store.checkpoints import Base
from saves.store.database import Connection, StorageError, scalar, transaction
from saves.store.refusals import UnreadableText

EVERY = 150
"""Events between checkpoints, roughly; most entries have one or two, a march may have a hundred."""
BASES = 5_000
"""Entries between checkpoints that need no base."""
REMEMBERED = 256
KNOWN = 4
"""Bases that are cached."""

_CHAIN = (
    "WITH RECURSIVE chain(seq, parent) AS ("
    " SELECT seq, parent FROM entry WHERE seq = :tip AND kind = 'play'"
    " UNION ALL SELECT e.seq, e.parent FROM chain c JOIN entry e ON e.seq = c.parent"
    " WHERE NOT EXISTS (SELECT 1 FROM checkpoint"
    " WHERE entry = c.seq AND shape = :shape AND entry < :bad)"
    " AND e.seq < c.seq)"
    " SELECT seq FROM chain ORDER BY seq"
)
_CHECKPOINT = (
    "SELECT zlib, sum FROM checkpoint JOIN entry ON seq = entry"
    " WHERE entry = :entry AND shape = :shape"
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after a play entry, and the number of play entries up to it.

    `since` counts the events since a checkpoint was last due.
    """

    state: State
    depth: int
    since: int = field(default=0, compare=False)

    @property
    def due(self) -> bool:
        """Whether a checkpoint of it is to be stored."""
        return self.since >= EVERY

    def after(self, state: State, events: int) -> Snapshot:
        """The snapshot after one more entry with so many events, which led to `state`."""
        return Snapshot(state, self.depth + 1, (0 if self.due else self.since) + events)


START = Snapshot(State(), 0)


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector off while many objects are built; it saves up to half the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@dataclass(slots=True)
class StateHistory:
    """Finds states and caches the last ones. With a `writer` it stores checkpoints."""

    reader: Connection
    writer: Connection | None = None
    _memo: OrderedDict[int, Snapshot] = field(default_factory=OrderedDict)
    _bases: OrderedDict[int, Base] = field(default_factory=OrderedDict)

    def moment(self, tip: int, *, keep: bool = False) -> Snapshot:
        """The snapshot after play entry `tip` (0: before the first). Raises UnreadableText.

        With `keep` missing checkpoints on the way are stored.
        """
        if tip == 0:
            return START
        known = self._memo.get(tip)
        return known if known is not None else self._fold(tip, keep=keep)

    def add(self, seq: int, moment: Snapshot) -> None:
        """Cache a new snapshot, and store a checkpoint of it if one is due."""
        self.remember(seq, moment)
        if moment.due:
            self._store([(seq, moment)])

    def remember(self, seq: int, moment: Snapshot) -> None:
        """Cache a snapshot."""
        self._memo[seq] = moment
        if len(self._memo) > REMEMBERED:
            self._memo.popitem(last=False)

    def _fold(self, tip: int, *, keep: bool) -> Snapshot:
        bad = 1 << 62
        while True:
            asked = {"tip": tip, "shape": checkpoints.shape(), "bad": bad}
            chain = [int(seq) for (seq,) in self.reader.execute(_CHAIN, asked)]
            if not chain:
                raise UnreadableText(f"no play entry {tip}")
            start = self.checkpoint(chain[0]) if chain[0] < bad else None
            parent = "SELECT parent FROM entry WHERE seq = ?"
            if start is not None or scalar(self.reader, parent, chain[:1]) == 0:
                break
            if chain[0] >= bad:
                raise UnreadableText(f"the entry before {chain[0]} is missing")
            bad = chain[0]
        with uncollected():
            return self._walk(chain, start, keep=keep)

    def _walk(self, chain: list[int], start: Snapshot | None, *, keep: bool) -> Snapshot:
        moment = start or START
        due: list[tuple[int, Snapshot]] = []
        walked = deque([(chain[0], start)] if start else (), maxlen=REMEMBERED)
        wanted = set(chain[1:] if start else chain)
        length = moment.depth + len(wanted)
        for row in journal.played(self.reader, wanted) if wanted else ():
            seq, events = row.seq, codec.load_events(row.body)
            moment = moment.after(evolve_all(moment.state, events), len(events))
            walked.append((seq, moment))
            if keep and moment.due:
                due.append((seq, moment))
        if moment.depth != length:
            raise UnreadableText(f"entries missing below {chain[-1]}")
        for seq, passed in walked:
            self.remember(seq, passed)
        if due:
            self._store(due)
        return moment

    def checkpoint(self, entry: int) -> Snapshot | None:
        """The checkpoint after `entry`, or None if there is none that can be used."""
        found = self._row(entry)
        try:
            if found:
                data, row = found
                state, depth, base = checkpoints.unpack(data, entry, row, self._base)
                self._know(base)
                return Snapshot(state, depth, EVERY)
        except UnreadableText:
            return None
        return None

    def _row(self, entry: int) -> tuple[Any, Any] | None:
        asked = {"entry": entry, "shape": checkpoints.shape()}
        found: tuple[Any, Any] | None = self.reader.execute(_CHECKPOINT, asked).fetchone()
        return found

    def _base(self, entry: int) -> Base:
        if entry not in self._bases:
            found = self._row(entry)
            if found is None:
                raise UnreadableText(f"no checkpoint of entry {entry}")
            data, row = found
            self._know(checkpoints.base(data, entry, row))
        return self._bases[entry]

    def _know(self, base: Base) -> None:
        self._bases[base.entry] = base
        if len(self._bases) > KNOWN:
            self._bases.popitem(last=False)

    def _store(self, moments: list[tuple[int, Snapshot]]) -> None:
        # A failure is harmless: the next opening folds further.
        if self.writer is None:
            return
        try:
            self._write(self.writer, moments)
        except StorageError:
            self._bases.clear()  # one of them may not have been written

    def _write(self, writer: Connection, moments: list[tuple[int, Snapshot]]) -> None:
        shape, values = checkpoints.shape(), []
        for seq, moment in moments:
            row = scalar(writer, "SELECT sum FROM entry WHERE seq = ?", (seq,))
            if isinstance(row, str):
                values.append((seq, moment.depth, shape, self._packed(seq, moment, row)))
        with transaction(writer):
            writer.executemany(
                "INSERT OR REPLACE INTO checkpoint (entry, depth, shape, zlib) VALUES (?, ?, ?, ?)",
                values,
            )
            writer.execute("DELETE FROM checkpoint WHERE shape <> ?", (shape,))

    def _packed(self, seq: int, moment: Snapshot, row: str) -> bytes:
        state = moment.state
        base = max(self._bases.values(), key=lambda one: one.holds(state), default=None)
        if base and (seq - base.entry >= BASES or 2 * base.holds(state) <= len(state.encounters)):
            base = None
        data, base = checkpoints.pack(state, seq, moment.depth, row, base)
        self._know(base)
        return data
