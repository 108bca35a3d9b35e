"""The cheapest way to a square that provokes nobody (G-6, C-106 to C-121).

The search is repeated without the steps that were found to provoke, until a way is safe.
"""

from __future__ import annotations

from itertools import pairwise

from core.combat.board.squares import (
    DIRECTIONS,
    Block,
    Square,
    direction_of,
    inside,
    shifted,
    touching,
)
from core.combat.movement.footing import Steps
from core.combat.search.search import search
from core.combat.sight.concealment import sees
from core.combat.threat.threat import threatened_squares
from core.combat.threat.threateners import ExposedStep, Threateners, Watch
from core.values import replace


def safe_way(
    threateners: Threateners, steps: Steps, to: Square
) -> tuple[tuple[Square, ...], int] | None:
    """Return the cheapest path to an anchor that provokes nobody, and its cost, or None.

    `steps` are those of the mover, which may spend the budget of its manner.
    """
    watches = tuple(watch for watch in threateners.watches if not watch.excuse)
    stride = steps.stride
    left = _surely_struck(threateners, watches)  # the anchors that a safe way may not leave
    entered = dict.fromkeys(DIRECTIONS, 0)  # and the steps into an anchor that it may not make
    known: dict[tuple[Square, Square], ExposedStep | None] = {}
    while True:
        into: dict[str, int] = {}
        for name, (dx, dy) in DIRECTIONS.items():
            barred = shifted(left, dx + dy * stride) | entered[name]
            into[name] = steps.into.get(name, 0) & ~barred
        reached = search(replace(steps, into=into), threateners.manner.budget, to)
        path = reached.path(to)
        cost = reached.cost(to)
        if cost is None:
            return None
        is_safe = True
        for here, after in pairwise(path):
            if (here, after) not in known:
                known[here, after] = _first_strike(threateners, watches, here, after)
            exposed_step = known[here, after]
            if exposed_step is None:
                continue
            is_safe = False
            if exposed_step.entering:
                entered[direction_of(here, after)] |= 1 << (after.y * stride + after.x)
            else:
                left |= 1 << (here.y * stride + here.x)
        if is_safe:
            return path, cost


def _first_strike(
    threateners: Threateners, watches: tuple[Watch, ...], here: Square, after: Square
) -> ExposedStep | None:
    block = Block(*here, threateners.side)
    next_block = Block(*after, threateners.side)
    field = threateners.scene.field
    bits = field.block(block) | field.block(next_block)
    for watch in watches:
        if watch.near & bits:
            exposed_step = threateners.exposed_step(watch, (block,), next_block)
            if exposed_step is not None and exposed_step.strikes:
                return exposed_step
    return None


def _surely_struck(threateners: Threateners, watches: tuple[Watch, ...]) -> int:
    # The anchors within reach of an enemy whom nothing can keep from striking, as bits.
    field = threateners.scene.field
    side = threateners.side
    struck = 0
    for watch in watches:
        if watch.reach.feet == threateners.feet and _nothing_helps(threateners, watch):
            struck |= threatened_squares(field, watch.reach)[0]
            if watch.reach.own_space:
                struck |= field.block(watch.reach.body)
    anchors = touching(struck, side, side, field.stride)
    if threateners.withdraws:
        anchors &= ~field.bit(threateners.start.anchor)
    return anchors & inside(field.every, side, side, field.stride)


def _nothing_helps(threateners: Threateners, watch: Watch) -> bool:
    if threateners.scene.combat.mechanisms.opportunity_denied == "never":
        return True
    x, y, side = watch.reach.body
    far = watch.reach.outer + threateners.side - 1
    around = Block(x - far, y - far, side + 2 * far)
    light = threateners.scene.light_on(around, darkest=True)
    targets = threateners.targets(watch)
    if not any(sees(threateners.scene, watch.enemy, target, light) for target in targets):
        return False
    if watch.reach.outer > 1 and threateners.others_in(around, watch):
        return False
    field = threateners.scene.field
    covering = field.solid | field.low | field.wall_east | field.wall_south
    return not field.block(around) & (covering | field.low_east | field.low_south)
