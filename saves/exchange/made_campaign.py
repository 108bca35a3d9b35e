"""What came of an import or of a copy."""

from __future__ import annotations

from core.values import Struct
from saves.store.backend import Place


class MadeCampaign(Struct):
    """A campaign that was made of another one's entries.

    `other_id`: it has a new id, because that of the other was taken.
    """

    name: str
    place: Place
    id: str
    entries: int
    other_id: bool
