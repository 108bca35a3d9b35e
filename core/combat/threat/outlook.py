"""The outlook of a move to a square: way, opportunities, partners, cover (for the cursor).

Results are computed at once, receipts on request.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.board_creatures import Creature, called
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.footing import SMALL, steps, straight
from core.combat.search.reach import Cheapest, cheapest
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import cover
from core.combat.sight.sightlines import Cover
from core.combat.threat.flanking import Partner, partners
from core.combat.threat.provoke import Provoked, along
from core.combat.threat.safe_path import safe_way
from core.combat.threat.threat import enemies, threatens
from core.combat.threat.threateners import Threateners
from core.creatures import AttackMode
from core.messages import Message, Refusal
from core.quantities import Squares
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
        rules = self.cheapest.within.scene.rules
        parts = [self.cheapest.receipt]
        if self.way is not None:
            parts.append(self.way.provoked.receipt)
        if self.safe is not None and self.safe is not self.way:
            cost = Squares(self.safe.cost)
            parts.append(
                rules.cite(
                    "G-6", "the cheapest way that provokes nobody", cost, self.safe.provoked.receipt
                )
            )
        parts += (
            receipt
            for view in self.views
            for receipt in (view.cover.receipt, view.concealment.receipt)
        )
        value = Message("out of reach") if self.way is None else Squares(self.way.cost)
        return rules.cite(
            "G-6",
            "{mover} at {square}",
            value,
            *parts,
            mover=called(self.mover),
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
    lookout = Threateners(scene, mover, manner, frozenset(already))
    there = Block(*to, lookout.side)
    if not scene.field.contains(there):
        raise Refusal("off_the_map", "The space at {square} is not wholly on the map.",
                      square=str(to))  # fmt: skip
    shortest = cheapest(scene, mover, to, manner)
    way: SquareApproach | None = None
    if shortest.cost is not None:
        moves = len(shortest.path) > 1
        provoked = along(lookout, shortest.path) if moves else Provoked(lookout)
        way = SquareApproach(shortest.path, shortest.cost, provoked)
    safe = way
    if way is not None and way.provoked.opportunities:
        safe = None
        if not (manner.action in SMALL or straight(scene.rules, manner.action)):
            found = safe_way(lookout, steps(scene, mover, manner), to)
            safe = found and SquareApproach(*found, along(lookout, found[0]))
    moved = lookout.at(there)
    who = moved.by_id[mover.id]
    foes, views = enemies(moved, who), []
    for foe in foes:
        near = threatens(moved, foe, who)
        mode: AttackMode = "melee" if near else "ranged"
        seen = cover(moved, foe, who, mode), concealment(moved, foe, who, mode)
        views.append(EnemyView(foe.id, near, *seen))
    return Outlook(
        mover=mover,
        to=to,
        way=way,
        safe=safe,
        targets=tuple(foe.id for foe in foes if threatens(moved, who, foe)),
        partners=partners(moved, who),
        views=tuple(views),
        cheapest=shortest,
    )
