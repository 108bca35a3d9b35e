"""A system's own words: what things are called in it, and lines to type as examples."""

from __future__ import annotations

from core.messages import Message
from core.rulesets.schema import Ruleset
from tui.kit import lengths
from tui.kit.phrases import units_in_force


def name_term(rules: Ruleset, term: str) -> Message:
    """Return what a system calls something: a row of its terms. KeyError: there is no such row."""
    return Message(rules.terms[term].name_in(), length=lengths.metres(1))


def has_energy_armour(rules: Ruleset) -> bool:
    """Whether the system has two Armour Classes, the second one against energy."""
    return "energy_armour" in rules.terms


def example_lines(rules: Ruleset, key: str) -> tuple[str, ...]:
    """Return lines to type, in the GM's units where these have lines of their own.

    KeyError: there are none of this key.
    """
    imperial = rules.examples.get(f"{key}_imperial")
    if imperial is not None and units_in_force() == "imperial":
        return imperial
    return rules.examples[key]
