"""House rules: a campaign sets a switch of its ruleset, and the ruleset's own value ends that."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from core.play.facts.state import Fighting, HouseRule, State
from core.play.facts.table.commands import SetHouseRule
from core.play.facts.table.events import HouseRuleSet
from core.play.union import Assets, Decided, decide, evolve_all, narrate
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import AT, TAM, party
from tui.kit.phrases import say


def played(state: State, rules: Ruleset) -> Assets:
    """The assets of a state, as its campaign would have them."""
    values = {rule.switch: rule.value for rule in state.house_rules}
    return Assets(rules.with_house_rules(values))


def flipped(state: State, value: bool | str, reason: str = "") -> Decided:
    command = SetHouseRule("exhaustion", value, reason)
    found = decide(command, state, played(state, packaged("pf1")), {})
    assert isinstance(found, Decided)
    return found


def test_a_flipped_switch_is_kept_in_the_state_and_told() -> None:
    found = flipped(party(TAM), True)

    state = found.states[-1]
    assert state.house_rules == (HouseRule("exhaustion", True),)
    assert found.events == (HouseRuleSet("exhaustion", True, "Exhaustion"),)
    assert say(narrate(found.events[0], state)) == "house rule: Exhaustion is on"
    assert played(state, packaged("pf1")).rules.switch("exhaustion")


def test_the_rulesets_own_value_ends_the_house_rule() -> None:
    state = flipped(party(TAM), True).states[-1]

    found = flipped(state, False)

    assert found.states[-1].house_rules == ()
    told = say(narrate(found.events[0], found.states[-1]))
    assert told == "no house rule: Exhaustion is off, as in the ruleset"


def test_the_gm_may_give_a_reason() -> None:
    found = flipped(party(TAM), True, "a hard winter")

    told = say(narrate(found.events[0], found.states[-1]))
    assert told == "house rule: Exhaustion is on (a hard winter)"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetHouseRule("exhuastion", True), "unknown_switch"),
        (SetHouseRule("exhaustion", "sometimes"), "bad_setting"),
        (SetHouseRule("exhaustion", False), "already_set"),
    ],
)
def test_what_is_no_switch_or_changes_nothing_is_refused(command: SetHouseRule, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        decide(command, party(TAM), Assets(packaged("pf1")), {})

    assert refused.value.code == code


def test_a_switch_may_be_flipped_in_the_middle_of_a_fight() -> None:
    state = replace(party(TAM), pending=Fighting("Ambush", AT, AT.hour, encounter="ambush"))

    assert flipped(state, True).states[-1].house_rules


def test_several_house_rules_are_kept_by_name() -> None:
    """Given house rules that were set in another order, then the state is the same."""
    one = HouseRuleSet("b", True, "B")
    two = HouseRuleSet("a", "x", "A")
    state = party(TAM)

    assert evolve_all(state, (one, two)) == evolve_all(state, (two, one))
