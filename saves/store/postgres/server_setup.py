"""The tables of a server are made, or found to be those of this program. Private to saves."""

from __future__ import annotations

from contextlib import closing

import psycopg
from psycopg.errors import InsufficientPrivilege, UndefinedTable

from core.values import Struct
from saves.store.postgres.server_access import connect, reason_of, refusal_of
from saves.store.postgres.server_tables import SERVER_SCHEMA
from saves.store.postgres.setup_statements import statements
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.releases import release_of

ONE_AT_A_TIME = b"SELECT pg_advisory_xact_lock(7893116)"
"""Whoever makes the tables at the same moment waits, and finds them there then."""
NUMBERS = b"SELECT schema, min_reader, needs FROM outrider_meta"


class TablesVersion(Struct):
    """The schema numbers of a server's tables, and the first Outrider that knows them."""

    schema: int
    min_reader: int
    needs: str


def make_tables(url: str) -> bool:
    """Make the tables of Outrider in a database, all or none; whether they were not there.

    Raises CannotOpen if there is no such server, or if its tables are of a newer Outrider;
    CannotKeep if the user may not make tables.
    """
    try:
        with closing(connect(url)) as raw:
            return _make(raw)
    except InsufficientPrivilege as error:
        raise CannotKeep(
            "no_right",
            "You may not make the tables: {reason}. Ask who looks after the server to run what"
            " outrider db init URL --sql prints.",
            reason=reason_of(error),
        ) from error
    except psycopg.Error as error:
        raise refusal_of(error) from error


def _make(raw: psycopg.Connection) -> bool:
    version = read_version(raw)
    if version is not None:
        refuse_newer(version)
        return False
    with raw.transaction():
        raw.execute(ONE_AT_A_TIME)
        for text in statements():
            made = raw.execute(text.encode())
    are_new: bool = made.rowcount == 1  # the row of numbers; somebody may have been faster
    return are_new


def read_version(raw: psycopg.Connection) -> TablesVersion | None:
    """The version of the tables; None if there are none. Raises psycopg.Error."""
    try:
        row = raw.execute(NUMBERS).fetchone()
    except UndefinedTable:
        return None
    if row is None:
        return None
    schema, min_reader, needs = row
    return TablesVersion(schema, min_reader, needs)


def check_tables(raw: psycopg.Connection, *, for_play: bool) -> None:
    """Raise CannotOpen unless the tables are there, to play or (False) to read. Raises Error."""
    version = read_version(raw)
    if version is None:
        raise CannotOpen(
            "no_tables",
            "The server has no tables of Outrider. Make them once with: outrider db init URL",
        )
    refuse_newer(version, for_play=for_play)


def refuse_newer(version: TablesVersion, *, for_play: bool = True) -> None:
    """Raise CannotOpen if a newer Outrider is needed to play, or (False) to read."""
    if version.min_reader <= SERVER_SCHEMA and not (for_play and version.schema > SERVER_SCHEMA):
        return
    release = release_of(version.needs)
    if release is None:
        raise CannotOpen(
            "newer_tables",
            "The tables of the server were made by a newer Outrider (format {schema}; this one"
            " knows {known}). Update Outrider to play there.",
            schema=version.schema,
            known=SERVER_SCHEMA,
        )
    raise CannotOpen(
        "newer_tables",
        "The tables of the server need Outrider {release} or newer (format {schema}; this one"
        " knows {known}). Update Outrider to play there.",
        release=release,
        schema=version.schema,
        known=SERVER_SCHEMA,
    )
