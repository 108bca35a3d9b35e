"""Cover by lines between corners (C-160 to C-165, C-173 to C-176)."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from core.combat.between import Between
from core.combat.lines import corners_of, ends, open_line
from core.combat.squares import Block, Point
from core.combat.walls import Walls

Degree: TypeAlias = Literal["none", "soft", "screen", "partial", "cover", "improved", "total"]


class Chosen(NamedTuple):
    """The degree of cover that the attacker's best choice leaves.

    `corner` is the grid corner chosen, or `squares` those of attacker and target. `hint`: from
    some corner exactly three of the four lines are free (C-173). `seen`: one of the lines is clear
    of solids, so there is line of effect.
    """

    degree: Degree
    corner: Point = (0, 0)
    squares: tuple[Block, Block] | None = None
    hint: bool = False
    seen: bool = True


def from_corner(view: Between) -> Chosen:
    """The ranged rule: the best corner of the attacker, its four lines to the target's (C-160).

    A big attacker may use any grid corner of its squares; the lines go to the four outer corners
    of the target's space (C-165). None is better than soft cover, soft cover than cover (C-176).
    """
    goals = tuple(corners_of(view.goal))
    soft: Point | None = None
    hint = seen = False
    most, best = -1, view.start.corners()[0]
    for p, s in ends(view.start):
        found = [_free(view, p, q, s, g) for q, g in goals]
        count = found.count(FREE)
        if count == len(goals):
            return Chosen("none", p)
        hint |= count == len(goals) - 1
        seen = seen or any(found)
        if count > most:
            most, best = count, p
        if soft is None and min(found) >= BODY:
            soft = p
    if soft is not None:
        return Chosen("soft", soft)
    return Chosen("cover", best, None, hint, seen)


SOLID, LOW, BODY, FREE = range(4)
"""What cuts a line, from worst to best: solids, low obstacles, a creature, nothing."""


def _free(view: Between, p: Point, q: Point, start: int, goal: int) -> int:
    """The worst that cuts a line; together with what is worse all counts as one (G-1)."""
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
