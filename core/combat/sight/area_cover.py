"""Cover from area effects: lines from the point where one starts (C-168, C-169, C-182)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.board_creatures import Creature, called
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Point
from core.combat.sight.between import Between, as_blockers, covering, grown, hull, low_receipts
from core.combat.sight.lines import corners_of, ends, flows, open_line, touching
from core.combat.sight.sightlines import (
    Degree,
    Explanation,
    SightLine,
    corner_words,
    degree_words,
    line_receipt,
    trace,
)
from core.combat.sight.walls import Walls, field_walls
from core.messages import Message, Refusal, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.values import Struct

ALL_AROUND = 15
"""Every square around a grid corner (`touching`)."""


@dataclass(frozen=True)
class AreaCover:
    """Cover of a target from an area effect (C-168, C-169, C-182); `reflex_bonus` for its save."""

    degree: Degree
    reflex_bonus: int
    affected: bool
    burst: Burst = field(repr=False, compare=False)

    @cached_property
    def _told(self) -> Explanation:
        burst, by_corners = self.burst, self.burst.by_corners
        scene, goal, around = burst.scene, burst.goal, burst.around
        rule = "C-168" if by_corners else "C-182"
        label = Message("cover of {target} from the area effect", target=called(burst.target))
        words = degree_words(self.degree)
        if not scene.field.contains(goal):
            part = scene.rules.cite("C-008", "on the map", yes_no(False))
            return Explanation(scene.rules.cite(rule, label, words, part))
        view, box = burst.view, grown(scene, hull(around, goal))
        lines = tuple(trace(view, view.full, burst.point, q, around, goal) for q, _ in burst.goals)
        parts = (
            *(_line(burst, line, rule) for line in lines),
            *low_receipts(scene, burst.attackers, goal, box, burst.cut),
            *_outcome(self),
        )
        if self.degree == "total":
            rule = "C-175" if by_corners else "C-190"
        by_lattice = by_corners and self.degree != "total"
        return Explanation(scene.rules.cite(rule, label, words, *parts, default=by_lattice), lines)

    @property
    def receipt(self) -> Receipt:
        """The lines from the origin, what cuts them, and the bonus."""
        return self._told.receipt

    @property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines from the origin."""
        return self._told.lines


class Burst(Struct, dict=True):
    """An area effect that starts at the grid corner `origin`, in squares, and a target."""

    scene: Scene
    origin: tuple[int, int]
    target: Creature
    spread: bool

    @property
    def point(self) -> Point:
        """The origin in half-squares."""
        return 2 * self.origin[0], 2 * self.origin[1]

    @property
    def around(self) -> Block:
        """The four squares around the origin, used as the attacker's space."""
        return Block(self.origin[0] - 1, self.origin[1] - 1, 2)

    @property
    def by_corners(self) -> bool:
        """Whether lines go to the target's corners, not to its centre."""
        return self.scene.combat.mechanisms.cover == "corners"

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @cached_property
    def attackers(self) -> tuple[Block, ...]:
        """The open squares at the origin, from which low obstacles are judged (C-168).

        Empty where low obstacles cover everyone: then none at the origin is left out.
        """
        if self.scene.combat.mechanisms.low_cover == "always":
            return ()
        field = self.scene.field
        squares = (square for square in self.around.squares() if field.holds(square))
        return tuple(Block(*s, 1) for s in squares if not field.bit(s) & field.solid)

    @cached_property
    def view(self) -> Between:
        """The blockers of lines from the origin: walls and low obstacles, no creatures."""
        scene, solid = self.scene, field_walls(self.scene.field)
        box = grown(scene, hull(self.around, self.goal))
        low = covering(scene, self.attackers, self.goal, box)
        hard = solid.plus(*as_blockers(low)) if low else solid
        return Between(self.around, self.goal, solid, hard, hard, low)

    @property
    def spreads(self) -> bool:
        """Whether it turns corners (C-169)."""
        return self.spread and self.by_corners

    @property
    def goals(self) -> tuple[tuple[Point, int], ...]:
        """The ends of the lines: the target's four outer corners, or its centre."""
        if self.by_corners:
            return tuple(corners_of(self.goal))
        return ((self.goal.centre, touching(self.goal, self.goal.centre)),)

    def cut(self, walls: Walls) -> bool:
        """Whether blockers cut one of the lines."""
        return not all(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in self.goals)

    @cached_property
    def reached(self) -> bool:
        """Whether there is line of effect from the origin to the target (G-7)."""
        walls = self.view.solid
        return any(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in ends(self.goal))


def area_cover(
    scene: Scene,
    origin: tuple[int, int],
    target: Creature,
    *,
    spread: bool = False,
    take_cover: bool = False,
) -> AreaCover:
    """Return the cover of `target` from an area effect that starts at a grid corner.

    `origin` is (x, y) in squares, (0, 0) the top left corner of A1. Where C-169 holds a `spread`
    turns corners: it ignores cover, and without line of effect it still affects targets that it can
    flow to past solids and walls (at any distance); by centres a spread is like any area. Refusals:
    "unknown_origin" off the map, "unknown_take_cover" where a system has no such action.
    """
    field, figures = scene.field, scene.combat.cover
    if not (0 <= origin[0] <= field.width and 0 <= origin[1] <= field.height):
        raise Refusal("unknown_origin", "The point {x}, {y} is not on the map.",
                      x=origin[0], y=origin[1])  # fmt: skip
    if take_cover and figures.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
    burst = Burst(scene, origin, target, spread)
    if not field.contains(burst.goal):
        return AreaCover("total", 0, False, burst)
    degree: Degree = "none"
    if not burst.reached:
        degree = "total"
    elif burst.cut(burst.view.hard):
        degree = "cover"
    row = figures.taken if take_cover else figures.full
    bonus = row.reflex if degree == "cover" and not burst.spreads else 0
    affected = burst.reached or (burst.spreads and flows(field, burst.around, burst.goal))
    return AreaCover(degree, bonus, affected, burst)


def _line(burst: Burst, line: SightLine, rule: str) -> Receipt:
    end = corner_words(line.end, burst.goal) if burst.by_corners else Message("its centre")
    label = Message("line from the point {x},{y} to {end}",
                    x=burst.origin[0], y=burst.origin[1], end=end)  # fmt: skip
    low = "C-171" if burst.by_corners else "C-185"
    return line_receipt(burst.scene.rules, label, line, rule, low=low)


def _outcome(cover: AreaCover) -> Iterator[Receipt]:
    burst, cite = cover.burst, cover.burst.scene.rules.cite
    yield cite("G-7", "line of effect: a clear line to any corner", yes_no(cover.degree != "total"))
    if burst.spreads:
        yield cite("C-169", "a spread turns corners and ignores cover", yes_no(cover.affected))
    elif cover.degree == "cover" and burst.by_corners:
        yield cite("C-168", "Reflex save", cover.reflex_bonus)
    elif cover.degree == "cover":
        figures = burst.scene.combat.cover
        taken: tuple[Receipt, ...] = ()
        if cover.reflex_bonus != figures.full.reflex:
            taken = (cite("C-181", "Take Cover", cover.reflex_bonus),)
        yield cite("C-180", "Reflex save, circumstance bonus", figures.full.reflex, *taken)
