"""Travel by water: boats, currents, drifting, towing, a day afloat (T-180 to T-191)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import Hours, Kilometres, KmPerHour, Refusal
from core.receipts import Receipt
from core.rulesets.schema import BoatRow, Ruleset
from core.values import Struct, replace

WATERS = ("lake", "river", "sea")
DIRECTIONS = ("none", "downstream", "upstream")
OARS = "oars"
STATED_DRIFT_H = 14
"""The hours of drift that the document allows for; more rests on Q-24."""
FORBIDDEN = {
    "inland_only": ("T-183", ""),
    "no_oars": ("T-190", "Q-23"),
    "too_many_hours": ("T-181", "Q-25"),
    "upstream": ("T-187", ""),
    "drift_goes_downstream": ("T-186", "Q-24"),
    "drift_needs_guide": ("T-186", "Q-24"),
}
"""The rule by which each reason forbids a voyage, and the open questions it rests on."""


class BoatPassage(Struct):
    """A boat's pace on some water, and why.

    `km_h` while propelled, `day_hours` of propulsion a day, `drift_km_h` while adrift (0 in
    still water and for ships).
    """

    km_h: Fraction
    day_hours: Fraction
    drift_km_h: Fraction
    receipt: Receipt


class Voyage(Struct):
    """A boat's journey on some water (lake, river, sea).

    `direction` none, downstream or upstream counts on rivers only (T-184, T-187, T-189);
    `current_km_h` None = the usual current (T-185); `propelled_hours` None = as many as there are
    in a day, then `drift_hours` with a `guide` (T-186); `towed` from the bank (T-188);
    `propulsion` "oars" puts a ship under oars alone (T-190).
    """

    boat: str
    water: str
    direction: str = "none"
    current_km_h: Fraction | None = None
    propelled_hours: Fraction | None = None
    drift_hours: Fraction = Fraction(0)
    guide: bool = False
    towed: bool = False
    propulsion: str = ""
    distance_km: Fraction | None = None


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


def boat_row(rules: Ruleset, boat: str) -> BoatRow:
    """Return the row of `boat`. Refusal: `unknown_boat`."""
    if boat not in rules.boats:
        raise Refusal("unknown_boat", "There is no boat called {boat}.", boat=boat)
    return rules.boats[boat]


def afloat(voyage: Voyage, rules: Ruleset) -> BoatPassage:
    """Return the pace of a boat and its hours of propulsion a day (T-180 to T-190).

    Refusals: `inland_only`, `no_oars`, `upstream`, `unknown_boat`, `unknown_water`,
    `unknown_direction`.
    """
    row = boat_row(rules, voyage.boat)
    _refuse_waters(voyage, row)
    _refuse_upstream(voyage, row)
    return _under_way(voyage, row, rules)


def boat_day(voyage: Voyage, rules: Ruleset) -> BoatDay:
    """Return a day of `voyage`: propelled hours first, then the drift (T-181 to T-191).

    A forbidden voyage is an answer too, `possible` false with its `reason`: inland_only,
    no_oars, too_many_hours, upstream, drift_goes_downstream, drift_needs_guide. Refusals:
    `unknown_boat`, `unknown_water`, `unknown_direction`.
    """
    row = boat_row(rules, voyage.boat)
    try:
        _refuse_waters(voyage, row)
        refuse_hours(voyage, rules)
        _refuse_upstream(voyage, row)
        refuse_drift(voyage)
    except Refusal as refusal:
        if refusal.code not in FORBIDDEN:
            raise
        rule, questions = FORBIDDEN[refusal.code]
        drifting = refusal.code.startswith("drift")
        parts = [_current(voyage, rules)[1]] if drifting and row.current else []
        why = rules.cite(rule, refusal.message, refusal.code, *parts, questions=questions)
        return BoatDay(False, why, refusal.code)
    found = _under_way(voyage, row, rules)
    propelled = found.day_hours if voyage.propelled_hours is None else voyage.propelled_hours
    propelled_km = found.km_h * propelled
    drift_km = found.drift_km_h * voyage.drift_hours
    parts = [found.receipt]
    if voyage.drift_hours:
        open_question = voyage.drift_hours > STATED_DRIFT_H or not drift_km
        parts.append(
            rules.cite(
                "T-186",
                "{hours} adrift",
                Kilometres(drift_km),
                questions="Q-24" if open_question else "",
                hours=Hours(voyage.drift_hours),
            )
        )
    day = rules.cite("T-180", "a day afloat", Kilometres(propelled_km + drift_km), *parts)
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
    # T-191
    full_days = int(voyage.distance_km / answer.km)
    left = voyage.distance_km - full_days * answer.km
    hours = min(propelled, left / found.km_h)
    adrift_km = left - hours * found.km_h
    if adrift_km:
        hours += adrift_km / found.drift_km_h
    rule, questions = ("T-191", "Q-24") if voyage.drift_hours else ("T-150", "")
    return replace(
        answer,
        full_days=full_days,
        last_day_km=left,
        last_day_hours=hours,
        days_receipt=rules.cite(
            rule,
            "full days, and {hours} on the last",
            full_days,
            questions=questions,
            hours=Hours(hours),
        ),
    )


def refuse_hours(voyage: Voyage, rules: Ruleset) -> None:
    """Refuse `too_many_hours` of propulsion (T-181), or of propulsion and drift together."""
    most = _day_hours(voyage, boat_row(rules, voyage.boat), rules)
    propelled = most if voyage.propelled_hours is None else voyage.propelled_hours
    if propelled > most:
        raise Refusal(
            "too_many_hours",
            "A {boat} can be propelled for at most {most} a day.",
            boat=voyage.boat,
            most=Hours(most),
        )
    if propelled + voyage.drift_hours > rules.afloat.most_hours:
        raise Refusal(
            "too_many_hours",
            "{propelled} of propulsion and {drift} adrift are longer than a day.",
            propelled=Hours(propelled),
            drift=Hours(voyage.drift_hours),
        )


def refuse_drift(voyage: Voyage) -> None:
    """Refuse to drift upstream, `drift_goes_downstream`, or without a guide (T-186)."""
    if not voyage.drift_hours:
        return
    if voyage.water == "river" and voyage.direction != "downstream":
        raise Refusal("drift_goes_downstream", "A {boat} drifts downstream only.", boat=voyage.boat)
    if not voyage.guide:
        raise Refusal(
            "drift_needs_guide",
            "A {boat} drifts only with a guide to steer it.",
            boat=voyage.boat,
        )


def _refuse_waters(voyage: Voyage, row: BoatRow) -> None:
    # T-183, T-190
    if voyage.water not in WATERS:
        raise Refusal(
            "unknown_water",
            "{water} is not a kind of water: give lake, river or sea.",
            water=voyage.water,
        )
    if voyage.direction not in DIRECTIONS:
        raise Refusal(
            "unknown_direction",
            "{direction} is not a direction: give none, downstream or upstream.",
            direction=voyage.direction,
        )
    if row.inland and voyage.water == "sea":
        raise Refusal("inland_only", "A {boat} is for lakes and rivers only.", boat=voyage.boat)
    if row.propulsion == "sail" and voyage.propulsion == OARS and not row.oars:
        raise Refusal("no_oars", "A {boat} has no oars.", boat=voyage.boat)


def _refuse_upstream(voyage: Voyage, row: BoatRow) -> None:
    # T-187, T-188
    if row.current and _direction(voyage) == "upstream" and not voyage.towed:
        raise Refusal(
            "upstream",
            "A {boat} cannot be rowed or poled against the current.",
            boat=voyage.boat,
        )


def _direction(voyage: Voyage) -> str:
    # T-189
    return voyage.direction if voyage.water == "river" else "none"


def _day_hours(voyage: Voyage, row: BoatRow, rules: Ruleset) -> Fraction:
    # T-181, T-182, T-188, T-190
    if row.current and voyage.towed:
        return rules.afloat.tow_hours
    if row.propulsion == "sail" and voyage.propulsion == OARS:
        return rules.afloat.oars_hours
    return row.hours


def _current(voyage: Voyage, rules: Ruleset) -> tuple[Fraction, Receipt]:
    # T-184, T-185
    if voyage.current_km_h is not None:
        return voyage.current_km_h, rules.cite(
            "T-184", "current, as entered", KmPerHour(voyage.current_km_h)
        )
    usual = rules.afloat.usual_current_km_h
    return usual, rules.cite("T-185", "the usual current", KmPerHour(usual), questions="Q-20")


def _under_way(voyage: Voyage, row: BoatRow, rules: Ruleset) -> BoatPassage:
    km_h, drift = row.km_h, Fraction(0)
    parts = [
        rules.cite(
            "T-180", "pace of a {boat}", KmPerHour(row.km_h), source=row.source, boat=voyage.boat
        )
    ]
    direction = _direction(voyage)
    if direction == "none":
        parts.append(rules.cite("T-189", "still water", KmPerHour(0)))
    elif not row.current:
        parts.append(
            rules.cite("T-184", "ships ignore river currents", KmPerHour(0), questions="Q-51")
        )
    elif direction == "downstream":
        drift, why = _current(voyage, rules)
        km_h += drift
        parts.append(why)
    else:
        parts.append(
            rules.cite(
                "T-188",
                "towed from the bank, current ignored",
                KmPerHour(row.km_h),
                questions="Q-22",
            )
        )
    hours = _day_hours(voyage, row, rules)
    rule, questions = "T-182", ""
    if row.propulsion != "sail":
        rule = "T-181"
    elif voyage.propulsion == OARS:
        rule, questions = "T-190", "Q-23"
    parts.append(rules.cite(rule, "hours of propulsion a day", Hours(hours), questions=questions))
    return BoatPassage(
        km_h, hours, drift, rules.cite("T-180", "pace afloat", KmPerHour(km_h), *parts)
    )
