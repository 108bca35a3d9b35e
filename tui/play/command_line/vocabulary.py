"""The words of the command line: about the road, the table, and an encounter or fight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import ceil
from typing import Literal, get_args

from core.calendars import Instant
from core.characters import plain
from core.combat.board.drawing import LIGHTS, BoardEdit, DoorState
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS, NAME
from core.dice import Ties, looks_like_dice
from core.files import exact_number
from core.messages import Refusal, exact
from core.play.facts.encounter import Encounter, Zone, is_among
from core.play.facts.fight.blows.commands import (
    CastSpell,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.combatants import everyone
from core.play.facts.fight.moves.commands import Catch, Fall, Push, Stand
from core.play.facts.fight.setup.commands import (
    ChangeSide,
    Discard,
    Hide,
    Paint,
    Place,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetHazard,
    Spot,
)
from core.play.facts.fight.turns.commands import (
    ActNow,
    ChaseAllDay,
    ClearCondition,
    Delay,
    EndChase,
    Pause,
    PickOne,
    Ready,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.facts.road.commands import (
    NOBODY,
    BeginEncounter,
    Camp,
    CatchBreath,
    EndEncounter,
    Explore,
    Halt,
    HaltCheck,
    LongRun,
    March,
    PassBy,
    Ride,
    SetDeadline,
    SetPace,
    SetRiver,
    SetRoute,
    SetSchedule,
    SetSlowing,
    Stay,
    Wait,
)
from core.play.facts.state import Boat, MarchPace, Schedule, State
from core.play.facts.table.commands import (
    CallCheck,
    Count,
    EditMember,
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
    WriteNote,
)
from core.play.fight.blows.attack_words import is_attack_word, known_words, read_attack_words
from core.play.fight.setup.saddles import mounting
from core.play.road.breath import out_of_breath
from core.play.union import Command
from core.quantities import (
    LENGTH,
    METRES_IN_A_SQUARE,
    PACE,
    Units,
    maybe_quantity,
    read_quantity,
    take_quantity,
)
from core.rulesets.combat_schema import Combat, Covered
from core.rulesets.condition_names import condition_of
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.board.grid_ground import GROUND_WORDS
from tui.kit.numbers import read_whole
from tui.kit.phrases import phrase, units_in_force
from tui.play.command_line.areas import SIDES, border, runs
from tui.play.command_line.damage_kinds import words_for_kinds
from tui.play.command_line.effect_words import read_effect
from tui.play.command_line.typed_line import (
    TypedLine,
    TypedWord,
    being,
    choice,
    command_word,
    creature,
    creatures,
    duration,
    everybody,
    here,
    hours,
    incomplete,
    is_duration,
    member,
    minutes,
    number,
    one_of,
    optional,
    someone,
    square,
    table,
    text,
    title,
)
from tui.play.command_line.typed_line import points as read_points

MARCH_PACES: tuple[MarchPace, ...] = get_args(MarchPace)
TIES: tuple[Ties, ...] = get_args(Ties)
NOON = {"noon": "12", "midnight": "0"}
ENCOUNTER_CHECKS = "encounter d12 4h 1 nights"
"""An example of encounter checks: dice, interval, faces that meet something, in camp too."""
CLOCK_RULING = "rule clock 17 9h30 a long talk"
SPEED_RULINGS: Mapping[Units, str] = {
    "metric": "rule speed 6m harsk a sprained foot",
    "imperial": "rule speed 20ft harsk a sprained foot",
}
NO_ONE = ("clock", "hours_used", "place")
"""Targets of a ruling that belong to no creature."""
TARGETS: tuple[RulingTarget, ...] = get_args(RulingTarget)
SIGNED = r"[+-]\d+"
DICE_TYPED = r"\d*d\d\S*"
"""Dice beside a name: \"3d6\"."""
LEAST_NAMES = 2
"""An attack has a creature that attacks, and one that is attacked."""


def _march(line: TypedLine) -> Command:
    if line.take("to"):
        return March(None, text(line))
    if line.words:
        return March(hours(line.word()))
    return March()


def camp(line: TypedLine) -> Camp:
    """Read who watches; nobody named: those of last night."""
    watches = line.state.watches
    if line.take("none", "off"):
        return Camp(NOBODY if watches else ())
    line.join_names()
    return Camp(tuple(someone(word, line.state).id for word in line.rest()) or watches)


def _deadline(line: TypedLine) -> Command:
    if line.take("off", "none"):
        return SetDeadline(None)
    day = _day(line)
    return SetDeadline(day, _hour(line) if line.words else Fraction(12))


def _breather(line: TypedLine) -> Command:
    if not line.words:
        return CatchBreath(out_of_breath(line.state))
    line.join_names()
    return CatchBreath(tuple(someone(word, line.state).id for word in line.some()))


def _minutes(line: TypedLine) -> Command:
    metres = read_quantity(take_quantity(line.words, LENGTH), LENGTH, units_in_force())
    pace: Literal["walk", "hustle"] = "walk"
    if line.flag("hustle"):
        pace = "hustle"
    rules = line.shown.rules
    known = () if rules is None else tuple(rules.conditions)
    words = tuple(word.replace("-", "_") for word in line.rest())
    if known:
        words = tuple(one_of(word, known, "unknown_condition") for word in words)
    return Explore(metres, pace, words)


def _current(line: TypedLine) -> Command:
    river = line.state.river
    if line.take("off", "usual"):
        return SetRiver(replace(river, current_km_h=None))
    if not line.words:
        raise incomplete(line.example)
    current = read_quantity(take_quantity(line.words, PACE), PACE, units_in_force())
    return SetRiver(replace(river, current_km_h=current))


def _drift(line: TypedLine) -> Command:
    drifts = not line.take("off", "none")
    one_night = drifts and line.take("tonight")
    return SetRiver(replace(line.state.river, drifts=drifts, one_night=one_night))


def _day(line: TypedLine) -> int:
    day = number(line)
    today = line.state.clock.day
    for ahead in range(366):
        if line.state.calendar.date(today + ahead).day == day:
            return today + ahead
    raise Refusal("no_such_day", "No month has a day {day}.", day=day)


def _hour(line: TypedLine) -> Fraction:
    word = line.word()
    return hours(NOON.get(word, word).replace(":", "h"))


def _slow(line: TypedLine) -> Command:
    if line.take("off", "none"):
        return SetSlowing(None, text(line))
    word = line.word()
    times = exact_number(word.removeprefix("x").replace(",", "."))
    if times is None:
        raise Refusal(
            "bad_factor", "'{text}' is not a factor. Write it like 1/2 or 0.75.", text=word
        )
    return SetSlowing(times, text(line))


def _encounter(line: TypedLine) -> Command:
    if line.take("off", "none"):
        return SetSchedule(None)
    nights = line.flag("nights")
    dice = line.word()
    interval = hours(line.word())
    faces = tuple(read_whole(face) for face in ",".join(line.some()).split(","))
    return SetSchedule(Schedule(dice, interval, faces, nights))


def _halt(line: TypedLine) -> Command:
    words = line.some()
    durations = (i for i, word in enumerate(words) if re.fullmatch(r"\d+(min|m|h)", word))
    at = next(durations, len(words))
    name = " ".join(words[:at]) or "halt"
    line.words = list(words[at:])
    takes = minutes(line.word()) if line.words else 0
    if not line.words:
        return Halt(name=name, minutes=takes)
    check = line.word()
    dc = number(line)
    everyone = line.flag("all")
    modifier = read_whole(next(iter(line.matching(SIGNED)), "0"))
    damage = next(filter(looks_like_dice, line.words), "")
    line.words = [word for word in line.words if word != damage]
    asked = (m.id for m in line.state.travellers if everyone or m.role == "character")
    checks = tuple(HaltCheck(who, modifier) for who in asked)
    return Halt(
        name=name,
        minutes=takes,
        check=check,
        dc=dc,
        checks=checks,
        damage=damage,
        lethal=line.flag("lethal"),
    )


def check(line: TypedLine) -> CallCheck:
    """Read a check; nobody named: the characters of the party."""
    name = line.word()
    state = line.state
    improved = line.flag("improved")
    line.join_names()
    signs = tuple(map(read_whole, line.matching(SIGNED)))
    numbers = line.matching(r"\d+")
    everyone = state.fight is None and line.flag("all")
    creature_ids = everybody(line.rest(), state) or tuple(
        m.id for m in state.travellers if everyone or m.role == "character"
    )
    if len(signs) == 1:
        signs = signs * len(creature_ids)
    if numbers:
        dc = read_whole(numbers[0])
    else:
        dc = None
    return CallCheck(name, dc, creature_ids, signs, improved)


def _points(sign: str) -> Callable[[TypedLine], Command]:
    def points(line: TypedLine) -> Command:
        kinds = words_for_kinds(line.shown.rules)
        typed = " ".join((line.word(), *line.some()))
        return read_points(typed, sign, line.state, (), kinds)

    return points


CHANGES_OF_BOATS = ("off", "gone", "take", "to", "moor")
"""Words behind a boat that is there already."""


def _boat(line: TypedLine) -> Command:
    kind = line.word().lower()
    known = line.state.boat(kind) or _only_boat(line, kind)
    changed = None if known is None else _change_boat(line, known)
    if changed is not None:
        return changed
    if line.words:
        place = line.word()
    else:
        place = line.state.place
    boat_ids = {boat.id for boat in line.state.boats}
    slug = kind.replace("_", "-")
    name = kind.replace("_", " ").capitalize()
    free = next(f"{slug}-{n}" for n in range(1, len(boat_ids) + 2) if f"{slug}-{n}" not in boat_ids)
    return PlaceBoat(Boat(free, text(line) or name, kind, place))


def _only_boat(line: TypedLine, kind: str) -> Boat | None:
    """Return the one boat of a kind or name, where what follows is done to one that is there."""
    if not line.words or line.words[0].lower() not in CHANGES_OF_BOATS:
        return None
    row = kind.replace("-", "_")
    boats = [boat for boat in line.state.boats if boat.boat == row or boat.name.lower() == kind]
    if len(boats) > 1:
        raise Refusal(
            "ambiguous_word",
            "'{word}' could mean {words}.",
            word=kind,
            words=tuple(boat.id for boat in boats),
        )
    return next(iter(boats), None)


def _change_boat(line: TypedLine, boat: Boat) -> Command | None:
    if line.take("off", "gone"):
        return PlaceBoat(boat, gone=True)
    if line.take("take"):
        return PlaceBoat(replace(boat, taken=True))
    if line.take("to"):
        return PlaceBoat(replace(boat, at=line.word(), taken=False))
    if line.take("moor"):
        return PlaceBoat(replace(boat, taken=False))
    if boat.id == boat.boat.replace("_", "-"):  # a kind of boat, of which there may be another
        return None
    place = line.word() if line.words else line.state.place
    return PlaceBoat(replace(boat, at=place, taken=False))


def _rule(line: TypedLine) -> Command:
    target = choice(TARGETS, "unknown_target")(line)
    if target == "clock":
        line.example = CLOCK_RULING
        value = f"{_day(line)} {_hour(line)}"
    elif target == "speed":
        line.example = SPEED_RULINGS[units_in_force()]
        if not line.words:
            raise incomplete(line.example)
        value = exact(read_quantity(take_quantity(line.words, LENGTH), LENGTH, units_in_force()))
    else:
        value = line.word()
    if target in NO_ONE:
        creature_id = ""
    else:
        creature_id = being(line.name(), line.state).id
    return Rule(target, value, creature_id, text(line))


def _count(line: TypedLine) -> Command:
    name = line.word().lower()
    by = read_whole(line.word())
    return Count(being(line.name(), line.state).id, name, by)


def _harness(line: TypedLine) -> Command:
    animal = someone(line.name(), line.state)
    vehicle = optional(member, "")(line)
    return EditMember(replace(animal, pulls=vehicle))


def _away(line: TypedLine) -> Command:
    place = " ".join(line.after("at"))
    first, *others = _members(line)
    return SetPresent(first, False, tuple(others), place=place)


def _back(line: TypedLine) -> Command:
    moment = TypedLine(" ".join(line.after("due")), line.example, line.state, line.shown)
    how: Literal["", "now", "way"] = ""
    due = None
    if moment.words:
        how = "way"
        due = _moment(moment)
    elif line.flag("way"):
        how = "way"
    elif line.flag("now"):
        how = "now"
    first, *others = _members(line)
    return SetPresent(first, True, tuple(others), how=how, due=due)


def _members(line: TypedLine) -> tuple[str, ...]:
    line.join_names()
    return tuple(someone(word, line.state).id for word in line.some())


def _moment(line: TypedLine) -> Instant:
    day = _day(line)
    hour = Fraction(12)
    if line.words:
        hour = _hour(line)
    return Instant(day, hour)


def _hexes(
    *, explored: bool | None = None, known: bool | None = None
) -> Callable[[TypedLine], Command]:
    def mark(line: TypedLine) -> Command:
        hexes = line.some()
        was = next((m for m in line.state.marks if m.hex == hexes[0]), None)
        return MarkHexes(
            hexes,
            explored if explored is not None else was is None or was.explored,
            known if known is not None else was is None or was.known,
        )

    return mark


ROAD_WORDS: tuple[TypedWord, ...] = (
    TypedWord("march 2h", "marches: hours, the rest of the day, to 0405", _march),
    TypedWord("camp h m", "who watches, in order; none: nobody", camp),
    command_word(
        "wait 20min busy",
        "lets time pass (busy: without resting)",
        Wait,
        lambda line: hours(line.word(), "min"),
        lambda line: not line.flag("busy"),
    ),
    TypedWord(
        "breather iseph tam",
        "a short rest: all Stamina back for 1 Resolve each; without names, of all who can",
        _breather,
    ),
    TypedWord(
        "minutes 240m difficult",
        "crosses an area: says the minutes, Enter lets them pass",
        _minutes,
    ),
    command_word(
        "run tam 20", "runs for so many rounds: checks, time and rest", LongRun, member, number
    ),
    command_word("stay 2", "stays for days", Stay, optional(number, 1)),
    command_word(
        "route Fort Wyll via 0706",
        "chooses the way on the map",
        SetRoute,
        via=lambda line: line.after("via"),
        to=title,
    ),
    command_word(
        "pace hustle",
        "sets the pace: walk, hustle, run_and_rest",
        SetPace,
        choice(MARCH_PACES, "unknown_pace"),
    ),
    TypedWord("slow 1/2 storm", "slows the whole party on land; off ends it", _slow),
    TypedWord("current 3", "sets the current of the map's rivers; off: the usual one", _current),
    TypedWord(
        "drift tonight",
        "small craft drift on this night, or every night; a guide; off ends it",
        _drift,
    ),
    TypedWord("deadline 17 noon", "sets when the party has to arrive; off ends it", _deadline),
    TypedWord(
        ENCOUNTER_CHECKS, "a d12 every 4 hours, 1 meets something; nights: in camp too", _encounter
    ),
    command_word("begin wolves", "begins an encounter without a board", BeginEncounter, text),
    command_word(
        "end 10min",
        "ends the encounter, after some minutes",
        EndEncounter,
        optional(lambda line: minutes(line.word()), 0),
    ),
    command_word("pass", "passes by what was met", PassBy),
    TypedWord("halt ford 20min swim 10 1d6", "halts; a check, and the damage of a failure", _halt),
    TypedWord(
        "check swim 10 +2",
        "calls for a check, of those named (stealth 15 improved: by improved cover)",
        check,
    ),
    TypedWord("count stamina -5 iseph", "takes from a counter, or adds to it", _count),
    TypedWord("hurt 7n harsk", "deals points (n: nonlethal; 7 fire)", _points("-")),
    TypedWord("heal 7n harsk", "heals points (n: nonlethal)", _points("+")),
    command_word(
        "ride harsk pony-1",
        "mounts; without a mount, dismounts",
        Ride,
        member,
        optional(member, ""),
    ),
    TypedWord(
        "harness pony-1", "unharnesses an animal; with a vehicle behind it, harnesses it", _harness
    ),
    TypedWord(
        "boat rowboat 1207", "puts a boat into a hex; rowboat-1 to 1208, off, take, moor", _boat
    ),
    TypedWord(
        "away tam at Fort Wyll",
        "members are away for now with their mounts, here or there",
        _away,
    ),
    TypedWord("back tam", "members are back; now, way or due 17 noon where they are far", _back),
    command_word("leave tam", "a member leaves for good", Leave, member),
    command_word("note the miller lies", "writes a note for you alone", WriteNote, text),
    command_word(
        "share the miller is kind", "writes a note for the players, too", WriteNote, text, True
    ),
    TypedWord("rule nonlethal 0 harsk he swam well", "sets one figure, with a reason", _rule),
    TypedWord("explored 0304 0305", "the party has explored hexes", _hexes(explored=True)),
    TypedWord("unexplored 0304 0305", "the party has not explored hexes", _hexes(explored=False)),
    TypedWord("known 0304 0305", "the players know of hexes", _hexes(known=True)),
    TypedWord("secret 0304 0305", "the players do not know of hexes", _hexes(known=False)),
)
ROAD = table(ROAD_WORDS)
"""The words of the road and the table."""


DOORS: tuple[DoorState, ...] = get_args(DoorState)
NEAR = 0.85
"""So like a condition is a word that was meant for it: a letter is missing, or another."""


def _named(name: str, choices: Iterable[Encounter]) -> Encounter:
    known = tuple(choices)
    name = name.lower()
    exact = [one for one in known if name in (one.name.lower(), one.id.lower())]
    encounters = exact or [one for one in known if one.name.lower().startswith(name)]
    if len(encounters) == 1:
        return encounters[0]
    if not known:
        raise Refusal("no_such_encounter", "No encounter is prepared: :prepare NAME.")
    names = tuple(one.name for one in encounters or known)
    raise Refusal("no_such_encounter", "Which encounter? There are {names}.", names=names)


def _fight(line: TypedLine) -> Command:
    found = _named(text(line), line.waiting)
    return BeginEncounter(found.name, found.id)


def _discard(line: TypedLine) -> Command:
    return Discard(_named(title(line), line.state.encounters).id)


def _hazard(line: TypedLine) -> Command:
    encounter = line.encounter.id
    if line.take("off", "none"):
        return SetHazard(encounter)
    return SetHazard(encounter, " ".join(line.some()))


def _light(line: TypedLine) -> Command:
    light = choice(LIGHTS, "unknown_light")(line)
    now = air(line.encounter)
    if not line.words:
        return replace(now, light=light)
    if line.take("all"):
        return replace(now, light=light, zones=())
    where = runs(line.rest())
    others = tuple(zone for zone in now.zones if zone.where != where)
    return replace(now, zones=(*others, Zone(where, light)))


def air(encounter: Encounter) -> SetAir:
    """The command that leaves light, wind and gravity as they are."""
    return SetAir(encounter.id, encounter.light, encounter.wind, encounter.gravity, encounter.zones)


def wind(text: str) -> str:
    """The direction that the wind blows to; "" for none. Refusal "unknown_wind"."""
    word = text.strip().upper()
    if word in ("", "OFF", "NONE", "CALM", "0", "-"):
        return ""
    if word not in DIRECTIONS:
        raise Refusal(
            "unknown_wind",
            "'{text}' is not a wind direction. Type one of {directions}, or off.",
            directions=tuple(DIRECTIONS),
            text=text,
        )
    return word


def _place(line: TypedLine) -> Command:
    creature_id = creature(line)
    if line.take("off", "away"):
        square_name = ""
    else:
        square_name = square(line.word())
    if line.words and line.words[0].lstrip("-").isdigit():
        high = number(line)
    else:
        high = 0
    return Place(line.encounter.id, (Spot(creature_id, square_name, high),), text(line))


MOST_NAME_WORDS = 4
"""The most words of a name, of ground or of a condition, that are tried."""


def read_ground(line: TypedLine) -> str:
    """Read what is painted: a kind of ground by its id, its names or the word of the legend.

    Else it is the next word as it is. A name with commas is several: "Fog, smoke, foliage" is fog.
    """
    rules = line.shown.rules
    if rules is None:
        return line.word().lower()
    kinds = name_ground(rules.combat)
    return _take_name(line, lambda name: kinds.get(name.lower(), "")) or line.word().lower()


def name_ground(combat: Combat) -> Mapping[str, str]:
    """Return the kinds of ground by all that they may be called; a kind's id goes before names."""
    kinds = {kind: kind for kind in combat.ground}
    for kind, ground in combat.ground.items():
        for name in (*ground.name.values(), *ground.also):
            for part in (name, *name.split(",")):
                kinds.setdefault(part.strip().lower(), kind)
    for kind, ground in combat.ground.items():
        word = GROUND_WORDS.get(ground.sign)
        if word is not None:
            kinds.setdefault(phrase(word), kind)
            kinds.setdefault(word, kind)
    return kinds


def _take_name(line: TypedLine, meaning: Callable[[str], str]) -> str:
    """Take the most words that mean something, and return that; "" where none do."""
    for count in range(min(MOST_NAME_WORDS, len(line.words)), 0, -1):
        meant = meaning(" ".join(line.words[:count]))
        if meant:
            line.words = line.words[count:]
            return meant
    return ""


def _paint(line: TypedLine) -> Command:
    what = read_ground(line)
    height = _take_height(line)
    words = line.some()
    squares = [word for word in words if "/" not in word]
    edits = [BoardEdit(border(word), what, height) for word in words if "/" in word]
    if squares:
        edits.append(BoardEdit(runs(squares), what, height))
    return Paint(line.encounter.id, tuple(edits))


def _take_height(line: TypedLine) -> int | None:
    """Take the height of what is painted, in squares rounded up: "4", "6m", "20 ft"; None = none.

    A number without a unit is in squares.
    """
    if not line.words:
        return None
    words = list(line.words)
    text = take_quantity(words, LENGTH)
    length = maybe_quantity(text, LENGTH, "metric", bare="sq")
    if length is None:
        return None
    line.words = words
    return ceil(length / METRES_IN_A_SQUARE)


BOARD_WORDS: tuple[TypedWord, ...] = (
    TypedWord("fight Ambush", "begins or resumes a prepared encounter", _fight),
    TypedWord("place h k9 2 he swam across", "puts it on a square, at height 2; off: away", _place),
    command_word("hide f g", "hides creatures from the players", Hide, here, creatures),
    command_word("reveal f g", "reveals creatures", Hide, here, creatures, False),
    command_word(
        "side ally d",
        "lets creatures fight for the party, a foe, neutral",
        ChangeSide,
        here,
        side=lambda line: SIDES[choice(tuple(SIDES), "unknown_side")(line)],
        who=creatures,
    ),
    command_word(
        "remove f g", "takes creatures out of the encounter", RemoveCreatures, here, creatures
    ),
    TypedWord(
        "paint wall 4 B2:5",
        "draws on squares (B2:5) or borders (B2/C2; wall, low, veil), here 4 squares high (6m)",
        _paint,
    ),
    command_word(
        "door B2/C2 open",
        "opens, closes or locks a door",
        SetDoor,
        here,
        lambda line: border(line.word()),
        choice(DOORS, "unknown_door_state", "open"),
    ),
    TypedWord("light dark B2:5", "sets the light of squares, or of all", _light),
    TypedWord(
        "wind NE",
        "sets the wind; off ends it",
        lambda line: replace(air(line.encounter), wind=wind(line.word())),
    ),
    TypedWord(
        "gravity low",
        "sets the gravity",
        lambda line: replace(
            air(line.encounter), gravity=choice(GRAVITIES, "unknown_gravity")(line)
        ),
    ),
    TypedWord("hazard 1d6 acid", "what each step onto hazardous ground does; off", _hazard),
    command_word("rename The ford at dusk", "gives the encounter a name", Rename, here, title),
    TypedWord("discard Ambush at the ford", "deletes an encounter that is not played", _discard),
)
BOARD = table(BOARD_WORDS)
"""The words that set up an encounter."""


def _condition(line: TypedLine) -> Command:
    name = _condition_name(line)
    line.join_names()
    words = line.some()
    lasts = [word for word in words if is_duration(word)]
    creature_ids = line.several(word for word in words if word not in lasts)
    if not creature_ids:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return replace(duration(lasts, line.one), who=creature_ids, name=name)


def _clear(line: TypedLine) -> Command:
    name = _take_name(line, lambda words: _lasting_name(words, line.state))
    if not name:
        name = _condition_name(line)
    if line.words:
        return ClearCondition(creatures(line), name)
    having = [being.id for being in everyone(line.state) if is_among(being.lasting, name)]
    if not having:
        raise incomplete(line.example)
    return ClearCondition(tuple(having), name)


def _lasting_name(words: str, state: State) -> str:
    # The name of what lasts on somebody, as these words say it.
    wanted = plain(words)
    lasting = (one.name for being in everyone(state) for one in being.lasting)
    return next((name for name in lasting if plain(name) == wanted), "")


def _condition_name(line: TypedLine) -> str:
    line.wanted = known = line.shown.conditions
    named = _whole_condition(line)
    if named:
        line.wanted = ()
        return named
    plain = line.word().lower().replace("-", "_")
    line.wanted = ()
    starts = [name for name in known if _begins_condition(plain, name, line.shown.rules)]
    if plain in known or len(starts) == 1:
        if plain in known:
            return plain
        return starts[0]
    if near := get_close_matches(plain, known, 1, NEAR):
        raise Refusal(
            "unknown_condition",
            "There is no condition {word}; did you mean {near}?"
            " What lasts a while may have any name less like one.",
            word=plain,
            near=near[0],
        )
    return plain


def _whole_condition(line: TypedLine) -> str:
    """Read the words of a condition's name; "" where they are none that is listed."""
    rules = line.shown.rules
    if rules is None:
        return ""
    combat = rules.combat

    def find_listed(name: str) -> str:
        slug = condition_of(name, combat)
        if slug in line.shown.conditions:
            return slug
        return ""

    return _take_name(line, find_listed)


def _begins_condition(text: str, slug: str, rules: Ruleset | None) -> bool:
    if slug.startswith(text):
        return True
    row = None if rules is None else rules.combat.conditions.get(slug)
    return row is not None and row.name_in().lower().startswith(text.replace("_", "-"))


def _total(line: TypedLine) -> str:
    word = line.word().replace(",", ".")
    if exact_number(word) is None:
        raise Refusal("bad_number", "'{text}' is not a number.", text=word)
    return word


def _fall(line: TypedLine) -> Command:
    upon = line.after("on")
    words = line.words
    depth = None
    if "soft" in words[:-1] and len([word for word in words if word.isdecimal()]) > 1:
        depth = read_whole(words.pop(words.index("soft") + 1))
    soft = line.flag("soft")
    jumps = line.flag("jumps")
    edge = line.flag("grab")
    flight = line.flag("arrest")
    heights = line.matching(r"\d.*")
    height = read_whole(heights[0]) if heights else None
    catch: Catch = ""
    if edge:
        catch = "edge"
    elif flight:
        catch = "flight"
    below, dice = _fallen_upon(line, upon)
    fallen = Fall("", height, soft, jumps, depth=depth, on=below, dice=dice, catch=catch)
    rest = line.rest()
    line.words = [*rest]
    try:
        fallen = replace(fallen, who=creature(line))
    except Refusal:
        if not below or not rest:
            raise
        line.words = []
        return replace(fallen, thing=" ".join(rest))
    if line.words:
        raise Refusal(
            "unknown_word",
            "'{word}' does not describe a fall. Type a height, soft, jumps, grab, arrest, or on and"
            " a creature.",
            word=line.word(),
        )
    return fallen


def _fallen_upon(line: TypedLine, words: tuple[str, ...]) -> tuple[str, str]:
    # The id of who is fallen upon, and the dice of what that takes; "" = nobody, none typed.
    if not words:
        return "", ""
    dice = next((word for word in words if re.fullmatch(DICE_TYPED, word)), "")
    return line.one(" ".join(word for word in words if word != dice)), dice


def _push(line: TypedLine) -> Command:
    creature_id = creature(line)
    path = tuple(map(square, line.some()))
    figure = line.encounter.figure(creature_id)
    start = figure.at if figure is not None else ""
    return Push(creature_id, path if path[0] == start else (start, *path))


def _mount(line: TypedLine) -> Command:
    at = line.after("at")
    rider = creature(line)
    mount = optional(creature, "")(line)
    place = next(map(square, at[:1]), "")
    return mounting(line.state, line.encounter, rider, mount, place)


def _actions(line: TypedLine) -> tuple[str, ...]:
    return tuple(word.replace("-", "_") for word in line.some())


def _attack(line: TypedLine) -> Command:
    line.join_names()
    words = line.some()
    start = next((at for at, word in enumerate(words) if _is_no_name(word)), len(words))
    names = words[:start]
    said = words[start:]
    if len(names) < LEAST_NAMES:
        raise incomplete(line.example)
    index = None
    if said and said[0].isdigit():
        index = read_whole(said[0]) - 1
        said = said[1:]
    target, place = _target(line, names[-1])
    command = MakeAttack(line.several(names[:-1]), target, index, square=place)
    if line.shown.rules is not None:
        line.wanted = known_words(line.shown.rules)
    if not said:
        return command
    if line.shown.rules is None:
        raise incomplete(line.example)
    return read_attack_words(said, line.shown.rules).of(command)


def _target(line: TypedLine, name: str) -> tuple[str, str]:
    # The id of a creature, or else a square; the other is "".
    try:
        return line.one(name), ""
    except Refusal:
        if not NAME.fullmatch(name.upper()):
            raise
    return "", square(name)


QUIET = "quiet"
"""The word by which a spell provokes nobody."""


def _strike(line: TypedLine) -> Command:
    line.join_names()
    words = line.some()
    if len(words) < LEAST_NAMES:
        raise incomplete(line.example)
    return MakeAttack(line.several(words[:-1]), line.one(words[-1]), opportunity=True)


def _cast(line: TypedLine) -> Command:
    caster = creature(line)
    quiet = line.flag(QUIET)
    level = None
    if line.words and line.words[-1].isdecimal():
        level = read_whole(line.words.pop())
    return CastSpell(caster, text(line), level, quiet)


def _is_no_name(word: str) -> bool:
    return word.isdigit() or is_attack_word(word)


def _chase(line: TypedLine) -> Command:
    if line.take("over", "end"):
        return EndChase(text(line))
    ties: Ties | Literal[""] = ""
    if "ties" in line.words:
        said = line.after("ties")
        ties = one_of(said[-1] if said else "", TIES, "unknown_ties")
    if line.flag("day"):
        behind = line.after("by")
        return ChaseAllDay(line.several(line.rest()), line.several(behind), ties)
    behind = line.after("by")
    lead = [word for word in behind if word.isdigit()]
    quarry = line.several(line.rest())
    pursuers = line.several(word for word in behind if word not in lead)
    if not quarry or not pursuers:
        raise incomplete(line.example)
    return StartChase(quarry, pursuers, read_whole(lead[0]) if lead else 0, ties)


FIGHT_WORDS: tuple[TypedWord, ...] = (
    TypedWord("condition prone h 3", "sets a condition or timer: 3, 5m, 1h, >O, O>", _condition),
    TypedWord(
        "effect song attack +1 circumstance; 5m h",
        "sets an effect with figures; keep song: for all campaigns",
        read_effect,
    ),
    TypedWord("clear prone h", "ends a condition or effect; of all who have it", _clear),
    command_word(
        "temp 5 h",
        "gives temporary hit points",
        GiveTemporary,
        amounts=lambda line: (number(line),),
        who=creatures,
    ),
    TypedWord("fall t 6 soft 2 on g", "a fall: squares; soft, jumps, grab, on whom", _fall),
    TypedWord("push d e9 e10", "pushes it along squares; provokes nobody", _push),
    command_word("stand h", "stands up", Stand, creature),
    command_word("lie h", "lies down", Stand, creature, True),
    TypedWord("mount h pony at k9", "mounts; without a mount, dismounts to a square", _mount),
    command_word("ready h when he comes", "readies an action", Ready, creature, title),
    command_word("delay h", "lets a creature wait", Delay, creature),
    command_word("act h", "acts now, after waiting or readying", ActNow, creature),
    command_word("spend h standard", "counts actions as used", Spend, creature, _actions),
    command_word("refund h move", "gives actions back", Spend, creature, _actions, True),
    command_word("any g h", "a die picks one of them", PickOne, creatures),
    command_word("stabilise h", "the dying creature is stable", Stabilise, creature),
    TypedWord(
        "attack h d 2 +2 ac-2 miss 30",
        "attacks: 2nd of the sheet, your words; h c4: a square",
        _attack,
    ),
    TypedWord("strike d h", "d takes the opportunity that you grant against h", _strike),
    TypedWord("cast h fireball 3", "casts a spell of level 3; quiet: provokes nobody", _cast),
    replace(
        command_word("coup h d", "a coup de grâce", CoupDeGrace, creature, creature),
        fits=lambda rules: rules.combat.mechanisms.helpless != "none",
    ),
    replace(
        command_word(
            "cover h",
            "takes cover (Pathfinder 2); off: leaves it",
            TakeCover,
            creature,
            lambda line: line.flag("off"),
        ),
        fits=lambda rules: rules.combat.cover.taken != Covered(),
    ),
    command_word(
        "wield h 2",
        "fights with the second attack of the sheet",
        TakeInHand,
        creature,
        lambda line: number(line) - 1,
    ),
    TypedWord(
        "chase t by a-c 24",
        "begins a chase, 24 squares ahead; day: all day; ties reroll; over ends it",
        _chase,
    ),
    command_word(
        "init h 15.5",
        "sets the initiative",
        Rule,
        "initiative",
        who=creature,
        value=_total,
        reason=text,
    ),
    command_word("pause", "pauses the encounter", Pause),
)
FIGHT = table(FIGHT_WORDS)
"""The words of a fight."""
