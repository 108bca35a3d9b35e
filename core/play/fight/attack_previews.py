"""Previews of attacks that provoke: who may strike first, and from where nobody may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.messages import Refusal
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.attack_sequence import counts_attacks
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.blows.provoking import ProvokingAct, find_act, find_spell
from core.play.fight.fight_scene import find_mover_scene, scene_of
from core.play.fight.previews import StrikerAhead, chance_of_a_hit, preview
from core.play.fight.small_steps import small_steps
from core.play.fight.turns.budget import usual_mode
from core.receipts import Receipt
from core.values import Struct, replace


class ActAhead(Struct, dict=True, kw_only=True):
    """What a creature is about to do where it is, and those who may strike before that."""

    act: ProvokingAct
    strikers: tuple[StrikerAhead, ...]
    state: State
    assets: Assets
    scene: Scene

    @property
    def hit_at_least_once(self) -> Fraction:
        """The chance of at least one hit if all strikers strike."""
        return chance_of_a_hit(self.strikers)

    @property
    def receipt(self) -> Receipt:
        """Why they may strike, and why others may not."""
        return self.act.strikers.provoked.receipt

    @cached_property
    def quiet_steps(self) -> tuple[Square, ...]:
        """The places by a small step that lets nobody strike, where the act lets nobody either."""
        creature_id = self.act.who
        try:
            mode = usual_mode(self.state, self.assets, creature_id)
            mover_scene = find_mover_scene(self.state, self.assets, creature_id, self.scene)
            steps = small_steps(mover_scene, creature_id, mode)
        except Refusal:
            return ()
        return tuple(
            square
            for square in steps.squares
            if steps.provokes_nobody(square)
            and self.is_quiet_in(self.scene.moved(creature_id, square))
        )

    def is_quiet_in(self, scene: Scene) -> bool:
        """Whether the act can be done in a scene and lets nobody strike there."""
        return find_spell(self.state, self.assets, self.act.who, scene) is None


class AttackAhead(ActAhead, dict=True, kw_only=True):
    """An attack as it would be made now, and those who may strike before its roll."""

    planned_attack: PlannedAttack

    def is_quiet_in(self, scene: Scene) -> bool:
        """Whether the attack can be made in a scene and lets nobody strike there."""
        planned_attack = self.planned_attack
        with suppress(Refusal):
            attack = swing(
                planned_attack.state,
                planned_attack.assets,
                planned_attack.by.id,
                planned_attack.command,
                scene,
            )
            return attack.possible and find_act(attack) is None
        return False


def foresee_strikes(planned_attack: PlannedAttack) -> AttackAhead | None:
    """Return what an attack provokes before its roll; None = nobody may strike."""
    act = find_act(planned_attack)
    if act is None:
        return None
    state = planned_attack.state
    assets = planned_attack.assets
    scene = planned_attack.grid.scene
    return AttackAhead(
        act=act,
        strikers=tuple(_strikes(state, assets, scene, act)),
        state=state,
        assets=assets,
        scene=scene,
        planned_attack=planned_attack,
    )


def foresee_full(planned_attack: PlannedAttack) -> PlannedAttack | None:
    """Return the first attack of the full attack that may be chosen instead of a single one.

    None where the system lets it be chosen later, or where the round is not whole. Refusals: those
    of `swing`.
    """
    rules = planned_attack.assets.rules
    command = planned_attack.command
    if not counts_attacks(rules) or rules.combat.strikes.attacks != "count":
        return None
    if command.full or command.opportunity or planned_attack.nth:
        return None
    full = swing(
        planned_attack.state,
        planned_attack.assets,
        planned_attack.by.id,
        replace(command, full=True),
        planned_attack.grid.scene,
    )
    if full.turn_use.makes_full and not full.turn_use.is_short:
        return full
    return None


def foresee_spell(state: State, assets: Assets, caster: str) -> ActAhead | None:
    """Return what a spell provokes; None = nobody may strike. Refusals: those of `find_spell`."""
    scene = scene_of(state, assets)
    act = find_spell(state, assets, caster, scene)
    if act is None:
        return None
    strikers = tuple(_strikes(state, assets, scene, act))
    return ActAhead(act=act, strikers=strikers, state=state, assets=assets, scene=scene)


def _strikes(
    state: State, assets: Assets, scene: Scene, act: ProvokingAct
) -> Iterator[StrikerAhead]:
    for striker in act.strikers.who:
        attack = None
        with suppress(Refusal):  # no attack on its sheet
            attack = preview(state, assets, striker.by, act.who, opportunity=True, scene=scene)
        yield StrikerAhead(striker.by, striker.at, attack)
