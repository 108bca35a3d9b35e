"""What a flight costs, or a swim up or down, step by step (C-122 to C-143)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from core.combat.board.scene import Scene
from core.combat.board.squares import Square, direction_of
from core.combat.flight import Bearing, FlightMode, after, fly, parse_bearing, parse_heading
from core.messages import Factor
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


class PricedSteps(Struct):
    """The cost of each step between two anchors, in whole squares.

    `parts` are the costs of its cubes: several where it also rises or sinks vertically. `counted`
    are the diagonals after each step, `headings` the headings of the flyer.
    """

    parts: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...]
    headings: tuple[str, ...]
    receipt: Receipt


def price_flight(
    scene: Scene,
    cubes: Sequence[tuple[Square, int]],
    mode: FlightMode,
    *,
    heading: str,
    diagonals_before: int,
    goes_on: bool,
) -> PricedSteps:
    """Return the cost of passing these cubes (C-122 to C-143).

    `heading` is that before it ("" = any), `diagonals_before` those counted in this turn;
    `goes_on`: it is not the first part of its movement.
    """
    bearings = find_bearings(cubes)
    flight = fly(
        scene.rules,
        bearings,
        main=heading,
        wind=scene.wind,
        gravity=scene.gravity,
        diagonals_before=diagonals_before,
        mode=mode,
        goes_on=goes_on,
    )
    parts: list[tuple[int, ...]] = []
    counted: list[int] = []
    headings: list[str] = []
    part: list[int] = []
    has_moved = False  # to another anchor, in this part
    total = Fraction(0)
    spent = 0  # of the total in whole squares
    diagonals = diagonals_before
    now: Bearing | None
    if heading:
        now = parse_heading(heading)
    else:
        now = None
    for number, (word, price) in enumerate(zip(bearings, flight.steps, strict=True)):
        bearing = parse_bearing(word)
        now = after(now or bearing, bearing)
        total += price
        diagonals += bearing.diagonal
        part.append(ceil(total) - spent)
        spent = ceil(total)
        has_moved = has_moved or cubes[number + 1][0] != cubes[number][0]
        is_last = number == len(bearings) - 1
        if is_last or (has_moved and not _sinks(*cubes[number + 1 : number + 3])):
            parts.append(tuple(part))
            part = []
            has_moved = False
            counted.append(diagonals)
            headings.append(str(now))
    return PricedSteps(tuple(parts), tuple(counted), tuple(headings), flight.receipt)


def _sinks(cube: tuple[Square, int], next_cube: tuple[Square, int]) -> bool:
    """Whether it goes straight down, which belongs to the step before."""
    square, height = cube
    next_square, next_height = next_cube
    return square == next_square and next_height < height


def find_bearings(cubes: Sequence[tuple[Square, int]]) -> list[str]:
    """Return the direction of each step through these cubes: "E", "UNE"."""
    return [_bearing(before, at) for before, at in pairwise(cubes)]


def _bearing(before: tuple[Square, int], after_it: tuple[Square, int]) -> str:
    square, low = before
    next_square, high = after_it
    direction = direction_of(square, next_square)
    if high > low:
        return "U" + direction
    if high < low:
        return "D" + direction
    return direction


def price_unseen(
    rules: Ruleset, priced: PricedSteps, unseen: Sequence[bool], diagonals_before: int
) -> PricedSteps:
    """Return the cost where the flyer does not see its way on some steps (C-046).

    As on the ground a doubled diagonal costs one cheap and one dear, and is not counted (G-5).
    """
    every = diagonals_before  # all diagonals, as `priced` counts them
    single = diagonals_before  # those that are not doubled
    parts: list[tuple[int, ...]] = []
    diagonals: list[int] = []
    for part, counted, is_unseen in zip(priced.parts, priced.counted, unseen, strict=True):
        if is_unseen:
            costs = [cost * 2 for cost in part]
        else:
            costs = [*part]
        if counted != every:  # the last of a part goes to the next anchor
            paid = _diagonal(every)
            if is_unseen:
                costs[-1] += 3 - 2 * paid
            else:
                costs[-1] += _diagonal(single) - paid
                single += 1
        parts.append(tuple(costs))
        diagonals.append(single)
        every = counted
    receipt = rules.cite("C-046", "poor visibility", Factor(2), priced.receipt, questions="QC-47")
    return replace(priced, parts=tuple(parts), counted=tuple(diagonals), receipt=receipt)


def _diagonal(before: int) -> int:
    if before % 2:
        return 2
    return 1
