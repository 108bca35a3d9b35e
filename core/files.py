"""Files that people write: TOML read exactly; an error names file, line and key.

Sentences about a key follow it: "party[2].armor: must be a text in quotes".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import tomli

from core.messages import Message, Refusal

LARGEST = 1_000_000
"""The largest quantity in such a file."""
MOST_LISTED = 1_000
"""The most hours, rounds or nights that are followed one by one."""
MOST_DIGITS = 40
FARTHEST = 500
"""The largest reach, space, speed or range in squares: no map is larger."""
CURLED = "\u201c\u201d\u201e\u2018\u2019"
"""Quotes of a word processor, which are none in TOML."""
MOST_PARTS = 200
"""The most names that dots join to a key: the reader's time grows with their square."""
# Patterns are compiled by the first file that is odd enough: most starts see none.
_PART = r"""[\w-]++|"[^"]*"|'[^']*'"""
_DOTTED = rf"(?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*"
AT_LINE = r" \(at (?:line (\d+), column \d+|end of document)\)$"


def reason_of(error: Exception) -> str:
    """The system's own short text of an error."""
    return getattr(error, "strerror", None) or str(error)


class FileError(Exception):
    """An error in a file: the path of the `key`, the message about it, and a stable code.

    `file` is its name where known, `line` is given for syntax errors only (0 = elsewhere).
    `also` are the further errors of the same reading.
    """

    def __init__(
        self,
        key: str,
        message: Message,
        *,
        code: str = "bad_value",
        file: str = "",
        line: int = 0,
        also: tuple[FileError, ...] = (),
    ) -> None:
        self.key = key
        self.message = message
        self.code = code
        self.file = file
        self.line = line
        self.also = also
        super().__init__(file, key, message.template)


@contextmanager
def blame(key: str) -> Iterator[None]:
    """Raise a Refusal of the block as a FileError about `key`."""
    try:
        yield
    except Refusal as wrong:
        raise FileError(key, wrong.message, code=wrong.code) from wrong


class NotFinite:
    """A TOML number that has no exact value (inf, nan, 1e9999)."""


def exact_number(text: str) -> Fraction | None:
    """Return the value of "1/2", "0.75" or "12"; None for nonsense, inf, nan, giant exponents."""
    mantissa, _, exponent = text.strip().lower().partition("e")
    if len(mantissa) > MOST_DIGITS or len(exponent) > 3:
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _exact(text: str) -> Fraction | NotFinite:
    number = exact_number(text.replace("_", ""))
    if number is None:
        return NotFinite()
    return number


def read_toml(
    text: str, file: str = "", number: Callable[[str], object] = _exact
) -> dict[str, Any]:
    """Return the tables of a TOML text, numbers exact. Raises FileError `syntax` with the line."""
    check_key_lengths(text, file)
    try:
        return tomli.loads(text, parse_float=number)
    except (RecursionError, ValueError) as wrong:
        said = Message("holds a number or a date that cannot be read")
        line = 0
        if isinstance(wrong, RecursionError):
            said = Message("is nested too deeply")
        elif isinstance(wrong, tomli.TOMLDecodeError):
            problem = str(wrong)
            match = re.search(AT_LINE, problem)
            if match and match[1]:
                line = int(match[1])
            else:
                line = text.count("\n") + 1
            problem = problem[: match.start() if match else None]
            said = _explain_syntax(problem, line, text)
        raise FileError("", said, code="syntax", file=file, line=line) from wrong


def _explain_syntax(problem: str, line: int, text: str) -> Message:
    """Return the reader's own sentence about a line, and what to write before it where known."""
    lines = text.splitlines()
    wrong = lines[line - 1] if line <= len(lines) else ""
    advice: Message | None = None
    if any(quote in wrong for quote in CURLED):
        advice = Message('write straight quotes, as in "ash"')
    elif problem.startswith("Illegal character '\\n'"):
        advice = Message("a text ends on its line: a quote is missing")
    elif problem.startswith("Cannot overwrite"):
        key = wrong.partition("=")[0].strip()
        advice = Message("{key} is written twice in its table; write it once", key=key)
    elif problem.startswith("Cannot declare"):
        advice = Message("{table} is written twice; put its keys together", table=wrong.strip())
    elif problem.startswith("Expected newline"):
        advice = Message('one value on a line; write numbers as 0.5 or "1/2", texts in quotes')
    elif problem.startswith("Invalid value"):
        advice = Message('write a number, true, false, or a text in "quotes"')
    elif problem.startswith(("Invalid statement", "Expected '='")):
        advice = Message("write key = value, or [table]")
    if advice is None:
        return Message("line {line}: {problem}", line=line, problem=problem)
    return Message("line {line}: {advice} ({problem})", line=line, advice=advice, problem=problem)


def check_key_lengths(text: str, file: str = "") -> None:
    """Raise FileError `syntax` for the first key of more than `MOST_PARTS` names."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") < MOST_PARTS:
            continue
        keys = re.finditer(_DOTTED, line)
        if any(len(re.findall(_PART, key[0])) > MOST_PARTS for key in keys):
            said = Message("line {line}: a key is nested too deeply", line=number)
            raise FileError("", said, code="syntax", file=file, line=number)


def unknown(word: str, known: Iterable[str]) -> Message:
    """Return the message about an unknown key, with the nearest known one."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    if near:
        return Message("no such key; did you mean {suggestion}?", suggestion=near[0])
    return Message("no such key")


def check_known(keys: Iterable[str], known: Iterable[str], above: str = "") -> None:
    """Raise FileError "unknown_key" for the first of `keys` that is not `known`."""
    choices = tuple(known)
    for key in keys:
        if key not in choices:
            raise FileError(f"{above}{key}", unknown(key, choices), code="unknown_key")
