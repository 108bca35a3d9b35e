"""What if: a copy up to some moment, whole, apart from the campaign that it tries."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.calendars import Date
from core.combat.board.drawing import BoardEdit
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.setup.commands import Paint, Place, Prepare
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter, Wait
from core.play.facts.table.commands import Hurt, Join, WriteNote
from core.play.union import Command
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.library import branches, library
from saves.store import asset_store, journal
from saves.store.backend import Place as StoredAt
from saves.store.entries import BornFrom, Kept
from saves.store.journal import NAMED
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.sqlite import new_file
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.new_file import UnlistedFile
from tests.fights import BOARD, PREPARED
from tests.saves.campaigns import HARSK, begun, hurt, tamper
from tests.saves.fights import PEOPLE, SPOTS, perform
from tests.saves.storing import (
    blobs_of,
    content_of,
    date_last_entry,
    empty_library,
    rows_of,
    store,
)
from tests.saves.verifying import entry_at, state_at, verify_at
from tests.thorough import examples

FIGHT: tuple[Command, ...] = (
    BeginEncounter("Ambush", "ambush"),
    Place("ambush", SPOTS),
    RollInitiative(),
    EndTurn(),
    MakeAttack(("wolf-1",), "harsk"),
    Paint("ambush", (BoardEdit("A1:3", "difficult"),)),
    Paint("ambush", (BoardEdit("C1:3", "difficult"),)),
)
ACTS: tuple[Command | str, ...] = (
    *FIGHT, Hurt(("harsk",), (3,)), Hurt(("tam",), (2,)), Wait(Fraction(1)), WriteNote("a note"),
    "undo", "undo", "redo", "session", "again",
)  # fmt: skip


def say(message: Message) -> str:
    """A sentence of English, as a translator would have it."""
    return message.template.format(**dict(message.values))


@cache
def beginning() -> bytes:
    """A campaign of three, before any fight is drawn."""
    with TemporaryDirectory() as folder:
        begun(Path(folder) / "a.outrider", *PEOPLE).close()
        return (Path(folder) / "a.outrider").read_bytes()


def act(campaign: Campaign, what: Command | str) -> None:
    match what:
        case "undo":
            campaign.undo()
        case "redo":
            campaign.redo()
        case "session":
            marks.begin_session(campaign, "next")
        case "again":
            campaign.prepare(Prepare(PREPARED), BOARD)
        case str():
            raise AssertionError(what)
        case _:
            perform(campaign, what)


def named(place: StoredAt) -> set[str]:
    """The rulesets, maps and boards that the rows of a campaign name."""
    return {name for row in rows_of(place) for name in NAMED.findall(row.body)}


def shelved(name: str = "Rime", entries: int = 4) -> StoredAt:
    with library.create(name, packaged("pf1")) as campaign:
        for _ in range(entries - 1):
            campaign.record(Wait(Fraction(1)))
    return library.find(name)


@pytest.mark.usefixtures("both_libraries")
@examples(4, 1000)
@given(acts=st.lists(st.sampled_from(ACTS), min_size=1, max_size=24), share=st.integers(0, 99))
def test_a_copy_is_the_campaign_up_to_there_and_the_campaign_stays_as_it_was(
    acts: list[Command | str], share: int
) -> None:
    """Given any story and row, then state, rows, blobs and chain of the copy are those of it."""
    with empty_library(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(asset_store, "MOST_EDITS", 1)
        place = store(beginning(), "a")
        with Campaign.open(place) as campaign:
            for what in acts:
                with suppress(Refusal):
                    act(campaign, what)
            states = [state_at(campaign, seq) for seq in range(campaign.head + 1)]
        before = content_of(place)
        seq = 1 + share % (len(states) - 1)

        copy = branches.branch(place, seq, say)

        assert content_of(place) == before
        with Campaign.open(copy) as trial:
            assert (trial.head, trial.state, trial.warnings) == (seq + 1, states[seq], ())
            assert [state_at(trial, at) for at in range(seq + 1)] == states[: seq + 1]
            assert verify_at(trial.place) == ()
            assert all(one.board in trial.assets.boards for one in trial.state.encounters)
            trial.record(WriteNote("what if"))
            assert trial.head == seq + 2
        assert rows_of(copy, seq) == rows_of(place, seq)
        assert blobs_of(copy) == named(copy) & blobs_of(place)
        if isinstance(copy, FilePlace):
            assert {file.name for file in copy.path.parent.iterdir()} == {place.name, copy.name}


@pytest.mark.usefixtures("both_libraries")
def test_a_copy_says_what_it_was_born_from() -> None:
    """Given a copy, then its newest row names campaign and row, and its shelf the moment."""
    copy = branches.branch(shelved(), 3, say)

    campaign, trial = library.listing()
    assert (trial.name, trial.stored, trial.under) == ("Rime, what if 1", copy, "Rime")
    assert trial.id != campaign.id
    born = trial.born_from
    assert born is not None
    assert (born.campaign, born.name, born.seq) == (campaign.id, "Rime", 3)
    assert (born.date, born.hour) == (Date(1212, "Deepwinter", 1), Fraction(10))
    with Campaign.open(copy) as opened:
        entry = entry_at(opened, 4)
        assert entry is not None
        assert (entry.command, entry.kind) == (BornFrom(campaign.id, "Rime", 3), "session")
        assert (entry.tip, opened.tip, opened.story.branch_point) == (3, 3, born)
        opened.record(Wait(Fraction(5)))
    (_, later) = library.listing()
    assert (later.born_from, later.hour) == (born, Fraction(15))


@pytest.mark.usefixtures("both_libraries")
def test_what_was_undone_can_be_played_on_from() -> None:
    """Given a row that was undone later, then the copy stands where that row left the story."""
    with library.create("Rime", packaged("pf1")) as campaign:
        campaign.record(Join(HARSK))
        hurt(campaign, 4)
        campaign.undo()
        hurt(campaign, 1)
        copy = branches.branch(campaign.place, 3, say)
    with Campaign.open(copy) as trial:
        assert trial.state.members[0].damage == 4
        trial.undo()
        assert trial.state.members[0].damage == 0
        trial.redo()
        assert trial.state.members[0].damage == 4


@pytest.mark.usefixtures("both_libraries")
def test_a_copy_is_made_while_the_campaign_is_played() -> None:
    """Given an open campaign, then what it just recorded is in the copy, and it plays on."""
    with library.create("Rime", packaged("pf1")) as campaign:
        campaign.record(Join(HARSK))
        hurt(campaign, 4)
        copy = branches.branch(campaign.place, campaign.head, say)
        hurt(campaign, 2)
        assert campaign.state.members[0].damage == 6
    with Campaign.open(copy) as trial:
        assert trial.state.members[0].damage == 4


def test_each_copy_has_a_name_and_a_file_of_its_own() -> None:
    """Given copies on the list and in the bin, then the next one takes no name of theirs."""
    place = shelved("Kingmaker: " + "x" * 60)
    first, second = (branches.branch(place, 1, say) for _ in range(2))
    binned = branches.drop(first)
    third = branches.branch(place, 1, say)

    assert library.unbin(binned) == first
    assert {first.name[-11:], second.name[-11:], third.name[-11:]} == {
        f" {n}.outrider" for n in (1, 2, 3)
    }
    assert all(len(shelf.name) <= library.LONGEST for shelf in library.listing())


def test_a_copy_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    place = shelved()
    before = content_of(place)

    def full(*args: object, **more: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(CannotKeep, match="no_room") as told:
        branches.branch(place, 2, say)
    assert told.value.message.value("reason") == "database or disk is full"
    assert list(paths.campaigns().iterdir()) == [file_of(place)]
    assert content_of(place) == before


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only for root")
    path = Path(shutil.copy(file_of(shelved()), tmp_path / "elsewhere.outrider"))
    paths.campaigns().chmod(0o555)
    with pytest.raises(CannotKeep, match="no_room"):
        branches.branch(FilePlace(path), 2, say)
    paths.campaigns().chmod(0o755)


@pytest.mark.parametrize("seq", [-1, 0, 5])
def test_there_is_no_copy_from_a_row_that_is_not_there(seq: int) -> None:
    with pytest.raises(CannotKeep, match="no_such_entry"):
        branches.branch(shelved(), seq, say)
    assert len(library.listing()) == 1


def test_nothing_is_tried_from_a_damaged_row() -> None:
    """Given a row that was altered, then rows from there on are refused, those before are not."""
    place = shelved(entries=6)
    tamper(file_of(place), "UPDATE entry SET at = '1999-12-31T23:59:59Z' WHERE seq = 4")

    for seq in (4, 6):
        with pytest.raises(CannotKeep, match="damaged"):
            branches.branch(place, seq, say)
    with Campaign.open(branches.branch(place, 3, say)) as trial:
        assert verify_at(trial.place) == ()


@pytest.mark.parametrize("content", [b"", b"rubbish"])
def test_what_is_no_campaign_is_not_tried(home: Path, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.outrider"
    file.write_bytes(content)
    with pytest.raises(CannotOpen):
        branches.branch(FilePlace(file), 1, say)


@pytest.mark.usefixtures("both_libraries")
def test_nothing_is_tried_within_a_trial_until_it_is_kept() -> None:
    """Given a trial, then it is not tried itself; once it is kept, it is, from any row."""
    copy = branches.branch(shelved(), 3, say)
    with pytest.raises(CannotKeep, match="tried_already"):
        branches.branch(copy, 2, say)

    kept = branches.keep(copy, "Rime without wolves")

    with Campaign.open(branches.branch(kept, 4, say)) as again:
        assert again.story.branch_point is not None
        assert again.story.branch_point.name == "Rime without wolves"


@pytest.mark.usefixtures("both_libraries")
def test_a_trial_that_is_kept_is_a_campaign_of_its_own() -> None:
    """Given a kept trial, then it has its name, stands by itself, and says so in its journal."""
    copy = branches.branch(shelved(), 3, say)

    kept = branches.keep(copy, " Rime without  wolves")

    assert kept.title == "Rime without wolves"
    assert [shelf.name for shelf in library.listing()] == ["Rime without wolves", "Rime"]
    second, first = library.listing()
    assert (first.born_from, second.born_from) == (None, None)
    with Campaign.open(kept) as campaign:
        entry = entry_at(campaign, campaign.head)
        assert entry is not None
        assert (campaign.name, campaign.story.branch_point, entry.command) == (
            "Rime without wolves",
            None,
            Kept(),
        )
        campaign.record(Wait(Fraction(1)))
        assert verify_at(campaign.place) == ()
    with pytest.raises(CannotKeep, match="not_tried"):
        branches.keep(kept)
    with pytest.raises(CannotKeep, match="not_tried"):
        branches.drop(kept)


@pytest.mark.usefixtures("both_libraries")
def test_a_trial_keeps_its_name_when_it_is_given_none() -> None:
    copy = branches.branch(shelved(), 3, say)
    assert branches.keep(copy) == copy
    assert {shelf.name for shelf in library.listing()} == {"Rime", "Rime, what if 1"}


@pytest.mark.parametrize("name", ["Rime", "x" * 81, "..."])
def test_a_name_that_is_refused_keeps_nothing(home: Path, name: str) -> None:
    copy = branches.branch(shelved(), 3, say)
    with pytest.raises(CannotKeep):
        branches.keep(copy, name)
    with Campaign.open(copy) as trial:
        assert (trial.head, trial.name) == (4, "Rime, what if 1")


def test_what_is_open_elsewhere_is_neither_kept_nor_dropped() -> None:
    copy = branches.branch(shelved(), 3, say)
    with Campaign.open(copy):
        for refused in (branches.keep, branches.drop):
            with pytest.raises(Refusal):
                refused(copy)
    assert [shelf.name for shelf in library.listing()] == ["Rime", "Rime, what if 1"]


@pytest.mark.usefixtures("both_libraries")
def test_leaving_a_trial_bins_it_and_opens_the_campaign() -> None:
    """Given a trial of a campaign that was renamed since, then that one is open, untouched."""
    place = shelved()
    trial = Campaign.open(branches.branch(place, 3, say))
    renamed = library.rename(place, "Frost")

    left = branches.leave(trial)

    with left.campaign as back:
        assert (back.place, back.head, back.read_only) == (renamed, 4, False)
    binned = left.binned
    assert binned is not None
    assert library.binned() == [binned]
    assert [shelf.name for shelf in library.listing()] == ["Frost"]
    library.unbin(binned)
    assert [(s.name, s.under) for s in library.listing()] == [
        ("Frost", ""),
        ("Rime, what if 1", "Frost"),
    ]


@pytest.mark.usefixtures("both_libraries")
def test_a_trial_whose_campaign_is_gone_is_not_left_but_kept() -> None:
    place = shelved()
    with Campaign.open(branches.branch(place, 3, say)) as trial:
        library.bin(place)
        with pytest.raises(CannotOpen, match="origin_gone"):
            branches.leave(trial)
        trial.record(Wait(Fraction(1)))  # it is open still
    (alone,) = library.listing()
    assert (alone.under, alone.born_from is None) == ("", False)
    branches.keep(alone.stored, "Alone")


@pytest.mark.usefixtures("both_libraries")
def test_a_trial_is_listed_under_its_campaign_and_not_taken_for_it() -> None:
    """Given trials played last, then each stands after its campaign; those of none come last."""
    rime = shelved("Rime")
    frost = shelved("Frost")
    gone = shelved("Gone")
    trials = [branches.branch(place, 2, say) for place in (rime, rime, frost, gone)]
    for day, place in enumerate((rime, frost, *trials), 1):
        date_last_entry(place, f"2026-01-0{day}T00:00:00Z")
    library.bin(gone)

    assert [(shelf.name, shelf.under) for shelf in library.listing()] == [
        ("Frost", ""),
        ("Frost, what if 1", "Frost"),
        ("Rime", ""),
        ("Rime, what if 2", "Rime"),
        ("Rime, what if 1", "Rime"),
        ("Gone, what if 1", ""),
    ]
    assert library.sound()[0].stored == frost
    assert library.find("Ri") == rime
    assert library.find("rime, what if 2") == trials[1]
    assert library.find("Go") == trials[3]


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    """Given another window that made the file first, then it stays, and that is said."""
    path = tmp_path / "a.outrider"

    def slow(unlisted: UnlistedFile) -> None:
        unlisted.path.write_text("ours")
        path.write_text("theirs")

    with pytest.raises(CannotKeep, match="taken"):
        new_file.whole(path, slow)
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_program_left_half_made_is_swept(tmp_path: Path) -> None:
    """Given half a file of yesterday and one of now, then only that of yesterday goes."""
    old = tmp_path / ".one.making-wal"
    new = tmp_path / ".two.making"
    for half in (old, new):
        half.write_text("half")
    os.utime(old, (0, 0))

    new_file.whole(tmp_path / "a.outrider", lambda making: None)

    assert sorted(file.name for file in tmp_path.iterdir()) == [new.name, "a.outrider"]
