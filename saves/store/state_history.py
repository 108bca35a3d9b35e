"""States after any entry, folded along `parent` from the nearest checkpoint. Private to saves."""

from __future__ import annotations

import gc
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from core.play.facts.state import State
from core.play.union import evolve_all
from saves.store import codec, journal
from saves.store.checkpoints import Base, as_base, pack, shape, unpack
from saves.store.connection import Connection
from saves.store.models import CheckpointColumns
from saves.store.refusals import UnreadableText

EVERY = 150
"""Events between checkpoints, roughly; most entries have one or two, a march may have a hundred."""
BASES = 5_000
"""Entries between checkpoints that need no base."""
REMEMBERED = 256
NEAR = 8
"""Entries after a cached one that are looked for one by one."""
KNOWN = 4
"""Bases that are cached."""


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
        since = 0 if self.due else self.since
        return Snapshot(state, self.depth + 1, since + events)


START = Snapshot(State(), 0)


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector off while many objects are built; it saves up to half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class StateHistory:
    """Finds states and caches the last ones. With a `writer` it stores checkpoints.

    Those that were missing on the way to the newest state are stored with the next one that is
    added: opening a campaign does not change its file.
    """

    reader: Connection
    writer: Connection | None = None
    _memo: OrderedDict[int, Snapshot] = field(default_factory=OrderedDict)
    _bases: OrderedDict[int, Base] = field(default_factory=OrderedDict)
    _missing: list[tuple[int, Snapshot]] = field(default_factory=list)

    def moment(self, tip: int, *, keep: bool = False) -> Snapshot:
        """The snapshot after play entry `tip` (0: before the first). Raises UnreadableText.

        With `keep` missing checkpoints on the way are stored with the next snapshot.
        """
        if tip == 0:
            return START
        snapshot = self._memo.get(tip)
        if snapshot is None:
            snapshot = self._fold(tip, keep=keep)
        return snapshot

    def add(self, seq: int, snapshot: Snapshot) -> bool:
        """Cache a new snapshot, and store the checkpoints that are due; whether there were any."""
        self.remember(seq, snapshot)
        due = self._missing
        self._missing = []
        if snapshot.due:
            due.append((seq, snapshot))
        if due:
            self._store(due)
        return bool(due)

    def remember(self, seq: int, snapshot: Snapshot) -> None:
        """Cache a snapshot."""
        self._memo[seq] = snapshot
        if len(self._memo) > REMEMBERED:
            self._memo.popitem(last=False)

    def _fold(self, tip: int, *, keep: bool) -> Snapshot:
        near = self._chain_from_near(tip)
        if near:
            with uncollected():
                return self._walk(near, self._memo[near[0]], keep=keep)
        unusable = 1 << 62  # of the checkpoints only those of entries before it are tried
        while True:
            found = self.reader.execute(
                self.reader.statements.chain, tip=tip, own_shape=shape(), unusable=unusable
            )
            chain = [int(seq) for (seq,) in found]
            if not chain:
                raise UnreadableText(f"no play entry {tip}")
            first = chain[0]
            index = self._last_cached(chain)
            if index is not None:
                chain = chain[index:]
                start: Snapshot | None = self._memo[chain[0]]
                break
            start = self.checkpoint(first) if first < unusable else None
            if (
                start is not None
                or self.reader.scalar(self.reader.statements.parent, number=first) == 0
            ):
                break
            if first >= unusable:
                raise UnreadableText(f"the entry before {first} is missing")
            unusable = first
        with uncollected():
            return self._walk(chain, start, keep=keep)

    def _chain_from_near(self, tip: int) -> list[int]:
        # The entries from a cached one to the tip, if one shortly before it is; else none. Who
        # follows others reads a few new entries at a time, not all since the last checkpoint.
        chain = [tip]
        while self._memo and len(chain) <= NEAR:
            seq = chain[-1]
            parent = self.reader.scalar(self.reader.statements.parent, number=seq)
            if not isinstance(parent, int) or not 0 < parent < seq:
                break
            chain.append(parent)
            if parent in self._memo:
                return chain[::-1]
        return []

    def _last_cached(self, chain: list[int]) -> int | None:
        # The index in the chain of the last entry whose snapshot is cached.
        for index in range(len(chain) - 1, -1, -1):
            if chain[index] in self._memo:
                return index
        return None

    def _walk(self, chain: list[int], start: Snapshot | None, *, keep: bool) -> Snapshot:
        # The snapshot after the last entry of the chain. `start` is that after its first; None:
        # the first has no parent.
        snapshot = START
        missing = chain
        passed: deque[tuple[int, Snapshot]] = deque(maxlen=REMEMBERED)
        if start is not None:
            snapshot = start
            missing = chain[1:]
            passed.append((chain[0], start))
        due: list[tuple[int, Snapshot]] = []
        depth = snapshot.depth + len(missing)
        rows = journal.played(self.reader, set(missing)) if missing else iter(())
        try:
            for seq, row in zip(missing, rows, strict=False):
                if row.seq != seq:
                    break
                events = codec.load_events(row.body)
                snapshot = snapshot.after(evolve_all(snapshot.state, events), len(events))
                passed.append((seq, snapshot))
                if keep and snapshot.due:
                    due.append((seq, snapshot))
        finally:  # where a row cannot be read, the next question begins just before it
            for seq, passed_snapshot in passed:
                self.remember(seq, passed_snapshot)
        if snapshot.depth != depth:
            raise UnreadableText(f"entries missing below {chain[-1]}")
        if self.writer is not None:
            self._missing += due
        return snapshot

    def checkpoint(self, entry: int) -> Snapshot | None:
        """The checkpoint after `entry`, or None if there is none that can be used."""
        try:
            data, row = self._row(entry)
            state, depth, base = unpack(data, entry, row, self._base)
        except UnreadableText:
            return None
        self._know(base)
        return Snapshot(state, depth, EVERY)

    def _row(self, entry: int) -> tuple[bytes, str]:
        # The packed checkpoint, and the sum of the entry's row.
        found = self.reader.execute(
            self.reader.statements.checkpoint_of, number=entry, own_shape=shape()
        )
        row = found.fetchone()
        if row is None:
            raise UnreadableText(f"no checkpoint of entry {entry}")
        data, sum_ = row
        return data, sum_

    def _base(self, entry: int) -> Base:
        if entry not in self._bases:
            data, row = self._row(entry)
            self._know(as_base(data, entry, row))
        return self._bases[entry]

    def _know(self, base: Base) -> None:
        self._bases[base.entry] = base
        if len(self._bases) > KNOWN:
            self._bases.popitem(last=False)

    def _store(self, snapshots: list[tuple[int, Snapshot]]) -> None:
        # A failure is harmless: the next opening folds further.
        if self.writer is None:
            return
        try:
            self._write(self.writer, snapshots)
        except self.writer.failures:
            self._bases.clear()  # one of them may not have been written

    def _write(self, writer: Connection, snapshots: list[tuple[int, Snapshot]]) -> None:
        own_shape = shape()
        checkpoints: list[CheckpointColumns] = []
        for seq, snapshot in snapshots:
            sum_ = writer.scalar(writer.statements.sum, number=seq)
            if isinstance(sum_, str):
                packed = self._pack(seq, snapshot, sum_)
                checkpoints.append(
                    writer.statements.tables.checkpoint(
                        entry=seq,
                        depth=snapshot.depth,
                        shape=own_shape,
                        zlib=packed,
                        **writer.scope,
                    )
                )
        with writer.session() as session:
            for checkpoint in checkpoints:
                session.merge(checkpoint)
            session.exec(
                writer.statements.drop_other_shapes, params={"own_shape": own_shape, **writer.scope}
            )
            session.commit()

    def _pack(self, seq: int, snapshot: Snapshot, row: str) -> bytes:
        base = self._base_for(seq, snapshot.state)
        data, base = pack(snapshot.state, seq, snapshot.depth, row, base)
        self._know(base)
        return data

    def _base_for(self, seq: int, state: State) -> Base | None:
        # The cached base that holds most of the encounters, unless it is old or holds too few.
        base = max(self._bases.values(), key=lambda base: base.holds(state), default=None)
        if base is None or seq - base.entry >= BASES:
            return None
        if 2 * base.holds(state) <= len(state.encounters):
            return None
        return base
