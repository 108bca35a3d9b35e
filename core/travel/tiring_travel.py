"""Tiring travel: hustling, forced marches, fatigue and rest (T-080 to T-126, T-166 to T-170)."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY, Instant
from core.dice import Distribution, is_certain, p_fail, parse_dice, roll
from core.messages import Chance, Hours
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

LAST_WORSE_HOUR = 1_000
"""No hour of hustle after this one deals more; only an old ruling may count so many."""


class Check(Struct):
    """A Constitution check of the march: exact chance of failing, and why."""

    p_fail: Fraction
    receipt: Receipt


def complete(hours: Fraction) -> int:
    """Return the complete hours in `hours`: only these count (T-086, T-109, Q-05)."""
    return int(hours)


def completed(before: Fraction, hours: Fraction) -> range:
    """Return the numbers of the complete hours that end in the `hours` after those `before`.

    Those before the first (of negative `before`) do not count.
    """
    none = Fraction(0)
    return range(complete(max(none, before)) + 1, complete(max(none, before + hours)) + 1)


def complete_only(rule: str, hours: Fraction, rules: Ruleset) -> list[Receipt]:
    """Return the receipt for counting only complete hours; empty where all are complete."""
    whole = complete(hours)
    label = "complete hours of {hours}"
    if hours == whole:
        return []
    return [rules.cite(rule, label, whole, questions="Q-05", hours=Hours(hours))]


def ordinary_hours(rules: Ruleset) -> Fraction:
    """Return the hours that anyone can walk or ride a day without harm: 8 (T-080)."""
    return rules.days["foot"].hours


def hustle_damage(hour: int, rules: Ruleset) -> int:
    """Return the points that the `hour`-th complete hour of hustle since the last sleep deals.

    0, 1, 2, 4, 8 ... (T-081 to T-083), or as `rules` has it (Q-04). No hour beyond the 1,000th
    deals more than that one, which nobody bears.
    """
    hour = min(hour, LAST_WORSE_HOUR)
    row = rules.hustle
    total_doubles = rules.mechanisms.hustle == "total_doubles"
    total = after = 0
    for paid in range(1, hour - row.free_hours + 1):
        total = after
        after = total * row.growth + (row.first_damage if paid == 1 or not total_doubles else 0)
    return after - total


def hustle_due(hours: Fraction, rules: Ruleset) -> int:
    """Return the points due after `hours` of hustle: 0 unless the last is complete (T-086)."""
    if hours.denominator == 1:
        return hustle_damage(int(hours), rules)
    return 0


def hustle_total(hours: Fraction, rules: Ruleset) -> int:
    """Return the points that `hours` of hustle since the last sleep deal in all (T-083, T-086)."""
    return sum(hustle_damage(hour, rules) for hour in range(1, complete(hours) + 1))


def forced_dc(extra_hour: int, rules: Ruleset) -> int:
    """Return the difficulty of the check at the end of the `extra_hour`-th extra hour (T-101)."""
    return rules.march.base_dc + rules.march.dc_step * extra_hour


def forced_dcs(hours: Fraction, rules: Ruleset) -> tuple[int, ...]:
    """Return the difficulties of the checks due in `hours` extra hours (T-101, T-109)."""
    return tuple(forced_dc(hour, rules) for hour in range(1, complete(hours) + 1))


def forced_check(con_mod: int, extra_hour: int, rules: Ruleset) -> Check:
    """Return the Constitution check at the end of the `extra_hour`-th extra hour (T-101, T-105)."""
    dc = forced_dc(extra_hour, rules)
    fails = p_fail(dc, con_mod)
    parts = [rules.cite("T-101", "difficulty of extra hour {n}", dc, n=extra_hour)]
    if is_certain(dc, con_mod):
        parts.append(
            rules.cite(
                "T-008",
                "a natural 20 or 1 has no special effect",
                Chance(fails),
                questions="Q-43",
            )
        )
    return Check(fails, rules.cite("T-105", "chance of failing", Chance(fails), *parts))


def forced_damage(rules: Ruleset) -> Distribution:
    """Return the damage of a failed check: 1d6 (T-102) or the ruleset's dice; never below 0."""
    out: dict[int, Fraction] = {}
    for points, chance in roll(parse_dice(rules.march.dice)).items():
        out[max(0, points)] = out.get(max(0, points), Fraction(0)) + chance
    return out


def recovered(level: int, rest_hours: Fraction, rules: Ruleset) -> int:
    """Return the nonlethal damage that rest heals: 1 a level and complete hour (T-122, Q-10)."""
    return rules.recovery.nonlethal_per_level_hour * level * complete(rest_hours)


def full_hours(begins: Instant, ends: Instant) -> int:
    """Return how many full hours the clock strikes after `begins`, up to `ends`."""
    before = begins.day * DAY + begins.hour
    after = ends.day * DAY + ends.hour
    return max(0, int(after) - int(before))


def night_heals(level: int, con_mod: int | None, nights: int, rules: Ruleset) -> int:
    """Return the lethal damage that nights heal: 1 a level or hit die (T-168, Q-14).

    In systems that say so it is that times the Constitution modifier, at least 1; None: unknown.
    """
    return recovered_lethal(level, nights, rules) * night_times(con_mod, rules)


def night_times(con_mod: int | None, rules: Ruleset) -> int:
    """Return the factor by which a night heals more: 1, or a Constitution modifier above it."""
    if rules.recovery.night_times == "nothing":
        return 1
    return max(1, con_mod or 0)


def recovered_lethal(hit_dice: int, nights: int, rules: Ruleset) -> int:
    """Return the lethal damage that nights heal a mount: 1 a hit die (T-168, Q-14)."""
    return rules.recovery.lethal_per_hd_night * hit_dice * nights
