"""Which back end stores a place: the only module that chooses. It imports them as they are asked.

Another back end has its line in `backend_of` and in `_server`, and its references in `find_place`
and `find_backend`. A reference names a campaign: a file's path; `URL#NAME`, a campaign of a server;
else a name in the library, whose campaigns are files, or those of the server that the settings or
the command line name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from saves.server_url import is_reference, split_reference, wrong_reference
from saves.settings import load
from saves.store.refusals import CannotKeep, CannotOpen

if TYPE_CHECKING:
    from saves.store.backend import Backend, Place

NO_SERVER = ""
"""In place of a server's URL: campaigns are files."""
_chosen: list[str] = []
"""What `library_at` was given, for all threads; the last one counts."""


@contextmanager
def library_at(url: str | None) -> Iterator[None]:
    """Let the library be that of a server, or NO_SERVER; None: as it was."""
    if url is None:
        yield
        return
    _chosen.append(url)
    try:
        yield
    finally:
        _chosen.pop()


def library_url() -> str:
    """The URL of the server that has the library, or NO_SERVER.

    Raises CannotOpen if the settings name one that cannot be.
    """
    if _chosen:
        chosen = _chosen[-1]
    else:
        loaded = load()
        if loaded.wrong_db is not None:
            raise CannotOpen("bad_db", "{wrong}", wrong=loaded.wrong_db)
        chosen = loaded.settings.db
    if chosen == NO_SERVER:
        return NO_SERVER
    url, _ = split_reference(chosen)
    return url


def home_backend() -> Backend:
    """The back end of the library: its campaigns are listed, and new ones are made there.

    Raises CannotOpen if there is none.
    """
    url = library_url()
    if url == NO_SERVER:
        return file_backend()
    return _server(url)


def backend_of(place: Place) -> Backend:
    """The back end that stores a place. Raises CannotOpen if it is not there."""
    from saves.store.postgres.server_place import ServerPlace

    if isinstance(place, ServerPlace):
        return _server(place.url)
    return file_backend()


def file_backend() -> Backend:
    """The back end of campaigns that are files, whatever the settings say."""
    from saves.store.sqlite import files

    return files.FILES


def _server(url: str) -> Backend:
    _require_psycopg()
    from saves.store.postgres.servers import Server

    return Server(url)


def _require_psycopg() -> None:
    try:
        import_module("psycopg")
    except ImportError as error:
        raise CannotOpen(
            "no_psycopg",
            "Campaigns on a server need psycopg. Install it with: pip install 'outrider[postgres]'",
        ) from error


def make_server_tables(url: str) -> bool:
    """Make the tables of a server; whether there were none. Raises CannotKeep, CannotOpen."""
    _require_psycopg()
    from saves.store.postgres.server_setup import make_tables

    return make_tables(url)


def server_statements() -> Sequence[str]:
    """The SQL that makes the tables of a server."""
    from saves.store.postgres.setup_statements import statements

    return statements()


def find_place(reference: str) -> Place | None:
    """The file that a reference names outright; None if it is the name of a campaign in a list.

    Raises CannotOpen if there is no such file.
    """
    from saves.store.sqlite.file_place import FilePlace

    if not _is_path(reference):
        return None
    path = Path(reference)
    if path.exists():
        return FilePlace(path)
    raise CannotOpen("no_such_file", "There is no file {name}.", name=reference)


def _is_path(reference: str) -> bool:
    from saves.store.sqlite.shelf import SUFFIX

    if is_reference(reference):
        return False
    return Path(reference).suffix == SUFFIX or os.sep in reference


def find_backend(reference: str) -> tuple[Backend, str]:
    """The back end whose list has the campaign of a reference, and its name there.

    Raises CannotOpen if there is no such back end.
    """
    if not is_reference(reference):
        return home_backend(), reference
    wrong = wrong_reference(reference)
    if wrong is not None:
        raise CannotOpen("bad_address", "{wrong}", wrong=wrong)
    url, name = split_reference(reference)
    return _server(url), name


def new_file(reference: str) -> Place | None:
    """The place of a new file that a reference names outright; None if it is a name in a list.

    Raises CannotKeep if it is the path of something else.
    """
    from saves.store.sqlite.file_place import FilePlace
    from saves.store.sqlite.shelf import SUFFIX

    if not _is_path(reference):
        return None
    path = Path(reference)
    if path.suffix == SUFFIX:
        return FilePlace(path)
    raise CannotKeep(
        "odd_name",
        "{name} cannot be a campaign: its file ends in {suffix}.",
        name=reference,
        suffix=SUFFIX,
    )


def refuse_absent(place: Place) -> None:
    """Raise CannotOpen if there is nothing at a place."""
    from saves.store.postgres.server_place import ServerPlace

    if backend_of(place).is_taken(place):
        return
    if isinstance(place, ServerPlace):
        raise CannotOpen("no_such_campaign", "There is no campaign {name}.", name=str(place))
    raise CannotOpen("no_such_file", "There is no file {name}.", name=str(place))


def translating(place: Place) -> AbstractContextManager[None]:
    """Raise what reading and writing a place raises as StorageError, Full, Lost or Clash."""
    return backend_of(place).translating(place)


def legible(place: Place) -> AbstractContextManager[None]:
    """Raise CannotOpen if the campaign at a place turns out to be damaged while it is read."""
    return backend_of(place).legible(place)
