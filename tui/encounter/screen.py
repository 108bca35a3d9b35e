"""The Encounter screen: a fight on its grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.reactive import var

from core.combat.board.squares import Square
from core.messages import Message, Refusal
from core.play.fight.blows.commands import AreaAttack, MakeAttack
from core.play.fight.encounter import Encounter
from core.play.union import Command, Decided
from core.values import replace
from tui.encounter import (
    after,
    area_attacks,
    attacks,
    display,
    gm_rulings,
    movement,
    overlays,
    pointing,
    pursuit,
    recruits,
    selection,
    strokes,
    turns,
)
from tui.encounter.fight_host import FightAnswers
from tui.encounter.model import EncounterUI
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.brush_line import BrushLine
from tui.encounter.panes.chase_ladder import ChaseLadder
from tui.encounter.panes.ground_panes import GroundPanes
from tui.encounter.panes.side_panes import SidePanes
from tui.encounter.present import layers
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import foresee
from tui.kit.keymap import bindings
from tui.kit.latest import Latest
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import Words
from tui.play.arranging import list_encounters, prepare_named
from tui.play.journal_log import JournalLog
from tui.play.performer import Owed
from tui.play.screen import PlayScreen
from tui.play.typed.commandline import Go
from tui.view import CampaignView


class EncounterScreen(PlayScreen):
    """An encounter on its grid, with the panes about it; `ui` is all that it remembers."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "encounter"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("encounter")]

    ui: var[EncounterUI] = var(EncounterUI(), init=False, always_update=True)
    hits: Sequence[Square] = ()

    def __init__(self) -> None:
        super().__init__()
        self.answers = FightAnswers(
            Latest(self, display.gather, partial(display.take_battle, self)),
            Latest(self, foresee, partial(display.take_preview, self)),
            Latest(self, layers.layer, partial(overlays.take_layer, self)),
        )

    def panes(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            yield GroundPanes(id="ground")
            yield SidePanes(id="side")
        yield JournalLog(id="log")

    # what it shows

    @property
    def grid(self) -> BattleGrid:
        """The grid."""
        return self.query_one(BattleGrid)

    @property
    def encounter(self) -> Encounter | None:
        """The encounter shown: the one being played, else the one last looked at.

        Players never see one that is only prepared.
        """
        found = display.shown(self.state, self.ui.looked_at)
        if found is not None and self.as_shown.state.encounter(found.id) is None:
            return None
        return found

    @property
    def battle(self) -> Battle | None:
        """The encounter as drawn; None before it is gathered, or when none is shown."""
        found, encounter = self.ui.gathered, self.encounter
        if found is None or encounter is None or found.encounter.id != encounter.id:
            return None
        return found

    def show(self, moment: CampaignView) -> None:
        display.show(self, moment)

    def turn_curtain(self, moment: CampaignView) -> None:
        """Show what players know, or everything again."""
        display.clear_grid(self)
        super().turn_curtain(moment)
        display.turn_curtain(self)

    def copied(self) -> str:
        """The grid and the panes beside it, as text."""
        return f"{self.grid.as_text()}\n{self.query_one(SidePanes).as_text()}"

    def focus_pane(self) -> None:
        (self.query_one(ChaseLadder) if self.has_class("chasing") else self.grid).focus()

    # whom and what the keys mean

    def marked(self) -> tuple[str, ...]:
        return self.ui.marked

    def meant(self) -> tuple[str, ...]:
        """The marked, else those under the cursor."""
        return self.ui.marked or selection.under(self.battle, self.grid.cursor)[:1]

    def shown_encounter(self) -> Encounter | None:
        return self.encounter

    def look_at(self, encounter: str) -> None:
        """Show a prepared or paused encounter."""
        self.ui = replace(self.ui, looked_at=encounter)
        self.show(self.moment)

    def here(self) -> Square:
        """The square under the cursor."""
        return self.grid.cursor

    def go_there(self, place: Square) -> None:
        """Move the cursor to a square."""
        pointing.go_to(self, place)

    def perched(self, cursor: object) -> None:
        """Move the cursor back to a square, once the board is drawn as it was."""
        if isinstance(cursor, Square):
            display.put_cursor(self, cursor)
            self.ui = replace(self.ui, perch=(self.moment, cursor))

    def asks_more(self, event: events.Key) -> bool:
        """Whether the keys typed after `event` belong to it."""
        return pointing.asks_more(self, event)

    def means_another(self, event: events.Key) -> bool:
        """Whether a key after a refusal names another target."""
        return (event.character or "") in self.others()

    # performing

    def ahead(self) -> tuple[Words | None, Words | None]:
        return display.ahead(self)

    def perform(self, command: Command) -> None:
        last = command if isinstance(command, MakeAttack | AreaAttack) else self.ui.last_attack
        self.ui = replace(self.ui, aim=None, instead=None, last_attack=last)
        super().perform(command)

    def follows(self, decided: Decided) -> Command | None:
        """Ask about attacks of opportunity before a movement is recorded; Esc cancels the move."""
        halting = turns.halted(decided)
        return None if halting is None else turns.all_strike(halting)

    def afterwards(self, command: Command) -> Command | None:
        """What is due, else what was to follow anyway, else what is offered."""
        self.ui = replace(self.ui, aim=None)
        then = after.due(self) or super().afterwards(command)
        if then is None:
            after.offer(self, command)
        return then

    def left(self, owed: Owed) -> Message:
        """Keep everything as it was when the attacks of opportunity were cancelled."""
        return turns.left(self.performer.held, owed.command, self.state) or super().left(owed)

    def instead(self) -> Command | None:
        then, self.ui = self.ui.instead, replace(self.ui, aim=None, instead=None)
        return then

    def refused(self, command: Command, refusal: Refusal) -> Message:
        return attacks.refused(self, command, refusal)

    def aims(self) -> dict[str, tuple[str, str]]:
        """The target of each attack of opportunity at a pack: V > d."""
        return turns.aims(self.performer.held, self.state)

    def others(self) -> frozenset[str]:
        return frozenset(() if self.ui.aim is None else self.ui.aim.targets)

    def turn_to(self, letter: str) -> None:
        attacks.turn_to(self, letter)

    def put_away(self) -> bool:
        """Drop the proposal, the mode of movement, the marks; loses nothing of the story."""
        before, self.ui = self.ui, movement.put_away(self.ui)
        return self.ui is not before or super().put_away()

    def go(self, go: Go) -> None:
        match go.action:
            case "cursor" | "find":
                pointing.find(self, go.argument)
            case "chase":
                self.run_worker(pursuit.start_chase(self))
            case "add":
                self.run_worker(recruits.add(self, go.argument))
            case "prepare":
                self.run_worker(prepare_named(self, go.argument, self.look_at))
            case _:
                super().go(go)

    # handlers

    def watch_ui(self, before: EncounterUI, now: EncounterUI) -> None:
        display.follow(self, before, now)

    def on_mount(self) -> None:
        """Apply the GM's look to the grid."""
        self.grid.look = self.app.preferences.look

    def on_resize(self) -> None:
        self.call_after_refresh(display.fit, self)

    def on_key(self, event: events.Key) -> None:
        """A letter picks on the grid; other keys mean what they mean elsewhere."""
        if not attacks.take_letter(self, event):
            pointing.take_label(self, event)

    def on_battle_grid_cursor_moved(self) -> None:
        pointing.cursor_moved(self)

    def on_battle_grid_square_chosen(self) -> None:
        if not self.has_class("brushing"):
            self.action_choose()

    def on_chase_ladder_pointed(self) -> None:
        self.show_ahead()

    def on_brush_line_left(self) -> None:
        strokes.put_brushes_away(self)

    def on_brush_line_stroke(self, stroke: BrushLine.Stroke) -> None:
        strokes.draw(self, stroke)

    def on_brush_line_air_asked(self, asked: BrushLine.AirAsked) -> None:
        self.run_worker(strokes.ask_air(self, asked.what))

    # keys: Enter and Space

    def action_choose(self) -> None:
        display.press_enter(self)

    def action_story(self) -> None:
        if not turns.space_asks(self):
            super().action_story()

    def action_encounter(self) -> None:
        chase = partial(pursuit.start_chase, self)
        self.run_worker(list_encounters(self, self.ui.looked_at, self.look_at, chase))

    def action_march_hours(self) -> None:
        self.count()
        self.refuse("In a fight time passes with T.")

    # keys: the cursor

    def action_now(self) -> None:
        pointing.go_to_acting(self)

    def action_back(self) -> None:
        pointing.go_back(self)

    def action_next_thing(self) -> None:
        pointing.step_to(self, 1)

    def action_previous_thing(self) -> None:
        pointing.step_to(self, -1)

    def action_search(self) -> None:
        self.run_worker(pointing.search(self))

    def action_jump(self) -> None:
        pointing.jump(self)

    def action_why(self) -> None:
        self.run_worker(pointing.show_why(self))

    def action_measure(self) -> None:
        overlays.measure(self)

    def action_layer(self) -> None:
        overlays.next_layer(self)

    def action_reach(self) -> None:
        overlays.next_reach(self)

    def action_zoom_in(self) -> None:
        self.grid.zoom(1)

    def action_zoom_out(self) -> None:
        self.grid.zoom(-1)

    def action_brush(self) -> None:
        strokes.open_brushes(self)

    # keys: who, and what they do

    def action_mark(self) -> None:
        selection.toggle(self)

    def action_mark_all(self) -> None:
        selection.toggle_group(self)

    def action_mounts(self) -> None:
        selection.mount(self)

    def action_pace(self) -> None:
        self.run_worker(movement.choose_way(self))

    def action_level_up(self) -> None:
        movement.climb(self, 1)

    def action_level_down(self) -> None:
        movement.climb(self, -1)

    def action_next_pane(self) -> None:
        movement.turn_page(self, 1)

    def action_previous_pane(self) -> None:
        movement.turn_page(self, -1)

    def action_attack(self) -> None:
        attacks.attack(self)

    def action_repeat(self) -> None:
        attacks.repeat(self)

    def action_area(self) -> None:
        self.run_worker(area_attacks.attack_area(self))

    def action_initiative(self) -> None:
        self.run_worker(turns.roll_initiative(self))

    def action_delay(self) -> None:
        turns.delay(self)

    def action_ready(self) -> None:
        self.run_worker(turns.ready(self))

    def action_overrule(self) -> None:
        self.run_worker(gm_rulings.overrule(self))

    def action_remove(self) -> None:
        recruits.remove(self)
