"""The kinds of case of travel: journeys, mounts, loads and boats; pace, exertion and pursuit."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from core.casebook.cases import Answer, kind
from core.dice import Ties, any_of, at_least, exactly, modifier
from core.files import Keys
from core.messages import Hours, KmPerHour, exact, ratio
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.boats import Voyage, boat_day, boat_row
from core.travel.company import Traveller, assemble
from core.travel.day import (
    ForcedToll,
    Stint,
    Subject,
    collapse_receipt,
    day_distance,
    forced_toll,
    hustle_toll,
    leg_time,
    together,
)
from core.travel.itinerary import Day, itinerary
from core.travel.journey import mover_of
from core.travel.journey_plan import itinerary_reasons
from core.travel.movers import ONE_MOVER, Mover, net_speed
from core.travel.pace import local_pace, miles, pace_table, pounds
from core.travel.resolved_mover import loaded, resolve, speed_of
from core.travel.running import long_chase, run_endurance, short_chase
from core.travel.stretches import Stretch
from core.travel.tiring_travel import rest, rest_nights

CHARACTER = "race base_speed_m armor load bonuses barbarian"
MOVER = f"speed_m fly_speed_m {CHARACTER} mount load_kg vehicle vehicle_class vehicle_km_h flying"


def mover(given: Keys) -> Mover:
    """Return the mover of a case: exactly one way to move, and the keys that go with it."""
    given.exactly_one(*ONE_MOVER)
    return mover_of(given)


SEGMENT = ("pace", "hours", "terrain", "way")
LEG = ("km", "terrain", "way", "pace")


def _stints(given: Keys) -> tuple[Stint, ...]:
    terrain, way = given.word("terrain", ""), given.word("way", "")
    if "segments" not in given:
        pace, hours = given.word("pace", "walk"), given.maybe_number("hours")
        return (Stint(pace, hours, terrain, way),)
    for key in ("pace", "hours"):
        if key in given:
            given.exactly_one("segments", key)
    given.some("segments")
    return tuple(
        Stint(
            segment.word("pace", "walk"),
            segment.maybe_number("hours"),
            segment.word("terrain", terrain),
            segment.word("way", way),
        )
        for segment in given.tables("segments", SEGMENT)
    )


def _day_distance(given: Keys, rules: Ruleset) -> Answer:
    found = day_distance(resolve(mover(given), rules), _stints(given), rules)
    answer = Answer(found.receipt).fields(found, "km hours multiplier")
    answer.put("km_per_h", found.km_h)
    answer.fields(found, "extra_hours")
    if found.dcs:
        answer.fields(found, "dcs")
    if found.auto_failed_checks:
        answer.fields(found, "auto_failed_checks")
    if found.damage_kind is not None:
        answer.fields(found, "hustle_hours hustle_damage damage_kind")
    return answer


def _leg_time(given: Keys, rules: Ruleset) -> Answer:
    found = leg_time(
        resolve(mover(given), rules),
        given.number("km"),
        rules,
        given.word("terrain", ""),
        given.word("way", ""),
        given.word("pace", "walk"),
        given.flag("with_vehicle"),
    )
    answer = Answer(found.receipt)
    answer.put("km_per_h", found.km_h)
    return answer.fields(found, "multiplier hours full_days last_day_hours")


def _itinerary(given: Keys, rules: Ruleset) -> Answer:
    given.some("party")
    given.some("legs")
    members = given.tables("party", ("name", *MOVER.split()))
    travellers = tuple(Traveller(member.word("name"), mover(member)) for member in members)
    legs = tuple(
        Stretch(
            leg.number("km"),
            number,
            leg.word("terrain", ""),
            leg.word("way", ""),
            leg.word("pace", "walk"),
        )
        for number, leg in enumerate(given.tables("legs", LEG), start=1)
    )
    company = assemble(travellers, rules)
    allowance = given.maybe_number("hours_per_day")
    used = given.number_or("hours_used_day1", Fraction(0))
    found = itinerary(company, legs, rules, hours_per_day=allowance, hours_used_day1=used)
    answer = Answer(itinerary_reasons(company, legs, found, rules, allowance))
    answer.put("days", [_day(day) for day in found.days])
    return answer.fields(found, "slowest pace_km_h total_hours total_km arrival_day")


def _day(day: Day) -> object:
    keys = "day hours km leg into_leg_km dcs auto_failed_checks hustle_damage"
    return Answer().fields(day, keys).values


def _mount_table(given: Keys, rules: Ruleset) -> Answer:
    what = given.exactly_one("mount", "vehicle", "boat")
    if what == "boat":
        boat = given.word("boat")
        row = boat_row(rules, boat)
        why = (
            rules.cite(
                "T-180", "pace of a {boat}", KmPerHour(row.km_h), source=row.source, boat=boat
            ),
        )
        return _table(row.km_h, row.hours, why)
    load = given.number_or("load_kg", Fraction(0))
    mover = (
        Mover(mount=given.word("mount"), load_kg=load)
        if what == "mount"
        else Mover(vehicle=given.word("vehicle"))
    )
    moving = resolve(mover, rules)
    return _table(moving.km_h, moving.day_hours, (moving.receipt, moving.day))


def _table(km_h: Fraction, hours: Fraction, why: tuple[Receipt, ...]) -> Answer:
    answer = Answer(*why)
    answer.put("km_per_h", km_h)
    answer.put("hours_per_day", int(hours) if hours.denominator == 1 else hours)
    answer.put("km_per_day", km_h * hours)
    answer.put("mph", miles(km_h))
    answer.put("miles_per_day", miles(km_h * hours))
    return answer


def _load(given: Keys, rules: Ruleset) -> Answer:
    listed = given.exactly_one("items_kg", "load_kg") == "items_kg"
    items = given.numbers("items_kg") if listed else (given.number("load_kg"),)
    load_kg = sum(items, Fraction(0))  # T-162
    found = loaded(given.word("mount"), load_kg, rules, items=len(items) if listed else 0)
    answer = Answer(found.receipt).fields(found, "total_kg")
    answer.put("total_lb", pounds(found.total_kg))
    answer.fields(found, "category")
    if found.km_h is not None:
        hours = rules.days["mounted"].hours
        day = rules.cite("T-204", "a day's travel", Hours(hours))
        answer.put("km_per_h", found.km_h)
        answer.put("speed_m", speed_of(found.km_h, rules))
        answer.put("km_per_day", found.km_h * hours, found.receipt, day)
    return answer


def _boat_day(given: Keys, rules: Ruleset) -> Answer:
    voyage = Voyage(
        boat=given.word("boat"),
        water=given.word("water", None, ("lake", "river", "sea")),
        direction=given.word("direction", "none", ("none", "downstream", "upstream")),
        current_km_h=given.maybe_number("current_km_h"),
        propelled_hours=given.maybe_number("propelled_hours"),
        drift_hours=given.number_or("drift_hours", Fraction(0)),
        guide=given.flag("guide"),
        towed=given.flag("towed"),
        propulsion=given.word("propulsion", "", ("", "sail", "oars")),
        distance_km=given.maybe_number("distance_km"),
    )
    found = boat_day(voyage, rules)
    answer = Answer(found.receipt).fields(found, "possible")
    if not found.possible:
        return answer.fields(found, "reason")
    answer.put("km_per_h", found.km_h)
    answer.fields(found, "hours propelled_km drift_km km")
    if found.days_receipt is not None:
        answer.fields(
            found, "full_days last_day_km last_day_hours", found.receipt, found.days_receipt
        )
    return answer


def _pace_table(given: Keys, rules: Ruleset) -> Answer:
    table = pace_table(given.number("speed_m"), rules, given.maybe_whole("run_multiplier"))
    answer = Answer(table.hour_receipt)
    for pace, metres in table.round_m.items():
        answer.put(f"round_{pace}_m", metres, table.round_receipt)
    for pace, metres in table.minute_m.items():
        answer.put(f"minute_{pace}_m", metres, table.minute_receipt)
    for pace, km in table.hour_km.items():
        answer.put(f"hour_{pace}_km", km)
    answer.put("day_walk_km", table.day_km["walk"])
    answer.put("hour_walk_mph", miles(table.hour_km["walk"]))
    answer.put("day_walk_mi", miles(table.day_km["walk"]))
    return answer


def _speed(given: Keys, rules: Ruleset) -> Answer:
    given.exactly_one("race", "base_speed_m")
    found = net_speed(mover_of(given), rules)
    answer = Answer(found.receipt)
    answer.fields(found, "speed_m squares")
    answer.fields(found, "run_multiplier", found.run_receipt)
    run = found.speed_m * found.run_multiplier
    answer.put("run_m_per_round", run, found.receipt, found.run_receipt)
    return answer


def _local_pace(given: Keys, rules: Ruleset) -> Answer:
    found = local_pace(
        given.number("speed_m"),
        rules,
        pace=given.word("pace", "walk"),
        run_multiplier=given.maybe_whole("run_multiplier"),
        conditions=given.words("conditions"),
        flying=given.flag("flying"),
    )
    minutes, distance = given.maybe_number("minutes"), given.maybe_number("distance_m")
    answer = Answer(found.receipt).fields(found, "cost allowed")
    if not found.allowed:
        return answer.fields(found, "reason")
    answer.fields(found, "m_per_minute")
    if minutes is not None:
        answer.put("m", found.m_per_minute * minutes)
    if distance is not None:
        answer.put("minutes", distance / found.m_per_minute)
    return answer


def _run_endurance(given: Keys, rules: Ruleset) -> Answer:
    found = run_endurance(
        given.whole("con_score"),
        given.number("speed_m"),
        rules,
        run_multiplier=given.maybe_whole("run_multiplier"),
        extra_rounds=given.count("extra_rounds"),
    )
    answer = Answer(found.checks_receipt)
    answer.fields(found, "con_mod free_rounds free_distance_m", found.receipt)
    answer.fields(found, "dcs distance_m")
    answer.put("p_success", [ratio(p) for p in found.p_success])
    answer.chance("p_complete", found.p_complete)
    answer.fields(found, "max_extra_rounds expected_extra_rounds", found.mean_receipt)
    answer.fields(found, "rest_rounds rest_max_m", found.rest_receipt)
    return answer


SUBJECTS: tuple[Subject, ...] = get_args(Subject)


def _subject(given: Keys) -> Subject:
    return given.choice("subject", SUBJECTS, "walker")


def _hustle_damage(given: Keys, rules: Ruleset) -> Answer:
    hp = given.maybe_whole("hp")
    found = hustle_toll(given.span("hours"), rules, _subject(given), hp)
    answer = Answer(found.receipt)
    answer.fields(found, "per_hour total damage_kind fatigued")
    if found.collapse is not None:
        answer.fields(found, "unconscious_after_hour staggered_after_hour", found.collapse)
    return answer


def _forced_march(given: Keys, rules: Ruleset) -> Answer:
    subject = _subject(given)
    hours = given.span("extra_hours")
    if "con_mods" in given:
        given.exactly_one("con_mods", "con_mod", "con_score")
        return _several(given.wholes("con_mods"), hours, rules)
    toll = forced_toll(hours, rules, _con_mod(given, subject), subject)
    answer = _one(toll)
    if "at_least" in given:
        chances = [ratio(at_least(toll.totals, least)) for least in given.wholes("at_least")]
        answer.put("p_at_least", chances, toll.receipt)
    hp = given.maybe_whole("hp")
    if hp is not None:
        why = (toll.receipt, collapse_receipt(hp, rules))
        answer.chance("p_staggered", exactly(toll.totals, hp), *why)
        answer.chance("p_unconscious", at_least(toll.totals, hp + 1), *why)
    return answer


def _con_mod(given: Keys, subject: Subject) -> int:
    # T-167
    if subject == "ridden_mount" and "con_mod" not in given and "con_score" not in given:
        return 0
    if given.exactly_one("con_mod", "con_score") == "con_mod":
        return given.whole("con_mod", least=None)
    return modifier(given.whole("con_score"))


def _one(toll: ForcedToll) -> Answer:
    answer = Answer(toll.receipt)
    if toll.damage_kind == "nonlethal":
        answer.fields(toll, "dcs")
        answer.put("p_fail", [ratio(chance) for chance in toll.p_fail])
    else:
        answer.put("auto_failed_checks", toll.hours)
    answer.chance("p_no_damage", toll.p_no_damage)
    answer.fields(toll, "damage_kind expected_damage max_damage")
    return answer


def _several(con_mods: tuple[int, ...], hours: Fraction, rules: Ruleset) -> Answer:
    tolls = [forced_toll(hours, rules, con_mod) for con_mod in con_mods]
    nobody, why = together(tolls, rules)
    answer = Answer(why)
    if tolls:
        answer.fields(tolls[0], "dcs damage_kind")
        answer.put("max_damage", max(toll.max_damage for toll in tolls))
    answer.put("p_no_damage_each", [ratio(toll.p_no_damage) for toll in tolls])
    answer.chance("p_no_damage_all", nobody)
    answer.chance("p_any_fatigued", any_of([1 - toll.p_no_damage for toll in tolls]))
    answer.put("expected_damage_each", [exact(toll.expected_damage) for toll in tolls])
    return answer


def _fatigue(given: Keys, rules: Ruleset) -> Answer:
    damage = given.whole("damage")
    level = given.whole("level", least=1) if "level" in given else 1
    lethal = given.word("damage_kind", "nonlethal", ("nonlethal", "lethal")) == "lethal"
    for key, wanted in (("nights", lethal), ("rest_hours", not lethal)):
        if key in given and not wanted:
            raise given.wrong(key, "cannot be given with this kind of damage")
    if lethal:
        found = rest_nights(damage, level, given.count("nights"), rules)
    else:
        found = rest(damage, level, given.number_or("rest_hours", Fraction(0)), rules)
    answer = Answer(found.remaining_receipt)
    answer.fields(found, "remaining fatigued")
    effects = "can_run can_charge can_walk can_hustle str_mod dex_mod"
    answer.fields(found.effects, effects, found.effects_receipt)
    clear = "nights_to_clear" if lethal else "hours_to_clear"
    answer.put(clear, found.to_clear, found.clear_receipt)
    return answer


TIES: tuple[Ties, ...] = get_args(Ties)


def _pursuit(given: Keys, rules: Ruleset) -> Answer:
    mode = given.word("mode", None, ("round", "long"))
    ties = given.choice("ties", TIES) if given.word("ties", "") else None
    quarry = given.whole("quarry_mod", least=None)
    if given.exactly_one("pursuer_mod", "pursuer_mods") == "pursuer_mod":
        pursuers: tuple[int, ...] = (given.whole("pursuer_mod", least=None),)
    else:
        pursuers = given.wholes("pursuer_mods")
    if not pursuers:
        raise given.wrong("pursuer_mods", "must name at least one pursuer")
    if mode == "round":
        speeds = given.number("quarry_speed_m"), given.number("pursuer_speed_m")
        found = short_chase(*speeds, quarry, pursuers, rules, ties)
    else:
        ours, theirs = (given.maybe_number(f"{side}_speed_m") for side in ("quarry", "pursuer"))
        differ = ours is not None and theirs is not None and ours != theirs
        found = long_chase(quarry, pursuers, rules, ties, speeds_differ=differ)
    answer = Answer(found.receipt)
    answer.fields(found, "method")
    answer.chance("p_escape", found.p_escape)
    answer.chance("p_caught", found.p_caught)
    if found.p_first_roll_tie is not None:
        answer.chance("p_first_roll_tie", found.p_first_roll_tie)
    return answer


KINDS = (
    kind(
        "day_distance",
        f"{MOVER} pace hours segments terrain way",
        "km hours multiplier km_per_h extra_hours dcs auto_failed_checks hustle_hours"
        " hustle_damage damage_kind",
        _day_distance,
    ),
    kind(
        "leg_time",
        f"{MOVER} km terrain way pace with_vehicle",
        "multiplier km_per_h hours full_days last_day_hours",
        _leg_time,
    ),
    kind(
        "itinerary",
        "party legs hours_per_day hours_used_day1",
        "slowest pace_km_h days total_hours total_km arrival_day",
        _itinerary,
    ),
    kind(
        "mount_table",
        "mount load_kg vehicle boat",
        "km_per_h hours_per_day km_per_day mph miles_per_day",
        _mount_table,
    ),
    kind(
        "load",
        "mount items_kg load_kg",
        "total_kg total_lb category km_per_h speed_m km_per_day",
        _load,
    ),
    kind(
        "boat_day",
        "boat water direction current_km_h propelled_hours drift_hours guide towed propulsion"
        " distance_km",
        "possible reason km_per_h hours propelled_km drift_km km full_days last_day_km"
        " last_day_hours",
        _boat_day,
    ),
    kind(
        "pace_table",
        "speed_m run_multiplier",
        "round_walk_m round_hustle_m round_run_m minute_walk_m minute_hustle_m minute_run_m"
        " hour_walk_km hour_hustle_km day_walk_km hour_walk_mph day_walk_mi",
        _pace_table,
    ),
    kind("speed", CHARACTER, "speed_m squares run_multiplier run_m_per_round", _speed),
    kind(
        "local_pace",
        "speed_m pace run_multiplier conditions flying minutes distance_m",
        "cost allowed reason m_per_minute m minutes",
        _local_pace,
    ),
    kind(
        "run_endurance",
        "con_score speed_m run_multiplier extra_rounds",
        "con_mod free_rounds free_distance_m dcs p_success p_complete distance_m"
        " max_extra_rounds expected_extra_rounds rest_rounds rest_max_m",
        _run_endurance,
    ),
    kind(
        "hustle_damage",
        "hours subject hp",
        "per_hour total damage_kind fatigued unconscious_after_hour staggered_after_hour",
        _hustle_damage,
    ),
    kind(
        "forced_march",
        "con_mod con_score con_mods extra_hours subject at_least hp",
        "dcs p_fail p_no_damage damage_kind expected_damage max_damage p_at_least p_staggered"
        " p_unconscious auto_failed_checks p_no_damage_each p_no_damage_all p_any_fatigued"
        " expected_damage_each",
        _forced_march,
    ),
    kind(
        "fatigue",
        "damage level rest_hours damage_kind nights",
        "remaining fatigued can_run can_charge can_walk can_hustle str_mod dex_mod"
        " hours_to_clear nights_to_clear",
        _fatigue,
    ),
    kind(
        "pursuit",
        "mode quarry_speed_m pursuer_speed_m quarry_mod pursuer_mod pursuer_mods ties",
        "method p_escape p_caught p_first_roll_tie",
        _pursuit,
    ),
)
