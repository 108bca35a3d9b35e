"""Words for blows: a line of the log for each event, a title for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Message, Template
from core.play.facts.fight.blows.commands import (
    AreaAttack,
    BlowCommand,
    CastSpell,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.blows.events import (
    AreaStruck,
    BlowEvent,
    CoupStruck,
    CoverTaken,
    Outcome,
    SpellCast,
    Struck,
    TakenInHand,
    TemporaryGiven,
)
from core.play.facts.fight.combatants import find, name_combatant, names, sheet
from core.play.facts.state import State
from core.play.fight.blows.attack_figures import name_armour

RESULTS: dict[Outcome, Template] = {
    "hit": "hit",
    "miss": "missed",
    "critical": "critical hit",
    "concealed": "missed by concealment",
    "image": "struck an image",
    "impossible": "cannot strike",
}
SHAPES: dict[str, Template] = {"burst": "burst", "spread": "spread", "cone": "cone", "line": "line"}


def armour_met(event: Struck, state: State) -> Message | int:
    """Return the Armour Class of an attack as a log has it: "EAC 12" where there are two, or "14".

    Without name where the attack is not known, as to players.
    """
    by = find(state, event.by)
    at = find(state, event.at)
    attacks = () if by is None else sheet(by).attacks
    if at is None or event.weapon >= len(attacks):
        return event.ac
    armour = name_armour(attacks[event.weapon], sheet(at))
    if armour == "AC":
        return event.ac
    return Message("{armour} {ac}", armour=armour, ac=event.ac)


def narrate_blows(event: BlowEvent, state: State) -> Message:
    """Return the event as one line; `state` is the state after it."""
    match event:
        case Struck():
            by = name_combatant(state, event.by)
            name = event.square or name_combatant(state, event.at)
            result = Message(RESULTS[event.outcome])
            if event.how == "ruled":
                return Message(
                    "{by} attacks {at}: {result} by ruling", by=by, at=name, result=result
                )
            template = N_("{by} attacks {at}: {total} against {ac}, {result}")
            if event.opportunity:
                template = N_("{by} strikes at {at} in passing: {total} against {ac}, {result}")
            if not event.ac:  # hidden from players
                template = N_("{by} attacks {at}: {total}, {result}")
                if event.opportunity:
                    template = N_("{by} strikes at {at} in passing: {total}, {result}")
            met = armour_met(event, state)
            return Message(template, by=by, at=name, total=event.total, ac=met, result=result)
        case CoupStruck(by, name):
            return Message(
                "{by} gives {at} a coup de grâce",
                by=name_combatant(state, by),
                at=name_combatant(state, name),
            )
        case AreaStruck():
            return Message(
                "{area} on {who}",
                area=event.name or Message(SHAPES[event.shape]),
                who=names(state, event.who),
            )
        case TemporaryGiven(who, amount):
            return Message(
                "{who} has {amount} temporary hit points",
                who=name_combatant(state, who),
                amount=amount,
            )
        case SpellCast():
            return _cast(event, state)
        case CoverTaken() | TakenInHand():
            return _either(event, state)
        case _:
            assert_never(event)


def _cast(event: SpellCast, state: State) -> Message:
    cast = _casts(state, event.who, event.name)
    if event.lost:
        return Message("{cast}, and loses it", cast=cast)
    if event.dc:
        return Message("{cast}: hurt, it keeps the spell with DC {dc}", cast=cast, dc=event.dc)
    return cast


def _casts(state: State, creature_id: str, spell: str) -> Message:
    who = name_combatant(state, creature_id)
    if spell:
        return Message("{who} casts {spell}", who=who, spell=spell)
    return Message("{who} casts a spell", who=who)


def _either(what: CoverTaken | TakeCover | TakenInHand | TakeInHand, state: State) -> Message:
    name = name_combatant(state, what.who)
    if isinstance(what, TakenInHand | TakeInHand):
        attack = _attack(state, what.who, what.attack)
        return Message("{who} takes in hand: {attack}", who=name, attack=attack)
    return Message("{who} leaves cover" if what.off else "{who} takes cover", who=name)


def _attack(state: State, who: str, index: int) -> str | Message:
    being = find(state, who)
    attacks = () if being is None else sheet(being).attacks
    if 0 <= index < len(attacks) and attacks[index].name:
        return attacks[index].name
    return Message("attack")


def describe_blows(command: BlowCommand, state: State) -> Message:
    """Return a short name of the command; `state` is the state before it."""
    match command:
        case MakeAttack(by, at, square=square):
            template = N_("full attack, {by} on {at}")
            if command.opportunity:
                template = N_("opportunity, {by} on {at}")
            elif not command.full:
                template = N_("attack, {by} on {at}")
            target = square or name_combatant(state, at)
            return Message(template, by=names(state, by), at=target)
        case CoupDeGrace(by, at):
            return Message(
                "coup de grâce, {by} on {at}",
                by=name_combatant(state, by),
                at=name_combatant(state, at),
            )
        case AreaAttack(shape):
            return Message(
                "{area} of {squares:square|squares}",
                area=command.name or Message(SHAPES[shape]),
                squares=command.length,
            )
        case GiveTemporary(who, amounts):
            return Message(
                "{amounts} temporary hit points to {who}", amounts=amounts, who=names(state, who)
            )
        case CastSpell(who, name):
            return _casts(state, who, name)
        case TakeCover() | TakeInHand():
            return _either(command, state)
        case _:
            assert_never(command)
