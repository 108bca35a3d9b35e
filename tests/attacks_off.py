"""Every switch of attacks as before there were any, and a plugin that turns them so.

With `-p tests.attacks_off` pytest plays all tests by the documents alone: stories that were written
before these rules (those of f369c12c) have the same events and figures.
"""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from core.rulesets.schema import Ruleset
from saves.store import packaged_rulesets

OFF: Mapping[str, bool | str] = MappingProxyType(
    {
        "acts_provoke": False,
        "charge_figures": False,
        "charge_line": False,
        "conditions": "sources",
        "feats": False,
        "full_attacks": False,
        "guarded_step": False,
        "into_melee": False,
        "moves_by_check": False,
        "saddle": False,
        "shared_actions": False,
        "sure_criticals": False,
        "surprised_alone": False,
        "whole_moves": False,
    }
)
"""The switches of attacks, each as before."""


def pytest_configure() -> None:
    """Let the program and its tests read the rulesets that come with it so."""
    read = packaged_rulesets.packaged

    @cache
    def packaged(name: str) -> Ruleset:
        return read(name).with_switches(OFF)

    packaged_rulesets.packaged = packaged
