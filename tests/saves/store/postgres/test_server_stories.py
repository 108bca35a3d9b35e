"""A story of each system, played on a server, has the entries, sums and states of one in a file."""

from __future__ import annotations

import random
from types import SimpleNamespace
from uuid import UUID

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from core.play.facts.state import State
from core.play.facts.table.commands import FoundCampaign
from saves.campaign import recorder, row_author
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.packaged_rulesets import PACKAGED, packaged
from saves.store.places import library_at
from tests.golden.older_editions import Evening, clock
from tests.saves.exchange.exports import exported_from
from tests.saves.verifying import state_at, verify_at
from tests.thorough import cases


class EveningOfToday(Evening):
    """The same evening by the rules of today, which have strikes at who attacks, too."""

    def _act(self, who: str) -> None:
        super()._act(who)
        self._answer()


def play_evening(system: str) -> tuple[bytes, list[State]]:
    """Two days of travel and a fight in the library: what is exported of them, and each state.

    The ids of the entries are the same each time.
    """
    name, place = library.free("Evening")
    found = FoundCampaign(name, "", packaged(system).display_name())
    chance = random.Random(1)
    ids = SimpleNamespace(UUID=UUID, uuid4=lambda: UUID(int=chance.getrandbits(128), version=4))
    with pytest.MonkeyPatch.context() as patch:
        for module in (recorder, row_author):
            patch.setattr(module, "uuid", ids)
        Campaign.create(place, found, ruleset=packaged(system), clock=clock).close()
        with Campaign.open(place, clock=clock) as campaign:
            EveningOfToday(campaign).play()
            for act in (campaign.undo, campaign.undo, campaign.redo, campaign.undo_step):
                act()
            states = [state_at(campaign, seq) for seq in range(campaign.head + 1)]
    assert verify_at(place) == ()
    return exported_from(place), states


@pytest.mark.parametrize("system", cases(zip(PACKAGED), ("pf1",), "".join))
def test_a_story_has_the_same_sums_and_states_on_a_server(
    system: str, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTRIDER_NAME", "Anna")
    text, states = play_evening(system)
    assert len(states) > 40
    with library_at(server_url):
        text_there, states_there = play_evening(system)
    assert text_there.splitlines() == text.splitlines()
    assert states_there == states
