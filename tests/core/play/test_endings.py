"""Whatever holds a moment of the clock either ends then, or is said here to end nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

from core.calendars import Instant
from core.play.endings import endings
from core.play.lasting import Lasting, Until
from core.play.state import State
from core.values import Struct, replace
from tests.builders import HARSK

ENDS = {"Until.at"}
"""Fields whose moment comes out of `endings`, each with a test of its own."""
ENDS_NOTHING = {
    "State.clock", "State.checked", "State.foretold", "State.deadline",
    "Met.at", "Fighting.began", "Note.at", "Encounter.began",
}  # fmt: skip
"""Fields that hold a moment at which nothing ends by itself."""


def moments(kind: object, seen: set[object]) -> Iterator[str]:
    """The fields of a type, and of all types in it, that hold a moment."""
    for part in get_args(kind):
        yield from moments(part, seen)
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen | {Instant}:
        seen.add(kind)
        for name, hint in get_type_hints(kind).items():
            if hint is Instant or Instant in get_args(hint):
                yield f"{kind.__name__}.{name}"
            yield from moments(hint, seen)


def test_every_moment_in_the_state_is_decided_on() -> None:
    """Given a new field with a moment, then it stands in `endings` and above, or ends nothing."""
    assert set(moments(State, set())) == ENDS | ENDS_NOTHING


def test_a_condition_until_a_moment_is_among_the_endings() -> None:
    # given
    until = Until("clock", at=Instant(3, State().clock.hour))
    member = replace(HARSK, lasting=(Lasting("shaken", until=until),))
    # when
    found = list(endings(State(members=(member,))))
    # then
    assert [at for at, _ in found] == [until.at]
