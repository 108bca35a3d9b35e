"""The pace tables (T-001 to T-022) and the local scale on hampered ground (T-050 to T-063)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.messages import Factor, Kilometres, Message, Metres, MetresPerMinute, Refusal
from core.receipts import Receipt
from core.rulesets.schema import LocalCondition, Ruleset
from core.travel.resolved_mover import RUN, hourly, speed_receipts
from core.values import Struct

WALK_HUSTLE = ("walk", "hustle")


class PaceTable(Struct):
    """The distances of a speed by pace; `run` is absent where nobody runs.

    `round_m` and `minute_m` metres (`round_m` empty where a system has no such table),
    `hour_km` and `day_km` kilometres, each by pace.
    """

    round_m: dict[str, Fraction]
    minute_m: dict[str, Fraction]
    hour_km: dict[str, Fraction]
    day_km: dict[str, Fraction]
    round_receipt: Receipt
    minute_receipt: Receipt
    hour_receipt: Receipt


def run_pace(rules: Ruleset, multiplier: int | None) -> str:
    """Return the run at `multiplier` times the speed, None = the fastest (T-012 to T-014).

    Refusals: `no_run_pace` where nobody runs, `no_run_x3` where only the fastest is known,
    `unknown_run` for any other multiplier.
    """
    runs = {
        int(row.round): slug
        for slug, row in rules.paces.items()
        if row.round and row.round > 2 and row.minute
    }
    if rules.mechanisms.running == "none" or not runs:
        raise Refusal("no_run_pace", "Nobody can run under this ruleset.")
    wanted = max(runs) if multiplier is None else multiplier
    if wanted in runs and (wanted == max(runs) or rules.mechanisms.running == "by_armor"):
        return runs[wanted]
    if wanted == 3:
        raise Refusal("no_run_x3", "This ruleset has only a run at four times the speed.")
    raise Refusal("unknown_run", "Nobody can run at {n} times the speed: give 3 or 4.", n=wanted)


def per_round(rules: Ruleset, pace: str) -> Fraction:
    """Metres a round for each metre of speed at `pace` (T-015)."""
    return rules.paces[pace].round or Fraction(0)


def per_minute(rules: Ruleset, pace: str) -> Fraction:
    """Metres a minute for each metre of speed at `pace` (T-004, T-016)."""
    return rules.paces[pace].minute or Fraction(0)


def pace_table(speed_m: Fraction, rules: Ruleset, run_multiplier: int | None = None) -> PaceTable:
    """Return the distances of a speed in metres a round (T-015 to T-019, T-022).

    `run_multiplier` 3 or 4, None = 4. Refusals: `no_run_x3`, `no_run_pace` when a run is asked
    for where there is none, `unknown_run`.
    """
    runs = rules.mechanisms.running != "none"
    paces = {pace: pace for pace in WALK_HUSTLE}
    if runs or run_multiplier is not None:
        paces["run"] = run_pace(rules, run_multiplier)
    hour_km = hourly(speed_m, rules)
    day_km = hour_km * rules.days["foot"].hours
    why = tuple(speed_receipts(speed_m, rules))
    # Where a system lacks the tactical table, what is asked is its local and overland pace.
    tactical = rules.states("T-015")
    minute = rules.cite("T-016", "metres a minute", Metres(speed_m * 10), *why)
    return PaceTable(
        round_m={p: speed_m * per_round(rules, row) for p, row in paces.items()}
        if tactical
        else {},
        minute_m={p: speed_m * per_minute(rules, row) for p, row in paces.items()},
        hour_km={p: hour_km * (rules.paces[p].hour or 0) for p in WALK_HUSTLE},
        day_km={"walk": day_km},
        round_receipt=(
            rules.cite("T-015", "metres a round", Metres(speed_m), *why) if tactical else minute
        ),
        minute_receipt=minute,
        hour_receipt=rules.cite("T-017", "kilometres an hour and a day", Kilometres(hour_km), *why),
    )


MULTIPLIED = 2
"""From this many conditions on the costs are multiplied (T-054)."""


class LocalPace(Struct):
    """A pace on the local scale.

    `cost` squares paid for each square (None on impassable ground); where `allowed` is false
    `reason` is "hampered" (nobody runs there) or "impassable" and there is no pace.
    """

    allowed: bool
    receipt: Receipt
    cost: int | None = None
    reason: str = ""
    m_per_minute: Fraction = Fraction(0)


def local_pace(
    speed_m: Fraction,
    rules: Ruleset,
    *,
    pace: str = "walk",
    run_multiplier: int | None = None,
    conditions: Sequence[str] = (),
    flying: bool = False,
) -> LocalPace:
    """Return the local pace at `speed_m` metres a round under `conditions` (T-050 to T-062).

    `pace` walk, hustle or run. Refusals: `unknown_condition`, `no_run_pace`, `no_run_x3`,
    `unknown_run`, `unknown_pace`, `no_speed`.
    """
    if speed_m <= 0:
        raise Refusal("no_speed", "A speed must be more than 0.")
    rows = [_condition(rules, word) for word in conditions]
    if pace == RUN:
        row = run_pace(rules, run_multiplier)
    elif pace not in rules.paces or rules.paces[pace].minute is None:
        raise Refusal("unknown_pace", "There is no pace called {pace}.", pace=pace)
    else:
        row = pace
    if any(condition.impassable for condition in rows):
        return LocalPace(
            False, rules.cite("T-058", "impassable ground", Factor(0)), reason="impassable"
        )
    counting = [
        (word, condition)
        for word, condition in zip(conditions, rows, strict=True)
        if condition.flyers or not flying
    ]
    if rules.mechanisms.difficult == "adding":  # T-059
        cost = 1 + max((condition.extra_squares for _, condition in counting), default=0)
    else:  # T-054
        cost = 1 << sum(condition.doublings for _, condition in counting)
    parts = list(_reasons(conditions, [word for word, _ in counting], cost, flying, rules))
    if pace == RUN and cost > 1:
        receipt = rules.cite(
            "T-056", "nobody runs where movement is hampered", Factor(cost), *parts
        )
        return LocalPace(False, receipt, cost=cost, reason="hampered")
    full = speed_m * per_minute(rules, row)
    least = rules.local.least_m_per_round * rules.local.rounds_per_minute
    found = full / cost
    if found < least:
        parts.append(
            rules.cite(
                "T-057",
                "never less than one square a round",
                MetresPerMinute(least),
                questions="Q-39",
            )
        )
        found = least
    receipt = rules.cite(
        {"walk": "T-051", "hustle": "T-052"}.get(pace, "T-050"),
        "local pace",
        MetresPerMinute(found),
        rules.cite("T-016", "on open ground", MetresPerMinute(full)),
        *speed_receipts(speed_m, rules),
        *parts,
    )
    return LocalPace(True, receipt, cost=cost, m_per_minute=found)


def _condition(rules: Ruleset, word: str) -> LocalCondition:
    if word not in rules.conditions:
        raise Refusal(
            "unknown_condition",
            "This ruleset has no condition called {condition}.",
            condition=word,
        )
    return rules.conditions[word]


def _reasons(
    conditions: Sequence[str], counting: Sequence[str], cost: int, flying: bool, rules: Ruleset
) -> Iterator[Receipt]:
    if flying and len(counting) < len(conditions):
        yield rules.cite("T-060", "flyers ignore the ground and low obstacles", Factor(1))
    for word in counting:
        yield _reason(word, rules)
    if len(counting) >= MULTIPLIED and rules.mechanisms.difficult == "doubling":
        rule = "T-054" if len(counting) == MULTIPLIED else "T-055"
        yield rules.cite(rule, "several costs multiply", Factor(cost))


def _reason(word: str, rules: Ruleset) -> Receipt:
    # T-059, T-053, T-061, T-062
    row = rules.conditions[word]
    label = Message("condition: {condition}", condition=word)
    if rules.mechanisms.difficult == "adding":
        return rules.cite("T-059", label, Factor(1 + row.extra_squares), questions="Q-37")
    value = Factor(2**row.doublings)
    if word == "squeezing":
        return rules.cite("T-061", label, value, questions="Q-48")
    if rules.states("T-062"):
        stated = word == "difficult"
        return rules.cite("T-062", label, value, questions="" if stated else "Q-41")
    rule = "T-063" if word == "obstacle" else "T-053"
    return rules.cite(rule, label, value)


def miles(km: Fraction) -> Fraction:
    """Return game miles, 1.5 km each (T-003).

    Feet are never converted into them: a game mile is 1500 m, and 5280 ft at 0.3 m are not (Q-03).
    """
    return km / Fraction(3, 2)


def pounds(kg: Fraction) -> Fraction:
    """Return game pounds, 0.5 kg each (T-003)."""
    return kg * 2
