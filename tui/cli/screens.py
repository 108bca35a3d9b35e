"""`outrider` and `outrider demo`: open the screens; in a pipe print the campaign as plain text."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from core.characters import clean_lines
from tui.kit.phrases import say
from tui.kit.terminal import heeding, hung_up, is_terminal

if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> int:
    """Open the screens (`args.verb` "demo" opens the demo at once, `args.new` afresh)."""
    demo = args.verb == "demo"
    fresh = demo and args.new
    if not is_terminal():
        from tui.cli import plain

        return plain.run(demo, fresh)
    from tui.app import OutriderApp

    app = OutriderApp((lambda worker: worker.demo(fresh)) if demo else None)
    with heeding(app.leave):
        app.run()
    if hung_up():  # what was drawn last leads nowhere, or Python ends with a code of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    if app.farewell is not None:
        print(clean_lines(say(app.farewell)), file=sys.stderr)
    return app.return_code or 0
