"""Where a creature can move, and the cheapest way there, with receipts (G-6, C-021 to C-156)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.creatures import Creature
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.combat.movement.footing import SMALL, steps, straight
from core.combat.movement.going import Going, going_of
from core.combat.movement.moves import move
from core.combat.search.search import Found, rays, search
from core.combat.search.why import reach_receipt, way_receipt
from core.combat.search.windows import Window, around
from core.receipts import Receipt
from core.values import replace

WORTH = 4
"""A part of the scene is cut out where it is so many times smaller than the map."""


@dataclass(frozen=True)
class Reach:
    """What a mover reaches in a manner; squares are anchors, sets are bits of the battlefield.

    `found` is what the budget buys, `bought` the single steps that a full round buys whatever
    they cost (C-154; None = it buys none).
    """

    scene: Scene = field(repr=False)
    mover: Creature
    manner: Manner
    found: Found = field(repr=False)
    bought: Found | None = field(repr=False, default=None)

    @cached_property
    def reached(self) -> int:
        """All anchors that can be got to, stopping places or not; the start is not counted."""
        return self.found.reached | (0 if self.bought is None else self.bought.reached)

    @cached_property
    def ends(self) -> int:
        """Those where the movement may end; all, where no stopping place is asked for."""
        if not self.manner.ends_here:
            return self.reached
        return self.found.ends | (0 if self.bought is None else self.bought.ends)

    @property
    def count(self) -> int:
        """How many anchors the movement may end at."""
        return self.ends.bit_count()

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """These anchors in reading order."""
        return tuple(self.scene.field.squares(self.ends))

    def cost(self, square: Square) -> int | None:
        """The least cost of getting to an anchor, in squares; None = out of reach."""
        return self._of(square).cost(square)

    def path(self, square: Square) -> tuple[Square, ...]:
        """A cheapest path to an anchor, from the start; empty = out of reach.

        Of several it is one round hazardous ground if that costs no more (C-047), and near the
        straight line.
        """
        shun = self._going.foot.passage.hurts if self.scene.field.hazard else 0
        return self._of(square).path(square, shun)

    @cached_property
    def receipt(self) -> Receipt:
        """The rules that shaped the answer: met on the way, or where the way ends."""
        return reach_receipt(self._going, self.found, self.bought, self.count)

    @cached_property
    def _going(self) -> Going:
        return going_of(self.scene, self.mover, self.manner)

    def _of(self, square: Square) -> Found:
        if self.bought is not None and self.found.cost(square) is None:
            return self.bought
        return self.found


@dataclass(frozen=True)
class Cheapest:
    """The cheapest way to `to`: its cost in squares and its anchors, from the start.

    Not `reachable`: `cost` is None and `path` empty.
    """

    reachable: bool
    cost: int | None
    path: tuple[Square, ...]
    to: Square
    within: Reach = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """Each step of the way and what others would have cost; else why there is no way."""
        going = going_of(self.within.scene, self.within.mover, self.within.manner)
        return way_receipt(going, self.within.found, self.to, self.path)


def reachable(scene: Scene, mover: Creature, manner: Manner) -> Reach:
    """All that a mover can reach within `manner.budget` squares (None = at any cost).

    A run goes straight on (C-031), a five-foot step or a Step one square (C-034, C-038).
    Refusals: those of `core.combat.movement.footing.check_manner`.
    """
    return _reach(scene, mover, manner, None)


def cheapest(scene: Scene, mover: Creature, to: Square, manner: Manner) -> Cheapest:
    """The cheapest way for a mover to end at an anchor, within `manner.budget` if there is one.

    Staying where it is costs nothing, if it may stop there. Refusals: those of
    `core.combat.movement.footing.check_manner`.
    """
    found = _reach(scene, mover, manner, to)
    if to == scene.body(mover).anchor:
        stays = move(scene, mover, (to,), manner).legal
        return Cheapest(stays, 0 if stays else None, (to,) if stays else (), to, found)
    if not found.ends & scene.field.bit(to):
        return Cheapest(False, None, (), to, found)
    return Cheapest(True, found.cost(to), found.path(to), to, found)


def _reach(scene: Scene, mover: Creature, manner: Manner, goal: Square | None) -> Reach:
    window = _part(scene, mover, manner)
    if window is None:
        ways = steps(scene, mover, manner)
    else:
        ways = steps(window.scene(scene), replace(mover, at=window.inside(mover.at)), manner)
    if manner.action in SMALL:
        found = rays(ways, manner.budget, 1, window=window)
    elif straight(scene.rules, manner.action):
        found = rays(ways, manner.budget, window=window)
    else:
        found = search(ways, manner.budget, goal, window=window)
    buys = scene.combat.mechanisms.minimum_move == "one_square" and manner.full_round
    if manner.budget is None or not buys:
        return Reach(scene, mover, manner, found)
    return Reach(scene, mover, manner, found, rays(ways, None, 1, window=window))


def _part(scene: Scene, mover: Creature, manner: Manner) -> Window | None:
    # Each step costs one square or more, so no anchor is farther than the budget, or than the one
    # square of minimum movement; a space about a leading block (G-8) goes one side beyond.
    body, field = scene.body(mover), scene.field
    if manner.budget is None or not field.holds(body.anchor):
        return None
    window = around(field, body, max(1, manner.budget) + body.side)
    if window.width * window.height * WORTH > field.width * field.height:
        return None
    return window
