"""Where a campaign stands: all that changes with a row. Private to saves."""

from __future__ import annotations

from core.play.pending import Fighting, Met
from core.play.road.commands import BeginEncounter, PassBy
from core.play.state import State
from core.play.union import Command, World
from core.values import Struct
from saves.store import codec, journal, worlds
from saves.store.branch_point import Birth
from saves.store.chain import Head
from saves.store.database import Connection
from saves.store.entries import BornFrom, Kept
from saves.store.entry_reader import Step
from saves.store.session_starts import Evening
from saves.store.state_history import Moment, Past


class Now(Struct):
    """All that changes with a row, swapped as one after COMMIT."""

    head: Head
    moment: Moment
    world: World
    step: Step
    redo: tuple[int, ...]
    redo_step: Step | None
    evening: Evening

    def goes_on(self, command: Command) -> bool:
        """Whether `command` goes on with the intent of the entry at the tip.

        It does when it answers what that entry met. And while a move waits for those who may
        strike, all that comes is a part of it, wounds struck by hand too: taken back together,
        none of them is left without its cause.
        """
        match self.moment.state.pending:
            case Met():
                return self.step.meets and isinstance(command, BeginEncounter | PassBy)
            case Fighting(waiting=waiting):
                return waiting is not None
        return False

    def same_world(self, state: State) -> bool:
        """Whether `state` names the ruleset, the map and the boards that are in force."""
        return names(state) == names(self.moment.state)


def names(state: State) -> tuple[str, str, frozenset[str]]:
    """What of a world a state names, by sha256."""
    return state.ruleset, state.region, worlds.names(state)


def birth(reader: Connection, past: Past, newest: int) -> Birth | None:
    """What the campaign was born from to try something; None for one of its own.

    Rows above `newest` are not looked at. Raises codec.Unreadable.
    """
    for row in reversed(journal.aside(reader, "session", newest)):
        command = codec.load_body(row.body)[0]
        if isinstance(command, Kept):
            return None
        if isinstance(command, BornFrom):
            state = past.moment(row.tip).state
            date = state.calendar.date(state.clock.day)
            return Birth(command.campaign, command.name, command.seq, date, state.clock.hour)
    return None
