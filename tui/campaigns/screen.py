"""The first screen: the demo, a new campaign, or an existing one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.messages import N_, Message, Refusal
from tui.campaigns.import_dialog import ImportingScreen
from tui.campaigns.shelf_rows import heading, line
from tui.kit.choose import Choices, option
from tui.kit.keymap import bindings
from tui.kit.lines_view import sign
from tui.kit.phrases import phrase, say
from tui.kit.searching import Searching

if TYPE_CHECKING:
    from saves.library.library import Shelf
    from tui.play.campaign_app import CampaignApp

ABOUT = N_("A game master's companion for the road. Your players keep their dice.")
DOORS = (
    ("demo", N_("Open the demo campaign   a week on the road, one fight half played")),
    ("new", N_("New campaign             three questions: name, rules, map or no map")),
    ("map", N_("Import a map             a new campaign from a text-mapper file")),
    ("import", N_("Import a campaign        from JSON Lines that were exported")),
)
THREE_THINGS = (
    N_("Space   the story goes on, its dice in one tray. u takes it back."),
    N_("w       why? The numbers on the screen explain themselves."),
    N_("?       the keys of this screen. F1 too. Nothing is ever lost."),
)


class CampaignsScreen(Searching[str], ImportingScreen):
    """Lists the campaigns of this home and opens one."""

    app: CampaignApp
    CSS_PATH = "screen.tcss"
    TABLE: ClassVar[str] = "campaigns"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("campaigns"),
        *bindings("campaigns", cursor=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._shelves: tuple[Shelf, ...] = ()
        self._listed = False
        self._binning: Shelf | None = None

    def compose(self) -> ComposeResult:
        yield Static(phrase("Outrider"), id="title", markup=False)
        yield Static(phrase(ABOUT), id="about", markup=False)
        yield Choices(*self._doors(), id="list", compact=True)
        yield Static("", id="sentence", markup=False)
        yield Static(phrase("three things to know"), classes="rule", markup=False)
        yield Static("\n".join(phrase(line) for line in THREE_THINGS), id="three")
        yield Static(
            phrase("Up Down choose   Enter do it   / search   ? help   Ctrl+Q quit"),
            id="keys",
            markup=False,
        )

    def on_mount(self) -> None:
        """Put the cursor on the demo: one key opens it for a newcomer."""
        self.watch(self.app, "player_view", self._player_view_changed)
        self._list.focus()
        self._list.highlighted = 0
        self.say_sentence("\n".join(say(wrong) for wrong in self.app.preferences.warnings))

    def on_screen_resume(self) -> None:
        """Refresh the list once this is painted: campaigns may have changed."""
        self.call_after_refresh(self.list_campaigns)

    def _player_view_changed(self, drawn: bool) -> None:
        name = phrase("Outrider")
        self.query_one("#title", Static).update(f"{name}  {sign()}" if drawn else name)
        if self._listed:
            self.say_sentence("")

    def action_curtain(self) -> None:
        """Draw or open the curtain on all screens."""
        self.app.action_curtain()

    @property
    def _list(self) -> Choices:
        return self.query_one("#list", Choices)

    def _doors(self) -> list[Option]:
        return [option(phrase(words), id) for id, words in DOORS]

    @work(exclusive=True, group="shelves")
    async def list_campaigns(self, choose: Path | None = None) -> None:
        """Fill the list, the cursor at `choose`. Files are read after the first paint."""
        self._shelves = await self.app.worker.listing()
        wide = self.size.width >= 110
        rule = phrase("-- Campaigns --")
        head = heading(wide) if self._shelves else phrase("none yet")
        rows = [option(text, disabled=True) for text in ("", rule, head)]
        rows += [option(line(shelf, wide), str(shelf.path)) for shelf in self._shelves]
        at, untouched = self._list.highlighted or 0, not self._listed
        self._list.clear_options()
        self._list.add_options([*self._doors(), *rows])
        if untouched and not at and self._shelves:
            at = len(DOORS) + len(rows) - len(self._shelves)
        known = [shelf.path for shelf in self._shelves]
        if choose in known:
            at = len(DOORS) + len(rows) - len(known) + known.index(choose)
        self._list.highlighted = min(at, self._list.option_count - 1)
        self._listed = True

    def _chosen(self) -> Shelf | None:
        here = self.here()
        return next((shelf for shelf in self._shelves if str(shelf.path) == here), None)

    def say_sentence(self, sentence: str) -> None:
        """Show what went wrong, or what is going on."""
        self.query_one("#sentence", Static).update(sentence)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        binning, self._binning = self._binning, None
        match event.option_id:
            case path if binning is not None and path == str(binning.path):
                self._to_bin(binning)
            case "demo":
                waiting = N_("Opening the demo; the first time its week is travelled ...")
                self.app.enter(lambda worker: worker.demo(), Message(waiting))
            case "new" | "map":
                from tui.campaigns.new_campaign import NewCampaignScreen

                self.app.push_screen(NewCampaignScreen())
            case "import":
                self.import_campaign()
            case path:
                self.app.enter(lambda worker: worker.open(str(path)), Message("Opening ..."))

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        if self._binning is not None:
            self._binning = None
            self.say_sentence("")

    def action_remove(self) -> None:
        """Move the campaign under the cursor to the bin, after Enter."""
        self._binning = self._chosen()
        if self._binning is None:
            self.say_sentence(phrase("Choose a campaign first, then press Delete."))
            return
        asked = N_("Enter: move {name} to the bin?  u would put it back; Esc leaves it.")
        self.say_sentence(phrase(asked, name=self._binning.name))

    @work(exclusive=True, group="shelves")
    async def _to_bin(self, shelf: Shelf) -> None:
        try:
            await self.app.history.close()
            await self.app.worker.bin(shelf.path, shelf.name)
        except Refusal as refusal:
            self.say_sentence(say(refusal.message))
            return
        self.app.follow_desk()
        self.say_sentence(phrase("{name} is in the bin; u puts it back.", name=shelf.name))
        self.list_campaigns()

    @work(exclusive=True, group="shelves")
    async def action_undo(self) -> None:
        """Put back the campaign that was binned last."""
        try:
            back = await self.app.worker.unbin()
        except Refusal as refusal:
            self.say_sentence(say(refusal.message))
            return
        if back is None:
            self.say_sentence(phrase("Nothing has been moved to the bin."))
            return
        name, path = back
        self.say_sentence(phrase("{name} is back.", name=name))
        self.list_campaigns(path)

    @work
    async def action_rename(self) -> None:
        """Rename the campaign under the cursor."""
        shelf = self._chosen()
        if shelf is None:
            self.say_sentence(phrase("Choose a campaign first, then press R to rename it."))
            return
        asked = Message("another name for {name}", name=shelf.name)
        name = await self.line(asked, shelf.name)
        if not name or name == shelf.name:
            return
        try:
            await self.app.history.close()
            renamed = await self.app.worker.rename(shelf.path, name)
        except Refusal as refusal:
            self.say_sentence(say(refusal.message))
            return
        self.app.follow_desk()
        self.say_sentence("")
        self.list_campaigns(renamed)

    def action_cursor(self, direction: str) -> None:
        """Move the cursor in the list."""
        match direction:
            case "up":
                self._list.action_cursor_up()
            case "down":
                self._list.action_cursor_down()
            case "nw":
                self._list.action_first()
            case "sw":
                self._list.action_last()

    def action_cursor_far(self, direction: str) -> None:
        """Move the cursor five lines."""
        for _ in range(5):
            self.action_cursor(direction)

    def action_choose(self) -> None:
        """Do what the cursor is on."""
        self._list.action_select()

    @work
    async def action_search(self) -> None:
        """Search for a campaign by name."""
        wanted = (await self.line(Message("/ campaign"))).casefold()
        found = [shelf for shelf in self._shelves if wanted and wanted in shelf.name.casefold()]
        if not self.take_hits([str(shelf.path) for shelf in found]):
            self.say_sentence(phrase("No campaign found."))

    def here(self) -> str | None:
        """The row under the cursor."""
        at = self._list.highlighted
        return None if at is None else self._list.get_option_at_index(at).id

    def go_there(self, place: str) -> None:
        """Move the cursor to a row."""
        self._list.highlighted = self._list.get_option_index(place)

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def action_help(self) -> None:
        """Show the keys of this screen."""
        from tui.kit.help import Help

        self.app.push_screen(Help(self.app.keys, self.TABLE))

    def action_go_journey(self) -> None:
        """Go back to the open campaign, if any."""
        self._switch("journey")

    def action_go_encounter(self) -> None:
        """Go to the open campaign's encounter, if any."""
        self._switch("encounter")

    def action_go_party(self) -> None:
        """Go to the open campaign's party, if any."""
        self._switch("party")

    def action_go_sessions(self) -> None:
        """Go to the open campaign's sessions, if any."""
        self._switch("sessions")

    action_go = action_go_journey

    def action_close(self) -> None:
        """Cancel deleting a campaign; else go back to the open one, if any."""
        if self._binning is not None:
            self._binning = None
            self.say_sentence("")
            return
        self._switch("journey")

    def _switch(self, mode: str) -> None:
        if self.app.moment is not None:
            self.app.switch_mode(mode)
        else:
            self.say_sentence(phrase("No campaign is open: choose one with Enter."))

    def action_next_pane(self) -> None:
        """Focus the list, the only pane."""
        self._list.focus()

    action_previous_pane = action_next_pane

    def action_redraw(self) -> None:
        """Draw the screen again."""
        self.refresh(layout=True)

    def action_leave(self) -> None:
        """Leave Outrider; everything is saved."""
        self.app.exit()
