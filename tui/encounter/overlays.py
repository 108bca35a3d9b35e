"""What each pane shows, as plain values of `ui`; and the keys of what is laid over the grid."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import Message
from core.values import replace
from tui.board.grid_things import NO_LAYER, GridChanges, Token
from tui.encounter.change import Change, Standpoint
from tui.encounter.model import EncounterUI
from tui.encounter.panes.fight_lines import ChaseLines
from tui.encounter.panes.ground_panes import GroundContent
from tui.encounter.panes.side_panes import SideLists, SideOutlook
from tui.encounter.present import layers, sights
from tui.encounter.present.actor import find_acting
from tui.encounter.present.battle import Battle, EncounterView
from tui.encounter.present.foresight import drawn
from tui.encounter.present.states import order, ticking, tokens
from tui.encounter.pursuit import ladder
from tui.encounter.ways import pack_lines
from tui.kit.looks import Look
from tui.play.conversation import SILENCE

REACH = {"": "move", "move": "threat", "threat": ""}
"""What follows what on the key for reach."""


def overlay(ui: EncounterUI, cursor: Square) -> GridChanges:
    """All that is laid over the grid, but for the creatures and the draft of a brush."""
    changes = drawn(ui.answer, ui.plan)
    changes["layer"] = ui.laid
    changes["lines"] = ui.lines
    changes["area"] = ui.aimed
    targets = {} if ui.picking is None else ui.picking.targets
    changes["labels"] = {target.at: key for key, target in targets.items() if target.drawn}
    changes["ruler"] = {}
    ruler = measure_to(ui, cursor)
    if ruler is not None:
        changes["ruler"], _ = ruler
    return changes


def outlook(ui: EncounterUI) -> SideOutlook:
    """What the panes beside the grid say about the square that the newest answer is about."""
    pack = pack_lines(ui, ui.answer)
    if ui.answer is None:
        return SideOutlook(pack=pack)
    return SideOutlook(True, ui.answer.rows, ui.answer.under, ui.answer.card, pack)


def ground_content(before: GroundContent, battle: Battle, look: Look) -> GroundContent:
    """The board of an encounter and its legend; of one that has no board, what was shown."""
    if battle.scene is None:
        return before
    field = battle.scene.field
    return replace(before, field=field, doors=battle.doors, legend=sights.legend(look))


def creatures(ui: EncounterUI) -> tuple[Token, ...]:
    """The creatures on the grid."""
    here = _known(ui)
    if here is None:
        return ()
    return tokens(here, ui.marked, _acting(ui))


def lists(ui: EncounterUI) -> SideLists:
    """The turn order, and what is ticking in a fight."""
    here = _known(ui)
    if here is None or ui.gathered is None:
        return SideLists()
    ticks = tuple(ticking(here)) if ui.gathered.runs else ()
    return SideLists(order(here, ui.marked, _acting(ui)), ticks)


def _acting(ui: EncounterUI) -> str:
    if ui.gathered is None:
        return ""
    return find_acting(ui, ui.gathered)


def chase(ui: EncounterUI) -> ChaseLines | None:
    """The ladder of a chase; None without one."""
    here = _known(ui)
    if here is None:
        return None
    return ladder(here)


def _known(ui: EncounterUI) -> EncounterView | None:
    if ui.gathered is None:
        return None
    return ui.gathered.known


def next_layer(standpoint: Standpoint) -> Change:
    """Show the next layer."""
    number = layers.ORDER.index(standpoint.ui.layer)
    return _with_layer(standpoint, layers.ORDER[(number + 1) % len(layers.ORDER)])


def next_reach(standpoint: Standpoint) -> Change:
    """Cycle for the creature under the cursor: its reach, what it threatens, nothing."""
    return _with_layer(standpoint, REACH.get(standpoint.ui.layer, "move"))


def _with_layer(standpoint: Standpoint, layer: str) -> Change:
    # About the creature under the cursor, else about who acts.
    actor = standpoint.actor
    layer_of = actor.under or next(iter(actor.who), "")
    ui = replace(standpoint.ui, layer=layer, layer_of=layer_of, layer_told=False)
    if layer and standpoint.battle is not None:
        return ui
    return replace(ui, laid=NO_LAYER), SILENCE


def layer_request(ui: EncounterUI) -> layers.LayerRequest | None:
    """The layer that is to be computed; None: none is shown."""
    if ui.gathered is None or not ui.layer:
        return None
    return layers.LayerRequest(ui.gathered, ui.layer, ui.layer_of)


def measure(standpoint: Standpoint) -> Change:
    """Measure from the cursor; again: stop."""
    if standpoint.ui.measured is not None:
        return replace(standpoint.ui, measured=None), SILENCE
    words = Message("measuring from {square}", square=str(standpoint.cursor))
    return replace(standpoint.ui, measured=standpoint.cursor), words


def measure_to(ui: EncounterUI, cursor: Square) -> tuple[dict[Square, int], Message] | None:
    """The ruler to the cursor: what has been counted at each square, and words; None: no ruler."""
    battle = ui.gathered
    if ui.measured is None or battle is None or battle.scene is None:
        return None
    return layers.ruler(battle, ui.measured, cursor)
