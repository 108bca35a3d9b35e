"""Why a step or a stop is not allowed, in the catalogue's order of test (section 3)."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.combat.movement.going import Going


def step_reason(going: Going, direction: str, end: Square) -> str:
    """Why no step in this direction enters `end`; "" when it does.

    In order: "offmap", "blocked", "corner", then "occupied", "fills_space" or "ally_charge" of
    the first creature in the way, then "hampered_<action>".
    """
    bit, way = going.bit(end), going.foot.passage
    if going.foot.steps.into[direction] & bit:
        return ""
    if not way.fits & bit:
        return "offmap"
    if not way.entered[direction] & bit:
        return "blocked"
    if not way.open[direction] & bit:
        return "corner"
    return closed_by(going, end) or f"hampered_{going.manner.action}"


def closed_by(going: Going, end: Square) -> str:
    """The reason of the first creature, by the order of the scene, that closes a space."""
    under, scene = going.under(end), going.scene
    for other, right in going.foot.occupants.rights:
        if right.closed and under & scene.taken(other):
            return right.closed
    return ""


def end_reason(going: Going, at: Square) -> str:
    """Why the mover may not stop: "blocked", "obstacle_end", "end_occupied", "end_full", or ""."""
    bit, foot = going.bit(at), going.foot
    if foot.steps.ends & bit:
        return ""
    under = going.under(at)
    solid = going.scene.field.solid if going.manner.mode == "incorporeal" else 0
    if not foot.passage.stands & bit or under & solid:
        return "blocked"
    if foot.passage.no_stop & bit:
        return "obstacle_end"
    return "end_occupied" if foot.occupants.unshared & under else "end_full"
