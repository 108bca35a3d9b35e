"""A new campaign: name, rules, map or no map. Everything can be changed later."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.suggester import Suggester
from textual.widgets import Input, OptionList, Static

from core.messages import N_, Message, Refusal
from core.travel.regionmap import RegionMap
from saves.store.packaged_rulesets import PACKAGED, packaged
from tui.kit.choose import Choices, option
from tui.kit.modal import label
from tui.kit.phrases import phrase, say
from tui.kit.text_line import FileSuggester, LineInput, WordSuggester
from tui.play.map_preview import MapPreview, hex_size, preview
from tui.worker import Founding

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

FIELDS = ("name", "rules", "map", "hex_km", "place")


class NewCampaignScreen(Screen[None]):
    """Asks the three questions; Enter goes from one to the next, and begins at the last."""

    app: CampaignApp
    CSS_PATH = "new_campaign.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("back"), tooltip=N_("Back; nothing is made"), id="new-leave"),
        Binding("f10", "begin", N_("begin"), tooltip=N_("Begin the campaign"), id="new-begin"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._preview: MapPreview | None = None

    def compose(self) -> ComposeResult:
        yield label(Message("Outrider   new campaign"), id="title")
        with VerticalScroll():
            yield from self._field("name", N_("1  Its name"))
            yield label(Message("2  Rules"), classes="label")
            systems = (option(packaged(name).display_name(), name) for name in PACKAGED)
            yield Choices(*systems, id="rules", compact=True)
            hint = phrase("a text-mapper file; Tab completes; empty = none")
            yield from self._field("map", N_("3  Map"), hint, FileSuggester())
            yield label(id="preview")
            yield from self._field("hex_km", N_("   km a hex"), start="12")
            hint, places = phrase("a hex or a place; empty = the first place"), self._places
            yield from self._field("place", N_("   party at"), hint, WordSuggester(places))
        yield label(id="sentence")
        keys = Message("Enter next   Tab complete or next   F10 begin   Esc back")
        yield label(keys, id="keys")

    def _field(
        self, id: str, words: str, hint: str = "", suggester: Suggester | None = None,
        start: str = "",
    ) -> ComposeResult:  # fmt: skip
        with Horizontal(classes="field", id=f"{id}-field"):
            yield label(Message(words), classes="label")
            yield LineInput(start, id=id, compact=True, suggester=suggester, placeholder=hint)

    def on_mount(self) -> None:
        rules = self.query_one("#rules", OptionList)
        rules.highlighted = 0
        self._map_fields(False)
        self.query_one("#name", Input).focus()

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _next_field(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        control = event.input if isinstance(event, Input.Submitted) else event.option_list
        if control.id == "map" and not self._read_map():
            return
        last = "place" if self._preview else "map"
        if control.id == last:
            self.action_begin()
        else:
            self.query_one(f"#{FIELDS[FIELDS.index(str(control.id)) + 1]}").focus()

    def _places(self) -> tuple[str, ...]:
        return self._preview.places if self._preview else ()

    def _map_fields(self, shown: bool) -> None:
        for id in ("hex_km", "place"):
            self.query_one(f"#{id}-field").display = shown
        self.query_one("#preview").display = shown

    @on(Input.Blurred, "#map")
    def _read_map(self) -> bool:
        typed = self.query_one("#map", Input).value.strip()
        self.say_sentence("")
        self._preview = None
        if typed:
            try:
                self._preview = preview(Path(typed).expanduser(), packaged(self._rules()))
            except Refusal as refusal:
                self.say_sentence(say(refusal.message))
        self._map_fields(self._preview is not None)
        if self._preview is not None:
            self.query_one("#preview", Static).update(
                "\n".join(say(message) for message in self._preview.words)
            )
        return not typed or self._preview is not None

    def _rules(self) -> str:
        return PACKAGED[self.query_one("#rules", OptionList).highlighted or 0]

    def say_sentence(self, sentence: str) -> None:
        """Show what is wrong, or what is going on."""
        self.query_one("#sentence", Static).update(sentence)

    def _founding(self) -> Founding:
        name = self.query_one("#name", Input).value.strip()
        if not name:
            self.query_one("#name").focus()
            raise Refusal("no_name", "The campaign needs a name.")
        region: RegionMap | None = None
        hex_km, place = Fraction(12), ""
        if self._preview is not None:
            region = self._preview.region
            hex_km = hex_size(self.query_one("#hex_km", Input).value)
            place = self._preview.start(self.query_one("#place", Input).value.strip())
        return Founding(name, self._rules(), region, hex_km, place)

    def action_begin(self) -> None:
        """Begin the campaign."""
        if not self._read_map():
            return
        try:
            founding = self._founding()
        except Refusal as refusal:
            self.say_sentence(say(refusal.message))
            return
        waiting = Message("Beginning {name} ...", name=founding.name)
        self.app.enter(lambda worker: worker.found(founding), waiting)

    def action_leave(self) -> None:
        """Back to the list."""
        self.app.pop_screen()
