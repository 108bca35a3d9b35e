"""Why the figures at the cursor are as they are: receipts, with their lines on the grid."""

from __future__ import annotations

from functools import partial

from core.play.fight.turns import chase
from core.receipts import Receipt
from core.values import replace
from tui.board.grid_things import GridLine
from tui.encounter.change import Change, Standpoint
from tui.encounter.panes.side_panes import FullPanels
from tui.encounter.present.foresight import CursorPreview, attack_lines, outlook_lines
from tui.kit.receipt import NO_FIGURE, Why
from tui.play.dialogs.dialog import PageDialog


def reasons(seen: CursorPreview | None) -> tuple[tuple[Receipt, ...], tuple[GridLine, ...]]:
    """The receipts of an answer, and the lines they refer to."""
    if seen is None:
        return (), ()
    receipts = tuple(one.receipt for one in (seen.attack, seen.ahead) if one is not None)
    lines = () if seen.attack is None else attack_lines(seen.attack)
    if not lines and seen.ahead is not None:
        lines = outlook_lines(seen.ahead)
    return receipts, lines


def show_why(standpoint: Standpoint, asked: tuple[Receipt, ...] | None) -> Change:
    """Show the receipts of the dice that are `asked` for (None = none are).

    Else those of the cursor's answer, with their lines on the grid.
    """
    if asked is not None:
        return _page(standpoint, asked)
    seen = standpoint.ui.preview(standpoint.cursor)
    receipts, lines = reasons(seen)
    fight = standpoint.state.fight
    if not receipts and fight is not None and fight.chase is not None:
        receipts = chase.why(standpoint.state, standpoint.view.assets)
    if not receipts and seen is not None and (seen.under or seen.card):
        return PageDialog(partial(FullPanels, seen))
    return _page(standpoint, receipts, lines)


def _page(
    standpoint: Standpoint, receipts: tuple[Receipt, ...], lines: tuple[GridLine, ...] = ()
) -> Change:
    if not receipts:
        return NO_FIGURE

    def page() -> Why:
        why = Why(receipts, standpoint.state.ruleset_name)
        why.set_class(bool(lines), "low")
        return why

    return replace(standpoint.ui, lines=lines), PageDialog(page, hide_lines)


def hide_lines(standpoint: Standpoint, _: object) -> Change:
    """Take the lines of the receipts off the grid."""
    return replace(standpoint.ui, lines=())
