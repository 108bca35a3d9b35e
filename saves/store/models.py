"""The tables of a campaign, as SQLModel classes: the only place where a column is declared.

Private to saves. The statements on these tables are in `statements.py`, `StoredRow` is made of the
columns of EntryTable. On SQLite one file holds one campaign.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import defstruct, structs
from sqlalchemy import (
    DDL,
    ColumnElement,
    Index,
    Insert,
    LargeBinary,
    Table,
    Text,
    literal_column,
    text,
)
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlmodel import Field, SQLModel

from core.values import Struct


class Columns(SQLModel):
    """Columns of a table; what pydantic needs to check values is built when it is asked first."""

    model_config = {"defer_build": True}


class CampaignColumns(Columns):
    """The campaign itself, one row. Only labels and the head: nothing here is hashed.

    `head` is the newest seq. `face` is canonical JSON for the library (ruleset, date, place ...),
    rewritten with each entry and never used in play. `min_reader` is the schema number of the
    first program that can read the campaign.
    """

    id: str = Field(primary_key=True)
    name: str
    head: int
    min_reader: int
    face: str = Field(sa_type=Text)


class EntryColumns(Columns):
    """The journal: one row is one entry, never rewritten."""

    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    id: str
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


class BlobColumns(Columns):
    """Rulesets, region maps and boards of encounters, by the sha256 of their text."""

    sha256: str = Field(primary_key=True)
    kind: str
    zlib: bytes = Field(sa_type=LargeBinary)


class CheckpointColumns(Columns):
    """States after play entries, to start a fold from. They may be deleted at any time.

    `depth` counts the play entries up to `entry`; `shape` is the hash of State's fields and the
    format; `zlib` is packed by `saves.store.checkpoints`, with all of that inside.
    """

    entry: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    depth: int
    shape: str
    zlib: bytes = Field(sa_type=LargeBinary)


class CampaignTable(CampaignColumns, table=True):
    """The campaign of a file."""

    __tablename__ = "campaign"


class EntryTable(EntryColumns, table=True):
    """The entries of a file."""

    __tablename__ = "entry"

    id: str = Field(unique=True)


class BlobTable(BlobColumns, table=True):
    """The texts of a file."""

    __tablename__ = "blob"


class CheckpointTable(CheckpointColumns, table=True):
    """The checkpoints of a file."""

    __tablename__ = "checkpoint"


class DialectInsert(Protocol):
    """An insert of SQLite or of PostgreSQL."""

    def on_conflict_do_nothing(self) -> Insert:
        """Leave rows as they are whose keys are stored already."""


class Tables(Struct):
    """The table classes of a back end, for `saves.store.statements`.

    `shared`: they hold several campaigns. The columns `campaign` of the entries, blobs and
    checkpoints are then the id of the campaign that a row belongs to.
    `insert` is the dialect's own, which can leave rows as they are whose keys are stored already.
    """

    campaign: type[CampaignColumns]
    entry: type[EntryColumns]
    blob: type[BlobColumns]
    checkpoint: type[CheckpointColumns]
    shared: bool
    insert: Callable[[Table], DialectInsert]


TABLES: Mapping[str, Table] = SQLModel.metadata.tables
CAMPAIGN = TABLES["campaign"]
ENTRY = TABLES["entry"]
BLOB = TABLES["blob"]
CHECKPOINT = TABLES["checkpoint"]

# Few rows are not play, or are play rows whose parent is not the row before; by these indexes
# undone stretches and the redo stack are found without reading the rest. A statement that is to
# use one must have its condition in the same words, and not as a bound value. `postgresql_where`
# here would import that dialect, a tenth of a second for each start.
PLAY: ColumnElement[str] = literal_column("'play'")
ONE: ColumnElement[int] = literal_column("1")
_ASIDE = text("kind <> 'play'")
_JUMP = text("kind = 'play' AND parent <> seq - 1")
Index("entry_aside", ENTRY.c.kind, ENTRY.c.seq, sqlite_where=_ASIDE)
Index("entry_jump", ENTRY.c.seq, ENTRY.c.parent, sqlite_where=_JUMP)


def _forbid(verb: str, table: str) -> str:
    return (
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, 'the {table} table is never rewritten'); END"
    )


TRIGGERS: Mapping[str, str] = {
    f"{table}_no_{verb.lower()}": _forbid(verb, table)
    for table in (ENTRY.name, BLOB.name)
    for verb in ("UPDATE", "DELETE")
}
"""By name, SQLite's triggers that keep entries and blobs as they were written."""


def schema() -> Iterator[ExecutableDDLElement]:
    """What makes the tables, their indexes and SQLite's triggers, in the order of every file."""
    for table in SQLModel.metadata.sorted_tables:
        yield CreateTable(table)
        for index in indexes_of(table):
            yield CreateIndex(index)
    for trigger in TRIGGERS.values():
        yield ddl_of(trigger)


def ddl_of(text: str) -> ExecutableDDLElement:
    """The text of a statement as one that makes a schema."""
    return DDL(text)  # type: ignore[no-untyped-call]


def indexes_of(table: Table) -> list[Index]:
    """The indexes of a table, by name."""
    return sorted(table.indexes, key=lambda index: str(index.name))


class ChainHead(Struct):
    """The newest seq, its sum, and the tip in force."""

    seq: int = 0
    tip: int = 0
    sum: str = ""


class _Headed(Struct):
    @property
    def head(self) -> ChainHead:
        """The head while it is the newest row."""
        row: Any = self
        return ChainHead(row.seq, row.tip, row.sum)


if TYPE_CHECKING:

    class StoredRow(EntryColumns):
        """One row as stored; the fields are EntryColumns, in their order."""

        @property
        def head(self) -> ChainHead:
            """The head while it is the newest row."""

else:  # a Struct is made in a tenth of the time of a SQLModel, and cannot be changed
    StoredRow = defstruct(
        "StoredRow",
        [(column.name, column.type.python_type) for column in ENTRY.columns],
        bases=(_Headed,),
        module=__name__,
    )


COLUMNS = tuple(column.name for column in ENTRY.columns)


def as_row(values: Iterable[Any]) -> StoredRow:
    """The row with these columns, in order; not checked: a damaged file may hold any type."""
    make: Any = StoredRow
    row: StoredRow = make(*values)
    return row


def as_values(row: StoredRow) -> dict[str, Any]:
    """The columns of a row by name."""
    return structs.asdict(cast(Struct, row))
