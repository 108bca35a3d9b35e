"""The kinds pace_table, speed, local_pace and run_endurance."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.case_kinds import kind
from core.casebook.case_movers import CHARACTER, character
from core.files import Keys
from core.quantities import ratio
from core.rulesets.schema import Ruleset
from core.travel.local import covered_m, local_pace
from core.travel.pace import pace_table
from core.travel.running import run_endurance
from core.travel.speed import net_speed
from core.travel.units import miles


def _pace_table(given: Keys, rules: Ruleset) -> Answer:
    table = pace_table(given.number("speed_m"), rules, given.maybe_whole("run_multiplier"))
    answer = Answer()
    for pace, metres in table.round_m.items():
        answer.number(f"round_{pace}_m", metres, table.round_receipt)
    for pace, metres in table.minute_m.items():
        answer.number(f"minute_{pace}_m", metres, table.minute_receipt)
    for pace, km in table.hour_km.items():
        answer.number(f"hour_{pace}_km", km, table.hour_receipt)
    answer.number("day_walk_km", table.day_km["walk"], table.hour_receipt)
    answer.number("hour_walk_mph", miles(table.hour_km["walk"]), table.hour_receipt)
    answer.number("day_walk_mi", miles(table.day_km["walk"]), table.hour_receipt)
    return answer


def _speed(given: Keys, rules: Ruleset) -> Answer:
    found = net_speed(character(given), rules)
    answer = Answer()
    answer.fields(found, "speed_m squares", found.receipt)
    answer.fields(found, "run_multiplier", found.run_receipt)
    run = found.speed_m * found.run_multiplier
    answer.number("run_m_per_round", run, found.receipt, found.run_receipt)
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
    answer = Answer()
    if found.cost is not None:
        answer.fields(found, "cost", found.receipt)
    answer.fields(found, "allowed", found.receipt)
    if not found.allowed:
        answer.fields(found, "reason", found.receipt)
        return answer
    answer.fields(found, "m_per_minute", found.receipt)
    if minutes is not None:
        answer.number("m", covered_m(found, minutes), found.receipt)
    if distance is not None:
        answer.number("minutes", distance / found.m_per_minute, found.receipt)
    return answer


def _run_endurance(given: Keys, rules: Ruleset) -> Answer:
    found = run_endurance(
        given.whole("con_score"),
        given.number("speed_m"),
        rules,
        run_multiplier=given.maybe_whole("run_multiplier"),
        extra_rounds=given.count("extra_rounds"),
    )
    answer = Answer()
    answer.fields(found, "con_mod free_rounds free_distance_m", found.receipt)
    answer.fields(found, "dcs distance_m", found.checks_receipt)
    answer.put("p_success", [ratio(p) for p in found.p_success], found.checks_receipt)
    answer.chance("p_complete", found.p_complete, found.checks_receipt)
    answer.fields(found, "max_extra_rounds expected_extra_rounds", found.mean_receipt)
    answer.fields(found, "rest_rounds rest_max_m", found.rest_receipt)
    return answer


KINDS = (
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
)
