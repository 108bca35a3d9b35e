"""Copies of campaigns: between files and servers, entry by entry, with the same sums.

A copy has the id of the original, unless the list that it is going to be in has that already: what
is exported of both is then the same to the byte.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from core.messages import Message
from core.values import Struct, replace
from saves.exchange.made_campaign import MadeCampaign
from saves.library import library
from saves.store import integrity, journal
from saves.store.connection import Connection
from saves.store.journal import Blob
from saves.store.models import ChainHead, StoredRow
from saves.store.places import backend_of, find_backend, legible, new_file
from saves.store.refusals import CannotKeep, CannotOpen

if TYPE_CHECKING:
    from saves.store.backend import Backend, Place, Reading, Unlisted

PAGE = 200
"""Rows that are read together."""
CHECKPOINTS = 10
"""Checkpoints that are read together: each may have hundreds of kilobytes."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of entries copied, and of all."""
Part = TypeVar("Part")
"""What is read of the original at a time."""


class _Target(Struct):
    # Where a copy is made; whether it is going to be in a list, where no two have the same id.
    backend: Backend
    place: Place
    name: str
    is_listed: bool


class _Marks(Struct, kw_only=True):
    # What a copy has in common with the original, but for the id and the name.
    id: str
    name: str
    entries: int
    head: ChainHead
    face: str
    blobs: tuple[str, ...]
    schema: int
    min_reader: int


def copy(source: Place, target: str, tell_progress: Progress | None = None) -> MadeCampaign:
    """Copy the campaign at a place to what `target` names: a new file, `URL#NAME`, or a new name.

    It appears whole, and as it was, or not at all. Without a name it keeps its own. Raises
    CannotOpen if the original cannot be read whole, or the back end of the copy is not there;
    CannotKeep if there is a campaign of this name, or the copy is not as the original.
    """
    backend = backend_of(source)
    backend.inspect(source)
    with legible(source):
        original = backend.read(source)
    with closing(original), legible(source), original.snapshot():
        _refuse_damaged(original)
        return _copy(original, target, tell_progress)


def _refuse_damaged(original: Reading) -> None:
    damage = integrity.find_damage(original)
    if damage:
        raise CannotOpen(
            "damaged",
            "{name} is damaged and was not copied. {what} You can still open and read the undamaged"
            " part.",
            name=original.place.name,
            what=damage[0],
        )


def _copy(original: Reading, reference: str, tell_progress: Progress | None) -> MadeCampaign:
    marks = _read_marks(original)
    target = _find_target(reference, marks.name)
    other = target.is_listed and target.backend.is_stored(marks.id)
    if other:
        campaign = str(uuid.uuid4())
    else:
        campaign = marks.id
    copied_marks = replace(marks, id=campaign, name=target.name)

    def write(unlisted: Unlisted) -> None:
        with unlisted.writing() as writer:
            _fill(writer, original, copied_marks, tell_progress)
        with closing(target.backend.read(unlisted.place)) as copied:
            _refuse_other(copied, copied_marks, original.place.name)

    target.backend.create(target.place, write)
    return MadeCampaign(target.name, target.place, campaign, marks.entries, other)


def _find_target(reference: str, own_name: str) -> _Target:
    file = new_file(reference)
    if file is not None:
        backend = backend_of(file)
        if backend.is_taken(file):
            raise CannotKeep("taken", "There is already a file {name}.", name=file.name)
        return _Target(backend, file, own_name, is_listed=False)
    backend, name = find_backend(reference)
    name, place = library.free(name or own_name, backend)
    return _Target(backend, place, name, is_listed=True)


def _fill(
    writer: Connection, original: Reading, marks: _Marks, tell_progress: Progress | None
) -> None:
    with writer.begin():
        journal.put_campaign(writer, marks.id, marks.name)
        journal.raise_schema(writer, marks.schema, marks.min_reader)
        for blob in _read_from(original, _blobs):
            journal.put_blob(writer, blob)
        for page in _read_from(original, _pages):
            for row in page:
                journal.put_row(writer, row)
            if tell_progress is not None:
                tell_progress(page[-1].seq, marks.entries)
        # Checkpoints could be made anew, but the copy would take long to open.
        for checkpoint in _read_from(original, _checkpoints):
            writer.execute(writer.statements.put_checkpoint, **checkpoint)
        journal.move_head(writer, marks.entries, marks.face)


def _read_from(original: Reading, read: Callable[[Connection], Iterator[Part]]) -> Iterator[Part]:
    # The back end of the copy would take an error of the original for its own.
    with legible(original.place):
        yield from read(original.reader)


def _blobs(reader: Connection) -> Iterator[Blob]:
    for sha256 in journal.blobs(reader):
        text = journal.blob(reader, sha256)
        if text is not None:
            yield Blob(sha256, journal.blob_kind(reader, sha256), text)


def _pages(reader: Connection) -> Iterator[list[StoredRow]]:
    after = 0
    while page := list(journal.stored(reader, after, PAGE)):
        yield page
        after = page[-1].seq


def _checkpoints(reader: Connection) -> Iterator[dict[str, object]]:
    after = 0
    following = reader.statements.checkpoints
    while page := reader.execute(following, after=after, most=CHECKPOINTS).fetchall():
        for entry, depth, shape, packed in page:
            yield {"entry": entry, "depth": depth, "shape": shape, "zlib": packed}
            after = entry


def _refuse_other(copied: Reading, marks: _Marks, name: str) -> None:
    # Each sum is over its row and the sum before it: if the last is the same, all rows are.
    with copied.snapshot():
        wrong: Message | None = next(iter(integrity.find_damage(copied)), None)
        if wrong is None and _read_marks(copied) != marks:
            wrong = Message("It is not the same campaign.")
    if wrong is not None:
        raise CannotKeep(
            "not_copied",
            "The copy of {name} is not as the original and was not kept. {what}",
            name=name,
            what=wrong,
        )


def _read_marks(reading: Reading) -> _Marks:
    reader = reading.reader
    entries = journal.stored_head(reader)
    return _Marks(
        id=journal.stored_id(reader),
        name=journal.stored_name(reader),
        entries=entries,
        head=journal.stored_at(reader, entries),
        face=journal.stored_face(reader),
        blobs=tuple(journal.blobs(reader)),
        schema=reading.schema,
        min_reader=reading.min_reader,
    )
