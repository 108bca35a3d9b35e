"""What campaigns hold changes its shape only with a number that older programs can tell (P5)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from saves.exchange import jsonl
from saves.store.released_kinds import RELEASED_KINDS
from saves.store.releases import SCHEMA
from saves.store.schema_number import NEEDS
from tests.golden.shapes import (
    KINDS,
    Shapes,
    Stored,
    complaints,
    golden,
    last_version,
    numbered_kinds,
    refusal,
    shapes,
    spell,
    write_kinds,
)

REGENERATE = (
    "CHANGELOG.md has a new version: run `python -m tests.golden.shapes`, and commit shapes.json"
    " with it."
)


def test_what_changed_since_the_last_version_has_its_number() -> None:
    """Given all that the last version stored, when a shape is another, then a number says so."""
    found = complaints(shapes(), golden(), NEEDS)

    assert not found, "\n".join(found)


def test_the_shapes_are_those_of_the_last_version() -> None:
    assert golden().version == last_version(), REGENERATE


def test_the_released_kinds_are_those_of_the_last_version() -> None:
    assert set(golden().entries) == RELEASED_KINDS.keys()
    assert KINDS.read_text("utf-8") == write_kinds(RELEASED_KINDS), REGENERATE


def test_a_kind_that_no_version_knows_needs_this_program() -> None:
    new = shapes().entries.keys() - RELEASED_KINDS.keys()

    assert {kind: NEEDS[kind] for kind in new} == {kind: SCHEMA for kind in new}


def test_what_a_version_releases_keeps_its_number() -> None:
    """Given new kinds, when their version is released, then they have its number ever after."""
    numbers = numbered_kinds(("board", "brand_new"), SCHEMA + 1)

    assert numbers["brand_new"] == SCHEMA + 1
    assert numbers["board"] == RELEASED_KINDS["board"]


def test_all_numbers_of_lines_can_be_imported() -> None:
    assert tuple(range(1, jsonl.VERSION + 1)) == jsonl.READABLE


# How a change is told

LAST = Stored("1.0", 4, 3, 2, {"joined": "a"}, {"state": "a"}, {"row": "a"}, {"Joined": {}})


def after(
    schema: int = 4,
    lines: int = 2,
    entries: Shapes = LAST.entries,
    elsewhere: Shapes = LAST.elsewhere,
    keys: Shapes = LAST.lines,
) -> Stored:
    return Stored("1.0", schema, 3, lines, entries, elsewhere, keys, {"Joined": {"mood": "str"}})


OTHER: Shapes = {"joined": "b"}
CASES: dict[str, tuple[Stored, Mapping[str, int], str]] = {
    "an event": (after(entries=OTHER), {}, "joined (Joined.mood). Set SCHEMA = 5"),
    "its kind is not named": (
        after(5, entries=OTHER),
        {},
        'Add to CHANGED in saves/store/schema_number.py: "joined": 5.',
    ),
    "an older number": (after(5, entries=OTHER), {"joined": 4}, '"joined": 5.'),
    "a new event": (after(5, entries=LAST.entries | {"left": "a"}), {}, '"left": 5.'),
    "an event is gone": (after(5, entries={}), {}, "Campaigns of before have joined"),
    "the state": (after(elsewhere={"state": "b"}), {}, "state (Joined.mood). Set SCHEMA = 5"),
    "the lines": (after(keys={"row": "b"}), {}, "Set VERSION = 3"),
    "twice": (after(6), {}, "SCHEMA goes up once"),
    "lines twice": (after(lines=4), {}, "VERSION of JSON Lines goes up once"),
    "a number to come": (after(), {"joined": 5}, "NEEDS has unknown"),
    "no such kind": (after(), {"jioned": 4}, "NEEDS has unknown"),
}


@pytest.mark.parametrize(("now", "needs", "told"), CASES.values(), ids=CASES)
def test_a_change_without_its_number_is_told_with_what_to_do(
    now: Stored, needs: Mapping[str, int], told: str
) -> None:
    assert told in "\n".join(complaints(now, LAST, needs))


DONE: dict[str, tuple[Stored, Mapping[str, int]]] = {
    "nothing": (after(), {}),
    "an event": (after(5, entries=OTHER), {"joined": 5}),
    "the state": (after(5, elsewhere={"state": "b"}), {}),
    "the lines": (after(lines=3, keys={"row": "b"}), {}),
}


@pytest.mark.parametrize(("now", "needs"), DONE.values(), ids=DONE)
def test_a_change_with_its_number_is_fine(now: Stored, needs: Mapping[str, int]) -> None:
    assert complaints(now, LAST, needs) == []


def test_the_shapes_are_written_again_for_a_new_version_only() -> None:
    assert "never change" in refusal(golden(), golden())


class Inner(msgspec.Struct):
    """A value with a field."""

    depth: int = 0


class Renamed(msgspec.Struct):
    """The same value by another name."""

    depth: int = 5


class Deeper(msgspec.Struct):
    """It with another field."""

    depth: int = 0
    width: int = 0


def test_a_shape_is_what_is_written_and_not_how_it_is_called() -> None:
    """Given a class that is renamed or has another default, then its shape is the same."""
    texts = [
        spell(tuple[kind, ...] | None, {}, whole=True)  # type: ignore[valid-type]
        for kind in (Inner, Renamed, Deeper)
    ]

    assert texts[0] == texts[1] == "null | tuple[{depth: int}, ...]"
    assert texts[2] == "null | tuple[{depth: int, width: int}, ...]"
