"""The fold of the events of moves."""

from __future__ import annotations

from typing import assert_never

from core.play.fight.blows.evolve import reacted
from core.play.fight.combatants import in_fight, with_figure
from core.play.fight.encounter import Encounter, Figure, Spent
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
from core.play.state import Fighting, State, Waiting
from core.values import replace


def evolve_moves(state: State, event: MoveEvent) -> State:
    """Return the state after an event of moves."""
    match event:
        case MoveHalted(waiting):
            return _waits(state, waiting)
        case StrikesAnswered():
            return _waits(state, None)
        case _:
            return in_fight(state, lambda fight: _in_encounter(fight, event))


def _waits(state: State, waiting: Waiting | None) -> State:
    if not isinstance(state.pending, Fighting):
        return state
    return replace(state, pending=replace(state.pending, waiting=waiting))


def _in_encounter(
    fight: Encounter, event: Moved | OpportunityTaken | Pushed | Fell | MountedUp | LeftBoard
) -> Encounter:
    match event:
        case Moved():
            fight = with_figure(fight, event.who, lambda figure: _moved(figure, event))
            return _along(fight, event.who)
        case OpportunityTaken(by, against):
            return with_figure(fight, by, lambda figure: reacted(figure, against))
        case Pushed(who, path):
            fight = with_figure(fight, who, lambda figure: replace(figure, at=path[-1], trail=()))
            return _along(fight, who)
        case Fell(who, height):
            fight = with_figure(fight, who, lambda figure: _fell(figure, height))
            return _along(fight, who)
        case MountedUp(who, mount, at):
            fight = with_figure(fight, who, lambda figure: replace(figure, mount=mount, at=at))
            return _along(fight, mount) if mount else fight
        case LeftBoard(who):
            fight = with_figure(fight, who, lambda figure: replace(figure, at="", trail=()))
            return _along(fight, who)
        case _:
            assert_never(event)


def _moved(figure: Figure, event: Moved) -> Figure:
    return replace(
        figure,
        at=event.at or event.path[-1],
        elevation=event.elevation,
        heading=event.heading,
        mode=event.mode,
        trail=event.trail,
        taking_cover=False,
        spent=_spent(figure.spent, event),
    )


def _spent(spent: Spent, event: Moved) -> Spent:
    return replace(
        spent,
        actions=(*spent.actions, *event.spends),
        squares=spent.squares + event.cost,
        leg=event.leg,
        diagonals=event.diagonals,
        path=event.path if event.begins else (*spent.path, *event.path[1:]),
        moves=len(event.spends) + (0 if event.begins else spent.moves),
    )


def _fell(figure: Figure, height: int) -> Figure:
    left = max(0, figure.elevation - height)
    return replace(figure, elevation=left, heading="", mode=figure.mode if left else "walk")


def _along(fight: Encounter, mount: str) -> Encounter:
    carrier = fight.figure(mount)
    if carrier is None or not any(figure.mount == mount for figure in fight.figures):
        return fight
    return replace(
        fight,
        figures=tuple(
            replace(figure, at=carrier.at, elevation=carrier.elevation)
            if figure.mount == mount
            else figure
            for figure in fight.figures
        ),
    )
