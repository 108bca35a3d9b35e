"""The checks that a movement begins with: climbing, swimming, flying in wind, balance.

Who climbs or swims without that speed (C-129, C-130, C-139, C-140), who climbs in a hurry (C-129),
who goes on a narrow, uneven or steep surface (C-048 to C-050) and who flies against the wind
(C-122) makes one with each movement that begins; with a climb speed, too, who climbs on a ceiling
or in danger. Who fails gets nowhere and has used its action. The sources give no
difficulty, so that of the table `combat.moving` stands until the GM says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.combat.attack.scores import total
from core.combat.board.squares import Block
from core.combat.flight import flies_against
from core.creatures import Mode
from core.dice import Question
from core.messages import N_, Message, Squares, Template
from core.play.facts.fight.combatants import fight_of
from core.play.fight.fight_scene import speed_of
from core.play.fight.moves.flight_prices import find_bearings
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.turns.balancing import BALANCE, modifier_of
from core.play.fight.turns.dying import lie_down
from core.play.fight.turns.hurried_climb import HURRY, find_hurry
from core.play.resolution import Resolution
from core.receipts import Receipt
from core.rulesets.combat_schema import MovementRules
from core.rulesets.schema import Ruleset

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
IN_A_HURRY: Template = "{who} climbs in a hurry: Climb or Athletics"
IN_DANGER: Template = "{who} climbs on a ceiling or in danger: Climb or Athletics"
RULES: Mapping[Mode, str] = {"climb": "C-129", "swim": "C-130"}
RULES_OF_SPEEDS: Mapping[Mode, str] = {"climb": "C-139", "swim": "C-140"}
"""The rules of the system whose speeds are Speeds of their own."""


def find_mode_check(way: PlannedMove) -> Question | None:
    """Return the check that a movement begins with; None = it needs none.

    That of climbing or swimming is not on the sheet, so what is typed has the skill in it.
    """
    first = _find_surface(way) or _find_wind(way)
    if first is not None:
        return first
    return _find_climb_or_swim(way)


def _find_climb_or_swim(way: PlannedMove) -> Question | None:
    mode = way.command.mode
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    hurries = way.command.action == HURRY
    wished = hurries or way.command.checks
    if not wished and not rules.switch("moves_by_check"):
        return None
    difficulty = _difficulty(rules.combat.moving, mode)
    if not difficulty or way.command.action == "forced":
        return None
    if way.budget.goes_on and not way.command.checks:
        return None
    speed = speed_of(mover_scene.state, mover_scene.assets, way.mover.id, mode)
    if speed is not None and not wished:
        return None
    fight = fight_of(mover_scene.state)
    template = LABELS[mode]
    if hurries:
        template = IN_A_HURRY
    elif way.command.checks:
        template = IN_DANGER
    label = Message(template, who=way.mover.name)
    begun = len(mover_scene.figure.spent.actions)
    rule = _rule_of(rules, mode)
    change = tuple(_changes(way, speed))
    if wished:
        why = rules.cite(rule, label, difficulty, *change, default=True)
    else:
        why = rules.cite(rule, label, difficulty, *change, default=True, switch="moves_by_check")
    return Question(
        f"{mode}/{fight.id}/round-{fight.round}/{way.mover.id}/{begun}",
        label,
        way.mover.id,
        modifier=total(change),
        dc=difficulty,
        guessed=True,
        why=why,
    )


def _rule_of(rules: Ruleset, mode: Mode) -> str:
    for rule in (RULES[mode], RULES_OF_SPEEDS[mode]):
        if rules.states(rule):
            return rule
    return "C-043"


def _changes(way: PlannedMove, speed: int | None) -> Iterator[Receipt]:
    # What a special speed adds to the check, and what hurry takes of it.
    mover_scene = way.mover_scene
    rules = mover_scene.assets.rules
    row = rules.combat.movements.get(way.command.mode)
    if speed is not None and row is not None and row.bonus:
        yield rules.cite(row.rule, row.name_in(), row.bonus)
    if way.command.action == HURRY:
        hurry = find_hurry(mover_scene.state, mover_scene.assets, way.mover.id)
        label = N_("in a hurry: {squares} for each move action")
        yield rules.cite(
            hurry.rule,
            label,
            hurry.penalty,
            source="" if rules.states(hurry.rule) else "open rules, Climb",
            squares=Squares(hurry.squares),
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
