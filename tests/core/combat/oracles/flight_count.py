"""Flights counted again by vectors and angles, from the text of C-122 to C-143."""

from __future__ import annotations

from fractions import Fraction

COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
Vector = tuple[int, int, int]


def vector(text: str) -> Vector:
    """How a step changes column, row and height."""
    if text in COMPASS:
        return (*COMPASS[text], 0)
    rise = {"U": 1, "D": -1}[text[0]]
    return (*COMPASS.get(text[1:], (0, 0)), rise)


def degrees(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The angle between two compass directions, by their scalar and cross products."""
    dot = one[0] * other[0] + one[1] * other[1]
    cross = one[0] * other[1] - one[1] * other[0]
    if cross == 0:
        return 0 if dot > 0 else 180
    if dot == 0:
        return 90
    return 45 if dot > 0 else 135


def pitch(step: Vector) -> int:
    """Degrees above the horizon."""
    flat = step[0] or step[1]
    return step[2] * (45 if flat else 90)


def counted(
    system: str,
    steps: list[str],
    *,
    main: str = "",
    wind: str = "",
    gravity: str = "normal",
    before: int = 0,
    swims: bool = False,
) -> list[Fraction]:
    """The price of each step."""
    prices: list[Fraction] = []
    diagonals = before if system == "pf2" else 0
    heading = vector(main or steps[0])
    compass = heading[:2] if heading[0] or heading[1] else None
    level = pitch(heading)
    for text in steps:
        step = vector(text)
        flat = (step[0], step[1])
        price = Fraction(1)
        if [bool(part) for part in step].count(True) > 1:
            diagonals += 1
            price = Fraction(1 if diagonals % 2 == 1 else 2)
        if swims:
            prices.append(price + (1 if system == "pf2" and step[2] else 0))
            continue
        if system == "pf2":
            prices.append(in_wind(price, step, wind, gravity))
            continue
        if system == "sf":
            around = degrees(compass, flat) if compass and flat != (0, 0) else 0
            price += Fraction(around + abs(pitch(step) - level), 45)
            if step[2] > 0:
                price += {"normal": 1, "low": 0, "zero": 0, "high": 2}[gravity]
        prices.append(price)
        level = pitch(step)
        if flat != (0, 0):
            compass = flat
    return prices


def in_wind(price: Fraction, step: Vector, wind: str, gravity: str) -> Fraction:
    """A step of a flyer in the wind (C-134 to C-138)."""
    up = step[2] > 0 and gravity != "zero"
    flat = (step[0], step[1])
    angle = degrees(flat, COMPASS[wind]) if wind and flat != (0, 0) else 90
    if angle >= 135:
        return price + (2 if up else 1)
    if angle <= 45 or (flat == (0, 0) and step[2] < 0 and gravity != "zero"):
        price /= 2
    return price + (1 if up else 0)
