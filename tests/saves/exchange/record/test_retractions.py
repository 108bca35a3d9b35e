"""A death that the GM took back is no part of the story that players read."""

from __future__ import annotations

from pathlib import Path

from core.play.fight.turns.events import Died, Revived
from core.play.road.commands import SetPace
from core.play.table.commands import Correction
from core.play.table.events import Amended, Damaged, Healed, RulingMade
from saves.exchange.record.retractions import retracted
from tests.builders import decided
from tests.saves.campaigns import HARSK, TAM, begun
from tests.saves.exchange.record.told import read_plain

DIED = Died("harsk")
REVIVED = Revived("harsk")
RULED = RulingMade("dead", "no", "harsk", "misread")
HURT = Damaged("harsk", 40)
ALIVE = Correction("harsk", "dead", to="no")


def test_a_death_and_the_ruling_that_takes_it_back_are_no_part_of_the_story() -> None:
    story = ((HURT, DIED), (RULED, REVIVED))
    assert retracted(story) == {id(DIED), id(RULED), id(REVIVED)}
    healed = Healed("harsk", 3)
    assert id(healed) in retracted(((HURT, DIED), (RULED, REVIVED, healed)))
    wounds = RulingMade("damage", "10", "harsk")
    assert retracted(((HURT, DIED), (wounds, REVIVED))) == {id(DIED), id(wounds), id(REVIVED)}


def test_a_death_and_the_amendment_that_takes_it_back_are_no_part_of_the_story() -> None:
    amended = Amended(7, "", (ALIVE, Correction("harsk", "damage", -30)))
    assert retracted(((HURT, DIED), (amended,))) == {id(DIED), id(amended)}
    others = Amended(7, "", (ALIVE, Correction("tam", "damage", -3)))
    assert retracted(((HURT, DIED), (others,))) == {id(DIED)}


def test_who_is_raised_from_the_dead_was_dead() -> None:
    """Given a death and a return to life without a ruling, then both stay in the story."""
    assert retracted(((DIED,), (REVIVED,))) == frozenset()
    assert retracted(((DIED,), (REVIVED,), (RULED,))) == frozenset()
    assert retracted(((DIED,), (RulingMade("dead", "no", "tam"),))) == frozenset()


def test_players_read_of_no_death_that_was_taken_back_and_the_gm_does(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK, TAM) as campaign:
        for events in ((HURT, DIED), (RULED, REVIVED), (Died("tam"),)):
            campaign.write_story(SetPace("walk"), {}, decided(campaign.state, *events))
    players = read_plain(path, "players")
    gm = read_plain(path, "gm")
    for told in ("Harsk is dead", "uling: Harsk", "Harsk lives after all"):
        assert told in gm
        assert told not in players
    assert "Tam is dead" in players
