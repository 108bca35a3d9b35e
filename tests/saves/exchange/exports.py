"""Campaigns as JSON Lines, for the tests of what is written and read again."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from core.messages import Message
from core.play.facts.state import State
from core.play.union import Assets
from outrider import __version__
from saves.exchange.importing import bring_in, row_of
from saves.exchange.jsonl import lines
from saves.exchange.made_campaign import MadeCampaign
from saves.history.history import History
from saves.store.backend import Place
from saves.store.journal import digest
from saves.store.sqlite.file_place import FilePlace

Doc: TypeAlias = dict[str, Any]
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def quietly(message: Message, state: State, assets: Assets) -> str:
    """Nothing is said in these files."""
    return message.template


def exported(path: Path) -> bytes:
    """All of a campaign's file as JSON Lines."""
    return exported_from(FilePlace(path))


def exported_from(place: Place) -> bytes:
    """All of a campaign as JSON Lines."""
    with History.open(place, quietly) as look:
        return b"".join(lines(look, __version__))


def brought_in(text: bytes, name: str | None = None) -> MadeCampaign:
    """The campaign of these lines."""
    return bring_in(io.BytesIO(text), name)


def docs(text: bytes) -> list[Doc]:
    """The lines as JSON."""
    return [json.loads(line) for line in text.splitlines()]


def written(lines: list[Doc]) -> bytes:
    """JSON as lines."""
    return b"".join(ENCODER.encode(line).encode() + b"\n" for line in lines)


def forged(text: bytes, change: Callable[[list[Doc]], object]) -> bytes:
    """The lines with a change made in them, and all sums made to fit again: a forger's work."""
    found = docs(text)
    change(found)
    last = ""
    for line in found:
        if line["line"] == "row":
            line["prev"] = last
            last = line["sum"] = digest(*row_of(line))
        elif line["line"] == "blob":
            line["sha256"] = hashlib.sha256(line["text"].encode()).hexdigest()
        elif line["line"] == "end":
            line["sum"] = last
    return written(found)
