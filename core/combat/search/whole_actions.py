"""The cheapest way in several actions of which each covers whole steps (C-018, G-6).

A step that does not fit into what is left of an action begins the next one, and the rest is lost.
So of two ways the cheaper one may need more actions. Where several lead to one anchor, with the
same parity of the next plain diagonal, a dearer one counts only if it has used less of the actions.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from core.combat.board.squares import DIRECTIONS, Square
from core.combat.movement.footing import Steps
from core.combat.movement.prices import price
from core.values import Struct


class WholeActions(Struct):
    """The actions that a way may take, in squares but for `more`.

    `left` are those of the action under way; `more` actions of `each` squares may be begun.
    """

    each: int
    left: int
    more: int


class ActionsUsed(NamedTuple):
    """What a way to an anchor costs, in squares; of two ways the lesser is to be tried first.

    `begun` counts its actions, `gone` are the squares gone of the last; `parity` is the surcharge
    of the next diagonal, `anchor` the number of its bit.
    """

    cost: int
    begun: int
    gone: int
    parity: int
    anchor: int


def way_in_actions(steps: Steps, to: Square, actions: WholeActions) -> tuple[Square, ...]:
    """Return the anchors of the cheapest way to `to`; empty = these actions do not pay for one."""
    start = ActionsUsed(
        cost=0,
        begun=0,
        gone=actions.each - actions.left,
        parity=steps.parity,
        anchor=steps.start.bit_length() - 1,
    )
    before: dict[ActionsUsed, ActionsUsed | None] = {start: None}
    least: dict[tuple[int, int], tuple[int, int]] = {}
    waiting = [start]
    while waiting:
        used = heappop(waiting)
        if _square(used, steps) == to:
            return _path(used, before, steps)
        state = (used.anchor, used.parity)
        spent = (used.begun, used.gone)
        if state in least and least[state] <= spent:
            continue
        least[state] = spent
        for name, (dx, dy) in DIRECTIONS.items():
            index = used.anchor + dx + dy * steps.stride
            if index < 0 or not steps.into[name] >> index & 1:
                continue
            step = price(steps, name, 1 << index, used.parity)
            then = _pay(used, step.cost, actions)
            if then is None:
                continue
            then = then._replace(parity=step.parity, anchor=index)
            is_near = _square(then, steps).away(to) <= _rest(then, actions)
            if is_near and then not in before:
                before[then] = used
                heappush(waiting, then)
    return ()


def _pay(used: ActionsUsed, cost: int, actions: WholeActions) -> ActionsUsed | None:
    # None: the actions do not pay for a step of this cost.
    gone = used.gone + cost
    if gone <= actions.each:
        return used._replace(cost=used.cost + cost, gone=gone)
    if cost > actions.each or used.begun == actions.more:
        return None
    return used._replace(cost=used.cost + cost, begun=used.begun + 1, gone=cost)


def _rest(used: ActionsUsed, actions: WholeActions) -> int:
    # The squares that are left; no way is cheaper than the distance (C-003).
    return actions.each * (1 + actions.more - used.begun) - used.gone


def _path(
    used: ActionsUsed, before: dict[ActionsUsed, ActionsUsed | None], steps: Steps
) -> tuple[Square, ...]:
    back: list[Square] = []
    here: ActionsUsed | None = used
    while here is not None:
        back.append(_square(here, steps))
        here = before[here]
    return tuple(reversed(back))


def _square(used: ActionsUsed, steps: Steps) -> Square:
    y, x = divmod(used.anchor, steps.stride)
    return Square(x, y)
