"""The SQL that makes the tables of a server; what is there already stays. Private to saves."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.dialects import postgresql

from saves.store.postgres.server_tables import (
    DIALECT,
    SERVER_MIN_READER,
    SERVER_RELEASES,
    SERVER_SCHEMA,
    ServerMeta,
    schema,
)
from saves.store.statements import table_of


def statements() -> list[str]:
    """The statements, in the order in which they are run."""
    return ["\n".join(map(str.rstrip, text.strip().splitlines())) for text in _texts()]


def _texts() -> Iterator[str]:
    for part in schema():
        yield str(part.compile(dialect=DIALECT))
    numbers = postgresql.insert(table_of(ServerMeta)).values(
        id=1,
        schema=SERVER_SCHEMA,
        min_reader=SERVER_MIN_READER,
        needs=SERVER_RELEASES[SERVER_SCHEMA],
    )
    # Nobody is to run a text with places for values.
    whole = {"literal_binds": True}
    yield str(numbers.on_conflict_do_nothing().compile(dialect=DIALECT, compile_kwargs=whole))
