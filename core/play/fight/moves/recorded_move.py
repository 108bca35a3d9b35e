"""The event of a planned movement: what is recorded of it, and what a preview goes by."""

from __future__ import annotations

from core.combat.board.squares import Block, Square, parse_square
from core.combat.movement.footing import leading_side
from core.combat.movement.squeeze import is_squeezing, stretch
from core.combat.movement.stops import may_end
from core.play.facts.fight.moves.events import Moved
from core.play.fight.moves.planned_move import PlannedMove


def record_move(planned_move: PlannedMove, upto: int | None = None) -> Moved:
    """Return the event of a movement, or of its first `upto` steps."""
    if upto is None:
        count = len(planned_move.path) - 1
    else:
        count = upto
    path = planned_move.path[: count + 1]
    paid = planned_move.budget.pay(planned_move.squares(upto))
    trail, square_name = _trail(planned_move, path, settles=upto is None)
    figure = planned_move.mover_scene.figure
    steps = planned_move.measured_move.walked.steps[:count]
    return Moved(
        who=planned_move.mover.id,
        path=tuple(map(str, path)),
        cost=sum(planned_move.steps[:upto]),
        diagonals=planned_move.counted[count - 1]
        if planned_move.counted[:count]
        else figure.spent.diagonals,
        action=planned_move.command.action,
        mode=planned_move.command.mode,
        elevation=planned_move.heights[-1] if upto is None else planned_move.heights[count],
        heading=planned_move.headings[: max(1, count)][-1] if planned_move.headings else "",
        trail=trail,
        spends=paid.spends,
        begins=not planned_move.budget.goes_on,
        hazards=len([step for step in steps if step.hurts]),
        leg=paid.leg,
        at=square_name,
    )


def _trail(
    planned_move: PlannedMove, path: tuple[Square, ...], *, settles: bool
) -> tuple[tuple[str, ...], str]:
    side = planned_move.scene.space(planned_move.mover)
    if not planned_move.squeezes or side == 1:
        return (), ""
    trail = tuple(map(parse_square, planned_move.mover_scene.figure.trail))
    before = trail[:-1] if trail[-1:] == (planned_move.mover.at,) else ()
    last = (*before, *path)[-(side - leading_side(side) + 1) :]
    fitting: list[Square] = []
    if (
        settles
        and not planned_move.leaves
        and not is_squeezing(planned_move.scene, planned_move.mover, last)
    ):
        anchors = (last[-1].by(-dx, -dy) for dy in range(side) for dx in range(side))
        fitting = [
            at for at in anchors if may_end(planned_move.scene, planned_move.mover, at).legal
        ]
    covered = set(stretch(side, last))
    holding = [at for at in fitting if covered <= set(Block(*at, side).squares())]
    place = next(iter(holding or fitting), None)
    if place is None:
        return (tuple(map(str, last)), "")
    return ((), str(place))
