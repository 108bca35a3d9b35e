"""Exports written to files, whole or not at all, and never over other text.

In an existing note only the part between our two lines is replaced.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from core.files import reason_of
from saves.exchange.findings import LARGEST
from saves.paths import sync_folder
from saves.store.refusals import CannotKeep

START = "%% outrider:start %%"
END = "%% outrider:end %%"
"""Lines of their own in a note; Obsidian does not show them."""
UNSYNCED = "unsynced"
"""The code of the refusal of a file that is written, but may be gone after a power cut."""


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, where there is none. Raises CannotKeep "not_written"."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise not_written(path, error) from error


def write(path: Path, chunks: Iterable[bytes], *, replace: bool = False) -> None:
    """Write `chunks` to `path`, whose folder must exist; whole or not at all.

    Raises CannotKeep "exists" if there is a file and not `replace`, "not_written", and UNSYNCED if
    it is written but its folder cannot be synced.
    """
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
    except ValueError as error:
        raise not_written(path, error) from error
    try:
        if (
            target.exists() and not target.is_file()
        ):  # a device or a pipe; a folder cannot be opened
            with target.open("wb") as device:
                device.writelines(chunks)
        elif target.exists() and not replace:
            raise CannotKeep("exists", "There is a file {name} already.", name=str(path))
        else:
            _write_whole(path, target, chunks)
    except OSError as error:
        raise not_written(path, error) from error


def _write_whole(path: Path, target: Path, chunks: Iterable[bytes]) -> None:
    # `target` is the file to which `path` leads.
    part = target.with_name(f".{uuid.uuid4()}.part")
    try:
        with part.open("xb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    try:
        sync_folder(target.parent)
    except OSError as error:
        raise _unsynced(path, error) from error


def _unsynced(path: Path, error: OSError) -> CannotKeep:
    return CannotKeep(
        UNSYNCED,
        "{name} is written, but the disk could not save its folder ({reason}): a power cut may"
        " still take the file away. Look whether the disk is full or failing.",
        name=str(path),
        reason=reason_of(error),
    )


def not_written(path: Path, error: OSError | ValueError) -> CannotKeep:
    """The refusal of what could not be written to `path`."""
    return CannotKeep(
        "not_written",
        "{name} cannot be written: {reason}.",
        name=str(path),
        reason=reason_of(error),
    )


def write_note(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a Markdown record to `path`.

    In an existing note only the part between the two lines is replaced, with `replace` all of it.
    Raises CannotKeep "no_marks" if the note has no such lines, and as `write`.
    """
    if replace or not path.is_file():
        write(path, (text.encode(),), replace=replace)
    else:
        write(path, (_put_in(path, text),), replace=True)


def inner(text: str) -> str:
    """The part between the two lines of a record."""
    return text.split(START + "\n", 1)[-1].rsplit(END, 1)[0].strip("\n") + "\n"


def _put_in(path: Path, text: str) -> bytes:
    try:
        note = path.read_bytes()[: LARGEST + 1]
    except OSError as error:
        raise not_written(path, error) from error
    lines = note.splitlines(keepends=True)
    places = [n for n, line in enumerate(lines) if line.strip() in (START.encode(), END.encode())]
    found = [lines[n].strip().decode() for n in places]
    if found != [START, END]:
        raise CannotKeep(
            "no_marks",
            "There is already a note {name}. Give it one line {start} and one line {end}; the"
            " record is written between them, and nothing else is changed.",
            name=str(path),
            start=START,
            end=END,
        )
    first, last = places
    if lines[first].endswith(b"\r\n"):
        turn = b"\r\n"
    else:
        turn = b"\n"
    fresh = inner(text).encode().replace(b"\n", turn)
    return b"".join(lines[: first + 1]) + fresh + b"".join(lines[last:])
