"""Every statement on the rows of a campaign, built on the table classes of a back end.

Private to saves. A `Statements` builds each of them when it is first asked for; a connection
compiles each once, when it is first used. Names in `bindparam` are those of the values that
`execute` is given. If the tables are shared by several campaigns, each statement is bound to one
of them, whose id is the value `campaign`.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    FromClause,
    Insert,
    Integer,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from saves.store.models import COLUMNS, ONE, PLAY, Tables

PAGE = 50
"""Blobs that are read together."""


class PositionOf(FunctionElement[int]):
    """The place of a text in another, counted from 1; 0 if it is not there."""

    type = Integer()
    name = "instr"
    inherit_cache = True


@compiles(PositionOf)
def _write_instr(element: PositionOf, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(PositionOf, "postgresql")
def _write_strpos(
    element: PositionOf,
    compiler: SQLCompiler,
    **options: Any,  # noqa: ANN401
) -> str:
    return f"strpos({compiler.process(element.clauses, **options)})"


def table_of(table_class: type[Any]) -> Table:
    """The table that a table class stands for."""
    table: Table = table_class.__table__
    return table


class Statements:
    """The statements on the tables of one back end."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._campaign = table_of(tables.campaign)
        self._entry = table_of(tables.entry)
        self._blob = table_of(tables.blob)
        self._checkpoint = table_of(tables.checkpoint)
        self._seq = self._entry.c.seq
        self._is_play = self._entry.c.kind == PLAY
        self._is_aside = self._entry.c.kind != PLAY
        self._up_to_newest = self._seq <= bindparam("newest")
        self._rows = select(*[self._entry.c[name] for name in COLUMNS]).where(
            *self._own(self._entry)
        )

    def _own(self, rows: FromClause) -> tuple[ColumnElement[bool], ...]:
        # The condition that rows belong to the campaign, where others are in the table.
        if not self.tables.shared:
            return ()
        if rows is self._campaign:
            return (rows.c.id == bindparam("campaign"),)
        return (rows.c.campaign == bindparam("campaign"),)

    def _from_entries(self, *columns: ColumnElement[Any]) -> Select[Any]:
        return select(*columns).select_from(self._entry).where(*self._own(self._entry))

    def _from_campaign(self, *columns: ColumnElement[Any]) -> Select[Any]:
        return select(*columns).where(*self._own(self._campaign))

    # The campaign's own row

    @cached_property
    def head(self) -> Select[Any]:
        """The newest seq."""
        return self._from_campaign(self._campaign.c.head)

    @cached_property
    def id(self) -> Select[Any]:
        """The campaign's id."""
        return self._from_campaign(self._campaign.c.id)

    @cached_property
    def name(self) -> Select[Any]:
        """The campaign's name in the library."""
        return self._from_campaign(self._campaign.c.name)

    @cached_property
    def face(self) -> Select[Any]:
        """The campaign's label for the library, as JSON."""
        return self._from_campaign(self._campaign.c.face)

    @cached_property
    def min_reader(self) -> Select[Any]:
        """The schema number of the first program that can read the campaign."""
        return self._from_campaign(self._campaign.c.min_reader)

    @cached_property
    def move_head(self) -> Update:
        """It changes no row if another head than the expected one is there, or in a bin."""
        is_expected = self._campaign.c.head == bindparam("expected")
        moved = update(self._campaign).where(*self._own(self._campaign), is_expected)
        if self.tables.shared:
            moved = moved.where(self._campaign.c.binned.is_(None))
        return moved.values(head=bindparam("newest"), face=bindparam("label"))

    @cached_property
    def set_head(self) -> Update:
        """Set the newest seq and the label, whatever they were."""
        changed = update(self._campaign).where(*self._own(self._campaign))
        return changed.values(head=bindparam("newest"), face=bindparam("label"))

    @cached_property
    def set_min_reader(self) -> Update:
        """Set the schema number of the first program that can read the campaign."""
        changed = update(self._campaign).where(*self._own(self._campaign))
        return changed.values(min_reader=bindparam("number"))

    @cached_property
    def newest_row(self) -> Select[Any]:
        """The campaign's id, its newest seq, and the sum of that row; None if it is missing."""
        newest = and_(self._campaign.c.head == self._seq, *self._own(self._entry))
        joined = self._campaign.outerjoin(self._entry, newest)
        return self._from_campaign(
            self._campaign.c.id, self._campaign.c.head, self._entry.c.sum
        ).select_from(joined)

    # Rows of the journal

    @cached_property
    def put_row(self) -> Insert:
        """Store a row."""
        return insert(self._entry)

    @cached_property
    def row(self) -> Select[Any]:
        """The row of a seq."""
        return self._rows.where(self._seq == bindparam("number"))

    @cached_property
    def row_of(self) -> Select[Any]:
        """The row of an entry's id."""
        return self._rows.where(self._entry.c.id == bindparam("entry_id"))

    @cached_property
    def rows_after(self) -> Select[Any]:
        """All rows after a seq, in order."""
        return self._rows.where(self._seq > bindparam("after")).order_by(self._seq)

    @cached_property
    def some_rows_after(self) -> Select[Any]:
        """The next rows after a seq, in order."""
        return self.rows_after.limit(bindparam("most"))

    @cached_property
    def rows_before(self) -> Select[Any]:
        """The last rows before a seq, the newest first."""
        before = self._rows.where(self._seq < bindparam("before"))
        return before.order_by(self._seq.desc()).limit(bindparam("most"))

    @cached_property
    def played(self) -> Select[Any]:
        """The play rows from one seq to another, in order."""
        between = self._seq.between(bindparam("low"), bindparam("high"))
        return self._rows.where(self._is_play, between).order_by(self._seq)

    @cached_property
    def aside(self) -> Select[Any]:
        """The rows of a kind other than play, in order."""
        of_kind = self._entry.c.kind == bindparam("wanted_kind")
        rows = self._rows.where(self._is_aside, of_kind, self._up_to_newest)
        return rows.order_by(self._seq)

    @cached_property
    def sum(self) -> Select[Any]:
        """The sum of a row."""
        return self._from_entries(self._entry.c.sum).where(self._seq == bindparam("number"))

    @cached_property
    def sums_after(self) -> Select[Any]:
        """Seq and sum of the rows after a seq."""
        sums = self._from_entries(self._seq, self._entry.c.sum)
        return sums.where(self._seq > bindparam("after"))

    @cached_property
    def parent(self) -> Select[Any]:
        """The parent of a row."""
        return self._from_entries(self._entry.c.parent).where(self._seq == bindparam("number"))

    @cached_property
    def extent(self) -> Select[Any]:
        """How many rows there are after a seq, the first and the last."""
        counted = self._from_entries(func.count(), func.min(self._seq), func.max(self._seq))
        return counted.where(self._seq > bindparam("after"))

    @cached_property
    def bodies(self) -> Select[Any]:
        """The bodies of all rows up to a seq."""
        return self._from_entries(self._entry.c.body).where(self._seq <= bindparam("last"))

    @cached_property
    def bodies_and_rules(self) -> Select[Any]:
        """Body and ruleset of all rows."""
        return self._from_entries(self._entry.c.body, self._entry.c.rules)

    @cached_property
    def jumps(self) -> Select[Any]:
        """The play rows whose parent is not the row before, the newest first."""
        jumping = self._from_entries(self._seq, self._entry.c.parent).where(
            self._is_play,
            self._entry.c.parent != self._seq - ONE,
            self._seq <= bindparam("tip"),
            self._seq >= bindparam("low"),
        )
        return jumping.order_by(self._seq.desc())

    @cached_property
    def undone(self) -> Select[Any]:
        """The undos and redos since the last play entry."""
        played = self._entry.alias("played")
        last = (
            select(played.c.seq)
            .where(*self._own(played), played.c.kind == PLAY, played.c.seq <= bindparam("newest"))
            .order_by(played.c.seq.desc())
            .limit(1)
        )
        last_play = func.coalesce(last.scalar_subquery(), 0)
        back_or_forth = self._entry.c.kind.in_((bindparam("undo"), bindparam("redo")))
        undone = self._from_entries(self._entry.c.kind, self._entry.c.parent).where(
            self._is_aside, back_or_forth, last_play < self._seq, self._up_to_newest
        )
        return undone.order_by(self._seq)

    @cache  # noqa: B019  (there is one for each back end, and it stays)
    def rows_holding(self, count: int) -> Select[Any]:
        """Seq, parent and body of play entries with one of so many texts, `text_0` and so on."""
        body = self._entry.c.body
        held = [PositionOf(body, bindparam(f"text_{number}")) > 0 for number in range(count)]
        between = self._seq.between(bindparam("low"), bindparam("high"))
        rows = self._from_entries(self._seq, self._entry.c.parent, body)
        return rows.where(between, self._is_play, or_(*held)).order_by(self._seq)

    # Sessions

    @cached_property
    def runs(self) -> Select[Any]:
        """The first rows of all runs of rows with one session id."""
        before = self._entry.alias("before")
        row_before = and_(*self._own(before), before.c.seq == self._seq - 1)
        runs = (
            select(self._seq)
            .select_from(self._entry.outerjoin(before, row_before))
            .where(*self._own(self._entry), self._up_to_newest)
            .where(before.c.session.is_distinct_from(self._entry.c.session))
        )
        return runs.order_by(self._seq)

    @cached_property
    def last_played(self) -> Select[Any]:
        """Session id and time of the newest play row."""
        played = self._from_entries(self._entry.c.session, self._entry.c.at)
        played = played.where(self._is_play, self._up_to_newest)
        return played.order_by(self._seq.desc()).limit(1)

    @cached_property
    def has_play(self) -> Select[Any]:
        """Whether there is a play row from one seq to before another."""
        from_low = self._seq >= bindparam("low")
        before_high = self._seq < bindparam("high")
        return select(exists().where(*self._own(self._entry), self._is_play, from_low, before_high))

    # Blobs

    @cached_property
    def put_blob(self) -> Insert:
        """Store a blob, unless it is stored already."""
        return self.tables.insert(self._blob).on_conflict_do_nothing()

    @cached_property
    def blob_names(self) -> Select[Any]:
        """The sha256 of all blobs, in order."""
        names = select(self._blob.c.sha256).where(*self._own(self._blob))
        return names.order_by(self._blob.c.sha256)

    @cached_property
    def some_blobs(self) -> Select[Any]:
        """Name and packed text of the blobs of a PAGE of names, `name_0` and so on."""
        wanted = self._blob.c.sha256.in_([bindparam(f"name_{number}") for number in range(PAGE)])
        blobs = select(self._blob.c.sha256, self._blob.c.zlib)
        return blobs.where(*self._own(self._blob), wanted)

    # Checkpoints

    @cached_property
    def chain(self) -> Select[Any]:
        """The play entries of the story of `tip`, in order.

        They go back to one after a checkpoint before `unusable`, or to the first.
        """
        newest = self._from_entries(self._seq, self._entry.c.parent)
        newest = newest.where(self._seq == bindparam("tip"), self._is_play)
        chain = newest.cte("chain", recursive=True)
        parent = self._entry.alias("parent_row")
        stored = exists().where(
            *self._own(self._checkpoint),
            self._checkpoint.c.entry == chain.c.seq,
            self._checkpoint.c.shape == bindparam("own_shape"),
            self._checkpoint.c.entry < bindparam("unusable"),
        )
        before = (
            select(parent.c.seq, parent.c.parent)
            .select_from(chain.join(parent, parent.c.seq == chain.c.parent))
            .where(*self._own(parent), ~stored, parent.c.seq < chain.c.seq)
        )
        chain = chain.union_all(before)
        return select(chain.c.seq).order_by(chain.c.seq)

    @cached_property
    def checkpoint_of(self) -> Select[Any]:
        """The packed state after an entry, and the sum of its row."""
        of_entry = and_(*self._own(self._entry), self._checkpoint.c.entry == self._seq)
        return (
            select(self._checkpoint.c.zlib, self._entry.c.sum)
            .select_from(self._checkpoint.join(self._entry, of_entry))
            .where(*self._own(self._checkpoint))
            .where(self._checkpoint.c.entry == bindparam("number"))
            .where(self._checkpoint.c.shape == bindparam("own_shape"))
        )

    @cached_property
    def checkpoints(self) -> Select[Any]:
        """Entry, depth, shape and packed state of the next checkpoints after an entry, in order."""
        stored = self._checkpoint.c
        following = select(stored.entry, stored.depth, stored.shape, stored.zlib)
        following = following.where(*self._own(self._checkpoint), stored.entry > bindparam("after"))
        return following.order_by(stored.entry).limit(bindparam("most"))

    @cached_property
    def put_checkpoint(self) -> Insert:
        """Store a checkpoint."""
        return insert(self._checkpoint)

    @cached_property
    def drop_other_shapes(self) -> Delete:
        """Delete the checkpoints of another shape."""
        others = self._checkpoint.c.shape != bindparam("own_shape")
        return delete(self._checkpoint).where(*self._own(self._checkpoint), others)
