"""Free places on a board."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.battlefield import Battlefield
from core.combat.board.room import Room
from core.combat.board.squares import Block, parse_square
from core.play.fight.combatants import beings
from core.play.fight.creature_sizes import framed
from core.play.fight.encounter import Encounter
from core.play.fight.setup.preconditions import space_of
from core.play.state import State
from core.rulesets.schema import Ruleset


def bodies(state: State, encounter: Encounter, rules: Ruleset) -> dict[str, Block]:
    """Return the spaces of all creatures on a board, by id."""
    spaces = {being.id: space_of(framed(being, rules), rules) for being in beings(state, encounter)}
    return {
        figure.id: Block(*parse_square(figure.at), spaces[figure.id])
        for figure in encounter.figures
        if figure.at and figure.id in spaces
    }


def room_among(field: Battlefield, there: Iterable[Block], within: int | None = None) -> Room:
    """Return the room on a board beside these spaces."""
    taken = 0
    for body in there:
        taken |= field.block(body)
    return Room(field, taken, within)
