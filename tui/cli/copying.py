"""`outrider copy`: a campaign goes from a file to a server, back, or to another file."""

from __future__ import annotations

import argparse

from core.messages import Refusal
from saves.exchange.copying import copy
from saves.exchange.made_campaign import MadeCampaign
from saves.library import library
from saves.store.refusals import CannotKeep
from tui.cli.made_campaign import as_json, progress
from tui.kit.errors import Exit, report, tell, tell_json
from tui.kit.phrases import phrase


def run(args: argparse.Namespace) -> int:
    """Copy the campaign `args.source` to `args.target`, and print what was made.

    With `args.json` that is one JSON object.
    """
    try:
        made = copy(library.find(args.source), args.target, progress())
    except CannotKeep as refusal:
        refusal = CannotKeep(refusal.code, "{wrong} Nothing was copied.", wrong=refusal.message)
        return report(refusal, as_json=args.json)
    except Refusal as refusal:
        return report(refusal, as_json=args.json)
    if args.json:
        tell_json(as_json(made))
    else:
        tell(line(made))
    return Exit.ANSWERED


def line(made: MadeCampaign) -> str:
    """A copy for people."""
    return phrase(
        "{name} is copied, {count:entry|entries}: {place}",
        name=made.name,
        count=made.entries,
        place=str(made.place),
    )
