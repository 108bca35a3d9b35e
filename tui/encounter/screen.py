"""The Encounter screen: a fight on its grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import var

from core.combat.board.squares import Square
from core.play.facts.encounter import Encounter
from core.values import replace
from tui.board.battle_grid import BattleGrid
from tui.encounter import (
    after,
    attacks,
    display,
    gm_rulings,
    pointing,
    pursuit,
    recruits,
    strokes,
    turns,
)
from tui.encounter.model import EncounterUI, FightAnswers, under
from tui.encounter.panes.ground_panes import ChaseLadder, GroundPanes
from tui.encounter.panes.result_strip import ResultStrip
from tui.encounter.panes.side_panes import SidePanes
from tui.encounter.present import layers
from tui.encounter.present.battle import Battle, battle, failed_battle
from tui.encounter.present.foresight import failed_preview, foresee
from tui.kit.failures import saying_failures
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.play.application.preferences import Preferences
from tui.play.command_line.areas import Adding, adding
from tui.play.command_line.command_line import PLAY
from tui.play.command_line.typed_line import Act, Parsed, TypedLine, screen_word, table, text, title
from tui.play.encounters.encounter_actions import list_encounters, prepare_named
from tui.play.log.journal_log import JournalLog
from tui.play.screen import PlayScreen, foot
from tui.view import CampaignView
from tui.worker import Latest


def _chase(line: TypedLine) -> Parsed:
    return PLAY["chase"].read(line) if line.words else Act(pursuit.start_chase)


def _adding(line: TypedLine) -> Adding | None:
    return adding(text(line)) if line.words else None


WORDS = PLAY | table(
    screen_word("prepare Ambush at the ford", "prepares an encounter; asks for its board",
                lambda screen, name: prepare_named(screen, name, screen.look_at), title),
    screen_word("add 8 wolf hp=roll hidden at k9", "adds creatures; alone, lists the bestiary",
                recruits.add, _adding),
    replace(PLAY["chase"], read=_chase),
    screen_word("find k9", "goes to a square or creature", pointing.find, text),
)  # fmt: skip
"""The words of the `:` line on the Encounter."""


class EncounterScreen(PlayScreen):
    """An encounter on its grid, with the panes about it; `ui` is all that it remembers."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "encounter"
    WORDS = WORDS
    BINDINGS = [*bindings("encounter")]

    ui: var[EncounterUI] = var(EncounterUI(), init=False, always_update=True)
    hits: Sequence[Square] = ()

    def __init__(self) -> None:
        super().__init__()
        self.answers = FightAnswers(
            Latest(
                self,
                lambda asked: battle(*asked),
                partial(display.take_battle, self),
                failed_battle,
            ),
            Latest(self, foresee, partial(display.take_preview, self), failed_preview),
            Latest(self, layers.layer, partial(display.take_layer, self), layers.failed_layer),
        )
        self.performer.sequel = after.sequel(self)
        self.branching.closes = partial(turns.close, self)
        self.branching.returned = partial(display.return_cursor, self)

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            yield GroundPanes(id="ground")
            yield SidePanes(id="side")
        yield ResultStrip(id="results")
        yield JournalLog(id="log")
        yield from foot()

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

    draw = display.draw

    def turn_curtain(self, view: CampaignView) -> None:
        """Show what players know, or everything again."""
        super().turn_curtain(view)
        display.turn_curtain(self)

    def focus_pane(self) -> None:
        (self.query_one(ChaseLadder) if self.has_class("chasing") else self.grid).focus()

    # whom and what the keys mean

    def marked(self) -> tuple[str, ...]:
        return self.ui.marked

    def meant(self) -> tuple[str, ...]:
        """The marked, else those under the cursor."""
        return self.ui.marked or under(self.battle, self.grid.cursor)[:1]

    def look_at(self, encounter: str) -> None:
        """Show a prepared or paused encounter."""
        self.ui = replace(self.ui, looked_at=encounter)
        self.show(self.view)

    def here(self) -> Square:
        """The square under the cursor."""
        return self.grid.cursor

    go_there = pointing.go_to

    def means_another(self, event: events.Key) -> bool:
        """Whether a key after a refusal names another target."""
        return self.ui.aim is not None and event.character in self.ui.aim.targets

    # performing

    ahead = display.ahead

    # handlers

    def watch_ui(self, before: EncounterUI, now: EncounterUI) -> None:
        """Draw what has changed."""
        with saying_failures(self):
            display.follow(self, before, now)

    def prefer(self, now: Preferences) -> None:
        """Let tokens walk, too, if the GM wants it."""
        super().prefer(now)
        self.grid.moves = now.settings.motion == "on"

    def on_resize(self) -> None:
        self.call_after_refresh(display.fit, self)

    def on_key(self, event: events.Key) -> None:
        """A letter picks on the grid; other keys mean what they mean elsewhere."""
        with saying_failures(self):
            self.grid.arrive()
            if not attacks.take_letter(self, event):
                pointing.take_label(self, event)

    def on_battle_grid_cursor_moved(self) -> None:
        with saying_failures(self):
            pointing.cursor_moved(self)

    def on_battle_grid_square_chosen(self) -> None:
        if not self.has_class("brushing"):
            with saying_failures(self):
                self.action_choose()

    def on_chase_ladder_pointed(self) -> None:
        self.show_ahead()

    on_brush_line_left = strokes.put_brushes_away
    on_brush_line_drawn = strokes.draw
    on_brush_line_air_asked = strokes.ask_air

    # keys: Enter and Space

    def copied(self) -> str:
        return f"{self.grid.as_text()}\n{self.query_one(SidePanes).as_text()}"

    action_choose = display.press_enter

    def action_story(self) -> None:
        if not turns.space_asks(self):
            super().action_story()

    def action_encounter(self) -> None:
        chase = partial(pursuit.start_chase, self)
        self.run_worker(list_encounters(self, self.ui.looked_at, self.look_at, chase))

    def action_march_hours(self) -> None:
        self.gm.count()
        self.gm.refuse("In a fight time passes with T.")

    # keys: the cursor

    action_lead = pointing.lead
    action_back = pointing.go_back
    action_search = pointing.search
    action_jump = pointing.jump
    action_legend = display.explain_signs
    action_why = pointing.show_why
    action_measure = display.measure
    action_layer = display.next_layer
    action_reach = display.next_reach

    def action_zoom(self, step: int) -> None:
        self.grid.zoom(step)

    action_brush = strokes.open_brushes

    # keys: who, and what they do

    action_mark = turns.toggle
    action_mark_all = turns.toggle_group
    action_mounts = turns.mount
    action_pace = turns.choose_way
    action_level = turns.climb
    action_pane = turns.turn_page
    action_attack = attacks.attack
    action_repeat = attacks.repeat
    action_area = attacks.attack_area
    action_riders = attacks.settle_rider
    action_initiative = turns.roll_initiative
    action_delay = turns.delay
    action_ready = turns.ready
    action_remove = recruits.remove

    def action_overrule(self) -> None:
        gm_rulings.overrule(self)
