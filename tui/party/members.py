"""The members on the Party screen: shown, found, edited, added, removed."""

from __future__ import annotations

from textual import events

from core.messages import Message, Refusal
from core.play import queries
from core.play.state import Member
from core.play.table.commands import EditMember, Join, Leave
from core.receipts import Receipt
from core.values import replace
from tui.kit.receipt import ReceiptTree
from tui.kit.searching import take_hits
from tui.party import fight_receipts
from tui.party.dialogs.add_heroes import AddHeroes
from tui.party.dialogs.member_form import MemberForm
from tui.party.party_host import PartyHost
from tui.party.sheets import with_id


def receipts(screen: PartyHost) -> tuple[Receipt, ...]:
    """The receipts of the figures of the member under the cursor, and of the group's pace."""
    state, assets = screen.as_shown.state, screen.as_shown.assets
    group = screen.ui.survey.why if screen.ui.survey else ()
    member = state.member(screen.table.cursor)
    if member is None:
        return group
    try:
        moving = queries.moving(member, state, assets).receipt
    except Refusal as refusal:
        moving = Receipt(refusal.message, "")
    return (*fight_receipts.receipts(member, state, assets), moving, *group)


def show_member(screen: PartyHost) -> None:
    """Show the member under the cursor in full, and what Enter does."""
    screen.query_one(ReceiptTree).show(receipts(screen), depth=4)
    screen.set_class(not screen.state.members, "nobody")
    screen.show_ahead()


# the cursor


def show_moved(screen: PartyHost) -> None:
    """Drop what waited for Enter, and show the member that the cursor has moved to."""
    screen.performer.unconfirm()
    show_member(screen)


def go_to(screen: PartyHost, who: str) -> None:
    """Jump to a member; Backspace comes back."""
    if screen.table.cursor:
        screen.ui = replace(screen.ui, trail=(*screen.ui.trail, screen.table.cursor))
    screen.table.cursor = who
    show_moved(screen)


def go_back(screen: PartyHost) -> None:
    """Go to the member that the last jump left."""
    if screen.ui.trail:
        *before, screen.table.cursor = screen.ui.trail
        screen.ui = replace(screen.ui, trail=tuple(before))
        show_moved(screen)


def offer_letters(screen: PartyHost) -> None:
    """Jump to the member whose letter is typed next."""
    labels = {m.token: m.id for m in screen.state.members if m.token}
    screen.ui = replace(screen.ui, labels=labels)
    screen.gm.say_message("jump: press a member's letter")


def take_letter(screen: PartyHost, event: events.Key) -> None:
    """Jump to the member of this letter while one is asked for; any key ends that."""
    labels = screen.ui.labels
    if not labels:
        return
    screen.ui = replace(screen.ui, labels={})
    screen.gm.say_sentence("")
    found = labels.get(event.character or "")
    if found:
        go_to(screen, found)
    event.stop()
    event.prevent_default()


async def search(screen: PartyHost) -> None:
    """Ask for a name and go to the first member that has this in its own."""
    typed = (await screen.gm.line(Message("/ member"))).casefold()
    hits = [m.id for m in screen.state.members if typed and typed in m.name.casefold()]
    if not take_hits(screen, hits) and typed:
        screen.gm.say_message("No member has that name.")


# members


def choose(screen: PartyHost) -> None:
    """Edit the member under the cursor, or add one; before that what waits for Enter."""
    if not screen.performer.confirmed():
        member = screen.member
        screen.run_worker(add(screen) if member is None else edit(screen, member))


async def edit(screen: PartyHost, member: Member) -> None:
    """Edit a member."""
    heading = Message("Edit {name}", name=member.name)
    form = MemberForm(heading, member, screen.state, screen.view.assets)
    changed = await screen.app.push_screen_wait(form)
    if changed is not None and changed != member:
        screen.perform(EditMember(changed))


async def add(screen: PartyHost) -> None:
    """Add members, a line each, or one in the form."""
    state, assets = screen.state, screen.view.assets
    found = await screen.app.push_screen_wait(AddHeroes(state, assets))
    if isinstance(found, Join):
        screen.perform(found)
    if not isinstance(found, Member):
        return
    form = MemberForm(Message("Someone joins the party"), found, state, assets)
    if (fresh := await screen.app.push_screen_wait(form)) is not None:
        screen.perform(Join(with_id(fresh, screen.state)))


def remove(screen: PartyHost) -> None:
    """Remove the member under the cursor for good, after Enter."""
    if screen.member is not None:
        screen.performer.confirm(Leave(screen.member.id))
