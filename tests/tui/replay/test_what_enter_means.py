"""What Enter and Space mean on the Sessions screen, and what it remembers: plain values."""

from __future__ import annotations

import pytest

from core.combat.board.squares import Square
from core.messages import Message
from core.receipts import Receipt
from core.values import replace
from tests.tui.replay.moments import HEAD, PRESENT, TWO, past
from tui.kit.phrases import say
from tui.sessions.model import Hits, PastAction, SessionsUI
from tui.sessions.present.visits import Journal, Visit

WHY = Receipt(Message("attack"), Message("18"))


def enter(
    ui: SessionsUI, typed: str = "", session: int = 0, *, player_view: bool = False
) -> PastAction:
    return ui.enter(HEAD, typed, session, player_view=player_view)


def refused(action: PastAction) -> str:
    assert isinstance(action, Message)
    return say(action)


@pytest.mark.parametrize("number", [1, 12, HEAD])
def test_a_number_and_enter_go_to_that_entry(number: int) -> None:
    assert enter(PRESENT, str(number)) == number


@pytest.mark.parametrize("text", ["0", str(HEAD + 1), "x", "²", "-1"])
def test_a_number_beyond_the_journal_is_refused_with_the_last_one(text: str) -> None:
    assert refused(enter(PRESENT, text)) == (
        f"There is no entry {text}. Type a number from 1 to {HEAD}."
    )


def test_a_number_counts_before_the_session_in_focus() -> None:
    assert enter(PRESENT, "4", session=2) == 4


def test_a_number_may_be_typed_while_players_look_on() -> None:
    assert enter(PRESENT, "4", player_view=True) == 4


def test_enter_in_the_list_of_sessions_goes_to_the_first_entry_and_the_journal() -> None:
    assert enter(PRESENT, session=2) == TWO.sessions[1]


def test_a_session_that_was_never_played_is_refused() -> None:
    assert refused(enter(PRESENT, session=3)) == "There is no session 3."


def test_a_session_without_a_number_is_asked_for() -> None:
    found = PRESENT.find_session("")
    assert isinstance(found, Message)
    assert say(found).startswith("Which session?")


def test_before_the_sessions_are_read_there_is_none() -> None:
    found = SessionsUI().find_session("1")
    assert isinstance(found, Message)
    assert say(found) == "There is no session 1."


def test_enter_shows_the_receipts_of_the_entry() -> None:
    assert enter(past(WHY)) == (WHY,)


def test_an_entry_without_receipts_says_so() -> None:
    assert refused(enter(past())) == "This entry was recorded without receipts."


def test_receipts_stay_shut_while_players_look_on() -> None:
    assert "for the GM only" in refused(enter(past(WHY), player_view=True))


def test_receipts_of_dice_that_are_asked_for_come_before_those_of_the_entry() -> None:
    asked = Receipt(Message("swim"), Message("+4"))
    assert past(WHY).why((asked,), player_view=False) == (asked,)


def ahead(ui: SessionsUI, session: int = 0) -> tuple[str, str]:
    enters, space = ui.preview(HEAD, session)
    return say(enters), say(space)


def test_the_preview_counts_the_receipts_and_knows_the_next_entry() -> None:
    assert ahead(past(WHY, WHY)) == ("2 receipts of this entry", "the next entry")
    assert ahead(past(WHY))[0] == "1 receipt of this entry"


def test_the_preview_names_the_session_in_focus() -> None:
    assert ahead(past(WHY), session=1)[0] == "go to session 1"


def test_after_the_present_comes_nothing() -> None:
    assert ahead(PRESENT) == ("this entry has no receipt", "nothing comes after the present")
    assert ahead(SessionsUI())[1] == "nothing comes after the present"


def test_the_ruler_ends_with_its_moment_and_the_layer_stays() -> None:
    ui = replace(past(), measured=Square(3, 4), layer="threat")
    moved = ui.with_visit(Visit(21, HEAD, 2))
    assert (moved.at(HEAD), moved.measured, moved.layer) == (21, None, "threat")


def test_another_campaign_has_neither_the_moment_nor_the_hits_of_this_one() -> None:
    ui = replace(past(), hits=Hits("ogre", (4,)), letters={"a": 4}, only="notes", layer="cover")
    assert ui.forgetting() == SessionsUI(only="notes", layer="cover")


def test_the_session_shown_is_that_of_the_journal_else_of_the_entry() -> None:
    first, second = TWO.sessions
    assert past().session(HEAD) == second
    assert past(at=5).session(HEAD) == first
    assert replace(past(), journal=Journal(first, (), frozenset(), {})).session(HEAD) == first
    assert SessionsUI().session(HEAD) is None
