"""`outrider import`: a campaign from JSON Lines, or one sentence and no file."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import outrider
from saves import paths
from saves.library import library
from tests.saves.campaigns import begin_with_harsk, lay
from tests.saves.exchange.exports import exported


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """A campaign's JSON Lines; the campaign itself lies elsewhere."""
    lay(tmp_path / "a.outrider", begin_with_harsk)
    file = tmp_path / "marches.jsonl"
    file.write_bytes(exported(tmp_path / "a.outrider"))
    return file


def test_it_says_what_it_made(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outrider.main(["import", str(lines)]) == 0
    assert capsys.readouterr() == ("The Long Marches is imported, 2 entries.\n", "")
    assert [shelf.name for shelf in library.listing()] == ["The Long Marches"]


def test_for_programs_it_says_so_as_json(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = json.loads(lines.read_bytes().splitlines()[0])
    for name, new in (("One", False), ("Two", True)):
        assert outrider.main(["import", str(lines), "--name", name, "--json"]) == 0
        made = json.loads(capsys.readouterr().out)
        assert made["path"] == str(paths.campaigns() / f"{name}.outrider")
        assert (made["name"], made["entries"], made["new_id"]) == (name, 2, new)
        assert (made["id"] != head["id"]) == new


def test_a_dash_reads_standard_input(
    lines: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.read_bytes())))
    assert outrider.main(["import", "-"]) == 0
    assert "2 entries" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["The Long Marches", "the long marches", "", "a\nb\x1b", "x" * 99])
def test_a_name_that_cannot_be_had_is_refused_with_a_way_out(
    lines: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outrider.main(["import", str(lines)]) == 0
    assert outrider.main(["import", str(lines), "--name", name]) == 1
    captured = capsys.readouterr()
    assert captured.err.endswith("Nothing was imported. Choose another name with --name.\n")
    assert captured.err.startswith(f"outrider: {lines}: ")
    assert len(library.listing()) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "line 1: The file is empty."),
        (b"0101 forest\n", "line 1: This is not JSON"),
        (b"[]\n", "line 1: The line is not a JSON object."),
        (b'{"name": "Harsk"}\n', "line 1: This is not an export"),
        (b'{"format": "outrider-campaign", "version": 3}\n', "line 1: A newer Outrider wrote this"),
        ("Zwölf".encode("utf-16"), "line 1: This is not UTF-8 text"),
        (b"\x00" * 100, "line 1: This is not JSON"),
        (b"SQLite format 3\x00...", "line 1: This is a campaign file, not an export"),
        (b"[" * 100_000, "line 1: "),
        (b'{"a":' * 500 + b"1" + b"}" * 500, "line 1: The line is nested more than 64 deep."),
        (b'{"a": 1, "a": 2}\n', "line 1: Duplicate key a."),
    ],
)
def test_what_is_no_export_is_a_sentence(
    tmp_path: Path, data: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(data)
    assert outrider.main(["import", str(file), "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"outrider: {file}: {said}")
    assert "Traceback" not in captured.err
    error = json.loads(captured.out)
    assert (error["error"], error["file"]) == ("unreadable", str(file))
    assert not paths.campaigns().exists()


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_what_cannot_be_opened_is_a_sentence(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    assert outrider.main(["import", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"outrider: {file}: ")


def test_where_somebody_looks_a_long_import_says_how_far_it_is(
    lines: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("saves.store.state_history.EVERY", 1)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert outrider.main(["import", str(lines)]) == 0
    assert capsys.readouterr().err == "1 of 2 entries\r2 of 2 entries\r"
