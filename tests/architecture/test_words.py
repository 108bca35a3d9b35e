"""Every text for people is marked for translation and whole."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.frontend import parse_keywords

import core

ROOT = Path(core.__file__).parents[1]
MODULES = [
    path for package in ("core", "saves", "tui") for path in sorted((ROOT / package).rglob("*.py"))
]
TEMPLATES = {
    "Message": 0, "Refusal": 1, "phrase": 0, "say_message": 0, "wrong": 1, "cite": 1,
    "UnreadableFile": 0, "CannotOpen": 1, "CannotKeep": 1, "NotRecorded": 0, "refuse": 0,
    "Here": 0, "Action": 2, "bad": 2, "QueryKind": 3, "TypedWord": 1,
    "command_word": 1,
}  # fmt: skip
"""Callables whose argument at this place is a template: a literal there needs no `N_()`."""

PARTS = ast.Constant | ast.JoinedStr | ast.BinOp


def name_of(call: ast.Call) -> str:
    func = call.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def texts(tree: ast.AST) -> Iterator[ast.expr]:
    """The template expressions of everything that takes one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = TEMPLATES.get(name_of(node))
            if place is not None and len(node.args) > place:
                yield node.args[place]


def receipts(tree: ast.AST) -> Iterator[ast.expr]:
    """The labels of receipts, which are Messages, never texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) == "Receipt":
            yield from node.args[:1]
            yield from (word.value for word in node.keywords if word.arg == "label")


def marks(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) == "N_":
            yield node


def faults(source: str) -> list[str]:
    tree = ast.parse(source)
    labels = (label for label in receipts(tree) if isinstance(label, PARTS))
    wrong = [f"line {label.lineno}: a receipt's label is a Message" for label in labels]
    for text in texts(tree):
        if isinstance(text, ast.Constant):
            wrong += nameless(text)
        elif isinstance(text, ast.IfExp):
            wrong += [
                f"line {text.lineno}: unmarked text"
                for part in (text.body, text.orelse)
                if isinstance(part, PARTS)
            ]
        elif isinstance(text, PARTS):
            wrong.append(f"line {text.lineno}: a text that is put together")
    for mark in marks(tree):
        if isinstance(mark.args[0], ast.Constant):
            wrong += nameless(mark.args[0])
        else:
            wrong.append(f"line {mark.lineno}: N_ marks a literal only")
    return wrong


def nameless(text: ast.Constant) -> list[str]:
    names = fields(str(text.value))[1:]
    return [f"line {text.lineno}: fields have names"] * any(
        name == "" or name.isdigit() for name in names
    )


def fields(template: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_text_for_people_is_marked_and_whole(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'Message(f"{x} goes")',
        'Refusal("too_far", f"{x}")',
        'Refusal("too_far", "a" + x)',
        'Refusal("x", N_("a") if y else "b")',
        'Receipt("speed", 3)',
        'Receipt(label=f"{x}", value=3)',
        "N_(name)",
        'N_(f"{x}")',
        'N_("{} goes {}")',
        'self.say_message("{} goes {}")',
    ],
)
def test_the_scan_finds_what_it_looks_for(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    ['Message("{who} goes", who=x)', 'Refusal("a", "no")', 'Message(template)',
     'Receipt(Message("speed"), 3)', 'N_("{} km")', 'Message(N_("a") if x else N_("b"))',
     'Message("")'],
)  # fmt: skip
def test_the_scan_lets_pass_what_is_right(source: str) -> None:
    assert faults(source) == []


def test_babel_finds_the_templates_without_a_mark() -> None:
    # given: the keywords of CONTRIBUTING
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    command = text.split("pybabel extract ", 1)[1].split("`", 1)[0].split()
    keywords = parse_keywords(
        [word for word in command if word not in ("-k", "core", "saves", "tui")]
    )
    places = {name: (at or (1,))[0] - 1 for name, at in keywords.items() if name != "N_"}
    # then: they are the callables that take templates
    assert places == TEMPLATES
    # and: babel takes the template out of each
    calls = "\n".join(f"{name}({'x, ' * at}'{name} it', y=z(1))" for name, at in TEMPLATES.items())
    found = extract("python", BytesIO(calls.encode()), keywords)
    assert [template for _, template, _, _ in found] == [f"{name} it" for name in TEMPLATES]
