"""Newer editions of the open campaign's rules: found off the event loop, and offered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.files import FileError
from core.messages import Message
from tui.view import CampaignView

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset
    from saves.library.editions import Edition

OFFER = Message("A newer edition of these rules is here; :edition shows what it changes.")


def why_not(view: CampaignView) -> Message | None:
    """Why a campaign cannot take another edition here; None if it can."""
    if view.birth is not None:
        return Message(
            "A what-if keeps the rules of its campaign. :drop ends it; then :edition works."
        )
    if view.read_only:
        return Message(
            "This campaign is open for reading only. Take the edition where it is played."
        )
    return None


async def find_offer(view: CampaignView) -> Message | None:
    """The line that offers a newer edition to a campaign; None where there is nothing to offer.

    Of a folder of the GM's that cannot be read it says the first mistake.
    """
    if why_not(view) is not None:
        return None
    try:
        edition = await find_newer(view.assets.rules)
    except FileError as wrong:
        place = ": ".join(part for part in (wrong.file, wrong.key) if part)
        return Message(
            "The folder of these rules has a mistake; this campaign keeps its own rules."
            " {place}: {problem}",
            place=place,
            problem=wrong.message,
        )
    if edition is None:
        return None
    return OFFER


async def find_newer(rules: Ruleset) -> Edition | None:
    """The newer edition of the rules that a campaign is played by. Raises FileError.

    Off the event loop: the rulesets of today may have to be read first.
    """
    from saves.library.editions import newer_edition

    return await asyncio.to_thread(newer_edition, rules.without_house_rules())
