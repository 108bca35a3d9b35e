"""The codec: everything comes back as it went, and nothing odd is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, cast, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.calendars import Instant, Month
from core.dice import Answer, Ruled
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt, WriteNote
from core.play.facts.table.events import Damaged, Joined, Noted
from core.play.union import Command, Event
from core.values import replace
from saves.store import codec, upcasts
from saves.store.entries import (
    Annotate,
    BeginSession,
    BornFrom,
    JoinSessions,
    Kept,
    Mark,
    NameSession,
    Redo,
    SplitSession,
    Undo,
)
from saves.store.refusals import UnreadableText
from tests.builders import ANSWERS, COMMANDS, EVENTS, STATE
from tests.each import each
from tests.saves.campaigns import HARSK
from tests.thorough import examples

INTS = st.integers(-(2**53), 2**53)
EXACT = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**4))
st.register_type_strategy(int, INTS)
st.register_type_strategy(Fraction, EXACT)

MARKS: tuple[Mark, ...] = (
    Undo(step=True),
    Redo(),
    BeginSession("Le gué"),
    NameSession(12, "The ford", "who paid?\nhm"),
    JoinSessions(40),
    SplitSession(17),
    Annotate(388, "the ogre wears the miller's ring", True),
    BornFrom("25b0c1a2-6a0e-4d27-8f0a-1a9d4b8f5f10", "The Long Marches", 388),
    Kept(),
)
"""One example of every row that only the journal knows."""


def any_of(kind: object) -> st.SearchStrategy[Any]:
    """Values of a type; what they are made of is gathered once the first is drawn."""
    return st.deferred(lambda: st.from_type(cast(type[Any], kind)))


QUICK = settings(examples(8, 1_000), suppress_health_check=list(HealthCheck))


@each("given", product(COMMANDS, ANSWERS))
def test_every_command_and_answer_comes_back(given: tuple[Command, Answer]) -> None:
    command, answer = given
    text = codec.dump_body(command, {"a/b": answer}, ())

    assert codec.load_body(text) == (command, {"a/b": answer}, ())
    assert codec.dump_body(*codec.load_body(text)) == text


@each("mark", MARKS)
def test_every_mark_of_the_journal_comes_back(mark: Mark) -> None:
    text = codec.dump_body(mark, {}, ())

    assert codec.load_body(text) == (mark, {}, ())


def test_no_mark_of_the_journal_is_left_out() -> None:
    assert {type(mark) for mark in MARKS} == set(get_args(Mark))


@each("event", EVENTS)
def test_every_event_comes_back(event: Event) -> None:
    text = codec.dump_body(Hurt(("a",), (1,)), {}, (event, event))

    assert codec.load_body(text)[2] == (event, event)
    assert codec.load_events(text) == (event, event)


@QUICK
@given(command=any_of(Command), event=any_of(Event), answer=any_of(Answer))
def test_any_body_comes_back(command: Command, event: Event, answer: Answer) -> None:
    body = (command, {"k": answer}, (event,))

    assert codec.load_body(codec.dump_body(*body)) == body


@QUICK
@given(any_of(State))
def test_any_state_comes_back(state: State) -> None:
    assert codec.load_state(codec.dump_state(state)) == state


def test_a_whole_state_comes_back() -> None:
    assert codec.load_state(codec.dump_state(STATE)) == STATE


def body(**changes: object) -> str:
    doc: Any = json.loads(
        codec.dump_body(Hurt(("a",), (1,)), {}, (Joined(HARSK), Damaged(who="a", amount=1)))
    )
    for path, value in changes.items():
        *way, last = path.split("__")
        place: Any = doc
        for key in way:
            place = place[int(key) if key.isdigit() else key]
        place[last] = value
    return json.dumps(doc)


@pytest.mark.parametrize(
    "text",
    [
        body(command__zeal=1),
        body(events__0__member__zeal=1),
        body(events__0__member__mover__zeal=1),
        body(events__0__member__kind="joined"),
        body(events__0__member=None),
        body(events__1__amount="1"),
        body(events__1__amount=1.0),
        body(events__1__amount=1.5),
        body(events__0__member__weight_kg=1.5),
        body(events__0__member__weight_kg="heavy"),
        body(events__1__amount=2**53 + 1),
        body(events__1__kind="unheard_of"),
        body(events__1__v=2),
        body(zeal=1),
        "[]",
        "{}",
        "",
        "null",
        "NaN",
        '{"command":1,"answers":{},"events":[]}',
        "\x00",
    ],
)
def test_what_this_program_does_not_write_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableText):
        codec.load_body(text)


@pytest.mark.parametrize("number", ["1/0", "2/4", "0.5", " 1", "+1", "-0", "1e3", "1_0", "٣"])
def test_exact_numbers_are_read_only_as_they_are_written(number: str) -> None:
    with pytest.raises(UnreadableText):
        codec.load_body(body(events__0__member__weight_kg=number))


@pytest.mark.parametrize(
    "event",
    [
        Damaged(who="a", amount=cast(int, "1")),
        Damaged(who="a", amount=cast(int, True)),
        Damaged(who="a", amount=cast(int, 1.0)),
        Joined(replace(HARSK, weight_kg=cast(Fraction, 4))),
        Noted(cast(Instant, "noon"), "a note"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(event: Event) -> None:
    with pytest.raises(TypeError):
        codec.dump_body(Hurt(("a",), (1,)), {}, (event,))


@pytest.mark.parametrize(
    "text",
    [
        '"v":1',
        ',"v":1}',
        '","v":1,"',
        ',"events":[]',
        '","events":[],"',
        ',"command":{}',
        "\\",
        '\\"',
        "NaN",
        "1.5",
        "12345678901234567",
        "2e5",
        '{"answers":',
        "}",
    ],
)
def test_a_note_may_hold_the_signs_of_the_journal(text: str) -> None:
    at = Instant(3, Fraction(8))
    written = (WriteNote(text), {text: Ruled("pass", text)}, (Noted(at, text), Noted(at, text)))

    assert codec.load_body(codec.dump_body(*written)) == written
    assert codec.load_events(codec.dump_body(*written)) == written[2]


@pytest.mark.parametrize("end", ["", "]", "}}", "]}}"])
def test_a_body_with_another_end_is_not_read(end: str) -> None:
    text = codec.dump_body(Hurt(("a",), (1,)), {}, (Damaged(who="a", amount=1),))

    for read in (codec.load_body, codec.load_events):
        with pytest.raises(UnreadableText):
            read(text[:-1] + end)


def test_an_old_version_is_lifted_while_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(doc: upcasts.Doc) -> upcasts.Doc:
        return {("who" if key == "whom" else key): value for key, value in doc.items()}

    old = codec.dump_body(Hurt(("a",), (1,)), {}, (Damaged(who="a", amount=4),)).replace(
        '"who":"a"', '"whom":"a"'
    )
    monkeypatch.setattr(upcasts, "VERSIONS", {"damaged": 2})
    monkeypatch.setattr(upcasts, "UPCASTS", {("damaged", 1): rename})

    assert codec.load_body(old)[2] == (Damaged(who="a", amount=4),)
    assert codec.load_events(old) == (Damaged(who="a", amount=4),)
    assert '"v":2' in codec.dump_body(Hurt(("a",), (1,)), {}, (Damaged(who="a", amount=4),))


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(9, 2), "9/2"), (Fraction(4), "4"), (Fraction(-1, 3), "-1/3"), (Fraction(0), "0")],
)
def test_exact_numbers_are_written_in_lowest_terms(number: Fraction, text: str) -> None:
    state = State(travelled=number)

    assert json.loads(codec.dump_state(state))[0]["travelled"] == text


def test_the_shape_of_state_names_every_field(monkeypatch: pytest.MonkeyPatch) -> None:
    before = codec.shape()
    fresh: Callable[[], str] = codec.shape.__wrapped__
    assert fresh() == before
    monkeypatch.setitem(State.__annotations__, "place", "int")
    assert fresh() != before


def test_the_shape_of_state_is_the_same_when_a_class_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = codec.shape()
    fresh: Callable[[], str] = codec.shape.__wrapped__

    monkeypatch.setattr(Month, "__module__", "core.almanac.months")

    assert fresh() == before
