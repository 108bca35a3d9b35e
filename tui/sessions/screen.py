"""The Sessions screen: the journal, and the past moment by moment."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.reactive import var

from core.messages import Message
from tui.board.battle_grid import BattleGrid
from tui.encounter.present import layers
from tui.kit.failures import saying_failures
from tui.kit.keys import bindings
from tui.play.command_line.command_line import ANYWHERE
from tui.play.command_line.typed_line import choice, screen_word, table, text
from tui.play.screen import PlayScreen, foot
from tui.sessions import (
    amendments,
    past_panes,
    search,
    steps,
)
from tui.sessions.model import SessionsUI
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline
from tui.sessions.past_reader import PastReader
from tui.sessions.search import FILTERS
from tui.view import CampaignView
from tui.worker import Latest

SESSION_WORDS = (
    table(
        (
            screen_word(
                "title The ford", "gives the session shown a title", amendments.name_session, text
            ),
            screen_word(
                "notes They owe the miller",
                "writes notes on the session shown",
                amendments.note_session,
                text,
            ),
            screen_word(
                "join", "joins the session shown to the one before", amendments.join_session
            ),
            screen_word(
                "split", "begins another session with the entry shown", amendments.split_session
            ),
            screen_word(
                "filter fights",
                "narrows the journal; alone, shows all",
                steps.narrow,
                choice(FILTERS, "unknown_filter", "all"),
            ),
            screen_word(
                "session 3", "goes to the first entry of a session", steps.go_to_session, text
            ),
            screen_word(
                "entry 63", "goes to an entry; 63 alone does, too", steps.go_to_entry, text
            ),
            screen_word("find creature:ogre", "searches the journal", search.find, text),
            screen_word("rulings", "lists your rulings", steps.show_rulings),
            screen_word(
                "then 3",
                "decides again under today's rules, and compares",
                steps.show_then_and_now,
                text,
            ),
            screen_word(
                "stats 3", "shows the figures of a session, or of all", steps.show_charts, text
            ),
            screen_word("luck 3", "shows the luck with the dice", steps.show_charts, text, "luck"),
            screen_word("previously", "shows what happened before", steps.show_previously),
            screen_word("drop", "ends the what-if", lambda screen: screen.branching.leave()),
            screen_word(
                "note the miller lies",
                "writes a note at the moment shown, for you",
                amendments.ask_note,
                text,
            ),
            screen_word(
                "share the miller is kind",
                "writes a note for the players, too",
                amendments.ask_note,
                text,
                shared=True,
            ),
        ),
    )
    | ANYWHERE
)
"""What happened, and what every screen has."""


class SessionsScreen(PlayScreen):
    """The panes, keys and command words of the Sessions screen."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "sessions"
    WORDS = SESSION_WORDS
    BINDINGS = [*bindings("sessions")]

    ui: var[SessionsUI] = var(SessionsUI(), init=False, always_update=True)

    def __init__(self) -> None:
        super().__init__()
        self.past = PastReader(self)
        self.layer_choices = Latest(
            self, layers.layer, partial(past_panes.take_layer, self), layers.failed_layer
        )
        self.branching.closes = lambda: self.performer.unconfirm() or steps.put_away(self)
        self.branching.row = self.past.keep_place
        self.branching.returned = self.past.return_to_place
        self.branching.forget = self.past.forget
        self.records.number = partial(amendments.shown_number, self)

    def watch_ui(self, before: SessionsUI, now: SessionsUI) -> None:
        """Draw what has changed."""
        with saying_failures(self):
            past_panes.draw(self, before)
            past_panes.draw_layer(self, before)

    # what every screen gives

    def compose(self) -> ComposeResult:
        yield from past_panes.panes()
        yield from foot()

    def draw(self, view: CampaignView) -> None:
        """Read what is new: the present has changed, or the screen is back."""
        if self.is_current and not self.past.follow():
            past_panes.draw_again(self)

    def focus_pane(self) -> None:
        self.query_one(EntryList).focus()

    def turn_curtain(self, view: CampaignView) -> None:
        """Show what players know, or everything."""
        past_panes.turn_curtain(self)
        super().turn_curtain(view)

    def copied(self) -> str:
        return past_panes.as_text(self)

    def ahead(self) -> tuple[Message, Message]:
        return self.ui.preview(self.past.head, past_panes.session_in_focus(self))

    # messages

    def on_resize(self) -> None:
        with saying_failures(self):
            past_panes.resize(self)

    def on_descendant_focus(self) -> None:
        with saying_failures(self):
            past_panes.draw_past_line(self)

    def on_key(self, event: events.Key) -> None:
        steps.take_letter(self, event)

    def on_screen_suspend(self) -> None:
        """Return to the present when the GM leaves for another screen."""
        if self.app.current_mode != "sessions":
            self.past.leave()

    def on_entry_list_chosen(self, event: EntryList.Chosen) -> None:
        self.past.wish("to", to=event.seq)

    def on_timeline_stepped(self, event: Timeline.Stepped) -> None:
        self.past.wish("level" if event.far else "entry", event.by)

    def on_timeline_picked(self, event: Timeline.Picked) -> None:
        self.past.wish("to", to=event.seq)

    def on_session_list_looked(self, event: SessionList.Looked) -> None:
        steps.list_session(self, event.number)

    def on_battle_grid_cursor_moved(self, event: BattleGrid.CursorMoved) -> None:
        with saying_failures(self):
            past_panes.look_at(self, event.square)

    # keys

    def action_choose(self) -> None:
        """Go to the entry typed or the session in focus, else show the receipts."""
        steps.choose(self, past_panes.session_in_focus(self))

    def action_why(self) -> None:
        """Show the receipts of the dice asked for, else of the entry shown."""
        steps.show_why(self)

    def action_close(self) -> None:
        """Close one thing after the other, then the past, then the screen."""
        steps.close(self)

    def action_story(self) -> None:
        """Go to the next entry of the story."""
        self.past.wish("entry", 1)

    def action_back(self) -> None:
        """Go to the entry before."""
        self.past.wish("entry", -1)

    def action_level(self, step: int) -> None:
        """Go a round forward or back; on the road, a day."""
        self.past.wish("level", step)

    def action_thing(self, step: int) -> None:
        """Go to the next fight, or the one before."""
        self.past.wish("fight", step)

    def action_now(self) -> None:
        """Go to the present."""
        steps.show_now(self)

    def action_jump(self) -> None:
        """Put letters on the days and fights of the timeline."""
        steps.put_letters(self)

    def action_search(self) -> None:
        """Search the journal; hits are listed while the words are typed."""
        search.find(self)

    def action_hit(self, step: int) -> None:
        """Go to the next hit, or the one before."""
        search.step(self, step)

    def action_layer(self) -> None:
        """Show the next layer of the board."""
        past_panes.next_layer(self)

    def action_measure(self) -> None:
        """Measure from the cursor; again: stop."""
        past_panes.measure(self)

    def action_zoom(self, step: int) -> None:
        """Widen the scene, or narrow it."""
        self.query_one(ReplayScene).zoom(step)

    def action_note(self) -> None:
        """Write a note at the moment shown."""
        amendments.ask_note(self)

    def action_rename(self) -> None:
        """Give the session shown a title."""
        amendments.name_session(self)

    def action_charts(self) -> None:
        """Show the campaign in numbers, or the session whose number was typed."""
        steps.show_charts(self, self.gm.count())

    def action_previously(self) -> None:
        """Show the page for the start of the next session."""
        steps.show_previously(self)

    def action_overrule(self) -> None:
        """Overrule a roll of the entry shown, and correct now what is chosen of it."""
        amendments.overrule(self)

    def action_undo(self) -> None:
        """Refuse: undo works in the present."""
        steps.refuse_undo(self)

    def action_redo(self) -> None:
        """Refuse: redo works in the present."""
        steps.refuse_undo(self)
