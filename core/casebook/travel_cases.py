"""The kinds of case of travel: days, legs and journeys, mounts, loads and boats, and paces."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.calendars import DAY
from core.casebook.cases import Answer, kind
from core.casebook.exertion_cases import hustle_receipt
from core.casebook.exertion_inputs import Subject
from core.casebook.travel_inputs import (
    BoatDayInputs,
    DayInputs,
    ItineraryInputs,
    LegTimeInputs,
    LoadInputs,
    LocalPaceInputs,
    MountTableInputs,
    PaceTableInputs,
    SpeedInputs,
)
from core.messages import (
    Hours,
    Kilometres,
    KmPerHour,
    Message,
    Metres,
    Refusal,
)
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Traveller, assemble
from core.travel.itinerary import Day, itinerary
from core.travel.journey_reasons import itinerary_reasons
from core.travel.local_pace import local_pace
from core.travel.movers import (
    Mover,
    ResolvedMover,
    hourly,
    loaded,
    metres_a_round,
    net_speed,
    overland_pace,
    rate,
    resolve,
    speed_receipts,
)
from core.travel.running import run_pace
from core.travel.stretches import (
    STATED_DRIFT_H,
    Stretch,
    Voyage,
    afloat,
    boat_row,
    current,
    refuse_drift,
    refuse_hours,
    refuse_upstream,
    refuse_waters,
)
from core.travel.tiring_travel import (
    complete,
    complete_only,
    forced_dcs,
    hustle_total,
    ordinary_hours,
)
from core.values import Struct

WALK_HUSTLE = ("walk", "hustle")
FORBIDDEN = {
    "inland_only": ("T-183", ""),
    "no_oars": ("T-190", "Q-23"),
    "too_many_hours": ("T-181", "Q-25"),
    "upstream": ("T-187", ""),
    "drift_goes_downstream": ("T-186", "Q-24"),
    "drift_needs_guide": ("T-186", "Q-24"),
}
"""The rule by which each reason forbids a voyage, and the open questions it rests on."""


class Stint(Struct):
    """A part of the day: its pace, hours (None = the mover's ordinary day) and ground."""

    pace: str
    hours: Fraction | None
    terrain: str
    way: str


def _stints(inputs: DayInputs) -> tuple[Stint, ...]:
    if inputs.segments is None:
        return (Stint(inputs.pace, inputs.hours, inputs.terrain, inputs.way),)
    stints = []
    for segment in inputs.segments:
        if segment.terrain is None:
            terrain = inputs.terrain
        else:
            terrain = segment.terrain
        if segment.way is None:
            way = inputs.way
        else:
            way = segment.way
        stints.append(Stint(segment.pace, segment.hours, terrain, way))
    return tuple(stints)


def _day_distance(inputs: DayInputs, rules: Ruleset) -> Answer:
    # T-080 to T-111, T-140
    moving = resolve(inputs.mover(), rules)
    stints = _stints(inputs)
    lengths = [moving.day_hours if s.hours is None else s.hours for s in stints]
    hours = sum(lengths, Fraction(0))
    rates = [rate(moving, rules, s.terrain, s.way, s.pace) for s in stints]
    powered = moving.kind == "powered"
    driven = moving.kind in ("mount", "cart")
    if powered and hours > moving.day_hours:
        raise Refusal(
            "beyond_vehicle_day",
            "This vehicle travels {most} a day, not {hours}.",
            most=Hours(moving.day_hours),
            hours=Hours(hours),
        )
    if hours > DAY:
        raise Refusal("more_than_24_hours", "A day has 24 hours, not {hours}.", hours=Hours(hours))
    km = sum((found.km_h * h for found, h in zip(rates, lengths, strict=True)), Fraction(0))
    hustled = sum(
        (h for s, h in zip(stints, lengths, strict=True) if overland_pace(rules, s.pace).hurts),
        Fraction(0),
    )
    # T-100
    if powered:
        extra = Fraction(0)
    else:
        extra = max(Fraction(0), hours - ordinary_hours(rules))
    answer = Answer(
        rules.cite(
            "T-140" if len(rates) > 1 else "T-017",
            "distance of the day",
            Kilometres(km),
            *(found.receipt for found in rates),
            *([moving.day] if any(s.hours is None for s in stints) else []),
            *_exertion(moving, len(stints) > 1, hustled, extra, rules),
        ),
        km=km,
        hours=hours,
    )
    if len({found.multiplier for found in rates}) == 1:
        answer.put(multiplier=rates[0].multiplier)
    if len(rates) == 1:
        answer.put(km_per_h=rates[0].km_h)
    answer.put(extra_hours=extra)
    checks = complete(extra)
    if checks and driven:
        answer.put(auto_failed_checks=checks)
    elif checks:
        answer.put(dcs=forced_dcs(extra, rules))
    if hustled:
        if driven:
            damage_kind = rules.march.ridden_damage
        else:
            damage_kind = "nonlethal"
        answer.put(hustle_hours=hustled, hustle_damage=hustle_total(hustled, rules))
        answer.put(damage_kind=damage_kind)
    return answer


def _exertion(
    moving: ResolvedMover,
    several: bool,
    hustled: Fraction,
    extra: Fraction,
    rules: Ruleset,
) -> Iterator[Receipt]:
    if extra:
        yield rules.cite("T-100", "hours beyond the ordinary day", Hours(extra))
        yield from complete_only("T-109", extra, rules)
        checks = Message("checks for the extra hours")
        if moving.kind == "cart":
            yield rules.cite("T-170", checks, complete(extra), questions="Q-16")
        elif moving.kind == "mount":
            yield rules.cite("T-167", checks, complete(extra))
        else:
            yield rules.cite("T-101", checks, forced_dcs(extra, rules))
    if not hustled:
        return
    driven = moving.kind in ("mount", "cart")
    points = hustle_total(hustled, rules)
    subject: Subject
    if driven:
        subject = "ridden_mount"
    else:
        subject = "walker"
    yield hustle_receipt(hustled, points, rules, subject)
    if moving.kind == "cart":
        yield rules.cite("T-170", "draft animals, as ridden mounts", subject, questions="Q-16")
    if several or extra:
        yield rules.cite(
            "T-089",
            "an hour of hustle is an hour of the day",
            Hours(hustled),
            questions="Q-07",
        )
    if extra:
        yield rules.cite("T-111", "hustling in extra hours costs both", points, questions="Q-08")


def _leg_time(inputs: LegTimeInputs, rules: Ruleset) -> Answer:
    # T-150
    moving = resolve(inputs.mover(), rules)
    rate_there = rate(moving, rules, inputs.terrain, inputs.way, inputs.pace, inputs.with_vehicle)
    hours = inputs.km / rate_there.km_h
    full_days = int(hours / moving.day_hours)
    receipt = rules.cite("T-150", "hours of the leg", Hours(hours), rate_there.receipt, moving.day)
    return Answer(
        receipt,
        km_per_h=rate_there.km_h,
        multiplier=rate_there.multiplier,
        hours=hours,
        full_days=full_days,
        last_day_hours=hours - full_days * moving.day_hours,
    )


def _itinerary(inputs: ItineraryInputs, rules: Ruleset) -> Answer:
    travellers = tuple(Traveller(member.name, member.mover()) for member in inputs.party)
    legs = tuple(
        Stretch(leg.km, number, leg.terrain, leg.way, leg.pace)
        for number, leg in enumerate(inputs.legs, start=1)
    )
    company = assemble(travellers, rules)
    allowance = inputs.hours_per_day
    day_by_day = itinerary(
        company, legs, rules, hours_per_day=allowance, hours_used_day1=inputs.hours_used_day1
    )
    answer = Answer(
        itinerary_reasons(company, legs, day_by_day, rules, allowance),
        days=[_day(day) for day in day_by_day.days],
    )
    return answer.fields(day_by_day, "slowest pace_km_h total_hours total_km arrival_day")


def _day(day: Day) -> object:
    keys = "day hours km leg into_leg_km dcs auto_failed_checks hustle_damage"
    return Answer().fields(day, keys).values


def _mount_table(inputs: MountTableInputs, rules: Ruleset) -> Answer:
    if inputs.boat is not None:
        row = boat_row(rules, inputs.boat)
        km_h = row.km_h
        hours = row.hours
        pace = rules.cite(
            "T-180", "pace of a {boat}", KmPerHour(km_h), source=row.source, boat=inputs.boat
        )
        why = [pace]
    else:
        mover = Mover(vehicle=inputs.vehicle)
        if inputs.mount is not None:
            mover = Mover(mount=inputs.mount, load_kg=inputs.load_kg)
        moving = resolve(mover, rules)
        km_h = moving.km_h
        hours = moving.day_hours
        why = [moving.receipt, moving.day]
    return Answer(
        *why,
        km_per_h=km_h,
        hours_per_day=int(hours) if hours.denominator == 1 else hours,
        km_per_day=km_h * hours,
        mph=miles(km_h),
        miles_per_day=miles(km_h * hours),
    )


def _load(inputs: LoadInputs, rules: Ruleset) -> Answer:
    items = inputs.items_kg
    load_kg = inputs.load_kg or Fraction(0)
    if items is not None:
        load_kg = sum(items, Fraction(0))  # T-162
    loaded_mount = loaded(inputs.mount, load_kg, rules, items=len(items or ()))
    pounds = load_kg * 2  # T-003
    answer = Answer(
        loaded_mount.receipt, total_kg=load_kg, total_lb=pounds, category=loaded_mount.category
    )
    if loaded_mount.km_h is not None:
        hours = rules.days["mounted"].hours
        day = rules.cite("T-204", "a day's travel", Hours(hours))
        answer.put(km_per_h=loaded_mount.km_h, speed_m=metres_a_round(loaded_mount.km_h, rules))
        answer.put(loaded_mount.receipt, day, km_per_day=loaded_mount.km_h * hours)
    return answer


def _boat_day(inputs: BoatDayInputs, rules: Ruleset) -> Answer:
    # T-181 to T-191
    voyage = Voyage(
        boat=inputs.boat,
        water=inputs.water,
        direction=inputs.direction,
        current_km_h=inputs.current_km_h,
        propelled_hours=inputs.propelled_hours,
        drift_hours=inputs.drift_hours,
        guide=inputs.guide,
        towed=inputs.towed,
        propulsion=inputs.propulsion,
    )
    distance = inputs.distance_km
    row = boat_row(rules, voyage.boat)
    try:
        refuse_waters(voyage, row)
        refuse_hours(voyage, rules)
        refuse_upstream(voyage, row)
        refuse_drift(voyage)
    except Refusal as refusal:
        if refusal.code not in FORBIDDEN:
            raise
        rule, questions = FORBIDDEN[refusal.code]
        drifting = refusal.code.startswith("drift")
        parts = [current(voyage, rules)[1]] if drifting and row.current else []
        why = rules.cite(rule, refusal.message, refusal.code, *parts, questions=questions)
        return Answer(why, possible=False, reason=refusal.code)
    passage = afloat(voyage, rules)
    drift = voyage.drift_hours
    if voyage.propelled_hours is None:
        propelled = passage.day_hours
    else:
        propelled = voyage.propelled_hours
    propelled_km = passage.km_h * propelled
    drift_km = passage.drift_km_h * drift
    km = propelled_km + drift_km
    parts = [passage.receipt]
    if drift:
        if drift > STATED_DRIFT_H or not drift_km:
            questions = "Q-24"
        else:
            questions = ""
        adrift = Kilometres(drift_km)
        parts.append(
            rules.cite("T-186", "{hours} adrift", adrift, questions=questions, hours=Hours(drift))
        )
    day = rules.cite("T-180", "a day afloat", Kilometres(km), *parts)
    answer = Answer(
        day,
        possible=True,
        km_per_h=passage.km_h,
        hours=propelled + drift,
        propelled_km=propelled_km,
        drift_km=drift_km,
        km=km,
    )
    if distance is None or not km:
        return answer
    # T-191
    full_days = int(distance / km)
    left = distance - full_days * km
    hours = min(propelled, left / passage.km_h)
    adrift_km = left - hours * passage.km_h
    if adrift_km:
        hours += adrift_km / passage.drift_km_h
    if drift:
        rule = "T-191"
        questions = "Q-24"
    else:
        rule = "T-150"
        questions = ""
    days = rules.cite(
        rule,
        "full days, and {hours} on the last",
        full_days,
        questions=questions,
        hours=Hours(hours),
    )
    return answer.put(day, days, full_days=full_days, last_day_km=left, last_day_hours=hours)


def _pace_table(inputs: PaceTableInputs, rules: Ruleset) -> Answer:
    # T-015 to T-019, T-022
    speed_m = inputs.speed_m
    multiplier = inputs.run_multiplier
    paces = {pace: rules.paces[pace] for pace in WALK_HUSTLE}
    if rules.mechanisms.running != "none" or multiplier is not None:
        paces["run"] = run_pace(rules, multiplier)
    hour_km = hourly(speed_m, rules)
    day_km = hour_km * rules.days["foot"].hours
    why = tuple(speed_receipts(speed_m, rules))
    minute = rules.cite("T-016", "metres a minute", Metres(speed_m * 10), *why)
    answer = Answer(rules.cite("T-017", "kilometres an hour and a day", Kilometres(hour_km), *why))
    if rules.states("T-015"):  # where a system lacks the tactical table, it is not asked for
        metres = rules.cite("T-015", "metres a round", Metres(speed_m), *why)
        for pace, row in paces.items():
            answer.put(metres, **{f"round_{pace}_m": speed_m * (row.round or 0)})
    for pace, row in paces.items():
        answer.put(minute, **{f"minute_{pace}_m": speed_m * (row.minute or 0)})
    for pace in WALK_HUSTLE:
        answer.put(**{f"hour_{pace}_km": hour_km * (paces[pace].hour or 0)})
    walked = hour_km * (paces["walk"].hour or 0)
    return answer.put(day_walk_km=day_km, hour_walk_mph=miles(walked), day_walk_mi=miles(day_km))


def _speed(inputs: SpeedInputs, rules: Ruleset) -> Answer:
    speed = net_speed(inputs.mover(), rules)
    answer = Answer(speed.receipt).fields(speed, "speed_m squares")
    answer.fields(speed, "run_multiplier", speed.run_receipt)
    run = speed.speed_m * speed.run_multiplier
    return answer.put(speed.receipt, speed.run_receipt, run_m_per_round=run)


def _local_pace(inputs: LocalPaceInputs, rules: Ruleset) -> Answer:
    # T-050 to T-062
    found = local_pace(
        inputs.speed_m,
        inputs.pace,
        rules,
        inputs.conditions,
        flying=inputs.flying,
        run_multiplier=inputs.run_multiplier,
    )
    answer = Answer(found.receipt)
    if found.cost is not None:
        answer.put(cost=found.cost)
    answer.put(allowed=not found.hindrance)
    if found.m_per_minute is None:
        return answer.put(reason=found.hindrance)
    minutes = inputs.minutes
    distance = inputs.distance_m
    return answer.put(
        m_per_minute=found.m_per_minute,
        m=None if minutes is None else found.m_per_minute * minutes,
        minutes=None if distance is None else distance / found.m_per_minute,
    )


def miles(km: Fraction) -> Fraction:
    """Return game miles, 1.5 km each (T-003).

    Feet are never converted into them: a game mile is 1500 m, and 5280 ft at 0.3 m are not (Q-03).
    """
    return km / Fraction(3, 2)


KINDS = (
    kind(
        "day_distance",
        DayInputs,
        "km hours multiplier km_per_h extra_hours dcs auto_failed_checks hustle_hours"
        " hustle_damage damage_kind",
        _day_distance,
    ),
    kind(
        "leg_time",
        LegTimeInputs,
        "multiplier km_per_h hours full_days last_day_hours",
        _leg_time,
    ),
    kind(
        "itinerary",
        ItineraryInputs,
        "slowest pace_km_h days total_hours total_km arrival_day",
        _itinerary,
    ),
    kind(
        "mount_table",
        MountTableInputs,
        "km_per_h hours_per_day km_per_day mph miles_per_day",
        _mount_table,
    ),
    kind("load", LoadInputs, "total_kg total_lb category km_per_h speed_m km_per_day", _load),
    kind(
        "boat_day",
        BoatDayInputs,
        "possible reason km_per_h hours propelled_km drift_km km full_days last_day_km"
        " last_day_hours",
        _boat_day,
    ),
    kind(
        "pace_table",
        PaceTableInputs,
        "round_walk_m round_hustle_m round_run_m minute_walk_m minute_hustle_m minute_run_m"
        " hour_walk_km hour_hustle_km day_walk_km hour_walk_mph day_walk_mi",
        _pace_table,
    ),
    kind("speed", SpeedInputs, "speed_m squares run_multiplier run_m_per_round", _speed),
    kind("local_pace", LocalPaceInputs, "cost allowed reason m_per_minute m minutes", _local_pace),
)
