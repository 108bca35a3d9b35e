"""The demo campaign: its week and its fight are played as a GM would, and can be made afresh."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from core.messages import Refusal
from core.play import queries
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.events import OpportunityTaken
from core.play.facts.fight.turns.events import ConditionEnded
from core.play.facts.road.commands import SetPace
from core.play.facts.road.events import EncounterMet, Strained, Travelled
from core.play.facts.state import State
from core.play.facts.table.commands import WriteNote
from core.play.facts.table.events import Checked
from core.play.union import evolve_all
from core.travel.lexicon import lexicon, unknown_words
from saves import paths
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import label, utc_now
from saves.demo import NAME
from saves.demo.open_demo import open_demo
from saves.demo.story import FIRST_DAY, make, region, story
from saves.history.history import History
from saves.history.sessions import sessions
from saves.library import library
from saves.store.packaged_rulesets import PACKAGED, packaged
from saves.store.sqlite.file_place import file_of
from tests.demos import the_ambush
from tests.saves.verifying import verify
from tui.view import said


def test_the_region_is_understood_by_every_ruleset() -> None:
    """Given the demo's map, then each word of its ground has a terrain row in all systems."""
    for rules in PACKAGED:
        assert unknown_words(region(), lexicon(packaged(rules))) == ()


def test_a_week_passes_before_the_ambush() -> None:
    """Given the first seven days, then it is the eighth morning, with a way and a boat behind."""
    with make(story()[:-1]) as campaign:
        state = campaign.state
        events = [event for entry in campaign.story.log(limit=500) for event in entry.events]
        assert state.clock.day == FIRST_DAY + 7
        assert state.clock.hour == 8
        assert state.plan is not None
        assert state.plan.goal == "2007"
        ahead = queries.plan_ahead(state, campaign.assets)
        assert queries.late(state, ahead) is False
        assert sum(isinstance(event, EncounterMet) for event in events) == 1
        assert any(isinstance(e, Strained) and e.who == "harsk" and e.amount == 4 for e in events)
        assert any(isinstance(e, Travelled) and e.mode == "rowboat" for e in events)
        assert any(isinstance(e, Checked) and e.how == "typed" and not e.success for e in events)
        assert [boat.at for boat in state.boats] == ["1207"]
        assert campaign.story.redo_title is not None
        assert verify(file_of(campaign.place)) == ()


def test_the_demo_is_left_in_the_third_round_of_a_fight() -> None:
    """Given the demo, then five heroes, eight wolves and an ogre are in the middle of it."""
    the_ambush()
    with open_demo() as campaign:
        fight = campaign.state.fight
        assert fight is not None
        assert (fight.round, fight.acting) == (3, "harsk")
        assert Counter(foe.kind for foe in fight.foes) == {"wolf": 8, "ogre": 1}
        assert [figure.id for figure in fight.figures if figure.hidden] == ["wolf-7", "wolf-8"]
        tam = fight.figure("tam")
        assert tam is not None
        assert tam.elevation == 3
        assert [one.name for one in campaign.state.encounters if one.status == "prepared"] == [
            "Toll at Fort Wyll"
        ]
        assert set(campaign.assets.boards) == {one.board for one in campaign.state.encounters}
        assert campaign.story.redo_title is not None
        assert verify(file_of(campaign.place)) == ()


def test_its_fight_shows_what_fights_are_made_of() -> None:
    """Given its entries: an opportunity, flanking, soft cover, typed criticals, an end."""
    the_ambush()
    with open_demo() as campaign:
        log = [entry for entry in campaign.story.log(500) if not entry.undone]
        events = [event for entry in log for event in entry.events]
        struck = [event for event in events if isinstance(event, Struck)]
        criticals = [e for e in struck if e.outcome == "critical"]
        assert [(e.by, e.how, e.opportunity) for e in criticals] == [
            ("harsk", "typed", True),
            ("valeria", "typed", False),
        ]
        assert [e.by for e in events if isinstance(e, OpportunityTaken)] == ["harsk", "wolf-2"]
        assert any(e.by == "harsk" and e.at == "wolf-5" and e.bonus == 10 for e in struck)
        assert any(e.by == "sorrel" and e.at == "wolf-5" and e.ac == 18 for e in struck)
        ended = [e for e in events if isinstance(e, ConditionEnded)]
        assert ("valeria", "shaken", True) in [(e.who, e.name, e.expired) for e in ended]
        assert replayed(campaign) == campaign.state


def test_it_was_played_on_five_evenings_with_a_title_each() -> None:
    """Given the demo, then each evening took some hours, a fortnight after the one before."""
    the_ambush()
    with open_demo() as campaign:
        assert campaign.session == 5
        with History.open(campaign.place, said) as look:
            found = sessions(look)
    assert [one.title for one in found] == [
        "Out of Thornwood",
        "Wolves under the oaks",
        "Down the Alder",
        "The north shore",
        "Ambush at the ford",
    ]
    assert all(timedelta(hours=1.5) < one.played < timedelta(hours=5) for one in found)
    assert [one.began[:10] for one in found] == [
        "2026-09-26",
        "2026-10-10",
        "2026-10-24",
        "2026-11-07",
        "2026-11-21",
    ]
    assert [(one.days, one.fights) for one in found] == [(1, 0), (2, 1), (1, 0), (3, 0), (1, 1)]
    assert all(one.km > 0 for one in found)


def test_what_is_played_next_is_another_evening() -> None:
    """Given the demo as it is made today, then its last evening is over."""
    with make(story()[:-1]) as campaign:
        assert campaign.story.log(1)[0].at < label(utc_now() - timedelta(days=20))
        campaign.record(WriteNote("we meet again"))
        assert campaign.session == 4
        campaign.record(SetPace("hustle"))
        assert campaign.session == 5


def replayed(campaign: Campaign) -> State:
    """The state that the entries of the story give, folded from nothing."""
    state = State()
    for entry in campaign.story.log(500):
        if entry.kind == "play" and not entry.undone:
            state = evolve_all(state, entry.events)
    return state


def test_the_demo_is_kept_until_it_is_made_anew() -> None:
    """Given a demo that was played on, then it opens as it was; made anew, it goes to the bin."""
    the_ambush()
    with open_demo() as campaign:
        campaign.undo()
        head = campaign.head
    with open_demo() as again:
        assert again.head == head
    with open_demo(fresh=True) as anew:
        assert anew.head == head - 1
    assert [shelf.name for shelf in library.listing()] == [NAME]
    assert len(list(paths.bin_folder().iterdir())) == 1


@pytest.mark.parametrize("there", [False, True])
def test_a_demo_whose_making_is_stopped_changes_nothing(there: bool) -> None:
    """Given no demo or a played one, when making one anew is stopped, then all is as before."""
    if there:
        the_ambush()
        with open_demo() as campaign:
            campaign.undo()
    before = library.listing()
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if done == 3:
            raise Refusal("stopped", "Stopped.")

    with pytest.raises(Refusal, match="stopped"):
        open_demo(fresh=True, watch=stop)
    assert told == [0, 1, 2, 3]
    assert library.listing() == before
    assert [one for one in paths.bin_folder().glob("*")] == []
    assert len(list(paths.campaigns().glob("*.outrider"))) == int(there)


def test_a_demo_that_is_there_is_not_made() -> None:
    """Given a demo, when it is opened again, then nobody is told of its making."""
    told: list[int] = []
    the_ambush()
    with open_demo(watch=told.append):
        assert told == []
