"""Threatened squares of creatures, and maps of them (C-093 to C-105)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.battlefield import Battlefield
from core.combat.board.scene import Creature, Scene, called
from core.combat.board.squares import Block, gap, within
from core.combat.board.strikes import Strike, lay, strike, strike_receipt, strikes
from core.combat.sight.lines import field_walls, line_of_effect
from core.messages import yes_no
from core.receipts import Receipt


@dataclass(frozen=True)
class Threatened:
    """The squares that a creature threatens outside its own space, as bits of the battlefield.

    `own_space`: it can also strike into its own space (C-094); `own` are those squares, 0 if it
    cannot. `walled` are the squares within its reach that are solid or that no line of effect
    reaches (C-103).
    """

    bits: int
    own_space: bool
    own: int
    walled: int
    scene: Scene = field(repr=False, compare=False)
    who: Creature = field(repr=False, compare=False)

    @property
    def everywhere(self) -> int:
        """All threatened squares, its own space too where it can strike there."""
        return self.bits | self.own

    @property
    def outside(self) -> int:
        """The number of squares within its reach that are off the map (C-008)."""
        reach = strike(self.scene, self.who)
        on_map = self.bits.bit_count() + self.walled.bit_count()
        return reach.pattern().size - on_map if reach.able else 0

    @cached_property
    def receipt(self) -> Receipt:
        """The reach, and the squares that walls take from it."""
        rules, parts = self.scene.rules, [strike_receipt(self.scene, self.who)]
        if self.walled:
            lost = tuple(map(str, self.scene.field.squares(self.walled)))
            parts.append(rules.cite("C-103", "within reach, but walls stop every line", lost))
        if self.outside:
            parts.append(
                rules.cite(
                    "C-103",
                    "within reach, but off the map, which is as solid as a wall",
                    self.outside,
                )
            )
        return rules.cite(
            "C-096",
            "squares that {who} threatens",
            self.bits.bit_count(),
            *parts,
            who=called(self.who),
        )

    @cached_property
    def own_receipt(self) -> Receipt:
        """Why it can or cannot strike into its own space (C-094)."""
        how_far = strike_receipt(self.scene, self.who)
        return self.scene.rules.cite(
            "C-094",
            "{who} strikes into its own space",
            yes_no(self.own_space),
            how_far,
            who=called(self.who),
        )


def threatened(scene: Scene, who: Creature, feet: int | None = None) -> Threatened:
    """Return the squares that a creature threatens (C-096 to C-105, C-257).

    For targets at its own height, or at `feet` squares above the ground.
    """
    reach = strike(scene, who)
    own = scene.field.block(reach.body) if reach.own_space else 0
    if not reach.able:
        return Threatened(0, False, 0, 0, scene, who)
    if feet is not None and feet != reach.feet:
        field = scene.field
        around = field.squares(reach.around(field))
        near = [square for square in around if reach.touches(square, feet)]
        bits = field.bits(at for at in near if line_of_effect(field, reach.body, Block(*at, 1)))
        own = bits & field.block(reach.body)
        return Threatened(bits & ~own, bool(own), own, field.bits(near) & ~bits, scene, who)
    bits, walled = threatened_squares(scene.field, reach)
    return Threatened(bits, reach.own_space, own, walled, scene, who)


def threatens_space(scene: Scene, who: Creature, target: Block, feet: int | None = None) -> bool:
    """Whether a creature could strike at one square or more of a space (C-096).

    `feet` is the target's height in squares above the ground (None = the creature's own).
    """
    return any(can_strike(scene.field, reach, target, feet) for reach in strikes(scene, who))


def threatens(scene: Scene, who: Creature, target: Creature) -> bool:
    """Whether a creature could strike at another at its place and height (C-096)."""
    return any(threatens_space(scene, who, one, target.elevation) for one in scene.bodies(target))


def within_reach(scene: Scene, attacker: Creature, target: Creature) -> bool:
    """Whether `attacker` could strike at `target` from their places (C-096 to C-103).

    A creature that threatens nothing for want of a weapon still reaches (C-104). How heights
    count is a house default (`core.combat.board.strikes.Strike.touches`).
    """
    tactics = scene.combat.mechanisms
    beyond = attacker.weapon_reach is not None and tactics.reach_weapon == "beyond"
    parts = (one._replace(able=True, own_space=not beyond) for one in strikes(scene, attacker))
    bodies = scene.bodies(target)
    return any(
        can_strike(scene.field, reach, body, target.elevation) for reach in parts for body in bodies
    )


def can_strike(field: Battlefield, reach: Strike, target: Block, feet: int | None = None) -> bool:
    """Whether this strike reaches one square or more of a space (C-096).

    `feet` as in `threatens_space`; between different heights see `Strike.touches`.
    """
    if not reach.able:
        return False
    if feet is not None and feet != reach.feet:
        return any(
            reach.touches(square, height) and line_of_effect(field, reach.body, Block(*square, 1))
            for square in target.squares()
            for height in range(feet, feet + target.side)
        )
    if reach.body.overlaps(target) and reach.own_space:
        return True
    if not within(*gap(reach.body, target), reach.outer, second_diagonal=reach.second_diagonal):
        return False
    near = lay(reach.pattern(), field, reach.body) & field.block(target)
    return any(line_of_effect(field, reach.body, Block(*one, 1)) for one in field.squares(near))


def threatened_squares(field: Battlefield, reach: Strike) -> tuple[int, int]:
    """Return the squares threatened outside its space, and those walled off.

    A square is threatened if line of effect leads to it; solid ones never are (C-103, G-7).
    """
    near = lay(reach.pattern(), field, reach.body)
    (x, y, side), outer = reach.body, reach.outer
    left, right = max(0, x - outer), min(field.width, x + side + outer)
    top, bottom = max(0, y - outer), min(field.height, y + side + outer)
    if not near or field_walls(field).bare(left, top, right, bottom):
        return near, 0
    bits = field.bits(
        square
        for square in field.squares(near)
        if line_of_effect(field, reach.body, Block(*square, 1))
    )
    return bits, near & ~bits


def allies(scene: Scene, who: Creature) -> tuple[Creature, ...]:
    """Return the others on a creature's side that do not ride with it (C-257)."""
    return tuple(
        other
        for other in scene.creatures
        if other.id != who.id and scene.friends(who, other) and not scene.paired(who, other)
    )


def enemies(scene: Scene, who: Creature) -> tuple[Creature, ...]:
    """Return all that are not on a creature's side, nor ride with it (C-257)."""
    return tuple(
        other
        for other in scene.creatures
        if not scene.friends(who, other) and not scene.paired(who, other)
    )
