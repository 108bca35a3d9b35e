"""A campaign of a server as a connection: psycopg beneath SQLAlchemy's engine. Private to saves.

Each connection belongs to one campaign and to the thread that opened it. It is in autocommit mode:
nothing stays in a transaction that is not written as one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from typing import Any, NamedTuple

import psycopg
import sqlalchemy
from sqlalchemy import ClauseElement, Executable, create_engine, event, select, update
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from saves.store.postgres import server_tables
from saves.store.postgres.server_tables import STATEMENTS, ServerCampaign
from saves.store.statements import table_of

DIALECT = PGDialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
"""Without casts of the bound values: the server infers their types."""
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Who waits for a row that another changes then reads it as it was changed."""
BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
DAMAGED = {"XX001", "XX002"}
"""The SQLSTATEs of a damaged table and of a damaged index."""

_campaign = table_of(ServerCampaign)
_SCHEMA = select(_campaign.c.schema_number).where(
    _campaign.c.id == sqlalchemy.bindparam("campaign")
)
_RAISE_SCHEMA = (
    update(_campaign)
    .where(_campaign.c.id == sqlalchemy.bindparam("campaign"))
    .values(schema_number=sqlalchemy.bindparam("number"))
)


class PostgresStatement(NamedTuple):
    """The text of a statement, and the values in it that are always the same."""

    text: str
    constants: Mapping[str, object]


@cache
def compiled(statement: Executable) -> PostgresStatement:
    """A statement in the words of PostgreSQL, compiled when it is first used."""
    assert isinstance(statement, ClauseElement)
    made = statement.compile(dialect=DIALECT)
    constants = {name: value for name, value in made.params.items() if value is not None}
    return PostgresStatement(str(made), constants)


_HANDED: ContextVar[psycopg.Connection] = ContextVar("handed")
"""The driver's connection that the engine is to take."""


@cache
def _engine() -> sqlalchemy.Engine:
    engine = create_engine("postgresql+psycopg://", creator=_HANDED.get, poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", _driver_error)
    return engine


def _begin(core: sqlalchemy.Connection) -> None:
    raw: Any = core.connection.driver_connection
    raw.execute(core.get_execution_options()["begin"])


def _driver_error(context: ExceptionContext) -> BaseException:
    return context.original_exception


class ServerConnection:
    """A connection to one campaign of a server. Errors are always the driver's."""

    failures: tuple[type[Exception], ...] = (psycopg.Error,)
    statements = STATEMENTS

    def __init__(self, raw: psycopg.Connection, campaign: str) -> None:
        """Take over a connection in autocommit mode, for the campaign of this id."""
        assert raw.autocommit, "a transaction would begin by itself"
        self.raw = raw
        self.scope: Mapping[str, str] = {"campaign": campaign}

    @cached_property
    def _core(self) -> sqlalchemy.Connection:
        handed = _HANDED.set(self.raw)
        try:
            core = _engine().connect()
        finally:
            _HANDED.reset(handed)
        return core.execution_options(begin=BEGIN)

    def is_trouble(self, error: Exception) -> bool:
        """Whether the campaign may be whole although this was raised."""
        return not (isinstance(error, psycopg.Error) and error.sqlstate in DAMAGED)

    def execute(self, statement: Executable, /, **values: object) -> psycopg.Cursor[Any]:
        """Run a statement with its values by name. Raises psycopg.Error."""
        text, constants = compiled(statement)
        # All texts are made of the tables, and never of what somebody typed.
        return self.raw.execute(text.encode(), {**constants, **self.scope, **values})

    def stream(
        self, statement: Executable, /, **values: object
    ) -> Generator[tuple[Any, ...], None, None]:
        """The rows of a statement, which are fetched together. Raises psycopg.Error."""
        with self.execute(statement, **values) as rows:
            yield from rows

    def scalar(self, statement: Executable, /, **values: object) -> Any:  # noqa: ANN401
        """The first column of the first row, or None."""
        row = self.execute(statement, **values).fetchone()
        if row is None:
            return None
        return row[0]

    @contextmanager
    def begin(self) -> Iterator[None]:
        """Store everything that is written in it, or nothing. Raises psycopg.Error."""
        with self._core.begin():
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version of the campaign."""
        self._core.execution_options(begin=BEGIN_SNAPSHOT)
        try:
            reading = self._core.begin()
        finally:
            self._core.execution_options(begin=BEGIN)
        try:
            yield
        finally:
            reading.rollback()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session of SQLModel on this connection, within its transaction if it is in one."""
        with Session(
            self._core, join_transaction_mode="rollback_only", expire_on_commit=False
        ) as session:
            yield session

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

    def close(self) -> None:
        """Close it; what was not committed is not stored."""
        if "_core" in vars(self):
            self._core.close()
        self.raw.close()


def dial(conninfo: str, campaign: str) -> ServerConnection:
    """A connection to the campaign of this id, as libpq is told where. Raises psycopg.Error.

    Nothing is prepared on the server: a pooler in transaction mode may keep no such statements.
    """
    raw = psycopg.connect(conninfo, autocommit=True, prepare_threshold=None)
    return ServerConnection(raw, campaign)


def schema_texts() -> list[str]:
    """The words that make the tables of a server and their indexes."""
    return [str(part.compile(dialect=DIALECT)) for part in server_tables.schema()]
