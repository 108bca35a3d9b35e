"""`outrider ask FILE`: effects of an encounter file, of the system and of the library, count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tui.cli import main

FILE = """
ruleset = "{ruleset}"
map = "........ ........ ........"
creatures = [
  {{ id = "hero", size = "M", at = "A1", side = "h", attack = 5, speed = 6, effects = [{hero}] }},
  {{ id = "orc", size = "M", at = "B1", side = "foe", ac = 18, speed = 6, effects = [{orc}] }},
]
"""


def ask(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, hero: str = "", orc: str = ""
) -> tuple[str, dict[str, Any]]:
    """The page and the JSON of a question in Pathfinder 1, or in the playtest behind a colon."""
    ruleset, _, question = words.rpartition(":")
    file = tmp_path / "encounter.toml"
    file.write_text(FILE.format(ruleset=ruleset or "pf1", hero=hero, orc=orc), encoding="utf-8")
    command = ["ask", str(file), *question.split()]
    assert main(command, "0") == 0
    page = " ".join(capsys.readouterr().out.split())
    assert main([*command, "--json"], "0") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return page, found


def test_conditions_of_the_system_count_with_their_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, fresh = ask(tmp_path, capsys, "pf2:attack hero orc")
    _, frightened = ask(tmp_path, capsys, "pf2:attack hero orc", hero='"frightened=2 5"')

    assert frightened["attack_total"] == fresh["attack_total"] - 2


def test_effects_of_the_library_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, fresh = ask(tmp_path, capsys, "attack hero orc")
    _, blessed = ask(tmp_path, capsys, "attack hero orc --why", hero='"bless 5"', orc='"prone"')

    assert blessed["attack_total"] == fresh["attack_total"] + 1
    assert blessed["ac_total"] == fresh["ac_total"] - 4
    assert "bless" in json.dumps(blessed["receipt"])


def test_the_reach_of_who_is_exhausted_is_that_of_half_its_speed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, _ = ask(tmp_path, capsys, "reach hero", hero='"exhausted"')

    assert "with 3 squares (4.5 m)" in page
    assert "Its speed is 3 of 6 squares: exhausted." in page


def test_a_way_that_is_asked_for_names_what_slows_its_mover(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, _ = ask(tmp_path, capsys, "cheapest hero A3", hero='"slowed"')

    assert "1 square of its speed of 3 are left. Its speed is 3 of 6 squares: slowed." in page


def test_an_effect_that_is_not_known_is_named_by_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "encounter.toml"
    file.write_text(FILE.format(ruleset="pf1", hero='"shakn"', orc=""), encoding="utf-8")

    assert main(["ask", str(file), "attack", "hero", "orc"], "0") == 2
    assert "creatures[1].effects[1]" in capsys.readouterr().err
