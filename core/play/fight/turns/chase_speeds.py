"""The speed and endurance of a runner in a chase (C-014, T-070 to T-077, T-217)."""

from __future__ import annotations

from core.combat.board.conditions import has_effect
from core.combat.movement.turns import double_move, fastest, run
from core.creatures import Mode
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.combatants import Being, sheet, someone
from core.play.fight.encounter import Runner
from core.play.fight.fight_scene import speed_of
from core.play.fight.health import con_score
from core.play.members import fatigued
from core.play.state import Member, State
from core.travel.running import free_rounds_left, run_dc


def runner(state: State, assets: Assets, who: str, lead: int) -> Runner:
    """Return a runner, by its mount if it rides. Refusals: "unknown_creature", "no_speed"."""
    being = someone(state, bearer(state, who))
    return Runner(
        who, squares_a_round(state, assets, being), lead, rounds_of_running(being, state, assets)
    )


def bearer(state: State, who: str) -> str:
    """Return the id of the mount of `who`, or its own."""
    figure = None if state.fight is None else state.fight.figure(who)
    return figure.mount if figure is not None and figure.mount else someone(state, who).id


def own_speed(state: State, assets: Assets, being: Being) -> int:
    """Return the speed in squares of a move, flying if it flies now. Refusal "no_speed"."""
    figure = None if state.fight is None else state.fight.figure(being.id)
    mode: Mode = "walk" if figure is None else figure.mode
    speed = speed_of(state, assets, being.id, mode) or speed_of(state, assets, being.id)
    if not speed:
        raise Refusal("no_speed", "{who} has no speed on its sheet.", who=being.name)
    return speed


def squares_a_round(state: State, assets: Assets, being: Being) -> int:
    """Return the squares of a round at its fastest pace (C-013, C-014, C-018)."""
    speed, rules = own_speed(state, assets, being), assets.rules
    if rules.combat.mechanisms.turn == "single_actions":
        return speed * rules.combat.turn.actions
    if not _runs(being, state, assets):
        return double_move(speed, rules).squares
    if sheet(being).run is not None:
        return speed * (sheet(being).run or 1)
    if not isinstance(being, Member):
        return speed * fastest(rules)
    mover = being.mover
    armor = mover.armor if mover.armor in rules.armor else "none"
    load = mover.load if mover.load in rules.load else "light"
    if not (rules.armor and rules.load):
        return speed * fastest(rules)
    return run(speed, rules, armor, load).squares


def rounds_of_running(being: Being, state: State, assets: Assets) -> int | None:
    """Return the rounds of running without a check (T-070); None = unknown, or it cannot run."""
    told = being.con_score is not None or (isinstance(being, Member) and being.con_mod is not None)
    if not told or not _runs(being, state, assets):
        return None
    return free_rounds_left(con_score(being, assets.rules.combat.dying), 0, 0, assets.rules)


def next_dc(one: Runner, assets: Assets) -> int | None:
    """Return the DC of its next check to run on (T-071); None = none is due."""
    if one.rounds is None or one.rounds > 0 or one.tired:
        return None
    return run_dc(1 - one.rounds, assets.rules)


def _runs(being: Being, state: State, assets: Assets) -> bool:
    # T-123
    rules = assets.rules
    figure = None if state.fight is None else state.fight.figure(being.id)
    special = None if figure is None else rules.combat.movements.get(figure.mode)
    if rules.mechanisms.running == "none" or (special is not None and special.run == "none"):
        return False
    weary = isinstance(being, Member) and fatigued(being)
    weary = weary or has_effect((one.name for one in being.lasting), "no_run", rules.combat)
    return not weary or rules.fatigue.can_run
