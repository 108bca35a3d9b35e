"""A record inside a note of somebody's vault: only what stands between our two lines is ours."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.messages import N_
from saves.exchange.findings import LARGEST
from saves.exchange.writing import write
from saves.store.refusals import CannotKeep

START: Final = "%% outrider:start %%"
END: Final = "%% outrider:end %%"
"""Lines of their own; Obsidian does not show them."""


def write_note(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a record in Markdown, which holds the two lines, to `path`.

    Where there is a note already, only what stands between its own two lines is written: the
    rest stays as it is, byte for byte. `replace` writes over all of it. Raises CannotKeep:
    "no_marks" for a note without the two lines, and as `writing.write`.
    """
    if replace or not path.is_file():
        write(path, (text.encode(),), replace=replace)
    else:
        write(path, (_put_in(path, text),), replace=True)


def inner(text: str) -> str:
    """What stands between the two lines of a record."""
    return text.split(START + "\n", 1)[-1].rsplit(END, 1)[0].strip("\n") + "\n"


def _put_in(path: Path, text: str) -> bytes:
    try:
        note = path.read_bytes()[: LARGEST + 1]
    except OSError as error:
        raise CannotKeep(
            "not_written", N_("{name} cannot be written: {reason}."),
            name=str(path), reason=error.strerror or str(error),
        ) from error  # fmt: skip
    lines = note.splitlines(keepends=True)
    places = [n for n, line in enumerate(lines) if line.strip() in (START.encode(), END.encode())]
    found = [lines[n].strip().decode() for n in places]
    if found != [START, END]:
        raise CannotKeep(
            "no_marks",
            N_("There is a note {name} already. Give it one line {start} and one line {end} where"
               " the record is to stand; nothing else of it is touched."),
            name=str(path), start=START, end=END,
        )  # fmt: skip
    first, last = places
    turn = b"\r\n" if lines[first].endswith(b"\r\n") else b"\n"
    fresh = inner(text).encode().replace(b"\n", turn)
    return b"".join(lines[: first + 1]) + fresh + b"".join(lines[last:])
