"""The steps and stopping places of a mover, with prices: the sets that the search runs on.

All anchors are computed at once by bitboards (G-3, G-5, G-8). The block that moves is the whole
space of a creature, or its leading block while it squeezes; a square is the block anchored there.
Ground, walls and the map's edge decide the passage of a body (C-041, C-044, C-045, C-052 to C-055);
it is cached for each battlefield, by side and mode. The part of the creatures at the mover's height
is laid over it: spaces that may be entered, that hamper, that may be stopped in.

For creatures in the way, the first rule that applies counts (C-056 to C-075): a creature that
fills its space; one that is defenceless; a friend in a charge; a very small mover; one that lies
fallen; a friend; three sizes of difference; an acrobatic check; squeezing past, where that opens
a space; else the space is closed. Elevation is not looked at: the map is flat. Where the
catalogue is silent: a rider closes its mount's space by its own size and condition, for C-257
gives the pair the mount's only when it moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from core.combat.board.scene import Action, Creature, GridMode, Manner, Present, Scene
from core.combat.board.squares import (
    DIRECTIONS,
    Battlefield,
    Square,
    apart,
    astride,
    covered,
    inside,
    shifted,
    touching,
    union,
)
from core.combat.board.tops import field_at, is_borne
from core.messages import Refusal
from core.rulesets.combat_schema import Combat, Size
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

STRAIGHT = tuple(name for name, (dx, dy) in DIRECTIONS.items() if not dx or not dy)
DIAGONAL = tuple(name for name, (dx, dy) in DIRECTIONS.items() if dx and dy)


@dataclass(frozen=True, repr=False)
class Steps:
    """All legal steps of one mover in one manner.

    `into[direction]` are the anchors that may be entered by a step in that direction: terrain,
    corners, walls and occupants allow it (C-021 to C-075), whatever it costs.
    `weights[k]` are the anchors that cost k doublings, or k squares more where hindrances
    are added (G-5); the sets are disjoint and hold all anchors. `doublings[j]` are the anchors
    with j doublings that are not the ground's (empty under "adding"): they multiply the price of
    a low wall. `low[direction]`, straight ones only, are the anchors whose entering crosses a low
    wall on a border, for `low_price` squares (C-041). `ends` are the anchors where the mover may
    stop (C-040, C-061, C-067, C-069). `parity` is the first diagonal's surcharge, 0 or 1.

    The price of a step (G-5), m = 2 ** k: straight m, or 1 + k where hindrances are added;
    a diagonal 3m / 2 for k >= 1 without touching the parity, else 1 + parity, which flips;
    where hindrances are added 1 + parity + k, which always flips.
    """

    stride: int
    start: int
    into: Mapping[str, int]
    weights: tuple[int, ...]
    doublings: tuple[int, ...]
    low: Mapping[str, int]
    low_price: int
    ends: int
    adding: bool = False
    parity: int = 0


ON_THE_GROUND: tuple[GridMode, ...] = ("walk", "swim")
"""The modes that ground, low walls and bodies hamper, hurt and keep from stopping.

Whoever flies or is incorporeal ignores them (C-033, C-044); a burrower passes beneath them.
"""
KEPT = 32
"""The number of passages that are cached."""


class Passage(Struct, kw_only=True):
    """The anchors of a body of `side` squares; every set holds bits of the battlefield.

    `fits`: on the map. `stands`: ground that this mode may be on, and not astride a wall; the
    incorporeal may be, for a wall on a border is not a solid square (C-044).
    `entered[direction]`: `stands`, and no wall between two squares of the old and new space.
    `open[direction]`: also, diagonally, nothing solid, no wall and no low one in the block of the
    old and new space beyond those two spaces (C-041, C-052, C-054, C-055).
    `low[direction]`, straight steps: the front crosses a low wall squarely (C-041).
    `rough` and `rougher`: the worst square has weight 1, or 2 (C-032); `hurts`: a square of it is
    hazardous (C-047); `no_stop`: nobody may stop on a square of it (C-040).
    """

    side: int
    fits: int
    stands: int
    entered: Mapping[str, int]
    open: Mapping[str, int]
    low: Mapping[str, int]
    rough: int
    rougher: int
    hurts: int
    no_stop: int


def allowed(field: Battlefield, mode: GridMode) -> int:
    """Return the squares that a mode of movement may be on (C-044, C-045, C-131, C-132)."""
    if mode == "incorporeal":
        return field.every
    if mode == "swim":
        return field.water & ~field.solid
    if mode == "burrow":
        return field.every & ~(field.solid & ~field.earth | field.water)
    if mode == "walk":
        return field.every & ~(field.solid | field.water | field.drop)
    return field.every & ~field.solid


def passage_of(field: Battlefield, side: int, manner: Manner, combat: Combat) -> Passage:
    """Return the passage of a body of side `side` that moves in this manner."""
    solid_corners = combat.mechanisms.corners == "solid"
    if manner.below:
        field = field.without_borders
    if field.drop and (manner.climbs or manner.mode != "walk"):
        field = replace(field, drop=0)
    return passage(field, side, manner.mode, solid_corners, manner.at_the_edge)


@lru_cache(maxsize=KEPT)
def passage(
    field: Battlefield, side: int, mode: GridMode, corners: bool, at_the_edge: bool = False
) -> Passage:
    """Return the passage of a body of side `side`; `corners`: solid ones may not be cut.

    `at_the_edge`: a swimmer has one square in the water at least, not all.
    """
    stride = field.stride
    grounded = mode in ON_THE_GROUND
    fits = inside(field.every, side, side, stride)
    stands = inside(allowed(field, mode), side, side, stride)
    if mode == "swim" and at_the_edge:
        firm = inside(field.every & ~field.solid, side, side, stride)
        stands = firm & touching(field.water, side, side, stride)
    if mode != "incorporeal":
        stands &= ~astride(field, side, side)
    entered = {name: stands & ~_walled(field, side, name, mode) for name in DIRECTIONS}
    swept = {name: fits & ~_cut(field, side, name, mode, corners) for name in DIAGONAL}
    low = {name: 0 for name in STRAIGHT}
    if grounded:
        low = {name: fits & _front(field, side, name) for name in STRAIGHT}

    def under(layer: int) -> int:
        if not grounded:
            return 0
        return fits & touching(layer, side, side, stride)

    return Passage(
        side=side,
        fits=fits,
        stands=stands,
        entered=entered,
        open={name: entered[name] & swept.get(name, entered[name]) for name in DIRECTIONS},
        low=low,
        rough=under(field.hampered),
        rougher=under(field.hampered_twice),
        hurts=under(field.hazard),
        no_stop=under(field.no_stop),
    )


def _walled(field: Battlefield, side: int, direction: str, mode: GridMode) -> int:
    # After a straight step these are one rectangle; after a diagonal one they are two spaces that
    # share no border outside both (the new one is in `stands`).
    if mode == "incorporeal":
        return 0
    dx, dy = DIRECTIONS[direction]
    if dx and dy:
        return shifted(astride(field, side, side), dx + dy * field.stride)
    back = max(0, dx) + max(0, dy) * field.stride
    return astride(field, side + abs(dx), side + abs(dy)) << back


def _cut(field: Battlefield, side: int, direction: str, mode: GridMode, corners: bool) -> int:
    # C-041, C-052
    if mode == "incorporeal":
        return 0
    dx, dy = DIRECTIONS[direction]
    stride = field.stride
    block = side + 1
    bits = 0
    if mode in ON_THE_GROUND:
        bits |= touching(field.low_east, side, block, stride)
        bits |= touching(field.low_south, block, side, stride)
    if corners:
        bits |= astride(field, block, block)
        solid = field.solid & ~field.earth if mode == "burrow" else field.solid
        if dx == dy:
            bits |= solid >> side | solid >> (side * stride)
        else:
            bits |= solid | solid >> (side + side * stride)
    return bits << (max(0, dx) + max(0, dy) * stride)


def _front(field: Battlefield, side: int, direction: str) -> int:
    stride = field.stride
    match direction:
        case "E":
            return shifted(touching(field.low_east, 1, side, stride), 2 - side)
        case "W":
            return touching(field.low_east, 1, side, stride)
        case "S":
            return shifted(touching(field.low_south, side, 1, stride), (2 - side) * stride)
        case _:
            return touching(field.low_south, side, 1, stride)


MEDIUM = "M"
"""Every system has this size; those above it are large (C-060)."""


class Right(NamedTuple):
    """A mover's right to another creature's space, by `rule`; `says` is its text.

    `closed` is the reason that no step may enter the space ("" = one may); `shared`: the mover
    may also stop there; `hampers`: crossing it is one more doubling
    (C-060); `squeezed`: it is crossed at the price of squeezing (C-080).
    """

    rule: str
    says: str
    closed: Literal["", "occupied", "fills_space", "ally_charge"] = ""
    shared: bool = False
    hampers: bool = False
    squeezed: bool = False


FILLS = Right("C-066", "fills its space: nobody passes", closed="fills_space")
DEFENCELESS = Right("C-059", "defenceless: may be crossed and stopped on", shared=True)
BULKY = DEFENCELESS._replace(hampers=True)
FALLEN = Right("C-071", "lies there and is no larger: the space may be shared", shared=True)
FRIEND = Right("C-056", "a friend: may be crossed")
CHARGED = Right("C-056", "a friend: no charge passes through it", closed="ally_charge")
TINY = Right("C-064", "open to the very small, who may also stop there", shared=True)
SIZES = Right("C-065", "three sizes apart: may be crossed")
TUMBLED = Right("C-063", "open to a successful acrobatic check")
CLAMBERED = TUMBLED._replace(hampers=True)
SQUEEZED = Right("C-080", "an enemy: may be squeezed past, but not stopped on", squeezed=True)
ABLE = Right("C-058", "an enemy: closed", closed="occupied")


class Occupants(Struct):
    """The squares that other creatures close, hamper, or keep from being stopping places.

    `full` are the squares that have no room for this mover among the very small (C-067),
    `squeezed` those of enemies that it squeezes past (C-080).
    `rights` are all others by the order of the scene, for reasons and receipts.
    """

    closed: int
    hampering: int
    unshared: int
    full: int
    squeezed: int
    rights: tuple[tuple[Creature, Right], ...]


def others(scene: Scene, mover: Creature) -> Iterator[Present]:
    """Everybody but the mover, its mount and its riders (C-257)."""
    mount = scene.bearer(mover).id
    for other in scene.present:
        rides = other.creature.rides
        if other.creature.id != mount and not (rides and rides == mount):
            yield other


def lying_on(scene: Scene, creature: Creature) -> tuple[Creature, ...]:
    """Return the creatures that keep a prone one from standing up: in its space (C-072).

    Empty in systems without that rule, and for creatures that are not prone.
    """
    if not scene.rules.states("C-072") or not scene.has(creature, "prone"):
        return ()
    body = scene.body(creature)
    there = (other for other in others(scene, creature) if other.space.overlaps(body))
    return tuple(other.creature for other in there)


def occupants(scene: Scene, mover: Creature, manner: Manner) -> Occupants:
    """Return the squares that the other creatures of a scene close or hamper."""
    mount = scene.bearer(mover)
    leaves = manner.next_move_action and scene.combat.mechanisms.passing == "willing"  # C-069
    closed = hampering = unshared = squeezed = 0
    rights = []
    for other in others(scene, mover):
        right = right_of(scene, mount, manner, other)
        rights.append((other.creature, right))
        if right.closed:
            closed |= other.bits
        if right.hampers:
            hampering |= other.bits
        if right.squeezed:
            squeezed |= other.bits
        if right.closed or not (right.shared or leaves):
            unshared |= other.bits
    full = _full(scene, mover, scene.size(mount))
    return Occupants(closed, hampering, unshared, full, squeezed, tuple(rights))


def right_of(scene: Scene, mount: Creature, manner: Manner, other: Present) -> Right:
    """Return the right of a mover (its `mount`, if it is ridden) to another creature's space."""
    combat = scene.combat
    mechanisms = combat.mechanisms
    effects = other.effects
    if "fills_space" in effects and "dead" not in effects:
        return FILLS
    friends = scene.friends(mount, other.creature)
    mine = scene.size(mount)
    opened = manner.runs_down(other.creature.id)
    tumbled = opened or manner.tumbles_past(other.creature.id)
    larger = other.size.rank - mine.rank
    far_apart = abs(larger) >= combat.measures.passing_sizes  # C-065, C-074
    if mechanisms.passing == "willing":
        if mine.enters_occupied:
            return TINY._replace(rule="C-075")
        if larger <= 0 and ("fallen" in effects or (friends and "prone" in effects)):
            return FALLEN
        if not friends and far_apart:
            return SIZES._replace(rule="C-074")
        if friends:
            right = FRIEND
        elif tumbled:
            right = TUMBLED
        else:
            right = ABLE
        return right._replace(rule="C-068")
    # C-060
    imposing = mechanisms.bodies == "large" and other.size.rank > combat.sizes[MEDIUM].rank
    if "defenceless" in effects:
        bulky = imposing
        if mechanisms.bodies == "flagged":
            bulky = "bulky" in effects
        if bulky:
            return BULKY
        return DEFENCELESS
    if friends and manner.action == "charge":
        return CHARGED
    if mine.enters_occupied:
        return TINY
    if friends:
        return FRIEND
    if far_apart:
        return SIZES
    if tumbled:
        if imposing:
            return CLAMBERED
        return TUMBLED
    squeezes = moves_leading_block(combat, squeeze=manner.squeeze)
    if squeezes and mechanisms.squeezing_past == "open":
        return SQUEEZED
    return ABLE


def _full(scene: Scene, mover: Creature, mine: Size) -> int:
    # C-067
    if not mine.share:
        return 0
    taken: dict[Square, int] = {}
    for other in others(scene, mover):
        if other.size.share:
            for square in other.space.squares():
                taken[square] = taken.get(square, 0) + other.size.share
    most = scene.combat.measures.crowd - mine.share
    return scene.field.bits(square for square, parts in taken.items() if parts > most)


def in_the_air(scene: Scene, creature: Creature) -> bool:
    """Whether a creature, or who carries it, is in the air: not on the ground, nor on a roof."""
    feet = scene.bearer(creature).elevation
    return feet > 0 and not is_borne(scene.field, scene.body(creature), feet)


def level(scene: Scene, mover: Creature, feet: int, keep: Collection[str] = ()) -> Scene:
    """Return the scene as it is at the mover's height, if it is at `feet` squares.

    Creatures at other heights are left out, but those of the ids `keep`, and what is no higher
    than the mover's feet is under it. Heights are those of `Scene.height`.
    """
    mover = scene.bearer(mover)
    field = field_at(scene.field, feet)
    if field is not scene.field:
        scene = replace(scene, field=field)
    side = scene.space(mover)
    if not feet and not any(one.elevation for one in scene.creatures):
        return scene
    there = tuple(
        creature
        for creature in scene.creatures
        if creature.id == mover.id
        or creature.id in keep
        or scene.paired(creature, mover)
        or not apart(side, scene.height(creature), (feet, creature.elevation))
    )
    if len(there) == len(scene.creatures):
        return scene
    return replace(scene, creatures=there)


def scene_at_height(scene: Scene, mover: Creature) -> Scene:
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
    "no_run" (C-252), "no_step_by" (C-019), or "".
    `squeezes`: the leading block moves (G-8); `narrow` are the anchors where that is squeezed,
    `unseen` those where the mover does not see its way (C-046).
    """

    still: str
    squeezes: bool
    passage: Passage
    occupants: Occupants
    narrow: int
    steps: Steps
    unseen: int = 0


def leading_side(side: int) -> int:
    """Return the side of a squeezing creature's leading block: half, rounded up (G-8)."""
    return (side + 1) // 2


def moves_leading_block(combat: Combat, *, squeeze: bool) -> bool:
    """Whether who squeezes moves its leading block (G-8).

    Never where squeezing is an activity off the grid (C-085).
    """
    return squeeze and combat.mechanisms.squeezing != "activity"


def moving_side(side: int, combat: Combat, *, squeeze: bool) -> int:
    """Return the side of the block that moves: the whole space, or the leading one (G-8)."""
    if moves_leading_block(combat, squeeze=squeeze):
        return leading_side(side)
    return side


def unseen_squares(scene: Scene, mover: Creature) -> int:
    """Return the squares where a mover does not see its way, as bits (C-046).

    All for the blind, the dim ones for all, the dark ones for who lacks darkvision (house default).
    None where the system adds squares for difficult ground instead of doubling.
    """
    if scene.combat.mechanisms.difficult == "adding":
        return 0
    if scene.has(mover, "blind"):
        return scene.field.every
    return scene.field.dim | _too_dark(scene, mover)


def _too_dark(scene: Scene, mover: Creature) -> int:
    if scene.has(mover, "sees_in_dark"):
        return 0
    if not scene.lit:
        if scene.light == "dark":
            return scene.field.every
        return 0
    return union(squares for light, squares in scene.lit if light == "dark")


def unseen_doublings(scene: Scene, mover: Creature) -> int:
    """Return the doublings of every square for a mover that does not see where it is (C-046)."""
    seen = scene.field.block(scene.body(mover)) & ~unseen_squares(scene, mover)
    if seen:
        return 0
    return 1


def unseen_anchors(field: Battlefield, side: int, unseen: int) -> int:
    """Return the anchors of a space of `side` squares that is all in the squares `unseen`."""
    if unseen:
        return inside(unseen, side, side, field.stride)
    return 0


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
        return "no_run"
    if steps_by(scene.rules, manner.action, manner.mode):
        return ""
    return "no_step_by"


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
        raise Refusal(
            "extra_doublings", "Extra doublings must be 0 to {most}.", most=MOST_DOUBLINGS
        )


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
    field = scene.field
    mechanisms = scene.combat.mechanisms
    body = scene.body(mover)
    squeezes = moves_leading_block(scene.combat, squeeze=manner.squeeze)
    side = moving_side(body.side, scene.combat, squeeze=manner.squeeze)
    stride = field.stride
    way = passage_of(field, side, manner, scene.combat)
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
    unseen = way.fits & unseen_anchors(field, side, manner.unseen)
    weights, doublings = _weights(scene, mover, way, there, (narrow, unseen), manner)
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
    if manner.mode == "incorporeal":
        solid = field.solid
    else:
        solid = 0
    # C-040, C-044, C-061, C-067, C-069
    taken = touching(there.unshared | there.full | solid, side, side, stride)
    counted = manner.goes_on or mechanisms.diagonals == "per_turn"
    mover_steps = Steps(
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
    return Footing(
        still=still,
        squeezes=squeezes,
        passage=way,
        occupants=there,
        narrow=narrow,
        steps=mover_steps,
        unseen=unseen,
    )


def roomy(scene: Scene, side: int, there: Occupants, manner: Manner) -> int:
    """Return the anchors whose space is free of walls and of closed squares (G-8)."""
    whole = passage_of(scene.field, side, manner, scene.combat)
    closed = there.closed | there.squeezed
    return whole.stands & ~touching(closed, side, side, scene.field.stride)


def _weights(
    scene: Scene,
    mover: Creature,
    way: Passage,
    there: Occupants,
    hampered: tuple[int, ...],
    manner: Manner,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # `hampered` are sets of anchors with one doubling each.
    ground = (way.fits & ~way.rough, way.rough & ~way.rougher, way.rougher)
    if scene.combat.mechanisms.difficult == "adding":
        if scene.has(scene.bearer(mover), "ignores_difficult"):
            ground = (way.fits & ~way.rougher, way.rougher, 0)
        return ground, ()
    none = (0,) * manner.extra_doublings
    bodies = 0
    if there.hampering and manner.mode in ON_THE_GROUND:
        bodies = way.fits & touching(there.hampering, way.side, way.side, scene.field.stride)
    more = _counted(way.fits, (bodies, *hampered))
    if len(more) == 1:
        return none + ground, (*none, way.fits)
    sums = [0] * (len(ground) + len(more) - 1)
    for weight, under in enumerate(ground):
        for count, anchors in enumerate(more):
            sums[weight + count] |= under & anchors
    return none + tuple(sums), none + more


def _counted(fits: int, sets: tuple[int, ...]) -> tuple[int, ...]:
    # The anchors by how many of the sets hold them.
    counts = [fits]
    for anchors in filter(None, sets):
        counts.append(0)
        for count in reversed(range(1, len(counts))):
            counts[count] |= counts[count - 1] & anchors
            counts[count - 1] &= ~anchors
    return tuple(counts)
