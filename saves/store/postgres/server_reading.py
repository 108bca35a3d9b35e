"""A campaign of a server that is open for reading. Private to saves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import bindparam, select

from saves.store import journal
from saves.store.labels import release_needed
from saves.store.postgres import server_shelf
from saves.store.postgres.server_access import user_of
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_place import ServerPlace
from saves.store.postgres.server_setup import check_tables
from saves.store.postgres.server_tables import ServerCampaign
from saves.store.refusals import CannotOpen
from saves.store.releases import SCHEMA, newer_campaign
from saves.store.statements import table_of

LARGE = 500
"""Entries from which on a campaign is not checked whole at every opening."""
_campaign = table_of(ServerCampaign).c
_NUMBERS = select(_campaign.schema_number, _campaign.min_reader, _campaign.face).where(
    _campaign.id == bindparam("campaign")
)


class ServerReading:
    """One connection to a campaign, on which all is read."""

    def __init__(self, place: ServerPlace, connection: ServerConnection) -> None:
        """Take over a connection to the campaign of the place, which has its id."""
        self.place = place
        self.connection = connection
        self.who = user_of(connection.raw)

    @property
    def reader(self) -> ServerConnection:
        """The connection to read from."""
        return self.connection

    @property
    def schema(self) -> int:
        """The campaign's schema number."""
        return self.reader.schema

    @property
    def min_reader(self) -> int:
        """The schema number of the first program that can read the campaign."""
        return int(self.reader.scalar(self.reader.statements.min_reader))

    def refuse_newer(self, *, for_play: bool) -> None:
        """Raise CannotOpen if the campaign needs a newer program, to be played or to be read."""
        row = self.reader.execute(_NUMBERS).fetchone()
        if row is None:
            raise absent(self.place.name)
        schema, min_reader, face = row
        if schema > SCHEMA and (for_play or min_reader > SCHEMA):
            raise newer_campaign(self.place.name, schema, release_needed(face))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version of the campaign."""
        with self.reader.snapshot():
            yield

    def health(self) -> tuple[str, ...]:
        """Nothing: a server looks after its own pages and indexes."""
        return self.reader.integrity()

    def is_large(self) -> bool:
        """Whether the campaign is too large to be checked whole at every opening."""
        return journal.stored_head(self.reader) > LARGE

    def close(self) -> None:
        """Close the connection."""
        self.connection.drop()


def read_campaign(place: ServerPlace, *, for_play: bool) -> ServerReading:
    """Connect to the campaign of a place. Raises CannotOpen, psycopg.Error."""
    connection = ServerConnection(place.url, "")
    try:
        check_tables(connection.raw, for_play=for_play)
        there = _find(connection, place)
        connection.attach_to(there.id)
        return ServerReading(there, connection)
    except BaseException:
        connection.drop()
        raise


def _find(connection: ServerConnection, place: ServerPlace) -> ServerPlace:
    """The place with the campaign's id. Raises CannotOpen if there is none, psycopg.Error."""
    there = server_shelf.find(connection.raw, place)
    if there is None:
        raise absent(place.name)
    return there


def absent(name: str) -> CannotOpen:
    """The refusal to open what is not there."""
    return CannotOpen("no_such_campaign", "The server has no campaign {name}.", name=name)
