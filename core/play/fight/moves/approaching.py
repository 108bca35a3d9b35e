"""Those of a pack who cannot strike at their enemy this turn come as near to it as they can."""

from __future__ import annotations

from core.combat.board.creatures import Creature
from core.combat.board.distance import measure
from core.combat.board.squares import Square
from core.combat.search.reach import Reach, reach
from core.play.fight.encounter import Mode
from core.play.fight.moves.packers import Packer
from core.play.fight.moves.surrounding import Placing
from core.values import replace

FAR = 1_000_000
"""Further than any way: of places that no way joins to the enemy the nearest in a line counts."""


class Approach:
    """How far it still is to an enemy, asked once for all who go alike."""

    def __init__(self, enemy: Creature) -> None:
        self._enemy = enemy
        self._ways: dict[tuple[int, int, Mode], Reach] = {}

    def left(self, packer: Packer, at: Square) -> int:
        """Squares from a place to the enemy, by the way that leads there."""
        cost = self._way(packer).cost(at)
        body, target = packer.body(at), packer.stage.scene.body(self._enemy)
        apart = measure(
            max(target.x - (body.x + body.side - 1), body.x - (target.x + target.side - 1), 0),
            max(target.y - (body.y + body.side - 1), body.y - (target.y + target.side - 1), 0),
        )
        return FAR + apart if cost is None else cost

    def _way(self, packer: Packer) -> Reach:
        mover, reached = packer.mover, packer.reached
        key = packer.stage.scene.space(mover), mover.elevation, packer.mode
        if key not in self._ways:
            others = tuple(one for one in reached.scene.creatures if one.id != self._enemy.id)
            there = replace(mover, at=self._enemy.at)
            scene = replace(
                reached.scene,
                creatures=tuple(there if one.id == mover.id else one for one in others),
            )
            manner = replace(reached.manner, budget=None, ends_here=False, action="move")
            self._ways[key] = reach(scene, there, manner)
        return self._ways[key]


def come_near(placing: Placing, enemy: Creature) -> Placing:
    """The placing with those who wait brought as near to the enemy as their turns allow.

    The nearest go first; of places equally near the one with the fewest strikes on the way and
    then the cheapest is taken. Who gets no nearer keeps waiting.
    """
    if not placing.waits:
        return placing
    approach = Approach(enemy)
    ends, waits, taken, near = list(placing.ends), [], placing.taken, []
    for packer in sorted(placing.waits, key=lambda one: approach.left(one, one.mover.at)):
        at = _nearest(packer, approach, taken)
        if at is None:
            waits.append(packer)
            continue
        ends.append((packer, at))
        near.append(packer.id)
        taken |= packer.stage.scene.field.block(packer.body(at))
    return replace(placing, ends=tuple(ends), waits=tuple(waits), taken=taken, near=frozenset(near))


def _nearest(packer: Packer, approach: Approach, taken: int) -> Square | None:
    field = packer.stage.scene.field
    now = approach.left(packer, packer.mover.at)
    free = (at for at in field.squares(packer.ends) if not field.block(packer.body(at)) & taken)
    nearer = [(left, at) for at in free if (left := approach.left(packer, at)) < now]
    if not nearer:
        return None
    least = min(left for left, _ in nearer)
    return min(
        (at for left, at in nearer if left == least),
        key=lambda at: (packer.strikes(at), packer.cost(at), at.y, at.x),
    )
