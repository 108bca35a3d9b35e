"""Speeds, and what is left of a turn, under effects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction

from core.effects.applied_changes import AppliedChange, Tally, find_applied
from core.effects.changes import ACTIONS, Bound
from core.effects.running_effects import ACTS_NOT, CANNOT_MOVE, Standing
from core.effects.sheets import FigureRules, FigureSheet
from core.effects.stacking import FigurePart, stack
from core.values import replace


def tally_speed(
    mode: str,
    words: Collection[str],
    sheet: FigureSheet,
    standings: tuple[Standing, ...],
    rules: FigureRules,
) -> Tally:
    """Return a speed in whole squares.

    First comes what is added, then what is multiplied, then what it is made.
    """
    base = sheet.speeds.get(mode)
    topics = frozenset(("speed", f"speed {mode}"))
    applied = tuple(find_applied(standings, topics, words, sheet.level))
    lost = [each.part for each in applied if each.part.why and each.change.op == "add"]
    if base is None:
        return Tally(None, None, (), lost)
    counting = [each for each in applied if not each.part.why]
    steps: list[FigurePart] = []
    speed = base
    added, outdone = stack((each.part for each in counting if each.change.op == "add"), rules.types)
    bounds = defaultdict[FigurePart, list[Bound]](list)
    for each in counting:
        if each.change.op == "add":
            bounds[each.part].append(each.change.bound)
    for part in added:
        now = _within(speed + part.value, bounds[part].pop(0), base, speed)
        steps.append(replace(part, value=int(now - speed)))
        speed = now
    for each in counting:
        if each.change.op == "times":
            now = Fraction(int(speed * each.change.amount))
            steps.append(replace(each.part, value=int(now - speed)))
            speed = now
    for part in _fixed_speeds(counting, standings):
        if part.value < speed:
            steps.append(replace(part, value=int(part.value - speed)))
            speed = Fraction(part.value)
    return Tally(int(speed), int(base), steps, (*lost, *outdone))


def _within(speed: Fraction, bound: Bound, base: Fraction, before: Fraction) -> Fraction:
    match bound:
        case "double":
            return max(before, min(speed, base * 2))
        case "square":
            return max(speed, min(before, Fraction(1)))
        case _:
            return max(speed, Fraction(0))


def _fixed_speeds(
    counting: Iterable[AppliedChange], standings: Iterable[Standing]
) -> list[FigurePart]:
    fixed = [each.part for each in counting if each.change.op == "set"]
    for standing in standings:
        if CANNOT_MOVE in standing.effect.flags and not standing.why:
            fixed.append(FigurePart(standing.effect.name, standing.effect.origin, 0))
    return sorted(fixed, key=lambda part: (part.value, part.name))


def tally_actions(
    words: Collection[str], standings: tuple[Standing, ...], rules: FigureRules
) -> Tally:
    """Return the actions of a turn where they are counted, else what is left of it (ACTIONS)."""
    counting = [standing for standing in standings if not standing.why]
    applied = tuple(find_applied(counting, {"actions"}, words, None))
    left = [each.part.value for each in applied if each.change.op == "set"]
    if any(ACTS_NOT in standing.effect.flags for standing in counting):
        left.append(0)
    if not rules.actions:
        return Tally(ACTIONS[min(left, default=len(ACTIONS) - 1)], ACTIONS[-1], (), ())
    counted, outdone = stack(
        (each.part for each in applied if each.change.op == "add"), rules.types
    )
    number = rules.actions + sum(part.value for part in counted)
    if 0 in left:
        number = 0
    return Tally(max(0, number), rules.actions, counted, outdone)
