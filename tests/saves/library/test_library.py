"""The shelf: names, files, and a bin that gives back."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import pytest

from core.calendars import Date
from core.play.facts.road.commands import Wait
from saves import paths
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.library import library
from saves.store.backend import Place
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.sqlite import shelf
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.lease import lock_path
from tests.saves.campaigns import begun
from tests.saves.verifying import verify_at


def shelve(*names: str) -> None:
    for name in names:
        library.create(name, packaged("pf1")).close()


def names() -> list[str]:
    return sorted(shelf.name for shelf in library.listing())


def test_nothing_is_made_by_asking(home: Path) -> None:
    assert paths.home() == home
    assert library.listing() == ()
    assert not home.exists()


def test_without_outrider_home_the_data_folder_is_the_platforms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OUTRIDER_HOME")
    assert paths.home().name == "outrider"
    assert paths.home().is_absolute()


@pytest.mark.usefixtures("both_libraries")
def test_the_listing_tells_each_campaign_without_opening_it() -> None:
    with library.create("The Long Marches", packaged("pf1")) as campaign:
        campaign.record(Wait(Fraction(3, 2)))
        (open_now,) = library.listing()
    (shelf,) = library.listing()

    assert shelf == open_now
    assert (shelf.name, shelf.entries) == ("The Long Marches", 2)
    assert (shelf.date, shelf.hour) == (Date(1212, "Deepwinter", 1), Fraction(19, 2))
    assert shelf.ruleset_name == packaged("pf1").display_name()
    assert shelf.played == campaign_time(shelf.stored)


def campaign_time(place: Place) -> str:
    with Campaign.open(place, read_only=True) as campaign:
        return campaign.story.log()[-1].at


def test_a_file_that_cannot_be_read_does_not_hide_the_others(home: Path) -> None:
    shelve("Good")
    (paths.campaigns() / "bad.outrider").write_text("rubbish")
    (paths.campaigns() / "none.outrider").write_text("")

    warned = {shelf.name: shelf.warning is not None for shelf in library.listing()}
    assert warned == {"Good": False, "bad": True, "none": True}


def test_listing_needs_no_database_library(home: Path) -> None:
    shelve("One")
    program = (
        "import sys; from saves.library import library; assert len(library.listing()) == 1;"
        "bad = {'sqlmodel', 'sqlalchemy', 'textual'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "OUTRIDER_HOME": str(home)},
    )


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Kingmaker: Act 1/2", "Kingmaker- Act 1-2"),
        ("../../etc/passwd", "-..-etc-passwd"),
        ("  Much   space ", "Much space"),
        ("Fort d'Hiver — été", "Fort d'Hiver — été"),
        ("con", "con-"),
        ("ends with a dot.", "ends with a dot"),
        (".hidden", "hidden"),
        ("龍" * 80, "龍" * 76),
        ("🐺" * 80, "🐺" * 57),
    ],
)
def test_any_name_makes_a_safe_file_name(home: Path, name: str, stem: str) -> None:
    shelve(name)

    assert [f.name for f in paths.campaigns().iterdir()] == [f"{stem}.outrider"]
    assert names() == [" ".join(name.split())]


def test_a_file_is_named_in_letters_of_its_file_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "iso8859-9")
    assert paths.file_stem("Fort d'Hiver — été") == "Fort d'Hiver - été"


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "bell\x07", "\u202eabc"])
def test_a_name_that_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(CannotKeep):
        shelve(name)
    assert library.listing() == ()


def test_a_name_that_leaves_no_name_for_a_file_is_refused() -> None:
    with pytest.raises(CannotKeep):
        shelve("...")
    assert library.listing() == ()


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("again", ["Kingmaker", "KINGMAKER", " kingmaker "])
def test_a_name_is_taken_only_once(again: str) -> None:
    shelve("Kingmaker", "Other")
    before = names()

    with pytest.raises(CannotKeep, match="taken"):
        shelve(again)
    with pytest.raises(CannotKeep, match="taken"):
        library.rename("Other", again)
    assert names() == before


def test_two_names_of_one_file_name_are_refused(home: Path) -> None:
    shelve("a/b")
    with pytest.raises(CannotKeep, match="taken"):
        shelve("a:b")


@pytest.mark.usefixtures("both_libraries")
def test_a_campaign_is_found_by_path_name_or_unique_beginning(tmp_path: Path) -> None:
    shelve("Kingmaker", "Kingmaker II", "Rime")
    elsewhere = tmp_path / "elsewhere.outrider"
    begun(elsewhere).close()

    assert library.find("rime").title == "Rime"
    assert library.find("R").title == "Rime"
    assert library.find("kingmaker").title == "Kingmaker"
    assert library.find(str(elsewhere)) == FilePlace(elsewhere)
    with library.open("Ri") as campaign:
        assert campaign.name == "Rime"
    with pytest.raises(CannotOpen, match="several_campaigns") as several:
        library.find("King")
    assert several.value.message.value("names") == ("Kingmaker", "Kingmaker II")
    for wanted in ("Nothing", str(tmp_path / "nothing.outrider")):
        with pytest.raises(CannotOpen, match="no_such"):
            library.find(wanted)


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("wanted", ["", "  "])
def test_an_empty_name_finds_no_campaign(wanted: str) -> None:
    """Given a single campaign, then it is not taken for want of a name."""
    shelve("Kingmaker")
    with pytest.raises(CannotOpen, match="empty_name"):
        library.find(wanted)


@pytest.mark.usefixtures("both_libraries")
def test_renaming_keeps_the_journal() -> None:
    with library.create("Old", packaged("pf1")) as campaign:
        log = campaign.story.log()
    library.rename("Old", "New: name")

    with library.open("New") as campaign:
        assert campaign.name == "New: name"
        assert campaign.story.log() == log
        assert verify_at(campaign.place) == ()
    library.rename("New: name", "NEW: name")
    assert names() == ["NEW: name"]


def test_renaming_renames_the_file(home: Path) -> None:
    shelve("Old")
    assert library.rename("Old", "New: name").name == "New- name.outrider"
    assert library.rename("New: name", "NEW: name").name == "NEW- name.outrider"


def test_what_is_open_is_neither_renamed_nor_binned(home: Path) -> None:
    with library.create("Open", packaged("pf1")):
        with pytest.raises(CannotKeep, match="in_use"):
            library.rename("Open", "Shut")
        with pytest.raises(CannotKeep, match="in_use"):
            library.bin("Open")
    assert names() == ["Open"]


@pytest.mark.usefixtures("both_libraries")
def test_the_bin_gives_back_what_it_took() -> None:
    with library.create("Rime", packaged("pf1")) as campaign:
        state = campaign.state
    binned = library.bin("Rime")
    assert names() == []
    assert library.binned() == [binned]

    shelve("Rime")  # the name is free again
    with pytest.raises(CannotKeep, match="taken"):
        library.unbin(binned)
    other = library.bin("Rime")
    assert other != binned
    library.unbin(binned)
    with library.open("Rime") as again:
        assert again.state == state


@pytest.mark.usefixtures("both_libraries")
def test_what_is_read_meanwhile_is_moved_with_all_its_rows() -> None:
    """Given a window that looks back, when it is renamed and binned, then no row stays behind."""
    with (
        library.create("Rime", packaged("pf1")) as campaign,
        History.open(campaign.place, lambda message, state, assets: "") as look,
    ):
        campaign.record(Wait(Fraction(1)))
        assert look.refresh()
        campaign.close()
        binned = library.bin(library.rename("Rime", "Frost"))
    with Campaign.open(binned, read_only=True) as again:
        assert (again.head, again.name) == (2, "Frost")


def test_a_file_that_cannot_be_read_can_be_binned(home: Path) -> None:
    paths.campaigns().mkdir(parents=True)
    bad = paths.campaigns() / "bad.outrider"
    bad.write_text("rubbish")

    binned = library.bin(FilePlace(bad))

    assert file_of(binned).read_text() == "rubbish"
    assert library.listing() == ()


def test_a_founding_that_fails_leaves_no_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from saves.store import journal

    def fail(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "append", fail)
    with pytest.raises(CannotKeep, match="no_room"):
        library.create("Full", packaged("pf1"))
    assert list(paths.campaigns().iterdir()) == []


def refuse_for_want_of_room(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_campaign_whose_file_cannot_be_renamed_keeps_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # given
    shelve("Old")

    # when
    with monkeypatch.context() as full:
        full.setattr(Path, "rename", refuse_for_want_of_room)
        with pytest.raises(CannotKeep, match="not_renamed"):
            library.rename("Old", "New")

    # then
    assert names() == ["Old"]


def test_what_is_renamed_by_half_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    # given
    shelve("Old")
    write_name = shelf.write_name

    def write_once(path: Path, name: str) -> str:
        shelf.write_name = refuse
        return write_name(path, name)

    def refuse(path: Path, name: str) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    # when
    with monkeypatch.context() as full:
        full.setattr(Path, "rename", refuse_for_want_of_room)
        full.setattr(shelf, "write_name", write_once)
        with pytest.raises(CannotKeep, match="half_renamed") as refused:
            library.rename("Old", "New")

    # then
    assert refused.value.message.value("file") == "Old.outrider"
    assert names() == ["New"]


def test_a_lock_file_that_cannot_be_deleted_hinders_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # given
    campaign = library.create("Locked", packaged("pf1"))

    # when
    with monkeypatch.context() as full:
        full.setattr(Path, "unlink", refuse_for_want_of_room)
        assert campaign.close() is None

    # then
    with library.open("Locked") as again:
        assert (again.read_only, again.warnings) == (False, ())


def test_a_campaign_is_binned_though_its_mark_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # given: it was left by a program that died
    shelve("Marked")
    path = library.find("Marked")
    with library.open("Marked") as campaign:
        mark = lock_path(file_of(path)).read_bytes()
        head = campaign.head
    lock_path(file_of(path)).write_bytes(mark)
    move = Path.rename

    def move_and_be_full(self: Path, target: Path) -> Path:
        os.write = refuse_for_want_of_room
        return move(self, target)

    # when
    with monkeypatch.context() as full:
        full.setattr(Path, "rename", move_and_be_full)
        full.setattr(os, "write", os.write)
        binned = library.bin("Marked")

    # then
    with Campaign.open(binned) as campaign:
        assert (campaign.read_only, campaign.head) == (False, head)
