"""The Sessions screen: the journal, and the past moment by moment.

It is the only one that assigns `ui`, in `SessionsScreen.remember`. What a key means is a function
of a `PastStandpoint` (`change.py`), and what comes of it is carried out in `execution.py`.
"""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import var

from tui.board.battle_grid import BattleGrid
from tui.kit.failures import saying_failures
from tui.kit.keys import bindings
from tui.kit.lines_view import Pane, TitleLine, words
from tui.play.command_line.command_line import ANYWHERE
from tui.play.command_line.typed_line import choice, screen_word, table, text
from tui.play.dice.dice_tray import DiceTray
from tui.play.foot_lines import AheadWords, NumberLine
from tui.play.key_press import action, press, word
from tui.play.screen import PlayScreen, foot
from tui.sessions import (
    contents,
    execution,
    navigation,
    notes,
    overlays,
    overruling,
    pages,
    search,
)
from tui.sessions.change import PastStandpoint
from tui.sessions.model import SessionsUI
from tui.sessions.panes.entry_list import EntryList, EntryPanel
from tui.sessions.panes.past_line import PastLine
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline
from tui.sessions.past_reader import PastReader
from tui.sessions.present.visits import Wish
from tui.sessions.search import FILTERS
from tui.view import CampaignView

WIDE = 110

SESSION_WORDS = (
    table(
        (
            screen_word(
                "title The ford",
                "gives the session shown a title",
                word(notes.name_session),
                text,
            ),
            screen_word(
                "notes They owe the miller",
                "writes notes on the session shown",
                word(notes.note_session),
                text,
            ),
            screen_word(
                "join", "joins the session shown to the one before", word(notes.join_session)
            ),
            screen_word(
                "split", "begins another session with the entry shown", word(notes.split_session)
            ),
            screen_word(
                "filter fights",
                "narrows the journal; alone, shows all",
                word(navigation.narrow),
                choice(FILTERS, "unknown_filter", "all"),
            ),
            screen_word(
                "session 3",
                "goes to the first entry of a session",
                word(navigation.go_to_session),
                text,
            ),
            screen_word(
                "entry 63",
                "goes to an entry; 63 alone does, too",
                word(navigation.go_to_entry),
                text,
            ),
            screen_word("find creature:ogre", "searches the journal", word(search.find), text),
            screen_word("rulings", "lists your rulings", word(pages.show_rulings)),
            screen_word(
                "then 3",
                "decides again under today's rules, and compares",
                word(pages.show_then_and_now),
                text,
            ),
            screen_word(
                "stats 3",
                "shows the figures of a session, or of all",
                word(pages.show_charts),
                text,
            ),
            screen_word(
                "luck 3", "shows the luck with the dice", word(pages.show_charts), text, "luck"
            ),
            screen_word("previously", "shows what happened before", word(pages.show_previously)),
            screen_word("drop", "ends the what-if", lambda screen: screen.branching.leave()),
            screen_word(
                "note the miller lies",
                "writes a note at the moment shown, for you",
                word(notes.ask_note),
                text,
            ),
            screen_word(
                "share the miller is kind",
                "writes a note for the players, too",
                word(notes.ask_note),
                text,
                shared=True,
            ),
        ),
    )
    | ANYWHERE
)
"""What happened, and what every screen has."""


class SessionsScreen(PlayScreen):
    """The panes, keys and command words of the Sessions screen; `ui` is all that it remembers."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "sessions"
    WORDS = SESSION_WORDS
    BINDINGS = [*bindings("sessions")]

    ui: var[SessionsUI] = var(SessionsUI(), init=False, always_update=True)

    def __init__(self) -> None:
        super().__init__()
        self.reader = PastReader(self)
        self.readings.add(self.reader)
        self.branching.closes = partial(put_away, self)
        self.branching.row = self.reader.keep_place
        self.branching.returned = self.reader.return_to_place
        self.branching.forget = self.reader.forget
        self.records.number = partial(shown_number, self)

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="story"):
                yield SessionList(id="sessions")
                yield EntryList(id="entries")
            with Vertical(id="sight"):
                yield ReplayScene(id="scene")
                yield EntryPanel(id="entry")
                yield Timeline(id="timeline")
        yield PastLine(id="past")
        yield from foot()

    # what it shows

    @property
    def standpoint(self) -> PastStandpoint:
        """What the next key goes by."""
        sessions = self.query_one(SessionList)
        board = self.query_one(BattleGrid)
        return PastStandpoint(
            view=self.view,
            ui=self.ui,
            session=sessions.cursor if self.focused is sessions else 0,
            cursor=board.cursor,
            board_has_focus=board.has_focus,
            player_view=self.player_view,
            look=self.app.preferences.look,
        )

    def remember(self, ui: SessionsUI) -> None:
        """Remember this from now on; nothing else assigns `ui`."""
        self.ui = ui

    carry_out = execution.carry_out

    def watch_ui(self, before: SessionsUI, now: SessionsUI) -> None:
        """Give each pane what it shows now, and ask for the layer of another moment."""
        with saying_failures(self):
            if now.visit is not None:  # else what was shown stays until the present is read
                self.show_panes()
            self.reader.layers.follow(before, now)

    def show_panes(self) -> None:
        """Give each pane what it shows now."""
        standpoint = self.standpoint
        ui = standpoint.ui
        wide = self.size.width >= WIDE
        player_view = self.player_view
        self.query_one(TitleLine).shown = contents.title(standpoint, wide=wide)
        self.query_one(SessionList).shown = contents.session_rows(standpoint, wide=wide)
        self.query_one(EntryList).shown = contents.entry_rows(ui)
        self.query_one(ReplayScene).shown = contents.scene(ui, player_view=player_view)
        self.query_one(EntryPanel).shown = contents.entry(ui, player_view=player_view)
        self.query_one(Timeline).shown = contents.timeline(standpoint)
        self.query_one(PastLine).shown = contents.past_keys(standpoint)

    def show_past_keys(self) -> None:
        """Show what keys would do in the pane that has focus now."""
        with saying_failures(self):
            self.query_one(PastLine).shown = contents.past_keys(self.standpoint)

    # what every screen gives

    def draw(self, view: CampaignView) -> None:
        """Read what is new: the present has changed, or the screen is back."""
        if self.is_current and not self.reader.follow():
            self.show_panes()

    def focus_pane(self) -> None:
        self.query_one(EntryList).focus()

    def turn_curtain(self, view: CampaignView) -> None:
        """Show nothing of an entry until it is read again, for those who look on now."""
        hits = self.ui.hits
        self.remember(self.ui.with_curtain_turned())
        self.show_panes()
        if self.ui.layer:
            self.reader.layers.ask()
        if hits is not None:
            press(self, search.find_again, hits.text)
        super().turn_curtain(view)

    def copied(self) -> str:
        """The pane in focus as text, else the scene and the entry."""
        if isinstance(self.focused, Pane):
            return self.focused.as_text()
        return f"{self.query_one(ReplayScene).as_text()}\n{self.query_one(EntryPanel).as_text()}"

    def ahead(self) -> AheadWords:
        standpoint = self.standpoint
        enter, space = self.ui.preview(standpoint.head, standpoint.session)
        return AheadWords(enter, space)

    # messages

    def on_resize(self) -> None:
        """Draw for another size of the window: a narrow one has shorter lists."""
        if self.ui.visit is not None:
            with saying_failures(self):
                self.show_panes()

    def on_descendant_focus(self) -> None:
        self.show_past_keys()

    def on_key(self, event: events.Key) -> None:
        """A letter jumps on the timeline; other keys mean what they mean elsewhere."""
        if self.ui.letters and not self.query_one(DiceTray).display:
            press(self, navigation.take_letter, event.character or "")
            event.stop()
            event.prevent_default()

    def on_screen_suspend(self) -> None:
        """Return to the present when the GM leaves for another screen."""
        if self.app.current_mode != "sessions":
            self.reader.leave()

    def on_entry_list_chosen(self, event: EntryList.Chosen) -> None:
        press(self, navigation.go_through_journal, event.seq)

    def on_timeline_stepped(self, event: Timeline.Stepped) -> None:
        self.reader.wish(Wish("level" if event.far else "entry", event.by))

    def on_timeline_picked(self, event: Timeline.Picked) -> None:
        self.reader.wish(Wish("to", to=event.seq))

    def on_session_list_looked(self, event: SessionList.Looked) -> None:
        self.show_past_keys()
        press(self, navigation.list_session, event.number)

    def on_battle_grid_cursor_moved(self, event: BattleGrid.CursorMoved) -> None:
        with saying_failures(self):
            press(self, overlays.look_at, event.square)

    # keys: Enter, and from entry to entry

    def action_choose(self) -> None:
        """Go to the entry typed or the session in focus, else show the receipts."""
        press(self, navigation.choose, self.gm.count())

    def action_why(self) -> None:
        """Show the receipts of the dice asked for, else of the entry shown."""
        press(self, navigation.show_why, self.performer.dice_receipts())

    def action_close(self) -> None:
        """Close one thing after the other, then the past, then the screen."""
        told = words(self.query_one(NumberLine).told)
        view = self.view
        closes = told or navigation.put_away(self.standpoint) is not None
        self.branching.close()
        if not closes and view.birth is None:
            self.app.switch_mode("journey" if view.fight is None else "encounter")

    def action_story(self) -> None:
        """Go to the next entry of the story."""
        self.reader.wish(Wish("entry", 1))

    def action_back(self) -> None:
        """Go to the entry before."""
        self.reader.wish(Wish("entry", -1))

    def action_level(self, step: int) -> None:
        """Go a round forward or back; on the road, a day."""
        self.reader.wish(Wish("level", step))

    def action_thing(self, step: int) -> None:
        """Go to the next fight, or the one before."""
        self.reader.wish(Wish("fight", step))

    action_now = action(navigation.show_now)
    action_jump = action(navigation.put_letters)
    action_search = action(search.find)
    action_hit = action(search.go_to_hit)

    # keys: the board

    action_layer = action(overlays.next_layer)
    action_measure = action(overlays.measure)

    def action_zoom(self, step: int) -> None:
        """Widen the scene, or narrow it."""
        self.query_one(ReplayScene).zoom(step)

    # keys: what is written, and pages

    action_note = action(notes.ask_note)
    action_rename = action(notes.name_session)
    action_previously = action(pages.show_previously)

    def action_charts(self) -> None:
        """Show the campaign in numbers, or the session whose number was typed."""
        press(self, pages.show_charts, self.gm.count())

    def action_overrule(self) -> None:
        """Overrule a roll of the entry shown, and correct now what is chosen of it."""
        overruling.overrule(self)

    action_undo = action(navigation.refuse_undo)
    action_redo = action(navigation.refuse_undo)


def put_away(screen: SessionsScreen) -> bool:
    """Drop what waits for Enter, else forget the hits, else leave the past; one of them."""
    if screen.performer.unconfirm():
        return True
    change = navigation.put_away(screen.standpoint)
    if change is None:
        return False
    screen.carry_out(change)
    return True


def shown_number(screen: SessionsScreen) -> int | None:
    """Return the number of the session shown; None when none is."""
    session = screen.standpoint.shown_session
    if session is None:
        return None
    return session.number
