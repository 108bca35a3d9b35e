"""The journal on the shared tables of a server tells what it tells of the file it came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from sqlalchemy import Executable

from core.play.facts.table.commands import WriteNote
from core.values import replace
from saves.campaign import marks
from saves.store import integrity, journal, session_starts, state_history
from saves.store.connection import Connection
from saves.store.journal import Blob, HeadMoved
from saves.store.postgres import server_connection
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_tables import STATEMENTS
from saves.store.releases import SCHEMA
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.files import FILES
from saves.store.state_history import StateHistory
from saves.store.statements import Statements
from tests.saves.campaigns import HARSK, TAM, begun, hurt

TABLE = re.compile(r"\boutrider_(?:campaign|entry|blob|checkpoint)\b(?!\.)")
"""A table that a statement reads or writes; with a dot it is that of a column."""

Dial = Callable[[str], ServerConnection]


@pytest.fixture
def dial(server_url: str) -> Iterator[Dial]:
    """Connects to a campaign of the server, which has none when a test begins."""
    dialled: list[ServerConnection] = []

    def dial_campaign(campaign: str) -> ServerConnection:
        connection = ServerConnection(server_url, campaign)
        dialled.append(connection)
        return connection

    yield dial_campaign
    for connection in dialled:
        connection.close()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A campaign's file with undone entries, notes, sessions and checkpoints, open to be read."""
    monkeypatch.setattr(state_history, "EVERY", 2)
    path = tmp_path / "a.outrider"
    with begun(path, HARSK, TAM) as campaign:
        for amount in (1, 2, 3):
            hurt(campaign, amount)
        campaign.undo()
        campaign.undo()
        campaign.redo()
        campaign.record(WriteNote("100 % 'quoted', %s and :named"))
        marks.begin_session(campaign, "The second evening")
        hurt(campaign, 4)
        campaign.undo()
        campaign.undo()
    with closing(FILES.read(FilePlace(path))) as reading:
        yield reading.reader


def copy_to(target: Connection, source: Connection, campaign: str) -> None:
    """Store on a server what a file has; the checkpoints are made anew."""
    journal.put_campaign(target, campaign, "A")
    blobs = [
        Blob(name, journal.blob_kind(source, name), journal.blob(source, name) or "")
        for name in journal.blobs(source)
    ]
    rows = list(journal.rows(source))
    journal.append(target, rows[:3], "{}", blobs)
    journal.append(target, rows[3:], journal.stored_face(source), blobs, schema=SCHEMA)


def all_that_is_read(reader: Connection) -> dict[str, object]:
    """What the journal and what stands on it tell of a campaign."""
    head = journal.stored_head(reader)
    newest = journal.head_at(reader, head)
    entry_id = next(journal.rows(reader)).id
    history = StateHistory(reader)
    names = journal.blobs(reader)
    return {
        "rows": list(journal.rows(reader)),
        "some rows": list(journal.stored(reader, 2, 3)),
        "page": journal.page(reader, 4, head),
        "row of an id": journal.row_of(reader, entry_id),
        "no row": journal.row(reader, head + 1),
        "played": list(journal.played(reader, {2, 4, 5})),
        "sums": sorted(journal.sums(reader, 3)),
        "aside": [journal.aside(reader, kind) for kind in ("undo", "redo", "note", "session")],
        "redo": journal.undone_intents(reader, journal.NEWEST),
        "spans": journal.spans(reader, newest.tip, 1),
        "holding": journal.holding(reader, 1, journal.NEWEST, "tam", 'k"'),
        "damage": [journal.damage(reader, head, tail) for tail in (None, 3)],
        "face": journal.stored_face(reader),
        "blobs": [(name, journal.blob(reader, name)) for name in names],
        "packed": sorted(journal.packed_blobs(reader, names)),
        "named": journal.named_blobs(reader, head),
        "sessions": session_starts.starts(reader, head),
        "running": session_starts.running_session(reader, head),
        "whole": list(integrity.drawn_or_ruled(reader)),
        "states": [history.moment(row.tip).state for row in journal.rows(reader)],
        "schema": reader.schema,
    }


def test_a_server_tells_what_the_file_tells(file: Connection, dial: Dial) -> None:
    """Given the rows of a file stored on a server, then all that is read of them is the same."""
    on_server = dial("a")

    copy_to(on_server, file, "a")

    assert all_that_is_read(on_server) == all_that_is_read(file) | {"schema": SCHEMA}
    assert journal.stored_id(on_server) == "a"


def test_campaigns_that_share_the_tables_do_not_touch_each_other(
    file: Connection, dial: Dial
) -> None:
    """Given the same entries in two campaigns, when one is changed, then the other is as before."""
    first = dial("first")
    second = dial("second")
    copy_to(first, file, "first")
    before = all_that_is_read(first)
    copy_to(second, file, "second")
    last = list(journal.rows(second))[-1]
    unsummed = replace(last, seq=last.seq + 1, id="new", prev=last.sum, receipts=b"")
    row = replace(unsummed, sum=journal.digest(unsummed, b""))

    journal.append(second, [row], '{"changed": true}', [Blob("0" * 64, "board", "text")])
    writing = StateHistory(second, second)
    assert writing.add(row.tip, writing.moment(row.tip))
    assert StateHistory(second).checkpoint(row.tip) is not None
    assert journal.rename(second, "Renamed") == "A"

    assert StateHistory(first).checkpoint(row.tip) is None
    assert all_that_is_read(first) == before
    assert journal.stored_name(first) == "A"
    assert journal.stored_name(second) == "Renamed"
    assert journal.stored_head(second) == row.seq


def test_an_append_to_a_head_that_has_moved_stores_nothing(file: Connection, dial: Dial) -> None:
    """Given two writers of one campaign, when both append after the same row, then one is told."""
    writer = dial("a")
    other = dial("a")
    copy_to(writer, file, "a")
    last = list(journal.rows(writer))[-1]
    rows = []
    for entry_id in ("one", "two"):
        unsummed = replace(last, seq=last.seq + 1, id=entry_id, prev=last.sum, receipts=b"")
        rows.append(replace(unsummed, sum=journal.digest(unsummed, b"")))

    journal.append(writer, rows[:1], "{}")
    with pytest.raises(HeadMoved):
        journal.append(other, rows[1:], "{}", [Blob("0" * 64, "board", "text")])

    assert journal.row_of(other, "two") is None
    assert journal.row_of(other, "one") == rows[0]
    assert "0" * 64 not in journal.blobs(other)


def test_a_snapshot_does_not_see_what_is_appended_meanwhile(file: Connection, dial: Dial) -> None:
    """Given a snapshot, when another connection renames the campaign, then it is not seen."""
    writer = dial("a")
    reader = dial("a")
    copy_to(writer, file, "a")

    with reader.snapshot():
        assert journal.stored_name(reader) == "A"
        journal.rename(writer, "B")
        assert journal.stored_name(reader) == "A"
    assert journal.stored_name(reader) == "B"


def all_statements() -> Iterator[tuple[str, Executable]]:
    """All statements on the tables of a server, by name."""
    for name, declared in vars(Statements).items():
        if isinstance(declared, cached_property):
            yield name, getattr(STATEMENTS, name)
    yield "rows_holding", STATEMENTS.rows_holding(2)


@pytest.mark.parametrize(("name", "statement"), all_statements())
def test_every_table_of_a_statement_is_bound_to_the_campaign(
    name: str, statement: Executable
) -> None:
    """Given a statement, then it names the campaign once for each table that it reads or writes."""
    text = server_connection.compiled(statement).text

    tables = TABLE.findall(text)
    assert tables
    assert text.count("%(campaign)s") == len(tables), name


def test_a_campaign_that_is_deleted_takes_its_rows_with_it(file: Connection, dial: Dial) -> None:
    """Given two campaigns, when one is deleted, then nothing of it and all of the other is left."""
    first = dial("first")
    second = dial("second")
    copy_to(first, file, "first")
    copy_to(second, file, "second")

    first.raw.execute("DELETE FROM outrider_campaign WHERE id = 'first'")

    for table in ("entry", "blob", "checkpoint"):
        counted = f"SELECT count(*) FROM outrider_{table} WHERE campaign = 'first'"
        assert first.raw.execute(counted.encode()).fetchone() == (0,)
    assert list(journal.rows(second)) == list(journal.rows(file))
