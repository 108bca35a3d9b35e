"""The terrain and the places of an encounter: spaces, room, the party in marching order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.board_templates import PLAIN
from core.combat.board.drawing import squares_of
from core.combat.board.room import Room, clearance, common_ground, start_of
from core.combat.board.squares import Battlefield, Block, Square, parse_square
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.combatants import Being, being_of, beings
from core.play.facts.state import Assets, Member, State
from core.play.fight.fight_scene import field_of, framed
from core.play.fight.health import is_vehicle
from core.play.fight.vehicles import find_footprint
from core.rulesets.schema import Ruleset
from core.travel.lexicon import lexicon
from core.values import Struct, replace

MEDIUM = "M"
HIGHEST = 500
"""The greatest height above the ground, or depth below it, in squares."""


def encounter_of(state: State, id: str) -> Encounter:
    """Return the encounter with this id. Refusal "unknown_encounter"."""
    encounter = state.encounter(id)
    if encounter is None:
        raise Refusal("unknown_encounter", "There is no encounter {id}.", id=id)
    return encounter


def known_being(state: State, encounter: Encounter, creature_id: str) -> Being:
    """Return the member or creature of the encounter with this id. Refusal "unknown_creature"."""
    being = being_of(state, encounter, creature_id)
    if being is None:
        raise Refusal(
            "unknown_creature",
            "There is no {who} in {encounter}.",
            who=creature_id,
            encounter=encounter.name,
        )
    return being


def space_of(being: Being, rules: Ruleset) -> int:
    """Return the side of a creature's space in squares; an unknown size counts as Medium."""
    if isinstance(being, Member) and is_vehicle(being):
        return find_footprint(being, rules).side
    figures = framed(being, rules)
    if figures.space is not None:
        return max(1, figures.space)
    row = rules.combat.sizes.get(figures.size) or rules.combat.sizes.get(MEDIUM)
    if row is None:
        return 1
    return max(1, row.space)


def body_at(being: Being, anchor: str, field: Battlefield, rules: Ruleset) -> Block:
    """Return the space of a creature at an anchor. Refusals: "unknown_square", "off_the_map"."""
    body = Block(*parse_square(anchor), space_of(being, rules))
    if not field.contains(body):
        raise Refusal(
            "off_the_map",
            "{name} would not be on the map at {square}.",
            name=being.name,
            square=anchor,
        )
    return body


def body_outside_walls(being: Being, anchor: str, field: Battlefield, rules: Ruleset) -> Block:
    """Return the squares of a creature at `anchor`. Refusals: "in_wall", those of `body_at`."""
    body = body_at(being, anchor, field, rules)
    if field.block(body) & field.solid:
        raise Refusal(
            "in_wall",
            "{name} would be inside a wall at {square}.",
            name=being.name,
            square=anchor,
        )
    return body


def bodies(state: State, encounter: Encounter, rules: Ruleset) -> dict[str, Block]:
    """Return the spaces of all creatures on a board, by id."""
    spaces = {being.id: space_of(being, rules) for being in beings(state, encounter)}
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


def check_figures(encounter: Encounter, state: State, field: Battlefield, assets: Assets) -> None:
    """Check that all figures are on the map, once each and not inside a wall.

    Refusals: "unknown_creature", "twice", "unknown_square", "off_the_map", "in_wall".
    """
    seen = set()
    for figure in encounter.figures:
        being = known_being(state, encounter, figure.id)
        if figure.id in seen:
            raise Refusal("twice", "{name} is placed twice.", name=being.name)
        seen.add(figure.id)
        if figure.at:
            body_outside_walls(being, figure.at, field, assets.rules)


def check_foes(foes: Iterable[Foe], taken: set[str]) -> None:
    """Check that creatures have names and new ids. Refusals: "id_taken", "no_name"."""
    seen = set(taken)
    for foe in foes:
        if not foe.id.strip() or foe.id in seen:
            raise Refusal("id_taken", "The id {id} is or was already in use.", id=foe.id)
        if not foe.name.strip():
            raise Refusal("no_name", "A creature needs a name.")
        seen.add(foe.id)


ON_BOARDS = ("character", "mount")
"""The kinds of members who come onto a board; vehicles are put there."""


def muster(
    state: State, assets: Assets, encounter: Encounter, square: Square | None = None
) -> tuple[Figure, ...]:
    """Return figures for the members who are present and not on the board yet.

    They are placed together, riders on their mounts, led animals last: the first nearest to the
    enemies, the others behind it. With `square` all come, the first there, wherever they are now;
    else the others near members on the board, in the start area of the encounter, or far from
    enemies, where the largest creature of the encounter can reach them on foot. Those without room
    are off the board, and the dead stay away. Refusal "unknown_board".
    """
    field = field_of(encounter, assets)
    coming = tuple(_coming(state, encounter if square is None else replace(encounter, figures=())))
    if not coming:
        return ()
    ids = {member.id for member in coming}
    others = tuple(one for one in encounter.figures if one.id not in ids)
    there = bodies(state, replace(encounter, figures=others), assets.rules)
    members = (member for member in state.travellers if member.role in ON_BOARDS)
    fighters: tuple[Being, ...] = (*members, *encounter.foes)
    sides = (space_of(one, assets.rules) for one in fighters)
    largest = max((1, *(body.side for body in there.values()), *sides))
    enemies = tuple(
        body.anchor
        for id, body in there.items()
        if (foe := encounter.foe(id)) is not None and foe.side != "party"
    )
    near = square or next((body.anchor for id, body in there.items() if state.member(id)), None)
    area = squares_of(encounter.start)
    ground = None
    if near is None and area:
        near = min(area, key=lambda one: clearance(one, enemies))
        ground = field.bits(area)
    elif near is None:
        near = start_of(field, "party", enemies)
        ground = common_ground(field, largest)
    room = room_among(field, there.values(), ground)
    places = {one.id: one.at for one in others}
    figures = []
    for member in coming:
        mount = state.member(member.rides) if member.rides else None
        if mount is not None and mount.role == "mount" and places.get(mount.id):
            places[member.id] = places[mount.id]
            upon = mount.id
        else:
            anchor = room.find(space_of(member, assets.rules), near, enemies)
            if anchor is None:
                places[member.id] = ""
            else:
                places[member.id] = str(anchor)
            upon = ""
        figure = encounter.figure(member.id) or Figure(member.id)
        figures.append(replace(figure, at=places[member.id], mount=upon, elevation=0, trail=()))
    return tuple(figures)


def _coming(state: State, encounter: Encounter) -> Iterator[Member]:
    members = []
    for member in state.travellers:
        figure = encounter.figure(member.id)
        placed = figure is not None and bool(figure.at)
        if member.role in ON_BOARDS and not placed:
            members.append(member)
    mounts = {member.id: member for member in members if member.role == "mount"}
    for member in members:
        if member.role != "mount":
            mount = mounts.pop(member.rides, None)
            yield from (member,) if mount is None else (mount, member)
    yield from mounts.values()


class Landscape(Struct):
    """A kind of terrain (a row of the overland table), and whether a river runs through."""

    terrain: str
    river: bool = False


def landscape(state: State, assets: Assets) -> Landscape:
    """Return the terrain around the party: by the map, else its leg, else plains.

    On legs that left the map it is that of the leg.
    """
    region = assets.region(state)
    if region is None:
        cell = None
    else:
        cell = region.cells.get(state.hex_now)
    if region is None or cell is None:
        stretches = () if state.plan is None else state.plan.stretches
        at = state.progress.stretch
        return Landscape((stretches[at].terrain if at < len(stretches) else "") or PLAIN)
    words = lexicon(assets.rules)
    ground = words.ground(cell)
    river = any(words.is_river(path) and cell.hex in path.hexes for path in region.paths)
    if ground.kind == "water":
        return Landscape(PLAIN, True)
    return Landscape(ground.slug or words.suggest(ground.word), river)
