"""`outrider schema KIND`: the JSON Schema of a kind of file, by which an editor checks it."""

from __future__ import annotations

import argparse

from tui.kit.errors import tell_json


def run(args: argparse.Namespace) -> int:
    """Print the schema of the kind of file `args.kind`."""
    from core.casebook.json_schema import json_schema  # models of all kinds of file

    tell_json(json_schema(args.kind), indent=2)
    return 0
