"""The index of a past is what a walk through the journal finds, and can be thrown away."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.messages import Refusal
from core.play.facts.table.commands import WriteNote
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.history.history import History, Say
from saves.history.index import index_file
from saves.history.index.index import follow, read, starts
from saves.history.index.index_file import IndexProgress
from saves.history.navigation import Beat, Unit, beat, beats, facts_of, neighbour
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import tamper
from tests.saves.history.pasts import parts, shouted, starts_of, walked
from tests.thorough import examples
from tui.view import said

RARELY = settings(
    examples(2, 100), suppress_health_check=list(HealthCheck), deadline=None, database=None
)
UNITS: tuple[Unit, ...] = ("entry", "turn", "round", "fight", "day", "session")


@cache
def _played() -> bytes:
    """The file of a campaign of some sixty rows."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        for _ in parts(path, 5, 2):
            pass
        return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "a.outrider").write_bytes(_played())
    return tmp_path / "a.outrider"


def kept(path: Path, say: Say = said) -> list[object]:
    """All that the index holds."""
    tables = ("beat", "telling", "sitting", "cut")

    def work(db: sqlite3.Connection) -> list[object]:
        found: list[object] = [db.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
        return [*found, db.execute("SELECT rowid FROM words WHERE words MATCH 'ogre'").fetchall()]

    with History.open(FilePlace(path), say) as look:
        return read(look, work)


def index_of(path: Path) -> Path:
    """The file of the index, made."""
    kept(path)
    (found,) = index_file.folder().glob("*.sqlite")
    return found


@pytest.fixture
def look(path: Path) -> Iterator[History]:
    with History.open(FilePlace(path), said) as opened:
        yield opened


@RARELY
@given(seed=st.integers(0, 10**6))
def test_the_index_is_what_a_walk_through_the_journal_finds(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("walk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTRIDER_HOME", str(folder))
        reader: History | None = None
        for campaign in parts(folder / "a.outrider", seed, 2):
            reader = reader or History.open(campaign.place, said)
            reader.refresh()
            expected = walked(campaign)

            assert beats(reader) == expected
            assert starts(reader) == starts_of(campaign)
            stepped(reader, expected)
        assert reader is not None
        grown = kept(file_of(reader.place))
        reader.close()
        shutil.rmtree(index_file.folder())
        assert kept(file_of(reader.place)) == grown


def stepped(look: History, expected: tuple[Beat, ...]) -> None:
    """Steps lead where the plain walk leads."""
    listed = [one for one in expected if counts(one)]
    for beat_here in expected[::7]:
        stepped_by_session(look, listed, beat_here)
    for unit in UNITS:
        if unit == "session":
            continue
        bare = boardless(look, listed) if unit == "fight" else frozenset()
        openings = sorted({*opened(listed, unit), *bare})
        for one in expected[:: 7 if unit != "entry" else 3]:
            assert neighbour(look, one.seq, unit, 1) == next(
                (seq for seq in openings if seq > one.seq), None
            ), (unit, one)
            here = [seq for seq in openings if seq <= at(listed, unit, one)]
            before = here[:-1] if one.seq in bare or inside(listed, unit, one) else here
            assert neighbour(look, one.seq, unit, -1) == (before[-1] if before else None), (
                unit,
                one,
            )


def stepped_by_session(look: History, listed: list[Beat], beat_here: Beat) -> None:
    """A row that is not listed is of its own session too, though the session is yet to open."""
    openings = {seq: beat(look, seq) for seq in opened(listed, "session")}
    later = [seq for seq, first in openings.items() if first and first.session > beat_here.session]
    earlier = [
        seq for seq, first in openings.items() if first and first.session < beat_here.session
    ]
    following = later[0] if later else None
    previous = earlier[-1] if earlier else None
    assert neighbour(look, beat_here.seq, "session", 1) == following, beat_here
    assert neighbour(look, beat_here.seq, "session", -1) == previous, beat_here


def boardless(look: History, listed: list[Beat]) -> frozenset[int]:
    """The rows with which fights begin that have no board."""
    road = {one.seq for one in listed if not one.encounter}
    begun = (seq for seq, facts in facts_of(look) if facts.fights)
    return frozenset(road.intersection(begun))


def counts(one: Beat) -> bool:
    """Whether a row is part of the story."""
    return not one.undone and one.kind not in ("undo", "redo")


def key(one: Beat, unit: Unit) -> object:
    """What is alike in all rows of one unit; None for one that is of none."""
    found: dict[str, object] = {
        "entry": one.seq,
        "day": one.day,
        "session": one.session,
        "fight": (one.encounter,),
        "round": (one.encounter, one.round),
        "turn": (one.encounter, one.round, one.acting),
    }
    return None if unit in ("fight", "round", "turn") and not one.encounter else found[unit]


def stepping_stones(listed: list[Beat], unit: Unit) -> list[Beat]:
    """Rows that runs are made of: notes lie about in them."""
    return [one for one in listed if unit in ("entry", "session") or one.kind == "play"]


def opened(listed: list[Beat], unit: Unit) -> list[int]:
    """The first row of each run."""
    runs = groupby(stepping_stones(listed, unit), lambda one: key(one, unit))
    return [next(run).seq for found, run in runs if found is not None]


def last(listed: list[Beat], unit: Unit, one: Beat) -> Beat | None:
    """The last stepping stone up to a row."""
    stones = [stone for stone in stepping_stones(listed, unit) if stone.seq <= one.seq]
    return stones[-1] if stones else None


def at(listed: list[Beat], unit: Unit, one: Beat) -> int:
    """Where one stands."""
    found = last(listed, unit, one)
    return 0 if found is None else found.seq


def inside(listed: list[Beat], unit: Unit, one: Beat) -> bool:
    """Whether a row is of a run, so that a step back leads to the one before that."""
    if unit == "entry":
        return any(stone.seq == one.seq for stone in listed)
    found = last(listed, unit, one)
    return found is not None and key(found, unit) is not None


def test_an_undo_that_begins_a_session_is_stepped_from_as_a_row_of_that_session(
    path: Path,
) -> None:
    # given: a session that begins with a row which is not listed, between listed rows
    with Campaign.open(FilePlace(path)) as campaign:
        expected = walked(campaign)
        listed = [row for row in expected if counts(row)]
        unlisted = [
            row for row in expected if not counts(row) and listed[0].seq < row.seq < listed[-1].seq
        ]
        for row in unlisted:
            with suppress(Refusal):
                marks.split_session(campaign, row.seq)
        begun = [row.seq for row in unlisted if row.seq in starts_of(campaign)]
        rewalked = walked(campaign)
    assert begun
    # when, then: its own first listed row is not the next session's
    with History.open(FilePlace(path), said) as look:
        for seq in begun:
            own = beat(look, seq)
            assert own is not None
            following = neighbour(look, seq, "session", 1)
            later = [row.seq for row in rewalked if counts(row) and row.session > own.session]
            assert following == (later[0] if later else None)
            stepped_by_session(look, [row for row in rewalked if counts(row)], own)


def test_it_is_followed_in_chunks_and_is_the_same(path: Path) -> None:
    whole = kept(path)
    index_of(path).unlink()

    with History.open(FilePlace(path), said) as look:
        assert follow(look, 50) == IndexProgress(50, look.head)
        while (end := follow(look, 7)).done < end.of:
            pass
        assert follow(look, 7) == IndexProgress(look.head, look.head)
    assert kept(path) == whole


def test_an_index_that_is_damaged_is_made_again(path: Path) -> None:
    whole = kept(path)
    file = index_of(path)

    file.write_bytes(b"no database" * 1_000)
    assert kept(path) == whole

    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    assert kept(path) == whole


def test_damage_that_shows_while_reading_is_mended(path: Path) -> None:
    whole = kept(path)
    with History.open(FilePlace(path), said) as look:
        follow(look)
        assert look.index is not None
        look.index.db.execute("DROP TABLE telling")

        assert len(beats(look)) == look.head
    assert kept(path) == whole


@pytest.mark.parametrize(
    ("name", "value"), [("made_for", "other"), ("said", "other"), ("sum", "x")]
)
def test_an_index_of_another_make_or_chain_is_made_again(path: Path, name: str, value: str) -> None:
    whole = kept(path)
    with sqlite3.connect(index_of(path)) as raw:
        raw.execute("UPDATE known SET value = ? WHERE name = ?", (value, name))
        raw.execute("UPDATE telling SET text = 'old'")
    raw.close()

    assert kept(path) == whole


@pytest.mark.parametrize("changed", ["SCHEMA", "Facts"])
def test_other_tables_or_facts_ask_for_another_index(
    changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = index_file.made_for()
    other = {"SCHEMA": "CREATE TABLE other (name TEXT);", "Facts": IndexProgress}
    monkeypatch.setattr(index_file, changed, other[changed])

    assert index_file.made_for() != before


def test_another_campaign_with_the_same_id_is_noticed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.outrider"
    for _ in parts(other, 6, 1):
        pass
    with sqlite3.connect(path) as raw:
        (name,) = raw.execute("SELECT id FROM campaign").fetchone()
    raw.close()
    tamper(other, "UPDATE campaign SET id = ?", name)
    first = kept(path)

    second = kept(other)

    assert second != first
    assert kept(path) == first


def test_sentences_are_made_again_in_another_language(path: Path) -> None:
    quiet = kept(path)

    loud = kept(path, shouted)

    assert loud != quiet
    assert kept(path) == quiet


def test_two_copies_of_a_campaign_that_are_open_at_once_have_each_its_own_past(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "copy.outrider"
    shutil.copy(path, other)
    with Campaign.open(FilePlace(other)) as campaign:
        campaign.record(WriteNote("played on"))
        campaign.undo()
    with (
        History.open(FilePlace(path), said) as look,
        History.open(FilePlace(other), said) as copied,
    ):
        ours, theirs = beats(look), beats(copied)

        assert len(theirs) == len(ours) + 2
        assert (beats(look), beats(copied)) == (ours, theirs)


def test_two_programs_of_two_languages_leave_each_other_their_sentences(path: Path) -> None:
    with (
        History.open(FilePlace(path), said) as look,
        History.open(FilePlace(path), shouted) as loud,
    ):
        quiet = [one.text for one in beats(look)]

        assert [one.text for one in beats(loud)] == [text.upper() for text in quiet]
        assert [one.text for one in beats(look)] == quiet
        assert [one.text for one in beats(loud)] == [text.upper() for text in quiet]


def test_where_no_file_can_be_kept_the_index_is_in_memory(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = kept(path)
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path / "file"))

    assert kept(path) == whole


def test_it_ends_before_the_first_row_that_cannot_be_read(path: Path) -> None:
    tamper(path, "UPDATE entry SET body = '{}' WHERE seq = 60")

    with History.open(FilePlace(path), said) as look:
        assert follow(look) == IndexProgress(59, 59)
        assert follow(look) == IndexProgress(59, 59)
        assert len(beats(look)) == 59


def test_an_empty_past_has_no_beats(path: Path, look: History) -> None:
    assert beat(look, 0) is None
    assert beat(look, look.head + 1) is None
    assert beats(look, 10, 9) == ()
    assert neighbour(look, look.head, "entry") is None


def test_steps_of_several_units_stop_at_the_end(look: History) -> None:
    played = (one for one in beats(look) if one.kind == "play" and counts(one))
    mornings = [next(run).seq for _, run in groupby(played, lambda one: one.day)]

    assert len(mornings) > 2
    assert neighbour(look, look.head, "day", -2) == mornings[-3]
    assert neighbour(look, look.head, "day", -99) == mornings[0]
    assert neighbour(look, 1, "day", 99) == mornings[-1]
    assert neighbour(look, 1, "day", -1) is None


def test_facts_are_those_of_the_entries_of_the_story(look: History) -> None:
    told = dict(facts_of(look))
    all_of_them = dict(facts_of(look, story=False))
    play = [one for one in beats(look) if one.kind == "play"]

    assert list(told) == [one.seq for one in play if not one.undone]
    assert list(all_of_them) == [one.seq for one in play]
    assert all(told[one.seq].clock.day == one.day for one in play if not one.undone)
    assert list(dict(facts_of(look, 20, 40))) == [seq for seq in told if 20 <= seq <= 40]


def test_another_language_chosen_meanwhile_is_noticed(path: Path) -> None:
    ways: list[Say] = [said]
    with History.open(FilePlace(path), lambda *what: ways[-1](*what)) as look:
        quiet = beats(look)
        ways.append(shouted)

        assert [one.text for one in beats(look)] == [one.text.upper() for one in quiet]
