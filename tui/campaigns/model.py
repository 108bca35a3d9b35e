"""What the first screen remembers between two keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.values import Struct

if TYPE_CHECKING:
    from saves.library.library import Shelf


class CampaignsUI(Struct):
    """`binning` is the campaign that the next Enter moves to the bin, None = none.

    The list knows the campaigns and the cursor.
    """

    binning: Shelf | None = None
