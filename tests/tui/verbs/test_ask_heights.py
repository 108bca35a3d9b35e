"""Height in the answers of `ask`: how far it is, who is in the way, and how one moves up there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tui.cli import main

FILE = """
ruleset = "{system}"
map = '''
..........
..:::.....
..........
..........
'''

[[creatures]]
id = "kraa"
size = "S"
at = "B2"
side = "party"
speed = 2
speeds = {{ fly = 8 }}
elevation = 3

[[creatures]]
id = "ghost"
size = "M"
at = "B4"
side = "party"
speeds = {{ incorporeal = 6 }}
elevation = 1

[[creatures]]
id = "bearer"
size = "L"
at = "I1"
side = "party"
speeds = {{ fly = 8 }}
elevation = 5

[[creatures]]
id = "rider"
size = "M"
side = "party"
rides = "bearer"

[[creatures]]
id = "orc"
size = "M"
at = "C2"
side = "foe"
speed = 6

[[creatures]]
id = "harpy"
size = "M"
at = "D2"
side = "foe"
speed = 4
speeds = {{ fly = 12 }}
elevation = 3
"""
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
Ask = Callable[[str, str], Any]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """The answer to a question under a system."""

    def asked(system: str, words: str) -> Any:  # noqa: ANN401
        path = tmp_path / "heights.toml"
        path.write_text(FILE.format(system=system), encoding="utf-8")
        assert main(["ask", str(path), *words.split(), "--json"], "0") == 0
        answer = json.loads(capsys.readouterr().out)
        del answer["receipt"]
        return answer

    return asked


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("words", "squares", "metres"),
    [
        ("distance kraa orc", 3, "4.5"),  # one across, three down: a diagonal and two squares
        ("distance orc kraa", 3, "4.5"),
        ("distance kraa harpy", 2, "3"),
        ("distance kraa B2", 3, "4.5"),
        ("distance orc harpy", 3, "4.5"),
        ("distance B2 C2", 1, "1.5"),
        ("distance rider orc", 8, "12"),  # six across, five up
        ("distance harpy rider", 6, "9"),  # five across, two up
    ],
)
def test_c_003_the_distance_counts_height(
    system: str, words: str, squares: int, metres: str, ask: Ask
) -> None:
    assert ask(system, words) == {"squares": squares, "metres": metres}


@pytest.mark.parametrize("system", SYSTEMS)
def test_c_033_who_is_in_the_air_flies_over_those_below(system: str, ask: Ask) -> None:
    """Given an orc beneath and a harpy at the same height, then only the harpy is in the way."""
    assert ask(system, "move kraa B2 C2 --ends-here false")["legal"]
    over = ask(system, "move kraa B2 C2 C3")
    assert (over["reason"], over["steps"]) == ("ok", [1, 1])
    assert ask(system, "move kraa B2 C2")["reason"] == "ok"
    assert ask(system, "move kraa B2 C3 D2")["reason"] == "occupied"
    assert ask(system, "cheapest kraa C2") == {"reachable": True, "cost": 1}
    assert ask(system, "cheapest kraa D2") == {"reachable": False}
    assert ask(system, "end kraa C2")["legal"]
    assert ask(system, "end kraa D2")["reason"] == "end_occupied"
    assert "C2" in ask(system, "reach kraa 1")["squares"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_on_the_ground_goes_beneath_the_flyers(system: str, ask: Ask) -> None:
    assert ask(system, "move orc C2 D2")["reason"] == "ok"
    assert ask(system, "cheapest orc B2")["reachable"]
    assert ask(system, "end orc D2")["legal"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_c_033_nobody_walks_in_the_air(system: str, ask: Ask) -> None:
    refused = {"legal": False, "reason": "in_the_air", "at": "B2"}
    assert ask(system, "move kraa B2 B3 --mode walk") == refused
    assert ask(system, "cheapest kraa B3 --mode walk") == {"reachable": False}
    assert ask(system, "reach kraa 3 --mode walk")["count"] == 0
    assert ask(system, "move rider I1 H1")["legal"]
    assert ask(system, "move rider I1 H1 --mode walk")["reason"] == "in_the_air"


def test_the_reach_of_a_flyer_is_that_of_its_flying_speed(ask: Ask) -> None:
    assert ask("pf1", "reach kraa") == ask("pf1", "reach kraa 8 --mode fly")
    assert ask("pf1", "reach ghost") == ask("pf1", "reach ghost 6 --mode incorporeal")


def test_an_attack_on_who_is_far_above_is_a_ranged_one(ask: Ask) -> None:
    assert ask("pf1", "conceal orc kraa") == ask("pf1", "conceal orc kraa --mode ranged")
    assert ask("pf1", "cover orc kraa") == ask("pf1", "cover orc kraa --mode ranged")


def test_what_people_read_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "heights.toml"
    path.write_text(FILE.format(system="pf1"), encoding="utf-8")
    assert main(["ask", str(path), "move", "kraa", "B2", "B3", "--mode", "walk"], "0") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "is in the air and cannot walk" in told
    assert main(["ask", str(path), "distance", "kraa", "harpy", "--why"], "0") == 0
    assert main(["ask", str(path), "distance", "kraa", "orc", "--why"], "0") == 0
    assert "up or down" in " ".join(capsys.readouterr().out.split())
