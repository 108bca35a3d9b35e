"""What is laid over the grid: layers of reach, threat, cover, light, height; the ruler."""

from __future__ import annotations

from core.values import replace
from tui.encounter.model import FightHost, movers, passed, under
from tui.encounter.panes.grid_things import NO_LAYER
from tui.encounter.present import layers
from tui.encounter.present.battle import Battle

REACH = {"": "move", "move": "threat", "threat": ""}
"""What follows what on the key for reach."""


def next_layer(screen: FightHost) -> None:
    """Show the next layer."""
    at = layers.ORDER.index(screen.ui.layer) if screen.ui.layer in layers.ORDER else 0
    _show(screen, layers.ORDER[(at + 1) % len(layers.ORDER)])


def next_reach(screen: FightHost) -> None:
    """Cycle for the creature under the cursor: its reach, what it threatens, nothing."""
    _show(screen, REACH.get(screen.ui.layer, "move"))


def _show(screen: FightHost, layer: str) -> None:
    screen.ui = replace(screen.ui, layer=layer, layer_of=_layered(screen), layer_told=False)
    draw_layer(screen)


def _layered(screen: FightHost) -> str:
    # The creature under the cursor, else the acting one.
    found = screen.battle
    who = under(found, screen.grid.cursor) or movers(screen.ui, found)
    return next(iter(who), "")


def keep_layer(screen: FightHost, before: Battle | None, now: Battle) -> None:
    """Keep the layer with its creature; on the next turn, with the acting one."""
    ui = screen.ui
    if not ui.layer:
        return
    turned = before is not None and passed(before, now)
    if turned or now.encounter.figure(ui.layer_of) is None:
        layer_of = next(iter(now.acting), "") or _layered(screen)
        screen.ui = replace(ui, layer_of=layer_of)
    draw_layer(screen)


def draw_layer(screen: FightHost) -> None:
    """Draw the chosen layer, once it is computed."""
    ui, found = screen.ui, screen.battle
    if found is not None and ui.layer:
        screen.answers.layers.ask(layers.LayerRequest(found, ui.layer, ui.layer_of))
        return
    screen.grid.show(layer=NO_LAYER)
    if not ui.layer_told:
        screen.gm.say_sentence("")


def take_layer(screen: FightHost, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
    """Show a computed layer, if it is still wanted."""
    ui = screen.ui
    if wanted.battle is ui.gathered and ui.layer == wanted.name and screen.is_attached:
        screen.grid.show(layer=found.layer)
        if not ui.layer_told:
            screen.gm.say_message(found.words)
        screen.ui = replace(ui, layer_told=True)


def measure(screen: FightHost) -> None:
    """Measure from the cursor; again: stop."""
    start = screen.grid.cursor if screen.ui.measured is None else None
    screen.ui = replace(screen.ui, measured=start)
    draw_ruler(screen)
    if start is None:
        screen.gm.say_sentence("")
    else:
        screen.gm.say_message("measuring from {square}", square=str(start))


def draw_ruler(screen: FightHost) -> None:
    """Draw the ruler to the cursor, if there is one."""
    found, start, grid = screen.battle, screen.ui.measured, screen.grid
    if start is None or found is None or found.scene is None:
        grid.show(ruler={})
        return
    squares, words = layers.ruler(found, start, grid.cursor)
    grid.show(ruler=squares)
    screen.gm.say_message(words)
