"""The demo campaign, The Long Marches: its region, its party, and a week of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

NAME = "The Long Marches"

Watch: TypeAlias = Callable[[int], object]
"""Is told before each deed of the demo how many are done; what it raises leaves no demo."""
