"""The ruleset that most rules of travel are shown by."""

from __future__ import annotations

import pytest

from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import packaged


@pytest.fixture
def pf1() -> Ruleset:
    return packaged("pf1")
