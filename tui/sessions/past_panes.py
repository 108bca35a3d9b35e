"""The panes of the Sessions screen: sessions, journal, moment, timeline, and the line below.

Of the board one layer is shown at a time, kept from moment to moment and computed in a thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from core.combat.board.squares import Square
from core.messages import N_, Message
from core.play import times
from core.values import replace
from tui.board.battle_grid import BattleGrid
from tui.board.grid_things import NO_LAYER
from tui.encounter.present import cards, layers
from tui.encounter.present.battle import Battle, seen
from tui.kit.lines_view import Line, Pane, TitleLine, trimmed, words
from tui.kit.phrases import Words, phrase, say
from tui.kit.searching import round_to
from tui.play import first_line
from tui.sessions import search
from tui.sessions.model import SessionsUI
from tui.sessions.panes.entry_list import EntryList, EntryPanel
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline, TimelineContent
from tui.sessions.past_reader import PastHost
from tui.sessions.present import history_rows
from tui.sessions.present.visits import Visit


class PastLine(Pane):
    """A line with what keys would do, and a line with the place in the history."""

    _keys = ""
    _told: Words = ""

    def show(self, enter: Words, space: Words, told: Words, *, past: bool) -> None:
        """Show what Enter and Space would do, in the past also G, and a sentence."""
        keys = [phrase("Enter: {enter}", enter=enter), phrase("Spc: {space}", space=space)]
        if past:
            keys.append(phrase("G: now, untouched"))
        self._keys = "   ".join(keys)
        self._told = told
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Both lines, trimmed."""
        return (
            ((trimmed(f" {self._keys}", width - 1), "mark"),),
            ((trimmed(f" {words(self._told)}", width - 1), ""),),
        )


WIDE = 110


def panes() -> Iterator[Widget]:
    """The widgets above the foot."""
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


def draw(screen: PastHost, before: SessionsUI) -> None:
    """Draw what has changed."""
    ui = screen.ui
    if ui.overview is not None and ui.overview is not before.overview:
        overview = ui.overview
        lines = [history_rows.session_line(one, overview.calendar) for one in overview.sessions]
        letters = {member.name: member.token for member in screen.state.members if member.token}
        screen.query_one(SessionList).show(lines, history_rows.totals(overview.sessions), letters)
    if ui.journal is not None and ui.journal is not before.journal:
        _draw_journal(screen)
    if ui.letters != before.letters:
        screen.query_one(EntryList).label({seq: sign for sign, seq in ui.letters.items()})
    if ui.visit is None:
        return
    moved = ui.visit is not before.visit
    if moved:
        _draw_visit(screen, ui.visit)
    found = moved or ui.hits is not before.hits
    if found or ui.journal is not before.journal or ui.letters != before.letters:
        _draw_timeline(screen)
    if found:
        draw_past_line(screen)


def draw_again(screen: PastHost) -> None:
    """Draw the moment shown again."""
    draw(screen, replace(screen.ui, visit=None))


def resize(screen: PastHost) -> None:
    """Draw for another size of the window: a narrow one has shorter lists."""
    sessions = screen.query_one(SessionList)
    if screen.size.width >= WIDE:
        sessions.most = 6
    else:
        sessions.most = 3
    sessions.redraw()
    draw_again(screen)


def turn_curtain(screen: PastHost) -> None:
    """Show nothing of an entry until it is read again, for those who look on now."""
    hits = screen.ui.hits
    visit = screen.ui.visit
    if visit is not None:
        visit = replace(visit, figures=None, trouble=None)
    screen.ui = replace(screen.ui, visit=visit, overview=None, journal=None, hits=None)
    screen.query_one(EntryList).show((), "")
    screen.query_one(EntryPanel).show(None)
    screen.query_one(ReplayScene).turn_curtain(screen.player_view)
    if hits is not None:
        search.find_again(screen, hits.text)


def as_text(screen: PastHost) -> str:
    """The pane in focus as text, else the scene and the entry."""
    if isinstance(screen.focused, Pane):
        return screen.focused.as_text()
    query = screen.query_one
    return "\n".join((query(ReplayScene).as_text(), query(EntryPanel).as_text()))


def session_in_focus(screen: PastHost) -> int:
    """The number of the session that Enter goes to; 0 when another pane has focus."""
    sessions = screen.query_one(SessionList)
    if screen.focused is sessions:
        return sessions.cursor
    return 0


def _draw_journal(screen: PastHost) -> None:
    journal = screen.ui.journal
    overview = screen.ui.overview
    only = screen.ui.only
    if journal is None or overview is None:
        return
    number = journal.session.number
    called = journal.session.title
    if called:
        title = N_("session {number}: {title}")
    else:
        title = N_("session {number}")
    note = "" if only == "all" else Message("only {filter}", filter=only)
    listed = history_rows.journal_rows(journal, overview)
    screen.query_one(EntryList).show(listed, Message(title, number=number, title=called), note)
    screen.query_one(SessionList).look_at(number)


def _draw_visit(screen: PastHost, visit: Visit) -> None:
    overview = screen.ui.overview
    query = screen.query_one
    wide = screen.size.width >= WIDE
    screen.set_class(screen.past.in_the_past, "past")
    query(SessionList).fold(screen.past.in_the_past and not wide)
    query(TitleLine).show(*_title(screen, visit, wide))
    if not screen.past.hurried:  # else the cursor is ahead of what is shown
        query(EntryList).look_at(visit.at)
    if visit.picture is not None:
        query(ReplayScene).show(visit.picture, screen.player_view)
    notes = () if overview is None else overview.notes.get(visit.at, ())
    told = tuple(
        note.text
        for note in notes
        if note.seq != note.entry and (note.shared or not screen.player_view)
    )
    query(EntryPanel).show(visit, told)


def _title(screen: PastHost, visit: Visit, wide: bool) -> tuple[Message, Message]:
    view = screen.view
    if visit.picture is None:
        then = view
    else:
        then = visit.picture.view
    if screen.player_view:
        then = then.veiled
    read_only = view.read_only
    if visit.at >= view.head:
        words = N_("{whose}  SESSIONS  {day} {hour}")
        if read_only:
            right = N_("now   READ ONLY {head}")
        else:
            right = N_("now   saved {head}")
    else:
        words = N_("{whose}  REPLAY s{session}  {day} {hour}")
        right = N_("PAST {seq}/{head}   saved {head}")
        if wide:
            words = N_("{whose}  SESSIONS  replaying session {session}, entry {seq} of {head}")
            right = N_("YOU ARE IN THE PAST   saved {head}")
        if read_only:
            right = N_("PAST {seq}/{head}   READ ONLY")
    told = partial(
        Message,
        whose=first_line.whose(view),
        session=visit.session,
        seq=visit.at,
        head=view.head,
        day=times.day(then.state.clock.day, then.state.calendar),
        hour=first_line.hour(then),
    )
    return told(words), told(right)


def _draw_timeline(screen: PastHost) -> None:
    journal = screen.ui.journal
    overview = screen.ui.overview
    hits = screen.ui.hits
    if journal is None or overview is None:
        return
    stops = tuple(history_rows.played(journal.beats))
    content = TimelineContent(
        stops,
        screen.past.at,
        {stop.day: say(times.day(stop.day, overview.calendar)) for stop in stops},
        journal.fights,
        frozenset(() if hits is None else hits.seqs),
        {seq: sign for sign, seq in screen.ui.letters.items()},
        now=journal.session.last >= overview.head,
    )
    head = Message("{seq} of {head}", seq=screen.past.at, head=screen.past.head)
    screen.query_one(Timeline).show(content, head)


def draw_past_line(screen: PastHost) -> None:
    """Draw what keys would do; Enter means something else in each pane."""
    ui = screen.ui
    past = screen.past.in_the_past
    if ui.visit is None:
        return
    told: Words
    if ui.hits is not None:
        told = search.summary(ui.hits, screen.past.at)
    elif past:
        told = phrase("You are in the past: F2 and F4 show the present.")
    else:
        told = phrase("Bksp goes back into the story; Shift+Tab: sessions, Tab: line of time.")
    would = ui.preview(screen.past.head, session_in_focus(screen))
    screen.query_one(PastLine).show(*would, told, past=past)


def next_layer(screen: PastHost) -> None:
    """Show the next layer: of the creature under the cursor, else of the acting one."""
    if _on_board(screen):
        name = round_to(layers.ORDER, screen.ui.layer, 1)
        screen.ui = replace(screen.ui, layer=name, described=False)


def draw_layer(screen: PastHost, before: SessionsUI) -> None:
    """Draw the layer and end the ruler, where what was shown `before` has changed."""
    ui = screen.ui
    if ui.measured is None and before.measured is not None:
        _board(screen).show(ruler={})
    moved = ui.visit is not None and ui.visit is not before.visit
    if ui.layer == before.layer and not (moved and ui.layer):
        return
    board = _board(screen)
    found = battle(screen)
    if found is None or screen.player_view:
        board.show(layer=NO_LAYER)
    else:
        under = found.under(board.cursor) if board.has_focus else ()
        who = next(iter((*under, *found.acting)), "")
        screen.layer_choices.ask(layers.LayerRequest(found, ui.layer, who))


def take_layer(screen: PastHost, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
    """Draw a layer that was computed, and describe it once; ignore an outdated one."""
    if wanted.battle is not battle(screen) or wanted.name != screen.ui.layer:
        return
    if screen.is_attached:
        _board(screen).show(layer=found.layer)
        if not screen.ui.described:
            screen.ui = replace(screen.ui, described=True)
            screen.gm.say_message(found.words)


def battle(screen: PastHost) -> Battle | None:
    """The encounter shown on its board; None on the road."""
    picture = screen.ui.picture
    if picture is None:
        return None
    return picture.board(screen.player_view)


def measure(screen: PastHost) -> None:
    """Measure from the cursor, which the arrows now move; again: stop."""
    if screen.ui.measured is not None:
        screen.ui = replace(screen.ui, measured=None)
        screen.gm.say_sentence("")
        screen.focus_pane()
    elif _on_board(screen):
        board = _board(screen)
        screen.ui = replace(screen.ui, measured=board.cursor)
        board.focus()
        screen.gm.say_message(
            "measuring from {square}: arrows move the cursor, M ends it", square=str(board.cursor)
        )


def look_at(screen: PastHost, square: Square) -> None:
    """Measure to a square, else say what is on it."""
    found = battle(screen)
    if found is None:
        return
    if screen.ui.measured is not None:
        squares, words = layers.ruler(found, screen.ui.measured, square)
        _board(screen).show(ruler=squares)
        screen.gm.say_message(words)
        return
    here = seen(found.view, screen.player_view, found.encounter)
    if here is None:
        return
    there = cards.under(here, square)
    if there is not None:
        told = "; ".join(map(say, (*there.who, there.ground)))
        screen.gm.say_message("{square}: {what}", square=there.at, what=told)


def _board(screen: PastHost) -> BattleGrid:
    return screen.query_one(BattleGrid)


def _on_board(screen: PastHost) -> bool:
    shown = battle(screen) is not None
    if screen.player_view:
        screen.gm.say_message("This is for the GM only. Press F9 to open the curtain.")
    elif not shown:
        screen.gm.say_message("There is no board here. Press ; or , to go to a fight.")
    return shown and not screen.player_view
