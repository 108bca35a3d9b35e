"""A coup de grâce: a critical hit without a roll, then a save against death (C-242 to C-249)."""

from __future__ import annotations

from core.combat.attack.coup import Coup, coup_de_grace
from core.combat.board.distance import adjacent
from core.dice import Answers
from core.messages import N_, Message, Refusal
from core.play.asking import Asking
from core.play.fight.afflictions import by_value
from core.play.fight.beings import fight_of, named, someone
from core.play.fight.blows.commands import CoupDeGrace
from core.play.fight.blows.events import CoupStruck
from core.play.fight.blows.resolve import dealt_by, hurt
from core.play.fight.blows.saves import question
from core.play.fight.blows.swing import Swing, Terms, swing
from core.play.fight.blows.why import refusal
from core.play.fight.opportunities import risers
from core.play.fight.stage import stage_of
from core.play.fight.turns.events import Died
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.tale import Tale
from core.play.world import World

WHY_NOT = {
    "not_helpless": N_("{at} is not helpless."),
    "crit_immune": N_("{at} takes no critical hits."),
    "weapon": N_("{by} has no weapon for that in hand."),
    "not_adjacent": N_("{by} does not stand beside {at}."),
}


def coup(command: CoupDeGrace, state: State, world: World, answers: Answers) -> Decided | Needs:
    """It hits and scores a critical hit; who survives saves against its damage or dies.

    Whom it gives an opportunity is told; `MakeAttack.opportunity` takes it.
    Refusals: "no_coup_de_grace" where the system has none; "not_helpless", "crit_immune",
    "weapon", "not_adjacent"; those of `swing`; "out_of_reach" and what else forbids an attack.
    """
    found = swing(state, world, command.by, command.at, Terms(command.attack))
    allowed = _allowed(found)
    if not allowed.allowed:
        raise Refusal(allowed.reason, WHY_NOT[allowed.reason], by=found.by.name, at=found.at.name)
    if not found.possible:
        raise refusal(found)
    tale = Tale(state, world, Asking(answers))
    key = f"coup/r{fight_of(state).round}/{command.by}/{command.at}"
    dealt = dealt_by(tale, found, key, critical=True)
    if dealt is None:
        return tale.told()
    points, faces = dealt
    tale.cite(_allowed(found, points or 0).receipt)
    _cite_exposed(tale, command.by)
    spends = ("full_round",) * allowed.full_round_actions
    tale.happen(CoupStruck(command.by, command.at, found.attack.name, spends))
    lethal = not found.attack.nonlethal
    hurt(tale, command.at, points or 0, lethal=lethal, faces=faces, cause=found.attack.name)
    _save(tale, found, points or 0, key)
    return tale.told()


def _cite_exposed(tale: Tale, by: str) -> None:
    """Who may strike meanwhile at one who deals it (C-247): the GM asks them."""
    stage = stage_of(tale.state, tale.world, by)
    exposed = risers(tale.state, tale.world, stage)
    if exposed.who:
        rules, names = tale.world.rules, tuple(named(tale.state, one.by) for one in exposed.who)
        label = Message(N_("{by} lets {others} strike"), by=named(tale.state, by), others=names)
        tale.cite(rules.cite("C-247", label, names, exposed.provoked.receipt))


def _allowed(found: Swing, damage: int | None = None) -> Coup:
    scene = found.grid.scene
    near = adjacent(scene.body(found.grid.attacker), scene.body(found.grid.target))
    conditions = list(found.grid.target.conditions)
    if found.grid.concealment.degree == "total":
        conditions.append("total_concealment")
    return coup_de_grace(scene.rules, conditions, found.attack.weapon, adjacent=near, damage=damage)


def _save(tale: Tale, found: Swing, points: int, key: str) -> None:
    """The save against death of one who survived the damage."""
    target = someone(tale.state, found.at.id)
    dc = _allowed(found, points).fort_dc
    if target.dead or dc is None:
        return
    follows = f"{key}/critical"
    worse = sum(value for _, value in by_value(target, tale.world.rules))
    asked = question(f"{key}/fortitude", target, "fortitude", dc, -worse, follows=follows)
    outcome = tale.asking.put(asked)
    if outcome is None or outcome.skipped:
        return
    tale.happen(outcome.checked(asked, "fortitude"))
    if outcome.success is False:
        tale.happen(Died(target.id))
