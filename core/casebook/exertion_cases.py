"""The kinds of case of exertion: runs, hustles, forced marches, fatigue, and pursuit."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.casebook.cases import Answer, kind
from core.casebook.exertion_inputs import (
    FatigueInputs,
    ForcedMarchInputs,
    HustleInputs,
    PursuitInputs,
    RunInputs,
    Subject,
)
from core.dice import (
    FACES,
    Distribution,
    any_of,
    at_least,
    chance_of_success,
    exactly,
    is_certain,
    mean,
    modifier,
    products,
    sometimes,
    total,
)
from core.messages import Chance, Hours, Metres, ratio
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.running import opposed_chase, run_dc, run_pace, short_chase
from core.travel.tiring_travel import (
    complete,
    complete_only,
    forced_check,
    forced_damage,
    forced_dcs,
    hustle_damage,
    recovered,
    recovered_lethal,
)
from core.values import Struct

FAR = 10_000
"""The most hours of hustle followed in search of a collapse."""
SF_WORDING_SHOWS = 3
"""From this hour on Q-04's two readings of the damage differ."""


def _run_endurance(inputs: RunInputs, rules: Ruleset) -> Answer:
    # T-070 to T-075, C-256
    con_score = inputs.con_score
    speed_m = inputs.speed_m
    extra = inputs.extra_rounds
    stride = speed_m * (run_pace(rules, inputs.run_multiplier).round or 0)
    con_mod = modifier(con_score)
    free = con_score * rules.run.rounds_per_con
    dcs = [run_dc(n, rules) for n in range(1, extra + 1)]
    chances = [chance_of_success(dc, con_mod) for dc in dcs]
    # T-072: 11 + the modifier, where each check is 1 harder
    most = max(0, (FACES + con_mod - rules.run.base_dc) // max(1, rules.run.dc_step) + 1)
    possible = [chance_of_success(run_dc(n, rules), con_mod) for n in range(1, most + 1)]
    distance = stride * (free + extra)
    rest_m = speed_m * rules.run.rest_rounds
    expected = sum(products(possible), Fraction(0))
    run = rules.cite("T-070", "rounds free of checks", free)
    natural = rules.cite(
        "T-008", "a natural 20 or 1 has no special effect", Chance(0), questions="Q-43"
    )
    decided = (natural,) if any(is_certain(dc, con_mod) for dc in dcs) else ()
    checks = rules.cite("T-071", "one check for each further round", tuple(dcs), *decided)
    far = rules.cite("T-075", "free and extra rounds", Metres(distance), run, checks)
    rest = rules.cite("T-073", "rounds of rest", rules.run.rest_rounds)
    slow = rules.cite("T-074", "one move a round meanwhile", Metres(rest_m), rest)
    answer = Answer(far)
    answer.put(run, con_mod=con_mod, free_rounds=free, free_distance_m=stride * free)
    answer.put(dcs=dcs, distance_m=distance, p_success=[ratio(p) for p in chances])
    answer.put(p_complete=ratio(products(chances)[-1] if chances else 1))
    until = rules.cite("T-075", "running until a check fails", expected, natural, far)
    answer.put(until, max_extra_rounds=most, expected_extra_rounds=expected)
    return answer.put(slow, rest_rounds=rules.run.rest_rounds, rest_max_m=rest_m)


def _hustle_damage(inputs: HustleInputs, rules: Ruleset) -> Answer:
    # T-081 to T-086, T-126
    hp = inputs.hp
    hours = inputs.hours
    subject = inputs.subject
    per_hour = [hustle_damage(hour, rules) for hour in range(1, complete(hours) + 1)]
    points = sum(per_hour)
    receipt = hustle_receipt(hours, points, rules, subject)
    answer = Answer(
        receipt,
        per_hour=per_hour,
        total=points,
        damage_kind="nonlethal" if subject == "walker" else rules.march.ridden_damage,
        fatigued=points > 0,
    )
    if hp is None:
        return answer
    dealt = staggered = drops = 0
    for hour in range(1, FAR):
        dealt += hustle_damage(hour, rules)
        if dealt > hp:
            drops = hour
            break
        if dealt == hp and not staggered:
            staggered = hour
    collapse = rules.cite(
        "T-126",
        "more than {hp} hit points at the end of hour {n}",
        drops,
        receipt,
        questions="Q-11",
        hp=hp,
        n=drops,
    )
    return answer.put(collapse, unconscious_after_hour=drops, staggered_after_hour=staggered)


def hustle_receipt(hours: Fraction, points: int, rules: Ruleset, subject: Subject) -> Receipt:
    """Return the receipt of the `points` of damage that `hours` of hustle deal this subject."""
    whole = complete(hours)
    parts = complete_only("T-086", hours, rules)
    if subject == "ridden_mount":
        parts.append(rules.cite("T-166", "ridden mounts hustle too", points))
        if points:
            parts.append(rules.cite("T-168", "and are fatigued", points))
    elif points:
        parts.append(rules.cite("T-084", "which fatigues", points))
    rule = {0: "T-081", 1: "T-081", 2: "T-082"}.get(whole, "T-083")
    reading = whole >= SF_WORDING_SHOWS and "Q-04" in rules.rules["T-083"].questions
    return rules.cite(
        rule,
        "damage of {hours} at a hustle",
        points,
        *parts,
        questions="Q-04" if reading else "",
        hours=Hours(hours),
    )


class ForcedToll(Struct):
    """The risk of the complete hours of a forced march for one subject.

    `dcs` and `p_fail` of the checks, `p_no_damage` in all; `totals` the distribution of the damage
    of the whole march, as if it were completed (Q-53).
    """

    dcs: tuple[int, ...]
    p_fail: tuple[Fraction, ...]
    p_no_damage: Fraction
    totals: Distribution
    receipt: Receipt


def _forced_march(inputs: ForcedMarchInputs, rules: Ruleset) -> Answer:
    subject = inputs.subject
    hours = inputs.extra_hours
    if inputs.con_mods is not None:
        return _several(inputs.con_mods, hours, rules)
    con_mod = inputs.con_mod or 0
    if inputs.con_score is not None:
        con_mod = modifier(inputs.con_score)
    kind = "nonlethal"
    whole = complete(hours)
    if subject == "ridden_mount" and rules.march.ridden_fails:
        kind = rules.march.ridden_damage
        parts = complete_only("T-109", hours, rules)
        why = rules.cite("T-167", "ridden mounts fail every check", whole, *parts)
        totals = total([forced_damage(rules)] * whole)
        toll = ForcedToll((), (), Fraction(0 if whole else 1), totals, why)
    else:
        toll = _toll(hours, con_mod, rules)
    answer = Answer(toll.receipt)
    if kind == "nonlethal":
        answer.put(dcs=toll.dcs, p_fail=[ratio(chance) for chance in toll.p_fail])
    else:
        answer.put(auto_failed_checks=whole)
    answer.put(
        p_no_damage=ratio(toll.p_no_damage),
        damage_kind=kind,
        expected_damage=mean(toll.totals),
        max_damage=max(toll.totals),
    )
    if inputs.at_least is not None:
        chances = [ratio(at_least(toll.totals, least)) for least in inputs.at_least]
        answer.put(p_at_least=chances)
    hp = inputs.hp
    if hp is None:
        return answer
    collapse = rules.cite(
        "T-126", "staggered at {hp} points, unconscious above", hp, questions="Q-11", hp=hp
    )
    staggered = exactly(toll.totals, hp)
    dropped = at_least(toll.totals, hp + 1)
    return answer.put(
        toll.receipt, collapse, p_staggered=ratio(staggered), p_unconscious=ratio(dropped)
    )


def _toll(hours: Fraction, con_mod: int, rules: Ruleset) -> ForcedToll:
    # T-101 to T-109
    checks = [forced_check(con_mod, hour, rules) for hour in range(1, complete(hours) + 1)]
    fails = tuple(check.p_fail for check in checks)
    if fails:
        unhurt = products([1 - chance for chance in fails])[-1]
    else:
        unhurt = Fraction(1)
    damage = forced_damage(rules)
    totals = total(sometimes(chance, damage) for chance in fails)
    receipt = rules.cite(
        "T-105",
        "chance of no damage at all",
        Chance(unhurt),
        *complete_only("T-109", hours, rules),
        *(check.receipt for check in checks),
        rules.cite("T-106", "expected damage", mean(totals)),
    )
    return ForcedToll(forced_dcs(hours, rules), fails, unhurt, totals, receipt)


def _several(con_mods: tuple[int, ...], hours: Fraction, rules: Ruleset) -> Answer:
    # T-108
    tolls = [_toll(hours, con_mod, rules) for con_mod in con_mods]
    unhurt = [toll.p_no_damage for toll in tolls]
    if tolls:
        nobody = products(unhurt)[-1]
    else:
        nobody = Fraction(1)
    why = rules.cite(
        "T-108", "chance that nobody is hurt", Chance(nobody), *(toll.receipt for toll in tolls)
    )
    answer = Answer(why)
    if tolls:
        answer.put(dcs=tolls[0].dcs, damage_kind="nonlethal")
        answer.put(max_damage=max(max(toll.totals) for toll in tolls))
    return answer.put(
        p_no_damage_each=[ratio(chance) for chance in unhurt],
        p_no_damage_all=ratio(nobody),
        p_any_fatigued=ratio(any_of([1 - chance for chance in unhurt])),
        expected_damage_each=[mean(toll.totals) for toll in tolls],
    )


def _fatigue(inputs: FatigueInputs, rules: Ruleset) -> Answer:
    # T-120 to T-122, T-168
    damage = inputs.damage
    level = inputs.level or 1
    lethal = inputs.damage_kind == "lethal"
    if lethal:
        rule = "T-168"
        each = rules.recovery.lethal_per_hd_night
        nights = inputs.nights or 0
        healed = recovered_lethal(level, nights, rules)
        healing = rules.cite(
            rule, "healed in {n} nights of rest", healed, questions="Q-14", n=nights
        )
        because = [healing]
    else:
        hours = inputs.rest_hours or Fraction(0)
        rule = "T-121"
        each = rules.recovery.nonlethal_per_level_hour
        healed = recovered(level, hours, rules)
        healing = rules.cite(
            "T-122", "healed in {hours} of rest", healed, questions="Q-10", hours=Hours(hours)
        )
        because = [healing] if damage and complete(hours) else []
    remaining = max(0, damage - healed)
    to_clear = -(-damage // max(1, each * level))
    left = rules.cite(rule, "damage left of a march or hustle", remaining, *because)
    answer = Answer(left, remaining=remaining, fatigued=remaining > 0)
    found = effects(weariness(remaining > 0, False, rules), rules)
    label = "effects of fatigue on Strength and Dexterity"
    answer.put(rules.cite("T-120", label, found["str_mod"], left), **found)
    clear = rules.cite(rule, "rest that clears it all", to_clear, healing)
    return answer.put(clear, **{"nights_to_clear" if lethal else "hours_to_clear": to_clear})


Weariness: TypeAlias = Literal["fresh", "fatigued", "exhausted"]


def weariness(fatigued: bool, again: bool, rules: Ruleset) -> Weariness:
    """Return the state of a creature `fatigued` once, or `again` while fatigued (T-123, Q-12)."""
    if not fatigued:
        return "fresh"
    if again and rules.switch("exhaustion"):
        return "exhausted"
    return "fatigued"


def effects(state: Weariness, rules: Ruleset) -> dict[str, int]:
    """Return the effects of weariness (T-120, T-123); one can always walk and hustle (T-124)."""
    table = rules.fatigue
    fresh = state == "fresh"
    strength, dexterity = {
        "fresh": (0, 0),
        "fatigued": (table.str_mod, table.dex_mod),
        "exhausted": (table.exhausted_str_mod, table.exhausted_dex_mod),
    }[state]
    return {
        "can_run": fresh or table.can_run,
        "can_charge": fresh or table.can_charge,
        "can_walk": True,
        "can_hustle": True,
        "str_mod": strength,
        "dex_mod": dexterity,
    }


def _pursuit(inputs: PursuitInputs, rules: Ruleset) -> Answer:
    quarry = inputs.quarry_mod
    pursuers = inputs.pursuers
    ties = inputs.ties or None
    ours = inputs.quarry_speed_m
    theirs = inputs.pursuer_speed_m
    differ = ours is not None and theirs is not None and ours != theirs
    if inputs.mode == "round" and ours is not None and theirs is not None:
        outcome = short_chase(ours, theirs, quarry, pursuers, rules, ties)
    else:
        questions = "Q-27" if differ else ""
        outcome = opposed_chase("opposed_con", quarry, pursuers, rules, ties, questions)
    answer = Answer(outcome.receipt).fields(outcome, "method")
    answer.put(p_escape=ratio(outcome.p_escape), p_caught=ratio(outcome.p_caught))
    tie = outcome.p_first_roll_tie
    if tie is None:
        return answer
    return answer.put(p_first_roll_tie=ratio(tie))


KINDS = (
    kind(
        "run_endurance",
        RunInputs,
        "con_mod free_rounds free_distance_m dcs p_success p_complete distance_m"
        " max_extra_rounds expected_extra_rounds rest_rounds rest_max_m",
        _run_endurance,
    ),
    kind(
        "hustle_damage",
        HustleInputs,
        "per_hour total damage_kind fatigued unconscious_after_hour staggered_after_hour",
        _hustle_damage,
    ),
    kind(
        "forced_march",
        ForcedMarchInputs,
        "dcs p_fail p_no_damage damage_kind expected_damage max_damage p_at_least p_staggered"
        " p_unconscious auto_failed_checks p_no_damage_each p_no_damage_all p_any_fatigued"
        " expected_damage_each",
        _forced_march,
    ),
    kind(
        "fatigue",
        FatigueInputs,
        "remaining fatigued can_run can_charge can_walk can_hustle str_mod dex_mod"
        " hours_to_clear nights_to_clear",
        _fatigue,
    ),
    kind("pursuit", PursuitInputs, "method p_escape p_caught p_first_roll_tie", _pursuit),
)
