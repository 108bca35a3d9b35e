"""The rules are pure: scanned in core's syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import core
from tests.each import each

CORE = Path(core.__file__).parent
MODULES = sorted(CORE.rglob("*.py"))

IMPURE_MODULES = {
    "asyncio", "datetime", "gettext", "glob", "importlib", "io", "locale", "logging", "os",
    "pathlib", "random", "secrets", "shutil", "socket", "subprocess", "sys", "tempfile",
    "threading", "time", "uuid",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}
ALLOWED_OUTSIDERS = {
    "core",
    "msgspec",
    "tomli",
    "pydantic",
    "pydantic_core",
    "annotated_types",
}


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def called(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def impurities(source: str) -> set[str]:
    nodes = [*ast.walk(ast.parse(source))]
    modules = set(imported(nodes))
    outsiders = modules - set(sys.stdlib_module_names) - ALLOWED_OUTSIDERS
    return (modules & IMPURE_MODULES) | outsiders | (set(called(nodes)) & IMPURE_CALLS)


@each("path", MODULES)
def test_core_reads_no_file_clock_chance_or_language(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random", "random"),
        ("from time import time", "time"),
        ("import os.path", "os"),
        ("from importlib.resources import files", "importlib"),
        ("def f():\n    from datetime import datetime", "datetime"),
        ("import textual", "textual"),
        ("from saves.library import library", "saves"),
        ("open('x')", "open"),
        ("print(1)", "print"),
    ],
)
def test_the_scan_finds_what_it_looks_for(source: str, found: str) -> None:
    assert impurities(source) == {found}
