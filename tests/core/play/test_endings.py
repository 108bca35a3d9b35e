"""Whatever holds a moment of the clock either ends then, or is said here to end nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args, get_type_hints

from core.calendars import Instant
from core.play.facts.encounter import Lasting, Until
from core.play.facts.endings import endings, expired
from core.play.facts.fold import evolve_all
from core.play.facts.state import State
from core.values import Struct, replace
from tests.builders import HARSK, STATE

ENDS_NOTHING = {
    "State.clock",
    "State.checked",
    "State.foretold",
    "State.deadline",
    "Met.at",
    "Fighting.began",
    "Note.at",
    "Encounter.began",
    "RunCount.until",
    "Absence.since",
    "Absence.due",
}
"""Fields that hold a moment at which nothing ends by itself."""


def declared(kind: object, seen: set[object]) -> Iterator[str]:
    """The fields of a type, and of all types in it, that hold a moment."""
    for part in get_args(kind):
        yield from declared(part, seen)
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen | {Instant}:
        seen.add(kind)
        for name, hint in get_type_hints(kind).items():
            if hint is Instant or Instant in get_args(hint):
                yield f"{kind.__name__}.{name}"
            yield from declared(hint, seen)


def held(value: object) -> Iterator[tuple[str, Instant]]:
    """The moments in a value, each with its field."""
    if isinstance(value, tuple):
        for item in value:
            yield from held(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if isinstance(part, Instant):
                yield f"{type(value).__name__}.{name}", part
            else:
                yield from held(part)


def test_every_moment_in_the_state_is_an_ending_or_ends_nothing() -> None:
    """Given a new field with a moment, then `endings` has it, or it stands above."""
    # given
    ends = set(declared(State, set())) - ENDS_NOTHING
    # when
    found = [(field, at) for field, at in held(STATE) if field in ends]
    # then
    assert {field for field, _ in found} == ends, "tests.builders.STATE has to hold each"
    forgotten = Counter(at for _, at in found) - Counter(at for at, _ in endings(STATE))
    assert not [field for field, at in found if at in forgotten], "endings has no line for it"


def test_what_has_expired_is_no_more_in_the_state() -> None:
    """Given all that ends by the clock, when it has, then nothing of it is left to end."""
    late = replace(STATE, clock=max(at for at, _ in endings(STATE)))

    over = evolve_all(late, expired(late))

    assert not list(endings(over))


def test_a_condition_until_a_moment_is_among_the_endings() -> None:
    # given
    until = Until("clock", at=Instant(3, State().clock.hour))
    member = replace(HARSK, lasting=(Lasting("shaken", until=until),))
    # when
    found = list(endings(State(members=(member,))))
    # then
    assert [at for at, _ in found] == [until.at]
