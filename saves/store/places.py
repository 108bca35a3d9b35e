"""Which back end stores a place: the only module that chooses. It imports them as they are asked.

Another back end has its line in `backend_of`, and its references in `find_place`.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from saves.store.refusals import CannotOpen

if TYPE_CHECKING:
    from saves.store.backend import Backend, Place


def home_backend() -> Backend:
    """The back end of the library: its campaigns are listed, and new ones are made there."""
    from saves.store.sqlite.files import FILES

    return FILES


def backend_of(place: Place) -> Backend:
    """The back end that stores a place."""
    from saves.store.sqlite.files import FILES

    return FILES  # whatever the place: there are only files


def find_place(reference: str) -> Place | None:
    """The place that a reference names outright; None if it is the name of a campaign in the list.

    Raises CannotOpen if there is nothing.
    """
    from saves.store.sqlite.file_place import FilePlace
    from saves.store.sqlite.shelf import SUFFIX

    path = Path(reference)
    if path.suffix != SUFFIX and os.sep not in reference:
        return None
    if path.exists():
        return FilePlace(path)
    raise CannotOpen("no_such_file", "There is no file {name}.", name=reference)


def translating(place: Place) -> AbstractContextManager[None]:
    """Raise what reading and writing a place raises as StorageError, Full, Lost or Clash."""
    return backend_of(place).translating(place)


def legible(place: Place) -> AbstractContextManager[None]:
    """Raise CannotOpen if the campaign at a place turns out to be damaged while it is read."""
    return backend_of(place).legible(place)
