"""`outrider copy`: the same entries and sums elsewhere, or nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import outrider
from saves import paths
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store import journal, state_history
from saves.store.canonical import dump
from saves.store.connection import Connection
from saves.store.models import StoredRow
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.files import FILES
from tests.saves.campaigns import hurt, lay, play_two_sessions, tamper
from tests.saves.exchange.exports import docs, exported

NAME = "The Long Marches"


@pytest.fixture(autouse=True)
def original(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with undone entries, a note, two sessions and checkpoints."""
    monkeypatch.setattr(state_history, "EVERY", 2)
    return lay(paths.campaigns() / f"{NAME}.outrider", play_with_checkpoints)


def play_with_checkpoints(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_history, "EVERY", 2)
        play_two_sessions(path)


def run(*argv: str) -> int:
    return outrider.main(["copy", *argv])


def checkpoints(path: Path) -> list[object]:
    reading = FILES.read(FilePlace(path))
    try:
        reader = reading.reader
        return list(reader.execute(reader.statements.checkpoints, after=0, most=100))
    finally:
        reading.close()


def test_a_copy_in_another_file_exports_the_same_bytes(
    original: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a campaign, when it is copied to a file and back, then all exports are the same."""
    before = exported(original)
    copy = tmp_path / "usb" / "march.outrider"

    assert run("the long", str(copy)) == 0

    said = f"{NAME} is copied, {len(docs(before)) - 3} entries: {copy}\n"
    assert capsys.readouterr() == (said, "")
    assert exported(copy) == exported(original) == before
    assert checkpoints(copy) == checkpoints(original) != []
    original.unlink()
    assert run(str(copy), NAME) == 0
    assert exported(original) == before


def test_a_copy_is_played_on_and_the_original_is_as_before(original: Path, tmp_path: Path) -> None:
    before = exported(original)
    copy = tmp_path / "b.outrider"
    assert run(NAME, str(copy)) == 0

    with Campaign.open(FilePlace(copy)) as campaign:
        hurt(campaign, 1)
        campaign.undo()
        assert (campaign.read_only, campaign.warnings) == (False, ())

    assert exported(original) == before
    assert exported(copy) != before


def test_a_copy_beside_its_original_has_another_name_and_an_id_of_its_own(
    original: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a copy in the same list, then only name and id differ in what is exported."""
    assert run(NAME, "Frost", "--json") == 0

    made = json.loads(capsys.readouterr().out)
    first, *others = docs(exported(original))
    first_of_copy, *others_of_copy = docs(exported(Path(made["path"])))
    assert made["new_id"] is True
    assert first_of_copy == {**first, "name": "Frost", "id": made["id"]}
    assert made["id"] != first["id"]
    assert others_of_copy == others
    assert sorted(shelf.name for shelf in library.listing()) == ["Frost", NAME]


def test_a_campaign_that_is_being_played_is_copied_as_it_is(original: Path, tmp_path: Path) -> None:
    copy = tmp_path / "b.outrider"
    with Campaign.open(FilePlace(original)) as campaign:
        hurt(campaign, 1)
        assert run(NAME, str(copy)) == 0
        hurt(campaign, 1)
        head = campaign.head

    assert len(docs(exported(original))) == len(docs(exported(copy))) + 1
    assert journal_head(copy) == head - 1


def journal_head(path: Path) -> int:
    reading = FILES.read(FilePlace(path))
    try:
        return journal.stored_head(reading.reader)
    finally:
        reading.close()


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (NAME, f"There is already a campaign called {NAME}."),
        ("the long marches", "There is already a campaign called the long marches."),
        ("here.outrider", "There is already a file here.outrider."),
        ("here.txt/", "here.txt/ cannot be a campaign: its file ends in .outrider."),
        ("a\x1bb", "A name has at most 80 letters, all printable."),
        ("  ", "A campaign needs a name."),
    ],
)
def test_what_is_there_is_not_written_over(
    target: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here.outrider").write_text("mine")
    if target == "here.outrider":
        target = str(tmp_path / target)

    assert run(NAME, target) == 1

    assert capsys.readouterr().err == f"outrider: {said} Nothing was copied.\n"
    assert Path("here.outrider").read_text() == "mine"
    assert len(library.listing()) == 1


def test_a_campaign_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("Nobody", "Frost", "--json") == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("outrider: There is no campaign Nobody; there are:")
    assert json.loads(captured.out)["error"] == "no_such_campaign"


def test_a_damaged_campaign_is_not_copied(
    original: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper(original, "UPDATE entry SET who = 'Tam' WHERE seq = 4")

    assert run(NAME, str(tmp_path / "b.outrider")) == 1

    said = capsys.readouterr().err
    assert said.startswith(f"outrider: {original.name} is damaged and was not copied.")
    assert "from entry 4 on" in said
    assert not (tmp_path / "b.outrider").exists()


def lose_a_row(writer: Connection, row: StoredRow) -> None:
    if row.seq != 3:
        PUT_ROW(writer, row)


def change_a_face(writer: Connection, head: int, face: str) -> None:
    MOVE_HEAD(writer, head, dump({"ruleset": face}))


PUT_ROW = journal.put_row
MOVE_HEAD = journal.move_head


@pytest.fixture(params=[("put_row", lose_a_row), ("move_head", change_a_face)])
def losing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk, or a server, that does not keep what it is given."""
    name, double = request.param
    monkeypatch.setattr(journal, name, double)


@pytest.mark.usefixtures("losing")
def test_a_copy_that_is_not_as_the_original_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a copy that lost something on the way, when it is read again, then it is not listed."""
    assert run(NAME, "Frost") == 1
    assert run(NAME, str(tmp_path / "b.outrider")) == 1

    said = capsys.readouterr().err
    assert said.count(f"The copy of {NAME}.outrider is not as the original and was not kept.") == 2
    assert [shelf.name for shelf in library.listing()] == [NAME]
    assert list(tmp_path.glob("*.outrider")) == []
