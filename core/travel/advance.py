"""The pace of a stretch, and hours spent on the way, computed once for itinerary and march."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from core.calendars import DAY
from core.messages import Hours, KmPerHour, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.stretches import (
    LAND,
    STATED_DRIFT_H,
    BoatPassage,
    Progress,
    Stretch,
    afloat,
    refuse_drift,
    refuse_hours,
    voyage_of,
)
from core.values import Struct, replace

NONE = Fraction(0)


class TravelPace(Struct):
    """The pace in km/h on a stretch and the hours a day it can be kept up.

    `day_hours` is the ordinary day of the mode (T-006), propelled hours only; `drift_hours` may
    follow them at `drift_km_h` (T-186). `most_hours` a day is all that the mode allows: 24 on
    foot, the vehicle's day (T-206), the boat's (Q-25). `tiring` hours count toward a forced
    march (Q-52), `hustled` ones hurt (T-081).
    """

    km_h: Fraction
    day_hours: Fraction
    most_hours: Fraction
    tiring: bool
    hustled: bool
    receipt: Receipt
    drift_km_h: Fraction = Fraction(0)
    drift_hours: Fraction = Fraction(0)
    boat: str = ""

    def day(self, hours_per_day: Fraction | None = None) -> Fraction:
        """Return the day's allowance in hours: the mode's, or `hours_per_day` on land (T-156)."""
        if hours_per_day is not None and not self.boat:
            return hours_per_day
        return self.day_hours + self.drift_hours

    def pace_at(self, hours_used: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return the km/h with `hours_used` of the day spent, and the hours that it holds.

        None: for the rest of the day. Propelled hours come first, then the drift (T-191).
        """
        if not self.drift_hours:
            return self.km_h, None
        if hours_used < self.day_hours:
            return self.km_h, self.day_hours - hours_used
        return self.drift_km_h, None

    def refuse_beyond(self, hours_used: Fraction) -> None:
        """Refuse further hours today: beyond_vehicle_day, too_many_hours, more_than_24_hours."""
        if hours_used < self.most_hours:
            return
        if self.boat:
            raise Refusal(
                "too_many_hours",
                "{boat} can be propelled for at most {hours} a day.",
                boat=self.boat,
                hours=Hours(self.most_hours),
            )
        if self.most_hours < DAY:
            raise Refusal(
                "beyond_vehicle_day",
                "A vehicle of the party can travel for at most {hours} a day.",
                hours=Hours(self.most_hours),
            )
        raise Refusal("more_than_24_hours", "A day has only 24 hours.")


def going(company: Company, stretch: Stretch, rules: Ruleset, pace: str = "walk") -> TravelPace:
    """Return the pace of `company` on `stretch`; `pace` is its own where the stretch has none.

    Raises the Refusals of `Company.rate_on` on land; afloat those of `boats.afloat` and
    drift_goes_downstream, drift_needs_guide, too_many_hours (T-186).
    """
    if not stretch.on_land:
        return sailing(stretch, rules)
    party = company.throughout()
    if stretch.times != 1:
        return _on_ground(party, replace(stretch, pace=stretch.pace or pace), rules)
    return _on_land(party, stretch.terrain, stretch.way, stretch.pace or pace, rules)


def sailing(stretch: Stretch, rules: Ruleset) -> TravelPace:
    """Return the pace of the boat of a stretch afloat, whoever is aboard. Refusals as `going`."""
    voyage = voyage_of(stretch)
    passage = afloat(voyage, rules)
    refuse_drift(voyage)
    refuse_hours(voyage, rules)
    if passage.drift_km_h > 0:
        drift = voyage.drift_hours
    else:
        drift = NONE
    return TravelPace(
        km_h=passage.km_h,
        day_hours=passage.day_hours,
        most_hours=passage.day_hours + drift,
        tiring=False,
        hustled=False,
        receipt=_why_afloat(passage, drift, rules),
        drift_km_h=passage.drift_km_h if drift else NONE,
        drift_hours=drift,
        boat=voyage.boat,
    )


def _why_afloat(passage: BoatPassage, drift_hours: Fraction, rules: Ruleset) -> Receipt:
    if not drift_hours:
        return passage.receipt
    adrift = rules.cite(
        "T-186",
        "adrift for {hours} more, with a guide",
        KmPerHour(passage.drift_km_h),
        questions="Q-24" if drift_hours > STATED_DRIFT_H else "",
        hours=Hours(drift_hours),
    )
    return replace(passage.receipt, parts=(*passage.receipt.parts, adrift))


@lru_cache(maxsize=256)
def _on_land(company: Company, terrain: str, way: str, pace: str, rules: Ruleset) -> TravelPace:
    # All that the pace depends on where the GM does not slow it: equal ground is reckoned once.
    return _on_ground(company, Stretch(NONE, 1, terrain=terrain, way=way, pace=pace), rules)


def _on_ground(company: Company, ground: Stretch, rules: Ruleset) -> TravelPace:
    rate = company.rate_on(ground, rules)
    most = min((f.moving.day_hours for f in company.powered), default=DAY)
    return TravelPace(
        km_h=rate.km_h,
        day_hours=company.day_hours,
        most_hours=most,
        tiring=bool(company.walkers or company.driven),
        hustled=rules.paces[ground.pace].hurts,
        receipt=rate.receipt,
    )


class Segment(Struct):
    """A piece of the way travelled at one pace, within one stretch.

    `hours` spent and `km` covered (0 while crossing a river), `progress` after it in normal
    form: a finished stretch is the next one at 0 km. `place` is the hex whose ground the party
    is on ("" on legs). `tiring` hours count toward a forced march (Q-52), `hustled` ones toward
    hustling. `receipt` explains the pace.
    """

    hours: Fraction
    km: Fraction
    progress: Progress
    stretch: int
    receipt: Receipt
    mode: str = LAND
    place: str = ""
    tiring: bool = False
    hustled: bool = False
    crossing: bool = False


def advance(
    company: Company,
    stretches: Sequence[Stretch],
    progress: Progress,
    hours: Fraction | None,
    rules: Ruleset,
    pace: str = "walk",
    *,
    hours_used: Fraction = NONE,
    hours_per_day: Fraction | None = None,
) -> tuple[Segment, ...]:
    """Return the pieces of the next `hours` of travel from now; fewer at the end of the way.

    They are cut where a stretch ends, and where something that slows the company does. `hours`
    None: the rest of the ordinary day (M-5), in which the hours used today count against the day of
    each mode; `hours_per_day` replaces that on land. No pieces when the day is spent.

    `hours_used` of today are needed where they matter: a drifting boat is propelled first, and
    boats and vehicles go no further than their day. Pieces of a march split anywhere add up to
    those of the whole. Raises the Refusals of `going`, and beyond_vehicle_day,
    too_many_hours, more_than_24_hours when `hours` reach beyond what the mode allows a day.
    """
    pieces = []
    place = settled(stretches, progress)
    while place.stretch < len(stretches) and (hours is None or hours > 0):
        here = stretches[place.stretch]
        crossing = place.waded < stretches[place.stretch].crossing_hours
        way = going(company, here, rules, pace)
        if hours is None:
            spent = way.day(hours_per_day) - hours_used
            if spent <= 0:
                break
        else:
            way.refuse_beyond(hours_used)
            spent = min(hours, way.most_hours - hours_used)
        if company.steady_hours is not None:
            spent = min(spent, company.steady_hours)
        km = NONE
        if crossing:
            spent = min(here.crossing_hours - place.waded, spent)
            after = replace(place, waded=place.waded + spent)
        else:
            km_h, holds = way.pace_at(hours_used)
            if holds is not None:
                spent = min(spent, holds)
            km = spent * km_h
            rest = here.km - place.into_km
            if km > rest:
                spent = rest / km_h
                km = rest
            after = replace(place, into_km=place.into_km + km)
        piece = Segment(
            hours=spent,
            km=km,
            progress=settled(stretches, after),
            stretch=place.stretch,
            receipt=way.receipt,
            mode=here.mode,
            place=here.inside,
            tiring=way.tiring,
            hustled=way.hustled,
            crossing=crossing,
        )
        pieces.append(piece)
        place = piece.progress
        company = company.after(spent, rules)
        hours_used += spent
        hours = hours if hours is None else hours - spent
    return tuple(pieces)


def hours_of(pieces: Iterable[Segment]) -> Fraction:
    """Return the hours of these pieces together."""
    hours = [piece.hours for piece in pieces] or [NONE]
    return sum(hours[1:], hours[0])


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
