"""Decisions on encounters that are set up, and on changes of their boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from core.combat.board.drawing import (
    BORDERS,
    LIGHTS,
    BoardEdit,
    DoorState,
    check_top,
    doors,
    edge_name,
    squares_of,
)
from core.combat.board.room import start_of
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import (
    DIRECTIONS,
    Battlefield,
    Block,
    Square,
    borders,
    no_ground,
    parse_square,
    union,
)
from core.combat.board.tops import field_at, find_top, is_borne, what_bears
from core.creatures import Mode
from core.dice import parse_dice
from core.messages import N_, Metres, Refusal, Template
from core.play.facts.encounter import SUMMONED, Encounter, Figure, Foe, Lasting, Until
from core.play.facts.fight.combatants import refuse_nobody, side_of
from core.play.facts.fight.setup.commands import (
    AddFoes,
    ChangeSide,
    Discard,
    EditFoe,
    Enter,
    Hide,
    Paint,
    Place,
    Prepare,
    Redraw,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetHazard,
    SetupCommand,
    Spot,
)
from core.play.facts.fight.setup.events import (
    AirSet,
    BoardPainted,
    BoardRedrawn,
    CreaturesPlaced,
    CreaturesRemoved,
    Discarded,
    DoorSet,
    FoeEdited,
    FoesAdded,
    HazardSet,
    Hidden,
    Mustered,
    Prepared,
    Renamed,
    SideChanged,
)
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import board_of, field_of, ground_of
from core.play.fight.health import is_vehicle
from core.play.fight.setup.places import (
    HIGHEST,
    bodies,
    body_at,
    check_figures,
    check_foes,
    encounter_of,
    known_being,
    muster,
    room_among,
    space_of,
)
from core.play.fight.setup.recruits import taken_ids
from core.play.fight.setup.saddles import check_saddle
from core.play.fight.setup.vehicle_places import (
    check_vehicle,
    find_passengers,
    place_figures,
)
from core.play.fight.turns.budget import left, use_action
from core.play.fight.turns.chase import rejoined
from core.play.fight.turns.decide import join_order
from core.play.fight.turns.lasting_conditions import MOST_ROUNDS, learn_effects
from core.play.fight.vehicles import find_vehicles, is_on_vehicle
from core.play.resolution import Resolution
from core.rulesets.combat_schema import Ground
from core.values import replace

MOST = 200
"""The most edits at once; more are a new board."""
ALREADY: dict[DoorState, Template] = {
    "open": "The door {edge} is already open.",
    "closed": "The door {edge} is already closed.",
    "locked": "The door {edge} is already locked.",
}


def paint(command: Paint, encounter: Encounter, assets: Assets) -> BoardPainted:
    """Draw on the board.

    Refusals: "unknown_board", "nothing_drawn", "too_much" (of edits), "unknown_ground",
    "unknown_border", "unknown_square", "bad_run", "bad_edge", "off_the_map", "bad_top",
    "no_top" for a height of what does not rise above the ground.
    """
    field = field_of(encounter, assets)
    if not any(edit.where.split() for edit in command.edits):
        raise Refusal("nothing_drawn", "There is nothing to draw.")
    if len(command.edits) > MOST:
        raise Refusal("too_much", "Draw at most {most} strokes at once.", most=MOST)
    for edit in command.edits:
        _check_height(edit, assets.rules.combat.ground)
        if "/" in edit.where:
            if edit.what not in BORDERS:
                raise Refusal(
                    "unknown_border", "'{what}' cannot be drawn on a border.", what=edit.what
                )
            borders(field, edit.where.split())
            continue
        if edit.what not in assets.rules.combat.ground:
            raise no_ground(edit.what, assets.rules.combat.ground)
        _check_squares(squares_of(edit.where), field)
    return BoardPainted(command.encounter, command.edits)


def _check_height(edit: BoardEdit, ground: Mapping[str, Ground]) -> None:
    if edit.height is None:
        return
    check_top(edit.height)
    kind = ground.get(edit.what)
    stands = edit.what not in ("nothing", "veil")
    if "/" not in edit.where:
        stands = kind is None or kind.solid or kind.cover
    if not stands:
        raise Refusal("no_top", "Only walls, low obstacles and doors have a height.")


def _check_squares(squares: Iterable[Square], field: Battlefield) -> None:
    for square in squares:
        if not field.holds(square):
            raise Refusal(
                "off_the_map",
                "{square} is not on the map, which has {width} columns and {height} rows.",
                square=str(square),
                width=field.width,
                height=field.height,
            )


def aside(board: str, encounter: Encounter, state: State, assets: Assets) -> Iterator[Spot]:
    """Yield free places for creatures in walls of another board, or off it.

    Refusal "unknown_board".
    """
    field = field_of(replace(encounter, board=board, edits=()), assets)
    where = bodies(state, encounter, assets.rules)
    fine = {
        id: body
        for id, body in where.items()
        if field.contains(body) and not field.block(body) & field.solid
    }
    room = room_among(field, fine.values())
    for figure in encounter.figures:
        if figure.id in where and figure.id not in fine and not figure.mount:
            body = where[figure.id]
            found = room.find(body.side, body.anchor)
            yield Spot(figure.id, "" if found is None else str(found), figure.elevation)


def door(resolution: Resolution, command: SetDoor, encounter: Encounter) -> None:
    """Open, close or lock a door.

    A creature that opens or closes one uses a move action, in pf2 one action (house default). The
    GM's own changes, and those before the first round, cost nothing.

    Refusals: "unknown_board", "bad_edge", "no_door", "unknown_creature", "door_already", and
    "door_locked" when a creature opens a locked door: the GM must unlock it.
    """
    edge = edge_name(command.edge)
    creature_id = command.who
    there = doors(board_of(encounter, resolution.assets), encounter.edits)
    if edge not in there:
        raise Refusal("no_door", "There is no door on {edge}.", edge=edge)
    if creature_id:
        known_being(resolution.state, encounter, creature_id)
    if there[edge] == command.state:
        raise Refusal("door_already", ALREADY[command.state], edge=edge)
    if creature_id and there[edge] == "locked" and command.state == "open":
        raise Refusal("door_locked", "The door {edge} is locked.", edge=edge)
    resolution.emit(DoorSet(command.encounter, edge, command.state, creature_id))
    played = encounter.round and encounter is resolution.before.fight
    if played and encounter.figure(creature_id) is not None and command.state != "locked":
        able = left(resolution.state, resolution.assets, creature_id).move
        use_action(resolution, creature_id, N_("a door"), able=able)


def air(command: SetAir, encounter: Encounter, assets: Assets) -> AirSet:
    """Set light, wind and gravity of an encounter.

    Refusals: "unknown_board", "bad_light", "bad_wind", "bad_gravity", "unknown_square", "bad_run",
    "off_the_map".
    """
    _check_air(command, field_of(encounter, assets))
    fields = ("light", "zones", "wind", "gravity")
    changed = " ".join(one for one in fields if getattr(encounter, one) != getattr(command, one))
    return AirSet(
        command.encounter, command.light, command.wind, command.gravity, command.zones, changed
    )


def set_hazard(command: SetHazard) -> HazardSet:
    """Set what hazardous ground does. Refusal "bad_dice" where its first word is no roll."""
    dice, _, _ = command.hazard.partition(" ")
    if dice:
        parse_dice(dice)
    return HazardSet(command.encounter, command.hazard)


def _check_air(air: SetAir | Encounter, field: Battlefield) -> None:
    lights = (air.light, *(zone.light for zone in air.zones))
    _refuse_unknown(
        "bad_light", N_("'{word}' is not a light. Write one of {choices}."), lights, LIGHTS
    )
    winds = ("", *DIRECTIONS)
    _refuse_unknown(
        "bad_wind", N_("'{word}' is not a wind. Write one of {choices}."), (air.wind,), winds
    )
    _refuse_unknown(
        "bad_gravity",
        N_("'{word}' is not a gravity. Write one of {choices}."),
        (air.gravity,),
        GRAVITIES,
    )
    for zone in air.zones:
        _check_squares(squares_of(zone.where), field)


def _refuse_unknown(
    code: str, template: str, words: Iterable[str], choices: tuple[str, ...]
) -> None:
    for word in words:
        if word not in choices:
            raise Refusal(code, template, word=word, choices=tuple(filter(None, choices)))


def decide_setup(resolution: Resolution, command: SetupCommand) -> None:
    """Decide a command of setup.

    Who comes on the board of a fight under way rolls initiative.

    Refusals: "unknown_encounter", those of its own function, "being_played" for an encounter to
    discard, "no_name", "nobody" and "unknown_creature", "acting" for the whole slot whose turn it
    is, "unknown_square", "off_the_map" and "too_high" for a place, those of `check_vehicle`,
    "own_mount", "mounted", "no_mount" and "carried" for a saddle, "hidden_already", "side_already".
    """
    state = resolution.state
    assets = resolution.assets
    emit = resolution.emit
    if isinstance(command, Prepare):
        learn_effects(resolution, command.effects or ())
        emit(prepare(command.encounter, state, assets))
        return
    encounter = encounter_of(state, command.encounter)
    match command:
        case Discard():
            if state.fight is encounter:
                raise Refusal(
                    "being_played",
                    "{encounter} is being played: end or pause it first.",
                    encounter=encounter.name,
                )
            emit(Discarded(encounter.id, encounter.name))
        case Rename(id, name):
            _check_name(name)
            emit(Renamed(id, name.strip()))
        case AddFoes():
            added = add(command, encounter, state, assets)
            emit(added)
            if not command.rolls_later:
                join_order(resolution, [figure.id for figure in added.figures])
        case EditFoe(id, foe):
            if encounter.foe(foe.id) is None:
                raise Refusal(
                    "unknown_creature",
                    "There is no {who} in {encounter}.",
                    who=foe.name or foe.id,
                    encounter=encounter.name,
                )
            if not foe.name.strip():
                raise Refusal("no_name", "A creature needs a name.")
            emit(FoeEdited(id, foe))
        case RemoveCreatures(id, who):
            names = _named(who, state, encounter)
            slot = encounter.slot(encounter.acting)
            if slot is not None and set(slot.who) <= set(who):
                raise Refusal("acting", "It is the turn of {names}: end it first.", names=names)
            emit(CreaturesRemoved(id, tuple(dict.fromkeys(who)), names))
        case Place(id, spots, reason):
            spots = tuple(_with_companions(spots, encounter))
            spots = (*spots, *find_passengers(spots, encounter, state, assets))
            _check_spots(spots, encounter, state, assets)
            after = place_figures(spots, encounter)
            spots = tuple(_put_on_top(spot, after, state, assets) for spot in spots)
            emit(CreaturesPlaced(id, spots, reason))
            if state.fight is encounter:
                placed = [spot.who for spot in spots if spot.at]
                emit(*rejoined(encounter, placed))
                join_order(resolution, placed)
        case Enter():
            emit(enter(command, encounter, state, assets))
        case Paint():
            emit(paint(command, encounter, assets))
        case Redraw(id, board):
            spots = tuple(aside(board, encounter, state, assets))
            emit(BoardRedrawn(id, board), *([CreaturesPlaced(id, spots)] if spots else []))
        case SetDoor():
            door(resolution, command, encounter)
        case SetAir():
            emit(air(command, encounter, assets))
        case SetHazard():
            emit(set_hazard(command))
        case Hide(id, who, hidden):
            _named(who, state, encounter)
            here = {figure.id for figure in encounter.figures}
            if hidden:
                others = frozenset(here - encounter.hidden)
            else:
                others = encounter.unseen
            changed = tuple(one for one in dict.fromkeys(who) if one in others)
            if not changed:
                raise Refusal(
                    "hidden_already",
                    "They are already hidden." if hidden else "They are not hidden.",
                )
            emit(Hidden(id, changed, hidden))
        case ChangeSide(id, who, side):
            _named(who, state, encounter)
            together = dict.fromkeys((*who, *_ridden_by(who, encounter)))
            turned = tuple(one for one in together if side_of(state, encounter, one) != side)
            if not turned:
                raise Refusal("side_already", "They are already on that side.")
            emit(SideChanged(id, turned, side))
        case _:
            assert_never(command)


def prepare(encounter: Encounter, state: State, assets: Assets) -> Prepared:
    """Keep an encounter for later.

    Refusals: "no_name", "id_taken" (of encounter or creature), "not_new"
    (it has been played already), "unknown_board", and those of its creatures, places, start area
    and air.
    """
    _check_name(encounter.name)
    taken = taken_ids(state)
    if not encounter.id or encounter.id in taken:
        raise Refusal("id_taken", "The id {id} is or was already in use.", id=encounter.id)
    played = encounter.round or encounter.order or encounter.acting or encounter.began
    if encounter.status != "prepared" or played or encounter.chase is not None:
        raise Refusal("not_new", "{encounter} has already been played.", encounter=encounter.name)
    check_foes(encounter.foes, {*taken, encounter.id})
    field = field_of(encounter, assets)
    check_figures(encounter, state, field, assets)
    _check_squares(squares_of(encounter.start), field)
    _check_air(encounter, field)
    return Prepared(encounter)


def _check_name(name: str) -> None:
    if not name.strip():
        raise Refusal("no_name", "An encounter needs a name.")


def add(command: AddFoes, encounter: Encounter, state: State, assets: Assets) -> FoesAdded:
    """Add creatures to an encounter, each at its square or the nearest with room.

    Those without a square come near the last one that has one, or on their own side of the board.
    "" is off the board. Refusals: "nobody", "id_taken", "no_name", "too_many_squares",
    "unknown_square", "off_the_map", "bad_duration", "not_running" (summoned before the fight),
    "no_fly_speed", "too_high".
    """
    refuse_nobody(command.foes)
    check_foes(command.foes, taken_ids(state))
    if len(command.at) > len(command.foes):
        raise Refusal("too_many_squares", "There are more squares than creatures.")
    field = field_of(encounter, assets)
    there = bodies(state, encounter, assets.rules)
    roof = _find_common_roof(command, field)
    feet = roof or command.elevation
    on_top = None
    if roof:
        on_top = union(squares for height, squares in field.tops if height == roof)
    else:
        _check_elevation(command)
    room = room_among(field_at(field, feet), there.values(), on_top)
    figures = []
    last = ""
    for number, foe in enumerate(command.foes):
        square_name = _wanted(command.at, number, field)
        if square_name is None:
            square_name = last or str(_side(encounter, foe, field, there))
        if square_name:
            last = square_name
            side = space_of(foe, assets.rules)
            found = room.find(side, parse_square(square_name))
            if on_top and found is not None and not is_borne(field, Block(*found, side), feet):
                found = None  # the roof is full
            square_name = "" if found is None else str(found)
        figure = Figure(foe.id, square_name, hidden=command.hidden)
        if square_name and feet:
            mode: Mode = "walk" if on_top else "fly"
            figure = replace(figure, elevation=feet, mode=mode)
        figures.append(figure)
    foes = command.foes
    if command.rounds:
        if state.fight is not encounter:
            raise Refusal("not_running", "Creatures are summoned for rounds once the fight runs.")
        foes = tuple(_summon(foe, command.rounds, encounter) for foe in foes)
    return FoesAdded(command.encounter, foes, tuple(figures))


def _find_common_roof(command: AddFoes, field: Battlefield) -> int:
    """Return the height of the roof that creatures are added on, in squares; 0 = on none.

    It is that of all squares named, and no lower than they are to be.
    """
    named = [parse_square(square_name) for square_name in command.at if square_name]
    tops = {_find_roof(square, field) for square in named}
    if len(tops) != 1:
        return 0
    (top,) = tops
    if top < command.elevation:
        return 0
    return top


def _find_roof(square: Square, field: Battlefield) -> int:
    """Return the height of the house or wall on a square, as far as it is known; else 0."""
    if not field.holds(square) or not field.bit(square) & field.solid:
        return 0
    return find_top(field, square) or 0


def _check_elevation(command: AddFoes) -> None:
    if not command.elevation:
        return
    for foe in command.foes:
        if not dict(foe.sheet.speeds if foe.sheet else ()).get("fly"):
            raise Refusal(
                "no_fly_speed",
                "{who} has no fly speed. Write one, as in fly {length}.",
                who=foe.name,
                length=Metres(18),
            )
    if not 0 < command.elevation <= HIGHEST:
        raise Refusal("too_high", "Height is from 1 to {most} squares.", most=HIGHEST)


def _ridden_by(creature_ids: tuple[str, ...], encounter: Encounter) -> tuple[str, ...]:
    figures = map(encounter.figure, creature_ids)
    return tuple(figure.mount for figure in figures if figure is not None and figure.mount)


def _summon(foe: Foe, rounds: int, encounter: Encounter) -> Foe:
    """Return a creature that is there for rounds, until a turn of who acts now, or else its own."""
    if not 0 < rounds <= MOST_ROUNDS:
        raise Refusal("bad_duration", "Rounds must be from 1 to {most}.", most=MOST_ROUNDS)
    slot = encounter.acting_slot
    whose = foe.id if slot is None else slot.who[0]
    until = Until("turn_start", who=whose, round=max(1, encounter.round) + rounds)
    return replace(foe, lasting=(*foe.lasting, Lasting(SUMMONED, until)))


def _wanted(square_names: tuple[str, ...], number: int, field: Battlefield) -> str | None:
    if not square_names:
        return None
    if number >= len(square_names):
        if any(square_names):
            return None
        return ""
    if square_names[number] and not field.holds(parse_square(square_names[number])):
        raise Refusal("off_the_map", "{square} is not on the map.", square=square_names[number])
    return square_names[number]


def _side(encounter: Encounter, foe: Foe, field: Battlefield, there: Mapping[str, Block]) -> Square:
    sides = {one.id: one.side for one in encounter.foes}
    friends = [body.anchor for id, body in there.items() if sides.get(id, "party") == foe.side]
    if friends:
        return friends[-1]
    others = [body.anchor for body in there.values()]
    return start_of(field, "party" if foe.side == "party" else "foes", others)


def _named(creature_ids: tuple[str, ...], state: State, encounter: Encounter) -> tuple[str, ...]:
    refuse_nobody(creature_ids)
    names = []
    for creature_id in dict.fromkeys(creature_ids):
        being = known_being(state, encounter, creature_id)
        if encounter.figure(creature_id) is None and encounter.foe(creature_id) is None:
            raise Refusal(
                "unknown_creature",
                "There is no {who} in {encounter}.",
                who=being.name,
                encounter=encounter.name,
            )
        names.append(being.name)
    return tuple(names)


def _with_companions(spots: tuple[Spot, ...], encounter: Encounter) -> Iterator[Spot]:
    # The places, with those of mounts and riders who go along: they have none of their own.
    named = {spot.who for spot in spots}
    for spot in spots:
        figure = encounter.figure(spot.who)
        rides = spot.mount or ("" if figure is None else figure.mount)
        if rides and not spot.mount and rides not in named:
            named.add(rides)
            yield replace(spot, who=rides)
        yield spot
        carried = rides or spot.who
        for rider in encounter.figures:
            if rider.mount == carried and rider.id not in named:
                named.add(rider.id)
                yield replace(spot, who=rider.id, mount="")


def _check_spots(
    spots: tuple[Spot, ...], encounter: Encounter, state: State, assets: Assets
) -> None:
    refuse_nobody(spots)
    field = field_of(encounter, assets)
    for spot in spots:
        being = known_being(state, encounter, spot.who)
        if spot.at:
            body_at(being, spot.at, field, assets.rules)
        if abs(spot.elevation) > HIGHEST:
            raise Refusal(
                "too_high", "A creature can be at most {most} squares up or down.", most=HIGHEST
            )
        if is_vehicle(being):
            check_vehicle(spot, being, spots, encounter, state, assets)
        if spot.mount:
            check_saddle(state, encounter, spot.who, spot.mount)
            _check_carrier(spot, encounter, state)


def _put_on_top(spot: Spot, encounter: Encounter, state: State, assets: Assets) -> Spot:
    """Return a place in a wall, a house or a vehicle as that on its top; `on` says on what."""
    field = ground_of(state, encounter, assets)
    being = known_being(state, encounter, spot.who)
    if not spot.at or spot.elevation < 0 or not field.tops or is_vehicle(being):
        return spot
    body = body_at(being, spot.at, field, assets.rules)
    inside = field.block(body) & field.solid
    tops = [height for height, squares in field.tops if squares & inside]
    feet = max((spot.elevation, *tops))
    if not feet or not is_borne(field, body, feet):
        return replace(spot, elevation=feet)
    if is_on_vehicle(find_vehicles(state, encounter, assets.rules), body, feet):
        return replace(spot, elevation=feet, on="vehicle")
    return replace(spot, elevation=feet, on=what_bears(field, body, feet))


def _check_carrier(spot: Spot, encounter: Encounter, state: State) -> None:
    carrier = encounter.figure(spot.mount)
    if carrier is None or not carrier.at or carrier.at != spot.at:
        raise Refusal(
            "no_mount",
            "{mount} is not at that place: put it on the board first, :place {mount} k9.",
            mount=known_being(state, encounter, spot.mount).name,
        )


def enter(command: Enter, encounter: Encounter, state: State, assets: Assets) -> Mustered:
    """Place the party about a square, in marching order, wherever it was.

    Refusals: "unknown_board", "unknown_square", "off_the_map", "in_wall", "begun" (the first round
    is over or under way), "nobody".
    """
    square = parse_square(command.at)
    field = field_of(encounter, assets)
    if encounter.round:
        raise Refusal("begun", "The first round has begun: members move, or the GM places them.")
    _check_squares((square,), field)
    if field.solid & field.bit(square):
        raise Refusal("in_wall", "Nobody can enter inside a wall at {square}.", square=str(square))
    figures = muster(state, assets, encounter, square)
    if not figures:
        raise Refusal("nobody", "Nobody of the party is present.")
    return Mustered(encounter.id, figures)
