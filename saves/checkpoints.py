"""States as checkpoints keep them: compressed, what lies behind written once. Private to saves.

Encounters that are not being played hardly ever change. They stand apart from the rest of a
state, one a line, so that they need not be read with it; and a checkpoint leaves those to its
base, a checkpoint before it, that are the same there.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from core.play.fight.encounter import Encounter
from core.play.state import State
from saves import codec
from saves.codec import Unreadable
from saves.unread import Label, Page, Unread, label, written

MAGIC: Final = b"Ck2"
HEAD: Final = struct.Struct(">3sIII")
"""The mark, and the lengths of the three parts: the state, the labels, the page."""
NOT_OURS: Final = (
    zlib.error, struct.error, ValueError, TypeError, KeyError, IndexError, AttributeError,
    RecursionError,
)  # fmt: skip

Labels: TypeAlias = tuple[int, tuple[Label, ...]]
"""The sum of a page, and the labels of the encounters on it."""

PLAYED, OWN, BASES = 0, 1, 2
"""Where an encounter of a state is found: with the state, on its own page, on that of the base."""


@dataclass(frozen=True, slots=True)
class Base:
    """A checkpoint that others rest on: its entry, and the encounters of its page, in order.

    `sum` is that of the page: where it is another, the lines are not those that were meant.
    """

    entry: int
    sum: int
    encounters: tuple[Encounter, ...]

    def holds(self, state: State) -> int:
        """How many encounters of a state are its own."""
        mine = set(map(id, self.encounters))
        return sum(id(one) in mine for one in state.encounters)


def pack(state: State, entry: int, base: Base | None = None) -> tuple[bytes, Base]:
    """The state after `entry` as bytes, resting on `base`; and what the next may rest on."""
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
    rest = replace(state, encounters=() if played is None else (played,))
    page = zlib.compress(b"\n".join(map(written, own)))
    mine = Base(entry, zlib.crc32(page), tuple(own))
    under = Base(0, 0, ()) if base is None else base
    head = {"base": under.entry, "sum": under.sum, "order": _runs(places)}
    labels: Labels = (mine.sum, tuple(map(label, own)))
    parts = (
        zlib.compress(json.dumps(head).encode() + b"\n" + codec.dump_state(rest), 1),
        zlib.compress(_labels().dump_json(labels), 1),
        page,
    )
    return HEAD.pack(MAGIC, *map(len, parts)) + b"".join(parts), base or mine


def unpack(data: bytes, entry: int, base_of: Callable[[int], Base]) -> tuple[State, Base | None]:
    """The state of a checkpoint, and what it rests on, found by its entry, or is itself.

    Raises Unreadable. What was written before encounters stood apart is read as well.
    """
    try:
        if not data.startswith(MAGIC):
            return codec.load_state(zlib.decompress(data)), None
        first, mine = _open(data, entry)
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
        return replace(state, encounters=tuple(order)), base
    except NOT_OURS as error:
        raise Unreadable(str(error)) from error


def base(data: bytes, entry: int) -> Base:
    """What the checkpoint of `entry` has for others to rest on. Raises Unreadable."""
    try:
        return _open(data, entry)[1]
    except NOT_OURS as error:
        raise Unreadable(str(error)) from error


def _open(data: bytes, entry: int) -> tuple[bytes, Base]:
    """The first part as it is, and the encounters of the page, unread."""
    mark, one, two, three = HEAD.unpack_from(data)
    start = HEAD.size
    first, labels = data[start : start + one], data[start + one : start + one + two]
    page = data[start + one + two :]
    total, found = _labels().validate_json(zlib.decompress(labels))
    if mark != MAGIC or len(page) != three or zlib.crc32(page) != total:
        raise ValueError("a damaged checkpoint")
    lines = Page(page)
    held = tuple(Unread.of(each, lines, number) for number, each in enumerate(found))
    return first, Base(entry, total, held)


@cache
def _labels() -> TypeAdapter[Labels]:
    return TypeAdapter(Labels, config=codec.STRICT)


def _runs(places: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Places that follow each other as ranges: where, from, up to."""
    found = []
    for (where, _), some in groupby(
        enumerate(places), lambda pair: (pair[1][0], pair[1][1] - pair[0])
    ):
        numbers = [number for _, (_, number) in some]
        found.append((where, numbers[0], numbers[-1] + 1))
    return found
