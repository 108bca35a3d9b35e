"""Encounters of a checkpoint that nobody has looked into yet. Private to saves.

A long campaign has hundreds of them, all over but one or two. To read each of them would take
longer than all the rest, so what is seldom asked for is read when it is.
"""

from __future__ import annotations

import threading
import zlib
from dataclasses import fields
from functools import cache
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from core.play.fight.encounter import Encounter
from saves.store.codec import NOT_OURS, STRICT, Unreadable

Label: TypeAlias = tuple[str, str, str, str, str]
LABEL: Final = ("id", "name", "board", "status", "place")
"""What is at hand of an encounter before it is read."""
HELD: Final = "figures"
"""The field in whose place the unread text is held."""

_SLOTS: Final[dict[str, Any]] = {
    field.name: Encounter.__dict__[field.name] for field in fields(Encounter)
}
_PUT: Final = tuple(_SLOTS[name].__set__ for name in (*LABEL, HELD))
_READING: Final = threading.RLock()


@cache
def _adapter() -> TypeAdapter[tuple[Encounter]]:
    return TypeAdapter(tuple[Encounter], config=STRICT)


class Page:
    """Encounters as text, one a line, compressed until one of them is read."""

    __slots__ = ("_lines", "_packed")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._lines: list[bytes] | None = None

    def line(self, number: int) -> bytes:
        """The text of one encounter. Raises Unreadable."""
        if self._lines is None:
            try:
                self._lines = zlib.decompress(self._packed).split(b"\n")
            except zlib.error as error:
                raise Unreadable(str(error)) from error
        return self._lines[number]


class Unread(Encounter):
    """An encounter that becomes an ordinary one when more of it is asked for than its label.

    Any thread may ask. Raises Unreadable then, when its text is not what this program writes.
    """

    __slots__ = ()

    @staticmethod
    def of(label: Label, page: Page, number: int) -> Encounter:
        """The encounter of this label whose text is a line of a page."""
        found = object.__new__(Unread)
        for put, value in zip(_PUT, (*label, (page, number)), strict=True):
            put(found, value)
        return found

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (any field)
        """A field that was not read yet."""
        if name not in _SLOTS:
            raise AttributeError(name)
        _read(self)
        return getattr(self, name)

    @property
    def figures(self) -> Any:  # noqa: ANN401
        """The field that holds the text until it is read."""
        _read(self)
        return _SLOTS[HELD].__get__(self)

    def __eq__(self, other: object) -> bool:
        """As an ordinary encounter."""
        _read(self)
        return self == other

    def __hash__(self) -> int:
        """As an ordinary encounter."""
        _read(self)
        return hash(self)

    def __repr__(self) -> str:
        """As an ordinary encounter."""
        _read(self)
        return repr(self)


def written(encounter: Encounter) -> bytes:
    """An encounter as a line of a page; one that was not read is not read for that."""
    with _READING:
        if isinstance(encounter, Unread):
            page, number = _SLOTS[HELD].__get__(encounter)
            line: bytes = page.line(number)
            return line
    return _adapter().dump_json((encounter,), exclude_defaults=True)


def label(encounter: Encounter) -> Label:
    """What is at hand of an encounter that was not read."""
    one = encounter
    return one.id, one.name, one.board, one.status, one.place


def _read(encounter: Encounter) -> None:
    with _READING:
        if not isinstance(encounter, Unread):
            return  # another thread was quicker
        page, number = _SLOTS[HELD].__get__(encounter)
        try:
            (found,) = _adapter().validate_json(page.line(number))
        except NOT_OURS as error:
            raise Unreadable(str(error)) from error
        for name, slot in _SLOTS.items():
            slot.__set__(encounter, getattr(found, name))
        object.__setattr__(encounter, "__class__", Encounter)
