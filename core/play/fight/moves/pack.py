"""Proposals for a pack: round an enemy with most flanks, or in formation."""

from __future__ import annotations

from collections.abc import Sequence

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.combat.threat.flanking import flanking
from core.combat.threat.threat import allies, enemies
from core.messages import Refusal
from core.play.fight.combatants import fight_of
from core.play.fight.fight_scene import scene_of
from core.play.fight.moves.commands import Move, PackStep
from core.play.fight.moves.move_plan import course_of, strikers
from core.play.fight.moves.placings import (
    Packer,
    Placing,
    come_near,
    in_formation,
    packers,
    surround,
)
from core.play.fight.moves.planned_move import PlannedMove
from core.play.state import Assets, State
from core.values import Struct, replace

SHOWN = 6
"""The most proposals made."""


class PackPlace(Struct):
    """The place of one creature of a pack, its flanking partners, strikers on its way, and cost.

    `near`: it cannot strike this turn, and comes as near as it can.
    """

    who: str
    at: str
    cost: int
    partners: tuple[str, ...] = ()
    strikers: tuple[str, ...] = ()
    near: bool = False


class PackPlan(Struct):
    """A proposal: the steps in their order, and those without a place.

    `places` include creatures that need not move. `target` is the enemy to surround ("" = in
    formation). `flanks` counts those who flank it in the end, `strikes` the opportunities on the
    way, `cost` the squares of all together.
    """

    steps: tuple[PackStep, ...]
    places: tuple[PackPlace, ...]
    unplaced: tuple[str, ...]
    target: str
    flanks: int
    strikes: int
    cost: int

    @property
    def striking(self) -> int:
        """The number of creatures that can strike at the target."""
        return sum(not place.near for place in self.places)

    @property
    def worth(self) -> tuple[int, int, int, int, int]:
        """The rank among proposals, less is better."""
        return -self.striking, len(self.unplaced), -self.flanks, self.strikes, self.cost


def proposals(
    state: State,
    assets: Assets,
    who: tuple[str, ...],
    target: Square,
    scene: Scene | None = None,
) -> tuple[PackPlan, ...]:
    """Return proposals for these creatures, the best first; none when nobody can move.

    With an enemy at `target` they go where they can strike at it: most of them placed, most
    flanks, fewest strikes on the way, least movement; those too far away come as near as they can.
    Elsewhere they keep their formation about the first, who goes to `target`. All steps are legal
    now and within what is left of their turns. Refusals: "no_fight", "nobody", "unknown_creature".
    """
    fight = fight_of(state)
    if not who:
        raise Refusal("nobody", "Name at least one creature.")
    scene = scene_of(state, assets, fight) if scene is None else scene
    pack, unable = packers(state, assets, scene, tuple(dict.fromkeys(who)))
    if not pack:
        return ()
    bit = scene.field.bit(target)
    ids = {one.id for one in enemies(scene, pack[0].mover)}
    there = [one.creature for one in scene.present if one.bits & bit and one.creature.id in ids]
    enemy = min(there, key=lambda one: scene.has(one, "dead"), default=None)
    if enemy is None:
        placings = in_formation(pack, target)
    else:
        placings = tuple(come_near(one, enemy) for one in surround(pack, enemy, scene))
    found: list[PackPlan] = []
    for placing in placings:
        plan = _planned(state, assets, scene, placing, enemy, unable)
        if plan.steps and plan not in found:
            found.append(plan)
        if len(found) == SHOWN:
            break
    return tuple(sorted(found, key=lambda plan: plan.worth))


def _planned(
    state: State,
    assets: Assets,
    scene: Scene,
    placing: Placing,
    enemy: Creature | None,
    unable: tuple[str, ...],
) -> PackPlan:
    steps: list[PackStep] = []
    ways: dict[str, tuple[PlannedMove, tuple[str, ...]]] = {}
    still: dict[str, Square] = {}
    left: Sequence[tuple[Packer, Square]] = sorted(
        placing.ends, key=lambda pair: pair[0].cost(pair[1])
    )
    while left:
        shut = []
        for packer, at in left:
            if at == packer.mover.at:
                still[packer.id] = at
                continue
            gone = _gone(state, assets, scene, packer, at)
            if gone is None:
                shut.append((packer, at))
                continue
            ways[packer.id] = gone
            scene = scene.moved(packer.mover.id, at)
            steps.append(PackStep(packer.id, tuple(map(str, gone[0].path))))
        if len(shut) == len(left):
            break
        left = shut
    late = tuple(packer.id for packer, _ in left) if left else ()
    places = tuple(
        _place(scene, packer.id, at, ways.get(packer.id), enemy, packer.id in placing.near)
        for packer, at in placing.ends
        if packer.id in ways or packer.id in still
    )
    return PackPlan(
        tuple(steps), places, (*unable, *(one.id for one in placing.waits), *late),
        "" if enemy is None else enemy.id,
        sum(bool(one.partners) for one in places),
        sum(len(one.strikers) for one in places),
        sum(one.cost for one in places),
    )  # fmt: skip


def _gone(
    state: State, assets: Assets, scene: Scene, packer: Packer, at: Square
) -> tuple[PlannedMove, tuple[str, ...]] | None:
    wish = Move(packer.id, str(at), mode=packer.mode)
    try:
        way = course_of(state, assets, wish, scene)
    except Refusal:
        return None
    who = strikers(state, assets, way).who
    if who:
        try:
            safe = course_of(state, assets, replace(wish, safe=True), scene)
        except Refusal:
            return way, tuple(one.by for one in who)
        if not strikers(state, assets, safe).who:
            return safe, ()
    return way, tuple(one.by for one in who)


def _place(
    scene: Scene,
    who: str,
    at: Square,
    way: tuple[PlannedMove, tuple[str, ...]] | None,
    enemy: Creature | None,
    near: bool,
) -> PackPlace:
    partners: tuple[str, ...] = ()
    if enemy is not None:
        me = scene.by_id[who]
        partners = tuple(
            ally.id for ally in allies(scene, me) if flanking(scene, me, ally, enemy).flanked
        )
    cost, by = (0, ()) if way is None else (way[0].cost, way[1])
    return PackPlace(who, str(at), cost, partners, by, near)
