"""What damage and healing bring with them: who drops, who comes to."""

from __future__ import annotations

from core.play.tale import Tale


def drops(tale: Tale, who: str) -> None:
    """What follows when `who` was hurt."""


def rises(tale: Tale, who: str) -> None:
    """What follows when `who` was healed."""
