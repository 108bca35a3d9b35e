"""A campaign of a server as a connection: psycopg beneath SQLAlchemy's engine. Private to saves.

Each connection belongs to one campaign and to the thread that opened it. It is in autocommit mode:
nothing stays in a transaction that is not written as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import psycopg
import sqlalchemy
from sqlalchemy import Executable, select, update
from sqlalchemy.dialects.postgresql.base import PGDialect

from saves.store.driven_connection import CompiledStatement, DrivenConnection, compile_statement
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


@cache
def compiled(statement: Executable) -> CompiledStatement:
    """A statement in the words of PostgreSQL, compiled when it is first used."""
    return compile_statement(statement, DIALECT)


class ServerConnection(DrivenConnection[psycopg.Connection]):
    """A connection to one campaign of a server. Its errors are psycopg.Error."""

    dialect = "postgresql+psycopg"
    failures: tuple[type[Exception], ...] = (psycopg.Error,)
    statements = STATEMENTS

    def __init__(self, raw: psycopg.Connection, campaign: str) -> None:
        """Take over a connection in autocommit mode, for the campaign of this id."""
        assert raw.autocommit, "a transaction would begin by itself"
        super().__init__(raw, begin=BEGIN, begin_snapshot=BEGIN_SNAPSHOT)
        self.scope: Mapping[str, str] = {"campaign": campaign}

    def is_trouble(self, error: Exception) -> bool:
        """Whether the campaign may be whole although this was raised."""
        return not (isinstance(error, psycopg.Error) and error.sqlstate in DAMAGED)

    def execute(self, statement: Executable, /, **values: object) -> psycopg.Cursor[Any]:
        """Run a statement with its values by name. Raises psycopg.Error."""
        text, constants = compiled(statement)
        # All texts are made of the tables, and never of what somebody typed.
        return self.raw.execute(text.encode(), {**constants, **self.scope, **values})

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


def dial(conninfo: str, campaign: str) -> ServerConnection:
    """A connection to the campaign of this id, as libpq is told where. Raises psycopg.Error.

    Nothing is prepared on the server: a pooler in transaction mode may keep no such statements.
    """
    raw = psycopg.connect(conninfo, autocommit=True, prepare_threshold=None)
    return ServerConnection(raw, campaign)
