"""`outrider` and `outrider demo`: open the screens; in a pipe print the campaign as plain text."""

from __future__ import annotations

import argparse
import gc
from typing import TYPE_CHECKING

from core.messages import Refusal
from tui.phrases import phrase, say
from tui.terminal import heeding, is_terminal
from tui.verbs.errors import report
from tui.verbs.printing import tell

if TYPE_CHECKING:
    from tui.moment import Moment

YOUNG = 50_000
"""So many new objects before Python looks for garbage; what is looked at is what stays."""


def run(args: argparse.Namespace) -> int:
    """Open the screens (`args.verb` "demo" opens the demo at once, `args.new` afresh)."""
    demo = args.verb == "demo"
    fresh = demo and args.new
    if not is_terminal():
        return print_plainly(demo, fresh)
    gc.set_threshold(YOUNG)  # starting makes much, and nearly all of it stays
    from tui.app import OutriderApp

    app = OutriderApp((lambda desk: desk.demo(fresh)) if demo else None)
    with heeding(app.leave):
        app.run()
    if app.farewell is not None:
        tell(say(app.farewell), error=True)
    return app.return_code or 0


def print_plainly(demo: bool, fresh: bool) -> int:
    """Print Previously, today and the itinerary of the demo or of the campaign last played."""
    from saves.library import library
    from tui.moment import taken
    from tui.plain import report as plainly

    try:
        if demo:
            from saves.demo.making import open_demo

            campaign = open_demo(fresh)
        else:
            last = library.last_played()
            if last is None:
                tell(phrase("There is no campaign yet."))
                tell(how_to_open())
                return 0
            campaign = library.open(last.path, read_only=True)
        from saves.store.damage import legible

        with campaign, legible(campaign.path):
            moment: Moment = taken(campaign)
            tell(plainly(moment))
    except Refusal as refusal:
        return report(refusal)
    tell(how_to_open())
    return 0


def how_to_open() -> str:
    """The hint how to open the screens."""
    return phrase("Run outrider (or outrider demo) in a terminal to open the screens.")
