"""Attacks and damage before they happen: what the cursor, the layers and the line ahead show."""

from __future__ import annotations

from typing import NamedTuple

from core.combat.board.scene import Scene
from core.combat.sight.cover import cover
from core.combat.threat.threat import threatens
from core.messages import Message
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.blows.amounts import each
from core.play.fight.blows.mending import heal
from core.play.fight.blows.planned_attack import AttackOptions, PlannedAttack, swing
from core.play.fight.blows.resolve import hurt
from core.play.fight.blows.volley import remarks, uses
from core.play.fight.combatants import Being, attack_of, fight_of, find, someone
from core.play.fight.fight_scene import on_board, scene_of
from core.play.fight.health import Condition, health
from core.play.resolution import Resolution
from core.play.state import State
from core.receipts import Receipt
from core.values import replace


def preview(
    state: State,
    assets: Assets,
    by: str,
    at: str,
    attack: int | None = None,
    *,
    circumstance: int = 0,
    ac: int = 0,
    gm_degree: str = "",
    opportunity: bool = False,
    scene: Scene | None = None,
) -> PlannedAttack:
    """The next attack of `by` on `at`, with the attack in hand or the one of this index.

    `scene` may be another than the present one (a creature moved in it). Refusals of `swing`.
    """
    return swing(
        state,
        assets,
        by,
        at,
        AttackOptions(attack, None, opportunity, circumstance, ac, gm_degree),
        scene,
    )


def unusual(state: State, assets: Assets, found: PlannedAttack) -> tuple[Receipt, ...]:
    """What the GM allows beyond the rules with this attack: out of turn, with no action left."""
    figure = fight_of(state).figure(found.by.id)
    made = 0 if figure is None else figure.spent.attacks
    blow = replace(found, terms=replace(found.terms, nth=made))
    return tuple(remarks(blow, uses(blow, state, assets.rules, full=False), state, assets))


def cover_signs(
    state: State, assets: Assets, by: str, scene: Scene | None = None
) -> dict[str, str]:
    """The degree of cover that everybody else has from `by`, by id.

    Whom it could strike in melee it is taken to strike so, unless it has a ranged attack in hand;
    all others to shoot at. The degrees are "none", "soft", "screen", "partial", "cover",
    "improved" and "total"; who is not on the board or dead is left out. Refusals: "no_fight",
    "unknown_creature", "not_on_board".
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
    """How somebody would fare: hit points before and after (None = not told), and the word."""

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
    """How those would fare after this damage (or healing, or these temporary hit points).

    Temporary hit points go first. `falls` is the height in squares from which one who drops out
    of the air would fall. Refusals: "nobody", "amounts", "unknown_creature".
    """
    found = []
    for one, amount in each(who, amounts):
        being = someone(state, one)
        resolution = Resolution(state, assets, Asking({}))
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
