"""Elements of SVG as text, every text escaped; positions on a chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import markupsafe

from core.values import Struct

Point = tuple[float, float]


escape = lru_cache(maxsize=4096)(markupsafe.escape)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate rounded to a tenth."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if value else "0"


@lru_cache(maxsize=64)
def _opening(name: str) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="'


def tag(name: str, *inside: str, **values: str | float) -> str:
    """An element with this inner markup; `class_` is class, `stroke_width` stroke-width."""
    opened = "".join(
        [
            f'{_opening(key)}{escape(value) if isinstance(value, str) else number(value)}"'
            for key, value in values.items()
        ]
    )
    return f"<{name}{opened}>{''.join(inside)}</{name}>" if inside else f"<{name}{opened}/>"


def path(pieces: Iterable[str], kind: str) -> str:
    """A path of these pieces, of class `kind`; "" when there are none."""
    drawn = "".join(pieces)
    return tag("path", d=drawn, class_=kind) if drawn else ""


def words(text: str, x: float, y: float) -> str:
    """A text at a point."""
    return tag("text", escape(text), x=x, y=y)


def smooth(points: Sequence[Point]) -> str:
    """A line through points, its corners rounded."""
    if len(points) < 3:
        return straight(points)
    start, *inner, end = points
    pieces = [f"M{_point(start)}"]
    for at, after in zip(inner, points[2:], strict=True):
        middle = ((at[0] + after[0]) / 2, (at[1] + after[1]) / 2)
        pieces.append(f"Q{_point(at)} {_point(middle)}")
    pieces.append(f"L{_point(end)}")
    return "".join(pieces)


def straight(points: Sequence[Point]) -> str:
    """A line through points."""
    return "".join(f"{'L' if n else 'M'}{_point(at)}" for n, at in enumerate(points))


def _point(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def picture(
    kind: str, key: str, size: tuple[float, float], title: str, described: str, *inside: str
) -> str:
    """A whole picture, `size` wide and high, that a screen reader can tell of.

    `key` is unique among the pictures of a page.
    """
    width, height = size
    return tag(
        "svg",
        tag("title", escape(title), id=f"{key}-t"),
        tag("desc", escape(described), id=f"{key}-d"),
        *inside,
        class_=kind,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{key}-t {key}-d",
    )


class Frame(Struct):
    """A chart of `km` by `hours`: 56 to 704 across, and from `base` up to `top`."""

    hours: Fraction
    km: Fraction
    top: float
    base: float

    def x(self, hours: Fraction) -> float:
        """The position of an hour since the beginning."""
        return 56 + float(hours) / (float(self.hours) or 1.0) * 648

    def y(self, km: Fraction) -> float:
        """The position of a distance in km."""
        return self.base - float(km) / (float(self.km) or 1.0) * (self.base - self.top)

    def at(self, hours: Fraction, km: Fraction) -> str:
        """A point of a path."""
        return _point((self.x(hours), self.y(km)))
