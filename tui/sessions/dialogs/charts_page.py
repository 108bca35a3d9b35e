"""The campaign, or a part of it, in numbers: kilometres a day, damage, luck of the dice.

Shown with `push_screen(Charts(statistics, title, look))`; it returns nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll

from core.calendars import Calendar
from core.messages import N_, Hours, Message, half_up
from core.play.history.entry_facts import DayTotal
from core.play.history.luck import DiceTally, chance
from core.play.history.thrown_dice import Roll
from core.play.times import short_day
from core.values import Struct
from saves.history.statistics import DamageShare, PlayerLuck, Statistics
from tui.kit.lines_view import Line, Pane, columns, rule, side_by_side, trimmed, wrapped
from tui.kit.looks import PLAIN, Look, LookName
from tui.kit.modal import Modal, label
from tui.kit.phrases import Roughly, phrase, say

NONE = Fraction(0)
DAY = 8
KM = 8
TELLS = 30
"""Columns for the day, its kilometres, and what else is told of it."""
FORCED = "!"


class BarSigns(Struct):
    """The signs of bars: kilometres, those of forced hours, heights from none to most."""

    way: str
    forced: str
    heights: str


SIGNS: Mapping[LookName, BarSigns] = {
    "plain": BarSigns("=", "#", " .:-=+*%@"),
    "lines": BarSigns("█", "▒", " ▁▂▃▄▅▆▇█"),
}


def damage_lines(statistics: Statistics, width: int) -> list[Line]:
    """What is not counted because it cannot be read; [] if everything is."""
    if statistics.damaged_from is None:
        return []
    said = phrase(
        "The journal is damaged from entry {seq} on. Nothing from there on is counted here.",
        seq=statistics.damaged_from,
    )
    return [*wrapped(said, width, "bad"), ()]


def day_lines(statistics: Statistics, width: int, look: Look) -> list[Line]:
    """The days of travel: a line of all of them, then a bar for each."""
    if statistics.days:
        days = statistics.days[-1].day - statistics.days[0].day + 1
    else:
        days = 0
    total = phrase(
        "{km} in {days:day|days}, {forced} forced",
        km=Roughly(statistics.km),
        days=days,
        forced=Hours(statistics.forced),
    )
    lines = [rule(width, phrase("on the way"), total)]
    if not statistics.days:
        return [*lines, ((phrase("Nothing has happened yet."), "dim"),)]
    signs = SIGNS[look.name]
    legend = [
        Message("{way} on the way", way=signs.way),
        Message("{forced} of it forced", forced=signs.forced),
    ]
    if len(statistics.days) > 1:
        above, count = _all_days(statistics, width, signs)
        lines += above
        if len(above) > 1:
            legend.append(Message("{mark} an hour was forced", mark=FORCED))
        if count > 1:
            legend.append(Message("{count:day|days} in a column", count=count))
    legend_lines = side_by_side(map(say, legend), width, gap="   ")
    return [*lines, *(((line, "dim"),) for line in legend_lines), *_bars(statistics, width, signs)]


def _all_days(statistics: Statistics, width: int, signs: BarSigns) -> tuple[list[Line], int]:
    days = statistics.days
    calendar = statistics.calendar
    first, last = (say(short_day(one.day, calendar)) for one in (days[0], days[-1]))
    room = max(1, width - cell_len(first) - cell_len(last) - 4)
    each = heights(days, room)
    most = max(km for km, _ in each)
    top = len(signs.heights) - 1
    at = (max(1, half_up(km / most * top)) if km else 0 for km, _ in each)
    tall = "".join(signs.heights[height] for height in at)
    marks = "".join(FORCED if forced else " " for _, forced in each)
    lines: list[Line] = [((f" {first} ", "dim"), (tall, "good"), (f" {last}", "dim"))]
    if marks.strip():
        lines.append(((" " * (cell_len(first) + 2) + marks, "bad"),))
    return lines, _in_a_column(days, room)


def _in_a_column(days: Sequence[DayTotal], most: int) -> int:
    return max(1, -(-(days[-1].day - days[0].day + 1) // most))


def heights(days: Sequence[DayTotal], most: int) -> tuple[tuple[Fraction, bool], ...]:
    """Kilometres a day, and whether an hour was forced, in `most` columns at most.

    A column is a day, or the average of several. Days between that have
    no entry count as days without a kilometre.
    """
    first = days[0].day
    span = days[-1].day - first + 1
    each = _in_a_column(days, most)
    km = [NONE] * (-(-span // each))
    forced = [False] * len(km)
    for day in days:
        at = (day.day - first) // each
        km[at] += day.km / min(each, span - at * each)
        forced[at] |= day.forced > 0
    return tuple(zip(km, forced, strict=True))


def _bars(statistics: Statistics, width: int, signs: BarSigns) -> Iterator[Line]:
    most = max(day.km for day in statistics.days)
    room = max(4, width - DAY - KM - TELLS - 3)
    before = None
    for day in statistics.days:
        yield from _between(before, day, statistics.calendar)
        way, forced = bar(day, most, room)
        km = say(Roughly(day.km)) if day.km else "-"
        yield (
            (columns((say(short_day(day.day, statistics.calendar)), -DAY), (km, -KM)) + " ", ""),
            (signs.way * way, "good"),
            (signs.forced * forced, "bad"),
            (" " * (room - way - forced + 1) + trimmed(_told(day), TELLS), ""),
        )
        before = day


def _between(before: DayTotal | None, day: DayTotal, calendar: Calendar) -> Iterator[Line]:
    if before is not None and day.day - before.day > 1:
        missing = phrase("{days:day|days} without travel", days=day.day - before.day - 1)
        yield ((" " * (DAY + KM + 1) + missing, "dim"),)
    year = calendar.date(day.day).year
    if before is None or calendar.date(before.day).year != year:
        yield ((columns((str(year), -DAY)), "dim"),)


def bar(day: DayTotal, most: Fraction, room: int) -> tuple[int, int]:
    """The columns, of `room`, for the kilometres of a day, and for those of forced hours.

    `most` kilometres fill the room. Any distance has at least one column.
    """
    if not day.km:
        return 0, int(day.forced > 0)
    whole = max(1, half_up(day.km / most * room))
    if day.forced:
        forced = max(1, half_up(whole * day.forced / day.hours))
    else:
        forced = 0
    return whole - forced, forced


def _told(day: DayTotal) -> str:
    messages = []
    if day.forced:
        messages.append(Message("forced {hours}", hours=Hours(day.forced)))
    if day.fights:
        messages.append(Message("{count:fight|fights}", count=day.fights))
    if day.damage:
        messages.append(Message("{count} damage", count=day.damage))
    return say(tuple(messages))


SHARE = (14, -6)
"""Columns of a name and of points, which end at the right."""


def share_lines(statistics: Statistics, width: int, look: Look) -> list[Line]:
    """Who dealt and who took damage: a line for each member, then all the others.

    [] where that is not for those who look on.
    """
    damage = statistics.damage
    if damage is None:
        return []
    lines = [rule(width, phrase("damage"), phrase("dealt and taken"))]
    rows = list(damage.members)
    others = damage.others
    if others.dealt or others.taken:
        rows.append(DamageShare(phrase("all others"), others.dealt, others.taken))
    if not rows:
        return [*lines, ((phrase("Nobody was hurt."), "dim"),)]
    most = max(max(row.dealt, row.taken) for row in rows)
    room = max(4, (width - SHARE[0] + 2 * SHARE[1] - 4) // 2)
    head = _cells(("", phrase("dealt")), SHARE) + " " * (room + 2)
    lines.append((((head + _cells((phrase("taken"),), SHARE[1:])).rstrip(), "dim"),))
    lines += [_share_row(row, most, room, look) for row in rows]
    if damage.nobody:
        nobody = phrase(
            "{points:point|points} that nobody dealt: falls, marches, the ground.",
            points=damage.nobody,
        )
        lines += wrapped(nobody, width, "dim")
    if damage.unknown:
        unknown = phrase(
            "{points:point|points} unknown: entries of before do not say by whom.",
            points=damage.unknown,
        )
        lines += wrapped(unknown, width, "dim")
    return lines


def _share_row(share: DamageShare, most: int, room: int, look: Look) -> Line:
    sign = SIGNS[look.name].way
    dealt = _points_bar(share.dealt, most, room)
    taken = _points_bar(share.taken, most, room)
    name = trimmed(share.name, SHARE[0] - 1)
    return (
        (_cells((name, str(share.dealt)), SHARE) + " ", ""),
        (sign * dealt + " " * (room - dealt), "good"),
        (_cells((str(share.taken),), SHARE[1:]) + " ", ""),
        (sign * taken, "bad"),
    )


def _points_bar(points: int, most: int, room: int) -> int:
    # The columns of some points, where `most` fill the room. Any have at least one.
    if not points:
        return 0
    return max(1, half_up(Fraction(points, most) * room))


PLAYER = (12, -6, -8)
"""Columns of the name, the rolls and the luck; those below 0 end at the right."""
CHANCES = (12, -4, -4, -11, -11)
"""Columns of the chance and of 20s and 1s; from `WIDE` on also of the best and the worst."""
WIDE = 100
USUAL = Fraction(1, 4)
"""A chance of this or more is nothing to remark on."""
RAREST = 99_999


def luck_lines(statistics: Statistics, width: int, look: Look) -> list[Line]:
    """The luck ledger: a line for each player character, then the others, apart."""
    lines = [rule(width, phrase("luck of the dice"), phrase("rolled at the table and typed"))]
    if not statistics.luck:
        lines.append(((phrase("No player's dice were typed yet."), "dim"),))
    else:
        chances = CHANCES if width >= WIDE else CHANCES[:3]
        half = max(3, (width - sum(map(abs, (*PLAYER, *chances))) - 3) // 2)
        names = (phrase("player"), phrase("rolls"), phrase("luck"))
        odds = (phrase("chance"), phrase("20s"), phrase("1s"), phrase("best"), phrase("worst"))
        head = _cells(names, PLAYER) + " " * (2 * half + 3) + _cells(odds, chances)
        lines.append(((head.rstrip(), "dim"),))
        most = max(abs(one.tally.balance) for one in statistics.luck)
        lines += [_row(one, most, half, chances, look) for one in statistics.luck]
        about = phrase(
            "Right of the line: better than average. 1 in 20: one of twenty fair players would"
            " be this far off or further. Dice that hurt the thrower count the other way"
            " round."
        )
        lines += wrapped(about, width, "dim")
    return [*lines, *_others(statistics, width)]


def _cells(texts: Iterable[str], widths: Iterable[int]) -> str:
    return columns(*zip(texts, widths, strict=False))


def _row(
    player_luck: PlayerLuck, most: Fraction, half: int, chances: Iterable[int], look: Look
) -> Line:
    ledger = player_luck.tally
    left, right = beside(ledger.balance, most, half)
    signs = SIGNS[look.name]
    name = trimmed(player_luck.name, PLAYER[0] - 1)
    start = _cells((name, str(ledger.rolls), balance(ledger)), PLAYER)
    counts = (rarity(ledger), str(ledger.twenties), str(ledger.ones))
    end = _cells((*counts, _thrown(ledger.best), _thrown(ledger.worst)), chances)
    return (
        (f"{start} {' ' * (half - left)}", ""),
        (signs.way * left, "bad"),
        (look.upright, ""),
        (signs.way * right, "good"),
        (f"{' ' * (half - right)} {end}", ""),
    )


def beside(balance: Fraction, most: Fraction, half: int) -> tuple[int, int]:
    """The columns left and right of the line; `most` points of luck fill `half` columns."""
    if not balance:
        return 0, 0
    long = max(1, half_up(abs(balance) / most * half))
    if balance < 0:
        return (long, 0)
    return (0, long)


def balance(ledger: DiceTally) -> str:
    """The distance of the dice from their average: "-23", "+4.5"."""
    return phrase("{number:+}", number=ledger.balance)


def rarity(ledger: DiceTally) -> str:
    """The rarity of such luck: "as usual", "1 in 40"."""
    probability = chance(ledger)
    if probability >= USUAL:
        return phrase("as usual")
    if probability * RAREST < 1:
        return phrase("1 in {most}+", most=RAREST)
    return phrase("1 in {number}", number=half_up(1 / probability))


def _thrown(roll: Roll | None) -> str:
    if roll is None:
        return ""
    return phrase("{shown} on {dice}", shown=roll.shown, dice=roll.dice)


def _others(statistics: Statistics, width: int) -> Iterator[Line]:
    typed = N_("Foes, animals, encounter checks, typed: {luck} over {rolls:roll|rolls}, {chance}.")
    thrown = N_("Rolled by the program, for anyone: {luck} over {rolls:roll|rolls}, {chance}.")
    for ledger, template in ((statistics.table, typed), (statistics.program, thrown)):
        if ledger.rolls:
            told = phrase(template, luck=balance(ledger), rolls=ledger.rolls, chance=rarity(ledger))
            yield from wrapped(told, width)


class ChartsPane(Pane):
    """Statistics in as many lines as they need."""

    _found: Statistics | None = None
    _parts: tuple[int, ...] = ()

    def show(self, found: Statistics) -> None:
        """Show these numbers."""
        self._found = found
        self.redraw()

    @property
    def parts(self) -> tuple[int, ...]:
        """The lines at which days, damage and luck begin."""
        self.drawn(self.size.width or 80)
        return self._parts

    def lines(self, width: int) -> Sequence[Line]:
        """What cannot be read, the days, the damage, then the luck."""
        if self._found is None:
            return ()
        damage = damage_lines(self._found, width)
        days = [*damage, *day_lines(self._found, width, self.look), ()]
        shares = share_lines(self._found, width, self.look)
        if shares:
            shares.append(())
        self._parts = (0, len(days), len(days) + len(shares))
        return [*days, *shares, *luck_lines(self._found, width, self.look)]


class Charts(Modal[None]):
    """Statistics under `title`, first those of `chart_part`: the days or the luck.

    The arrows scroll, Tab goes from part to part, `y` copies, Esc closes.
    """

    CSS_PATH = ["../../play/widgets.tcss", "charts_page.tcss"]
    BINDINGS = [
        Binding("enter", "leave", "close", id="charts-close"),
        Binding("tab", "turn", "next part", priority=True, id="charts-turn"),
        Binding("j", "scroll(1)", show=False, id="charts-down"),
        Binding("k", "scroll(-1)", show=False, id="charts-up"),
        Binding("y", "copy", "copy", id="charts-copy"),
    ]

    def __init__(
        self,
        statistics: Statistics,
        title: Message | str,
        look: Look = PLAIN,
        chart_part: Literal["days", "luck"] = "days",
    ) -> None:
        super().__init__()
        self._found = statistics
        self._title = title
        self._look = look
        self._at = chart_part

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._title, id="head")
            with VerticalScroll():
                yield ChartsPane()
            yield label(Message("arrows scroll   Tab next part   y copy   Esc close"), id="keys")

    def on_mount(self) -> None:
        """Show the numbers, scrolled to their beginning."""
        pane = self.query_one(ChartsPane)
        pane.look = self._look
        pane.show(self._found)
        self.query_one(VerticalScroll).focus()
        if self._at == "luck":
            self.call_after_refresh(self._go_to, pane.parts[-1])

    def action_turn(self) -> None:
        """Scroll to the next part; from the last, or the end of the page, back to the top."""
        page = self.query_one(VerticalScroll)
        below = [line for line in self.query_one(ChartsPane).parts if line > page.scroll_y]
        if page.scroll_y >= page.max_scroll_y or not below:
            below = [0]
        self._go_to(below[0])

    def _go_to(self, line: int) -> None:
        page = self.query_one(VerticalScroll)
        page.scroll_to(y=min(line, page.max_scroll_y), animate=False)

    def action_scroll(self, by: int) -> None:
        """Scroll so many lines down."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_copy(self) -> None:
        """Copy all of it as text."""
        self.copy(f"{say(self._title)}\n{self.query_one(ChartsPane).as_text()}")
