"""The dice of one attack: the roll, its confirmation, the miss chance, the damage."""

from __future__ import annotations

from core.combat.attack.arriving import DealtPart
from core.combat.attack.scores import total
from core.dice import FACES, Expression, Question, parse_dice
from core.messages import Message
from core.play.facts.fight.blows.events import HITS, Struck
from core.play.fight.blows.attack_figures import damage_of, house, total_times
from core.play.fight.blows.counted_effects import (
    absorb,
    graze_an_image,
    lose_an_image,
    strikes_the_real,
)
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.defending import extra_kinds_of, has_defences, kinds_of
from core.play.fight.turns.balancing import keep_balance
from core.play.fight.turns.dying import strike
from core.play.resolution import Outcome, Resolution
from core.receipts import Receipt
from core.values import Struct, replace


def resolve(
    resolution: Resolution, planned_attack: PlannedAttack, key: str, spends: tuple[str, ...] = ()
) -> Struck | None:
    """Make an attack, its questions under `key`: Struck, Damaged and what follows happen.

    None: an answer is missing. An attack that cannot be made is "impossible" and nothing happens,
    nor where the GM asks for no roll.
    """
    thrown: Outcome | None = Outcome(
        0, 0, None, "ruled", skipped=True, reason=planned_attack.reason
    )
    if planned_attack.possible:
        thrown = resolution.ask(to_hit(planned_attack, key))
    if thrown is None:
        return None
    struck = Struck(
        by=planned_attack.by.id,
        at=planned_attack.at.id,
        attack=planned_attack.attack.name,
        outcome="impossible" if thrown.skipped else "miss",
        face=thrown.face,
        total=thrown.total,
        needed=planned_attack.needed,
        ac=planned_attack.ac,
        bonus=planned_attack.bonus,
        how=thrown.how,
        opportunity=planned_attack.command.opportunity,
        spends=() if thrown.skipped else spends,
        weapon=planned_attack.index,
        reason=thrown.reason,
        words=() if thrown.skipped else planned_attack.words,
        ends_move=not thrown.skipped and planned_attack.ends_move,
        hand=planned_attack.hand,
        times=planned_attack.times,
        added=total(planned_attack.added),
    )
    if thrown.skipped:
        return struck
    damage: DealtDamage | None = None
    is_real = True
    if thrown.success:
        found = strikes_the_real(resolution, planned_attack, key)
        if found is None:
            return None
        is_real = found
    if not is_real:
        struck = replace(struck, outcome="image")
    elif thrown.success:
        confirm = confirm_critical(resolution, planned_attack, key, thrown)
        miss = roll_miss(
            resolution, planned_attack, key, planned_attack.miss_chance, planned_attack.receipt
        )
        if confirm is None or miss is None:
            return None
        critical, face = confirm
        lands, chance = miss
        struck = replace(struck, outcome="concealed", confirm=face, miss=chance)
        if lands:
            damage = dealt_by(resolution, planned_attack, key, critical=critical)
            if damage is None:
                return None
            struck = replace(struck, outcome="critical" if critical else "hit")
    resolution.explain(planned_attack.receipt)
    resolution.emit(struck)
    if not is_real:
        lose_an_image(resolution, planned_attack)
    graze_an_image(resolution, planned_attack, thrown)
    if damage is not None:
        deal(resolution, planned_attack, damage, key)
    if struck.outcome in HITS:
        keep_balance(resolution, planned_attack.at.id)
    return struck


def to_hit(planned_attack: PlannedAttack, key: str) -> Question:
    """Return the question of an attack roll."""
    return Question(
        key,
        Message("{by} attacks {at}", by=planned_attack.by.name, at=planned_attack.at.name),
        planned_attack.by.id,
        modifier=planned_attack.bonus,
        dc=planned_attack.ac,
        naturals=True,
        miss_chance=planned_attack.miss_chance,
        says="attack",
        armour=planned_attack.armour,
        why=planned_attack.receipt,
        situations=planned_attack.situations,
    )


def confirm_critical(
    resolution: Resolution, planned_attack: PlannedAttack, key: str, thrown: Outcome
) -> tuple[bool, int] | None:
    """Return whether a hit is critical, and the face that confirmed it (0 = none was rolled).

    None while it is still asked for.
    """
    rules = resolution.rules
    if thrown.critical:
        return True, 0
    if planned_attack.grid.scene.has(planned_attack.grid.target, "crit_immune"):
        return False, 0
    if rules.combat.blows.critical == "degrees":
        return thrown.critically(planned_attack.ac, rules.combat.blows.margin), 0
    if rules.switch("sure_criticals"):
        if thrown.natural != FACES or thrown.total < planned_attack.ac:
            return False, 0
        label = Message("a natural {face} that reaches the Armour Class", face=FACES)
        resolution.explain(planned_attack.cite_critical(label, planned_attack.attack.times))
        return True, 0
    if not thrown.natural or thrown.natural < planned_attack.attack.critical:
        return False, 0
    label = Message("{face:a} threatens a critical hit", face=planned_attack.attack.critical)
    resolution.explain(house(rules, label, planned_attack.attack.times))
    again = to_hit(planned_attack, f"{key}/confirm")
    label = Message("confirm")
    confirming = replace(
        again, label=label, follows=key, miss_chance=0, says="critical", situations=()
    )
    second = resolution.ask(confirming)
    if second is None:
        return None
    return (bool(second.success), second.face)


def roll_miss(
    resolution: Resolution,
    planned_attack: PlannedAttack,
    key: str,
    miss_chance: int,
    why: Receipt,
) -> tuple[bool, int] | None:
    """Return whether an attack gets past a miss chance (per cent), and the face of its die.

    None while it is still asked for; the face is 0 without a chance to miss.
    """
    if not miss_chance:
        return True, 0
    die = resolution.rules.combat.blows.miss_die
    sides = parse_dice(die).most
    question = Question(
        f"{key}/miss",
        Message("miss"),
        planned_attack.by.id,
        dice=die,
        dc=sides * miss_chance // 100 + 1,
        follows=key,
        says="attack",
        why=why,
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    return (outcome.success is not False, outcome.face)


def name_multiplied(what: Message, times: int) -> Message:
    """Return `what` with how often it is multiplied, if it is."""
    if times < 2:
        return what
    return Message("{what} x{times}", what=what, times=times)


def _times_of(planned_attack: PlannedAttack, *, critical: bool) -> int:
    # a critical hit alone is not named: its name says it
    if planned_attack.times < 2:
        return 1
    return total_times(planned_attack.attack, planned_attack.times, critical=critical)


class DealtDamage(Struct):
    """The damage of a hit: its parts (() = it has no dice), and the faces of the dice."""

    parts: tuple[DealtPart, ...] = ()
    faces: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """All its points."""
        return sum(part.amount for part in self.parts)


def _lessen_own(
    resolution: Resolution, planned_attack: PlannedAttack, damage: DealtDamage
) -> DealtDamage:
    """Return the damage without what an effect on the target absorbs of the weapon's own."""
    if not damage.parts:
        return damage
    own, *others = damage.parts
    target_id = planned_attack.at.id
    left = absorb(resolution, target_id, planned_attack.attack.name, own.amount)
    return DealtDamage((DealtPart(left, own.kinds), *others), damage.faces)


def deal(
    resolution: Resolution, planned_attack: PlannedAttack, damage: DealtDamage, key: str
) -> DealtDamage:
    """Deal the damage of a hit, less what is absorbed of it, and return it; without any, nothing.

    `key` is that of the attack's question.
    """
    if not damage.parts:
        return damage
    arriving = _lessen_own(resolution, planned_attack, damage)
    weapon = planned_attack.attack.name
    strike(
        resolution,
        planned_attack.at.id,
        arriving.parts,
        key,
        lethal=not planned_attack.attack.nonlethal,
        faces=arriving.faces,
        cause=weapon,
        by=planned_attack.by.id,
        weapon=weapon,
    )
    return arriving


def dealt_by(
    resolution: Resolution, planned_attack: PlannedAttack, key: str, *, critical: bool
) -> DealtDamage | None:
    """Return the damage of a hit, or None while it is still asked for.

    A typed total is dealt as typed; a rolled one is at least 1. Further dice of other kinds are
    asked for by themselves, where the target has something against a kind of damage.
    """
    attack = planned_attack.attack
    kinds = kinds_of(attack, resolution.rules.combat.damage)
    of_extra = extra_kinds_of(attack, resolution.rules.combat.damage)
    has_others = bool(attack.damage and attack.extra) and of_extra != kinds
    if not has_others:
        return _dealt_part(resolution, planned_attack, key, kinds, critical=critical)
    if not has_defences(planned_attack.at, resolution.rules):
        return _dealt_part(resolution, planned_attack, key, (), critical=critical)
    plain = replace(planned_attack, attack=replace(attack, extra=""))
    own = _dealt_part(resolution, plain, key, kinds, critical=critical)
    question = Question(
        f"{key}/extra",
        Message("extra"),
        planned_attack.by.id,
        dice=attack.extra,
        follows=key,
        free=True,
    )
    further = resolution.ask(question)
    if own is None or further is None:
        return None
    if further.skipped:
        return own
    part = DealtPart(max(0, further.total), of_extra)
    return DealtDamage((*own.parts, part), (*own.faces, *further.faces))


def _dealt_part(
    resolution: Resolution,
    planned_attack: PlannedAttack,
    key: str,
    kinds: tuple[str, ...],
    *,
    critical: bool,
) -> DealtDamage | None:
    dice = damage_of(
        planned_attack.attack,
        critical=critical,
        plus=planned_attack.plus,
        times=planned_attack.times,
    )
    least = resolution.rules.combat.blows.least_damage
    if dice == Expression(()):
        return DealtDamage()
    if not dice.groups:
        return DealtDamage((DealtPart(max(least, dice.plus), kinds),))
    times = _times_of(planned_attack, critical=critical)
    question = Question(
        f"{key}/critical" if critical else f"{key}/damage",
        name_multiplied(Message("critical" if critical else "damage"), times),
        planned_attack.by.id,
        dice=str(dice),
        follows=key,
        free=True,
        times=times,
        why=planned_attack.cite_damage(str(dice)),
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    if outcome.skipped:
        return DealtDamage()
    points = outcome.total
    if outcome.how == "rolled":
        points = max(least, points)
    return DealtDamage((DealtPart(points, kinds),), outcome.faces)
