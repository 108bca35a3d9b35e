"""Bars: distance of each day, and luck of each player."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from core.messages import N_
from saves.exchange.record.document import LuckRecord, Word
from saves.exchange.record.pictures import DayBar, JourneyChart
from saves.exchange.record.svg import path, picture, tag, titled, words

WIDTH, HEIGHT = 720.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 16.0, 22.0, 30.0
DATES: Final = 9
FIGURES: Final = 16
"""Maximum bars that show their figures."""
ROW, NAME, MOST = 30.0, 130.0, 3.0
"""The height of a bar of luck, the room for names, and how many deviations fit on a side."""


def svg_days(journey: JourneyChart, key: str, word: Word) -> str:
    """A bar for the distance of each day of travel; `key` is unique in the page."""
    far = tuple(
        word(N_("{day}: {km}"), day=day.date, km=day.told) for day in journey.days if day.km
    )
    described = word(N_("Bars of the way of each day. {days}."), days=far)
    title = word(N_("How far each day went"))
    wide = (WIDTH - LEFT - RIGHT) / len(journey.days)
    return picture(
        "bars", key, (WIDTH, HEIGHT), title, described,
        path((f"M{LEFT:g} {_y(tick.at, journey):.1f}H{WIDTH - RIGHT:g}"
              for tick in journey.bar_ticks), class_="rule"),
        tag("g", *(words(tick.label, LEFT - 8, _y(tick.at, journey) + 4)
                   for tick in journey.bar_ticks), class_="upright"),
        *(_bar(day, journey, wide, n, word) for n, day in enumerate(journey.days)),
    )  # fmt: skip


def _y(km: Fraction, journey: JourneyChart) -> float:
    share = float(km) / (float(journey.day_km) or 1.0)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _bar(day: DayBar, journey: JourneyChart, wide: float, number: int, word: Word) -> str:
    left = LEFT + number * wide
    thick = min(44.0, wide * 0.7)
    x, y = left + (wide - thick) / 2, _y(day.km, journey)
    bottom = HEIGHT - BOTTOM
    parts: list[str] = []
    if day.km:
        parts.append(titled(word(N_("{day}: {km}"), day=day.date, km=day.told)))
        parts.append(tag("rect", x=x, y=y, width=thick, height=bottom - y, class_="bar"))
    if day.forced_km:
        high = bottom - _y(day.forced_km, journey)
        parts.append(tag("rect", x=x, y=y, width=thick, height=high, class_="bar forced"))
        parts.append(path(_hatch(x, y, thick, high), class_="hatch"))
    if day.km and len(journey.days) <= FIGURES:
        parts.append(words(day.told, left + wide / 2, y - 5, class_="figure", text_anchor="middle"))
    if number % -(-len(journey.days) // DATES) == 0:
        parts.append(words(day.date, left + wide / 2, bottom + 18, class_="date"))
    return tag("g", *parts)


def _hatch(x: float, y: float, wide: float, high: float) -> Iterable[str]:
    lines = int(high // 4)
    return (f"M{x:.1f} {y + 2 + 4 * n:.1f}h{wide:.1f}" for n in range(lines + 1))


def svg_luck(luck: tuple[LuckRecord, ...], key: str, word: Word) -> str:
    """A bar for each player: to the right for luck, to the left for bad luck."""
    height = ROW * len(luck) + 40
    rows = tuple(
        word(
            N_("{who}: {balance} in {throws:throw|throws}"),
            who=one.who,
            balance=one.balance,
            throws=one.throws,
        )
        for one in luck
    )
    described = word(N_("Dice against their average. {rows}."), rows=rows)
    title = word(N_("The luck of the dice"))
    middle = (NAME + WIDTH) / 2
    bottom = ROW * len(luck) + 8
    return picture(
        "luck", key, (WIDTH, height), title, described,
        tag("rect", x=middle - _wide(1), y=4, width=2 * _wide(1), height=bottom - 4,
            class_="usual"),
        path((f"M{middle:g} 4V{bottom:g}",), class_="axis"),
        *(_luck(one, n, middle) for n, one in enumerate(luck)),
        tag("g",
            words(word(N_("worse")), middle - _wide(MOST), bottom + 18),
            words(word(N_("as usual")), middle, bottom + 18),
            words(word(N_("better")), middle + _wide(MOST), bottom + 18),
            class_="across"),
    )  # fmt: skip


def _wide(spread: float) -> float:
    return min(abs(spread), MOST) / MOST * (WIDTH - NAME - 2 * 70) / 2


def _luck(one: LuckRecord, number: int, middle: float) -> str:
    y = 8 + number * ROW
    wide = _wide(one.spread)
    good = one.spread >= 0
    x = middle if good else middle - wide
    end = middle + wide + 6 if good else middle - wide - 6
    return tag(
        "g",
        words(one.who, NAME - 10, y + 15, class_="who"),
        tag("rect", x=x, y=y + 2, width=max(1.0, wide), height=ROW - 12,
            class_="bar good" if good else "bar bad"),
        words(one.balance, end, y + 15, class_="figure",
              text_anchor="start" if good else "end"),
    )  # fmt: skip
