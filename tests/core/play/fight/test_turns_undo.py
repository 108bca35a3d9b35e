"""What ended comes back when it is undone, with its exact moment, across fight and road."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from core.play.facts.encounter import Lasting, Until
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.fight.turns.events import ConditionEnded
from core.play.facts.road.commands import EndEncounter, Wait
from saves.campaign.campaign import Campaign
from saves.store.sqlite.file_place import FilePlace
from tests.builders import member
from tests.saves.fights import fighting, perform


def on_tam(campaign: Campaign) -> tuple[Lasting, ...]:
    tam = member(campaign.state, "tam")
    return tam.lasting


def test_a_condition_that_ended_comes_back_with_its_exact_moment(tmp_path: Path) -> None:
    with fighting(tmp_path / "a.outrider") as campaign:
        perform(campaign, SetCondition(("tam",), "shaken", of="valeria"))
        perform(campaign, SetCondition(("tam",), "torch", hours=Fraction(1, 300)))
        shaken, torch = on_tam(campaign)
        assert shaken.until == Until("turn_start", who="valeria", round=1)
        before = campaign.state
        entry = perform(campaign, EndTurn())
        assert ConditionEnded("tam", "shaken", expired=True) in entry.events
        assert on_tam(campaign) == (torch,)
        campaign.undo()
        assert campaign.state == before
        assert on_tam(campaign) == (shaken, torch)
        campaign.redo()
        assert on_tam(campaign) == (torch,)


def test_the_end_of_a_fight_is_undone_with_what_it_made_of_rounds(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with fighting(path) as campaign:
        perform(campaign, SetCondition(("tam",), "bless", rounds=10))
        before = campaign.state
        perform(campaign, EndEncounter(0))
        (bless,) = on_tam(campaign)
        assert bless.until == Until("clock", before.clock.after(Fraction(1, 60)))
        perform(campaign, Wait(Fraction(1)))
        assert on_tam(campaign) == ()
        campaign.undo()
        campaign.undo()
        assert campaign.state == before
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.state == before
