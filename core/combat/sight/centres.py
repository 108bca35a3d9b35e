"""Cover by the line between centres, and screening by creatures (C-179 to C-190)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.combat.board.creatures import Creature
from core.combat.board.squares import Block
from core.combat.sight.asked import Asked
from core.combat.sight.between import Between, between, others
from core.combat.sight.corners import Degree
from core.combat.sight.lines import corners_of, line_of_effect, open_line, touching
from core.combat.sight.walls import Walls

Bodies = Sequence[tuple[Creature, Block]]


class Centred(NamedTuple):
    """Cover by centres: `view` is what the line between these can meet, `screens` the corners'.

    `screens` is None in adjacent melee, where nothing screens. `covered`: the line between the
    centres is cut; `screened`: all lines from the attacker's corners are.
    """

    degree: Degree
    covered: bool
    screened: bool
    view: Between
    screens: Between | None


def by_centres(asked: Asked, *, deny: bool = False) -> Centred:
    """The degree of cover of two creatures that are on the map and apart (C-179 to C-190).

    With `deny` the GM says that what stands on the line is too thin to cover (C-184); then walls
    do not screen either, only creatures.
    """
    scene, start, goal = asked.scene, asked.start, asked.goal
    bodies = others(scene, start, goal)
    view = between(scene, start, goal, larger(asked, bodies))
    screens = None if asked.at_hand else between(scene, start, goal, screening(asked, bodies))
    if not view.open and not line_of_effect(scene.field, start, goal):
        return Centred("total", True, False, view, screens)
    covered = not (view.open or centre_clear(view.full, start, goal))
    cut = screens is not None and not screens.open and all_cut(screens.full, start, goal)
    if deny and covered and cut and screens is not None:
        blocks = [block for _, block in screens.bodies]
        cut = all_cut(screens.solid.cleared().plus(blocks), start, goal)
    degree: Degree = "cover" if covered and not deny else "screen" if cut else "none"
    return Centred(degree, covered, cut, view, screens)


def larger(asked: Asked, bodies: Bodies) -> Bodies:
    """The creatures so much larger than both that they are blocking terrain (C-186)."""
    scene = asked.scene
    both = max(scene.size(asked.attacker).rank, scene.size(asked.target).rank)
    least = both + scene.combat.cover.larger_sizes
    return [body for body in bodies if scene.size(body[0]).rank >= least]


def screening(asked: Asked, bodies: Bodies) -> Bodies:
    """The creatures big enough to screen from this attacker (C-188)."""
    scene = asked.scene
    most = scene.size(asked.attacker).rank - scene.combat.cover.smaller_sizes
    return [body for body in bodies if scene.size(body[0]).rank > most]


def centre_clear(walls: Walls, start: Block, goal: Block) -> bool:
    """Whether the line from centre to centre is clear (C-179)."""
    p, q = start.centre, goal.centre
    return open_line(walls, p, q, touching(start, p), touching(goal, q))


def all_cut(walls: Walls, start: Block, goal: Block) -> bool:
    """Whether all lines from the attacker's corners to the target's centre are cut (C-187)."""
    q = goal.centre
    there = touching(goal, q)
    return not any(open_line(walls, p, q, s, there) for p, s in corners_of(start))
