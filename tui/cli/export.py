"""`outrider export`: a campaign's record for players or the GM, or all of it as JSON Lines."""

from __future__ import annotations

import argparse
import sys
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
        _export(args.campaign, _wanted(args), args.output, replace=args.force)
    except Refusal as refusal:
        if refusal.code in THERE:
            refusal = Refusal(
                refusal.code, "{wrong} Add --force to overwrite it.", wrong=refusal.message
            )
        return report(refusal)
    except BadInput as wrong:
        return report(wrong)
    if args.output != STDOUT:
        said = phrase("{file} was written.", file=args.output)
        tell(f"outrider: {said}", error=True)
    return Exit.ANSWERED


def _wanted(args: argparse.Namespace) -> ExportRequest:
    if args.format == "jsonl" and args.session is not None:
        raise BadInput(
            "invalid_input",
            Message(
                "JSON Lines contain a whole campaign. Export a single session as md or html."
            ),
            key="--session",
        )  # fmt: skip
    if args.format == "jsonl" and args.audience == "players":
        raise BadInput(
            "invalid_input",
            Message(
                "JSON Lines contain the secrets of a campaign. Export md or html for players."
            ),
            key="--for",
        )  # fmt: skip
    return ExportRequest(args.session, args.audience or "players", args.format)


def _export(campaign: str, wanted: ExportRequest, file: str, *, replace: bool) -> None:
    try:
        with History.open(library.find(campaign), said) as look:
            if file == STDOUT:
                _print(look, wanted)
            else:
                save(look, wanted, Path(file), __version__, replace=replace)
    except CannotOpen as refusal:
        raise BadInput(refusal.code, refusal.message) from refusal
    except UnreadableFile as wrong:
        raise BadInput("damaged", wrong.message, campaign) from wrong


def _print(look: History, wanted: ExportRequest) -> None:
    out = sys.stdout
    for chunk in chunks(look, wanted, __version__):
        if out.isatty():
            out.buffer.write(chunk.decode().encode(out.encoding, "backslashreplace"))
        else:
            out.buffer.write(chunk)
    out.buffer.flush()
