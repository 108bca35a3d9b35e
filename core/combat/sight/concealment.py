"""Concealment: fog, light and eyes (C-191 to C-204)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.creatures import Creature
from core.combat.board.lights import Light
from core.combat.board.manner import AttackMode
from core.combat.board.scene import Scene
from core.combat.sight.asked import Asked
from core.combat.sight.fog import (
    clear_of_fog,
    field_fog,
    fog_beyond,
    line_in_fog,
    wholly_in,
)
from core.combat.sight.why.concealment import tell_concealment
from core.receipts import Receipt

Hidden: TypeAlias = Literal["none", "concealment", "total"]

HALF_STEP = 5
"""A flat check is one of twenty faces: so many per cent each (C-204)."""


@dataclass(frozen=True)
class Concealment:
    """Concealment of a target from an attacker; `miss_chance` in per cent after a hit.

    `can_target`: it may be attacked itself, not only the square where it is thought to be.
    `stops_aoo`: it denies attacks of opportunity. `stealth`: it may try to hide. `causes` name
    what conceals it: "unseen", "blind", "dark", "dim", "blur", "fog".
    """

    degree: Hidden
    miss_chance: int
    can_target: bool
    stops_aoo: bool
    stealth: bool
    causes: tuple[str, ...]
    asked: Asked = field(repr=False, compare=False)
    light: Light = field(repr=False, compare=False)

    @property
    def flat_check(self) -> int:
        """The flat check that says the same as the miss chance: its DC, 0 for none (C-204)."""
        return self.miss_chance // HALF_STEP + 1 if self.miss_chance else 0

    @cached_property
    def receipt(self) -> Receipt:
        """What conceals the target, what does not, and what comes of it."""
        return tell_concealment(self)


def concealment(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    light: Light | None = None,
    *,
    miss_chance: int | None = None,
) -> Concealment:
    """The concealment that `target` has from an attack of `attacker`.

    `light` is what the attacker sees by, None = the light at the target (C-200): it is the target
    that the dark hides, wherever the attacker stands, and the best lit square of its space
    counts (`Scene.light_on`). `miss_chance` is the
    GM's own for more or less effective concealment, in per cent (C-202).
    """
    asked = Asked(scene, attacker, target, mode)
    lit: Light = scene.light_on(asked.goal) if light is None else light
    hidden = _unseen(asked, lit)
    causes = hidden or _dimly(asked, lit)
    degree: Hidden = "total" if hidden else "concealment" if causes else "none"
    figures = scene.combat.concealment
    chance = {"none": 0, "concealment": figures.some, "total": figures.total}[degree]
    denied = scene.combat.mechanisms.opportunity_denied == "by_cover_and_concealment"
    return Concealment(
        degree=degree,
        miss_chance=chance if miss_chance is None or not causes else miss_chance,
        can_target=not hidden,
        stops_aoo=bool(hidden) and denied,
        stealth=bool(causes),
        causes=causes,
        asked=asked,
        light=lit,
    )


def _unseen(asked: Asked, light: Light) -> tuple[str, ...]:
    # C-198, C-200, C-201, C-203
    has, attacker = asked.scene.has, asked.attacker
    found = []
    if has(asked.target, "unseen") and not has(attacker, "sees_unseen"):
        found.append("unseen")
    if has(attacker, "blind"):
        found.append("blind")
    if light == "dark" and not has(attacker, "sees_in_dark"):
        found.append("dark")
    return tuple(found)


def _dimly(asked: Asked, light: Light) -> tuple[str, ...]:
    # C-191, C-194, C-200
    has, attacker = asked.scene.has, asked.attacker
    found = []
    if light == "dim" and not (has(attacker, "sees_in_dark") or has(attacker, "sees_in_dim")):
        found.append("dim")
    if has(asked.target, "blurred"):
        found.append("blur")
    if in_fog(asked):
        found.append("fog")
    return tuple(found)


def in_fog(asked: Asked) -> bool:
    """Whether fog conceals the target: by its whole space, by corners or by centres.

    By centres one square of its space in fog is enough, and the attacker's own squares never cut
    the line (C-204); a line that runs between two foggy squares passes through fog as it does by
    corners (C-191).
    """
    field = asked.scene.field
    if not (field.concealing and asked.placed):
        return False
    if asked.scene.combat.mechanisms.concealment == "centres":
        scene = asked.scene
        fog = fog_beyond(field, scene.taken(asked.attacker))
        there = bool(field.concealing & scene.taken(asked.target))
        return there or line_in_fog(fog, asked.start.centre, asked.goal.centre)
    fog = field_fog(field)
    if asked.at_hand:
        return wholly_in(fog, (asked.goal,))
    return clear_of_fog(fog, asked.start, asked.goal) is None
