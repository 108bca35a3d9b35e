"""The board of a case: map, walls and creatures, as a scene under the case's ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from core.casebook.cases import BOARD
from core.combat.board.drawing import Board
from core.combat.board.encounter_file import check_creatures, creature_in, lay_out, named_square
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import NAME, Block, Square
from core.files import Keys
from core.rulesets.schema import Ruleset

CREATURE = (
    "id", "size", "at", "side", "long", "reach", "weapon_reach", "space", "conditions", "rides",
    "reaction",
)  # fmt: skip


def read_board(board: Mapping[str, Any], rules: Ruleset) -> Scene:
    """Return the scene of a case's `board` keys. FileError names what cannot be read."""
    given = Keys(board, BOARD, quoted=True)
    rows = tuple(given.word("map", "").split())
    drawn = Board(rows, given.words("edge_walls"), given.words("edge_low"))
    field = lay_out(drawn, rules.combat.ground)
    creatures = []
    for row in given.tables("creatures", CREATURE):
        id = row.word("id")
        row.word("size", None, tuple(rules.combat.sizes))
        row.need("at")
        conditions_of(row, "conditions", rules)
        creatures.append(creature_in(row, id))
    scene = Scene(rules, field, tuple(creatures))
    check_creatures(scene)
    return scene


def conditions_of(given: Keys, key: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the conditions and situations under `key`; FileError names an unknown one."""
    names = given.words(key)
    for number, name in enumerate(names, start=1):
        if name in rules.combat.conditions:
            continue
        raise given.none_of(f"{key}[{number}]", name, rules.combat.conditions)
    return names


def creature_of(given: Keys, key: str, scene: Scene) -> Creature:
    """Return the creature whose id is under `key`; FileError when there is none."""
    id = given.word(key)
    if id in scene.by_id:
        return scene.by_id[id]
    near = get_close_matches(id, scene.by_id, n=1)
    if near:
        raise given.wrong(key, "There is no creature {id} here; did you mean {meant}?",
                          id=id, meant=near[0])  # fmt: skip
    raise given.wrong(key, "There is no creature {id} here.", id=id)


def ids_of(given: Keys, key: str, scene: Scene) -> tuple[str, ...]:
    """Return the ids of creatures under `key`; FileError names an unknown one."""
    ids = given.words(key)
    for number, id in enumerate(ids, start=1):
        if id not in scene.by_id:
            raise given.wrong(f"{key}[{number}]", "There is no creature {id} here.", id=id)
    return ids


def square_of(given: Keys, key: str, scene: Scene) -> Square:
    """Return the square named under `key`; FileError off the map."""
    return _square(given, key, given.word(key), scene)


def path_of(given: Keys, key: str) -> tuple[Square, ...]:
    """Return a list of squares, which may leave the map; FileError when it is empty."""
    given.some(key)
    return tuple(
        named_square(given, f"{key}[{number}]", text)
        for number, text in enumerate(given.words(key), start=1)
    )


def place_of(given: Keys, key: str, scene: Scene) -> Block:
    """Return the space of the creature, or the square, under `key`."""
    text = given.word(key)
    if text in scene.by_id:
        return scene.body(scene.by_id[text])
    near = get_close_matches(text, scene.by_id, n=1)
    if near and NAME.fullmatch(text.upper()) is None:
        raise given.wrong(
            key, "{text} is neither a creature here nor a square; did you mean {meant}?",
            text=text, meant=near[0],
        )  # fmt: skip
    return Block(*_square(given, key, text, scene), 1)


def _square(given: Keys, key: str, text: str, scene: Scene) -> Square:
    square = named_square(given, key, text)
    if not scene.field.holds(square):
        raise given.wrong(key, "{square} is not on the map", square=text)
    return square
