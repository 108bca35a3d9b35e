"""What wounds and healing bring with them: who drops, bleeds, steadies, dies, comes to."""

from __future__ import annotations

from fractions import Fraction

from core.checks import p_success
from core.dice import Question
from core.messages import N_, Message, Refusal
from core.play.asking import Outcome
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import Being, fight_of, find, named, side, someone
from core.play.fight.dismounting import afoot, beside
from core.play.fight.fight_scene import scene_of
from core.play.fight.health import DYING, Health, con_modifier, health, house
from core.play.fight.moves.events import MountedUp
from core.play.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    Died,
    Revived,
    Sank,
    Stabilised,
)
from core.play.fight.turns.falling_creatures import lie_down, tumble
from core.play.lasting import Lasting
from core.play.resolution import Resolution
from core.play.table.events import Damaged, Healed
from core.values import replace

HUNDRED = 100
CHECK = "stabilise"
"""The name of the checks of the dying."""
LOWEST, HIGHEST = 1, 20


def drops(tale: Resolution, who: str) -> None:
    """What follows when `who` was just hurt: call it after the damage has happened.

    It sinks (staggered, disabled, unconscious, dying), by degrees where there are such, or dies.
    Who is out lies down, and falls if it was in the air.
    """
    being = find(tale.state, who)
    if being is None or being.dead:
        return
    last = _last_blow(tale, who)
    before = health(_unhurt(being, last), tale.world.rules)
    if tale.world.rules.combat.dying.way == "stages":
        _by_degrees(tale, being, before, last)
    else:
        _by_points(tale, being, before, last)
    if _fares(tale, who).out:
        _collapses(tale, who)


def rises(tale: Resolution, who: str) -> None:
    """What follows when `who` was just healed: the dying are stable, or up again."""
    being = find(tale.state, who)
    if being is None or being.dead:
        return
    found = health(being, tale.world.rules)
    if found.degree and (found.hp or 0) > 0:
        tale.happen(ConditionEnded(who, DYING, expired=True))
    elif found.slug == "dying" and not found.degree and _mended(tale, who):
        tale.happen(Stabilised(who))


def settles(tale: Resolution, who: str) -> None:
    """What follows when the GM set the damage of `who`: it is dead, or is not."""
    being = find(tale.state, who)
    if being is None:
        return
    rules = tale.world.rules
    told = health(replace(being, dead=False), rules)
    if being.dead and told.slug != "dead":
        tale.happen(Revived(who))
    if told.degree and (told.hp or 0) > 0:
        tale.happen(ConditionEnded(who, DYING, expired=True))
    if not being.dead and told.slug == "dead":
        tale.happen(Died(who))


def stabilise(tale: Resolution, who: str) -> None:
    """Let one who is dying be stable. Refusals "unknown_creature", "not_dying"."""
    being = someone(tale.state, who)
    if _fares(tale, who).slug != "dying":
        raise Refusal("not_dying", N_("{who} is not dying."), who=being.name)
    _steady(tale, being)


def checks(tale: Resolution, who: str) -> None:
    """What the turn of one who is dying brings: a check, and what comes of it.

    None is asked for sides that the ruleset leaves as they lie.
    """
    being = find(tale.state, who)
    dying = tale.world.rules.combat.dying
    if being is None or side(being) not in dying.checked or _fares(tale, who).slug != "dying":
        return
    question = _question(tale, being)
    outcome = tale.asking.put(question)
    if outcome is None or outcome.skipped:
        return
    tale.happen(outcome.checked(question, CHECK))
    tale.cite(house(tale.world.rules, question.label, question.dc or dying.chance))
    if dying.way == "stages":
        _recovers(tale, being, _steps(outcome, question.dc or 0, dying.margin))
    elif outcome.success:
        _steady(tale, being)
    elif dying.bleeds:
        tale.happen(Damaged(who, dying.bleeds, cause=CHECK))
        drops(tale, who)


def _question(tale: Resolution, being: Being) -> Question:
    fight, dying = tale.state.fight, tale.world.rules.combat.dying
    at = "" if fight is None else f"{fight.id}/round-{fight.round}"
    key = f"{CHECK}/{at}/{being.id}"
    label = Message(N_("{who} is dying"), who=being.name)
    found = health(being, tale.world.rules)
    if dying.way == "percent":
        wanted = tuple(range(1, dying.chance + 1))
        chance = Fraction(dying.chance, HUNDRED)
        return Question(key, label, being.id, dice="d100", wanted=wanted, chance=chance)
    if dying.way == "stages":
        dc = dying.dc + found.degree
        return Question(key, label, being.id, dc=dc, chance=p_success(dc, 0))
    modifier = con_modifier(being, dying) + min(0, found.hp or 0)
    chance = p_success(dying.dc, modifier)
    return Question(key, label, being.id, modifier=modifier, dc=dying.dc, chance=chance)


def _steps(outcome: Outcome, dc: int, margin: int) -> int:
    steps = -1 if outcome.success else 1
    if outcome.how == "ruled":
        return steps
    if outcome.success and (outcome.natural == HIGHEST or outcome.total >= dc + margin):
        return -2
    if not outcome.success and (outcome.natural == LOWEST or outcome.total <= dc - margin):
        return 2
    return steps


def _recovers(tale: Resolution, being: Being, steps: int) -> None:
    degree = health(being, tale.world.rules).degree + steps
    if degree <= 0:
        _steady(tale, being)
    else:
        _sinks_to(tale, being.id, degree)


def _sinks_to(tale: Resolution, who: str, degree: int) -> None:
    if degree >= tale.world.rules.combat.dying.stages:
        tale.happen(Died(who))
    else:
        tale.happen(ConditionBegan(who, Lasting(DYING, value=degree)))


def _steady(tale: Resolution, being: Being) -> None:
    if any(one.name == DYING for one in being.lasting):
        tale.happen(ConditionEnded(being.id, DYING, expired=True))
    tale.happen(Stabilised(being.id))


def _by_points(tale: Resolution, being: Being, before: Health, last: Damaged | None) -> None:
    now = health(being, tale.world.rules)
    lethal = last is None or last.lethal
    if now.slug == "dead":
        tale.happen(Died(being.id))
    elif now.slug == "stable" and (lethal or before.slug != "stable"):
        tale.happen(Sank(being.id, "dying"))
    elif now.slug in ("staggered", "disabled", "unconscious", "dying") and now.slug != before.slug:
        tale.happen(Sank(being.id, now.slug))


def _by_degrees(tale: Resolution, being: Being, before: Health, last: Damaged | None) -> None:
    now = health(being, tale.world.rules)
    if now.hp is None or now.hp > 0 or (last is not None and not last.lethal):
        if now.slug == "unconscious" and before.slug != "unconscious":
            tale.happen(Sank(being.id, "unconscious"))
        return
    if before.slug != DYING:
        tale.happen(Sank(being.id, "dying"))
    _sinks_to(tale, being.id, before.degree + (2 if _critically(tale, being.id) else 1))


def _critically(tale: Resolution, who: str) -> bool:
    struck = (event for event in reversed(tale.events) if isinstance(event, Struck))
    last = next(struck, None)
    return last is not None and last.at == who and last.outcome == "critical"


def _collapses(tale: Resolution, who: str) -> None:
    fight = tale.state.fight
    figure = None if fight is None else fight.figure(who)
    if figure is None or not figure.at:
        return
    _unseats(tale, who)
    if figure.elevation > 0 and not figure.mount and tumble(tale, who, figure.elevation):
        drops(tale, who)
    if _fares(tale, who).slug != "dead":
        lie_down(tale, who)


def _fares(tale: Resolution, who: str) -> Health:
    return health(someone(tale.state, who), tale.world.rules)


def _last_blow(tale: Resolution, who: str) -> Damaged | None:
    blows = (e for e in reversed(tale.events) if isinstance(e, Damaged) and e.who == who)
    return next(blows, None)


def _mended(tale: Resolution, who: str) -> bool:
    return any(isinstance(e, Healed) and e.who == who and e.lethal > 0 for e in tale.events)


def _unhurt(being: Being, last: Damaged | None) -> Being:
    if last is None:
        return replace(being, damage=0, nonlethal=0)
    points = last.amount - last.absorbed - last.beyond
    if last.lethal:
        return replace(being, damage=max(0, being.damage - points))
    return replace(being, nonlethal=max(0, being.nonlethal - points))


def _unseats(tale: Resolution, mount: str) -> None:
    # Everybody whom it carries lies beside it, or on it where there is no room; from the air they
    # fall as far as it does. No rule of the catalogue says so: it is what d20 games expect (house
    # default), and the GM may rule it away.
    state = tale.state
    riders = tuple(one for one in fight_of(state).figures if one.mount == mount)
    for rider in riders:
        label = Message(N_("{who} falls off {mount}"), who=named(state, rider.id),
                        mount=named(state, mount))  # fmt: skip
        tale.cite(house(tale.world.rules, label, Message(N_("beside it, prone"))))
        tale.happen(MountedUp(rider.id, "", _thrown(tale, rider.id, mount) or rider.at))
        if rider.elevation > 0 and tumble(tale, rider.id, rider.elevation):
            drops(tale, rider.id)
        lie_down(tale, rider.id)


def _thrown(tale: Resolution, rider: str, mount: str) -> str:
    try:
        scene = scene_of(tale.state, tale.world)
    except Refusal:  # its board cannot be read any more
        return ""
    who, carrier = scene.by_id.get(rider), scene.by_id.get(mount)
    if who is None or carrier is None:
        return ""
    places = beside(scene, afoot(tale.state, who), scene.body(carrier))
    return str(places[0]) if places else ""
