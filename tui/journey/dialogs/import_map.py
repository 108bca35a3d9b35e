"""A map for the open campaign: a text-mapper file, with a preview before it is taken."""

from __future__ import annotations

from fractions import Fraction

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import Message, Refusal
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.values import Struct
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.kit.text_line import FileSuggester, LineInput, WordSuggester, typed_path
from tui.play.map_preview import MapPreview, hex_size, preview


class NewMap(Struct):
    """A map to adopt, its scale, and where the party stands on it."""

    region: RegionMap
    hex_km: Fraction
    place: str


class ImportMap(Modal[NewMap | None]):
    """Asks for file, scale (kilometres a hex) and place; returns None when the GM leaves."""

    CSS_PATH = "import_map.tcss"
    AUTO_FOCUS = "Input"

    def __init__(self, rules: Ruleset, file: str = "") -> None:
        super().__init__()
        self._rules = rules
        self._file = file
        self._preview: MapPreview | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("Map: a text-mapper file"), id="head")
            yield LineInput(self._file, id="map", compact=True, suggester=FileSuggester())
            yield label(id="preview")
            yield label(Message("km a hex"), classes="after")
            yield LineInput("12", id="hex_km", compact=True, classes="after")
            yield label(Message("party at (hex or place)"), classes="after")
            yield LineInput(
                id="place", compact=True, classes="after", suggester=WordSuggester(self._places)
            )
            yield label(id="wrong")

    def on_mount(self) -> None:
        self.query(".after").set(display=False)

    def _places(self) -> tuple[str, ...]:
        return self._preview.places if self._preview else ()

    @on(Input.Submitted, "#map")
    def _file_named(self, event: Input.Submitted) -> None:
        try:
            self._preview = preview(typed_path(event.value), self._rules)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.write("wrong", None)
        text = "\n".join(say(message) for message in self._preview.words)
        self.write("preview", text)
        self.query(".after").set(display=True)
        self.query_one("#hex_km").focus()

    @on(Input.Submitted, "#hex_km")
    def _scaled(self) -> None:
        self.query_one("#place").focus()

    @on(Input.Submitted, "#place")
    def _placed(self, event: Input.Submitted) -> None:
        assert self._preview is not None, "the place is asked after the file"
        try:
            size = hex_size(self.query_one("#hex_km", Input).value)
            place = self._preview.start(event.value.strip())
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(NewMap(self._preview.region, size, place))
