"""What the source documents state, and the key that reaches it."""

from __future__ import annotations

from pathlib import Path

from core.values import Struct
from tests.reach.catalogue import reached

LIST = Path(__file__).with_name("statements.txt")
BY_HAND = "by hand"
NOTHING = "-"


class Statement(Struct):
    """A statement of a document, and the rules of the catalogue that have it, or `by hand`, `-`."""

    document: str
    rules: tuple[str, ...]
    words: str

    @property
    def keys(self) -> str:
        """The key or word of its first rule, what the GM has for those by hand; "" = none."""
        if self.rules == (NOTHING,):
            return ""
        if self.rules == (BY_HAND,):
            return "`:check climb 20 -5 h`, `:push`, by hand"
        return reached()[self.rules[0]].keys


def read_statements() -> tuple[Statement, ...]:
    """Return the statements in the order of the documents."""
    statements = []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        document, rules, words = line.split("|", 2)
        named = (rules,) if rules in (BY_HAND, NOTHING) else tuple(rules.split())
        statements.append(Statement(document, named, words))
    return tuple(statements)
