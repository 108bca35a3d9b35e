"""`outrider paths`: where everything is kept."""

from __future__ import annotations

import argparse

from saves.history.index import index_file
from saves.library import library
from saves.settings import settings_file
from tui.verbs.printing import tell, tell_json


def run(args: argparse.Namespace) -> int:
    """Print the folders and files that Outrider uses, whether they exist yet or not."""
    places = {
        "home": str(library.home()),
        "campaigns": str(library.campaigns()),
        "exports": str(library.exports()),
        "index": str(index_file.folder()),
        "settings": str(settings_file()),
    }
    if args.json:
        tell_json(places)
    else:
        for name, place in places.items():
            tell(f"{name:<10} {place}")
    return 0
