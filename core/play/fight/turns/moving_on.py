"""Movements that go on after an attack: the feats that allow it, and whom they spare (K-13).

Spring Attack, Shot on the Run, Flyby Attack and, of a rider, Ride-By Attack; switch "feats".
"""

from __future__ import annotations

from itertools import pairwise

from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square, adjacent, measure, parse_square
from core.creatures import AttackMode
from core.play.facts.encounter import Figure
from core.play.facts.fight.combatants import Being, attack_of, fight_of, someone
from core.play.facts.state import State
from core.play.fight.health import has_feat
from core.play.fight.turns.move_budget import CHARGE
from core.rulesets.schema import Ruleset

SPRING = "spring_attack"
"""The action of a spring attack that takes the whole round, its attack included."""


def has_spring_attack(being: Being, rules: Ruleset) -> bool:
    """Whether a creature can make spring attacks in this system."""
    return bool(rules.combat.strikes.feats.spring) and has_feat(being, "springs", rules)


def rider_passing(state: State, rules: Ruleset, mount: Figure) -> Figure | None:
    """Return the rider of a mount who rides on after the attack of a charge; None = there is none.

    That is Ride-By Attack.
    """
    for figure in fight_of(state).figures:
        if figure.mount == mount.id and has_feat(someone(state, figure.id), "rides_by", rules):
            return figure
    return None


def moves_on(state: State, scene: Scene, figure: Figure, mode: AttackMode, target_id: str) -> bool:
    """Whether the movement under way goes on after a single attack of this mode on a target."""
    rules = scene.rules
    mount = fight_of(state).figure(figure.mount)
    if mount is not None:
        charged = CHARGE in mount.spent.actions
        return charged and mode == "melee" and rider_passing(state, rules, mount) is not None
    if CHARGE in figure.spent.actions:
        return False
    being = someone(state, figure.id)
    if figure.mode == "fly" and figure.spent.path and has_feat(being, "flies_by", rules):
        return True
    if mode == "ranged":
        return has_feat(being, "shoots_moving", rules)
    return has_spring_attack(being, rules) and _springs_on(scene, figure, target_id)


def _springs_on(scene: Scene, figure: Figure, target_id: str) -> bool:
    feats = scene.rules.combat.strikes.feats
    if squares_along(figure.spent.path) < feats.spring_least:
        return False
    return not (feats.spring_apart and _began_beside(scene, figure, target_id))


def _began_beside(scene: Scene, figure: Figure, target_id: str) -> bool:
    target = scene.by_id.get(target_id)
    if target is None:
        return False
    begun = Block(*parse_square(figure.spent.path[0]), scene.space(scene.by_id[figure.id]))
    return adjacent(begun, scene.body(target))


def goes_past(state: State, rules: Ruleset, mount: Figure) -> bool:
    """Whether a mount can go on in its charge, as its rider has struck: Ride-By Attack."""
    spent = mount.spent
    if spent.actions[-1:] != (CHARGE,) or spent.path[-1:] != (mount.at,):
        return False
    rider = rider_passing(state, rules, mount)
    if rider is None or not rider.spent.made:
        return False
    return mode_of_last(state, rider) == "melee"


def struck_on_the_way(state: State, figure: Figure) -> tuple[str, ...]:
    """Return the ids of those whom a creature has attacked in melee in this turn."""
    spent = figure.spent
    if not spent.made:
        return ()
    if mode_of_last(state, figure) != "melee":
        return ()
    return spent.targets


def mode_of_last(state: State, figure: Figure) -> AttackMode:
    """Return the mode of the attack that a creature has made last in this turn."""
    attack = attack_of(someone(state, figure.id), figure, figure.spent.made[-1])
    if attack is None:
        return "melee"
    return attack.mode


def squares_along(path: tuple[str, ...]) -> int:
    """Return the length of a way in squares, diagonals 1-2-1-2 (C-003), whatever it costs."""
    anchors = [parse_square(name) for name in path]
    steps = list(pairwise(anchors))
    diagonals = [step for step in steps if _is_diagonal(*step)]
    return measure(len(steps), len(diagonals))


def _is_diagonal(here: Square, there: Square) -> bool:
    return here.x != there.x and here.y != there.y
