"""Textual's private parts change without notice: each side uses them in one module only."""

from __future__ import annotations

import re
from pathlib import Path

import textual

ROOT = Path(__file__).parents[2]
HOLDERS = {"tui": "tui/play/application/unexpected.py", "tests": "tests/insides.py"}
NAME = r"(_(?!_)\w+)"
DEFINED = re.compile(rf"def {NAME}|self\.{NAME} *[:=]|^ +{NAME} *(?::.*)?=", re.MULTILINE)
USED = re.compile(rf"\.{NAME}")
IMPORTED = re.compile(r"^ *(?:from|import) textual\S*(?:\._| import _).*", re.MULTILINE)


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for match in pattern.finditer(text) for name in match.groups() if name}


def test_the_insides_of_textual_are_used_in_one_module_of_each_side() -> None:
    insides: set[str] = set()
    for file in Path(textual.__file__).parent.rglob("*.py"):
        insides |= names(DEFINED, file.read_text(encoding="utf-8"))
    insides -= {"_exit"}  # os._exit, which ends a program at once
    wrong: list[str] = []
    for side, holder in HOLDERS.items():
        texts = {
            path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / side).rglob("*.py"))
        }
        for text in texts.values():
            insides -= names(DEFINED, text)
        for path, text in texts.items():
            used = [*sorted(names(USED, text) & insides), *IMPORTED.findall(text)]
            if used and path != holder:
                wrong.append(f"{path}: {', '.join(used)}")
    assert wrong == []
