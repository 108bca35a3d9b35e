"""The page of house rules: its rows, what it tells of a switch, and what its keys do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.play.facts.table.commands import Hurt, SetHouseRule
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.store.packaged_rulesets import packaged
from tests.saves.campaigns import HARSK, begun
from tui.kit.phrases import say
from tui.play.dialogs.house_rules import (
    explained,
    keys_line,
    last_house_rule,
    next_setting,
    row_called,
    row_text,
)
from tui.view import taken

FLIP = SetHouseRule("exhaustion", True)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with begun(tmp_path / "a.outrider", HARSK) as found:
        yield found


def choosing(value: str) -> Ruleset:
    """pf1, if its switch had three choices."""
    rules = packaged("pf1")
    row = rules.switches["exhaustion"].model_copy(
        update={"value": value, "sources": "a", "before": "a", "choices": ("a", "b", "c_d")}
    )
    return rules.model_copy(update={"switches": {"exhaustion": row}})


def test_a_row_has_the_value_in_force_and_says_if_it_is_a_house_rule() -> None:
    rules = packaged("pf1")
    flipped = rules.with_house_rules({"exhaustion": True})

    assert row_text(rules, "exhaustion").split() == ["Exhaustion", "off"]
    assert row_text(flipped, "exhaustion").endswith("on              house rule; else off")


def test_all_that_is_known_of_a_switch_is_told_below() -> None:
    assert [*explained(packaged("pf1"), "exhaustion")] == [
        "In worked examples: who is fatigued again while fatigued is exhausted.",
        "Default: off, Outrider's choice",
        "Source: T-123, of all systems",
        "By the documents alone: off",
    ]


def test_the_default_of_a_house_rule_is_that_of_the_ruleset() -> None:
    flipped = packaged("pf1").with_house_rules({"exhaustion": True})

    assert "Default: off" in [*explained(flipped, "exhaustion")][1]


@pytest.mark.parametrize(("value", "then"), [("a", "b"), ("b", "c_d"), ("c_d", "a")])
def test_enter_goes_through_the_choices_and_begins_again(value: str, then: str) -> None:
    rules = choosing(value)

    assert next_setting(rules, "exhaustion") == then
    assert [*explained(rules, "exhaustion")][-1] == "Choices: a, b, c d"


def test_enter_turns_a_switch_on_and_off() -> None:
    rules = packaged("pf1")

    assert next_setting(rules, "exhaustion") is True
    assert next_setting(rules.with_house_rules({"exhaustion": True}), "exhaustion") is False


def test_undo_takes_back_a_house_rule_that_was_the_last_action(campaign: Campaign) -> None:
    assert last_house_rule(taken(campaign)) is None
    campaign.record(FLIP)
    title = last_house_rule(taken(campaign))
    assert title is not None
    assert say(title) == "house rule, exhaustion on"
    campaign.record(Hurt(("harsk",), (1,)))

    assert last_house_rule(taken(campaign)) is None


def test_the_keys_say_what_enter_would_do(campaign: Campaign) -> None:
    before = say(keys_line(taken(campaign), "exhaustion"))
    campaign.record(FLIP)

    after = say(keys_line(taken(campaign), "exhaustion"))

    assert before.startswith("Enter on ")
    assert after.startswith("Enter off ")
    assert "u undo" not in before
    assert "u undo" in after


def test_a_window_that_only_reads_has_no_key_to_flip(campaign: Campaign) -> None:
    view = replace(taken(campaign), read_only=True)

    assert "Enter" not in say(keys_line(view, "exhaustion"))


@pytest.mark.parametrize(("text", "at"), [("", 0), ("bet", 1), ("IN THE", 2), ("nothing", 0)])
def test_a_name_after_the_word_goes_to_its_row(text: str, at: int) -> None:
    rules = packaged("pf1")
    row = rules.switches["exhaustion"]
    names = ("Alpha", "Beta", "Gamma in the beta")
    rows = {name: row.model_copy(update={"name": {"en": name}}) for name in names}

    assert row_called(rules.model_copy(update={"switches": rows}), text) == at
