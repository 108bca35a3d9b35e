"""The fold of the events of moves."""

from __future__ import annotations

from typing import assert_never

from core.play.facts.encounter import Figure, Spent
from core.play.facts.fight.blows.evolve import reacted
from core.play.facts.fight.combatants import carried_along, changed_figure, in_fight
from core.play.facts.fight.moves.events import (
    Fell,
    HeadingChosen,
    LeftBoard,
    MountedUp,
    Moved,
    MoveEvent,
    MoveHalted,
    OpportunityTaken,
    Pushed,
    StrikesAnswered,
)
from core.play.facts.state import Fighting, State
from core.values import replace


def evolve_moves(state: State, event: MoveEvent) -> State:
    """Return the state after an event of moves."""
    match event:
        case MoveHalted() | StrikesAnswered():
            waiting = event.waiting if isinstance(event, MoveHalted) else None
            if not isinstance(state.pending, Fighting):
                return state
            return replace(state, pending=replace(state.pending, waiting=waiting))
        case OpportunityTaken(by, against):
            return changed_figure(state, by, lambda figure: reacted(figure, against))
        case Moved(who):
            state = changed_figure(state, who, lambda figure: _moved(figure, event))
        case Pushed(who, path):
            state = changed_figure(
                state, who, lambda f: replace(f, at=path[-1], trail=(), drift=None)
            )
        case Fell(who, height):
            state = changed_figure(state, who, lambda figure: _fell(figure, height))
        case HeadingChosen(who, heading):
            return changed_figure(state, who, lambda figure: replace(figure, heading=heading))
        case MountedUp(rider, who, at):
            state = changed_figure(state, rider, lambda f: replace(f, mount=who, at=at, drift=None))
        case LeftBoard(who):
            state = changed_figure(state, who, lambda f: replace(f, at="", trail=(), drift=None))
        case _:
            assert_never(event)
    return in_fight(state, lambda fight: carried_along(fight, who))


def _moved(figure: Figure, event: Moved) -> Figure:
    return replace(
        figure,
        at=event.at or event.path[-1],
        elevation=event.elevation,
        heading=event.heading,
        mode=event.mode,
        trail=event.trail,
        taking_cover=False,
        drift=None,
        spent=_spent(figure.spent, event),
    )


def _spent(spent: Spent, event: Moved) -> Spent:
    if event.begins:
        spent = replace(spent, path=event.path[:1], moves=0, covered=0)
    return replace(
        spent,
        actions=(*spent.actions, *event.spends),
        squares=spent.squares + event.cost,
        leg=event.leg,
        covered=spent.covered + event.cost,
        diagonals=event.diagonals,
        path=(*spent.path, *event.path[1:]),
        moves=spent.moves + len(event.spends),
    )


def _fell(figure: Figure, height: int) -> Figure:
    left = max(0, figure.elevation - height)
    return replace(
        figure, elevation=left, heading="", drift=None, mode=figure.mode if left else "walk"
    )
