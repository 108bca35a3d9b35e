"""The kinds hustle_damage, forced_march and fatigue."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.answers import Answer
from core.casebook.case_kinds import kind
from core.checks import modifier
from core.files import Keys
from core.odds import any_of, at_least, exactly
from core.quantities import exact, ratio
from core.rulesets.schema import Ruleset
from core.travel.exertion import (
    ForcedToll,
    Subject,
    collapse_receipt,
    forced_toll,
    hustle_toll,
    together,
)
from core.travel.fatigue import rest, rest_nights

SUBJECTS = ("walker", "ridden_mount")


def _subject(given: Keys) -> Subject:
    riding = given.word("subject", "walker", SUBJECTS) == "ridden_mount"
    return "ridden_mount" if riding else "walker"


def _hustle_damage(given: Keys, rules: Ruleset) -> Answer:
    hp = given.maybe_whole("hp")
    found = hustle_toll(given.span("hours"), rules, _subject(given), hp)
    answer = Answer()
    answer.fields(found, "per_hour total damage_kind fatigued", found.receipt)
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
    answer, why = Answer(), toll.receipt
    if toll.damage_kind == "nonlethal":
        answer.fields(toll, "dcs", why)
        answer.put("p_fail", [ratio(chance) for chance in toll.p_fail], why)
    else:
        answer.put("auto_failed_checks", toll.hours, why)
    answer.chance("p_no_damage", toll.p_no_damage, why)
    answer.fields(toll, "damage_kind expected_damage max_damage", why)
    return answer


def _several(con_mods: tuple[int, ...], hours: Fraction, rules: Ruleset) -> Answer:
    tolls = [forced_toll(hours, rules, con_mod) for con_mod in con_mods]
    nobody, why = together(tolls, rules)
    answer = Answer()
    if tolls:
        answer.fields(tolls[0], "dcs damage_kind", why)
        answer.put("max_damage", max(toll.max_damage for toll in tolls), why)
    answer.put("p_no_damage_each", [ratio(toll.p_no_damage) for toll in tolls], why)
    answer.chance("p_no_damage_all", nobody, why)
    answer.chance("p_any_fatigued", any_of([1 - toll.p_no_damage for toll in tolls]), why)
    answer.put("expected_damage_each", [exact(toll.expected_damage) for toll in tolls], why)
    return answer


def _fatigue(given: Keys, rules: Ruleset) -> Answer:
    damage, level = given.whole("damage"), given.whole_or("level", 1)
    if level < 1:
        raise given.wrong("level", "must be {least} or more", least=1)
    lethal = given.word("damage_kind", "nonlethal", ("nonlethal", "lethal")) == "lethal"
    for key, wanted in (("nights", lethal), ("rest_hours", not lethal)):
        if key in given and not wanted:
            raise given.wrong(key, "cannot be given with this kind of damage")
    if lethal:
        found = rest_nights(damage, level, given.count("nights"), rules)
    else:
        found = rest(damage, level, given.number_or("rest_hours", Fraction(0)), rules)
    answer = Answer()
    answer.fields(found, "remaining fatigued", found.remaining_receipt)
    effects = "can_run can_charge can_walk can_hustle str_mod dex_mod"
    answer.fields(found.effects, effects, found.effects_receipt)
    clear = "nights_to_clear" if lethal else "hours_to_clear"
    answer.put(clear, found.to_clear, found.clear_receipt)
    return answer


KINDS = (
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
)
