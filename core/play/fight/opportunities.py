"""Attacks of opportunity: who may make one, and who has none left this round."""

from __future__ import annotations

from core.combat.attack.modifiers import by_names, total
from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.combat.threat.provoke import Provoked, standing
from core.play.fight.combatants import fight_of, find, sheet
from core.play.fight.encounter import Figure
from core.play.fight.fight_scene import MoverScene
from core.play.state import Assets, State, Striker
from core.values import Struct

NEUTRAL = "neutral"


class Strikers(Struct):
    """The creatures that may strike, in the order of the path, and why."""

    who: tuple[Striker, ...]
    provoked: Provoked


def risers(state: State, assets: Assets, stage: MoverScene) -> Strikers:
    """Return who may strike at a creature that gets up (house default: as for leaving a square)."""
    found = standing(stage.scene, stage.mover)
    return in_order(found, (stage.mover.at,), used_up(state, assets, stage))


def in_order(found: Provoked, path: tuple[Square, ...], used: frozenset[str]) -> Strikers:
    """Return those provoked along a path of squares, without the ids in `used`."""
    asked = (one for one in found.opportunities if one.by not in used)
    by_place = sorted(asked, key=lambda one: (path.index(one.at), one.by))
    return Strikers(tuple(Striker(one.by, str(one.at)) for one in by_place), found)


def used_up(state: State, assets: Assets, stage: MoverScene) -> frozenset[str]:
    """Return the ids of those who cannot strike at this mover before their next turn (C-107).

    Each creature has as many opportunities in a round as the system gives (house default: one, in
    pf2 one reaction), with Combat Reflexes its Dexterity modifier more, and one against each
    mover. Neutral creatures do not strike and are not struck at (house default).
    """
    scene, pair = stage.scene, _pair(stage)
    found = set()
    for figure in fight_of(state).figures:
        if pair & set(figure.reacted) or len(figure.reacted) >= _most(state, assets, scene, figure):
            found.add(figure.id)
    bystander = stage.mover.side == NEUTRAL
    found |= {one.id for one in scene.creatures if bystander or one.side == NEUTRAL}
    return frozenset(found)


def spare(state: State, assets: Assets, stage: MoverScene, who: str) -> int:
    """Return the opportunities that `who` has left before its next turn; 0 off the board."""
    figure = fight_of(state).figure(who)
    if figure is None:
        return 0
    return max(0, _most(state, assets, stage.scene, figure) - len(figure.reacted))


def _pair(stage: MoverScene) -> set[str]:
    # C-257
    paired = (one.id for one in stage.scene.creatures if stage.scene.paired(stage.mover, one))
    return {stage.mover.id, *paired}


def _most(state: State, assets: Assets, scene: Scene, figure: Figure) -> int:
    most = assets.rules.combat.moving.reactions
    creature, being = scene.by_id.get(figure.id), find(state, figure.id)
    if creature is None or being is None or not scene.has(creature, "reacts_always"):
        return most
    change = total(by_names(creature.conditions, "dexterity", assets.rules))
    return most + max(0, (sheet(being).dexterity or 0) + change)
