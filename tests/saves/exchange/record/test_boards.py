"""The squares that players have seen of a board in the course of a fight."""

from __future__ import annotations

import pytest

from core.combat.board.drawing import BoardEdit
from core.combat.board.squares import Square
from core.messages import Message
from core.play.facts.encounter import Figure
from core.play.facts.state import State
from core.values import replace
from saves.exchange.record.document import Teller
from saves.exchange.record.fights import BoardRecorder
from tests.fights import FIGHT, PREPARED, fight_world
from tests.saves.fights import PEOPLE
from tui.view import said

OPENED = BoardEdit("K4/L4", "open_door")
SHUT = BoardEdit("K4/L4", "door")
WALLED = BoardEdit("H3/I3 H4/I4 H5/I5", "wall")
FREED = BoardEdit("H3/I3 H4/I4", "nothing")
SHADOWED = BoardEdit("R6:1", "wall")
FILLING = BoardEdit("J3:1 L5", "wall")
Moment = tuple[str, tuple[BoardEdit, ...]]
"""Where the party stands, and the edits of the board up to then."""


def at(moment: Moment) -> State:
    where, edits = moment
    party = (Figure("harsk", where), Figure("valeria", "C5"), Figure("tam", "B4"))
    played = replace(
        PREPARED, status="running", figures=(*PREPARED.figures, *party), edits=edits, round=1
    )
    return replace(FIGHT, members=PEOPLE, encounters=(played,))


def recorder() -> BoardRecorder:
    return BoardRecorder(Teller(said, fight_world(), {}, frozenset(), frozenset(), "players"))


def unseen(boards: BoardRecorder, moment: Moment) -> set[Square]:
    board = boards.board(at(moment), "ambush", Message("the ford"))
    assert board is not None
    return set(board.unseen)


@pytest.mark.parametrize(
    "story",
    [
        (("G4", ()), ("G4", (OPENED,)), ("M4", (OPENED,)), ("G4", (OPENED, SHUT))),
        (
            ("G4", (OPENED,)),
            ("G4", (OPENED, WALLED)),
            ("B9", (OPENED, WALLED)),
            ("G4", (OPENED, WALLED, FREED)),
        ),
        (
            ("G4", (WALLED,)),
            ("F4", (WALLED,)),
            ("F4", (WALLED, FILLING)),
            ("M4", (FILLING,)),
            ("M4", ()),
        ),
        (("G4", ()), ("F4", ()), ("F4", (SHADOWED,)), ("F4", ())),
        (("M4", ()), ("N2", ()), ("N2", (OPENED,)), ("K7", (OPENED,)), ("K7", (OPENED, FILLING))),
    ],
)
def test_what_was_seen_stays_seen_when_walls_and_doors_change(story: tuple[Moment, ...]) -> None:
    """Given moments of a fight, then players have seen what could be seen in any one of them."""
    boards = recorder()
    for moment in story[:-1]:
        boards.look_around(at(moment), "ambush")
    alone = [unseen(recorder(), moment) for moment in story]
    assert unseen(boards, story[-1]) == set.intersection(*alone)
    assert len({frozenset(one) for one in alone}) > 1


def test_an_opened_door_shows_what_is_behind_it() -> None:
    """Given a closed door that is opened in the fight, then the room behind it is seen."""
    boards = recorder()
    before = unseen(boards, ("G4", ()))
    after = unseen(boards, ("G4", (OPENED,)))
    assert Square(12, 3) in before - after
    assert after < before
