"""A new campaign: name, rules, map or no map. Everything can be changed later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from core.messages import N_, Message, Refusal
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.library.rulesets import Listed, own_shelf, startable
from tui.kit.modal import label
from tui.kit.phrases import distance_unit, phrase, say
from tui.kit.pick_list import PickInput, PickRow, Picks, picks
from tui.kit.text_line import LineInput, WordSuggester, typed_path
from tui.play.dialogs.map_preview import MapPreview, hex_size, map_rows, preview, usual_hex_size
from tui.worker import Founding

if TYPE_CHECKING:
    from tui.play.application.campaign_app import CampaignApp

FIELDS = ("name", "rules", "map", "hex_km", "place")


def by_name(rulesets: Iterable[Ruleset]) -> dict[str, Ruleset]:
    """Rulesets by their names; of two of one name the later has its id behind it."""
    named = dict[str, Ruleset]()
    for rules in rulesets:
        name = rules.display_name()
        named[f"{name} ({rules.id})" if name in named else name] = rules
    return named


def rule_rows(named: Mapping[str, Ruleset]) -> tuple[PickRow, ...]:
    """A row to pick for each of these rulesets."""
    return tuple(PickRow(name, name, also=(rules.id,)) for name, rules in named.items())


def left_out(shelf: Iterable[Listed]) -> tuple[Message, ...]:
    """A sentence for each of the GM's rulesets that cannot be picked: its first mistake."""
    sentences = []
    for entry in shelf:
        for wrong in entry.errors[:1]:
            place = ": ".join(part for part in (wrong.file, wrong.key) if part)
            sentences.append(
                Message(
                    "{name} cannot be picked: {place}: {problem}",
                    name=entry.id,
                    place=place,
                    problem=wrong.message,
                )
            )
    return tuple(sentences)


def rules_of(text: str, named: Mapping[str, Ruleset]) -> Ruleset:
    """The ruleset that `text` means; "" the first. Refusal "unknown_rules"."""
    rows = picks(rule_rows(named), text)
    if not rows:
        raise Refusal(
            "unknown_rules",
            "There are no rules called {text}; choose one of {known}.",
            text=text,
            known=tuple(named),
        )
    return named[rows[0].value]


class NewCampaignScreen(Screen[None]):
    """Asks the three questions; Enter goes from one to the next, and begins at the last."""

    app: CampaignApp
    CSS_PATH = "new_campaign.tcss"
    BINDINGS = [
        Binding("escape", "leave", N_("back"), tooltip=N_("Back; nothing is made"), id="new-leave"),
        Binding("f10", "begin", N_("begin"), tooltip=N_("Begin the campaign"), id="new-begin"),
    ]

    def __init__(self) -> None:
        super().__init__()
        shelf = own_shelf()
        self._systems = by_name(startable(shelf))
        self._left_out = left_out(shelf)
        self._preview: MapPreview | None = None
        self._previewed: tuple[str, str] | None = None
        """The path and the rules of that preview."""

    def compose(self) -> ComposeResult:
        yield label(Message("Outrider   new campaign"), id="title")
        with VerticalScroll():
            yield from self._field(Message("1  Its name"), LineInput(id="name", compact=True))
            systems = Picks(id="systems")
            maps = Picks(6, id="maps")
            rows = rule_rows(self._systems)
            rules = PickInput(lambda text: picks(rows, text), systems, "rules")
            yield from self._field(Message("2  Rules"), rules)
            yield systems
            for mistake in self._left_out:
                yield label(mistake, classes="left-out")
            yield from self._field(Message("3  Map"), PickInput(map_rows, maps, "map", enter=False))
            yield label(Message("a text-mapper file; empty = none"), classes="hint")
            yield maps
            yield label(id="preview")
            size = LineInput(usual_hex_size(), id="hex_km", compact=True)
            yield from self._field(Message("   {unit} a hex", unit=distance_unit()), size)
            hint = phrase("a hex or a place; empty = the first place")
            places = self._places
            place = LineInput(
                id="place", compact=True, placeholder=hint, suggester=WordSuggester(places)
            )
            yield from self._field(Message("   party at"), place)
        yield label(id="sentence")
        keys = Message("Enter next   Up Down pick   Tab complete or next   F10 begin   Esc back")
        yield label(keys, id="keys")

    def _field(self, words: Message, line: LineInput) -> ComposeResult:
        with Horizontal(classes="field", id=f"{line.id}-field"):
            yield label(words, classes="label")
            yield line

    def on_mount(self) -> None:
        self._map_fields(False)
        self.query_one("#name", Input).focus()

    @on(Input.Changed)
    def _mended(self) -> None:
        self.say_sentence("")

    @on(Input.Submitted)
    def _next_field(self, event: Input.Submitted) -> None:
        id = str(event.input.id)
        if id == "map":
            self._previewed = None  # the file may have been mended
        if self._wrong(id):
            return
        last = "place" if self._preview else "map"
        if id == last:
            self.action_begin()
        else:
            self.query_one(f"#{FIELDS[FIELDS.index(id) + 1]}").focus()

    @on(Input.Blurred, "#map")
    def _map_left(self) -> None:
        try:
            self._read_map()
        except Refusal as refusal:
            self.say_sentence(say(refusal.message))

    def _places(self) -> tuple[str, ...]:
        if self._preview:
            return self._preview.places
        return ()

    def _map_fields(self, display: bool) -> None:
        for id in ("hex_km", "place"):
            self.query_one(f"#{id}-field").display = display
        self.query_one("#preview").display = display

    def _read_map(self) -> None:
        typed = self._typed("map")
        rules = self._rules() if typed else None
        preview_key = None if rules is None else (typed, rules.id)
        if preview_key == self._previewed:
            return
        self._preview = self._previewed = None
        try:
            if rules is not None:
                self._preview = preview(typed_path(typed), rules)
                self._previewed = preview_key
        finally:
            self._map_fields(self._preview is not None)
        if self._preview is not None:
            self.query_one("#preview", Static).update("\n".join(map(say, self._preview.words)))

    def _typed(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()

    def _rules(self) -> Ruleset:
        return rules_of(self._typed("rules"), self._systems)

    def _check(self, id: str) -> None:
        match id:
            case "name" if not self._typed("name"):
                raise Refusal("no_name", "The campaign needs a name.")
            case "rules":
                self._rules()
            case "map":
                self._read_map()
            case "hex_km" if self._preview is not None:
                hex_size(self._typed("hex_km"))
            case "place" if self._preview is not None:
                self._preview.start(self._typed("place"))

    def _wrong(self, *ids: str) -> bool:
        for id in ids:
            try:
                self._check(id)
            except Refusal as refusal:
                self.query_one(f"#{id}").focus()
                self.say_sentence(say(refusal.message))
                return True
        return False

    def say_sentence(self, sentence: str) -> None:
        """Show what is wrong, or what is going on."""
        self.query_one("#sentence", Static).update(sentence)

    def action_begin(self) -> None:
        """Begin the campaign with the row that is lit, or go to the field that is wrong."""
        if isinstance(self.focused, PickInput):
            self.focused.take_picked()
        if not self._wrong(*FIELDS):
            founding = Founding(self._typed("name"), self._rules())
            if self._preview is not None:
                place = self._preview.start(self._typed("place"))
                size = hex_size(self._typed("hex_km"))
                founding = replace(founding, region=self._preview.region, hex_km=size, place=place)
            waiting = Message("Beginning {name} ...", name=founding.name)
            self.app.enter(lambda worker: worker.found(founding), waiting)

    def action_leave(self) -> None:
        """Back to the list."""
        self.app.pop_screen()
