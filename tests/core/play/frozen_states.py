"""States that nobody may change."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.play.facts.state import State
from core.values import Struct

FROZEN = (str, int, Fraction, bool, type(None))


def parts(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))


def frozen(state: State) -> None:
    """Fail when a part of the state can be changed."""
    for part in parts(state):
        frozen_class = isinstance(part, Struct) and part.__struct_config__.frozen
        assert frozen_class or isinstance(part, (*FROZEN, tuple)), part
    hash(state)
