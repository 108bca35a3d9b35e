"""Checkpoints: stored states, compressed. Private to saves.

Encounters that are not being played hardly ever change. They are kept apart from the rest of a
state, one a line, and read on request: a long campaign has hundreds, and reading them would take
longer than all the rest. Those that an earlier checkpoint, the base, has unchanged are left to it.

A checkpoint holds its entry, the number of play entries before it, and a sum over these, the sum
of the entry's row and the packed data: one that is damaged or misplaced is not used.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any, ClassVar, TypeAlias, cast

import msgspec

from core.play.fight.encounter import Encounter
from core.play.state import State
from core.values import Struct, replace
from saves.store import codec
from saves.store.refusals import UnreadableText

Label: TypeAlias = tuple[str, str, str, str, str]
LABEL = ("id", "name", "board", "status", "place")
"""The fields that are known before an encounter is read."""


class Page:
    """Encounters as text, one a line, compressed until one is read."""

    __slots__ = ("_lines", "_packed")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._lines: list[bytes] | None = None

    def line(self, number: int) -> bytes:
        """The text of one encounter. Raises UnreadableText."""
        if self._lines is None:
            try:
                self._lines = zlib.decompress(self._packed).split(b"\n")
            except zlib.error as error:
                raise UnreadableText(str(error)) from error
        return self._lines[number]


class LazyEncounter:
    """A stand-in for an encounter; all but its label is read on request, by any thread.

    Reading raises UnreadableText if the text is damaged.
    """

    __slots__ = ("_encounter", "_line", *LABEL)
    stands_for: ClassVar = Encounter
    """Where the fields that players may see are declared (`core/secrecy.py`)."""

    def __init__(self, label: Label, page: Page, number: int) -> None:
        self.id, self.name, self.board, self.status, self.place = label
        self._line: tuple[Page, int] | None = (page, number)
        self._encounter: Encounter | None = None

    def line(self) -> bytes | None:
        """Its text; None once it was read."""
        place = self._line
        return None if place is None else place[0].line(place[1])

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


def unread(label: Label, page: Page, number: int) -> Encounter:
    """The lazy encounter of this label whose text is a line of a page."""
    return cast(Encounter, LazyEncounter(label, page, number))


def read(encounter: Encounter) -> Encounter:
    """The encounter itself, for writing. Raises UnreadableText."""
    held: object = encounter
    return held.encounter() if isinstance(held, LazyEncounter) else encounter


def written(encounter: Encounter) -> bytes:
    """An encounter as a line of a page; a lazy one is not read for that."""
    held: object = encounter
    line = held.line() if isinstance(held, LazyEncounter) else None
    return codec.ENCODER.encode((read(encounter),)) if line is None else line


def label(encounter: Encounter) -> Label:
    """The label of an encounter."""
    return encounter.id, encounter.name, encounter.board, encounter.status, encounter.place


MAGIC = b"Ck3"
SUM = struct.Struct(">3s32s")
"""The magic, and the sha256 of the sum of the entry's row and all that follows."""
HEAD = struct.Struct(">QQIII")
"""The entry, the play entries up to it, and the lengths of state, labels and page."""
NOT_OURS = (
    msgspec.MsgspecError, zlib.error, struct.error, ValueError, TypeError, KeyError, IndexError,
    AttributeError, RecursionError,
)  # fmt: skip

Labels: TypeAlias = tuple[int, tuple[Label, ...]]
"""The sum of a page, and the labels of the encounters on it."""
LABELS: Any = Labels

PLAYED, OWN, BASES = 0, 1, 2
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
            places.append((BASES, known[id(one)]))
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
    labels: Labels = (mine.sum, tuple(map(label, own)))
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
        head, _, rest = zlib.decompress(first).partition(b"\n")
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


def base(data: bytes, entry: int, row: str) -> Base:
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
    of_page, found = codec.read(LABELS, zlib.decompress(labels))
    lines = Page(page)
    held = tuple(unread(each, lines, number) for number, each in enumerate(found))
    return first, depth, Base(entry, of_page, held)
