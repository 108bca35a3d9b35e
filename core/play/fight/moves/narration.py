"""Words for moves: a line of the log for each event, a title for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Message
from core.play.fight.combatants import named
from core.play.fight.moves.commands import (
    AnswerStrikes,
    DropMove,
    Fall,
    MountUp,
    Move,
    MoveCommand,
    MovePack,
    Push,
    Stand,
)
from core.play.fight.moves.events import (
    Fell,
    LeftBoard,
    MountedUp,
    Moved,
    MoveEvent,
    MoveHalted,
    OpportunityTaken,
    Pushed,
    StrikesAnswered,
)
from core.play.fight.moves.movement_words import doing
from core.play.state import Fighting, State, Waiting
from core.quantities import Squares


def narrate_moves(event: MoveEvent, state: State) -> Message:
    """Return the event as one line; `state` is the state after it."""
    match event:
        case Moved():
            template = N_("{who} {moves} from {start} to {end}, {cost}")
            end = event.at or event.path[-1]
            if event.elevation:
                template = N_("{who} {moves} from {start} to {end}, {cost}, height {height}")
            if event.hazards:
                template = N_(
                    "{who} {moves} from {start} to {end}, {cost}, {hazards:step|steps} in danger"
                )
            return Message(
                template, who=named(state, event.who), moves=doing(event.action, event.mode),
                start=event.path[0], end=end, cost=Squares(event.cost), hazards=event.hazards,
                height=Squares(event.elevation),
            )  # fmt: skip
        case MoveHalted(waiting):
            by = tuple(dict.fromkeys(named(state, one.by) for one in waiting.strikers))
            who = named(state, waiting.who)
            if waiting.action == "stand":
                return Message("{who} begins to get up; {by} may strike", who=who, by=by)
            if waiting.target:
                return Message("{who} begins a coup de grâce on {target}; {by} may strike",
                               who=who, target=named(state, waiting.target), by=by)  # fmt: skip
            return Message("{who} stops at {at}; {by} may strike", who=who,
                           at=waiting.path[0], by=by)  # fmt: skip
        case StrikesAnswered():
            passed = tuple(named(state, who) for who in event.passed)
            if event.took and passed:
                return Message("{passed} did not strike at {who}", passed=passed,
                               who=named(state, event.who))  # fmt: skip
            if event.took:
                return Message("all who were asked struck at {who}", who=named(state, event.who))
            if not passed:
                return Message("{who} stops", who=named(state, event.who))
            return Message("nobody strikes at {who}", who=named(state, event.who))
        case OpportunityTaken(by, against):
            return Message("{by} takes the opportunity against {who}", by=named(state, by),
                           who=named(state, against))  # fmt: skip
        case Pushed(who, path):
            return Message("{who} is moved to {at}", who=named(state, who), at=path[-1])
        case Fell(who, height):
            return Message("{who} falls {height}", who=named(state, who),
                           height=Squares(height))  # fmt: skip
        case MountedUp(who, mount, at):
            if mount:
                return Message("{who} mounts {mount}", who=named(state, who),
                               mount=named(state, mount))  # fmt: skip
            return Message("{who} dismounts at {at}", who=named(state, who), at=at)
        case LeftBoard(who, at):
            return Message("{who} leaves the board at {at}", who=named(state, who), at=at)
        case _:
            assert_never(event)


def describe_moves(command: MoveCommand, state: State) -> Message:
    """Return a short name of the command; `state` is the state before it."""
    match command:
        case Move():
            end = command.to or (command.path[-1] if command.path else "")
            moves = doing(command.action, command.mode)
            if end == "off":
                return Message("{who} {moves} off the board", who=named(state, command.who),
                               moves=moves)  # fmt: skip
            return Message(
                "{who} {moves} to {at}", who=named(state, command.who), moves=moves, at=end
            )
        case MovePack(steps):
            return Message("{count:creature|creatures} move together", count=len(steps))
        case AnswerStrikes():
            match state.pending:
                case Fighting(waiting=Waiting(who=who, queue=())):
                    return Message("opportunities against {who}", who=named(state, who))
            return Message("opportunities")
        case DropMove():
            return Message("the movement is given up")
        case Push(who):
            return Message("{who} is moved", who=named(state, who))
        case Fall(who):
            return Message("{who} falls", who=named(state, who))
        case Stand(who, down):
            if down:
                return Message("{who} lies down", who=named(state, who))
            return Message("{who} gets up", who=named(state, who))
        case MountUp(who, mount):
            if mount:
                return Message("{who} mounts {mount}", who=named(state, who),
                               mount=named(state, mount))  # fmt: skip
            return Message("{who} dismounts", who=named(state, who))
        case _:
            assert_never(command)
