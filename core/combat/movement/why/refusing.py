"""Receipts of a step that cannot be made: which wall, which corner, who stands there."""

from __future__ import annotations

from core.combat.board.places import called, corners, first, low_between, wall_between
from core.combat.board.squares import DIRECTIONS, Square, direction_of
from core.combat.movement.footing import SMALL
from core.combat.movement.going import Going
from core.combat.movement.prices import price
from core.combat.movement.walked import Walked
from core.combat.movement.why.passing import in_the_way, passed
from core.combat.movement.why.stepping import difficult, hindrances
from core.messages import N_, Message
from core.receipts import Receipt

CLOSED = ("occupied", "fills_space", "ally_charge")


def refused_receipt(going: Going, walked: Walked) -> Receipt:
    """The receipt of the step that ends a path before its end (section 3's order of test)."""
    end = walked.at if walked.at is not None else walked.path[-1]
    match walked.reason:
        case "cannot_move" | "in_the_air" | "fatigued" | "no_step_by" | "too_long":
            return _not_at_all(going, walked.reason)
        case "not_adjacent":
            return going.cite("G-3", Message(N_("a step leads to a square beside")), str(end))
        case "offmap":
            return going.cite("C-008", _label(end), Message(N_("it is not wholly on the map")))
        case "not_straight":
            return going.cite("C-031", _label(end), Message(N_("a run keeps one direction")))
    start = walked.path[len(walked.steps)]
    if walked.reason == "blocked":
        return _blocked(going, start, end)
    if walked.reason == "corner":
        return _corner(going, start, end)
    if walked.reason in CLOSED:
        rule = "C-068" if going.willing else "C-058"
        parts = tuple(in_the_way(going, end))
        return going.cite(
            parts[0].rule or rule, _label(end), Message(N_("the way is closed")), *parts
        )
    return _hampered(going, start, end)


def _label(end: Square) -> Message:
    return Message(N_("entering {square}"), square=str(end))


def _not_at_all(going: Going, reason: str) -> Receipt:
    who = called(going.mover)
    if reason == "too_long":
        return going.cite(small_rule(going), Message(N_("{action}"), action=going.manner.action),
                        Message(N_("one square and no more")))  # fmt: skip
    if reason == "in_the_air":
        return going.cite("C-033", Message(N_("{creature} is in the air"), creature=who),
                        Message(N_("nobody walks there")))  # fmt: skip
    if reason == "no_step_by":
        label = Message(N_("{action} by the speed to {mode}"),
                        action=going.manner.action, mode=going.manner.mode)  # fmt: skip
        return going.cite("C-019", label, Message(N_("no Step with a special Speed")))
    if reason == "fatigued":
        return going.cite("C-252", Message(N_("{creature} is fatigued"), creature=who),
                        Message(N_("neither runs nor charges")))  # fmt: skip
    parts = []
    if going.manner.full_round and not going.willing:
        parts.append(going.cite("C-154", Message(N_("minimum movement")),
                              Message(N_("not for one who cannot move"))))  # fmt: skip
    return going.cite("C-251", Message(N_("{creature} cannot move"), creature=who),
                    Message(N_("no movement of its own")), *parts)  # fmt: skip


def small_rule(going: Going) -> str:
    """The rule of the action that moves one square (C-034, C-038)."""
    small = going.scene.combat.mechanisms.small_step
    return "C-034" if small == "five_foot_step" else "C-038"


def _blocked(going: Going, start: Square, end: Square) -> Receipt:
    field, mode, under = going.scene.field, going.manner.mode, going.under(end)
    if under & field.solid:
        on = str(first(field, under & field.solid))
        return going.cite("C-044", _label(end), Message(N_("{square} is solid"), square=on))
    if mode == "walk" and under & field.water:
        on = str(first(field, under & field.water))
        return going.cite("C-045", _label(end), Message(N_("{square} is deep water"), square=on))
    if mode == "swim" and under & ~field.water:
        on = str(first(field, under & ~field.water))
        no_water = Message(N_("{square} is no water"), square=on)
        return going.cite(
            "C-131", _label(end), no_water, going.cite("C-045", _label(end), no_water)
        )
    between = _wall(going, start, end)
    wall = going.cite("C-055", Message(N_("a wall on a border")), between)
    return going.cite("C-044", _label(end), Message(N_("the wall {border} is in the way"),
                                                  border=between), wall)  # fmt: skip


def _wall(going: Going, start: Square, end: Square) -> str:
    field, side = going.scene.field, going.foot.passage.side
    dx, dy = DIRECTIONS[direction_of(start, end)]
    if dx and dy:
        return wall_between(field, side, (end,)) or wall_between(field, side, (start,))
    return wall_between(field, side, (start, end))


def _corner(going: Going, start: Square, end: Square) -> Receipt:
    field, side = going.scene.field, going.foot.passage.side
    solid = corners(field, side, start, end) & field.solid
    rule = "C-052" if side == 1 else "C-054"
    if solid:
        on = str(first(field, solid))
        says = Message(N_("it would cut the solid corner {square}"), square=on)
        past = Message(N_("a diagonal past something solid"))
        forbidden = Message(N_("is forbidden"))
        parts = [going.cite("C-052", past, forbidden, asks=("QC-26",))] if side > 1 else []
        return going.cite(rule, _label(end), says, *parts, asks=("QC-26",))
    wall = wall_between(field, side, (start, end))
    if wall:
        says = Message(N_("the wall {border} touches the diagonal"), border=wall)
        return going.cite("C-055", _label(end), says)
    low = low_between(field, side, (start, end))
    says = Message(N_("the low wall {border} is crossed squarely or not at all"), border=low)
    return going.cite("C-041", _label(end), says, default=True)


def _hampered(going: Going, start: Square, end: Square) -> Receipt:
    # One document (001) has only difficult ground hamper a run: all else is its house default.
    cost = price(going.foot.steps, direction_of(start, end), going.bit(end), 0)
    parts = [*hindrances(going, start, end, cost), *passed(going, end)]
    if cost.low:
        low = low_between(going.scene.field, going.foot.passage.side, (start, end))
        parts.append(going.cite("C-041", Message(N_("low wall {border}"), border=low), cost.low))
    says = Message(N_("{action}: not into a hampered square"), action=going.manner.action)
    if going.manner.action in SMALL:
        return going.cite(small_rule(going), _label(end), says, *parts, asks=("QC-27",))
    return going.cite("C-030", _label(end), says, *parts, default=not difficult(going, end))
