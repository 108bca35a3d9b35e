"""The Party screen: the members are shown, found, edited, added and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Static

from core.messages import Message
from core.play.facts.state import Member
from core.play.facts.table.commands import EditMember, Join, Leave
from core.receipts import Receipt
from core.values import Struct, replace
from tui.kit.failures import saying_failures
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import phrase, say
from tui.kit.receipt import NO_FIGURE, ReceiptTree, Why
from tui.kit.searching import take_hits
from tui.party.member_dialogs import AddHeroes, MemberForm
from tui.party.sheets import explain_member, with_id
from tui.play import first_line
from tui.play.animals import fit_out
from tui.play.foot_lines import AheadWords
from tui.play.performing.performer import READ_ONLY
from tui.play.readings import Answered
from tui.play.road.failed_survey import failed_survey
from tui.play.road.party_table import MemberLine, Roster, boat_lines, party
from tui.play.road.survey import Survey, survey_of
from tui.play.screen import RECEIPTS, PlayScreen, foot
from tui.play.terms import name_term
from tui.view import CampaignView
from tui.worker import Latest

NEW = MemberLine("+", "+", phrase("add a member"))
"""The last row of the table: Enter on it adds a member."""


class PartyUI(Struct):
    """`trail` are the rows that the cursor jumped from, `labels` the members of a jump by letter.

    `survey` is that of the last state. The table knows the cursor and the marks.
    """

    trail: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    survey: Survey | None = None


class PartyScreen(PlayScreen):
    """The members as a table, and the one under the cursor in full."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "party"
    BINDINGS = [*bindings("party")]

    ui = reactive(PartyUI(), repaint=False)
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.surveys = Latest(self, survey_of, self.take_survey, failed_survey)
        self.readings.add(Answered(self, self.surveys))

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="who"):
                yield Roster(id="table")
            with Vertical(id="one"):
                yield Static(
                    phrase(
                        "Nobody travels yet. Enter adds heroes: each in one line, or several"
                        " pasted at once."
                    ),
                    id="hint",
                    markup=False,
                )
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

    def draw(self, view: CampaignView) -> None:
        self.performer.unconfirm()
        self.query_one(TitleLine).shown = first_line.title(self.as_shown, Message("PARTY"))
        self.surveys.ask(self.as_shown)
        self.show_ahead()

    def take_survey(self, view: CampaignView, survey: Survey) -> None:
        """Show what was computed of the present state."""
        if self.app.view is not None and view is self.as_shown and self.is_attached:
            self.ui = replace(self.ui, survey=survey)
            self.table.armour = say(name_term(view.assets.rules, "armour"))
            self.table.show((*survey.party, *boat_lines(view.state, view.assets), NEW))
            self._show_member()

    def on_roster_row_moved(self) -> None:
        """Drop what waited for Enter, and show the member that the cursor has moved to."""
        self.performer.unconfirm()
        with saying_failures(self):
            self._show_member()

    def _show_member(self) -> None:
        self.query_one(ReceiptTree).show(self._receipts, depth=4)
        self.set_class(not self.state.members, "nobody")
        self.show_ahead()

    @property
    def _receipts(self) -> tuple[Receipt, ...]:
        # of the figures of the member under the cursor, and of the group's pace
        state = self.as_shown.state
        assets = self.as_shown.assets
        group = self.ui.survey.why if self.ui.survey else ()
        member = state.member(self.table.cursor)
        if member is None:
            return group
        return (*explain_member(member, state, assets), *group)

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

    def ahead(self) -> AheadWords:
        member = self.member
        enter = Message("add a member")
        if self.view.read_only:
            enter = READ_ONLY
        elif member is not None:
            enter = Message("edit {name}", name=member.name)
        return AheadWords(enter, Message("the next member"))

    # members

    def action_story(self) -> None:
        """Roll the owed dice, else go to the next member."""
        if self.performer.due() is not None:
            super().action_story()
        else:
            self.action_thing(1)

    def action_choose(self) -> None:
        """Edit the member under the cursor, or add one; before that what waits for Enter."""
        if not self.performer.confirmed():
            member = self.member
            self.run_worker(add(self) if member is None else edit(self, member))

    def action_encounter(self) -> None:
        """Say what edits a member, and where encounters are."""
        keys = self.app.keys
        self.gm.count()
        self.gm.refuse(
            "{choose} edits the member under the cursor; encounters are on {journey} and {fight}.",
            choose=keys.first("choose"),
            journey=keys.first("go-journey"),
            fight=keys.first("go-encounter"),
        )

    def action_remove(self) -> None:
        """Remove the member under the cursor for good, after Enter."""
        if self.member is not None:
            self.performer.confirm(Leave(self.member.id))

    # looking about

    def action_close(self) -> None:
        """Close what is open, else leave the what-if, else go to the fight or the journey."""
        if not self.branching.close():
            self.app.switch_mode("journey" if self.view.fight is None else "encounter")

    def action_why(self) -> None:
        """Show the receipts of the row in the dice tray, else of the member under the cursor."""
        if self.gm.veiled(RECEIPTS):
            return
        asked = self.performer.dice_receipts()
        shown = self._receipts if asked is None else asked
        if shown:
            self.app.push_screen(Why(shown))
        else:
            self.gm.say_message(NO_FIGURE)

    def action_mark(self) -> None:
        """Toggle the mark of the member under the cursor."""
        self.table.toggle_mark()

    def action_mark_all(self) -> None:
        """Mark all, or none."""
        self.table.mark_all()

    def action_thing(self, step: int) -> None:
        """Go to the next member, or the one before."""
        self.table.action_cursor("down" if step > 0 else "up")

    def action_now(self) -> None:
        """Go to the last row."""
        self.table.action_cursor("sw")

    def action_back(self) -> None:
        """Go to the member that the last jump left."""
        if self.ui.trail:
            *before, self.table.cursor = self.ui.trail
            self.ui = replace(self.ui, trail=tuple(before))
            self.on_roster_row_moved()

    def action_jump(self) -> None:
        """Jump to the member whose letter is typed next."""
        labels = {m.token: m.id for m in self.state.members if m.token}
        self.ui = replace(self.ui, labels=labels)
        self.gm.say_message("jump: press a member's letter")

    def on_key(self, event: events.Key) -> None:
        """Jump to the member of this letter while one is asked for; any key ends that."""
        labels = self.ui.labels
        if not labels:
            return
        self.ui = replace(self.ui, labels={})
        self.gm.say_sentence("")
        found = labels.get(event.character or "")
        if found:
            self.go_there(found)
        event.stop()
        event.prevent_default()

    @work
    async def action_search(self) -> None:
        """Ask for a name and go to the first member that has this in its own."""
        typed = (await self.gm.line(Message("/ member"))).casefold()
        hits = [m.id for m in self.state.members if typed in m.name.casefold()]
        if typed and not take_hits(self, hits):
            self.gm.say_message("No member has that name.")

    def here(self) -> str:
        """The member under the cursor."""
        return self.table.cursor

    def go_there(self, place: str) -> None:
        """Jump to a member; Backspace comes back."""
        if self.table.cursor:
            self.ui = replace(self.ui, trail=(*self.ui.trail, self.table.cursor))
        self.table.cursor = place
        self.on_roster_row_moved()


async def edit(screen: PartyScreen, member: Member) -> None:
    """Edit a member."""
    heading = Message("Edit {name}", name=member.name)
    form = MemberForm(heading, member, screen.state, screen.view.assets)
    changed = await screen.app.push_screen_wait(form)
    if changed is not None and changed != member:
        screen.perform(EditMember(changed))


async def add(screen: PartyScreen) -> None:
    """Add members, a line each, or one in the form."""
    state = screen.state
    assets = screen.view.assets
    chosen = await screen.app.push_screen_wait(AddHeroes(state, assets))
    if isinstance(chosen, Join):
        screen.perform(chosen)
    if not isinstance(chosen, Member):
        return
    form = MemberForm(Message("Someone joins the party"), chosen, state, assets)
    if (fresh := await screen.app.push_screen_wait(form)) is not None:
        fresh = fit_out(fresh, assets.rules)
        screen.perform(Join(with_id(fresh, screen.state)))
