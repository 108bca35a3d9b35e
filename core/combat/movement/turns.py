"""The movement of a turn, in squares (C-009 to C-018, C-154 to C-156).

Speeds by race and class and their changes (C-010 to C-012) are computed in `core.travel.movers`;
here a speed is net of armour and load. Special speeds are in
`core.combat.movement.turn_options`, long runs and chases (C-253 to C-256) in
`core.travel.running` and `core.travel.running`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from core.messages import N_, Message, Refusal
from core.quantities import Metres, Squares
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

Number = TypeVar("Number", int, Fraction)
NAMED = {"armor": "armour", "load": "load"}
PACES = ("walk", "hustle", "run_x3", "run_x4")


class Amount(Struct):
    """A number of squares, such as those that one may move, and why."""

    squares: int
    receipt: Receipt


class RoundPace(Struct):
    """The distance of a pace in a round: exact metres, whole squares, the receipt (C-016)."""

    pace: str
    metres: Fraction
    squares: int
    receipt: Receipt


def in_squares(speed_m: Fraction, rules: Ruleset) -> Amount:
    """Return a speed of `speed_m` metres a round in squares, fractions dropped (C-009).

    Refusal "negative_speed".
    """
    squares, rest = divmod(checked(speed_m), rules.combat.measures.square_m)
    label = Message("speed of {speed} in squares", speed=Metres(speed_m))
    if rest:
        label = Message("speed of {speed} in whole squares", speed=Metres(speed_m))
    return Amount(squares, rules.cite("C-009", label, Squares(squares), default=bool(rest)))


def move(speed: int, rules: Ruleset) -> Amount:
    """Return one move, or one Stride (C-013, C-018); `speed` in squares.

    Refusal "negative_speed".
    """
    checked(speed)
    if rules.combat.mechanisms.turn == "single_actions":
        return Amount(speed, rules.cite("C-018", "Stride", Squares(speed)))
    return Amount(speed, rules.cite("C-013", "one move, and an attack or a spell", Squares(speed)))


def double_move(speed: int, rules: Ruleset) -> Amount:
    """Return a double move: twice the `speed`, in squares (C-013, C-017).

    Refusals: "no_double_move" where movement is counted in actions, "negative_speed".
    """
    if rules.combat.mechanisms.turn == "single_actions":
        message = N_("{system} counts actions: each Stride is one.")
        raise Refusal("no_double_move", message, system=rules.id)
    squares = Squares(2 * checked(speed))
    parts = []
    if rules.states("C-017"):
        parts.append(
            rules.cite(
                "C-017", "in a fight nobody walks: this is a hustle for the whole round", squares
            )
        )
    return Amount(2 * speed, rules.cite("C-013", "two moves", squares, *parts))


def run(speed: int, rules: Ruleset, armor: str = "none", load: str = "light") -> Amount:
    """Return a run in squares (C-014): x3 in heavy armour or under a heavy load, else x4.

    Refusals: "no_run_pace" where nobody runs, "unknown_armor", "unknown_load", "negative_speed".
    """
    if rules.mechanisms.running == "none":
        raise Refusal("no_run_pace", "There is no run in this system.")
    times, parts = fastest(rules), []
    if rules.mechanisms.running == "by_armor":
        for table, word, kind in ((rules.armor, armor, "armor"), (rules.load, load, "load")):
            if word not in table:
                code = f"unknown_{kind}"
                raise Refusal(code, "'{word}' is not a kind of {kind}.", word=word, kind=kind)
            slowed = table[word].run_multiplier
            if slowed < fastest(rules):  # T-040, Q-34
                asked = "" if NAMED[kind] in rules.rules["T-040"].source else "Q-34"
                parts.append(
                    rules.cite(
                        "T-040",
                        "run in heavy armour or under a heavy load",
                        slowed,
                        questions=asked,
                    )
                )
            times = min(times, slowed)
    squares = Squares(times * checked(speed))
    return Amount(
        times * speed, rules.cite("C-014", "run at {n} times the speed", squares, *parts, n=times)
    )


def fastest(rules: Ruleset) -> int:
    """Return the multiplier of the fastest pace in a round; 1 where none is printed."""
    return max((int(row.round) for row in rules.paces.values() if row.round), default=1)


def small_step_rule(rules: Ruleset) -> str:
    """Return the rule of the action that moves one square (C-034, C-038)."""
    return "C-038" if rules.combat.mechanisms.small_step == "step" else "C-034"


def full_round_step(rules: Ruleset) -> Amount:
    """Return the movement beside a full-round action: one step, in squares (C-015).

    Refusal "no_full_round" where a turn is counted in actions.
    """
    if rules.combat.mechanisms.turn == "single_actions":
        message = N_("{system} has no full-round actions.")
        raise Refusal("no_full_round", message, system=rules.id)
    return Amount(1, rules.cite("C-015", "one step beside a full-round action", Squares(1)))


def minimum_move(rules: Ruleset) -> Amount:
    """Return the movement that a full round always buys, in squares (C-154 to C-156)."""
    if rules.combat.mechanisms.minimum_move == "none":
        return Amount(0, rules.cite("C-156", "no minimum movement", Squares(0)))
    provokes = rules.cite("C-155", "it is not a step: it provokes", Squares(1))
    return Amount(
        1, rules.cite("C-154", "a full round always buys one square", Squares(1), provokes)
    )


def paces(speed_m: Fraction, rules: Ruleset) -> tuple[RoundPace, ...]:
    """Return the distance of each pace in a round at `speed_m` metres a round (C-016, C-017).

    Empty where a system has no such table. Refusal "negative_speed".
    """
    checked(speed_m)
    found = []
    for pace in PACES:
        row = rules.paces.get(pace)
        if row is None or not row.round:
            continue
        metres = speed_m * row.round
        whole = in_squares(metres, rules)
        parts = [whole.receipt]
        if pace == PACES[0] and rules.states("C-017"):
            parts.append(
                rules.cite(
                    "C-017",
                    "in a fight nobody walks: a normal move is half a round's hustle",
                    Metres(metres),
                )
            )
        receipt = rules.cite(
            "C-016", "{pace} in a round", Metres(metres), *parts, source=row.source, pace=pace
        )
        found.append(RoundPace(pace, metres, whole.squares, receipt))
    return tuple(found)


def checked(speed: Number) -> Number:
    """Return the speed; Refusal "negative_speed"."""
    if speed < 0:
        raise Refusal("negative_speed", "A speed cannot be below 0.")
    return speed
