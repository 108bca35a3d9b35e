"""Scenes of a few lines: a map, creatures, and what is asked of them by name."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import (
    Battlefield,
    Block,
    Point,
    Square,
    borders,
    parse_square,
    read_field,
)
from core.combat.sight.lines import Walls, open_line, touching
from core.receipts import Receipt
from core.values import replace
from tests.switched import AS_PACKAGED, PRINTED, Switches, switched


def who(
    id: str,
    size: str,
    at: str,
    side: str = "foe",
    *conditions: str,
    long: bool = False,
    reach: int | None = None,
    weapon_reach: int | None = None,
    space: int | None = None,
    rides: str = "",
    hidden: bool = False,
    near: bool = False,
) -> Creature:
    """A creature: who("orc", "M", "C2", "foe", "prone")."""
    return Creature(
        id=id,
        size=size,
        at=parse_square(at),
        side=side,
        long=long,
        reach=reach,
        weapon_reach=weapon_reach,
        space=space,
        conditions=conditions,
        rides=rides,
        hidden=hidden,
        near=near,
    )


def walled(field: Battlefield, walls: Iterable[str], low: Iterable[str] = ()) -> Battlefield:
    """The field with walls and low walls on its borders."""
    wall_east, wall_south = borders(field, walls)
    low_east, low_south = borders(field, low)
    return replace(
        field, wall_east=wall_east, wall_south=wall_south, low_east=low_east, low_south=low_south
    )


def stage(
    ruleset: str,
    rows: str,
    *creatures: Creature,
    walls: str = "",
    low: str = "",
    light: Light = "bright",
    switches: Switches = AS_PACKAGED,
) -> Scene:
    """The scene of map rows and borders, parted by spaces: "B2/C2 C2/D2"."""
    rules = switched(ruleset, {**PRINTED, **switches})
    field = walled(read_field(rows.split(), rules.combat.ground), walls.split(), low.split())
    return Scene(rules=rules, field=field, creatures=creatures, light=light)


def open_ground(width: int, height: int) -> str:
    """The rows of an open map."""
    return " ".join(["." * width] * height)


def path(names: str) -> tuple[Square, ...]:
    """Squares by name, parted by spaces."""
    return tuple(map(parse_square, names.split()))


def named(squares: Iterable[Square]) -> str:
    """The names of squares, parted by spaces."""
    return " ".join(map(str, squares))


def rules_of(receipt: Receipt) -> set[str]:
    """All rules that a receipt names."""
    return {part.rule for part in receipt.walk()}


def clear(walls: Walls, p: Point, q: Point, start: Block, goal: Block) -> bool:
    """Whether the line from `p` of one space to `q` of another is clear."""
    return open_line(walls, p, q, touching(start, p), touching(goal, q))
