"""Opportunities: attacks and reactions against a creature that moves (C-104 to C-121, C-257).

First the enemies that watch a mover, and what each step lets them do; then whole paths, and the
outlook of a move to a square, which adds the way, partners and cover, for the cursor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Manner, Scene, called
from core.combat.board.squares import (
    DIRECTIONS,
    Block,
    Square,
    direction_of,
    distance,
    inside,
    shifted,
    touching,
    union,
)
from core.combat.board.strikes import Strike, lay, strike, strike_receipt
from core.combat.movement.footing import SMALL, Steps, leading_side, steps, straight
from core.combat.search.reach import Cheapest, cheapest
from core.combat.search.search import search
from core.combat.sight.concealment import Concealment, concealment, sees
from core.combat.sight.cover import Cover, cover, degree_words
from core.combat.threat.threat import (
    Partner,
    can_strike,
    enemies,
    partners,
    threatened_squares,
    threatens,
)
from core.creatures import AttackMode
from core.messages import Message, Refusal, Squares, Template, Value
from core.receipts import Receipt
from core.values import Struct, replace

QUIET = (*SMALL, "forced")
"""Actions that leave threatened squares without provoking (C-108, C-120, C-152, C-153)."""

STRIKES = Message("may strike")
KEPT = Message("may not strike")

Excuse: TypeAlias = Literal["", "unable", "no_reaction", "flat_footed", "already", "tumbled"]
"""Why an enemy cannot strike wherever the mover goes ("" = it may)."""

EXCUSES: dict[Excuse, tuple[str, Template]] = {
    "no_reaction": ("C-118", "{by} has no reaction against movers"),
    "flat_footed": ("C-115", "{by} is flat-footed and has no Combat Reflexes"),
    "already": ("C-107", "{by} had its opportunity against {mover} this round"),
    "tumbled": ("C-117", "{mover} tumbles past {by}"),
}
"""The rule and the label of each but "unable", which the receipt of its reach explains."""


class ExposedStep(Struct):
    """A place that a mover leaves within an enemy's reach, and whether that enemy may strike.

    `at` is the anchor before the step. `entering`: it steps into the enemy's own space (C-110).
    `denied` is the cover or concealment that keeps the enemy from striking. `excused`: the mover
    withdraws from there, seeing the enemy; `unseen`: without seeing it (C-116). `rise` is the
    mover's height there above the enemy, in squares.
    """

    at: Square
    rise: int
    entering: bool = False
    excused: bool = False
    unseen: bool = False
    denied: Cover | Concealment | None = None

    @property
    def strikes(self) -> bool:
        """Whether the enemy may strike."""
        return not self.excused and self.denied is None


class Watch(Struct):
    """An enemy, its reach, and why it cannot strike.

    `near` are the squares within its reach as bits, walls not considered, its own if it can
    strike there.
    """

    by: Creature
    reach: Strike
    near: int
    excuse: Excuse


@dataclass(frozen=True)
class Threateners:
    """A mover among its enemies.

    `heights` are those at each anchor of its path, in squares above the ground; empty when it
    keeps its height.
    """

    scene: Scene
    mover: Creature
    manner: Manner
    already: frozenset[str] = frozenset()
    heights: tuple[int, ...] = ()
    _scenes: dict[Block, Scene] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def bearer(self) -> Creature:
        """The mover's mount, or the mover itself (C-257)."""
        return self.scene.bearer(self.mover)

    @cached_property
    def pair(self) -> tuple[Creature, ...]:
        """The mover and those who share its space as riders or mount: one mover (C-257)."""
        others = (c for c in self.scene.creatures if c.id != self.mover.id)
        return (self.mover, *(c for c in others if self.scene.paired(self.mover, c)))

    @cached_property
    def by_round(self) -> bool:
        """Whether opportunities are those of the d20 games (C-106 to C-117)."""
        return self.scene.combat.mechanisms.opportunity == "per_round"

    @property
    def rule(self) -> str:
        """The rule by which leaving a square provokes."""
        return "C-106" if self.by_round else "C-118"

    @property
    def quiet(self) -> bool:
        """Whether leaving a threatened square provokes nothing (C-108, C-120, C-152, C-153)."""
        return self.manner.action in QUIET

    @cached_property
    def watches(self) -> tuple[Watch, ...]:
        """All enemies, by id."""
        found = (self._watch(enemy) for enemy in enemies(self.scene, self.mover))
        return tuple(sorted(found, key=lambda watch: watch.by.id))

    def _watch(self, enemy: Creature) -> Watch:
        reach, scene = strike(self.scene, enemy), self.scene
        excuse: Excuse = ""
        if not reach.able:
            excuse = "unable"
        elif enemy.reaction is False and not self.by_round:
            excuse = "no_reaction"
        elif scene.has(enemy, "reacts_not") and not scene.has(enemy, "reacts_always"):
            excuse = "flat_footed"
        elif self.by_round and enemy.id in self.already:
            excuse = "already"
        elif self.by_round and self.manner.tumbles_past(enemy.id):
            excuse = "tumbled"
        if any(height != reach.feet for height in self.heights or (self.feet,)):
            near = reach.around(scene.field)
        else:
            near = lay(reach.pattern(), scene.field, reach.body)
            near |= scene.field.block(reach.body) if reach.own_space else 0
        return Watch(enemy, reach, near, excuse)

    @property
    def feet(self) -> int:
        """The mover's height at the start."""
        return self.bearer.elevation

    @cached_property
    def side(self) -> int:
        """The side of the block that moves: the whole space, or the leading block (G-8)."""
        space = self.scene.space(self.bearer)
        return leading_side(space) if self.squeezes else space

    @property
    def squeezes(self) -> bool:
        """Whether the path is that of a leading block."""
        return self.manner.squeeze and self.scene.combat.mechanisms.squeezing != "activity"

    @cached_property
    def start(self) -> Block:
        """The mover's place at the start, which a withdrawal excuses (C-116)."""
        return Block(*self.scene.body(self.bearer).anchor, self.side)

    @property
    def withdraws(self) -> bool:
        """Whether the start is not treated as threatened by those whom the mover sees (C-116)."""
        return self.by_round and self.manner.action == "withdraw"

    def place(self, path: Sequence[Square], number: int) -> tuple[Block, ...]:
        """Return the blocks that the mover fills at one point of its path, the leading one last.

        While squeezing it fills the last stretch of its path, as long as its space (C-079).
        """
        behind = self.scene.space(self.bearer) - self.side
        trail = path[max(0, number - behind) : number + 1]
        return tuple(Block(*anchor, self.side) for anchor in trail)

    def targets(self, watch: Watch) -> tuple[Creature, ...]:
        """Return those moving together that are this enemy's enemies: it may choose."""
        return tuple(one for one in self.pair if not self.scene.friends(one, watch.by))

    def others_in(self, place: Block, watch: Watch) -> tuple[Creature, ...]:
        """Living third parties whose space meets a block."""
        return tuple(
            one
            for one in self.scene.creatures
            if one.id != watch.by.id
            and one not in self.pair
            and not self.scene.has(one, "dead")
            and place.overlaps(self.scene.body(one))
        )

    def occasion(
        self,
        watch: Watch,
        place: tuple[Block, ...],
        after: Block | None,
        feet: int | None = None,
    ) -> ExposedStep | None:
        """Return an enemy's occasion when a place is left towards the block `after`; None = none.

        `feet` is the mover's height there (None = as at the start).
        """
        here, field, reach = place[-1], self.scene.field, watch.reach
        feet = self.feet if feet is None else feet
        within: tuple[Block, ...] = ()
        if not self.quiet:
            within = tuple(block for block in place if can_strike(field, reach, block, feet))
        entering = after is not None and self.enters(reach, here, after, feet)
        unseen = False
        if within and self.withdraws and self.start in within:
            hidden = watch.by.hidden
            unseen = hidden or not any(sees(self.scene, one, watch.by) for one in self.pair)
            if not unseen:
                within = tuple(block for block in within if block != self.start)
                if not within and not entering:
                    return ExposedStep(here.anchor, feet - reach.feet, excused=True)
        if not within and not entering:
            return None
        entered = (after,) if entering and after is not None else ()
        denied = self._denied(watch, (*within, *entered))
        return ExposedStep(here.anchor, feet - reach.feet, entering, unseen=unseen, denied=denied)

    def enters(self, reach: Strike, here: Block, after: Block, feet: int) -> bool:
        """Whether a very small mover steps from `here` into the space of an enemy (C-110).

        That exposes it to an enemy with this reach, who strikes in the square entered. `feet` is
        the mover's height, in squares.
        """
        if not self.by_round or self.manner.action == "forced" or not reach.own_space:
            return False
        if not self.scene.size(self.bearer).enters_occupied:
            return False
        if not reach.feet - here.side < feet < reach.feet + reach.body.side:
            return False
        return after.overlaps(reach.body) and not here.overlaps(reach.body)

    def struck_at(self, by: Creature, here: Square, after: Square, feet: int) -> Square:
        """Return the anchor where an enemy's strike at a mover that leaves `here` is measured.

        It is that of the square entered where the mover enters the enemy's space (C-110).
        """
        before = Block(*here, self.side)
        then = Block(*after, self.side)
        return after if self.enters(strike(self.scene, by), before, then, feet) else here

    def _denied(self, watch: Watch, place: tuple[Block, ...]) -> Cover | Concealment | None:
        # C-112, C-113, C-121: None if nothing does against one at least of those who move together,
        # in one of the blocks that they take up.
        if self.scene.combat.mechanisms.opportunity_denied == "never":
            return None
        found: Cover | Concealment | None = None
        for block in place:
            scene = self.at(block)
            for one in self.targets(watch):
                target, found = scene.by_id[one.id], None
                if not sees(scene, watch.by, target):
                    hidden = concealment(scene, watch.by, target, "melee")
                    found = hidden if hidden.stops_aoo else None
                if found is None:
                    covered = cover(scene, watch.by, target, "melee")
                    found = covered if covered.stops_aoo else None
                if found is None:
                    return None
        return found

    def at(self, block: Block) -> Scene:
        """Return the scene with the mover on one block of its way."""
        scene = self.scene
        if block == scene.body(self.bearer):
            return scene
        if block not in self._scenes:
            moved = scene.moved(self.bearer.id, block.anchor)
            if scene.space(self.bearer) != block.side:
                leading = replace(moved.by_id[self.bearer.id], space=block.side)
                moved = moved.with_creatures(leading)
            self._scenes[block] = moved
        return self._scenes[block]


def excuse_receipt(lookout: Threateners, watch: Watch) -> Receipt:
    """Return the receipt of why an enemy cannot strike, whatever the mover does."""
    if watch.excuse not in EXCUSES:
        return strike_receipt(lookout.scene, watch.by)
    rule, label = EXCUSES[watch.excuse]
    who = {"by": called(watch.by), "mover": called(lookout.mover)}
    return lookout.scene.rules.cite(rule, Message(label, **who), KEPT)


def occasion_receipt(lookout: Threateners, watch: Watch, occasion: ExposedStep) -> Receipt:
    """Why an enemy may strike at one place, or not."""
    rules, at, by = lookout.scene.rules, str(occasion.at), called(watch.by)
    parts = tuple(_circumstances(lookout, watch, occasion))
    who, denied = {"at": at, "by": by, "mover": called(lookout.mover)}, occasion.denied
    if occasion.excused:
        label = Message("{at}: {mover} withdraws from here, seeing {by}", **who)
        return rules.cite("C-116", label, KEPT, *parts)
    if isinstance(denied, Cover):
        cover = degree_words(denied.degree)
        label = Message("{at}: {mover} has {cover} from {by}", cover=cover, **who)
        return rules.cite("C-112", label, KEPT, *parts, denied.receipt)
    if denied is not None:
        label = Message("{at}: {by} does not see {mover}", **who)
        return rules.cite("C-113", label, KEPT, *parts, denied.receipt)
    return rules.cite(lookout.rule, "{at}: {by} threatens it", STRIKES, *parts, at=at, by=by)


def _circumstances(lookout: Threateners, watch: Watch, occasion: ExposedStep) -> Iterator[Receipt]:
    cite, scene = lookout.scene.rules.cite, lookout.scene
    by, mover = called(watch.by), called(lookout.mover)
    place = Block(*occasion.at, lookout.side)
    overlaps = place.overlaps(watch.reach.body)
    if occasion.unseen:
        yield cite("C-116", "{mover} does not see {by}", STRIKES, mover=mover, by=by)
    if occasion.rise:
        yield cite(
            "C-097",
            "{mover} and {by} at different heights: each as high as its space is wide, counted "
            "1-2-1-2; apart",
            Squares(abs(occasion.rise)),
            default=True,
            mover=mover,
            by=by,
        )
    if occasion.entering:
        yield cite("C-110", "{mover} enters the space of {by}", STRIKES, mover=mover, by=by)
    if overlaps:
        yield cite(
            "C-094", "{by} can strike into its own space", str(watch.reach.body.anchor), by=by
        )
    apart = abs(scene.size(lookout.bearer).rank - scene.size(watch.by).rank)
    for_size = apart >= scene.combat.measures.passing_sizes  # C-065
    if overlaps and lookout.by_round and for_size:
        yield cite("C-111", "crossing the space of {by} for its size provokes", STRIKES, by=by)
    far = distance(place, watch.reach.body)
    if far > 1 and lookout.by_round:
        yield cite("C-109", "the long reach of {by}: squares away", far, by=by)
    passed = tuple(map(called, lookout.others_in(place, watch)))
    if passed and scene.combat.mechanisms.opportunity_denied != "never":
        yield cite("C-057", "no cover from those whose space it is in", passed)


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
                known[one, other] = _struck(lookout, watches, one, other)
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


def _struck(
    lookout: Threateners, watches: tuple[Watch, ...], one: Square, other: Square
) -> ExposedStep | None:
    before, after = Block(*one, lookout.side), Block(*other, lookout.side)
    field = lookout.scene.field
    bits = field.block(before) | field.block(after)
    near = (watch for watch in watches if watch.near & bits)
    found = (lookout.occasion(watch, (before,), after) for watch in near)
    return next((each for each in found if each is not None and each.strikes), None)


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
