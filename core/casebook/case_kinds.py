"""The kinds of case: their inputs, their results and the computation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from core.casebook.answers import Answer
from core.combat.board.scene import Scene
from core.files import Keys
from core.rulesets.schema import Ruleset
from core.values import Struct


class Kind(Struct):
    """A kind of case: the keys of `given`, the keys that `expect` may name, the computation.

    `compute` raises FileError for inputs of the wrong type and Refusal where the rules refuse.
    """

    name: str
    given: frozenset[str]
    expect: frozenset[str]
    compute: Callable[[Keys, Ruleset], Answer]


class SceneKind(Struct):
    """A kind of case on the combat grid; `compute` is given the scene, which knows the rules."""

    name: str
    given: frozenset[str]
    expect: frozenset[str]
    compute: Callable[[Keys, Scene], Answer]


AnyKind: TypeAlias = Kind | SceneKind


def kind(name: str, given: str, expect: str, compute: Callable[[Keys, Ruleset], Answer]) -> Kind:
    """Return a Kind whose keys are written as words with spaces between."""
    return Kind(name, frozenset(given.split()), frozenset(expect.split()), compute)


def scene_kind(
    name: str, given: str, expect: str, compute: Callable[[Keys, Scene], Answer]
) -> SceneKind:
    """Return a SceneKind whose keys are written as words with spaces between."""
    return SceneKind(name, frozenset(given.split()), frozenset(expect.split()), compute)
