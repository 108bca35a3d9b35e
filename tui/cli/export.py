"""`outrider export`: a campaign's record for players or the GM, or all of it as JSON Lines."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from core.messages import Message, Refusal
from outrider import __version__
from saves.exchange.exporting import ExportRequest, chunks, save
from saves.exchange.findings import UnreadableFile
from saves.history.history import History
from saves.library import library
from saves.store.refusals import CannotOpen
from tui.kit.errors import BadInput, Exit, report, tell
from tui.kit.phrases import phrase
from tui.view import said

STDOUT = "-"
THERE = ("exists", "no_marks")
"""Codes of the refusals to write over what is there."""


def run(args: argparse.Namespace) -> int:
    """Export the campaign `args.campaign` to the file `args.output` ("-": stdout).

    `args.session` is a number or None, `args.format` md, html or jsonl, `args.audience` players,
    gm or None. With `args.force` an existing file is overwritten.
    """
    try:
        export_request = _wanted(args)
        with History.open(library.find(args.campaign), said) as look:
            if args.output == STDOUT:
                _print(look, export_request)
            else:
                save(look, export_request, Path(args.output), __version__, replace=args.force)
    except CannotOpen as refusal:
        return report(BadInput(refusal.code, refusal.message))
    except UnreadableFile as wrong:
        return report(BadInput("damaged", wrong.message, args.campaign))
    except Refusal as refusal:
        if refusal.code in THERE:
            refusal = Refusal(
                refusal.code, "{wrong} Add --force to overwrite it.", wrong=refusal.message
            )
        return report(refusal)
    except BadInput as wrong:
        return report(wrong)
    if args.output != STDOUT:
        written = phrase("{file} was written.", file=args.output)
        tell(f"outrider: {written}", error=True)
    return Exit.ANSWERED


def _wanted(args: argparse.Namespace) -> ExportRequest:
    whole = args.format == "jsonl"
    for wrong, key, message in (
        (
            whole and args.session is not None,
            "--session",
            Message("JSON Lines contain a whole campaign. Export a single session as md or html."),
        ),
        (
            whole and args.audience == "players",
            "--for",
            Message("JSON Lines contain the secrets of a campaign. Export md or html for players."),
        ),
    ):
        if wrong:
            raise BadInput("invalid_input", message, key=key)
    return ExportRequest(args.session, args.audience or "players", args.format)


def _print(look: History, wanted: ExportRequest) -> None:
    out = sys.stdout
    with closing(chunks(look, wanted, __version__)) as made:
        for chunk in made:
            if out.isatty():
                out.buffer.write(chunk.decode().encode(out.encoding, "backslashreplace"))
            else:
                out.buffer.write(chunk)
    out.buffer.flush()
