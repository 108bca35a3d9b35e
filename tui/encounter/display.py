"""What the Encounter screen shows: the encounter at once, then answers, layers and a ruler."""

from __future__ import annotations

from core.combat.board.squares import Square
from core.messages import Message
from core.play.facts.encounter import Encounter
from core.play.facts.state import State
from core.play.queries import next_action
from core.values import replace
from tui.board.grid_things import NO_LAYER
from tui.encounter.model import (
    EncounterUI,
    EnterAction,
    FightHost,
    cursor_query,
    enter_action,
    movers,
    passed,
    under,
    with_battle,
    with_curtain_turned,
)
from tui.encounter.panes.ground_panes import ChaseLadder, GroundPanes
from tui.encounter.panes.result_strip import ResultStrip, results
from tui.encounter.panes.side_panes import SidePanes
from tui.encounter.present import layers, sights
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery, drawn
from tui.encounter.present.states import order, ticking, tokens
from tui.encounter.pursuit import bring_back, ladder
from tui.encounter.turns import pack_lines
from tui.kit.failures import saying_failures
from tui.kit.help import Legend
from tui.kit.keys import PATIENCE
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import Words
from tui.play.log import log_lines
from tui.play.log.journal_log import JournalLog
from tui.play.screen import READ_ONLY
from tui.view import CampaignView


def shown(state: State, looked_at: str) -> Encounter | None:
    """The encounter that a screen shows: the fight, else `looked_at`, else the newest.

    One that is over is shown only when it is looked at.
    """
    if state.fight is not None:
        return state.fight
    ahead = [one for one in state.encounters if one.status in ("prepared", "paused")]
    return state.encounter(looked_at) or (ahead[-1] if ahead else None)


def draw(screen: FightHost, view: CampaignView) -> None:
    """Draw what is known at once, and gather the rest in a thread."""
    screen.performer.confirming = None
    encounter = screen.encounter
    screen.set_class(encounter is None, "no-fight")
    ground = screen.query_one(GroundPanes)
    ground.visible = encounter is not None or not screen.player_view
    ground.explain(encounter is None)
    _show_lines(screen)
    if encounter is None:
        screen.answers.battles.drop()
        screen.ui = replace(screen.ui, gathered=None, answer=None)
        screen.show_ahead()
    else:
        screen.answers.battles.ask((view, encounter, screen.player_view))


def explain_signs(screen: FightHost) -> None:
    """Show what the signs mean that are on the board now."""
    grid = screen.grid
    signs = sights.signs(screen.as_shown, grid.look, grid.signs_seen())
    screen.app.push_screen(Legend(signs, grid.style_of))


def _show_lines(screen: FightHost) -> None:
    view, width = screen.view, screen.size.width
    title = sights.title(view, screen.encounter, width, screen.player_view)
    screen.query_one(TitleLine).show(*title)
    screen.query_one(JournalLog).show(*log_lines.log(view, screen.player_view, width))
    screen.query_one(ResultStrip).show(results(view, screen.player_view))


def turn_curtain(screen: FightHost) -> None:
    """Take off the grid what may tell of hidden creatures, and ask again about the cursor."""
    screen.grid.show(labels={}, area=0, lines=(), layer=NO_LAYER)
    screen.ui = with_curtain_turned(screen.ui, screen.player_view)
    draw_tokens(screen)
    show_preview(screen)
    if screen.battle is not None:
        look_ahead(screen)


def fit(screen: FightHost) -> None:
    """Recount what lines and panes can hold."""
    found = screen.battle
    if found is None or found.view is not screen.app.view:
        return
    with saying_failures(screen):
        _show_lines(screen)
        draw_tokens(screen)
        screen.call_after_refresh(screen.query_one(SidePanes).fit)


def follow(screen: FightHost, before: EncounterUI, now: EncounterUI) -> None:
    """Draw what a change of marks, of the way of moving or of a proposal has changed."""
    if before.gathered is not now.gathered:
        return  # who brings another battle draws it all
    if before.marked != now.marked:
        draw_tokens(screen)
    if _asked(before) != _asked(now):
        look_ahead(screen)
    elif before.plan != now.plan:
        show_preview(screen)
        screen.show_ahead()
    elif before.door != now.door:
        screen.show_ahead()


def _asked(ui: EncounterUI) -> tuple[object, ...]:
    return ui.marked, ui.chosen, ui.way, ui.height, ui.plan >= 0


# the encounter, once it is gathered


def take_battle(
    screen: FightHost, asked: tuple[CampaignView, Encounter, bool], found: Battle
) -> None:
    """Show the encounter, and follow the turn: the cursor goes to who acts now.

    When the encounter begins it goes to the party.
    """
    if asked[0] is not screen.app.view or not screen.is_attached:
        return
    if found.trouble is not None:
        screen.gm.say_message(found.trouble)
    before, perch = screen.ui.gathered, screen.ui.perch
    screen.ui = replace(with_battle(screen.ui, found), perch=None)
    screen.query_one(GroundPanes).draw_board(found)
    if before is None or before.runs < found.runs:
        screen.grid.fit_again()
    if passed(before, found):
        who = found.acting
        if not who and found.runs and not found.encounter.round:
            who = tuple(one for one in found.on_board if found.side(one) == "party")
        places = [at for one in who if (at := found.place(one))]
        put_cursor(screen, next(iter(places), None))
        screen.grid.reveal(places)
    keep_layer(screen, before, found)
    if perch is not None and perch[0] is found.view:
        put_cursor(screen, perch[1])
    draw_tokens(screen)
    look_ahead(screen)


def put_cursor(screen: FightHost, square: Square | None) -> None:
    """Move the cursor to a square of the board, asking nothing."""
    if square is not None:
        screen.grid.cursor = square


def return_cursor(screen: FightHost, cursor: object) -> None:
    """Move the cursor back to where a what-if began, once the board is drawn as it was."""
    if isinstance(cursor, Square):
        put_cursor(screen, cursor)
        screen.ui = replace(screen.ui, perch=(screen.view, cursor))


def draw_tokens(screen: FightHost) -> None:
    """Draw the creatures and the rows about them."""
    found, marked = screen.battle, screen.ui.marked
    here = found and found.known
    screen.grid.show(tokens=tokens(here, marked) if here else ())
    ticks = tuple(ticking(here)) if found and here and found.runs else ()
    screen.query_one(SidePanes).show_lists(order(here, marked) if here else (), ticks)
    chase = ladder(here) if here else None
    screen.query_one(ChaseLadder).show(chase)
    if screen.has_class("chasing") != (chase is not None):
        screen.set_class(chase is not None, "chasing")
        if not screen.has_class("asking"):
            screen.focus_pane()


# the answer about the cursor's square


def look_ahead(screen: FightHost) -> None:
    """Query the cursor's square; an answer about another square is no longer shown."""
    query = cursor_query(screen.ui, screen.battle, screen.grid.cursor)
    if query is None:
        screen.answers.previews.drop()
        screen.ui = replace(screen.ui, answer=None)
        show_preview(screen)
    else:
        screen.answers.previews.ask(query)
    screen.show_ahead()


def take_preview(screen: FightHost, query: CursorQuery, found: CursorPreview) -> None:
    """Show an answer, if it is of the encounter shown."""
    if query.battle is screen.ui.gathered and screen.is_attached:
        screen.ui = replace(screen.ui, answer=found)
        show_preview(screen)
        screen.show_ahead()


def show_preview(screen: FightHost) -> None:
    """Draw the answer: the way, the attacks of opportunity, the panels; then a waiting Enter."""
    ui = screen.ui
    seen = ui.preview(screen.grid.cursor)
    screen.grid.show(**drawn(seen, ui.plan))
    screen.query_one(SidePanes).show_preview(seen, pack_lines(ui, seen))
    if ui.enter_waits and seen is not None:
        screen.ui = replace(ui, enter_waits=False)
        press_enter(screen)


# Enter


def ahead(screen: FightHost) -> tuple[Words, Words | None]:
    """What Enter and Space would do."""
    found, meant = screen.battle, enter_now(screen)
    if screen.view.read_only:
        return READ_ONLY if meant.records else meant.words, READ_ONLY
    space = found.space if found is not None and found.view is screen.view else None
    if screen.encounter is None:
        space = next_action(screen.state, screen.view.assets)
    return meant.words, space or Message("...")


def enter_now(screen: FightHost) -> EnterAction:
    """What Enter means now."""
    pointed = screen.query_one(ChaseLadder).pointed
    return enter_action(screen.ui, screen.battle, screen.state, screen.grid.cursor, pointed)


def press_enter(screen: FightHost) -> None:
    """Do what the Ahead line says."""
    if screen.gm.stray_number() or screen.performer.confirmed():
        return
    meant = enter_now(screen)
    if meant.waits:
        screen.ui = replace(screen.ui, enter_waits=True)
        screen.app.hold(PATIENCE)
    elif meant.command is not None:
        screen.perform(meant.command)
    elif meant.ui is not None:
        screen.ui = meant.ui
    elif meant.returns:
        screen.run_worker(bring_back(screen, meant.returns))
    else:
        screen.ui = replace(screen.ui, refused=meant.words)
        screen.gm.say_message("{words}", words=meant.words)
        screen.app.let_go()


# what is laid over the grid: layers of reach, threat, cover, light, height; the ruler


REACH = {"": "move", "move": "threat", "threat": ""}
"""What follows what on the key for reach."""


def next_layer(screen: FightHost) -> None:
    """Show the next layer."""
    at = layers.ORDER.index(screen.ui.layer)
    _show_layer(screen, layers.ORDER[(at + 1) % len(layers.ORDER)])


def next_reach(screen: FightHost) -> None:
    """Cycle for the creature under the cursor: its reach, what it threatens, nothing."""
    _show_layer(screen, REACH.get(screen.ui.layer, "move"))


def _show_layer(screen: FightHost, layer: str) -> None:
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
