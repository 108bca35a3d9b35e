"""Encounters of a checkpoint that are read on request. Private to saves.

A long campaign has hundreds, nearly all over; reading them would take longer than all the rest.
"""

from __future__ import annotations

import zlib
from typing import Any, Final, TypeAlias, cast

from core.play.fight.encounter import Encounter
from core.values import replace
from saves.store import codec
from saves.store.codec import UnreadableText

Label: TypeAlias = tuple[str, str, str, str, str]
LABEL: Final = ("id", "name", "board", "status", "place")
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

    @property  # type: ignore[misc]
    def __class__(self) -> type[Encounter]:  # type: ignore[override]
        """Encounter, where the fields that players may see are declared."""
        return Encounter

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
