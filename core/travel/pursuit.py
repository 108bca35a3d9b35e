"""Escaping from pursuers (T-210 to T-217; round by round C-253 and C-254, all day C-255)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NoReturn

from core.messages import N_, Message, Refusal
from core.odds import Ties, opposed
from core.quantities import Chance, Metres
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.pace import WALK_HUSTLE, per_round, run_pace
from core.travel.resolved_mover import RUN
from core.values import Struct

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


def compared_speed(
    speed_m: Fraction, rules: Ruleset, pace: str = "walk", run_multiplier: int | None = None
) -> Fraction:
    """Return the metres a round that a short chase compares, at the pace both use (T-217).

    `speed_m` net of armour, load and ground. Refusals: `no_run_pace`, `no_run_x3`,
    `unknown_run`, `unknown_pace`.
    """
    if pace == RUN:
        return speed_m * per_round(rules, run_pace(rules, run_multiplier))
    if pace not in WALK_HUSTLE:
        raise Refusal("unknown_pace", "There is no pace called {pace}.", pace=pace)
    return speed_m * (rules.paces[pace].hour or 1)


def vehicle_chase() -> NoReturn:
    """Refuse a pursuit with vehicles, `not_covered`: no document has its rules (T-205, C-255)."""
    raise Refusal(
        "not_covered",
        "Pursuits with vehicles follow special rules, which none of the documents here has.",
    )


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
        return _opposed("opposed_dex", quarry_mod, pursuer_mods, rules, ties)
    escapes = Fraction(1 if quarry_speed_m > pursuer_speed_m else 0)
    faster = max(quarry_speed_m, pursuer_speed_m)
    label = Message("the faster side decides, at {speed} a round", speed=Metres(faster))
    receipt = rules.cite("T-210", label, Chance(escapes))
    return ChaseOutcome("speed", escapes, 1 - escapes, None, receipt)


def long_chase(
    quarry_mod: int,
    pursuer_mods: Sequence[int],
    rules: Ruleset,
    ties: Ties | None = None,
    *,
    speeds_differ: bool = False,
) -> ChaseOutcome:
    """Return a pursuit that lasts all day: opposed Constitution checks decide alone (T-213, C-255).

    `speeds_differ`: the sides are known to be unequally fast, which Q-27 leaves out of account.
    """
    questions = ("Q-27",) if speeds_differ else ()
    return _opposed("opposed_con", quarry_mod, pursuer_mods, rules, ties, questions)


def _opposed(
    method: Method,
    quarry_mod: int,
    pursuer_mods: Sequence[int],
    rules: Ruleset,
    ties: Ties | None,
    questions: tuple[str, ...] = (),
) -> ChaseOutcome:
    way = ties or rules.pursuit.ties
    found = opposed(quarry_mod, pursuer_mods, way)
    parts = [
        rules.cite(
            "T-214",
            Message("ties: {ties}", ties=way),
            Chance(found.p_first_roll_tie),
            questions=("Q-26",),
        ),
        rules.cite("T-215", "exact chances", Chance(found.p_escape)),
    ]
    if len(pursuer_mods) > 1:
        label = N_("the quarry must beat every pursuer")
        parts.append(rules.cite("T-216", label, len(pursuer_mods), questions=("Q-28",)))
    if method == "opposed_dex":
        label = N_("who gets away: outcome of the short chase")
        parts.append(rules.cite("T-212", label, Chance(found.p_escape)))
    rule = "T-211" if method == "opposed_dex" else "T-213"
    label = N_("chance to escape")
    receipt = rules.cite(rule, label, Chance(found.p_escape), *parts, questions=questions)
    return ChaseOutcome(method, found.p_escape, found.p_caught, found.p_first_roll_tie, receipt)
