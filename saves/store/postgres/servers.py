"""The back end of servers: the verbs of `saves.store.backend` for the campaigns of one server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import TYPE_CHECKING

import psycopg

from core.values import replace
from saves.store import integrity, last_checks
from saves.store.labels import Label, read_label
from saves.store.postgres import server_shelf, server_trouble, unlisted_campaign
from saves.store.postgres.server_access import connect, reason_of, refusal_of
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_opening import open_campaign
from saves.store.postgres.server_place import ServerPlace, server_place_of
from saves.store.postgres.server_reading import absent, read_campaign
from saves.store.postgres.server_setup import check_tables
from saves.store.refusals import CannotKeep, CannotOpen

if TYPE_CHECKING:
    from saves.store.backend import Opened, Place, Reading, Unlisted


class Server:
    """The campaigns of the server at a URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    @contextmanager
    def _asking(self) -> Iterator[psycopg.Connection]:
        # A connection for a question. Raises CannotOpen.
        try:
            with closing(connect(self.url)) as raw:
                check_tables(raw, for_play=False)
                yield raw
        except psycopg.Error as error:
            raise refusal_of(error) from error

    @contextmanager
    def _moving(self, place: Place) -> Iterator[tuple[psycopg.Connection, ServerPlace]]:
        # A connection to change what the list shows of a campaign, and its place.
        try:
            with closing(read_campaign(server_place_of(place), for_play=True)) as reading:
                reading.refuse_newer(for_play=True)
                yield reading.reader.raw, reading.place
        except psycopg.Error as error:
            raise CannotKeep(
                "not_moved",
                "{name} cannot be moved: {reason}.",
                name=place.title,
                reason=reason_of(error),
            ) from error

    def labels(self) -> Sequence[tuple[ServerPlace, Label | CannotOpen]]:
        """The campaigns in the list with their labels. Raises CannotOpen."""
        with self._asking() as raw:
            rows = server_shelf.label_rows(raw)
        return [self._labelled(row) for row in rows]

    def _labelled(self, row: tuple[str, str, int, str]) -> tuple[ServerPlace, Label | CannotOpen]:
        campaign, name, _, _ = row
        place = ServerPlace(self.url, name, campaign)
        try:
            return place, _read_label(place, row)
        except CannotOpen as refusal:
            return place, refusal

    def label(self, place: Place) -> Label:
        """What the list shows of a campaign. Raises CannotOpen."""
        with self._asking() as raw:
            there = server_shelf.find(raw, server_place_of(place))
            if there is None:
                raise absent(place.name)
            row = server_shelf.label_row(raw, there.id)
        if row is None:
            raise absent(place.name)
        return _read_label(there, row)

    def place_of(self, name: str, beside: Place | None = None) -> ServerPlace | None:
        """The place of a campaign of this name on the server."""
        if not name:
            return None
        return ServerPlace(self.url, name)

    def is_taken(self, place: Place, but: Place | None = None) -> bool:
        """Whether there is a campaign already, other than `but`. Raises CannotOpen."""
        with self._asking() as raw:
            there = server_shelf.find(raw, server_place_of(place))
        return there is not None and there != but

    def is_stored(self, campaign: str) -> bool:
        """Whether there is a campaign of this id, in the list or not. Raises CannotOpen."""
        return self.is_taken(ServerPlace(self.url, "", campaign))

    def create(self, place: Place, write: Callable[[Unlisted], None]) -> None:
        """Let `write` make a campaign, which then is in the list, or not at all."""
        unlisted_campaign.create(server_place_of(place), write)

    def inspect(self, place: Place, *, for_play: bool = True) -> None:
        """Raise CannotOpen unless there is a campaign that can be opened, or (False) be read."""
        where = server_place_of(place)
        with (
            server_trouble.legible(place.name),
            closing(read_campaign(where, for_play=for_play)) as reading,
        ):
            reading.refuse_newer(for_play=for_play)

    def open(self, place: Place, *, read_only: bool, whole: bool = False) -> Opened:
        """Open a campaign for writing if possible, else read-only. Raises CannotOpen."""
        with server_trouble.legible(place.name):
            return open_campaign(server_place_of(place), read_only=read_only, whole=whole)

    def read(self, place: Place) -> Reading:
        """Connect to a campaign for reading; nothing is checked."""
        return read_campaign(server_place_of(place), for_play=False)

    def rename(self, place: Place, name: str) -> ServerPlace:
        """Rename a campaign. Raises CannotKeep, CannotOpen."""
        with self._moving(place) as (raw, there):
            if not server_shelf.rename(raw, there.id, name):
                raise CannotKeep("taken", "There is already a campaign called {name}.", name=name)
            return replace(there, name=name)

    def bin(self, place: Place) -> ServerPlace:
        """Move a campaign to the bin and return its place there. Raises CannotKeep."""
        with self._moving(place) as (raw, there):
            server_shelf.bin(raw, there.id)
            return there

    def unbin(self, binned: Place) -> ServerPlace | None:
        """Move a campaign back; None if there is another of its name. Raises CannotKeep."""
        with self._moving(binned) as (raw, there):
            if server_shelf.unbin(raw, there.id):
                return there
            return None

    def binned(self) -> Sequence[ServerPlace]:
        """The campaigns in the bin. Raises CannotOpen."""
        with self._asking() as raw:
            return server_shelf.binned(raw, self.url)

    def is_large(self, place: Place) -> bool:
        """Whether a campaign is too large to be checked whole; False if it is gone.

        Raises CannotOpen if the server is.
        """
        try:
            with closing(read_campaign(server_place_of(place), for_play=False)) as reading:
                return reading.is_large()
        except CannotOpen:
            return False
        except psycopg.Error as error:
            raise refusal_of(error) from error

    def translating(self, place: Place) -> AbstractContextManager[None]:
        """Raise what reading and writing raises as one of `saves.store.failures`."""
        return server_trouble.translating()

    def legible(self, place: Place) -> AbstractContextManager[None]:
        """Raise CannotOpen if the campaign turns out to be damaged while it is read."""
        return server_trouble.legible(place.name)


def _read_label(place: ServerPlace, row: tuple[str, str, int, str]) -> Label:
    try:
        label = read_label(*row)
    except ValueError as error:
        raise CannotOpen("unreadable_label", "This campaign cannot be read.") from error
    last_check = last_checks.recall(place.key, place.id)
    if not last_check.wrong:
        return label
    with (
        server_trouble.legible(place.name),
        closing(ServerConnection(place.url, place.id)) as reader,
    ):
        return replace(label, damage=integrity.find_again(reader, last_check))
