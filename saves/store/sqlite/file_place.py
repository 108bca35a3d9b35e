"""The place of a campaign that is a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.values import Struct

if TYPE_CHECKING:
    from saves.store.backend import Place


class FilePlace(Struct):
    """A campaign's file. Private to the back end of files, and to those who are given a path."""

    path: Path

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    @property
    def title(self) -> str:
        """The file's name without its suffix."""
        return self.path.stem

    @property
    def key(self) -> str:
        """The file's path without links."""
        return str(self.path.resolve())

    def __str__(self) -> str:
        return str(self.path)


def file_of(place: Place) -> Path:
    """The file of a place of this back end."""
    assert isinstance(place, FilePlace), "a place of another back end"
    return place.path
