"""The words of the command line about the road and the table: :march, :camp, :check, :hurt."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal, get_args

from core.calendars import Instant
from core.dice import looks_like_dice
from core.files import exact_number
from core.messages import Refusal, exact
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
from core.play.facts.state import Boat, MarchPace, Schedule
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
from core.play.road.breath import out_of_breath
from core.play.union import Command
from core.quantities import (
    LENGTH,
    PACE,
    Units,
    read_quantity,
    take_quantity,
)
from core.values import replace
from tui.kit.numbers import read_whole
from tui.kit.phrases import units_in_force
from tui.play.command_line.damage_kinds import words_for_kinds
from tui.play.command_line.typed_line import (
    TypedLine,
    TypedWord,
    being,
    choice,
    command_word,
    everybody,
    hours,
    incomplete,
    member,
    minutes,
    number,
    one_of,
    optional,
    someone,
    table,
    text,
    title,
)
from tui.play.command_line.typed_line import points as read_points

MARCH_PACES: tuple[MarchPace, ...] = get_args(MarchPace)
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
