"""The blockers between attacker and target: solids, low obstacles that cover, creatures.

Which low obstacles cover a target from an attacker is in C-171, C-172 and C-185.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.board.squares import Battlefield, Block, Square, adjacent
from core.combat.board.strikes import melee_reach
from core.combat.board.tops import Aim, Upright, field_between, is_between, may_pass_over
from core.combat.sight.depths import Medium, shut_between
from core.combat.sight.lines import KEPT, Cuts, Walls, field_walls, read_walls
from core.creatures import AttackMode
from core.messages import Message, Squares
from core.receipts import Receipt
from core.values import Struct, replace

LowVerdict: TypeAlias = Literal["covers", "under", "far", "nearer"]
"""Whether a low obstacle covers, or why not: a creature is on it, the target is too far from it,
the attacker is nearer to it."""

Box: TypeAlias = tuple[int, int, int, int]
"""Squares from left, top up to but without right, bottom."""

LOW_KINDS = (None, True, False)
"""A square, the border on its east side, the border on its south side."""


class Low(NamedTuple):
    """A low obstacle: a square, or the border on the east (True) or south (False) side of one."""

    at: Square
    east: bool | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square, or the two squares on either side of the border."""
        if self.east is None:
            return (self.at,)
        return self.at, self.at.by(1, 0) if self.east else self.at.by(0, 1)

    @property
    def name(self) -> str:
        """Its name on the map: "C4", or "C4/D4" for a border."""
        return "/".join(map(str, self.squares))


@lru_cache(maxsize=KEPT)
def low_walls(field: Battlefield) -> Walls | None:
    """Return all low obstacles of a field as blockers; None where there are none."""
    if not (field.low or field.low_east or field.low_south):
        return None
    return read_walls(field, field.low, field.low_east, field.low_south, outside=False)


def low_in(field: Battlefield, box: Box) -> Iterator[Low]:
    """Yield the low obstacles of some squares, and on the borders right of and below them."""
    walls = low_walls(field)
    if walls is None:
        return
    left, top, right, bottom = box
    layers = (walls.across.rows, walls.across.east, walls.across.south)
    mask = ((1 << (right - left)) - 1) << (left + 1)
    for y in range(top, bottom):
        for lines, kind in zip(layers, LOW_KINDS, strict=True):
            bits = lines[y + 1] & mask
            while bits:
                low = bits & -bits
                yield Low(Square(low.bit_length() - 2, y), kind)
                bits ^= low


def _limit(scene: Scene) -> int | None:
    combat = scene.combat
    if combat.mechanisms.low_cover == "near":
        return combat.cover.low_near
    return None


def _low_verdict(limit: int | None, near: int, off: int, under: bool) -> LowVerdict:
    if under:
        return "under"
    if limit is None:
        return "covers"
    if near > limit:
        return "far"
    if off < near:
        return "nearer"
    return "covers"


def _distances(low: Low, attackers: Sequence[Block], target: Block) -> tuple[int, int, bool]:
    # From the target, from the nearest attacker: of whole spaces, to a border from the nearer of
    # its two squares; and whether it is under one of them (C-171, and so for C-185), or a border
    # between two squares of one space.
    if low.east is None:
        near = _apart(target, low.at)
        if attackers:
            off = min([_apart(who, low.at) for who in attackers])
        else:
            off = near
        return near, off, not (near and (off or not attackers))
    one, other = low.squares
    spans = [(_apart(who, one), _apart(who, other)) for who in (target, *attackers)]
    near, *rest = [min(span) for span in spans]
    return near, min(rest, default=near), (0, 0) in spans


def _apart(block: Block, square: Square) -> int:
    x, y = square
    left, top, side = block
    if x < left:
        dx = left - x
    else:
        dx = max(0, x - left - side + 1)
    if y < top:
        dy = top - y
    else:
        dy = max(0, y - top - side + 1)
    if dx >= dy:
        return dx + dy // 2
    return dy + dx // 2


def covering(scene: Scene, attackers: Sequence[Block], target: Block, box: Box) -> tuple[Low, ...]:
    """Return the low obstacles among some squares of the map that cover `target`."""
    if low_walls(scene.field) is None:
        return ()
    limit = _limit(scene)
    if limit is not None:
        x, y, side = target
        far = limit + 1
        left, top, right, bottom = box
        left = max(left, x - far)
        top = max(top, y - far)
        right = min(right, x + side + far)
        bottom = min(bottom, y + side + far)
        if left >= right or top >= bottom:
            return ()
        box = (left, top, right, bottom)
    return tuple(
        low
        for low in low_in(scene.field, box)
        if _low_verdict(limit, *_distances(low, attackers, target)) == "covers"
    )


def with_low(walls: Walls, lows: Sequence[Low]) -> Walls:
    """Return walls with low obstacles as well; the same object where there are none."""
    if not lows:
        return walls
    squares = [Block(*low.at, 1) for low in lows if low.east is None]
    sides = [(low.at, low.east) for low in lows if low.east is not None]
    return walls.plus(squares, sides)


def low_receipts(
    scene: Scene, attackers: Sequence[Block], target: Block, box: Box, cuts: Cuts
) -> Iterator[Receipt]:
    """Yield the low obstacles of a box that cut lines, with their distances and verdicts."""
    nothing = field_walls(scene.field).cleared()
    for low in low_in(scene.field, box):
        if cuts(with_low(nothing, (low,))):
            yield _low_receipt(scene, low, *_distances(low, attackers, target))


def _low_receipt(scene: Scene, low: Low, to: int, away: int, under: bool) -> Receipt:
    cite = scene.rules.cite
    name = low.name
    limit = _limit(scene)
    nearness = limit is not None
    verdict = _low_verdict(limit, to, away, under)
    if verdict == "under":
        rule = "C-171" if nearness else "C-185"
        return cite(
            rule,
            "a creature is on the low obstacle {name}",
            Message("no cover"),
            default=nearness,
            name=name,
        )
    if not nearness:
        return cite("C-185", "the low obstacle {name}", Message("cover"), name=name)
    off = Squares(away)
    near = Squares(to)
    if verdict == "far":
        return cite("C-171", "the low obstacle {name} is too far from the target", near, name=name)
    if verdict == "nearer":
        reach = cite("C-171", "from the target", near)
        return cite(
            "C-172",
            "the attacker is nearer to the low obstacle {name} than its target",
            Message("{off} against {near}", off=off, near=near),
            reach,
            name=name,
        )
    parts = []
    if off == near:
        label = Message("the attacker is just as near, which is not enough to ignore it")
        parts.append(cite("C-172", label, off, questions="QC-9"))
    return cite(
        "C-171",
        "the low obstacle {name} is near enough to the target",
        near,
        *parts,
        questions="QC-8" if to == limit else "",
        name=name,
    )


def upright(scene: Scene, creature: Creature) -> Upright:
    """Return the body of a creature with its height; who is below the ground counts as on it."""
    bearer = scene.bearer(creature)
    return Upright(scene.body(creature), max(0, bearer.elevation), scene.height(bearer))


def scene_between(scene: Scene, one: Creature, other: Creature, aim: Aim) -> Scene:
    """Return the scene with only what cuts lines from the top of one creature to another.

    They go to the top of the other, or to its feet (`core.combat.board.tops`).
    """
    if not _may_pass_over(scene, one, other):
        return scene
    field = field_between(scene.field, upright(scene, one), upright(scene, other), aim)
    if field is scene.field:
        return scene
    return replace(scene, field=field)


def _may_pass_over(scene: Scene, one: Creature, other: Creature) -> bool:
    feet = max(scene.bearer(one).elevation, scene.bearer(other).elevation)
    return may_pass_over(scene.field, feet)


class SightQuery(Struct, dict=True):
    """An attack of one creature on another, as far as lines are concerned.

    `scene` has only what cuts lines to the target's feet, `top_field` what cuts those to its top.
    """

    scene: Scene
    attacker: Creature
    target: Creature
    mode: AttackMode
    top_field: Battlefield

    @cached_property
    def start(self) -> Block:
        """The attacker's space."""
        return self.scene.body(self.attacker)

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @property
    def placed(self) -> bool:
        """Whether both spaces lie wholly on the map."""
        field = self.scene.field
        return field.contains(self.start) and field.contains(self.goal)

    @cached_property
    def shut(self) -> Medium:
        """What lies between the two where one is below the ground; "" = nothing does."""
        feet = (self.attacker.elevation, self.target.elevation)
        return shut_between(self.scene.field, self.start, self.goal, feet)

    @property
    def box(self) -> Box:
        """The squares that lines between the two spaces can touch."""
        return grown(self.scene, hull(self.start, self.goal))

    @property
    def at_hand(self) -> bool:
        """Whether this is melee against an adjacent target."""
        return self.mode == "melee" and adjacent(self.start, self.goal)

    @property
    def reach(self) -> int:
        """The attacker's reach with what it has in hand, in squares (C-164)."""
        return melee_reach(self.scene, self.attacker)


def sight_query(scene: Scene, attacker: Creature, target: Creature, mode: AttackMode) -> SightQuery:
    """Return the question after the lines of an attack, with what they pass over left out."""
    if not _may_pass_over(scene, attacker, target):
        return SightQuery(scene, attacker, target, mode, scene.field)
    to_top = scene_between(scene, attacker, target, "top").field
    to_feet = scene_between(scene, attacker, target, "feet")
    return SightQuery(to_feet, attacker, target, mode, to_top)


class Between(Struct, kw_only=True):
    """The blockers that matter to lines from `start` to `goal`.

    `solid` are walls alone, `hard` low obstacles too, `full` the `bodies` of creatures as well;
    two of them are one object where nothing is added. `bare`: no solid is in the rectangle of
    both spaces; `open`: no blocker at all is, and every line is clear.
    """

    start: Block
    goal: Block
    solid: Walls
    hard: Walls
    full: Walls
    low: tuple[Low, ...] = ()
    bodies: tuple[tuple[Creature, Block], ...] = ()
    bare: bool = False
    open: bool = False


def between(query: SightQuery, bodies: Iterable[tuple[Creature, Block]]) -> Between:
    """Return the blockers between two spaces of the map; of creatures only these `bodies`."""
    scene = query.scene
    start = query.start
    goal = query.goal
    bodies = tuple(bodies)
    solid = field_walls(scene.field)
    box = hull(start, goal)
    low = covering(scene, (start,), goal, grown(scene, box))
    bare = solid.bare(*box)
    if bare and not low and not any(meets_box(block, box) for _, block in bodies):
        return Between(
            start=start, goal=goal, solid=solid, hard=solid, full=solid, bare=True, open=True
        )
    hard = with_low(solid, low)
    if bodies:
        full = hard.plus([block for _, block in bodies])
    else:
        full = hard
    return Between(
        start=start, goal=goal, solid=solid, hard=hard, full=full, low=low, bodies=bodies, bare=bare
    )


def hull(a: Block, b: Block) -> Box:
    """Return the smallest rectangle of squares that holds two spaces."""
    return (
        min(a.x, b.x),
        min(a.y, b.y),
        max(a.x + a.side, b.x + b.side),
        max(a.y + a.side, b.y + b.side),
    )


def grown(scene: Scene, box: Box) -> Box:
    """Return the rectangle and the squares around it: all that lines within it can touch."""
    left, top, right, bottom = box
    return (
        max(0, left - 1),
        max(0, top - 1),
        min(scene.field.width, right + 1),
        min(scene.field.height, bottom + 1),
    )


def meets_box(block: Block, box: Box) -> bool:
    """Whether a space has a square in a rectangle."""
    left, top, right, bottom = box
    return (
        block.x < right
        and left < block.x + block.side
        and block.y < bottom
        and top < block.y + block.side
    )


def others(query: SightQuery) -> list[tuple[Creature, Block]]:
    """Return the living creatures near lines between two spaces, with theirs (C-177).

    Those that overlap attacker or target are left out: riders, mounts, whoever shares a space
    (C-057, C-257); and those above or below the way between the two.
    """
    start = query.start
    goal = query.goal
    box = query.box
    near = [
        (creature, body)
        for creature, body in query.scene.standing
        if meets_box(body, box) and not (body.overlaps(start) or body.overlaps(goal))
    ]
    feet = {creature.elevation for creature, _ in near}
    feet |= {query.attacker.elevation, query.target.elevation}
    if len(feet) == 1:
        return near
    one = _standing_body(query.scene, query.attacker, start)
    other = _standing_body(query.scene, query.target, goal)
    return [
        (creature, body)
        for creature, body in near
        if is_between(one, other, _standing_body(query.scene, creature, body))
    ]


def _standing_body(scene: Scene, creature: Creature, space: Block) -> Upright:
    bearer = scene.bearer(creature)
    return Upright(space, bearer.elevation, scene.height(bearer))


def idle_receipts(
    query: SightQuery, cuts: Cuts, corpses: str, companions: str
) -> Iterator[Receipt]:
    """Yield the creatures on the lines that are not cover: corpses, those sharing a space.

    `corpses` is the rule that leaves out the dead, `companions` that for creatures sharing a
    space other than riders and mounts (C-257).
    """
    scene = query.scene
    start = query.start
    goal = query.goal
    box = query.box
    nothing = field_walls(scene.field).cleared()
    for creature in scene.creatures:
        body = scene.body(creature)
        if creature.id in (query.attacker.id, query.target.id) or not (
            scene.field.contains(body) and meets_box(body, box) and cuts(nothing.plus((body,)))
        ):
            continue
        if body.overlaps(start) or body.overlaps(goal):
            if body.overlaps(start):
                near = query.attacker
            else:
                near = query.target
            if scene.paired(creature, near):
                rule = "C-257"
            else:
                rule = companions
            label = Message(
                "{who} shares the space of {other}",
                who=name_creature(creature),
                other=name_creature(near),
            )
        elif scene.has(creature, "dead"):
            rule = corpses
            label = Message("{who} is dead", who=name_creature(creature))
        else:
            continue
        yield scene.rules.cite(rule, label, Message("no cover"))
