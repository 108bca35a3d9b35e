"""Threatened squares of creatures, maps of them (C-093 to C-105), and flanking (C-205 to C-214).

Flanking are two on opposite sides of an enemy (G-4); opposite sides or corners are found by lines
through a space, in integers only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.room import standing
from core.combat.board.scene import NEUTRAL, Creature, Scene, name_creature
from core.combat.board.squares import (
    Battlefield,
    Block,
    Point,
    Square,
    crosses,
    gap,
    union,
    within,
)
from core.combat.board.strikes import (
    Strike,
    lay,
    strike,
    strike_receipt,
    strikes,
    strikes_only_beyond,
)
from core.combat.board.tops import Upright, field_between, has_tops
from core.combat.sight.depths import shut_between
from core.combat.sight.lines import field_walls, line_of_effect
from core.creatures import AttackMode
from core.messages import N_, Message, Squares, Template, yes_no
from core.receipts import Receipt
from core.values import Struct


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
    creature: Creature = field(repr=False, compare=False)

    @property
    def everywhere(self) -> int:
        """All threatened squares, its own space too where it can strike there."""
        return self.bits | self.own

    @property
    def outside(self) -> int:
        """The number of squares within its reach that are off the map (C-008)."""
        reach = strike(self.scene, self.creature)
        on_map = self.bits.bit_count() + self.walled.bit_count()
        if reach.able:
            return reach.pattern().size - on_map
        return 0

    @cached_property
    def receipt(self) -> Receipt:
        """The reach, and the squares that walls take from it."""
        rules = self.scene.rules
        parts = [strike_receipt(self.scene, self.creature)]
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
            who=name_creature(self.creature),
        )

    @cached_property
    def own_receipt(self) -> Receipt:
        """Why it can or cannot strike into its own space (C-094)."""
        how_far = strike_receipt(self.scene, self.creature)
        return self.scene.rules.cite(
            "C-094",
            "{who} strikes into its own space",
            yes_no(self.own_space),
            how_far,
            who=name_creature(self.creature),
        )


def threatened(scene: Scene, creature: Creature, feet: int | None = None) -> Threatened:
    """Return the squares that a creature threatens (C-096 to C-105, C-257).

    For targets at its own height, or at `feet` squares above the ground.
    """
    reach = strike(scene, creature)
    if reach.own_space:
        own = scene.field.block(reach.body)
    else:
        own = 0
    if not reach.able:
        return Threatened(0, False, 0, 0, scene, creature)
    heights = (reach.feet, reach.feet if feet is None else feet)
    if heights[0] != heights[1] or min(heights) < 0 or has_tops(scene.field):
        field = scene.field
        around = field.squares(reach.around(field))
        near = [square for square in around if reach.touches(square, heights[1])]
        blocks = [Block(*square, 1) for square in near]
        bits = field.bits(
            block.anchor
            for block in blocks
            if _leads_to(field, reach, block, heights[1])
            and not shut_between(field, reach.body, block, heights)
        )
        own = bits & field.block(reach.body)
        return Threatened(bits & ~own, bool(own), own, field.bits(near) & ~bits, scene, creature)
    bits, walled = threatened_squares(scene.field, reach)
    return Threatened(bits, reach.own_space, own, walled, scene, creature)


def threatens_space(
    scene: Scene, creature: Creature, target: Block, feet: int | None = None
) -> bool:
    """Whether a creature could strike at one square or more of a space (C-096).

    `feet` is the target's height in squares above the ground (None = the creature's own).
    """
    return any(can_strike(scene.field, reach, target, feet) for reach in strikes(scene, creature))


def threatens(scene: Scene, who: Creature, target: Creature) -> bool:
    """Whether a creature could strike at another at its place and height (C-096)."""
    return any(threatens_space(scene, who, one, target.elevation) for one in scene.bodies(target))


def within_reach(scene: Scene, attacker: Creature, target: Creature) -> bool:
    """Whether `attacker` could strike at `target` from their places (C-096 to C-103).

    A creature that threatens nothing for want of a weapon still reaches (C-104). How heights
    count is a house default (`core.combat.board.strikes.Strike.touches`).
    """
    beyond = strikes_only_beyond(scene, attacker)
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
    if feet is None:
        feet = reach.feet
    is_level = feet == reach.feet and not has_tops(field)
    if is_level and feet >= 0:
        return _strikes_level(field, reach, target)
    if shut_between(field, reach.body, target, (reach.feet, feet)):
        return False
    if is_level:
        return _strikes_level(field, reach, target)
    return any(
        reach.touches(square, height) and _leads_to(field, reach, Block(*square, 1), height)
        for square in target.squares()
        for height in range(feet, feet + target.side)
    )


def _strikes_level(field: Battlefield, reach: Strike, target: Block) -> bool:
    if reach.body.overlaps(target) and reach.own_space:
        return True
    if not within(*gap(reach.body, target), reach.outer, second_diagonal=reach.second_diagonal):
        return False
    near = lay(reach.pattern(), field, reach.body) & field.block(target)
    return any(line_of_effect(field, reach.body, Block(*one, 1)) for one in field.squares(near))


def _leads_to(field: Battlefield, reach: Strike, square: Block, height: int) -> bool:
    # Whether a line leads from who strikes to a cube at this height, perhaps over something.
    body = Upright(reach.body, max(0, reach.feet), reach.body.side)
    passed = field_between(field, body, Upright(square, max(0, height), 1), "top")
    return line_of_effect(passed, reach.body, square)


def threatened_squares(field: Battlefield, reach: Strike) -> tuple[int, int]:
    """Return the squares threatened outside its space, and those walled off.

    A square is threatened if line of effect leads to it; solid ones never are (C-103, G-7).
    """
    near = lay(reach.pattern(), field, reach.body)
    x, y, side = reach.body
    outer = reach.outer
    left = max(0, x - outer)
    right = min(field.width, x + side + outer)
    top = max(0, y - outer)
    bottom = min(field.height, y + side + outer)
    if not near or field_walls(field).bare(left, top, right, bottom):
        return near, 0
    bits = field.bits(
        square
        for square in field.squares(near)
        if line_of_effect(field, reach.body, Block(*square, 1))
    )
    return bits, near & ~bits


def allies(scene: Scene, creature: Creature) -> tuple[Creature, ...]:
    """Return the others on a creature's side that do not ride with it (C-257)."""
    return tuple(
        other
        for other in scene.creatures
        if other.id != creature.id
        and scene.friends(creature, other)
        and not scene.paired(creature, other)
    )


def enemies(scene: Scene, creature: Creature) -> tuple[Creature, ...]:
    """Return all that are on another side than a creature, and do not ride with it (C-257).

    Neutral creatures have no enemies and are nobody's (house default).
    """
    if creature.side == NEUTRAL:
        return ()
    return tuple(
        other
        for other in scene.creatures
        if other.side != NEUTRAL
        and not scene.friends(creature, other)
        and not scene.paired(creature, other)
    )


SIDES: tuple[Template, ...] = ("left", "right", "top", "bottom")
Line: TypeAlias = tuple[Point, Point]
"""Two points in half-squares."""


def opposite(one: Block, other: Block, target: Block, *, any_square: bool) -> Line | None:
    """Return a line between two spaces through opposite sides or corners of a third, or None.

    It joins the centres of any two of their squares (C-207), or else of both spaces (C-212).
    """
    for line in lines(one, other, target, any_square=any_square):
        if runs_through(line, target):
            return line
    return None


def lines(one: Block, other: Block, target: Block, *, any_square: bool) -> Iterator[Line]:
    """Yield the lines that two flankers may draw, first those of squares nearest to the target."""
    if not any_square:
        yield one.centre, other.centre
        return
    ends = _centres(other, target)
    for start in _centres(one, target):
        for end in ends:
            yield start, end


def _centres(space: Block, target: Block) -> list[Point]:
    centres = [Block(*square, 1).centre for square in space.squares()]
    x, y = target.centre
    return sorted(centres, key=lambda centre: (centre[0] - x) ** 2 + (centre[1] - y) ** 2)


def runs_through(line: Line, space: Block) -> bool:
    """Whether a line meets the inside of a space, and its left and right or top and bottom sides.

    Sides include their ends, so from corner to opposite corner will do; along a side will not.
    """
    met = crossed(line, space)
    if not (("left" in met and "right" in met) or ("top" in met and "bottom" in met)):
        return False
    (px, py), (qx, qy) = line
    turns = [(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in space.corners()]
    return min(turns) < 0 < max(turns)


def crossed(line: Line, space: Block) -> tuple[str, ...]:
    """Return the sides of a space that a line meets, their ends included."""
    top_left, top_right, bottom_right, bottom_left = space.corners()
    sides = (
        (top_left, bottom_left),
        (top_right, bottom_right),
        (top_left, top_right),
        (bottom_left, bottom_right),
    )
    return tuple(name for name, side in zip(SIDES, sides, strict=True) if crosses(*line, *side))


Reason: TypeAlias = Literal[
    "ok",
    "ranged",
    "reach_zero",
    "attacker_not_threatening",
    "ally_not_threatening",
    "not_opposite",
]


@dataclass(frozen=True, kw_only=True)
class Flanking:
    """Whether two flank a target, or the first reason in order why not.

    `attack_bonus` is the attacker's; `target_ac` is what the target's Armour Class changes by
    against the two. `line` joins the centres that decide, in half-squares, and `sides` are those
    of the target's space that it meets (G-4); None where an earlier reason decided.
    """

    scene: Scene = field(repr=False, compare=False)
    attacker: Creature
    ally: Creature
    target: Creature
    reason: Reason
    attack_bonus: int = 0
    target_ac: int = 0
    line: Line | None = None

    @property
    def flanked(self) -> bool:
        """Whether the two flank the target."""
        return self.reason == "ok"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the target's space that the line meets."""
        if self.line:
            return crossed(self.line, self.scene.body(self.target))
        return ()

    @cached_property
    def receipt(self) -> Receipt:
        """The threats to the target, the line drawn and the sides that it crosses."""
        label = Message(
            "{attacker} and {ally} flank {target}",
            attacker=name_creature(self.attacker),
            ally=name_creature(self.ally),
            target=name_creature(self.target),
        )
        cite = self.scene.rules.cite
        parts = [*_grounds(self)]
        if self.flanked and self.scene.combat.mechanisms.flanked == "attack_bonus":
            parts.append(cite("C-205", "bonus on melee attack rolls", self.attack_bonus))
        elif self.flanked:
            parts.append(
                cite("C-211", "the flanked is flat-footed to both: Armour Class", self.target_ac)
            )
        if by_squares(self.scene):
            rule = "C-206"
        else:
            rule = "C-212"
        return cite(rule, label, yes_no(self.flanked), *parts)


class Partner(Struct):
    """An ally with whom a creature flanks a target, and the line between them."""

    target: str
    ally: str
    line: Line


def flanking(
    scene: Scene,
    attacker: Creature,
    ally: Creature,
    target: Creature,
    mode: AttackMode = "melee",
) -> Flanking:
    """Whether an attacker and its ally flank a target (G-4, C-205 to C-214).

    Sides are not checked. Both have to reach the target at its height; the line is that of the
    map seen from above (house default).
    """
    reason: Reason = "ok"  # C-208, C-214
    if mode == "ranged":
        reason = "ranged"
    elif not (may_flank(scene, attacker) and may_flank(scene, ally)):
        reason = "reach_zero"
    elif not threatens(scene, attacker, target):
        reason = "attacker_not_threatening"
    elif not threatens(scene, ally, target):
        reason = "ally_not_threatening"
    if reason != "ok":
        return Flanking(scene=scene, attacker=attacker, ally=ally, target=target, reason=reason)
    bodies = scene.body(attacker), scene.body(ally), scene.body(target)
    line = opposite(*bodies, any_square=by_squares(scene))
    if line is None:
        line = next(lines(*bodies, any_square=by_squares(scene)))
        return Flanking(
            scene=scene,
            attacker=attacker,
            ally=ally,
            target=target,
            reason="not_opposite",
            line=line,
        )
    gains = scene.combat.flanking
    return Flanking(
        scene=scene,
        attacker=attacker,
        ally=ally,
        target=target,
        reason="ok",
        attack_bonus=gains.attack,
        target_ac=gains.ac,
        line=line,
    )


def partners(scene: Scene, creature: Creature) -> tuple[Partner, ...]:
    """Return the allies with whom a creature, at its place, flanks enemies in melee."""
    return partners_against(scene, creature, threatened_enemies(scene, creature))


def threatened_enemies(scene: Scene, creature: Creature) -> tuple[Creature, ...]:
    """Return the enemies that a creature, at its place, could strike at (C-096)."""
    return tuple(foe for foe in enemies(scene, creature) if threatens(scene, creature, foe))


def partners_against(
    scene: Scene, creature: Creature, targets: Iterable[Creature]
) -> tuple[Partner, ...]:
    """Return the allies with whom a creature, at its place, flanks some of these in melee."""
    found = (
        flanking(scene, creature, ally, target)
        for target in targets
        for ally in allies(scene, creature)
    )
    return tuple(
        Partner(one.target.id, one.ally.id, one.line)
        for one in found
        if one.flanked and one.line is not None
    )


def find_flankings(
    scene: Scene, creature: Creature, target: Creature, mode: AttackMode
) -> tuple[Flanking, ...]:
    """Return whether a creature flanks a target with each of its allies, as all stand now."""
    return tuple(flanking(scene, creature, ally, target, mode) for ally in allies(scene, creature))


def flanking_places(scene: Scene, creature: Creature) -> tuple[int, tuple[str, ...]]:
    """Return the anchors from which a creature would flank an enemy, as bits, and whom.

    They are those of its own space that nobody is in and nothing solid, at its height.
    """
    field = scene.field
    side = scene.space(creature)
    others = [one.bits for one in scene.present if not _belongs_to(scene, one.creature, creature)]
    free = standing(field, side, union(others), dry=False)
    bits = 0
    targets = []
    for target in enemies(scene, creature):
        near = [ally for ally in allies(scene, creature) if threatens(scene, ally, target)]
        if not near:
            continue
        around = field.squares(_around(scene, creature, target) & free)
        there = [at for at in around if _flanks_from(scene, creature, at, target, near)]
        if there:
            bits |= field.bits(there)
            targets.append(target.id)
    return bits, tuple(targets)


def _belongs_to(scene: Scene, other: Creature, creature: Creature) -> bool:
    return other.id == creature.id or scene.paired(other, creature)


def _around(scene: Scene, creature: Creature, target: Creature) -> int:
    body = scene.body(target)
    far = strike(scene, creature).outer + scene.space(creature)
    wide = 2 * far + body.side
    return scene.field.rectangle(body.x - far, body.y - far, wide, wide)


def _flanks_from(
    scene: Scene, creature: Creature, at: Square, target: Creature, partners: Iterable[Creature]
) -> bool:
    moved = scene.moved(creature.id, at)
    there = moved.by_id[creature.id]
    return any(flanking(moved, there, ally, target).flanked for ally in partners)


def by_squares(scene: Scene) -> bool:
    """Whether flankers choose among their squares (C-207); else their centres count (C-212)."""
    return scene.combat.mechanisms.flanking == "any_square"


def may_flank(scene: Scene, who: Creature) -> bool:
    """Whether a creature has the natural reach to flank anybody (C-209)."""
    return not by_squares(scene) or scene.reach(who) > 0


def _grounds(flank: Flanking) -> Iterator[Receipt]:
    scene = flank.scene
    rules = scene.rules
    reason = flank.reason
    if reason == "ranged":
        rule = "C-210" if by_squares(scene) else "C-214"
        yield rules.cite(rule, "only melee attackers flank", Message("a ranged attack"))
        return
    if reason == "reach_zero":
        both = (flank.attacker, flank.ally)
        idle = (name_creature(one) for one in both if not may_flank(scene, one))
        yield rules.cite("C-209", "without reach nobody flanks", tuple(idle))
        return
    yield _threat(flank, flank.attacker, threatens=reason != "attacker_not_threatening")
    if reason != "attacker_not_threatening":
        yield _threat(flank, flank.ally, threatens=reason != "ally_not_threatening")
    if flank.line is not None:
        yield _line(flank, *flank.line)


def _threat(flank: Flanking, creature: Creature, *, threatens: bool) -> Receipt:
    # C-208, C-214
    rules = flank.scene.rules
    label = Message(
        "{who} threatens {target}",
        who=name_creature(creature),
        target=name_creature(flank.target),
    )
    if by_squares(flank.scene):
        rule = "C-208"
    else:
        rule = "C-214"
    parts = [strike_receipt(flank.scene, creature)]
    rise = abs(creature.elevation - flank.target.elevation)
    if rise:
        parts.append(
            rules.cite(
                "C-097",
                "at different heights: each as high as its space is wide, counted 1-2-1-2; apart",
                Squares(rise),
                default=True,
            )
        )
    return rules.cite(rule, label, yes_no(threatens), *parts)


def _line(flank: Flanking, start: Point, end: Point) -> Receipt:
    # G-4
    scene = flank.scene
    rules = scene.rules
    places = _place(start), _place(end)
    parts = []
    if max(scene.body(one).side for one in (flank.attacker, flank.ally)) > 1:
        if by_squares(scene):
            rule = "C-207"
            words = N_("a flanker of several squares picks one; the line joins")
        else:
            rule = "C-213"
            words = N_("the centre of the whole space counts; the line joins")
        parts.append(rules.cite(rule, Message(words), places))
    return rules.cite(
        "G-4",
        "sides of {target} that the line from {start} to {end} meets",
        tuple(map(Message, flank.sides)) or Message("none"),
        *parts,
        target=name_creature(flank.target),
        start=places[0],
        end=places[1],
    )


def _place(point: Point) -> Message:
    x, y = point
    square = str(Square((x - 1) // 2, (y - 1) // 2))
    return Message(
        "the centre of {square}" if x % 2 and y % 2 else "the lower right corner of {square}",
        square=square,
    )
