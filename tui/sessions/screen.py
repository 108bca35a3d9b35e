"""The Sessions screen: the journal, and the past moment by moment."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from core.receipts import Receipt
from tui.kit.keymap import bindings
from tui.kit.lines_view import Pane
from tui.kit.phrases import say
from tui.kit.receipt import Why
from tui.play.dice_tray import DiceTray
from tui.play.footer import NumberLine
from tui.play.screen import RECEIPTS
from tui.play.typed import past
from tui.play.typed.line import Go
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.panes.entry_panel import EntryPanel
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline
from tui.sessions.present import history_rows
from tui.sessions.seeing import SeeingScreen
from tui.view import CampaignView

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SessionsScreen(SeeingScreen):
    """The keys and command words of the Sessions screen."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "sessions"
    WORDS: ClassVar[tuple[str, ...]] = tuple(past.PAST)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sessions")]

    # coming and going

    def on_screen_suspend(self) -> None:
        """Return to the present when the GM leaves for another screen."""
        if self.app.current_mode != "sessions":
            self.leave_the_past()

    def action_close(self) -> None:
        """Close one thing after the other, then the past, then the screen."""
        told = say(self.query_one(NumberLine).told)
        closes = bool(told) or self.found is not None or self.in_the_past
        super().action_close()
        if not closes and self.moment.birth is None:
            self.app.switch_mode("journey" if self.moment.fight is None else "encounter")

    # the lists

    @on(EntryList.Chosen)
    def _chosen(self, event: EntryList.Chosen) -> None:
        self.wish("to", to=event.seq)

    @on(Timeline.Stepped)
    def _stepped(self, event: Timeline.Stepped) -> None:
        self.wish("level" if event.far else "entry", event.by)

    @on(Timeline.Picked)
    def _picked(self, event: Timeline.Picked) -> None:
        self.wish("to", to=event.seq)

    @on(SessionList.Looked)
    def _looked(self, event: SessionList.Looked) -> None:
        session = self.overview.session(event.number) if self.overview is not None else None
        if session is not None:
            self.reread(session, session.first)
            self._show_past()

    # keys

    def action_choose(self) -> None:
        """Go to the entry typed or the session in focus, else show the receipts."""
        if self.confirmed():
            return
        if number := self.count():
            self.go_to_entry(number)
        elif self.focused is self.sessions:
            self.enter_session(str(self.sessions.cursor))
        else:
            self.action_why()

    def enter_session(self, number: str) -> None:
        """Go to the first entry of a session."""
        session = self.numbered(number)
        if session is not None:
            self.entries.focus()
            self.wish("to", to=session.first)

    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry shown, as recorded."""
        visit = self.visit
        if visit is None or visit.picture is None:
            return ()
        return visit.picture.then.entry.receipts

    def action_why(self) -> None:
        """Show the receipts of the entry shown."""
        if self.veiled(RECEIPTS):
            return
        receipts = self.dice_receipts() or self.receipts()
        if receipts:
            assert self.visit is not None
            assert self.visit.picture is not None
            self.app.push_screen(Why(receipts, self.visit.picture.then.state.ruleset_name))
        else:
            self.say_message("This entry was recorded without receipts.")

    def action_zoom_in(self) -> None:
        """Widen the scene."""
        self.query_one(ReplayScene).zoom(1)

    def action_zoom_out(self) -> None:
        """Narrow the scene."""
        self.query_one(ReplayScene).zoom(-1)

    def turn_curtain(self, moment: CampaignView) -> None:
        """Show what players know, or everything; nothing of an entry until it is read again."""
        self.overview = self.journal = None
        self.entries.show((), "")
        self.query_one(EntryPanel).show(self.at, None)
        self.query_one(ReplayScene).turn_curtain(self.player_view)
        super().turn_curtain(moment)

    def copied(self) -> str:
        focused = self.focused
        if isinstance(focused, Pane):
            return focused.as_text()
        scene = self.query_one(ReplayScene)
        return "\n".join((scene.as_text(), self.query_one(EntryPanel).as_text()))

    def action_jump(self) -> None:
        """Put letters on the days and fights of the timeline; the next key picks one."""
        if self.journal is None:
            return
        places = history_rows.landmarks(self.journal.beats)
        self._letters = dict(zip(LETTERS, places, strict=False))
        self.entries.label({seq: letter for letter, seq in self._letters.items()})
        self._show_timeline()
        self.say_message("jump: press the letter of a day or of a fight")

    def on_key(self, event: events.Key) -> None:
        if self._letters and not self.query_one(DiceTray).display:
            seq = self._letters.get(event.character or "")
            self._letters = {}
            self.entries.label({})
            self._show_timeline()
            self.say_sentence("")
            if seq:
                self.wish("to", to=seq)
            event.stop()
            event.prevent_default()

    # the command line

    def read_line(self, text: str) -> Go:
        return past.parse(text)

    def words(self) -> tuple[str, ...]:
        return (*past.PAST, *past.FILTERS)

    def go(self, go: Go) -> None:
        match go.action:
            case "entry":
                self.go_to_entry(go.argument)
            case "session":
                self.enter_session(go.argument)
            case "find" if go.argument:
                self.find(go.argument)
            case "find":
                self.action_search()
            case "filter":
                self.narrow(go.argument)
            case "drop" if self.moment.birth is None:  # on F2 it drops the plan
                self.say_message("No what-if is open. Press x to begin one.")
            case _:
                super().go(go)

    def narrow(self, only: str) -> None:
        """List only entries of one kind, or all again."""
        self.filter = only
        if self.journal is not None:
            self.reread(self.journal.session, self.at)
