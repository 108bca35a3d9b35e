"""Lines of effect that only touch a space."""

from __future__ import annotations

from core.combat.board.squares import Block, Point
from core.combat.sight.between import Between
from core.combat.sight.lines import ends, open_line


def grazed_only(view: Between) -> bool:
    """Whether all lines of effect touch the target's space in one point only (QC-7)."""
    goals = ends(view.goal)
    return not any(
        _enters(p, q, view.goal) and open_line(view.solid, p, q, s, g)
        for p, s in ends(view.start)
        for q, g in goals
    )


def _enters(p: Point, q: Point, goal: Block) -> bool:
    for a, b, low in ((p[0], q[0], 2 * goal.x), (p[1], q[1], 2 * goal.y)):
        if (b == low and a < b) or (b == low + 2 * goal.side and a > b):
            return False
    return p != q
