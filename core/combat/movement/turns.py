"""The movement of a turn, in squares (C-009 to C-020).

Speeds by race and class and their changes (C-010 to C-012) are computed in `core.travel.movers`;
here a speed is net of armour and load. Long runs and chases (C-253 to C-256) are in
`core.travel.running`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from core.messages import Message, Metres, Refusal, Squares, Value, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Movement
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


def _amount(
    rules: Ruleset, squares: int, rule: str, label: str, /, *parts: Receipt, **values: Value
) -> Amount:
    return Amount(squares, rules.cite(rule, Message(label, **values), Squares(squares), *parts))


def in_squares(speed_m: Fraction, rules: Ruleset) -> Amount:
    """Return a speed of `speed_m` metres a round in squares, fractions dropped (C-009).

    Refusal "negative_speed".
    """
    squares, rest = divmod(checked(speed_m), rules.combat.measures.square_m)
    label = Message("speed of {speed} in squares", speed=Metres(speed_m))
    if rest:
        label = Message("speed of {speed} in whole squares", speed=Metres(speed_m))
    return Amount(squares, rules.cite("C-009", label, Squares(squares), default=bool(rest)))


def double_move(speed: int, rules: Ruleset) -> Amount:
    """Return a double move: twice the `speed`, in squares (C-013, C-017).

    Refusals: "no_double_move" where movement is counted in actions, "negative_speed".
    """
    if rules.combat.mechanisms.turn == "single_actions":
        raise Refusal(
            "no_double_move", "{system} counts actions: each Stride is one.", system=rules.id
        )
    squares = 2 * checked(speed)
    parts = []
    if rules.states("C-017"):
        label = Message("in a fight nobody walks: this is a hustle for the whole round")
        parts.append(rules.cite("C-017", label, Squares(squares)))
    return _amount(rules, squares, "C-013", "two moves", *parts)


def run(speed: int, rules: Ruleset, armor: str = "none", load: str = "light") -> Amount:
    """Return a run in squares (C-014): x3 in heavy armour or under a heavy load, else x4.

    Refusals: "no_run_pace" where nobody runs, "unknown_armor", "unknown_load", "negative_speed".
    """
    if rules.mechanisms.running == "none":
        raise Refusal("no_run_pace", "There is no run in this system.")
    times = fastest(rules)
    parts = []
    if rules.mechanisms.running == "by_armor":
        for table, word, kind in ((rules.armor, armor, "armor"), (rules.load, load, "load")):
            if word not in table:
                code = f"unknown_{kind}"
                raise Refusal(code, "'{word}' is not a kind of {kind}.", word=word, kind=kind)
            slowed = table[word].run_multiplier
            if slowed < fastest(rules):  # T-040, Q-34
                if NAMED[kind] in rules.rules["T-040"].source:
                    asked = ""
                else:
                    asked = "Q-34"
                parts.append(
                    rules.cite(
                        "T-040",
                        "run in heavy armour or under a heavy load",
                        slowed,
                        questions=asked,
                    )
                )
            times = min(times, slowed)
    squares = times * checked(speed)
    return _amount(rules, squares, "C-014", "run at {n} times the speed", *parts, n=times)


def fastest(rules: Ruleset) -> int:
    """Return the multiplier of the fastest pace in a round; 1 where none is printed."""
    return max((int(row.round) for row in rules.paces.values() if row.round), default=1)


def small_step_rule(rules: Ruleset) -> str:
    """Return the rule of the action that moves one square (C-034, C-038)."""
    if rules.combat.mechanisms.small_step == "step":
        return "C-038"
    return "C-034"


def paces(speed_m: Fraction, rules: Ruleset) -> tuple[RoundPace, ...]:
    """Return the distance of each pace in a round at `speed_m` metres a round (C-016, C-017).

    Empty where a system has no such table. Refusal "negative_speed".
    """
    checked(speed_m)
    paces_of_rounds = []
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
        paces_of_rounds.append(RoundPace(pace, metres, whole.squares, receipt))
    return tuple(paces_of_rounds)


def checked(speed: Number) -> Number:
    """Return the speed; Refusal "negative_speed"."""
    if speed < 0:
        raise Refusal("negative_speed", "A speed cannot be below 0.")
    return speed


WALK = "walk"


class MoveLeg(Struct):
    """A part of a movement made in one manner: `mode` (walk, climb, swim ...), cost in squares."""

    mode: str
    squares: int


class Special(Struct):
    """The abilities of a special speed: its row in the table, and the receipt."""

    row: Movement
    receipt: Receipt


def special_speed(mode: str, rules: Ruleset) -> Special:
    """Return the abilities of a speed (C-129, C-130, C-132, C-133, C-139, C-140, C-142).

    Refusal "not_covered" where the system has no rule for it.
    """
    row = rules.combat.movements.get(mode)
    if row is None:
        raise Refusal(
            "not_covered", "{system} has no rule for {mode:a} speed.", system=rules.id, mode=mode
        )
    parts = tuple(
        rules.cite(rule, label, value, source=row.source)
        for rule, label, value in _facts(mode, row)
    )
    return Special(row, rules.cite(row.rule, "speed to {mode}", mode, *parts, mode=mode))


def _facts(mode: str, row: Movement) -> Iterator[tuple[str, Message, Value]]:
    rule = row.rule
    if row.check == "in_danger":
        yield rule, Message("checks only in danger, otherwise it succeeds"), yes_no(True)
    if row.bonus:
        yield rule, Message("added to such Athletics checks"), row.bonus
    if row.takes_10:
        yield rule, Message("may always take 10"), yes_no(True)
    if row.hurried:
        label = Message("{n} times the speed for a check at", n=row.hurried)
        yield rule, label, row.hurried_penalty
    yield rule, Message("flat-footed meanwhile"), yes_no(row.flat_footed)
    runs = Message("in a straight line") if row.run == "straight" else yes_no(False)
    yield rule, Message("may run so"), runs
    if not row.small_step:
        yield "C-019", Message("no Step with a special Speed"), yes_no(False)
    if row.actions:
        yield rule, Message("actions that this speed gives"), row.actions
    if row.trained_actions:
        yield rule, Message("those of one trained in Acrobatics"), row.trained_actions
    if mode == "swim":
        yield rule, Message("breathes in water"), yes_no(row.breathes)
    if mode == "burrow":
        yield rule, Message("leaves a tunnel"), yes_no(row.leaves_tunnel)
        yield rule, Message("passes through solid rock"), yes_no(row.through_rock)


def special_move(mode: str, speed: int, rules: Ruleset, *, hurried: bool = False) -> Amount:
    """Return one move by a special speed of `speed` squares (C-019, C-129); more if `hurried`.

    Refusals: "not_covered", "no_hurry" where it cannot be hurried, "negative_speed".
    """
    special = special_speed(mode, rules)
    speed = checked(speed)
    row = special.row
    why = special.receipt
    if not hurried:
        return _amount(rules, speed, row.rule, "one move by the speed to {mode}", why, mode=mode)
    if not row.hurried:
        raise Refusal("no_hurry", "There is no hurried movement here: {mode}.", mode=mode)
    return _amount(
        rules,
        row.hurried * speed,
        row.rule,
        "hurried, on a check at {penalty}",
        why,
        penalty=row.hurried_penalty,
    )


def special_run(mode: str, speed: int, rules: Ruleset, *, straight: bool = True) -> Amount:
    """Return a run by a special speed of `speed` squares (C-129, C-130, C-132).

    Refusals: "not_covered", "no_run_by" where running is impossible, or only straight,
    "negative_speed".
    """
    special = special_speed(mode, rules)
    speed = checked(speed)
    if special.row.run == "none" or (special.row.run == "straight" and not straight):
        raise Refusal("no_run_by", "Running is not possible here: {movement}.", movement=mode)
    times = fastest(rules)
    return _amount(
        rules,
        times * speed,
        special.row.rule,
        "run at {n} times the speed",
        special.receipt,
        n=times,
    )


def actions_for(legs: Sequence[MoveLeg], speeds: Mapping[str, int], rules: Ruleset) -> Receipt:
    """Return the number of actions of a movement in several modes: each change costs one (C-020).

    The receipt's value is their number, its parts are the stretches. Speeds are in squares by
    mode. Refusals: "no_change_rule" where a turn is not counted in actions, "no_speed" for a mode
    that cannot be moved in, "negative_leg". Only tests call it until a move may change its mode.
    """
    if rules.combat.mechanisms.turn != "single_actions":
        raise Refusal(
            "no_change_rule",
            "{system} does not count a turn's movement in actions.",
            system=rules.id,
        )
    parts = [_stretch(leg, speeds, rules) for leg in _stretches(legs)]
    total = sum(part.value for part in parts if isinstance(part.value, int))
    return rules.cite(
        "C-020", "actions: each change of movement ends one and takes another", total, *parts
    )


def _stretches(legs: Sequence[MoveLeg]) -> Iterator[MoveLeg]:
    joined: list[MoveLeg] = []
    for leg in legs:
        if leg.squares < 0:
            raise Refusal("negative_leg", "A movement cannot be shorter than 0 squares.")
        if joined and joined[-1].mode == leg.mode:
            joined[-1] = MoveLeg(leg.mode, joined[-1].squares + leg.squares)
        else:
            joined.append(leg)
    yield from (leg for leg in joined if leg.squares)


def _stretch(leg: MoveLeg, speeds: Mapping[str, int], rules: Ruleset) -> Receipt:
    speed = speeds.get(leg.mode, 0)
    if speed < 1:
        raise Refusal("no_speed", "It has no {mode} speed.", mode=leg.mode)
    row = rules.combat.movements.get(leg.mode)
    if row is not None and row.own_action:
        action = row.own_action
    else:
        action = leg.mode
    if leg.mode == WALK:
        action = "Stride"
    rule = "C-018" if leg.mode == WALK else "C-019"
    return rules.cite(
        rule,
        "{action}: {squares} at {speed} an action",
        -(-leg.squares // speed),
        action=action,
        squares=Squares(leg.squares),
        speed=Squares(speed),
    )
