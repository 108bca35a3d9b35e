"""Commands, answers, events and states as canonical JSON.

Each command, answer and event has its `kind` and, in the text only, its version `v`, by which it
is upcast when read. Unknown keys and wrong types are refused at every depth. Writing does not
check types, so every text is read again at once: nothing unreadable is ever stored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from core.dice import Answer
from core.messages import Refusal
from core.play.facts.state import State
from core.play.union import Event
from saves.store import canonical, upcasts
from saves.store.entries import Recorded
from saves.store.refusals import UnreadableText
from saves.store.upcasts import Doc, upcast, version

Events: TypeAlias = tuple[Event, ...]
Body: TypeAlias = tuple[Recorded, dict[str, Answer], Events]
"""A row's command, answers and events."""

T = TypeVar("T")


class BodyDoc(msgspec.Struct, forbid_unknown_fields=True):
    """A row's body as it is in JSON, its parts without their versions."""

    answers: dict[str, Answer]
    command: Recorded
    events: Events


NOT_OURS = (
    msgspec.MsgspecError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    Refusal,
)
"""Raised while damaged text is read."""


def _written_exact(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"not a value of the journal: {type(value).__name__}")


@lru_cache(maxsize=4096)
def _exact(text: str) -> Fraction:
    number = Fraction(text)
    if str(number) != text:
        raise ValueError(f"not in lowest terms: {text}")
    return number


def _read_exact(kind: type, value: object) -> Fraction:
    if kind is not Fraction or not isinstance(value, str):
        raise ValueError(f"not a {kind.__name__}: {value}")
    try:
        return _exact(value)
    except ZeroDivisionError as error:
        raise ValueError(f"division by zero: {value}") from error


ENCODER = msgspec.json.Encoder(enc_hook=_written_exact)
"""Writes values as JSON, exact numbers as strings."""


def read(kind: type[T], text: str | bytes) -> T:
    """The value of its JSON, strictly. Raises what is in `NOT_OURS`."""
    wanted: Any = kind
    found: T = _decoder(wanted).decode(text)
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401  (any type)
    return msgspec.json.Decoder(kind, dec_hook=_read_exact)


HAPPENINGS: Any = Events
"""The type as `read` takes it."""


def plain(value: object) -> canonical.Json:
    """A value as dicts, tuples, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_written_exact)


ADDED = ("reaction", "also", "eac", "energy", "counters")
"""Keys that are left out while they are null, as in rows written before they existed."""


def dump_body(command: Recorded, answers: Mapping[str, Answer], events: tuple[Event, ...]) -> str:
    """The canonical body of a row. Raises Refusal `not_writable` for what JSON cannot hold.

    Raises TypeError if the text could not be read back as the same values.
    """
    doc = {
        "command": _versioned(plain(command)),
        "answers": {key: _versioned(plain(answer)) for key, answer in answers.items()},
        "events": [_versioned(event) for event in plain(events)],
    }
    text = canonical.dump(doc)
    if any(f'"{key}":null' in text for key in ADDED):
        text = canonical.dump(_without_nulls(doc))
    try:
        if load_body(text) == (command, answers, events):
            return text
    except UnreadableText as error:
        raise TypeError(f"cannot be read back: {text}") from error
    raise TypeError(f"reads back as other values: {text}")


def _without_nulls(doc: canonical.Json) -> canonical.Json:
    match doc:
        case dict():
            kept = {key: one for key, one in doc.items() if one is not None or key not in ADDED}
            return {key: _without_nulls(one) for key, one in kept.items()}
        case list() | tuple():
            return [_without_nulls(one) for one in doc]
        case _:
            return doc


def load_body(text: str) -> Body:
    """Command, answers and events of a row's body. Raises UnreadableText."""
    bare, versions = _unversioned(text)
    for whole in _at_once(_decoder(BodyDoc), bare):
        if versions == 1 + len(whole.answers) + len(whole.events):
            return whole.command, whole.answers, whole.events
    try:
        doc = canonical.load(text)
        doc["command"] = upcast(doc["command"])
        doc["answers"] = {key: upcast(answer) for key, answer in doc["answers"].items()}
        doc["events"] = [upcast(event) for event in doc["events"]]
        whole = read(BodyDoc, canonical.dump(doc))
        return whole.command, whole.answers, whole.events
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


def load_events(text: str) -> Events:
    """The events of a row's body. Raises UnreadableText."""
    # Quotes within a text are escaped, so no text looks like the last part.
    if text.endswith("}"):
        _, _, happened = text.partition(EVENTS)
    else:
        happened = ""
    bare, versions = _unversioned(happened[:-1])
    for events in _at_once(_happenings(), bare):
        if len(events) == versions:
            return events
    try:
        lifted = [upcast(event) for event in canonical.load(text)["events"]]
        found: Events = read(HAPPENINGS, canonical.dump(lifted))
        return found
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


EVENTS = ',"events":'
"""The beginning of the last part of a body."""

PRESENT = ',"v":1'
"""The version 1; quotes within a text are escaped."""


def _unversioned(text: str) -> tuple[str, int]:
    # The text without the version 1, and how often it was there.
    if any(f'"kind":"{kind}"' in text for kind in upcasts.VERSIONS):
        return "", 0
    bare = text.replace(PRESENT + "}", "}").replace(PRESENT + ",", ",")
    return bare, (len(text) - len(bare)) // len(PRESENT)


@cache
def _happenings() -> msgspec.json.Decoder[Events]:
    return _decoder(HAPPENINGS)  # looking it up by type takes as long as reading an event


def _at_once(decoder: msgspec.json.Decoder[T], text: str) -> tuple[T, ...]:
    # Twice as fast as upcasting each document before reading it.
    try:
        return (decoder.decode(text),)
    except NOT_OURS:
        return ()


def dump_state(state: State) -> bytes:
    """The JSON of a state, UTF-8."""
    return ENCODER.encode((state,))


def load_state(data: bytes) -> State:
    """Read the JSON of a state. Raises UnreadableText."""
    try:
        (state,) = read(tuple[State], data)
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error
    return state


MODULE = re.compile(r"\bcore\.(?:\w+\.)+")
"""The module in front of the name of a class of ours."""


@cache
def shape(kind: type = State) -> str:
    """Return a hash of all field names and types of State (or another Struct).

    Modules are left out, so that checkpoints are read after a class has moved to another.
    """
    lines: list[str] = []
    _describe(kind, lines)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _describe(kind: Any, lines: list[str]) -> None:  # noqa: ANN401  (any type expression)
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        for part in get_args(kind):
            _describe(part, lines)
        return
    hints = get_type_hints(kind)
    head = kind.__qualname__
    if any(line.startswith(head + ":") for line in lines):
        return
    names = kind.__struct_fields__
    tag = kind.__struct_config__.tag
    fields = [f"{name}={MODULE.sub('', str(hints[name]))}" for name in names]
    fields += [] if tag is None else [f"kind={Literal[tag]}"]
    lines.append(head + ":" + ",".join(fields))
    for name in names:
        _describe(hints[name], lines)


def _versioned(doc: Doc) -> Doc:
    return {**doc, "v": version(doc["kind"])}
