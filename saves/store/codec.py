"""Commands, answers, events and states to canonical JSON and back.

Each command, answer and event carries its `kind` and, in the text only, its version `v`: added
when written, taken off and lifted to today's shape when read. Unknown keys and wrong types are
refused at every depth. Writing does not look at types, so what was written is read again at once:
nothing that cannot be read is ever stored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from core.dice import Answer
from core.messages import Refusal
from core.play.state import State
from core.play.union import Event
from saves.store import canonical, upcasts
from saves.store.entries import Recorded
from saves.store.upcasts import Doc, upcast, version

Events: TypeAlias = tuple[Event, ...]
Asked: TypeAlias = tuple[Recorded, dict[str, Answer]]
Body: TypeAlias = tuple[Recorded, dict[str, Answer], Events]
"""A row's command, answers and events."""

T = TypeVar("T")


NOT_OURS: Final = (
    msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError, Refusal,
)  # fmt: skip
"""What reading damaged text may raise on the way."""


class UnreadableText(Exception):
    """Text of the journal or of a checkpoint that is not what this program writes."""


def _written_exact(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"no value of the journal: {type(value).__name__}")


@lru_cache(maxsize=4096)
def _exact(text: str) -> Fraction:
    number = Fraction(text)
    if str(number) != text:
        raise ValueError(f"not in lowest terms: {text}")
    return number


def _read_exact(kind: type, value: object) -> Fraction:
    if kind is not Fraction or not isinstance(value, str):
        raise ValueError(f"no {kind.__name__}: {value}")
    try:
        return _exact(value)
    except ZeroDivisionError as error:
        raise ValueError(f"divided by nothing: {value}") from error


ENCODER: Final = msgspec.json.Encoder(enc_hook=_written_exact)
"""Writes values as JSON, exact numbers as strings."""


_DECODERS: Final[dict[object, msgspec.json.Decoder[Any]]] = {}


def read(kind: type[T], text: str | bytes) -> T:
    """The value of its JSON, strictly. Raises what is in `NOT_OURS`."""
    return _decoder(kind).decode(text)


def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.json.Decoder(kind, dec_hook=_read_exact)
    return decoder


REQUESTS: Final[Any] = Asked
HAPPENINGS: Final[Any] = Events
"""Types as `read` takes them; events are all that a fold needs."""


def plain(value: object) -> Any:  # noqa: ANN401  (any JSON value)
    """A value as dicts, tuples, texts and numbers, as JSON has them."""
    return msgspec.to_builtins(value, enc_hook=_written_exact)


UNTOLD: Final = ',"reaction":null'
"""What is not told of a creature's reaction is not written: rows of before it was known have
none. It is never the first key; quotes within a text have a stroke before them."""


def dump_body(command: Recorded, answers: Mapping[str, Answer], events: tuple[Event, ...]) -> str:
    """The canonical body of a row. Refusal `not_writable` for what JSON cannot hold.

    TypeError for a value that would be read as another, or not at all.
    """
    text = canonical.dump(
        {
            "command": _versioned(plain(command)),
            "answers": {key: _versioned(plain(answer)) for key, answer in answers.items()},
            "events": [_versioned(event) for event in plain(events)],
        }
    ).replace(UNTOLD, "")
    try:
        if load_body(text) == (command, answers, events):
            return text
    except UnreadableText as error:
        raise TypeError(f"it cannot be read again: {text}") from error
    raise TypeError(f"it is read as something else: {text}")


def load_body(text: str) -> Body:
    """Command, answers and events of a row's body. Raises Unreadable."""
    answered, asking, happened = _parts(text)
    plain, versions = _plain(f"[{asking},{answered}]")
    for command, answers in _at_once(_requests(), plain):
        if versions == 1 + len(answers):
            for events in _written(happened):
                return command, answers, events
    try:
        doc = canonical.load(text)
        asked = [
            upcast(doc.pop("command")),
            {key: upcast(answer) for key, answer in doc.pop("answers").items()},
        ]
        lifted = [upcast(event) for event in doc.pop("events")]
        if doc:
            raise ValueError(f"unknown keys in a body: {sorted(doc)}")
        command, answers = read(REQUESTS, canonical.dump(asked))
        return command, answers, read(HAPPENINGS, canonical.dump(lifted))
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


def load_events(text: str) -> Events:
    """The events of a row's body. Raises Unreadable."""
    for events in _written(_parts(text)[2]):
        return events
    try:
        lifted = [upcast(event) for event in canonical.load(text)["events"]]
        found: Events = read(HAPPENINGS, canonical.dump(lifted))
        return found
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error


ANSWERS, COMMAND, EVENTS = '{"answers":', ',"command":', ',"events":'
"""Where the parts of a body begin, in the order in which it is written."""

PRESENT: Final = re.compile(r',"v":1(?=[,}])')
"""The version of something that is of the first; quotes within a text have a stroke before them."""
ODD: Final = re.compile(r"\d(?:[.eE]|\d{15})")
NO_NUMBERS: Final = ("NaN", "Infinity")
"""What may be a number that the journal does not hold; in a note it is none."""


def _parts(text: str) -> tuple[str, str, str]:
    # Within a text its quotes have strokes before them: none of it is taken for the next part.
    if not (text.startswith(ANSWERS) and text.endswith("}")):
        return "", "", ""
    first, _, happened = text[len(ANSWERS) : -1].partition(EVENTS)
    answered, _, asking = first.partition(COMMAND)
    return answered, asking, happened


def _written(text: str) -> tuple[Events, ...]:
    plain, versions = _plain(text)
    return tuple(found for found in _at_once(_happenings(), plain) if len(found) == versions)


def _plain(text: str) -> tuple[str, int]:
    later = (f'"kind":"{kind}"' for kind in upcasts.VERSIONS)
    if ODD.search(text) or any(part in text for part in (*NO_NUMBERS, *later)):
        return "", 0
    return PRESENT.subn("", text)


@cache
def _requests() -> msgspec.json.Decoder[Asked]:
    return _decoder(REQUESTS)  # to look it up by its type takes as long as to read an event


@cache
def _happenings() -> msgspec.json.Decoder[Events]:
    return _decoder(HAPPENINGS)


def _at_once(decoder: msgspec.json.Decoder[T], plain: str) -> tuple[T, ...]:
    # That takes half as long as to lift one thing after the other, and then to read it.
    try:
        return (decoder.decode(plain),)
    except NOT_OURS:
        return ()


def dump_state(state: State) -> bytes:
    """The JSON of a state, UTF-8."""
    return ENCODER.encode((state,))


def load_state(data: bytes) -> State:
    """The state of its JSON. Raises Unreadable."""
    try:
        (state,) = read(tuple[State], data)
    except NOT_OURS as error:
        raise UnreadableText(str(error)) from error
    return state


@cache
def shape(kind: type = State) -> str:
    """A hash of all field names and types that a State (or another Struct) is made of."""
    lines: list[str] = []
    _describe(kind, lines)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _describe(kind: Any, lines: list[str]) -> None:  # noqa: ANN401  (any type expression)
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        for part in get_args(kind):
            _describe(part, lines)
        return
    hints = get_type_hints(kind)
    head = f"{kind.__module__}.{kind.__qualname__}"
    if any(line.startswith(head + ":") for line in lines):
        return
    names, tag = kind.__struct_fields__, kind.__struct_config__.tag
    told = [f"{name}={hints[name]}" for name in names]
    told += [] if tag is None else [f"kind={Literal[tag]}"]
    lines.append(head + ":" + ",".join(told))
    for name in names:
        _describe(hints[name], lines)


def _versioned(doc: Doc) -> Doc:
    return {**doc, "v": version(doc["kind"])}
