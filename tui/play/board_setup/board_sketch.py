"""A board to generate: its kind of terrain, seed and size, and a picture of it."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from core.combat.board.board_templates import HEIGHT, RECIPES, WIDTH, blank, template
from core.combat.board.drawing import Board, battlefield
from core.messages import Message, Refusal, Template
from core.play.facts.state import Assets, State
from core.play.fight.setup.places import landscape
from core.values import Struct
from tui.kit.phrases import Words

BLANK = "blank"


class BoardSketch(Struct):
    """A board to generate: a kind of terrain (or "blank"), seed, size, river."""

    terrain: str
    seed: int = 0
    width: int = WIDTH
    height: int = HEIGHT
    river: bool = False

    def board(self, assets: Assets) -> Board:
        """Generate the board. Refusal "bad_size"."""
        if self.terrain == BLANK:
            return blank(self.width, self.height, assets.rules)
        return template(
            self.terrain, self.seed, assets.rules, self.width, self.height, river=self.river
        )


def sources(state: State, assets: Assets) -> dict[str, Words]:
    """The labels of the kinds of boards: the hex's terrain first, then all others, and none."""
    here = landscape(state, assets).terrain
    known = assets.rules.terrain
    by_name: dict[str, Words] = {}
    for slug in (here, *known, *RECIPES):
        name: Words | None
        if slug in PLACES:
            name = Message(PLACES[slug])
        elif slug in known:
            name = known[slug].name_in()
        else:
            name = None
        if slug == here and state.hex_now:
            words = Message("{terrain} (hex {hex})", terrain=name or slug, hex=state.hex_now)
            by_name.setdefault(slug, words)
        elif name is not None:
            by_name.setdefault(slug, name)
    return by_name | {BLANK: Message("empty board")}


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


def picture(board: Board, assets: Assets) -> tuple[str, ...]:
    """The preview rows of a board; () when it cannot be read."""
    try:
        return battlefield(board, (), assets.rules.combat.ground).rows
    except Refusal:
        return ()
