"""The checks that a movement begins with: climbing, swimming, flying in wind, balance.

Who climbs or swims without that speed (C-129, C-130, C-139, C-140), who goes on a narrow, uneven
or steep surface (C-048 to C-050) and who flies against the wind (C-122) makes one with each
movement that begins; who fails gets nowhere and has used its action. The sources give no
difficulty, so that of the table `combat.moving` stands until the GM says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.squares import Block
from core.combat.flight import flies_against
from core.creatures import Mode
from core.dice import Question
from core.messages import N_, Message, Template
from core.play.facts.fight.combatants import fight_of
from core.play.fight.fight_scene import speed_of
from core.play.fight.moves.flight_prices import find_bearings
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.turns.balancing import BALANCE, modifier_of
from core.play.fight.turns.dying import lie_down
from core.play.resolution import Resolution
from core.rulesets.combat_schema import MovementRules

WORSE = 5
"""A check that fails by so much brings more than no progress (open rules)."""
CRITICAL = 10
"""A check of balance that fails by so much ends in a fall (C-048)."""
DOING: Mapping[Mode, Template] = {
    "climb": N_("climbing"),
    "swim": N_("swimming"),
    "walk": N_("keeping its balance"),
    "fly": N_("flying against the wind"),
}
LABELS: Mapping[Mode, Template] = {
    "climb": N_("{who} climbs: Climb or Athletics"),
    "swim": N_("{who} swims: Swim or Athletics"),
}
RULES: Mapping[Mode, str] = {"climb": "C-129", "swim": "C-130"}
RULES_OF_SPEEDS: Mapping[Mode, str] = {"climb": "C-139", "swim": "C-140"}
"""The rules of the system whose speeds are Speeds of their own."""


def find_mode_check(way: PlannedMove) -> Question | None:
    """Return the check that a movement begins with; None = it needs none.

    That of climbing or swimming is not on the sheet, so the total is what is typed.
    """
    first = _find_surface(way) or _find_wind(way)
    if first is not None:
        return first
    mode = way.command.mode
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    difficulty = _difficulty(rules.combat.moving, mode)
    if not difficulty or not rules.switch("moves_by_check") or way.budget.goes_on:
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
        why=rules.cite(rule, label, difficulty, default=True, switch="moves_by_check"),
    )


def _find_surface(way: PlannedMove) -> Question | None:
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    moving = rules.combat.moving
    field = way.scene.field
    if way.command.mode != "walk" or way.budget.goes_on or max(way.heights) > 0:
        return None
    if way.command.action == "forced" or way.command.leap or not moving.balance_dc:
        return None
    under = 0
    for anchor in way.path[1:]:
        under |= field.block(Block(*anchor, way.side))
    fight = fight_of(mover_scene.state)
    begun = len(mover_scene.figure.spent.actions)
    key = f"balance/{fight.id}/round-{fight.round}/{way.mover.id}/{begun}"
    if under & (field.narrow_surface | field.uneven_ground):
        modifier, parts = modifier_of(mover_scene.state, mover_scene.assets, way.mover.id)
        label = Message("{who} keeps its balance: Acrobatics", who=way.mover.name)
        rule = "C-048" if under & field.narrow_surface else "C-049"
        why = rules.cite(rule, label, moving.balance_dc, *parts, default=True)
        return Question(key, label, way.mover.id, modifier=modifier, dc=moving.balance_dc, why=why)
    if under & field.incline:
        label = Message("{who} climbs an incline: Athletics", who=way.mover.name)
        dc = moving.climb_dc
        why = rules.cite("C-050", label, dc, default=True)
        return Question(key, label, way.mover.id, dc=dc, guessed=True, why=why)
    return None


def _find_wind(way: PlannedMove) -> Question | None:
    # C-122: no check while the wind is favourable.
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    dc = rules.combat.moving.wind_dc
    if way.command.mode != "fly" or way.command.action == "forced" or way.budget.goes_on:
        return None
    if not dc or not rules.switch("moves_by_check"):
        return None
    wind = way.scene.wind
    if not any(flies_against(bearing, wind) for bearing in find_bearings(way.cubes)):
        return None
    fight = fight_of(mover_scene.state)
    begun = len(mover_scene.figure.spent.actions)
    modifier, parts = modifier_of(mover_scene.state, mover_scene.assets, way.mover.id)
    label = Message("{who} flies against the wind: Acrobatics", who=way.mover.name)
    return Question(
        f"fly/{fight.id}/round-{fight.round}/{way.mover.id}/{begun}",
        label,
        way.mover.id,
        modifier=modifier,
        dc=dc,
        why=rules.cite("C-122", label, dc, *parts, default=True, switch="moves_by_check"),
    )


def makes_mode_check(resolution: Resolution, way: PlannedMove) -> bool | None:
    """Return whether the check that a movement begins with succeeds; None: it is to be rolled.

    True where there is none, or the GM lets it pass.
    """
    question = find_mode_check(way)
    if question is None:
        return True
    balances = question.key.startswith(BALANCE)
    name = BALANCE if balances else way.command.mode
    outcome = resolution.check(question, name)
    if outcome is None:
        return None
    if question.why is not None:
        resolution.explain(question.why)
    if outcome.skipped or outcome.success:
        return True
    if balances:
        if outcome.critically(question.dc or 0, CRITICAL):
            lie_down(resolution, way.mover.id)
        return False
    grounded = way.command.mode != "fly"
    if grounded and outcome.how != "ruled" and outcome.total <= (question.dc or 0) - WORSE:
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
