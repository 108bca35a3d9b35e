"""A file's schema number is raised by the first entry that needs it, and by nothing else (P5)."""

from __future__ import annotations

import io
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest

from core.messages import Message
from core.play.facts.road.commands import DropPlan
from core.play.facts.table.commands import WriteNote
from core.values import replace
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.findings import UnreadableFile
from saves.exchange.importing import bring_in
from saves.history.history import History
from saves.library import branches, library
from saves.store import journal
from saves.store.journal import Blob
from saves.store.models import StoredRow
from saves.store.refusals import CannotOpen, NotRecorded
from saves.store.releases import FIRST_SCHEMA, MIN_READER, RELEASES, SCHEMA
from saves.store.schema_number import NEEDS, RECEIPTS, schema_needed
from saves.store.sqlite import engine
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.header import uri
from tests.golden import write as golden
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.exchange.exports import brought_in, docs, exported, quietly, written
from tests.saves.verifying import verify
from tui.kit.phrases import say

NEWER = SCHEMA + 1


@pytest.fixture
def first(home: Path) -> Path:
    """A campaign that the first Outrider wrote."""
    paths.campaigns().mkdir(parents=True)
    path = paths.campaigns() / "a.outrider"
    shutil.copy(Path(golden.__file__).with_name("v1.outrider"), path)
    return path


def header(path: Path) -> tuple[int, int]:
    """The schema number and the lowest reader, as a program sees them that ignores the -wal."""
    with closing(sqlite3.connect(uri(path, "mode=ro&immutable=1"), uri=True)) as raw:
        (number,) = raw.execute("PRAGMA user_version").fetchone()
        (lowest,) = raw.execute("SELECT min_reader FROM campaign").fetchone()
    return number, lowest


def need(path: Path, number: int, release: str = "") -> engine.FileConnection:
    """The open connection of a newer program that has just raised the number of a file.

    What it wrote is in the -wal. `release` is the Outrider that the label names, "" for none.
    """
    newer = engine.dial(path, "rw")
    with newer.begin():
        journal.raise_schema(newer, number)
        newer.raw.execute("UPDATE campaign SET face = json_set(face, '$.needs', ?)", (release,))
    return newer


def test_there_is_a_release_for_each_number() -> None:
    assert list(RELEASES) == list(range(FIRST_SCHEMA, SCHEMA + 1))
    assert FIRST_SCHEMA <= MIN_READER <= SCHEMA


# A file is left as it is


def test_a_file_that_is_opened_listed_and_exported_stays_as_it_is(first: Path) -> None:
    """Given a file with a lower number, when nothing is recorded, then no byte of it changes."""
    before = first.read_bytes()

    with Campaign.open(FilePlace(first)) as campaign:
        campaign.story.log(1000)
    with Campaign.open(FilePlace(first), read_only=True):
        pass
    library.listing()
    exported(first)

    assert first.read_bytes() == before
    assert header(first) == (FIRST_SCHEMA, FIRST_SCHEMA)


def test_a_renamed_file_keeps_its_number(first: Path) -> None:
    path = library.rename(FilePlace(first), "Another name")

    assert header(file_of(path)) == (FIRST_SCHEMA, FIRST_SCHEMA)


# The first entry raises it

Act: TypeAlias = Callable[[Campaign], object]
ACTS: dict[str, Act] = {
    "a command": lambda campaign: campaign.record(DropPlan()),
    "an undo": Campaign.undo,
    "a note": lambda campaign: campaign.record(WriteNote("the ogre was paid")),
    "a title": lambda campaign: marks.name_session(campaign, 2, "The ford"),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_the_first_entry_raises_the_number_at_once(first: Path, act: Act) -> None:
    """Given a lower number, when an entry is recorded, then the header has the number needed.

    It has it while the campaign is open: another program may look at any time.
    """
    with Campaign.open(FilePlace(first)) as campaign:
        act(campaign)

        assert header(first) == (MIN_READER, MIN_READER)
        assert not campaign.opened.astray
    assert verify(first) == ()
    assert library.read_shelf(FilePlace(first)).warning is None


def test_a_redo_and_later_entries_keep_the_number(first: Path) -> None:
    with Campaign.open(FilePlace(first)) as campaign:
        campaign.undo()
        campaign.redo()
        campaign.record(DropPlan())

    assert header(first) == (MIN_READER, MIN_READER)


def test_an_entry_that_is_not_recorded_raises_nothing(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails in the middle of the transaction, then the number is as before."""

    def full(*args: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with Campaign.open(FilePlace(first)) as campaign:
        with monkeypatch.context() as patch:
            patch.setattr(journal, "raise_schema", full)
            with pytest.raises(NotRecorded, match="not_saved"):
                campaign.record(DropPlan())
        assert header(first) == (FIRST_SCHEMA, FIRST_SCHEMA)
        campaign.record(DropPlan())
        assert header(first) == (MIN_READER, MIN_READER)


def test_an_entry_needs_what_its_kinds_need(home: Path) -> None:
    """Given kinds of later numbers, then an entry needs the highest of those that it uses."""
    with begun(paths.campaigns() / "a.outrider", HARSK) as campaign:
        campaign.record(WriteNote('he said: "kind":"joined"'))
        founded, joined, noted = journal.stored(campaign.opened.reader)
    receipts = replace(noted, receipts=b"packed")
    board = Blob("f" * 64, "board", "{}")
    more = MIN_READER + 1
    needs = {"joined": more, "board": more + 1, RECEIPTS: more + 2, "founded": more + 3}

    def needed(*rows: StoredRow, blobs: tuple[Blob, ...] = ()) -> int:
        return schema_needed(rows, blobs, needs)

    assert needed(noted) == MIN_READER
    assert needed(noted, joined) == more
    assert needed(joined, blobs=(board,)) == more + 1
    assert needed(receipts) == more + 2
    assert needed(joined, founded) == more + 3


# Copies


def test_a_new_campaign_has_the_number_that_it_needs(home: Path) -> None:
    path = paths.campaigns() / "a.outrider"
    begun(path).close()

    assert header(path) == (NEEDS["ruleset"], NEEDS["ruleset"])


def test_a_what_if_has_the_number_of_its_own_entry(first: Path) -> None:
    """Given a first campaign, when it is branched, then the branch has the number, it has not."""
    path = branches.branch(FilePlace(first), 5, say)

    assert header(file_of(path)) == (MIN_READER, MIN_READER)
    assert header(first) == (FIRST_SCHEMA, FIRST_SCHEMA)


def test_a_rescued_copy_has_the_number_of_its_campaign(first: Path) -> None:
    with Campaign.open(FilePlace(first)) as campaign:
        before = branches.rescue(campaign, say)
        campaign.record(DropPlan())
        after = branches.rescue(campaign, say)

    assert header(file_of(before)) == (FIRST_SCHEMA, FIRST_SCHEMA)
    assert header(file_of(after)) == (MIN_READER, MIN_READER)


def test_an_export_and_its_import_have_the_number_of_the_campaign(first: Path) -> None:
    """Given a first campaign, then its export is of version 1, until an entry raises its number."""
    before = exported(first)
    with Campaign.open(FilePlace(first)) as campaign:
        campaign.record(DropPlan())
    after = exported(first)

    top = docs(before)[0]
    later = docs(after)[0]
    assert top["version"] == 1
    assert not top.keys() & {"schema", "needs"}
    assert (later["version"], later["schema"], later["needs"]) == (
        2,
        MIN_READER,
        RELEASES[MIN_READER],
    )
    assert header(file_of(brought_in(before, "b").place)) == (FIRST_SCHEMA, FIRST_SCHEMA)
    assert header(file_of(brought_in(after, "c").place)) == (MIN_READER, MIN_READER)


@pytest.mark.parametrize(
    ("key", "needs", "told"),
    [
        ("version", "0.12.1", "0.12.1"),
        ("version", "9" * 99, None),
        ("version", 3, None),
        ("schema", "0.12.1", "0.12.1"),
        ("schema", "the next", None),
    ],
)
def test_an_export_of_a_newer_outrider_says_which_one_it_needs(
    home: Path, key: str, needs: object, told: str | None
) -> None:
    path = paths.campaigns() / "a.outrider"
    begun(path).close()
    lines = docs(exported(path))
    lines[0] |= {key: 99, "needs": needs}

    with pytest.raises(UnreadableFile) as refused:
        bring_in(io.BytesIO(written(lines)), "b")

    what = refused.value.message.value("what")
    assert isinstance(what, Message)
    assert "import" in say(what)
    assert (f"needs Outrider {told}" in say(what)) == (told is not None)
    assert not file_of(library.free("b")[1]).exists()


# What is newer is refused, and never called damaged


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_file_says_which_outrider_it_needs(home: Path, read_only: bool) -> None:
    path = paths.campaigns() / "a.outrider"
    begun(path).close()
    need(path, NEWER, "0.12.1").close()

    with pytest.raises(CannotOpen, match="newer_file") as refused:
        Campaign.open(FilePlace(path), read_only=read_only)

    assert "a.outrider needs Outrider 0.12.1 or newer" in say(refused.value.message)
    (shelf,) = library.listing()
    assert shelf.warning == refused.value.message


@pytest.mark.parametrize("release", ["", "9" * 99, "0.3\x1b[2J", "the next"])
def test_what_a_forged_label_says_is_not_repeated(home: Path, release: str) -> None:
    path = paths.campaigns() / "a.outrider"
    begun(path).close()
    need(path, NEWER, release).close()

    with pytest.raises(CannotOpen, match="newer_file") as refused:
        Campaign.open(FilePlace(path))

    assert "was written by a newer Outrider" in say(refused.value.message)


def test_a_number_that_is_only_in_the_wal_counts(home: Path) -> None:
    """Given a newer program that has the file open, when it is opened here, then it is refused.

    Its number is in the -wal, which a look at the header alone does not see.
    """
    path = paths.campaigns() / "a.outrider"
    begun(path).close()
    newer = need(path, NEWER, "0.12.1")
    assert header(path) == (NEEDS["ruleset"], NEEDS["ruleset"])

    with closing(newer):
        for read_only in (False, True):
            with pytest.raises(CannotOpen, match="newer_file"):
                Campaign.open(FilePlace(path), read_only=read_only)
        with pytest.raises(CannotOpen, match="newer_file"):
            History.open(FilePlace(path), quietly)


def test_a_window_that_reads_along_is_told_when_it_needs_a_newer_outrider(home: Path) -> None:
    """Given a second window, when a newer one raises the number, then it says so and keeps all."""
    path = paths.campaigns() / "a.outrider"
    with begun(path, HARSK) as writing, Campaign.open(FilePlace(path)) as reading:
        known = reading.state
        hurt(writing, 3)
        need(path, NEWER, "0.12.1").close()

        assert reading.refresh()
        assert not reading.refresh()
        assert "0.12.1" in say(reading.warnings[-1])
        assert reading.state == known
