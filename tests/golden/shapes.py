"""The shapes of all that a campaign's file and its export hold: `python -m tests.golden.shapes`.

`shapes.json` has those of the last version, with its numbers. It is written again when a version
gets its heading in CHANGELOG.md, and never in between: an older Outrider must be told by a number
what it cannot read (`tests/saves/store/test_shapes.py`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import types
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import BaseModel

from core.combat.board.drawing import Board
from core.dice import Answer
from core.messages import Kilometres, Message
from core.play.facts.state import State
from core.play.history.entry_facts import Facts
from core.play.union import Assets, Event
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel import regionmap
from saves.exchange import jsonl
from saves.exchange.textmapper import read_text
from saves.store import asset_store, packing, released_kinds
from saves.store.entries import BranchPoint, Recorded
from saves.store.packaged_rulesets import packaged
from saves.store.released_kinds import RELEASED_KINDS
from saves.store.releases import MIN_READER, RELEASES, SCHEMA
from saves.store.schema_number import NEEDS, RECEIPTS
from saves.store.sqlite import engine
from saves.store.upcasts import UPCASTS
from tests.golden.write import MAP

GOLDEN = Path(__file__).with_name("shapes.json")
KINDS = Path(released_kinds.__file__)
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
HEADING = re.compile(r"^## \[(\d+(?:\.\d+)+)\]", re.MULTILINE)

Shapes: TypeAlias = dict[str, str]
"""A sum of the shape by name."""
Fields: TypeAlias = dict[str, Any]


class Stored(msgspec.Struct, frozen=True):
    """The shapes of one version, with its numbers.

    `version` is its heading in CHANGELOG.md, "" before the first. `entries` has what an entry may
    hold, by the names of `NEEDS`; `elsewhere` the tables, the label, and the states and facts that
    are kept besides the entries and made again from them; `lines` the lines of an export.
    `structs` has the fields of all classes, to say what changed.
    """

    version: str
    schema: int
    min_reader: int
    json_lines: int
    entries: Shapes
    elsewhere: Shapes
    lines: Shapes
    structs: dict[str, dict[str, str]]


def last_version() -> str:
    """The version of the first heading in CHANGELOG.md that has one, "" if none has."""
    found = HEADING.search(CHANGELOG.read_text("utf-8"))
    return found[1] if found else ""


# What a type says in JSON, without the names of its classes


def fields_of(kind: type) -> Fields | None:
    """The fields of a class, by their names in JSON; None if it has none."""
    if issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
        found: Fields = {encoded: hints[name] for encoded, name in names}
        config = kind.__struct_config__
        tag = {} if config.tag is None else {str(config.tag_field): Literal[str(config.tag)]}
        return tag | found
    if issubclass(kind, BaseModel):
        return {info.alias or name: info.annotation for name, info in kind.model_fields.items()}
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
    return None


def spell(kind: Any, structs: dict[str, dict[str, str]], *, whole: bool) -> str:  # noqa: ANN401
    """A type as text, and its classes into `structs`; `whole` spells their fields, not names."""
    if kind is Ellipsis:
        return "..."
    if kind is None or kind is types.NoneType:
        return "null"
    origin = get_origin(kind)
    args = get_args(kind)
    if origin is Annotated:
        return spell(args[0], structs, whole=whole)
    if origin is Literal:
        return " | ".join(sorted(json.dumps(one) for one in args))
    parts = [spell(part, structs, whole=whole) for part in args]
    if origin in (Union, types.UnionType):
        return " | ".join(sorted(set(parts)))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(parts)}]"
    if not isinstance(kind, type):
        raise TypeError(f"not a type that is stored: {kind}")
    fields = fields_of(kind)
    if fields is None:
        return kind.__name__
    name = kind.__qualname__
    if name not in structs:
        structs[name] = {}
        for key, part in fields.items():
            structs[name][key] = spell(part, structs, whole=False)
    if not whole:
        return name
    spelled = (f"{key}: {spell(part, structs, whole=True)}" for key, part in sorted(fields.items()))
    return f"{{{', '.join(spelled)}}}"


def sketch(value: Any) -> str:  # noqa: ANN401  (any JSON value)
    """The shape of a JSON value."""
    match value:
        case dict():
            parts = (f"{key}: {sketch(value[key])}" for key in sorted(value))
            return f"{{{', '.join(parts)}}}"
        case list():
            return f"[{' | '.join(sorted({sketch(one) for one in value}))}]"
        case _:
            return type(value).__name__


def fingerprint(text: str) -> str:
    """A short sum of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# Samples of what is written by hand


def receipts() -> str:
    """What the receipts of an entry hold."""
    below = Receipt(Message("{n}", n=Kilometres(Fraction(27, 2))), Kilometres(Fraction(1)))
    top = Receipt(
        Message("speed"),
        1,
        rule="T-1",
        source="x",
        default=True,
        questions=("Q-1",),
        parts=(below,),
    )
    plain, _ = packing.pack((top,))
    return f"{packing.VERSION} {sorted(packing.QUANTITIES)} {sketch(json.loads(plain))}"


def region() -> str:
    """What the text of a region map holds."""
    return sketch(json.loads(regionmap.to_json(read_text(MAP).region)))


def label() -> str:
    """What the label of a what-if branch holds."""
    state = State()
    at = BranchPoint("", "", 1, state.calendar.date(0), Fraction(0))
    face = asset_store.face(state, Assets(packaged("pf1")), "", at, 1, schema=SCHEMA)
    return sketch(json.loads(face))


@cache
def shapes() -> Stored:
    """The shapes of the present program."""
    structs: dict[str, dict[str, str]] = {}
    entries = {
        "board": spell(Board, structs, whole=True),
        "region": region(),
        "ruleset": spell(Ruleset, structs, whole=True),
        RECEIPTS: receipts(),
    }
    for kind in (*get_args(Recorded), *get_args(Event), *get_args(Answer)):
        tag = str(kind.__struct_config__.tag)
        if tag in entries:
            raise ValueError(f"two kinds are called {tag}")
        entries[tag] = spell(kind, structs, whole=True)
    elsewhere = {
        "facts": spell(Facts, structs, whole=True),
        "label": label(),
        "state": spell(State, structs, whole=True),
        "tables": "\n".join(sorted(engine.schema_texts())),
    }
    lines = {
        name: ", ".join(f"{key}: {kinds(kind)}" for key, kind in sorted(keys.items()))
        for name, keys in jsonl.FIELDS.items()
    }
    return Stored(
        last_version(),
        SCHEMA,
        MIN_READER,
        jsonl.VERSION,
        summed(entries),
        summed(elsewhere),
        summed(lines),
        dict(sorted(structs.items())),
    )


def kinds(kind: type | tuple[type, ...]) -> str:
    """The types that a key of an export may have."""
    several = kind if isinstance(kind, tuple) else (kind,)
    return " | ".join(one.__name__ for one in several)


def summed(texts: Mapping[str, str]) -> Shapes:
    """The sums of the shapes, by name."""
    return {name: fingerprint(texts[name]) for name in sorted(texts)}


def golden() -> Stored:
    """The shapes of the last version."""
    return msgspec.json.decode(GOLDEN.read_bytes(), type=Stored)


# What has changed since


def complaints(now: Stored, last: Stored, needs: Mapping[str, int]) -> list[str]:
    """What is still to be done about what changed since the last version, with the reason."""
    number = last.schema + 1
    since = f"version {last.version}" if last.version else "the first shapes"
    entries = changed(now.entries, last.entries)
    elsewhere = changed(now.elsewhere, last.elsewhere)
    lines = changed(now.lines, last.lines)
    found = []
    if (entries or elsewhere) and now.schema != number:
        names = ", ".join((*entries, *elsewhere))
        found.append(
            f"What campaigns store has changed since {since}: {names}"
            f" ({'; '.join(differences(now, last)) or 'no field'}). Set SCHEMA = {number} in"
            " saves/store/releases.py, and there in RELEASES the version that comes next."
        )
    unnamed = [
        name
        for name in entries
        if name in now.entries and max(now.min_reader, needs.get(name, 0)) != number
    ]
    if unnamed:
        rows = ", ".join(f'"{name}": {number}' for name in unnamed)
        found.append(
            f"Older programs cannot read what is written of these. Add to CHANGED in"
            f" saves/store/schema_number.py: {rows}."
        )
    lost = [name for name in entries if name not in now.entries and name not in LIFTED]
    if lost:
        found.append(f"Campaigns of before have {', '.join(lost)}: add to UPCASTS how it is read.")
    if lines and now.json_lines != last.json_lines + 1:
        found.append(
            f"The lines of an export have changed ({', '.join(lines)}). Set VERSION ="
            f" {last.json_lines + 1} in saves/exchange/jsonl.py, add it to READABLE, and write it"
            " for those campaigns only that need it."
        )
    numbers = [
        ("SCHEMA", now.schema, last.schema),
        ("VERSION of JSON Lines", now.json_lines, last.json_lines),
    ]
    for name, here, there in numbers:
        if here not in (there, there + 1):
            found.append(f"{name} goes up once between two versions: {there} or {there + 1}.")
    if now.min_reader not in (last.min_reader, now.schema):
        found.append(f"MIN_READER is {last.min_reader} as before, or SCHEMA.")
    unknown = {name for name, one in needs.items() if one > now.schema or name not in now.entries}
    if unknown:
        found.append(f"NEEDS has unknown kinds or numbers: {', '.join(sorted(unknown))}.")
    return found


LIFTED = {kind for kind, _ in UPCASTS}


def changed(now: Shapes, last: Shapes) -> list[str]:
    """The names whose shapes are others, new or gone."""
    names = sorted(now.keys() | last.keys())
    return [name for name in names if now.get(name) != last.get(name)]


def differences(now: Stored, last: Stored) -> list[str]:
    """The fields that are others, new or gone, with their class."""
    found = []
    for name in sorted(now.structs.keys() | last.structs.keys()):
        here = now.structs.get(name, {})
        there = last.structs.get(name, {})
        keys = [
            key for key in sorted(here.keys() | there.keys()) if here.get(key) != there.get(key)
        ]
        found += [f"{name}.{key}" for key in keys]
    return found


def refusal(now: Stored, last: Stored) -> str:
    """Why the shapes of `last` may not be replaced yet, "" if they may."""
    if now.version == last.version:
        return (
            f"shapes.json has the shapes of version {last.version!r}, which never change. Write the"
            " heading of the next version into CHANGELOG.md first."
        )
    open_ones = complaints(now, last, NEEDS)
    if open_ones:
        return "\n".join(open_ones)
    first_with_it = last.schema != now.schema or not last.version
    if first_with_it and RELEASES[now.schema] != now.version:
        return (
            f"Version {now.version} is the first with number {now.schema}: RELEASES says another."
        )
    return ""


def main() -> None:
    """Write the shapes of the version that CHANGELOG.md names first."""
    now = shapes()
    reason = refusal(now, golden()) if GOLDEN.exists() else ""
    if reason:
        raise SystemExit(reason)
    text = msgspec.json.format(msgspec.json.encode(now), indent=1).decode()
    GOLDEN.write_text(text + "\n", encoding="utf-8")
    KINDS.write_text(write_kinds(numbered_kinds(now.entries, now.schema)), encoding="utf-8")


def numbered_kinds(entries: Collection[str], schema: int) -> dict[str, int]:
    """The kinds that released versions know, and of `entries` the others, which `schema` brings."""
    return {kind: schema for kind in entries} | dict(RELEASED_KINDS)


def write_kinds(numbers: Mapping[str, int]) -> str:
    """The text of `saves/store/released_kinds.py`."""
    rows = (f'    "{kind}": {numbers[kind]},\n' for kind in sorted(numbers))
    return f"{KINDS_HEAD}{''.join(rows)}{KINDS_TAIL}"


KINDS_HEAD = '''"""Kinds that released versions know, written by `python -m tests.golden.shapes`."""

from __future__ import annotations

from collections.abc import Mapping

RELEASED_KINDS: Mapping[str, int] = {
'''
KINDS_TAIL = '''}
"""By kind, the schema number of the program that brought it: see `NEEDS`."""
'''


if __name__ == "__main__":
    main()
