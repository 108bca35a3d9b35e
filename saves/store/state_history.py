"""States after any entry, folded along `parent` from the nearest checkpoint. Private to saves.

A checkpoint is a stored state, compressed. Encounters that are not being played hardly ever change.
They are kept apart from the rest of a state, one a line, and read on request: a long campaign has
hundreds, and reading them would take longer than all the rest. Those that an earlier checkpoint,
the base, has unchanged are left to it.

A checkpoint holds its entry, the number of play entries before it, and a sum over these, the sum
of the entry's row and the packed data: one that is damaged or misplaced is not used.
"""

from __future__ import annotations

import gc
import hashlib
import json
import struct
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeAlias, cast

import msgspec

from core.play.facts.encounter import Encounter
from core.play.facts.state import State
from core.play.union import evolve_all
from core.values import Struct, replace
from saves.store import codec, journal
from saves.store.database import Connection, StorageError, scalar, transaction
from saves.store.packing import decompress
from saves.store.refusals import UnreadableText

Label: TypeAlias = tuple[str, str, str, str, str]
LABEL = ("id", "name", "board", "status", "place")
"""The fields that are known before an encounter is read."""


Lines: TypeAlias = Callable[[], list[bytes]]


def page_of(packed: bytes) -> Lines:
    """Encounters as text, one a line, compressed until it is called. Raises UnreadableText."""

    @cache
    def lines() -> list[bytes]:
        try:
            return decompress(packed).split(b"\n")
        except zlib.error as error:
            raise UnreadableText(str(error)) from error

    return lines


class LazyEncounter:
    """A stand-in for an encounter; all but its label is read on request, by any thread.

    Reading raises UnreadableText if the text is damaged.
    """

    __slots__ = ("_encounter", "_line", *LABEL)
    stands_for: ClassVar = Encounter
    """Where the fields that players may see are declared (`core/secrecy.py`)."""

    def __init__(self, label: Label, page: Lines, number: int) -> None:
        self.id, self.name, self.board, self.status, self.place = label
        self._line: tuple[Lines, int] | None = (page, number)
        self._encounter: Encounter | None = None

    def line(self) -> bytes | None:
        """Its text; None once it was read."""
        place = self._line
        return None if place is None else place[0]()[place[1]]

    def encounter(self) -> Encounter:
        """The encounter itself."""
        text = self.line()
        if text is not None:
            try:
                (self._encounter,) = codec.read(tuple[Encounter], text)
            except codec.NOT_OURS as error:
                raise UnreadableText(str(error)) from error
            self._line = None
        assert self._encounter is not None
        return self._encounter

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (any field)
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.encounter(), name)

    def __replace__(self, **changes: Any) -> Encounter:  # noqa: ANN401
        return replace(self.encounter(), **changes)

    def __eq__(self, other: object) -> bool:
        return self.encounter() == (
            other.encounter() if isinstance(other, LazyEncounter) else other
        )

    def __hash__(self) -> int:
        return hash(self.encounter())

    def __repr__(self) -> str:
        return repr(self.encounter())


def read(encounter: Encounter) -> Encounter:
    """The encounter itself, for writing. Raises UnreadableText."""
    held: object = encounter
    return held.encounter() if isinstance(held, LazyEncounter) else encounter


def written(encounter: Encounter) -> bytes:
    """An encounter as a line of a page; a lazy one is not read for that."""
    held: object = encounter
    line = held.line() if isinstance(held, LazyEncounter) else None
    return codec.ENCODER.encode((read(encounter),)) if line is None else line


MAGIC = b"Ck3"
SUM = struct.Struct(">3s32s")
"""The magic, and the sha256 of the sum of the entry's row and all that follows."""
HEAD = struct.Struct(">QQIII")
"""The entry, the play entries up to it, and the lengths of state, labels and page."""
NOT_OURS = (
    msgspec.MsgspecError, zlib.error, struct.error, ValueError, TypeError, KeyError, IndexError,
    AttributeError, RecursionError,
)  # fmt: skip

LABELS: Final = tuple[int, tuple[Label, ...]]
"""The sum of a page, and the labels of the encounters on it."""

PLAYED, OWN, BELOW = 0, 1, 2
"""The place of an encounter: with the state, on the own page, on the base's page."""


class Base(Struct):
    """A checkpoint used by later ones: its entry, and the encounters of its page, in order.

    `sum` is the checksum of the page.
    """

    entry: int
    sum: int
    encounters: tuple[Encounter, ...]

    def holds(self, state: State) -> int:
        """How many encounters of `state` are on its page."""
        mine = set(map(id, self.encounters))
        return sum(id(one) in mine for one in state.encounters)


@cache
def shape() -> str:
    """A hash of the fields of State and the format; checkpoints of other shapes are not read."""
    return hashlib.sha256(MAGIC + codec.shape().encode()).hexdigest()


def pack(
    state: State, entry: int, depth: int, row: str, base: Base | None = None
) -> tuple[bytes, Base]:
    """The state after `entry` as bytes that need `base`, and the base for the next one.

    `depth` is the number of play entries up to it, `row` the sum of the entry's row.
    """
    known = {id(one): number for number, one in enumerate(base.encounters)} if base else {}
    played = state.fight
    own: list[Encounter] = []
    places: list[tuple[int, int]] = []
    for one in state.encounters:
        if one is played:
            places.append((PLAYED, 0))
        elif id(one) in known:
            places.append((BELOW, known[id(one)]))
        else:
            places.append((OWN, len(own)))
            own.append(one)
    rest = replace(state, encounters=() if played is None else (read(played),))
    order = []
    for (where, _), run in groupby(enumerate(places), lambda at: (at[1][0], at[1][1] - at[0])):
        numbers = [number for _, (_, number) in run]
        order.append((where, numbers[0], numbers[-1] + 1))
    page = zlib.compress(b"\n".join(map(written, own)))
    mine = Base(entry, zlib.crc32(page), tuple(own))
    under = Base(0, 0, ()) if base is None else base
    head = {"base": under.entry, "sum": under.sum, "order": order}
    labels = (mine.sum, tuple(map(attrgetter(*LABEL), own)))
    parts = (
        zlib.compress(json.dumps(head).encode() + b"\n" + codec.dump_state(rest), 1),
        zlib.compress(codec.ENCODER.encode(labels), 1),
        page,
    )
    said = HEAD.pack(entry, depth, *map(len, parts)) + b"".join(parts)
    return SUM.pack(MAGIC, _sum(row, said)) + said, base or mine


def _sum(row: str, said: bytes) -> bytes:
    return hashlib.sha256(row.encode() + said).digest()


def unpack(
    data: bytes, entry: int, row: str, base_of: Callable[[int], Base]
) -> tuple[State, int, Base]:
    """The state after `entry`, the number of play entries up to it, and its base.

    `row` is the sum of the entry's row; `base_of` finds a base by its entry. Raises
    UnreadableText.
    """
    try:
        first, depth, mine = _open(data, entry, row)
        head, _, rest = decompress(first).partition(b"\n")
        found: dict[str, Any] = json.loads(head)
        base = base_of(found["base"]) if found["base"] else mine
        if found["base"] and base.sum != found["sum"]:
            raise ValueError("the checkpoint below is another")
        state = codec.load_state(rest)
        shelves = (state.encounters, mine.encounters, base.encounters)
        order = [
            shelves[where][number] for where, low, high in found["order"]
            for number in range(low, high)
        ]  # fmt: skip
        return replace(state, encounters=tuple(order)), depth, base
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


def as_base(data: bytes, entry: int, row: str) -> Base:
    """The checkpoint after `entry` as a base. Raises UnreadableText."""
    try:
        return _open(data, entry, row)[2]
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


def _open(data: bytes, entry: int, row: str) -> tuple[bytes, int, Base]:
    mark, total = SUM.unpack_from(data)
    said = data[SUM.size :]
    if mark != MAGIC or total != _sum(row, said):
        raise ValueError("a damaged checkpoint")
    mine, depth, one, two, _ = HEAD.unpack_from(said)
    if mine != entry:
        raise ValueError(f"the checkpoint of entry {mine}")
    start = HEAD.size
    first, labels = said[start : start + one], said[start + one : start + one + two]
    page = said[start + one + two :]
    of_page, found = codec.read(LABELS, decompress(labels))
    lines = page_of(page)
    held = tuple(
        cast(Encounter, LazyEncounter(each, lines, number)) for number, each in enumerate(found)
    )
    return first, depth, Base(entry, of_page, held)


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
        known = self._memo.get(tip)
        return known if known is not None else self._fold(tip, keep=keep)

    def add(self, seq: int, moment: Snapshot) -> bool:
        """Cache a new snapshot, and store the checkpoints that are due; whether there were any."""
        self.remember(seq, moment)
        due = self._missing
        self._missing = []
        if moment.due:
            due.append((seq, moment))
        if due:
            self._store(due)
        return bool(due)

    def remember(self, seq: int, moment: Snapshot) -> None:
        """Cache a snapshot."""
        self._memo[seq] = moment
        if len(self._memo) > REMEMBERED:
            self._memo.popitem(last=False)

    def _fold(self, tip: int, *, keep: bool) -> Snapshot:
        bad = 1 << 62
        while True:
            asked = {"tip": tip, "shape": shape(), "bad": bad}
            chain = [int(seq) for (seq,) in self.reader.execute(_CHAIN, asked)]
            if not chain:
                raise UnreadableText(f"no play entry {tip}")
            known = self._known(chain)
            if known is not None:
                chain = chain[known:]
                start: Snapshot | None = self._memo[chain[0]]
                break
            start = self.checkpoint(chain[0]) if chain[0] < bad else None
            parent = "SELECT parent FROM entry WHERE seq = ?"
            if start is not None or scalar(self.reader, parent, chain[:1]) == 0:
                break
            if chain[0] >= bad:
                raise UnreadableText(f"the entry before {chain[0]} is missing")
            bad = chain[0]
        with uncollected():
            return self._walk(chain, start, keep=keep)

    def _known(self, chain: list[int]) -> int | None:
        # The place in the chain of the last entry whose snapshot is cached.
        for at in range(len(chain) - 1, -1, -1):
            if chain[at] in self._memo:
                return at
        return None

    def _walk(self, chain: list[int], start: Snapshot | None, *, keep: bool) -> Snapshot:
        moment = start or START
        due: list[tuple[int, Snapshot]] = []
        walked = deque([(chain[0], start)] if start else (), maxlen=REMEMBERED)
        missing = chain[1:] if start else chain
        length = moment.depth + len(missing)
        rows = journal.played(self.reader, set(missing)) if missing else iter(())
        try:
            for wanted, row in zip(missing, rows, strict=False):
                if row.seq != wanted:
                    break
                seq = row.seq
                events = codec.load_events(row.body)
                moment = moment.after(evolve_all(moment.state, events), len(events))
                walked.append((seq, moment))
                if keep and moment.due:
                    due.append((seq, moment))
        finally:  # where a row cannot be read, the next question begins just before it
            for seq, passed in walked:
                self.remember(seq, passed)
        if moment.depth != length:
            raise UnreadableText(f"entries missing below {chain[-1]}")
        if self.writer is not None:
            self._missing += due
        return moment

    def checkpoint(self, entry: int) -> Snapshot | None:
        """The checkpoint after `entry`, or None if there is none that can be used."""
        try:
            data, row = self._row(entry)
            state, depth, base = unpack(data, entry, row, self._base)
        except UnreadableText:
            return None
        self._know(base)
        return Snapshot(state, depth, EVERY)

    def _row(self, entry: int) -> tuple[Any, Any]:
        found = self.reader.execute(_CHECKPOINT, {"entry": entry, "shape": shape()}).fetchone()
        if found is None:
            raise UnreadableText(f"no checkpoint of entry {entry}")
        return found[0], found[1]

    def _base(self, entry: int) -> Base:
        if entry not in self._bases:
            data, row = self._row(entry)
            self._know(as_base(data, entry, row))
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
        known, values = shape(), []
        for seq, moment in moments:
            row = scalar(writer, "SELECT sum FROM entry WHERE seq = ?", (seq,))
            if isinstance(row, str):
                values.append((seq, moment.depth, known, self._packed(seq, moment, row)))
        with transaction(writer):
            writer.executemany(
                "INSERT OR REPLACE INTO checkpoint (entry, depth, shape, zlib) VALUES (?, ?, ?, ?)",
                values,
            )
            writer.execute("DELETE FROM checkpoint WHERE shape <> ?", (known,))

    def _packed(self, seq: int, moment: Snapshot, row: str) -> bytes:
        state = moment.state
        base = max(self._bases.values(), key=lambda one: one.holds(state), default=None)
        if base and (seq - base.entry >= BASES or 2 * base.holds(state) <= len(state.encounters)):
            base = None
        data, base = pack(state, seq, moment.depth, row, base)
        self._know(base)
        return data
