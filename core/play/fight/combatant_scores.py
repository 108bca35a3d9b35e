"""Changes of ability scores by conditions, and so of saves, checks and initiative."""

from __future__ import annotations

from core.combat.attack.scores import Score, by_names
from core.play.assets import Assets
from core.play.fight.afflictions import own_afflictions
from core.play.fight.combatants import Being
from core.play.fight.fight_scene import scene_of
from core.play.state import State
from core.receipts import Receipt


def changes(being: Being, state: State, assets: Assets, score: Score) -> tuple[Receipt, ...]:
    """Return the change of all that depends on a score: one receipt, or none (C-252).

    Squeezing counts (C-082) where `assets` has the board.
    """
    names = own_afflictions(being, assets.rules)
    fight = state.fight
    figure = None if fight is None or fight.board not in assets.boards else fight.figure(being.id)
    if figure is not None and figure.trail:
        creature = scene_of(state, assets).by_id.get(being.id)
        names = names if creature is None else creature.conditions
    return by_names(names, score, assets.rules)
