"""Behind the curtain a search finds what players know, and nothing by what they do not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from core.play.facts.table.commands import Hurt, MarkHexes
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import begun
from tests.saves.exchange.record.secrets import MAP, planted, word
from tests.saves.fights import PEOPLE
from tui.sessions.search import find_hits
from tui.view import said


def totals(path: Path, text: str) -> tuple[int, int]:
    """How many entries the GM finds, and how many players do."""
    with History.open(FilePlace(path), said) as look:
        gm, players = (find_hits(look, text, 1, player_view=drawn) for drawn in (False, True))
    assert players.total == len(players.lines)
    return gm.total, players.total


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with planted(tmp_path_factory.mktemp("players") / "a.outrider") as campaign:
        return file_of(campaign.place)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("creature:lurker", (4, 0)),
        (f"creature:{word('Lurker')}", (3, 0)),
        (f"acts creature:{word('Lurker')}", (3, 0)),
        ("creature:wolf-1", (6, 5)),
        ("creature:harsk", (13, 13)),
    ],
)
def test_a_hidden_creature_is_not_found(path: Path, text: str, counts: tuple[int, int]) -> None:
    """Given one who is hidden, when looked for by name or id, then only the GM finds entries."""
    assert totals(path, text) == counts


def test_the_name_of_an_unknown_place_is_not_found(tmp_path: Path) -> None:
    """Given what happened in a village that players do not know, then its name finds nothing."""
    with begun(tmp_path / "a.outrider", *PEOPLE) as campaign:
        campaign.adopt_map(MAP, Fraction(12), "0101")
        campaign.record(MarkHexes(("0101",), explored=True, known=False))
        campaign.record(Hurt(("harsk",), (2,)))
    assert totals(file_of(campaign.place), "damage place:mill") == (1, 0)
    assert totals(file_of(campaign.place), "damage place:0101") == (1, 1)
