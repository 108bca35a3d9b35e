"""One idea, one name: classes, modules of core and saves, and the words of the glossary."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "saves", "tui")
SHAPES = {"__init__", "commands", "events", "decide", "evolve", "narration"}
"""Modules that each subject of the story has."""
GLOSSARY = ROOT / "docs" / "glossary.md"
NAME = re.compile(r"`([^`]+)`")


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def defined(package: str) -> Mapping[Path, Mapping[str, type[ast.stmt]]]:
    """The names that each module of a package defines, and by which statement."""
    found: dict[Path, dict[str, type[ast.stmt]]] = {}
    for path in modules(package):
        names = found[path] = {}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names[node.name] = type(node)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names[node.target.id] = type(node)
    return found


def repeated(places: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: found for name, found in places.items() if len(found) > 1}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_class_has_a_name_of_its_own(package: str) -> None:
    """Within its layer: a pane may be called as the value of core that it shows."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, names in defined(package).items():
        for name, statement in names.items():
            if statement is ast.ClassDef:
                places[name].append(path.relative_to(ROOT).as_posix())
    assert repeated(places) == {}


@pytest.mark.parametrize("package", ["core", "saves"])
def test_a_module_has_a_name_of_its_own(package: str) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in modules(package):
        if path.stem not in SHAPES:
            places[path.stem].append(path.relative_to(ROOT).as_posix())
    assert repeated(places) == {}


def test_the_glossary_names_what_there_is() -> None:
    """Given the names and paths in the glossary, then each is in the code."""
    known: set[str] = set()
    for package in PACKAGES:
        for names in defined(package).values():
            known |= names.keys()
    wrong = [
        name
        for line in GLOSSARY.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
        for name in NAME.findall(line.rsplit("|", 2)[1])
        if not (name in known or ("/" in name and (ROOT / name).exists()))
    ]
    assert wrong == []
