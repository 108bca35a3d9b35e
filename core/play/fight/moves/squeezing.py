"""Squeezing as an activity of minutes (C-085), where the system has it off the grid.

The document names it only; its check and its time are those of the open rules: on a success a
square for each minute, on a critical success two; a failure takes a minute, and a critical one
leaves the creature stuck until another check succeeds (the minute of a failure is a house default).
No board knows how wide a gap is, so the GM says where the creature comes out, and the difficulty.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from core.combat.board.squares import Square, measure_offset
from core.dice import Question
from core.messages import Message, Refusal, Squares
from core.play.facts.encounter import Lasting, is_among
from core.play.facts.fight.combatants import fight_of, someone
from core.play.facts.fight.moves.commands import Move, SqueezeThrough
from core.play.facts.fight.moves.events import Pushed
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded
from core.play.fight.fight_scene import MoverScene, find_mover_scene, refuse_unable
from core.play.fight.moves.intended_move import intend_move
from core.play.fight.turns.balancing import modifier_of
from core.play.fight.turns.time import pass_time
from core.play.resolution import Outcome, Resolution
from core.rulesets.schema import Ruleset

SQUEEZE = "squeeze"
"""The name of these checks."""
STUCK = "stuck"
"""What one is after a critical failure, until a check succeeds."""
CRITICAL = 10
TWICE = 2
MINUTE = Fraction(1, 60)
MOST_DC = 99
RULE = "C-085"
SOURCE = "open rules, Squeeze"


def is_activity(rules: Ruleset) -> bool:
    """Whether squeezing takes minutes and a check, off the grid."""
    return rules.combat.moving.squeeze_squares > 0


def read_difficulty(text: str) -> int:
    """Return a difficulty as typed. Refusal "bad_dc"."""
    if not text.strip().isdecimal() or int(text) > MOST_DC:
        raise Refusal(
            "bad_dc",
            "'{text}' is not a difficulty. Type a number up to {most}.",
            text=text,
            most=MOST_DC,
        )
    return int(text)


def squeeze_through(resolution: Resolution, command: SqueezeThrough) -> None:
    """Squeeze to a place that the GM names, by a check; the minutes that it takes pass.

    Refusals: those of `find_mover_scene`, `intend_move` and `read_difficulty`, "no_activity",
    "cannot_move", "offmap", "no_move", and the reasons against stopping there.
    """
    state = resolution.state
    rules = resolution.rules
    if not is_activity(rules):
        raise Refusal(
            "no_activity", "Squeezing is a movement on the board in {system}.", system=rules.id
        )
    read_difficulty(str(command.dc))
    mover_scene = find_mover_scene(state, resolution.assets, command.who)
    refuse_unable(mover_scene)
    asked = intend_move(mover_scene, Move(command.who, command.to))
    goal = asked.read_goal()
    if goal == mover_scene.mover.at:
        raise Refusal("no_move", "{who} is already there.", who=asked.who)
    reason = asked.stopping(goal)
    if reason:
        raise asked.refusal(reason, goal)
    question = _ask(mover_scene, command)
    outcome = resolution.check(question, SQUEEZE)
    if outcome is None:
        return
    if question.why is not None:
        resolution.explain(question.why)
    if outcome.skipped or outcome.success:
        _get_through(resolution, mover_scene, goal, outcome, command.dc)
    else:
        _fail(resolution, mover_scene, outcome, command.dc)


def _ask(mover_scene: MoverScene, command: SqueezeThrough) -> Question:
    rules = mover_scene.assets.rules
    mover = mover_scene.mover
    fight = fight_of(mover_scene.state)
    modifier, parts = modifier_of(mover_scene.state, mover_scene.assets, mover.id)
    label = Message("{who} squeezes through: Acrobatics", who=mover.name)
    return Question(
        f"{SQUEEZE}/{fight.id}/round-{fight.round}/{mover.id}/{command.to}",
        label,
        mover.id,
        modifier=modifier,
        dc=command.dc,
        why=rules.cite(RULE, label, command.dc, *parts, source=SOURCE, default=True),
    )


def _get_through(
    resolution: Resolution, mover_scene: MoverScene, goal: Square, outcome: Outcome, dc: int
) -> None:
    rules = resolution.rules
    mover = mover_scene.mover
    squares = measure_offset(goal.x - mover.at.x, goal.y - mover.at.y, 0)
    pace = rules.combat.moving.squeeze_squares
    if not outcome.skipped and outcome.critically(dc, CRITICAL):
        pace *= TWICE
    minutes = ceil(Fraction(squares, pace))
    label = Message(
        "{squares}, {pace} for each minute: minutes", squares=Squares(squares), pace=Squares(pace)
    )
    resolution.explain(rules.cite(RULE, label, minutes, source=SOURCE, default=True))
    resolution.emit(Pushed(mover.id, (str(mover.at), str(goal))))
    if is_among(someone(resolution.state, mover.id).lasting, STUCK):
        resolution.emit(ConditionEnded(mover.id, STUCK))
    pass_time(resolution, minutes * MINUTE)


def _fail(resolution: Resolution, mover_scene: MoverScene, outcome: Outcome, dc: int) -> None:
    if outcome.critically(dc, CRITICAL):
        resolution.emit(ConditionBegan(mover_scene.mover.id, Lasting(STUCK)))
    pass_time(resolution, MINUTE)
