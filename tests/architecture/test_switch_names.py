"""Each switch that code asks for is a row of every ruleset, and each row is asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import core
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.texts import name_of

ROOT = Path(core.__file__).parents[1]
GENERIC = ROOT / "core" / "rulesets" / "schema.py"
"""Where a switch is looked up by any name that it is asked with."""
ASKING = ("switch", "is_house_rule", "default_of")
"""Methods of a ruleset that are asked with the name of a switch."""
SURE = ("switch", "cite")
"""Those that raise KeyError, or cite the wrong source, if there is no such switch."""

NOT_YET: Mapping[str, str] = {
    "conditions": "asked for where the tables of a ruleset are chosen, in the generic file itself",
}
"""Rows that no code asks for yet, each with the reason."""


def asked_names(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions by which code names a switch."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and is_table(node.value):
            yield node.slice
        elif isinstance(node, ast.Call):
            yield from names_in_call(node)


def unreadable_names(tree: ast.Module) -> list[str]:
    """Return where a switch is asked for, or cited, by what is no literal."""
    return [
        f"line {name.lineno}"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and name_of(call) in SURE
        for name in names_in_call(call)
        if not isinstance(name, ast.Constant)
    ]


def is_table(node: ast.expr) -> bool:
    """Whether it is `.switches` of something."""
    return isinstance(node, ast.Attribute) and node.attr == "switches"


def names_in_call(call: ast.Call) -> Iterator[ast.expr]:
    asked = call.func
    if not isinstance(asked, ast.Attribute):
        return
    if asked.attr in ASKING or (asked.attr == "get" and is_table(asked.value)):
        yield from call.args[:1]
    if name_of(call) == "cite":
        cited = [word.value for word in call.keywords if word.arg == "switch"]
        for value in cited:
            yield from value.elts if isinstance(value, ast.Tuple) else (value,)


def literals(names: Iterator[ast.expr]) -> set[str]:
    return {
        name.value
        for name in names
        if isinstance(name, ast.Constant) and isinstance(name.value, str)
    }


@cache
def core_trees() -> Mapping[str, ast.Module]:
    """Return the syntax trees of the files of core that ask for switches of their own choice."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "core").rglob("*.py")}
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(source)
        for path, source in sorted(sources.items())
        if path != GENERIC and any(word in source for word in ASKING)
    }


@cache
def asked_in_core() -> Mapping[str, set[str]]:
    """Return the files of core with the switches that each names."""
    asked = {path: literals(asked_names(tree)) for path, tree in core_trees().items()}
    return {path: names for path, names in asked.items() if names}


@pytest.mark.parametrize("system", PACKAGED)
def test_each_switch_that_is_asked_for_is_a_row_of_every_ruleset(system: str) -> None:
    rows = packaged(system).switches.keys()

    unknown = {path: names - rows for path, names in asked_in_core().items() if names - rows}

    assert unknown == {}


def test_each_row_is_asked_for_or_not_yet_with_its_reason() -> None:
    """Given a row that code begins to ask for, then it is taken out of NOT_YET."""
    asked = set().union(*asked_in_core().values())

    assert packaged("pf1").switches.keys() - asked == NOT_YET.keys()


def test_a_switch_is_asked_for_by_a_literal_that_can_be_checked() -> None:
    unreadable = {path: unreadable_names(tree) for path, tree in core_trees().items()}

    assert {path: lines for path, lines in unreadable.items() if lines} == {}


@pytest.mark.parametrize(
    "source", ["rules.switch(NAME)", 'rules.cite("T-168", "nights", 2, switch=name)']
)
def test_a_name_that_cannot_be_checked_is_seen(source: str) -> None:
    assert unreadable_names(ast.parse(source)) == ["line 1"]


@pytest.mark.parametrize(
    "source",
    [
        'rules.switch("bed_rset")',
        'rules.switches["bed_rset"].value',
        'rules.switches.get("bed_rset")',
        'world.rules.is_house_rule("bed_rset")',
        'rules.default_of("bed_rset")',
        'rules.cite("T-168", "nights", 2, switch="bed_rset")',
        'rules.cite("T-168", "nights", 2, switch=("bed_rset",))',
    ],
)
def test_each_way_to_name_a_switch_is_seen(source: str) -> None:
    assert literals(asked_names(ast.parse(source))) == {"bed_rset"}


def test_a_switch_of_another_table_or_of_a_text_is_none() -> None:
    source = 'Message("{switch}", switch="rest")\nrules.rules["T-168"]'

    assert literals(asked_names(ast.parse(source))) == set()
