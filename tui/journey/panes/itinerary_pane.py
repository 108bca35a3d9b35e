"""The itinerary by day: terrain, distance, camp and arrival."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.messages import N_, Message
from tui.kit.lines_view import Line, Pane, columns, hours, rule, words
from tui.kit.phrases import phrase, say
from tui.kit.units import distance_unit
from tui.play.survey import DayLine, PlanLines

WIDE = 40
DATE = 8


class ItineraryPane(Pane):
    """The plan. Days that do not fit are counted; the last is always shown."""

    _plan: PlanLines | None = None
    _mapped = True

    def show(self, plan: PlanLines | None, mapped: bool = True) -> None:
        """Show a plan, or how to set one, with or without a map."""
        self._plan, self._mapped = plan, mapped
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title, days, ARRIVE and the deadline."""
        plan = self._plan
        if plan is None:
            title = rule(self.look, width, phrase("no route"))
            hint = N_("Enter on a hex sets one") if self._mapped else N_(":legs writes one")
            return (title, ((phrase(hint), "dim"),))
        goal = Message("to {goal}  {km}", goal=words(plan.goal), km=plan.km)
        shown = [rule(self.look, width, say(goal))]
        wide = width >= WIDE
        if wide:
            shown.append(((self._head(width), "dim"),))
        shown += [self._day(day, width) for day in self._days(wide)]
        left_out = len(plan.days) - len(self._days(wide))
        if left_out:
            more = Message("... and {days} days more", days=left_out)
            shown.insert(-1, ((say(more), "dim"),))
        return [*shown, *self._arrival(plan, width)]

    def _days(self, wide: bool) -> tuple[DayLine, ...]:
        days = self._plan.days if self._plan else ()
        most = 8 if wide else 4
        return days if len(days) <= most else (*days[: most - 2], days[-1])

    def _head(self, width: int) -> str:
        day, leg = phrase("day"), phrase("leg")
        night = phrase("night at")
        return columns(
            (day, DATE), (leg, width - DATE - 26), (distance_unit(), -6),
            (phrase("h"), -6), ("", 2), (night, 12),
        )  # fmt: skip

    def _day(self, day: DayLine, width: int) -> Line:
        date, leg = words(day.date), words(day.leg)
        room = width - DATE - (26 if width >= WIDE else 15)
        while " " in leg and cell_len(leg) > room:
            leg = leg.rpartition(" ")[0]  # whole words, the ground before the way
        role = "bad" if day.forced else ""
        if width >= WIDE:
            km = say(day.km).rpartition(" ")[0] or say(day.km)
            text = columns(
                (date, DATE), (leg, room), (km, -6), (hours(day.hours), -6),
                ("", 2), (words(day.night), 12),
            )  # fmt: skip
        else:
            text = columns(
                (date, DATE), (leg, room), (say(day.km), -8),
                (say(day.hours), -7),
            )  # fmt: skip
        return ((text, role),)

    def _arrival(self, plan: PlanLines, width: int) -> list[Line]:
        arrive = phrase("ARRIVE {when}", when=words(plan.arrival))
        deadline = words(plan.deadline)
        role = "bad" if plan.late else "good"
        if not deadline:
            found: list[Line] = [((arrive, "mark"),)]
        elif cell_len(arrive) + cell_len(deadline) + 3 <= width:
            found = [((arrive, "mark"), ("   ", ""), (deadline, role))]
        else:
            found = [((arrive, "mark"),), ((deadline, role),)]
        if plan.latest is not None:
            latest = Message("latest start: {when}", when=words(plan.latest))
            found.append(((say(latest), "dim"),))
        return found
