"""Words of the command line for the road and the table: marches, points, rulings, notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import get_args

from core.dice import looks_like_dice
from core.messages import Refusal
from core.play.road.commands import (
    NOBODY,
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    HaltCheck,
    March,
    PassBy,
    Ride,
    SetDeadline,
    SetPace,
    SetRoute,
    SetSchedule,
    Stay,
    Wait,
)
from core.play.state import Boat, Schedule
from core.play.table.commands import (
    CallCheck,
    Count,
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
    WriteNote,
)
from core.play.union import Command
from tui.play.typed.line import (
    TypedLine,
    TypedWord,
    choice,
    command_word,
    member,
    number,
    optional,
    table,
    text,
    title,
)
from tui.play.typed.reading import amounts, being, everybody, hours, minutes, someone, whole

NOON = {"noon": "12", "midnight": "0"}
ENCOUNTER_CHECKS = "encounter d12 4h 1 nights"
"""An example of encounter checks: dice, interval, faces that meet something, in camp too."""
CLOCK_RULING = "rule clock 17 9h30 a long talk"
NO_ONE = ("clock", "hours_used", "place")
"""Targets of a ruling that belong to no creature."""
TARGETS: tuple[RulingTarget, ...] = get_args(RulingTarget)
SIGNED = r"[+-]\d+"


def _march(line: TypedLine) -> Command:
    if line.take("to"):
        return March(None, text(line))
    return March(hours(line.word())) if line.words else March()


def camp(line: TypedLine) -> Camp:
    """Read who watches; nobody named: those of last night."""
    watches = line.state.watches
    if line.take("none", "off"):
        return Camp(NOBODY if watches else ())
    return Camp(tuple(someone(word, line.state).id for word in line.rest()) or watches)


def _deadline(line: TypedLine) -> Command:
    if line.take("off", "none"):
        return SetDeadline(None)
    day = _day(line)
    return SetDeadline(day, _hour(line) if line.words else Fraction(12))


def _day(line: TypedLine) -> int:
    day, today = number(line), line.state.clock.day
    for ahead in range(366):
        if line.state.calendar.date(today + ahead).day == day:
            return today + ahead
    raise Refusal("no_such_day", "No month has a day {day}.", day=day)


def _hour(line: TypedLine) -> Fraction:
    word = line.word()
    return hours(NOON.get(word, word).replace(":", "h"))


def _encounter(line: TypedLine) -> Command:
    if line.take("off", "none"):
        return SetSchedule(None)
    nights = line.flag("nights")
    dice, interval = line.word(), hours(line.word())
    faces = tuple(whole(face) for face in ",".join(line.some()).split(","))
    return SetSchedule(Schedule(dice, interval, faces, nights))


def _halt(line: TypedLine) -> Command:
    words = line.some()
    durations = (i for i, word in enumerate(words) if re.fullmatch(r"\d+(min|m|h)", word))
    at = next(durations, len(words))
    name, line.words = " ".join(words[:at]) or "halt", list(words[at:])
    takes = minutes(line.word()) if line.words else 0
    if not line.words:
        return Halt(name, takes)
    check, dc, everyone = line.word(), number(line), line.flag("all")
    modifier = int(next(iter(line.matching(SIGNED)), 0))
    damage = next(filter(looks_like_dice, line.words), "")
    line.words = [word for word in line.words if word != damage]
    asked = (m.id for m in line.state.travellers if everyone or m.role == "character")
    checks = tuple(HaltCheck(who, modifier) for who in asked)
    return Halt(name, takes, check, dc, checks, damage, line.flag("lethal"))


def check(line: TypedLine) -> CallCheck:
    """Read a check; nobody named: the characters of the party."""
    name, state = line.word(), line.state
    signs = tuple(map(int, line.matching(SIGNED)))
    numbers = line.matching(r"\d+")
    everyone = state.fight is None and line.flag("all")
    who = everybody(line.rest(), state) or tuple(
        m.id for m in state.travellers if everyone or m.role == "character"
    )
    signs = signs * len(who) if len(signs) == 1 else signs
    return CallCheck(name, int(numbers[0]) if numbers else None, who, signs)


def _points(sign: str) -> Callable[[TypedLine], Command]:
    def points(line: TypedLine) -> Command:
        found = f"{sign}{line.word()}"
        return amounts(found, everybody(line.some(), line.state))

    return points


def _boat(line: TypedLine) -> Command:
    kind = line.word().lower()
    place = line.word() if line.words else line.state.place
    taken = {boat.id for boat in line.state.boats}
    slug, name = kind.replace("_", "-"), kind.replace("_", " ").capitalize()
    free = next(f"{slug}-{n}" for n in range(1, len(taken) + 2) if f"{slug}-{n}" not in taken)
    return PlaceBoat(Boat(free, text(line) or name, kind, place))


def _rule(line: TypedLine) -> Command:
    target = choice(TARGETS, "unknown_target")(line)
    if target == "clock":
        line.example = CLOCK_RULING
        value = f"{_day(line)} {_hour(line)}"
    else:
        value = line.word()
    who = "" if target in NO_ONE else being(line.word(), line.state).id
    return Rule(target, value, who, text(line))


def _count(line: TypedLine) -> Command:
    name, by = line.word().lower(), whole(line.word())
    return Count(being(line.word(), line.state).id, name, by)


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


ROAD = table(
    TypedWord("march 2h", "marches: hours, the rest of the day, to 0405",
              _march),
    TypedWord("camp h m", "who watches, in order; none: nobody", camp),
    command_word("wait 20min busy", "lets time pass (busy: without resting)", Wait,
                 lambda line: hours(line.word(), "min"), lambda line: not line.flag("busy")),
    command_word("stay 2", "stays for days", Stay, optional(number, 1)),
    command_word("route Fort Wyll via 0706", "chooses the way on the map", SetRoute,
                 via=lambda line: line.after("via"), to=title),
    command_word("pace hustle", "sets the pace, hustle or walk", SetPace,
                 choice(("walk", "hustle"), "unknown_pace")),
    TypedWord("deadline 17 noon", "sets when the party has to arrive; off ends it", _deadline),
    TypedWord(ENCOUNTER_CHECKS,
              "a d12 every 4 hours, 1 meets something; nights: in camp too",
              _encounter),
    command_word("begin wolves", "begins an encounter without a board", BeginEncounter, text),
    command_word("end 10min", "ends the encounter, after some minutes", EndEncounter,
                 optional(lambda line: minutes(line.word()), 0)),
    command_word("pass", "passes by what was met", PassBy),
    TypedWord("halt ford 20min swim 10 1d6", "halts; a check, and the damage of a failure", _halt),
    TypedWord("check swim 10 +2", "calls for a check, of those named", check),
    TypedWord("count stamina -5 iseph", "takes from a counter, or adds to it", _count),
    TypedWord("hurt 7n harsk", "deals points (n: nonlethal)", _points("-")),
    TypedWord("heal 7n harsk", "heals points (n: nonlethal)", _points("+")),
    command_word("ride harsk pony-1", "mounts; without a mount, dismounts", Ride, member,
                 optional(member, "")),
    TypedWord("boat rowboat 1207", "puts a boat into a hex, else where the party is", _boat),
    command_word("away tam", "a member is away for now", SetPresent, member, False),
    command_word("back tam", "a member is back", SetPresent, member, True),
    command_word("leave tam", "a member leaves for good", Leave, member),
    command_word("note the miller lies", "writes a note for you alone", WriteNote, text),
    command_word("share the miller is kind", "writes a note for the players, too", WriteNote, text,
                 True),
    TypedWord("rule nonlethal 0 harsk he swam well", "sets one figure, with a reason", _rule),
    TypedWord("explored 0304 0305", "the party has explored hexes", _hexes(explored=True)),
    TypedWord("unexplored 0304 0305", "the party has not explored hexes", _hexes(explored=False)),
    TypedWord("known 0304 0305", "the players know of hexes", _hexes(known=True)),
    TypedWord("secret 0304 0305", "the players do not know of hexes", _hexes(known=False)),
)  # fmt: skip
"""The words of the road and the table."""
