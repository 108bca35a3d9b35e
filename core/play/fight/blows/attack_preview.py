"""Previews of attacks and damage for the cursor, the layers and the Ahead line."""

from __future__ import annotations

from typing import NamedTuple

from core.combat.board.scene import Scene
from core.combat.sight.cover import cover
from core.combat.threat.threat import threatens
from core.messages import Message
from core.play.fight.blows.commands import MakeAttack
from core.play.fight.blows.decide import remarks, terms_of, uses
from core.play.fight.blows.planned_attack import AttackOptions, PlannedAttack, swing
from core.play.fight.blows.points import each
from core.play.fight.blows.resolve import heal, hurt
from core.play.fight.combatants import Being, attack_of, changed_figure, fight_of, find, someone
from core.play.fight.fight_scene import on_board, scene_of
from core.play.fight.health import Condition, health
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.receipts import Receipt
from core.values import replace


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
    return tuple(remarks(found, uses(found, state, assets.rules, full=full), state, assets))


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
        later = find(resolution.state, one) or being
        points = max(later.temporary, amount) if temporary else later.temporary
        fares = health(later, assets.rules)
        drops = fares.out and not health(being, assets.rules).out
        falls = _height(state, one) if drops else 0
        found.append(
            After(
                one, _left(being), _left(later), fares.word, fares.slug, later.nonlethal, points,
                falls,
            )
        )  # fmt: skip
    return tuple(found)


def _left(being: Being) -> int | None:
    return None if being.hp is None else being.hp - being.damage


def _height(state: State, who: str) -> int:
    figure = None if state.fight is None else state.fight.figure(who)
    return 0 if figure is None or figure.mount or not figure.at else figure.elevation
