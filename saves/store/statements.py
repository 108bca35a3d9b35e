"""Every statement on the rows of a campaign, built once on the tables of `models.py`.

Private to saves. They are the same for every database; a connection compiles each of them once,
when it is first used. Names in `bindparam` are those of the values that `execute` is given.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Insert,
    MetaData,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from saves.store.models import BLOB, CAMPAIGN, CHECKPOINT, ENTRY, ONE, PLAY

_seq = ENTRY.c.seq
_IS_PLAY = ENTRY.c.kind == PLAY
_IS_ASIDE = ENTRY.c.kind != PLAY
_ROWS = select(ENTRY)
_ROWS_AFTER = _ROWS.where(_seq > bindparam("after")).order_by(_seq)
_UP_TO_NEWEST = _seq <= bindparam("newest")

# The campaign's own row

HEAD = select(CAMPAIGN.c.head)
ID = select(CAMPAIGN.c.id)
NAME = select(CAMPAIGN.c.name)
FACE = select(CAMPAIGN.c.face)
MIN_READER = select(CAMPAIGN.c.min_reader)
MOVE_HEAD = (
    update(CAMPAIGN)
    .where(CAMPAIGN.c.head == bindparam("expected"))
    .values(head=bindparam("newest"), face=bindparam("label"))
)
"""It changes no row if another head than the expected one is there."""
SET_HEAD = update(CAMPAIGN).values(head=bindparam("newest"), face=bindparam("label"))
SET_MIN_READER = update(CAMPAIGN).values(min_reader=bindparam("number"))
FILE_CONTENT = select(CAMPAIGN.c.id, CAMPAIGN.c.head, ENTRY.c.sum).select_from(
    CAMPAIGN.outerjoin(ENTRY, CAMPAIGN.c.head == _seq)
)

# Rows of the journal

PUT_ROW = insert(ENTRY)
ROW = _ROWS.where(_seq == bindparam("number"))
ROW_OF = _ROWS.where(ENTRY.c.id == bindparam("entry_id"))
ROWS_AFTER = _ROWS_AFTER
SOME_ROWS_AFTER = _ROWS_AFTER.limit(bindparam("most"))
ROWS_BEFORE = _ROWS.where(_seq < bindparam("before")).order_by(_seq.desc()).limit(bindparam("most"))
"""The newest first."""
PLAYED = _ROWS.where(_IS_PLAY, _seq.between(bindparam("low"), bindparam("high"))).order_by(_seq)
ASIDE = _ROWS.where(_IS_ASIDE, ENTRY.c.kind == bindparam("wanted_kind"), _UP_TO_NEWEST).order_by(
    _seq
)
SUM = select(ENTRY.c.sum).where(_seq == bindparam("number"))
SUMS_AFTER = select(_seq, ENTRY.c.sum).where(_seq > bindparam("after"))
PARENT = select(ENTRY.c.parent).where(_seq == bindparam("number"))
EXTENT = select(func.count(), func.min(_seq), func.max(_seq)).where(_seq > bindparam("after"))
"""How many rows there are, the first and the last."""
BODIES = select(ENTRY.c.body).where(_seq <= bindparam("last"))
BODIES_AND_RULES = select(ENTRY.c.body, ENTRY.c.rules)
JUMPS = (
    select(_seq, ENTRY.c.parent)
    .where(
        _IS_PLAY,
        ENTRY.c.parent != _seq - ONE,
        _seq <= bindparam("tip"),
        _seq >= bindparam("low"),
    )
    .order_by(_seq.desc())
)
"""The play rows whose parent is not the row before, the newest first."""


def _last_play() -> ColumnElement[int]:
    played = ENTRY.alias("played")
    last = (
        select(played.c.seq)
        .where(played.c.kind == PLAY, played.c.seq <= bindparam("newest"))
        .order_by(played.c.seq.desc())
        .limit(1)
    )
    return func.coalesce(last.scalar_subquery(), 0)


UNDONE = (
    select(ENTRY.c.kind, ENTRY.c.parent)
    .where(
        _IS_ASIDE,
        ENTRY.c.kind.in_((bindparam("undo"), bindparam("redo"))),
        _last_play() < _seq,
        _UP_TO_NEWEST,
    )
    .order_by(_seq)
)
"""The undos and redos since the last play entry."""


@cache
def rows_holding(count: int) -> Select[Any]:
    """Seq, parent and body of the play entries with one of so many texts, `text_0` and so on."""
    held = [func.instr(ENTRY.c.body, bindparam(f"text_{number}")) > 0 for number in range(count)]
    return (
        select(_seq, ENTRY.c.parent, ENTRY.c.body)
        .where(_seq.between(bindparam("low"), bindparam("high")), _IS_PLAY, or_(*held))
        .order_by(_seq)
    )


# Sessions


def _runs() -> Select[Any]:
    before = ENTRY.alias("before")
    return (
        select(_seq)
        .select_from(ENTRY.outerjoin(before, before.c.seq == _seq - 1))
        .where(_UP_TO_NEWEST, before.c.session.is_distinct_from(ENTRY.c.session))
        .order_by(_seq)
    )


RUNS = _runs()
"""The first rows of all runs of rows with one session id."""
LAST_PLAYED = (
    select(ENTRY.c.session, ENTRY.c.at)
    .where(_IS_PLAY, _UP_TO_NEWEST)
    .order_by(_seq.desc())
    .limit(1)
)
HAS_PLAY = select(exists().where(_IS_PLAY, _seq >= bindparam("low"), _seq < bindparam("high")))

# Blobs

PUT_BLOB = sqlite.insert(BLOB).on_conflict_do_nothing()
"""PostgreSQL writes the same words, but wants an insert of its own."""
BLOB_NAMES = select(BLOB.c.sha256).order_by(BLOB.c.sha256)
PAGE = 50
"""Blobs that are read together."""
SOME_BLOBS = select(BLOB.c.sha256, BLOB.c.zlib).where(
    BLOB.c.sha256.in_([bindparam(f"name_{number}") for number in range(PAGE)])
)

# Checkpoints


def _chain() -> Select[Any]:
    newest = select(_seq, ENTRY.c.parent).where(_seq == bindparam("tip"), _IS_PLAY)
    chain = newest.cte("chain", recursive=True)
    parent = ENTRY.alias("parent_row")
    stored = exists().where(
        CHECKPOINT.c.entry == chain.c.seq,
        CHECKPOINT.c.shape == bindparam("own_shape"),
        CHECKPOINT.c.entry < bindparam("unusable"),
    )
    before = (
        select(parent.c.seq, parent.c.parent)
        .select_from(chain.join(parent, parent.c.seq == chain.c.parent))
        .where(~stored, parent.c.seq < chain.c.seq)
    )
    chain = chain.union_all(before)
    return select(chain.c.seq).order_by(chain.c.seq)


CHAIN = _chain()
"""The play entries of the story of `tip`, back to a checkpoint before `unusable`, or the first."""
CHECKPOINT_OF = (
    select(CHECKPOINT.c.zlib, ENTRY.c.sum)
    .select_from(CHECKPOINT.join(ENTRY, CHECKPOINT.c.entry == _seq))
    .where(CHECKPOINT.c.entry == bindparam("number"), CHECKPOINT.c.shape == bindparam("own_shape"))
)
DROP_OTHER_SHAPES = delete(CHECKPOINT).where(CHECKPOINT.c.shape != bindparam("own_shape"))

# Copies


def _copy(table: Table, key: Column[Any], condition: ColumnElement[bool]) -> Insert:
    names = [column.name for column in table.columns]
    return insert(table).from_select(names, select(key.table).where(condition))


def _source(table: Table) -> Table:
    return table.to_metadata(MetaData(), schema="source")


_source_seq = _source(ENTRY).c.seq
_source_entry = _source(CHECKPOINT).c.entry
_source_sha256 = _source(BLOB).c.sha256
COPY_ROWS = _copy(ENTRY, _source_seq, _source_seq <= bindparam("last"))
"""From the database that is attached as `source`."""
COPY_CHECKPOINTS = _copy(CHECKPOINT, _source_entry, _source_entry <= bindparam("last"))
COPY_BLOB = _copy(BLOB, _source_sha256, _source_sha256 == bindparam("name"))
