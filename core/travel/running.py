"""Running to exhaustion (T-070 to T-077, C-256), and escaping from pursuers (T-210 to T-217)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NoReturn

from core.dice import FACES, Ties, is_certain, modifier, opposed, p_success, products
from core.messages import Chance, Metres, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.pace import WALK_HUSTLE, per_round, run_pace
from core.travel.resolved_mover import RUN
from core.values import Struct


class Endurance(Struct):
    """The endurance of a runner: rounds free of checks, then the checks and their exact chances.

    `p_success` of each check tried, `p_complete` of all of them; `distance_m` covers the free
    and the extra rounds; `max_extra_rounds` is the most that can have a chance,
    `expected_extra_rounds` the mean when running until a failure; then `rest_rounds` of rest,
    `rest_max_m` at most meanwhile. `receipt` is for the run, `mean_receipt` for the last two.
    """

    con_mod: int
    free_rounds: int
    free_distance_m: Fraction
    dcs: tuple[int, ...]
    p_success: tuple[Fraction, ...]
    p_complete: Fraction
    distance_m: Fraction
    max_extra_rounds: int
    expected_extra_rounds: Fraction
    rest_rounds: int
    rest_max_m: Fraction
    receipt: Receipt
    checks_receipt: Receipt
    rest_receipt: Receipt
    mean_receipt: Receipt


def run_endurance(
    con_score: int,
    speed_m: Fraction,
    rules: Ruleset,
    *,
    run_multiplier: int | None = None,
    extra_rounds: int = 0,
) -> Endurance:
    """Return the endurance of a runner with this Constitution score (T-070 to T-075, C-256).

    `speed_m` metres a round; `extra_rounds` rounds tried past the free ones. Refusals:
    `no_run_pace`, `no_run_x3`, `unknown_run`.
    """
    stride = speed_m * per_round(rules, run_pace(rules, run_multiplier))
    con_mod = modifier(con_score)
    free = con_score * rules.run.rounds_per_con
    dcs = tuple(run_dc(n, rules) for n in range(1, extra_rounds + 1))
    chances = tuple(p_success(dc, con_mod) for dc in dcs)
    # T-072: 11 + the modifier, where each check is 1 harder
    most = max(0, (FACES + con_mod - rules.run.base_dc) // max(1, rules.run.dc_step) + 1)
    possible = [p_success(run_dc(n, rules), con_mod) for n in range(1, most + 1)]
    distance = stride * (free + extra_rounds)
    rest_m = speed_m * rules.run.rest_rounds
    mean = sum(products(possible), Fraction(0))
    run = rules.cite("T-070", "rounds free of checks", free)
    natural = rules.cite(
        "T-008", "a natural 20 or 1 has no special effect", Chance(0), questions="Q-43"
    )
    decided = (natural,) if any(is_certain(dc, con_mod) for dc in dcs) else ()
    checks = rules.cite("T-071", "one check for each further round", dcs, *decided)
    far = rules.cite("T-075", "free and extra rounds", Metres(distance), run, checks)
    rest = rules.cite("T-073", "rounds of rest", rules.run.rest_rounds)
    slow = rules.cite("T-074", "one move a round meanwhile", Metres(rest_m), rest)
    return Endurance(
        con_mod=con_mod,
        free_rounds=free,
        free_distance_m=stride * free,
        dcs=dcs,
        p_success=chances,
        p_complete=products(chances)[-1] if chances else Fraction(1),
        distance_m=distance,
        max_extra_rounds=most,
        expected_extra_rounds=mean,
        rest_rounds=rules.run.rest_rounds,
        rest_max_m=rest_m,
        receipt=run,
        checks_receipt=far,
        rest_receipt=slow,
        mean_receipt=rules.cite("T-075", "running until a check fails", mean, natural, far),
    )


def refuse_run_by(movement: str, rules: Ruleset, *, straight: bool = True) -> None:
    """Refuse a run by a `movement` that has none: burrowing, climbing, swimming in bends (T-023).

    Refusals: `no_run_by`; `not_covered` where the system has no T-023 and the tactical rules
    decide. Land and flight are never refused here.
    """
    if movement in ("land", "fly"):
        return
    if not rules.states("T-023"):
        raise Refusal(
            "not_covered",
            "The tactical rules decide who runs by {movement}.",
            movement=movement,
        )
    if movement != "swim" or not straight:
        raise Refusal("no_run_by", "Nobody can run by {movement} here.", movement=movement)


def free_rounds_left(
    con_score: int, rounds_run: int, rounds_rested: int, rules: Ruleset, *, fatigued: bool = False
) -> int:
    """Return the rounds that can still be run without a check (T-070, T-076, T-077).

    `rounds_run` add up until `rounds_rested`, the latest rounds in a row without running, reach
    a whole rest; the fatigued do not run at all.
    """
    if fatigued and not rules.fatigue.can_run:
        return 0
    run = 0 if rounds_rested >= rules.run.rest_rounds else rounds_run
    return max(0, con_score * rules.run.rounds_per_con - run)


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
    receipt = rules.cite(
        "T-210",
        "the faster side decides, at {speed} a round",
        Chance(escapes),
        speed=Metres(faster),
    )
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
    questions = "Q-27" if speeds_differ else ""
    return _opposed("opposed_con", quarry_mod, pursuer_mods, rules, ties, questions)


def _opposed(
    method: Method,
    quarry_mod: int,
    pursuer_mods: Sequence[int],
    rules: Ruleset,
    ties: Ties | None,
    questions: str = "",
) -> ChaseOutcome:
    way = ties or rules.pursuit.ties
    found = opposed(quarry_mod, pursuer_mods, way)
    parts = [
        rules.cite(
            "T-214", "ties: {ties}", Chance(found.p_first_roll_tie), questions="Q-26", ties=way
        ),
        rules.cite("T-215", "exact chances", Chance(found.p_escape)),
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
            rules.cite("T-212", "who gets away: outcome of the short chase", Chance(found.p_escape))
        )
    rule = "T-211" if method == "opposed_dex" else "T-213"
    receipt = rules.cite(
        rule, "chance to escape", Chance(found.p_escape), *parts, questions=questions
    )
    return ChaseOutcome(method, found.p_escape, found.p_caught, found.p_first_roll_tie, receipt)
