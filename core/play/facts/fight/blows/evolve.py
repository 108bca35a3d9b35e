"""The fold of the events of blows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from core.creatures import STANCES, plain_word
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.events import (
    AreaStruck,
    BlowEvent,
    CoupStruck,
    CoverTaken,
    SpellCast,
    Struck,
    TakenInHand,
    TemporaryGiven,
)
from core.play.facts.fight.combatants import (
    changed_being,
    changed_figure,
    with_encounter,
    with_figures,
)
from core.play.facts.state import State
from core.values import replace


def evolve_blows(state: State, event: BlowEvent) -> State:
    """Return the state after an event of blows."""
    match event:
        case Struck():
            return _after_blow(state, event)
        case SpellCast(who=by, spends=spends):
            return changed_figure(state, by, lambda figure: _acted(figure, spends))
        case CoupStruck(by, _, _, spends) | AreaStruck(_, _, _, _, by, spends):
            return changed_figure(state, by, lambda figure: _acted(figure, spends))
        case TemporaryGiven(who, amount):
            return changed_being(state, who, lambda being: replace(being, temporary=amount))
        case CoverTaken(who, off):
            return changed_figure(state, who, lambda figure: replace(figure, taking_cover=not off))
        case TakenInHand(who, attack):
            return changed_figure(state, who, lambda figure: replace(figure, weapon=attack))
        case _:
            assert_never(event)


def reacted(figure: Figure, against: str) -> Figure:
    """Return the figure after its opportunity against a creature (C-107)."""
    if against in figure.reacted:
        return figure
    return replace(figure, reacted=(*figure.reacted, against))


def _after_blow(state: State, event: Struck) -> State:
    state = changed_figure(state, event.by, lambda figure: _struck(figure, event))
    if not event.ends_move or state.fight is None:
        return state
    figure = state.fight.figure(event.by)
    if figure is None:
        return state
    fight = with_figures(state.fight, (figure.id, figure.mount), _at_rest)
    return with_encounter(state, fight)


def _struck(figure: Figure, event: Struck) -> Figure:
    if event.opportunity:
        return reacted(figure, event.at)
    acted = _acted(figure, event.spends)
    attacked = (event.at,) if event.at else ()
    spent = replace(
        acted.spent,
        attacks=acted.spent.attacks + 1,
        made=(*acted.spent.made, event.weapon),
        words=_with_new(acted.spent.words, event.words),
        targets=_with_new(acted.spent.targets, attacked),
    )
    lasting = [word for word in event.words if plain_word(word) in STANCES]
    stance = _with_new(figure.stance, lasting)
    in_hand = figure.weapon if event.hand else event.weapon
    return replace(acted, spent=spent, weapon=in_hand, stance=stance)


def _at_rest(figure: Figure) -> Figure:
    # What was moved stays counted; the movement itself cannot go on.
    return replace(figure, spent=replace(figure.spent, path=(), moves=0, leg=0))


def _with_new(words: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *more)))


def _acted(figure: Figure, spends: tuple[str, ...]) -> Figure:
    spent = replace(figure.spent, actions=(*figure.spent.actions, *spends))
    return replace(figure, acted=True, spent=spent)
