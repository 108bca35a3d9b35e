"""A list to choose from, with ">" at the row that Enter takes: colour is never the only sign."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

HERE, ELSEWHERE = "> ", "  "


def option(text: str, id: str | None = None, *, disabled: bool = False) -> Option:
    """A row of a `Choices`; `text` is never read as markup."""
    return Option(Content(ELSEWHERE + text), id=id, disabled=disabled)


class Choices(OptionList):
    """An `OptionList` of `option(...)` rows that marks the highlighted one."""

    _marked: str | None = None

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark to this row."""
        super().watch_highlighted(highlighted)
        now = None if highlighted is None else self.get_option_at_index(highlighted).id
        if self._marked is not None and self._marked != now and self._holds(self._marked):
            self._write(self._marked, ELSEWHERE)
        if now is not None:
            self._write(now, HERE)
        self._marked = now

    def _holds(self, id: str) -> bool:
        return any(each.id == id for each in self.options)

    def _write(self, id: str, mark: str) -> None:
        text = str(self.get_option(id).prompt)
        if not text.startswith(mark):
            self.replace_option_prompt(id, Content(mark + text[len(mark) :]))
