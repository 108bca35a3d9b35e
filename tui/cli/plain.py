"""`outrider` and `outrider demo` in a pipe: the campaign as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.drawing import doors
from core.messages import Refusal
from core.play import times
from saves.campaign.campaign import Campaign
from saves.demo.open_demo import open_demo
from saves.library import library
from saves.store.places import legible
from tui.board.grid_rows import MARGIN, GridRows
from tui.board.grid_things import GridOverlay
from tui.encounter.panes.fight_lines import OrderLine
from tui.encounter.present.battle import seen
from tui.encounter.present.sights import title
from tui.encounter.present.states import order, ticking, tokens
from tui.kit.errors import report, tell
from tui.kit.lines_view import words
from tui.kit.phrases import phrase, say
from tui.play.log import previously
from tui.play.road.survey import PlanLines, Survey, survey
from tui.view import CampaignView, taken

WIDE = 120


def run(demo: bool, fresh: bool) -> int:
    """Print Previously, today and the itinerary of the demo or of the campaign last played."""
    try:
        if demo:
            return _show(open_demo(fresh))
        shelves = library.sound()
    except Refusal as refusal:
        return report(refusal)
    if not shelves:
        tell(phrase("There is no campaign yet."))
        tell(how_to_open())
        return 0
    code = 0
    for shelf in shelves:  # one that cannot be opened is reported, and the next one is shown
        try:
            return _show(library.open(shelf.stored, read_only=True))
        except Refusal as refusal:
            code = report(refusal)
    return code


def _show(campaign: Campaign) -> int:
    # Raises CannotOpen if the campaign turns out to be damaged while it is read.
    with campaign, legible(campaign.place):
        text = page(taken(campaign))
    tell(text)
    tell(how_to_open())
    return 0


def how_to_open() -> str:
    """The hint how to open the screens."""
    return phrase("Run outrider (or outrider demo) in a terminal to open the screens.")


def page(view: CampaignView) -> str:
    """Previously, the current fight, today's plan and the itinerary of a campaign."""
    found = survey(view.state, view.assets)
    return "\n".join(line.rstrip() for line in _lines(view, found)) + "\n"


def _lines(view: CampaignView, survey: Survey) -> Iterator[str]:
    state = view.state
    yield phrase("{name}  ({rules})", name=view.called, rules=state.ruleset_name)
    yield ""
    yield phrase("Previously")
    yield from (f"  {say(line)}" for line in previously.page(view))
    yield from _fight(view)
    yield ""
    yield phrase("Today {day}", day=times.day(state.clock.day, state.calendar))
    if survey.trouble is not None:
        yield f"  {say(survey.trouble)}"
    if (today := survey.today) is not None:
        yield "  " + "   ".join(map(words, (today.verb, today.pace, today.transport)))
    if survey.plan is not None:
        yield ""
        yield from _plan(survey.plan)


def _plan(plan: PlanLines) -> Iterator[str]:
    yield phrase("The way to {goal}, {km}", goal=plan.goal, km=plan.km)
    for day in plan.days:
        cells = (words(day.date), words(day.leg), say(day.km), say(day.hours), words(day.night))
        widths = (12, 26, 12, 10, 20)
        yield "  " + "".join(c.ljust(w) for c, w in zip(cells, widths, strict=True))
    yield "  " + phrase("arrival {when}", when=plan.arrival)
    if plan.deadline is not None:
        yield "  " + words(plan.deadline)


def _fight(view: CampaignView) -> Iterator[str]:
    fight = view.fight
    here = seen(view)
    if fight is None or here is None:
        return
    yield ""
    yield words(title(view, fight, WIDE).left)
    if view.scene is not None:
        field = view.scene.field
        drawn = doors(view.assets.boards[fight.board], fight.edits)
        rows = GridRows(field, drawn, overlay=GridOverlay(tokens=tokens(here)))
        yield from rows.text(0, 0, MARGIN + 2 * field.width, field.height)
    yield phrase("Initiative")
    yield from (_order(row) for row in order(here))
    ends = tuple(ticking(here))
    if ends:
        yield phrase("Ends by itself")
        yield from (f"  {row.sign} {words(row.name)}: {words(row.left)}" for row in ends)


def _order(row: OrderLine) -> str:
    acting = ">" if row.acting else " "
    text = f"  {row.total:>5}{acting}{row.sign:<4}{row.name:<12} {row.hp}"
    if row.state:
        return f"{text}  {row.state}"
    return text
