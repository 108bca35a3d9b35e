"""Findings of readers of outside formats, and the limits that they share."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from core.files import reason_of
from core.messages import Message, Refusal, Value
from core.values import Struct

LARGEST = 16 * 1024 * 1024
"""Maximum bytes of a file."""
HAND_WRITTEN = 4 * 1024 * 1024
"""Maximum bytes of a file that a GM writes by hand."""
MOST_LINES = 1_000_000

Severity = Literal["note", "warning", "error"]


class Finding(Struct):
    """Something about a file: a `note` for information, a `warning` or an `error` (not read).

    `line` counts from 1; 0 = the whole file.
    """

    severity: Severity
    line: int
    message: Message


class UnreadableFile(Exception):
    """A file that cannot be read; `message` says why."""

    def __init__(self, template: str, /, **values: Value) -> None:
        self.message = Message(template, **values)
        super().__init__(template)


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a regular file, of at most `most` bytes. Raises UnreadableFile."""
    try:
        if path.is_dir():
            raise UnreadableFile("This is a folder; name a file in it.")
        if not path.is_file():
            raise UnreadableFile("There is no such file.")
        if path.stat().st_size > most:
            raise UnreadableFile("The file is larger than {cap} bytes.", cap=most)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise UnreadableFile("{reason}.", reason=reason_of(error)) from None


class Decoded(Struct):
    """The text of a file, with LF line ends, and findings."""

    text: str
    findings: tuple[Finding, ...] = ()


def decode(data: bytes) -> Decoded:
    """Decode UTF-8 (with or without BOM), UTF-16 with BOM, else cp1252 with a warning.

    Raises UnreadableFile beyond LARGEST or a million lines, and for binary data.
    """
    if len(data) > LARGEST:
        raise UnreadableFile(
            "The file has {bytes} bytes; {cap} are read at most.", bytes=len(data), cap=LARGEST
        )
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    findings = tuple[Finding, ...]()
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        if wide:
            raise UnreadableFile("This is no text file.") from None
        note = Message("The file is not UTF-8; it was read as Windows-1252. Check accents.")
        text = data.decode("cp1252", errors="replace")
        findings = (Finding("warning", 0, note),)
    if "\x00" in text:
        raise UnreadableFile("This is no text file.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise UnreadableFile("The file has more than {cap} lines.", cap=MOST_LINES)
    return Decoded(text, findings)


def read_text(path: Path) -> str:
    """The text of a file that a GM wrote. Refusal "bad_file" names the file and says why."""
    try:
        return decode(read_bytes(path, HAND_WRITTEN)).text
    except UnreadableFile as wrong:
        raise Refusal(
            "bad_file", "{file}: {reason}", file=str(path), reason=wrong.message
        ) from wrong
