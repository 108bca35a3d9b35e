"""An attacker, a target and a mode, and the blockers between: solids, low cover, creatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from core.combat.board.board_creatures import Creature, called
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, adjacent
from core.combat.board.strikes import melee_reach
from core.combat.sight.low import Box, Low, as_blockers, covering
from core.combat.sight.walls import Cuts, Walls, field_walls
from core.creatures import AttackMode
from core.messages import Message
from core.receipts import Receipt
from core.values import Struct


class SightQuery(Struct, dict=True):
    """An attack of one creature on another, as far as lines are concerned."""

    scene: Scene
    attacker: Creature
    target: Creature
    mode: AttackMode

    @cached_property
    def start(self) -> Block:
        """The attacker's space."""
        return self.scene.body(self.attacker)

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @property
    def together(self) -> bool:
        """Whether the two spaces overlap (C-166)."""
        return self.start.overlaps(self.goal)

    @property
    def placed(self) -> bool:
        """Whether both spaces lie wholly on the map."""
        field = self.scene.field
        return field.contains(self.start) and field.contains(self.goal)

    @property
    def adjacent(self) -> bool:
        """Whether the spaces touch, or overlap (C-006)."""
        return adjacent(self.start, self.goal)

    @property
    def at_hand(self) -> bool:
        """Whether this is melee against an adjacent target."""
        return self.mode == "melee" and self.adjacent

    @property
    def reach(self) -> int:
        """The attacker's reach with what it has in hand, in squares (C-164)."""
        return melee_reach(self.scene, self.attacker)


class Between(Struct):
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


def between(
    scene: Scene, start: Block, goal: Block, bodies: Sequence[tuple[Creature, Block]]
) -> Between:
    """Return the blockers between two spaces of the map; of creatures only these `bodies`."""
    solid = field_walls(scene.field)
    box = hull(start, goal)
    low = covering(scene, (start,), goal, grown(scene, box))
    bodies = tuple(bodies)
    bare = solid.bare(*box)
    if bare and not low and not any(meets_box(block, box) for _, block in bodies):
        return Between(start, goal, solid, solid, solid, bare=True, open=True)
    hard = solid.plus(*as_blockers(low)) if low else solid
    full = hard.plus([block for _, block in bodies]) if bodies else hard
    return Between(start, goal, solid, hard, full, low, bodies, bare)


def hull(a: Block, b: Block) -> Box:
    """Return the smallest rectangle of squares that holds two spaces."""
    return (
        min(a.x, b.x), min(a.y, b.y),
        max(a.x + a.side, b.x + b.side), max(a.y + a.side, b.y + b.side),
    )  # fmt: skip


def grown(scene: Scene, box: Box) -> Box:
    """Return the rectangle and the squares around it: all that lines within it can touch."""
    left, top, right, bottom = box
    return (
        max(0, left - 1), max(0, top - 1),
        min(scene.field.width, right + 1), min(scene.field.height, bottom + 1),
    )  # fmt: skip


def meets_box(block: Block, box: Box) -> bool:
    """Whether a space has a square in a rectangle."""
    left, top, right, bottom = box
    return (
        block.x < right
        and left < block.x + block.side
        and block.y < bottom
        and top < block.y + block.side
    )


def others(scene: Scene, start: Block, goal: Block) -> list[tuple[Creature, Block]]:
    """Return the living creatures near lines between two spaces, with theirs (C-177).

    Those that overlap attacker or target are left out: riders, mounts, whoever shares a space
    (C-057, C-257).
    """
    box = grown(scene, hull(start, goal))
    return [
        (creature, body)
        for creature, body in scene.standing
        if meets_box(body, box) and not (body.overlaps(start) or body.overlaps(goal))
    ]


def idle_receipts(
    asked: SightQuery, cuts: Cuts, corpses: str, companions: str
) -> Iterator[Receipt]:
    """Yield the creatures on the lines that are not cover: corpses, those sharing a space.

    `corpses` is the rule that leaves out the dead, `companions` that for creatures sharing a
    space other than riders and mounts (C-257).
    """
    scene, start, goal = asked.scene, asked.start, asked.goal
    box, nothing = grown(scene, hull(start, goal)), field_walls(scene.field).cleared()
    for creature in scene.creatures:
        body = scene.body(creature)
        if creature.id in (asked.attacker.id, asked.target.id) or not (
            scene.field.contains(body) and meets_box(body, box) and cuts(nothing.plus((body,)))
        ):
            continue
        if body.overlaps(start) or body.overlaps(goal):
            near = asked.attacker if body.overlaps(start) else asked.target
            rule = "C-257" if scene.paired(creature, near) else companions
            label = Message(
                "{who} shares the space of {other}", who=called(creature), other=called(near)
            )
        elif scene.has(creature, "dead"):
            rule, label = corpses, Message("{who} is dead", who=called(creature))
        else:
            continue
        yield scene.rules.cite(rule, label, Message("no cover"))
