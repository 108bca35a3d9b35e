"""Decisions about each command of the table."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.messages import Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.blows.mending import heal
from core.play.fight.blows.points import dealt
from core.play.fight.blows.resolve import hurt
from core.play.outcomes import Decided, Needs
from core.play.resolution import Resolution
from core.play.state import State
from core.play.table import maps, party
from core.play.table.amends import amend
from core.play.table.called_checks import call, whom
from core.play.table.commands import (
    AdoptMap,
    AdoptRuleset,
    Amend,
    CallCheck,
    EditMember,
    FoundCampaign,
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


def decide_table(
    command: TableCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of the table; Refusals are those of its own function."""
    match command:
        case FoundCampaign():
            return Decided((_found(command, state),))
        case AdoptRuleset(ruleset, ruleset_name):
            return Decided((RulesetAdopted(ruleset, ruleset_name),))
        case AdoptMap():
            return Decided(maps.adopt(command, assets))
        case MarkHexes():
            return Decided(maps.mark(command, state, assets))
        case PlaceBoat():
            return Decided(maps.place_boat(command, state, assets))
        case Join():
            return Decided(party.join(command, state, assets))
        case EditMember():
            return Decided(party.edit(command, state, assets))
        case Leave():
            return Decided(party.leave(command, state))
        case SetPresent():
            return Decided(party.set_present(command, state))
        case Hurt():
            return _hurt(command, state, assets, answers)
        case Heal():
            return _heal(command, state, assets, answers)
        case CallCheck():
            return call(command, state, assets, answers)
        case WriteNote():
            return Decided((_note(command, state),))
        case Rule():
            return Decided(rule(command, state, assets))
        case Amend():
            return amend(command, state, assets)
        case _:
            assert_never(command)


def _found(command: FoundCampaign, state: State) -> Founded:
    if state.ruleset:
        raise Refusal("already_founded", "This campaign has already begun.")
    if not command.name.strip():
        raise Refusal("no_name", "A campaign needs a name.")
    return Founded(
        command.name, command.ruleset, command.ruleset_name, command.calendar, command.start
    )


def _hurt(command: Hurt, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    resolution = Resolution(state, assets, Asking(answers))
    for who, amount in dealt(command, state, answers):
        hurt(resolution, whom(state, who).id, amount, lethal=not command.nonlethal)
    return resolution.result()


def _heal(command: Heal, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    resolution = Resolution(state, assets, Asking(answers))
    for who, amount in dealt(command, state, answers):
        heal(resolution, whom(state, who), amount, nonlethal_only=command.nonlethal)
    return resolution.result()


def _note(command: WriteNote, state: State) -> Noted:
    if not command.text.strip():
        raise Refusal("empty_note", "The note is empty: type its text.")
    return Noted(state.clock, command.text, command.shared)
