"""Why a flight costs what it does: a part for each step, with what was added to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.combat.air.air_prices import Air, Priced
from core.combat.air.bearings import POINTS, ROUND, SLANTING, eighths
from core.messages import N_, Message
from core.quantities import Squares
from core.receipts import Receipt

TOP = {"main_direction": "C-122", "wind": "C-133", "plain": "C-143"}
"""The rule of flight by mechanism."""


def flight_receipt(cost: int, steps: Sequence[Priced], air: Air) -> Receipt:
    """The receipt of a whole flight."""
    whole = sum((step.total for step in steps), Fraction(0))
    parts = [
        *_circumstances(air),
        *(_step(number, step, air) for number, step in enumerate(steps, start=1)),
        *_rounded(cost, whole, steps, air),
    ]
    swum = air.mechanism == "swim"
    label = Message(N_("cost of swimming") if swum else N_("cost of the flight"))
    return air.rules.cite(_top(air), label, Squares(cost), *parts)


def _top(air: Air) -> str:
    if air.mechanism == "swim":
        return "C-141" if air.figures.swim_vertical else "C-131"
    return TOP[air.mechanism]


def _circumstances(air: Air) -> Iterator[Receipt]:
    rules = air.rules
    if air.mechanism == "main_direction" and air.main is not None:
        yield rules.cite("C-122", Message(N_("main direction")), str(air.main))
    if air.mechanism in ("main_direction", "plain") and air.wind is not None:
        label = Message(N_("the wind changes no price here; it may call for a check"))
        yield rules.cite(TOP[air.mechanism], label, POINTS[air.wind])
    if air.mechanism == "plain" and not (air.figures.turn or air.figures.climb):
        label = Message(N_("simplified: climbing and turning not counted"))
        yield rules.cite("C-143", label, Squares(0))


def _step(number: int, step: Priced, air: Air) -> Receipt:
    slanting = abs(step.way.pitch) == SLANTING and step.way.point is not None
    rule = "C-021"
    if step.way.diagonal:
        rule = "C-127" if slanting and air.mechanism == "main_direction" else "C-022"
    parts = (
        *_count(step, air), *_turns(step, air), *_height(step, air), *_wind(step, air),
        *_water(step, air),
    )  # fmt: skip
    label = Message(N_("step {number}, {direction}"), number=number, direction=str(step.way))
    return air.rules.cite(rule, label, Squares(step.total), *parts)


def _count(step: Priced, air: Air) -> Iterator[Receipt]:
    # C-022, C-127
    if step.way.diagonal:
        which = N_("every first diagonal") if step.squares == 1 else N_("every second diagonal")
        slanting = abs(step.way.pitch) == SLANTING
        yield air.rules.cite("C-022", Message(which), Squares(step.squares), default=slanting)


def _turns(step: Priced, air: Air) -> Iterator[Receipt]:
    # C-123, C-126
    price = air.figures.turn
    if not price:
        return
    rules = ("C-143", "C-143") if air.mechanism == "plain" else ("C-123", "C-126")
    if step.around:
        label = Message(N_("turns of 45 degrees: {number}"), number=step.around)
        yield air.rules.cite(rules[0], label, Squares(price * step.around))
    if step.pitch:
        label = Message(N_("turns of 45 degrees up or down: {number}"), number=step.pitch)
        yield air.rules.cite(rules[1], label, Squares(price * step.pitch))


def _height(step: Priced, air: Air) -> Iterator[Receipt]:
    # C-124, C-125, C-136, C-138
    if not step.way.pitch or air.mechanism == "swim":
        return
    if air.mechanism == "wind":
        yield from _height_in_wind(step, air)
    elif air.mechanism == "plain":
        if step.climb:
            yield air.rules.cite("C-143", Message(N_("gaining height")), Squares(step.climb))
    elif step.way.pitch < 0:
        label = Message(N_("descending costs nothing more"))
        yield air.rules.cite("C-124", label, Squares(0), questions=("QC-39",))
    elif air.gravity == "normal":
        yield air.rules.cite("C-124", Message(N_("gaining height")), Squares(step.climb))
    else:
        label = Message(N_("gaining height, gravity {gravity}"), gravity=air.gravity)
        climbing = Message(N_("under normal gravity"))
        normal = air.rules.cite("C-124", climbing, Squares(air.figures.climb))
        yield air.rules.cite("C-125", label, Squares(step.climb), normal)


def _height_in_wind(step: Priced, air: Air) -> Iterator[Receipt]:
    if air.gravity == "zero":
        label = Message(N_("without gravity up and down are like level flight"))
        yield air.rules.cite("C-138", label, Squares(0))
    elif step.climb:
        yield _climbed(step.climb, air)
    elif step.way.pitch < 0 and step.way.point is None:
        label = Message(N_("straight down: two squares for one"))
        yield air.rules.cite("C-137", label, Squares(step.squares * step.share))


def _climbed(price: int, air: Air) -> Receipt:
    return air.rules.cite("C-136", Message(N_("gaining height")), Squares(price))


def _wind(step: Priced, air: Air) -> Iterator[Receipt]:
    # C-134, C-135
    if air.mechanism != "wind" or air.wind is None:
        return
    if step.way.point is None:
        if step.way.pitch < 0 and air.gravity != "zero":
            label = Message(N_("the wind adds nothing to straight down"))
            yield air.rules.cite("C-135", label, Squares(0))
        return
    apart = eighths(step.way.point, air.wind)
    if step.against:
        asked = () if apart == ROUND // 2 else ("QC-38",)
        rises = step.way.pitch > 0 and air.gravity != "zero"
        label = Message(N_("against the wind and upward, height included") if rises
                        else N_("against the wind"))  # fmt: skip
        height = (_climbed(air.figures.climb, air),) if rises else ()
        yield air.rules.cite("C-134", label, Squares(step.against), *height, questions=asked)
    elif step.share != 1:
        asked = ("QC-38",) if apart or step.climb else ()
        label = Message(N_("with the wind two squares cost one"))
        price = Squares(step.squares * step.share)
        yield air.rules.cite("C-135", label, price, questions=asked)


def _water(step: Priced, air: Air) -> Iterator[Receipt]:
    if step.swim:
        yield air.rules.cite("C-141", Message(N_("swimming up or down")), Squares(step.swim))


def _rounded(cost: int, whole: Fraction, steps: Sequence[Priced], air: Air) -> Iterator[Receipt]:
    # C-135
    if whole == cost:
        return
    blown = any(step.share != 1 and step.way.point is not None for step in steps)
    label = Message(N_("{whole} rounded up"), whole=Squares(whole))
    yield air.rules.cite("C-135" if blown else "C-137", label, Squares(cost), questions=("QC-38",))
