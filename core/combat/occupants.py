"""Creatures in the way: whose spaces may be entered, which hamper, where one may stop.

One rule at a time, the first that applies (C-056 to C-075): a creature that fills its space; one
that is defenceless or lies fallen; a friend; a very small mover; three sizes of difference; an
acrobatic check; else the space is closed. Elevation is not looked at: the map is flat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.creatures import Creature
from core.combat.manner import Manner
from core.combat.scene import Scene
from core.combat.squares import Square
from core.rulesets.combat.bodies import Effect

Closed: TypeAlias = Literal["", "occupied", "fills_space", "ally_charge"]
Because: TypeAlias = Literal[
    "fills_space", "defenceless", "fallen", "friend", "tiny", "sizes", "tumble", "able"
]
LARGE = "L"


@dataclass(frozen=True, slots=True)
class Right:
    """What a mover may do with another creature's space.

    `because` is why. `closed` is the reason that no step may enter it ("" = one may);
    `shared`: one may also stop there; `hampers`: crossing it is one more doubling (C-060).
    """

    because: Because
    closed: Closed = ""
    shared: bool = False
    hampers: bool = False


@dataclass(frozen=True)
class Occupants:
    """The squares that other creatures close, hamper, or keep from being stopping places.

    `full` are the squares that have no room for this mover among the very small (C-067).
    `rights` are all others by the order of the scene, for reasons and receipts.
    """

    closed: int
    hampering: int
    unshared: int
    full: int
    rights: tuple[tuple[Creature, Right], ...]


def bearer(scene: Scene, creature: Creature) -> Creature:
    """Who makes the movement: a rider's mount, else the creature itself (C-257)."""
    return scene.by_id.get(creature.rides, creature)


def others(scene: Scene, mover: Creature) -> Iterator[Creature]:
    """Everybody but the mover, its mount and its riders (C-257)."""
    mount = bearer(scene, mover).id
    for other in scene.creatures:
        if mount not in (other.id, other.rides):
            yield other


def occupants(scene: Scene, mover: Creature, manner: Manner) -> Occupants:
    """What the other creatures of a scene mean to a mover."""
    closed = hampering = unshared = 0
    rights: list[tuple[Creature, Right]] = []
    leaves_at_once = manner.next_move_action and scene.combat.mechanisms.passing == "willing"
    for other in others(scene, mover):
        right = right_of(scene, mover, other, manner)
        rights.append((other, right))
        space = scene.field.block(scene.body(other))
        if right.closed:
            closed |= space
        if right.hampers:
            hampering |= space
        if right.closed or not (right.shared or leaves_at_once):
            unshared |= space
    return Occupants(closed, hampering, unshared, _full(scene, mover), tuple(rights))


def right_of(scene: Scene, mover: Creature, other: Creature, manner: Manner) -> Right:
    """What a mover may do with the space of another creature, which is not its own company."""
    if not other.conditions:
        effects: frozenset[Effect] = frozenset()
    else:
        effects = frozenset(_effects(scene, other))
    if "fills_space" in effects and "dead" not in effects:
        return FILLS
    mover = bearer(scene, mover)
    if scene.combat.mechanisms.passing == "willing":
        return _willing(scene, mover, other, effects, manner)
    return _defenceless(scene, mover, other, effects, manner)


FILLS = Right("fills_space", closed="fills_space")
ABLE = Right("able", closed="occupied")
TINY = Right("tiny", shared=True)
FRIEND = Right("friend")
CHARGED = Right("friend", closed="ally_charge")
SIZES = Right("sizes")
FALLEN = Right("fallen", shared=True)


def _effects(scene: Scene, creature: Creature) -> Iterator[Effect]:
    table = scene.combat.conditions
    for name in creature.conditions:
        if name in table:
            yield from table[name].effects


def _defenceless(
    scene: Scene, mover: Creature, other: Creature, effects: frozenset[Effect], manner: Manner
) -> Right:
    """An able enemy closes its squares, a defenceless creature opens them (C-056 to C-066)."""
    if "defenceless" in effects:
        return Right("defenceless", shared=True, hampers=_hampers(scene, other, effects))
    if scene.friends(mover, other):
        return CHARGED if manner.action == "charge" else FRIEND
    if scene.size(mover).enters_occupied:
        return TINY
    if _far_apart(scene, mover, other):
        return SIZES
    if manner.tumbles_past(other.id):
        return Right("tumble", hampers=_is_large(scene, other))
    return ABLE


def _willing(
    scene: Scene, mover: Creature, other: Creature, effects: frozenset[Effect], manner: Manner
) -> Right:
    """A space is crossed with its owner's will; the fallen are shared (C-068 to C-075)."""
    if scene.size(mover).enters_occupied:
        return TINY
    friend = scene.friends(mover, other)
    fallen = "fallen" in effects or (friend and "prone" in effects)
    if fallen and scene.size(other).rank <= scene.size(mover).rank:
        return FALLEN
    if friend:
        return FRIEND
    if _far_apart(scene, mover, other):
        return SIZES
    return Right("tumble") if manner.tumbles_past(other.id) else ABLE


def _far_apart(scene: Scene, mover: Creature, other: Creature) -> bool:
    """Whether the sizes differ by the three categories that let one pass (C-065, C-074)."""
    apart = abs(scene.size(mover).rank - scene.size(other).rank)
    return apart >= scene.combat.measures.passing_sizes


def _hampers(scene: Scene, other: Creature, effects: frozenset[Effect]) -> bool:
    """Whether a defenceless body is an obstacle: flagged by the GM, or large (C-060)."""
    if scene.combat.mechanisms.bodies == "flagged":
        return "bulky" in effects
    return _is_large(scene, other)


def _is_large(scene: Scene, other: Creature) -> bool:
    """Whether a creature hampers by its size whenever it is crossed (C-060)."""
    if scene.combat.mechanisms.bodies != "large":
        return False
    return scene.size(other).rank >= scene.combat.sizes[LARGE].rank


def _full(scene: Scene, mover: Creature) -> int:
    """The squares without room for one more very small creature: by hundredths (C-067)."""
    share = scene.size(bearer(scene, mover)).share
    if not share:
        return 0
    taken: dict[Square, int] = {}
    for other in others(scene, mover):
        part = scene.size(other).share
        if part:
            for square in scene.body(other).squares():
                taken[square] = taken.get(square, 0) + part
    most = scene.combat.measures.crowd - share
    return scene.field.bits(square for square, parts in taken.items() if parts > most)
