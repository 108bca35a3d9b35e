"""A campaign whose file was moved or deleted while it was open goes on in a copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.messages import N_, Message
from saves.library import library
from saves.store import new_file

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign


def rescue(campaign: Campaign, say: Callable[[Message], str]) -> Path:
    """Copy all that is recorded in an open campaign to a new file on the shelf, and return that.

    It is a campaign of its own; `say` makes its name a sentence. CannotKeep: no room, or what can
    be read is not whole.
    """
    short = library.shortened(campaign.name)
    name, target = library.unused(
        lambda number: say(Message(N_("{campaign}, copy {number}"), campaign=short, number=number))
    )
    new_file.whole(target, lambda making: campaign.copy_to(making, name))
    return target
