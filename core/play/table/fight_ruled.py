"""The encounter after a ruling about a fight."""

from __future__ import annotations

from fractions import Fraction

from core.play.fight.combatants import with_figure
from core.play.fight.encounter import Encounter, Figure, Slot, Spent
from core.play.fight.turns.order import ordered, slot_of, with_total
from core.play.table.events import RulingMade
from core.values import replace


def ruled_fight(fight: Encounter, event: RulingMade) -> Encounter:
    """Return the encounter after a ruling on position, elevation, movement or initiative."""
    if event.target == "initiative":
        return _initiative(fight, event.who, Fraction(event.value))
    return with_figure(fight, event.who, lambda figure: _figure(figure, event))


def _initiative(fight: Encounter, who: str, total: Fraction) -> Encounter:
    if slot_of(fight, who) is not None:
        return with_total(fight, who, total)
    return replace(fight, order=ordered((*fight.order, Slot(who, (who,), total))))


def _figure(figure: Figure, event: RulingMade) -> Figure:
    match event.target:
        case "position":
            return replace(figure, at=event.value, trail=())
        case "elevation":
            return replace(figure, elevation=int(event.value))
        case _:
            return replace(figure, spent=_moved(figure, int(event.value)))


def _moved(figure: Figure, squares: int) -> Spent:
    spent = figure.spent
    leg = spent.leg + squares - spent.squares
    return replace(spent, squares=squares, leg=min(squares, max(0, leg)))
