"""Opportunities: who may strike at, or react to, a creature that moves (C-106 to C-121)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from itertools import pairwise
from operator import or_

from core.combat.board.creatures import Creature
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.footing import SMALL
from core.combat.threat.lookout import Lookout
from core.combat.threat.occasions import Occasion, Watch, Watched
from core.combat.threat.why.opportunities import course_receipt, standing_receipt, staying_receipt
from core.messages import N_, Refusal, Value
from core.receipts import Receipt


@dataclass(frozen=True, slots=True)
class Opportunity:
    """One enemy's opportunity: the first anchor that the mover leaves within its reach, and all."""

    by: str
    at: Square
    all: tuple[Square, ...]


@dataclass(frozen=True)
class Provoked:
    """Who may strike along a path, by id; one opportunity for each enemy.

    `watched` is what each enemy could see of it, also those that do not strike.
    """

    opportunities: tuple[Opportunity, ...]
    watched: tuple[Watched, ...] = field(repr=False)
    why: Callable[[], Receipt] = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """For each enemy and square why it may strike or not."""
        return self.why()


class BadPath(Refusal):
    """A path that nobody can take; `number` is that of its square, counted from 1."""

    def __init__(self, code: str, number: int, template: str, /, **values: Value) -> None:
        super().__init__(code, template, **values)
        self.number = number


def provokes(
    scene: Scene,
    mover: Creature,
    path: Sequence[Square],
    manner: Manner,
    already: Collection[str] = (),
) -> Provoked:
    """Who may strike at a mover along a path of anchors, its own first (C-106 to C-121, C-257).

    `already` are the ids of enemies that had their opportunity against it this round (C-107).
    What the mover enters, and what it costs, is not judged here. BadPath: an empty path, one that
    begins elsewhere ("wrong_start"), leaves the map ("off_the_map"), jumps ("not_adjacent") or is
    too long for the action ("too_long").
    """
    lookout = Lookout(scene, mover, manner, frozenset(already))
    check_path(lookout, path)
    return along(lookout, path)


def along(lookout: Lookout, path: Sequence[Square]) -> Provoked:
    """`provokes` for a path that can be one."""
    places = tuple(lookout.place(path, number) for number in range(len(path)))
    if len(path) == 1 and not lookout.by_round:
        places *= 2  # a move action that leaves no square triggers where it ends (C-119)
    watched = _watched(lookout, places)
    return _provoked(watched, partial(course_receipt, lookout, tuple(path), watched))


def staying(lookout: Lookout) -> Provoked:
    """Nobody: the mover stays where it is."""
    return _provoked((), partial(staying_receipt, lookout))


def standing(scene: Scene, who: Creature) -> Provoked:
    """Who may strike at a creature for what it does where it stands: a coup de grâce (C-247)."""
    lookout = Lookout(scene, who, Manner())
    at = scene.body(who).anchor
    watched = _watched(lookout, (lookout.place((at,), 0),) * 2)
    return _provoked(watched, partial(standing_receipt, lookout, watched))


def _watched(lookout: Lookout, places: Sequence[tuple[Block, ...]]) -> tuple[Watched, ...]:
    bits = tuple(reduce(or_, map(lookout.scene.field.block, place)) for place in places)
    every = reduce(or_, bits)
    return tuple(
        Watched(
            watch,
            () if watch.excuse or not watch.near & every else _along(lookout, watch, places, bits),
        )
        for watch in lookout.watches
    )


def _along(
    lookout: Lookout,
    watch: Watch,
    places: Sequence[tuple[Block, ...]],
    bits: Sequence[int],
) -> tuple[Occasion, ...]:
    found = (
        lookout.occasion(
            watch, place, after[-1], lookout.heights[number] if lookout.heights else None
        )
        for number, (place, after) in enumerate(pairwise(places))
        if watch.near & (bits[number] | bits[number + 1])
    )
    return tuple(occasion for occasion in found if occasion is not None)


def _provoked(watched: tuple[Watched, ...], why: Callable[[], Receipt]) -> Provoked:
    opportunities: list[Opportunity] = []
    for one in watched:
        if one.strikes:
            by = one.watch.by.id
            opportunities.append(Opportunity(by, one.strikes[0], one.strikes))
    return Provoked(tuple(opportunities), watched, why)


def check_path(lookout: Lookout, path: Sequence[Square]) -> None:
    """See that a path can be one: BadPath as in `provokes`."""
    scene, side = lookout.scene, lookout.side
    at = scene.body(lookout.bearer).anchor
    if not path or path[0] != at:
        raise BadPath(
            "wrong_start", 1, N_("a path begins where the mover stands, at {at}"), at=str(at)
        )
    for number, square in enumerate(path, start=1):
        if scene.field.width and not scene.field.contains(Block(*square, side)):
            raise BadPath(
                "off_the_map", number, N_("the space at {square} does not lie on the map"),
                square=str(square),
            )  # fmt: skip
    for number, (one, other) in enumerate(pairwise(path), start=2):
        if max(abs(one.x - other.x), abs(one.y - other.y)) != 1:
            raise BadPath(
                "not_adjacent", number, N_("{square} is not next to {before}"),
                square=str(other), before=str(one),
            )  # fmt: skip
    if lookout.manner.action in SMALL and len(path) > 2:
        raise BadPath("too_long", 3, N_("a step of 1.5 m is one square"))
