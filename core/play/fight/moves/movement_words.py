"""Words for ways of moving, and for refused movements."""

from __future__ import annotations

from core.messages import N_, Message, Refusal
from core.quantities import Squares

ACTIONS = {
    "run": Message("runs"),
    "charge": Message("charges"),
    "withdraw": Message("withdraws"),
    "five_foot_step": Message("steps"),
    "step": Message("steps"),
}
MODES = {
    "fly": Message("flies"),
    "swim": Message("swims"),
    "climb": Message("climbs"),
    "burrow": Message("burrows"),
    "incorporeal": Message("glides"),
}
MOVES = Message("moves")

DEEP_WATER = "deep_water"
"""A reason of its own for what the catalogue calls "blocked"."""

REASONS = {
    "offmap": N_("{who} cannot go to {at}: it is not on the board."),
    "blocked": N_("{who} cannot enter {at}: something solid is in the way."),
    DEEP_WATER: N_("{who} cannot walk into {at}: it is deep water. Swim or fly."),
    "corner": N_("{who} cannot cut the corner at {at}."),
    "occupied": N_("{who} cannot enter {at}: an enemy stands there."),
    "fills_space": N_("{who} cannot enter {at}: the creature there fills it."),
    "ally_charge": N_("{who} cannot charge through {at}: a friend stands there."),
    "hampered_run": N_("{who} cannot run through {at}: the ground hampers movement."),
    "hampered_charge": N_("{who} cannot charge through {at}: the ground hampers movement."),
    "hampered_five_foot_step": N_("{who} cannot step to {at}: the ground hampers movement."),
    "hampered_step": N_("{who} cannot step to {at}: the ground hampers movement."),
    "not_adjacent": N_("{who} cannot jump to {at}: it is not next to the square before."),
    "not_straight": N_("A run must be straight: {at} is not in line for {who}."),
    "too_long": N_("A step is one square: {at} is too far."),
    "obstacle_end": N_("{who} cannot stop at {at}: an obstacle must be crossed without stopping."),
    "end_occupied": N_("{who} cannot stop at {at}: another creature is there."),
    "end_full": N_("{who} cannot stop at {at}: there is no room left."),
    "cannot_move": N_("{who} cannot move."),
    "in_the_air": N_(
        "{who} cannot walk in the air: fly, climb or fall (p), or :place puts it elsewhere."
    ),
    "fatigued": N_("{who} is too tired to run or charge."),
    "no_step_by": N_("{who} cannot step in the air, in water, climbing or burrowing."),
}
"""Reasons against a movement, by those of the tactical catalogue (section 3)."""


def doing(action: str, mode: str) -> Message:
    """Return the verb for a way of moving: "runs", "flies"."""
    return ACTIONS.get(action) or MODES.get(mode, MOVES)


def refused(reason: str, who: str, at: str) -> Refusal:
    """Return the refusal of a movement; its code is the catalogue's reason."""
    template = REASONS.get(reason, N_("{who} cannot go to {at}."))
    return Refusal("blocked" if reason == DEEP_WATER else reason, template, who=who, at=at)


def unseeing(action: str, who: str) -> Refusal:
    """Return the refusal of a run, charge or step in poor visibility (C-030, C-046)."""
    return Refusal(
        f"hampered_{action}",
        "{who} cannot see where it goes: it moves at half speed, without running, charging or "
           "stepping.",
        who=who,
    )  # fmt: skip


TOO_FAR = {
    "run": N_("too far for a run: {cost}, and {who} has {budget}"),
    "charge": N_("too far for a charge: {cost}, and {who} has {budget}"),
    "withdraw": N_("too far to withdraw: {cost}, and {who} has {budget}"),
}


def not_direct(at: str) -> Refusal:
    """Return the refusal of a charge that would have to bend."""
    return Refusal(
        "not_direct", "A charge must be straight: there is no straight way to {at}.", at=at
    )


def too_far(who: str, cost: int, budget: int, action: str = "move") -> Refusal:
    """Return the refusal of a movement that costs more than is left, in squares."""
    return Refusal(
        "too_far",
        TOO_FAR.get(action, N_("too far: {cost}, and {who} has {budget}; a ruling puts it there")),
        who=who, budget=Squares(budget), cost=Squares(cost),
    )  # fmt: skip
