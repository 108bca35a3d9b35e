"""Places that keep a pack's formation: each as far from the first as it stands now."""

from __future__ import annotations

from collections.abc import Sequence

from core.combat.board.distance import measure
from core.combat.board.squares import Square
from core.play.fight.moves.packers import Packer
from core.play.fight.moves.surrounding import Placing


def in_formation(pack: Sequence[Packer], to: Square) -> tuple[Placing, ...]:
    """The first goes to `to`, the others keep their places about it, as far as they get there."""
    if not pack:
        return ()
    first = pack[0].mover.at
    near = sorted(pack[1:], key=lambda one: measure(one.mover.at.x - first.x,
                                                    one.mover.at.y - first.y))  # fmt: skip
    ends: list[tuple[Packer, Square]] = []
    waits: list[Packer] = []
    taken = cost = strikes = 0
    for packer in (pack[0], *near):
        at = packer.mover.at
        place = _nearest(packer, to.by(at.x - first.x, at.y - first.y), taken)
        if place is None:
            waits.append(packer)
            continue
        ends.append((packer, place))
        taken |= packer.stage.scene.field.block(packer.body(place))
        cost += packer.cost(place)
        strikes += packer.strikes(place)
    return (Placing(tuple(ends), tuple(waits), taken, strikes=strikes, cost=cost),)


def _nearest(packer: Packer, wanted: Square, taken: int) -> Square | None:
    field = packer.stage.scene.field
    free = (at for at in field.squares(packer.ends) if not field.block(packer.body(at)) & taken)
    return min(
        free,
        key=lambda at: (measure(at.x - wanted.x, at.y - wanted.y), packer.cost(at), at.y, at.x),
        default=None,
    )
