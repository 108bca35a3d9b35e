"""Preparing an encounter: its creatures, and its board, made of terrain, empty, or from a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TypeAlias
from zlib import crc32

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList

from core.combat.board.board_templates import HEIGHT, RECIPES, WIDTH, blank, template
from core.combat.board.drawing import Board, battlefield
from core.combat.board.encounter_file import EncounterFile, parse_encounter
from core.files import FileError
from core.messages import Message, Refusal, Template
from core.play.fight.encounter import Encounter, Zone
from core.play.fight.setup.commands import Prepare
from core.play.fight.setup.places import landscape
from core.play.fight.setup.recruits import drafted, encounter_id
from core.play.state import Assets, State
from core.values import Struct, replace
from saves.exchange.findings import read_text
from tui.kit.choose import Choices, option
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.kit.text_line import FileSuggester, TextLine, typed_path

BLANK = "blank"


class DrawnEncounter(Struct):
    """An encounter to prepare on a board, for `app.worker.prepare(command, board)`."""

    command: Prepare
    board: Board


class Redrawn(Struct):
    """Another board for an encounter, for `app.worker.redraw(encounter, board)`."""

    encounter: str
    board: Board


class BoardSketch(Struct):
    """A board to generate: a kind of terrain (or "blank"), seed, size, river."""

    terrain: str
    seed: int = 0
    width: int = WIDTH
    height: int = HEIGHT
    river: bool = False

    def again(self) -> BoardSketch:
        """Another drawing of the same sketch."""
        return replace(self, seed=self.seed + 1)

    def board(self, assets: Assets) -> Board:
        """Generate the board. Refusal "bad_size"."""
        if self.terrain == BLANK:
            return blank(self.width, self.height, assets.rules)
        return template(
            self.terrain, self.seed, assets.rules, self.width, self.height, river=self.river
        )


def sources(state: State, assets: Assets) -> dict[str, Message]:
    """The labels of the kinds of boards: the hex's terrain first, then all others, and none."""
    here, known = landscape(state, assets).terrain, assets.rules.terrain
    found: dict[str, Message] = {}
    for slug in (here, *known, *RECIPES):
        name = Message(PLACES[slug]) if slug in PLACES else None
        if slug in known and name is None:
            name = Message("{name}", name=known[slug].shown())
        if slug == here and state.place:
            words = Message("{terrain} (hex {hex})", terrain=name or slug, hex=state.place)
            found.setdefault(slug, words)
        elif name is not None:
            found.setdefault(slug, name)
    return found | {BLANK: Message("empty board")}


PLACES: Mapping[str, Template] = {
    "urban": "Streets and houses",
    "river": "River with a ford",
    "indoors": "Hall with rooms",
    "corridor": "Winding passage",
}


def first_sketch(state: State, assets: Assets) -> BoardSketch:
    """The first proposal: the hex's terrain, with a seed of the encounter's own."""
    here = landscape(state, assets)
    seed = crc32(f"{state.place}/{len(state.encounters)}/{len(state.departed)}".encode())
    return BoardSketch(here.terrain, seed, river=here.river)


def drawn(name: str, board: Board | EncounterFile, state: State) -> DrawnEncounter:
    """An encounter of this name on a board, empty or as in its file. Refusal "no_name"."""
    words = name.strip() or (board.name if isinstance(board, EncounterFile) else "")
    if not words:
        raise Refusal("no_name", "An encounter needs a name.")
    encounter = Encounter(encounter_id(words, state), words, "", place=state.place)
    if not isinstance(board, EncounterFile):
        return DrawnEncounter(Prepare(encounter), board)
    foes, figures = drafted(board.creatures, state)
    zones = tuple(Zone(where, light) for where, light in board.zones)
    encounter = replace(encounter, light=board.light, wind=board.wind, gravity=board.gravity,
                        zones=zones, foes=foes, figures=figures, start=board.start)  # fmt: skip
    return DrawnEncounter(Prepare(encounter), board.board)


def read_file(text: str, assets: Assets) -> EncounterFile:
    """Read an encounter file that these rules can set up. Refusal "bad_file"."""
    written = read_text(typed_path(text))
    try:
        found = parse_encounter(written)
        found.scene(assets.rules)
    except FileError as wrong:
        raise Refusal("bad_file", "{key}: {message}", key=wrong.key or str(wrong.line),
                      message=wrong.message) from None  # fmt: skip
    return found


def picture(board: Board, assets: Assets) -> tuple[str, ...]:
    """The preview rows of a board; () when it cannot be read."""
    try:
        return battlefield(board, (), assets.rules.combat.ground).rows
    except Refusal:
        return ()


FILE = "file"
SIZE = re.compile(r"(\d{1,3})\s*(?:x|\s|\*)\s*(\d{1,3})", re.ASCII)
WIDE, HIGH = 48, 17
"""So much of a board is previewed."""

Chosen: TypeAlias = Board | EncounterFile


class DrawBoard(Modal[Chosen | None]):
    """Asks for a board: returns a `Board`, an `EncounterFile`, or None when the GM leaves.

    It begins with the terrain of the hex; with `files` an encounter file can be named.
    """

    CSS_PATH = "draw_board.tcss"
    openers = "s"

    def __init__(self, state: State, assets: Assets, *, files: bool = True) -> None:
        super().__init__()
        self._world = assets
        self._sources = sources(state, assets)
        self._sketch = first_sketch(state, assets)
        self._files = files

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("the board"), id="head")
            with Horizontal():
                rows = [option(say(words), id) for id, words in self._sources.items()]
                if self._files:
                    rows.append(option(phrase("from a file ..."), FILE))
                yield Choices(*rows, compact=True)
                yield label(id="preview")
            yield label(id="told")
            yield label(
                Message("! another drawing   r river   s size   Enter takes it   Esc leaves"),
                classes="hint",
            )

    def on_mount(self) -> None:
        """Begin with the terrain of the hex."""
        ids, terrain = list(self._sources), self._sketch.terrain
        self.query_one(Choices).highlighted = ids.index(terrain) if terrain in ids else 0
        self._show()

    def _show(self) -> None:
        if self.query_one(Choices).here == FILE:
            self.write("preview", Message("an encounter file: its map and its creatures"))
            self.write("told", None)
            return
        rows = picture(self._sketch.board(self._world), self._world)
        self.write("preview", "\n".join(row[:WIDE] for row in rows[:HIGH]))
        self.write(
            "told",
            Message(
                "{width} x {height} squares, more than is shown"
                if len(rows) > HIGH or self._sketch.width > WIDE
                else "{width} x {height} squares",
                width=self._sketch.width,
                height=self._sketch.height,
            ),
        )

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        found = self.query_one(Choices).here
        if found and found != FILE:
            self._sketch = replace(self._sketch, terrain=found)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """The letters of the foot."""
        match event.character:
            case "!":
                self._sketch = self._sketch.again()
            case "r":
                self._sketch = replace(self._sketch, river=not self._sketch.river)
            case "s":
                self._ask_size()
            case _:
                return
        event.stop()
        self._show()

    @work
    async def _ask_size(self) -> None:
        start = f"{self._sketch.width}x{self._sketch.height}"
        prompt = Message("columns and rows, to 500 (40x24)")
        typed = await self.app.push_screen_wait(TextLine(prompt, start, self._sized, replace=True))
        if typed:
            self._sketch = self._sized(typed)
            self._show()

    def _sized(self, text: str) -> BoardSketch:
        found = SIZE.fullmatch(text.strip().lower())
        if found is None:
            raise Refusal("bad_size", "'{text}' is not a size. Write it like 40x24.", text=text)
        sketch = replace(self._sketch, width=int(found[1]), height=int(found[2]))
        sketch.board(self._world)
        return sketch

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == FILE:
            self._ask_file()
        else:
            self.dismiss(self._sketch.board(self._world))

    @work
    async def _ask_file(self) -> None:
        prompt = Message("an encounter file (Tab completes)")
        read = partial(read_file, assets=self._world)
        typed = await self.app.push_screen_wait(TextLine(prompt, "", read, FileSuggester()))
        if typed:
            self.dismiss(read(typed))
