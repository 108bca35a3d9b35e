"""Runners of a chase that are placed back on the board."""

from __future__ import annotations

from collections.abc import Iterable

from core.play.fight.encounter import Encounter
from core.play.fight.turns.events import ChaseEnded, ChaseSet
from core.values import replace


def rejoined(fight: Encounter, placed: Iterable[str]) -> tuple[ChaseSet | ChaseEnded, ...]:
    """Return the chase without the creatures `placed` on the board and their riders.

    It ends without quarry or without pursuers; no event when none of them ran.
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
