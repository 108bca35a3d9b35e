"""Previews of moves, attacks and damage for the cursor, and the layers of reach and threat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from core.combat.board.scene import Action, Scene
from core.combat.board.squares import Square, parse_square
from core.combat.search.reach import reachable
from core.combat.sight.cover import cover
from core.combat.threat.provoke import Outlook, SquareApproach, outlook
from core.combat.threat.threat import threatened, threatens
from core.creatures import Mode
from core.messages import Message, Refusal, Squares
from core.play.fight.blows.commands import MakeAttack
from core.play.fight.blows.decide import attack_remarks, terms_of, uses
from core.play.fight.blows.planned_attack import AttackOptions, PlannedAttack, swing
from core.play.fight.blows.points import each
from core.play.fight.blows.resolve import heal, hurt
from core.play.fight.combatants import attack_of, changed_figure, fight_of, someone
from core.play.fight.encounter import NOTHING_SPENT, is_acting
from core.play.fight.fight_scene import (
    Strikers,
    mover_scene,
    on_board,
    scene_of,
    used_up,
)
from core.play.fight.health import Condition, health
from core.play.fight.moves.commands import Move
from core.play.fight.moves.move_plan import course_of, move_remarks, strikers
from core.play.fight.moves.planned_move import IntendedMove, PlannedMove, intended
from core.play.fight.turns.budget import AIRBORNE
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.receipts import Receipt
from core.values import Struct, replace


def preview(
    state: State,
    assets: Assets,
    by: str,
    at: str,
    attack: int | None = None,
    *,
    opportunity: bool = False,
    scene: Scene | None = None,
    spends: tuple[str, ...] = (),
) -> PlannedAttack:
    """Return the next attack of `by` on `at` (`attack` None = the attack in hand).

    `scene` may differ from the present one (a creature moved in it); `spends` are actions that
    it will have used by then, such as a charge. Refusals of `swing`.
    """
    if spends:
        state = changed_figure(
            state, by,
            lambda one: replace(
                one, spent=replace(one.spent, actions=(*one.spent.actions, *spends))
            ),
        )  # fmt: skip
    return swing(state, assets, by, at, AttackOptions(attack, None, opportunity), scene)


def unusual(
    state: State, assets: Assets, found: PlannedAttack, *, full: bool = False
) -> tuple[Receipt, ...]:
    """Receipts of what the GM allows beyond the rules: out of turn, no action left."""
    return tuple(attack_remarks(found, uses(found, state, assets.rules, full=full), state, assets))


def unusual_attackers(state: State, assets: Assets, command: MakeAttack) -> tuple[str, ...]:
    """Return those of an attack who attack out of turn or with no action left.

    Refusals: those of `swing`.
    """
    scene = scene_of(state, assets)
    found = (swing(state, assets, by, command.at, terms_of(command), scene) for by in command.by)
    return tuple(one.by.id for one in found if unusual(state, assets, one, full=command.full))


def cover_signs(
    state: State, assets: Assets, by: str, scene: Scene | None = None
) -> dict[str, str]:
    """Return the degree of cover that each other creature has from `by`, by id.

    Cover is that against melee where `by` could strike the creature and has no ranged attack in
    hand, else that against shots: "none", "soft", "screen", "partial", "cover", "improved" or
    "total". The dead are left out. Refusals: "no_fight", "unknown_creature", "not_on_board".
    """
    fight = fight_of(state)
    scene = scene_of(state, assets) if scene is None else scene
    viewer = on_board(scene, state, fight, by)
    figure = fight.figure(by)
    attack = None if figure is None else attack_of(someone(state, by), figure)
    shoots = attack is not None and attack.mode == "ranged"
    found: dict[str, str] = {}
    for one in scene.creatures:
        if one.id == by or scene.paired(viewer, one) or scene.has(one, "dead"):
            continue
        near = not shoots and threatens(scene, viewer, one)
        found[one.id] = cover(scene, viewer, one, "melee" if near else "ranged").degree
    return found


class After(NamedTuple):
    """A creature after damage: its hit points before and after (None = unknown), and its state."""

    who: str
    before: int | None
    after: int | None
    word: Message
    slug: Condition
    nonlethal: int
    temporary: int
    falls: int


def after_hurt(
    state: State,
    assets: Assets,
    who: tuple[str, ...],
    amounts: tuple[int, ...],
    *,
    nonlethal: bool = False,
    healing: bool = False,
    temporary: bool = False,
) -> tuple[After, ...]:
    """Return the state of creatures after this damage, healing or these temporary hit points.

    Temporary hit points go first. `falls` is the height in squares from which a
    creature knocked out in the air would fall. Refusals: "nobody", "amounts", "unknown_creature".
    """
    found = []
    for one, amount in each(who, amounts):
        being = someone(state, one)
        resolution = Resolution(state, assets)
        if healing:
            heal(resolution, being, amount, nonlethal_only=nonlethal)
        elif not temporary:
            hurt(resolution, one, amount, lethal=not nonlethal)
        later = someone(resolution.state, one)
        points = max(later.temporary, amount) if temporary else later.temporary
        before, now = health(being, assets.rules), health(later, assets.rules)
        figure = None if state.fight is None else state.fight.figure(one)
        falls = 0
        if now.out and not before.out and figure is not None and figure.at and not figure.mount:
            falls = figure.elevation
        found.append(
            After(one, before.hp, now.hp, now.word, now.slug, later.nonlethal, points, falls)
        )
    return tuple(found)


class StrikerAhead(Struct):
    """A creature that may strike on the way, at the anchor `at`, and its attack (None = none)."""

    by: str
    at: str
    attack: PlannedAttack | None

    @property
    def chance(self) -> Fraction | None:
        """The chance that it hits; None without an attack on its sheet."""
        return None if self.attack is None else self.attack.p_hit


@dataclass(frozen=True)
class MoveAhead:
    """A move as it would be made now; lengths in squares.

    `outlook` is the situation of the mover there, with the way taken. `cost` will be recorded,
    `budget` is what is left before it, `spends` the actions newly used. `strikers` are asked in
    the order of the way. `remarks` are what the GM may allow (out of turn, no action left).
    """

    course: PlannedMove = field(repr=False)
    outlook: Outlook
    cost: int
    budget: int
    spends: tuple[str, ...]
    strikers: tuple[StrikerAhead, ...]
    remarks: tuple[Receipt, ...]

    @property
    def path(self) -> tuple[Square, ...]:
        """The anchors of the way."""
        return self.course.path

    @property
    def safe(self) -> SquareApproach | None:
        """The cheapest way that provokes nothing; None = there is none."""
        return self.outlook.safe

    @property
    def hit_at_least_once(self) -> Fraction:
        """The chance of at least one hit if all strikers strike."""
        missed = Fraction(1)
        for one in self.strikers:
            missed *= 1 - (one.chance or Fraction(0))
        return 1 - missed

    @cached_property
    def receipt(self) -> Receipt:
        """The cost, the strikers, and the situation at the end."""
        rules = self.course.scene.rules
        parts = (*self.remarks, *self.course.why, self.outlook.receipt)
        return rules.cite(
            "G-6",
            "{who} to {to}",
            Squares(self.cost),
            *parts,
            who=self.outlook.mover.name or self.outlook.mover.id,
            to=str(self.outlook.to),
        )


def outlook_at(
    state: State,
    assets: Assets,
    who: str,
    to: Square,
    *,
    action: Action = "move",
    mode: Mode = "walk",
    elevation: int | None = None,
    squeeze: bool = False,
    safe: bool = False,
    scene: Scene | None = None,
) -> MoveAhead:
    """Return the preview of moving `who` to an anchor. Refusals as `course_of`."""
    wish = Move(
        who, str(to), action=action, mode=mode, elevation=elevation, safe=safe, squeeze=squeeze
    )
    way = course_of(state, assets, wish, scene)
    found = strikers(way)
    return MoveAhead(
        course=way,
        outlook=_seen(way, found),
        cost=way.cost,
        budget=1 if way.purse.left is None else way.purse.left,
        spends=way.paid.spends,
        strikers=tuple(_attacks(way, found)),
        remarks=tuple(move_remarks(way)),
    )


def _seen(way: PlannedMove, found: Strikers) -> Outlook:
    stage, end = way.stage, way.heights[-1]
    mover = replace(stage.mover, elevation=end)
    scene = stage.level(end, keep=[one.id for one in stage.scene.creatures])
    scene = scene if end == stage.feet else scene.with_creatures(mover)
    seen = outlook(scene, mover, way.path[-1], way.manner(way.purse.most), used_up(stage))
    taken = SquareApproach(way.path, way.cost, found.provoked)
    safe = seen.safe
    if not found.who:
        safe = taken
    elif len(set(way.heights)) > 1:
        safe = None
    return replace(seen, way=taken, safe=safe)


def _attacks(way: PlannedMove, found: Strikers) -> Iterator[StrikerAhead]:
    heights, state, assets = dict(reversed(way.cubes)), way.stage.state, way.stage.assets
    for one in found.who:
        at = parse_square(one.at)
        scene = way.scene.moved(way.mover.id, at)
        feet = heights.get(at, way.stage.feet)
        if feet != way.stage.feet:
            mover = scene.by_id[way.mover.id]
            scene = scene.with_creatures(replace(mover, elevation=feet))
        attack = None
        with suppress(Refusal):  # no attack on its sheet
            attack = preview(state, assets, one.by, way.wish.who, opportunity=True, scene=scene)
        yield StrikerAhead(one.by, one.at, attack)


class ReachBands(Struct):
    """The squares that a creature can reach, as bits of the board; each is in one band only.

    `one` with what is left of the movement under way or the next action, `two` with all that is
    left of the turn (pf2: two actions), `run` by running (pf2: by three actions).
    """

    one: int
    two: int
    run: int


def reach_bands(
    state: State,
    assets: Assets,
    who: str,
    *,
    mode: Mode = "walk",
    scene: Scene | None = None,
) -> ReachBands:
    """Return the reach of a creature; out of turn that of a whole turn.

    In the air, turns and height are not counted. Refusals: those of `mover_scene`, "no_speed".
    """
    stage = mover_scene(state, assets, who, scene)
    if not is_acting(fight_of(state), stage.figure):
        stage = replace(stage, figure=replace(stage.figure, spent=NOTHING_SPENT))
    asked = intended(stage, Move(who, mode=mode))
    purse = asked.purse
    each, left = purse.each or 0, purse.left or 0
    rest = left - purse.free * each
    first = rest or (each if purse.free else 0)
    second = min(left, 2 * each) if purse.packed else left
    one = _ends(asked, first)
    two = _ends(asked, second) & ~one if second > first else 0
    fast = _fast(asked)
    return ReachBands(one, two, fast & ~(one | two))


def _ends(asked: IntendedMove, budget: int) -> int:
    if budget <= 0:
        return 0
    manner = replace(asked.manner(budget), ends_here=True)
    return reachable(asked.ground, asked.mover, manner).ends


def _fast(asked: IntendedMove) -> int:
    if asked.purse.packed:
        return _ends(asked, asked.purse.left or 0)
    try:
        runs = intended(asked.stage, replace(asked.wish, action="run"))
    except Refusal:
        return 0
    can_run = runs.purse.free and runs.wish.mode in ("walk", "swim", *AIRBORNE)
    return _ends(runs, runs.purse.left or 0) if can_run else 0


def threat_bits(state: State, assets: Assets, who: str, scene: Scene | None = None) -> int:
    """Return the squares that a creature threatens, as bits of the board.

    Those at its own height, and for a flyer those on the ground too. Refusals: those of `on_board`.
    """
    fight = fight_of(state)
    scene = scene_of(state, assets, fight) if scene is None else scene
    creature = on_board(scene, state, fight, who)
    found = threatened(scene, creature).everywhere
    return found | threatened(scene, creature, 0).everywhere if creature.elevation else found
