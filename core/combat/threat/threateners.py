"""The enemies that watch a mover, and what each step of it lets them do (C-104 to C-121, C-257)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Block, Square
from core.combat.board.strikes import Strike, lay, strike
from core.combat.movement.footing import SMALL, moving_side
from core.combat.sight.concealment import Concealment, concealment, sees
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.combat.threat.threat import can_strike, enemies
from core.values import Struct, replace

QUIET = (*SMALL, "forced")
"""Actions that leave threatened squares without provoking (C-108, C-120, C-152, C-153)."""

Excuse: TypeAlias = Literal[
    "", "unable", "no_reaction", "held", "flat_footed", "already", "tumbled"
]
"""Why an enemy cannot strike wherever the mover goes ("" = it may)."""


class ExposedStep(Struct):
    """A place that a mover leaves within an enemy's reach, and whether that enemy may strike.

    `at` is the anchor before the step. `entering`: it steps into the enemy's own space (C-110).
    `denied` is the cover or concealment that keeps the enemy from striking. `excused`: the mover
    withdraws from there, seeing the enemy; `unseen`: without seeing it (C-116). `feet` is the
    mover's height there and `rise` how far that is above the enemy, in squares.
    """

    at: Square
    feet: int
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

    enemy: Creature
    reach: Strike
    near: int
    excuse: Excuse


@dataclass(frozen=True)
class Threateners:
    """A mover among its enemies.

    `heights` are those at each anchor of its path, in squares above the ground; empty when it
    keeps its height. `alone`: nobody who shares its space may be struck in its place.
    """

    scene: Scene
    mover: Creature
    manner: Manner
    already: frozenset[str] = frozenset()
    heights: tuple[int, ...] = ()
    alone: bool = False
    _scenes: dict[Block, Scene] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def bearer(self) -> Creature:
        """The mover's mount, or the mover itself (C-257)."""
        return self.scene.bearer(self.mover)

    @cached_property
    def pair(self) -> tuple[Creature, ...]:
        """The mover and those who share its space as riders or mount: one mover (C-257)."""
        others = [
            creature
            for creature in self.scene.creatures
            if creature.id != self.mover.id and self.scene.paired(self.mover, creature)
        ]
        return (self.mover, *others)

    @cached_property
    def by_round(self) -> bool:
        """Whether opportunities are those of the d20 games (C-106 to C-117)."""
        return self.scene.combat.mechanisms.opportunity == "per_round"

    @property
    def rule(self) -> str:
        """The rule by which leaving a square provokes."""
        if self.by_round:
            return "C-106"
        return "C-118"

    @property
    def quiet(self) -> bool:
        """Whether leaving a threatened square provokes nothing (C-108, C-120, C-152, C-153)."""
        return self.manner.action in QUIET

    @cached_property
    def watches(self) -> tuple[Watch, ...]:
        """All enemies, by id."""
        watches = [self._watch(enemy) for enemy in enemies(self.scene, self.mover)]
        return tuple(sorted(watches, key=lambda watch: watch.enemy.id))

    def _watch(self, enemy: Creature) -> Watch:
        reach = strike(self.scene, enemy)
        return Watch(enemy, reach, self._near(reach), self._excuse(enemy, reach))

    def _excuse(self, enemy: Creature, reach: Strike) -> Excuse:
        scene = self.scene
        if not reach.able:
            return "unable"
        if enemy.reaction is False and not self.by_round:
            return "no_reaction"
        if scene.has(enemy, "reacts_never"):
            return "held"
        if scene.has(enemy, "reacts_not") and not scene.has(enemy, "reacts_always"):
            return "flat_footed"
        if self.by_round and enemy.id in self.already:
            return "already"
        if self.by_round and self.manner.tumbles_past(enemy.id):
            return "tumbled"
        return ""

    def _near(self, reach: Strike) -> int:
        field = self.scene.field
        if any(height != reach.feet for height in self.heights or (self.feet,)):
            return reach.around(field)
        near = lay(reach.pattern(), field, reach.body)
        if reach.own_space:
            near |= field.block(reach.body)
        return near

    @property
    def feet(self) -> int:
        """The mover's height at the start."""
        return self.bearer.elevation

    @cached_property
    def side(self) -> int:
        """The side of the block that moves: the whole space, or the leading block (G-8)."""
        space = self.scene.space(self.bearer)
        return moving_side(space, self.scene.combat, squeeze=self.manner.squeeze)

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
        if self.alone:
            return (self.mover,)
        return tuple(
            creature for creature in self.pair if not self.scene.friends(creature, watch.enemy)
        )

    def others_in(self, place: Block, watch: Watch) -> tuple[Creature, ...]:
        """Living third parties whose space meets a block."""
        return tuple(
            creature
            for creature in self.scene.creatures
            if creature.id != watch.enemy.id
            and creature not in self.pair
            and not self.scene.has(creature, "dead")
            and place.overlaps(self.scene.body(creature))
        )

    def exposed_step(
        self,
        watch: Watch,
        place: tuple[Block, ...],
        after: Block | None,
        feet: int | None = None,
    ) -> ExposedStep | None:
        """Return what an enemy sees of leaving a place towards the block `after`, if anything.

        `feet` is the mover's height there (None = as at the start).
        """
        here = place[-1]
        field = self.scene.field
        reach = watch.reach
        if feet is None:
            feet = self.feet
        rise = feet - reach.feet
        within: tuple[Block, ...] = ()
        if not self.quiet:
            within = tuple(block for block in place if can_strike(field, reach, block, feet))
        entering = after is not None and self.enters(reach, here, after, feet)
        unseen = False
        if within and self.withdraws and self.start in within:
            unseen = not self._sees(watch.enemy)
            if not unseen:
                within = tuple(block for block in within if block != self.start)
                if not within and not entering:
                    return ExposedStep(here.anchor, feet, rise, excused=True)
        if not within and not entering:
            return None
        exposed = within
        if entering and after is not None:
            exposed = (*within, after)
        denied = self._denied(watch, exposed)
        return ExposedStep(here.anchor, feet, rise, entering, unseen=unseen, denied=denied)

    def _sees(self, enemy: Creature) -> bool:
        # Whether one of those who move together sees an enemy.
        if enemy.hidden:
            return False
        return any(sees(self.scene, creature, enemy) for creature in self.pair)

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
        if self.enters(strike(self.scene, by), before, then, feet):
            return after
        return here

    def _denied(self, watch: Watch, blocks: tuple[Block, ...]) -> Cover | Concealment | None:
        # C-112, C-113, C-121: None if nothing does against one at least of those who move together,
        # in one of the blocks that they take up.
        if self.scene.combat.mechanisms.opportunity_denied == "never":
            return None
        denied: Cover | Concealment | None = None
        for block in blocks:
            scene = self.scene_at(block)
            for creature in self.targets(watch):
                denied = _what_denies(scene, watch.enemy, scene.by_id[creature.id])
                if denied is None:
                    return None
        return denied

    def scene_at(self, block: Block) -> Scene:
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


def _what_denies(scene: Scene, enemy: Creature, target: Creature) -> Cover | Concealment | None:
    if not sees(scene, enemy, target):
        hidden = concealment(scene, enemy, target, "melee")
        if hidden.stops_aoo:
            return hidden
    covered = cover(scene, enemy, target, "melee")
    if covered.stops_aoo:
        return covered
    return None
