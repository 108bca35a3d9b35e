"""Who acts, with which attack and at whom, is chosen in one module; panes and keys go by its value.

Whose turn it is, what the GM has picked out and where the cursor is may each be read anywhere; read
together they choose somebody, and then a screen shows one creature while a key means another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tui.encounter.present import actor

CHOOSES = Path(actor.__file__)
ENCOUNTER = CHOOSES.parents[1]
PLAY = ENCOUNTER.parent / "play"
SOURCES = {
    "whose turn it is": {"acting", "acting_slot", "turn"},
    "what is picked out": {"chosen", "lettered", "marked"},
    "where the cursor is": {"cursor", "under"},
}
"""What chooses somebody when it is read together, by the names of attributes."""
PANES = {"panes", "road", "drawing.py"}
"""These draw lines that were made of it, with a cursor of their own, or are of no fight."""
TYPED = "fight_words.py"
"""Typed words say who attacks whom."""


def modules() -> Iterator[Path]:
    for folder in (ENCOUNTER, PLAY):
        for path in sorted(folder.rglob("*.py")):
            if path != CHOOSES and PANES.isdisjoint(path.parts):
                yield path


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as code."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def read_in(node: ast.AST) -> set[str]:
    """The attributes that are read in a function."""
    return {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load)
    }


def called_in(path: Path) -> set[str]:
    """The names of what is called in a module."""
    calls = (node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    return {
        call.attr if isinstance(call, ast.Attribute) else call.id
        for call in calls
        if isinstance(call, ast.Attribute | ast.Name)
    }


def test_turn_picks_and_cursor_are_read_together_in_one_module() -> None:
    found = []
    for path in modules():
        for function in functions(path):
            names = read_in(function)
            read = [source for source, parts in SOURCES.items() if parts & names]
            if len(read) > 1:
                found.append((path.name, function.name, *read))
    assert found == []


def test_no_other_module_reads_all_three() -> None:
    """That it does itself shows that the names above are those of the code."""

    def reads_all(path: Path) -> bool:
        names = read_in(tree_of(path))
        return all(parts & names for parts in SOURCES.values())

    assert reads_all(CHOOSES)
    assert [path.name for path in modules() if reads_all(path)] == []


def test_nothing_else_chooses_an_attack_or_its_target() -> None:
    choosing = {path.name for path in modules() if {"MakeAttack", "enemy"} & called_in(path)}
    assert choosing <= {TYPED}


BY_THE_CURSOR = {
    "mount": "whom the cursor is on is mounted",
    "area_attacker": "the cursor is where an area is laid",
}
"""Keys of who acts for which the cursor means something else."""


def reads_who_acts(node: ast.AST) -> bool:
    """Whether a function reads `actor.who`."""
    return any(
        isinstance(one, ast.Attribute)
        and one.attr == "who"
        and ast.unparse(one.value) in ("actor", "standpoint.actor")
        for one in ast.walk(node)
    )


def is_key(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is what a key means: public, and of a standpoint."""
    first = [one.arg for one in function.args.args][:1]
    return first == ["standpoint"] and not function.name.startswith("_")


def test_a_key_of_who_acts_means_the_one_that_enter_would_go_on_with() -> None:
    found = {}
    for path in sorted(ENCOUNTER.glob("*.py")):
        for function in functions(path):
            if is_key(function) and reads_who_acts(function):
                found[function.name] = [ast.unparse(one) for one in function.decorator_list]

    others = {name for name, decorators in found.items() if "going_on" not in decorators}
    assert others == set(BY_THE_CURSOR)
    assert {"attack", "repeat", "choose_way", "climb", "overrule"} <= set(found)
