"""Runs (T-012 to T-014, T-071), and escaping from pursuers (T-210 to T-217)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from core.dice import Ties, opposed
from core.messages import Chance, Metres, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Pace, Ruleset
from core.values import Struct


def run_pace(rules: Ruleset, multiplier: int | None) -> Pace:
    """Return the run at `multiplier` times the speed, None = the fastest (T-012 to T-014).

    Refusals: `no_run_pace` where nobody runs, `no_run_x3` where only the fastest is known,
    `unknown_run` for any other multiplier.
    """
    runs = {
        int(row.round): row
        for row in rules.paces.values()
        if row.round and row.round > 2 and row.minute
    }
    if rules.mechanisms.running == "none" or not runs:
        raise Refusal("no_run_pace", "Nobody can run under this ruleset.")
    if multiplier is None:
        wanted = max(runs)
    else:
        wanted = multiplier
    if wanted in runs and (wanted == max(runs) or rules.mechanisms.running == "by_armor"):
        return runs[wanted]
    if wanted == 3:
        raise Refusal("no_run_x3", "This ruleset has only a run at four times the speed.")
    raise Refusal("unknown_run", "Nobody can run at {n} times the speed: give 3 or 4.", n=wanted)


def run_dc(check: int, rules: Ruleset) -> int:
    """Return the difficulty of the `check`-th Constitution check of a run, from 1 (T-071)."""
    return rules.run.base_dc + rules.run.dc_step * (check - 1)


Method = Literal["speed", "opposed_dex", "opposed_con"]


class ChaseOutcome(Struct):
    """The outcome of a pursuit: the method, and the quarry's exact chances.

    `p_first_roll_tie` is the chance that the first roll is a tie, however ties are decided;
    None when speed alone decides.
    """

    method: Method
    p_escape: Fraction
    p_caught: Fraction
    p_first_roll_tie: Fraction | None
    receipt: Receipt


def short_chase(
    quarry_speed_m: Fraction,
    pursuer_speed_m: Fraction,
    quarry_mod: int,
    pursuer_mods: Sequence[int],
    rules: Ruleset,
    ties: Ties | None = None,
) -> ChaseOutcome:
    """Return a pursuit counted in rounds (T-210 to T-212, T-216; C-253, C-254).

    Speeds in metres a round at the pace that both use, net of armour, load and ground (T-217);
    of equals opposed Dexterity checks decide. `ties` None = as the ruleset has it.
    """
    if quarry_speed_m == pursuer_speed_m:
        return opposed_chase("opposed_dex", quarry_mod, pursuer_mods, rules, ties)
    escapes = Fraction(1 if quarry_speed_m > pursuer_speed_m else 0)
    faster = max(quarry_speed_m, pursuer_speed_m)
    receipt = rules.cite(
        "T-210",
        "the faster side decides, at {speed} a round",
        Chance(escapes),
        speed=Metres(faster),
    )
    return ChaseOutcome("speed", escapes, 1 - escapes, None, receipt)


def opposed_chase(
    method: Method,
    quarry_mod: int,
    pursuer_mods: Sequence[int],
    rules: Ruleset,
    ties: Ties | None = None,
    questions: str = "",
) -> ChaseOutcome:
    """Return a pursuit that opposed checks decide (T-211 to T-216; C-254, C-255).

    Dexterity between equals in a short chase; Constitution alone when it lasts all day, where
    unequal speeds are left out of account (T-213, Q-27).
    """
    way = ties or rules.pursuit.ties
    opposed_checks = opposed(quarry_mod, pursuer_mods, way)
    parts = [
        rules.cite(
            "T-214",
            "ties: {ties}",
            Chance(opposed_checks.p_first_roll_tie),
            questions="Q-26",
            ties=way,
        ),
        rules.cite("T-215", "exact chances", Chance(opposed_checks.p_escape)),
    ]
    if len(pursuer_mods) > 1:
        parts.append(
            rules.cite(
                "T-216",
                "the quarry must beat every pursuer",
                len(pursuer_mods),
                questions="Q-28",
            )
        )
    if method == "opposed_dex":
        parts.append(
            rules.cite(
                "T-212",
                "who gets away: outcome of the short chase",
                Chance(opposed_checks.p_escape),
            )
        )
        rule = "T-211"
    else:
        rule = "T-213"
    receipt = rules.cite(
        rule, "chance to escape", Chance(opposed_checks.p_escape), *parts, questions=questions
    )
    return ChaseOutcome(
        method,
        opposed_checks.p_escape,
        opposed_checks.p_caught,
        opposed_checks.p_first_roll_tie,
        receipt,
    )
