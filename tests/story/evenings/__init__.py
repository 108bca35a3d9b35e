"""Evenings whose figures were worked out by hand: `figures("pf1")` hands them out by name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent


class HandFigures:
    """The figures of one evening; it remembers which of them were asked for."""

    def __init__(self, expected: Mapping[str, str | int]) -> None:
        self.expected = expected
        self._asked: set[str] = set()

    def number(self, name: str) -> int:
        """A whole number; KeyError for a figure that is not in the file."""
        found = self.expected[name]
        assert isinstance(found, int), f"{name} is a text"
        self._asked.add(name)
        return found

    def text(self, name: str) -> str:
        """A figure as the GM reads it, a number in digits; KeyError as above."""
        found = self.expected[name]
        self._asked.add(name)
        return str(found)

    def never_asked(self) -> tuple[str, ...]:
        """The figures that no step has compared, in the order of the file; empty at the end."""
        return tuple(name for name in self.expected if name not in self._asked)


def figures(system: str) -> HandFigures:
    """The figures of `SYSTEM.toml` beside this module: rows of `name`, `expect` and `because`."""
    rows = tomllib.loads((HERE / f"{system}.toml").read_text(encoding="utf-8"))["figures"]
    expected = {row["name"]: row["expect"] for row in rows}
    assert len(expected) == len(rows), f"two figures of {system} have one name"
    assert all(row["because"] for row in rows), f"a figure of {system} has no reason"
    return HandFigures(expected)
