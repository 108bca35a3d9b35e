"""All rulings of the GM, each with its date.

Shown with `push_screen_wait(Rulings(rulings, calendar))`, which returns the `seq` of the
entry to go to, or None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList

from core.calendars import Calendar
from core.messages import Message
from core.play import times
from tui.kit.choose import Choices, option
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase

if TYPE_CHECKING:
    from saves.history.rulings import RulingAt


class Rulings(Modal[int | None]):
    """The rulings, the newest last and selected; Enter returns the entry."""

    CSS_PATH = "rulings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "copy", id="rulings-copy"),
    ]

    def __init__(self, rulings: tuple[RulingAt, ...], calendar: Calendar) -> None:
        super().__init__()
        self._rulings, self._calendar = rulings, calendar

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._heading(), id="head")
            if self._rulings:
                rows = enumerate(self._rulings)
                yield Choices(*(option(self._row(one), str(n)) for n, one in rows),
                              compact=True)  # fmt: skip
            yield label(id="whole")
            keys = Message("Enter goes to that entry   y copy   Esc leaves")
            yield label(keys, id="keys")

    def on_mount(self) -> None:
        """Select the newest."""
        if not self._rulings:
            self._tell(Message("There are no rulings in this campaign."))
            return
        here = self.query_one(Choices)
        here.highlighted = len(self._rulings) - 1
        here.focus()

    def _heading(self) -> Message:
        unexplained = sum(not one.reason for one in self._rulings)
        return Message(
            "{count:ruling|rulings}, {unexplained} unexplained",
            count=len(self._rulings),
            unexplained=unexplained,
        )

    def _row(self, ruling: RulingAt) -> str:
        return phrase("{when}  {what}", when=self._when(ruling), what=ruling.what)

    def _when(self, ruling: RulingAt) -> Message:
        when = times.moment(ruling.clock, self._calendar)
        if not ruling.round:
            return when
        return Message("{when} R{round}", when=when, round=ruling.round)

    def _whole(self, ruling: RulingAt) -> Message:
        reason = ruling.reason or Message("unexplained")
        if not ruling.encounter:
            return Message("entry {seq}: {what} ({reason})",
                           seq=ruling.seq, what=ruling.what, reason=reason)  # fmt: skip
        return Message("entry {seq}, {encounter}: {what} ({reason})", seq=ruling.seq,
                       encounter=ruling.encounter, what=ruling.what, reason=reason)  # fmt: skip

    def _tell(self, message: Message) -> None:
        self.write("whole", message)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._tell(self._whole(self._rulings[event.option_index]))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._rulings[event.option_index].seq)

    def action_copy(self) -> None:
        """Copy all of them as text."""
        lines = (
            phrase("{when}  {what}", when=self._when(one), what=self._whole(one))
            for one in self._rulings
        )
        self.copy("\n".join(lines))
