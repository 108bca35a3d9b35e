"""Runners of a chase are put back on the board: it goes on without them, or is over."""

from __future__ import annotations

from collections.abc import Iterable

from core.play.fight.encounter import Encounter
from core.play.fight.turns.events import ChaseEnded, ChaseSet
from core.values import replace


def rejoined(fight: Encounter, placed: Iterable[str]) -> tuple[ChaseSet | ChaseEnded, ...]:
    """What the chase of a fight is when these, and who rides them, run in it no more.

    Without anybody who flees, or anybody who follows, it is over.
    """
    chase = fight.chase
    if chase is None:
        return ()
    there = set(placed)
    there |= {figure.id for figure in fight.figures if figure.mount in there}
    quarry = tuple(one for one in chase.quarry if one.id not in there)
    pursuers = tuple(one for one in chase.pursuers if one.id not in there)
    if (quarry, pursuers) == (chase.quarry, chase.pursuers):
        return ()
    if not quarry or not pursuers:
        return (ChaseEnded(""),)
    return (ChaseSet(replace(chase, quarry=quarry, pursuers=pursuers)),)
