"""The campaign as plain text, for pipes: Previously, the fight, today, the way ahead."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import N_
from core.play import times
from tui import previously
from tui.fight import plain as plain_fight
from tui.moment import Moment
from tui.phrases import phrase, say
from tui.survey import Survey, survey
from tui.widgets.rows import PlanLines, TodayLine, Words


def words(text: Words) -> str:
    """A Message said, or text as it is."""
    return say(text)


def report(moment: Moment) -> str:
    """Previously, the fight that is on, today's plan and the itinerary of an open campaign."""
    found = survey(moment.state, moment.world)
    return "\n".join(line.rstrip() for line in _lines(moment, found)) + "\n"


def _lines(moment: Moment, found: Survey) -> Iterator[str]:
    state = moment.state
    yield phrase(N_("{name}  ({rules})"), name=moment.called, rules=state.ruleset_name)
    yield ""
    yield phrase(N_("Previously"))
    yield from (f"  {say(line)}" for line in previously.page(moment))
    if moment.fight is not None:
        yield ""
        yield from plain_fight.lines(moment)
    yield ""
    yield phrase(N_("Today {day}"), day=times.day(state.clock.day, state.calendar))
    if found.trouble is not None:
        yield f"  {say(found.trouble)}"
    if found.today is not None:
        yield from _today(found.today)
    if found.plan is not None:
        yield ""
        yield from _plan(found.plan)


def _today(today: TodayLine) -> Iterator[str]:
    yield f"  {words(today.verb)}   {words(today.pace)}   {words(today.transport)}"


def _plan(plan: PlanLines) -> Iterator[str]:
    yield phrase(N_("The way to {goal}, {km}"), goal=plan.goal, km=plan.km)
    for day in plan.days:
        cells = (words(day.date), words(day.leg), say(day.km), say(day.hours), words(day.night))
        widths = (12, 26, 12, 10, 20)
        yield "  " + "".join(c.ljust(w) for c, w in zip(cells, widths, strict=True))
    yield "  " + phrase(N_("arrival {when}"), when=plan.arrival)
    if plan.deadline is not None:
        yield "  " + words(plan.deadline)
