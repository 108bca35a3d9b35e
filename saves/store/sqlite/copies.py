"""The statements that copy rows from another campaign's file. Private to saves.

That file is attached to the connection as `source`.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement, Insert, MetaData, Table, bindparam, insert, select

from saves.store.models import BLOB, CHECKPOINT, ENTRY


def _copy(table: Table, key: Column[Any], condition: ColumnElement[bool]) -> Insert:
    names = [column.name for column in table.columns]
    return insert(table).from_select(names, select(key.table).where(condition))


def _source(table: Table) -> Table:
    return table.to_metadata(MetaData(), schema="source")


_source_seq = _source(ENTRY).c.seq
_source_entry = _source(CHECKPOINT).c.entry
_source_sha256 = _source(BLOB).c.sha256
COPY_ROWS = _copy(ENTRY, _source_seq, _source_seq <= bindparam("last"))
COPY_CHECKPOINTS = _copy(CHECKPOINT, _source_entry, _source_entry <= bindparam("last"))
COPY_BLOB = _copy(BLOB, _source_sha256, _source_sha256 == bindparam("name"))
