"""A coup de grâce: a critical hit without a roll, then a save against death (C-242 to C-249)."""

from __future__ import annotations

from typing import Final

from core.combat.attack.coup import Coup, coup_de_grace
from core.combat.board.squares import adjacent
from core.messages import N_, Refusal
from core.play.fight.blows.commands import CoupDeGrace
from core.play.fight.blows.events import CoupStruck, TakenInHand
from core.play.fight.blows.planned_attack import AttackOptions, PlannedAttack, swing
from core.play.fight.blows.resolve import dealt_by, hurt
from core.play.fight.blows.saves import question
from core.play.fight.combatants import fight_of, named, someone
from core.play.fight.fight_scene import mover_scene
from core.play.fight.health import by_value
from core.play.fight.moves.events import MoveHalted
from core.play.fight.opportunities import risers
from core.play.fight.turns.events import ActionsSpent, ConditionBegan, ConditionEnded, Died
from core.play.lasting import REMOVED, Lasting, Until
from core.play.resolution import Resolution
from core.play.state import Assets, State, Striker, Waiting

WHY_NOT = {
    "not_helpless": N_("{at} is not helpless."),
    "crit_immune": N_("{at} is immune to critical hits."),
    "weapon": N_("{by} has no weapon in hand for a coup de grâce."),
    "not_adjacent": N_("{by} is not next to {at}."),
}


COUP: Final = "coup_de_grace"
"""The action of a coup de grâce that waits for opportunities."""
FINDING = "coup de grâce"
"""The condition of one that has found a target it cannot see and may strike in its next turn."""
FULL = "full_round"


def coup(resolution: Resolution, command: CoupDeGrace) -> None:
    """Score a critical hit without a roll; a survivor saves against the damage or dies.

    It waits while those who threaten may strike first (C-247). A target in total
    concealment is found in one full round and struck in the next (C-249). Refusals:
    "no_coup_de_grace" where the system has none; "not_helpless", "crit_immune", "weapon",
    "not_adjacent", "found"; those of `swing`; "out_of_reach" and other reasons against an attack.
    """
    state, assets, answers = resolution.state, resolution.assets, resolution.answers
    found, allowed = _found(state, assets, command.by, command.at, command.attack)
    figure = fight_of(state).figure(command.by)
    if figure is not None and figure.weapon != found.index:
        resolution.emit(TakenInHand(command.by, found.index))
    told = f"{_key(state, command.by, command.at)}/critical" in answers  # as in older rows
    if not told and allowed.full_round_actions > 1 and not _has_found(state, command):
        # C-249
        resolution.explain(allowed.receipt)
        number = fight_of(resolution.state).round
        until = Until("turn_end", who=command.by, round=number + 1) if number else REMOVED
        resolution.emit(ActionsSpent(command.by, (FULL,)))
        resolution.emit(ConditionBegan(command.by, Lasting(FINDING, until, source=command.at)))
        return
    exposed = () if told else _exposed(resolution, command.by)
    if exposed:
        at = str(mover_scene(state, assets, command.by).mover.at)
        resolution.emit(MoveHalted(Waiting(command.by, (at,), exposed, COUP, target=command.at)))
        return
    strike_coup(resolution, command.by, command.at)


def strike_coup(resolution: Resolution, by: str, at: str) -> None:
    """Deal the coup de grâce with the weapon in hand. Refusals as `coup`."""
    found, _ = _found(resolution.state, resolution.assets, by, at)
    key = _key(resolution.state, by, at)
    dealt = dealt_by(resolution, found, key, critical=True)
    if dealt is None:
        return
    points, faces = dealt
    resolution.explain(_allowed(found, points or 0).receipt)
    if any(one.name == FINDING for one in someone(resolution.state, by).lasting):
        resolution.emit(ConditionEnded(by, FINDING))
    resolution.emit(CoupStruck(by, at, found.attack.name, (FULL,)))
    lethal = not found.attack.nonlethal
    hurt(resolution, at, points or 0, lethal=lethal, faces=faces, cause=found.attack.name)
    target = someone(resolution.state, found.at.id)
    dc = _allowed(found, points or 0).fort_dc
    if target.dead or dc is None:
        return
    follows = f"{key}/critical"
    worse = sum(value for _, value in by_value(target, resolution.rules))
    asked = question(f"{key}/fortitude", target, "fortitude", dc, -worse, follows=follows)
    outcome = resolution.ask(asked)
    if outcome is None or outcome.skipped:
        return
    resolution.emit(outcome.checked(asked, "fortitude"))
    if outcome.success is False:
        resolution.emit(Died(target.id))


def _key(state: State, by: str, at: str) -> str:
    return f"coup/r{fight_of(state).round}/{by}/{at}"


def _found(
    state: State, assets: Assets, by: str, at: str, attack: int | None = None
) -> tuple[PlannedAttack, Coup]:
    found = swing(state, assets, by, at, AttackOptions(attack))
    allowed = _allowed(found)
    if not allowed.allowed:
        raise Refusal(allowed.reason, WHY_NOT[allowed.reason], by=found.by.name, at=found.at.name)
    if not found.possible:
        raise found.refusal
    return found, allowed


def _has_found(state: State, command: CoupDeGrace) -> bool:
    # C-249: Refusal "found" in that round itself.
    until = [
        one.until.round
        for one in someone(state, command.by).lasting
        if one.name == FINDING and one.source == command.at
    ]
    if any(last > fight_of(state).round for last in until):
        raise Refusal(
            "found", "{by} has found {at}. End the turn: the blow follows in the next one.",
            by=named(state, command.by), at=named(state, command.at),
        )  # fmt: skip
    return bool(until)


def _exposed(resolution: Resolution, by: str) -> tuple[Striker, ...]:
    # C-247
    found = risers(
        resolution.state, resolution.assets, mover_scene(resolution.state, resolution.assets, by)
    )
    if found.who:
        state = resolution.state
        names = tuple(named(state, one.by) for one in found.who)
        resolution.explain(
            resolution.rules.cite(
                "C-247",
                "{by} lets {others} strike",
                names,
                found.provoked.receipt,
                by=named(state, by),
                others=names,
            )
        )
    return found.who


def _allowed(found: PlannedAttack, damage: int | None = None) -> Coup:
    scene = found.grid.scene
    near = adjacent(scene.body(found.grid.attacker), scene.body(found.grid.target))
    conditions = list(found.grid.target.conditions)
    if found.grid.concealment.degree == "total":
        conditions.append("total_concealment")
    return coup_de_grace(scene.rules, conditions, found.attack.weapon, adjacent=near, damage=damage)
