"""Travel by water: boats, currents, drifting, towing (T-180 to T-191)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import N_, Message, Refusal
from core.quantities import Hours, KmPerHour
from core.receipts import Receipt
from core.rulesets.rows import Boat
from core.rulesets.schema import Ruleset
from core.values import Struct

WATERS = ("lake", "river", "sea")
DIRECTIONS = ("none", "downstream", "upstream")
OARS = "oars"


class Afloat(Struct):
    """A boat on some water, and why it goes as it does.

    `km_h` while propelled, `day_hours` of propulsion a day, `drift_km_h` while adrift (0 in
    still water and for ships).
    """

    km_h: Fraction
    day_hours: Fraction
    drift_km_h: Fraction
    receipt: Receipt


class Voyage(Struct):
    """What is asked of a boat: see `afloat` and `boat_day` for the keys. None = the default."""

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


def boat_row(rules: Ruleset, boat: str) -> Boat:
    """The row of `boat`. Refusal: `unknown_boat`."""
    if boat not in rules.boats:
        raise Refusal("unknown_boat", N_("There is no boat called {boat}."), boat=boat)
    return rules.boats[boat]


def afloat(
    boat: str,
    rules: Ruleset,
    water: str,
    direction: str = "none",
    current_km_h: Fraction | None = None,
    towed: bool = False,
    propulsion: str = "",
) -> Afloat:
    """The pace and day of `boat` on `water` (lake, river, sea) in `direction`.

    `direction` none, downstream or upstream counts on rivers only (T-184, T-187, T-189);
    `current_km_h` None = the usual current (T-185); `towed` from the bank (T-188); `propulsion`
    "oars" puts a ship under oars alone (T-190). Refusals: `inland_only`, `no_oars`, `upstream`,
    `unknown_boat`, `unknown_water`, `unknown_direction`.
    """
    voyage = Voyage(boat, water, direction, current_km_h, towed=towed, propulsion=propulsion)
    row = boat_row(rules, boat)
    refuse_waters(voyage, row)
    refuse_upstream(voyage, row)
    return under_way(voyage, row, rules)


def refuse_waters(voyage: Voyage, row: Boat) -> None:
    """Refuse waters where `row` does not go (T-183, T-190): see `afloat`."""
    if voyage.water not in WATERS:
        raise Refusal("unknown_water", N_("{water} is no water."), water=voyage.water)
    if voyage.direction not in DIRECTIONS:
        raise Refusal(
            "unknown_direction", N_("{direction} is no direction."), direction=voyage.direction
        )
    if row.inland and voyage.water == "sea":
        raise Refusal("inland_only", N_("A {boat} is for lakes and rivers only."), boat=voyage.boat)
    if row.propulsion == "sail" and voyage.propulsion == OARS and not row.oars:
        raise Refusal("no_oars", N_("A {boat} has no oars."), boat=voyage.boat)


def refuse_upstream(voyage: Voyage, row: Boat) -> None:
    """Refuse to go against a current, unless towed (T-187, T-188)."""
    if row.current and _direction(voyage) == "upstream" and not voyage.towed:
        raise Refusal(
            "upstream",
            N_("A {boat} cannot be rowed or poled against the current."),
            boat=voyage.boat,
        )


def _direction(voyage: Voyage) -> str:
    # T-189
    return voyage.direction if voyage.water == "river" else "none"


def day_hours(voyage: Voyage, row: Boat, rules: Ruleset) -> Fraction:
    """The hours of propulsion a day (T-181, T-182, T-188, T-190)."""
    if row.current and voyage.towed:
        return rules.afloat.tow_hours
    if row.propulsion == "sail" and voyage.propulsion == OARS:
        return rules.afloat.oars_hours
    return row.hours


def current(voyage: Voyage, rules: Ruleset) -> tuple[Fraction, Receipt]:
    """The current in km/h and why: as entered, or the usual one (T-184, T-185)."""
    if voyage.current_km_h is not None:
        label = Message(N_("current, as entered"))
        return voyage.current_km_h, rules.cite("T-184", label, KmPerHour(voyage.current_km_h))
    usual = rules.afloat.usual_current_km_h
    label = Message(N_("the usual current"))
    return usual, rules.cite("T-185", label, KmPerHour(usual), questions=("Q-20",))


def under_way(voyage: Voyage, row: Boat, rules: Ruleset) -> Afloat:
    """The pace and day of a voyage that nothing forbids (T-180 to T-190)."""
    km_h, drift = row.km_h, Fraction(0)
    parts = [
        rules.cite(
            "T-180",
            Message(N_("pace of a {boat}"), boat=voyage.boat),
            KmPerHour(row.km_h),
            source=row.source,
        )
    ]
    direction = _direction(voyage)
    if direction == "none":
        parts.append(rules.cite("T-189", Message(N_("still water")), KmPerHour(0)))
    elif not row.current:
        ignored = Message(N_("ships ignore river currents"))
        parts.append(rules.cite("T-184", ignored, KmPerHour(0), questions=("Q-51",)))
    elif direction == "downstream":
        drift, why = current(voyage, rules)
        km_h += drift
        parts.append(why)
    else:
        towed = Message(N_("towed from the bank, current ignored"))
        parts.append(rules.cite("T-188", towed, KmPerHour(row.km_h), questions=("Q-22",)))
    hours = day_hours(voyage, row, rules)
    parts.append(_day_receipt(voyage, row, hours, rules))
    label = Message(N_("pace afloat"))
    return Afloat(km_h, hours, drift, rules.cite("T-180", label, KmPerHour(km_h), *parts))


def _day_receipt(voyage: Voyage, row: Boat, hours: Fraction, rules: Ruleset) -> Receipt:
    label = Message(N_("hours of propulsion a day"))
    if row.propulsion != "sail":
        return rules.cite("T-181", label, Hours(hours))
    if voyage.propulsion == OARS:
        return rules.cite("T-190", label, Hours(hours), questions=("Q-23",))
    return rules.cite("T-182", label, Hours(hours))
