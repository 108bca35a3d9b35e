"""The journey as a line: kilometres over days, with nights, fights and forced hours."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from core.messages import N_
from saves.exchange.record.document import Word
from saves.exchange.record.pictures import ChartLeg, JourneyChart, JourneyStop
from saves.exchange.record.svg import Point, path, picture, straight, tag, titled, words

WIDTH, HEIGHT = 720.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 16.0, 30.0, 46.0
LETTER = 6.0
"""The approximate width of a letter."""
DATES: Final = 9
"""Maximum dates below the line."""
NAMES: Final = 5
"""Maximum fights with a name."""


class Frame:
    """Positions of hours and kilometres on the picture."""

    def __init__(self, hours: Fraction, km: Fraction) -> None:
        self.hours, self.km = float(hours) or 1.0, float(km) or 1.0

    def x(self, hours: Fraction) -> float:
        """The position of an hour since the beginning."""
        return LEFT + float(hours) / self.hours * (WIDTH - LEFT - RIGHT)

    def y(self, km: Fraction) -> float:
        """The position of a distance in km."""
        return HEIGHT - BOTTOM - float(km) / self.km * (HEIGHT - TOP - BOTTOM)


def svg_line(journey: JourneyChart, key: str, word: Word) -> str:
    """The line as SVG; `key` is unique in the page."""
    frame = Frame(journey.hours, journey.km)
    fights = [stop for stop in journey.stops if stop.kind == "fight"]
    nights = [stop for stop in journey.stops if stop.kind == "night"]
    described = word(
        N_(
            "A line of the way by the hour, over {days:day|days}: {far} in all,"
            " {nights:night|nights}, {fights:fight|fights}."
        ),
        days=len(journey.days),
        far=journey.told,
        nights=len(nights),
        fights=len(fights),
    )
    return picture(
        "line", key, (WIDTH, HEIGHT), journey.title, described,
        *_axes(journey, frame),
        *(_night(stop, frame, word) for stop in nights),
        *_legs(journey, frame, word),
        *(_fight(stop, frame, named=len(fights) <= NAMES) for stop in fights),
    )  # fmt: skip


def _axes(journey: JourneyChart, frame: Frame) -> Iterable[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    yield path(
        (f"M{LEFT:g} {frame.y(tick.at):.1f}H{right:g}" for tick in journey.ticks), class_="rule"
    )
    yield tag("g", *(words(tick.label, LEFT - 8, frame.y(tick.at) + 4) for tick in journey.ticks),
              class_="upright")  # fmt: skip
    yield path(
        (f"M{frame.x(day.begins):.1f} {TOP:g}V{bottom:g}" for day in journey.days), class_="day"
    )
    step = -(-len(journey.days) // DATES)
    middle = Fraction(12)
    yield tag(
        "g",
        *(words(day.date, frame.x(day.begins + middle), bottom + 18)
          for day in journey.days[::step]),
        class_="across",
    )  # fmt: skip


def _legs(journey: JourneyChart, frame: Frame, word: Word) -> Iterable[str]:
    points = [at for leg in journey.legs for at in _ends(leg, frame)]
    ends = (frame.x(journey.ended), frame.y(journey.km))
    yield path((straight([*points, ends]),), class_="rest")
    for forced in (False, True):
        drawn = (straight(_ends(leg, frame)) for leg in journey.legs if leg.forced == forced)
        yield path(drawn, class_="go forced" if forced else "go")
    for leg in journey.legs:
        if leg.forced:
            x, y = frame.x(leg.ends), frame.y(leg.km_to)
            yield tag("g", titled(word(N_("a forced march"))),
                      words("!", x, y - 9, class_="forced"))  # fmt: skip


def _ends(leg: ChartLeg, frame: Frame) -> tuple[Point, Point]:
    begins = (frame.x(leg.begins), frame.y(leg.km_from))
    return begins, (frame.x(leg.ends), frame.y(leg.km_to))


def _night(stop: JourneyStop, frame: Frame, word: Word) -> str:
    x = frame.x(stop.hours)
    y = HEIGHT - BOTTOM
    moon = f"M{x - 2:.1f} {y - 12:.1f}a5 5 0 1 0 5 7a4.5 4.5 0 0 1-5-7z"
    told = titled(word(N_("Night {numbers}"), numbers=stop.number))
    return tag("g", told, path((moon,), class_="moon"))


def _fight(stop: JourneyStop, frame: Frame, *, named: bool) -> str:
    x, y = frame.x(stop.hours), frame.y(stop.km)
    left = x - LETTER * len(stop.name) > LEFT + 10  # the line climbs: on its left there is room
    at, up = (x - 10, y - 7) if left else (x + 10, y + 16)
    return tag(
        "g",
        titled(stop.name),
        tag("circle", cx=x, cy=y, r=7, class_="fight"),
        tag("path", d=f"M{x - 3:.1f} {y - 3:.1f}l6 6m0-6l-6 6", class_="cross"),
        words(stop.name, at, up, class_="name", text_anchor="end" if left else "start")
        if named
        else "",
    )
