"""The dialog that asks for a board: generated, empty, or from an encounter file."""

from __future__ import annotations

import re
from functools import partial
from typing import TypeAlias

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList

from core.combat.board.drawing import Board
from core.combat.board.encounter_file import EncounterFile
from core.messages import N_, Message, Refusal
from core.play.facts.state import Assets, State
from core.values import replace
from tui.kit.lines_view import words
from tui.kit.modal import Choices, Modal, label, option
from tui.kit.phrases import phrase
from tui.kit.text_line import FileSuggester, TextLine
from tui.play.board_setup.board_sketch import BoardSketch, first_sketch, picture, sources
from tui.play.board_setup.drawn_encounter import read_file

FILE = "file"
FROM_FILE = N_("from a file ...")
SIZE = re.compile(r"(\d{1,3})\s*(?:x|\s|\*)\s*(\d{1,3})", re.ASCII)
WIDE = 48
HIGH = 17
"""So much of a board is previewed."""

Chosen: TypeAlias = Board | EncounterFile


class DrawBoard(Modal[Chosen | None]):
    """Asks for a board: returns a `Board`, an `EncounterFile`, or None when the GM leaves.

    It begins with the terrain of the hex; with `files` an encounter file can be named. Small
    letters lead to the board that begins with them.
    """

    YIELDS = "line"
    CSS_PATH = "board_dialog.tcss"

    def __init__(self, state: State, assets: Assets, *, files: bool = True) -> None:
        super().__init__()
        self._state = state
        self._world = assets
        self._sources = sources(state, assets)
        self._sketch = first_sketch(state, assets)
        self._files = files
        self._begun = ""
        """The letters typed of a board's name."""
        self._unknown = ""
        """The letters with which no board begins, until that has been read."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("the board"), id="head")
            with Horizontal():
                rows = [option(words(name), id) for id, name in self._sources.items()]
                if self._files:
                    rows.append(option(phrase(FROM_FILE), FILE))
                yield Choices(*rows, compact=True)
                yield label(id="preview")
            yield label(id="told")
            yield label(
                Message(
                    "letters find   ! another   R river   S size   Enter takes it   Esc leaves"
                ),
                classes="hint",
            )

    def on_mount(self) -> None:
        """Begin with the terrain of the hex."""
        ids = list(self._sources)
        terrain = self._sketch.terrain
        if terrain in ids:
            self.query_one(Choices).highlighted = ids.index(terrain)
        else:
            self.query_one(Choices).highlighted = 0
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
        letter = event.character or ""
        is_within_name = letter == " " and bool(self._begun)
        if letter.islower() or is_within_name:
            event.stop()
            self._find(letter)
            return
        if event.key == "enter":
            return
        self._begun = ""
        self._unknown = ""
        match letter:
            case "!":
                self._sketch = replace(self._sketch, seed=self._sketch.seed + 1)
            case "R":
                self._sketch = replace(self._sketch, river=not self._sketch.river)
            case "S":
                self._ask_size()
            case _:
                return
        event.stop()
        self._show()

    def _find(self, letter: str) -> None:
        self._begun += letter
        names = [words(name).lower() for name in self._sources.values()]
        if self._files:
            names.append(phrase(FROM_FILE))
        places = [place for place, name in enumerate(names) if name.startswith(self._begun)]
        self._unknown = "" if places else self._begun
        if places:
            self.query_one(Choices).highlighted = places[0]
        else:
            self._say_unknown()

    def _say_unknown(self) -> None:
        told = Message(
            "No board here begins with '{text}'. Up and Down pick one.", text=self._begun
        )
        self.write("told", told)

    @work
    async def _ask_size(self) -> None:
        start = f"{self._sketch.width}x{self._sketch.height}"
        prompt = Message("columns and rows, to 500 (40x24)")
        typed = await self.app.push_screen_wait(TextLine(prompt, start, self._sized, replace=True))
        if typed:
            self._sketch = self._sized(typed)
            self._show()

    def _sized(self, text: str) -> BoardSketch:
        match = SIZE.fullmatch(text.strip().lower())
        if match is None:
            raise Refusal("bad_size", "'{text}' is not a size. Write it like 40x24.", text=text)
        width, height = map(int, match.groups())
        sketch = replace(self._sketch, width=width, height=height)
        sketch.board(self._world)
        return sketch

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if self._unknown:
            self._say_unknown()
            self._begun = ""
            self._unknown = ""
        elif event.option_id == FILE:
            self._ask_file()
        else:
            self.dismiss(self._sketch.board(self._world))

    @work
    async def _ask_file(self) -> None:
        prompt = Message("an encounter file (Tab completes)")
        read = partial(read_file, state=self._state, assets=self._world)
        typed = await self.app.push_screen_wait(TextLine(prompt, "", read, FileSuggester()))
        if typed:
            self.dismiss(read(typed))
