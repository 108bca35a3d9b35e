"""House rules in a campaign: laid over its stored ruleset, kept, undone, and looked back at."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.play.facts.table.commands import SetHouseRule
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.redecision import todays
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun
from tui.view import said

FLIP = SetHouseRule("exhaustion", True)

pytestmark = pytest.mark.usefixtures("both_back_ends")


def test_a_house_rule_is_in_force_and_undone_like_any_entry(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(FLIP)
        assert campaign.assets.rules.switch("exhaustion")
        campaign.undo()

        assert not campaign.assets.rules.switch("exhaustion")
        assert campaign.assets.rules == packaged("pf1")


def test_it_is_there_again_when_the_campaign_is_opened(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(FLIP)
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as campaign:
        assert campaign.assets.rules.is_house_rule("exhaustion")


def test_an_entry_names_the_stored_ruleset_as_ever(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(FLIP)
        campaign.record(SetHouseRule("exhaustion", False))
        rows = [campaign.story.entry_reader.row(seq) for seq in range(1, campaign.head + 1)]

        assert {row.rules for row in rows} == {campaign.state.ruleset}


def test_the_stored_ruleset_itself_is_not_changed(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(FLIP)

        assert campaign.story.asset_store.edition(campaign.state.ruleset) == packaged("pf1")


def test_then_and_now_is_decided_by_the_house_rules_of_today(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        campaign.record(FLIP)
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        assert todays(look).switch("exhaustion")


def test_then_and_now_keeps_to_the_campaigns_edition(tmp_path: Path) -> None:
    """Given a ruleset of the campaign unlike the one that comes with Outrider, then it is used."""
    older = packaged("pf1")
    march = older.march.model_copy(update={"base_dc": 13})
    with begun(tmp_path / "a.outrider") as campaign:
        campaign.adopt_ruleset(older.model_copy(update={"march": march}))
    with History.open(FilePlace(tmp_path / "a.outrider"), said) as look:
        assert todays(look).march.base_dc == 13
