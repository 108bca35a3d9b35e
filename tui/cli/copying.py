"""`outrider copy`: a campaign goes from a file to a server, back, or to another file."""

from __future__ import annotations

import argparse
import sys

from core.messages import Refusal
from saves.exchange.copying import Copied, copy
from saves.library import library
from saves.store.refusals import CannotKeep
from tui.kit.errors import Exit, report, tell, tell_json
from tui.kit.phrases import phrase


def run(args: argparse.Namespace) -> int:
    """Copy the campaign `args.source` to `args.target`, and print what was made.

    With `args.json` that is one JSON object.
    """
    progress = _tell_progress if sys.stderr.isatty() else None
    try:
        made = copy(library.find(args.source), args.target, progress)
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


def as_json(made: Copied) -> dict[str, object]:
    """A copy for programs; `new_id`: it got an id of its own."""
    return {
        "name": made.name,
        "path": str(made.place),
        "id": made.id,
        "new_id": made.other_id,
        "entries": made.entries,
    }


def line(made: Copied) -> str:
    """A copy for people."""
    return phrase(
        "{name} is copied, {count:entry|entries}: {place}",
        name=made.name,
        count=made.entries,
        place=str(made.place),
    )


def _tell_progress(entries: int, of: int) -> None:
    tell(phrase("{entries} of {of} entries", entries=entries, of=of), end="\r", error=True)
