"""The tables of a server, which several campaigns share. Private to saves.

The campaign comes first in each key, so that an engine that splits tables keeps a campaign
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import (
    TIMESTAMP,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    func,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlmodel import Field, SQLModel

from saves.store.models import (
    BlobColumns,
    CampaignColumns,
    CheckpointColumns,
    EntryColumns,
    Tables,
    ddl_of,
    indexes_of,
)
from saves.store.releases import FIRST_SCHEMA
from saves.store.statements import Statements, table_of

DIALECT = PGDialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
"""Without casts of the bound values: the server infers their types."""
SERVER_SCHEMA = 1
"""The number of these tables; those of a higher one are not played on."""
SERVER_MIN_READER = 1
"""The lowest number that a program must know to read them."""
SERVER_RELEASES: Mapping[int, str] = {1: "0.3.0"}
"""By the number of the tables, the first Outrider that knows it."""


class OnServer(SQLModel):
    """A table of a server, apart from those of files."""

    metadata = MetaData()


class ServerMeta(OnServer, table=True):
    """What the tables themselves are: one row. `needs` is the first Outrider that knows them."""

    __tablename__ = "outrider_meta"

    id: int = Field(default=1, primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: int = Field(sa_column=Column("schema", Integer, nullable=False))
    min_reader: int
    needs: str


class OfCampaign(OnServer):
    """A table whose rows belong to campaigns; they go with the row of theirs."""

    campaign: str = Field(primary_key=True, foreign_key="outrider_campaign.id", ondelete="CASCADE")


class ServerCampaign(CampaignColumns, OnServer, table=True):
    """The campaigns of a server. `schema_number` is what a file has in its header.

    `who` made it, as the server calls its users. `parent` is the campaign that a what-if copy was
    made of: nobody but who made it sees it. It is made from the moment `made` on, and is in no list
    before it is whole (`is_listed`), nor from the moment `binned` on.
    """

    __tablename__ = "outrider_campaign"

    schema_number: int = FIRST_SCHEMA
    who: str | None = Field(
        default=None, sa_column=Column(String, nullable=False, server_default=func.session_user())
    )
    parent: str | None = Field(default=None, foreign_key="outrider_campaign.id", ondelete="CASCADE")
    made: datetime | None = Field(
        default=None,
        sa_column=Column(TIMESTAMP(timezone=True), nullable=False, server_default=func.now()),
    )
    is_listed: bool | None = Field(
        default=None, sa_column_kwargs={"server_default": false(), "nullable": False}
    )
    binned: datetime | None = Field(default=None, sa_type=TIMESTAMP(timezone=True))


class ServerEntry(EntryColumns, OfCampaign, table=True):
    """The entries of all campaigns. A copy of a campaign has entries of the same ids."""

    __tablename__ = "outrider_entry"
    __table_args__ = (UniqueConstraint("campaign", "id"),)


class ServerBlob(BlobColumns, OfCampaign, table=True):
    """The texts of all campaigns."""

    __tablename__ = "outrider_blob"


class ServerCheckpoint(CheckpointColumns, OfCampaign, table=True):
    """The checkpoints of all campaigns."""

    __tablename__ = "outrider_checkpoint"


_entry = table_of(ServerEntry).c
Index(
    "outrider_entry_aside",
    _entry.campaign,
    _entry.kind,
    _entry.seq,
    postgresql_where=text("kind <> 'play'"),
)
Index(
    "outrider_entry_jump",
    _entry.campaign,
    _entry.seq,
    _entry.parent,
    postgresql_where=text("kind = 'play' AND parent <> seq - 1"),
)


STATEMENTS = Statements(
    Tables(
        campaign=ServerCampaign,
        entry=ServerEntry,
        blob=ServerBlob,
        checkpoint=ServerCheckpoint,
        shared=True,
        insert=postgresql.insert,
    )
)


_campaign = table_of(ServerCampaign).c
Index(
    "outrider_campaign_name",
    _campaign.name,
    unique=True,
    postgresql_where=text("parent IS NULL AND is_listed AND binned IS NULL"),
)
Index(
    "outrider_campaign_copy",
    _campaign.who,
    _campaign.name,
    unique=True,
    postgresql_where=text("parent IS NOT NULL AND is_listed AND binned IS NULL"),
)

GUARD = """
CREATE OR REPLACE FUNCTION outrider_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM outrider_campaign WHERE id = OLD.campaign) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION USING MESSAGE = 'the table ' || TG_TABLE_NAME || ' is never rewritten';
END $$
"""
"""Entries and texts stay as they were written; they go only with the row of their campaign."""


def _guard(table: Table) -> str:
    return (
        f"CREATE OR REPLACE TRIGGER {table.name}_guard BEFORE UPDATE OR DELETE ON {table.name}"
        " FOR EACH ROW EXECUTE FUNCTION outrider_guard()"
    )


def schema() -> Iterator[ExecutableDDLElement]:
    """What makes the tables, indexes and triggers, in the order in which they refer to each other.

    What is there already stays as it is.
    """
    for table in OnServer.metadata.sorted_tables:
        yield CreateTable(table, if_not_exists=True)
        for index in indexes_of(table):
            yield CreateIndex(index, if_not_exists=True)
    for guard in (GUARD, _guard(table_of(ServerEntry)), _guard(table_of(ServerBlob))):
        yield ddl_of(guard)
