"""Every text for people is marked for translation and whole."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import core

ROOT = Path(core.__file__).parents[1]
MODULES = [
    path for package in ("core", "saves", "tui") for path in sorted((ROOT / package).rglob("*.py"))
]
FIRST = {"Message": 0, "Refusal": 1}
"""Callables, and the place of their argument that is a template."""


def texts(tree: ast.AST) -> Iterator[ast.expr]:
    """The template expressions of all messages, refusals and N_ marks."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        place = FIRST.get(node.func.id)
        if place is not None and len(node.args) > place:
            yield from choices(node.args[place])


def choices(text: ast.expr) -> Iterator[ast.expr]:
    """`a if x else b` is a choice between two templates."""
    if isinstance(text, ast.IfExp):
        yield from choices(text.body)
        yield from choices(text.orelse)
    else:
        yield text


def receipts(tree: ast.AST) -> Iterator[ast.expr]:
    """The labels of receipts, which are Messages, never texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = [word.value for word in node.keywords if word.arg == "label"]
            if node.func.id == "Receipt":
                yield from node.args[:1]
                yield from named


def marks(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
            yield node


def faults(source: str) -> list[str]:
    tree = ast.parse(source)
    wrong = [
        f"line {text.lineno}: unmarked text"
        for text in texts(tree)
        if isinstance(text, ast.Constant | ast.JoinedStr | ast.BinOp)
        and not (isinstance(text, ast.Constant) and text.value == "")
    ]
    wrong += [
        f"line {label.lineno}: a receipt's label is a Message"
        for label in receipts(tree)
        if isinstance(label, ast.Constant | ast.JoinedStr | ast.BinOp)
    ]
    for mark in marks(tree):
        text = mark.args[0] if mark.args else None
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
            wrong.append(f"line {mark.lineno}: N_ marks a literal only")
        elif any(name == "" or (name or "").isdigit() for name in fields(text.value)[1:]):
            wrong.append(f"line {mark.lineno}: fields have names")
    return wrong


def fields(template: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_text_for_people_is_marked_and_whole(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'Message("hello")',
        'Message(f"{x} goes")',
        'Refusal("too_far", "no")',
        'Refusal("too_far", f"{x}")',
        'Refusal("too_far", "a" + x)',
        'Refusal("x", N_("a") if y else "b")',
        'Receipt("speed", 3)',
        'Receipt(label=f"{x}", value=3)',
        "N_(name)",
        'N_(f"{x}")',
        'N_("{} goes {}")',
    ],
)
def test_the_scan_finds_what_it_looks_for(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    ['Message(N_("{who} goes"), who=x)', 'Refusal("a", N_("no"))', 'Message(template)',
     'Receipt(Message(N_("speed")), 3)', 'N_("{} km")', 'Message(N_("a") if x else N_("b"))',
     'Message("")'],
)  # fmt: skip
def test_the_scan_lets_pass_what_is_right(source: str) -> None:
    assert faults(source) == []
