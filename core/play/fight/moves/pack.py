"""Proposals for a pack: its placings round an enemy with most flanks, or in formation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import nsmallest
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias

from core.combat.board.scene import Action, Creature, Scene
from core.combat.board.squares import Block, Square, distance, touching
from core.combat.board.strikes import melee_reach, strike
from core.combat.search.reach import Reach, reachable
from core.combat.threat.opportunities import along
from core.combat.threat.threat import (
    allies,
    by_squares,
    can_strike,
    enemies,
    flanking,
    may_flank,
    opposite,
    threatens,
)
from core.combat.threat.threateners import Threateners
from core.creatures import Mode
from core.messages import Refusal
from core.play.facts.fight.combatants import fight_of, refuse_nobody
from core.play.facts.fight.moves.commands import Move, PackStep
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import find_mover_scene, refuse_unable, scene_of
from core.play.fight.moves.intended_move import IntendedMove, intend_move
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.turns.budget import usual_mode
from core.play.fight.turns.move_budget import CHARGE
from core.values import Struct, replace


class Packer(IntendedMove, dict=True):
    """One creature of a pack, and its reach when the others are out of its way.

    `others` are the squares that others than the pack and the dead take up, as bits.
    """

    reach: Reach
    others: int

    @cached_property
    def may_flank(self) -> bool:
        """Whether it has the reach to flank (C-209)."""
        return may_flank(self.scene, self.mover_scene.striker)

    @property
    def id(self) -> str:
        """The id that the GM named."""
        return self.mover_scene.named

    @property
    def ends(self) -> int:
        """The anchors where it may end, its own included, as bits."""
        return self.reach.ends | self.scene.field.bit(self.mover.at)

    def free(self, taken: int) -> int:
        """Return those of them where its space meets none of these squares, as bits."""
        stride = self.scene.field.stride
        return self.ends & ~touching(taken, self.side, self.side, stride)

    def cost(self, square: Square) -> int:
        """Return the cost in squares to one of them."""
        if square == self.mover.at:
            return 0
        return self.reach.cost(square) or 0

    def actions(self, square: Square) -> int:
        """Return how many actions the way there takes, where the rest of each is lost; else 0."""
        if square == self.mover.at or not self.budget.packed:
            return 0
        costs = [self.cost(one) for one in self.reach.path(square)]
        return len(self.budget.pay(after - before for before, after in pairwise(costs)).spends)

    def attacks(self, cost: int, actions: int) -> bool:
        """Whether it may still attack after a way that costs so many squares and actions."""
        if self.budget.each is None:  # a step
            return True
        left = self.budget.left or 0
        if self.command.action == CHARGE:  # it includes its attack
            return cost <= left
        each = self.budget.each
        return cost <= max(0, left - each) and actions < max(1, self.budget.free)

    def may_attack(self, planned_move: PlannedMove) -> bool:
        """Whether it may still attack after this way."""
        return self.attacks(
            planned_move.cost, len(planned_move.paid.spends) if self.budget.packed else 0
        )

    def way(self, scene: Scene, square: Square, *, safe: bool = False) -> PlannedMove | None:
        """Return its way to an anchor in this scene, or None."""
        with suppress(Refusal):
            command = replace(self.command, to=str(square), safe=safe)
            return plan_move(self.mover_scene.state, self.mover_scene.assets, command, scene)
        return None

    def body(self, at: Square) -> Block:
        """Return its space there."""
        return Block(*at, self.side)

    def crowds(self, at: Square) -> bool:
        """Whether it would share squares there with another creature."""
        return bool(self.scene.field.block(self.body(at)) & self.others)

    def strikes(self, square: Square) -> int:
        """Return the number of strikers on the way there."""
        if square == self.mover.at:
            return 0
        threateners = Threateners(self.scene, self.mover, self.reach.manner, self.used)
        found = along(threateners, self.reach.path(square)).opportunities
        return len([one for one in found if one.by not in self.used])


def _packers(
    state: State, assets: Assets, scene: Scene, creature_ids: tuple[str, ...], action: Action
) -> tuple[tuple[Packer, ...], tuple[str, ...]]:
    # Those who can move, and the ids of those who cannot.
    packers = []
    unable = []
    for id in creature_ids:
        try:
            moving_scene = find_mover_scene(state, assets, id, scene)
            refuse_unable(moving_scene)
            mode = usual_mode(state, assets, id)
            asked = intend_move(moving_scene, Move(id, action=action, mode=mode))
            ground = moving_scene.level(moving_scene.feet)
            free = (one for one in ground.creatures if one.id == id or one.id not in creature_ids)
            alone = replace(ground, creatures=tuple(free))
            squares = 1 if asked.budget.left is None else asked.budget.left
            manner = replace(asked.manner(squares), ends_here=True)
            reached = reachable(alone, moving_scene.mover, manner)
        except Refusal as refusal:
            if refusal.code == "unknown_creature":
                raise
            unable.append(id)
            continue
        others = 0
        for present in alone.present:
            own = present.creature.id == moving_scene.mover.id or alone.paired(
                moving_scene.mover, present.creature
            )
            if not own and not alone.has(present.creature, "dead"):
                others |= present.bits
        packers.append(Packer(moving_scene, asked.command, asked.budget, reached, others))
    return tuple(packers), tuple(unable)


BEAM = 120
"""The number of partial placings kept at each step."""
FAR = 1_000_000
"""Farther than any way: for places without a way to the enemy the straight distance counts."""
TRIED = 24
"""The number of placings worked out step by step."""


class Placing(Struct, kw_only=True):
    """The ends of a pack; `waits` have no place, `near` one from which they cannot strike."""

    ends: tuple[tuple[Packer, Square], ...]
    waits: tuple[Packer, ...] = ()
    taken: int = 0
    flanks: frozenset[int] = frozenset()
    strikes: int = 0
    crowded: int = 0
    cost: int = 0
    near: frozenset[str] = frozenset()

    @property
    def worth(self) -> tuple[int, int, int, int, int]:
        """The rank, less is better: without a place, not flanking, strikes, crowded, cost."""
        return len(self.waits), -len(self.flanks), self.strikes, self.crowded, self.cost


class StrikeSpot(Struct, kw_only=True):
    """A place from which one of a pack strikes at the enemy."""

    at: Square
    body: Block
    bits: int
    cost: int
    actions: int
    strikes: int
    with_allies: bool


Flanked: TypeAlias = Callable[[Block, Block], bool]
"""Whether two spaces are on opposite sides of the enemy (G-4)."""


def _surround(pack: Sequence[Packer], enemy: Creature, scene: Scene) -> tuple[Placing, ...]:
    # The best placings round an enemy, the best first.
    target = scene.body(enemy)
    any_square = by_squares(scene)

    @cache
    def flanked(one: Block, other: Block) -> bool:
        return opposite(one, other, target, any_square=any_square) is not None

    spots = []
    for one in pack:
        places = tuple(_spots(one, enemy, flanked, pack))
        near = tuple(spot for spot in places if one.attacks(spot.cost, spot.actions))
        spots.append((one, near or places))
    spots.sort(key=lambda pair: len(pair[1]))
    beam = [Placing(ends=())]
    for packer, places in spots:
        beam = nsmallest(
            BEAM,
            (one for placing in beam for one in _grown(placing, packer, places, flanked)),
            key=lambda placing: placing.worth,
        )
    distinct: dict[frozenset[Square], Placing] = {}
    for placing in beam:
        distinct.setdefault(frozenset(at for _, at in placing.ends), placing)
    return tuple(distinct.values())[:TRIED]


def _grown(
    placing: Placing, packer: Packer, places: Sequence[StrikeSpot], flanked: Flanked
) -> Iterator[Placing]:
    yield replace(placing, waits=(*placing.waits, packer))
    number = len(placing.ends)
    for spot in places:
        if spot.bits & placing.taken:
            continue
        flanks = {
            n
            for n, (other, at) in enumerate(placing.ends)
            if packer.may_flank and other.may_flank and flanked(spot.body, other.body(at))
        }
        mine = {number} if flanks or spot.with_allies else set()
        yield Placing(
            ends=(*placing.ends, (packer, spot.at)),
            waits=placing.waits,
            taken=placing.taken | spot.bits,
            flanks=placing.flanks | flanks | mine,
            strikes=placing.strikes + spot.strikes,
            crowded=placing.crowded + packer.crowds(spot.at),
            cost=placing.cost + spot.cost,
        )


def _spots(
    packer: Packer, enemy: Creature, flanked: Flanked, pack: Sequence[Packer]
) -> Iterator[StrikeSpot]:
    scene = packer.scene
    target = scene.body(enemy)
    striker = packer.mover_scene.striker
    battlefield = scene.field
    reach = strike(scene, striker)
    if not reach.able:
        return
    names = {one.id for one in pack} | {one.mover.id for one in pack}
    friends = [
        scene.body(one)
        for one in allies(scene, striker)
        if one.id not in names and threatens(scene, one, enemy)
    ]
    far = melee_reach(scene, striker) + reach.body.side
    for y in range(target.y - far, target.y + target.side + far):
        for x in range(target.x - far, target.x + target.side + far):
            square = Square(x, y)
            if not packer.ends & battlefield.bit(square):
                continue
            body = packer.body(square)
            actions = packer.actions(square)
            if actions <= packer.budget.free and can_strike(
                battlefield, reach._replace(body=body), target, enemy.elevation
            ):
                helped = packer.may_flank and any(flanked(body, one) for one in friends)
                yield StrikeSpot(
                    at=square,
                    body=body,
                    bits=battlefield.block(body),
                    cost=packer.cost(square),
                    actions=actions,
                    strikes=packer.strikes(square),
                    with_allies=helped,
                )


@dataclass
class _Approach:
    """The distance to an enemy, searched once for all creatures that move alike."""

    enemy: Creature
    ways: dict[tuple[int, int, Mode], Reach] = field(default_factory=dict)

    def left(self, packer: Packer, square: Square) -> int:
        """Return the squares from a place to the enemy along a way."""
        cost = self._way(packer).cost(square)
        if cost is not None:
            return cost
        return FAR + distance(packer.body(square), packer.scene.body(self.enemy))

    def nearest(self, packer: Packer, among: int, now: int) -> list[Square]:
        """Return those of these places that are nearest to the enemy, if nearer than `now`."""
        field = packer.scene.field
        near = list(field.squares(self._way(packer).result.nearest(among)))
        if near or now < FAR:
            if near and self.left(packer, near[0]) < now:
                return near
            return []
        lefts = {at: self.left(packer, at) for at in field.squares(among)}
        least = min(lefts.values(), default=now)
        return [at for at, left in lefts.items() if left == least < now]

    def _way(self, packer: Packer) -> Reach:
        mover = packer.mover
        reached = packer.reach
        key = packer.side, mover.elevation, packer.command.mode
        if key not in self.ways:
            there = replace(mover, at=self.enemy.at)
            scene = reached.scene.with_creatures(there)
            others = tuple(one for one in scene.creatures if one.id != self.enemy.id)
            scene = replace(scene, creatures=others)
            manner = replace(reached.manner, budget=None, ends_here=False, action="move")
            self.ways[key] = reachable(scene, there, manner)
        return self.ways[key]


def _come_near(placing: Placing, enemy: Creature) -> Placing:
    # Those who wait are brought as near to the enemy as their turns allow, the nearest first; of
    # equally near places the one with the fewest strikes on the way, then the cheapest, is taken.
    # Those who get no nearer keep waiting.
    if not placing.waits:
        return placing
    approach = _Approach(enemy)
    ends = list(placing.ends)
    waits = []
    taken = placing.taken
    near = []
    lefts = [(approach.left(one, one.mover.at), one) for one in placing.waits]
    for now, packer in sorted(lefts, key=itemgetter(0)):
        free = packer.free(taken)
        square = None
        field = packer.scene.field
        while square is None and (best := approach.nearest(packer, free, now)):
            fits = (one for one in best if packer.actions(one) <= packer.budget.free)
            square = min(
                fits,
                key=lambda at: (packer.crowds(at), packer.strikes(at), packer.cost(at), at.y, at.x),
                default=None,
            )
            free &= ~field.bits(best)
        if square is None:
            waits.append(packer)
            continue
        ends.append((packer, square))
        near.append(packer.id)
        taken |= field.block(packer.body(square))
    return replace(placing, ends=tuple(ends), waits=tuple(waits), near=frozenset(near))


def _in_formation(pack: Sequence[Packer], to: Square) -> Placing:
    # The first at `to` and the others about it, where they can get.
    first = pack[0].mover.at
    near = sorted(pack[1:], key=lambda one: first.away(one.mover.at))
    ends: list[tuple[Packer, Square]] = []
    waits: list[Packer] = []
    taken = 0
    for packer in (pack[0], *near):
        at = packer.mover.at
        wanted = to.by(at.x - first.x, at.y - first.y)
        field = packer.scene.field
        place = min(
            field.squares(packer.free(taken)),
            key=lambda at: (at.away(wanted), packer.cost(at), at.y, at.x),
            default=None,
        )
        if place is None:
            waits.append(packer)
            continue
        ends.append((packer, place))
        taken |= field.block(packer.body(place))
    return Placing(ends=tuple(ends), waits=tuple(waits))


SHOWN = 6
"""The most proposals made."""


class PackPlace(Struct, kw_only=True):
    """The place of one creature of a pack, its flanking partners, strikers on its way, and cost.

    `near`: it cannot strike this turn, and comes as near as it can. `spent`: it gets to where it
    could, but no action is left for an attack.
    """

    who: str
    at: str
    cost: int
    partners: tuple[str, ...] = ()
    strikers: tuple[str, ...] = ()
    near: bool = False
    spent: bool = False


class PackPlan(Struct, kw_only=True):
    """A proposal: the steps in their order, and those without a place.

    `places` include creatures that need not move. `target` is the enemy to surround ("" = in
    formation). `striking` counts those at places from which they strike at it, `spent` those of
    them whose way there leaves no action for it, `flanks` those who flank it in the end, `strikes`
    the opportunities on the way, `cost` the squares of all together.
    """

    steps: tuple[PackStep, ...]
    places: tuple[PackPlace, ...]
    unplaced: tuple[str, ...]
    target: str
    striking: int
    spent: int
    flanks: int
    strikes: int
    crowded: int
    cost: int

    @property
    def worth(self) -> tuple[int, ...]:
        """The rank among proposals, less is better."""
        return (
            self.spent - self.striking,
            -self.striking,
            len(self.unplaced),
            -self.flanks,
            self.strikes,
            self.crowded,
            self.cost,
        )


def proposals(
    state: State,
    assets: Assets,
    creature_ids: tuple[str, ...],
    target: Square,
    scene: Scene | None = None,
    action: Action = "move",
) -> tuple[PackPlan, ...]:
    """Return proposals for these creatures, the best first; none when nobody can move.

    With an enemy at `target` they go where they can strike at it: most of them with an attack
    left, most placed, most flanks, fewest strikes on the way, free squares, least movement; those
    too far away come as near as they can. A way that nobody strikes at is taken where it leaves
    the attack too; else it is a proposal of its own.
    Elsewhere they keep their formation about the first, who goes to `target`. All steps are legal
    now by this `action` and within what is left of their turns. A mount goes with its rider.
    Refusals: "no_fight", "nobody", "unknown_creature".
    """
    fight_of(state)
    refuse_nobody(creature_ids)
    scene = scene or scene_of(state, assets)
    ridden = {scene.by_id[one].rides for one in creature_ids if one in scene.by_id}
    movers = tuple(one for one in dict.fromkeys(creature_ids) if one not in ridden)
    pack, unable = _packers(state, assets, scene, movers, action)
    if not pack:
        return ()
    bit = scene.field.bit(target)
    ids = {one.id for one in enemies(scene, pack[0].mover)}
    there = [one.creature for one in scene.present if one.bits & bit and one.creature.id in ids]
    enemy = min(there, key=lambda one: scene.has(one, "dead"), default=None)
    if enemy is None:
        placings = iter([_in_formation(pack, target)])
    else:
        placings = (_come_near(one, enemy) for one in _surround(pack, enemy, scene))
    pack_plans: list[PackPlan] = []
    for placing in placings:
        plan = _planned(scene, placing, enemy, unable)
        plans = [plan]
        if enemy is not None and plan.strikes:
            plans.append(_planned(scene, placing, enemy, unable, evading=True))
        pack_plans += [one for one in plans if one.steps and one not in pack_plans]
        if len(pack_plans) >= SHOWN:
            break
    return tuple(sorted(pack_plans, key=lambda plan: plan.worth)[:SHOWN])


def _planned(
    scene: Scene,
    placing: Placing,
    enemy: Creature | None,
    unable: tuple[str, ...],
    *,
    evading: bool = False,
) -> PackPlan:
    steps: list[PackStep] = []
    ways: dict[str, PlannedMove | None] = {}
    left: Sequence[tuple[Packer, Square]] = sorted(
        placing.ends, key=lambda pair: pair[0].cost(pair[1])
    )
    while left:
        shut = []
        for packer, square in left:
            if square == packer.mover.at:
                ways[packer.id] = None
                continue
            keeps = enemy is not None and not evading and packer.id not in placing.near
            way = _way(scene, packer, square, keeps_attack=keeps)
            if way is None:
                shut.append((packer, square))
                continue
            ways[packer.id] = way
            scene = scene.moved(packer.mover.id, square)
            steps.append(PackStep(packer.id, tuple(map(str, way.path))))
        if len(shut) == len(left):
            break
        left = shut
    places = tuple(
        _place(scene, packer, at, ways[packer.id], enemy, packer.id in placing.near)
        for packer, at in placing.ends
        if packer.id in ways
    )
    waits = (*placing.waits, *(packer for packer, _ in left))
    return PackPlan(
        steps=tuple(steps),
        places=places,
        unplaced=(*unable, *(one.id for one in waits)),
        target="" if enemy is None else enemy.id,
        striking=len([one for one in places if not one.near]),
        spent=len([one for one in places if one.spent]),
        flanks=len([one for one in places if one.partners]),
        strikes=sum(len(one.strikers) for one in places),
        crowded=sum(packer.crowds(at) for packer, at in placing.ends),
        cost=sum(one.cost for one in places),
    )


def _way(scene: Scene, packer: Packer, at: Square, *, keeps_attack: bool) -> PlannedMove | None:
    way = packer.way(scene, at)
    safe = packer.way(scene, at, safe=True) if way is not None and way.strikers.who else None
    if way is None or safe is None or safe.strikers.who:
        return way
    dear = keeps_attack and packer.may_attack(way) and not packer.may_attack(safe)
    if dear:
        return way
    return safe


def _place(
    scene: Scene,
    packer: Packer,
    square: Square,
    planned_move: PlannedMove | None,
    enemy: Creature | None,
    near: bool,
) -> PackPlace:
    partners: tuple[str, ...] = ()
    me = scene.by_id[packer.id]
    if enemy is not None and threatens(scene, me, enemy):
        partners = tuple(
            ally.id for ally in allies(scene, me) if flanking(scene, me, ally, enemy).flanked
        )
    spent = (
        planned_move is not None
        and enemy is not None
        and not near
        and not packer.may_attack(planned_move)
    )
    cost = 0
    strikers: tuple[str, ...] = ()
    if planned_move is not None:
        cost = planned_move.cost
        strikers = tuple(striker.by for striker in planned_move.strikers.who)
    return PackPlace(
        who=packer.id,
        at=str(square),
        cost=cost,
        partners=partners,
        strikers=strikers,
        near=near,
        spent=spent,
    )
