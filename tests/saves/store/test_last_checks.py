"""What was checked of campaigns is remembered by place, whatever a place is."""

from __future__ import annotations

from pathlib import Path

from saves.store import integrity, last_checks
from saves.store.last_checks import LastCheck
from saves.store.sqlite.file_place import FilePlace


def test_a_file_that_is_gone_is_forgotten_with_the_next_check(home: Path, tmp_path: Path) -> None:
    """Given a file that was checked and deleted, when another is checked, then it is forgotten."""
    gone = FilePlace(tmp_path / "gone.outrider")
    there = FilePlace(tmp_path / "there.outrider")
    for place in (gone, there):
        place.path.touch()
        last_checks.keep(place.key, "a", None, 5)
    gone.path.unlink()

    last_checks.keep(there.key, "b", None, 7)

    assert last_checks.recall(gone.key, "a") == LastCheck()
    assert last_checks.recall(there.key, "a") == LastCheck(5)


def test_a_place_on_a_server_is_not_taken_for_a_file_that_is_gone(home: Path) -> None:
    """Given a campaign on a server, when another is checked, then its damage is still known."""
    last_checks.keep("postgresql://club/main#Rime", "a", integrity.from_entry(3), 5)

    last_checks.keep("postgresql://club/main#Frost", "b", None, 7)

    assert last_checks.recall("postgresql://club/main#Rime", "a") == LastCheck(5, "entry 3")
