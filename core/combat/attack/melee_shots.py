"""Shots and throws at who fights a friend of the shooter in melee (K-2, by the open rules)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.scene import NEUTRAL, Creature, Scene, name_creature
from core.combat.board.squares import Block, gap, through_the_air
from core.combat.board.strikes import melee_reach
from core.combat.threat.threat import allies, threatens
from core.messages import Message, Squares, Value, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Effect
from core.rulesets.schema import Ruleset
from core.values import Struct

SOURCE = "open rules, Shooting or Throwing into a Melee"
PRECISE = "open rules, Precise Shot"
ABSENT: tuple[Effect, ...] = ("dead", "helpless")
"""Effects of those who are engaged with nobody; the grappled fight on, though they cannot move."""


class MeleeShot(Struct, kw_only=True):
    """A shot at a target that is engaged in melee with friends of the shooter.

    `value` is the modifier of the roll; where it is 0, a part of the receipt says why.
    """

    engaged: tuple[Creature, ...]
    value: int
    receipt: Receipt


def into_melee(
    scene: Scene, shooter: Creature, target: Creature, *, far: bool = False
) -> MeleeShot | None:
    """Return what a melee around its target makes of a shot; None = there is none, or no rule.

    Where a house rule of the campaign leaves the figure out, it is 0. `far`: the GM says that the
    part aimed at is away from the shooter's friends.
    """
    rules = scene.rules
    figures = rules.combat.strikes.into_melee
    counts = rules.switch("into_melee")
    if not figures or not (counts or rules.is_house_rule("into_melee")):
        return None
    engaged = engaged_friends(scene, shooter, target)
    if not engaged:
        return None
    value = 0
    parts: tuple[Receipt, ...] = ()
    if counts:
        spared = _spared(scene, shooter, target, far=far)
        if spared is not None:
            parts = (spared,)
        else:
            larger = _sizes_larger(scene, target, engaged)
            value = figures[min(larger, len(figures) - 1)]
            parts = tuple(_by_size(scene, target, larger))
    label = Message("into a melee with {friends}", friends=tuple(map(name_creature, engaged)))
    receipt = _cite(rules, label, value, *parts)
    return MeleeShot(engaged=engaged, value=value, receipt=receipt)


def _cite(
    rules: Ruleset, label: Message, value: Value, *parts: Receipt, source: str = SOURCE
) -> Receipt:
    return rules.cite("K-2", label, value, *parts, source=source, default=True, switch="into_melee")


def engaged_friends(scene: Scene, shooter: Creature, target: Creature) -> tuple[Creature, ...]:
    """Return the shooter's friends with whom a target is engaged in melee, in the scene's order.

    Engaged are enemies of whom either threatens the other. The target's mount or riders fight
    beside it, and those of the shooter count as the shooter (C-257). The helpless are engaged with
    nobody, nor are neutral creatures (house default).
    """
    if not _takes_part(scene, target):
        return ()
    opponents = [
        creature
        for creature in scene.creatures
        if creature.id == target.id or scene.paired(target, creature)
    ]
    return tuple(
        friend
        for friend in allies(scene, shooter)
        if not scene.friends(friend, target)
        and _takes_part(scene, friend)
        and any(
            _engaged(scene, friend, opponent)
            for opponent in opponents
            if not scene.friends(friend, opponent)
        )
    )


def _takes_part(scene: Scene, creature: Creature) -> bool:
    if creature.side == NEUTRAL:
        return False
    return not any(scene.has(creature, effect) for effect in ABSENT)


def _engaged(scene: Scene, friend: Creature, opponent: Creature) -> bool:
    reach = max(melee_reach(scene, friend), melee_reach(scene, opponent))
    between = (
        max(gap(body, place)) for body in scene.bodies(friend) for place in scene.bodies(opponent)
    )
    if min(between) > reach:
        return False
    return threatens(scene, friend, opponent) or threatens(scene, opponent, friend)


def _spared(scene: Scene, shooter: Creature, target: Creature, *, far: bool) -> Receipt | None:
    # Why the melee does not hinder the shot; None = it does.
    rules = scene.rules
    if scene.has(shooter, "precise_shot"):
        label = Message("{who} has Precise Shot", who=name_creature(shooter))
        return _cite(rules, label, yes_no(True), source=PRECISE)
    if far:
        label = Message(
            "aimed at a part of {target} away from friends", target=name_creature(target)
        )
        return rules.cite("K-2", label, yes_no(True), source="GM")
    apart = rules.combat.strikes.melee_apart
    nearest = _nearest_friend(scene, shooter, target, scene.bodies(target))
    if nearest is None or nearest >= apart:
        label = Message("no friend is nearer to {target} than", target=name_creature(target))
        return _cite(rules, label, Squares(apart))
    return None


def _by_size(scene: Scene, target: Creature, larger: int) -> Iterator[Receipt]:
    if larger > 0 and len(scene.combat.strikes.into_melee) > 1:
        label = Message("{target} is larger than they are, by sizes", target=name_creature(target))
        yield _cite(scene.rules, label, larger)


def _sizes_larger(scene: Scene, target: Creature, engaged: Iterable[Creature]) -> int:
    # How many sizes the target is larger than the largest of them, at least 0.
    largest = max(scene.size(friend).rank for friend in engaged)
    return max(0, scene.size(target).rank - largest)


def has_part_aside(scene: Scene, shooter: Creature, target: Creature) -> bool:
    """Whether a square of the target is so far from the shooter's friends that it may be aimed at.

    Whether a shot is aimed there is the GM's word.
    """
    apart = scene.combat.strikes.melee_apart
    squares = [square for body in scene.bodies(target) for square in body.squares()]
    nearest = (_nearest_friend(scene, shooter, target, (Block(*square, 1),)) for square in squares)
    return any(away is None or away >= apart for away in nearest)


def _nearest_friend(
    scene: Scene, shooter: Creature, target: Creature, places: Iterable[Block]
) -> int | None:
    # How far the shooter's nearest friend is from places of the target; None = it has none here.
    distances = [
        through_the_air(body, place, (friend.elevation, target.elevation))
        for friend in allies(scene, shooter)
        if friend.id != target.id and not scene.has(friend, "dead")
        for body in scene.bodies(friend)
        for place in places
    ]
    return min(distances, default=None)
