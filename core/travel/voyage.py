"""A day afloat: propelled, then adrift, or forbidden and why (T-180 to T-191)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import N_, Message, Refusal
from core.quantities import Hours, Kilometres
from core.receipts import Receipt
from core.rulesets.rows import Boat
from core.rulesets.schema import Ruleset
from core.travel.boats import (
    Afloat,
    Voyage,
    boat_row,
    current,
    day_hours,
    refuse_upstream,
    refuse_waters,
    under_way,
)
from core.values import Struct

STATED_DRIFT_H = 14
"""The drift that the document reckons with; more rests on Q-24."""


class BoatDay(Struct):
    """A day afloat. With `possible` false only `reason` and `receipt` mean anything.

    `km_h` while propelled; `hours` propelled and adrift; `km` the whole day. With a distance:
    `full_days` (None where the boat does not advance), then `last_day_km` in `last_day_hours`.
    """

    possible: bool
    receipt: Receipt
    reason: str = ""
    km_h: Fraction = Fraction(0)
    hours: Fraction = Fraction(0)
    propelled_km: Fraction = Fraction(0)
    drift_km: Fraction = Fraction(0)
    full_days: int | None = None
    last_day_km: Fraction = Fraction(0)
    last_day_hours: Fraction = Fraction(0)
    days_receipt: Receipt | None = None

    @property
    def km(self) -> Fraction:
        """Kilometres of the whole day."""
        return self.propelled_km + self.drift_km


def boat_day(voyage: Voyage, rules: Ruleset) -> BoatDay:
    """A day of `voyage`: propelled hours first, then the drift (T-181 to T-191).

    What the rules forbid is an answer here, `possible` false with its `reason`: inland_only,
    no_oars, too_many_hours, upstream, drift_goes_downstream, drift_needs_guide. Refusals:
    `unknown_boat`, `unknown_water`, `unknown_direction`.
    """
    row = boat_row(rules, voyage.boat)
    try:
        refuse_waters(voyage, row)
        _refuse_hours(voyage, row, rules)
        refuse_upstream(voyage, row)
        _refuse_drift(voyage)
    except Refusal as refusal:
        if refusal.code not in FORBIDDEN:
            raise
        return BoatDay(False, _forbidden(refusal, voyage, row, rules), refusal.code)
    return _possible(voyage, row, rules)


FORBIDDEN = {
    "inland_only": ("T-183", ()),
    "no_oars": ("T-190", ("Q-23",)),
    "too_many_hours": ("T-181", ("Q-25",)),
    "upstream": ("T-187", ()),
    "drift_goes_downstream": ("T-186", ("Q-24",)),
    "drift_needs_guide": ("T-186", ("Q-24",)),
}
"""The rule under which each reason forbids a voyage, and the questions it rests on."""


def _refuse_hours(voyage: Voyage, row: Boat, rules: Ruleset) -> None:
    most = day_hours(voyage, row, rules)
    propelled = most if voyage.propelled_hours is None else voyage.propelled_hours
    if propelled > most:
        raise Refusal(
            "too_many_hours",
            N_("A {boat} is propelled {most} a day at most."),
            boat=voyage.boat,
            most=Hours(most),
        )
    if propelled + voyage.drift_hours > rules.afloat.most_hours:
        raise Refusal(
            "too_many_hours", N_("A day has {most}."), most=Hours(rules.afloat.most_hours)
        )


def _refuse_drift(voyage: Voyage) -> None:
    if not voyage.drift_hours:
        return
    if voyage.water == "river" and voyage.direction != "downstream":
        raise Refusal("drift_goes_downstream", N_("A boat drifts downstream, nowhere else."))
    if not voyage.guide:
        raise Refusal("drift_needs_guide", N_("Nobody steers: a boat drifts only with a guide."))


def _forbidden(refusal: Refusal, voyage: Voyage, row: Boat, rules: Ruleset) -> Receipt:
    rule, questions = FORBIDDEN[refusal.code]
    drifting = refusal.code.startswith("drift")
    parts = [current(voyage, rules)[1]] if drifting and row.current else []
    return rules.cite(rule, refusal.message, refusal.code, *parts, questions=questions)


def _possible(voyage: Voyage, row: Boat, rules: Ruleset) -> BoatDay:
    found = under_way(voyage, row, rules)
    propelled = found.day_hours if voyage.propelled_hours is None else voyage.propelled_hours
    propelled_km = found.km_h * propelled
    drift_km = found.drift_km_h * voyage.drift_hours
    label = Message(N_("a day afloat"))
    day = rules.cite(
        "T-180",
        label,
        Kilometres(propelled_km + drift_km),
        found.receipt,
        *_drift_receipts(voyage, drift_km, rules),
    )
    answer = BoatDay(
        True,
        day,
        km_h=found.km_h,
        hours=propelled + voyage.drift_hours,
        propelled_km=propelled_km,
        drift_km=drift_km,
    )
    if voyage.distance_km is None or not answer.km:
        return answer
    return _with_distance(answer, voyage, found, propelled, voyage.distance_km, rules)


def _drift_receipts(voyage: Voyage, drift_km: Fraction, rules: Ruleset) -> list[Receipt]:
    if not voyage.drift_hours:
        return []
    questions = ("Q-24",) if voyage.drift_hours > STATED_DRIFT_H or not drift_km else ()
    label = Message(N_("{hours} adrift"), hours=Hours(voyage.drift_hours))
    return [rules.cite("T-186", label, Kilometres(drift_km), questions=questions)]


def _with_distance(
    answer: BoatDay,
    voyage: Voyage,
    found: Afloat,
    propelled: Fraction,
    distance_km: Fraction,
    rules: Ruleset,
) -> BoatDay:
    # T-191
    full_days = int(distance_km / answer.km)
    left = distance_km - full_days * answer.km
    hours = min(propelled, left / found.km_h)
    adrift_km = left - hours * found.km_h
    if adrift_km:
        hours += adrift_km / found.drift_km_h
    rule, questions = ("T-191", ("Q-24",)) if voyage.drift_hours else ("T-150", ())
    label = Message(N_("full days, and {hours} on the last"), hours=Hours(hours))
    return BoatDay(
        True,
        answer.receipt,
        km_h=answer.km_h,
        hours=answer.hours,
        propelled_km=answer.propelled_km,
        drift_km=answer.drift_km,
        full_days=full_days,
        last_day_km=left,
        last_day_hours=hours,
        days_receipt=rules.cite(rule, label, full_days, questions=questions),
    )
