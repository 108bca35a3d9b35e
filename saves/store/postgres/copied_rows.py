"""The statements that copy a campaign within a server. Private to saves.

`source` is the id of the campaign that is copied, `campaign` that of the copy.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement, Insert, bindparam, insert, null, select, update

from saves.store.postgres.server_tables import (
    ServerBlob,
    ServerCampaign,
    ServerCheckpoint,
    ServerEntry,
)
from saves.store.statements import table_of

_ENTRY = table_of(ServerEntry)
_CHECKPOINT = table_of(ServerCheckpoint)
_BLOB = table_of(ServerBlob)
_CAMPAIGN = table_of(ServerCampaign)


def _copy(key: Column[Any], condition: ColumnElement[bool]) -> Insert:
    table = key.table
    others = [column for column in table.columns if column.name != "campaign"]
    into = ["campaign", *(column.name for column in others)]
    copied = select(_CAMPAIGN.c.id, *others).where(
        _CAMPAIGN.c.id == bindparam("campaign"),
        table.c.campaign == bindparam("source"),
        condition,
    )
    return insert(table).from_select(into, copied)


COPY_ROWS = _copy(_ENTRY.c.seq, _ENTRY.c.seq <= bindparam("last"))
COPY_CHECKPOINTS = _copy(_CHECKPOINT.c.entry, _CHECKPOINT.c.entry <= bindparam("last"))
COPY_BLOB = _copy(_BLOB.c.sha256, _BLOB.c.sha256 == bindparam("wanted"))
BELONG_TO = (
    update(_CAMPAIGN)
    .where(_CAMPAIGN.c.id == bindparam("campaign"))
    .values(parent=bindparam("source"))
)
"""Make a copy a what-if of the other campaign, which it goes with."""
BELONG_TO_NONE = (
    update(_CAMPAIGN).where(_CAMPAIGN.c.id == bindparam("campaign")).values(parent=null())
)
"""Make a what-if a campaign of its own."""
