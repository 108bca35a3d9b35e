"""Decisions on attacks, areas and temporary hit points."""

from __future__ import annotations

from typing import assert_never

from core.messages import Refusal
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
from core.play.resolution import Resolution
from core.play.state import State
from core.rulesets.combat_schema import Covered


def decide_blows(resolution: Resolution, command: BlowCommand) -> None:
    """Decide a command of blows. Refusals: those of its own function."""
    state = resolution.state
    match command:
        case MakeAttack():
            make_attack(resolution, command)
        case CoupDeGrace():
            coup(resolution, command)
        case AreaAttack():
            area_attack(resolution, command)
        case GiveTemporary():
            for who, amount in dealt(command, state, resolution.answers):
                points = max(someone(state, who).temporary, amount)
                resolution.emit(TemporaryGiven(who, points))
        case TakeCover():
            figure = _figure(resolution.state, command.who)
            if resolution.rules.combat.cover.taken == Covered():
                raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
            if figure.taking_cover != (not command.off):
                resolution.emit(CoverTaken(command.who, command.off))
                if not command.off:
                    resolution.emit(ActionsSpent(command.who, ("action",)))
        case TakeInHand():
            figure = _figure(state, command.who)
            index, _ = chosen(someone(state, command.who), figure, command.attack)
            resolution.emit(TakenInHand(command.who, index))
        case _:
            assert_never(command)


def _figure(state: State, who: str) -> Figure:
    found = fight_of(state).figure(who)
    if found is None:
        raise Refusal("unknown_creature", "There is no {who} here.", who=named(state, who))
    return found
