"""Rescue of a campaign whose file was moved or deleted while it was open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.messages import Message
from saves.library import library
from saves.store import new_file

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign


def rescue(campaign: Campaign, say: Callable[[Message], str]) -> Path:
    """Copy an open campaign to a new file in the library and return its path.

    `say` translates its name. Raises CannotKeep if there is no room or the rows are damaged.
    """
    short = library.shortened(campaign.name)
    name, target = library.unused(
        lambda number: say(Message("{campaign}, copy {number}", campaign=short, number=number))
    )
    new_file.whole(target, lambda making: campaign.store.copy_to(making, name))
    return target
