"""Every rule of the catalogues has its key or word; those that are pressed name it in a receipt.

By day every other worked case is pressed, by night all are.
"""

from __future__ import annotations

from tests.each import each
from tests.reach.catalogue import (
    AUTOMATIC,
    BY_HAND,
    DEFINITIONS,
    DEMONSTRATIONS,
    cases,
    reached,
)
from tests.reach.demonstration import Demonstration
from tests.reach.pressed_cases import PRESSED_CASES
from tests.reach.staging import press_case
from tests.reach.statements import read_statements
from tests.rule_table import EVERY_RULE
from tests.thorough import rounds


def test_every_rule_has_its_key_once() -> None:
    """Given the 406 rules, then each is pressed, applied by itself, a definition or by hand."""
    shown = {rule for one in DEMONSTRATIONS for rule in one.rules} | {*PRESSED_CASES}
    apart = (*DEFINITIONS, *AUTOMATIC, *BY_HAND)
    assert reached().keys() == {*EVERY_RULE}
    assert len({*apart}) == len(apart)
    assert not shown & {*apart}


@each("shown", DEMONSTRATIONS)
def test_the_receipts_name_the_rules_that_keys_reach(shown: Demonstration) -> None:
    assert shown.missing() == []


@each("id", sorted({*PRESSED_CASES.values()})[:: rounds(2, 1)])
def test_the_keys_of_a_case_show_its_rules(id: str) -> None:
    """Given the board of a worked case as a fight, when its keys are pressed, then `w` says why."""
    named = press_case(cases()[id])
    assert [rule for rule, case in PRESSED_CASES.items() if case == id and rule not in named] == []


def test_the_statements_of_the_sources_have_a_key_but_for_those_that_are_named() -> None:
    """Given what the five documents state, then nothing but this list is without a key."""
    statements = read_statements()
    without = {one.words for one in statements if not one.keys}
    assert without == set()
    assert {one.document for one in statements} == {"000", "001", "002", "003", "004"}
    assert len(statements) >= 302
