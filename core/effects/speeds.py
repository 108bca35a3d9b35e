"""Speeds, and what is left of a turn, under effects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from core.effects.applied_changes import AppliedChange, Tally, find_applied
from core.effects.changes import ACTIONS, Bound, Change
from core.effects.running_effects import (
    ACTS_NOT,
    CANNOT_MOVE,
    RunningEffect,
    Standing,
    effects_in_force,
)
from core.effects.sheets import FigureRules, FigureSheet
from core.effects.stacking import FigurePart, stack
from core.effects.worn import best_worn
from core.values import Struct, replace


class SpeedStep(Struct):
    """What one effect does to a speed, which is `before` squares before it, `speed` after it."""

    part: FigurePart
    before: Fraction
    speed: Fraction


class EffectStep(Struct):
    """An effect that changes a speed, which is `speed` squares after it."""

    effect: RunningEffect
    speed: Fraction


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
    worn = best_worn(sheet.worn, topics)
    steps, outdone = _take_steps(base, applied, standings, rules, worn, is_whole=True)
    parts = [replace(step.part, value=int(step.speed - step.before)) for step in steps]
    return Tally(int(_last_speed(base, steps)), int(base), parts, (*lost, *outdone))


def exact_speed(
    base: Fraction,
    mode: str,
    words: Collection[str],
    effects: Iterable[RunningEffect],
    rules: FigureRules,
    worn: Iterable[Change] = (),
) -> tuple[EffectStep, ...]:
    """Return what effects do to a speed of `base` squares, one after the other.

    `worn` are the bonuses that the speed holds already.

    Half of 5 squares are 2 1/2: it is for a pace on the way, which no grid rounds.
    """
    standings = effects_in_force(effects)
    topics = frozenset(("speed", f"speed {mode}"))
    applied = tuple(find_applied(standings, topics, words, None))
    held = best_worn(worn, topics)
    steps, _ = _take_steps(base, applied, standings, rules, held, is_whole=False)
    by_origin = {standing.effect.origin: standing.effect for standing in standings}
    return tuple(
        EffectStep(by_origin[step.part.origin], step.speed)
        for step in steps
        if step.speed != step.before
    )


def _last_speed(base: Fraction, steps: Sequence[SpeedStep]) -> Fraction:
    if steps:
        return steps[-1].speed
    return base


def _take_steps(
    base: Fraction,
    applied: Iterable[AppliedChange],
    standings: Iterable[Standing],
    rules: FigureRules,
    worn: Mapping[str, int],
    *,
    is_whole: bool,
) -> tuple[list[SpeedStep], tuple[FigurePart, ...]]:
    # The steps that count, and what another of its type outdoes.
    counting = [each for each in applied if not each.part.why]
    steps: list[SpeedStep] = []
    speed = base
    adding = [each for each in counting if each.change.op == "add"]
    added, outdone = stack((each.part for each in adding), rules.types, worn)
    bounds = defaultdict[FigurePart, list[Bound]](list)
    for each in adding:
        bounds[each.part].append(each.change.bound)
    for part in added:
        whole = replace(part, value=part.value + part.worn, worn=0)
        now = _within(speed + part.value, bounds[whole].pop(0), base, speed)
        steps.append(SpeedStep(part, speed, now))
        speed = now
    for each in counting:
        if each.change.op == "times":
            now = speed * each.change.amount
            if is_whole:
                now = Fraction(int(now))
            steps.append(SpeedStep(each.part, speed, now))
            speed = now
    for part in _fixed_speeds(counting, standings):
        if part.value < speed:
            now = Fraction(part.value)
            steps.append(SpeedStep(part, speed, now))
            speed = now
    return steps, outdone


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
