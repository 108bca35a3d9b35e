"""What an attack or a spell provokes before it is rolled (open rules, switch "acts_provoke")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.scene import Scene
from core.combat.threat.opportunities import act_provokes
from core.creatures import THROWN, Attack, is_unarmed
from core.messages import Refusal, Template
from core.play.facts.fight.blows.commands import CastSpell, MakeAttack
from core.play.facts.fight.combatants import attack_of, fight_of
from core.play.facts.state import (
    ATTACKING,
    CASTING,
    Assets,
    HeldBlow,
    HeldSpell,
    Queued,
    State,
    Striker,
    Waiting,
)
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import Strikers, find_mover_scene, find_on_board, in_order, used_up
from core.play.resolution import Resolution
from core.rulesets.strikes_schema import Act
from core.values import Struct, replace


class ProvokingAct(Struct):
    """What a creature is about to do, and who may strike at it first."""

    who: str
    at: str
    act: Act
    strikers: Strikers


def act_of(planned_attack: PlannedAttack) -> Act | None:
    """Return what an attack provokes as; None = nothing.

    Nothing does that the GM calls quiet or grants as an opportunity, nor what cannot be made. A
    target that has only bare hands itself is not armed.
    """
    command = planned_attack.command
    switched_on = planned_attack.assets.rules.switch("acts_provoke")
    if not switched_on or command.opportunity or command.words.quiet:
        return None
    if not planned_attack.possible:
        return None
    act = kind_of(planned_attack.attack)
    if act == "unarmed" and _fights_bare(planned_attack):
        return None
    return act


def kind_of(attack: Attack) -> Act | None:
    """Return what an attack is among the acts that may provoke; None = a blow with a weapon."""
    if attack.mode == "ranged":
        return "throw" if attack.weapon == THROWN else "shot"
    if is_unarmed(attack):
        return "unarmed"
    return None


def _fights_bare(planned_attack: PlannedAttack) -> bool:
    # Whether the target has nothing in hand that threatens (C-104).
    grid = planned_attack.grid
    figure = fight_of(planned_attack.state).figure(planned_attack.at.id)
    if figure is None:
        return True
    in_hand = attack_of(planned_attack.at, figure)
    if in_hand is None or not is_unarmed(in_hand):
        return False
    return not grid.scene.has(grid.target, "armed")


def find_strikers(
    state: State, assets: Assets, who: str, act: Act, scene: Scene, target: str = ""
) -> Strikers:
    """Return who may strike at a creature that acts so, as the scene has it.

    Refusals: those of `find_on_board`.
    """
    creature = find_on_board(scene, state, who)
    used = used_up(find_mover_scene(state, assets, who, scene))
    provoked = act_provokes(scene, creature, act, target, used)
    return in_order(provoked, (scene.body(creature).anchor,), used)


def find_spell(state: State, assets: Assets, caster: str, scene: Scene) -> ProvokingAct | None:
    """Return what a spell provokes; None = nobody may strike. Refusals of `find_on_board`."""
    if not assets.rules.switch("acts_provoke"):
        return None
    strikers = find_strikers(state, assets, caster, "spell", scene)
    if not strikers.who:
        return None
    return ProvokingAct(caster, strikers.who[0].at, "spell", strikers)


def find_act(planned_attack: PlannedAttack) -> ProvokingAct | None:
    """Return what an attack provokes; None = nobody may strike."""
    act = act_of(planned_attack)
    if act is None:
        return None
    who = planned_attack.by.id
    strikers = find_strikers(
        planned_attack.state,
        planned_attack.assets,
        who,
        act,
        planned_attack.grid.scene,
        target=planned_attack.at.id,
    )
    if not strikers.who:
        return None
    return ProvokingAct(who, strikers.who[0].at, act, strikers)


def find_acts(planned_attacks: Iterable[PlannedAttack]) -> tuple[ProvokingAct, ...]:
    """Return what attacks provoke, once for each attacker."""
    acts: dict[str, ProvokingAct] = {}
    for planned_attack in planned_attacks:
        if planned_attack.by.id in acts:
            continue
        act = find_act(planned_attack)
        if act is not None:
            acts[act.who] = act
    return tuple(acts.values())


def hold_blow(command: MakeAttack, acts: tuple[ProvokingAct, ...]) -> Waiting:
    """Return the attack as it waits until all whom it provokes have been asked."""
    first, *others = acts
    return Waiting(
        who=first.who,
        path=(first.at,),
        strikers=tuple(_strikers(acts)),
        action=ATTACKING,
        queue=tuple(Queued(act.who, (act.at,)) for act in others),
        target=command.at,
        blow=HeldBlow(
            by=command.by,
            at=command.at,
            attack=command.attack,
            full=command.full,
            circumstance=command.circumstance,
            ac=command.ac,
            gm_degree=command.gm_degree,
            words=command.words,
            square=command.square,
        ),
    )


def hold_spell(command: CastSpell, act: ProvokingAct) -> Waiting:
    """Return the spell as it waits until all whom it provokes have been asked."""
    return Waiting(
        who=command.who,
        path=(act.at,),
        strikers=act.strikers.who,
        action=CASTING,
        spell=HeldSpell(command.name, command.level),
    )


def _strikers(acts: tuple[ProvokingAct, ...]) -> Iterator[Striker]:
    first, *others = acts
    yield from first.strikers.who
    for act in others:
        for striker in act.strikers.who:
            yield replace(striker, against=act.who)


def restore_command(blow: HeldBlow) -> MakeAttack:
    """Return the command of an attack that waits."""
    return MakeAttack(
        blow.by,
        blow.at,
        blow.attack,
        full=blow.full,
        circumstance=blow.circumstance,
        ac=blow.ac,
        gm_degree=blow.gm_degree,
        words=blow.words,
        square=blow.square,
    )


def explain_why_not(resolution: Resolution, label: Template, refusal: Refusal) -> None:
    """Explain why what has waited is not done after all."""
    reason = refusal.message
    resolution.explain(resolution.rules.cite("K-1", label, 0, default=True, reason=reason))
