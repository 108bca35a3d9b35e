"""Reasons why a step cannot be made, in the catalogue's order of test (section 3)."""

from __future__ import annotations

from functools import partial

from core.combat.board.board_creatures import called, corners, first, low_between, wall_between
from core.combat.board.squares import Square, direction_of
from core.combat.movement.footing import SMALL, straight
from core.combat.movement.move_request import MoveRequest, Verdict, closed_spaces, met, open_spaces
from core.combat.movement.prices import difficult, hindrances, price
from core.combat.movement.step_sets import DIAGONAL, allowed
from core.combat.movement.turns import small_step_rule
from core.messages import N_, Message
from core.receipts import Receipt


def standstill(going: MoveRequest, steps: int) -> Verdict | None:
    """Return why a mover makes no step, or not so many; None = it may make them.

    "cannot_move", "in_the_air", "fatigued" or "no_step_by" (`Footing.still`), else "too_long".
    """
    reason = going.foot.still
    if not reason and going.manner.action in SMALL and steps > 1:
        reason = "too_long"
    return Verdict(reason, partial(_standstill, going, reason)) if reason else None


def obstruction(going: MoveRequest, start: Square, end: Square, ahead: str = "") -> Verdict | None:
    """Return why no step leads from one anchor into another; None = one does.

    In order: "not_adjacent", "offmap", "blocked", "corner", then "occupied", "fills_space" or
    "ally_charge" of the first creature in the way, "hampered_<action>", and "not_straight" for a
    run whose last step was in another direction than this, `ahead` ("" = it is the first).
    """
    direction, bit, way = direction_of(start, end), going.bit(end), going.foot.passage
    if not direction:
        label = Message("a step leads to an adjacent square")
        return Verdict("not_adjacent", partial(going.cite, "G-3", label, str(end)))
    if going.foot.steps.into[direction] & bit:
        if ahead in ("", direction) or not straight(going.scene.rules, going.manner.action):
            return None
        says = N_("a run keeps one direction")
        return Verdict("not_straight", partial(_no_entry, going, end, "C-031", says))
    if not way.fits & bit:
        says = N_("it is not wholly on the map")
        return Verdict("offmap", partial(_no_entry, going, end, "C-008", says))
    if not way.entered[direction] & bit:
        return Verdict("blocked", partial(_blocked, going, start, end))
    if not way.open[direction] & bit:
        return Verdict("corner", partial(_corner, going, start, end))
    for _, right in met(going, end):
        if right.closed:
            return Verdict(right.closed, partial(_closed, going, end))
    return Verdict(f"hampered_{going.manner.action}", partial(_hampered, going, start, end))


def _entering(end: Square) -> Message:
    return Message("entering {square}", square=str(end))


def _no_entry(going: MoveRequest, end: Square, rule: str, says: str) -> Receipt:
    return going.cite(rule, _entering(end), Message(says))


def _standstill(going: MoveRequest, reason: str) -> Receipt:
    manner, who = going.manner, called(going.mover)
    if reason == "too_long":
        return going.cite(
            small_step_rule(going.scene.rules), "{action}",
            Message("one square only"), action=manner.action)  # fmt: skip
    if reason == "in_the_air":
        return going.cite("C-033", "{creature} is in the air",
                          Message("a creature in the air cannot walk"), creature=who)  # fmt: skip
    if reason == "no_step_by":
        return going.cite(
            "C-019",
            "{action} by the speed to {mode}",
            Message("no Step with a special Speed"),
            action=manner.action,
            mode=manner.mode,
        )
    if reason == "fatigued":
        return going.cite("C-252", "{creature} is fatigued",
                          Message("neither runs nor charges"), creature=who)  # fmt: skip
    parts = []
    if manner.full_round and not going.willing:
        parts.append(going.cite("C-154", "minimum movement",
                                Message("not for a creature that cannot move")))  # fmt: skip
    return going.cite(
        "C-251", "{creature} cannot move", Message("no movement of its own"), *parts, creature=who
    )


def _blocked(going: MoveRequest, start: Square, end: Square) -> Receipt:
    field, mode = going.scene.field, going.manner.mode
    barred = going.under(end) & ~allowed(field, mode)
    if barred & field.solid:
        on = str(first(field, barred & field.solid))
        return going.cite("C-044", _entering(end), Message("{square} is solid", square=on))
    if barred and mode == "swim":
        dry = Message("{square} is not water", square=str(first(field, barred)))
        wet = going.cite("C-045", _entering(end), dry)
        return going.cite("C-131", _entering(end), dry, wet)
    if barred:
        deep = Message("{square} is deep water", square=str(first(field, barred)))
        return going.cite("C-045", _entering(end), deep)
    side, between = going.foot.passage.side, ""
    for spaces in ((end,), (start,)) if direction_of(start, end) in DIAGONAL else ((start, end),):
        between = between or wall_between(field, side, spaces)
    wall = going.cite("C-055", "a wall on a border", between)
    says = Message("the wall {border} is in the way", border=between)
    return going.cite("C-044", _entering(end), says, wall)


def _corner(going: MoveRequest, start: Square, end: Square) -> Receipt:
    field, side = going.scene.field, going.foot.passage.side
    solid = corners(field, side, start, end) & field.solid
    if solid:
        on = str(first(field, solid))
        says = Message("it would cut the solid corner {square}", square=on)
        forbidden = Message("is forbidden")
        parts = (
            [going.cite("C-052", "a diagonal past something solid", forbidden, asks="QC-26")]
            if side > 1
            else []
        )
        rule = "C-052" if side == 1 else "C-054"
        return going.cite(rule, _entering(end), says, *parts, asks="QC-26")
    wall = wall_between(field, side, (start, end))
    if wall:
        says = Message("the wall {border} touches the diagonal", border=wall)
        return going.cite("C-055", _entering(end), says)
    low = low_between(field, side, (start, end))
    says = Message("the low wall {border} is crossed squarely or not at all", border=low)
    return going.cite("C-041", _entering(end), says, default=True)


def _closed(going: MoveRequest, end: Square) -> Receipt:
    parts = tuple(closed_spaces(going, end))
    return going.cite(parts[0].rule, _entering(end), Message("the way is closed"), *parts)


def _hampered(going: MoveRequest, start: Square, end: Square) -> Receipt:
    # One document (001) has only difficult ground hamper a run: all else is its house default.
    scene, action = going.scene, going.manner.action
    cost = price(going.foot.steps, direction_of(start, end), going.bit(end), 0)
    parts = [*hindrances(going, start, end, cost), *open_spaces(going, end)]
    if cost.low:
        low = low_between(scene.field, going.foot.passage.side, (start, end))
        parts.append(going.cite("C-041", "low wall {border}", cost.low, border=low))
    says = Message("{action}: not into a hampered square", action=action)
    if action in SMALL:
        return going.cite(small_step_rule(scene.rules), _entering(end), says, *parts, asks="QC-27")
    return going.cite("C-030", _entering(end), says, *parts, default=not difficult(going, end))
