"""The Sessions screen: what was played, read as a journal, and seen again moment by moment."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from core.messages import N_, Message
from core.play import times
from core.receipts import Receipt
from tui.keymap import bindings
from tui.modals.receipt import Why
from tui.phrases import say
from tui.replay import rows
from tui.replay.visits import Journal, Overview, Visit
from tui.screens import looks
from tui.screens.fixing import FixingScreen
from tui.typed import past
from tui.typed.line import Go
from tui.units import clock
from tui.widgets import past_line
from tui.widgets.dice_tray import DiceTray
from tui.widgets.entry_list import EntryList
from tui.widgets.entry_panel import EntryPanel
from tui.widgets.foot import NumberLine
from tui.widgets.lines_view import Pane
from tui.widgets.past_line import PastLine
from tui.widgets.replay_scene import ReplayScene
from tui.widgets.rows import Words
from tui.widgets.session_list import SessionList
from tui.widgets.timeline import Course, Timeline
from tui.widgets.title_line import TitleLine

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
WIDE = 110


class SessionsScreen(FixingScreen):
    """The list of sessions, the journal, the moment as it was, and the line of time."""

    CSS_PATH = ["../widgets/widgets.tcss", "sessions.tcss"]
    TABLE: ClassVar[str] = "sessions"
    WORDS: ClassVar[tuple[str, ...]] = tuple(past.PAST)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sessions")]

    def __init__(self) -> None:
        super().__init__()
        self._letters: dict[str, int] = {}

    def panes(self) -> ComposeResult:
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

    @property
    def sessions(self) -> SessionList:
        """The list of sessions."""
        return self.query_one(SessionList)

    @property
    def entries(self) -> EntryList:
        """The journal."""
        return self.query_one(EntryList)

    def on_mount(self) -> None:
        """Draw with the signs of the settings."""
        self.query_one(ReplayScene).look = self.app.preferences.look

    def on_resize(self) -> None:
        """A narrow window has shorter lists."""
        wide = self.size.width >= WIDE
        self.sessions.most = 6 if wide else 3
        self.sessions.redraw()
        self._show_past()

    def focus_pane(self) -> None:
        self.entries.focus()

    # what it shows

    def show_overview(self, overview: Overview) -> None:
        assert overview.calendar is not None
        lines = [rows.session_line(one, overview.calendar) for one in overview.sessions]
        self.sessions.show(lines, rows.totals(lines, overview.sessions))

    def show_journal(self, journal: Journal) -> None:
        overview = self.overview
        assert overview is not None
        assert overview.calendar is not None
        number = journal.session.number
        title = Message(N_("session {number}"), number=number)
        if journal.session.title:
            words = N_("session {number}: {title}")
            title = Message(words, number=number, title=journal.session.title)
        note = "" if self.filter == "all" else Message(N_("only {filter}"), filter=self.filter)
        self.entries.show(
            rows.journal_rows(
                journal.beats, overview.calendar, journal.fights, overview.notes, journal.shown,
                journal.texts,
            ),
            title, note,
        )  # fmt: skip
        self.sessions.look_at(number)
        self._show_timeline()

    def show_visit(self, visit: Visit) -> None:
        self.set_class(self.in_the_past, "past")
        self.query_one(TitleLine).show(*self._title(visit))
        self.entries.look_at(visit.at)
        if visit.picture is not None:
            self.query_one(ReplayScene).show(visit.picture, self.curtain)
        notes = self.overview.notes.get(visit.at, ()) if self.overview is not None else ()
        told = tuple(
            note.text for note in notes
            if note.seq != note.entry and (note.shared or not self.curtain)
        )  # fmt: skip
        self.query_one(EntryPanel).show(visit.at, visit.figures, told, visit.trouble)
        self._show_timeline()
        self._show_past()

    def _title(self, visit: Visit) -> tuple[Words, Words]:
        """The first line: what is replayed, and whether it is the past or the present."""
        head = self.moment.head
        state = visit.picture.then.state if visit.picture is not None else self.state
        day = times.day(state.clock.day, state.calendar)
        wide = self.size.width >= WIDE
        whose, hour = looks.whose(self.moment), clock(state.clock.hour)
        if visit.at >= head:
            left = Message(N_("{whose}  SESSIONS  {day} {hour}"), whose=whose, day=day, hour=hour)
            read_only = self.moment.read_only
            words = N_("now   READ ONLY {head}") if read_only else N_("now   saved {head}")
            return left, Message(words, head=head)
        words = N_("{whose}  REPLAY s{session}  {day} {hour}")
        right = N_("PAST {seq}/{head}   saved {head}")
        if wide:
            words = N_("{whose}  SESSIONS  replaying session {session}, entry {seq} of {head}")
            right = N_("YOU ARE IN THE PAST   saved {head}")
        left = Message(
            words, whose=whose, session=visit.session, seq=visit.at, head=head, day=day, hour=hour
        )
        return left, Message(right, seq=visit.at, head=head)

    def _show_timeline(self) -> None:
        journal, overview = self.journal, self.overview
        if journal is None or overview is None or overview.calendar is None:
            return
        calendar = overview.calendar
        stops = rows.stops(journal.beats)
        days = {stop.day: say(times.day(stop.day, calendar)) for stop in stops}
        course = Course(
            stops,
            self.at,
            days,
            journal.fights,
            frozenset(self.hits),
            {seq: letter for letter, seq in self._letters.items()},
            now=journal.session.last >= overview.head,
        )
        head = Message(N_("{seq} of {head}"), seq=self.at, head=self.moment.head)
        self.query_one(Timeline).show(course, head)

    def show_hits(self) -> None:
        self._show_timeline()
        self._show_past()

    def _show_past(self) -> None:
        """What Enter and Space would do, how to get back; what was found."""
        if self.visit is None:
            return
        enter, space = self.ahead()
        keys = [past_line.enter(enter), past_line.space(space)]
        told = self.hits_told()
        if self.in_the_past:
            keys.append(say(Message(N_("G: now, untouched"))))
            told = told or say(Message(N_("You are in the past: F2 and F4 show the present.")))
        told = told or say(
            Message(N_("Bksp goes back into the story; Tab: sessions, line of time."))
        )
        self.query_one(PastLine).show(keys, told)

    def ahead(self) -> tuple[Words, Words]:
        visit = self.visit
        enter = Message(N_("there is no receipt of this"))
        if self.focused is self.sessions:
            enter = Message(N_("go to session {number}"), number=self.sessions.cursor)
        elif visit is not None and visit.figures is not None and visit.figures.reasons:
            reasons = len(visit.figures.reasons)
            enter = Message(N_("{count:receipt|receipts} of this entry"), count=reasons)
        space = Message(N_("the next entry"))
        if not self.in_the_past:
            space = Message(N_("nothing comes after the present"))
        return enter, space

    def on_descendant_focus(self) -> None:
        """Enter means something else in each pane."""
        self._show_past()

    # coming and going

    def on_screen_suspend(self) -> None:
        """Whoever leaves for another screen comes back to the present."""
        if self.app.current_mode != "sessions":
            self.leave_the_past()

    def action_close(self) -> None:
        """Esc closes one thing after the other, the past among them; then it leaves the screen."""
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
        """Enter: the entry whose number was typed, the session in focus, else the receipts."""
        if self.confirmed():
            return
        if number := self.count():
            self.go_to_entry(number)
        elif self.focused is self.sessions:
            self.enter_session(str(self.sessions.cursor))
        else:
            self.action_why()

    def enter_session(self, number: str) -> None:
        """Stand at the first entry of a session."""
        session = self.numbered(number)
        if session is not None:
            self.entries.focus()
            self.wish("to", to=session.first)

    def receipts(self) -> tuple[Receipt, ...]:
        """Why the entry that is shown came out as it did, as it was recorded then."""
        visit = self.visit
        if visit is None or visit.picture is None or self.curtain:
            return ()
        return visit.picture.then.entry.receipts

    def action_why(self) -> None:
        """The receipts of the entry that is shown."""
        receipts = self.dice_receipts() or self.receipts()
        if receipts:
            assert self.visit is not None
            assert self.visit.picture is not None
            self.app.push_screen(Why(receipts, self.visit.picture.then.state.ruleset_name))
        elif self.curtain:
            self.say_message(Message(N_("Receipts are the GM's: F9 opens the curtain.")))
        else:
            self.say_message(Message(N_("This entry was recorded without receipts.")))

    def action_zoom_in(self) -> None:
        """A wider scene."""
        self.query_one(ReplayScene).zoom(1)

    def action_zoom_out(self) -> None:
        """A narrower scene."""
        self.query_one(ReplayScene).zoom(-1)

    def action_curtain(self) -> None:
        """Show what players know, or everything again."""
        super().action_curtain()
        self.wish("to", to=self.at)
        if self.journal is not None:
            self.reread(self.journal.session, self.at)

    def copied(self) -> str:
        focused = self.focused
        if isinstance(focused, Pane):
            return focused.as_text()
        scene = self.query_one(ReplayScene)
        return "\n".join((scene.as_text(), self.query_one(EntryPanel).as_text()))

    def action_jump(self) -> None:
        """Put letters on the days and fights of the line of time; the next key picks one."""
        if self.journal is None:
            return
        places = rows.landmarks(self.journal.beats)
        self._letters = dict(zip(LETTERS, places, strict=False))
        self.entries.label({seq: letter for letter, seq in self._letters.items()})
        self._show_timeline()
        self.say_message(Message(N_("jump: press the letter of a day or of a fight")))

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
            case "find":
                self.find(go.argument)
            case "filter":
                self.narrow(go.argument)
            case _:
                super().go(go)

    def narrow(self, only: str) -> None:
        """List only entries of one sort, or all again."""
        self.filter = only
        if self.journal is not None:
            self.reread(self.journal.session, self.at)
