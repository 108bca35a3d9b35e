"""Commands, answers, events and states to canonical JSON and back.

Each command, answer and event carries its `kind` and, in the text only, its version `v`: added
when written, taken off and lifted to today's shape when read. Unknown keys and wrong types are
refused at every depth, for pydantic would otherwise drop and coerce them silently.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter

from core.dice import Answer
from core.messages import Refusal
from core.play.state import State
from core.play.union import Event
from saves.store import canonical, upcasts
from saves.store.entries import Recorded
from saves.store.upcasts import Doc, upcast, version

STRICT: Final = ConfigDict(extra="forbid", strict=True)

Events: TypeAlias = tuple[Annotated[Event, Field(discriminator="kind")], ...]
Asking: TypeAlias = Annotated[Recorded, Field(discriminator="kind")]
Answered: TypeAlias = dict[str, Annotated[Answer, Field(discriminator="kind")]]
Asked: TypeAlias = tuple[Asking, Answered]
Body: TypeAlias = tuple[Recorded, dict[str, Answer], Events]
"""A row's command, answers and events."""

T = TypeVar("T")


NOT_OURS: Final = (ValueError, KeyError, TypeError, AttributeError, Refusal)
"""What reading damaged text may raise on the way (pydantic's error is a ValueError)."""


class Unreadable(Exception):
    """Text of the journal or of a checkpoint that is not what this program writes."""


@cache
def requests() -> TypeAdapter[Asked]:
    """The adapter of commands with their answers, built when first needed."""
    return TypeAdapter(Asked, config=STRICT)


@cache
def happenings() -> TypeAdapter[Events]:
    """The adapter of events, which are all that a fold needs."""
    return TypeAdapter(Events, config=STRICT)


@cache
def states() -> TypeAdapter[tuple[State]]:
    """The adapter of states (in a tuple: a bare dataclass takes no configuration)."""
    return TypeAdapter(tuple[State], config=STRICT)


def dump_body(command: Recorded, answers: Mapping[str, Answer], events: tuple[Event, ...]) -> str:
    """The canonical body of a row. Refusal `not_writable` for what JSON cannot hold."""
    asked, answered = requests().dump_python(
        (command, dict(answers)), mode="json", warnings="error"
    )
    happened = happenings().dump_python(events, mode="json", warnings="error")
    return canonical.dump(
        {
            "command": _versioned(asked),
            "answers": {key: _versioned(answer) for key, answer in answered.items()},
            "events": [_versioned(event) for event in happened],
        }
    )


def load_body(text: str) -> Body:
    """Command, answers and events of a row's body. Raises Unreadable."""
    answered, asking, happened = _parts(text)
    plain, versions = _plain(f"[{asking},{answered}]")
    for command, answers in _at_once(requests(), plain):
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
        command, answers = requests().validate_json(canonical.dump(asked))
        return command, answers, happenings().validate_json(canonical.dump(lifted))
    except NOT_OURS as error:
        raise Unreadable(str(error)) from error


def load_events(text: str) -> Events:
    """The events of a row's body. Raises Unreadable."""
    for events in _written(_parts(text)[2]):
        return events
    try:
        lifted = [upcast(event) for event in canonical.load(text)["events"]]
        return happenings().validate_json(canonical.dump(lifted))
    except NOT_OURS as error:
        raise Unreadable(str(error)) from error


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
    return tuple(found for found in _at_once(happenings(), plain) if len(found) == versions)


def _plain(text: str) -> tuple[str, int]:
    later = (f'"kind":"{kind}"' for kind in upcasts.VERSIONS)
    if ODD.search(text) or any(part in text for part in (*NO_NUMBERS, *later)):
        return "", 0
    return PRESENT.subn("", text)


def _at_once(adapter: TypeAdapter[T], plain: str) -> tuple[T, ...]:
    # That takes half as long as to lift one thing after the other, and then to read it.
    try:
        return (adapter.validate_json(plain),)
    except NOT_OURS:
        return ()


def dump_state(state: State) -> bytes:
    """The JSON of a state, UTF-8."""
    return states().dump_json((state,), warnings="error")


def load_state(data: bytes) -> State:
    """The state of its JSON. Raises Unreadable."""
    try:
        (state,) = states().validate_json(data)
    except ValueError as error:
        raise Unreadable(str(error)) from error
    return state


@cache
def shape(kind: type = State) -> str:
    """A hash of all field names and types that a State (or another dataclass) is made of."""
    lines: list[str] = []
    _describe(kind, lines)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _describe(kind: Any, lines: list[str]) -> None:  # noqa: ANN401  (any type expression)
    if not isinstance(kind, type) or not is_dataclass(kind):
        for part in get_args(kind):
            _describe(part, lines)
        return
    hints = get_type_hints(kind)
    head = f"{kind.__module__}.{kind.__qualname__}"
    if any(line.startswith(head + ":") for line in lines):
        return
    lines.append(head + ":" + ",".join(f"{f.name}={hints[f.name]}" for f in fields(kind)))
    for field in fields(kind):
        _describe(hints[field.name], lines)


def _versioned(doc: Doc) -> Doc:
    return {**doc, "v": version(doc["kind"])}
