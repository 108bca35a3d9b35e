"""Previews of attacks that provoke: who may strike first, and from where nobody may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from core.combat.board.squares import Square
from core.messages import Refusal
from core.play.fight.blows.planned_attack import PlannedAttack, swing
from core.play.fight.blows.provoking import ProvokingAct, find_act
from core.play.fight.fight_scene import find_mover_scene
from core.play.fight.previews import StrikerAhead, chance_of_a_hit, preview
from core.play.fight.small_steps import small_steps
from core.play.fight.turns.budget import usual_mode
from core.receipts import Receipt
from core.values import Struct


class AttackAhead(Struct, dict=True):
    """An attack as it would be made now, and those who may strike before its roll."""

    planned_attack: PlannedAttack
    act: ProvokingAct
    strikers: tuple[StrikerAhead, ...]

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
        """The places by a small step that lets nobody strike, from which the attack does not."""
        planned_attack = self.planned_attack
        state = planned_attack.state
        assets = planned_attack.assets
        attacker = planned_attack.by.id
        scene = planned_attack.grid.scene
        try:
            mode = usual_mode(state, assets, attacker)
            steps = small_steps(find_mover_scene(state, assets, attacker, scene), attacker, mode)
        except Refusal:
            return ()
        return tuple(
            square
            for square in steps.squares
            if steps.provokes_nobody(square) and self._is_quiet_at(square)
        )

    def _is_quiet_at(self, square: Square) -> bool:
        planned_attack = self.planned_attack
        scene = planned_attack.grid.scene
        attacker = planned_attack.grid.attacker
        there = scene.moved(attacker.id, square)
        with suppress(Refusal):
            attack = swing(
                planned_attack.state,
                planned_attack.assets,
                attacker.id,
                planned_attack.command,
                there,
            )
            return attack.possible and find_act(attack) is None
        return False


def foresee_strikes(planned_attack: PlannedAttack) -> AttackAhead | None:
    """Return what an attack provokes before its roll; None = nobody may strike."""
    act = find_act(planned_attack)
    if act is None:
        return None
    return AttackAhead(planned_attack, act, tuple(_strikes(planned_attack, act)))


def _strikes(planned_attack: PlannedAttack, act: ProvokingAct) -> Iterator[StrikerAhead]:
    for striker in act.strikers.who:
        attack = None
        with suppress(Refusal):  # no attack on its sheet
            attack = preview(
                planned_attack.state,
                planned_attack.assets,
                striker.by,
                act.who,
                opportunity=True,
                scene=planned_attack.grid.scene,
            )
        yield StrikerAhead(striker.by, striker.at, attack)
