"""Encounters that are read from a checkpoint on request. Private to saves.

A long campaign has hundreds of encounters that are no longer played: reading them all would take
longer than reading everything else of its state.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeAlias

from core.play.facts.encounter import Encounter
from core.values import replace
from saves.store import codec
from saves.store.packing import decompress
from saves.store.refusals import UnreadableText


class EncounterLabel(NamedTuple):
    """The fields that are known before an encounter is read."""

    id: str
    name: str
    board: str
    status: str
    place: str


def label_of(encounter: Encounter) -> EncounterLabel:
    """The label of an encounter; a lazy one is not read for that."""
    return EncounterLabel(
        encounter.id, encounter.name, encounter.board, encounter.status, encounter.place
    )


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

    __slots__ = ("_encounter", "_page", "_number", *EncounterLabel._fields)
    stands_for: ClassVar = Encounter
    """Where the fields that players may see are declared (`core/secrecy.py`)."""

    def __init__(self, label: EncounterLabel, page: Lines, number: int) -> None:
        self.id = label.id
        self.name = label.name
        self.board = label.board
        self.status = label.status
        self.place = label.place
        self._page: Lines | None = page
        self._number = number
        self._encounter: Encounter | None = None

    def line(self) -> bytes | None:
        """Its text; None once it was read."""
        page = self._page  # another thread may forget it meanwhile
        if page is None:
            return None
        return page()[self._number]

    def encounter(self) -> Encounter:
        """The encounter itself."""
        text = self.line()
        if text is not None:
            try:
                (self._encounter,) = codec.read(tuple[Encounter], text)
            except codec.NOT_OURS as error:
                raise UnreadableText(str(error)) from error
            self._page = None
        assert self._encounter is not None
        return self._encounter

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.encounter(), name)

    def __replace__(self, **changes: Any) -> Encounter:  # noqa: ANN401  (any field)
        return replace(self.encounter(), **changes)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazyEncounter):
            return self.encounter() == other.encounter()
        return self.encounter() == other

    def __hash__(self) -> int:
        return hash(self.encounter())

    def __repr__(self) -> str:
        return repr(self.encounter())


def read(encounter: Encounter) -> Encounter:
    """The encounter itself, for writing. Raises UnreadableText."""
    stored: object = encounter  # one of a state may be lazy, which its type does not say
    if isinstance(stored, LazyEncounter):
        return stored.encounter()
    return encounter


def write(encounter: Encounter) -> bytes:
    """An encounter as a line of a page; a lazy one is not read for that."""
    stored: object = encounter
    if isinstance(stored, LazyEncounter):
        line = stored.line()
        if line is not None:
            return line
    return codec.ENCODER.encode((read(encounter),))
