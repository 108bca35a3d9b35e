"""The Party screen: members, speeds, wounds, mounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Static

from core.messages import Message
from core.play.state import Member
from core.values import replace
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import Words, phrase
from tui.kit.receipt import ReceiptTree, Why
from tui.party import members
from tui.party.model import PartyUI
from tui.play import survey
from tui.play.party_table import MemberLine, Roster, boat_lines, party
from tui.play.screen import READ_ONLY, RECEIPTS, PlayScreen, foot
from tui.play.survey import Survey, survey_of
from tui.view import CampaignView
from tui.worker import Latest

NEW = MemberLine("+", "+", phrase("add a member"))
"""The last row of the table: Enter on it adds a member."""


class PartyScreen(PlayScreen):
    """The members as a table, and the one under the cursor in full."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "party"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("party")]

    ui: reactive[PartyUI] = reactive(PartyUI(), repaint=False)
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.surveys = Latest(self, survey_of, self.take_survey)

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="who"):
                yield Roster(id="table")
            with Vertical(id="one"):
                yield Static(
                    phrase("Nobody travels yet. Enter adds heroes: each in one line, or several"
                           " pasted at once."), id="hint", markup=False,
                )  # fmt: skip
                yield ReceiptTree(id="receipts")
        yield from foot()

    @property
    def table(self) -> Roster:
        """The table of members."""
        return self.query_one(Roster)

    @property
    def member(self) -> Member | None:
        """The member under the cursor."""
        return self.state.member(self.table.cursor)

    def focus_pane(self) -> None:
        self.table.focus()

    # what it shows

    def show(self, view: CampaignView) -> None:
        self.performer.unconfirm()
        self.query_one(TitleLine).show(*survey.title(self.as_shown, Message("PARTY")))
        self.surveys.ask(self.as_shown)
        self.show_ahead()

    def take_survey(self, view: CampaignView, found: Survey) -> None:
        """Show what was computed of the present state."""
        if self.app.view is not None and view is self.as_shown and self.is_attached:
            self.ui = replace(self.ui, survey=found)
            self.table.show((*found.party, *boat_lines(view.state, view.assets), NEW))
            members.show_member(self)

    def on_roster_row_moved(self) -> None:
        """Show the member that the cursor has moved to."""
        members.show_moved(self)

    def turn_curtain(self, view: CampaignView) -> None:
        """Show at once what is known without a survey of what the others may see; it follows."""
        super().turn_curtain(view)
        shown = self.as_shown
        self.take_survey(shown, Survey(party(shown.state, shown.assets)))

    def marked(self) -> tuple[str, ...]:
        marked = tuple(m.id for m in self.state.members if m.id in self.table.marked)
        return marked or ((self.table.cursor,) if self.member else ())

    def copied(self) -> str:
        return self.table.as_text()

    def ahead(self) -> tuple[Words, Words]:
        member = self.member
        enter = Message("add a member")
        if self.view.read_only:
            enter = READ_ONLY
        elif member is not None:
            enter = Message("edit {name}", name=member.name)
        return enter, Message("the next member")

    # members

    def action_story(self) -> None:
        """Roll the owed dice, else go to the next member."""
        if self.performer.due() is not None:
            super().action_story()
        else:
            self.action_next_thing()

    def action_choose(self) -> None:
        """Edit the member under the cursor, or add one."""
        members.choose(self)

    def action_remove(self) -> None:
        """Remove the member under the cursor for good, after Enter."""
        members.remove(self)

    # looking about

    def action_why(self) -> None:
        """Show the receipts of the member under the cursor, in full."""
        if not self.gm.veiled(RECEIPTS):
            self.app.push_screen(Why(self.performer.dice_receipts() or members.receipts(self)))

    def action_mark(self) -> None:
        """Toggle the mark of the member under the cursor."""
        self.table.toggle_mark()

    def action_mark_all(self) -> None:
        """Mark all, or none."""
        self.table.mark_all()

    def action_next_thing(self) -> None:
        """Go to the next member."""
        self.table.action_cursor("down")

    def action_previous_thing(self) -> None:
        """Go to the previous member."""
        self.table.action_cursor("up")

    def action_now(self) -> None:
        """Go to the last row."""
        self.table.action_cursor("sw")

    def action_back(self) -> None:
        """Go to the row before."""
        members.go_back(self)

    def action_jump(self) -> None:
        """Jump to the member whose letter is typed next."""
        members.offer_letters(self)

    def on_key(self, event: events.Key) -> None:
        """Jump to the member whose letter was asked for."""
        members.take_letter(self, event)

    def action_search(self) -> None:
        """Search for a member by name."""
        self.run_worker(members.search(self))

    def here(self) -> str:
        """The member under the cursor."""
        return self.table.cursor

    def go_there(self, place: str) -> None:
        """Move the cursor to a member."""
        members.go_to(self, place)
