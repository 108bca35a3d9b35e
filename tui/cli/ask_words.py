"""The words of `outrider ask FILE QUESTION ARGS [--KEY VALUE]`, split and typed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from core.messages import N_, Message, Value
from tui.kit.errors import BadInput

Typed: TypeAlias = "str | bool | tuple[str, ...]"

TRUTH = {"true": True, "yes": True, "false": False, "no": False}
FLAGS = frozenset(
    ("squeeze", "full_round", "next_move_action", "ends_here", "take_cover", "deliberate", "spread",
     "adjacent", "all")
)  # fmt: skip
"""Options that may stand without a value, which makes them true."""
LISTS = frozenset(
    ("path", "already", "steps", "origin", "corner", "attacker_also", "target_also")
)  # fmt: skip
EITHER = frozenset(("tumble_success",))
"""True, false, or a list."""
UNITS = ("metric", "imperial")


@dataclass(slots=True)
class CommandWords:
    """A command line: plain words, options by key, and the options of every verb.

    An option without a value has "" there.
    """

    plain: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    as_json: bool = False
    strict: bool = False
    why: bool = False
    help: bool = False
    folders: list[Path] = field(default_factory=list)
    units: str = ""


def bad(code: str, key: str, template: str, /, **values: Value) -> BadInput:
    """The error of a wrong word."""
    return BadInput(code, Message(template, **values), "", key)


def dashed(key: str) -> str:
    """A key as an option: "extra_doublings" is "--extra-doublings"."""
    return f"--{key.replace('_', '-')}"


def take_apart(words: Iterable[str]) -> CommandWords:
    """Split words from options (`--key value` or `--key=value`). Raises BadInput."""
    found = CommandWords()
    rest = deque(words)
    while rest:
        word = rest.popleft()
        name, equals, value = word.partition("=")
        if not word.startswith("--"):
            if word == "-h":
                found.help = True
            else:
                found.plain.append(word)
            continue
        if equals:
            rest.appendleft(value)
        _option(found, name[2:].replace("-", "_"), rest, given=bool(equals))
    return found


def _option(found: CommandWords, key: str, rest: deque[str], *, given: bool) -> None:
    match key:
        case "help":
            found.help = True
        case "json":
            found.as_json = True
        case "why":
            found.why = True
        case "strict":
            found.strict = True
        case "ruleset":
            found.folders.append(Path(_value(key, rest, given=given)))
        case "units":
            found.units = _value(key, rest, given=given)
            if found.units not in UNITS:
                raise bad("bad_value", key, N_("'{units}' is not one of {choices}."),
                          units=found.units, choices=UNITS)  # fmt: skip
        case _:
            if key in found.options:
                raise bad("given_twice", key, N_("{option} is given twice."), option=dashed(key))
            bare = key in FLAGS | EITHER and not given and not _follows(key, rest)
            found.options[key] = "" if bare else _value(key, rest, given=given)


def _follows(key: str, rest: deque[str]) -> bool:
    if not rest or rest[0].startswith("--"):
        return False
    return key in EITHER or rest[0].lower() in TRUTH


def _value(key: str, rest: deque[str], *, given: bool) -> str:
    if not rest or (rest[0].startswith("--") and not given):
        raise bad("missing_value", key, N_("{option} needs a value."), option=dashed(key))
    return rest.popleft()


def typed(key: str, text: str) -> Typed:
    """The value of an option in the types that a casebook has; numbers stay texts, exact."""
    if key in FLAGS | EITHER and text.lower() in ("", *TRUTH):
        return TRUTH.get(text.lower(), True)
    if key in LISTS | EITHER:
        return listed((text,))
    return text


def listed(words: Iterable[str]) -> tuple[str, ...]:
    """Words as one list, each split at its commas."""
    parts = (part.strip() for word in words for part in word.split(","))
    return tuple(part for part in parts if part)
