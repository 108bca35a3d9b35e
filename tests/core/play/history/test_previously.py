"""Previously: where the party is, who is hurt, what ends when, what was left open."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Message
from core.play.facts.encounter import Lasting, Until
from core.play.facts.state import Plan, State
from core.play.history.previously import LastSession, page
from core.values import replace
from tests.builders import HARSK, LEGS, TAM, VALERIA, assets
from tests.fights import FIGHT
from tui.kit.phrases import say

WORLD = assets()
TORCH = Lasting("torch", Until("clock", at=Instant(3, Fraction(41, 4))))
PARTY = State(clock=Instant(2, Fraction(35, 2)), place="1706", members=(VALERIA, HARSK, TAM))


def lines(state: State, **more: object) -> list[str]:
    return [say(line) for line in page(state, WORLD, **more)]  # type: ignore[arg-type]


def test_it_says_where_the_party_is_and_that_all_is_well() -> None:
    assert lines(PARTY) == [
        "It is 3 Deepwinter 1212, 17:30; the party is at 1706.",
        "Nobody is hurt.",
    ]
    assert lines(State()) == ["It is 1 Deepwinter 1212, 08:00.", "Nobody travels yet."]


def test_it_says_who_is_hurt_and_what_ends_when() -> None:
    harsk = replace(HARSK, damage=30, nonlethal=9, lasting=(TORCH,))
    tam = replace(TAM, present=False, lasting=(TORCH,))

    told = lines(replace(PARTY, members=(harsk, tam)))

    assert told[1:] == [
        "Hurt: Harsk (8/38, nonlethal 9, unconscious).",
        "Away: Tam.",
        "torch (ends 4 Deepwinter 10:15): Harsk, Tam.",
    ]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (replace(PARTY, plan=Plan(LEGS, "2007")), "On the way to 2007."),
        (replace(PARTY, deadline=Instant(4, Fraction(12))), "To be there by 5 Deepwinter 12:00."),
        (
            replace(PARTY, deadline=Instant(2, Fraction(12))),
            "3 Deepwinter 12:00, the deadline, was 5 h 30 ago.",
        ),
        (FIGHT, "Ambush at the ford is being played: round 2, the turn of Harsk."),
    ],
)
def test_it_says_what_was_left_open(state: State, line: str) -> None:
    assert line in lines(state)


def test_questions_among_the_notes_are_open() -> None:
    told = lines(PARTY, notes=("Who pays the ogre?", "Pay the ferryman.", "A ring? "))
    assert told[2:] == ["Open: Who pays the ogre?", "Open: A ring? "]


def test_it_begins_with_the_session_before_and_names_what_has_no_reason_yet() -> None:
    ruling = Message("Harsk, nonlethal damage: 0")
    last = LastSession(4, "Down the Alder", "2026-11-07", (ruling,))

    told = lines(PARTY, last=last, messages=(Message("Tam sleeps"),))

    assert told[0] == "Session 4, Down the Alder, of 2026-11-07."
    assert told[-2:] == [
        "A ruling without a reason yet: Harsk, nonlethal damage: 0",
        "  Tam sleeps",
    ]
    assert lines(PARTY, last=replace(last, title=""))[0] == "Session 4, of 2026-11-07."
