"""Creatures in the way: spaces that may be entered, that hamper, that may be stopped in.

One rule at a time, the first that applies (C-056 to C-075): a creature that fills its space; one
that is defenceless; a friend in a charge; a very small mover; one that lies fallen; a friend;
three sizes of difference; an acrobatic check; squeezing past, where that opens a space; else the
space is closed. Elevation is not looked at: the map is flat. Where the catalogue is silent: a
rider closes its mount's space by its own size and condition, for C-257 gives the pair the mount's
only when it moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.scene import Creature, Manner, Present, Scene
from core.combat.board.squares import Square
from core.messages import N_
from core.rulesets.bodies import Effect, Size
from core.rulesets.combat_schema import Combat
from core.values import Struct

Closed: TypeAlias = Literal["", "occupied", "fills_space", "ally_charge"]
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
    closed: Closed = ""
    shared: bool = False
    hampers: bool = False
    squeezed: bool = False


FILLS = Right("C-066", N_("fills its space: nobody passes"), closed="fills_space")
DEFENCELESS = Right("C-059", N_("defenceless: may be crossed and stopped on"), shared=True)
BULKY = DEFENCELESS._replace(hampers=True)
FALLEN = Right("C-071", N_("lies there and is no larger: the space may be shared"), shared=True)
FRIEND = Right("C-056", N_("a friend: may be crossed"))
CHARGED = Right("C-056", N_("a friend: no charge passes through it"), closed="ally_charge")
TINY = Right("C-064", N_("open to the very small, who may also stop there"), shared=True)
SIZES = Right("C-065", N_("three sizes apart: may be crossed"))
TUMBLED = Right("C-063", N_("open to a successful acrobatic check"))
CLAMBERED = TUMBLED._replace(hampers=True)
SQUEEZED = Right("C-080", N_("an enemy: may be squeezed past, but not stopped on"), squeezed=True)
ABLE = Right("C-058", N_("an enemy: closed"), closed="occupied")


class Meeting(NamedTuple):
    """A mover (a mount, if it is ridden) and another creature: all that decides its right."""

    mine: Size
    theirs: Size
    friends: bool
    effects: frozenset[Effect]
    tumbled: bool
    charging: bool
    squeezing: bool = False


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
    combat, mount = scene.combat, scene.bearer(mover)
    mine = scene.size(mount)
    leaves = manner.next_move_action and combat.mechanisms.passing == "willing"  # C-069
    tumbles, charging = manner.tumble is not False, manner.action == "charge"
    squeezing = manner.squeeze and combat.mechanisms.squeezing != "activity"
    closed = hampering = unshared = squeezed = 0
    rights: list[tuple[Creature, Right]] = []
    for other in others(scene, mover):
        friends = scene.friends(mount, other.creature)
        tumbled = tumbles and manner.tumbles_past(other.creature.id)
        met = Meeting(mine, other.size, friends, other.effects, tumbled, charging, squeezing)
        right = right_of(combat, met)
        rights.append((other.creature, right))
        if right.closed:
            closed |= other.bits
        if right.hampers:
            hampering |= other.bits
        if right.squeezed:
            squeezed |= other.bits
        if right.closed or not (right.shared or leaves):
            unshared |= other.bits
    full = _full(scene, mover, mine)
    return Occupants(closed, hampering, unshared, full, squeezed, tuple(rights))


def right_of(combat: Combat, met: Meeting) -> Right:
    """Return a mover's right to another creature's space."""
    if "fills_space" in met.effects and "dead" not in met.effects:
        return FILLS
    if combat.mechanisms.passing == "willing":
        return _by_will(combat, met)
    return _by_defence(combat, met)


def _by_defence(combat: Combat, met: Meeting) -> Right:
    if "defenceless" in met.effects:
        return BULKY if _hampers(combat, met) else DEFENCELESS
    if met.friends and met.charging:
        return CHARGED
    if met.mine.enters_occupied:
        return TINY
    if met.friends:
        return FRIEND
    if _far_apart(combat, met):
        return SIZES
    if met.tumbled:
        return CLAMBERED if _imposing(combat, met) else TUMBLED
    if met.squeezing and combat.mechanisms.squeezing_past == "open":
        return SQUEEZED
    return ABLE


def _by_will(combat: Combat, met: Meeting) -> Right:
    if met.mine.enters_occupied:
        return TINY._replace(rule="C-075")
    fallen = "fallen" in met.effects or (met.friends and "prone" in met.effects)
    if fallen and met.theirs.rank <= met.mine.rank:
        return FALLEN
    if not met.friends and _far_apart(combat, met):
        return SIZES._replace(rule="C-074")
    right = FRIEND if met.friends else TUMBLED if met.tumbled else ABLE
    return right._replace(rule="C-068")


def _far_apart(combat: Combat, met: Meeting) -> bool:
    # C-065, C-074
    return abs(met.mine.rank - met.theirs.rank) >= combat.measures.passing_sizes


def _hampers(combat: Combat, met: Meeting) -> bool:
    # C-060
    if combat.mechanisms.bodies == "flagged":
        return "bulky" in met.effects
    return _imposing(combat, met)


def _imposing(combat: Combat, met: Meeting) -> bool:
    # C-060
    if combat.mechanisms.bodies != "large":
        return False
    return met.theirs.rank > combat.sizes[MEDIUM].rank


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
