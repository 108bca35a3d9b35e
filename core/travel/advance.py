"""Hours spent on the way, computed once for the itinerary and the march.

Parts add up exactly to the whole, so a day cut in two gives the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from core.receipts import Receipt
from core.travel.company import Company
from core.travel.stretch_pace import TravelPace, going
from core.travel.stretches import LAND, Progress, Stretch
from core.values import Struct, replace

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

NONE = Fraction(0)


class Segment(Struct):
    """A piece of the way travelled at one pace, within one stretch.

    `hours` spent and `km` covered (0 while crossing a river), `progress` after it in normal
    form: a finished stretch is the next one at 0 km. `place` is the hex whose ground the party
    is on ("" on legs). `tiring` hours count toward a forced march (Q-52), `hustled` ones toward
    hustling, `adrift` ones are neither. `why` explains the pace.
    """

    hours: Fraction
    km: Fraction
    progress: Progress
    stretch: int
    pace: str
    why: Receipt
    mode: str = LAND
    place: str = ""
    tiring: bool = False
    hustled: bool = False
    adrift: bool = False
    crossing: bool = False


def advance(
    company: Company,
    stretches: Sequence[Stretch],
    progress: Progress,
    hours: Fraction,
    rules: Ruleset,
    pace: str = "walk",
    *,
    hours_used: Fraction = NONE,
) -> tuple[Segment, ...]:
    """Return the pieces of the next `hours` of travel from now; fewer at the end of the way.

    They are cut where a stretch ends, and where something that slows the company does.

    `hours_used` of today are needed where they matter: a drifting boat is propelled first, and
    boats and vehicles go no further than their day. Pieces of a march split anywhere add up to
    those of the whole. Raises the Refusals of `going.going`, and beyond_vehicle_day,
    too_many_hours, more_than_24_hours when `hours` reach beyond what the mode allows a day.
    """
    pieces: list[Segment] = []
    at = settled(stretches, progress)
    while hours > 0 and at.stretch < len(stretches):
        way = going(company, stretches[at.stretch], rules, pace)
        way.refuse_beyond(hours_used)
        most = min(hours, way.most_hours - hours_used)
        piece = _piece(company, stretches, at, way, most, hours_used, pace)
        pieces.append(piece)
        at, company = piece.progress, company.after(piece.hours)
        hours -= piece.hours
        hours_used += piece.hours
    return tuple(pieces)


def until_nightfall(
    company: Company,
    stretches: Sequence[Stretch],
    progress: Progress,
    rules: Ruleset,
    pace: str = "walk",
    *,
    hours_used: Fraction = NONE,
    hours_per_day: Fraction | None = None,
) -> tuple[Segment, ...]:
    """Return the pieces of the rest of the ordinary day (M-5); empty when the day is spent.

    On a change of mode the hours used today count against the new mode's day. `hours_per_day`
    replaces the ordinary day on land. Raises the Refusals of `going.going`.
    """
    pieces: list[Segment] = []
    at = settled(stretches, progress)
    while at.stretch < len(stretches):
        way = going(company, stretches[at.stretch], rules, pace)
        left = way.left(hours_used, hours_per_day)
        if left <= 0:
            break
        piece = _piece(company, stretches, at, way, left, hours_used, pace)
        pieces.append(piece)
        at, company = piece.progress, company.after(piece.hours)
        hours_used += piece.hours
    return tuple(pieces)


def hours_of(pieces: Iterable[Segment]) -> Fraction:
    """Return the hours of these pieces together."""
    return sum((piece.hours for piece in pieces), NONE)


def km_of(pieces: Iterable[Segment]) -> Fraction:
    """Return the kilometres of these pieces together."""
    return sum((piece.km for piece in pieces), NONE)


def settled(stretches: Sequence[Stretch], progress: Progress) -> Progress:
    """Return `progress` in normal form, past finished stretches (and those of no length)."""
    while progress.stretch < len(stretches):
        here = stretches[progress.stretch]
        if progress.into_km < here.km or progress.waded < here.crossing_hours:
            return progress
        progress = Progress(progress.stretch + 1)
    return progress


def _piece(
    company: Company,
    stretches: Sequence[Stretch],
    at: Progress,
    way: TravelPace,
    budget: Fraction,
    hours_used: Fraction,
    pace: str,
) -> Segment:
    here, steady = stretches[at.stretch], company.steady_hours
    budget = budget if steady is None else min(budget, steady)
    ford = here.crossing_hours - at.waded
    if ford > 0:
        return _segment(stretches, at, way, min(ford, budget), NONE, pace)
    km_h, holds = way.pace_at(hours_used)
    rest = (here.km - at.into_km) / km_h
    hours = min(rest, budget) if holds is None else min(rest, budget, holds)
    return _segment(stretches, at, way, hours, hours * km_h, pace, adrift=holds is None)


def _segment(
    stretches: Sequence[Stretch],
    at: Progress,
    way: TravelPace,
    hours: Fraction,
    km: Fraction,
    pace: str,
    *,
    adrift: bool = False,
) -> Segment:
    here = stretches[at.stretch]
    crossing = not km
    after = replace(at, into_km=at.into_km + km, waded=at.waded + (hours if crossing else NONE))
    return Segment(
        hours=hours,
        km=km,
        progress=settled(stretches, after),
        stretch=at.stretch,
        pace=here.pace or pace,
        why=way.receipt,
        mode=here.mode,
        place=here.inside,
        tiring=way.tiring,
        hustled=way.hustled,
        adrift=adrift and bool(way.drift_hours),
        crossing=crossing,
    )
