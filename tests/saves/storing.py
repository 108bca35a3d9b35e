"""Campaigns in the library of a test, wherever that is: a home's files, or a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from saves import paths
from saves.campaign.campaign import Campaign
from saves.exchange.copying import copy
from saves.store import journal
from saves.store.backend import Place
from saves.store.models import StoredRow
from saves.store.places import NO_SERVER, backend_of, library_url
from saves.store.sqlite.file_place import FilePlace
from tests.saves.store.postgres.server import empty_server


def store(content: bytes, name: str) -> Place:
    """Put the content of a campaign's file into the library, as `name`, and return its place."""
    if library_url() == NO_SERVER:
        return write_file(paths.campaigns() / f"{name}.outrider", content)
    with TemporaryDirectory() as folder:
        file = write_file(Path(folder) / "a.outrider", content)
        return copy(file, name).place


def write_file(path: Path, content: bytes) -> FilePlace:
    """Write a campaign's file, in a folder that is made if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return FilePlace(path)


@contextmanager
def empty_library() -> Iterator[None]:
    """A library that has nothing, for one example of a test."""
    url = library_url()
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", folder)
        if url != NO_SERVER:
            empty_server(url)
        yield


def rows_of(place: Place, last: int = journal.NEWEST) -> list[StoredRow]:
    """The rows of a campaign up to `last`."""
    with closing(backend_of(place).read(place)) as reading:
        return [row for row in journal.rows(reading.reader) if row.seq <= last]


def blobs_of(place: Place) -> set[str]:
    """The rulesets, maps and boards that are stored with a campaign."""
    with closing(backend_of(place).read(place)) as reading:
        return set(journal.blobs(reading.reader))


def face_of(place: Place) -> str:
    """What the list shows of a campaign."""
    with closing(backend_of(place).read(place)) as reading:
        return journal.stored_face(reading.reader)


def content_of(place: Place) -> object:
    """All that is stored of a campaign, to be compared: a file's bytes, or what a server has."""
    if isinstance(place, FilePlace):
        return place.path.read_bytes()
    return rows_of(place), blobs_of(place), face_of(place)


def date_last_entry(place: Place, at: str) -> None:
    """Let the list take a campaign for one that was played last at a time, which is UTC text."""
    with Campaign.open(place) as campaign:
        writer = campaign.opened.writer
        assert writer is not None
        face = json.loads(journal.stored_face(writer))
        with writer.begin():
            journal.move_head(writer, campaign.head, json.dumps({**face, "at": at}))
