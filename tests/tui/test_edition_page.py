"""The page of a newer edition: what it lists, and where it is not offered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.rulesets.comparison import RuleChange, compare
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library.editions import Edition
from saves.store.entries import BranchPoint
from saves.store.packaged_rulesets import packaged
from tests.saves.campaigns import HARSK, begun
from tui.kit.phrases import say
from tui.play.application.editions import OFFER, find_offer, why_not
from tui.play.dialogs.edition_page import change_text, page
from tui.view import taken


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with begun(tmp_path / "a.outrider", HARSK) as found:
        yield found


def other(**figures: object) -> Ruleset:
    """pf1 with other figures of the forced march."""
    rules = packaged("pf1")
    return rules.model_copy(update={"march": rules.march.model_copy(update=figures)})


def edition(before: Ruleset, after: Ruleset) -> Edition:
    return Edition(after, compare(before, after))


def lines(before: Ruleset, after: Ruleset, played: Ruleset | None = None) -> list[str]:
    return [*page(edition(before, after), before if played is None else played)]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (RuleChange("changed", ("march", "base dc"), 10, 12), "march, base dc: 10, now 12"),
        (RuleChange("changed", ("words", "salt"), None, "plains"), "words, salt: none, now plains"),
        (RuleChange("added", ("mounts", "Ox")), "new: mounts, Ox"),
        (RuleChange("removed", ("mounts", "Pony")), "gone: mounts, Pony"),
    ],
)
def test_a_change_is_one_line(change: RuleChange, text: str) -> None:
    assert change_text(change) == text


def test_a_switch_is_listed_with_what_it_changes() -> None:
    rules = packaged("pf1")

    found = lines(rules, rules.with_switches({"exhaustion": True}))

    assert found == [
        "switches, Exhaustion: off, now on",
        "    In worked examples: who is fatigued again while fatigued is exhausted.",
    ]


def test_a_house_rule_that_stays_in_force_is_said() -> None:
    rules = packaged("pf1").with_switches({"exhaustion": True})
    played = rules.with_house_rules({"exhaustion": False})

    found = lines(rules, packaged("pf1"), played)

    assert found[-1] == "    Here it stays off: house rule of this campaign."


def test_what_is_only_words_is_listed_apart() -> None:
    found = lines(packaged("pf1"), other(source="the errata"))

    assert found == [
        "No figure changes.",
        "Only in words, such as names and sources:",
        "    march, source: 003, now the errata",
    ]


# Where it is offered


async def test_a_campaign_with_another_ruleset_than_todays_is_offered_it(
    campaign: Campaign,
) -> None:
    assert await find_offer(taken(campaign)) is None
    campaign.adopt_ruleset(other(base_dc=13))
    assert await find_offer(taken(campaign)) == OFFER
    campaign.undo()

    assert await find_offer(taken(campaign)) is None


async def test_no_edition_is_offered_or_taken_in_a_what_if_or_by_a_reader(
    campaign: Campaign,
) -> None:
    campaign.adopt_ruleset(other(base_dc=13))
    view = taken(campaign)
    state = campaign.state
    birth = BranchPoint("", "", 1, state.calendar.date(0), state.clock.hour)

    for elsewhere in (replace(view, read_only=True), replace(view, birth=birth)):
        assert await find_offer(elsewhere) is None
        assert why_not(elsewhere) is not None
    assert why_not(view) is None


def test_undo_names_the_edition(campaign: Campaign) -> None:
    campaign.adopt_ruleset(other(base_dc=13))

    title = campaign.story.undo_title
    assert title is not None
    assert say(title) == "play by another edition of Pathfinder 1"
