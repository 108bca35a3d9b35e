"""What a kind of case is: its inputs, its results, and what computes one from the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.casebook.answers import Answer
from core.casebook.given import Given
from core.rulesets.schema import Ruleset


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: the keys of `given`, the keys that `expect` may name, the computation.

    `compute` raises BadKey for inputs of the wrong type and Refusal where the rules refuse.
    """

    name: str
    given: frozenset[str]
    expect: frozenset[str]
    compute: Callable[[Given, Ruleset], Answer]


def kind(name: str, given: str, expect: str, compute: Callable[[Given, Ruleset], Answer]) -> Kind:
    """A Kind whose keys are written as words with spaces between."""
    return Kind(name, frozenset(given.split()), frozenset(expect.split()), compute)
