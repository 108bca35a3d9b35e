"""The Encounter screen: a fight on its grid.

It is the only one that assigns `ui`, in `EncounterScreen.remember`. What a key means is a function
of a `Standpoint` (`change.py`), and what comes of it is carried out in `execution.py`.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import var
from textual.worker import Worker

from core.combat.board.squares import Square
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.queries import next_action
from core.rulesets.creature_words import NO_WORDS
from core.values import replace
from tui.board.battle_grid import BattleGrid
from tui.board.grid_ground import SIGNS
from tui.encounter import (
    attacks,
    cursor_keys,
    drawing,
    execution,
    gm_rulings,
    letters,
    overlays,
    places,
    pursuit,
    reasons,
    recruits,
    turns,
    ways,
)
from tui.encounter.answers import FightAnswers
from tui.encounter.change import Change, Jump, Standpoint
from tui.encounter.execution import follow_cursor, jump_back, lay_area
from tui.encounter.model import (
    WORKING,
    EncounterUI,
    shown,
    with_curtain_turned,
    with_new_looked_at,
    without_overlays,
)
from tui.encounter.offers import FightSequel
from tui.encounter.panes.brush_line import BrushCanvas, BrushLine
from tui.encounter.panes.fight_lines import ChaseLines
from tui.encounter.panes.ground_panes import ChaseLadder, GroundPanes
from tui.encounter.panes.result_strip import ResultStrip, results, say_unsettled
from tui.encounter.panes.side_panes import SidePanes
from tui.encounter.present import sights
from tui.encounter.present.battle import Battle
from tui.encounter.present.brushes import BrushedBoard, brushes
from tui.kit.failures import saying_failures
from tui.kit.help import Legend
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.workers import wait_for
from tui.play.application.preferences import Preferences
from tui.play.command_line.areas import Adding, adding
from tui.play.command_line.command_line import PLAY
from tui.play.command_line.typed_line import Act, Parsed, TypedLine, screen_word, table, text, title
from tui.play.dice.dice_tray import DiceTray
from tui.play.encounters.encounter_actions import list_encounters, prepare_named
from tui.play.foot_lines import AheadWords
from tui.play.key_press import action, press, word
from tui.play.log import log_lines
from tui.play.log.journal_log import JournalLog
from tui.play.performing.performer import READ_ONLY
from tui.play.screen import RECEIPTS, PlayScreen, foot
from tui.view import CampaignView

start_chase = word(pursuit.start_chase)
find = word(places.find)


def add(screen: EncounterScreen, wanted: Adding | None) -> Worker[object] | None:
    """Add creatures of the bestiary; None: they are asked for."""
    return press(screen, recruits.add, wanted, screen.app.worker.dice.roll)


def look_at(screen: EncounterScreen, encounter: str) -> None:
    """Show a prepared or paused encounter."""
    screen.remember(replace(screen.ui, looked_at=encounter))
    screen.show(screen.view)


def _prepare(screen: EncounterScreen, name: str) -> Coroutine[None, None, None]:
    return prepare_named(screen, name, partial(look_at, screen))


def _chase(line: TypedLine) -> Parsed:
    if line.words:
        return PLAY["chase"].read(line)
    return Act(start_chase)


def _adding(line: TypedLine) -> Adding | None:
    if not line.words:
        return None
    rules = line.shown.rules
    if rules is None:
        return adding(text(line), NO_WORDS)
    return recruits.library(rules).read(text(line))


ENCOUNTER_WORDS = PLAY | table(
    (
        screen_word(
            "prepare Ambush at the ford",
            "prepares an encounter; asks for its board",
            _prepare,
            title,
        ),
        replace(
            screen_word(
                "add 8 wolf hp=roll hidden at k9",
                "adds creatures; alone, lists the bestiary",
                add,
                _adding,
            ),
            preview=recruits.preview_line,
        ),
        replace(PLAY["chase"], read=_chase),
        screen_word("find k9", "goes to a square or creature", find, text),
    ),
)
"""The words of the `:` line on the Encounter."""


class EncounterScreen(PlayScreen):
    """An encounter on its grid, with the panes about it; `ui` is all that it remembers."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "encounter"
    WORDS = ENCOUNTER_WORDS
    BINDINGS = [*bindings("encounter")]

    ui: var[EncounterUI] = var(EncounterUI(), init=False, always_update=True)
    hits: Sequence[Square] = ()

    def __init__(self) -> None:
        super().__init__()
        self.answers = FightAnswers(self)
        self.readings.add(self.answers)
        self.performer.sequel = FightSequel(self)
        self.branching.closes = partial(put_away, self)
        self.branching.returned = partial(return_cursor, self)

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
        fight = shown(self.state, self.ui.looked_at)
        if fight is not None and self.as_shown.state.encounter(fight.id) is None:
            return None
        return fight

    @property
    def battle(self) -> Battle | None:
        """The encounter as drawn; None before it is gathered, or when none is shown."""
        gathered = self.ui.gathered
        encounter = self.encounter
        if gathered is None or encounter is None or gathered.encounter.id != encounter.id:
            return None
        return gathered

    @property
    def standpoint(self) -> Standpoint:
        """What the next key goes by."""
        return Standpoint(
            view=self.view,
            cursor=self.grid.cursor,
            ui=self.ui,
            encounter=self.encounter,
            battle=self.battle,
            pointed=self.query_one(ChaseLadder).pointed,
            player_view=self.player_view,
        )

    def remember(self, ui: EncounterUI) -> None:
        """Remember this from now on; nothing else assigns `ui`."""
        self.ui = ui

    carry_out = execution.carry_out

    def watch_ui(self, before: EncounterUI, now: EncounterUI) -> None:
        """Give each pane what it shows now, and ask what is not known yet."""
        with saying_failures(self):
            grid = self.grid
            side = self.query_one(SidePanes)
            if before.gathered is not now.gathered:
                show_lines(self)
            if (before.gathered, before.shown_picks) != (now.gathered, now.shown_picks):
                grid.show(tokens=overlays.creatures(now))
                side.lists = overlays.lists(now)
                show_chase(self, overlays.chase(now))
            grid.show(**overlays.overlay(now, grid.cursor))
            side.outlook = overlays.outlook(now)
            self.answers.follow(before, now)
            self.show_ahead()
            show_canvas(self)

    def draw(self, view: CampaignView) -> None:
        """Gather what is to be drawn in a thread: until then all stays, not the board alone.

        Where nothing of it is drawn yet, or the curtain is turned, the lines change at once.
        """
        self.performer.confirming = None
        looking = with_new_looked_at(self.ui, view.state)
        if looking is not self.ui:
            self.remember(looking)
        encounter = self.encounter
        self.set_class(encounter is None, "no-fight")
        ground = self.query_one(GroundPanes)
        ground.visible = encounter is not None or not self.player_view
        ground.shown = replace(ground.shown, empty=encounter is None)
        if self.battle is None or self.battle.player_view != self.player_view:
            show_lines(self)
        show_canvas(self)
        if encounter is None:
            self.answers.battles.drop()
            self.remember(replace(without_overlays(self.ui), gathered=None, answer=None))
        else:
            self.answers.battles.ask((view, encounter, self.player_view))

    def turn_curtain(self, view: CampaignView) -> None:
        """Show what players know, or everything again."""
        super().turn_curtain(view)
        self.remember(with_curtain_turned(self.ui, self.player_view))
        if self.battle is not None:
            self.answers.ask_about_cursor()

    def prefer(self, now: Preferences) -> None:
        """Let tokens walk, too, if the GM wants it."""
        super().prefer(now)
        self.grid.moves = now.settings.motion == "on"

    def on_resize(self) -> None:
        self.call_after_refresh(fit, self)

    def focus_pane(self) -> None:
        (self.query_one(ChaseLadder) if self.has_class("chasing") else self.grid).focus()

    def copied(self) -> str:
        return f"{self.grid.as_text()}\n{self.query_one(SidePanes).as_text()}"

    # whom the keys mean, and where the cursor is

    def marked(self) -> tuple[str, ...]:
        return self.ui.marked

    def meant(self) -> tuple[str, ...]:
        """The marked, else those under the cursor."""
        return self.standpoint.actor.meant

    def here(self) -> Square:
        """The square under the cursor."""
        return self.grid.cursor

    def go_there(self, place: Square) -> None:
        """Move the cursor, remembering its old place."""
        self.carry_out(Jump(place))

    def means_another(self, event: events.Key) -> bool:
        """Whether a key after a refusal names another target."""
        return self.ui.aim is not None and event.character in self.ui.aim.targets

    def on_key(self, event: events.Key) -> None:
        """A letter picks on the grid; other keys mean what they mean elsewhere."""
        with saying_failures(self):
            self.grid.arrive()
            change = take_letter(self, event.character or "")
            if change is not None:
                event.stop()
                event.prevent_default()
                self.carry_out(change)

    def on_battle_grid_cursor_moved(self) -> None:
        with saying_failures(self):
            follow_cursor(self)
            show_canvas(self)

    def on_battle_grid_square_chosen(self) -> None:
        if not self.has_class("brushing"):
            with saying_failures(self):
                self.action_choose()

    def on_chase_ladder_pointed(self) -> None:
        self.show_ahead()

    # keys: Enter and Space

    def ahead(self) -> AheadWords:
        battle = self.battle
        picking = letters.say_picking(self.standpoint)
        if picking is not None:
            return AheadWords(picking, Message("leave the letters"))
        meant = self.standpoint.enter
        if self.view.read_only:
            return AheadWords(meant.words, READ_ONLY)
        if self.encounter is None:
            return AheadWords(meant.words, next_action(self.state, self.view.assets))
        if battle is None or battle.view is not self.view:
            return AheadWords(WORKING.words, WORKING.words)
        if battle.space is None:
            return AheadWords(meant.words, WORKING.words)
        unsettled = self.query_one(ResultStrip).results
        space = say_unsettled(unsettled, battle.space, self.app.keys)
        first = None
        if isinstance(meant.command, MakeAttack):
            first = self.performer.asked_before(meant.command)
        return AheadWords(first or meant.words, space)

    def action_choose(self) -> None:
        """Do what the Ahead line says."""
        if self.gm.stray_number() or self.performer.confirmed():
            return
        meant = self.standpoint.enter
        if meant.waits:
            self.remember(replace(self.ui, enter_waits=True))
        elif meant.command is not None:
            self.perform(meant.command)
        elif meant.ui is not None:
            self.remember(meant.ui)
        elif meant.returns:
            press(self, pursuit.bring_back, meant.returns)
        else:
            self.remember(replace(self.ui, refused=meant.words))
            self.gm.say_message("{words}", words=meant.words)
            self.app.let_go()

    def action_story(self) -> None:
        if self.performer.is_pressed_again():
            return
        owed = self.performer.due() is not None
        change = turns.ask_first(self.standpoint, owed=owed)
        refused = isinstance(change, Refusal)
        if change is not None and (refused or not self.gm.stray_number()):
            self.carry_out(change)
        else:
            self.performer.go_on()

    def action_encounter(self) -> None:
        shows = partial(look_at, self)
        begins = partial(wait_for_chase, self)
        self.run_worker(list_encounters(self, self.ui.looked_at, shows, begins))

    def action_march_hours(self) -> None:
        self.gm.count()
        self.gm.refuse("In a fight time passes with T.")

    # keys: the cursor, and what is laid over the grid

    action_lead = action(cursor_keys.lead)
    action_back = jump_back
    action_search = action(places.search)
    action_jump = action(letters.jump)
    action_measure = action(overlays.measure)
    action_layer = action(overlays.next_layer)
    action_reach = action(overlays.next_reach)

    def action_legend(self) -> None:
        """Show what the signs mean that are on the board now."""
        grid = self.grid
        signs = sights.signs(self.as_shown, grid.look, grid.signs_seen())
        self.app.push_screen(Legend(signs, grid.style_of))

    def action_why(self) -> None:
        """Show the receipts of the row in the tray, else of the cursor's answer."""
        if not self.gm.veiled(RECEIPTS):
            press(self, reasons.show_why, self.performer.dice_receipts())

    def action_zoom(self, step: int) -> None:
        self.grid.zoom(step)

    def action_pane(self, step: int) -> None:
        """Show the next or previous proposal for a pack, else focus another pane."""
        turned = ways.turn_page(self.ui, step)
        if turned is None:
            super().action_pane(step)
        else:
            self.remember(turned)

    # keys: who, and what they do

    action_mark = action(ways.toggle)
    action_mark_all = action(ways.toggle_group)
    action_mounts = action(ways.mount)
    action_pace = action(ways.choose_way)
    action_level = action(ways.climb)
    action_repeat = action(attacks.repeat)
    action_riders = action(attacks.settle_rider)
    action_initiative = action(turns.roll_initiative)
    action_delay = action(turns.delay)
    action_ready = action(turns.ready)
    action_remove = action(recruits.remove)
    action_sides = action(recruits.choose_side)

    def action_attack(self) -> None:
        """Attack the enemy under the cursor, else the one whose letter comes next."""
        press(self, attacks.attack, self.gm.count())

    def action_area(self) -> None:
        """Lay an area at the cursor."""
        self.run_worker(lay_area(self))

    def action_overrule(self) -> None:
        """Overrule the die in focus, the last result, or any figure."""
        press(self, gm_rulings.overrule, asking=bool(self.query_one(DiceTray).display))

    # drawing on the board

    def action_brush(self) -> None:
        """Open the brushes, until Esc."""
        grid = self.grid
        if self.has_class("brushing"):
            return
        if self.encounter is None or not grid.field.width:
            self.gm.refuse("There is no board to draw on.")
            return
        kinds = brushes(self.view.assets.rules.combat.ground)
        line = BrushLine(brush_canvas(self), kinds, self.app.keys, grid.action_cursor)
        line.look = grid.look
        self.set_class(True, "brushing")
        grid.can_focus = False  # a click moves the cursor and leaves the keys to the brush
        self.mount(line, before="#ahead")
        line.focus()
        line.watch(grid, "cursor", partial(show_canvas, self), init=False)

    def on_brush_line_left(self) -> None:
        """Close the brushes; what was drawn stays."""
        self.query_one(BrushLine).remove()
        self.set_class(False, "brushing")
        self.grid.show(draft={})
        self.grid.can_focus = True
        self.focus_pane()
        self.show(self.view)

    def on_brush_line_drawn(self, drawn: BrushLine.Drawn) -> None:
        press(self, drawing.draw, drawn.stroke, drawn.board)

    def on_brush_line_drafted(self, drafted: BrushLine.Drafted) -> None:
        self.grid.show(draft=drafted.draft)

    def on_brush_line_zoomed(self, zoomed: BrushLine.Zoomed) -> None:
        self.grid.zoom(zoomed.steps)

    def on_brush_line_air_asked(self, asked: BrushLine.AirAsked) -> None:
        press(self, drawing.ask_air, asked.what)


def show_lines(screen: EncounterScreen) -> None:
    """Show the lines that the campaign alone decides: title, log, results."""
    view = screen.view
    width = screen.size.width
    title = sights.title(view, screen.encounter, width, screen.player_view)
    screen.query_one(TitleLine).shown = title
    screen.query_one(JournalLog).shown = log_lines.log(view, screen.player_view, width)
    screen.query_one(ResultStrip).results = results(view, screen.player_view)


def show_chase(screen: EncounterScreen, chase: ChaseLines | None) -> None:
    """Show the ladder of a chase in place of the board; None: the board."""
    screen.query_one(ChaseLadder).chase = chase
    if screen.has_class("chasing") != (chase is not None):
        screen.set_class(chase is not None, "chasing")
        if not screen.has_class("asking"):
            screen.focus_pane()


def fit(screen: EncounterScreen) -> None:
    """Recount what lines and panes can hold."""
    found = screen.battle
    if found is None or found.view is not screen.app.view:
        return
    with saying_failures(screen):
        show_lines(screen)
        side = screen.query_one(SidePanes)
        side.watch_lists()
        screen.call_after_refresh(side.fit)


def take_letter(screen: EncounterScreen, key: str) -> Change | None:
    """What a key means while letters are on the grid or may turn an attack; None: nothing."""
    ui = screen.ui
    if screen.query_one(DiceTray).display:
        return None
    if ui.aim is not None:
        screen.remember(replace(ui, aim=None))
        attack = letters.turn_to(ui.aim, key)
        if attack is not None and not screen.performer.busy and ui.picking is None:
            return attack
    if ui.picking is None:
        return None
    screen.app.let_go()
    return letters.pick(screen.standpoint, key)


def put_away(screen: EncounterScreen) -> bool:
    """Drop the proposal, the way of moving, the marks, what waits for Enter; one of them."""
    less = ways.put_away(screen.ui)
    if less != screen.ui:
        screen.remember(less)
        return True
    return screen.performer.unconfirm()


def return_cursor(screen: EncounterScreen, cursor: object) -> None:
    """Move the cursor back to where a what-if began, once the board is drawn as it was."""
    if isinstance(cursor, Square):
        screen.grid.cursor = cursor
        screen.remember(replace(screen.ui, return_point=(screen.view, cursor)))


async def wait_for_chase(screen: EncounterScreen) -> None:
    """Begin a chase of the marked, and wait until what is asked for it is answered."""
    asks = start_chase(screen)
    if asks is not None:
        await wait_for(asks)


def brush_canvas(screen: EncounterScreen) -> BrushCanvas:
    """What a brush moves over now."""
    grid = screen.grid
    encounter = screen.encounter
    return BrushCanvas(
        board=BrushedBoard(grid.field, grid.doors),
        signs=SIGNS[grid.look.name],
        cursor=grid.cursor,
        zones=() if encounter is None else encounter.zones,
    )


def show_canvas(screen: EncounterScreen) -> None:
    """Show the brush what it moves over, while the brushes are open."""
    for line in screen.query(BrushLine):
        line.canvas = brush_canvas(screen)
