"""The cheapest way that gives no enemy an opportunity, if there is one.

Leaving some places provokes for sure, leaving others unless cover denies it. So: search with the
sure ones closed; check the way found; close what provokes on it, and search again.
Each search is no dearer than any safe way, so the first way that holds is the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from core.combat.movement.step_sets import Steps
from core.combat.search.search import search
from core.combat.sight.concealment import sees
from core.combat.threat.threat import threatened_squares
from core.combat.threat.threateners import ExposedStep, Threateners, Watch
from core.values import replace


def safe_way(
    lookout: Threateners, steps: Steps, to: Square
) -> tuple[tuple[Square, ...], int] | None:
    """Return the cheapest path to an anchor that provokes nobody, and its cost, or None.

    `steps` are those of the mover, which may spend the budget of its manner.
    """
    watches = tuple(watch for watch in lookout.watches if not watch.excuse)
    # A safe way may not leave the anchors `left`, nor make the steps `entered` into an anchor.
    left, entered, stride = _sure(lookout, watches), dict.fromkeys(DIRECTIONS, 0), steps.stride
    known: dict[tuple[Square, Square], ExposedStep | None] = {}
    while True:
        into = {}
        for name, (dx, dy) in DIRECTIONS.items():
            past = shifted(left, dx + dy * stride)
            into[name] = steps.into.get(name, 0) & ~(past | entered[name])
        found = search(replace(steps, into=into), lookout.manner.budget, to)
        path, cost = found.path(to), found.cost(to)
        if cost is None:
            return None
        safe = True
        for one, other in pairwise(path):
            if (one, other) not in known:
                known[one, other] = next(_strikes(lookout, watches, one, other), None)
            occasion = known[one, other]
            if occasion is None:
                continue
            safe = False
            if occasion.entering:
                entered[direction_of(one, other)] |= 1 << (other.y * stride + other.x)
            else:
                left |= 1 << (one.y * stride + one.x)
        if safe:
            return path, cost


def _strikes(
    lookout: Threateners, watches: tuple[Watch, ...], one: Square, other: Square
) -> Iterator[ExposedStep]:
    before, after = Block(*one, lookout.side), Block(*other, lookout.side)
    field = lookout.scene.field
    bits = field.block(before) | field.block(after)
    for watch in watches:
        if watch.near & bits:
            occasion = lookout.occasion(watch, (before,), after)
            if occasion is not None and occasion.strikes:
                yield occasion


def _sure(lookout: Threateners, watches: tuple[Watch, ...]) -> int:
    field, side = lookout.scene.field, lookout.side
    found = 0
    for watch in watches:
        if watch.reach.feet == lookout.feet and _nothing_helps(lookout, watch):
            found |= threatened_squares(field, watch.reach)[0]
            found |= field.block(watch.reach.body) if watch.reach.own_space else 0
    anchors = touching(found, side, side, field.stride)
    if lookout.withdraws:
        anchors &= ~field.bit(lookout.start.anchor)
    return anchors & inside(field.every, side, side, field.stride)


def _nothing_helps(lookout: Threateners, watch: Watch) -> bool:
    if lookout.scene.combat.mechanisms.opportunity_denied == "never":
        return True
    x, y, side = watch.reach.body
    far = watch.reach.outer + lookout.side - 1
    around = Block(x - far, y - far, side + 2 * far)
    light = lookout.scene.darkest(around)
    if not any(sees(lookout.scene, watch.by, one, light) for one in lookout.targets(watch)):
        return False
    if watch.reach.outer > 1 and lookout.others_in(around, watch):
        return False
    field = lookout.scene.field
    covering = field.solid | field.low | field.wall_east | field.wall_south
    return not field.block(around) & (covering | field.low_east | field.low_south)
