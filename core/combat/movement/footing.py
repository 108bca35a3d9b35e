"""The steps and stopping places of a mover, with prices: the sets that the search runs on.

All anchors are computed at once by bitboards (G-3, G-5, G-8). The part of the battlefield is
cached (`core.combat.movement.step_sets`); that of the creatures at the mover's height is laid
over it.
"""

from __future__ import annotations

from collections.abc import Collection

from core.combat.board.scene import Action, Creature, Manner, Scene
from core.combat.board.squares import DIRECTIONS, covered, touching
from core.combat.movement.occupants import Occupants, occupants
from core.combat.movement.step_sets import ON_THE_GROUND, Passage, Steps, passage
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


def overlap(feet: int, high: int, other: int, other_high: int) -> bool:
    """Whether two bodies share a height."""
    return feet < other + other_high and other < feet + high


def in_the_air(scene: Scene, creature: Creature) -> bool:
    """Whether a creature, or who carries it, is above the ground."""
    return scene.bearer(creature).elevation > 0


def level(scene: Scene, mover: Creature, feet: int, keep: Collection[str] = ()) -> Scene:
    """Return the scene with only the creatures at the mover's height, if it is at `feet` squares.

    Walls and the creatures of the ids `keep` stay. A creature is taken to be as high as its
    space is wide (house default).
    """
    mover = scene.bearer(mover)
    side = scene.space(mover)
    if not feet and not any(one.elevation for one in scene.creatures):
        return scene
    there = tuple(
        one
        for one in scene.creatures
        if one.id == mover.id
        or one.id in keep
        or scene.paired(one, mover)
        or overlap(feet, side, one.elevation, scene.body(one).side)
    )
    return scene if len(there) == len(scene.creatures) else replace(scene, creatures=there)


def met(scene: Scene, mover: Creature) -> Scene:
    """Return the scene with only the creatures at the mover's present height."""
    return level(scene, mover, scene.bearer(mover).elevation)


SMALL: tuple[Action, ...] = ("five_foot_step", "step")
"""The actions that move one square (C-034, C-038)."""
FAST: tuple[Action, ...] = ("run", "charge")
"""The actions that weariness forbids (C-250, C-252)."""
MOST_DOUBLINGS = 10
"""The most extra doublings that the GM may set."""


class Footing(Struct):
    """Everything that decides a step of one mover in one manner.

    `still` says why it makes no step at all: "cannot_move" (C-251), "in_the_air" (C-033),
    "fatigued" (C-252), "no_step_by" (C-019), or "".
    `squeezes`: the leading block moves (G-8); `narrow` are the anchors where that is squeezed.
    """

    still: str
    squeezes: bool
    passage: Passage
    occupants: Occupants
    narrow: int
    steps: Steps


def leading_side(side: int) -> int:
    """Return the side of a squeezing creature's leading block: half, rounded up (G-8)."""
    return (side + 1) // 2


def unhampered(rules: Ruleset, action: Action) -> bool:
    """Whether an action enters no hampered square (C-030, C-034, C-038).

    A system without a rule on runs and charges sets them no bounds.
    """
    return action in SMALL or (action in FAST and rules.states("C-030"))


def straight(rules: Ruleset, action: Action) -> bool:
    """Whether an action keeps one direction, as a run does (C-031)."""
    return action == "run" and rules.states("C-031")


def stillness(scene: Scene, mover: Creature, manner: Manner) -> str:
    """Return why a creature makes no step in this manner, as `Footing.still`.

    A creature in the air cannot walk: a house default.
    """
    mover = scene.bearer(mover)
    if scene.has(mover, "cannot_move"):
        return "cannot_move"
    if manner.mode == "walk" and not manner.climbs and in_the_air(scene, mover):
        return "in_the_air"
    if manner.action in FAST and scene.has(mover, "no_run"):
        return "fatigued"
    return "" if steps_by(scene.rules, manner.action, manner.mode) else "no_step_by"


def steps_by(rules: Ruleset, action: Action, mode: str) -> bool:
    """Whether the action can be made in this mode: no Step with a special Speed (C-019)."""
    row = rules.combat.movements.get(mode)
    return action != rules.combat.mechanisms.small_step or row is None or row.small_step


def check_manner(rules: Ruleset, manner: Manner) -> None:
    """Raise Refusal("extra_doublings") where hindrances are added, or for over ten (C-046)."""
    if not manner.extra_doublings:
        return
    if rules.combat.mechanisms.difficult == "adding":
        raise Refusal(
            "extra_doublings",
            "{system} adds squares where other systems double, so it has no extra doublings.",
            system=rules.id,
        )
    if not 0 < manner.extra_doublings <= MOST_DOUBLINGS:
        raise Refusal("extra_doublings", "Extra doublings must be 0 to {most}.",
                      most=MOST_DOUBLINGS)  # fmt: skip


def steps(scene: Scene, mover: Creature, manner: Manner) -> Steps:
    """Return all steps that a mover may make, and its stopping places (C-021 to C-085).

    The anchors are those of its space, of its mount's (C-257), or of its leading block while it
    squeezes. The start need not be a lawful place. Left to the caller: that a run is one straight
    line (C-031), and that a five-foot step or a Step is a single one. Under a mechanism that
    squeezes off the grid `manner.squeeze` changes nothing (C-085). Refusals: those of
    `check_manner`.
    """
    return footing(scene, mover, manner).steps


def footing(scene: Scene, mover: Creature, manner: Manner) -> Footing:
    """Return the steps of a mover with what decides them. Refusals: those of `check_manner`."""
    check_manner(scene.rules, manner)
    field, mechanisms = scene.field, scene.combat.mechanisms
    body = scene.body(mover)
    squeezes = manner.squeeze and mechanisms.squeezing != "activity"
    side, stride = leading_side(body.side) if squeezes else body.side, field.stride
    way = passage(field, side, manner.mode, mechanisms.corners == "solid")
    there = occupants(scene, mover, manner)
    narrow = 0
    if squeezes and side == body.side:
        # G-8: The squares of an enemy that is squeezed past are never free (C-080).
        narrow = way.fits & touching(there.squeezed, side, side, stride)
    elif squeezes:
        # In a charge friends close their squares too (C-056): one does not charge half across them.
        slack = body.side - side + 1
        wide = roomy(scene, body.side, there, manner)
        narrow = way.fits & ~covered(wide, slack, slack, stride)
    weights, doublings = _weights(scene, mover, way, there, narrow, manner)
    still = stillness(scene, mover, manner)
    into = way.open
    if still:
        into = dict.fromkeys(DIRECTIONS, 0)
    elif unhampered(scene.rules, manner.action):
        free = weights[0] & ~touching(there.closed, side, side, stride) & way.fits
        into = {name: free & at & ~way.low.get(name, 0) for name, at in way.open.items()}
    elif there.closed:
        free = way.fits & ~touching(there.closed, side, side, stride)
        into = {name: anchors & free for name, anchors in way.open.items()}
    solid = field.solid if manner.mode == "incorporeal" else 0
    # C-040, C-044, C-061, C-067, C-069
    taken = touching(there.unshared | there.full | solid, side, side, stride)
    counted = manner.goes_on or mechanisms.diagonals == "per_turn"
    found = Steps(
        stride=stride,
        start=field.bit(body.anchor),
        into=into,
        weights=weights,
        doublings=doublings,
        low=way.low,
        low_price=scene.combat.obstacles.low_edge,
        ends=way.stands & ~(way.no_stop | taken),
        adding=mechanisms.difficult == "adding",
        parity=manner.diagonals_before % 2 if counted else 0,
    )
    return Footing(still, squeezes, way, there, narrow, found)


def roomy(scene: Scene, side: int, there: Occupants, manner: Manner) -> int:
    """Return the anchors whose space is free of walls and of closed squares (G-8)."""
    whole = passage(scene.field, side, manner.mode, scene.combat.mechanisms.corners == "solid")
    closed = there.closed | there.squeezed
    return whole.stands & ~touching(closed, side, side, scene.field.stride)


def _weights(
    scene: Scene, mover: Creature, way: Passage, there: Occupants, narrow: int, manner: Manner
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ground = (way.fits & ~way.rough, way.rough & ~way.rougher, way.rougher)
    if scene.combat.mechanisms.difficult == "adding":
        if scene.has(scene.bearer(mover), "ignores_difficult"):
            ground = (way.fits & ~way.rougher, way.rougher, 0)
        return ground, ()
    none = (0,) * manner.extra_doublings
    bodies = 0
    if there.hampering and manner.mode in ON_THE_GROUND:
        bodies = way.fits & touching(there.hampering, way.side, way.side, scene.field.stride)
    if not bodies and not narrow:
        return none + ground, (*none, way.fits)
    more = (way.fits & ~(bodies | narrow), bodies ^ narrow, bodies & narrow)
    sums = [0] * (len(ground) + len(more) - 1)
    for weight, under in enumerate(ground):
        for count, anchors in enumerate(more):
            sums[weight + count] |= under & anchors
    return none + tuple(sums), none + more
