"""The encounter file: a map with its borders, the creatures on it, light and wind.

`parse_encounter` reads the text alone; `EncounterFile.scene` sets it up under a ruleset, which
knows the sizes, conditions and kinds of ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from core.combat.board.drawing import Board, Light, battlefield, lit, squares_of
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import NOWHERE, Battlefield, Block, borders, read_field
from core.effects.listed_effects import read_listed_effect
from core.file_schema import read_file
from core.files import FileError, blame
from core.messages import N_, Message, Refusal
from core.rulesets.combat_schema import Ground
from core.rulesets.condition_names import conditions_of, effect_names, effect_of
from core.rulesets.consistency import SIGNS
from core.rulesets.creature_words import size_of
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
            ("edge_veils[{}]", board.edge_veils),
        ):
            for number, edge in enumerate(edges, start=1):
                with blame(key.format(number)):
                    borders(plain, (edge,))
        for row in board.heights:
            if "/" in row.where:
                with blame("heights"):
                    borders(plain, row.where.split())
        raise


def check_creatures(scene: Scene) -> None:
    """Check that each creature has its own id, is on the map and rides one that can carry it.

    FileError names the key, counted from 1: "creatures[2].at".
    """
    seen = set()
    for number, creature in enumerate(scene.creatures, start=1):
        here = f"creatures[{number}]"
        if not creature.id.strip():
            raise FileError(f"{here}.id", Message("A creature needs an id of its own."))
        if creature.id in seen:
            message = Message("Two creatures have the id {id}.", id=creature.id)
            raise FileError(f"{here}.id", message, code="twice")
        seen.add(creature.id)
        mount = scene.by_id.get(creature.rides)
        if creature.rides and (mount is None or mount.id == creature.id):
            raise _no_mount(here, creature, scene.by_id)
        if mount is not None and mount.rides:
            message = Message(
                "{rider} rides {mount}, which rides {other} itself.",
                rider=creature.id,
                mount=mount.id,
                other=mount.rides,
            )
            raise FileError(f"{here}.rides", message, code="mount_rides")
        body = Block(creature.at.x, creature.at.y, scene.space(creature))
        if mount is not None or not scene.field.width or scene.field.contains(body):
            continue
        square = str(body.anchor)
        message = Message("{square} is not on the map.", square=square)
        if body.side != 1:
            message = Message(
                "A space of {side} x {side} squares at {square} is not wholly on the map.",
                side=body.side,
                square=square,
            )
        raise FileError(f"{here}.at", message, code="off_the_map")


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

    @property
    def effect_names(self) -> tuple[str, ...]:
        """The names of the effects on its creatures, as they are listed."""
        texts = (text for creature in self.creatures for text in creature.effects)
        return tuple(dict.fromkeys(read_listed_effect(text).name for text in texts))

    def scene(self, rules: Ruleset) -> Scene:
        """Return the scene under these rules. FileError names what is unknown or misplaced."""
        _check_legend(self, rules)
        creatures = tuple(spell_creature(one, rules) for one in self.creatures)
        for number, creature in enumerate(creatures, start=1):
            _check_rows(creature, f"creatures[{number}]", rules)
        creatures = tuple(_with_effects(one, n, rules) for n, one in enumerate(creatures, start=1))
        field = lay_out(self.board, rules.combat.ground)
        zones = enumerate(self.zones, start=1)
        lit_places = ((f"zones[{number}].squares", text) for number, (text, _) in zones)
        for key, text in (("start", self.start), *lit_places):
            for square in squares_of(text):
                if not field.holds(square):
                    message = Message("{square} is not on the map.", square=str(square))
                    raise FileError(key, message, code="off_the_map")
        scene = Scene(
            rules=rules,
            field=field,
            creatures=creatures,
            light=self.light,
            wind=self.wind,
            gravity=self.gravity,
            lit=lit(field, self.light, self.zones),
        )
        check_creatures(scene)
        return scene


def _with_effects(creature: Creature, number: int, rules: Ruleset) -> Creature:
    # A creature with its effects among its conditions, by the rows of the ruleset.
    conditions = list(creature.conditions)
    values = list(creature.values)
    for place, text in enumerate(creature.effects, start=1):
        listed = read_listed_effect(text)
        row = effect_of(listed.name, rules.combat)
        if not row:
            key = f"creatures[{number}].effects[{place}]"
            raise _none(key, N_("effect"), listed.name, effect_names(rules.combat))
        conditions.append(row)
        if listed.value:
            values.append((row, listed.value))
    return replace(
        creature,
        conditions=tuple(dict.fromkeys(conditions)),
        values=tuple(values),
        effects=(),
    )


def spell_creature(creature: Creature, rules: Ruleset) -> Creature:
    """Return a creature of a file with the slugs of its size and conditions, as it may be spelt."""
    return replace(
        creature,
        size=size_of(creature.size, rules.combat),
        conditions=conditions_of(creature.conditions, rules.combat),
    )


def parse_encounter(text: str) -> EncounterFile:
    """Parse an encounter file. FileError has the line or the key (`creatures[2].size`)."""
    from core.combat.board.encounter_schema import EncounterTables  # loaded with the first file

    tables = read_file(EncounterTables, text)
    return EncounterFile(
        ruleset=tables.ruleset,
        board=tables.board(),
        creatures=_with_riders(tuple(table.creature() for table in tables.creatures)),
        name=tables.name,
        light=tables.light,
        wind=tables.wind,
        gravity=tables.gravity,
        zones=tuple((zone.squares, zone.light) for zone in tables.zones),
        start=tables.start,
    )


def _with_riders(creatures: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """Return the creatures with riders where their mounts are (C-257)."""
    by_id = {creature.id: creature for creature in creatures}
    placed = []
    for number, creature in enumerate(creatures, start=1):
        placed.append(_with_mount(creature, f"creatures[{number}]", by_id))
    return tuple(placed)


def _with_mount(creature: Creature, here: str, by_id: Mapping[str, Creature]) -> Creature:
    if not creature.rides:
        return creature
    mount = by_id.get(creature.rides)
    if mount is None or creature.rides == creature.id:
        raise _no_mount(here, creature, by_id)
    if NOWHERE not in (creature.at, mount.at) and creature.at != mount.at:
        message = Message(
            "{rider} rides {mount}, which is at {square}.",
            rider=creature.id,
            mount=creature.rides,
            square=str(mount.at),
        )
        raise FileError(f"{here}.at", message)
    return replace(creature, at=mount.at, elevation=mount.elevation)


def _no_mount(here: str, creature: Creature, ids: Iterable[str]) -> FileError:
    others = [id for id in ids if id != creature.id]
    near = get_close_matches(creature.rides, others, n=1)
    message = Message(
        "{rider} rides {mount}, but no other creature has that id.",
        rider=creature.id,
        mount=creature.rides,
    )
    if near:
        message = Message(
            "{rider} rides {mount}, but no other creature has that id; did you mean {meant}?",
            rider=creature.id,
            mount=creature.rides,
            meant=near[0],
        )
    return FileError(f"{here}.rides", message, code="unknown_mount")


def _check_legend(file: EncounterFile, rules: Ruleset) -> None:
    ground = rules.combat.ground
    taken = {kind.sign: slug for slug, kind in ground.items() if kind.sign in SIGNS}
    for sign, slugs in file.board.legend:
        key = f"legend.{sign}"
        if sign in taken:
            message = Message(
                "'{sign}' is already the sign of {kind}.", sign=sign, kind=taken[sign]
            )
            raise FileError(key, message)
        if not slugs:
            raise FileError(key, Message("'{sign}' has no kind of ground.", sign=sign))
        for number, slug in enumerate(slugs, start=1):
            if slug not in ground:
                raise _none(f"{key}[{number}]", N_("kind of ground"), slug, tuple(ground))


def _check_rows(creature: Creature, here: str, rules: Ruleset) -> None:
    sizes = rules.combat.sizes
    conditions = rules.combat.conditions
    if creature.size not in sizes:
        by_rank = sorted(sizes, key=lambda name: sizes[name].rank)
        message = Message(
            "{ruleset} has no size {size}; there are {choices}.",
            ruleset=rules.id,
            size=creature.size,
            choices=tuple(by_rank),
        )
        raise FileError(f"{here}.size", message, code="unknown_size")
    states = tuple(name for name, row in conditions.items() if not row.situation)
    for number, name in enumerate(creature.conditions, start=1):
        key = f"{here}.conditions[{number}]"
        if name in conditions and conditions[name].situation:
            message = Message(
                "{name} follows from the map; it cannot be given to a creature.", name=name
            )
            raise FileError(key, message)
        if name not in states:
            raise _none(key, N_("condition"), name, states)


def _none(key: str, kind: str, value: str, known: tuple[str, ...]) -> FileError:
    what = Message(kind)
    near = get_close_matches(value, known, n=1)
    if near:
        message = Message(
            "There is no {what} {value}; did you mean {meant}?",
            what=what,
            value=value,
            meant=near[0],
        )
    else:
        message = Message(
            "There is no {what} {value}; there are {choices}.",
            what=what,
            value=value,
            choices=known,
        )
    return FileError(key, message)
