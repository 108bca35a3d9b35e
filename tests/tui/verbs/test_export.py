"""`outrider export`: to stdout or to a file, never over what somebody else wrote."""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path

import pytest

import outrider
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.exchange.writing import END, START
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun, hurt, lay, tamper
from tests.saves.exchange.exports import exported

NAME = "The Long Marches"


@pytest.fixture(autouse=True)
def campaign() -> Path:
    """A campaign with a secret on the shelf."""
    return lay(paths.campaigns() / f"{NAME}.outrider", play_with_a_secret)


def play_with_a_secret(path: Path) -> None:
    with begun(path, HARSK) as opened:
        hurt(opened, 3)
        marks.annotate(opened, 2, "the miller pays")


def run(*argv: str) -> int:
    return outrider.main(["export", *argv])


def test_json_lines_go_to_stdout_as_they_are(
    campaign: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("the long", "--format", "jsonl") == 0
    assert capfdbinary.readouterr() == (exported(campaign), b"")
    assert run(str(campaign), "--format", "jsonl", "--for", "gm", "--output", "-") == 0
    assert capfdbinary.readouterr() == (exported(campaign), b"")


def test_without_a_word_it_is_markdown_for_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(NAME) == 0
    players = capsys.readouterr().out
    assert run(NAME, "--format", "md", "--for", "players", "--session", "1") == 0
    assert capsys.readouterr().out == players
    assert run(NAME, "--for", "gm") == 0
    assert "the miller pays" in capsys.readouterr().out
    assert "miller" not in players
    assert START in players


def test_a_page_for_a_browser(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(NAME, "--format", "html") == 0
    assert capsys.readouterr().out.lower().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((NAME, "--session", "2"), "There is no session 2; there are 1 to 1."),
        ((NAME, "--session", "0"), "There is no session 0"),
        ((NAME, "--format", "jsonl", "--session", "1"), "--session: JSON Lines contain a whole"),
        ((NAME, "--format", "jsonl", "--for", "players"), "--for: JSON Lines contain the secrets"),
        (("Nobody",), "There is no campaign Nobody; there are: The Long Marches."),
        (("nowhere.outrider",), "There is no file nowhere.outrider."),
    ],
)
def test_what_cannot_be_exported_is_a_sentence(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*argv) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"outrider: {said}")


@pytest.mark.parametrize("argv", [["--session", "x"], ["--format", "pdf"], ["--for", "all"]])
def test_usage_errors_exit_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(NAME, *argv)
    assert left.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_file_is_written_and_none_is_written_over(
    tmp_path: Path, campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    assert run(NAME, "--format", "jsonl", "--output", str(file)) == 0
    assert capsys.readouterr() == ("", f"outrider: {file} was written.\n")
    assert file.read_bytes() == exported(campaign)
    file.write_text("mine")
    assert run(NAME, "--format", "jsonl", "--output", str(file)) == 1
    assert file.read_text() == "mine"
    assert capsys.readouterr().err == (
        f"outrider: There is a file {file} already. Add --force to overwrite it.\n"
    )
    file.chmod(0o640)
    assert run(NAME, "--format", "jsonl", "--output", str(file), "--force") == 0
    assert file.read_bytes() == exported(campaign)
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.jsonl", "home"]


@pytest.mark.parametrize("turn", ["\n", "\r\n"])
def test_in_a_note_only_what_stands_between_our_lines_is_written(
    tmp_path: Path, turn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "Session 1.md"
    mine = f"\ufeff---{turn}tags: [mine]{turn}---{turn}before{turn}"
    rest = f"{turn}after, no end of line"
    note.write_bytes(f"{mine}{START}{turn}old{turn}{END}{rest}".encode())
    for _ in range(2):
        assert run(NAME, "--output", str(note)) == 0
        text = note.read_bytes().decode()
        assert text.startswith(mine + START + turn)
        assert text.endswith(END + rest)
        assert "Harsk" in text
        assert "old" not in text
        assert "fc-date" not in text
        assert text.count("\n") == text.count(turn)


@pytest.mark.parametrize("text", ["mine\n", f"{END}\n{START}\n", f"{START}\n{START}\n{END}\n", ""])
def test_a_note_without_our_lines_is_left_as_it_is(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note.md"
    note.write_text(text)
    assert run(NAME, "--output", str(note)) == 1
    assert note.read_text() == text
    assert START in capsys.readouterr().err
    assert run(NAME, "--output", str(note), "--force") == 0
    assert note.read_text().startswith("---\n")


def test_a_link_goes_on_pointing_to_its_note(tmp_path: Path) -> None:
    note = tmp_path / "vault.html"
    link = tmp_path / "link.html"
    note.write_text("old")
    link.symlink_to(note)
    assert run(NAME, "--format", "html", "--output", str(link), "--force") == 0
    assert link.is_symlink()
    assert note.read_text() != "old"


@pytest.mark.parametrize("name", ["nowhere/a.md", "."])
def test_where_nothing_can_be_written_it_says_so(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(NAME, "--output", str(tmp_path / name)) == 1
    assert capsys.readouterr().err.startswith("outrider: ")
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_a_damaged_campaign_leaves_no_file(
    tmp_path: Path, campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper(campaign, "UPDATE entry SET body = '{}' WHERE seq = 2")
    file = tmp_path / "a.jsonl"
    assert run(NAME, "--format", "jsonl", "--output", str(file)) == 2
    assert "damaged" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_a_campaign_that_is_open_elsewhere_is_exported_all_the_same(
    campaign: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with Campaign.open(FilePlace(campaign)) as played:
        hurt(played, 1)
        assert run(NAME, "--format", "jsonl") == 0
        lines = capfdbinary.readouterr().out.splitlines()
        assert json.loads(lines[-1])["rows"] == played.head
        hurt(played, 1)


def into(stdout: int, monkeypatch: pytest.MonkeyPatch) -> object:
    """Export into a descriptor; the code with which the program leaves, all of it flushed."""
    with open(stdout, "w", encoding="utf-8") as out, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as left:
            run(NAME, "--format", "jsonl")
    return left.value.code


def test_a_reader_that_goes_away_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read, write = os.pipe()
    os.close(read)
    assert (into(write, monkeypatch), capsys.readouterr()) == (0, ("", ""))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a disk that is full")
def test_a_disk_that_is_full_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    assert into(full, monkeypatch) == 1
    assert capsys.readouterr() == ("", "outrider: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device without room")
def test_on_a_full_disk_one_sentence_is_said_and_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)

    # when
    gc.freeze()  # what was there before is not looked through
    status = run(NAME, "--format", "jsonl", "--output", "/dev/full")
    gc.collect()

    # then
    assert status == 1
    assert capsys.readouterr().err == (
        "outrider: /dev/full cannot be written: No space left on device.\n"
    )
    assert ignored == []
