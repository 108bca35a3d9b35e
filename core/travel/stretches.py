"""Stretches of a way, as legs or on a map: the multiplier of their ground, boats on their water.

Terrain and ways are T-130 to T-142; boats, currents, drifting and towing T-180 to T-191.
"""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

from core.messages import N_, Factor, Hours, KmPerHour, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import BoatRow, Ruleset, Terrain, WayRow
from core.secrecy import Disclosure, Hex, Public
from core.values import Struct, replace

LAND = "land"


T = TypeVar("T")
Ground: TypeAlias = Annotated[T, Disclosure(along="inside")]
"""A description of the ground; players read it where they know its hex."""


class Stretch(Struct):
    """A piece of the way with one rate of travel throughout.

    `km` its length. `mode` is "land" or the id (or kind) of the boat that carries the party. On
    land `terrain` and `way` are slugs of the ruleset ("" and "" = multiplier 1) and `pace` is
    "walk", "hustle", "run_and_rest" or "" (the party's own). Afloat `water` is lake, river or
    sea, `direction` none, downstream or upstream, `current_km_h` None for the usual current
    (T-185), `drift_hours` a day with a `guide` (T-186), `towed` from the bank (T-188),
    `propulsion` "oars" for a ship under oars alone (T-190). A half step on a map (M-1) names its
    two hexes in `start` and `end`, and the hex whose ground it crosses in `inside`. `crosses` is
    bridge, ford or none where a river is crossed at the start of this stretch (M-3, "" = no
    river), which takes `crossing_hours`. `leg` counts the legs (or steps) of the plan from 1. On
    land the GM may slow it: its pace is `times` as great, `because` of snow.
    """

    km: Public[Fraction]
    leg: Public[int]
    terrain: Ground[str] = ""
    way: Ground[str] = ""
    pace: Public[str] = ""
    mode: Public[str] = LAND
    boat: Ground[str] = ""
    water: Ground[str] = ""
    direction: Ground[str] = "none"
    current_km_h: Ground[Fraction | None] = None
    drift_hours: Ground[Fraction] = Fraction(0)
    guide: Ground[bool] = False
    towed: Ground[bool] = False
    propulsion: Ground[str] = ""
    start: Hex[str] = ""
    end: Hex[str] = ""
    inside: Hex[str] = ""
    crosses: Ground[str] = ""
    crossing_hours: Ground[Fraction] = Fraction(0)
    times: Public[Fraction] = Fraction(1)
    because: Public[str] = ""

    @property
    def on_land(self) -> bool:
        """Whether no boat carries the party."""
        return self.mode == LAND and not self.boat


class Progress(Struct):
    """The party's progress along a plan: index of the current stretch, km done in it.

    `waded` is the part of the stretch's crossing hours already spent.
    """

    stretch: Public[int] = 0
    into_km: Public[Fraction] = Fraction(0)
    waded: Public[Fraction] = Fraction(0)


TRACKLESS = "trackless"


class TerrainRate(Struct):
    """The multiplier of a terrain by a way, without a unit, and why."""

    multiplier: Fraction
    receipt: Receipt


def ground(rules: Ruleset, terrain: str, way: str, *, vehicle: bool = False) -> TerrainRate:
    """Return the multiplier of `terrain` by `way` ("" and "" = open ground, 1; T-134, T-135).

    Terrain without a way is trackless (T-133). `vehicle`: the mover is a vehicle or travels
    with one, and cannot use trails (T-137). Refusals: `unknown_terrain` with `suggestion`
    ("" = none, T-139), `unknown_way`.
    """
    if not terrain and not way:
        return TerrainRate(Fraction(1), rules.cite("T-136", "open ground", Factor(1)))
    if not terrain:
        raise Refusal(
            "unknown_terrain",
            "Name the terrain that the {way} crosses.",
            terrain=terrain,
            way=way,
            suggestion="",
        )
    row = terrain_row(rules, terrain)
    path = way_row(rules, way or TRACKLESS)
    if vehicle:
        column = path.vehicle_column
    else:
        column = path.column
    multiplier: Fraction = getattr(row, column)
    label = Message("{terrain} by {way}", terrain=terrain, way=way or TRACKLESS)
    parts = []
    if not way:
        parts.append(rules.cite("T-133", "no way: trackless ground", Factor(multiplier)))
    if vehicle and path.vehicle_column != path.column:
        parts.append(
            rules.cite(
                "T-137", "a trail is of no use to vehicles", Factor(multiplier), questions="Q-18"
            )
        )
    if rules.states("T-134"):
        table = "T-134"
    else:
        table = "T-135"
    return TerrainRate(
        multiplier,
        rules.cite(table, label, Factor(multiplier), *parts, source=row.source),
    )


def terrain_row(rules: Ruleset, terrain: str) -> Terrain:
    """Return the row of `terrain`.

    Refusal `unknown_terrain`: `suggestion` is the nearest row of this table for a row of the
    other one (T-139), "" when there is none; `meant` a row spelt nearly so.
    """
    if terrain in rules.terrain:
        return rules.terrain[terrain]
    suggestion = rules.nearest.get(terrain, "")
    spelt = () if terrain in rules.nearest else get_close_matches(terrain, list(rules.terrain), n=1)
    words = N_("There is no terrain called {terrain}.")
    if suggestion:
        words = N_("There is no terrain called {terrain}; the nearest is {suggestion}.")
    elif spelt:
        words = N_("There is no terrain called {terrain}; did you mean {meant}?")
    raise Refusal(
        "unknown_terrain",
        words,
        terrain=terrain,
        suggestion=suggestion,
        meant="".join(spelt),
    )


def way_row(rules: Ruleset, way: str) -> WayRow:
    """Return the row of `way`. Refusal: `unknown_way`."""
    if way not in rules.ways:
        raise Refusal("unknown_way", "There is no way called {way}.", way=way)
    return rules.ways[way]


WATERS = ("lake", "river", "sea")
DIRECTIONS = ("none", "downstream", "upstream")
OARS = "oars"
PROPULSION = ("", "sail", OARS)
"""What drives a ship: "" is its usual propulsion."""


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


def voyage_of(stretch: Stretch) -> Voyage:
    """Return the voyage that a stretch afloat is a piece of."""
    return Voyage(
        stretch.boat or stretch.mode,
        stretch.water,
        stretch.direction,
        stretch.current_km_h,
        drift_hours=stretch.drift_hours,
        guide=stretch.guide,
        towed=stretch.towed,
        propulsion=stretch.propulsion,
    )


STATED_DRIFT_H = 14
"""The hours of drift that the document allows for; more rests on Q-24."""


def drift_all_night(stretch: Stretch, rules: Ruleset) -> Fraction:
    """Return the hours of a day in which the boat is not propelled (T-186).

    Refusal: `unknown_boat`.
    """
    voyage = voyage_of(stretch)
    return rules.afloat.most_hours - _day_hours(voyage, boat_row(rules, voyage.boat), rules)


class RiverTerms(Struct):
    """The GM's terms on the rivers of a map: the current, and whether small craft drift at night.

    `current_km_h` None = the usual current (T-185). With `drifts` a guide steers them through all
    the hours of the day in which they are not propelled (T-186); `one_night`: only until the day
    is over, or the party camps.
    """

    current_km_h: Public[Fraction | None] = None
    drifts: Public[bool] = False
    one_night: Public[bool] = False

    @property
    def after_the_night(self) -> RiverTerms:
        """Return the terms when the night is over: a drift for one night ends with it."""
        if not self.one_night:
            return self
        return replace(self, drifts=False, one_night=False)


def on_river(stretch: Stretch, river: RiverTerms, rules: Ruleset) -> Stretch:
    """Return a stretch of a map's way under these terms; others than those of a river as they are.

    Refusal: `unknown_boat`.
    """
    if stretch.on_land or stretch.water != "river" or stretch.direction == "none":
        return stretch
    changed = replace(
        stretch, current_km_h=river.current_km_h, drift_hours=Fraction(0), guide=False
    )
    if not river.drifts or not can_drift(changed, rules):
        return changed
    return replace(changed, drift_hours=drift_all_night(changed, rules), guide=True)


def can_drift(stretch: Stretch, rules: Ruleset) -> bool:
    """Whether the current can carry on this boat (T-186): a small craft, downstream on a river."""
    if stretch.on_land or stretch.water != "river" or stretch.direction != "downstream":
        return False
    return boat_row(rules, stretch.boat or stretch.mode).current


def boat_row(rules: Ruleset, boat: str) -> BoatRow:
    """Return the row of `boat`. Refusal: `unknown_boat`."""
    if boat not in rules.boats:
        raise Refusal(
            "unknown_boat",
            "There is no boat called {boat}; choose one of {choices}.",
            boat=boat,
            choices=tuple(rules.boats),
        )
    return rules.boats[boat]


def afloat(voyage: Voyage, rules: Ruleset) -> BoatPassage:
    """Return the pace of a boat and its hours of propulsion a day (T-180 to T-190).

    Refusals: `inland_only`, `no_oars`, `upstream`, `unknown_boat`, `unknown_water`,
    `unknown_direction`.
    """
    row = boat_row(rules, voyage.boat)
    refuse_waters(voyage, row)
    refuse_upstream(voyage, row)
    km_h = row.km_h
    drift = Fraction(0)
    parts = [
        rules.cite(
            "T-180", "pace of a {boat}", KmPerHour(km_h), source=row.source, boat=voyage.boat
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
        drift, why = current(voyage, rules)
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
    rule = "T-182"
    questions = ""
    if row.propulsion != "sail":
        rule = "T-181"
    elif voyage.propulsion == OARS:
        rule = "T-190"
        questions = "Q-23"
    parts.append(rules.cite(rule, "hours of propulsion a day", Hours(hours), questions=questions))
    return BoatPassage(
        km_h, hours, drift, rules.cite("T-180", "pace afloat", KmPerHour(km_h), *parts)
    )


def refuse_hours(voyage: Voyage, rules: Ruleset) -> None:
    """Refuse `too_many_hours` of propulsion (T-181), or of propulsion and drift together."""
    most = _day_hours(voyage, boat_row(rules, voyage.boat), rules)
    if voyage.propelled_hours is None:
        propelled = most
    else:
        propelled = voyage.propelled_hours
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


def refuse_waters(voyage: Voyage, row: BoatRow) -> None:
    """Refuse unknown waters, the sea to inland craft, oars to ships without (T-183, T-190)."""
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


def refuse_upstream(voyage: Voyage, row: BoatRow) -> None:
    """Refuse `upstream` to a boat against the current, unless it is towed (T-187, T-188)."""
    if row.current and _direction(voyage) == "upstream" and not voyage.towed:
        raise Refusal(
            "upstream",
            "A {boat} cannot be rowed or poled against the current; it can be towed.",
            boat=voyage.boat,
        )


def _direction(voyage: Voyage) -> str:
    # T-189
    if voyage.water == "river":
        return voyage.direction
    return "none"


def _day_hours(voyage: Voyage, row: BoatRow, rules: Ruleset) -> Fraction:
    # T-181, T-182, T-188, T-190
    if row.current and voyage.towed:
        return rules.afloat.tow_hours
    if row.propulsion == "sail" and voyage.propulsion == OARS:
        return rules.afloat.oars_hours
    return row.hours


def current(voyage: Voyage, rules: Ruleset) -> tuple[Fraction, Receipt]:
    """Return the current in km/h and its receipt (T-184, T-185)."""
    if voyage.current_km_h is not None:
        return voyage.current_km_h, rules.cite(
            "T-184", "current, as entered", KmPerHour(voyage.current_km_h)
        )
    usual = rules.afloat.usual_current_km_h
    printed = rules.afloat.printed_current_km_h
    label = Message("the usual current")
    if printed is not None and printed != usual:
        label = Message(
            "the usual current by its distance a day; {printed} is printed beside it",
            printed=KmPerHour(printed),
        )
    return usual, rules.cite("T-185", label, KmPerHour(usual), questions="Q-20")
