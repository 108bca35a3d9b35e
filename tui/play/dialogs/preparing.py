"""Preparing an encounter: the source of its board, its creatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from zlib import crc32

from core.combat.board.board_templates import HEIGHT, RECIPES, WIDTH, blank, template
from core.combat.board.drawing import Board, battlefield
from core.combat.board.encounter_file import EncounterFile, parse_encounter
from core.files import FileError
from core.messages import Message, Refusal, Template
from core.play.fight.encounter import Encounter, Zone
from core.play.fight.setup.commands import Prepare
from core.play.fight.setup.landscape import landscape
from core.play.fight.setup.recruits import drafted, encounter_id
from core.play.state import Assets, State
from core.values import Struct, replace
from saves.exchange.findings import read_text
from tui.kit.text_line import typed_path

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


class Source(Struct):
    """A source of boards: its id and its label."""

    id: str
    words: Message


def sources(state: State, assets: Assets) -> tuple[Source, ...]:
    """The sources of boards: the hex's terrain first, then all other kinds, and none."""
    here = landscape(state, assets)
    return tuple(_sources(here.terrain, state.place, assets))


def _sources(here: str, place: str, assets: Assets) -> Iterator[Source]:
    rows = dict.fromkeys((here, *assets.rules.terrain, *RECIPES))
    for slug in rows:
        name = Message(PLACES[slug]) if slug in PLACES else _shown(slug, assets)
        if slug == here and place:
            yield Source(slug, Message("{terrain} (hex {hex})", terrain=name, hex=place))
        elif slug in assets.rules.terrain or slug in PLACES:
            yield Source(slug, name)
    yield Source(BLANK, Message("empty board"))


PLACES: Mapping[str, Template] = {
    "urban": "Streets and houses",
    "river": "River with a ford",
    "indoors": "Hall with rooms",
    "corridor": "Winding passage",
}


def _shown(slug: str, assets: Assets) -> Message:
    row = assets.rules.terrain.get(slug)
    return Message("{name}", name=slug if row is None else row.shown())


def first_sketch(state: State, assets: Assets) -> BoardSketch:
    """The first proposal: the hex's terrain, with a seed of the encounter's own."""
    here = landscape(state, assets)
    seed = crc32(f"{state.place}/{len(state.encounters)}/{len(state.departed)}".encode())
    return BoardSketch(here.terrain, seed, river=here.river)


def drawn(name: str, board: Board | EncounterFile, state: State) -> DrawnEncounter:
    """An encounter of this name on a board, empty or as in its file. Refusal "no_name"."""
    words = name.strip()
    if isinstance(board, EncounterFile):
        words = words or board.name
    if not words:
        raise Refusal("no_name", "An encounter needs a name.")
    encounter = Encounter(encounter_id(words, state), words, "", place=state.place)
    if not isinstance(board, EncounterFile):
        return DrawnEncounter(Prepare(encounter), board)
    foes, figures = drafted(board.creatures, state)
    encounter = replace(
        encounter,
        light=board.light,
        wind=board.wind,
        gravity=board.gravity,
        zones=tuple(Zone(where, light) for where, light in board.zones),
        foes=foes,
        figures=figures,
        start=board.start,
    )
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
