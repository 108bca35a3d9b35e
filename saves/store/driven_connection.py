"""A driver's connection beneath SQLAlchemy's engine: what all back ends on SQL share.

Private to saves. Statements run on the driver's connection, which takes a third of the time;
transactions and sessions are SQLAlchemy's, on the same connection, unless a back end overrides
`begin_rows`. Errors are always the driver's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import sqlalchemy
from sqlalchemy import ClauseElement, Dialect, Executable, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from saves.store.connection import Rows, Stored


class CompiledStatement(NamedTuple):
    """The text of a statement, and the values in it that are always the same."""

    text: str
    constants: Mapping[str, object]


def compile_statement(statement: Executable, dialect: Dialect) -> CompiledStatement:
    """A statement in the words of a database."""
    assert isinstance(statement, ClauseElement)
    made = statement.compile(dialect=dialect)
    constants = {name: value for name, value in made.params.items() if value is not None}
    return CompiledStatement(str(made), constants)


class Closable(Protocol):
    """What is closed after it was used."""

    def close(self) -> None:
        """End it."""


class Cursor(Rows, Closable, Protocol):
    """The rows of a statement that is under way until it is closed."""


Raw = TypeVar("Raw", bound=Closable)
"""The driver's connection."""

_HANDED: ContextVar[Any] = ContextVar("handed")
"""The driver's connection that an engine is to take."""


@cache
def _engine(dialect: str) -> sqlalchemy.Engine:
    # One for all connections of a driver, so that what a session compiles is compiled once.
    # Nothing is put back: the connection is closed, or is closed already where it was lost.
    url = f"{dialect}://"
    engine = create_engine(url, creator=_HANDED.get, poolclass=NullPool, pool_reset_on_return=None)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", _driver_error)
    return engine


def _begin(core: sqlalchemy.Connection) -> None:
    # A driver by itself would begin before the first change only, and without a lock.
    raw: Any = core.connection.driver_connection
    raw.execute(core.get_execution_options()["begin"])


def _driver_error(context: ExceptionContext) -> BaseException:
    return context.original_exception


class DrivenConnection(ABC, Generic[Raw]):
    """A connection to one campaign, on a driver's connection in autocommit mode.

    `dialect` is SQLAlchemy's name of database and driver.
    """

    dialect: str

    def __init__(self, raw: Raw, *, begin: str, begin_snapshot: str) -> None:
        """Take over a driver's connection; its transactions and snapshots begin with these."""
        self.raw = raw
        self._begin = begin
        self._begin_snapshot = begin_snapshot

    @cached_property
    def _core(self) -> sqlalchemy.Connection:
        # Made for the first transaction: to read the rows of a closed campaign takes none.
        handed = _HANDED.set(self.raw)
        try:
            core = _engine(self.dialect).connect()
        finally:
            _HANDED.reset(handed)
        return core.execution_options(begin=self._begin)

    @abstractmethod
    def execute(self, statement: Executable, /, **values: object) -> Cursor:
        """Run a statement with its values by name."""

    def stream(
        self, statement: Executable, /, **values: object
    ) -> Generator[tuple[Any, ...], None, None]:
        """The rows of a statement, read while they are asked for if the driver can."""
        with closing(self.execute(statement, **values)) as rows:
            yield from rows

    def scalar(self, statement: Executable, /, **values: object) -> Stored:
        """The first column of the first row, or None."""
        row = self.execute(statement, **values).fetchone()
        if row is None:
            return None
        return row[0]

    def _start(self, begin: str) -> sqlalchemy.RootTransaction:
        """Start a transaction with this statement."""
        self._core.execution_options(begin=begin)
        try:
            return self._core.begin()
        finally:
            self._core.execution_options(begin=self._begin)

    @contextmanager
    def begin(self) -> Iterator[None]:
        """Store everything that is written in it, or nothing."""
        with self._start(self._begin):
            yield

    def begin_rows(self) -> AbstractContextManager[None]:
        """Store the rows that are written in it, or none."""
        return self.begin()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Hold one transaction for several reads: what is beneath `Reading.snapshot`."""
        reading = self._start(self._begin_snapshot)
        try:
            yield
        finally:
            reading.rollback()  # what is damaged refuses even an empty COMMIT

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session of SQLModel on this connection, within its transaction if it is in one."""
        with Session(
            self._core, join_transaction_mode="rollback_only", expire_on_commit=False
        ) as session:
            yield session

    def close(self) -> None:
        """Close it; what was not committed is not stored."""
        if "_core" in vars(self):
            self._core.close()
        self.raw.close()
