"""What each pane of Sessions shows: one plain value a pane, of what is known of the past."""

from __future__ import annotations

from functools import partial

from core.messages import N_, Message
from core.play import times
from tui.kit.lines_view import TitleWords
from tui.kit.phrases import Words, phrase
from tui.play import first_line
from tui.sessions.change import PastStandpoint
from tui.sessions.model import SessionsUI
from tui.sessions.panes.entry_list import EntryContent, EntryRows
from tui.sessions.panes.past_line import PastKeys
from tui.sessions.panes.replay_scene import SceneContent
from tui.sessions.panes.session_list import SessionRows
from tui.sessions.panes.timeline import TimelineContent
from tui.sessions.search import summary


def in_the_past(standpoint: PastStandpoint) -> bool:
    """Whether the entry that is drawn is not the newest."""
    visit = standpoint.ui.visit
    return visit is not None and visit.at < standpoint.head


def title(standpoint: PastStandpoint, *, wide: bool) -> TitleWords:
    """The first line: the moment, and how far the present is saved."""
    visit = standpoint.ui.visit
    if visit is None:
        return TitleWords()
    view = standpoint.view
    if visit.picture is None:
        then = view
    else:
        then = visit.picture.view
    if standpoint.player_view:
        then = then.veiled
    read_only = view.read_only
    right_role = "dim"
    if visit.at >= view.head:
        words = N_("{whose}  SESSIONS  {day} {hour}")
        if read_only:
            right = N_("now   READ ONLY {head}")
        else:
            right = N_("now   saved {head}")
    else:
        right_role = "past"
        words = N_("{whose}  REPLAY s{session}  {day} {hour}")
        right = N_("PAST {seq}/{head}   saved {head}")
        if wide:
            words = N_("{whose}  SESSIONS  replaying session {session}, entry {seq} of {head}")
            right = N_("YOU ARE IN THE PAST   saved {head}")
        if read_only:
            right = N_("PAST {seq}/{head}   READ ONLY")
    title_message = partial(
        Message,
        whose=first_line.whose(view),
        session=visit.session,
        seq=visit.at,
        head=view.head,
        day=times.day(then.state.clock.day, then.state.calendar),
        hour=first_line.hour(then),
    )
    return TitleWords(title_message(words), title_message(right), right_role)


def session_rows(standpoint: PastStandpoint, *, wide: bool) -> SessionRows:
    """The list of sessions: shorter in a narrow window, and in the past its title alone there."""
    ui = standpoint.ui
    members = standpoint.state.members
    return SessionRows(
        lines=ui.lines,
        number=ui.listing.number,
        letters={member.name: member.token for member in members if member.token},
        most=6 if wide else 3,
        folded=in_the_past(standpoint) and not wide,
        is_read=ui.overview is not None,
    )


def entry_rows(ui: SessionsUI) -> EntryRows:
    """The journal, and the entry shown."""
    return EntryRows(
        listing=ui.listing,
        labels=_labels(ui),
        at=0 if ui.visit is None else ui.visit.at,
        settled=ui.settled,
        is_read=ui.journal is not None,
    )


def scene(ui: SessionsUI, *, player_view: bool) -> SceneContent:
    """The picture of the moment, and what is laid over its board."""
    picture = None if ui.visit is None else ui.visit.picture
    return SceneContent(picture, player_view, ui.laid, ui.ruler)


def entry(ui: SessionsUI, *, player_view: bool) -> EntryContent | None:
    """The entry shown with the notes that were written to it later; None: there is none."""
    visit = ui.visit
    if visit is None:
        return None
    notes = () if ui.overview is None else ui.overview.notes.get(visit.at, ())
    later = [note for note in notes if note.seq != note.entry]
    texts = tuple(note.text for note in later if note.shared or not player_view)
    return EntryContent(visit.at, visit.figures, visit.trouble, texts)


def timeline(standpoint: PastStandpoint) -> TimelineContent:
    """The line of time of the session whose journal is shown."""
    ui = standpoint.ui
    listing = ui.listing
    visit = ui.visit
    if visit is None:
        return TimelineContent()
    return TimelineContent(
        stops=listing.stops,
        at=visit.at,
        days=listing.days,
        fights=listing.fights,
        hits=frozenset(() if ui.hits is None else ui.hits.seqs),
        letters=_labels(ui),
        now=listing.now,
        title=Message("{seq} of {head}", seq=visit.at, head=standpoint.head),
        is_read=ui.journal is not None,
    )


def past_keys(standpoint: PastStandpoint) -> PastKeys | None:
    """What keys would do; Enter means something else in each pane. None: nothing is read."""
    ui = standpoint.ui
    if ui.visit is None:
        return None
    past = in_the_past(standpoint)
    sentence: Words
    if ui.hits is not None:
        sentence = summary(ui.hits, ui.visit.at)
    elif past:
        sentence = phrase("You are in the past: F2 and F4 show the present.")
    else:
        sentence = phrase("Bksp goes back into the story; Shift+Tab: sessions, Tab: line of time.")
    enter, space = ui.preview(standpoint.head, standpoint.session)
    return PastKeys(enter=enter, space=space, told=sentence, past=past)


def _labels(ui: SessionsUI) -> dict[int, str]:
    return {seq: letter for letter, seq in ui.letters.items()}
