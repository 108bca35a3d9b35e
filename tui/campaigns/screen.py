"""The first screen: the demo, a new campaign, or one that is there, and what is done with those."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.files import reason_of
from core.messages import Message, Refusal, Template
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine, TitleWords, both_ends, columns, trimmed
from tui.kit.modal import TITLE_STYLE, Choices, headed, option
from tui.kit.phrases import clock, phrase, say
from tui.play.conversation import KeysLine
from tui.play.list_screen import ListScreen

if TYPE_CHECKING:
    from saves.exchange.made_campaign import MadeCampaign
    from saves.library.library import Shelf
    from saves.store.backend import Place
    from tui.play.application.preferences import Preferences

WIDE = 120
COLUMNS: tuple[tuple[Template, int, int], ...] = (
    ("name", 21, 18),
    ("rules", 24, 13),
    ("in the world", 19, 18),
    ("where", 15, 11),
    ("sessions", -8, 0),
    ("entries", -8, 0),
    ("played", 18, 12),
)
"""The columns of the list, their widths from `WIDE` on and below it.

0 leaves one out, a negative one sets a number at its right edge.
"""


def _line(shelf: Shelf, wide: bool) -> str:
    if shelf.warning is not None:
        return f"{say(shelf.name)}: {say(shelf.warning)}"
    if shelf.damage is not None:
        return f"{called(shelf)}: {say(shelf.damage)}"
    date = shelf.date
    if date:
        day = f"{date.day} {date.month} {date.year}"
    else:
        day = ""
    played = shelf.played[:16].replace("T", " ")
    cells = (
        called(shelf),
        ground(shelf),
        day,
        say(shelf.place),
        str(shelf.sessions or ""),
        str(shelf.entries),
        played,
    )
    return _row(cells, wide)


def _row(cells: Iterable[str], wide: bool) -> str:
    widths = (width if wide else narrow for _, width, narrow in COLUMNS)
    name, *told, played = zip(cells, widths, strict=True)
    told = [(text if room < 0 else trimmed(text, room - 1), room) for text, room in told]
    return columns((both_ends(name[0], name[1] - 1), name[1]), *told, (f"  {played[0]}", played[1]))


def called(shelf: Shelf) -> str:
    """A campaign's name; that of a what-if below its campaign is indented and short."""
    born = shelf.born_from
    if born is None or not shelf.under:
        return say(shelf.name)
    return "  " + say(shelf.name.removeprefix(f"{born.name}, "))


def ground(shelf: Shelf) -> str:
    """A campaign's rules; for a what-if, the date in the story where it began.

    One listed by itself also names its campaign.
    """
    born = shelf.born_from
    if born is None:
        return shelf.ruleset_name
    day = f"{born.date.day} {born.date.month} {clock(born.hour)}"
    if shelf.under:
        return phrase("from {day}", day=day)
    return phrase("from {day}, {campaign}", day=day, campaign=born.name)


DOORS: Mapping[str, Template] = {
    "demo": "Open the demo campaign   a week on the road, one fight half played",
    "new": "New campaign             three questions: name, rules, map or no map",
    "map": "Import a map             a new campaign from a text-mapper file",
    "import": "Import a campaign        from JSON Lines that were exported",
}


def _doors() -> list[Option]:
    return [option(phrase(words), door) for door, words in DOORS.items()]


def row_of(shelf: Shelf) -> str:
    """The id of a campaign's row.

    On a server two may have one name for a while: a what-if copy of one's own, and another's that
    was kept.
    """
    return f"{shelf.stored} {shelf.id}"


class CampaignList(Choices):
    """Starts on the demo: one key opens it for a newcomer."""

    shelves: tuple[Shelf, ...] | None = None
    """The campaigns listed; None before their files were read."""

    def __init__(self, *, id: str) -> None:
        super().__init__(*_doors(), id=id)

    def on_mount(self) -> None:
        self.highlighted = 0

    @property
    def shelf(self) -> Shelf | None:
        """The campaign under the cursor."""
        return self.shelf_of(self.here)

    def shelf_of(self, row: str | None) -> Shelf | None:
        """The campaign on the row of this id."""
        return next((shelf for shelf in self.shelves or () if row_of(shelf) == row), None)

    def show(self, shelves: tuple[Shelf, ...], choose: Place | None = None) -> None:
        """Show these campaigns, with the cursor at `choose`, else where it was.

        When they are first shown and it is still on the demo, it goes to the first campaign.
        """
        wide = self.screen.size.width >= WIDE
        heads = _row((phrase(head) for head, *_ in COLUMNS), wide)
        head = heads if shelves else phrase("none yet")
        rows = [*_doors(), *headed(phrase("Campaigns")), option(head, disabled=True)]
        rows += [option(_line(shelf, wide), row_of(shelf)) for shelf in shelves]
        highlighted = self.highlighted or 0
        first = self.shelves is None
        self.shelves = shelves
        self.clear_options()
        self.add_options(rows)
        known = [shelf.stored for shelf in shelves]
        begin = self.option_count - len(known)
        if choose in known:
            highlighted = begin + known.index(choose)
        elif first and known and not highlighted:
            highlighted = begin
        self.highlighted = min(highlighted, self.option_count - 1)


THREE_THINGS: Mapping[str, Template] = {
    "story": "{key}   the story goes on, its dice in one tray. {undo} takes it back.",
    "why": "{key}   why? The numbers on the screen explain themselves.",
    "help": "{key}   the keys of this screen, by task. Nothing is ever lost.",
}
"""What a newcomer should know, by the actions whose keys it names."""


class CampaignsScreen(ListScreen):
    """Lists the campaigns of this home and opens one."""

    CSS_PATH = "screen.tcss"
    TABLE = "campaigns"
    BINDINGS = [
        *bindings("campaigns"),
        *bindings("campaigns", cursor=True),
    ]

    binning: Shelf | None = None
    """The campaign that the next Enter moves to the bin."""

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        yield Static(
            phrase("A game master's companion for the road. Your players keep their dice."),
            id="about",
            markup=False,
        )
        yield CampaignList(id="list")
        yield Static(id="sentence", markup=False)
        yield Static(id="three", markup=False)
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Follow the settings and the curtain."""
        self.query_one(TitleLine).shown = TitleWords(phrase("Outrider"))
        self.watch(self.app, "player_view", self._show_curtain)
        self.watch(self.app, "preferences", self._prefer)
        self.list.focus()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Refresh the list once this is painted: campaigns may have changed."""
        event.refresh_styles = self.list.shelves is not None
        self.call_after_refresh(self.list_campaigns)

    def _prefer(self, now: Preferences) -> None:
        key = now.keys.first
        three = [
            phrase(line, key=f"{key(id):<5}", undo=key("undo")) for id, line in THREE_THINGS.items()
        ]
        title = Content.styled(phrase("three things to know"), TITLE_STYLE)
        self.query_one("#three", Static).update(Content("\n").join([title, *map(Content, three)]))
        self.query_one(KeysLine).show(now.keys.footer(self.TABLE))
        wrong = "\n".join(map(say, now.warnings))
        self.query_one("#sentence", Static).update(wrong)

    def _show_curtain(self, drawn: bool) -> None:
        self.query_one(TitleLine).player_view = drawn
        self.query_one("#sentence", Static).update("")

    @property
    def list(self) -> CampaignList:
        """The list."""
        return self.query_one(CampaignList)

    def list_campaigns(self, choose: Place | None = None) -> None:
        """Fill the list, with the cursor at `choose`; files are read after the first paint."""
        self.run_worker(show_campaigns(self, choose), exclusive=True, group="shelves")

    # the list

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what Enter means on this row."""
        take(self, str(event.option_id))

    def keep(self) -> bool:
        """Leave the campaign that waits for Enter where it is; False if none does."""
        if self.binning is None:
            return False
        self.binning = None
        self.gm.say_sentence("")
        return True

    on_option_list_option_highlighted = keep

    def action_remove(self) -> None:
        """Move the campaign under the cursor to the bin, after Enter."""
        self.binning = shelf = self.list.shelf
        if shelf is None:
            self.gm.say_message("Choose a campaign first, then press Delete.")
        else:
            self.gm.say_message(
                "Enter: move {name} to the bin?  u would put it back; Esc leaves it.",
                name=shelf.name,
            )

    @work(exclusive=True, group="shelves")
    async def action_undo(self) -> None:
        """Put back the campaign that was binned last."""
        with self.gm.refusing():
            back = await self.app.worker.unbin()
            if back is None:
                self.gm.say_message("Nothing has been moved to the bin.")
                return
            name, place = back
            self.gm.say_message("{name} is back.", name=name)
            await show_campaigns(self, place)

    @work
    async def action_rename(self) -> None:
        """Rename the campaign under the cursor."""
        shelf = self.list.shelf
        if shelf is None:
            self.gm.say_message("Choose a campaign first, then press R to rename it.")
            return
        prompt = Message("another name for {name}", name=shelf.name)
        name = await self.gm.line(prompt, shelf.name, replace=True)
        if not name or name == shelf.name:
            return
        with self.gm.refusing():
            await self.app.history.close()
            renamed = await self.app.worker.rename(shelf.stored, name)
            self.app.follow_desk()
            self.gm.say_sentence("")
            self.list_campaigns(renamed)

    @work
    async def action_search(self) -> None:
        """Ask for a name and go to the first campaign that has this in its own."""
        from tui.kit.searching import take_hits  # not before the first paint

        search_text = (await self.gm.line(Message("/ campaign"))).casefold()
        shelves = self.list.shelves or ()
        found = [row_of(shelf) for shelf in shelves if search_text in shelf.name.casefold()]
        if search_text and not take_hits(self, found):
            self.gm.say_message("No campaign found.")

    # the program

    def action_go(self) -> None:
        """Go back to the open campaign, if any."""
        self.app.action_go_to("journey")

    def action_close(self) -> None:
        """Cancel deleting a campaign; else go back to the open one, if any."""
        if not self.keep():
            self.action_go()


async def show_campaigns(screen: CampaignsScreen, choose: Place | None = None) -> None:
    """Read which campaigns there are and show them, with the cursor at `choose`."""
    with screen.gm.refusing():
        screen.list.show(await screen.app.worker.listing(), choose)


def take(screen: CampaignsScreen, row: str) -> None:
    """Do what Enter means on this row."""
    binning = screen.binning
    screen.binning = None
    match row:
        case "demo":
            screen.app.enter(lambda worker: worker.demo(), Message("Opening the demo ..."))
        case "new" | "map":
            from tui.campaigns.new_campaign import NewCampaignScreen

            screen.app.push_screen(NewCampaignScreen())
        case "import":
            screen.run_worker(import_campaign(screen), exclusive=True, group="import")
        case _ if binning is not None and row_of(binning) == row:
            screen.run_worker(move_to_bin(screen, binning), exclusive=True, group="shelves")
        case _:
            shelf = screen.list.shelf_of(row)
            if shelf is not None:
                open_shelf(screen, shelf)


def open_shelf(screen: CampaignsScreen, shelf: Shelf) -> None:
    """Open a campaign of the list."""
    screen.app.enter(lambda worker: worker.open(shelf.stored), Message("Opening ..."))


async def move_to_bin(screen: CampaignsScreen, shelf: Shelf) -> None:
    """Move a campaign to the bin; one that is open is closed."""
    with screen.gm.refusing():
        await screen.app.history.close()
        await screen.app.worker.bin(shelf.stored, shelf.name)
        screen.app.follow_desk()
        screen.gm.say_message("{name} is in the bin; u puts it back.", name=shelf.name)
        await show_campaigns(screen)


RENAMED = ("taken", "no_name", "odd_name")
"""Codes of refusals that another name would meet."""


async def import_campaign(screen: CampaignsScreen) -> None:
    """Ask for the file until it can be read, and for another name if its own is taken."""
    from tui.kit.text_line import FileSuggester, typed_path  # not before the first paint

    def tell(entries: int, of: int) -> None:
        words = Message("Importing: {entries} of {of} entries", entries=entries, of=of)
        screen.app.call_from_thread(screen.gm.say_message, words)

    prompt = Message("file of JSON Lines, written by outrider export")
    file = ""
    name = None
    made = None
    while made is None:
        if name is None:
            file = await screen.gm.line(prompt, file, suggester=FileSuggester())
            if not file:
                return
        screen.gm.say_message("Importing ...")
        try:
            made = await asyncio.to_thread(_bring_in, typed_path(file), name, tell)
        except Refusal as refused:
            screen.gm.say_sentence("")
            if refused.code not in RENAMED:
                prompt = Message("{wrong} Another file", wrong=refused.message)
                name = None
                continue
            name = await screen.gm.line(Message("{wrong} Another name", wrong=refused.message))
            if not name:
                return
    said = Message("{name} is imported, {count:entry|entries}.", name=made.name, count=made.entries)
    screen.gm.say_message(said)
    screen.list_campaigns(made.place)


def _bring_in(file: Path, name: str | None, tell: Callable[[int, int], None]) -> MadeCampaign:
    from saves.exchange.findings import UnreadableFile
    from saves.exchange.importing import bring_in

    try:
        with file.open("rb") as stream:
            return bring_in(stream, name, tell)
    except UnreadableFile as error:
        raise Refusal("unreadable", "{wrong}", wrong=error.message) from error
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise Refusal("unreadable", "{name}: {reason}.", name=str(file), reason=reason) from error
