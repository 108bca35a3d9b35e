"""Conditions that the GM sets and ends, and how long they last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from core.effects.changes import ABILITIES, parse_change
from core.effects.effect import (
    LONGEST_NAME,
    MOST_CHANGES,
    Effect,
    KnownEffect,
    key_of,
    refuse_without_value,
)
from core.effects.workings import parse_working
from core.messages import Message, Refusal, Template
from core.play.facts.encounter import REMOVED, Lasting, Until, is_among
from core.play.facts.fight.combatants import Being, fight_of, refuse_nobody, someone
from core.play.facts.fight.turns.commands import ClearCondition, DamageAbility, SetCondition
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded, EffectLearned
from core.play.facts.fight.turns.until import ROUND
from core.play.facts.state import Member, State, fatigued
from core.play.facts.table.events import FatigueEnded
from core.play.fight.health import Health, health
from core.play.fight.turns.dying import drops, revive, settles
from core.play.resolution import Resolution
from core.rulesets.combat_schema import FLAGS
from core.rulesets.condition_names import condition_of
from core.rulesets.schema import Ruleset
from core.values import replace

DEAD = "dead"
FATIGUED = "fatigued"
MOST_ROUNDS = 100_000
MOST_SCORE = 99
"""The most points of an ability score."""
MOST_HOURS = 24 * 365 * 10


COVER: Template = "Draw what gives it, as in :paint low B2:5."
FLANK: Template = "Place creatures on opposite sides, as in :place h k9."
INSTEAD: Mapping[str, Template] = {
    "concealment": "Type :condition blur h, or draw fog: :paint concealing B2:5.",
    "total_concealment": "Type :condition invisible h, or darken: :light dark B2:5.",
    "soft": COVER,
    "screen": COVER,
    "partial": COVER,
    "cover": COVER,
    "improved": COVER,
    "total": COVER,
    "none": COVER,
    "flanking": FLANK,
    "flanked": FLANK,
    "higher_ground": "Place it higher, as in :place h k9 1.",
}
"""The words that work in place of a condition, by situation."""


def clear_condition(resolution: Resolution, command: ClearCondition) -> None:
    """End the condition on each creature that has it; the dead live again (house default).

    The fatigue of a march ends, too: its damage stays.

    Refusals: "nobody", "unknown_creature", "no_condition" (none has it).
    """
    refuse_nobody(command.who)
    beings = [someone(resolution.state, who) for who in dict.fromkeys(command.who)]
    having = [being.id for being in beings if is_among(being.lasting, command.name)]
    dead = list[str]()
    if command.name == DEAD:
        dead = [being.id for being in beings if health(being, resolution.rules).slug == DEAD]
    weary = list[str]()
    if command.name == FATIGUED:
        weary = [being.id for being in beings if isinstance(being, Member) and fatigued(being)]
    if not having and not dead and not weary:
        raise Refusal("no_condition", "None of them has {name}.", name=command.name)
    resolution.emit(*(ConditionEnded(creature_id, command.name) for creature_id in having))
    resolution.emit(*(FatigueEnded(creature_id) for creature_id in weary))
    for creature_id in dead:
        revive(resolution, creature_id)


def refuse_situation(name: str, rules: Ruleset) -> None:
    """Raise Refusal "situation" where a name is that of a situation, which the board decides on."""
    row = rules.combat.conditions.get(name)
    if row is None or not row.situation:
        return
    if name not in INSTEAD:
        raise Refusal("situation", "'{name}' follows from the board and cannot be set.", name=name)
    raise Refusal(
        "situation",
        "'{name}' follows from the board and cannot be set. {instead}",
        name=name,
        instead=Message(INSTEAD[name]),
    )


def learn_effect(resolution: Resolution, command: SetCondition) -> str:
    """Let the campaign have the effect of a command; return its key ("" = it has none).

    Refusals: "is_condition" (its name is one of the system's), "unknown_flag", "many_changes",
    "long_name", "unknown_condition", "needs_value" and those of `parse_change` and `parse_working`.
    """
    effect = command.effect
    if effect is None:
        return ""
    _refuse_effect(effect, resolution.rules)
    refuse_without_value(effect, command.value)
    known = resolution.state.effects
    key = key_of(effect, known)
    if not any(one.key == key for one in known):
        resolution.emit(EffectLearned(key, effect))
    return key


def learn_effects(resolution: Resolution, effects: Iterable[KnownEffect]) -> None:
    """Let the campaign have effects that it lacks. Refusals as `learn_effect`."""
    for known in effects:
        _refuse_effect(known.effect, resolution.rules)
        if all(one.key != known.key for one in resolution.state.effects):
            resolution.emit(EffectLearned(known.key, known.effect))


def _refuse_effect(effect: Effect, rules: Ruleset) -> None:
    combat = rules.combat
    if condition_of(effect.name, combat):
        raise Refusal(
            "is_condition",
            "'{name}' is a condition of these rules. Give the effect another name.",
            name=effect.name,
        )
    if len(effect.name) > LONGEST_NAME:
        raise Refusal("long_name", "A name has at most {most} characters.", most=LONGEST_NAME)
    if len(effect.changes) + len(effect.does) > MOST_CHANGES:
        raise Refusal("many_changes", "An effect has at most {most} changes.", most=MOST_CHANGES)
    for line in effect.changes:
        parse_change(line, combat.bonuses)
    for line in effect.does:
        parse_working(line)
    strange = next((name for name in effect.brings if name not in combat.conditions), "")
    if strange:
        raise Refusal("unknown_condition", "These rules have no condition '{name}'.", name=strange)
    unknown = next((flag for flag in effect.flags if flag not in FLAGS), "")
    if unknown:
        raise Refusal("unknown_flag", "'{flag}' is nothing that an effect does.", flag=unknown)


def set_condition(command: SetCondition, state: State, key: str = "") -> tuple[ConditionBegan, ...]:
    """Set the condition on each creature. Off the board a round is six seconds of the clock.

    `key` is that of the effect whose figures it has ("" = none).

    Refusals: "nobody", "no_name", "unknown_creature", "bad_duration" (more than one, or out of
    range), "no_fight" (until a turn, where there are no turns), "no_timer".
    """
    refuse_nobody(command.who)
    if not command.name.strip():
        raise Refusal("no_name", "Name the condition, or what the timer is for.")
    given = (command.rounds is not None, bool(command.of), command.hours is not None)
    if given.count(True) > 1:
        raise Refusal("bad_duration", "Give only one of rounds, a turn or a time.")
    if command.rounds is not None and not 0 < command.rounds <= MOST_ROUNDS:
        raise Refusal("bad_duration", "Rounds must be from 1 to {most}.", most=MOST_ROUNDS)
    if command.hours is not None and not 0 < command.hours <= MOST_HOURS:
        raise Refusal("bad_duration", "A time must be more than 0 and at most ten years.")
    begun: list[ConditionBegan] = []
    for creature_id in dict.fromkeys(command.who):
        begun.append(ConditionBegan(creature_id, _begin(command, creature_id, state, key)))
    return tuple(begun)


def _begin(command: SetCondition, creature_id: str, state: State, key: str) -> Lasting:
    being = someone(state, creature_id)
    name = command.name.strip()
    value = max(0, command.value)
    if not command.keeps:
        return Lasting(name, _until(command, being.id, state), value, command.source, effect=key)
    timer = next((one for one in being.lasting if one.name == name and not one.effect), None)
    if timer is None:
        raise Refusal("no_timer", "{who} has no timer '{name}'.", who=being.name, name=name)
    return replace(timer, value=value, effect=key)


def damage_ability(resolution: Resolution, command: DamageAbility) -> None:
    """Take points of an ability score, which add up, or give them back.

    Refusals: "nobody", "unknown_creature", "bad_ability", "no_ability_damage" (the system has none,
    or the campaign's ruleset is of before), "no_points", "no_condition" (nothing to give back).
    """
    refuse_nobody(command.who)
    way = "drain" if command.drain else "damage"
    row = f"{command.ability}_{way}"
    if command.ability not in ABILITIES:
        raise Refusal("bad_ability", "'{word}' is not an ability score.", word=command.ability)
    if row not in resolution.rules.combat.conditions:
        raise Refusal("no_ability_damage", "These rules have no damage to ability scores.")
    if not 0 < abs(command.points) <= MOST_SCORE:
        raise Refusal("no_points", "Give from 1 to {most} points of a score.", most=MOST_SCORE)
    for creature_id in dict.fromkeys(command.who):
        being = someone(resolution.state, creature_id)
        before = health(being, resolution.rules)
        taken = value_of(being, row)
        left = min(MOST_SCORE, max(0, taken + command.points))
        if left:
            resolution.emit(ConditionBegan(being.id, Lasting(row, value=left)))
        elif taken:
            resolution.emit(ConditionEnded(being.id, row))
        else:
            name = resolution.rules.combat.conditions[row].name_in()
            raise Refusal("no_condition", "{who} has no {name}.", who=being.name, name=name)
        follow_health(resolution, being.id, before)


def follow_health(resolution: Resolution, creature_id: str, before: Health) -> None:
    """Let a creature whose hit points a condition changed drop, die or live again."""
    now = health(someone(resolution.state, creature_id), resolution.rules)
    if now.slug != before.slug and now.out and not before.out:
        drops(resolution, creature_id)
    elif before.slug == "dead":
        settles(resolution, creature_id)


def value_of(being: Being, name: str) -> int:
    """Return the value of what lasts on a creature by this name; 0 where nothing does."""
    return next((one.value for one in being.lasting if one.name == name), 0)


def _until(command: SetCondition, creature_id: str, state: State) -> Until:
    if command.hours is not None:
        return Until("clock", state.clock.after(Fraction(command.hours)))
    if command.of:
        fight = fight_of(state)
        of = someone(state, command.of).id
        slot = fight.slot_of(of)
        number = fight.round
        if command.edge == "start":
            if slot is None or slot.began >= number:
                number += 1
            return Until("turn_start", who=of, round=max(1, number))
        if slot is None or slot.over >= number:
            number += 1
        return Until("turn_end", who=of, round=max(1, number))
    if command.rounds is None:
        return REMOVED
    if state.fight is None:
        return Until("clock", state.clock.after(command.rounds * ROUND))
    slot = state.fight.acting_slot
    whose = creature_id if slot is None else slot.who[0]
    return Until("turn_start", who=whose, round=state.fight.round + command.rounds)
