"""`outrider import`: a campaign rebuilt from its JSON Lines."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack

from core.files import reason_of
from core.messages import Message, Refusal
from saves.exchange.findings import UnreadableFile
from saves.exchange.importing import bring_in
from saves.exchange.made_campaign import MadeCampaign
from tui.cli.made_campaign import as_json, progress
from tui.kit.errors import BadInput, Exit, report, tell, tell_json
from tui.kit.phrases import phrase

UNFIT = ("taken", "no_name", "odd_name")
"""Codes of refusals that another name would meet."""


def run(args: argparse.Namespace) -> int:
    """Import `args.file` ("-": standard input), called `args.name` where that is given.

    Prints what was made; with `args.json` as one JSON object.
    """
    try:
        with ExitStack() as opened:
            stream = sys.stdin.buffer
            if args.file != "-":
                stream = opened.enter_context(open(args.file, "rb"))
            made = bring_in(stream, args.name, progress())
    except (UnreadableFile, OSError, ValueError) as error:  # a name with a NUL is a ValueError
        said = (
            error.message
            if isinstance(error, UnreadableFile)
            else Message("{reason}.", reason=reason_of(error))
        )
        return report(BadInput("unreadable", said), as_json=args.json, file=args.file)
    except Refusal as refusal:
        if refusal.code in UNFIT:
            refusal = Refusal(
                refusal.code,
                "{wrong} Nothing was imported. Choose another name with --name.",
                wrong=refusal.message,
            )
        return report(refusal, as_json=args.json, file=args.file)
    if args.json:
        tell_json(as_json(made))
    else:
        tell(line(made))
    return Exit.ANSWERED


def line(made: MadeCampaign) -> str:
    """An imported campaign for people."""
    return phrase("{name} is imported, {count:entry|entries}.", name=made.name, count=made.entries)
