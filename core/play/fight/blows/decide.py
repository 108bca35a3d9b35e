"""Decisions on attacks, areas and temporary hit points."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.messages import Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.blows.area_damage import area_attack
from core.play.fight.blows.commands import (
    AreaAttack,
    BlowCommand,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.fight.blows.coups import coup
from core.play.fight.blows.events import CoverTaken, TakenInHand, TemporaryGiven
from core.play.fight.blows.planned_attack import chosen
from core.play.fight.blows.points import dealt
from core.play.fight.blows.volley import make_attack
from core.play.fight.combatants import fight_of, named, someone
from core.play.fight.encounter import Figure
from core.play.fight.turns.events import ActionsSpent
from core.play.outcomes import Decided, Needs
from core.play.resolution import Resolution
from core.play.state import State
from core.rulesets.combat_schema import Covered


def decide_blows(
    command: BlowCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of blows. Refusals: those of its own function."""
    match command:
        case MakeAttack():
            return make_attack(command, state, assets, answers)
        case CoupDeGrace():
            return coup(command, state, assets, answers)
        case AreaAttack():
            return area_attack(command, state, assets, answers)
        case GiveTemporary():
            return Decided(
                tuple(
                    TemporaryGiven(who, max(someone(state, who).temporary, amount))
                    for who, amount in dealt(command, state, answers)
                )
            )
        case TakeCover():
            return _take_cover(command, state, assets)
        case TakeInHand():
            figure = _figure(state, command.who)
            index, _ = chosen(someone(state, command.who), figure, command.attack)
            return Decided((TakenInHand(command.who, index),))
        case _:
            assert_never(command)


def _take_cover(command: TakeCover, state: State, assets: Assets) -> Decided | Needs:
    figure = _figure(state, command.who)
    if assets.rules.combat.cover.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
    resolution = Resolution(state, assets, Asking({}))
    if figure.taking_cover != (not command.off):
        resolution.emit(CoverTaken(command.who, command.off))
        if not command.off:
            resolution.emit(ActionsSpent(command.who, ("action",)))
    return resolution.result()


def _figure(state: State, who: str) -> Figure:
    found = fight_of(state).figure(who)
    if found is None:
        raise Refusal("unknown_creature", "There is no {who} here.", who=named(state, who))
    return found
