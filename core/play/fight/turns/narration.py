"""Words for turns: a line of the log for each event, a title for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import Hours, Message, Template
from core.play.facts.encounter import Foe, Slot, Until
from core.play.facts.fight.combatants import (
    Being,
    encounter_name,
    find,
    grouped,
    name_combatant,
    names,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseAllDay,
    ChaseRound,
    ClearCondition,
    DamageAbility,
    Delay,
    EndChase,
    EndTurn,
    Pause,
    PickOne,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
    Stabilise,
    StartChase,
    TurnCommand,
)
from core.play.facts.fight.turns.events import (
    ActionsSpent,
    ChaseEnded,
    ChaseSet,
    ConditionBegan,
    ConditionEnded,
    ConfusedActed,
    Delayed,
    Died,
    Drifted,
    EffectLearned,
    InitiativeSet,
    Interposed,
    Paused,
    Picked,
    PutBefore,
    Readied,
    ReadyTaken,
    Revived,
    RoundBegan,
    RoundsPassed,
    RunDown,
    Sank,
    SetAdrift,
    Stabilised,
    TurnBegan,
    TurnEvent,
    TurnOver,
)
from core.play.facts.state import State

CONFUSED: dict[str, Template] = {
    "acts": "acts as it likes",
    "babbles": "babbles",
    "hurts_itself": "hurts itself",
    "attacks_nearest": "attacks the nearest",
    "attacks_caster": "attacks who confused it",
    "flees": "flees",
}
"""What a confused creature does in its turn."""
SINKS: dict[str, Template] = {
    "staggered": "{who} is staggered",
    "disabled": "{who} is disabled",
    "unconscious": "{who} is unconscious",
    "dying": "{who} is dying",
}


ABILITY_WORDS: dict[str, Template] = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}


def slot_name(state: State, key: str) -> str | Message:
    """Return a slot of the fight by the names of its creatures: "Wolf a-e"."""
    fight = state.fight
    slot = None if fight is None else fight.slot(key)
    if slot is not None and slot.who:
        return group_name(state, slot)
    foes = (one.foe(key) for one in reversed(state.encounters))
    return next((foe.name for foe in foes if foe is not None), key)


def group_name(state: State, slot: Slot) -> str | Message:
    """Return the names of a slot's creatures, without the dead while some live: "Wolf a-e".

    Of several kinds the first name and the number; a rider stands for its mount.
    """
    creature_ids = _leave_out_mounts(state, slot.who)
    name = name_combatant(state, creature_ids[0])
    foes = _foes_of(state, slot)
    if not foes:
        return name
    names = grouped(foes)
    if len(names) == 1:
        return names[0]
    return Message("{who} ({count})", who=name, count=len(creature_ids))


def is_group(state: State, key: str) -> bool:
    """Whether a slot of the fight is called by the names of several creatures."""
    slot = None if state.fight is None else state.fight.slot(key)
    return slot is not None and bool(slot.who) and len(_foes_of(state, slot)) > 1


def _foes_of(state: State, slot: Slot) -> tuple[Being, ...]:
    # Without the dead while some live; () where a hero is the first.
    creature_ids = _leave_out_mounts(state, slot.who)
    beings = [being for being in (find(state, who) for who in creature_ids) if being is not None]
    if not beings or not isinstance(beings[0], Foe):
        return ()
    return tuple(one for one in beings if not one.dead) or tuple(beings)


def _leave_out_mounts(state: State, creature_ids: tuple[str, ...]) -> tuple[str, ...]:
    # Those that another of them does not ride.
    fight = state.fight
    if fight is None:
        return creature_ids
    ridden = {figure.mount for figure in fight.figures if figure.id in creature_ids}
    return tuple(one for one in creature_ids if one not in ridden)


def spoken(name: str) -> str:
    """Return the name of a condition for people: its row of the table, or the GM's own words."""
    return name.replace("_", " ")


UNTIL_TURN: dict[str, Template] = {
    "turn_start": "until the turn of {who} in round {round}",
    "turn_end": "until {who} has acted in round {round}",
}


def until_words(until: Until, state: State) -> Message:
    """Return the end of a condition in words."""
    if until.kind in UNTIL_TURN:
        who = name_combatant(state, until.who)
        return Message(UNTIL_TURN[until.kind], who=who, round=until.round)
    if until.kind == "clock" and until.at is not None:
        return Message("for {hours}", hours=Hours(until.at.hours_since(state.clock)))
    return Message("until it is removed")


ACTS: dict[tuple[bool, bool], Template] = {
    (False, False): "{who} acts",
    (False, True): "{who} act",
    (True, False): "{who} goes on",
    (True, True): "{who} go on",
}
"""How a turn begins, by whether it goes on, and whether several have it."""


def narrate_turns(event: TurnEvent, state: State) -> Message:
    """Return the event as one line; `state` is the state after it."""
    match event:
        case TurnBegan(slot, _, resumed):
            if not slot:
                return Message("nobody can act")
            return Message(ACTS[resumed, is_group(state, slot)], who=slot_name(state, slot))
        case TurnOver(slot):
            return Message("the turn of {who} is over", who=slot_name(state, slot))
        case RoundBegan(round=number, surprise=surprise):
            return Message(
                "round {round} begins: the surprise round" if surprise else "round {round} begins",
                round=number,
            )
        case EffectLearned(_, effect):
            return Message(
                "{name}: {changes}" if effect.changes else "{name}",
                name=effect.name,
                changes=effect.changes,
            )
        case ConditionBegan() | ConditionEnded():
            who = name_combatant(state, event.who)
            if isinstance(event, ConditionEnded):
                return Message(
                    "ENDED {name} ({who})" if event.expired else "{who} no longer: {name}",
                    name=spoken(event.name),
                    who=who,
                )
            lasting = event.lasting
            name: str | Message = spoken(lasting.name)
            if lasting.value:
                name = Message("{name} {value}", name=spoken(lasting.name), value=lasting.value)
            if lasting.until.kind == "removed":
                return Message("{who}: {name}", who=who, name=name)
            until = until_words(lasting.until, state)
            return Message("{who}: {name} {until}", who=who, name=name, until=until)
        case InitiativeSet(order, surprised):
            slots = tuple(
                Message("{total} {who}", total=slot.total // 1, who=group_name(state, slot))
                for slot in order
            )
            return Message(
                "initiative: {slots}; surprised: {who}" if surprised else "initiative: {slots}",
                slots=slots,
                who=tuple(name_combatant(state, who) for who in surprised),
            )
        case RoundsPassed(_, hours):
            return Message("{hours} pass in the fight", hours=Hours(hours))
        case SetAdrift(who):
            return Message("{who} drifts on from now", who=name_combatant(state, who))
        case Drifted(who, path, _, stops):
            if len(path) == 1 and stops:
                return Message("{who} drifts no more", who=name_combatant(state, who))
            return Message(
                "{who} drifts to {square} and is stopped there"
                if stops
                else "{who} drifts to {square}",
                who=name_combatant(state, who),
                square=path[-1],
            )
        case PutBefore(who, other):
            return Message(
                "{who} is just before {other} in the order from now on",
                who=name_combatant(state, who),
                other=name_combatant(state, other),
            )
        case ReadyTaken(who, over):
            return Message(
                "{who} takes the readied action, the reaction being used: allowed by the GM"
                if over
                else "{who} takes the readied action as a reaction",
                who=name_combatant(state, who),
            )
        case Delayed() | Readied() | Interposed() | ActionsSpent():
            return _chosen(event, state)
        case Sank(who, health):
            return Message(SINKS[health], who=name_combatant(state, who))
        case Stabilised(who):
            return Message("{who} is stable", who=name_combatant(state, who))
        case Picked(who, among, face):
            return Message(
                "the die shows {face} of {count}: {who}",
                who=name_combatant(state, who),
                count=len(among),
                face=face,
            )
        case ConfusedActed(who, face, does):
            return Message(
                "{who} is confused, {face}: {does}",
                who=name_combatant(state, who),
                face=face,
                does=Message(CONFUSED[does]),
            )
        case Died(who):
            return Message("{who} is dead", who=name_combatant(state, who))
        case Revived(who):
            return Message("{who} lives after all", who=name_combatant(state, who))
        case Paused(encounter):
            return Message("{encounter} is paused", encounter=encounter_name(state, encounter))
        case ChaseSet(chase, hours, goes_on):
            quarry = tuple(name_combatant(state, one.id) for one in chase.quarry)
            pursuers = tuple(name_combatant(state, one.id) for one in chase.pursuers)
            if hours or goes_on:
                return Message(
                    "the chase: round {round}, {who} in flight"
                    if quarry
                    else "the chase: round {round}",
                    round=chase.rounds,
                    who=quarry,
                )
            return Message(
                "a chase: {who} in flight from {pursuers}", who=quarry, pursuers=pursuers
            )
        case RunDown(who, by):
            return Message(
                "{by} catches {who}" if by else "{who} gets away",
                who=name_combatant(state, who),
                by=name_combatant(state, by),
            )
        case ChaseEnded(outcome):
            return Message(
                "the chase is over: {outcome}" if outcome else "the chase is over", outcome=outcome
            )
        case _:
            assert_never(event)


def _chosen(
    chosen: Delayed | Readied | Interposed | ActionsSpent | Delay | Ready | ActNow | Spend,
    state: State,
) -> Message:
    name = name_combatant(state, chosen.who)
    match chosen:
        case Delayed() | Delay():
            return Message("{who} delays", who=name)
        case Readied(what=what, over=True):
            return Message(
                "{who} readies, with too few actions left, allowed by the GM: {what}",
                who=name,
                what=what,
            )
        case Readied(what=what) | Ready(what=what):
            return Message("{who} readies: {what}", who=name, what=what)
        case Interposed() | ActNow():
            return Message("{who} acts now", who=name)
    return Message(
        "{who} gets back: {actions}" if chosen.back else "{who} uses: {actions}",
        who=name,
        actions=chosen.actions,
    )


def describe_turns(command: TurnCommand, state: State) -> Message:
    """Return a short name of the command; `state` is the state before it."""
    match command:
        case RollInitiative():
            return Message("initiative")
        case EndTurn():
            fight = state.fight
            if fight is None or not fight.acting:
                return Message("the fight goes on")
            return Message("end the turn of {who}", who=slot_name(state, fight.acting))
        case Delay() | Ready() | ActNow() | Spend():
            return _chosen(command, state)
        case SetCondition(who, name):
            return Message("{name} on {who}", name=spoken(name), who=names(state, who))
        case DamageAbility(who, ability, points):
            return Message(
                "{points:+} {ability} for {who}",
                points=-points,
                ability=Message(ABILITY_WORDS.get(ability, "{ability}"), ability=ability),
                who=names(state, who),
            )
        case ClearCondition(who, "dead"):
            return Message("{who} back to life", who=names(state, who))
        case ClearCondition(who, name):
            return Message("{name} off {who}", name=spoken(name), who=names(state, who))
        case Stabilise(who):
            return Message("see to {who}", who=name_combatant(state, who))
        case PickOne(who):
            return Message("any of {who}", who=names(state, who))
        case Pause():
            return Message("pause the encounter")
        case StartChase(quarry):
            return Message("a chase after {who}", who=names(state, quarry))
        case ChaseAllDay(quarry):
            return Message("a chase of a day after {who}", who=names(state, quarry))
        case ChaseRound():
            return Message("the chase goes on")
        case EndChase():
            return Message("end the chase")
        case _:
            assert_never(command)
