"""`outrider ask FILE attack`: scores that conditions have changed are in the chance (C-252)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from saves.store.packaged_rulesets import PACKAGED
from tui.cli import main

FILE = """
ruleset = "{ruleset}"
map = "...."
creatures = [
  {{ id = "hero", size = "M", at = "A1", side = "party", attack = 5, conditions = ["{hero}"] }},
  {{ id = "orc", size = "M", at = "B1", side = "foe", ac = 18, conditions = ["{orc}"] }},
]
"""


def answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str, **names: str
) -> tuple[str, dict[str, Any]]:
    """The page and the JSON of the hero's attack on the orc."""
    file = tmp_path / "encounter.toml"
    file.write_text(FILE.format(**names), encoding="utf-8")
    words = ["ask", str(file), "attack", "hero", "orc", *options]
    assert main(words, "0") == 0
    page = " ".join(capsys.readouterr().out.split())
    assert main([*words, "--json"], "0") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return page, found


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_c_252_a_fatigued_attacker_of_5_needs_14_against_18(
    ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in ("melee", "ranged"):
        page, found = answer(
            tmp_path,
            capsys,
            "--mode",
            mode,
            ruleset=ruleset,
            hero="fatigued",
            orc="darkvision",
        )
        assert (found["needed"], found["p_hit"]) == (14, "7/20")
        attack_total = -1 if ruleset == "sf" else 0  # sf has it of the attack, not of a score
        assert (found["attack_total"], found["ac_total"]) == (attack_total, 0)
        assert "-1 to the roll and +0 to the Armour Class" in page
        assert "14 or more" in page


def test_the_fatigued_of_the_playtest_attack_as_ever_and_are_hit_more_often(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given +5 and an AC of 18, then 13 hits; who is fatigued has AC 17, and 12 hits."""
    _, tired = answer(tmp_path, capsys, ruleset="pf2", hero="fatigued", orc="darkvision")
    _, tired_orc = answer(tmp_path, capsys, ruleset="pf2", hero="darkvision", orc="fatigued")

    assert (tired["needed"], tired_orc["needed"]) == (13, 12)


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_c_228_an_entangled_target_is_hit_by_two_more(
    ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, found = answer(tmp_path, capsys, ruleset=ruleset, hero="darkvision", orc="entangled")
    own = (11, -2, 0) if ruleset == "sf" else (11, 0, -4)  # sf has it of the AC, not of a score
    assert (found["needed"], found["ac_total"], found["target_dex_penalty"]) == own
    assert "+0 to the roll and -2 to the Armour Class" in page


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_t_123_the_worse_of_fatigued_and_exhausted_counts_alone(
    ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a hero of +5 who is both, then -3 and not -4: 16 against 18."""
    both = 'fatigued", "exhausted'
    _, found = answer(tmp_path, capsys, ruleset=ruleset, hero=both, orc="darkvision")
    assert found["needed"] == 16
    assert found["can_attack"] is True


@pytest.mark.parametrize(
    ("ruleset", "words", "cost"),
    [
        ("pf1", ("move", "hero", "A1", "B1", "C1", "D1", "E1"), 8),
        ("pf1", ("cheapest", "hero", "E1"), 8),
        ("pf1", ("cheapest", "hero", "E1", "--extra-doublings", "0"), 4),
        ("pf2", ("cheapest", "hero", "E1"), 4),
    ],
)
@pytest.mark.parametrize("how", ["light", "blinded"])
def test_c_046_who_cannot_see_its_way_pays_double_as_in_a_fight(
    ruleset: str,
    words: tuple[str, ...],
    cost: int,
    how: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "encounter.toml"
    conditions = '["blinded"]' if how == "blinded" else "[]"
    light = "dark" if how == "light" else "bright"
    file.write_text(
        f'ruleset = "{ruleset}"\nmap = "......"\nlight = "{light}"\ncreatures = [ {{ id = "hero", '
        f'size = "M", at = "A1", side = "party", conditions = {conditions} }} ]\n',
        encoding="utf-8",
    )
    assert main(["ask", str(file), *words, "--json"], "0") == 0
    assert json.loads(capsys.readouterr().out)["cost"] == cost


@pytest.mark.parametrize("condition", ["fatigued", "exhausted"])
def test_c_252_who_may_not_run_is_told_what_hinders(
    condition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "encounter.toml"
    file.write_text(FILE.format(ruleset="pf1", hero=condition, orc="prone"), encoding="utf-8")
    words = ["ask", str(file), "move", "hero", "A1", "A2", "--action", "run"]

    assert main(words, "0") == 0
    page = " ".join(capsys.readouterr().out.split())
    assert main([*words, "--json"], "0") == 0
    found = json.loads(capsys.readouterr().out)

    assert page.startswith(f"Hero cannot run or charge: {condition}.")
    assert found["reason"] == "fatigued", "the catalogue's word for all that hinders a run"
