"""Opportunities: attacks and reactions against a creature that moves (C-106 to C-121).

The outlook of a move to a square adds the way, partners and cover, for the cursor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from core.combat.board.scene import Creature, Manner, Scene, called
from core.combat.board.squares import (
    DIRECTIONS,
    Block,
    Square,
    direction_of,
    inside,
    shifted,
    touching,
    union,
)
from core.combat.board.strikes import strike_receipt
from core.combat.movement.footing import SMALL, Steps, steps, straight
from core.combat.search.reach import Cheapest, cheapest
from core.combat.search.search import search
from core.combat.sight.concealment import Concealment, concealment, sees
from core.combat.sight.cover import Cover, cover
from core.combat.threat.threat import Partner, enemies, partners, threatened_squares, threatens
from core.combat.threat.threateners import (
    STRIKES,
    ExposedStep,
    Threateners,
    Watch,
    excuse_receipt,
    occasion_receipt,
)
from core.creatures import AttackMode
from core.messages import Message, Refusal, Squares, Value
from core.receipts import Receipt
from core.values import Struct, replace


def safe_way(
    lookout: Threateners, steps: Steps, to: Square
) -> tuple[tuple[Square, ...], int] | None:
    """Return the cheapest path to an anchor that provokes nobody, and its cost, or None.

    `steps` are those of the mover, which may spend the budget of its manner.
    """
    watches = tuple(watch for watch in lookout.watches if not watch.excuse)
    # A safe way may not leave the anchors `left`, nor make the steps `entered` into an anchor.
    left, entered, stride = _sure(lookout, watches), dict.fromkeys(DIRECTIONS, 0), steps.stride
    known = {}
    while True:
        into = {}
        for name, (dx, dy) in DIRECTIONS.items():
            past = shifted(left, dx + dy * stride)
            into[name] = steps.into.get(name, 0) & ~(past | entered[name])
        found = search(replace(steps, into=into), lookout.manner.budget, to)
        path, cost = found.path(to), found.cost(to)
        if cost is None:
            return None
        safe = True
        for one, other in pairwise(path):
            if (one, other) not in known:
                known[one, other] = next(_strikes(lookout, watches, one, other), None)
            occasion = known[one, other]
            if occasion is None:
                continue
            safe = False
            if occasion.entering:
                entered[direction_of(one, other)] |= 1 << (other.y * stride + other.x)
            else:
                left |= 1 << (one.y * stride + one.x)
        if safe:
            return path, cost


def _strikes(
    lookout: Threateners, watches: tuple[Watch, ...], one: Square, other: Square
) -> Iterator[ExposedStep]:
    before, after = Block(*one, lookout.side), Block(*other, lookout.side)
    field = lookout.scene.field
    bits = field.block(before) | field.block(after)
    for watch in watches:
        if watch.near & bits:
            occasion = lookout.occasion(watch, (before,), after)
            if occasion is not None and occasion.strikes:
                yield occasion


def _sure(lookout: Threateners, watches: tuple[Watch, ...]) -> int:
    field, side = lookout.scene.field, lookout.side
    found = 0
    for watch in watches:
        if watch.reach.feet == lookout.feet and _nothing_helps(lookout, watch):
            found |= threatened_squares(field, watch.reach)[0]
            found |= field.block(watch.reach.body) if watch.reach.own_space else 0
    anchors = touching(found, side, side, field.stride)
    if lookout.withdraws:
        anchors &= ~field.bit(lookout.start.anchor)
    return anchors & inside(field.every, side, side, field.stride)


def _nothing_helps(lookout: Threateners, watch: Watch) -> bool:
    if lookout.scene.combat.mechanisms.opportunity_denied == "never":
        return True
    x, y, side = watch.reach.body
    far = watch.reach.outer + lookout.side - 1
    around = Block(x - far, y - far, side + 2 * far)
    light = lookout.scene.light_on(around, darkest=True)
    if not any(sees(lookout.scene, watch.by, one, light) for one in lookout.targets(watch)):
        return False
    if watch.reach.outer > 1 and lookout.others_in(around, watch):
        return False
    field = lookout.scene.field
    covering = field.solid | field.low | field.wall_east | field.wall_south
    return not field.block(around) & (covering | field.low_east | field.low_south)


NOBODY = Message("nobody")
NONE = Message("none")
NOTHING = Message("provokes nothing")


class Opportunity(Struct):
    """One enemy's opportunity: the first anchor that the mover leaves within its reach, and all."""

    by: str
    at: Square
    all: tuple[Square, ...]


class Watched(Struct):
    """A path as one enemy sees it: the places left within its reach, in order."""

    watch: Watch
    occasions: tuple[ExposedStep, ...]

    @property
    def strikes(self) -> tuple[Square, ...]:
        """The places, each once, where it may strike."""
        found = (occasion.at for occasion in self.occasions if occasion.strikes)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Provoked:
    """The opportunities against a mover along its `path`; empty = it does not move.

    `watched` are the views of all enemies, including those that do not strike. `standing`: for an
    action without movement.
    """

    lookout: Threateners = field(repr=False, compare=False)
    path: tuple[Square, ...] = ()
    watched: tuple[Watched, ...] = field(default=(), repr=False)
    standing: bool = False

    @cached_property
    def opportunities(self) -> tuple[Opportunity, ...]:
        """One for each enemy that may strike, by id."""
        return tuple(
            Opportunity(one.watch.by.id, one.strikes[0], one.strikes)
            for one in self.watched
            if one.strikes
        )

    @cached_property
    def receipt(self) -> Receipt:
        """For each enemy and square, why it may strike or not."""
        lookout, path, cite = self.lookout, self.path, self.lookout.scene.rules.cite
        mover = called(lookout.mover)
        if not path:
            return cite(lookout.rule, "{mover} stays where it is", NOTHING, mover=mover)
        who = tuple(called(one.watch.by) for one in self.watched if one.strikes) or NOBODY
        enemies = tuple(
            _enemy(lookout, one, path) for one in self.watched if one.occasions or not lookout.quiet
        )
        if self.standing:
            return cite(
                "C-247", "who may strike at {mover} for a coup de grâce", who, *enemies, mover=mover
            )
        return cite(
            lookout.rule,
            "who may strike at {mover} on its way",
            who,
            *_terms(lookout, path),
            *enemies,
            mover=mover,
        )


class BadPath(Refusal):
    """An impossible path; `number` is that of the wrong square, counted from 1."""

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
    """Return the opportunities along a path of anchors, its own first (C-106 to C-121, C-257).

    `already` are the ids of enemies that had their opportunity against it this round (C-107).
    Whether the squares can be entered, and the cost, is not judged here. BadPath: an empty path,
    one that begins elsewhere ("wrong_start"), leaves the map ("off_the_map"), jumps
    ("not_adjacent") or is too long for the action ("too_long").
    """
    lookout = Threateners(scene, mover, manner, frozenset(already))
    check_path(lookout, path)
    return along(lookout, path)


def along(lookout: Threateners, path: Sequence[Square]) -> Provoked:
    """Return `provokes` for a path already checked."""
    places = tuple(lookout.place(path, number) for number in range(len(path)))
    if len(path) == 1 and not lookout.by_round:
        places *= 2  # a move action that leaves no square triggers where it ends (C-119)
    return Provoked(lookout, tuple(path), _watched(lookout, places))


def standing(scene: Scene, who: Creature) -> Provoked:
    """Return the opportunities against a creature that makes a coup de grâce (C-247)."""
    lookout = Threateners(scene, who, Manner())
    at = scene.body(who).anchor
    watched = _watched(lookout, (lookout.place((at,), 0),) * 2)
    return Provoked(lookout, (at, at), watched, standing=True)


def _watched(lookout: Threateners, places: Sequence[tuple[Block, ...]]) -> tuple[Watched, ...]:
    bits = tuple(union(map(lookout.scene.field.block, place)) for place in places)
    every, found = union(bits), []
    for watch in lookout.watches:
        occasions = []
        if not watch.excuse and watch.near & every:
            for number, (place, after) in enumerate(pairwise(places)):
                if watch.near & (bits[number] | bits[number + 1]):
                    feet = lookout.heights[number] if lookout.heights else None
                    occasions.append(lookout.occasion(watch, place, after[-1], feet))
        found.append(Watched(watch, tuple(one for one in occasions if one is not None)))
    return tuple(found)


def check_path(lookout: Threateners, path: Sequence[Square]) -> None:
    """Check a path; BadPath as in `provokes`."""
    scene, side = lookout.scene, lookout.side
    at = scene.body(lookout.bearer).anchor
    if not path or path[0] != at:
        raise BadPath("wrong_start", 1, "a path must begin at {at}, where the mover is", at=str(at))
    for number, square in enumerate(path, start=1):
        if scene.field.width and not scene.field.contains(Block(*square, side)):
            raise BadPath(
                "off_the_map", number, "the space at {square} is not wholly on the map",
                square=str(square),
            )  # fmt: skip
    for number, (one, other) in enumerate(pairwise(path), start=2):
        if max(abs(one.x - other.x), abs(one.y - other.y)) != 1:
            raise BadPath(
                "not_adjacent", number, "{square} is not adjacent to {before}",
                square=str(other), before=str(one),
            )  # fmt: skip
    if lookout.manner.action in SMALL and len(path) > 2:
        raise BadPath("too_long", 3, "a step of 1.5 m is one square")


def _terms(lookout: Threateners, path: tuple[Square, ...]) -> Iterator[Receipt]:
    cite, mechanisms = lookout.scene.rules.cite, lookout.scene.combat.mechanisms
    if lookout.manner.action == "forced":  # C-120, C-152, C-153
        label = Message("forced movement")
        yield cite("C-153" if lookout.by_round else "C-152", label, NOTHING)
        if not lookout.by_round:
            yield cite("C-120", label, NOTHING)
    elif lookout.quiet:  # C-108, C-120
        yield cite("C-108" if lookout.by_round else "C-120", "a step of 1.5 m", NOTHING)
    if len(path) == 1 and not lookout.by_round and not lookout.quiet:
        yield cite(
            "C-119", "a move action that leaves no square triggers where it ends", str(path[0])
        )
    if lookout.side > 1:
        yield cite("C-114", "the whole space before each step counts: squares a side", lookout.side)
    if len(lookout.pair) > 1:
        yield cite(
            "C-257",
            "one mover: one opportunity for each enemy against all of",
            tuple(map(called, lookout.pair)),
        )
    if mechanisms.opportunity_denied == "never":
        yield cite(
            "C-121", "cover and concealment stop no reaction", Message("line of effect suffices")
        )
    if len(path) == 2 and not lookout.quiet and mechanisms.minimum_move == "one_square":
        field = lookout.scene.field
        if field.hampered & field.block(Block(*path[1], lookout.side)):  # C-034, C-155
            yield cite(
                "C-155", "one square of bad ground is not a step of 1.5 m", Message("provokes")
            )


def _enemy(lookout: Threateners, one: Watched, path: tuple[Square, ...]) -> Receipt:
    scene, cite, watch = lookout.scene, lookout.scene.rules.cite, one.watch
    by = called(watch.by)
    if watch.excuse:
        return excuse_receipt(lookout, watch)
    parts = [strike_receipt(scene, watch.by)]
    if not one.occasions:
        left = (at for at in path[:-1] if watch.near & scene.field.block(Block(*at, lookout.side)))
        cut = () if lookout.quiet else tuple(map(str, left))
        if cut:
            parts.append(cite("C-103", "within reach, but walls stop every line", cut))
        return cite("C-096", "squares left that {by} threatens", NONE, *parts, by=by)
    if scene.has(watch.by, "reacts_not"):
        parts.append(cite("C-115", "{by} is flat-footed but has Combat Reflexes", STRIKES, by=by))
    parts += (occasion_receipt(lookout, watch, occasion) for occasion in one.occasions)
    squares = tuple(map(str, one.strikes))
    if len(squares) > 1 and lookout.by_round:
        parts.append(cite("C-107", "one opportunity for {by}, first at", squares[0], by=by))
    return cite(lookout.rule, "squares where {by} may strike", squares or NONE, *parts, by=by)


class SquareApproach(Struct):
    """A way to a square: its anchors from the start, its cost, the opportunities along it."""

    path: tuple[Square, ...]
    cost: int
    provoked: Provoked


class EnemyView(Struct):
    """The cover and concealment of the mover at the square from one enemy.

    `threatens`: it could strike in melee; else the attack counts as ranged.
    """

    by: str
    threatens: bool
    cover: Cover
    concealment: Concealment


@dataclass(frozen=True)
class Outlook:
    """The outlook of moving one creature to one square.

    `way` is a cheapest legal way, `safe` the cheapest that provokes nobody; None = none exists.
    `targets` are the enemies that the mover threatens from there, `partners` the allies with whom
    it flanks one of them, `views` those of each enemy, in the order of the scene.
    """

    mover: Creature
    to: Square
    way: SquareApproach | None
    safe: SquareApproach | None
    targets: tuple[str, ...]
    partners: tuple[Partner, ...]
    views: tuple[EnemyView, ...]
    cheapest: Cheapest = field(repr=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The cost of the way, the opportunities along it, and each enemy's view."""
        rules = self.cheapest.within.scene.rules
        parts = [self.cheapest.receipt]
        if self.way is not None:
            parts.append(self.way.provoked.receipt)
        if self.safe is not None and self.safe is not self.way:
            cost = Squares(self.safe.cost)
            parts.append(
                rules.cite(
                    "G-6", "the cheapest way that provokes nobody", cost, self.safe.provoked.receipt
                )
            )
        parts += (
            receipt
            for view in self.views
            for receipt in (view.cover.receipt, view.concealment.receipt)
        )
        value = Message("out of reach") if self.way is None else Squares(self.way.cost)
        return rules.cite(
            "G-6",
            "{mover} at {square}",
            value,
            *parts,
            mover=called(self.mover),
            square=str(self.to),
        )


def outlook(
    scene: Scene,
    mover: Creature,
    to: Square,
    manner: Manner,
    already: Collection[str] = (),
) -> Outlook:
    """Return the outlook of a move to an anchor (G-6, C-106 to C-121, 2.16 to 2.19).

    `already` are the ids of enemies that had their opportunity this round (C-107). Refusals:
    "off_the_map" where its space would not lie on the map, and those of `check_manner`.
    """
    lookout = Threateners(scene, mover, manner, frozenset(already))
    there = Block(*to, lookout.side)
    if not scene.field.contains(there):
        raise Refusal("off_the_map", "The space at {square} is not wholly on the map.",
                      square=str(to))  # fmt: skip
    shortest = cheapest(scene, mover, to, manner)
    way: SquareApproach | None = None
    if shortest.cost is not None:
        moves = len(shortest.path) > 1
        provoked = along(lookout, shortest.path) if moves else Provoked(lookout)
        way = SquareApproach(shortest.path, shortest.cost, provoked)
    safe = way
    if way is not None and way.provoked.opportunities:
        safe = None
        if not (manner.action in SMALL or straight(scene.rules, manner.action)):
            found = safe_way(lookout, steps(scene, mover, manner), to)
            safe = found and SquareApproach(*found, along(lookout, found[0]))
    moved = lookout.at(there)
    who = moved.by_id[mover.id]
    foes, views = enemies(moved, who), []
    for foe in foes:
        near = threatens(moved, foe, who)
        mode: AttackMode = "melee" if near else "ranged"
        seen = cover(moved, foe, who, mode), concealment(moved, foe, who, mode)
        views.append(EnemyView(foe.id, near, *seen))
    return Outlook(
        mover=mover,
        to=to,
        way=way,
        safe=safe,
        targets=tuple(foe.id for foe in foes if threatens(moved, who, foe)),
        partners=partners(moved, who),
        views=tuple(views),
        cheapest=shortest,
    )
