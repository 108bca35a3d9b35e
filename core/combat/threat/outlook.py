"""The outlook of a move to a square, for the cursor: its way, partners and cover."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.scene import Creature, Manner, Scene, name_creature
from core.combat.board.squares import Block, Square
from core.combat.movement.footing import SMALL, steps, straight
from core.combat.search.reach import Cheapest, cheapest
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.combat.threat.opportunities import Provoked, along
from core.combat.threat.safe_ways import safe_way
from core.combat.threat.threat import (
    Partner,
    enemies,
    partners_against,
    threatened_enemies,
    threatens,
)
from core.combat.threat.threateners import Threateners
from core.creatures import AttackMode
from core.messages import Message, Refusal, Squares
from core.receipts import Receipt
from core.values import Struct


class SquareApproach(Struct):
    """A way to a square: its anchors from the start, its cost, the opportunities along it."""

    path: tuple[Square, ...]
    cost: int
    provoked: Provoked


class EnemyView(Struct):
    """The cover and concealment of the mover at the square from one enemy.

    `threatens`: it could strike in melee; else the attack counts as ranged.
    """

    by: str
    threatens: bool
    cover: Cover
    concealment: Concealment


@dataclass(frozen=True)
class Outlook:
    """The outlook of moving one creature to one square.

    `way` is a cheapest legal way, `safe` the cheapest that provokes nobody; None = none exists.
    `targets` are the enemies that the mover threatens from there, `partners` the allies with whom
    it flanks one of them, `views` those of each enemy, in the order of the scene.
    """

    mover: Creature
    to: Square
    way: SquareApproach | None
    safe: SquareApproach | None
    targets: tuple[str, ...]
    partners: tuple[Partner, ...]
    views: tuple[EnemyView, ...]
    cheapest: Cheapest = field(repr=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The cost of the way, the opportunities along it, and each enemy's view."""
        rules = self.cheapest.reach.scene.rules
        parts = [self.cheapest.receipt]
        if self.way is not None:
            parts.append(self.way.provoked.receipt)
        if self.safe is not None and self.safe is not self.way:
            cost = Squares(self.safe.cost)
            label = Message("the cheapest way that provokes nobody")
            parts.append(rules.cite("G-6", label, cost, self.safe.provoked.receipt))
        for view in self.views:
            parts.append(view.cover.receipt)
            parts.append(view.concealment.receipt)
        value: Message | Squares = Message("out of reach")
        if self.way is not None:
            value = Squares(self.way.cost)
        return rules.cite(
            "G-6",
            "{mover} at {square}",
            value,
            *parts,
            mover=name_creature(self.mover),
            square=str(self.to),
        )


def outlook(
    scene: Scene,
    mover: Creature,
    to: Square,
    manner: Manner,
    already: Collection[str] = (),
) -> Outlook:
    """Return the outlook of a move to an anchor (G-6, C-106 to C-121, 2.16 to 2.19).

    `already` are the ids of enemies that had their opportunity this round (C-107). Refusals:
    "off_the_map" where its space would not lie on the map, and those of `check_manner`.
    """
    threateners = Threateners(scene, mover, manner, frozenset(already))
    there = Block(*to, threateners.side)
    if not scene.field.contains(there):
        raise Refusal(
            "off_the_map", "The space at {square} is not wholly on the map.", square=str(to)
        )
    shortest = cheapest(scene, mover, to, manner)
    way: SquareApproach | None = None
    if shortest.cost is not None:
        provoked = Provoked(threateners)
        if len(shortest.path) > 1:
            provoked = along(threateners, shortest.path)
        way = SquareApproach(shortest.path, shortest.cost, provoked)
    safe = way
    if way is not None and way.provoked.opportunities:
        safe = _safe_approach(threateners, to)
    moved = threateners.scene_at(there)
    mover_there = moved.by_id[mover.id]
    targets = threatened_enemies(moved, mover_there)
    return Outlook(
        mover=mover,
        to=to,
        way=way,
        safe=safe,
        targets=tuple(target.id for target in targets),
        partners=partners_against(moved, mover_there, targets),
        views=tuple(_view(moved, foe, mover_there) for foe in enemies(moved, mover_there)),
        cheapest=shortest,
    )


def _safe_approach(threateners: Threateners, to: Square) -> SquareApproach | None:
    scene = threateners.scene
    manner = threateners.manner
    if manner.action in SMALL or straight(scene.rules, manner.action):
        return None
    safe = safe_way(threateners, steps(scene, threateners.mover, manner), to)
    if safe is None:
        return None
    path, cost = safe
    return SquareApproach(path, cost, along(threateners, path))


def _view(scene: Scene, foe: Creature, mover: Creature) -> EnemyView:
    in_reach = threatens(scene, foe, mover)
    mode: AttackMode
    if in_reach:
        mode = "melee"
    else:
        mode = "ranged"
    covered = cover(scene, foe, mover, mode)
    concealed = concealment(scene, foe, mover, mode)
    return EnemyView(foe.id, in_reach, covered, concealed)
