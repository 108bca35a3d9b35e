"""An open campaign of a server: others write too, the connection is lost, tables are newer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg
from psycopg.errors import LockNotAvailable, RaiseException

from core.messages import Refusal
from core.play.facts.road.commands import Wait
from core.play.facts.table.commands import FoundCampaign, WriteNote
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.library import branches, library
from saves.store import integrity, journal, session_starts
from saves.store.entries import Annotate, Kept, NameSession
from saves.store.models import ChainHead, StoredRow
from saves.store.packaged_rulesets import packaged
from saves.store.places import library_at
from saves.store.postgres import held_campaign, server_access, server_connection
from saves.store.postgres.held_campaign import HeldCampaign
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_place import ServerPlace
from saves.store.postgres.servers import Server
from saves.store.refusals import CannotKeep, CannotOpen, NotRecorded
from tests.saves.store.postgres.server import as_user
from tui.kit.phrases import say

WAIT = Wait(Fraction(1, 10))


@pytest.fixture(autouse=True)
def club(server_url: str) -> Iterator[str]:
    """The library is on a server without campaigns; its address."""
    with library_at(server_url):
        yield server_url


def begin(name: str = "Rime") -> Campaign:
    """A campaign of two entries, open."""
    campaign = library.create(name, packaged("pf1"))
    campaign.record(Wait(Fraction(1)))
    return campaign


def query(url: str, text: str, *values: object) -> list[tuple[object, ...]]:
    """What somebody else finds, or changes, at the same moment."""
    with psycopg.connect(url) as raw:
        cursor = raw.execute(text.encode(), values)
        if cursor.description is None:
            return []
        rows: list[tuple[object, ...]] = cursor.fetchall()
        return rows


def connection_of(campaign: Campaign) -> ServerConnection:
    """The connection that an open campaign has."""
    assert isinstance(campaign.opened, HeldCampaign)
    return campaign.opened.connection


def end_connection(url: str, connection: ServerConnection) -> None:
    """The server ends a connection, as when it is restarted."""
    pid = connection.raw.info.backend_pid
    assert query(url, "SELECT pg_terminate_backend(%s, 5000)", pid) == [(True,)]


@pytest.fixture
def losing_before_commit(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> AbstractContextManager[None]:
    """The server ends the connection of whoever has written a row, before COMMIT."""
    put_row = journal.put_row

    def put_and_lose(writer: ServerConnection, row: StoredRow) -> None:
        put_row(writer, row)
        end_connection(club, writer)

    @contextmanager
    def losing() -> Iterator[None]:
        with monkeypatch.context() as patched:
            patched.setattr(journal, "put_row", put_and_lose)
            yield

    return losing()


@pytest.fixture
def losing_the_answer(club: str, monkeypatch: pytest.MonkeyPatch) -> AbstractContextManager[None]:
    """The server ends the connection of whoever writes, just after COMMIT."""
    begin = ServerConnection.begin

    @contextmanager
    def begin_and_lose(self: ServerConnection) -> Iterator[None]:
        with begin(self):
            yield
        end_connection(club, self)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    @contextmanager
    def losing() -> Iterator[None]:
        with monkeypatch.context() as patched:
            patched.setattr(ServerConnection, "begin", begin_and_lose)
            yield

    return losing()


def waits(campaign: Campaign) -> list[Fraction]:
    """The hours of the entries that waited, in order."""
    commands = [entry.command for entry in campaign.story.log()]
    return [command.hours for command in commands if isinstance(command, Wait)]


@pytest.mark.parametrize("table", ["outrider_entry", "outrider_blob"])
@pytest.mark.parametrize("verb", ["UPDATE {table} SET campaign = campaign", "DELETE FROM {table}"])
def test_what_was_written_is_never_rewritten(club: str, table: str, verb: str) -> None:
    begin().close()
    with pytest.raises(RaiseException, match=f"the table {table} is never rewritten"):
        query(club, verb.format(table=table))


def test_two_who_write_at_once_are_both_recorded() -> None:
    """Given two windows on one campaign, when both record, then the second follows the first."""
    with begin() as first, library.open("Rime") as second:
        first.record(Wait(Fraction(2)))
        second.record(Wait(Fraction(3)))
        first.record(Wait(Fraction(4)))

        assert (first.refresh(), second.refresh()) == (False, True)
        assert waits(second) == waits(first) == [1, 2, 3, 4]
        assert second.state == first.state
        assert integrity.find_damage(second.opened) == []


def test_a_command_that_comes_to_something_else_by_now_is_shown_again() -> None:
    """Given an entry of somebody else, when a command no longer fits, then it is not recorded."""
    with begin() as first, library.open("Rime") as second:
        first.record(WAIT)

        with pytest.raises(NotRecorded, match="moved_on"):
            second.record(WriteNote("at the hour that it was"))
        assert second.head == first.head == 3
        assert second.state == first.state


def test_an_undo_that_was_meant_for_another_entry_undoes_nothing() -> None:
    """Given an entry of somebody else, when another is to be undone, then that is shown first."""
    with begin() as first, library.open("Rime") as second:
        first.record(WAIT)

        with pytest.raises(NotRecorded, match="moved_on"):
            second.undo()
        assert (second.head, second.tip) == (3, 3)


def test_a_note_to_an_entry_is_written_whatever_others_do_meanwhile() -> None:
    """Given an entry of somebody else, when one before it gets a note, then that is written."""
    with begin() as first, library.open("Rime") as second:
        first.record(WAIT)
        marks.annotate(second, 2, "here it began")
        assert [note.command for note in second.story.notes()] == [Annotate(2, "here it began")]
        assert (second.head, integrity.find_damage(second.opened)) == (4, [])


def test_the_title_and_the_notes_of_a_session_stand_whoever_writes_first() -> None:
    """Given notes of somebody else, when a session gets a title, then it has both, and reversed."""
    with begin() as first, library.open("Rime") as second:
        marks.name_session(first, 1, notes="who paid?")
        titled = marks.name_session(second, 1, title="The ford")
        assert titled.command == NameSession(1, "The ford", "who paid?")

        noted = marks.name_session(first, 1, notes="nobody knows")
        assert noted.command == NameSession(1, "The ford", "nobody knows")
        assert integrity.find_damage(second.opened) == []


def test_a_session_that_two_join_at_once_is_joined_once() -> None:
    """Given three sessions, when two people join the last two, then the first stays apart."""
    with begin() as first, library.open("Rime") as second:
        first.record(WAIT)
        first.record(WAIT)
        marks.split_session(first, 3)
        marks.split_session(first, 4)
        second.refresh()
        marks.join_sessions(first, 4)

        with pytest.raises(Refusal, match="joined_already"):
            marks.join_sessions(second, 4)
        assert session_starts.starts(second.opened.reader, second.head) == (1, 3)


def test_a_session_is_split_whatever_others_do_meanwhile() -> None:
    """Given an entry of somebody else, when a session is split before it, then it is split."""
    with begin() as first, library.open("Rime") as second:
        first.record(WAIT)
        marks.split_session(second, 2)
        assert session_starts.starts(second.opened.reader, second.head) == (1, 2)


def test_of_a_server_that_is_gone_nobody_says_that_no_check_is_needed(tmp_path: Path) -> None:
    server = Server(f"postgresql://gm@/club?host={tmp_path}")
    with pytest.raises(CannotOpen, match="no_server"):
        server.is_large(ServerPlace(server.url, "Rime"))


def test_entries_say_who_wrote_them(club: str) -> None:
    begin().close()
    with library_at(as_user(club, "guest")), library.open("Rime") as campaign:
        campaign.record(WAIT)
        writers = [row.who for row in journal.rows(campaign.opened.reader)]
    assert writers == ["outrider", "outrider", "guest"]


def is_locked(url: str) -> bool:
    """Whether somebody holds the row of the only campaign."""
    try:
        query(url, "SELECT FROM outrider_campaign FOR NO KEY UPDATE NOWAIT")
    except LockNotAvailable:
        return True
    return False


def test_who_loses_twice_stands_in_line(monkeypatch: pytest.MonkeyPatch, club: str) -> None:
    """Given somebody who is always faster, when a command is recorded, then they wait for it."""
    begin_transaction = ServerConnection.begin
    locked: list[bool] = []
    with begin() as first, library.open("Rime") as second:

        def begin_late(self: ServerConnection) -> AbstractContextManager[None]:
            if self is connection_of(second):
                locked.append(is_locked(club))
                if not locked[-1]:
                    first.record(WAIT)
            return begin_transaction(self)

        monkeypatch.setattr(ServerConnection, "begin", begin_late)
        second.record(WAIT)

        assert locked == [False, False, True]
        assert second.head == 5
        assert integrity.find_damage(second.opened) == []


def test_a_connection_that_ends_while_nobody_plays_is_made_again(club: str) -> None:
    """Given a server that was restarted, when play goes on, then nothing is said of it."""
    with begin() as campaign:
        end_connection(club, connection_of(campaign))
        assert campaign.refresh() is False
        end_connection(club, connection_of(campaign))
        campaign.record(Wait(Fraction(2)))
        assert (campaign.head, campaign.warnings) == (3, ())


def test_a_connection_that_ends_while_a_campaign_is_opened_makes_it_not_read_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a connection that ends at the last moment, then that is said, and nothing is open."""
    begin().close()
    opened: list[HeldCampaign] = []

    def lose_first(self: HeldCampaign, head: ChainHead) -> None:
        opened.append(self)
        if len(opened) == 1:
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(HeldCampaign, "begin", lose_first)
    with pytest.raises(CannotOpen, match="no_server"):
        library.open("Rime")
    with library.open("Rime") as campaign:
        assert not campaign.read_only


def test_an_entry_whose_answer_was_lost_is_found_by_its_id(
    losing_the_answer: AbstractContextManager[None],
) -> None:
    """Given a COMMIT whose answer is lost, when it is asked for, then it is stored once."""
    with begin() as campaign:
        with losing_the_answer:
            entry = campaign.record(Wait(Fraction(2)))

        assert entry.seq == campaign.head == 3
        (warning,) = campaign.warnings
        assert say(warning).endswith("but it is stored.")
        campaign.record(Wait(Fraction(3)))
        assert waits(campaign) == [1, 2, 3]


def test_an_entry_that_was_not_committed_is_not_recorded(
    losing_before_commit: AbstractContextManager[None],
) -> None:
    """Given a connection that ends before COMMIT, then nothing is stored, and play goes on."""
    with begin() as campaign:
        with losing_before_commit, pytest.raises(NotRecorded, match="not_saved") as refused:
            campaign.record(Wait(Fraction(2)))

        assert refused.value.outcome == "no"
        assert campaign.head == 2
        campaign.record(Wait(Fraction(3)))
        assert waits(campaign) == [1, 3]


def test_a_connection_that_ends_while_one_is_in_line_is_made_again(
    club: str, losing_before_commit: AbstractContextManager[None]
) -> None:
    """Given a connection that ends in line, then that is what is said, and play goes on."""
    with begin() as campaign:
        with (
            losing_before_commit,
            pytest.raises(NotRecorded, match="not_saved") as refused,
            campaign.recorder.in_line(),
        ):
            campaign.record(Wait(Fraction(2)))

        assert refused.value.outcome == "no"
        assert not is_locked(club)
        campaign.record(Wait(Fraction(3)))
        assert waits(campaign) == [1, 3]


def test_a_server_that_is_gone_for_a_while_is_found_again(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server that does not come back in time, when it does later, then play goes on."""
    connect = server_access.connect
    put_row = journal.put_row

    def find_nobody(url: str) -> psycopg.Connection:
        raise psycopg.OperationalError("connection refused")

    def put_and_lose(writer: ServerConnection, row: StoredRow) -> None:
        monkeypatch.setattr(server_connection, "connect", find_nobody)
        end_connection(club, writer)
        put_row(writer, row)

    monkeypatch.setattr(held_campaign, "PATIENCE", 0.1)
    with begin() as campaign:
        monkeypatch.setattr(journal, "put_row", put_and_lose)
        with pytest.raises(NotRecorded, match="unknown_outcome") as refused:
            campaign.record(Wait(Fraction(2)))
        assert "the server cannot be asked" in say(refused.value.message)
        with pytest.raises(NotRecorded, match="lost"):
            campaign.record(Wait(Fraction(2)))
        monkeypatch.setattr(journal, "put_row", put_row)
        monkeypatch.setattr(server_connection, "connect", connect)

        campaign.record(Wait(Fraction(3)))
        assert waits(campaign) == [1, 3]


def test_a_campaign_that_somebody_else_bins_takes_nothing_more() -> None:
    with begin() as campaign:
        library.bin(campaign.place)
        with pytest.raises(NotRecorded, match="astray"):
            campaign.record(Wait(Fraction(2)))
        assert campaign.read_only


def test_a_campaign_keeps_its_place_when_somebody_else_renames_it() -> None:
    with begin() as campaign:
        renamed = library.rename(campaign.place, "Frost")

        assert renamed == campaign.place
        campaign.record(Wait(Fraction(2)))
        with Campaign.open(campaign.place, read_only=True) as again:
            assert (again.head, str(again.place)) == (3, str(renamed))


@pytest.mark.parametrize(("min_reader", "reads"), [(99, False), (1, True)])
def test_a_campaign_that_needs_a_newer_outrider_is_refused(
    club: str, min_reader: int, reads: bool
) -> None:
    """Given a campaign with a higher schema number, then it is not played, and read if it may."""
    with begin() as campaign:
        place = campaign.place
    query(club, "UPDATE outrider_campaign SET schema_number = 99, min_reader = %s", min_reader)

    with pytest.raises(CannotOpen, match="newer_file"):
        library.open(place)
    if reads:
        Server(club).inspect(place, for_play=False)
    else:
        with pytest.raises(CannotOpen, match="newer_file"):
            Server(club).inspect(place, for_play=False)


def test_tables_of_a_newer_outrider_are_not_played_on(club: str) -> None:
    with begin() as campaign:
        place = campaign.place
    query(club, "UPDATE outrider_meta SET schema = 9")
    try:
        with pytest.raises(CannotOpen, match="newer_tables"):
            library.open(place)
        assert [shelf.name for shelf in library.listing()] == ["Rime"]
        query(club, "UPDATE outrider_meta SET min_reader = 9")
        with pytest.raises(CannotOpen, match="newer_tables"):
            library.listing()
    finally:
        query(club, "UPDATE outrider_meta SET schema = 1, min_reader = 1")


def test_nobody_else_sees_a_what_if_until_it_is_kept(club: str) -> None:
    """Given a what-if copy, then it is its maker's own; kept, it is everybody's."""
    guest = Server(as_user(club, "guest"))
    with begin() as campaign:
        place = campaign.place
    trial = branches.branch(place, 2, say)

    assert [place.name for place, _ in guest.labels()] == ["Rime"]
    branches.keep(trial, "Frost")
    assert [place.name for place, _ in guest.labels()] == ["Frost", "Rime"]


def test_a_what_if_that_is_kept_although_the_answer_was_lost_is_shown(
    club: str, losing_the_answer: AbstractContextManager[None]
) -> None:
    guest = Server(as_user(club, "guest"))
    begin().close()
    trial = branches.branch(ServerPlace(club, "Rime"), 2, say)

    with losing_the_answer:
        branches.keep(trial)

    assert [place.name for place, _ in guest.labels()] == ["Rime", trial.title]


def test_a_what_if_is_kept_even_if_it_cannot_be_shown_at_once(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server that fails after COMMIT, then it is kept, and shown when it is opened."""
    guest = Server(as_user(club, "guest"))
    begin().close()
    trial = branches.branch(ServerPlace(club, "Rime"), 2, say)

    def fail(self: HeldCampaign) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patched, library.open(trial) as campaign:
        patched.setattr(HeldCampaign, "_show_if_kept", fail)
        campaign.recorder.write_mark(Kept(), campaign.tip)
        assert campaign.story.branch_point is None
    assert [place.name for place, _ in guest.labels()] == ["Rime"]

    library.open(trial).close()
    assert [place.name for place, _ in guest.labels()] == ["Rime", trial.title]


def test_two_may_call_their_what_ifs_the_same(club: str) -> None:
    with begin() as campaign:
        place = campaign.place
    own = branches.branch(place, 2, say)

    with library_at(as_user(club, "guest")):
        others = branches.branch(ServerPlace(as_user(club, "guest"), "Rime"), 2, say)

    assert own.title == others.title == "Rime, what if 1"
    copies = query(club, "SELECT who FROM outrider_campaign WHERE name = %s", own.title)
    assert sorted(copies) == [("guest",), ("outrider",)]


def test_who_may_only_read_opens_for_reading(club: str) -> None:
    """Given a user without the right to write, then the campaign opens read-only and says why."""
    begin().close()
    reader = as_user(club, "reader", "SELECT")

    with library_at(reader), library.open("Rime") as campaign:
        assert campaign.read_only
        (warning,) = campaign.warnings
        assert say(warning).startswith("The server takes no entries of Rime from you just now")


def test_a_name_that_somebody_else_takes_first_is_taken(club: str) -> None:
    """Given a campaign in the making, when another gets its name, then nothing of it stays."""
    name, place = library.free("Rime")
    begin().close()

    with pytest.raises(CannotKeep, match="taken"):
        Campaign.create(
            place, FoundCampaign(name, "", packaged("pf1").display_name()), ruleset=packaged("pf1")
        )
    assert query(club, "SELECT count(*) FROM outrider_campaign") == [(1,)]


def test_what_was_left_unfinished_goes_with_a_later_new_campaign(club: str) -> None:
    begin().close()
    query(club, "UPDATE outrider_campaign SET is_listed = false, made = now() - INTERVAL '2 days'")

    begin().close()

    assert query(club, "SELECT count(*) FROM outrider_campaign") == [(1,)]


def test_a_stream_goes_on_while_other_things_are_read(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given rows that are fetched two at a time, when others are read meanwhile, all come."""
    monkeypatch.setattr(server_connection, "STREAMED", 2)
    with begin() as campaign:
        for hours in range(2, 9):
            campaign.record(Wait(Fraction(hours)))
        reader = campaign.opened.reader
        seqs = []
        for row in journal.rows(reader):
            seqs.append(row.seq)
            assert journal.blob(reader, row.rules) is not None
            assert len(list(journal.stored(reader, row.seq))) == 9 - row.seq
        assert seqs == list(range(1, 10))
        campaign.record(Wait(Fraction(9)))


def test_no_place_contains_a_password() -> None:
    with pytest.raises(ValueError, match="contains a password") as refused:
        ServerPlace("postgresql://gm:geheim@db/club", "Rime")
    assert "geheim" not in str(refused.value)
