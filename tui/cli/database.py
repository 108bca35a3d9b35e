"""`outrider db init`: the tables of a server are made, or printed as SQL."""

from __future__ import annotations

import argparse

from core.messages import Refusal
from saves.store.places import make_server_tables, server_statements
from tui.kit.errors import Exit, report, tell
from tui.kit.phrases import phrase


def run(args: argparse.Namespace) -> int:
    """Make the tables on the server `args.url`, or with `args.sql` print what makes them."""
    if args.sql:
        for statement in server_statements():
            tell(f"{statement};")
        return Exit.ANSWERED
    try:
        made = make_server_tables(args.url)
    except Refusal as refusal:
        return report(refusal)
    if made:
        tell(phrase("The tables are made: campaigns can be kept there."))
    else:
        tell(phrase("The tables are there already; nothing was changed."))
    return Exit.ANSWERED
