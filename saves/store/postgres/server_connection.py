"""A campaign of a server as a connection: psycopg beneath SQLAlchemy's engine. Private to saves.

Each connection belongs to one campaign and to the thread that opened it. It is in autocommit mode:
nothing stays in a transaction that is not written as one. A connection that was lost while nothing
was under way is made again without a word; a transaction that was under way fails.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from typing import Any

import psycopg
from sqlalchemy import Executable, RootTransaction, bindparam, select, update
from sqlmodel import Session

from saves.store.driven_connection import CompiledStatement, DrivenConnection, compile_statement
from saves.store.postgres.server_access import connect
from saves.store.postgres.server_tables import DIALECT, STATEMENTS, ServerCampaign
from saves.store.postgres.server_trouble import DAMAGED
from saves.store.statements import table_of

BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED;"
    " SET LOCAL lock_timeout = '5s';"
    " SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
"""Who waits for a row that another changes then reads it as it was changed.

Nobody waits for ever: neither for somebody who has the row, nor because of somebody who stopped.
"""
BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
STREAMED = 100
"""Rows of a stream that are fetched together."""

_NUMBERS = count()
_campaign = table_of(ServerCampaign)
_OWN = _campaign.c.id == bindparam("campaign")
_SCHEMA = select(_campaign.c.schema_number).where(_OWN)
_RAISE_SCHEMA = update(_campaign).where(_OWN).values(schema_number=bindparam("number"))
_LOCK = select(_campaign.c.head).where(_OWN).with_for_update(key_share=True)


@cache
def compiled(statement: Executable) -> CompiledStatement:
    """A statement in the words of PostgreSQL, compiled when it is first used."""
    return compile_statement(statement, DIALECT)


def run(
    raw: psycopg.Connection, statement: Executable, values: Mapping[str, object]
) -> psycopg.Cursor[Any]:
    """Run a statement on a driver's connection. Raises psycopg.Error."""
    text, constants = compiled(statement)
    # All texts are made of the tables, and never of what somebody typed.
    return raw.execute(text.encode(), {**constants, **values})


class ServerConnection(DrivenConnection[psycopg.Connection]):
    """A connection to one campaign of a server. Its errors are psycopg.Error."""

    dialect = "postgresql+psycopg"
    failures: tuple[type[Exception], ...] = (psycopg.Error,)
    statements = STATEMENTS

    def __init__(self, url: str, campaign: str) -> None:
        """Connect to the campaign of this id, or to none that is stored yet (""). Raises Error."""
        super().__init__(connect(url), begin=BEGIN, begin_snapshot=BEGIN_SNAPSHOT)
        self._url = url
        self._snapshots = 0
        self._line: RootTransaction | None = None
        self.scope: Mapping[str, str] = {"campaign": campaign}

    def attach_to(self, campaign: str) -> None:
        """Be the connection to the campaign of this id, which was stored by it just now."""
        self.scope = {"campaign": campaign}

    def is_trouble(self, error: Exception) -> bool:
        """Whether the campaign may be whole although this was raised."""
        return not (isinstance(error, psycopg.Error) and error.sqlstate in DAMAGED)

    @property
    def _is_idle(self) -> bool:
        return "_core" not in vars(self) or not self._core.in_transaction()

    def _is_to_be_redialled(self) -> bool:
        # Nothing was under way that would be lost with the connection.
        return self.raw.closed and self._is_idle

    def redial(self) -> None:
        """Connect again; what was not committed is not stored. Raises psycopg.Error."""
        self.drop()
        self.raw = connect(self._url)

    def drop(self) -> None:
        """Close the driver's connection, whatever state it is in."""
        core = vars(self).pop("_core", None)
        self._snapshots = 0
        self._line = None
        self.raw.close()
        if core is not None:
            with suppress(psycopg.Error):
                core.close()

    def execute(self, statement: Executable, /, **values: object) -> psycopg.Cursor[Any]:
        """Run a statement with its values by name. Raises psycopg.Error."""
        bound = {**self.scope, **values}
        try:
            return run(self.raw, statement, bound)
        except psycopg.OperationalError:
            if not self._is_to_be_redialled():
                raise
        self.redial()
        return run(self.raw, statement, bound)

    def stream(
        self, statement: Executable, /, **values: object
    ) -> Generator[tuple[Any, ...], None, None]:
        """The rows of a statement, fetched while they are asked for. Raises psycopg.Error."""
        text, constants = compiled(statement)
        bound = {**constants, **self.scope, **values}
        with self.snapshot(), self.raw.cursor(f"outrider_{next(_NUMBERS)}") as rows:
            rows.itersize = STREAMED
            rows.execute(text.encode(), bound)
            yield from rows

    def _start(self, begin: str) -> RootTransaction:
        try:
            return super()._start(begin)
        except psycopg.OperationalError:
            if not self._is_to_be_redialled():
                raise
        self.redial()
        return super()._start(begin)

    @contextmanager
    def begin(self) -> Iterator[None]:
        """Store everything that is written in it, or nothing. Raises psycopg.Error.

        In a line it is the transaction of that, which it ends.
        """
        assert not self._snapshots, "rows are still being read"
        transaction = self._line or self._start(BEGIN)
        self._line = None
        with transaction:
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version of the campaign.

        One that begins within another is the same; within a transaction it is that.
        """
        if not self._snapshots and not self._is_idle:
            yield
            return
        if not self._snapshots:
            self._start(BEGIN_SNAPSHOT)
        self._snapshots += 1
        try:
            yield
        finally:
            self._end_snapshot()

    def _end_snapshot(self) -> None:
        if self._snapshots:  # there is none after the connection was dropped
            self._snapshots -= 1
            reading = self._core.get_transaction()
            if not self._snapshots and reading is not None:
                reading.rollback()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session of SQLModel on this connection, within its transaction if it is in one."""
        if self._is_to_be_redialled():
            self.redial()
        with super().session() as session:
            yield session

    @contextmanager
    def line(self) -> Iterator[None]:
        """Stand in line for the campaign: nobody else writes to it until the next `begin` ends.

        Raises psycopg.Error, also if it takes too long.
        """
        transaction = self._start(BEGIN)
        try:
            self.execute(_LOCK)
            self._line = transaction
            yield
        finally:
            self._line = None
            if transaction.is_active:
                transaction.rollback()

    def integrity(self) -> tuple[str, ...]:
        """Nothing: a server looks after its own pages and indexes."""
        return ()

    @property
    def schema(self) -> int:
        """The campaign's schema number; 0 if there is no such campaign."""
        return int(self.scalar(_SCHEMA) or 0)

    def raise_schema(self, number: int) -> None:
        """Write the campaign's schema number in the open transaction."""
        self.execute(_RAISE_SCHEMA, number=number)
