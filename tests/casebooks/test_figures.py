"""The casebooks of conditions are well formed, each case adds up, and each comes out as written."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.casebook.cases import parse
from core.casebook.run import run_all
from saves.store.packaged_rulesets import PACKAGED, packaged

FIGURES = Path(__file__).parent / "figures"
BOOKS = ("conditions", "blind")
"""Both written by hand from the open rules, by somebody who had not seen the tables.

Those of `blind` were written once more, without sight of those of `conditions`.
"""

CASE_KEYS = {"id", "ruleset", "kind", "given", "expect", "why"}
GIVEN_KEYS = {"creature", "effects", "figure", "against"}
EXPECT_KEYS = {"value", "sheet", "counted", "lost"}
SCORES = {"str", "dex", "con", "int", "wis", "cha"}
DEFENCES = {"ac", "ac_touch", "ac_flat_footed", "eac", "dexterity", "cmd", "fort", "ref", "will"}
OTHER_KEYS = {"name", "size", "level", "base_attack", "cmb", "init", "speed", "perception"}
CREATURE_KEYS = SCORES | DEFENCES | OTHER_KEYS | {"attacks", "skills"}
FIGURE = re.compile(
    r"ac( touch| flat-footed)?|eac|kac|fortitude|reflex|will|initiative|actions|cmb|cmd|speed walk"
    r"|perception|check (str|dex|con|int|wis|cha)|(attack|damage|skill) [a-z]+"
)
DICE = re.compile(r"(\d+d\d+)([+-]\d+)?")


@cache
def read_cases(book: str, ruleset: str) -> list[dict[str, Any]]:
    text = (FIGURES / f"{book}_{ruleset}.toml").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = tomllib.loads(text)["case"]
    return cases


def add_to(sheet: int | str, modifier: int) -> int | str:
    """A figure of the sheet, a number or the dice of damage, with a modifier."""
    if isinstance(sheet, int):
        return sheet + modifier
    found = DICE.fullmatch(sheet)
    assert found, sheet
    total = int(found[2] or 0) + modifier
    return f"{found[1]}{total:+}" if total else found[1]


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize("book", BOOKS)
def test_every_case_has_the_keys_of_its_kind(book: str, ruleset: str) -> None:
    cases = read_cases(book, ruleset)

    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        assert set(case) == CASE_KEYS, case["id"]
        assert (case["ruleset"], case["kind"]) == (ruleset, "figure"), case["id"]
        assert set(case["given"]) <= GIVEN_KEYS, case["id"]
        assert set(case["expect"]) <= EXPECT_KEYS, case["id"]
        assert set(case["given"]["creature"]) <= CREATURE_KEYS, case["id"]
        assert FIGURE.fullmatch(case["given"]["figure"]), case["id"]


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize("book", BOOKS)
def test_every_case_comes_out_as_it_is_written(book: str, ruleset: str) -> None:
    file = FIGURES / f"{book}_{ruleset}.toml"
    parsed = parse(file.name, file.read_text(encoding="utf-8"))

    results, bad = run_all(parsed.cases, {ruleset: packaged(ruleset)})

    assert (parsed.bad, bad) == ((), ())
    assert [(result.case.id, dict(result.got)) for result in results if not result.ok] == []


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_counted_is_the_way_from_the_sheet_to_the_value(book: str, ruleset: str) -> None:
    for case in read_cases(book, ruleset):
        expect = case["expect"]
        if "counted" not in expect:
            continue
        counted = expect["counted"]
        modifier = sum(part["value"] for part in counted)
        assert add_to(expect["sheet"], modifier) == expect["value"], case["id"]
        assert counted == sorted(counted, key=lambda part: (part["name"], part["type"])), case["id"]


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize("book", BOOKS)
def test_every_condition_has_a_figure_that_it_leaves_alone(book: str, ruleset: str) -> None:
    alone = [case for case in read_cases(book, ruleset) if len(case["given"]["effects"]) == 1]
    left_alone = [case for case in alone if case["expect"]["value"] == case["expect"].get("sheet")]

    assert names_of(alone) - names_of(left_alone) == set()


def names_of(cases: list[dict[str, Any]]) -> set[str]:
    """The conditions of the cases, without their amounts."""
    return {effect.partition("=")[0] for case in cases for effect in case["given"]["effects"]}
