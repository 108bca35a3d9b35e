"""The fight as plain text, for pipes: its first line, its grid, the order of initiative."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.drawing import doors
from core.messages import N_
from tui.fight.order import order
from tui.fight.ticks import ticking
from tui.fight.tokens import tokens
from tui.moment import Moment
from tui.phrases import phrase
from tui.screens.sights import title
from tui.widgets.fight_lines import OrderLine, TickLine
from tui.widgets.grid_rows import MARGIN, GridRows, Overlay
from tui.widgets.lines_view import words

WIDE = 120


def lines(moment: Moment) -> Iterator[str]:
    """The lines of the fight that is on; none without one."""
    fight = moment.fight
    if fight is None:
        return
    yield words(title(moment, fight, WIDE)[0])
    yield from _grid(moment)
    yield phrase(N_("Initiative"))
    yield from (_order(row) for row in order(moment))
    ends = ticking(moment, False)
    if ends:
        yield phrase(N_("Ends by itself"))
        yield from (_tick(row) for row in ends)


def _grid(moment: Moment) -> Iterator[str]:
    fight, scene = moment.fight, moment.scene
    if fight is None or scene is None:
        return
    field = scene.field
    drawn = doors(moment.world.boards[fight.board], fight.edits)
    rows = GridRows(field, drawn, overlay=Overlay(tokens=tokens(moment)))
    yield from rows.text(0, 0, MARGIN + 2 * field.width, field.height)


def _order(row: OrderLine) -> str:
    acting = ">" if row.acting else " "
    state = words(row.state)
    text = f"  {row.total:>5}{acting}{row.sign:<4}{words(row.name):<12} {row.hp}"
    return f"{text}  {state}" if state else text


def _tick(row: TickLine) -> str:
    return f"  {row.sign} {words(row.name)}: {words(row.left)}"
