"""The line of time: days, nights, fights and rounds in as many columns as there are."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from saves.history.navigation import Beat
from tests.thorough import examples
from tui.sessions.panes.timeline import (
    HERE,
    Timeline,
    TimelineContent,
    drawn,
    windowed,
)


def stop(seq: int, day: int, encounter: str = "", turn: int = 0) -> Beat:
    return Beat(
        seq=seq, kind="play", session=1, day=day, hour=Fraction(12), encounter=encounter, round=turn
    )


DAYS = {day: f"{day} Thaw" for day in range(1, 40)}


def line(course: TimelineContent, width: int = 49) -> list[str]:
    """The lines of the pane under its title."""
    pane = Timeline()
    pane.shown = course
    return ["".join(text for text, _ in line).rstrip() for line in pane.lines(width)][1:]


def test_a_session_is_its_days_nights_and_rounds() -> None:
    """Given a day of road, a night and a fight of two rounds, then each has its sign and name."""
    stops = (
        *(stop(seq, 13) for seq in range(1, 7)),
        stop(7, 14),
        *(stop(seq, 14, "ford", 1) for seq in range(8, 14)),
        *(stop(seq, 14, "ford", 2) for seq in range(14, 18)),
    )
    course = TimelineContent(
        stops=stops,
        at=15,
        days=DAYS,
        fights={"ford": "Ambush"},
        hits=frozenset({9}),
        now=True,
    )
    assert line(course) == [
        "  13     14 Thaw",
        " [======|z#/#####*##] now",
        "          R1    R2",
    ]


def test_letters_stand_where_they_lead_to() -> None:
    """Given letters to jump to, then they are drawn in the place of the signs."""
    stops = tuple(stop(seq, 13 + seq // 4) for seq in range(1, 8))
    course = TimelineContent(stops=stops, at=2, days=DAYS, letters={1: "a", 4: "b"})
    assert line(course)[1] == " [a*=|b===]"


@given(
    runs=st.lists(st.tuples(st.integers(1, 90), st.booleans()), min_size=1, max_size=30),
    room=st.integers(8, 60),
    part=st.fractions(0, 1),
)
@examples(60, 2_000)
def test_it_fits_its_width_and_shows_where_one_is(
    runs: list[tuple[int, bool]], room: int, part: float
) -> None:
    """Given any days, when drawn, then no wider than its room, with one sign for where one is."""
    stops: list[Beat] = []
    for day, (count, fights) in enumerate(runs, 1):
        stops += [stop(len(stops) + n, day, "f" if fights else "", 1) for n in range(count)]
    at = stops[int(part * (len(stops) - 1))].seq
    course = TimelineContent(stops=tuple(stops), at=at, days=DAYS)
    cells, _ = windowed(drawn(course, room), room)
    assert len(cells) <= room
    assert [cell.sign for cell in cells].count(HERE) == 1
    assert all(cell_len(text) <= room + 4 for text in line(course, room + 4))
