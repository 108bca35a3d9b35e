"""`outrider info`: what a report of a fault should say, without the name of anybody or anything."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import outrider
from saves.library.library import binned, listing
from saves.store.places import NO_SERVER, library_url
from saves.store.refusals import CannotOpen
from saves.store.releases import MIN_READER, SCHEMA
from tui.cli import paths
from tui.kit.errors import tell, tell_json
from tui.kit.phrases import say
from tui.kit.terminal import few_colors, is_terminal, speaks_unicode

PACKAGES = ("textual", "rich", "sqlmodel", "sqlalchemy", "pydantic", "msgspec", "jinja2", "psycopg")


def run(args: argparse.Namespace) -> int:
    """Print version, Python, terminal, folders, format and counts; `args.json`: as a JSON object.

    Paths within the user's own folder begin with `~`.
    """
    facts = gather_facts()
    if args.json:
        tell_json(facts)
    else:
        tell_facts(facts)
    return 0


def gather_facts() -> dict[str, Mapping[str, object]]:
    """The facts by subject, each a table of plain values."""
    places = paths.places()
    return {
        "outrider": {
            "version": outrider.__version__,
            "installed": "package" if os.path.isdir(outrider.APP) else "checkout",
        },
        "python": {
            "version": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
        },
        "packages": {name: _version_of(name) for name in PACKAGES},
        "terminal": _terminal(),
        "paths": {name: _without_user(place) for name, place in places.items()},
        "format": {"schema": SCHEMA, "min_reader": MIN_READER},
        "library": {"campaigns": _name_library()},
        "counts": _counts(),
    }


def tell_facts(facts: Mapping[str, Mapping[str, object]]) -> None:
    """Print the facts for people, a line each under their subject."""
    for subject, table in facts.items():
        tell(subject)
        for name, value in table.items():
            tell(f"  {name:<12} {say(str(value))}")


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not found"


def _terminal() -> dict[str, object]:
    size = shutil.get_terminal_size()
    return {
        "term": os.environ.get("TERM", ""),
        "screens": "yes" if is_terminal() else "no",
        "size": f"{size.columns}x{size.lines}",
        "colors": _colors(),
        "signs": "UTF-8" if speaks_unicode() else "ASCII",
        "multiplexer": "tmux or screen" if _in_multiplexer() else "no",
    }


def _colors() -> str:
    if os.environ.get("NO_COLOR"):
        return "none (NO_COLOR)"
    if few_colors():
        return "16"
    return os.environ.get("COLORTERM", "").strip() or "256"


def _in_multiplexer() -> bool:
    return any(name in os.environ for name in ("TMUX", "STY"))


def _without_user(place: str) -> str:
    user = Path.home()
    path = Path(place)
    if path.is_relative_to(user):
        return f"~/{path.relative_to(user)}"
    return place


def _name_library() -> str:
    # The address of a server names somebody.
    try:
        url = library_url()
    except CannotOpen:
        return "on a server whose address is wrong"
    if url == NO_SERVER:
        return "files"
    return "on a server"


def _counts() -> dict[str, object]:
    try:
        shelves = listing()
        places = binned()
    except CannotOpen:  # its sentence names the folder, which may be somebody's
        return {"campaigns": "cannot be read"}
    return {
        "campaigns": len(shelves),
        "unreadable": len([shelf for shelf in shelves if shelf.warning is not None]),
        "damaged": len([shelf for shelf in shelves if shelf.damage is not None]),
        "entries": sum(shelf.entries for shelf in shelves),
        "in the bin": len(places),
    }
