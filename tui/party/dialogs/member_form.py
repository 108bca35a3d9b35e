"""The sheet of a member: a line for each value that travel and fights need."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.state import Member
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput, WordSuggester
from tui.party.fight_sheets import FIGURES, FormField, is_attack
from tui.party.sheets import fields_of, read_sheet, write_sheet


class MemberForm(Modal[Member | None]):
    """Edits `member`; returns None when the GM leaves. `choices` completes the fields.

    `check` is called with the edited member; its Refusal is shown in the form.
    """

    SHARED = True
    CSS_PATH = "member_form.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f10", "keep", "keep", priority=True, id="form-keep"),
        # before the scrolling lines take them
        Binding("down", "app.focus_next", "next", show=False, priority=True, id="form-next"),
        Binding(
            "up", "app.focus_previous", "previous", show=False, priority=True, id="form-previous"
        ),
    ]

    def __init__(
        self,
        heading: Message,
        member: Member,
        choices: Callable[[str], tuple[str, ...]],
        check: Callable[[Member], object],
    ) -> None:
        super().__init__()
        self._heading = heading
        self._member = member
        self._fields = fields_of(member)
        self._choices = choices
        self._check = check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._heading, id="head")
            written = write_sheet(self._member)
            with VerticalScroll(can_focus=False):
                for each in self._fields:
                    if each is FIGURES[0]:
                        yield label(Message("in a fight"), id="fight")
                    yield from self._line(each, written[each.id])
            yield label(id="wrong")
            yield label(
                Message("Enter next   Tab complete or next   F10 keep   Esc leave"), id="keys"
            )

    def _line(self, each: FormField, text: str) -> ComposeResult:
        hint = phrase(each.hint)
        with Horizontal():
            yield label(Message(each.label), classes="label")
            yield LineInput(
                text,
                id=each.id,
                compact=True,
                placeholder=hint if is_attack(each.id) else "",
                suggester=WordSuggester(lambda: self._choices(each.id)),
            )
            if not is_attack(each.id):
                yield label(hint, classes="hint")

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        if event.input.id == self._fields[-1].id:
            self.action_keep()
        else:
            self.focus_next()

    def action_keep(self) -> None:
        """Keep the edited member."""
        values = {
            each.id: self.query_one(f"#{each.id}", Input).value.strip() for each in self._fields
        }
        try:
            member = read_sheet(values, self._member)
            self._check(member)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(member)
