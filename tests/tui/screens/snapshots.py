"""Pictures of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Snap: TypeAlias = Callable[..., bool]
"""The fixture that compares a picture of the screen with the one kept."""
