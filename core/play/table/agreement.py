"""What else must change when points and states of a creature are corrected one by one.

Hit points, dying, death and lying on the ground belong together: play sets them in one go, a
correction may set only some of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from core.play.facts.encounter import PRONE, Lasting, is_among
from core.play.facts.fight.combatants import Being, figure_of, find
from core.play.facts.state import State
from core.play.facts.table.commands import Correction
from core.play.fight.health import DYING, Health, death_at, health, is_vehicle
from core.rulesets.schema import Ruleset
from core.values import replace

Disagreement: TypeAlias = Literal["should_die", "should_sink", "should_recover", "should_lie"]
CRITICAL_STEPS = 2
"""The degrees of dying that a critical hit adds, the most of any blow."""


def find_disagreements(creature_id: str, state: State, rules: Ruleset) -> frozenset[Disagreement]:
    """Return what does not agree about a creature: nothing after any play.

    "should_die": its wounds kill it and it is not dead. "should_sink": it has no hit points left
    and is neither dying nor stable. "should_recover": it has hit points left and is dying by
    degrees, or it is dying and stable at once. "should_lie": it is out on the board and on its
    feet; in the saddle it may stay. Unknown hit points agree with everything.
    """
    being = find(state, creature_id)
    if being is None or being.dead or being.hp is None or is_vehicle(being):
        return frozenset()
    now = health(being, rules)
    return frozenset(_disagreements(being, now, state, rules))


def _disagreements(
    being: Being, now: Health, state: State, rules: Ruleset
) -> Iterator[Disagreement]:
    has_points_left = (now.hp or 0) > 0
    if now.degree and (has_points_left or being.stable):
        yield "should_recover"
    elif now.slug == "dead":
        yield "should_die"
        return
    by_degrees = rules.combat.dying.way == "stages"
    if by_degrees and not now.degree and not has_points_left and not being.stable:
        yield "should_sink"
    figure = figure_of(state, being.id)
    on_the_board = figure is not None and figure.at != "" and figure.mount == ""
    if on_the_board and now.out and not is_among(being.lasting, PRONE):
        yield "should_lie"


def died_of_wounds(being: Being, rules: Ruleset) -> bool:
    """Return whether a dead creature's wounds, or its degrees of dying, explain its death."""
    if not being.dead or being.hp is None:
        return False
    left = being.hp - being.damage
    dying = rules.combat.dying
    if dying.way != "stages":
        return left <= death_at(being, dying)
    degree = health(replace(being, dead=False), rules).degree
    return left <= 0 and degree + CRITICAL_STEPS >= dying.stages


def further_corrections(
    creature_id: str, before: State, state: State, rules: Ruleset
) -> Iterator[Correction]:
    """Yield the next corrections of a creature so that it is as play could have left it.

    `before` is the state that was corrected, `state` the corrected one. What did not agree before
    (the GM's own rulings) stays. Each may call for others: apply them and ask again.
    """
    being = find(state, creature_id)
    was = find(before, creature_id)
    if being is None or was is None:
        return
    if being.dead:
        if died_of_wounds(was, rules) and not died_of_wounds(being, rules):
            yield Correction(creature_id, "dead", to="no")
        return
    fresh = find_disagreements(creature_id, state, rules) - find_disagreements(
        creature_id, before, rules
    )
    if "should_die" in fresh:
        yield Correction(creature_id, "dead", to="yes")
        return
    if "should_recover" in fresh:
        yield Correction(creature_id, "condition", to=DYING)
    if "should_sink" in fresh:
        yield Correction(creature_id, "condition", to=DYING, lasting=Lasting(DYING, value=1))
    if "should_lie" in fresh:
        yield Correction(creature_id, "condition", to=PRONE, lasting=Lasting(PRONE))
