"""The pace tables: a speed by round, minute, hour and day (T-001, T-010 to T-022)."""

from __future__ import annotations

from fractions import Fraction

from core.messages import Refusal
from core.quantities import Kilometres, Metres
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.resolved_mover import hourly, speed_receipts
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
    why = speed_receipts(speed_m, rules)
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
