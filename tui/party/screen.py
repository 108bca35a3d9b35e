"""The Party screen: members, speeds, wounds, mounts."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from core.creatures import MODES
from core.messages import Message, Refusal
from core.play import queries
from core.play.members import free_token
from core.play.state import Member
from core.play.table.commands import EditMember, Join, Leave
from core.receipts import Receipt
from core.travel.movers import Mover
from core.values import replace
from tui.kit.keymap import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import Words, phrase
from tui.kit.receipt import ReceiptTree, Why
from tui.kit.searching import Searching
from tui.party import fight_receipts as fight_receipts
from tui.party.dialogs.member_form import MemberForm
from tui.party.fight_sheets import check_words
from tui.party.sheets import BURDENS, ROLES
from tui.play import titles
from tui.play.party_table import Roster
from tui.play.screen import RECEIPTS, PlayScreen
from tui.play.survey import MemberLine, Survey, boat_lines
from tui.view import CampaignView

NEW = MemberLine("+", "+", phrase("add a member"))
"""The last row of the table: Enter on it adds a member."""


class PartyScreen(Searching[str], PlayScreen):
    """The members as a table, and the one under the cursor in full."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "party"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("party")]

    def __init__(self) -> None:
        super().__init__()
        self._trail: list[str] = []
        self._jumping = False

    def panes(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="who"):
                yield Roster(id="table")
            with Vertical(id="one"):
                yield ReceiptTree(id="receipts")

    @property
    def table(self) -> Roster:
        """The table of members."""
        return self.query_one(Roster)

    def focus_pane(self) -> None:
        self.table.focus()

    # what it shows

    def show(self, moment: CampaignView) -> None:
        self._confirm = None
        self.query_one(TitleLine).show(*titles.title(moment, Message("PARTY")))
        self.survey(moment)
        self.show_ahead()

    def surveyed(self, moment: CampaignView, found: Survey) -> None:
        seen = self.as_shown
        self.table.show((*found.party, *boat_lines(seen.state, seen.assets), NEW))
        self._show_one()
        self.show_ahead()

    @on(Roster.RowMoved)
    def _moved(self) -> None:
        self._confirm = None
        self._show_one()
        self.show_ahead()

    def _show_one(self) -> None:
        self.query_one(ReceiptTree).show(self.receipts(), depth=4)

    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the member under the cursor, and of the group's pace."""
        state = self.as_shown.state
        member = state.member(self.table.cursor)
        group = self._survey.why if self._survey else ()
        if member is None:
            return group
        fights = fight_receipts.receipts(member, state, self.moment.assets)
        try:
            moving = queries.moving(member, state, self.moment.assets)
        except Refusal as refusal:
            return (*fights, Receipt(refusal.message, ""), *group)
        return (*fights, moving.receipt, *group)

    @property
    def member(self) -> Member | None:
        """The member under the cursor."""
        return self.state.member(self.table.cursor)

    def turn_curtain(self, moment: CampaignView) -> None:
        """Redraw from the last survey at once; the next one follows."""
        super().turn_curtain(moment)
        if self._survey is not None:
            self.surveyed(moment, self._survey)

    def marked(self) -> tuple[str, ...]:
        marked = tuple(m.id for m in self.state.members if m.id in self.table.marked)
        return marked or ((self.table.cursor,) if self.member else ())

    def copied(self) -> str:
        return self.table.as_text()

    def ahead(self) -> tuple[Words, Words]:
        member = self.member
        enter = Message("add a member")
        if member is not None:
            enter = Message("edit {name}", name=member.name)
        return enter, Message("the next member")

    # members

    def action_story(self) -> None:
        """Roll the owed dice, else go to the next member."""
        if self.due() is not None:
            super().action_story()
        else:
            self.action_next_thing()

    def action_choose(self) -> None:
        """Edit the member under the cursor, or add one."""
        if self.confirmed():
            return
        if self.member is not None:
            self.edit(self.member)
        else:
            self.add()

    @work
    async def edit(self, member: Member) -> None:
        """Edit a member."""
        heading = Message("Edit {name}", name=member.name)
        changed = await self.app.push_screen_wait(
            MemberForm(heading, member, self._completions, self._check)
        )
        if changed is not None and changed != member:
            self.perform(EditMember(changed))

    @work
    async def add(self) -> None:
        """Add a member."""
        heading = Message("Someone joins the party")
        fresh = await self.app.push_screen_wait(
            MemberForm(heading, self._anybody(), self._completions, self._check)
        )
        if fresh is not None:
            self.perform(Join(self._named(fresh)))

    def _anybody(self) -> Member:
        net = self.moment.assets.rules.mechanisms.speed == "net"
        return Member("", "", "", mover=Mover(speed_m=Fraction(9))) if net else Member("", "", "")

    def _named(self, member: Member) -> Member:
        named = replace(member, id=queries.fresh_id(member.name, self.state))
        return replace(named, token=named.token or free_token(self.state, named))

    def _check(self, member: Member) -> None:
        named = member if member.id else self._named(member)
        queries.moving(named, self.state, self.moment.assets)
        if member.sheet is not None:
            check_words(member.sheet, self.moment.assets.rules)

    def _completions(self, field: str) -> tuple[str, ...]:
        rules = self.moment.assets.rules
        match field:
            case "role":
                return ROLES
            case "moves":
                return (*rules.races, *rules.mounts, *rules.vehicles)
            case "armor":
                return BURDENS
            case "load":
                return BURDENS[1:]
            case "pulls":
                return tuple(m.id for m in self.state.members if m.role == "vehicle")
            case "size":
                return tuple(rules.combat.sizes)
            case "speeds":
                return MODES
            case "traits":
                return tuple(rules.combat.conditions)
        return ()

    def action_remove(self) -> None:
        """Remove the member under the cursor for good, after Enter."""
        if self.member is not None:
            self.confirm(Leave(self.member.id))

    # looking about

    def action_why(self) -> None:
        """Show the receipts of the member under the cursor, in full."""
        if self.veiled(RECEIPTS):
            return
        self.app.push_screen(Why(self.dice_receipts() or self.receipts()))

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
        if self._trail:
            self.table.cursor = self._trail.pop()

    def _go(self, who: str) -> None:
        if self.table.cursor:
            self._trail.append(self.table.cursor)
        self.table.cursor = who
        self._moved()

    def action_jump(self) -> None:
        """Jump to the member whose letter is typed next."""
        self._jumping = True
        self.say_message("jump: press a member's letter")

    def on_key(self, event: events.Key) -> None:
        if self._jumping:
            self._jumping = False
            self.say_sentence("")
            found = [m.id for m in self.state.members if m.token == event.character]
            if found:
                self._go(found[0])
            event.stop()
            event.prevent_default()
            return
        super().on_key(event)

    @work
    async def action_search(self) -> None:
        """Search for a member by name."""
        typed = (await self.line(Message("/ member"))).casefold()
        hits = [m.id for m in self.state.members if typed and typed in m.name.casefold()]
        if not self.take_hits(hits) and typed:
            self.say_message("No member has that name.")

    def here(self) -> str:
        """The member under the cursor."""
        return self.table.cursor

    def go_there(self, place: str) -> None:
        """Move the cursor to a member."""
        self._go(place)
