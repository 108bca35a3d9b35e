"""`outrider` and `outrider demo` in a pipe: the campaign as plain text."""

from __future__ import annotations

from core.messages import Refusal
from saves.demo.making import open_demo
from saves.library import library
from saves.store.damage import legible
from tui.cli.plain import report as plainly
from tui.kit.errors import report
from tui.kit.phrases import phrase
from tui.kit.printing import tell
from tui.view import taken


def run(demo: bool, fresh: bool) -> int:
    """Print Previously, today and the itinerary of the demo or of the campaign last played."""
    try:
        if demo:
            campaign = open_demo(fresh)
        else:
            last = library.last_played()
            if last is None:
                tell(phrase("There is no campaign yet."))
                tell(how_to_open())
                return 0
            campaign = library.open(last.path, read_only=True)
        with campaign, legible(campaign.path):
            tell(plainly(taken(campaign)))
    except Refusal as refusal:
        return report(refusal)
    tell(how_to_open())
    return 0


def how_to_open() -> str:
    """The hint how to open the screens."""
    return phrase("Run outrider (or outrider demo) in a terminal to open the screens.")
