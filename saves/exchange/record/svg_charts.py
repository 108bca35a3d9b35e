"""Charts as SVG: the journey as a line, a bar for each day, and the luck of each player."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from saves.exchange.record.document import (
    AxisTick,
    ChartLeg,
    DayBar,
    JourneyChart,
    JourneyStop,
    LuckRecord,
    Phrase,
)
from saves.exchange.record.svg import (
    Point,
    box,
    circle,
    group,
    path,
    picture,
    straight,
    words,
)

WIDTH, LEFT, RIGHT = 720.0, 56.0, 16.0
LINE, BARS = (250.0, 30.0, 46.0), (170.0, 22.0, 30.0)
"""The height of a chart, and the room above and below."""
LETTER = 6.0
"""The approximate width of a letter."""
DATES = 9
"""Maximum dates below the line."""
NAMES = 5
"""Maximum fights with a name."""
FIGURES = 16
"""Maximum bars that show their figures."""
ROW, NAME, MOST = 30.0, 130.0, 3.0
"""The height of a bar of luck, the room for names, and how many deviations fit on a side."""


class Frame:
    """Positions of hours and kilometres on a chart; `top` and `base` are the ends of its axis."""

    def __init__(
        self, hours: Fraction, km: Fraction, height: float, top: float, bottom: float
    ) -> None:
        self.hours, self.km = float(hours) or 1.0, float(km) or 1.0
        self.top, self.base, self.size = top, height - bottom, (WIDTH, height)

    def x(self, hours: Fraction) -> float:
        """The position of an hour since the beginning."""
        return LEFT + float(hours) / self.hours * (WIDTH - LEFT - RIGHT)

    def y(self, km: Fraction) -> float:
        """The position of a distance in km."""
        return self.base - float(km) / self.km * (self.base - self.top)

    def scale(self, ticks: Iterable[AxisTick]) -> Iterable[str]:
        """The lines and labels of these kilometres."""
        lines = [(tick.label, self.y(tick.at)) for tick in ticks]
        yield path((f"M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}" for _, y in lines), "rule")
        yield group(*(words(name, LEFT - 8, y + 4) for name, y in lines), kind="upright")


def svg_line(journey: JourneyChart, key: str, phrase: Phrase) -> str:
    """The line as SVG; `key` is unique in the page."""
    frame = Frame(journey.hours, journey.km, *LINE)
    fights = [stop for stop in journey.stops if stop.kind == "fight"]
    nights = [stop for stop in journey.stops if stop.kind == "night"]
    described = phrase(
        "A line of the way by the hour, over {days:day|days}: {far} in all,"
        " {nights:night|nights}, {fights:fight|fights}.",
        days=len(journey.days),
        far=journey.told,
        nights=len(nights),
        fights=len(fights),
    )
    return picture(
        "line", key, frame.size, journey.title, described,
        *_axes(journey, frame),
        *(_night(stop, frame, phrase) for stop in nights),
        *_legs(journey, frame, phrase),
        *(_fight(stop, frame, named=len(fights) <= NAMES) for stop in fights),
    )  # fmt: skip


def _axes(journey: JourneyChart, frame: Frame) -> Iterable[str]:
    yield from frame.scale(journey.ticks)
    yield path(
        (f"M{frame.x(day.begins):.1f} {frame.top:g}V{frame.base:g}" for day in journey.days),
        "day",
    )
    step = -(-len(journey.days) // DATES)
    middle = Fraction(12)
    yield group(
        *(words(day.date, frame.x(day.begins + middle), frame.base + 18)
          for day in journey.days[::step]),
        kind="across",
    )  # fmt: skip


def _legs(journey: JourneyChart, frame: Frame, phrase: Phrase) -> Iterable[str]:
    points = [at for leg in journey.legs for at in _ends(leg, frame)]
    ends = (frame.x(journey.ended), frame.y(journey.km))
    yield path(straight([*points, ends]), "rest")
    for forced in (False, True):
        drawn = (straight(_ends(leg, frame)) for leg in journey.legs if leg.forced == forced)
        yield path(drawn, "go forced" if forced else "go")
    for leg in journey.legs:
        if leg.forced:
            x, y = frame.x(leg.ends), frame.y(leg.km_to)
            yield group(words("!", x, y - 9, "forced"), title=phrase("a forced march"))


def _ends(leg: ChartLeg, frame: Frame) -> tuple[Point, Point]:
    begins = (frame.x(leg.begins), frame.y(leg.km_from))
    return begins, (frame.x(leg.ends), frame.y(leg.km_to))


def _night(stop: JourneyStop, frame: Frame, phrase: Phrase) -> str:
    x, y = frame.x(stop.hours), frame.base
    moon = f"M{x - 2:.1f} {y - 12:.1f}a5 5 0 1 0 5 7a4.5 4.5 0 0 1-5-7z"
    return group(path(moon, "moon"), title=phrase("Night {numbers}", numbers=stop.number))


def _fight(stop: JourneyStop, frame: Frame, *, named: bool) -> str:
    x, y = frame.x(stop.hours), frame.y(stop.km)
    left = x - LETTER * len(stop.name) > LEFT + 10  # the line climbs: on its left there is room
    at, up = (x - 10, y - 7) if left else (x + 10, y + 16)
    return group(
        circle(x, y, 7, "fight"),
        path(f"M{x - 3:.1f} {y - 3:.1f}l6 6m0-6l-6 6", "cross"),
        words(stop.name, at, up, "name", text_anchor="end" if left else "start") if named else "",
        title=stop.name,
    )


def svg_days(journey: JourneyChart, key: str, phrase: Phrase) -> str:
    """A bar for the distance of each day of travel; `key` is unique in the page."""
    far = tuple(phrase("{day}: {km}", day=day.date, km=day.told) for day in journey.days if day.km)
    described = phrase("Bars of the way of each day. {days}.", days=far)
    title = phrase("How far each day went")
    wide = (WIDTH - LEFT - RIGHT) / len(journey.days)
    frame = Frame(journey.hours, journey.day_km, *BARS)
    return picture(
        "bars", key, frame.size, title, described,
        *frame.scale(journey.bar_ticks),
        *(_bar(day, frame, wide, len(journey.days), n, phrase)
          for n, day in enumerate(journey.days)),
    )  # fmt: skip


def _bar(day: DayBar, frame: Frame, wide: float, count: int, number: int, phrase: Phrase) -> str:
    left = LEFT + number * wide
    thick = min(44.0, wide * 0.7)
    x, y, bottom = left + (wide - thick) / 2, frame.y(day.km), frame.base
    parts: list[str] = []
    if day.km:
        parts.append(box(x, y, thick, bottom - y, "bar"))
    if day.forced_km:
        high = bottom - frame.y(day.forced_km)
        parts.append(box(x, y, thick, high, "bar forced"))
        hatch = (f"M{x:.1f} {y + 2 + 4 * n:.1f}h{thick:.1f}" for n in range(int(high // 4) + 1))
        parts.append(path(hatch, "hatch"))
    if day.km and count <= FIGURES:
        parts.append(words(day.told, left + wide / 2, y - 5, "figure", text_anchor="middle"))
    if number % -(-count // DATES) == 0:
        parts.append(words(day.date, left + wide / 2, bottom + 18, "date"))
    title = phrase("{day}: {km}", day=day.date, km=day.told) if day.km else ""
    return group(*parts, title=title)


def svg_luck(luck: tuple[LuckRecord, ...], key: str, phrase: Phrase) -> str:
    """A bar for each player: to the right for luck, to the left for bad luck."""
    height = ROW * len(luck) + 40
    rows = tuple(
        phrase(
            "{who}: {balance} in {throws:throw|throws}",
            who=one.who,
            balance=one.balance,
            throws=one.throws,
        )
        for one in luck
    )
    described = phrase("Dice against their average. {rows}.", rows=rows)
    title = phrase("The luck of the dice")
    middle = (NAME + WIDTH) / 2
    bottom = ROW * len(luck) + 8
    return picture(
        "luck", key, (WIDTH, height), title, described,
        box(middle - _wide(1), 4, 2 * _wide(1), bottom - 4, "usual"),
        path(f"M{middle:g} 4V{bottom:g}", "axis"),
        *(_luck(one, n, middle) for n, one in enumerate(luck)),
        group(
            words(phrase("worse"), middle - _wide(MOST), bottom + 18),
            words(phrase("as usual"), middle, bottom + 18),
            words(phrase("better"), middle + _wide(MOST), bottom + 18),
            kind="across"),
    )  # fmt: skip


def _wide(spread: float) -> float:
    return min(abs(spread), MOST) / MOST * (WIDTH - NAME - 2 * 70) / 2


def _luck(one: LuckRecord, number: int, middle: float) -> str:
    y = 8 + number * ROW
    wide = _wide(one.spread)
    good = one.spread >= 0
    x = middle if good else middle - wide
    end = middle + wide + 6 if good else middle - wide - 6
    return group(
        words(one.who, NAME - 10, y + 15, "who"),
        box(x, y + 2, max(1.0, wide), ROW - 12, "bar good" if good else "bar bad"),
        words(one.balance, end, y + 15, "figure",
              text_anchor="start" if good else "end"),
    )  # fmt: skip
