"""The Sessions screen's panes: sessions, journal, the moment, the timeline."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from core.messages import N_, Message
from core.play import times
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import Words, phrase, say
from tui.kit.units import clock
from tui.play import titles
from tui.sessions.fixing import FixingScreen
from tui.sessions.panes import past_line
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.panes.entry_panel import EntryPanel
from tui.sessions.panes.past_line import PastLine
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline, TimelineContent
from tui.sessions.present import history_rows
from tui.sessions.present.visits import Journal, Overview, Visit

WIDE = 110


class ReplayingScreen(FixingScreen):
    """The panes, and what they show."""

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
        self.sessions.fold(self.in_the_past and not wide)
        if self.visit is not None:
            self.query_one(TitleLine).show(*self._title(self.visit))
        self._show_past()

    def focus_pane(self) -> None:
        self.entries.focus()

    # what it shows

    def show_overview(self, overview: Overview) -> None:
        assert overview.calendar is not None
        lines = [history_rows.session_line(one, overview.calendar) for one in overview.sessions]
        self.sessions.show(lines, history_rows.totals(lines, overview.sessions))

    def show_journal(self, journal: Journal) -> None:
        overview = self.overview
        assert overview is not None
        assert overview.calendar is not None
        number = journal.session.number
        title = Message("session {number}", number=number)
        if journal.session.title:
            words = N_("session {number}: {title}")
            title = Message(words, number=number, title=journal.session.title)
        note = "" if self.filter == "all" else Message("only {filter}", filter=self.filter)
        listed = history_rows.journal_rows(
            journal.beats, overview.calendar, journal.fights, overview.notes, journal.shown,
            journal.texts,
        )  # fmt: skip
        if journal.session.notes and not self.player_view:
            listed = (history_rows.session_note(journal.session), *listed)
        self.entries.show(listed, title, note)
        self.sessions.look_at(number)
        self._show_timeline()

    def show_visit(self, visit: Visit) -> None:
        self.set_class(self.in_the_past, "past")
        self.sessions.fold(self.in_the_past and self.size.width < WIDE)
        self.query_one(TitleLine).show(*self._title(visit))
        if not self.hurried:  # else the cursor is ahead of what is shown
            self.entries.look_at(visit.at)
        if visit.picture is not None:
            self.query_one(ReplayScene).show(visit.picture, self.player_view)
        notes = self.overview.notes.get(visit.at, ()) if self.overview is not None else ()
        told = tuple(
            note.text for note in notes
            if note.seq != note.entry and (note.shared or not self.player_view)
        )  # fmt: skip
        self.query_one(EntryPanel).show(visit.at, visit.figures, told, visit.trouble)
        self._show_timeline()
        self._show_past()

    def _title(self, visit: Visit) -> tuple[Words, Words]:
        head = self.moment.head
        state = visit.picture.then.state if visit.picture is not None else self.state
        day = times.day(state.clock.day, state.calendar)
        wide = self.size.width >= WIDE
        whose, hour = titles.whose(self.moment), clock(state.clock.hour)
        read_only = self.moment.read_only
        if visit.at >= head:
            left = Message("{whose}  SESSIONS  {day} {hour}", whose=whose, day=day, hour=hour)
            words = N_("now   READ ONLY {head}") if read_only else N_("now   saved {head}")
            return left, Message(words, head=head)
        words = N_("{whose}  REPLAY s{session}  {day} {hour}")
        right = N_("PAST {seq}/{head}   saved {head}")
        if wide:
            words = N_("{whose}  SESSIONS  replaying session {session}, entry {seq} of {head}")
            right = N_("YOU ARE IN THE PAST   saved {head}")
        if read_only:
            right = N_("PAST {seq}/{head}   READ ONLY")
        left = Message(
            words, whose=whose, session=visit.session, seq=visit.at, head=head, day=day, hour=hour
        )
        return left, Message(right, seq=visit.at, head=head)

    def _show_timeline(self) -> None:
        journal, overview = self.journal, self.overview
        if journal is None or overview is None or overview.calendar is None:
            return
        calendar = overview.calendar
        stops = history_rows.stops(journal.beats)
        days = {stop.day: say(times.day(stop.day, calendar)) for stop in stops}
        course = TimelineContent(
            stops,
            self.at,
            days,
            journal.fights,
            frozenset(self.hits),
            {seq: letter for letter, seq in self._letters.items()},
            now=journal.session.last >= overview.head,
        )
        head = Message("{seq} of {head}", seq=self.at, head=self.moment.head)
        self.query_one(Timeline).show(course, head)

    def show_hits(self) -> None:
        self._show_timeline()
        self._show_past()

    def _show_past(self) -> None:
        if self.visit is None:
            return
        enter, space = self.ahead()
        keys = [past_line.enter(enter), past_line.space(space)]
        told = self.hits_told()
        if self.in_the_past:
            keys.append(phrase("G: now, untouched"))
            told = told or phrase("You are in the past: F2 and F4 show the present.")
        told = told or phrase(
            "Bksp goes back into the story; Shift+Tab: sessions, Tab: line of time."
        )
        self.query_one(PastLine).show(keys, told)

    def ahead(self) -> tuple[Words, Words]:
        visit = self.visit
        enter = Message("this entry has no receipt")
        if self.focused is self.sessions:
            enter = Message("go to session {number}", number=self.sessions.cursor)
        elif visit is not None and visit.figures is not None and visit.figures.reasons:
            reasons = len(visit.figures.reasons)
            enter = Message("{count:receipt|receipts} of this entry", count=reasons)
        space = Message("the next entry")
        if not self.in_the_past:
            space = Message("nothing comes after the present")
        return enter, space

    def on_descendant_focus(self) -> None:
        """Update the Ahead line: Enter means something else in each pane."""
        self._show_past()
