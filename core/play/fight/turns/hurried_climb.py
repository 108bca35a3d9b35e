"""Climbing in a hurry: farther with each move action, on a check at a penalty (C-129).

Where the table of special speeds has no row for it, that of `combat.moving` holds (open rules,
Climb: for everybody, by a climb speed no faster than on foot).
"""

from __future__ import annotations

from typing import Literal

from core.creatures import Mode
from core.messages import Refusal, Template
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import speed_of
from core.rulesets.schema import Ruleset
from core.values import Struct

CLIMB: Mode = "climb"
HURRY: Literal["hurry"] = "hurry"
"""The action of such a movement, and the word of what it uses of a turn: a move action."""
ANY_RULE = "C-043"
"""The rule of a check in a movement, where the system states none of climb speeds."""
NO_HURRY: Template = "{who} cannot climb in a hurry: that takes a climb speed (p b climbs)."
NEVER: Template = "{system} has no climbing in a hurry (p b climbs)."


class Hurry(Struct):
    """What a hurried climb buys: `squares` for a move action, the check at `penalty`, its rule."""

    squares: int
    penalty: int
    rule: str


def can_hurry(rules: Ruleset, *, climbs: bool) -> bool:
    """Whether a system has hurried climbs for one with a climb speed (`climbs`), or without."""
    if climbs and _times_of_speed(rules):
        return True
    return rules.combat.moving.hurried > 0


def find_hurry(state: State, assets: Assets, creature_id: str) -> Hurry:
    """Return what a hurried climb of a creature comes to. Refusal "no_hurry"."""
    rules = assets.rules
    moving = rules.combat.moving
    climbs = speed_of(state, assets, creature_id, CLIMB)
    walks = speed_of(state, assets, creature_id) or 0
    if not can_hurry(rules, climbs=climbs is not None):
        template = NO_HURRY if _times_of_speed(rules) else NEVER
        name = name_combatant(state, creature_id)
        raise Refusal("no_hurry", template, who=name, system=rules.id)
    if climbs is not None and _times_of_speed(rules):
        row = rules.combat.movements[CLIMB]
        return Hurry(row.hurried * climbs, row.hurried_penalty, row.rule)
    if climbs is None:
        squares = int(moving.hurried * moving.unskilled * walks)
    else:
        squares = max(climbs, min(moving.hurried * climbs, walks))
    return Hurry(max(1, squares), moving.hurried_penalty, ANY_RULE)


def _times_of_speed(rules: Ruleset) -> int:
    row = rules.combat.movements.get(CLIMB)
    return 0 if row is None else row.hurried
