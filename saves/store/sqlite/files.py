"""The back end of files: the verbs of `saves.store.backend` for campaigns that are a file each.

What reads and writes a file is imported when one is opened: a list needs none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from saves.paths import bin_folder, campaigns, file_stem
from saves.store.refusals import CannotOpen
from saves.store.sqlite import disk_trouble, header, shelf
from saves.store.sqlite.file_place import FilePlace, file_of

if TYPE_CHECKING:
    from saves.store.backend import Backend, Opened, Place, Reading, Unlisted
    from saves.store.labels import Label


class Files:
    """The campaigns that are files, in Outrider's folder of campaigns or anywhere else."""

    def labels(self) -> Sequence[tuple[FilePlace, Label | CannotOpen]]:
        """The files in Outrider's folder of campaigns with their labels. Raises CannotOpen."""
        return [(FilePlace(path), _label(path)) for path in shelf.list_files(campaigns())]

    def label(self, place: Place) -> Label:
        """What the list shows of a campaign, without opening it. Raises CannotOpen."""
        return shelf.label(file_of(place))

    def place_of(self, name: str, beside: Place | None = None) -> FilePlace | None:
        """The file of a campaign of this name, in Outrider's folder or beside another file."""
        stem = file_stem(name)
        if not stem:
            return None
        folder = campaigns()
        if beside is not None:
            folder = file_of(beside).parent
        return FilePlace(folder / (stem + shelf.SUFFIX))

    def is_taken(self, place: Place, but: Place | None = None) -> bool:
        """Whether there is a file already, other than `but`."""
        path = file_of(place)
        if not path.exists():
            return False
        return but is None or not path.samefile(file_of(but))

    def is_stored(self, campaign: str) -> bool:
        """Whether a file in Outrider's folder has a campaign of this id. Raises CannotOpen."""
        labels = [label for _, label in self.labels()]
        return campaign in {label.id for label in labels if not isinstance(label, CannotOpen)}

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        """Let `write` make a file, which then appears whole or not at all. Raises CannotKeep."""
        from saves.store.sqlite.new_file import whole

        whole(file_of(place), write)

    def inspect(self, place: Place, *, for_play: bool = True) -> None:
        """Raise CannotOpen unless there is a campaign that can be opened, or (False) be read."""
        header.inspect(file_of(place), for_play=for_play)

    def open(self, place: Place, *, read_only: bool, whole: bool = False) -> Opened:
        """Open a file for writing if possible, else read-only. Raises CannotOpen."""
        from saves.store.sqlite.opening import open_file

        return open_file(file_of(place), read_only=read_only, whole=whole)

    def read(self, place: Place) -> Reading:
        """Connect to a file for reading; nothing is checked."""
        from saves.store.sqlite.engine import connect
        from saves.store.sqlite.reading import FileReading

        path = file_of(place)
        return FileReading(path, connect(path, read_only=True))

    def rename(self, place: Place, name: str) -> FilePlace:
        """Rename a campaign and its file, or neither. Raises CannotKeep, CannotOpen."""
        target = self.place_of(name, place)
        assert target is not None, "the library has looked at the name"
        shelf.rename(file_of(place), name, target.path)
        return target

    def bin(self, place: Place) -> FilePlace:
        """Move a file to the bin and return its place there. Raises CannotKeep."""
        return FilePlace(shelf.bin(file_of(place)))

    def unbin(self, binned: Place) -> FilePlace | None:
        """Move a binned file back; None if there is another of its name. Raises CannotKeep."""
        target = FilePlace(campaigns() / binned.name)
        if self.is_taken(target):
            return None
        shelf.unbin(file_of(binned), target.path)
        return target

    def binned(self) -> Sequence[FilePlace]:
        """The campaign files in the bin."""
        return [FilePlace(path) for path in bin_folder().glob(f"*/*{shelf.SUFFIX}")]

    def is_large(self, place: Place) -> bool:
        """Whether a file is too large to be checked whole at every opening; False if it is gone."""
        try:
            return shelf.is_large(file_of(place))
        except OSError:
            return False

    def translating(self, place: Place) -> AbstractContextManager[None]:
        """Raise what reading and writing a file raises as one of `saves.store.failures`."""
        return disk_trouble.translating(file_of(place))

    def legible(self, place: Place) -> AbstractContextManager[None]:
        """Raise CannotOpen if the file turns out to be damaged while it is read."""
        return disk_trouble.legible(file_of(place))


def _label(path: Path) -> Label | CannotOpen:
    try:
        return shelf.label(path)
    except CannotOpen as refusal:
        return refusal


FILES: Backend = Files()
