"""A traveller as it is now: its pace and its checks on the way, with what conditions do to them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from core.creatures import Mode
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureSheet
from core.effects.speeds import EffectStep, exact_speed
from core.messages import KmPerHour, Message, Metres
from core.receipts import Receipt
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset
from core.travel.movers import ResolvedMover
from core.values import Struct, replace

EXHAUSTED = "exhausted"
"""Who is exhausted goes at half pace where the switch "marches_exhaust" is on, else at its own."""
SLOWEST = Fraction(1)
"""The least speed in squares: who cannot move at all is refused elsewhere."""
PACED = ("walker", "flyer", "mount")
"""The kinds of movers that conditions slow: no wagon and no vehicle."""


class TravelEffect(Struct):
    """A condition or effect of a traveller, by its row, with its value (0 = none).

    It lasts for `hours` of the clock from now (None = it does not end by itself).
    """

    row: str
    value: int = 0
    hours: Fraction | None = None


def pace_now(
    moving: ResolvedMover, effects: Iterable[TravelEffect], rules: Ruleset
) -> ResolvedMover:
    """Return a mover with the pace that its effects leave it, and their receipts.

    That of the exhausted is the catalogue's (T-123).
    """
    running = _running((effect for effect in effects if effect.row != EXHAUSTED), rules)
    if not running or moving.speed_m is None or moving.kind not in PACED:
        return moving
    mode: Mode = "fly" if moving.flying else "walk"
    squares = moving.speed_m / rules.combat.measures.square_m
    steps = exact_speed(squares, mode, (), running, rules.combat.figure_rules)
    if not steps:
        return moving
    speed = max(SLOWEST, steps[-1].speed)
    km_h = moving.km_h * speed / squares
    parts = (*moving.receipt.parts, *(_cite(step, rules) for step in steps))
    receipt = replace(moving.receipt, value=KmPerHour(km_h), parts=parts)
    speed_m = moving.speed_m * speed / squares
    return replace(moving, km_h=km_h, speed_m=speed_m, receipt=receipt)


def constitution_check_now(
    effects: Iterable[TravelEffect], con_score: int | None, rules: Ruleset
) -> PresentFigure:
    """Return a Constitution check of the way as it is now.

    Its `change` goes to the modifier; `con_score` None: the score is not known.
    """
    scores = {} if con_score is None else {"con": con_score}
    sheet = FigureSheet(scores=scores)
    asked = AskedFigure("check con")
    return present_figure(asked, sheet, _running(effects, rules), rules.combat.figure_rules)


def _running(effects: Iterable[TravelEffect], rules: Ruleset) -> tuple[RunningEffect, ...]:
    held = [ConditionHeld(effect.row, effect.value) for effect in effects]
    running = running_conditions(held, rules.combat)
    return tuple([replace(effect, flags=frozenset()) for effect in running])


def _cite(step: EffectStep, rules: Ruleset) -> Receipt:
    metres = Metres(step.speed * rules.combat.measures.square_m)
    label = Message("{effect}", effect=step.effect.label)
    return Receipt(label, metres, step.effect.rule, step.effect.source)
