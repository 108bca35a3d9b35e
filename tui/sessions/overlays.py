"""The keys of what is laid over the board of a moment: one layer, and the ruler."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import Message
from core.values import replace
from tui.encounter.present import cards, layers
from tui.encounter.present.battle import seen
from tui.kit.phrases import say
from tui.kit.searching import round_to
from tui.play.conversation import SILENCE
from tui.sessions.change import Focus, PastChange, PastStandpoint

SECRET = Message("This is for the GM only. Press F9 to open the curtain.")
NO_BOARD = Message("There is no board here. Press ; or , to go to a fight.")


def next_layer(standpoint: PastStandpoint) -> PastChange:
    """Show the next layer: of the creature under the cursor, else of the acting one."""
    why = _why_not(standpoint)
    if why is not None:
        return why
    layer = round_to(layers.ORDER, standpoint.ui.layer, 1)
    return replace(standpoint.ui, layer=layer, described=False)


def layer_request(standpoint: PastStandpoint) -> layers.LayerRequest | None:
    """The layer that is to be computed; None: no board is shown, or players look on."""
    battle = standpoint.battle
    if battle is None or standpoint.player_view:
        return None
    under = battle.under(standpoint.cursor) if standpoint.board_has_focus else ()
    creature = next(iter((*under, *battle.acting)), "")
    return layers.LayerRequest(battle, standpoint.ui.layer, creature)


def measure(standpoint: PastStandpoint) -> PastChange:
    """Measure from the cursor, which the arrows now move; again: stop."""
    ui = standpoint.ui
    if ui.measured is not None:
        return replace(ui, measured=None, ruler={}), SILENCE, Focus("journal")
    why = _why_not(standpoint)
    if why is not None:
        return why
    words = Message(
        "measuring from {square}: arrows move the cursor, M ends it",
        square=str(standpoint.cursor),
    )
    return replace(ui, measured=standpoint.cursor), Focus("board"), words


def look_at(standpoint: PastStandpoint, square: Square) -> PastChange:
    """Measure to a square, else say what is on it."""
    battle = standpoint.battle
    if battle is None:
        return ()
    ui = standpoint.ui
    if ui.measured is not None:
        ruler, words = layers.ruler(battle, ui.measured, square)
        return replace(ui, ruler=ruler), words
    here = seen(battle.view, standpoint.player_view, battle.encounter)
    if here is None:
        return ()
    there = cards.under(here, square)
    if there is None:
        return ()
    what = "; ".join(map(say, (*there.who, there.ground)))
    return Message("{square}: {what}", square=there.at, what=what)


def _why_not(standpoint: PastStandpoint) -> Message | None:
    if standpoint.player_view:
        return SECRET
    if standpoint.battle is None:
        return NO_BOARD
    return None
