"""The panes about the way: today's march, the plan by day, a forced march, the dice owed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rich.cells import cell_len
from textual.reactive import reactive

from core.messages import Chance, Hours, half_up
from tui.journey.model import JourneyUI
from tui.kit.lines_view import (
    CUT,
    Line,
    Pane,
    columns,
    fit,
    hours,
    lined,
    rule,
    side_by_side,
    when,
    words,
    wrapped,
)
from tui.kit.phrases import clock, distance_unit, phrase, say
from tui.play.dice.tray_model import brief
from tui.play.road.survey import DayLine, PlanLines, Survey, TodayLine

WIDE = 40
BLOCK = Fraction(2)
DATE = 8
WHEN = 13
SHORT = 8
GLUE = "\N{NO-BREAK SPACE}%"
"""A sign of percent that stays with its figure at the end of a line."""
RUN = 0.2
"""Seconds in which the hours of a march run."""
START = 12
START_NARROW = 6


class WayPane(Pane):
    """A pane about the survey that the screen remembers."""

    ui = reactive(JourneyUI(), repaint=False)

    @property
    def survey(self) -> Survey:
        """The last survey; an empty one before there is any."""
        return self.ui.survey or Survey(())

    def watch_ui(self, before: JourneyUI, now: JourneyUI) -> None:
        """Redraw another survey."""
        if before.survey is not now.survey:
            self.redraw()


class TodayBar(WayPane):
    """The pane "Today": a bar of the ordinary day's hours in blocks of two.

    Hours that the party has just travelled run through the bar, if it `moves`.
    """

    moves = False
    ahead = reactive(0.0, repaint=False)
    """The hours travelled that the bar does not show yet."""

    def watch_ui(self, before: JourneyUI, now: JourneyUI) -> None:
        """Redraw another survey; let the hours between the two run."""
        old, new = (ui.survey and ui.survey.today for ui in (before, now))
        wanted = self.moves and self.app.animation_level == "full"
        if wanted and old and new and old.title == new.title and old.done < new.done:
            self.ahead = float(new.done - old.done)
            self.animate("ahead", 0.0, duration=RUN, easing="linear")
        super().watch_ui(before, now)

    def watch_ahead(self) -> None:
        """Draw the hours that have run."""
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Title, hours, pace, bar and sky."""
        today = self.survey.today
        if today is None:
            title = rule(width, phrase("Today"))
            return [title, *wrapped(words(self.survey.trouble), width, "bad")]
        forced = phrase("forced + {hours}", hours=Hours(today.forced))
        wide = width >= WIDE
        verb = words(today.verb)
        pieces = [verb if wide else verb.ljust(15), forced, words(today.transport) if wide else ""]
        first = side_by_side(filter(None, pieces), width, gap="    " if wide else "  ")[0]
        day = words(today.title)
        pace = words(today.pace)
        beside = cell_len(day) + cell_len(pace) + 2 <= width
        lines = [rule(width, day, pace if beside else ""), ((first, ""),)]
        if not beside:
            lines.append(((pace, ""),))
        lines.append(self._bar(today, width))
        if today.sky is not None:
            lines.append(((words(today.sky), "dim"),))
        return lines

    def _bar(self, today: TodayLine, width: int) -> Line:
        blocks = max(1, -(-today.length // BLOCK))
        start = clock(today.start).removesuffix(":00")
        around = 10 + cell_len(start) + (6 if today.forced else 0)
        room = max(1, min(8 if width >= WIDE else 4, (width - around) // blocks - 1))
        cells = blocks * room
        done = max(Fraction(0), today.done - Fraction(self.ahead))
        if today.length:
            filled = half_up(done / today.length * cells)
        else:
            filled = 0
        signs = [self.look.done if i < filled else self.look.left for i in range(cells)]
        for mark in today.marks:
            if today.length:
                index = min(cells - 1, int(mark / today.length * cells))
            else:
                index = 0
            signs[index] = "!"
        parts = ["".join(signs[i : i + room]) for i in range(0, cells, room)]
        bar = f"{start} [{'|'.join(parts)}] {clock((today.start + today.length) % 24)}"
        if today.forced:
            bar += phrase(" +{hours}", hours=Hours(today.forced))
        return ((bar, "mark"),)


class ItineraryPane(WayPane):
    """The plan. Days that do not fit are counted; the last is always shown."""

    def lines(self, width: int) -> Sequence[Line]:
        """Title, days, ARRIVE and the deadline."""
        plan = self.survey.plan
        trouble = self.survey.trouble
        if plan is None and trouble is not None and self.survey.has_plan:
            title = rule(width, phrase("the way ahead"))
            return (title, *wrapped(words(trouble), width, "bad"))
        if plan is None:
            title = rule(width, phrase("no route"))
            hint = phrase(
                "Enter on a hex sets one."
                if self.ui.charted[0]
                else ":legs writes one without a map, :import reads a map."
            )
            return (title, *wrapped(hint, width, "dim"))
        goal = phrase("to {goal}  {km}", goal=words(plan.goal), km=plan.km)
        lines = [rule(width, goal)]
        wide = width >= WIDE
        if wide:
            head = (
                phrase("day"),
                phrase("leg"),
                distance_unit(),
                phrase("h"),
                "",
                phrase("night at"),
            )
            lines.append(((_row(head, width), "dim"),))
        most = 8 if wide else 4
        days = plan.days if len(plan.days) <= most else (*plan.days[: most - 2], plan.days[-1])
        lines += lined(_row(_cells(day, width), width) for day in days)
        left_out = len(plan.days) - len(days)
        if left_out:
            more = phrase("... and {days} days more", days=left_out)
            lines.insert(-1, ((more, "dim"),))
        rivers = "; ".join(map(words, plan.rivers))
        return [*lines, *wrapped(rivers, width), *self._arrival(plan, width)]

    def _arrival(self, plan: PlanLines, width: int) -> list[Line]:
        arrive = phrase("ARRIVE {when}", when=words(plan.arrival))
        deadline = words(plan.deadline)
        late = deadline, "bad" if plan.late else "good"
        lines: list[Line] = [((arrive, "mark"),)]
        if deadline and cell_len(arrive) + cell_len(deadline) + 3 <= width:
            lines = [((arrive, "mark"), ("   ", ""), late)]
        elif deadline:
            lines.append((late,))
        if plan.latest is not None:
            lines.append(((words(plan.latest), "dim"),))
        return lines


def _cells(day: DayLine, width: int) -> tuple[str, ...]:
    date = words(day.date)
    leg = words(day.leg)
    km = say(day.km)
    while " " in leg and cell_len(leg) > _widths(width)[1]:
        leg = leg.rpartition(" ")[0]  # whole words, the ground before the way
    if width < WIDE:
        return date, leg, km, say(day.hours)
    return date, leg, km.rpartition(" ")[0] or km, hours(day.hours), "", words(day.night)


def _widths(width: int) -> tuple[int, ...]:
    if width < WIDE:
        return DATE, width - DATE - 15, -8, -7
    return DATE, width - DATE - 26, -6, -6, 2, 12


def _row(cells: Sequence[str], width: int) -> str:
    return columns(*zip(cells, _widths(width), strict=True))


class ForcedTable(WayPane):
    """A row for each further hour: DC, the earlier arrival, and each member's chance.

    Where there is no room for all, neighbours with the same chances share a column, and then the
    last are left out; ".." at the end of the head shows that.
    """

    def lines(self, width: int) -> Sequence[Line]:
        """Title, head, a row an hour, and what the figures mean; empty without a plan."""
        survey = self.survey
        wide = width >= WIDE
        if not survey.forced:
            return ()
        start, rows = (START, survey.forced) if wide else (START_NARROW, survey.forced[:2])
        chances = (map(percent, row.fatigued) for row in rows)
        members = [*zip(survey.tokens, *chances, strict=True)]
        members = _fitted(members, width - start - SHORT)
        room = min(WHEN, width - start - _width_of(members))
        columns_of_members = [*map(_column, members)]
        head, *cells = (
            "".join(column[row] for column in columns_of_members) for row in range(len(rows) + 1)
        )
        dc = phrase("DC")
        km = distance_unit()
        if wide:
            first = columns(("", 4), (dc, -3), (km, -4))
        else:
            first = columns(("", 2), (dc, -3))
        lines = [rule(width, phrase("if you force today"))]
        lines.append(((f"{first} {fit(phrase('arrive'), room)}{head}", "dim"),))
        for row, risks in zip(rows, cells, strict=True):
            dc = str(row.dcs[0]) if row.dcs else "-"
            if wide:
                km = say(row.km).rpartition(" ")[0]
                first = columns((phrase("+{hours} h", hours=row.extra), 4), (dc, -3), (km, -4))
            else:
                first = columns((f"+{row.extra}", 2), (dc, -3))
            lines.append(((f"{first} {when(words(row.arrive), room)}{risks}", ""),))
        meaning = phrase("% fatigued by then.")
        if any(len(row.dcs) > 1 for row in rows):
            meaning += "  " + phrase("Longer marched: higher DC.")
        drop = words(survey.drop).replace(" %", GLUE)
        told = wrapped(f"{meaning}  {drop}", width, "dim")
        return [*lines, *(((text.replace(GLUE, " %"), role),) for ((text, role),) in told)]


def _fitted(members: list[tuple[str, ...]], width: int) -> list[tuple[str, ...]]:
    if _width_of(members) > width:
        members = _shared(members)
    if _width_of(members) <= width:
        return members
    cut = (CUT, *("" for _ in members[0][1:]))
    while members and _width_of([*members, cut]) > width:
        members = members[:-1]
    return [*members, cut]


def _width_of(members: Iterable[tuple[str, ...]]) -> int:
    return sum(len(_column(member)[0]) for member in members)


def _column(member: tuple[str, ...]) -> list[str]:
    # "100" makes its own column wider
    widest = max(2, *map(len, member))
    return [f" {cell:>{widest}}" for cell in member]


def _shared(members: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = []
    for token, *chances in members:
        if groups and [*groups[-1][1:]] == chances and len(groups[-1][0] + token) < 3:
            groups[-1] = (groups[-1][0] + token, *chances)
        else:
            groups.append((token, *chances))
    return groups


def percent(chance: Chance | None) -> str:
    """A chance in whole percent, 0 or 100 only if exact; "-" where there is none."""
    if chance is None:
        return "-"
    if chance in (0, 1):
        return str(100 * chance)
    return str(min(99, max(1, half_up(chance * 100))))


class OwedList(WayPane):
    """A line for each roll that is owed today."""

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows."""
        owed = [words(question.label) for question in self.survey.owed]
        camp = (brief(question).label for question in self.survey.in_camp)
        owed += (phrase("check in camp {roll}", roll=roll) for roll in camp)
        rows = lined(f"o {row}" for row in owed) or lined([phrase("nothing")], "dim")
        return [rule(width, phrase("owed today")), *rows]
