"""The tables of a campaign's file. Private to saves.

These classes only declare the tables of a new file; `journal` reads and writes rows by plain
statements, so that opening a campaign does not import them. One file holds one campaign.
"""

from collections.abc import Iterator

from sqlalchemy import Index, LargeBinary, Table, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel


class CampaignTable(SQLModel, table=True):
    """The campaign itself, one row. Only labels and the head: nothing here is hashed.

    `head` is the newest seq. `face` is canonical JSON for the library (ruleset, date, place ...),
    rewritten with each entry and never used in play.
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
    """States after play entries, to start a fold from. They may be deleted at any time.

    `depth` counts the play entries up to `entry`; `shape` is the hash of State's fields and the
    format; `zlib` is packed by `saves.store.checkpoints`, with all of that inside.
    """

    __tablename__ = "checkpoint"

    entry: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    depth: int
    shape: str
    zlib: bytes = Field(sa_type=LargeBinary)


ENTRY: Table = SQLModel.metadata.tables["entry"]

# Few rows are not play, or are play rows whose parent is not the row before; by these indexes
# undone stretches and the redo stack are found without reading the rest.
Index("entry_aside", ENTRY.c.kind, ENTRY.c.seq, sqlite_where=text("kind <> 'play'"))
Index(
    "entry_jump",
    ENTRY.c.seq,
    ENTRY.c.parent,
    sqlite_where=text("kind = 'play' AND parent <> seq - 1"),
)


def statements() -> Iterator[str]:
    """The SQL that creates the tables and their indexes."""
    dialect = sqlite.dialect()
    for table in SQLModel.metadata.sorted_tables:
        yield str(CreateTable(table).compile(dialect=dialect))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            yield str(CreateIndex(index).compile(dialect=dialect))
