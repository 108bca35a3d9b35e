"""One setting written to `settings.toml`; its comments, its order and unknown keys stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from core.files import FileError, read_toml, reason_of
from core.messages import Message, Refusal
from saves.exchange.writing import make_folder, not_written, write
from saves.settings import settings_file, wrong_setting

UNREADABLE = "unreadable_settings"
"""The code of the refusal that `put_aside` meets."""
KEYS = "keys"
_HEADER = re.compile(r"\s*\[")
_BEFORE = re.compile(r"""\s*["']?([\w-]+)["']?\s*=\s*""")
_VALUE = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|[^\s#\[{]+""")


def put_setting(name: str, value: str | None) -> None:
    """Write a setting, or with None take it out of the file, so that the default serves.

    Raises Refusal "bad_setting" if it cannot have this value, UNREADABLE if the file is not to be
    read, "odd_setting" if it is not written on a line of its own; CannotKeep "not_written",
    or UNSYNCED though it is written.
    """
    if value is not None and (wrong := wrong_setting(name, value)) is not None:
        raise Refusal("bad_setting", "{wrong}", wrong=wrong)
    number = value is not None and name == "session_hours"
    _put("", name, value if number or value is None else json.dumps(value, ensure_ascii=False))


def put_keys(action: str, keys: str | None) -> None:
    """Write the keys of an action ("z,ctrl+z"), or the "preset"; otherwise as `put_setting`."""
    _put(KEYS, action, None if keys is None else json.dumps(keys, ensure_ascii=False))


def put_aside() -> Path:
    """Rename the settings file, so that a new one can be begun, and return its new path.

    Raises CannotKeep "not_written".
    """
    path = settings_file()
    number = 1
    while (aside := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    try:
        return path.rename(aside)
    except OSError as error:
        raise not_written(path, error) from error


def _put(table: str, name: str, value: str | None) -> None:
    path = settings_file()
    try:
        if path.exists():
            text = path.read_bytes().decode("utf-8-sig")
        else:
            text = ""
        held = read_toml(text, path.name, number=str)
    except (OSError, ValueError, FileError) as error:
        if isinstance(error, FileError):
            reason: Message | str = error.message
        else:
            reason = reason_of(error)
        raise Refusal(
            UNREADABLE, "{file} cannot be read: {reason}.", file=path.name, reason=reason
        ) from error
    there = held.get(table, {}) if table else held
    if not isinstance(there, dict):
        raise _odd(path, table)
    if value is None and name not in there:
        return
    changed = dict(there)
    if value is None:
        del changed[name]
    else:
        changed[name] = read_toml(f"x = {value}", number=str)["x"]
    text = _with(text, table, name, value)
    if table:
        wanted = held | {table: changed}
    else:
        wanted = changed
    if _read_again(text) != wanted:
        raise _odd(path, f"{table}.{name}" if table else name)
    make_folder(path.parent)
    write(path, (text.encode(),), replace=True)


def _with(text: str, table: str, name: str, value: str | None) -> str:
    lines = text.splitlines(keepends=True)
    turn = "\r\n" if text.count("\r\n") else "\n"
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += turn
    if table and not any(re.match(rf"\s*\[\s*{table}\s*\]", line) for line in lines):
        lines += [turn, f"[{table}]{turn}"] if lines else [f"[{table}]{turn}"]
    last = -1
    for number, line in _lines_of(lines, table):
        match = _BEFORE.match(line)
        if match and match[1] == name:
            rest = _VALUE.sub("", line[match.end() :], count=1)
            lines[number : number + 1] = (
                [] if value is None else [f"{line[: match.end()]}{value}{rest}"]
            )
            return "".join(lines)
        if line.strip():
            last = number
    if value is not None:
        lines.insert(last + 1, f"{name} = {value}{turn}")
    return "".join(lines)


def _lines_of(lines: list[str], table: str) -> Iterator[tuple[int, str]]:
    within = not table
    for number, line in enumerate(lines):
        if _HEADER.match(line):
            within = bool(table and re.match(rf"\s*\[\s*{table}\s*\]", line))
        if within:
            yield number, line


def _read_again(text: str) -> object:
    try:
        return read_toml(text, number=str)
    except FileError:
        return None


def _odd(path: Path, name: str) -> Refusal:
    return Refusal(
        "odd_setting",
        "{name} is written in {file} in a form that only you can change: open the file, or"
        " remove it there and choose again.",
        name=name,
        file=path.name,
    )
