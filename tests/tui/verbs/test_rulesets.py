"""`outrider rulesets`: the list, the mistakes and the exit codes."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from core.casebook.cases import Case
from saves import paths
from saves.library.rulesets import rulesets_for
from tui.cli.rulesets import ruleset_for, run

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "rulesets"
EXAMPLE = EXAMPLES / "saltmarch"
HEAD = 'id = "mine"\nextends = "sf"\nname = { en = "Mine" }\n'


def asked(*folders: Path, json: bool = False, more: tuple[Path, ...] = ()) -> Namespace:
    return Namespace(folders=[str(f) for f in folders], ruleset=[str(f) for f in more], json=json)


def folder(at: Path, text: str) -> Path:
    (at / "ruleset.toml").write_text(HEAD, encoding="utf-8")
    (at / "march.toml").write_text(text, encoding="utf-8")
    return at


def test_the_four_and_the_folders_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked(EXAMPLE)) == 0

    told = capsys.readouterr()
    lines = [line.lstrip() for line in told.out.splitlines()]
    first = ["pf1", "dnd35", "sf", "pf2", "saltmarch", str(EXAMPLE)]
    assert [line.startswith(word) for line, word in zip(lines, first, strict=True)] == [True] * 6
    assert "Saltmarch house rules, extends pf1" in told.out
    assert told.err == ""


def test_every_example_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    folders = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())

    assert run(asked(*folders, json=True)) == 0

    answer = json.loads(capsys.readouterr().out)
    shown = {entry["id"]: entry["extends"] for entry in answer["rulesets"][4:]}
    assert shown == {"gatehouse": "dnd35", "saltmarch": "pf1"}


def test_a_mechanism_of_the_grid_that_lacks_its_figures_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = folder(tmp_path, "[combat.mechanisms]\nfalling = 'per_square'")

    assert run(asked(bad)) == 2

    file = tmp_path / "march.toml"
    needed = 'is needed where combat.mechanisms.falling is "per_square"'
    assert capsys.readouterr().err.splitlines() == [
        f"{file}: combat.falling.{key}: {needed}" for key in ("longest", "per_square", "victim_dc")
    ]


def test_a_folder_given_twice_is_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked(EXAMPLE, more=(EXAMPLE,))) == 0
    assert capsys.readouterr().out.count("Saltmarch") == 1


def test_a_bad_folder_is_told_with_file_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = folder(tmp_path, "[march]\nbase_dcs = 12\ndc_step = 'two'")

    assert run(asked(bad, EXAMPLE)) == 2

    told = capsys.readouterr()
    file = tmp_path / "march.toml"
    assert told.err.splitlines() == [
        f"{file}: march.base_dcs: no such key; did you mean base_dc?",
        f"{file}: march.dc_step: must be a whole number",
    ]
    assert "saltmarch" in told.out


def test_bad_toml_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked(folder(tmp_path, "[march]\nbase_dc =\n"))) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'march.toml'}: line 2: ")


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asked(tmp_path / "nowhere")) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'nowhere'}: cannot be read: ")


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = folder(tmp_path, "[march]\ndice = 'd'")

    assert run(asked(EXAMPLE, bad, json=True)) == 2

    answer = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in answer["rulesets"]] == [
        "pf1",
        "dnd35",
        "sf",
        "pf2",
        "saltmarch",
    ]
    saltmarch = answer["rulesets"][-1]
    assert saltmarch["extends"] == "pf1"
    assert saltmarch["folder"] == str(EXAMPLE)
    assert saltmarch["settles"] == ["Q-12", "Q-33"]
    assert "T-033" not in saltmarch["defaults"]
    assert "T-033" in answer["rulesets"][0]["defaults"]
    assert answer["bad"] == [
        {
            "file": str(tmp_path / "march.toml"),
            "key": "march.dice",
            "message": "d is not a roll; type d20, 2d6+3 or d%.",
        }
    ]


def test_the_gms_own_folder_of_rulesets_is_known_without_an_option(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a ruleset in Outrider's folder, then it is listed, and files and cases may name it."""
    own = paths.rulesets() / "mine"
    own.mkdir(parents=True)
    folder(own, "[march]\nbase_dc = 12")
    case = Case("a.toml", "one", "mine", "any", {}, {})

    assert run(asked()) == 0
    assert "mine   Mine, extends sf" in capsys.readouterr().out
    assert ruleset_for("mine", tmp_path / "a.toml", ()).march.base_dc == 12
    found, bad = rulesets_for((case,))
    assert (found["mine"].march.base_dc, bad) == (12, ())


def test_folders_that_are_given_are_listed_alone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = paths.rulesets() / "saltmarch"
    own.mkdir(parents=True)
    folder(own, "")

    assert run(asked(EXAMPLE)) == 0
    listed = capsys.readouterr().out
    assert "Saltmarch house rules, extends pf1" in listed
    assert "Mine" not in listed
