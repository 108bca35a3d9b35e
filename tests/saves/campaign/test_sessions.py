"""Sessions: which rows are one evening at the table, and what the GM says of them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.calendars import Instant
from core.dice import Typed
from core.messages import Refusal
from core.play.facts.road.commands import Wait
from core.play.facts.table.commands import CallCheck, WriteNote
from core.play.facts.table.events import Noted
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store import journal, session_starts
from saves.store.backend import Place
from saves.store.entries import Annotate, BeginSession, JoinSessions, NameSession, SplitSession
from saves.store.refusals import NotRecorded
from saves.store.session_starts import GAP, Cut, divided
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, Hands, begun, hurt, tamper
from tests.saves.storing import store, write_file
from tests.saves.verifying import verify_at
from tests.thorough import examples


@pytest.fixture
def hands() -> Hands:
    return Hands()


@cache
def evening() -> bytes:
    """The file of a campaign of three entries, all of one evening."""
    with tempfile.TemporaryDirectory() as folder:
        with begun(Path(folder) / "a.outrider", HARSK, clock=Hands()) as campaign:
            hurt(campaign, 1)
        return (Path(folder) / "a.outrider").read_bytes()


@pytest.fixture
def place(both_libraries: None) -> Place:
    """A campaign of three entries, all of one evening."""
    return store(evening(), "Evening")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The same campaign as a file, where what a test does to it is done to files alone."""
    return write_file(tmp_path / "a.outrider", evening()).path


def opened(place: Place, hands: Hands, gap: Fraction = GAP) -> Campaign:
    return Campaign.open(place, clock=hands, session_gap=gap)


def sittings(campaign: Campaign) -> list[int]:
    """The number of each row's session id, in the order in which they appear."""
    ids = [row.session for row in journal.rows(campaign.opened.reader)]
    return [list(dict.fromkeys(ids)).index(one) + 1 for one in ids]


def starts(campaign: Campaign) -> tuple[int, ...]:
    """The first rows of its sessions; the number kept beside the story says the same."""
    found = session_starts.starts(campaign.opened.reader, campaign.head)
    face = journal.stored_face(campaign.opened.reader)
    assert json.loads(face).get("sessions", len(found)) == len(found)
    assert campaign.story.now.running.number == len(found)
    return found


# Which rows are one session


def test_a_reopened_campaign_goes_on_with_its_session(place: Place, hands: Hands) -> None:
    for _ in range(2):
        with opened(place, hands) as campaign:
            hurt(campaign, 1)
    with opened(place, hands) as campaign:
        assert sittings(campaign) == [1, 1, 1, 1, 1]
        assert starts(campaign) == (1,)


@pytest.mark.parametrize(
    ("gap", "hours", "number"),
    [
        (GAP, 3.99, 1),
        (GAP, 4, 2),
        (Fraction(12), 11, 1),
        (Fraction(12), 12, 2),
        (Fraction(0), 99, 1),
    ],
)
def test_play_after_so_many_hours_opens_another(
    place: Place, hands: Hands, gap: Fraction, hours: float, number: int
) -> None:
    hands.turn(hours)
    with opened(place, hands, gap) as campaign:
        assert campaign.session == 1
        hurt(campaign, 1)
        assert campaign.session == number
        hurt(campaign, 1)
        assert sittings(campaign) == [1, 1, 1, number, number]


def test_what_is_no_play_stays_in_the_session_before_and_keeps_none_open(
    place: Place, hands: Hands
) -> None:
    with opened(place, hands) as campaign:
        hands.turn(3)
        campaign.record(WriteNote("who paid the ogre?"))
        hands.turn(3)
        campaign.undo()
        campaign.redo()
        marks.annotate(campaign, 2, "he came late")
        marks.name_session(campaign, 1, "A wet start")
        hurt(campaign, 1)

        assert sittings(campaign) == [1, 1, 1, 1, 1, 1, 1, 1, 2]
        assert starts(campaign) == (1, 9)


def test_an_overruled_result_is_undone_in_the_old_session_and_made_in_the_new(
    place: Place, hands: Hands
) -> None:
    with opened(place, hands) as campaign:
        check = CallCheck("climb", 10, ("harsk",))
        campaign.perform(check, lambda asked: {one.key: Typed(3) for one in asked})
        asked = campaign.story.log()[-1].answers
        hands.turn(5)
        campaign.overrule({key: Typed(17) for key in asked})

        assert [entry.kind for entry in campaign.story.log()][-3:] == ["play", "undo", "play"]
        assert sittings(campaign) == [1, 1, 1, 1, 1, 2]
        assert starts(campaign) == (1, 6)


@pytest.mark.parametrize("hours", [0, 50])
def test_the_gms_word_opens_one_that_waits_for_what_is_played_next(
    place: Place, hands: Hands, hours: float
) -> None:
    with opened(place, hands) as campaign:
        marks.begin_session(campaign, "The  ford")
        assert campaign.session == 2
        assert starts(campaign) == (1,)  # nothing was played in it
        campaign.record(WriteNote("Tam is late"))
    hands.turn(hours)
    with opened(place, hands) as campaign:
        assert campaign.session == 2
        hurt(campaign, 1)
        hurt(campaign, 1)

        assert campaign.story.log()[3].command == BeginSession("The ford")
        assert sittings(campaign) == [1, 1, 1, 2, 2, 2, 2]
        assert starts(campaign) == (1, 4)


def test_a_clock_set_back_opens_no_session_and_one_set_ahead_opens_one_that_can_be_joined(
    place: Place, hands: Hands
) -> None:
    years = 10 * 365 * 24
    with opened(place, hands) as campaign:
        hands.turn(-years)
        hurt(campaign, 1)
        assert starts(campaign) == (1,)
        hands.turn(years)  # right again: to the campaign it leaps ahead
        hurt(campaign, 1)
        assert starts(campaign) == (1, 5)
        hands.turn(years)
        hurt(campaign, 1)
        hands.turn(-years)
        hurt(campaign, 1)
        assert starts(campaign) == (1, 5, 6)

        marks.join_sessions(campaign, 6)
        marks.join_sessions(campaign, 5)
        assert starts(campaign) == (1,)
        assert verify_at(campaign.place) == ()
        assert [entry.seq for entry in campaign.story.log()] == list(range(1, 10))


@pytest.mark.parametrize("label", ["soon", "2026-99-01T12:00:00Z", "12:00"])
def test_a_label_that_is_no_time_is_no_reason_for_a_session(label: str) -> None:
    right = "2026-11-21T12:00:00Z"
    for last, now in ((label, right), (right, label)):
        assert not session_starts.RunningSession("an id", last, 1).over(now, GAP)


def test_a_number_of_sessions_that_was_not_kept_is_counted_anew(path: Path, hands: Hands) -> None:
    place = FilePlace(path)
    with opened(place, hands) as campaign:
        hands.turn(5)
        hurt(campaign, 1)
    tamper(path, "UPDATE campaign SET face = '{}'")
    with opened(place, hands) as campaign:
        assert campaign.session == 2
        hurt(campaign, 1)
        assert starts(campaign) == (1, 4)


# What the GM says of them


def test_two_sessions_joined_are_one_until_they_are_split_again(place: Place, hands: Hands) -> None:
    with opened(place, hands) as campaign:
        for _ in range(2):
            hands.turn(5)
            hurt(campaign, 1)
        assert starts(campaign) == (1, 4, 5)
        joined = marks.join_sessions(campaign, 5)
        assert (joined.kind, joined.command) == ("session", JoinSessions(5))
        assert starts(campaign) == (1, 4)
        marks.join_sessions(campaign, 7 - 1)  # any row of it will do
        assert starts(campaign) == (1,)
        with pytest.raises(Refusal, match="nothing_to_join"):
            marks.join_sessions(campaign, 3)

        split = marks.split_session(campaign, 4)
        assert (split.kind, split.command) == ("session", SplitSession(4))
        assert starts(campaign) == (1, 4)
        with pytest.raises(Refusal, match="begins_already"):
            marks.split_session(campaign, 4)
        with pytest.raises(Refusal, match="nothing_to_split"):
            marks.split_session(campaign, 6)  # from there on nothing was played
        assert starts(campaign) == (1, 4)
        assert campaign.session == 2


def test_a_note_is_written_to_a_moment_of_the_past(place: Place, hands: Hands) -> None:
    with opened(place, hands) as campaign:
        before = campaign.state
        campaign.record(Wait(Fraction(2)))
        entry = marks.annotate(campaign, 3, "  it was raining\nall the time ", shared=True)

        then = Instant(before.clock.day, before.clock.hour)
        text = "it was raining\nall the time"
        assert entry.kind == "note"
        assert entry.command == Annotate(3, text, shared=True)
        assert entry.events == (Noted(then, text, shared=True),)
        assert (entry.clock, entry.tip) == (then, campaign.tip)
        assert campaign.story.notes() == (entry,)
        assert campaign.story.undo_title is not None
        campaign.undo()
        assert campaign.state == before
    with opened(place, hands) as again:
        assert again.story.notes() == (entry,)
        assert verify_at(again.place) == ()


def test_a_title_is_kept_on_one_line_and_can_be_taken_away(place: Place, hands: Hands) -> None:
    with opened(place, hands) as campaign:
        named = marks.name_session(campaign, 2, " The\nford ", "who paid?\nnobody knows ")
        assert named.command == NameSession(2, "The ford", "who paid?\nnobody knows")
        assert marks.name_session(campaign, 2, "", "").command == NameSession(2)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda campaign: marks.annotate(campaign, 9, "x"), "no_entry"),
        (lambda campaign: marks.annotate(campaign, 0, "x"), "no_entry"),
        (lambda campaign: marks.annotate(campaign, 2, " \n"), "empty_note"),
        (lambda campaign: marks.annotate(campaign, 2, "x" * 4_001), "too_long"),
        (lambda campaign: marks.name_session(campaign, 4, "x"), "no_entry"),
        (lambda campaign: marks.name_session(campaign, 1, "x" * 81), "odd_title"),
        (lambda campaign: marks.name_session(campaign, 1, "\x1b[2J"), "odd_title"),
        (lambda campaign: marks.name_session(campaign, 1, "x", "x" * 4_001), "too_long"),
        (lambda campaign: marks.begin_session(campaign, "x" * 81), "odd_title"),
        (lambda campaign: marks.join_sessions(campaign, 1), "nothing_to_join"),
        (lambda campaign: marks.join_sessions(campaign, 4), "no_entry"),
        (lambda campaign: marks.split_session(campaign, -1), "no_entry"),
        (lambda campaign: marks.split_session(campaign, 1), "begins_already"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing_behind(
    path: Path, hands: Hands, act: Callable[[Campaign], object], code: str
) -> None:
    with opened(FilePlace(path), hands) as campaign:
        with pytest.raises(Refusal, match=code):
            act(campaign)
        assert campaign.head == 3


def test_a_window_for_reading_writes_no_marks(path: Path, hands: Hands) -> None:
    place = FilePlace(path)
    with opened(place, hands), opened(place, hands) as second:
        with pytest.raises(NotRecorded, match="read_only"):
            marks.annotate(second, 2, "x")
        with pytest.raises(NotRecorded, match="read_only"):
            marks.begin_session(second, "x")


# Where sessions begin, for any history

PLAY = "."
ROWS = st.text(st.sampled_from(".n"), min_size=1, max_size=12)
"""A run of rows with one session id: play entries, and what is none."""


@examples(20, 5_000)
@given(
    st.lists(ROWS, min_size=1, max_size=6), st.lists(st.tuples(st.integers(-1, 80), st.booleans()))
)
def test_sessions_partition_the_rows_and_each_was_played_in(
    runs: list[str], cuts: list[Cut]
) -> None:
    rows = "".join(runs)
    firsts = [1 + sum(map(len, runs[:number])) for number in range(len(runs))]

    found = divided(firsts, cuts, len(rows), lambda low, high: PLAY in rows[low - 1 : high - 1])

    ends = (*found[1:], len(rows) + 1)
    assert bool(found) == (PLAY in rows)
    assert list(found) == sorted(set(found))
    if found:
        assert found[0] == 1
        assert ends[-1] > found[-1]
        assert all(PLAY in rows[low - 1 : high - 1] for low, high in zip(found, ends, strict=True))
        last_word = dict(cuts)
        for at, joins in last_word.items():
            assert not (joins and at > 1 and at in found)
