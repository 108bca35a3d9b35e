"""Why the figures at the cursor are as they are: receipts, with their lines on the grid."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from core.combat.board.squares import Square
from core.messages import Refusal
from core.play.fight.moves.refused_way import explain_refused_way
from core.play.fight.turns import chase
from core.play.fight.turns.budget import left as left_of
from core.receipts import Receipt
from core.values import replace
from tui.board.grid_things import GridLine
from tui.encounter.change import Change, Standpoint
from tui.encounter.model import EncounterUI
from tui.encounter.panes.side_panes import FullPanels
from tui.encounter.present import layers
from tui.encounter.present.foresight import (
    CursorPreview,
    attack_lines,
    outlook_lines,
    wished_move,
)
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


def explain(standpoint: Standpoint) -> tuple[tuple[Receipt, ...], tuple[GridLine, ...]]:
    """Return the receipts of what the screen shows about the cursor, and the lines they refer to.

    What is laid over the map comes first: the ruler, the squares that a creature threatens.
    """
    seen = standpoint.ui.preview(standpoint.cursor)
    receipts, lines = reasons(seen)
    if receipts and seen is not None:
        receipts = (*receipts, *_of_changes(seen), *_of_turn(seen))
    if not receipts and seen is not None:
        receipts = _of_refusal(seen)
    laid = _of_overlays(standpoint.ui, standpoint.cursor)
    fight = standpoint.state.fight
    chased: tuple[Receipt, ...] = ()
    if fight is not None and fight.chase is not None:
        chased = chase.why(standpoint.state, standpoint.view.assets)
    return (*chased, *laid, *receipts), lines


def _of_refusal(seen: CursorPreview) -> tuple[Receipt, ...]:
    """Return what forbids the straight way of a single mover to the cursor."""
    query = seen.query
    if seen.trouble is None or len(query.who) != 1 or query.actor.target:
        return ()
    view = query.battle.view
    command = wished_move(query, query.to)
    return explain_refused_way(view.state, view.assets, command, query.battle.scene)


def _of_overlays(ui: EncounterUI, cursor: Square) -> tuple[Receipt, ...]:
    battle = ui.gathered
    receipts: tuple[Receipt, ...] = ()
    if battle is None:
        return receipts
    if ui.measured is not None:
        receipts = layers.explain_ruler(battle, ui.measured, cursor)
    if ui.layer == "threat":
        receipts = (*receipts, *layers.explain_threat(battle, ui.layer_of))
    if ui.layer == "flank":
        under = [one for one in battle.under(cursor) if one != ui.layer_of]
        receipts = (*receipts, *layers.explain_flank(battle, ui.layer_of, "".join(under[:1])))
    return receipts


def _of_changes(seen: CursorPreview) -> tuple[Receipt, ...]:
    """Return why a way in several modes is several movements (C-020)."""
    rules = seen.query.battle.view.assets.rules
    if not seen.onward or not rules.states("C-020"):
        return ()
    label = "each change of movement ends one and takes another action"
    return (rules.cite("C-020", label, 1 + len(seen.onward)),)


def _of_turn(seen: CursorPreview) -> tuple[Receipt, ...]:
    """Return why so much is left of the turn of who would go there."""
    view = seen.query.battle.view
    with suppress(Refusal):
        return left_of(view.state, view.assets, seen.query.who[0]).receipts
    return ()


def show_why(standpoint: Standpoint, asked: tuple[Receipt, ...] | None) -> Change:
    """Show the receipts of the dice that are `asked` for (None = none are).

    Else those of the cursor's answer, with their lines on the grid.
    """
    if asked is not None:
        return _page(standpoint, asked)
    seen = standpoint.ui.preview(standpoint.cursor)
    receipts, lines = explain(standpoint)
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
