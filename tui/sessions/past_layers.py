"""The board of a past moment: its layers, the ruler, and what is under the cursor.

One layer at a time, kept from moment to moment and computed in a thread.
"""

from __future__ import annotations

from core.combat.board.squares import Square
from core.values import replace
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.grid_things import NO_LAYER
from tui.encounter.present import cards, layers
from tui.encounter.present.battle import Battle, seen
from tui.kit.phrases import say
from tui.kit.searching import round_to
from tui.sessions.model import SessionsUI
from tui.sessions.past_reader import PastHost


def show_next(screen: PastHost) -> None:
    """Show the next layer: of the creature under the cursor, else of the acting one."""
    if _on_board(screen):
        name = round_to(layers.ORDER, screen.ui.layer, 1)
        screen.ui = replace(screen.ui, layer=name, described=False)


def draw(screen: PastHost, before: SessionsUI) -> None:
    """Draw the layer and end the ruler, where what was shown `before` has changed."""
    ui = screen.ui
    if ui.measured is None and before.measured is not None:
        _board(screen).show(ruler={})
    moved = ui.visit is not None and ui.visit is not before.visit
    if ui.layer == before.layer and not (moved and ui.layer):
        return
    board, found = _board(screen), battle(screen)
    if found is None or screen.player_view:
        board.show(layer=NO_LAYER)
    else:
        under = found.under(board.cursor) if board.has_focus else ()
        who = next(iter((*under, *found.acting)), "")
        screen.layer_choices.ask(layers.LayerRequest(found, ui.layer, who))


def take(screen: PastHost, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
    """Draw a layer that was computed, and describe it once; ignore an outdated one."""
    if wanted.battle is not battle(screen) or wanted.name != screen.ui.layer:
        return
    if screen.is_attached:
        _board(screen).show(layer=found.layer)
        if not screen.ui.described:
            screen.ui = replace(screen.ui, described=True)
            screen.gm.say_message(found.words)


def battle(screen: PastHost) -> Battle | None:
    """The encounter shown on its board; None on the road."""
    picture = None if screen.ui.visit is None else screen.ui.visit.picture
    return None if picture is None else picture.board(screen.player_view)


def measure(screen: PastHost) -> None:
    """Measure from the cursor, which the arrows now move; again: stop."""
    if screen.ui.measured is not None:
        screen.ui = replace(screen.ui, measured=None)
        screen.gm.say_sentence("")
        screen.focus_pane()
    elif _on_board(screen):
        board = _board(screen)
        screen.ui = replace(screen.ui, measured=board.cursor)
        board.focus()
        screen.gm.say_message(
            "measuring from {square}: arrows move the cursor, M ends it", square=str(board.cursor)
        )


def look_at(screen: PastHost, square: Square) -> None:
    """Measure to a square, else say what is on it."""
    found = battle(screen)
    if found is None:
        return
    if screen.ui.measured is not None:
        squares, words = layers.ruler(found, screen.ui.measured, square)
        _board(screen).show(ruler=squares)
        screen.gm.say_message(words)
        return
    here = seen(found.view, screen.player_view, found.encounter)
    there = None if here is None else cards.under(here, square)
    if there is not None:
        told = "; ".join(map(say, (*there.who, there.ground)))
        screen.gm.say_message("{square}: {what}", square=there.at, what=told)


def _board(screen: PastHost) -> BattleGrid:
    return screen.query_one(BattleGrid)


def _on_board(screen: PastHost) -> bool:
    shown = battle(screen) is not None
    if screen.player_view:
        screen.gm.say_message("This is for the GM only. Press F9 to open the curtain.")
    elif not shown:
        screen.gm.say_message("There is no board here. Press ; or , to go to a fight.")
    return shown and not screen.player_view
