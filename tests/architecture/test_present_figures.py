"""One door: only the modules of the present figures read what conditions do to a figure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "saves", "tui")
DOOR = {
    "core.effects": "changes, how they stack, and what a figure is with them",
    "core.rulesets.running_conditions": "the conditions of a ruleset as effects",
    "core.combat.board.speed_now": "a speed on the grid",
    "core.combat.attack.columns": "the documents' table of attack rolls and Armour Class",
    "core.combat.attack.scores": "what a changed score does to an attack",
    "core.combat.attack.damage": "what conditions do to damage",
    "core.combat.attack.modifiers": "the modifiers of one attack",
    "core.combat.attack.unsaid_changes": "what an attack would have on an occasion",
    "core.play.fight.creature_now": "a creature as it is now",
    "core.play.fight.defending": "what effects keep of damage",
    "core.play.fight.health": "hit points by Constitution and by level",
    "core.travel.travellers_now": "the pace and the checks of a traveller",
    "core.casebook.figure_cases": "the worked cases of figures",
}
"""The modules of the present figures, each with what it is."""
TELLING = {
    "core.rulesets.combat_schema": "the row of a condition, which reads its own lines",
    "core.rulesets.consistency": "refuses a line that is no change",
    "core.rulesets.old_columns": "lifts older columns",
    "core.play.fight.turns.lasting_conditions": "reads the lines of an effect that is typed",
    "tui.play.table.condition_effects": "says in words what a condition does",
}
"""Modules that read changes and compute no figure."""
READERS = {
    "parsed",
    "parse_change",
    "present_figure",
    "running_conditions",
    "attack_rows_of",
    "ac_rows_of",
    "damage_receipts",
    "changed",
}
"""The names by which what conditions do is read."""
SOURCES = ("core.effects", "core.rulesets.running_conditions", "core.combat.attack")


def modules() -> Iterator[tuple[str, Path]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def trees() -> Iterator[tuple[str, ast.Module]]:
    """The modules that may read it: those whose text names one of the sources."""
    for module, path in modules():
        source = path.read_text(encoding="utf-8")
        if any(word in source for word in (".parsed", *SOURCES)):
            yield module, ast.parse(source)


def is_within(module: str, names: dict[str, str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


def read_by(tree: ast.Module) -> set[str]:
    """What a module reads of the changes of conditions: attributes, and names it imports."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "parsed" and _is_row(node.value):
            found.add("parsed")
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SOURCES):
            found |= {alias.name for alias in node.names} & READERS
    return found


def _is_row(node: ast.expr) -> bool:
    return ast.unparse(node).rpartition(".")[2] in ("row", "own", "condition", "self")


def test_nobody_else_reads_what_conditions_do_to_a_figure() -> None:
    strangers = {
        module: sorted(read)
        for module, tree in trees()
        if not is_within(module, {**DOOR, **TELLING}) and (read := read_by(tree))
    }

    assert strangers == {}


def test_each_module_of_the_lists_is_still_there() -> None:
    known = [module for module, _ in modules()]
    for name in {**DOOR, **TELLING}:
        within = [module for module in known if is_within(module, {name: ""})]
        assert within, f"{name} is gone"


@pytest.mark.parametrize(
    "source",
    [
        "total = sum(change.amount for change in row.parsed)",
        "from core.rulesets.running_conditions import running_conditions",
        "from core.effects.figures import AskedFigure, present_figure",
        "from core.combat.attack.scores import changed",
    ],
)
def test_a_module_that_counts_by_itself_is_found(source: str) -> None:
    assert read_by(ast.parse(source))
