"""Receipts of recorded decisions: plain JSON, compressed.

A value is a string, an integer, a list of values, or an object with one key: "message" with its
template and values, or the name of an exact quantity ("Kilometres": "27/2").
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from core import messages
from core.messages import Message, Value
from core.receipts import Receipt
from saves.store import canonical

VERSION = 1
LEVEL = 1  # a third of the time of the usual level, for a few bytes more
MOST_IN_A_COLUMN = 8 * 1024 * 1024
"""The most bytes of one value of a row. The back end refuses to read or write what is larger."""
MOST_UNPACKED = 32 * 1024 * 1024
"""The most bytes that anything in a file unpacks to: what is larger is damaged, or a trap."""
MOST_VALUES = 3_000_000
"""The most values in it, by commas, brackets and lines: each takes up to 150 bytes when read."""
SHORT = 4096
"""The most bytes of a receipt that is kept for the next row that has the same."""

QUANTITIES: Mapping[str, type[Fraction]] = {
    kind.__name__: kind
    for kind in (
        Fraction,
        messages.Metres,
        messages.Squares,
        messages.Kilometres,
        messages.KmPerHour,
        messages.MetresPerMinute,
        messages.Hours,
        messages.Minutes,
        messages.Kilograms,
        messages.Factor,
        messages.Chance,
    )
}
"""Exact numbers by name; the names are in files and never change."""


def decompress(packed: bytes) -> bytes:
    """Return the bytes that were packed. Raises zlib.error if they are damaged, or too many."""
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(packed, MOST_UNPACKED)
    if not unpacker.eof or is_too_large(plain):
        raise zlib.error("incomplete, or too large")
    return plain


def is_too_large(plain: bytes) -> bool:
    """Whether a text has more than MOST_UNPACKED bytes or MOST_VALUES values."""
    if len(plain) <= MOST_VALUES:
        return False
    values = sum(map(plain.count, (b",", b"[", b"{", b"\n")))
    return len(plain) > MOST_UNPACKED or values > MOST_VALUES


class _SameReceipts(tuple[Receipt, ...]):
    """Receipts compared by identity: equal numbers may be of different quantities."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _SameReceipts)
            and len(self) == len(other)
            and all(a is b for a, b in zip(self, other, strict=True))
        )


def pack(receipts: tuple[Receipt, ...]) -> tuple[bytes, bytes]:
    """The canonical JSON of `receipts`, which the chain hashes, plain and compressed."""
    return _packed(_SameReceipts(receipts))


@lru_cache(maxsize=64)
def _packed(receipts: _SameReceipts) -> tuple[bytes, bytes]:
    plain = canonical.dump({"v": VERSION, "receipts": [_receipt(r) for r in receipts]}).encode()
    return plain, zlib.compress(plain, LEVEL)


def unpack(packed: bytes) -> tuple[Receipt, ...]:
    """The receipts of a row; () for none. Raises ValueError if they are damaged or newer."""
    if not packed:
        return ()
    try:
        doc = _SPLIT.decode(decompress(packed))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError("damaged receipts") from error
    if doc.v != VERSION:
        raise ValueError(f"receipts of version {doc.v}")
    texts = [bytes(receipt) for receipt in doc.receipts]
    try:
        return tuple([_kept(text) if len(text) <= SHORT else _read(text) for text in texts])
    except msgspec.MsgspecError as error:
        raise ValueError("damaged receipts") from error


class _Packed(msgspec.Struct):
    v: int
    receipts: tuple[msgspec.Raw, ...]


_SPLIT = msgspec.json.Decoder(_Packed)


def _read(text: bytes) -> Receipt:
    return _read_receipt(msgspec.json.decode(text))


_kept = lru_cache(maxsize=4096)(_read)
"""Most receipts are in many rows."""


def _receipt(receipt: Receipt) -> dict[str, Any]:
    more = {
        "rule": receipt.rule,
        "source": receipt.source,
        "default": receipt.default,
        "questions": receipt.questions,
        "parts": [_receipt(part) for part in receipt.parts],
    }
    doc = {"label": _value(receipt.label), "value": _value(receipt.value)}
    return doc | {key: value for key, value in more.items() if value}


def _value(value: Value) -> canonical.Json:
    match value:
        case Message(template, values):
            return {"message": [template, {name: _value(item) for name, item in values}]}
        case Fraction():
            return {type(value).__name__: str(value)}
        case tuple():
            return [_value(item) for item in value]
        case _:
            return value


def _read_receipt(doc: dict[str, Any]) -> Receipt:
    label = _read_value(doc["label"])
    if not isinstance(label, Message):
        raise ValueError("a receipt without a label")
    return Receipt(
        label,
        _read_value(doc["value"]),
        rule=doc.get("rule", ""),
        source=doc.get("source", ""),
        default=doc.get("default", False),
        questions=tuple(doc.get("questions", ())),
        parts=tuple(_read_receipt(part) for part in doc.get("parts", ())),
    )


def _read_value(doc: canonical.Json) -> Value:
    if isinstance(doc, str | int):
        return doc
    if isinstance(doc, list):
        return tuple(_read_value(item) for item in doc)
    if not isinstance(doc, dict):
        raise ValueError(f"a value of another type: {doc}")
    ((name, inner),) = doc.items()
    if name == "message":
        template, values = inner
        return Message(template, **{key: _read_value(item) for key, item in values.items()})
    return QUANTITIES[name](inner)
