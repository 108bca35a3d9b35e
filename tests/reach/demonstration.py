"""A demonstration: rules, the keys that reach them, and those keys pressed."""

from __future__ import annotations

from collections.abc import Callable

from core.values import Struct

TWINS = {
    "C-253": "T-210", "C-254": "T-211", "C-255": "T-213", "C-256": "T-071",
    "C-010": "T-030", "C-011": "T-039", "C-012": "T-036",
    "T-012": "C-014", "T-013": "C-014", "T-015": "C-016",
    "T-010": "C-016", "T-011": "C-016", "T-021": "C-017", "T-023": "C-130",
}  # fmt: skip
"""Rules that both catalogues have: receipts name the number in one of them."""


class Demonstration(Struct):
    """Rules that `keys` show under a ruleset; `press` returns all that the receipts name."""

    rules: tuple[str, ...]
    keys: tuple[str, ...]
    system: str
    press: Callable[[], set[str]]

    def missing(self) -> list[str]:
        """Press the keys; return the rules that no receipt names."""
        named = self.press()
        return [
            rule for rule in self.rules if TWINS.get(rule, rule) not in named and rule not in named
        ]
