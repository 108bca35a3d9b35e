"""A campaign as JSON Lines: every row and blob as stored. docs/campaign-file.md is the contract.

The first line names the campaign; its blobs, its rows in order and a last line with counts follow.
They are read strictly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, BinaryIO, NoReturn

import msgspec

from core.characters import escaped
from core.values import Struct
from saves.exchange.findings import UnreadableFile
from saves.history.history import History
from saves.store import journal
from saves.store.canonical import LARGEST, Json, dump
from saves.store.journal import is_whole
from saves.store.models import StoredRow
from saves.store.packing import decompress
from saves.store.releases import FIRST_SCHEMA, RELEASES, SCHEMA, release_of

FORMAT = "outrider-campaign"
VERSION = 2
"""The highest number of these lines that this program knows.

An export has the lowest that says all of it: 1 while the campaign's file has FIRST_SCHEMA.
"""
READABLE = (1, 2)
"""The numbers of lines that can be imported."""
LONGEST = 32 * 1024 * 1024
"""Bytes of a line, its end included."""


def lines(history: History, program: str) -> Iterator[bytes]:
    """The lines of the campaign from one snapshot; `program` is this program's version.

    Raises UnreadableFile if the campaign is damaged; earlier lines are then incomplete.
    """
    reader = history.reader
    with history.reading.snapshot():
        newest = journal.stored_head(reader)
        yield _line(
            format=FORMAT,
            head=newest,
            id=journal.stored_id(reader),
            line="campaign",
            name=journal.stored_name(reader),
            program=program,
            **_numbers(history.reading.min_reader),
        )
        blobs = journal.blobs(reader)
        for sha256 in blobs:
            text = journal.blob(reader, sha256)
            if text is None:
                raise UnreadableFile(
                    "A map or ruleset of the campaign is damaged ({sum}).", sum=sha256
                )
            kind = journal.blob_kind(reader, sha256)
            yield _line(kind=kind, line="blob", sha256=sha256, text=text)
        seq = 0
        total = ""
        for row in journal.stored(reader):
            if (row.seq, row.prev) != (seq + 1, total) or not is_whole(row):
                raise _damaged(seq + 1)
            seq = row.seq
            total = row.sum
            yield _row(row)
        if seq != newest:
            raise _damaged(seq + 1)
        yield _line(blobs=len(blobs), line="end", rows=seq, sum=total)


def _numbers(schema: int) -> Mapping[str, str | int]:
    if schema == FIRST_SCHEMA:
        return {"version": 1}
    return {"needs": RELEASES[schema], "schema": schema, "version": VERSION}


def _row(row: StoredRow) -> bytes:
    if row.receipts:
        receipts = decompress(row.receipts).decode()
    else:
        receipts = "null"
    return _encoded(
        f'{{"at":{dump(row.at)},"body":{row.body},"id":{dump(row.id)}'
        f',"intent":{dump(row.intent)},"kind":{dump(row.kind)},"line":"row"'
        f',"parent":{row.parent},"prev":{dump(row.prev)},"receipts":{receipts}'
        f',"rules":{dump(row.rules)},"seq":{row.seq},"session":{dump(row.session)}'
        f',"sum":{dump(row.sum)},"tip":{row.tip},"who":{dump(row.who)}}}'
    )


def _line(**keys: str | int) -> bytes:
    return _encoded(dump(keys))


def _encoded(text: str) -> bytes:
    line = escaped(text).encode() + b"\n"
    if len(line) > LONGEST:
        raise UnreadableFile("A line of the export would have more than {cap} bytes.", cap=LONGEST)
    return line


def _damaged(seq: int) -> UnreadableFile:
    return UnreadableFile(
        "The campaign is damaged from entry {seq} on and cannot be exported whole.",
        seq=seq,
    )


DEEPEST = 64
"""Maximum depth of lists and objects."""
LONG = 1_000_000
"""Bytes of a line that is read in a way that takes less memory, and names fewer mistakes."""
MOST = 1_000_000
"""Maximum values in one line, keys included."""
SQLITE = b"SQLite format 3\x00"
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""A surrogate."""
_STRING = re.compile(rb'"[^"]*"')

_SUMMED = dict.fromkeys(("id", "intent", "session", "at", "who", "rules"), str)
FIELDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "campaign": {
        "format": str,
        "version": int,
        "id": str,
        "name": str,
        "program": str,
        "head": int,
        "schema": int,
        "needs": str,
    },
    "blob": {"sha256": str, "kind": str, "text": str},
    "row": {
        **_SUMMED,
        "seq": int,
        "kind": str,
        "parent": int,
        "tip": int,
        "prev": str,
        "sum": str,
        "body": dict,
        "receipts": (dict, type(None)),
    },
    "end": {"blobs": int, "rows": int, "sum": str},
}
"""The keys of each line besides `line` itself, and the types of their values."""

FIRST_LINE_OF_1 = {
    key: kind for key, kind in FIELDS["campaign"].items() if key not in ("schema", "needs")
}
"""The keys of the first line in version 1."""


class JsonLine(Struct):
    """One line: its number from 1, its kind (`campaign`, `blob`, `row`, `end`), its keys."""

    number: int
    kind: str
    keys: dict[str, Any]


def read_lines(stream: BinaryIO) -> Iterator[JsonLine]:
    """The lines of a stream, whose format, version and end are checked. Raises UnreadableFile."""
    number = 0
    while data := stream.readline(LONGEST + 1):
        number += 1
        line = _read_line(number, data)
        data = b""
        if (line.kind == "campaign") != (number == 1):
            raise UnreadableFile("The first line, and no other, must be about the campaign.")
        yield line
        if line.kind == "end":
            if stream.read(LONGEST).strip():
                raise UnreadableFile("There is more after the last line.")
            return
    if not number:
        raise UnreadableFile("The file is empty.")
    raise UnreadableFile("The last line is missing: the file was cut off.")


def _read_line(number: int, data: bytes) -> JsonLine:
    if len(data) > LONGEST:
        raise UnreadableFile("The line has more than {cap} bytes.", cap=LONGEST)
    if number == 1 and data.startswith(SQLITE):
        raise UnreadableFile(
            "This is a campaign file, not an export: move it to the campaigns folder that"
            " outrider paths shows."
        )
    keys = _object(data.removeprefix(b"\xef\xbb\xbf") if number == 1 else data)
    if number == 1:
        if keys.get("format") != FORMAT:
            raise UnreadableFile(
                "This is not an export. Make one with outrider export --format jsonl."
            )
        version = keys.get("version")
        if type(version) is int and version > VERSION:
            raise _newer(keys, version, VERSION)
        if type(version) is not int or version not in READABLE:
            raise UnreadableFile(
                "The key {key} is one of: {allowed}.", key="version", allowed=READABLE
            )
    kind = keys.pop("line", None)
    if not isinstance(kind, str) or kind not in FIELDS:
        raise UnreadableFile(
            "The key {key} is one of: {allowed}.", key="line", allowed=tuple(FIELDS)
        )
    if kind == "campaign":
        _check_first(keys)
    else:
        _check_keys(keys, FIELDS[kind])
    return JsonLine(number, kind, keys)


def _check_first(keys: dict[str, Any]) -> None:
    # The first line of version 1 gets the number that it leaves out.
    if keys.get("version") == 1:
        _check_keys(keys, FIRST_LINE_OF_1)
        keys["schema"] = FIRST_SCHEMA
        return
    _check_keys(keys, FIELDS["campaign"])
    schema = keys["schema"]
    if schema > SCHEMA:
        raise _newer(keys, schema, SCHEMA)
    if schema not in RELEASES:
        raise UnreadableFile(
            "The key {key} is one of: {allowed}.", key="schema", allowed=tuple(RELEASES)
        )


def _newer(keys: Mapping[str, Any], version: int, known: int) -> UnreadableFile:
    release = release_of(keys.get("needs"))
    if release is None:
        return UnreadableFile(
            "A newer Outrider wrote this (format {version}; this one knows {known});"
            " update Outrider to import it.",
            version=version,
            known=known,
        )
    return UnreadableFile(
        "This needs Outrider {release} or newer (format {version}; this one knows {known});"
        " update Outrider to import it.",
        release=release,
        version=version,
        known=known,
    )


def _object(data: bytes) -> dict[str, Any]:
    if len(data) <= LONG:
        keys = _decode(data)
    else:
        keys = _decode_long(data)
    if not isinstance(keys, dict):
        raise UnreadableFile("The line is not a JSON object.")
    _measure(keys, DEEPEST)
    if _HALF.search(data):
        try:
            json.dumps(keys, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise UnreadableFile("The line has a broken character.") from None
    return keys


def _decode(data: bytes) -> Json:
    try:
        return json.loads(
            data.decode(),
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            "This is not UTF-8 text (byte {at} of the line).", at=error.start
        ) from None
    except json.JSONDecodeError as error:
        if _is_cut_off(data):
            raise _cut_off() from None
        raise UnreadableFile(
            "This is not JSON ({reason}, character {at}); a file to import is made by"
            " outrider export --format jsonl.",
            reason=error.msg,
            at=error.pos,
        ) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # an integer of thousands of digits
        raise _too_large() from None


def _decode_long(data: bytes) -> Json:
    # Each escaped letter takes `json` a hundred bytes. A key that is there twice, which is lost
    # here, is missing from the number of all keys.
    colons = _count_colons(data)
    try:
        keys = msgspec.json.decode(data)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        if _is_cut_off(data):
            raise _cut_off() from None
        raise UnreadableFile(
            "This is not JSON ({reason}); a file to import is made by outrider export --format"
            " jsonl.",
            reason=str(error),
        ) from None
    if _count_keys(keys, DEEPEST) != colons:
        raise UnreadableFile("A key is there twice.")
    return keys


def _is_cut_off(data: bytes) -> bool:
    return data.startswith(b'{"') and not data.endswith(b"\n")


def _cut_off() -> UnreadableFile:
    return UnreadableFile("The file was cut off in this line.")


def _count_colons(data: bytes) -> int:
    # The colons outside texts. Raises UnreadableFile if there are more values than MOST.
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    values = colons = position = 0
    for string in _STRING.finditer(plain):
        values += 1 + plain.count(b",", position, string.start())
        colons += plain.count(b":", position, string.start())
        position = string.end()
        if values > MOST:
            break
    else:
        values += plain.count(b",", position)
        colons += plain.count(b":", position)
    if values > MOST:
        raise UnreadableFile("The line has more than {most} values.", most=MOST)
    return colons


def _count_keys(value: Json, left: int) -> int:
    kind = type(value)
    if kind is not dict and kind is not list:
        return 0
    if not left:
        raise _too_deep()
    parts = value.values() if kind is dict else value
    own = len(value) if kind is dict else 0
    return own + sum(_count_keys(part, left - 1) for part in parts)


def _refuse_float(text: str) -> NoReturn:
    raise _no_float(text)


def _no_float(text: str) -> UnreadableFile:
    return UnreadableFile("{number} is not a whole number.", number=text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableFile("Duplicate key {key}.", key=twice)
    return mapping


def _measure(value: Json, left: int) -> None:
    kind = type(value)
    if kind is dict or kind is list:
        if not left:
            raise _too_deep()
        for part in value.values() if kind is dict else value:
            _measure(part, left - 1)
    elif kind is int and abs(value) > LARGEST:
        raise _too_large()
    elif kind is float:
        raise _no_float(str(value))


def _too_deep() -> UnreadableFile:
    return UnreadableFile("The line is nested more than {most} deep.", most=DEEPEST)


def _too_large() -> UnreadableFile:
    return UnreadableFile("The line has a number that is too large.")


def _check_keys(keys: Mapping[str, Any], fields: Mapping[str, type | tuple[type, ...]]) -> None:
    for key in keys.keys() - fields.keys():
        near = get_close_matches(key, fields, n=1)
        if near:
            raise UnreadableFile(
                "There is no key {key}; did you mean {near}?", key=key, near=near[0]
            )
        raise UnreadableFile("There is no key {key}.", key=key)
    for key, kind in fields.items():
        if key not in keys:
            raise UnreadableFile("The key {key} is missing.", key=key)
        if not isinstance(keys[key], kind) or isinstance(keys[key], bool):
            raise UnreadableFile("The key {key} has a value of a wrong type.", key=key)
