"""The tables of a campaign's file. Private to saves.

`table=True` classes do not validate; nothing builds rows through them. They declare what a new
file is made of: `journal` reads and writes it by plain statements, so that opening a campaign
takes none of this. One file (on PostgreSQL one schema) holds one campaign.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Index, LargeBinary, Table, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel


class CampaignTable(SQLModel, table=True):
    """The campaign itself, one row. Only labels and the head: nothing here is hashed.

    `head` is the newest seq. `face` is canonical JSON for the shelf (ruleset, date, place ...),
    rewritten with each entry and never read to play.
    """

    __tablename__ = "campaign"

    id: str = Field(primary_key=True)
    name: str
    head: int
    min_reader: int
    face: str = Field(sa_type=Text)


class EntryTable(SQLModel, table=True):
    """The journal: one row is one entry, never rewritten (triggers abort it)."""

    __tablename__ = "entry"

    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    id: str = Field(unique=True)
    intent: str
    kind: str
    parent: int
    tip: int
    session: str
    at: str
    who: str
    rules: str
    body: str = Field(sa_type=Text)
    receipts: bytes = Field(sa_type=LargeBinary)
    prev: str
    sum: str


class BlobTable(SQLModel, table=True):
    """Rulesets, region maps and boards of encounters, by the sha256 of their text."""

    __tablename__ = "blob"

    sha256: str = Field(primary_key=True)
    kind: str
    zlib: bytes = Field(sa_type=LargeBinary)


class CheckpointTable(SQLModel, table=True):
    """States after play entries, to start a fold from. All may be thrown away at any time.

    `depth` counts the play entries from the founding to `entry`; `shape` is the hash of State's
    shape, and of how it is packed. `zlib` is as `saves.store.checkpoints` packs it; it says all
    that again, and that is what counts.
    """

    __tablename__ = "checkpoint"

    entry: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    depth: int
    shape: str
    zlib: bytes = Field(sa_type=LargeBinary)


ENTRY: Final[Table] = SQLModel.metadata.tables["entry"]

# The rows that are not play, and the play rows whose parent is not the row before: there are few
# of either, and undone stretches and the redo stack are found without reading the rest. Only
# SQLite is told so here: naming another database imports all of its dialect.
Index("entry_aside", ENTRY.c.kind, ENTRY.c.seq, sqlite_where=text("kind <> 'play'"))
Index(
    "entry_jump", ENTRY.c.seq, ENTRY.c.parent,
    sqlite_where=text("kind = 'play' AND parent <> seq - 1"),
)  # fmt: skip


def statements() -> Iterator[str]:
    """What makes the tables and their indexes, as SQLite takes it."""
    dialect = sqlite.dialect()
    for table in SQLModel.metadata.sorted_tables:
        yield str(CreateTable(table).compile(dialect=dialect))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            yield str(CreateIndex(index).compile(dialect=dialect))
