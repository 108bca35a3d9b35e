"""Each rule of attacks has examples in the systems where it is on; files name their references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path

import pytest

from core.casebook.cases import Case
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.attacks_off import OFF
from tests.casebooks.running import OPEN_BOOKS
from tests.each import each

OF_MOVES = {"moves_by_check"}
"""Switches of movements, which have examples elsewhere."""
LINES: Mapping[str, str] = {
    "acts_provoke": "A-1",
    "into_melee": "K-2",
    "full_attacks": "K-3",
    "sure_criticals": "K-4",
    "whole_moves": "K-5",
    "charge_line": "K-6",
    "charge_figures": "K-7",
    "saddle": "K-8",
    "shared_actions": "K-9",
    "guarded_step": "K-10",
    "conditions": "K-11",
    "surprised_alone": "K-12",
    "feats": "K-13",
}
"""The beginning of the ids of cases, by the switch of the rule that they are about."""
REFERENCES: Mapping[str, str] = {
    "pf1": "Pathfinder RPG, Core Rulebook",
    "dnd35": "System Reference Document 3.5",
    "sf": "Starfinder, Core Rulebook",
    "pf2": "Pathfinder Playtest Rulebook",
}
CASES = [case for book in OPEN_BOOKS for case in read_casebook(book).cases]


def on_in() -> Iterator[tuple[str, str]]:
    """Each switch of a rule of attacks with each system in which it is on."""
    for name in LINES:
        for system in PACKAGED:
            if packaged(system).default_of(name) not in OFF.values():
                yield name, system


def as_packaged(case: Case, switch: str) -> bool:
    """Whether a case is decided with the switch as its ruleset has it."""
    switches = case.given.get("switches", {})
    return switch not in switches or switches[switch] not in OFF.values()


@each("switch, system", on_in())
def test_a_rule_that_is_on_in_a_system_has_examples_there(switch: str, system: str) -> None:
    begins = f"{LINES[switch]}-{system}-"

    assert [case.id for case in CASES if case.id.startswith(begins) and as_packaged(case, switch)]


@pytest.mark.parametrize("book", OPEN_BOOKS, ids=attrgetter("stem"))
def test_a_file_of_examples_names_the_reference_of_each_system(book: Path) -> None:
    head, _, _ = book.read_text(encoding="utf-8").partition("[[case]]")

    missing = [
        system for system, title in REFERENCES.items() if f"# {system}: {title}: " not in head
    ]

    assert missing == []


@pytest.mark.parametrize("system", PACKAGED)
def test_a_casebook_of_before_is_decided_with_all_of_them_off(system: str) -> None:
    """What `check` decides by is what the documents alone have, and what was played before."""
    rows = packaged(system).switches

    assert OFF.keys() - LINES.keys() == OF_MOVES
    assert {name: (rows[name].sources, rows[name].before) for name in OFF} == {
        name: (value, value) for name, value in OFF.items()
    }
