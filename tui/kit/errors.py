"""What all verbs print: answers, failures, and the exit code.

People read no invisible characters, programs read them escaped. A failure is a sentence on stderr,
and JSON on stdout if asked.
"""

from __future__ import annotations

import json
import sys
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.characters import clean_lines, escaped
from core.files import reason_of
from core.messages import Message, Refusal
from tui.kit.phrases import plainest, say

if TYPE_CHECKING:
    from core.files import FileError


def tell(text: str, *, end: str = "\n", error: bool = False) -> None:
    """Print lines for people on stdout, or on stderr for an `error`."""
    print(clean_lines(text), end=end, file=sys.stderr if error else sys.stdout, flush=not end)


def tell_json(value: Any, *, indent: int | None = None) -> None:  # noqa: ANN401  (any JSON value)
    """Print a JSON value for programs on stdout."""
    print(escaped(json.dumps(value, indent=indent, ensure_ascii=False)))


LARGEST = 4 * 1024 * 1024
"""Maximum bytes of a file that a GM writes by hand."""
_BAD_INPUT = ("ambiguous_place", "off_the_map", "invalid_input")


class Exit(IntEnum):
    """The exit codes of all verbs."""

    ANSWERED = 0
    REFUSED = 1
    BAD_INPUT = 2


class BadInput(Exception):
    """Input that cannot be read: a stable `code`, a sentence, and its place.

    `file` is the path as the user wrote it; `key` the key path inside it ("party[2].armor").
    """

    def __init__(self, code: str, message: Message, file: str | Path = "", key: str = "") -> None:
        self.code = code
        self.message = message
        self.file = str(file)
        self.key = key
        super().__init__(code)


def exit_for(error: BadInput | FileError | Refusal) -> Exit:
    """2 for something that does not exist or cannot be read, 1 for a refusal."""
    if not isinstance(error, Refusal):
        return Exit.BAD_INPUT
    unknown = error.code.startswith("unknown_") or error.code in _BAD_INPUT
    if unknown:
        return Exit.BAD_INPUT
    return Exit.REFUSED


def report(
    error: BadInput | FileError | Refusal,
    *,
    as_json: bool = False,
    file: str | Path = "",
    key: str = "",
) -> int:
    """Print `error` and return the exit code.

    stderr gets "outrider: FILE: KEY: sentence"; with `as_json` stdout also gets
    {"error", "message", "file", "key"}, in English whatever the language is.
    `file` and `key` place a Refusal, which has no place of its own, `file` a FileError.
    """
    if isinstance(error, BadInput):
        file = error.file or file
    if not isinstance(error, Refusal):
        key = error.key or key
    places = ["outrider", *(say(str(place)) for place in (file, key) if str(place))]
    tell(f"{': '.join(places)}: {say(error.message)}", error=True)
    if as_json:
        answer = {
            "error": error.code,
            "message": plainest(error.message),
            "file": str(file),
            "key": key,
        }
        tell_json(answer)
    return exit_for(error)


def read_text(path: Path) -> str:
    """The text of a user's file; raises BadInput("unreadable") with the reason."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            message = Message("this is larger than {cap} bytes.", cap=LARGEST)
            raise BadInput("unreadable", message, path)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = Message("this is not UTF-8 text (byte {at}).", at=error.start)
        raise BadInput("unreadable", message, path) from error
    except (OSError, ValueError) as error:
        message = Message("{reason}.", reason=reason_of(error))
        raise BadInput("unreadable", message, path) from error
