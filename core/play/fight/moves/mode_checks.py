"""The checks of who climbs or swims without that speed (C-129, C-130, C-139, C-140).

One with each movement that begins; who fails gets nowhere and has used its action. The sources give
no difficulty, so that of the table `combat.moving` stands until the GM says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.creatures import Mode
from core.dice import Question
from core.messages import N_, Message, Template
from core.play.facts.fight.combatants import fight_of
from core.play.fight.fight_scene import speed_of
from core.play.fight.moves.planned_move import PlannedMove
from core.play.resolution import Resolution
from core.rulesets.combat_schema import MovementRules

SWITCH = "moves_by_check"
WORSE = 5
"""A check that fails by so much brings more than no progress (open rules)."""
DOING: Mapping[Mode, Template] = {"climb": N_("climbing"), "swim": N_("swimming")}
LABELS: Mapping[Mode, Template] = {
    "climb": N_("{who} climbs: Climb or Athletics"),
    "swim": N_("{who} swims: Swim or Athletics"),
}
RULES: Mapping[Mode, str] = {"climb": "C-129", "swim": "C-130"}
RULES_OF_SPEEDS: Mapping[Mode, str] = {"climb": "C-139", "swim": "C-140"}
"""The rules of the system whose speeds are Speeds of their own."""


def find_mode_check(way: PlannedMove) -> Question | None:
    """Return the check that a movement begins with; None = it needs none.

    Its modifier is not on the sheet, so the total is what is typed.
    """
    mode = way.command.mode
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    difficulty = _difficulty(rules.combat.moving, mode)
    if not difficulty or not rules.switch(SWITCH) or way.budget.goes_on:
        return None
    if way.command.action == "forced":
        return None
    if speed_of(mover_scene.state, mover_scene.assets, way.mover.id, mode) is not None:
        return None
    fight = fight_of(mover_scene.state)
    label = Message(LABELS[mode], who=way.mover.name)
    begun = len(mover_scene.figure.spent.actions)
    rule = RULES[mode]
    if not rules.states(rule):
        rule = RULES_OF_SPEEDS[mode]
    if not rules.states(rule):
        rule = "C-043"
    return Question(
        f"{mode}/{fight.id}/round-{fight.round}/{way.mover.id}/{begun}",
        label,
        way.mover.id,
        dc=difficulty,
        guessed=True,
        why=rules.cite(rule, label, difficulty, default=True, switch=SWITCH),
    )


def makes_mode_check(resolution: Resolution, way: PlannedMove) -> bool | None:
    """Return whether the check that a movement begins with succeeds; None: it is to be rolled.

    True where there is none, or the GM lets it pass.
    """
    question = find_mode_check(way)
    if question is None:
        return True
    outcome = resolution.check(question, way.command.mode)
    if outcome is None:
        return None
    if question.why is not None:
        resolution.explain(question.why)
    if outcome.skipped or outcome.success:
        return True
    if outcome.how != "ruled" and outcome.total <= (question.dc or 0) - WORSE:
        label = N_("{who} fails by {worse} or more: it falls, or goes under (:fall, :place)")
        rule = "C-043"
        resolution.explain(
            resolution.rules.cite(
                rule, label, outcome.total, default=True, who=way.mover.name, worse=WORSE
            )
        )
    return False


def _difficulty(moving: MovementRules, mode: Mode) -> int:
    match mode:
        case "climb":
            return moving.climb_dc
        case "swim":
            return moving.swim_dc
        case _:
            return 0
