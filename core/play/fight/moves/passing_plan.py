"""Moves with an attack in their midst: up to a spring attack, and on past one from the saddle."""

from __future__ import annotations

from core.combat.board.squares import Square, adjacent, parse_square
from core.combat.threat.threat import threatens
from core.messages import Refusal
from core.play.fight.moves.intended_move import IntendedMove
from core.play.fight.moves.planned_move import PlannedMove, plan_along
from core.play.fight.turns.moving_on import squares_along


def refuse_spring(planned_move: PlannedMove) -> None:
    """Refuse a move to a spring attack that the system does not allow.

    Refusals: "no_target" where the target is not reached from its end, "too_near" where it covers
    too few squares, "next_to_target" where it has to begin farther off.
    """
    mover_scene = planned_move.mover_scene
    feats = planned_move.scene.rules.combat.strikes.feats
    target = mover_scene.scene.by_id.get(planned_move.command.target)
    start = planned_move.whole_path[0]
    end = planned_move.path[-1]
    there = mover_scene.placed(end, planned_move.heights[-1])
    name = planned_move.command.target if target is None else target.name or target.id
    if target is None or not threatens(there.scene, there.striker, target):
        raise Refusal(
            "no_target",
            "{who} does not reach {target} from {at}.",
            who=planned_move.who,
            target=name,
            at=str(end),
        )
    if squares_along(tuple(map(str, planned_move.whole_path))) < feats.spring_least:
        raise Refusal(
            "too_near",
            "A spring attack must cover at least {least:square|squares} before its blow.",
            least=feats.spring_least,
        )
    here = mover_scene.placed(start, mover_scene.feet)
    if feats.spring_apart and adjacent(here.scene.body(here.mover), here.scene.body(target)):
        raise Refusal(
            "next_to_target",
            "{who} begins next to {target}: a spring attack comes from farther off.",
            who=planned_move.who,
            target=name,
        )


def plan_ride_on(intended_move: IntendedMove) -> PlannedMove:
    """Return the way on after the attack of a charge from the saddle, in its straight line.

    Refusals: those of `squares_ahead`, "unknown_square", "offmap".
    """
    goal = intended_move.read_goal()
    return plan_along(intended_move, squares_ahead(intended_move, goal))


def refuse_turn(planned_move: PlannedMove) -> None:
    """Refuse a drawn way on after the attack of a charge that leaves its line: "not_straight"."""
    path = planned_move.path
    if path != squares_ahead(planned_move, path[-1]):
        raise _not_ahead(planned_move, path[-1])


def squares_ahead(intended_move: IntendedMove, goal: Square) -> tuple[Square, ...]:
    """Return the anchors from where the mover is to a goal that its charge was in line with.

    The line from where the charge began to the goal passes through where it is now. Refusal
    "not_straight" where it does not.
    """
    here = intended_move.mover.at
    way = intended_move.mover_scene.figure.spent.path
    line = parse_square(way[0]).line(goal)
    if here not in line:
        raise _not_ahead(intended_move, goal)
    return line[line.index(here) :]


def _not_ahead(intended_move: IntendedMove, goal: Square) -> Refusal:
    return Refusal(
        "not_straight",
        "{who} rides on in the line of the charge: {at} is not in it.",
        who=intended_move.who,
        at=str(goal),
    )
