"""One function computes a chance: whatever prints one, or a need, asks `core.dice`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import core

ROOT = Path(core.__file__).parents[1]
THE_PLACE = "core/dice.py"
SIDES = (20, 100)
NAMES_OF_SIDES = ("FACES", "HUNDRED", "D20", "sides")
"""What a count of faces is divided by, to make a chance of it."""
TO_BE_MET = ("dc", "ac", "against")
MODIFIERS = ("modifier", "bonus")
"""What is taken from that, to make the lowest face of it."""
PLACES = re.compile(
    rf"\b(?:Chance|Fraction)\(|/[\s(]*(?:\w+\.)*(?:{'|'.join(NAMES_OF_SIDES)})\b"
    rf"|-[\s(]*(?:\w+\.)*(?:{'|'.join(MODIFIERS)})\b"
)
"""A module without any of these computes no chance, and need not be read as code."""


def name_of(node: ast.expr) -> str:
    """The last name of `a.b.c`; "" for all else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""


def is_sides(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in SIDES
    if isinstance(node, ast.BinOp):
        return is_sides(node.left) or is_sides(node.right)
    return name_of(node) in NAMES_OF_SIDES


def holds_arithmetic(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) or (
        isinstance(node, ast.Call) and name_of(node.func) == "Fraction"
    )


def computes_chance(node: ast.AST) -> bool:
    """Whether this expression makes a chance of faces, or the lowest face of what is to be met."""
    match node:
        case ast.Call(func=func, args=[only]) if name_of(func) == "Chance":
            return holds_arithmetic(only)
        case ast.Call(func=func, args=[_, below]) if name_of(func) == "Fraction":
            return is_sides(below)
        case ast.BinOp(op=ast.Div(), right=below):
            return name_of(below) in NAMES_OF_SIDES
        case ast.BinOp(left=left, op=ast.Sub(), right=taken):
            return name_of(left) in TO_BE_MET and name_of(taken) in MODIFIERS
        case _:
            return False


def computed(source: str) -> Iterator[str]:
    if not PLACES.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if computes_chance(node):
            yield ast.unparse(node)


def test_one_module_computes_chances_and_needs() -> None:
    found = {}
    for folder in ("core", "saves", "tui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = path.relative_to(ROOT).as_posix()
            expressions = list(computed(path.read_text(encoding="utf-8")))
            if expressions and module != THE_PLACE:
                found[module] = expressions

    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "Fraction(21 - needed, 20)",
        "Fraction(100 - miss, 100)",
        "Fraction(sure * (100 - miss), FACES * 100)",
        "Fraction(faces, D20)",
        "Chance(Fraction(miss, per_cent))",
        "Chance(value / other)",
        "Chance(1 - value)",
        "faces / FACES",
        "question.dc - question.modifier",
        "ac - bonus",
    ],
)
def test_the_scan_finds_what_it_looks_for(source: str) -> None:
    assert list(computed(source)) != []
