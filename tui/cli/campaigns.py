"""`outrider list`: the campaigns of this home."""

from __future__ import annotations

import argparse

from core.calendars import Date
from core.messages import exact
from saves.library.library import Shelf, listing
from saves.store.refusals import CannotOpen
from tui.campaigns.screen import called, ground
from tui.kit.errors import report, tell, tell_json
from tui.kit.phrases import clock, phrase, plainest, say


def run(args: argparse.Namespace) -> int:
    """Print the campaigns, last played first, trials under theirs; `args.json`: as a JSON array."""
    try:
        shelves = listing()
    except CannotOpen as refusal:
        return report(refusal, as_json=args.json)
    if args.json:
        tell_json([as_json(shelf) for shelf in shelves])
        return 0
    if not shelves:
        tell(phrase("There is no campaign yet."))
    for shelf in shelves:
        tell(line(shelf).rstrip())
    return 0


def as_json(shelf: Shelf) -> dict[str, object]:
    """A campaign for programs: exact hours, UTC times; keys that do not apply are absent."""
    facts: dict[str, object] = {"name": shelf.name, "path": str(shelf.stored)}
    if shelf.warning is not None:
        return {**facts, "warning": plainest(shelf.warning)}
    facts["id"] = shelf.id
    if shelf.date is not None:
        facts["date"] = _date(shelf.date)
        facts["hour"] = exact(shelf.hour)
    more = {
        "ruleset": shelf.ruleset_name,
        "place": shelf.place,
        "played": shelf.played,
        "sessions": shelf.sessions,
        "born_from": _birth(shelf),
    }
    if shelf.damage is not None:
        more["damage"] = plainest(shelf.damage)
    return {**facts, **{k: v for k, v in more.items() if v}, "entries": shelf.entries}


def _date(date: Date) -> dict[str, object]:
    return {"year": date.year, "month": date.month, "day": date.day}


def _birth(shelf: Shelf) -> dict[str, object] | None:
    born = shelf.born_from
    if born is None:
        return None
    return {
        "campaign": born.campaign,
        "name": born.name,
        "entry": born.seq,
        "date": _date(born.date),
        "hour": exact(born.hour),
    }


def line(shelf: Shelf) -> str:
    """A campaign for people."""
    if shelf.warning is not None:
        return f"{say(shelf.name)}: {say(shelf.warning)}"
    date = shelf.date
    if date:
        day = f"{date.day} {date.month} {date.year}, {clock(shelf.hour)}"
    else:
        day = ""
    entries = phrase("{count:entry|entries}", count=shelf.entries)
    sessions = phrase("{count:session|sessions}", count=shelf.sessions)
    cells = (
        called(shelf),
        ground(shelf),
        day,
        say(shelf.place),
        entries,
        sessions if shelf.sessions else "",
    )
    row_text = "  ".join(f"{say(cell):<{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    if shelf.damage is None:
        return row_text
    return f"{row_text}  {say(shelf.damage)}"


WIDTHS = (28, 20, 26, 14, 12, 11)
