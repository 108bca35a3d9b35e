"""The distance of two spaces, with its receipt (C-003 to C-006, G-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.board.squares import Block, apart, gap, through_the_air
from core.combat.board.strikes import TABLES
from core.combat.movement.turns import Amount
from core.messages import Message, Metres, Squares
from core.receipts import Receipt


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
    cite = scene.rules.cite
    dx, dy = gap(a, b)
    squares = through_the_air(a, b, heights)
    rise = apart(a.side, b.side, heights)
    across = (Squares(dx), Squares(dy))
    parts = [cite("C-005", "from the nearest square to the nearest: across, down", across)]
    if rise:
        parts.append(
            cite(
                "C-005", "up or down, from the nearest to the nearest", Squares(rise), default=True
            )
        )
    for creature in creatures:
        if creature is not None:
            parts += own_space(scene, scene.bearer(creature))
    if max(dx, dy, rise) == 1:
        parts.append(cite("C-006", "adjacent", Squares(squares)))
    metres = squares * scene.combat.measures.square_m
    parts.append(cite("C-004", "converted after counting", Metres(metres)))
    return Amount(squares, cite("C-003", "distance, diagonals 1-2-1-2", Squares(squares), *parts))


def own_space(scene: Scene, creature: Creature) -> Iterator[Receipt]:
    """Yield the receipt of a space that the table of sizes does not fix (C-086 to C-091).

    Either the creature's own, or the table's for the largest size where it is "or more" (QC-49).
    """
    size = scene.size(creature)
    largest = max(row.rank for row in scene.combat.sizes.values())
    label = Message("side of the space of {creature}", creature=name_creature(creature))
    side = Squares(scene.space(creature))
    rules = scene.rules
    if creature.space is not None:
        larger = ("C-091", *TABLES) if creature.space > size.space else TABLES
        rule = next(rule for rule in larger if rules.states(rule))
        yield rules.cite(rule, label, side)
    elif size.rank == largest and rules.states("C-091"):
        yield rules.cite("C-091", label, side, questions="QC-49")
