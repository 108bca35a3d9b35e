"""What effects do in each turn of a creature: bleeding, fast healing, saves that end them.

What needs no die happens by itself; the rest are rows of dice in that creature's turn. Points are
regained first, then lost, then come the saves. Of two effects that deal one kind of damage the
worse counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from core.combat.attack.arriving import DealtPart
from core.defences import write_defence
from core.dice import Question, mean, parse_dice, roll
from core.effects.workings import BY_DAMAGE, Does, Edge, Working
from core.messages import Message
from core.play.facts.encounter import Lasting, Slot, is_among
from core.play.facts.fight.combatants import Being, fight_of, find, name_combatant
from core.play.facts.fight.turns.events import ConditionEnded, ConfusedActed
from core.play.fight.defending import STOPPED, defences_of
from core.play.fight.health import open_rules
from core.play.fight.saving_throws import SAVES, save_question
from core.play.fight.turns.dying import heal, hurt, strike
from core.play.fight.turns.narration import CONFUSED
from core.play.resolution import Outcome, Resolution
from core.rulesets.combat_schema import Confusion
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

EACH_TURN = "each_turn"
"""Begins the keys of dice of what happens each turn."""
BASE_DC = 10
ORDER: tuple[Does, ...] = ("heal", "damage", "save", "flat", "confusion")
"""The order in which it happens in one turn."""


class TurnEffect(Struct):
    """What an effect does in a turn of its bearer: `lasting` is the effect, `place` its line."""

    lasting: Lasting
    working: Working
    place: int

    @property
    def points(self) -> str:
        """Its dice or its number."""
        return self.working.points(max(1, self.lasting.value))

    @property
    def average(self) -> Fraction:
        """The mean of its points."""
        return mean(roll(parse_dice(self.points)))


def effects_of_turn(being: Being, edge: Edge, rules: Ruleset) -> tuple[TurnEffect, ...]:
    """Return what effects do as a turn of a creature begins, or ends, in its order.

    Of several that deal the same kind of damage only the worst is there, of equal ones the first.
    """
    found = [one for one in _effects_on(being, rules) if one.working.edge == edge]
    worst = _worst_of_kinds(found)
    counting = [one for one in found if not one.working.what or one in worst or not _deals(one)]
    return tuple(sorted(counting, key=lambda one: ORDER.index(one.working.does)))


def _effects_on(being: Being, rules: Ruleset) -> Iterator[TurnEffect]:
    rows = rules.combat.rows
    for lasting in being.lasting:
        row = rows.get(lasting.row)
        if row is None:
            continue
        for place, working in enumerate(row.workings):
            if working.is_of_a_turn:
                yield TurnEffect(lasting, working, place)


def _deals(effect: TurnEffect) -> bool:
    return effect.working.does == "damage"


def _worst_of_kinds(effects: Iterable[TurnEffect]) -> tuple[TurnEffect, ...]:
    worst: dict[str, TurnEffect] = {}
    for effect in effects:
        if not _deals(effect):
            continue
        kind = effect.working.what
        other = worst.setdefault(kind, effect)
        if effect.average > other.average:
            worst[kind] = effect
    return tuple(worst.values())


def happen_each_turn(resolution: Resolution, slot: Slot, edge: Edge) -> tuple[str, ...]:
    """Let happen what effects do to the creatures of a slot as its turn begins or ends.

    Returns the ids of those whose turn a save takes. Where a die is missing the rest of that
    creature's turn is not known: nothing more happens to it then.
    """
    return tuple(who for who in slot.who if _happen_to(resolution, who, edge))


def _happen_to(resolution: Resolution, creature_id: str, edge: Edge) -> bool:
    # Whether a save that ends an effect takes its turn.
    being = find(resolution.state, creature_id)
    if being is None:
        return False
    if edge == "start":
        heal_by_nature(resolution, being)
    is_taken = False
    dealt: dict[str, int] = {}
    for effect in effects_of_turn(being, edge, resolution.rules):
        now = find(resolution.state, creature_id)
        if now is None or now.dead or not is_among(now.lasting, effect.lasting.name):
            continue
        match effect.working.does:
            case "heal":
                goes_on = _regain(resolution, now, effect)
            case "damage":
                goes_on = _lose(resolution, now, effect, dealt)
            case "save" | "flat":
                goes_on = _try_to_end(resolution, now, effect, dealt)
                is_over = not is_among(_lasting_on(resolution, creature_id), effect.lasting.name)
                is_taken |= is_over and effect.working.takes_round
            case _:
                goes_on = _act_confused(resolution, now, effect)
        if not goes_on:
            return False
    return is_taken


def heal_by_nature(resolution: Resolution, being: Being) -> None:
    """Let a creature regain the points of its fast healing and its regeneration.

    A regeneration that has been stopped gives none back; where it makes damage nonlethal, it gives
    only such back (open rules, Regeneration).
    """
    if being.dead or not (being.damage or being.nonlethal):
        return
    nonlethal_only = resolution.rules.combat.damage.regeneration == "nonlethal"
    for defence in defences_of(being, resolution.rules):
        if defence.what not in ("fast_healing", "regeneration") or not defence.amount:
            continue
        regenerates = defence.what == "regeneration"
        if regenerates and is_among(being.lasting, STOPPED):
            continue
        now = find(resolution.state, being.id)
        if now is None or not (now.damage or now.nonlethal):
            return
        heal(resolution, now, defence.amount, nonlethal_only=regenerates and nonlethal_only)
        label = Message("{who}: {defence}", who=being.name, defence=write_defence(defence))
        resolution.explain(open_rules(resolution.rules, label, defence.amount))


def _lasting_on(resolution: Resolution, creature_id: str) -> tuple[Lasting, ...]:
    being = find(resolution.state, creature_id)
    if being is None:
        return ()
    return being.lasting


def _key(resolution: Resolution, being: Being, effect: TurnEffect) -> str:
    fight = fight_of(resolution.state)
    where = f"{fight.id}/round-{fight.round}/{being.id}"
    return f"{EACH_TURN}/{where}/{effect.lasting.name}/{effect.place}"


def _roll_points(
    resolution: Resolution, being: Being, effect: TurnEffect, label: Message
) -> Outcome | int | None:
    # The points where no die is needed, else what was rolled; None while it is asked.
    dice = parse_dice(effect.points)
    if not dice.groups:
        return dice.plus
    key = _key(resolution, being, effect)
    return resolution.ask(Question(key, label, being.id, dice=str(dice), free=True))


def _regain(resolution: Resolution, being: Being, effect: TurnEffect) -> bool:
    if not being.damage and not being.nonlethal:
        return True
    name = effect.lasting.name
    label = Message("{effect}: heals", effect=name)
    rolled = _roll_points(resolution, being, effect, label)
    if rolled is None:
        return False
    points = rolled if isinstance(rolled, int) else rolled.total
    if points > 0:
        heal(resolution, being, points, cause=name)
        resolution.explain(open_rules(resolution.rules, label, points))
    return True


def _lose(resolution: Resolution, being: Being, effect: TurnEffect, dealt: dict[str, int]) -> bool:
    name = effect.lasting.name
    label = Message("{effect}: damage", effect=name)
    if effect.working.what and effect.working.what != name:
        label = Message("{effect}: {kind}", effect=name, kind=effect.working.what)
    rolled = _roll_points(resolution, being, effect, label)
    if rolled is None:
        return False
    points = rolled
    faces: tuple[int, ...] = ()
    if isinstance(points, Outcome):
        faces = points.faces
        points = max(0, points.total)
    dealt[name] = points
    if points > 0:
        _deal(resolution, being, effect, points, faces)
        resolution.explain(open_rules(resolution.rules, label, points))
    return True


def _deal(
    resolution: Resolution,
    being: Being,
    effect: TurnEffect,
    points: int,
    faces: tuple[int, ...],
) -> None:
    # Damage of a kind arrives as the creature's defences leave it; bleeding has none.
    name = effect.lasting.name
    rules = resolution.rules.combat.damage
    kind = rules.slug_of(effect.working.what)
    if kind not in rules.kinds:
        hurt(resolution, being.id, points, faces=faces, cause=name)
        return
    parts = (DealtPart(points, (kind,)),)
    key = _key(resolution, being, effect)
    strike(resolution, being.id, parts, key, faces=faces, cause=name)


def _try_to_end(
    resolution: Resolution, being: Being, effect: TurnEffect, dealt: Mapping[str, int]
) -> bool:
    name = effect.lasting.name
    if effect.working.amount == BY_DAMAGE:
        dc = BASE_DC + dealt.get(name, 0)
    else:
        dc = int(effect.points)
    key = _key(resolution, being, effect)
    label = Message("{effect}: ends", effect=name)
    if effect.working.does == "flat":
        question = Question(key, label, being.id, dc=dc)
        check = name
    else:
        check = effect.working.what
        question = save_question(resolution, key, being.id, check, dc)
        label = Message("{effect}: {save}", effect=name, save=Message(SAVES[check]))
        question = replace(question, label=label)
    outcome = resolution.check(question, check)
    if outcome is None:
        return False
    if question.why is not None and not outcome.skipped:
        resolution.explain(question.why)
    resolution.explain(open_rules(resolution.rules, label, dc))
    if outcome.success:
        resolution.emit(ConditionEnded(being.id, name, expired=True))
    return True


def _act_confused(resolution: Resolution, being: Being, effect: TurnEffect) -> bool:
    rows = resolution.rules.combat.turn.confusion
    if not rows:
        return True
    key = _key(resolution, being, effect)
    name = effect.lasting.name
    label = Message("{effect}: what it does", effect=name)
    outcome = resolution.ask(Question(key, label, being.id, dice="d100"))
    if outcome is None:
        return False
    if outcome.skipped:
        return True
    row = _row_of(outcome.total, rows)
    if row.does != "hurts_itself" or not row.damage:
        resolution.emit(ConfusedActed(being.id, outcome.total, row.does))
        resolution.explain(open_rules(resolution.rules, label, Message(CONFUSED[row.does])))
        return True
    harm = Message("{dice} and Strength", dice=row.damage)
    asked = Question(f"{key}/damage", harm, being.id, dice=row.damage, follows=key, free=True)
    harmed = resolution.ask(asked)
    if harmed is None:
        return False
    resolution.emit(ConfusedActed(being.id, outcome.total, row.does))
    resolution.explain(open_rules(resolution.rules, label, Message(CONFUSED[row.does])))
    points = max(0, harmed.total)
    hurt(resolution, being.id, points, faces=harmed.faces, cause=name, by=being.id)
    return True


def _row_of(face: int, rows: tuple[Confusion, ...]) -> Confusion:
    return next((row for row in rows if face <= row.most), rows[-1])


def stop_bleeding(resolution: Resolution, creature_id: str) -> None:
    """End the effects on a creature that last until it is healed."""
    being = find(resolution.state, creature_id)
    if being is None:
        return
    for effect in tuple(_effects_on(being, resolution.rules)):
        if effect.working.until_healed:
            name = effect.lasting.name
            resolution.emit(ConditionEnded(creature_id, name, expired=True))
            who = name_combatant(resolution.state, creature_id)
            label = Message("{who} is healed, which ends {effect}", who=who, effect=name)
            resolution.explain(open_rules(resolution.rules, label, Message("ended")))
