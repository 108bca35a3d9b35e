"""The distance of two spaces, with its receipt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.board_creatures import Creature
from core.combat.board.distance import apart, gap, through_the_air
from core.combat.board.places import called
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.movement.turns import Amount
from core.messages import Message
from core.quantities import Metres, Squares
from core.receipts import Receipt

TABLES = ("C-087", "C-086", "C-089")
"""The rules of the tables of sizes: each system has one."""


def distance_between(
    scene: Scene,
    a: Block,
    b: Block,
    creatures: Iterable[Creature | None] = (),
    heights: tuple[int, int] = (0, 0),
) -> Amount:
    """Return the distance of two spaces: nearest squares, diagonals (C-003 to C-006, G-2).

    `heights` are in squares above the ground; that they count is a house default. `creatures` own
    the spaces, which may be larger than the table of sizes has them (C-091).
    """
    cite, (dx, dy), squares = scene.rules.cite, gap(a, b), through_the_air(a, b, heights)
    rise = apart(a.side, b.side, heights)
    parts = [cite("C-005", Message("from the nearest square to the nearest: across, down"),
                  (Squares(dx), Squares(dy)))]  # fmt: skip
    if rise:
        label = Message("up or down, from the nearest to the nearest")
        parts.append(cite("C-005", label, Squares(rise), default=True))
    for creature in creatures:
        if creature is not None:
            parts += own_space(scene, scene.bearer(creature))
    if max(dx, dy, rise) == 1:
        parts.append(cite("C-006", Message("adjacent"), Squares(squares)))
    metres = squares * scene.combat.measures.square_m
    parts.append(cite("C-004", Message("converted after counting"), Metres(metres)))
    label = Message("distance, diagonals 1-2-1-2")
    return Amount(squares, cite("C-003", label, Squares(squares), *parts))


def own_space(scene: Scene, creature: Creature) -> Iterator[Receipt]:
    """Yield the receipt of a space that the table of sizes does not fix (C-086 to C-091).

    Either the creature's own, or the table's for the largest size where it is "or more" (QC-49).
    """
    size, largest = scene.size(creature), max(row.rank for row in scene.combat.sizes.values())
    label = Message("side of the space of {creature}", creature=called(creature))
    side, rules = Squares(scene.space(creature)), scene.rules
    if creature.space is not None:
        larger = ("C-091", *TABLES) if creature.space > size.space else TABLES
        rule = next(rule for rule in larger if rules.rules[rule].basis != "absent")
        yield rules.cite(rule, label, side)
    elif size.rank == largest and rules.rules["C-091"].basis != "absent":
        yield rules.cite("C-091", label, side, questions=("QC-49",))
