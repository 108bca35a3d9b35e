"""Cover by lines between corners (C-160 to C-165, C-173 to C-176)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.distance import gap, measure
from core.combat.board.squares import Block, Point
from core.combat.sight.between import Between
from core.combat.sight.lines import ends, open_line, touching
from core.combat.sight.walls import Walls

Degree: TypeAlias = Literal["none", "soft", "screen", "partial", "cover", "improved", "total"]


class Chosen(NamedTuple):
    """The degree of cover that the attacker's best choice leaves.

    `corner` is the grid corner chosen and `aim` what its lines go to, the target's space or in
    melee one square of it; or `squares` are those of attacker and target. `hint`: from some corner
    exactly three of the four lines are free (C-173). `seen`: one of the lines is clear of solids,
    so there is line of effect.
    """

    degree: Degree
    corner: Point = (0, 0)
    squares: tuple[Block, Block] | None = None
    hint: bool = False
    seen: bool = True
    aim: Block | None = None


def from_corner(view: Between, aims: Sequence[Block]) -> Chosen:
    """The ranged rule: the best corner of the attacker, its four lines to the target's (C-160).

    A big attacker may use any grid corner of its squares; `aims` are the spaces to whose corners
    the lines may go, one of them at a time (C-165, `aims_at`). None is better than soft cover,
    soft cover than cover (C-176).
    """
    targets = [(aim, [(q, touching(view.goal, q)) for q in aim.corners()]) for aim in aims]
    soft: Chosen | None = None
    hint = seen = False
    most, best, aimed = -1, view.start.corners()[0], aims[0]
    for p, s in ends(view.start):
        known: dict[Point, int] = {}
        for aim, goals in targets:
            for q, g in goals:
                if q not in known:
                    known[q] = _free(view, p, q, s, g)
            found = [known[q] for q, _ in goals]
            count = found.count(FREE)
            if count == len(goals):
                return Chosen("none", p, aim=aim)
            hint |= count == len(goals) - 1
            seen = seen or any(found)
            if count > most:
                most, best, aimed = count, p, aim
            if soft is None and min(found) >= BODY:
                soft = Chosen("soft", p, aim=aim)
    return soft or Chosen("cover", best, None, hint, seen, aimed)


def aims_at(start: Block, goal: Block, *, melee: bool) -> tuple[Block, ...]:
    """What lines to a target may go to: its whole space, in melee any one square of it (C-165).

    Whoever strikes a big creature in melee, with reach too, picks the square that suits it; the
    outer corners of the whole space are for ranged attacks. The nearest squares come first.
    """
    if not melee or goal.side == 1:
        return (goal,)
    squares = [Block(*square, 1) for square in goal.squares()]
    return tuple(sorted(squares, key=lambda square: measure(*gap(start, square))))


SOLID, LOW, BODY, FREE = range(4)
"""What cuts a line, from worst to best: solids, low obstacles, a creature, nothing."""


def _free(view: Between, p: Point, q: Point, start: int, goal: int) -> int:
    # G-1
    if not (view.bare or open_line(view.solid, p, q, start, goal)):
        return SOLID
    if view.full is view.solid or open_line(view.full, p, q, start, goal):
        return FREE
    if not view.bodies:
        return LOW
    return BODY if view.hard is view.solid or open_line(view.hard, p, q, start, goal) else LOW


def from_squares(view: Between) -> Chosen:
    """The rule of adjacent melee: every line between all corners of two squares (C-162).

    Attacker and target of several squares: whichever squares suit the attacker (C-165). Creatures
    never matter; the pair with the fewest lines cut is chosen.
    """
    least, best = 17, (view.start, view.goal)
    for mine in view.start.squares():
        for theirs in view.goal.squares():
            pair = Block(*mine, 1), Block(*theirs, 1)
            cut = cut_lines(view.hard, *pair, least)
            if not cut:
                return Chosen("none", squares=pair)
            if cut < least:
                least, best = cut, pair
    return Chosen("cover", squares=best, seen=least < 16)


def cut_lines(walls: Walls, a: Block, b: Block, most: int) -> int:
    """How many of the sixteen lines between two squares are cut; counts no further than `most`."""
    goals, found = ends(b), 0
    for p, s in ends(a):
        for q, g in goals:
            if not open_line(walls, p, q, s, g):
                found += 1
                if found >= most:
                    return found
    return found
