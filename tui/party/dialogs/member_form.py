"""The sheet of a member: a line for each value that travel and fights need."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.state import Member, State
from core.play.union import Assets
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput, WordSuggester
from tui.party.fight_sheets import FIGURES, FormField, is_attack
from tui.party.sheets import check, choices, fields_of, read_sheet, write_sheet


class MemberForm(Modal[Member | None]):
    """Edits `member` of the party of `state`; returns None when the GM leaves."""

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

    def __init__(self, heading: Message, member: Member, state: State, assets: Assets) -> None:
        super().__init__()
        self._heading = heading
        self._member = member
        self._fields = fields_of(member)
        self._state = state
        self._assets = assets

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
                suggester=WordSuggester(lambda: choices(each.id, self._state, self._assets.rules)),
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
            check(member, self._state, self._assets)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(member)
