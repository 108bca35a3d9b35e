"""The resolution of an attack: roll, critical hit, miss chance, damage; healing, and saves."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.combat.attack.modifiers import total
from core.dice import FACES, Expression, Question, p_natural, parse_dice
from core.messages import Message
from core.play.fight.blows.events import Outcome as Result
from core.play.fight.blows.events import Struck
from core.play.fight.blows.planned_attack import PlannedAttack, damage_of, house
from core.play.fight.combatants import Being, sheet, someone
from core.play.fight.health import damaged
from core.play.fight.turns.dying import drops, rises
from core.play.resolution import Outcome, Resolution
from core.play.table.events import Healed
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


class AttackDice(Struct):
    """The outcome of the dice of one attack; `points` None = no damage dice on the sheet."""

    outcome: Result
    points: int | None = None
    faces: tuple[int, ...] = ()
    confirm: int = 0
    miss: int = 0


def resolve(
    resolution: Resolution, found: PlannedAttack, key: str, spends: tuple[str, ...] = ()
) -> Struck | None:
    """Make an attack, its questions under `key`: Struck, Damaged and what follows happen.

    None: an answer is missing. An attack that cannot be made is "impossible" and nothing happens,
    nor where the GM asks for no roll.
    """
    if not found.possible:
        nothing = Outcome(0, 0, None, "ruled", reason=found.reason)
        return _told(found, AttackDice("impossible"), nothing)
    thrown = resolution.ask(to_hit(found, key))
    if thrown is None:
        return None
    if thrown.skipped:
        return _told(found, AttackDice("impossible"), thrown)
    rolled = _hit(resolution, found, key, thrown) if thrown.success else AttackDice("miss")
    if rolled is None:
        return None
    struck = _told(found, rolled, thrown, spends)
    resolution.explain(found.receipt)
    resolution.emit(struck)
    if rolled.points is not None:
        hurt(
            resolution, found.at.id, rolled.points, lethal=not found.attack.nonlethal,
            faces=rolled.faces, cause=found.attack.name,
        )  # fmt: skip
    return struck


def to_hit(found: PlannedAttack, key: str) -> Question:
    """Return the question of an attack roll."""
    return Question(
        key,
        Message("{by} attacks {at}", by=found.by.name, at=found.at.name),
        found.by.id,
        modifier=found.bonus,
        dc=found.ac,
        chance=found.chance,
        naturals=True,
        says="attack",
    )


def hurt(
    resolution: Resolution,
    who: str,
    amount: int,
    *,
    lethal: bool = True,
    faces: tuple[int, ...] = (),
    cause: str = "",
) -> None:
    """Deal damage to `who`, temporary hit points first, and apply what follows.

    Refusal "unknown_creature".
    """
    being = someone(resolution.state, who)
    if amount > 0:
        rules = resolution.rules
        resolution.emit(damaged(being, amount, rules, lethal=lethal, faces=faces, cause=cause))
        drops(resolution, who)


def _hit(
    resolution: Resolution, found: PlannedAttack, key: str, thrown: Outcome
) -> AttackDice | None:
    confirm = _confirmed(resolution, found, key, thrown)
    miss = _through(resolution, found, key)
    if confirm is None or miss is None:
        return None
    critical, face = confirm
    lands, chance = miss
    if not lands:
        return AttackDice("concealed", confirm=face, miss=chance)
    dealt = dealt_by(resolution, found, key, critical=critical)
    if dealt is None:
        return None
    points, faces = dealt
    return AttackDice("critical" if critical else "hit", points, faces, face, chance)


def _confirmed(
    resolution: Resolution, found: PlannedAttack, key: str, thrown: Outcome
) -> tuple[bool, int] | None:
    rules = resolution.rules
    if thrown.critical:
        return True, 0
    if found.grid.scene.has(found.grid.target, "crit_immune"):
        return False, 0
    if rules.combat.blows.critical == "degrees":
        ruled = thrown.how == "ruled"
        return not ruled and found.critical_by_degrees(thrown.natural, thrown.total), 0
    if not thrown.natural or thrown.natural < found.attack.critical:
        return False, 0
    label = Message("{face:a} threatens a critical hit", face=found.attack.critical)
    resolution.explain(house(rules, label, found.attack.times))
    again, label = to_hit(found, f"{key}/confirm"), Message("confirm")
    second = resolution.ask(replace(again, label=label, follows=key, says="critical"))
    return None if second is None else (bool(second.success), second.face)


def _through(resolution: Resolution, found: PlannedAttack, key: str) -> tuple[bool, int] | None:
    if not found.miss_chance:
        return True, 0
    die = resolution.rules.combat.blows.miss_die
    sides = parse_dice(die).most
    question = Question(
        f"{key}/miss",
        Message("miss"),
        found.by.id,
        dice=die,
        dc=sides * found.miss_chance // 100 + 1,
        follows=key,
        chance=Fraction(100 - found.miss_chance, 100),
        says="attack",
    )
    outcome = resolution.ask(question)
    return None if outcome is None else (outcome.success is not False, outcome.face)


def dealt_by(
    resolution: Resolution, found: PlannedAttack, key: str, *, critical: bool
) -> tuple[int | None, tuple[int, ...]] | None:
    """Return points of damage (None = no dice) and faces, or None while they are still asked for.

    A typed total is dealt as typed; a rolled one is at least 1.
    """
    dice = damage_of(found.attack, critical=critical, strength=total(found.strength))
    least = resolution.rules.combat.blows.least_damage
    if dice == Expression(()):
        return None, ()
    if not dice.groups:
        return max(least, dice.plus), ()
    question = Question(
        f"{key}/critical" if critical else f"{key}/damage",
        Message("critical" if critical else "damage"),
        found.by.id,
        dice=str(dice),
        follows=key,
        free=True,
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    if outcome.skipped:
        return None, ()
    return max(least, outcome.total) if outcome.how == "rolled" else outcome.total, outcome.faces


def _told(
    found: PlannedAttack, rolled: AttackDice, thrown: Outcome, spends: tuple[str, ...] = ()
) -> Struck:
    return Struck(
        found.by.id,
        found.at.id,
        found.attack.name,
        rolled.outcome,
        thrown.face,
        thrown.total,
        found.needed,
        found.ac,
        found.bonus,
        thrown.how,
        found.command.opportunity,
        spends,
        found.index,
        thrown.reason,
        rolled.confirm,
        rolled.miss,
    )


def heal(
    resolution: Resolution, being: Being, amount: int, *, nonlethal_only: bool = False
) -> None:
    """Heal lethal damage, and as much nonlethal where the table of blows says so.

    `nonlethal_only` heals only that. Fatigue from a march ends with the damage that caused it
    (T-121). A creature that was down may get up.
    """
    nonlethal = min(amount, being.nonlethal)
    lethal = 0 if nonlethal_only else min(amount, being.damage)
    if not nonlethal_only and not resolution.rules.combat.blows.heals_nonlethal:
        nonlethal = 0
    resolution.emit(Healed(being.id, lethal=lethal, nonlethal=nonlethal))
    rises(resolution, being.id)


Save: TypeAlias = Literal["fortitude", "reflex", "will"]


def question(
    key: str, being: Being, save: Save, dc: int, bonus: int = 0, follows: str = ""
) -> Question:
    """Return the question of a save, with +0 where the sheet has no modifier for it.

    A natural 20 always saves and a natural 1 never does: a house default, as in the coup de grâce
    (C-245).
    """
    whole: int = (getattr(sheet(being), save) or 0) + bonus
    return Question(
        key,
        Message("{save}, {who}", save=name_of(save), who=being.name),
        being.id,
        modifier=whole,
        dc=dc,
        follows=follows,
        chance=p_natural(dc, whole),
        naturals=True,
    )


def name_of(save: Save) -> Message:
    """Return the name of a save."""
    return Message({"fortitude": "Fortitude", "reflex": "Reflex", "will": "Will"}[save])


def share(outcome: Outcome, dc: int, on_save: Literal["half", "none"], rules: Ruleset) -> Fraction:
    """Return the share of the damage that a creature takes after its save.

    Under degrees a save by the margin leaves nothing and a failure by it doubles the damage; so
    do a natural 20 that saves by its total and a natural 1 that fails by it.
    """
    if outcome.success is None:
        return Fraction(1)
    saved = Fraction(1, 2) if on_save == "half" else Fraction(0)
    plain = saved if outcome.success else Fraction(1)
    blows = rules.combat.blows
    if blows.saves == "plain" or outcome.how == "ruled":
        return plain
    apart = outcome.total - dc
    if outcome.success:
        best = apart >= blows.margin or (outcome.natural == FACES and apart >= 0)
        return Fraction(0) if best else saved
    worst = apart <= -blows.margin or (outcome.natural == 1 and apart < 0)
    return Fraction(2) if worst else plain
