"""The demo campaign: its week is performed as a GM would, and can be made afresh."""

from __future__ import annotations

from core.play import ask
from core.play.road.events import EncounterMet, Strained, Travelled
from core.play.table.events import Checked
from core.travel.lexicon import lexicon, unknown_words
from saves import library
from saves.demo.making import open_demo, region
from saves.demo.story import FIRST_DAY, NAME
from saves.rules import PACKAGED, packaged


def test_the_region_is_understood_by_every_ruleset() -> None:
    """Given the demo's map, then each word of its ground has a terrain row in all systems."""
    for rules in PACKAGED:
        assert unknown_words(region(), lexicon(packaged(rules))) == ()


def test_a_week_has_passed_when_the_demo_opens() -> None:
    """Given the first start, then it is the eighth morning, with a way ahead and a boat behind."""
    with open_demo() as campaign:
        state = campaign.state
        events = [event for entry in campaign.log(limit=500) for event in entry.events]
        assert state.clock.day == FIRST_DAY + 7
        assert state.clock.hour == 8
        assert state.plan is not None
        assert state.plan.goal == "2007"
        assert ask.late(state, campaign.world) is False
        assert sum(isinstance(event, EncounterMet) for event in events) == 1
        assert any(isinstance(e, Strained) and e.who == "harsk" and e.amount == 4 for e in events)
        assert any(isinstance(e, Travelled) and e.mode == "rowboat" for e in events)
        assert any(isinstance(e, Checked) and e.how == "typed" and not e.success for e in events)
        assert [boat.at for boat in state.boats] == ["1207"]
        assert campaign.can_redo
        assert campaign.verify() == ()


def test_the_demo_is_kept_until_it_is_made_anew() -> None:
    """Given a demo that was played on, then it opens as it was; made anew, it goes to the bin."""
    with open_demo() as campaign:
        campaign.undo()
        head = campaign.head
    with open_demo() as again:
        assert again.head == head
    with open_demo(fresh=True) as anew:
        assert anew.head == head - 1
    assert [shelf.name for shelf in library.listing()] == [NAME]
    assert len(list(library.bin_folder().iterdir())) == 1
