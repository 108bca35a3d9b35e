"""What each command of the table does."""

from __future__ import annotations

from typing import assert_never

from core.checks import p_success
from core.dice import Answers, Question
from core.messages import N_, Message, Refusal
from core.play.asking import Asking
from core.play.fight.beings import Being, find
from core.play.fight.blows.amounts import each
from core.play.fight.blows.mending import heal
from core.play.fight.blows.resolve import hurt
from core.play.members import someone
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.table import maps, party
from core.play.table.commands import (
    AdoptMap,
    AdoptRuleset,
    CallCheck,
    Edit,
    Found,
    Heal,
    Hurt,
    Join,
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    SetPresent,
    TableCommand,
    WriteNote,
)
from core.play.table.events import Founded, Noted, RulesetAdopted
from core.play.table.rulings import rule
from core.play.tale import Tale
from core.play.world import World
from core.quantities import exact


def decide_table(
    command: TableCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of the table; Refusals are those of its own function."""
    match command:
        case Found():
            return Decided((_found(command, state),))
        case AdoptRuleset(ruleset, ruleset_name):
            return Decided((RulesetAdopted(ruleset, ruleset_name),))
        case AdoptMap():
            return Decided(maps.adopt(command, world))
        case MarkHexes():
            return Decided(maps.mark(command, state, world))
        case PlaceBoat():
            return Decided(maps.place_boat(command, state, world))
        case Join():
            return Decided(party.join(command, state, world))
        case Edit():
            return Decided(party.edit(command, state, world))
        case Leave():
            return Decided(party.leave(command, state))
        case SetPresent():
            return Decided(party.set_present(command, state))
        case Hurt():
            return _hurt(command, state, world, answers)
        case Heal():
            return _heal(command, state, world, answers)
        case CallCheck():
            return _call(command, state, answers)
        case WriteNote():
            return Decided((_note(command, state),))
        case Rule():
            return Decided(rule(command, state, world))
        case _:
            assert_never(command)


def _found(command: Found, state: State) -> Founded:
    if state.ruleset:
        raise Refusal("already_founded", N_("This campaign has begun already."))
    if not command.name.strip():
        raise Refusal("no_name", N_("A campaign needs a name."))
    return Founded(
        command.name, command.ruleset, command.ruleset_name, command.calendar, command.start
    )


def _whom(state: State, who: str) -> Being:
    """The member, or creature of the fight. Refusal "unknown_member"."""
    return find(state, who) or someone(state, who)


def _hurt(command: Hurt, state: State, world: World, answers: Answers) -> Decided | Needs:
    """Temporary hit points go first; who drops drops."""
    tale = Tale(state, world, Asking(answers))
    for who, amount in each(command.who, command.amounts):
        hurt(tale, _whom(state, who).id, amount, lethal=not command.nonlethal)
    return tale.told()


def _heal(command: Heal, state: State, world: World, answers: Answers) -> Decided | Needs:
    """What heals lethal damage takes as much nonlethal damage away where the table has it so."""
    tale = Tale(state, world, Asking(answers))
    for who, amount in each(command.who, command.amounts):
        heal(tale, _whom(state, who), amount, nonlethal_only=command.nonlethal)
    return tale.told()


def _call(command: CallCheck, state: State, answers: Answers) -> Decided | Needs:
    if not command.who:
        raise Refusal("nobody", N_("Say who is meant."))
    if len(command.modifiers) not in (0, 1, len(command.who)):
        raise Refusal("amounts", N_("Give one modifier for all, or one for each."))
    given = command.modifiers or (0,)
    modifiers = given * len(command.who) if len(given) == 1 else given
    asking, events = Asking(answers), []
    for who, modifier in zip(command.who, modifiers, strict=True):
        question = _check(command, _whom(state, who), modifier, state)
        outcome = asking.put(question)
        if outcome is not None and not outcome.skipped:
            events.append(outcome.checked(question, command.name))
    return Needs(tuple(asking.missing)) if asking.missing else Decided(tuple(events))


def _check(command: CallCheck, who: Being, modifier: int, state: State) -> Question:
    clock = state.clock
    return Question(
        f"check/day-{clock.day}/{exact(clock.hour)}/{command.name}/{who.id}",
        Message(N_("{check}, {who}"), check=command.name, who=who.name),
        who.id,
        modifier=modifier,
        dc=command.dc,
        chance=None if command.dc is None else p_success(command.dc, modifier),
    )


def _note(command: WriteNote, state: State) -> Noted:
    if not command.text.strip():
        raise Refusal("empty_note", N_("There is nothing to write down."))
    return Noted(state.clock, command.text, command.shared)
