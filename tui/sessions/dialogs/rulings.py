"""All rulings of the GM, each with its date.

Shown with `push_screen_wait(Rulings(rulings, calendar))`, which returns the `seq` of the
entry to go to, or None.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList

from core.calendars import Calendar
from core.messages import Message
from core.play import times
from saves.history.rulings import RulingAt
from tui.kit.choose import Choices, option
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words, phrase


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
            yield label(
                Message(
                    "{count:ruling|rulings}, {unexplained} unexplained",
                    count=len(self._rulings),
                    unexplained=sum(not one.reason for one in self._rulings),
                ),
                id="head",
            )
            if self._rulings:
                rows = enumerate(self._told(one, one.what) for one in self._rulings)
                yield Choices(*(option(row, str(n)) for n, row in rows), compact=True)
            yield label(id="whole")
            yield label(Message("Enter goes to that entry   y copy   Esc leaves"), id="keys")

    def on_mount(self) -> None:
        """Select the newest."""
        if not self._rulings:
            self.write("whole", Message("There are no rulings in this campaign."))
            return
        here = self.query_one(Choices)
        here.highlighted = len(self._rulings) - 1
        here.focus()

    def _told(self, ruling: RulingAt, what: Words) -> str:
        when = times.moment(ruling.clock, self._calendar)
        if ruling.round:
            when = Message("{when} R{round}", when=when, round=ruling.round)
        return phrase("{when}  {what}", when=when, what=what)

    def _whole(self, ruling: RulingAt) -> Message:
        return Message(
            "entry {seq}, {encounter}: {what} ({reason})"
            if ruling.encounter
            else "entry {seq}: {what} ({reason})",
            seq=ruling.seq, encounter=ruling.encounter, what=ruling.what,
            reason=ruling.reason or Message("unexplained"),
        )  # fmt: skip

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.write("whole", self._whole(self._rulings[event.option_index]))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._rulings[event.option_index].seq)

    def action_copy(self) -> None:
        """Copy all of them as text."""
        self.copy("\n".join(self._told(one, self._whole(one)) for one in self._rulings))
