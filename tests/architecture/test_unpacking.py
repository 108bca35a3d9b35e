"""Bytes of a stranger's file are unpacked in one place, which has a bound."""

from __future__ import annotations

import ast
from pathlib import Path

import saves

ROOT = Path(saves.__file__).parents[1]
THE_PLACE = "saves/store/packing.py"
UNPACKING = ("decompress", "decompressobj")


def unpacking_calls(path: Path) -> list[int]:
    """Return the lines of a module that unpack by zlib itself."""
    source = path.read_text(encoding="utf-8")
    if not any(name in source for name in UNPACKING):
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in UNPACKING
        and isinstance(node.value, ast.Name)
        and node.value.id == "zlib"
    ]


def test_nothing_is_unpacked_without_a_bound() -> None:
    modules = [
        path for folder in ("core", "saves", "tui") for path in (ROOT / folder).rglob("*.py")
    ]

    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in modules
        if (lines := unpacking_calls(path))
    }

    assert list(found) == [THE_PLACE]
    assert len(found[THE_PLACE]) == 1
