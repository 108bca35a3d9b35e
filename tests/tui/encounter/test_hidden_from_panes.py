"""What the panes show players is the same whether a hidden creature is there or not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping

import pytest

from core.combat.board.squares import Square, parse_square
from core.play.facts.encounter import Encounter
from core.values import replace
from tests.fights import fight_world
from tests.tui.encounter.skirmish import FIGHT, changed, gathered, state_of
from tests.tui.views import view_of
from tui.encounter import overlays
from tui.encounter.model import EncounterUI, cursor_query, enter_action
from tui.encounter.present import layers, sights
from tui.encounter.present.foresight import foresee

WIDTH = 120
SQUARES = "C7", "D7", "E10", "M3", "J7", "P7"


def readers() -> Mapping[str, Callable[..., object]]:
    """All functions from `ui` to what a pane shows, by name: a new one is among them by itself."""
    every = inspect.getmembers(overlays, inspect.isfunction)
    return {
        name: function
        for name, function in every
        if function.__module__ == overlays.__name__
        and not name.startswith("_")
        and list(inspect.signature(function).parameters) in (["ui"], ["ui", "cursor"])
    }


def without(fight: Encounter, who: str) -> Encounter:
    """The fight in which this creature never was."""
    order = []
    for slot in fight.order:
        members = tuple(each for each in slot.who if each != who)
        if members:
            order.append(replace(slot, who=members))
    return replace(
        fight,
        foes=tuple(foe for foe in fight.foes if foe.id != who),
        figures=tuple(figure for figure in fight.figures if figure.id != who),
        order=tuple(order),
    )


def shown(fight: Encounter, player_view: bool) -> Iterator[tuple[str, object]]:
    """What each pane shows, with the cursor on each of some squares; with a name for each."""
    state = state_of(fight)
    battle = gathered(state, player_view)
    title = sights.title(view_of(state, fight_world()), fight, WIDTH, player_view)
    yield "title", title
    for layer in layers.ORDER:
        choice = layers.layer(layers.LayerRequest(battle, layer, "harsk"))
        yield f"layer {layer}", (choice.layer, choice.words)
    for name in SQUARES:
        cursor: Square = parse_square(name)
        ui = EncounterUI(gathered=battle)
        query = cursor_query(ui, battle, cursor)
        assert query is not None
        ui = replace(ui, answer=foresee(query))
        yield f"enter at {name}", enter_action(ui, battle, state, cursor).words
        for reader, function in readers().items():
            arguments = (ui, cursor)[: len(inspect.signature(function).parameters)]
            value = function(*arguments)
            yield f"{reader} at {name}", value


def differing(who: str, player_view: bool) -> set[str]:
    """The names of what shows that this creature is hidden in the fight."""
    hidden = dict(shown(changed(FIGHT, who, hidden=True), player_view))
    absent = dict(shown(without(FIGHT, who), player_view))
    assert hidden.keys() == absent.keys()
    return {name for name, value in hidden.items() if value != absent[name]}


def test_what_the_panes_show_is_read() -> None:
    assert {"creatures", "lists", "chase", "outlook", "overlay"} <= readers().keys()


@pytest.mark.parametrize("who", ["wolf-3", "ogre"])
def test_players_see_of_a_hidden_creature_nothing_at_all(who: str) -> None:
    """Given one that hides, then no pane shows players anything that it would not without it."""
    assert differing(who, player_view=True) == set()


@pytest.mark.parametrize("who", ["wolf-3", "ogre"])
def test_the_gm_sees_a_hidden_creature(who: str) -> None:
    """Given one that hides, then turn order, tokens and its square show it to the GM."""
    seen = {name.split(" ")[0] for name in differing(who, player_view=False)}
    assert {"creatures", "lists", "outlook"} <= seen
