"""Why a step cannot be made, in the catalogue's order of test (section 3)."""

from __future__ import annotations

from functools import partial

from core.combat.board.scene import corners, first, name_creature, wall_between
from core.combat.board.squares import Square, direction_of
from core.combat.movement.footing import DIAGONAL, SMALL, allowed, straight
from core.combat.movement.prices import (
    MoveRequest,
    Verdict,
    closed_spaces,
    difficult,
    find_met_creatures,
    hindrances,
    open_spaces,
    price,
)
from core.combat.movement.turns import small_step_rule
from core.messages import N_, Message, Template
from core.receipts import Receipt

STILL: dict[str, tuple[str, Template, Template]] = {
    "cannot_move": ("C-251", "{creature} cannot move", "no movement of its own"),
    "in_the_air": ("C-033", "{creature} is in the air", "a creature in the air cannot walk"),
    "no_run": ("C-252", "{creature} is {conditions}", "neither runs nor charges"),
    "no_step_by": ("C-019", "{action} by the speed to {mode}", "no Step with a special Speed"),
    "too_long": ("", "{action}", "one square only"),
}
"""The rule ("" = that of the small step), the label and the finding of each reason."""


def standstill(request: MoveRequest, steps: int) -> Verdict | None:
    """Return why a mover makes no step, or not so many; None = it may make them.

    "cannot_move", "in_the_air", "no_run" or "no_step_by" (`Footing.still`), else "too_long".
    """
    reason = request.foot.still
    if not reason and request.manner.action in SMALL and steps > 1:
        reason = "too_long"
    if not reason:
        return None
    return Verdict(reason, partial(_standstill, request, reason))


def obstruction(
    request: MoveRequest, start: Square, end: Square, ahead: str = ""
) -> Verdict | None:
    """Return why no step leads from one anchor into another; None = one does.

    In order: "not_adjacent", "offmap", "blocked", "corner", then "occupied", "fills_space" or
    "ally_charge" of the first creature in the way, "hampered_<action>", and "not_straight" for a
    run whose last step was in another direction than this, `ahead` ("" = it is the first).
    """
    direction = direction_of(start, end)
    bit = request.bit(end)
    way = request.foot.passage
    if not direction:
        label = Message("a step leads to an adjacent square")
        return Verdict("not_adjacent", partial(request.cite, "G-3", label, str(end)))
    if request.foot.steps.into[direction] & bit:
        if ahead in ("", direction) or not straight(request.scene.rules, request.manner.action):
            return None
        says = N_("a run keeps one direction")
        return Verdict("not_straight", partial(_no_entry, request, end, "C-031", says))
    if not way.fits & bit:
        says = N_("it is not wholly on the map")
        return Verdict("offmap", partial(_no_entry, request, end, "C-008", says))
    if not way.entered[direction] & bit:
        return Verdict("blocked", partial(_blocked, request, start, end))
    if not way.open[direction] & bit:
        return Verdict("corner", partial(_corner, request, start, end))
    for _, right in find_met_creatures(request, end):
        if right.closed:
            return Verdict(right.closed, partial(_closed, request, end))
    return Verdict(f"hampered_{request.manner.action}", partial(_hampered, request, start, end))


def _entering(end: Square) -> Message:
    return Message("entering {square}", square=str(end))


def _no_entry(request: MoveRequest, end: Square, rule: str, says: str) -> Receipt:
    return request.cite(rule, _entering(end), Message(says))


def _standstill(request: MoveRequest, reason: str) -> Receipt:
    manner = request.manner
    rule, label, says = STILL[reason]
    parts: list[Receipt] = []
    if reason == "cannot_move" and manner.full_round and not request.willing:
        parts.append(
            request.cite(
                "C-154", "minimum movement", Message("not for a creature that cannot move")
            )
        )
    creature = request.mover
    if reason == "no_run":
        creature = request.scene.bearer(creature)  # it is the mount that runs
    what = Message(
        label,
        creature=name_creature(creature),
        action=manner.action,
        mode=manner.mode,
        conditions=request.scene.names_of_causes(creature, "no_run"),
    )
    rule = rule or small_step_rule(request.scene.rules)
    return request.cite(rule, what, Message(says), *parts)


def _blocked(request: MoveRequest, start: Square, end: Square) -> Receipt:
    field = request.scene.field
    mode = request.manner.mode
    barred = request.under(end) & ~allowed(field, mode)
    if barred & field.solid:
        on = str(first(field, barred & field.solid))
        return request.cite("C-044", _entering(end), Message("{square} is solid", square=on))
    if barred & field.drop and mode == "walk":
        on = str(first(field, barred & field.drop))
        says = Message("nothing is underfoot on {square} at this height", square=on)
        return request.cite("C-044", _entering(end), says, default=True)
    in_the_water = request.manner.at_the_edge and request.under(end) & field.water
    if barred and mode == "swim" and not in_the_water:
        dry = Message("{square} is not water", square=str(first(field, barred)))
        wet = request.cite("C-045", _entering(end), dry)
        return request.cite("C-131", _entering(end), dry, wet)
    if barred and mode != "swim":
        deep = Message("{square} is deep water", square=str(first(field, barred)))
        return request.cite("C-045", _entering(end), deep)
    side = request.foot.passage.side
    if direction_of(start, end) in DIAGONAL:
        between = wall_between(field, side, end) or wall_between(field, side, start)
    else:
        between = wall_between(field, side, start, end)
    wall = request.cite("C-055", "a wall on a border", between)
    says = Message("the wall {border} is in the way", border=between)
    return request.cite("C-044", _entering(end), says, wall)


def _corner(request: MoveRequest, start: Square, end: Square) -> Receipt:
    field = request.scene.field
    side = request.foot.passage.side
    solid = corners(field, side, start, end) & field.solid
    if solid:
        on = str(first(field, solid))
        says = Message("it would cut the solid corner {square}", square=on)
        if side == 1:
            return request.cite("C-052", _entering(end), says, asks="QC-26")
        forbidden = Message("is forbidden")
        past = request.cite("C-052", "a diagonal past something solid", forbidden, asks="QC-26")
        return request.cite("C-054", _entering(end), says, past, asks="QC-26")
    wall = wall_between(field, side, start, end)
    if wall:
        says = Message("the wall {border} touches the diagonal", border=wall)
        return request.cite("C-055", _entering(end), says)
    low = wall_between(field, side, start, end, low=True)
    says = Message("the low wall {border} is crossed squarely or not at all", border=low)
    return request.cite("C-041", _entering(end), says, default=True)


def _closed(request: MoveRequest, end: Square) -> Receipt:
    parts = tuple(closed_spaces(request, end))
    return request.cite(parts[0].rule, _entering(end), Message("the way is closed"), *parts)


def _hampered(request: MoveRequest, start: Square, end: Square) -> Receipt:
    # One document (001) has only difficult ground hamper a run: all else is its house default.
    scene = request.scene
    action = request.manner.action
    cost = price(request.foot.steps, direction_of(start, end), request.bit(end), 0)
    parts = [*hindrances(request, start, end, cost), *open_spaces(request, end)]
    if cost.low:
        low = wall_between(scene.field, request.foot.passage.side, start, end, low=True)
        parts.append(request.cite("C-041", "low wall {border}", cost.low, border=low))
    says = Message("{action}: not into a hampered square", action=action)
    if action in SMALL:
        return request.cite(
            small_step_rule(scene.rules), _entering(end), says, *parts, asks="QC-27"
        )
    return request.cite("C-030", _entering(end), says, *parts, default=not difficult(request, end))
