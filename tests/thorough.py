"""How many examples Hypothesis tries: few in `make test`, many in `make nightly`."""

from __future__ import annotations

import os

from hypothesis import settings

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"


def examples(quick: int, nightly: int) -> settings:
    """So many examples by day, so many by night."""
    return settings(max_examples=nightly if NIGHTLY else quick)
