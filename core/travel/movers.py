"""A mover as the GM enters it, its speed, and its pace on open ground and on each terrain.

Speeds are T-030 to T-041 and C-010 to C-012, mounts and vehicles T-160 to T-172.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from core.messages import Factor, Hours, Kilograms, KmPerHour, Message, Metres, Refusal, Squares
from core.receipts import Receipt
from core.rulesets.schema import Burden, Pace, Race, Ruleset
from core.travel.stretches import ground
from core.values import Struct


class Bonus(Struct):
    """A bonus to the base speed in metres, or a penalty; one counts of each type (T-039, C-011)."""

    type: str
    m: Fraction


class Mover(Struct, kw_only=True):
    """The inputs from which a traveller's pace is derived; exactly one of these is given.

    `speed_m` land speed in metres per round, net of armour and load; `fly_speed_m`; `race` or
    `base_speed_m` with `armor` (none, light, medium, heavy), `load` (light, medium, heavy),
    `bonuses` and `barbarian`; `mount` with `load_kg`, all the weight on the animal; `vehicle`
    ("cart_or_wagon") with `load_kg`, the goods on it; `vehicle_class` (light, large) with
    `vehicle_km_h`, `flying` or not.
    Who `carries` another goes at a reduced `speed_m`. A powered vehicle has room for as many as it
    has `places` (None = unknown) and goes with a `crew` of so many (None = one).
    """

    speed_m: Fraction | None = None
    fly_speed_m: Fraction | None = None
    race: str | None = None
    base_speed_m: Fraction | None = None
    armor: str = "none"
    load: str = "light"
    bonuses: tuple[Bonus, ...] = ()
    barbarian: bool = False
    mount: str | None = None
    load_kg: Fraction = Fraction(0)
    vehicle: str | None = None
    vehicle_class: str | None = None
    vehicle_km_h: Fraction | None = None
    flying: bool = False
    carries: bool = False
    places: int | None = None
    crew: int | None = None


ONE_MOVER = (
    "speed_m",
    "fly_speed_m",
    "race",
    "base_speed_m",
    "mount",
    "vehicle",
    "vehicle_class",
)
"""The ways of moving, of which a `Mover` has one."""
UNTYPED = "untyped"
MONK = "monk"
UNARMORED = "none"


class Speed(Struct):
    """A character's land speed, net of armour and load.

    `speed_m` metres a round, `squares` of 1.5 m, `run_multiplier` 3 or 4 times the speed;
    `receipt` is that of the speed, `run_receipt` that of the multiplier.
    """

    speed_m: Fraction
    squares: int
    run_multiplier: int
    receipt: Receipt
    run_receipt: Receipt


def net_speed(mover: Mover, rules: Ruleset) -> Speed:
    """Return the speed of a `mover` given by race or base speed (T-030 to T-040).

    Refusals: `no_armor_table` where the net speed is entered (T-041), `unknown_race`,
    `unknown_armor`, `unknown_load`, `uneven_speed` when it is not a whole number of squares.
    """
    if rules.mechanisms.speed == "net":
        raise Refusal(
            "no_armor_table",
            "{ruleset} has no table of speeds by race and armour: enter the net speed.",
            ruleset=rules.id,
        )
    race = None
    if mover.race is not None:
        if mover.race not in rules.races:
            raise Refusal("unknown_race", "There is no race called {race}.", race=mover.race)
        race = rules.races[mover.race]
    armor = _burden(rules, "armor", mover.armor)
    load = _burden(rules, "load", mover.load)
    base = Metres(race.base_speed_m if race else mover.base_speed_m or 0)
    parts = [
        rules.cite("T-030", "base speed, as entered", base)
        if race is None
        else rules.cite(
            "T-030", "base speed of {race:a}", base, source=race.source, race=mover.race or ""
        ),
        *_bonuses(mover, rules),
        *_barbarian(mover, armor, load, rules),
    ]
    raised = sum((part.value for part in parts if isinstance(part.value, Metres)), Fraction(0))
    _whole_squares(raised, rules)
    slowed, reduction = _slowed(mover, race, raised, armor.slows or load.slows, rules)
    squares = _whole_squares(slowed, rules)
    receipt = rules.cite("T-030", "speed", Metres(slowed), *parts, *reduction)
    multiplier, run_receipt = _run_multiplier(armor, load, rules)
    return Speed(slowed, squares, multiplier, receipt, run_receipt)


def reduced_m(speed_m: Fraction, rules: Ruleset) -> Fraction:
    """Return a speed slowed by armour or load: two thirds of its squares, rounded (T-033)."""
    thirds = speed_m / rules.speeds.square_m * 2 / 3
    if thirds.denominator == 1:
        rounded = int(thirds)
    else:
        rounded = int(thirds) + 1
    if rules.mechanisms.reduction == "two_thirds_down":
        rounded = int(thirds)
    return rounded * rules.speeds.square_m


def _burden(rules: Ruleset, kind: str, word: str) -> Burden:
    if kind == "armor":
        table = rules.armor
    else:
        table = rules.load
    if word not in table:
        raise Refusal(f"unknown_{kind}", "{word} is not a kind of {kind}.", word=word, kind=kind)
    return table[word]


def _bonuses(mover: Mover, rules: Ruleset) -> Iterator[Receipt]:
    # C-011
    largest: dict[str, Fraction] = {}
    worst: dict[str, Fraction] = {}
    for bonus in mover.bonuses:
        label = Message("{type} bonus", type=bonus.type)
        if bonus.type == MONK and mover.armor != UNARMORED:
            yield rules.cite("T-037", "{type} bonus, lost in armour", Metres(0), type=bonus.type)
        elif bonus.type == UNTYPED:
            yield rules.cite("T-038", label, Metres(bonus.m))
        elif bonus.m < 0:
            worst[bonus.type] = min(bonus.m, worst.get(bonus.type, Fraction(0)))
        else:
            largest[bonus.type] = max(bonus.m, largest.get(bonus.type, Fraction(0)))
    for kind, metres in largest.items():
        yield rules.cite(
            "T-039", "{type} bonus, the largest of its type", Metres(metres), type=kind
        )
    for kind, metres in worst.items():
        penalties = [bonus for bonus in mover.bonuses if bonus.type == kind and bonus.m < 0]
        yield rules.cite(
            "C-011",
            "{type} penalty, the worst of its type",
            Metres(metres),
            default=len(penalties) > 1,
            type=kind,
        )


def _barbarian(mover: Mover, armor: Burden, load: Burden, rules: Ruleset) -> list[Receipt]:
    if not mover.barbarian:
        return []
    if not armor.barbarian:
        return [rules.cite("T-036", "barbarian, lost in heavy armour", Metres(0))]
    if not load.barbarian:
        return [
            rules.cite("T-036", "barbarian, lost under a heavy load", Metres(0), questions="Q-46")
        ]
    return [rules.cite("T-036", "barbarian", Metres(rules.speeds.barbarian_m))]


def _slowed(
    mover: Mover, race: Race | None, raised: Fraction, slows: bool, rules: Ruleset
) -> tuple[Fraction, list[Receipt]]:
    # T-031, T-035
    if not slows:
        return raised, []
    if race and race.keeps_speed:
        beyond = rules.load[mover.load].slows or mover.barbarian or bool(mover.bonuses)
        return raised, [
            rules.cite(
                "T-032",
                "{race:a} is never slowed",
                Factor(1),
                questions="Q-35" if beyond else "",
                race=mover.race or "",
            )
        ]
    plain = race is not None and not mover.bonuses and not mover.barbarian
    if race and plain:
        slowed = race.slowed_speed_m
    else:
        slowed = reduced_m(raised, rules)
    label = Message("slowed by armour or load")
    by_armor = rules.armor[mover.armor].slows
    out = []
    if by_armor:
        out.append(rules.cite("T-031", label, Metres(slowed)))
    if rules.load[mover.load].slows:
        rule = "T-035" if by_armor else "T-034"
        out.append(rules.cite(rule, label, Metres(slowed), questions="Q-34"))
    if not plain:
        out.append(
            rules.cite(
                "T-033",
                "two thirds of {squares}, in whole squares",
                Metres(slowed),
                questions="Q-33",
                squares=Squares(raised / rules.speeds.square_m),
            )
        )
    return slowed, out


def _run_multiplier(armor: Burden, load: Burden, rules: Ruleset) -> tuple[int, Receipt]:
    # T-013, T-040
    multiplier = min(armor.run_multiplier, load.run_multiplier)
    if multiplier == max(row.run_multiplier for row in rules.armor.values()):
        return multiplier, rules.cite("T-012", "run", multiplier)
    # T-040: pf1's document speaks of armour and dnd35's of load; the other half is Q-34.
    stated = armor.run_multiplier == multiplier and "armour" in rules.rules["T-040"].source
    questions = "" if stated else "Q-34"
    return multiplier, rules.cite(
        "T-040",
        "run in heavy armour or under a heavy load",
        multiplier,
        questions=questions,
    )


def _whole_squares(speed_m: Fraction, rules: Ruleset) -> int:
    squares = speed_m / rules.speeds.square_m
    if squares.denominator != 1 or squares < 0:
        raise Refusal(
            "uneven_speed",
            "{speed} is not a whole number of squares.",
            speed=Metres(speed_m),
        )
    return int(squares)


class LoadedMount(Struct):
    """A mount under its load: category, pace in km/h (None = it does not travel), and why."""

    category: Literal["unloaded", "loaded", "overloaded"]
    km_h: Fraction | None
    receipt: Receipt


def loaded(mount: str, load_kg: Fraction, rules: Ruleset, *, items: int = 0) -> LoadedMount:
    """Return a mount that carries `load_kg` in all, rider, gear and tack included (T-161 to T-163).

    `items` is the number of weights that were added up (0 = the total was entered). Below the
    range unloaded, within it, both ends included, loaded; above it the mount does not travel.
    Refusal: `unknown_mount`.
    """
    if mount not in rules.mounts:
        raise Refusal("unknown_mount", "There is no mount called {mount}.", mount=mount)
    row = rules.mounts[mount]
    over = load_kg > row.loaded_to_kg
    weight = rules.cite(
        "T-162" if items else "T-163",
        "everything on the animal",
        Kilograms(load_kg),
        questions="Q-17" if items or over else "",
    )
    if over:
        return LoadedMount("overloaded", None, weight)
    light = load_kg < row.loaded_from_kg
    km_h = row.km_h if light else row.loaded_km_h
    rule = "T-160" if light else "T-161"
    label = Message("{mount}, unloaded" if light else "{mount}, loaded", mount=mount)
    receipt = rules.cite(rule, label, KmPerHour(km_h), weight, source=row.source)
    return LoadedMount("unloaded" if light else "loaded", km_h, receipt)


Kind = Literal["walker", "flyer", "mount", "cart", "powered"]

WALK = "walk"
RUN = "run"
RUN_AND_REST = "run_and_rest"


class ResolvedMover(Struct, kw_only=True):
    """A mover resolved under a ruleset.

    `km_h` its walking pace on open ground; `speed_m` metres a round, `run_multiplier` 3 or 4
    times that (None where it has none); `day_hours` its ordinary day of travel; with `flying` the
    ground does not matter. `receipt` is that of the pace, `day` that of the day's hours.
    """

    kind: Kind
    km_h: Fraction
    speed_m: Fraction | None
    run_multiplier: int | None
    day_hours: Fraction
    flying: bool
    receipt: Receipt
    day: Receipt


class Rate(Struct):
    """A pace on the way: km/h in all, the multiplier of the ground alone, and why."""

    km_h: Fraction
    multiplier: Fraction
    receipt: Receipt


@lru_cache(maxsize=256)
def resolve(mover: Mover, rules: Ruleset) -> ResolvedMover:
    """Return the pace and day of a mover (T-005, T-006, T-017, T-019, T-030 to T-041).

    Mounts by T-160 and T-204, powered vehicles by T-200 to T-202.

    Refusals: `overloaded`, `no_armor_table`, `no_powered_vehicles`, `one_mover` when not
    exactly one way of moving is given, `unknown_race`, `unknown_mount`, `unknown_vehicle`,
    `unknown_vehicle_class`, `no_vehicle_speed`, `unknown_armor`, `unknown_load`, `uneven_speed`.
    """
    given = [key for key in ONE_MOVER if getattr(mover, key) is not None]
    if len(given) != 1:
        raise Refusal(
            "one_mover", "Give exactly one of speed, flying speed, race, mount or vehicle."
        )
    if mover.mount is not None:
        return _mount(mover.mount, mover.load_kg, rules)
    if mover.vehicle is not None:
        return _cart(mover.vehicle, rules)
    if mover.vehicle_class is not None:
        return _powered(mover, rules)
    if mover.fly_speed_m is not None:
        return _flyer(mover.fly_speed_m, rules)
    return _walker(mover, rules)


def rate(
    moving: ResolvedMover,
    rules: Ruleset,
    terrain: str = "",
    way: str = "",
    pace: str = WALK,
    with_vehicle: bool = False,
) -> Rate:
    """Return the overland pace over `terrain` by `way` (T-087, T-136, T-137, T-142, T-203).

    `terrain` and `way` "" = open ground; `pace` "" = walk; `with_vehicle`: the party brings a
    vehicle, to which trails are trackless. Refusals: `unknown_terrain` (with `suggestion`),
    `unknown_way`, `no_overland_run`, `vehicle_has_no_hustle`, `unknown_pace`.
    """
    step = overland_pace(rules, pace or WALK)
    if moving.kind == "powered" and step.hurts:
        raise Refusal(
            "vehicle_has_no_hustle", "A powered vehicle has only one pace: it cannot hustle."
        )
    multiplier, under = _multiplier(moving, rules, terrain, way, with_vehicle)
    times = step.hour or Fraction(1)
    km_h = moving.km_h * multiplier * times
    parts = [moving.receipt, under]
    if times != 1:
        parts.append(
            rules.cite("T-088", "run and rest, as a hustle", Factor(times), questions="Q-47")
            if pace == RUN_AND_REST
            else rules.cite("T-087", "{pace} pace", Factor(times), pace=pace)
        )
    if moving.kind in ("mount", "cart"):
        rule = "T-171"
    else:
        rule = "T-136"
    return Rate(km_h, multiplier, rules.cite(rule, "pace on the way", KmPerHour(km_h), *parts))


def overland_pace(rules: Ruleset, pace: str) -> Pace:
    """Return the row of an overland pace. Refusals: `no_overland_run` (T-088), `unknown_pace`."""
    if pace == RUN or (pace in rules.paces and rules.paces[pace].hour is None):
        raise Refusal("no_overland_run", "Nobody can run for hours: walk, hustle, or run and rest.")
    if pace not in rules.paces:
        raise Refusal("unknown_pace", "There is no pace called {pace}.", pace=pace)
    return rules.paces[pace]


def hourly(speed_m: Fraction, rules: Ruleset) -> Fraction:
    """Kilometres an overland hour of a speed in metres a round (T-005, Q-02)."""
    if rules.mechanisms.hour == "sixty_minutes":
        return speed_m * rules.local.rounds_per_minute * 60 / 1000
    return speed_m / 2


def metres_a_round(km_h: Fraction, rules: Ruleset) -> Fraction:
    """Return the speed in metres a round that a pace in km/h implies (T-165)."""
    return km_h / hourly(Fraction(1), rules)


def speed_receipts(speed_m: Fraction, rules: Ruleset) -> Iterator[Receipt]:
    """Return the receipts of a speed outside the table (T-019), and those of pf2 (T-022).

    The pace tables print 6, 9, 12 m, and 4.5 m in pf1's. The table without the 4.5 m column is in
    the document that prints no other speeds of characters, so that the net speed is entered.
    """
    printed = (6, 9, 12) if rules.mechanisms.speed == "net" else (Fraction(9, 2), 6, 9, 12)
    if speed_m not in printed:
        yield rules.cite("T-019", "a speed outside the table", Metres(speed_m), questions="Q-02")
    if rules.states("T-022"):
        yield rules.cite(
            "T-022",
            "a suggestion: this system regulates encounters only",
            Metres(speed_m),
            questions="Q-37",
        )


def _walker(mover: Mover, rules: Ruleset) -> ResolvedMover:
    if mover.speed_m is not None:
        speed_m = mover.speed_m
        multiplier = None
        why = rules.cite("T-002", "net speed, as entered", Metres(speed_m))
        if mover.carries:
            speed_m = reduced_m(speed_m, rules)
            label = Message("carries another: a heavy load")
            why = rules.cite("T-034", label, Metres(speed_m), why, default=True)
    else:
        speed = net_speed(mover, rules)
        speed_m = speed.speed_m
        multiplier = speed.run_multiplier
        why = speed.receipt
    _positive(speed_m)
    km_h = hourly(speed_m, rules)
    receipt = rules.cite(
        "T-017", "walking pace", KmPerHour(km_h), why, *speed_receipts(speed_m, rules)
    )
    return _resolved("walker", km_h, receipt, rules, speed_m, multiplier)


def _flyer(speed_m: Fraction, rules: Ruleset) -> ResolvedMover:
    _positive(speed_m)
    km_h = hourly(speed_m, rules)
    receipt = rules.cite("T-142", "flying pace", KmPerHour(km_h), questions="Q-40")
    return _resolved("flyer", km_h, receipt, rules, speed_m)


def _mount(mount: str, load_kg: Fraction, rules: Ruleset) -> ResolvedMover:
    # T-163
    loaded_mount = loaded(mount, load_kg, rules)
    if loaded_mount.km_h is None:
        raise Refusal(
            "overloaded",
            "The {mount} carries {load}, but can carry at most {most}: lighten its load.",
            mount=mount,
            load=Kilograms(load_kg),
            most=Kilograms(rules.mounts[mount].loaded_to_kg),
        )
    return _resolved("mount", loaded_mount.km_h, loaded_mount.receipt, rules)


def _cart(vehicle: str, rules: Ruleset) -> ResolvedMover:
    if vehicle not in rules.vehicles:
        raise Refusal("unknown_vehicle", "There is no vehicle called {vehicle}.", vehicle=vehicle)
    row = rules.vehicles[vehicle]
    receipt = rules.cite(
        "T-164",
        "{vehicle}, whatever draws it",
        KmPerHour(row.km_h),
        source=row.source,
        vehicle=row.name_in(),
    )
    return _resolved("cart", row.km_h, receipt, rules)


def _powered(mover: Mover, rules: Ruleset) -> ResolvedMover:
    if not rules.powered:
        raise Refusal("no_powered_vehicles", "This ruleset has no powered vehicles.")
    kind = mover.vehicle_class or ""
    if kind not in rules.powered:
        raise Refusal(
            "unknown_vehicle_class", "There is no class of vehicle called {kind}.", kind=kind
        )
    if mover.vehicle_km_h is None:
        raise Refusal("no_vehicle_speed", "Give the vehicle's speed in km/h (T-202).")
    _positive(mover.vehicle_km_h)
    row = rules.powered[kind]
    parts = []
    if mover.flying:
        parts.append(
            rules.cite("T-142", "a flying vehicle, as any flyer", Factor(1), questions="Q-40 Q-44")
        )
    km_h = KmPerHour(mover.vehicle_km_h)
    receipt = rules.cite("T-202", "vehicle's pace, as entered", km_h, *parts)
    # "about 10 hours" is read as exactly 10; "24 hours a day" is printed.
    about = row.hours < 24
    day = rules.cite(
        "T-200" if about else "T-201",
        "a day's travel",
        Hours(row.hours),
        source=row.source,
        questions="Q-44" if about else "",
    )
    return ResolvedMover(
        kind="powered",
        km_h=Fraction(km_h),
        speed_m=None,
        run_multiplier=None,
        day_hours=row.hours,
        flying=mover.flying,
        receipt=receipt,
        day=day,
    )


DAYS: Mapping[Kind, tuple[str, str]] = {
    "walker": ("foot", "T-080"),
    "flyer": ("flying", "T-142"),
    "mount": ("mounted", "T-204"),
    "cart": ("drawn", "T-006"),
}
"""The ordinary day of each kind of mover: its row, and its rule."""


def _resolved(
    kind: Kind,
    km_h: Fraction,
    receipt: Receipt,
    rules: Ruleset,
    speed_m: Fraction | None = None,
    multiplier: int | None = None,
) -> ResolvedMover:
    row, rule = DAYS[kind]
    hours = rules.days[row].hours
    day = rules.cite(rule, "a day's travel", Hours(hours))
    if speed_m is None:
        speed = metres_a_round(km_h, rules)
    else:
        speed = speed_m
    return ResolvedMover(
        kind=kind,
        km_h=km_h,
        speed_m=speed,
        run_multiplier=multiplier,
        day_hours=hours,
        flying=kind == "flyer",
        receipt=receipt,
        day=day,
    )


def _positive(speed: Fraction) -> None:
    if speed <= 0:
        raise Refusal("no_speed", "A speed must be more than 0.")


def _multiplier(
    moving: ResolvedMover, rules: Ruleset, terrain: str, way: str, with_vehicle: bool
) -> tuple[Fraction, Receipt]:
    if moving.flying:
        return Fraction(1), rules.cite(
            "T-142", "in the air, whatever the ground", Factor(1), questions="Q-40"
        )
    vehicle = with_vehicle or moving.kind in ("cart", "powered")
    terrain_rate = ground(rules, terrain, way, vehicle=vehicle)
    if moving.kind == "powered" and (terrain or way):
        value = Factor(terrain_rate.multiplier)
        why = rules.cite(
            "T-203", "the ground slows vehicles too", value, terrain_rate.receipt, questions="Q-44"
        )
        return terrain_rate.multiplier, why
    return terrain_rate.multiplier, terrain_rate.receipt
