"""What a campaign takes on a server: the demo, copied so many times, and the size of each table.

`python -m tests.saves.store.postgres.sizes [CAMPAIGNS]` prints it.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

import psycopg

import outrider
from core.values import Struct
from saves.demo import NAME
from saves.store.postgres.server_setup import make_tables
from tests.saves.store.postgres.server import programs, running, url_of

TABLES = (
    b"SELECT relname, pg_relation_size(oid), pg_indexes_size(oid), pg_total_relation_size(oid)"
    b" FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1"
)
DATABASE = "club"


class TableSize(Struct):
    """Bytes of a table's rows, of its indexes, and of all, long texts included."""

    name: str
    rows: int
    indexes: int
    whole: int


def measure(conninfo: str, campaigns: int) -> tuple[TableSize, ...]:
    """Sizes after the demo was copied to an empty server so many times."""
    with psycopg.connect(conninfo, autocommit=True) as raw:
        raw.execute(f"CREATE DATABASE {DATABASE}".encode())
    url = url_of(conninfo, DATABASE)
    make_tables(url)
    for number in range(campaigns):
        code = outrider.main(["copy", NAME, f"{url}#{NAME} {number}"])
        if code:
            raise SystemExit(code)
    with psycopg.connect(conninfo, dbname=DATABASE, autocommit=True) as raw:
        raw.execute(b"VACUUM FULL")
        return tuple(TableSize(*row) for row in raw.execute(TABLES).fetchall())


def main(campaigns: int) -> None:
    """Print the sizes."""
    found = programs()
    if found is None:
        raise SystemExit("PostgreSQL is not installed.")
    with TemporaryDirectory(prefix="outrider-sizes-") as home, running(found) as conninfo:
        os.environ["OUTRIDER_HOME"] = home
        outrider.main(["demo"])
        for size in measure(conninfo, campaigns):
            print(size)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
