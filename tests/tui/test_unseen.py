"""Whatever the names in a file hold, a terminal, a page and a program get nothing to obey."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from core.characters import unseen_pattern
from saves import paths
from saves.store.sqlite.file_place import file_of
from tests.demos import the_ambush
from tests.saves.exchange.exports import Doc, brought_in, exported, forged
from tests.thorough import cases
from tests.tui.terminals import terminal
from tui.cli import main

HARM = "\x1b]0;owned\x07\x1b[7777X\x9b31m"
"""Sets the window's title, an order that nobody else gives, and red by a single C1 character."""
UNSEEN_ONES = "".join(
    map(
        chr,
        [
            *range(0x20),
            *range(0x7F, 0xA0),
            0xAD,
            0x61C,
            0x200E,
            0x200F,
            *range(0x2028, 0x202F),
            *range(0x2066, 0x206A),
            0xFEFF,
            0xE000,
            0xF8FF,
            0xE0001,
            0xE0041,
            0x10FFFD,
        ],
    )
)
POISON = HARM + UNSEEN_ONES
FREE = {"name", "names", "title", "reason", "text", "cause", "notes", "readied", "ruleset_name"}
"""The keys of commands and events that hold what people write."""
OWN = {"hustle", "forced_march"}
"""Causes that the program names."""
OURS = re.compile(
    r"\x1b(?:\[[0-9;:?<>=$ ]*[@-~]|\][0-9]+;[^\x07\x1b]*(?:\x07|\x1b\\)|[78=>]|P.*?\x1b\\)"
)
"""The orders that the screens give themselves."""


def poisoned(value: Any, known: set[str], key: str = "") -> Any:  # noqa: ANN401  (any JSON value)
    """A JSON value with poison in all that people write; `known` gathers what that was."""
    if isinstance(value, dict):
        return {name: poisoned(one, known, name) for name, one in value.items()}
    if isinstance(value, list):
        return [poisoned(one, known, key) for one in value]
    if isinstance(value, str) and value and key in FREE and value not in OWN:
        known.add(value)
        return POISON + value
    return value


def told(value: Any, known: set[str]) -> Any:  # noqa: ANN401  (any JSON value)
    """Receipts in which the same words are poisoned."""
    if isinstance(value, dict):
        return {name: told(one, known) for name, one in value.items()}
    if isinstance(value, list):
        return [told(one, known) for one in value]
    return POISON + value if isinstance(value, str) and value in known else value


def poison(lines: list[Doc]) -> None:
    known: set[str] = set()
    for line in lines:
        if line["line"] == "row":
            line["body"] = poisoned(line["body"], known)
    for line in lines:
        if line["line"] == "row":
            line["receipts"] = told(line["receipts"], known)


@cache
def text() -> bytes:
    """The demo with poison in every name, title, note and reason."""
    the_ambush()
    (path,) = paths.campaigns().iterdir()
    found = forged(exported(path), poison)
    path.unlink()
    return found


def lay() -> Path:
    found = text()
    return file_of(brought_in(found, "Poisoned").place)


def unseen(written: bytes) -> set[str]:
    """What a terminal would obey of this, beside what the screens order themselves."""
    return set(unseen_pattern().findall(OURS.sub("", written.decode()))) - set("\r\n")


WAY = (
    (b"\x1b[B" * 5, b"> Poisoned"),
    (b"\r", b"goes on"),
    (b"\x1bOQ", b"latest start"),
    (b"\x1bOR", b"add a member"),
    (b"\x1b[15~", b"this entry"),
    (b"\x1bOS", b"under the cursor"),
)
"""Keys, and a word of what they show: the list, the greeting, all screens."""


@pytest.mark.parametrize(
    ("last", "shows"),
    [(b"e", b"throw away"), pytest.param(b"c", b"until", marks=pytest.mark.nightly)],
)
def test_no_name_of_a_file_orders_the_terminal_about(home: Path, last: bytes, shows: bytes) -> None:
    """Given poison in all names, when all screens are shown, then the terminal obeys none of it.

    After them one dialog: the encounters, conditions.
    """
    lay()
    with terminal(home) as shown:
        shown.until(b"Poisoned")
        for keys, word in (*WAY, (last, shows)):
            shown.type(keys)
            shown.until(word)
        shown.type(b"\x11")
        assert shown.ended() == 0
        everything = shown.earlier + shown.written
    assert b"7777X" in everything  # what is harmless of it is shown
    assert b"\x1b[7777X" not in everything
    assert b"\x1b]0;" not in everything
    assert unseen(everything) == set()


@pytest.mark.parametrize(
    ("audience", "form"),
    cases(product(("players", "gm"), ("md", "html")), ("players-md", "gm-html"), "-".join),
)
def test_no_record_carries_them(
    home: Path, capfdbinary: pytest.CaptureFixture[bytes], form: str, audience: str
) -> None:
    lay()
    assert main(["export", "Poisoned", "--format", form, "--for", audience], "0.1.0") == 0
    record = capfdbinary.readouterr().out.decode()
    assert "7777X" in record
    assert set(unseen_pattern().findall(record)) <= {"\n"}


def test_json_says_them_as_escapes(home: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    lay()
    assert main(["list", "--json"], "0.1.0") == 0
    assert main(["export", "Poisoned", "--format", "jsonl"], "0.1.0") == 0
    listed, *lines = capfdbinary.readouterr().out.decode().split("\n")
    assert set(unseen_pattern().findall(listed + "".join(lines))) == set()
    assert POISON in json.loads(listed)[0]["date"]["month"]
    assert POISON in json.loads(lines[-4])["body"]["command"].get("name", POISON)


def test_lists_for_people_have_a_line_for_each(
    home: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    lay()
    assert main(["list"], "0.1.0") == 0
    listed = capfdbinary.readouterr().out.decode()
    assert listed.count("\n") == 1
    assert set(unseen_pattern().findall(listed)) == {"\n"}
