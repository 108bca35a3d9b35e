"""The list of the first screen: the ways in, and below them the campaigns, each as one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widgets.option_list import Option

from core.messages import Template
from tui.kit.lines_view import columns, trimmed
from tui.kit.modal import Choices, headed, option
from tui.kit.phrases import clock, phrase, say

if TYPE_CHECKING:
    from saves.library.library import Shelf

WIDE = 120
COLUMNS: tuple[tuple[Template, int, int], ...] = (
    ("name", 21, 18), ("rules", 24, 13), ("in the world", 19, 18), ("where", 15, 11),
    ("sessions", -8, 0), ("entries", -8, 0), ("played", 18, 12),
)  # fmt: skip
"""The columns of the list, their widths from `WIDE` on and below it.

0 leaves one out, a negative one sets a number at its right edge.
"""


def _line(shelf: Shelf, wide: bool) -> str:
    if shelf.warning is not None:
        return f"{say(shelf.name)}: {say(shelf.warning)}"
    if shelf.damage is not None:
        return f"{called(shelf)}: {say(shelf.damage)}"
    date = shelf.date
    day = f"{date.day} {date.month} {date.year}" if date else ""
    played = shelf.played[:16].replace("T", " ")
    cells = (
        called(shelf), ground(shelf), day, say(shelf.place), str(shelf.sessions or ""),
        str(shelf.entries), played,
    )  # fmt: skip
    return _row(cells, wide)


def _row(cells: Iterable[str], wide: bool) -> str:
    widths = (width if wide else narrow for _, width, narrow in COLUMNS)
    *told, played = zip(cells, widths, strict=True)
    told = [(text if room < 0 else trimmed(text, room - 1), room) for text, room in told]
    return columns(*told, (f"  {played[0]}", played[1]))


def called(shelf: Shelf) -> str:
    """A campaign's name; that of a what-if below its campaign is indented and short."""
    born = shelf.born_from
    if born is None or not shelf.under:
        return say(shelf.name)
    return "  " + say(shelf.name.removeprefix(f"{born.name}, "))


def ground(shelf: Shelf) -> str:
    """A campaign's rules; for a what-if, the date in the story where it began.

    One listed by itself also names its campaign.
    """
    born = shelf.born_from
    if born is None:
        return shelf.ruleset_name
    day = f"{born.date.day} {born.date.month} {clock(born.hour)}"
    if shelf.under:
        return phrase("from {day}", day=day)
    return phrase("from {day}, {campaign}", day=day, campaign=born.name)


DOORS: Mapping[str, Template] = {
    "demo": "Open the demo campaign   a week on the road, one fight half played",
    "new": "New campaign             three questions: name, rules, map or no map",
    "map": "Import a map             a new campaign from a text-mapper file",
    "import": "Import a campaign        from JSON Lines that were exported",
}


def _doors() -> list[Option]:
    return [option(phrase(words), door) for door, words in DOORS.items()]


class CampaignList(Choices):
    """Starts on the demo: one key opens it for a newcomer."""

    shelves: tuple[Shelf, ...] | None = None
    """The campaigns listed; None before their files were read."""

    def __init__(self, *, id: str) -> None:
        super().__init__(*_doors(), id=id)

    def on_mount(self) -> None:
        self.highlighted = 0

    @property
    def shelf(self) -> Shelf | None:
        """The campaign under the cursor."""
        here = self.here
        return next((shelf for shelf in self.shelves or () if str(shelf.path) == here), None)

    def show(self, shelves: tuple[Shelf, ...], choose: Path | None = None) -> None:
        """Show these campaigns, with the cursor at `choose`, else where it was.

        When they are first shown and it is still on the demo, it goes to the first campaign.
        """
        wide = self.screen.size.width >= WIDE
        heads = _row((phrase(head) for head, *_ in COLUMNS), wide)
        head = heads if shelves else phrase("none yet")
        rows = [*_doors(), *headed(phrase("Campaigns")), option(head, disabled=True)]
        rows += [option(_line(shelf, wide), str(shelf.path)) for shelf in shelves]
        at, first, self.shelves = self.highlighted or 0, self.shelves is None, shelves
        self.clear_options()
        self.add_options(rows)
        known = [shelf.path for shelf in shelves]
        begin = self.option_count - len(known)
        if choose in known:
            at = begin + known.index(choose)
        elif first and known and not at:
            at = begin
        self.highlighted = min(at, self.option_count - 1)
