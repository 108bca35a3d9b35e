"""The list of the first screen: the ways in, and the campaigns below them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual.widgets.option_list import Option

from core.messages import N_
from tui.campaigns.shelf_rows import heading, line
from tui.kit.choose import Choices, headed, option
from tui.kit.phrases import phrase

if TYPE_CHECKING:
    from saves.library.library import Shelf

DOORS = (
    ("demo", N_("Open the demo campaign   a week on the road, one fight half played")),
    ("new", N_("New campaign             three questions: name, rules, map or no map")),
    ("map", N_("Import a map             a new campaign from a text-mapper file")),
    ("import", N_("Import a campaign        from JSON Lines that were exported")),
)
WIDE = 120


def _doors() -> list[Option]:
    return [option(phrase(words), door) for door, words in DOORS]


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
        head = heading(wide) if shelves else phrase("none yet")
        rows = [*_doors(), *headed(phrase("Campaigns")), option(head, disabled=True)]
        rows += [option(line(shelf, wide), str(shelf.path)) for shelf in shelves]
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
