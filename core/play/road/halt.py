"""A halt: a scene on the road, its minutes, its checks and their damage."""

from __future__ import annotations

from core.checks import p_success
from core.dice import Answers, Expression, Question, parse_dice
from core.messages import Message, Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.blows.resolve import hurt
from core.play.members import name_of, someone
from core.play.outcomes import Decided, Needs
from core.play.road.commands import Halt, HaltCheck
from core.play.road.events import HaltMade
from core.play.road.march_resolution import RoadResolution
from core.play.state import State
from core.quantities import exact


def halt(command: Halt, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    """Roll the checks of the scene, deal its damage on failures, then let its minutes pass.

    Damage takes temporary hit points first and may kill, like any other.
    Refusals: `no_name`, `bad_minutes`, `bad_dice`, `unknown_member`.
    """
    if not command.name.strip():
        raise Refusal("no_name", "A halt needs a name.")
    if command.minutes < 0:
        raise Refusal("bad_minutes", "The minutes must be 0 or more.")
    resolution = RoadResolution(state, assets, Asking(answers))
    damage = parse_dice(command.damage) if command.damage else None
    for check in command.checks:
        _roll(resolution, command, check, damage)
    resolution.emit(HaltMade(command.name, command.minutes))
    return resolution.result()


def _roll(
    resolution: RoadResolution, command: Halt, check: HaltCheck, damage: Expression | None
) -> None:
    someone(resolution.state, check.who)
    clock = resolution.state.clock
    key = f"halt/{clock.day}/{exact(clock.hour)}/{command.name}/{check.who}"
    label = Message(
        "{check}, {who}",
        check=command.check or command.name,
        who=name_of(resolution.state, check.who),
    )
    question = Question(
        key,
        label,
        check.who,
        modifier=check.modifier,
        dc=command.dc,
        chance=p_success(command.dc, check.modifier),
    )
    outcome = resolution.asking.put(question)
    if outcome is None or outcome.skipped:
        return
    resolution.emit(outcome.checked(question, command.check or command.name))
    if outcome.success is False and damage is not None:
        _hurt(resolution, command, question, damage)


def _hurt(resolution: RoadResolution, command: Halt, check: Question, damage: Expression) -> None:
    faces: tuple[int, ...] = ()
    points = max(0, damage.plus)
    if damage.groups:
        label = Message(
            "{check}, {who}, damage",
            check=command.check or command.name,
            who=name_of(resolution.state, check.who),
        )
        question = Question(
            f"{check.key}/damage",
            label,
            check.who,
            dice=str(damage.bare),
            modifier=damage.plus,
            follows=check.key,
        )
        outcome = resolution.asking.put(question)
        if outcome is None:
            return
        points, faces = max(0, outcome.total), outcome.faces
    if points:
        hurt(resolution, check.who, points, lethal=command.lethal, faces=faces, cause=command.name)
