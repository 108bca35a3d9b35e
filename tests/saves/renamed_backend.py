"""Back ends beneath places that are not their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from saves.store.backend import Backend, Opened, Place, Reading, Unlisted
from saves.store.labels import Label
from saves.store.refusals import CannotOpen
from saves.store.sqlite.file_place import FilePlace, file_of

if TYPE_CHECKING:
    from saves.store.postgres.server_place import ServerPlace

Renaming: TypeAlias = Callable[[Place], Place]
"""From one kind of place to the other."""


class Renamed:
    """What a back end hands out, under another place."""

    def __init__(self, kept: Any, outward: Renaming) -> None:  # noqa: ANN401  (one of three)
        self.kept = kept
        self._outward = outward

    @property
    def place(self) -> Place:
        """Its other place."""
        return self._outward(self.kept.place)

    def copy_rows(self, source: Renamed, upto: int, blobs: Iterable[str]) -> None:
        """Copy from another campaign of the back end."""
        self.kept.copy_rows(source.kept, upto, blobs)

    def copy_to(self, unlisted: Renamed, name: str, *, newest: int) -> None:
        """Copy to another campaign of the back end."""
        self.kept.copy_to(unlisted.kept, name, newest=newest)

    def __getattr__(self, name: str) -> object:
        return getattr(self.kept, name)


class RenamedBackend:
    """A back end that keeps its campaigns by another, where these places are `inward` of theirs."""

    def __init__(self, kept: Backend, inward: Renaming, outward: Renaming) -> None:
        self.kept = kept
        self.inward = inward
        self.outward = outward

    def labels(self) -> Sequence[tuple[Place, Label | CannotOpen]]:
        return [(self.outward(place), label) for place, label in self.kept.labels()]

    def label(self, place: Place) -> Label:
        return self.kept.label(self.inward(place))

    def place_of(self, name: str, beside: Place | None = None) -> Place | None:
        place = self.kept.place_of(name, self.inward(beside) if beside else None)
        return self.outward(place) if place else None

    def is_taken(self, place: Place, but: Place | None = None) -> bool:
        return self.kept.is_taken(self.inward(place), self.inward(but) if but else None)

    def is_stored(self, campaign: str) -> bool:
        return self.kept.is_stored(campaign)

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        def write_renamed(unlisted: Unlisted) -> None:
            write(cast(Unlisted, Renamed(unlisted, self.outward)))

        self.kept.create(self.inward(place), write_renamed)

    def open(self, place: Place, *, read_only: bool, whole: bool = False) -> Opened:
        opened = self.kept.open(self.inward(place), read_only=read_only, whole=whole)
        return cast(Opened, Renamed(opened, self.outward))

    def inspect(self, place: Place, *, for_play: bool = True) -> None:
        self.kept.inspect(self.inward(place), for_play=for_play)

    def read(self, place: Place) -> Reading:
        return cast(Reading, Renamed(self.kept.read(self.inward(place)), self.outward))

    def rename(self, place: Place, name: str) -> Place:
        return self.outward(self.kept.rename(self.inward(place), name))

    def bin(self, place: Place) -> Place:
        return self.outward(self.kept.bin(self.inward(place)))

    def unbin(self, binned: Place) -> Place | None:
        place = self.kept.unbin(self.inward(binned))
        return self.outward(place) if place else None

    def binned(self) -> Sequence[Place]:
        return [self.outward(place) for place in self.kept.binned()]

    def is_large(self, place: Place) -> bool:
        return self.kept.is_large(self.inward(place))

    def translating(self, place: Place) -> AbstractContextManager[None]:
        return self.kept.translating(self.inward(place))

    def legible(self, place: Place) -> AbstractContextManager[None]:
        return self.kept.legible(self.inward(place))


UNNAMED = Path("/on-a-server")
"""The folder of campaigns that no test has given a path; their files have their ids."""


class FilesOnServer(RenamedBackend):
    """A server, whose campaigns are at the paths that a test gives them.

    It has one campaign of a name.
    """

    def __init__(self, url: str) -> None:
        from saves.store.postgres.servers import Server

        super().__init__(Server(url), self._in_server, self._at_path)
        self._url = url
        self._ids: dict[Path, str] = {}

    def _in_server(self, place: Place) -> ServerPlace:
        from saves.store.postgres.server_place import ServerPlace

        path = file_of(place)
        if path.parent == UNNAMED:
            return ServerPlace(self._url, path.name, path.name)
        return ServerPlace(self._url, path.stem, self._ids.get(path, ""))

    def _at_path(self, place: Place) -> FilePlace:
        from saves.store.postgres.server_place import server_place_of

        campaign = server_place_of(place).id
        for path, known in self._ids.items():
            if known == campaign:
                return FilePlace(path)
        return FilePlace(UNNAMED / campaign)

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        """Remember the path of a new campaign."""

        def write_and_remember(unlisted: Unlisted) -> None:
            write(unlisted)
            self._ids[file_of(place)] = file_of(unlisted.place).name

        super().create(place, write_and_remember)
