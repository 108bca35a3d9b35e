"""The kinds of pace and exertion: tables of pace, running, forced marches, fatigue, pursuit."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from core.casebook.case_kinds import Answer, kind
from core.casebook.journeys import CHARACTER
from core.dice import Ties, any_of, at_least, exactly, modifier
from core.files import Keys
from core.messages import exact, ratio
from core.rulesets.schema import Ruleset
from core.travel.day import (
    ForcedToll,
    Subject,
    collapse_receipt,
    forced_toll,
    hustle_toll,
    together,
)
from core.travel.journey import mover_of
from core.travel.movers import net_speed
from core.travel.pace import local_pace, miles, pace_table
from core.travel.running import long_chase, run_endurance, short_chase
from core.travel.tiring_travel import rest, rest_nights


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
