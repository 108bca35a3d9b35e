"""The mechanisms of the grid that differ between systems."""

from __future__ import annotations

from typing import Literal

from core.rulesets.quantity_types import Frozen


class Tactics(Frozen):
    """The mechanisms of the combat grid, one choice each from a closed list.

    `turn` (C-013, C-015, C-018, C-020): a round is two move actions or one full-round action, or
    movement is counted in single actions.
    `diagonals` (C-023, C-024): the count 1, 2, 1, 2 starts afresh with each move, or runs on
    through the turn.
    `difficult` (C-026 to C-028, C-035): hindrances double and multiply, a hampered diagonal
    leaving the count alone; or they add squares and every diagonal counts.
    `corners` (C-052): a diagonal past something solid is forbidden, or allowed.
    `passing` (C-056 to C-075): an able enemy closes its squares and a defenceless creature opens
    them; or a space is crossed with its owner's will, and fallen ones no larger may be shared.
    `bodies` (C-060): a defenceless body hampers when it is flagged `bulky`, when it is Large or
    larger (whenever crossed), or never.
    `reach_two` (C-098): a reach of exactly two squares covers the second diagonal, or not.
    `reach_weapon` (C-099 to C-102): strikes beyond the natural reach only, or adjacent squares too.
    `reach_gain` (C-099, C-102): a reach weapon doubles the natural reach, or adds one square.
    `opportunity` (C-107, C-118): one for each enemy and round, or one for each enemy and action.
    `opportunity_denied` (C-112, C-113, C-121): any cover and total concealment deny
    opportunities, or neither does.
    `small_step` (C-034, C-038): the name of the action that moves one square and provokes nothing.
    `minimum_move` (C-154, C-156): a full round buys one square, or nothing.
    `stopped` (C-157 to C-159): a creature halted where it may not stop goes to the last legal
    square or a strictly nearer one, to the last legal one, or where the GM says.
    `cover` (C-160 to C-190): judged by lines between corners, or between centres.
    `low_cover` (C-171, C-172, C-185): low obstacles cover those near them, or everybody.
    `concealment` (C-191, C-204): judged by corners, or by the line between centres.
    `flanking` (C-206, C-207, C-212): through any square of each flanker, or centre to centre.
    `flanked` (C-205, C-211): flankers gain on the attack roll, or the flanked are flat-footed.
    `stacking` (C-236): rows add up, or one best bonus and one worst penalty count.
    `helpless` (C-234, C-238 to C-249): Dexterity 0 and the coup de grâce, or no such rule.
    `squeezing` (C-076 to C-085): penalties, the condition entangled, or an activity off the grid.
    `squeezing_past` (C-080): an able enemy's squares stay closed to a squeezing creature, or are
    open at the price of squeezing, not to stop in.
    `flight` (C-122 to C-127, C-133 to C-138, C-143): by a main direction, by the wind, or plainly.
    `falling` (C-144, C-151): damage for each square, or dice.
    """

    turn: Literal["move_actions", "single_actions"]
    diagonals: Literal["per_move", "per_turn"]
    difficult: Literal["doubling", "adding"]
    corners: Literal["solid", "free"]
    passing: Literal["defenceless", "willing"]
    bodies: Literal["flagged", "large", "none"]
    reach_two: Literal["second_diagonal", "plain"]
    reach_weapon: Literal["beyond", "inclusive"]
    reach_gain: Literal["double", "one_square"]
    opportunity: Literal["per_round", "per_action"]
    opportunity_denied: Literal["by_cover_and_concealment", "never"]
    small_step: Literal["five_foot_step", "step"]
    minimum_move: Literal["one_square", "none"]
    stopped: Literal["nearest", "last_legal", "gm"]
    cover: Literal["corners", "centres"]
    low_cover: Literal["near", "always"]
    concealment: Literal["corners", "centres"]
    flanking: Literal["any_square", "centres"]
    flanked: Literal["attack_bonus", "flat_footed"]
    stacking: Literal["add", "best_and_worst"]
    helpless: Literal["dexterity_0", "none"]
    squeezing: Literal["penalties", "entangled", "activity"]
    squeezing_past: Literal["closed", "open"] = "closed"
    flight: Literal["plain", "main_direction", "wind"]
    falling: Literal["dice", "per_square"]
