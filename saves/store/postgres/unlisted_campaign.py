"""New campaigns of a server, which are in no list before they are whole. Private to saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import psycopg

from saves.store.postgres import copied_rows, server_shelf
from saves.store.postgres.server_access import connect, reason_of, user_of
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_place import ServerPlace
from saves.store.postgres.server_reading import ServerReading
from saves.store.postgres.server_setup import check_tables
from saves.store.refusals import CannotKeep

if TYPE_CHECKING:
    from saves.store.backend import Reading


class UnlistedCampaign:
    """A campaign in the making. It has an id from the moment when its own row is stored."""

    def __init__(self, place: ServerPlace, who: str) -> None:
        self.place = place
        self.who = who

    @contextmanager
    def writing(self) -> Iterator[ServerConnection]:
        """A connection to write with."""
        with closing(ServerConnection(self.place.url, self.place.id)) as writer:
            try:
                yield writer
            finally:
                made = writer.scope["campaign"]
                self.place = ServerPlace(self.place.url, self.place.name, made)

    def copy_rows(self, source: Reading, upto: int, blobs: Iterable[str]) -> None:
        """Copy rows up to `upto` of another campaign, their checkpoints, and these blobs.

        It is then a what-if of that one, which nobody else sees.
        """
        assert isinstance(source, ServerReading), "a campaign of another back end"
        original = source.place.id
        with self.writing() as copy, copy.begin():
            copy.execute(copied_rows.BELONG_TO, source=original)
            copy_rows(copy, original, upto, blobs)


def copy_rows(copy: ServerConnection, source: str, upto: int, blobs: Iterable[str]) -> None:
    """Copy from the campaign of this id in the open transaction."""
    copy.execute(copied_rows.COPY_ROWS, source=source, last=upto)
    copy.execute(copied_rows.COPY_CHECKPOINTS, source=source, last=upto)
    for name in blobs:
        copy.execute(copied_rows.COPY_BLOB, source=source, wanted=name)


def create(place: ServerPlace, write: Callable[[UnlistedCampaign], None]) -> None:
    """Let `write` make a campaign, which then is in the list whole, or not at all.

    Raises CannotKeep if the name is taken or there is no room, and what `write` raises.
    """
    unlisted = UnlistedCampaign(place, "")
    try:
        with closing(connect(place.url)) as raw:
            check_tables(raw, for_play=True)
            server_shelf.sweep(raw)
            unlisted.who = user_of(raw)
        write(unlisted)
        with closing(connect(place.url)) as raw:
            if not server_shelf.put_in_list(raw, unlisted.place.id):
                raise CannotKeep(
                    "taken", "There is already a campaign called {name}.", name=place.name
                )
    except BaseException as error:
        _unmake(unlisted.place)
        if isinstance(error, psycopg.Error):
            raise CannotKeep(
                "no_room",
                "{name} cannot be made: {reason}.",
                name=place.name,
                reason=reason_of(error),
            ) from error
        raise


def _unmake(place: ServerPlace) -> None:
    # What cannot be deleted now is deleted with a later new campaign.
    if place.id:
        with suppress(psycopg.Error), closing(connect(place.url)) as raw:
            server_shelf.unmake(raw, place.id)
