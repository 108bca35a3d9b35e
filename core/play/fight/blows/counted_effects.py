"""Effects that a blow lowers: images that are struck instead, points that it does not deal."""

from __future__ import annotations

from core.dice import Question
from core.effects.workings import Does, Working
from core.messages import Message
from core.play.facts.encounter import Lasting
from core.play.facts.fight.combatants import Being, someone
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.health import open_rules
from core.play.resolution import Outcome, Resolution
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

IMAGE = "image"
"""Ends the key of the die that says whether an image was struck."""


class CountedEffect(Struct):
    """An effect whose value is what is left of it, and what it does."""

    lasting: Lasting
    working: Working


def find_counted(being: Being, does: Does, rules: Ruleset) -> CountedEffect | None:
    """Return the first effect on a creature that does this and has something left, or None."""
    for lasting in being.lasting:
        row = rules.combat.rows.get(lasting.row)
        if row is None or not lasting.value:
            continue
        for working in row.workings:
            if working.does == does:
                return CountedEffect(lasting, working)
    return None


def strikes_the_real(
    resolution: Resolution, planned_attack: PlannedAttack, key: str
) -> bool | None:
    """Return whether a hit strikes its target, and no image; None while the die is asked for.

    Of so many images and one target the die picks one: 1 is the target.
    """
    images = find_counted(_target(resolution, planned_attack), "images", resolution.rules)
    if images is None:
        return True
    left = images.lasting.value
    question = Question(
        f"{key}/{IMAGE}",
        Message("1 is {who}, not an image", who=planned_attack.at.name),
        planned_attack.by.id,
        dice=f"d{left + 1}",
        wanted=(1,),
        follows=key,
        says="attack",
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    label = Message("{effect}: {count} images", effect=images.lasting.name, count=left)
    resolution.explain(open_rules(resolution.rules, label, left))
    return outcome.success is not False


def lose_an_image(resolution: Resolution, planned_attack: PlannedAttack) -> None:
    """Take an image of the target away: it was struck, or nearly missed."""
    images = find_counted(_target(resolution, planned_attack), "images", resolution.rules)
    if images is not None:
        _lower(resolution, planned_attack.at.id, images.lasting, 1)


def graze_an_image(resolution: Resolution, planned_attack: PlannedAttack, thrown: Outcome) -> None:
    """Take an image away where an attack missed by no more than its effect says."""
    images = find_counted(_target(resolution, planned_attack), "images", resolution.rules)
    if images is None or thrown.success is not False or thrown.how == "ruled":
        return
    missed_by = planned_attack.ac - thrown.total
    if not 0 < missed_by <= images.working.near:
        return
    label = Message("{effect}: an image is lost by a near miss", effect=images.lasting.name)
    resolution.explain(open_rules(resolution.rules, label, missed_by))
    _lower(resolution, planned_attack.at.id, images.lasting, 1)


def absorb(resolution: Resolution, creature_id: str, weapon: str, points: int) -> int:
    """Return the points of a blow that are left, and lower what absorbs the others.

    `weapon` is the attack's name: a word of it may pass (adamantine). Refusal "unknown_creature".
    """
    being = someone(resolution.state, creature_id)
    counted = find_counted(being, "absorb", resolution.rules)
    if counted is None or points <= 0:
        return points
    passes = counted.working.passes
    if passes and passes in weapon.lower().split():
        return points
    taken = min(points, int(counted.working.amount), counted.lasting.value)
    label = Message("{effect} absorbs", effect=counted.lasting.name)
    resolution.explain(open_rules(resolution.rules, label, taken))
    _lower(resolution, creature_id, counted.lasting, taken)
    return points - taken


def _target(resolution: Resolution, planned_attack: PlannedAttack) -> Being:
    return someone(resolution.state, planned_attack.at.id)


def _lower(resolution: Resolution, creature_id: str, lasting: Lasting, by: int) -> None:
    left = lasting.value - by
    if left <= 0:
        resolution.emit(ConditionEnded(creature_id, lasting.name, expired=True))
        return
    resolution.emit(ConditionBegan(creature_id, replace(lasting, value=left)))
