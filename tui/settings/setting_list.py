"""The list of the Settings screen: settings, then keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.widgets.option_list import Option

from tui.kit.choose import ELSEWHERE, Choices, headed, option
from tui.kit.lines_view import columns, trimmed
from tui.kit.phrases import phrase, say

if TYPE_CHECKING:
    from tui.settings.model import SettingRow


class SettingList(Choices):
    """A row for each setting; a star marks those that are not as Outrider comes."""

    rows: tuple[SettingRow, ...] = ()

    @property
    def row(self) -> SettingRow | None:
        """The row under the cursor."""
        here = self.here
        return next((row for row in self.rows if row.id == here), None)

    def show(self, rows: tuple[SettingRow, ...]) -> None:
        """Show these rows, with the cursor where it was."""
        self.rows, before = rows, self.row
        self.clear_options()
        self.add_options(self._written())
        ids = [one.id for one in self.options]
        self.highlighted = ids.index(before.id if before is not None else rows[0].id)

    def _written(self) -> Iterator[Option]:
        width = max(60, self.screen.size.width - 4) - len(ELSEWHERE)
        keys = False
        for row in self.rows:
            if row.of_keys and not keys:
                yield from headed(phrase("Keys"))
                keys = True
            head = columns((row.name, 15), ("*" if row.own else "", 2), (row.words, 20))
            yield option(trimmed(f"{head} {say(row.tip)}", width), row.id)
