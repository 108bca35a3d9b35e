"""The board of a past moment: its layers, the ruler, and what is under the cursor."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import N_
from core.values import replace
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.grid_rows import NO_LAYER
from tui.encounter.present import cards, layers
from tui.encounter.present.battle import Battle
from tui.kit.latest import Latest
from tui.kit.phrases import say
from tui.sessions.model import SessionsUI
from tui.sessions.past_reader import PastReader


class PastLayers:
    """One layer at a time, kept from moment to moment and computed in a thread."""

    def __init__(self, past: PastReader) -> None:
        self._past = past
        self._computed = Latest(past.screen, layers.layer, self._show)

    def show_next(self) -> None:
        """Show the next layer: of the creature under the cursor, else of the acting one."""
        past = self._past
        if _on_board(past):
            at = layers.ORDER.index(past.ui.layer)
            name = layers.ORDER[(at + 1) % len(layers.ORDER)]
            past.ui = replace(past.ui, layer=name, described=False)

    def draw(self, before: SessionsUI) -> None:
        """Draw the layer and end the ruler, where what was shown `before` has changed."""
        past, ui = self._past, self._past.ui
        if ui.measured is None and before.measured is not None:
            _board(past).show(ruler={})
        moved = ui.visit is not None and ui.visit is not before.visit
        if ui.layer == before.layer and not (moved and ui.layer):
            return
        board, found = _board(past), battle(past)
        if found is None or past.screen.player_view:
            board.show(layer=NO_LAYER)
            return
        under = found.under(board.cursor) if board.has_focus else ()
        who = next(iter((*under, *found.acting)), "")
        self._computed.ask(layers.LayerRequest(found, ui.layer, who))

    def _show(self, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
        past = self._past
        if wanted.battle is not battle(past) or wanted.name != past.ui.layer:
            return
        if past.screen.is_attached:
            _board(past).show(layer=found.layer)
            if not past.ui.described:
                past.ui = replace(past.ui, described=True)
                past.screen.say_message(found.words)


def battle(past: PastReader) -> Battle | None:
    """The encounter shown on its board; None on the road."""
    picture = None if past.ui.visit is None else past.ui.visit.picture
    return None if picture is None else picture.board(past.screen.player_view)


def measure(past: PastReader) -> None:
    """Measure from the cursor, which the arrows now move; again: stop."""
    if past.ui.measured is not None:
        past.ui = replace(past.ui, measured=None)
        past.screen.say_sentence("")
        past.screen.focus_pane()
    elif _on_board(past):
        board = _board(past)
        past.ui = replace(past.ui, measured=board.cursor)
        board.focus()
        words = N_("measuring from {square}: arrows move the cursor, M ends it")
        past.screen.say_message(words, square=str(board.cursor))


def look_at(past: PastReader, square: Square) -> None:
    """Measure to a square, else say what is on it."""
    found, player_view = battle(past), past.screen.player_view
    if found is None:
        return
    if past.ui.measured is not None:
        squares, words = layers.ruler(found, past.ui.measured, square)
        _board(past).show(ruler=squares)
        past.screen.say_message(words)
        return
    there = cards.under(found.moment, square, player_view=player_view, encounter=found.encounter)
    if there is not None:
        told = "; ".join(map(say, (*there.who, there.ground)))
        past.screen.say_message("{square}: {what}", square=there.at, what=told)


def _board(past: PastReader) -> BattleGrid:
    return past.screen.query_one(BattleGrid)


def _on_board(past: PastReader) -> bool:
    shown = battle(past) is not None
    if past.screen.player_view:
        past.screen.say_message("This is for the GM only. Press F9 to open the curtain.")
    elif not shown:
        past.screen.say_message("There is no board here. Press ; or , to go to a fight.")
    return shown and not past.screen.player_view
