"""A death that the GM took back is no part of the story that players read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.play.facts.fight.turns.events import Died, Revived
from core.play.facts.fold import Event
from core.play.facts.road.commands import SetPace
from core.play.facts.table.commands import Correction
from core.play.facts.table.events import Amended, Damaged, Healed, RulingMade
from core.play.union import evolve_all
from saves.campaign import marks
from saves.exchange.exporting import ExportRequest, text
from saves.exchange.record.retractions import retracted
from saves.history.history import History
from saves.store.sqlite.file_place import FilePlace
from tests.builders import decided, party
from tests.saves.campaigns import HARSK, TAM, begun
from tests.saves.exchange.record.told import read_plain
from tui.view import said

DIED = Died("harsk")
REVIVED = Revived("harsk")
RULED = RulingMade("dead", "no", "harsk", "misread")
HURT = Damaged(who="harsk", amount=40)
ALIVE = Correction("harsk", "dead", to="no")


def gone(*entries: Sequence[Event]) -> list[Event]:
    """What of a story, told in these entries, is no longer part of it."""
    found = retracted(enumerate(entries)).events
    return [entries[seq][place] for seq, place in sorted(found)]


def test_a_death_and_the_ruling_that_takes_it_back_are_no_part_of_the_story() -> None:
    assert gone((HURT, DIED), (RULED, REVIVED)) == [DIED, RULED, REVIVED]
    healed = Healed("harsk", 3)
    assert healed in gone((HURT, DIED), (RULED, REVIVED, healed))
    wounds = RulingMade("damage", "10", "harsk")
    assert gone((HURT, DIED), (wounds, REVIVED)) == [DIED, wounds, REVIVED]


def test_a_death_and_the_amendment_that_takes_it_back_are_no_part_of_the_story() -> None:
    amended = Amended(7, "", (ALIVE, Correction("harsk", "damage", -30)))
    assert gone((HURT, DIED), (amended,)) == [DIED, amended]
    others = Amended(7, "", (ALIVE, Correction("tam", "damage", -3)))
    assert gone((HURT, DIED), (others,)) == [DIED]


def test_who_is_raised_from_the_dead_was_dead() -> None:
    """Given a death and a return to life without a ruling, then both stay in the story."""
    assert gone((DIED,), (REVIVED,)) == []
    assert gone((DIED,), (REVIVED,), (RULED,)) == []
    assert gone((DIED,), (RulingMade("dead", "no", "tam"),)) == []


def test_until_it_was_taken_back_nobody_was_dead() -> None:
    """Given a death that is corrected later, then from it on the state is as corrected."""
    amended = Amended(7, "", (ALIVE, Correction("harsk", "damage", -30)))
    found = retracted(((3, (HURT, DIED)), (9, (amended,))))
    dead = evolve_all(party(HARSK), (HURT, DIED))
    for seq in (3, 8):
        harsk = found.alive(dead, seq).member("harsk")
        assert harsk is not None
        assert (harsk.dead, harsk.damage) == (False, 10)
    assert found.alive(dead, 2) == found.alive(dead, 9) == dead


def test_players_read_of_no_death_that_was_taken_back_and_the_gm_does(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK, TAM) as campaign:
        for events in ((HURT, DIED), (RULED, REVIVED), (Died("tam"),)):
            campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, *events))
    players = read_plain(path, "players")
    gm = read_plain(path, "gm")
    for told in ("Harsk is dead", "uling: Harsk", "Harsk lives after all"):
        assert told in gm
        assert told not in players
    assert "Tam is dead" in players


def test_a_death_that_a_later_session_takes_back_is_no_part_of_the_earlier_one(
    tmp_path: Path,
) -> None:
    """Given a death in one session, when the next overrules it, then neither tells of it."""
    path = tmp_path / "a.outrider"
    with begun(path, HARSK, TAM) as campaign:
        campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, HURT, DIED))
        marks.begin_session(campaign, "The second")
        campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, Died("tam")))
        dead = _sessions(path)
        amended = Amended(4, "", (ALIVE, Correction("harsk", "damage", -30)))
        campaign.recorder.write_story(SetPace("walk"), {}, decided(campaign.state, amended))
        corrected = _sessions(path)
    assert "Harsk is dead" in dead[0]
    assert "Harsk (-2/38, dead)" in dead[0]
    assert "Harsk: 40 damage" in dead[0]
    assert "Harsk: 10 damage" in corrected[0]
    for told in corrected:
        assert "Harsk is dead" not in told
        assert "/38, dead" not in told
        assert "orrect" not in told
    assert "Tam is dead" in corrected[1]


def _sessions(path: Path) -> tuple[str, str]:
    with History.open(FilePlace(path), said) as look:
        one, other = (text(look, ExportRequest(n, "players", "md")) for n in (1, 2))
    return one.replace("[[", "").replace("]]", ""), other.replace("[[", "").replace("]]", "")
