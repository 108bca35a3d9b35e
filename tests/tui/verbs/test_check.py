"""`outrider check`: its counts, its JSON, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tui.cli import main

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "tests" / "casebooks" / "travel_examples.toml"

CASE = """
[[case]]
id = "one"
ruleset = "pf1"
kind = "day_distance"
given = { speed_m = 9, terrain = "plains", way = "road" }
expect = { km = "36", hours = "8" }
"""

CHASE = """
[[case]]
id = "one"
ruleset = "pf1"
kind = "pursuit"
given = { mode = "long", quarry_mod = 5, pursuer_mod = -2, ties = [] }
expect = { p_escape = "309/400" }
"""


def write(folder: Path, text: str, name: str = "cases.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def checked(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, Any]]:
    code = main(["check", *args, "--json"], "0")
    return code, json.loads(capsys.readouterr().out)


def test_the_examples_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(EXAMPLES)], "0") == 0
    assert capsys.readouterr().out == "176 passed, 0 failed\n"


def test_a_tampered_expectation_fails_with_exit_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, CASE.replace('"36"', '"36.5"'))
    assert main(["check", file], "0") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "0 passed, 1 failed"
    assert any('"36.5"' in line and '"36"' in line and "km" in line for line in out)


def test_each_tampered_key_of_an_example_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for was, now in (('hours = "8"', 'hours = "9"'), ('km = "36"', 'km = "36.0001"')):
        code, report = checked(capsys, write(tmp_path, CASE.replace(was, now)))
        assert (code, report["passed"], report["failed"]) == (1, 0, 1)


def test_got_has_every_key_of_the_kind_in_the_casebook_s_types(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, CASE.replace(', hours = "8"', ""))
    code, report = checked(capsys, file)
    assert code == 0
    assert report["cases"] == [
        {
            "id": "one",
            "file": file,
            "ok": True,
            "expect": {"km": "36"},
            "got": {
                "km": "36",
                "hours": "8",
                "multiplier": "1",
                "km_per_h": "4.5",
                "extra_hours": "0",
            },
            "error": None,
        }
    ]
    assert report["bad"] == []


@pytest.mark.parametrize("value", ["36", "36.0", '"36"', '"72/2"', '"36.000"'])
def test_numbers_are_compared_exactly_however_they_are_written(
    value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = checked(capsys, write(tmp_path, CASE.replace('"36"', value)))
    assert code == 0


def test_a_refusal_is_an_error_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = CASE.replace("plains", "urban")
    code, report = checked(capsys, write(tmp_path, text))
    assert code == 1
    assert report["cases"][0]["got"] == {"error": "unknown_terrain", "suggestion": ""}
    assert report["cases"][0]["error"] == "unknown_terrain"


def test_a_malformed_file_is_exit_2_and_names_the_line_and_others_still_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = write(tmp_path, CASE + "\ngiven = = 3\n", "broken.toml")
    good = write(tmp_path, CASE.replace('"36"', '"35"'), "good.toml")
    assert main(["check", broken, str(tmp_path / "absent.toml"), good], "0") == 2
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == "0 passed, 1 failed"
    lines = told.err.splitlines()
    assert len(lines) == 2
    assert "broken.toml" in lines[0]
    assert "line 9" in lines[0]
    assert "absent.toml" in lines[1]


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        ('kind = "day_distance"', 'kind = "day_distanse"', "kind"),
        ('ruleset = "pf1"', 'ruleset = "pf7"', "ruleset"),
        ("speed_m = 9", "sped_m = 9", "given.sped_m"),
        ("speed_m = 9", 'speed_m = "fast"', "given.speed_m"),
        ("speed_m = 9", "speed_m = nan", "given.speed_m"),
        ("speed_m = 9", "speed_m = -9", "given.speed_m"),
        ("speed_m = 9", "speed_m = 0", "given.speed_m"),
        ("speed_m = 9", "speed_m = 9, mount = 'pony'", "given.mount"),
        ("speed_m = 9", 'race = "hobbit"', "given.race"),
        ("speed_m = 9", 'speed_m = 9, pace = "gallop"', "given.pace"),
        ("speed_m = 9, ", "", "given.speed_m | fly_speed_m"),
        ("speed_m = 9", "speed_m = 9, segments = [{ hour = 3 }]", "given.segments[1].hour"),
        ("speed_m = 9", "speed_m = 9, segments = []", "given.segments"),
        ('km = "36"', 'kms = "36"', "expect.kms"),
        ('id = "one"', "", "id"),
        ('id = "one"', 'id = "one"\nwhat = 3', "what"),
        (CASE.strip(), CHASE, "given.ties"),
    ],
)
def test_what_is_no_case_is_bad_and_names_the_key(
    was: str, now: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = CASE + CASE.replace('"one"', '"two"')
    code, report = checked(capsys, write(tmp_path, text.replace(was, now, 1)))
    assert code == 2
    assert [entry["key"][: len(key)] for entry in report["bad"]] == [key]
    assert report["bad"][0]["message"]
    assert report["passed"] == 1


def test_a_second_case_of_the_same_id_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, report = checked(capsys, write(tmp_path, CASE + CASE))
    assert code == 2
    assert report["bad"][0]["key"] == "id"
    assert report["passed"] == 1


def test_strict_refuses_a_house_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = CASE.replace('"pf1"', '"dnd35"')
    code, report = checked(capsys, write(tmp_path, house), "--strict")
    assert code == 1
    assert report["cases"][0]["got"] == {"error": "house_default"}
    code, report = checked(capsys, write(tmp_path, CASE), "--strict")
    assert code == 0


def test_a_gm_s_ruleset_can_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(
        'id = "mine"\nextends = "pf1"\nname = { en = "Mine" }\n[terrain.plains]\nroad = "1/3"\n',
        encoding="utf-8",
    )
    mine = CASE.replace('"pf1"', '"mine"').replace('"36"', '"12"')
    file = write(tmp_path, mine)
    assert checked(capsys, file, "--ruleset", str(folder))[0] == 0
    (folder / "ruleset.toml").write_text('id = "mine"\nextends = "pf9"\n', encoding="utf-8")
    code, report = checked(capsys, file, "--ruleset", str(folder))
    assert code == 2
    assert report["bad"][0]["key"] == "extends"


def test_a_name_with_escape_codes_cannot_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, CASE.replace('"one"', '"on\\u001b[31me"').replace('"36"', '"35"'))
    main(["check", file], "0")
    assert "\x1b" not in capsys.readouterr().out
