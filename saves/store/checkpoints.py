"""The packed format of checkpoints: stored states, compressed. Private to saves.

Encounters that are not being played hardly ever change. They are kept apart from the rest of a
state, one a line, and read on request (`lazy_encounters.py`). Those that an earlier checkpoint, the
base, has unchanged are left to it.

A checkpoint holds its entry, the number of play entries before it, and a sum over these, the sum
of the entry's row and the packed data: one that is damaged or misplaced is not used.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, cast

from core.play.facts.encounter import Encounter
from core.play.facts.state import State
from core.values import Struct, replace
from saves.store import codec
from saves.store.lazy_encounters import (
    EncounterLabel,
    LazyEncounter,
    label_of,
    page_of,
    read,
    write,
)
from saves.store.packing import decompress
from saves.store.refusals import UnreadableText

MAGIC = b"Ck3"
SUM = struct.Struct(">3s32s")
"""The magic, and the sha256 of the sum of the entry's row and all that follows."""
HEAD = struct.Struct(">QQIII")
"""The entry, the play entries up to it, and the lengths of state, labels and page."""
NOT_OURS = (*codec.NOT_OURS, zlib.error, struct.error, IndexError, RecursionError)

LABELS: Final = tuple[int, tuple[EncounterLabel, ...]]
"""The sum of a page, and the labels of the encounters on it."""

PLAYED = 0
"""The shelf of the encounter that is played: it is with the state."""
OWN = 1
"""The shelf of the encounters on the own page."""
BELOW = 2
"""The shelf of those on the base's page."""


class Base(Struct):
    """A checkpoint used by later ones: its entry, and the encounters of its page, in order.

    `sum` is the checksum of the page.
    """

    entry: int
    sum: int
    encounters: tuple[Encounter, ...]

    def holds(self, state: State) -> int:
        """How many encounters of `state` are on its page."""
        on_page = {id(encounter) for encounter in self.encounters}
        return len(on_page.intersection(map(id, state.encounters)))


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
    played = state.fight
    places, own = _place_encounters(state, base)
    page = zlib.compress(b"\n".join(map(write, own)))
    mine = Base(entry, zlib.crc32(page), tuple(own))
    below = Base(0, 0, ()) if base is None else base
    head = {"base": below.entry, "sum": below.sum, "order": _join_runs(places)}
    rest = replace(state, encounters=() if played is None else (read(played),))
    labels = (mine.sum, tuple(map(label_of, own)))
    parts = (
        zlib.compress(json.dumps(head).encode() + b"\n" + codec.dump_state(rest), 1),
        zlib.compress(codec.ENCODER.encode(labels), 1),
        page,
    )
    content = HEAD.pack(entry, depth, *map(len, parts)) + b"".join(parts)
    return SUM.pack(MAGIC, sum_of(row, content)) + content, base or mine


def _place_encounters(
    state: State, base: Base | None
) -> tuple[list[tuple[int, int]], list[Encounter]]:
    # For each encounter the shelf and its number there; and those that go on the own page.
    numbers_below: dict[int, int] = {}
    if base is not None:
        numbers_below = {id(encounter): n for n, encounter in enumerate(base.encounters)}
    played = state.fight
    places: list[tuple[int, int]] = []
    own: list[Encounter] = []
    for encounter in state.encounters:
        number = numbers_below.get(id(encounter))
        if encounter is played:
            places.append((PLAYED, 0))
        elif number is not None:
            places.append((BELOW, number))
        else:
            places.append((OWN, len(own)))
            own.append(encounter)
    return places, own


def _join_runs(places: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    # Neighbours on one shelf as one run (shelf, first number, number after the last): most
    # encounters of a long campaign are in a single one.
    runs: list[tuple[int, int, int]] = []
    for shelf, number in places:
        if runs:
            last_shelf, low, high = runs[-1]
            if shelf == last_shelf and number == high:
                runs[-1] = (shelf, low, number + 1)
                continue
        runs.append((shelf, number, number + 1))
    return runs


def sum_of(row: str, content: bytes) -> bytes:
    """The sum over `row`, the sum of the entry's row, and all that follows the sum."""
    return hashlib.sha256(row.encode() + content).digest()


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
        fields: dict[str, Any] = json.loads(head)
        base = mine
        if fields["base"]:
            base = base_of(fields["base"])
            if base.sum != fields["sum"]:
                raise ValueError("the checkpoint below is another")
        state = codec.load_state(rest)
        shelves = (state.encounters, mine.encounters, base.encounters)
        encounters: list[Encounter] = []
        for shelf, low, high in fields["order"]:
            encounters += [shelves[shelf][number] for number in range(low, high)]
        return replace(state, encounters=tuple(encounters)), depth, base
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


def as_base(data: bytes, entry: int, row: str) -> Base:
    """The checkpoint after `entry` as a base. Raises UnreadableText."""
    try:
        _, _, base = _open(data, entry, row)
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error
    return base


def _open(data: bytes, entry: int, row: str) -> tuple[bytes, int, Base]:
    # The packed state, the number of play entries, and the own page as a base.
    magic, total = SUM.unpack_from(data)
    content = data[SUM.size :]
    if magic != MAGIC or total != sum_of(row, content):
        raise ValueError("a damaged checkpoint")
    stored_entry, depth, state_size, labels_size, _ = HEAD.unpack_from(content)
    if stored_entry != entry:
        raise ValueError(f"the checkpoint of entry {stored_entry}")
    labels_at = HEAD.size + state_size
    page_at = labels_at + labels_size
    packed_state = content[HEAD.size : labels_at]
    page_sum, labels = codec.read(LABELS, decompress(content[labels_at:page_at]))
    lines = page_of(content[page_at:])
    encounters = tuple(
        cast(Encounter, LazyEncounter(label, lines, number)) for number, label in enumerate(labels)
    )
    return packed_state, depth, Base(entry, page_sum, encounters)
