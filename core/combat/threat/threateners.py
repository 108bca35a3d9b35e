"""The enemies that watch a mover, and the opportunities of each step (C-104 to C-121, C-257)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Manner, Scene, called
from core.combat.board.squares import Block, Square, distance
from core.combat.board.strikes import Strike, lay, strike, strike_receipt
from core.combat.movement.footing import SMALL, leading_side
from core.combat.sight.concealment import Concealment, concealment, sees
from core.combat.sight.cover import Cover, cover, degree_words
from core.combat.threat.threat import can_strike, enemies
from core.messages import Message, Squares
from core.receipts import Receipt
from core.values import Struct, replace

QUIET = (*SMALL, "forced")
"""Actions that leave threatened squares without provoking (C-108, C-120, C-152, C-153)."""

STRIKES = Message("may strike")
KEPT = Message("may not strike")

Excuse: TypeAlias = Literal["", "unable", "no_reaction", "flat_footed", "already", "tumbled"]
"""Why an enemy cannot strike wherever the mover goes ("" = it may)."""


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
        level = reach.feet - here.side < feet < reach.feet + reach.body.side
        entering = (  # C-110
            level
            and after is not None
            and self.by_round
            and self.manner.action != "forced"
            and reach.own_space
            and self.scene.size(self.bearer).enters_occupied
            and after.overlaps(reach.body)
            and not here.overlaps(reach.body)
        )
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
        denied = self._denied(watch, (*within, here) if entering else within)
        return ExposedStep(here.anchor, feet - reach.feet, entering, unseen=unseen, denied=denied)

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
            self._scenes[block] = self._moved(block)
        return self._scenes[block]

    def _moved(self, block: Block) -> Scene:
        scene = self.scene.moved(self.bearer.id, block.anchor)
        if self.scene.space(self.bearer) == block.side:
            return scene
        return scene.with_creatures(replace(scene.by_id[self.bearer.id], space=block.side))


def excuse_receipt(lookout: Threateners, watch: Watch) -> Receipt:
    """Return the receipt of why an enemy cannot strike, whatever the mover does."""
    rules, by = lookout.scene.rules, called(watch.by)
    if watch.excuse == "unable":
        return strike_receipt(lookout.scene, watch.by)
    if watch.excuse == "no_reaction":
        return rules.cite("C-118", "{by} has no reaction against movers", KEPT, by=by)
    if watch.excuse == "flat_footed":
        return rules.cite("C-115", "{by} is flat-footed and has no Combat Reflexes", KEPT, by=by)
    if watch.excuse == "already":
        return rules.cite(
            "C-107",
            "{by} had its opportunity against {mover} this round",
            KEPT,
            by=by,
            mover=called(lookout.mover),
        )
    return rules.cite(
        "C-117", "{mover} tumbles past {by}", KEPT, mover=called(lookout.mover), by=by
    )


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
