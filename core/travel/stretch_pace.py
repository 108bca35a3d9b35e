"""The pace of one stretch, its mode's ordinary day, and its drifting hours."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from core.calendars import DAY
from core.messages import Refusal
from core.quantities import Hours
from core.receipts import Receipt
from core.travel.boats import Voyage, afloat, refuse_drift, refuse_hours
from core.travel.company import Company
from core.travel.stretches import LAND, Stretch
from core.values import Struct

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset


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

    def left(self, hours_used: Fraction, hours_per_day: Fraction | None = None) -> Fraction:
        """Return the hours left of today when `hours_used` are spent: max(0, day - used) (M-5)."""
        return max(Fraction(0), self.day(hours_per_day) - hours_used)

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
    if stretch.mode != LAND or stretch.boat:
        return _afloat(stretch, rules)
    return _on_land(company.throughout(), stretch.terrain, stretch.way, stretch.pace or pace, rules)


@lru_cache(maxsize=256)
def _on_land(company: Company, terrain: str, way: str, pace: str, rules: Ruleset) -> TravelPace:
    stretch = Stretch(Fraction(0), 1, terrain=terrain, way=way, pace=pace)
    rate = company.rate_on(stretch, rules)
    most = min((f.moving.day_hours for f in company.powered), default=DAY)
    return TravelPace(
        km_h=rate.km_h,
        day_hours=company.day_hours,
        most_hours=most,
        tiring=bool(company.walkers or company.driven),
        hustled=rules.paces[pace].hurts,
        receipt=rate.receipt,
    )


def _afloat(stretch: Stretch, rules: Ruleset) -> TravelPace:
    voyage = Voyage(
        stretch.boat or stretch.mode, stretch.water, stretch.direction, stretch.current_km_h,
        drift_hours=stretch.drift_hours, guide=stretch.guide,
    )  # fmt: skip
    found = afloat(voyage, rules)
    refuse_drift(voyage)
    refuse_hours(voyage, rules)
    drift = voyage.drift_hours if found.drift_km_h > 0 else Fraction(0)
    return TravelPace(
        km_h=found.km_h,
        day_hours=found.day_hours,
        most_hours=found.day_hours + drift,
        tiring=False,
        hustled=False,
        receipt=found.receipt,
        drift_km_h=found.drift_km_h if drift else Fraction(0),
        drift_hours=drift,
        boat=voyage.boat,
    )
