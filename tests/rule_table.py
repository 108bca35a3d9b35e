"""Write docs/combat-rules.md and docs/travel-rules.md: `python -m tests.rule_table`.

Of each rule of the grid and of travel the code that carries it, its cases, and its key.

Code counts where it names the rule: in a citation or constant first, then in a docstring, comment
or ruleset table. A range ("C-106 to C-121") names all its rules.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.rulesets.schema import Ruleset
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.reach.catalogue import Reached, reached

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "combat-rules.md"
TRAVEL_PAGE = ROOT / "docs" / "travel-rules.md"
BOOKS = (
    "combat_examples.toml",
    "combat_combinations.toml",
    "travel_examples.toml",
    "travel_combinations.toml",
)
RULES = tuple(f"C-{number:03}" for number in range(1, 258))
NAMED = re.compile(r"\b([CT])-(\d{3})(?:(?: to |\.\.)[CT]-(\d{3}))?")
IN_COMMENT = re.compile(rf"#.*{NAMED.pattern}")
DEFINED = re.compile(r"^ *(?:async )?def (\w+)", re.MULTILINE)
IN_TEST = re.compile(r"(?<![a-z0-9])([ct])_(\d{3})(?![0-9])")
SHOWN = 4
HEAD = """# The rules of {what}: where they are, their keys, and what tests them

Made by `python -m tests.rule_table`; do not edit. Each rule of the catalogue with its basis in the
four systems (● stated in the system's document, ◐ shared with or taken from another, ○ house
default, – no rule of this system, · convention), the code or table that carries it, **the key or
the word that reaches it**, the worked cases that assert it (run them with `./outrider check
tests/casebooks/{book}`), and the tests named after it.

A key with a case or a system in brackets is pressed by a test (`tests/reach`), which finds the rule
in a receipt; "always" is applied there without a line of its own, "defined" is a definition or a
convention, "by hand" leaves the decision to the game master. A square such as `C4` is where the
cursor goes, `A burst ...` is what is typed behind `A`, and `w` shows the receipts.

"""
SIGNS = {
    "stated": "●",
    "shared": "◐",
    "part": "◐",
    "default": "○",
    "absent": "–",
    "convention": "·",
}


@dataclass
class Carried:
    """Code, cases and tests of one rule; `code` by how directly it names the rule."""

    code: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    cases: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)

    @property
    def places(self) -> list[str]:
        """The code, most direct first, each place once."""
        found = [place for rank in sorted(self.code) for place in self.code[rank]]
        return list(dict.fromkeys(found))


def travel_rules() -> tuple[str, ...]:
    """The rules of travel, in order."""
    systems = (packaged(name) for name in PACKAGED)
    named = {rule for rules in systems for rule in rules.rules if rule.startswith("T-")}
    return tuple(sorted(named))


EVERY_RULE = (*RULES, *travel_rules())
"""All rules of both catalogues."""


def carried() -> dict[str, Carried]:
    """Code, cases and tests of each rule of both catalogues."""
    found = {rule: Carried() for rule in EVERY_RULE}
    for place, rank, rule in (*_in_code(), *_in_tables()):
        if rule in found:
            found[rule].code[rank].append(place)
    for rule, case in _in_cases():
        if rule in found:
            found[rule].cases.append(case)
    for rule, test in _in_tests():
        if rule in found:
            found[rule].tests.append(test)
    return found


def page(carry: Mapping[str, Carried]) -> str:
    """The page of the rules of the grid."""
    rows = {rule: carry[rule] for rule in RULES}
    return _page(rows, HEAD.format(what="the combat grid", book="combat_examples.toml"))


def travel_page(carry: Mapping[str, Carried]) -> str:
    """The page of the rules of travel."""
    rows = {rule: what for rule, what in carry.items() if rule.startswith("T-")}
    return _page(rows, HEAD.format(what="travel", book="travel_examples.toml"))


def _page(carry: Mapping[str, Carried], head: str) -> str:
    systems = {name: packaged(name) for name in PACKAGED}
    keys = reached()
    rows = [
        f"| rule | title | {' '.join(systems)} | code | key or word | cases | tests |",
        "|---|---|---|---|---|---|---|",
    ]
    for rule, what in carry.items():
        rows.append(
            f"| {rule} | {_title(rule, systems)} | {_basis(rule, systems)} "
            f"| {_list([f'`{place}`' for place in what.places], 2)} | {_key(keys[rule])} "
            f"| {_list(what.cases, SHOWN)} | {_list(what.tests, 2)} |"
        )
    return head + "\n".join(rows) + "\n"


def _key(reached: Reached) -> str:
    sign = {"pressed": "", "always": "always: ", "defined": "defined: ", "hand": ""}[reached.sign]
    return f"{sign}{reached.keys}"


def _title(rule: str, systems: Mapping[str, Ruleset]) -> str:
    return next(rules.rules[rule].title for rules in systems.values() if rule in rules.rules)


def _basis(rule: str, systems: Mapping[str, Ruleset]) -> str:
    return " ".join(
        SIGNS[rules.rules[rule].basis] if rule in rules.rules else "–" for rules in systems.values()
    )


def _list(items: list[str], shown: int) -> str:
    more = len(items) - shown
    return ", ".join(items[:shown]) + (f" +{more}" if more > 0 else "")


def _rules_in(text: str) -> Iterator[tuple[str, bool]]:
    """The rules that a text names, and whether by a range."""
    for letter, first, last in NAMED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}-{number:03}", bool(last)


def _in_code() -> Iterator[tuple[str, int, str]]:
    """Places in core that name a rule: in code (0), in a docstring or comment (1), a range (2)."""
    for path in sorted((ROOT / "core").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        module = module.removeprefix("core.")
        source = path.read_text(encoding="utf-8")
        if NAMED.search(source):
            tree = ast.parse(source)
            yield from _in_body(tree, module)
            if IN_COMMENT.search(source):
                yield from _in_comments(path, tree, module)


def _in_comments(path: Path, tree: ast.Module, module: str) -> Iterator[tuple[str, int, str]]:
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT and NAMED.search(token.string):
                place = ".".join((module, *_around(tree, token.start[0])))
                for rule, ranged in _rules_in(token.string):
                    yield place, 2 if ranged else 1, rule


def _around(tree: ast.AST, line: int) -> Iterator[str]:
    """The names of the classes and functions around a line, the outermost first."""
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            continue
        if child.lineno <= line <= (child.end_lineno or line):
            yield child.name
            yield from _around(child, line)


def _in_body(node: ast.AST, place: str) -> Iterator[tuple[str, int, str]]:
    doc = _docstring(node)
    if doc is not None:
        for rule, ranged in _rules_in(str(doc.value)):
            yield place, 2 if ranged else 1, rule
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield from _in_body(child, f"{place}.{child.name}")
        else:
            for text in _texts(child):
                if text is not doc:
                    for rule, _ in _rules_in(str(text.value)):
                        yield place, 0, rule


def _texts(node: ast.AST) -> Iterator[ast.Constant]:
    """The string constants of a statement."""
    for text in ast.walk(node):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            yield text


def _docstring(node: ast.AST) -> ast.Constant | None:
    body = getattr(node, "body", None)
    if not isinstance(body, list) or not body or not isinstance(body[0], ast.Expr):
        return None
    text = body[0].value
    return text if isinstance(text, ast.Constant) and isinstance(text.value, str) else None


def _in_tables() -> Iterator[tuple[str, int, str]]:
    """Tables of the rulesets whose rows or heads name a rule, the lists of rules apart."""
    for path in sorted((ROOT / "core" / "rulesets" / "data").rglob("*.toml")):
        if path.name.endswith("rules.toml"):
            continue
        place = f"{path.parent.name}/{path.name}"
        for rule, ranged in _rules_in(path.read_text(encoding="utf-8")):
            yield place, 2 if ranged else 1, rule


def _in_cases() -> Iterator[tuple[str, str]]:
    for name in BOOKS:
        path = ROOT / "tests" / "casebooks" / name
        if path.exists():
            for case in read_casebook(path).cases:
                for rule in (case.rule, *case.also):
                    yield rule, case.id


def _in_tests() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in DEFINED.findall(path.read_text(encoding="utf-8")):
            for letter, number in IN_TEST.findall(name.removeprefix("test_")):
                yield f"{letter.upper()}-{number}", f"{path.stem}.{name}"


if __name__ == "__main__":
    every = carried()
    PAGE.write_text(page(every), encoding="utf-8")
    TRAVEL_PAGE.write_text(travel_page(every), encoding="utf-8")
