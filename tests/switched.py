"""The packaged rulesets with some of their switches set, for the helpers that make worlds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import packaged

Switches: TypeAlias = Mapping[str, bool | str]
"""Values of switches by their names."""

PRINTED: Switches = MappingProxyType({"conditions": "sources"})
"""Conditions are those that the documents print."""

AS_PACKAGED: Switches = MappingProxyType({})
"""No switch has another value than its ruleset's own."""


def switched(ruleset: str, switches: Switches = AS_PACKAGED) -> Ruleset:
    """A packaged ruleset with these switches set; a test of one rule pins those of others so."""
    return packaged(ruleset).with_switches(switches)


def printed(ruleset: str) -> Ruleset:
    """A packaged ruleset whose conditions are those that the documents print."""
    return switched(ruleset, PRINTED)
