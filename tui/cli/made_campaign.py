"""What `outrider import` and `outrider copy` say of the campaign that they made."""

from __future__ import annotations

import sys
from collections.abc import Callable

from saves.exchange.made_campaign import MadeCampaign
from tui.kit.errors import tell
from tui.kit.phrases import phrase


def as_json(made: MadeCampaign) -> dict[str, object]:
    """A campaign that was made, for programs; `new_id`: it got an id of its own."""
    return {
        "name": made.name,
        "path": str(made.place),
        "id": made.id,
        "new_id": made.other_id,
        "entries": made.entries,
    }


def progress() -> Callable[[int, int], None] | None:
    """What tells of each entry, where somebody looks on; else None."""
    if not sys.stderr.isatty():
        return None
    return _tell_progress


def _tell_progress(entries: int, of: int) -> None:
    tell(phrase("{entries} of {of} entries", entries=entries, of=of), end="\r", error=True)
