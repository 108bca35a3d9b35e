"""Rulesets and maps of campaigns: equal ones are parsed once, and known without comparing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from core.travel.regionmap import HexCell, RegionMap
from saves.campaign.campaign import Campaign
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun


def test_a_ruleset_that_is_read_is_the_one_that_was_there_before(tmp_path: Path) -> None:
    """Given a campaign by the rules of Outrider, when it is opened, then it has that ruleset."""
    path = tmp_path / "first.outrider"
    with begun(path, HARSK) as first:
        first.adopt_ruleset(packaged("dnd35"))
        assert first.assets.rules is packaged("dnd35")
    with Campaign.open(FilePlace(path)) as again:
        assert again.assets.rules is packaged("dnd35")


def test_a_map_is_parsed_once_however_often_its_campaign_is_opened(tmp_path: Path) -> None:
    """Given a campaign with a map, when it is opened twice, then both have the same map."""
    path = tmp_path / "first.outrider"
    with begun(path, HARSK) as first:
        first.adopt_map(RegionMap((HexCell("0101", ("plains",)),)), Fraction(10), "0101")
    with Campaign.open(FilePlace(path)) as once:
        region = once.assets.region(once.state)
    with Campaign.open(FilePlace(path)) as twice:
        assert region is not None
        assert twice.assets.region(twice.state) is region
