"""What the keys of Sessions come to: functions of a standpoint, without a screen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.board.squares import Square
from core.messages import Message
from core.play.facts.table.commands import WriteNote
from core.play.union import Assets
from core.values import replace
from saves.campaign import marks
from saves.history.navigation import Beat
from saves.store.packaged_rulesets import packaged
from tests.tui.encounter.skirmish import STATE
from tests.tui.replay.moments import HEAD, PRESENT, TWO, past
from tests.tui.views import view_of
from tui.board.grid_things import NO_LAYER, Layer
from tui.play.conversation import SILENCE
from tui.sessions import contents, navigation, notes, overlays, search
from tui.sessions.change import Focus, JournalRequest, Mark, PastStandpoint
from tui.sessions.model import Hits, SessionsUI
from tui.sessions.present.visits import Journal, Visit, Wish

FIRST, SECOND = TWO.sessions


def standpoint(ui: SessionsUI, *, session: int = 0, player_view: bool = False) -> PastStandpoint:
    """What a key goes by with a session under the cursor of the list, which has focus."""
    view = view_of(STATE, Assets(packaged("pf1")), head=HEAD)
    return PastStandpoint(view=view, ui=ui, session=session, player_view=player_view)


def journal() -> Journal:
    """The journal of the second session: two days of road."""
    beats = tuple(
        Beat(seq=seq, kind="play", session=2, day=day, hour=Fraction(9), encounter="", round=0)
        for seq, day in ((13, 66), (14, 66), (15, 67))
    )
    return Journal(SECOND, beats, frozenset({13, 14, 15}), {})


def test_a_note_is_of_now_in_the_present_and_a_mark_in_the_past() -> None:
    assert notes.ask_note(standpoint(PRESENT), "fog") == WriteNote("fog", shared=False)
    mark = notes.ask_note(standpoint(past()), "fog", shared=True)
    assert isinstance(mark, Mark)
    assert (mark.write, mark.values) == (marks.annotate, (20, "fog", True))


def test_a_session_is_split_after_its_first_entry_and_joined_to_the_one_before() -> None:
    split = notes.split_session(standpoint(past()))
    assert isinstance(split, Mark)
    assert (split.write, split.values) == (marks.split_session, (20,))
    assert isinstance(notes.split_session(standpoint(past(at=13))), Message)
    join = notes.join_session(standpoint(past()))
    assert isinstance(join, Mark)
    assert (join.write, join.values) == (marks.join_sessions, (13,))
    assert isinstance(notes.join_session(standpoint(past(at=5))), Message)


def test_esc_forgets_the_hits_first_and_leaves_the_past_then() -> None:
    found = replace(past(), hits=Hits("ogre", (4, 20)))
    assert navigation.put_away(standpoint(found)) == past()
    assert navigation.put_away(standpoint(past())) == Wish("now")
    assert navigation.put_away(standpoint(PRESENT)) is None


def test_a_hit_is_stepped_to_among_those_of_the_last_search() -> None:
    found = replace(past(), hits=Hits("ogre", (4, 20)))
    assert search.go_to_hit(standpoint(found), -1) == Wish("hit", -1, among=(4, 20))
    assert isinstance(search.go_to_hit(standpoint(past()), 1), Message)


def test_letters_lead_to_the_days_and_any_key_removes_them() -> None:
    ui = replace(past(), journal=journal())
    change = navigation.put_letters(standpoint(ui))
    assert isinstance(change, tuple)
    lettered = change[0]
    assert isinstance(lettered, SessionsUI)
    assert lettered.letters == {"a": 13, "b": 15}
    assert navigation.take_letter(standpoint(lettered), "b") == (ui, SILENCE, Wish("to", to=15))
    assert navigation.take_letter(standpoint(lettered), "z") == (ui, SILENCE)


def test_another_filter_lists_the_journal_again() -> None:
    ui = replace(past(), journal=journal())
    narrowed = replace(ui, only="notes")
    assert navigation.narrow(standpoint(ui), "notes") == (narrowed, JournalRequest(SECOND, 20))
    assert navigation.narrow(standpoint(past()), "notes") == replace(past(), only="notes")


def test_the_list_of_sessions_lists_a_journal_and_stays_at_the_moment() -> None:
    assert navigation.list_session(standpoint(past()), 1) == JournalRequest(FIRST, 1)
    assert navigation.list_session(standpoint(past()), 3) == ()


def test_the_ruler_ends_with_m_and_begins_on_a_board_alone() -> None:
    measuring = replace(past(), measured=Square(2, 2), ruler={Square(2, 2): 0})
    assert overlays.measure(standpoint(measuring)) == (past(), SILENCE, Focus("journal"))
    assert overlays.measure(standpoint(past())) == overlays.NO_BOARD
    assert overlays.measure(standpoint(past(), player_view=True)) == overlays.SECRET


@pytest.mark.parametrize("session", [1, 2])
def test_what_enter_would_do_names_the_session_under_the_cursor(session: int) -> None:
    keys = contents.past_keys(standpoint(past(), session=session))
    assert keys is not None
    assert keys.enter == Message("go to session {number}", number=session)


def test_the_journal_stays_ahead_until_nothing_more_is_wished_for() -> None:
    """Given a cursor that went ahead, when a moment on the way is shown, then it stays ahead."""
    change = navigation.go_through_journal(standpoint(past()), 19)
    assert change == (replace(past(), settled=False), Wish("to", to=19))
    on_the_way = past().with_visit(Visit(20, HEAD, 2), settled=False)
    assert not contents.entry_rows(on_the_way).settled
    there = on_the_way.with_visit(Visit(19, HEAD, 2))
    assert (contents.entry_rows(there).settled, contents.entry_rows(there).at) == (True, 19)


@pytest.mark.parametrize("at", [20, HEAD])
def test_whoever_has_left_for_another_screen_is_in_the_present(at: int) -> None:
    """Given a moment of the past, when another screen is opened, then the present counts."""
    left = replace(past(at=at), left=True)
    assert standpoint(left).at == HEAD
    assert not standpoint(left).in_the_past
    assert left.with_visit(Visit(at, HEAD, 2)).at(HEAD) == at


def test_the_curtain_takes_what_was_read_and_leaves_the_moment() -> None:
    laid = Layer("reach", (), Message("reach"))
    ui = replace(past(), laid=laid, hits=Hits("ogre", (4,))).with_journal(journal())
    turned = ui.with_curtain_turned()
    assert (turned.at(HEAD), turned.overview, turned.journal, turned.hits) == (20, None, None, None)
    assert turned.visit is not None
    assert turned.visit.figures is None
    assert turned.laid == NO_LAYER
    assert contents.entry_rows(ui).listing.rows != ()
    assert contents.entry_rows(turned).listing.rows == ()
