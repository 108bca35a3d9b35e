"""Who watches a mover go, and what each of its steps lets them do (C-104 to C-121, C-257)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.combat.board.creatures import Creature
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.board.stamps import lay
from core.combat.board.strikes import strike
from core.combat.movement.footing import SMALL, leading_side
from core.combat.movement.occupants import bearer
from core.combat.sight.concealment import Concealment
from core.combat.sight.cover_result import Cover
from core.combat.threat.denial import denial, sees
from core.combat.threat.occasions import Excuse, Occasion, Verdict, Watch
from core.combat.threat.threat import enemies, strikes_at

QUIET = (*SMALL, "forced")
"""Actions that leave threatened squares without provoking (C-108, C-120, C-152, C-153)."""


@dataclass(frozen=True)
class Lookout:
    """A mover among its enemies, asked step by step.

    `heights` are how high it is at each anchor of its path, in squares above the ground; none
    where it stays as high as it is.
    """

    scene: Scene
    mover: Creature
    manner: Manner
    already: frozenset[str] = frozenset()
    heights: tuple[int, ...] = ()
    _scenes: dict[Block, Scene] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def bearer(self) -> Creature:
        """Who carries the mover: its mount, or itself (C-257)."""
        return bearer(self.scene, self.mover)

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
            return Watch(enemy, reach, reach.around(scene.field), excuse)
        near = lay(reach.pattern(), scene.field, reach.body)
        if reach.own_space:
            near |= scene.field.block(reach.body)
        return Watch(enemy, reach, near, excuse)

    @property
    def feet(self) -> int:
        """How high the mover stands as it begins."""
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
        """Where the mover stands, which a withdrawal excuses (C-116)."""
        return Block(*self.scene.body(self.bearer).anchor, self.side)

    @property
    def withdraws(self) -> bool:
        """Whether the start is not treated as threatened by those whom the mover sees (C-116)."""
        return self.by_round and self.manner.action == "withdraw"

    def place(self, path: Sequence[Square], number: int) -> tuple[Block, ...]:
        """What the mover takes up at one point of its path: blocks, the leading one last.

        One that squeezes takes up the last stretch of its path, as long as its space (C-079).
        """
        behind = self.scene.space(self.bearer) - self.side
        trail = path[max(0, number - behind) : number + 1]
        return tuple(Block(*anchor, self.side) for anchor in trail)

    def sizes_apart(self, enemy: Creature) -> bool:
        """Whether the mover may cross an enemy's space for its size (C-065)."""
        scene = self.scene
        ranks = scene.size(self.bearer).rank, scene.size(enemy).rank
        return abs(ranks[0] - ranks[1]) >= scene.combat.measures.passing_sizes

    def targets(self, watch: Watch) -> tuple[Creature, ...]:
        """Those who move together and are this enemy's enemies: it may choose among them."""
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
    ) -> Occasion | None:
        """What leaving a place, towards the block `after`, lets an enemy do; None = nothing.

        `feet` is how high the mover is there (None = as it begins).
        """
        here, field, reach = place[-1], self.scene.field, watch.reach
        feet = self.feet if feet is None else feet
        within: tuple[Block, ...] = ()
        if not self.quiet:
            within = tuple(block for block in place if strikes_at(field, reach, block, feet))
        level = reach.feet - here.side < feet < reach.feet + reach.body.side
        entering = level and after is not None and self._enters(watch, here, after)
        unseen = False
        if within and self.withdraws and self.start in within:
            unseen = not self._seen(watch.by)
            if not unseen:
                within = tuple(block for block in within if block != self.start)
                if not within and not entering:
                    return Occasion(here.anchor, "withdraws", rise=feet - reach.feet)
        if not within and not entering:
            return None
        denied = self._denied(watch, (*within, here) if entering else within)
        verdict: Verdict = "strikes"
        if denied is not None:
            verdict = "covered" if isinstance(denied, Cover) else "concealed"
        return Occasion(here.anchor, verdict, entering, unseen, denied, feet - reach.feet)

    def _enters(self, watch: Watch, before: Block, after: Block) -> bool:
        # C-110
        return (
            self.by_round
            and self.manner.action != "forced"
            and watch.reach.own_space
            and self.scene.size(self.bearer).enters_occupied
            and after.overlaps(watch.reach.body)
            and not before.overlaps(watch.reach.body)
        )

    def _seen(self, enemy: Creature) -> bool:
        return not enemy.hidden and any(sees(self.scene, one, enemy) for one in self.pair)

    def _denied(self, watch: Watch, place: tuple[Block, ...]) -> Cover | Concealment | None:
        # C-112, C-113, C-121: None if nothing does against one at least of those who move together,
        # in one of the blocks that they take up.
        if self.scene.combat.mechanisms.opportunity_denied == "never":
            return None
        found: Cover | Concealment | None = None
        for block in place:
            scene = self.at(block)
            for one in self.targets(watch):
                found = denial(scene, watch.by, scene.by_id[one.id])
                if found is None:
                    return None
        return found

    def at(self, block: Block) -> Scene:
        """The scene with the mover on one block of its way."""
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
        creatures = tuple(
            replace(one, space=block.side) if one.id == self.bearer.id else one
            for one in scene.creatures
        )
        return replace(scene, creatures=creatures)
