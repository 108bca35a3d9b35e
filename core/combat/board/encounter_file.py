"""The encounter file: a map with its borders, the creatures on it, light and wind.

`parse_encounter` reads the text alone; `EncounterFile.scene` sets it up under a ruleset, which
knows the sizes, conditions and kinds of ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import get_args

from core.combat.board.drawing import (
    LIGHTS,
    Board,
    Door,
    DoorState,
    Light,
    battlefield,
    lit,
    squares_of,
)
from core.combat.board.scene import GRAVITIES, Creature, Scene
from core.combat.board.squares import (
    DIRECTIONS,
    Battlefield,
    Block,
    Square,
    borders,
    parse_square,
    read_field,
)
from core.creatures import MODES
from core.files import FileError, Keys, blame, read_toml
from core.messages import N_, Message, Refusal
from core.rulesets.combat_schema import Ground
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


def lay_out(board: Board, ground: Mapping[str, Ground]) -> Battlefield:
    """Return the battlefield of a board from a file.

    FileError names the key: "map", or that of a border ("doors[2].edge").
    """
    try:
        return battlefield(board, (), ground)
    except Refusal:
        with blame("map"):
            plain = read_field(board.rows, ground, legend=dict(board.legend))
        for key, edges in (
            ("edge_walls[{}]", board.edge_walls),
            ("doors[{}].edge", [door.edge for door in board.doors]),
            ("edge_low[{}]", board.edge_low),
        ):
            for number, edge in enumerate(edges, start=1):
                with blame(key.format(number)):
                    borders(plain, (edge,))
        raise


def check_creatures(scene: Scene) -> None:
    """Check that each creature has its own id, is on the map and rides one that can carry it.

    FileError names the key, counted from 1: "creatures[2].at".
    """
    seen = set()
    for number, creature in enumerate(scene.creatures, start=1):
        here = Keys({}, (), f"creatures[{number}].")
        if not creature.id.strip():
            raise here.wrong("id", "A creature needs an id of its own.")
        if creature.id in seen:
            raise here.wrong("id", "Two creatures have the id {id}.", code="twice", id=creature.id)
        seen.add(creature.id)
        mount = scene.by_id.get(creature.rides)
        if creature.rides and (mount is None or mount.id == creature.id):
            raise _no_mount(here, creature, scene.by_id)
        if mount is not None and mount.rides:
            raise here.wrong(
                "rides", "{rider} rides {mount}, which rides {other} itself.",
                code="mount_rides", rider=creature.id, mount=mount.id, other=mount.rides,
            )  # fmt: skip
        body = Block(creature.at.x, creature.at.y, scene.space(creature))
        if mount is not None or not scene.field.width or scene.field.contains(body):
            continue
        square = str(body.anchor)
        if body.side == 1:
            raise here.wrong("at", "{square} is not on the map.", code="off_the_map", square=square)
        raise here.wrong(
            "at", "A space of {side} x {side} squares at {square} is not wholly on the map.",
            code="off_the_map", side=body.side, square=square,
        )  # fmt: skip


TOP = (
    "ruleset", "name", "map", "edge_walls", "edge_low", "doors", "legend", "creatures", "light",
    "zones", "wind", "gravity", "start",
)  # fmt: skip
CREATURE = (
    "id", "name", "size", "at", "side", "long", "reach", "weapon_reach", "space", "conditions",
    "rides", "speed", "speeds", "hp", "ac", "attack", "init", "elevation", "hidden",
    "reaction",
)  # fmt: skip
DOORS = get_args(DoorState)
NOWHERE = Square(-1, -1)


class EncounterFile(Struct):
    """The content of an encounter file; `scene` checks sizes, conditions and signs.

    `zones` are squares as runs ("B2:5 C4") that are lit otherwise than the whole map, `start`
    those where the party enters ("" = anywhere).
    """

    ruleset: str
    board: Board
    creatures: tuple[Creature, ...]
    name: str = ""
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    zones: tuple[tuple[str, Light], ...] = ()
    start: str = ""

    def scene(self, rules: Ruleset) -> Scene:
        """Return the scene under these rules. FileError names what is unknown or misplaced."""
        _check_legend(self, rules)
        for number, creature in enumerate(self.creatures, start=1):
            _check_rows(creature, Keys({}, (), f"creatures[{number}]."), rules)
        field = lay_out(self.board, rules.combat.ground)
        zones = enumerate(self.zones, start=1)
        lit_places = ((f"zones[{number}].squares", text) for number, (text, _) in zones)
        for key, text in (("start", self.start), *lit_places):
            for square in squares_of(text):
                if not field.holds(square):
                    raise Keys({}, ()).wrong(
                        key, "{square} is not on the map.", code="off_the_map", square=str(square)
                    )
        scene = Scene(
            rules, field, self.creatures, self.light, self.wind, self.gravity,
            lit(field, self.light, self.zones),
        )  # fmt: skip
        check_creatures(scene)
        return scene


def parse_encounter(text: str) -> EncounterFile:
    """Parse an encounter file. FileError has the line or the key (`creatures[2].size`)."""
    top = Keys(read_toml(text), TOP)
    return EncounterFile(
        ruleset=top.word("ruleset"),
        board=_board(top),
        creatures=_creatures(top),
        name=top.word("name", ""),
        light=top.choice("light", LIGHTS, "bright"),
        wind=top.word("wind", "", DIRECTIONS),
        gravity=top.word("gravity", "normal", GRAVITIES),
        zones=tuple(
            (_runs(row, "squares"), row.choice("light", LIGHTS))
            for row in top.tables("zones", ("squares", "light"))
        ),
        start=_runs(top, "start") if "start" in top.table else "",
    )


def _board(top: Keys) -> Board:
    return Board(
        rows=tuple(top.word("map").split()),
        edge_walls=top.words("edge_walls"),
        edge_low=top.words("edge_low"),
        doors=tuple(
            Door(row.word("edge"), row.choice("state", DOORS, "closed"))
            for row in top.tables("doors", ("edge", "state"))
        ),
        legend=_legend(top),
    )


def _runs(row: Keys, key: str) -> str:
    text = row.word(key)
    with blame(f"{row.above}{key}"):
        squares_of(text)
    return text


def _legend(top: Keys) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = top.inside("legend", top.table.get("legend", {}))
    if table is None:
        return ()
    for sign in table.table:
        if len(sign) != 1 or not sign.isprintable() or sign.isspace():
            raise table.wrong(sign, "'{sign}' is not a single character.", sign=sign)
    return tuple((sign, table.words(sign)) for sign in table.table)


def _creatures(top: Keys) -> tuple[Creature, ...]:
    rows = top.tables("creatures", CREATURE)
    found = tuple(creature_in(row, _id(row)) for row in rows)
    places = {creature.id: creature.at for creature in found}
    heights = {creature.id: creature.elevation for creature in found}
    return tuple(_mounted(row, one, places, heights) for row, one in zip(rows, found, strict=True))


def _mounted(
    row: Keys, creature: Creature, places: dict[str, Square], heights: dict[str, int]
) -> Creature:
    # C-257
    if not creature.rides:
        return creature
    if creature.rides == creature.id or creature.rides not in places:
        raise _no_mount(row, creature, places)
    where = places[creature.rides]
    if NOWHERE not in (creature.at, where) and creature.at != where:
        raise row.wrong(
            "at", "{rider} rides {mount}, which is at {square}.",
            rider=creature.id, mount=creature.rides, square=str(where),
        )  # fmt: skip
    return replace(creature, at=where, elevation=heights[creature.rides])


def _no_mount(row: Keys, creature: Creature, ids: Iterable[str]) -> FileError:
    near = get_close_matches(creature.rides, [id for id in ids if id != creature.id], n=1)
    return row.wrong(
        "rides",
        "{rider} rides {mount}, but no other creature has that id; did you mean {meant}?"
        if near
        else "{rider} rides {mount}, but no other creature has that id.",
        code="unknown_mount", rider=creature.id, mount=creature.rides, meant="".join(near),
    )  # fmt: skip


def creature_in(row: Keys, id: str) -> Creature:
    """Return the creature of a table with keys of `CREATURE`. FileError names the key."""
    return Creature(
        id=id,
        size=row.word("size"),
        at=NOWHERE
        if "rides" in row and "at" not in row
        else named_square(row, "at", row.word("at")),
        side=row.word("side", ""),
        long=row.flag("long"),
        reach=row.maybe_squares("reach"),
        weapon_reach=row.maybe_squares("weapon_reach"),
        space=row.maybe_squares("space", least=1),
        conditions=row.words("conditions"),
        rides=row.word("rides", ""),
        name=row.word("name", ""),
        speed=row.maybe_squares("speed"),
        speeds=_speeds(row),
        hp=row.maybe_whole("hp", least=None),
        ac=row.maybe_whole("ac"),
        attack=row.maybe_whole("attack", least=None),
        init=row.maybe_whole("init", least=None),
        elevation=row.maybe_squares("elevation") or 0,
        hidden=row.flag("hidden"),
        reaction=row.flag("reaction") if "reaction" in row else None,
    )


def _id(row: Keys) -> str:
    id = row.word("id")
    if len(id.split()) != 1 or "," in id or id.startswith("-"):
        raise row.wrong(
            "id", "'{id}' is not an id. Write one word without a comma or a dash in front.", id=id
        )
    return id


def named_square(row: Keys, key: str, text: str) -> Square:
    """Return the square of this name under `key`. FileError names the key."""
    with blame(f"{row.above}{key}"):
        return parse_square(text)


def _speeds(row: Keys) -> tuple[tuple[str, int], ...]:
    speeds = row.squares_by("speeds", MODES)
    if "speed" in row and "walk" in dict(speeds):
        raise row.wrong("speeds.walk", "Give speed or speeds.walk, not both.")
    return speeds


def _check_legend(file: EncounterFile, rules: Ruleset) -> None:
    ground = rules.combat.ground
    taken = {kind.sign: slug for slug, kind in ground.items()}
    for sign, slugs in file.board.legend:
        here = Keys({}, (), "legend.")
        if sign in taken:
            raise here.wrong(sign, "'{sign}' is already the sign of {kind}.",
                             sign=sign, kind=taken[sign])  # fmt: skip
        if not slugs:
            raise here.wrong(sign, "'{sign}' has no kind of ground.", sign=sign)
        for number, slug in enumerate(slugs, start=1):
            if slug not in ground:
                raise _none(here, f"{sign}[{number}]", N_("kind of ground"), slug, tuple(ground))


def _check_rows(creature: Creature, here: Keys, rules: Ruleset) -> None:
    sizes, conditions = rules.combat.sizes, rules.combat.conditions
    by_rank = sorted(sizes, key=lambda name: sizes[name].rank)
    if creature.size not in sizes:
        raise here.wrong(
            "size", "{ruleset} has no size {size}; there are {choices}.", code="unknown_size",
            ruleset=rules.id, size=creature.size, choices=tuple(by_rank),
        )  # fmt: skip
    states = tuple(name for name, row in conditions.items() if not row.situation)
    for number, name in enumerate(creature.conditions, start=1):
        if name in conditions and conditions[name].situation:
            raise here.wrong(
                f"conditions[{number}]",
                "{name} follows from the map; it cannot be given to a creature.", name=name,
            )  # fmt: skip
        if name not in states:
            raise _none(here, f"conditions[{number}]", N_("condition"), name, states)


def _none(here: Keys, key: str, kind: str, value: str, known: tuple[str, ...]) -> FileError:
    what, near = Message(kind), get_close_matches(value, known, n=1)
    return here.wrong(
        key,
        "There is no {what} {value}; did you mean {meant}?"
        if near
        else "There is no {what} {value}; there are {choices}.",
        what=what, value=value, meant="".join(near), choices=known,
    )  # fmt: skip
