"""What the store asks of a connection to a database, whichever that is. Private to saves."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Executable
from sqlmodel import Session

from saves.store.statements import Statements

Stored: TypeAlias = Any
"""What a column has, or a row of columns: a damaged file may hold any type."""


class Rows(Protocol):
    """What a statement found, row by row, or how many rows it changed."""

    @property
    def rowcount(self) -> int:
        """The number of rows that an insert, an update or a delete changed."""

    def fetchone(self) -> Stored:
        """The next row, a tuple; None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection to one campaign. It belongs to the thread that opened it.

    Statements are those of its `statements`; `values` are their bound values by name. Rows come as
    tuples: a damaged file may hold any type in any column.
    """

    failures: tuple[type[Exception], ...]
    """What all of it raises if storage fails, or if what is stored is damaged."""

    @property
    def statements(self) -> Statements:
        """The statements on the tables of this back end."""

    @property
    def scope(self) -> Mapping[str, str]:
        """The columns by which rows of tables with several campaigns belong to this one.

        `execute`, `stream` and `scalar` add them to the bound values themselves.
        """

    def attach_to(self, campaign: str) -> None:
        """Be the connection to the campaign of this id, which was stored by it just now."""

    def is_trouble(self, error: Exception) -> bool:
        """Whether one of these leaves it open that what is stored is whole."""

    def execute(self, statement: Executable, /, **values: object) -> Rows:
        """Run a statement. Raises StorageError."""

    def stream(
        self, statement: Executable, /, **values: object
    ) -> Generator[tuple[Any, ...], None, None]:
        """The rows of a statement, read while they are asked for. Raises StorageError."""

    def scalar(self, statement: Executable, /, **values: object) -> Stored:
        """The first column of the first row, or None."""

    def begin(self) -> AbstractContextManager[None]:
        """A transaction: store everything that is written in it, or nothing."""

    def begin_rows(self) -> AbstractContextManager[None]:
        """A transaction without sessions, which a back end may make in less time."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Read several times from the same version of the campaign."""

    def session(self) -> AbstractContextManager[Session]:
        """A session of SQLModel on this connection, within its transaction if it is in one."""

    def integrity(self) -> tuple[str, ...]:
        """The damage that the database itself finds, in its words; () for none."""

    @property
    def schema(self) -> int:
        """The schema number of the campaign; 0 if it has none."""

    def raise_schema(self, number: int) -> None:
        """Write the schema number in the open transaction: older programs cannot read it."""

    def close(self) -> None:
        """End the connection; what was not committed is not stored."""
