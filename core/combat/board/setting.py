"""Laying out a map with its borders, and checking its creatures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.combat.board.battlefield import Battlefield, Sides, borders, read_field, with_borders
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.files import Keys
from core.messages import N_, Message, Refusal, Value
from core.rulesets.combat.bodies import Ground

FARTHEST = 500
"""The largest reach, space or speed, in squares: that of a map."""


class Misplaced(Exception):
    """An error in a board: its `key` ("edge_low[2]"), a message and a code."""

    def __init__(self, key: str, message: Message, code: str = "bad_value") -> None:
        self.key = key
        self.message = message
        self.code = code
        super().__init__(key)


def read_squares(row: Keys, key: str, least: int = 0) -> int | None:
    """Return the number of squares under `key`, None if absent; FileError above 500."""
    found = row.maybe_whole(key, least=least)
    if found is not None and found > FARTHEST:
        raise row.wrong(key, "must be {most} or less", most=FARTHEST)
    return found


def lay_out(
    rows: Iterable[str],
    ground: Mapping[str, Ground],
    *,
    walls: Iterable[tuple[str, str]] = (),
    low: Iterable[tuple[str, str]] = (),
    legend: Mapping[str, tuple[str, ...]] | None = None,
) -> Battlefield:
    """Return the battlefield of map rows; `walls` and `low` are (key, border) pairs ("B2/C2").

    Misplaced names the key: "map", or that of the border.
    """
    try:
        plain = read_field(rows, ground, legend=legend)
    except Refusal as wrong:
        raise Misplaced("map", wrong.message, wrong.code) from wrong
    return with_borders(plain, _borders(plain, walls), _borders(plain, low))


def _borders(field: Battlefield, edges: Iterable[tuple[str, str]]) -> Sides:
    east = south = 0
    for key, text in edges:
        try:
            across, down = borders(field, (text,))
        except Refusal as wrong:
            raise Misplaced(key, wrong.message, wrong.code) from wrong
        east, south = east | across, south | down
    return east, south


def check_creatures(scene: Scene) -> None:
    """Check that each creature has its own id, is on the map and rides one that can carry it.

    Misplaced names the key, counted from 1: "creatures[2].at".
    """
    seen: set[str] = set()
    for number, creature in enumerate(scene.creatures, start=1):
        above = f"creatures[{number}]"
        if not creature.id.strip():
            raise _wrong(f"{above}.id", "bad_value", N_("A creature needs an id of its own."))
        if creature.id in seen:
            raise _wrong(f"{above}.id", "twice", N_("Two creatures have the id {id}."),
                         id=creature.id)  # fmt: skip
        seen.add(creature.id)
        mount = scene.by_id.get(creature.rides)
        if creature.rides and (mount is None or mount.id == creature.id):
            raise _wrong(
                f"{above}.rides", "unknown_mount",
                N_("{rider} rides {mount}, but no other creature has that id."),
                rider=creature.id, mount=creature.rides,
            )  # fmt: skip
        if mount is not None and mount.rides:
            raise _wrong(
                f"{above}.rides", "mount_rides",
                N_("{rider} rides {mount}, which rides {other} itself."),
                rider=creature.id, mount=mount.id, other=mount.rides,
            )  # fmt: skip
        body = Block(creature.at.x, creature.at.y, scene.space(creature))
        if mount is None and scene.field.width and not scene.field.contains(body):
            raise _off(f"{above}.at", body)


def _off(key: str, body: Block) -> Misplaced:
    if body.side == 1:
        return _wrong(key, "off_the_map", N_("{square} is not on the map."),
                      square=str(body.anchor))  # fmt: skip
    return _wrong(
        key, "off_the_map",
        N_("A space of {side} x {side} squares at {square} is not wholly on the map."),
        side=body.side, square=str(body.anchor),
    )  # fmt: skip


def _wrong(key: str, code: str, template: str, /, **values: Value) -> Misplaced:
    return Misplaced(key, Message(template, **values), code)
