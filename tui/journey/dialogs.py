"""The dialogs of the Journey: the route as a list of legs, and a map for the open campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import N_, Hours, Kilometres, KmPerHour, Message, Refusal, Template, exact
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.travel.stretches import Stretch
from core.values import replace
from tui.kit.modal import Modal, label
from tui.kit.phrases import distance_unit, phrase, say
from tui.kit.pick_list import PickInput, PickRow, Picks, picks
from tui.kit.text_line import FileSuggester, LineInput, WordSuggester, typed_path
from tui.play.command_line.leg_lines import AFLOAT, PACES, is_afloat, legs, written
from tui.play.dialogs.map_preview import MapPreview, hex_size, preview, usual_hex_size

Legs: TypeAlias = tuple[Stretch, ...]
AFLOAT_MEANINGS: Mapping[str, Template] = {
    "down": N_("down: with the current; its km/h may follow"),
    "up": N_("up: against the current"),
    "drift": N_("drift: on through the night, with a guide"),
    "guide": N_("guide: somebody steers while it drifts"),
    "towed": N_("towed: by animals on the bank"),
    "oars": N_("oars: a ship under oars alone"),
}
"""Words of a leg afloat, and what they mean."""


class LegsEditor(Modal[tuple[Stretch, ...] | None]):
    """Asks for legs one by one until an empty line; returns None when the GM leaves.

    `refuse` refuses the whole way with what is typed: the line says why, and the legs stay. `paces`
    are offered.
    """

    CSS_PATH = "legs.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("ctrl+u", "drop", "take the last back", priority=True, id="legs-drop"),
    ]

    def __init__(
        self,
        before: tuple[Stretch, ...],
        rules: Ruleset,
        refuse: Callable[[Legs], None],
        paces: tuple[str, ...] = PACES,
    ) -> None:
        super().__init__()
        self._rules = rules
        self._paces = paces
        self._refuse = refuse
        self._legs = list(before)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("The way ahead, leg by leg"), id="head")
            yield label(id="legs")
            yield label(id="wrong")
            shown = Picks(6)
            yield PickInput(
                lambda text: leg_rows(text, self._rules, self._paces), shown, enter=False
            )
            yield shown
            yield label(
                Message(
                    "{unit} terrain way pace: 24 forest road   Enter adds, empty Enter goes",
                    unit=distance_unit(),
                ),
                classes="hint",
            )
            yield label(
                Message("Up Down pick   Tab takes   Ctrl+U takes the last back   Esc leaves"),
                classes="hint",
            )

    def _show(self) -> None:
        lines = [f"{number:>3}  {written(leg)}" for number, leg in enumerate(self._legs, 1)]
        total = sum((leg.km for leg in self._legs), Kilometres(0))
        if lines:
            lines.append(phrase("     {km} in all", km=Kilometres(total)))
        self.write("legs", "\n".join(lines) or Message("no legs yet"))

    on_mount = _show

    @on(Input.Changed)
    def _mended(self) -> None:
        self.write("wrong", None)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = event.input.value.strip()  # not the event's: a second Enter may follow at once
        try:
            more = legs(text, self._rules)
            numbered = enumerate((*self._legs, *more), 1)
            whole = tuple(replace(leg, leg=number) for number, leg in numbered)
            if whole:
                self._refuse(whole)
        except Refusal as refusal:
            self.refuse_line(event.input, refusal.message)
            return
        if not text:
            self.dismiss(whole)
            return
        self._legs = list(whole)
        event.input.clear()
        self._show()

    def action_drop(self) -> None:
        """Drop the typed text; where there is none the last leg is a line again, selected."""
        typed = self.query_one(Input)
        if typed.value:
            typed.clear()
        elif self._legs:
            typed.value = written(self._legs.pop())
            typed.select_all()
            self._show()


def leg_rows(text: str, rules: Ruleset, paces: tuple[str, ...] = PACES) -> tuple[PickRow, ...]:
    """The lines that the last word of `text` may mean, with the pace that the ground leaves."""
    before, _, last = text.rpartition(" ")
    if not before.strip() or not last or last[0].isdigit():
        return ()
    rows = []
    _, *words = before.lower().split()
    offered = _afloat_words(rules) if is_afloat(words, rules) else _words(rules, paces)
    for row in picks(tuple(offered), last):
        line = f"{before} {row.value}"
        exact = row.value == last.lower()
        rows.append(replace(row, value=text if exact else line))
    return tuple(rows)


def _words(rules: Ruleset, paces: tuple[str, ...]) -> Iterator[PickRow]:
    for slug, row in rules.terrain.items():
        words = (word for word, meant in rules.words.terrain.items() if meant == slug)
        pace = Message(
            "x{road} by road, x{trackless} off it",
            road=exact(row.road),
            trackless=exact(row.trackless),
        )
        yield PickRow(slug, row.name_in(), say(pace), also=(*row.name.values(), *words))
    for slug, way in rules.ways.items():
        words = (word for word, meant in rules.words.way.items() if meant == slug)
        yield PickRow(slug, way.name_in(), also=(*way.name.values(), *words))
    for slug in paces:
        yield PickRow(slug, slug)
    yield from _afloat_words(rules)


def _afloat_words(rules: Ruleset) -> Iterator[PickRow]:
    for slug, boat in rules.boats.items():
        pace = Message("{pace}, {hours} a day", pace=KmPerHour(boat.km_h), hours=Hours(boat.hours))
        yield PickRow(slug, boat.name_in(), say(pace), also=tuple(boat.name.values()))
    for water in ("river", "lake", "sea"):
        yield PickRow(water, phrase(water))
    for word in AFLOAT:
        yield PickRow(word, phrase(AFLOAT_MEANINGS[word]))


class ImportMap(Modal[tuple[RegionMap, Fraction, str] | None]):
    """Asks for a map, its scale (kilometres a hex) and place; returns None when the GM leaves."""

    CSS_PATH = "import_map.tcss"
    AUTO_FOCUS = "Input"

    def __init__(self, rules: Ruleset, file: str) -> None:
        super().__init__()
        self._rules = rules
        self._file = file
        self._preview: MapPreview | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("Map: a text-mapper file"), id="head")
            yield LineInput(self._file, id="map", compact=True, suggester=FileSuggester())
            yield label(id="preview")
            yield label(Message("{unit} a hex", unit=distance_unit()), classes="after")
            yield LineInput(usual_hex_size(), id="hex_km", compact=True, classes="after")
            yield label(Message("party at (hex or place)"), classes="after")
            yield LineInput(
                id="place", compact=True, classes="after", suggester=WordSuggester(self._places)
            )
            yield label(id="wrong")

    def on_mount(self) -> None:
        self.query(".after").set(display=False)

    def _places(self) -> tuple[str, ...]:
        if self._preview:
            return self._preview.places
        return ()

    @on(Input.Submitted, "#map")
    def _file_named(self, event: Input.Submitted) -> None:
        try:
            self._preview = preview(typed_path(event.value), self._rules)
        except Refusal as refusal:
            self.refuse_line(event.input, refusal.message)
            return
        self.write("wrong", None)
        text = "\n".join(map(say, self._preview.words))
        self.write("preview", text)
        self.query(".after").set(display=True)
        self.query_one("#hex_km").focus()

    @on(Input.Submitted, "#hex_km")
    def _scaled(self, event: Input.Submitted) -> None:
        try:
            hex_size(event.value)
        except Refusal as refusal:
            self.refuse_line(event.input, refusal.message)
            return
        self.write("wrong", None)
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
        self.dismiss((self._preview.region, size, place))
