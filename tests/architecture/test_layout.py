"""The formatter lays lines out; it leaves alone no more than a few tables of rows."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "saves", "tui", "tests")
LEFT_ALONE = re.compile(r"# fmt: (?:skip|off)$", re.MULTILINE)
MOST = 130
"""Statements that may be laid out by hand, all of them tables: the limit of the house's rules."""


def test_the_formatter_leaves_only_tables_alone() -> None:
    modules = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]

    marks = [LEFT_ALONE.findall(path.read_text(encoding="utf-8")) for path in modules]

    assert sum(map(len, marks)) <= MOST
