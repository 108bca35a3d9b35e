"""`outrider paths`: the folders and files in use."""

from __future__ import annotations

import argparse

from saves import paths
from saves.history.index import index_file
from saves.settings import settings_file
from tui.kit.errors import tell, tell_json


def run(args: argparse.Namespace) -> int:
    """Print the folders and files that Outrider uses, whether they exist yet or not."""
    paths = places()
    if args.json:
        tell_json(paths)
    else:
        for name, place in paths.items():
            tell(f"{name:<10} {place}")
    return 0


def places() -> dict[str, str]:
    """The path of each folder and file by its name."""
    return {
        "home": str(paths.home()),
        "campaigns": str(paths.campaigns()),
        "rulesets": str(paths.rulesets()),
        "exports": str(paths.exports()),
        "index": str(index_file.folder()),
        "settings": str(settings_file()),
    }
