"""Words of the command line for the road and the table: marches, points, rulings, notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import get_args

from core.dice import looks_like_dice
from core.messages import Refusal
from core.play.road.commands import (
    NOBODY,
    BeginEncounter,
    Camp,
    DropPlan,
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
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    RulingTarget,
    SetPresent,
    WriteNote,
)
from core.play.union import Command
from tui.play.typed.line import Args, Go, Scope, Verb, need, needs
from tui.play.typed.reading import amounts, being, everybody, hours, minutes, someone, whole

NOON = {"noon": "12", "midnight": "0"}
ENCOUNTER_CHECKS = "encounter d12 4h 1 nights"
"""An example of encounter checks: dice, interval, faces that meet something, in camp too."""
NO_ONE = ("clock", "hours_used", "place")
"""Targets of a ruling that belong to no creature."""


def _halt(words: Args, scope: Scope) -> Command:
    durations = [i for i, w in enumerate(words) if re.fullmatch(r"\d+(min|m|h)", w)]
    at = durations[0] if durations else len(words)
    name = " ".join(words[:at]) or "halt"
    takes = minutes(words[at]) if durations else 0
    rest = words[at + 1 :]
    if not rest:
        return Halt(name, takes)
    need(rest, 2, "halt ford 20min swim 10 1d6")
    more = rest[2:]
    everyone = "all" in more
    signed = [word for word in more if re.fullmatch(r"[+-]\d+", word)]
    damage = [word for word in more if looks_like_dice(word)]
    modifier = int(signed[0]) if signed else 0
    asked = [m for m in scope.state.travellers if everyone or m.role == "character"]
    checks = tuple(HaltCheck(m.id, modifier) for m in asked)
    lethal = "lethal" in more
    return Halt(name, takes, rest[0], whole(rest[1]), checks, "".join(damage[:1]), lethal)


def _deadline(words: Args, scope: Scope) -> Command:
    if words[0] in ("off", "none"):
        return SetDeadline(None)
    day, today = whole(words[0]), scope.state.clock.day
    hour = hours(NOON.get(words[1], words[1]).replace(":", "h")) if len(words) > 1 else Fraction(12)
    for ahead in range(366):
        if scope.state.calendar.date(today + ahead).day == day:
            return SetDeadline(today + ahead, hour)
    raise Refusal("no_such_day", "No month has a day {day}.", day=day)


def _encounter(words: Args, scope: Scope) -> Command:
    if words[0] in ("off", "none"):
        return SetSchedule(None)
    need(words, 3, ENCOUNTER_CHECKS)
    faces = ",".join(word for word in words[2:] if word != "nights").split(",")
    wanted = tuple(whole(face) for face in faces)
    return SetSchedule(Schedule(words[0], hours(words[1]), wanted, "nights" in words))


def _rule(words: Args, scope: Scope) -> Command:
    targets: tuple[RulingTarget, ...] = get_args(RulingTarget)
    target = next((known for known in targets if known == words[0]), None)
    if target is None:
        raise Refusal(
            "unknown_target",
            "'{text}' cannot be ruled. Choose one of {targets}.",
            targets=targets,
            text=words[0],
        )
    if target == "clock":
        need(words, 3, "rule clock 17 9h30 a long talk")
        day = _deadline(words[1:2], scope)
        assert isinstance(day, SetDeadline)
        value = f"{day.day} {hours(words[2].replace(':', 'h'))}"
        return Rule(target, value, "", " ".join(words[3:]))
    if target in NO_ONE:
        return Rule(target, words[1], "", " ".join(words[2:]))
    need(words, 3, "rule nonlethal 0 harsk he swam well")
    return Rule(target, words[1], being(words[2], scope.state).id, " ".join(words[3:]))


def _check(words: Args, scope: Scope) -> Command:
    numbers = [word for word in words[1:] if re.fullmatch(r"\d+", word)]
    signed = [int(word) for word in words[1:] if re.fullmatch(r"[+-]\d+", word)]
    named = [w for w in words[1:] if not re.fullmatch(r"[+-]?\d+", w)]
    if scope.state.fight is None:
        named = [word for word in named if word != "all"]
    who = everybody(named, scope.state) or tuple(
        m.id for m in scope.state.travellers if m.role == "character" or "all" in words
    )
    modifiers = tuple((signed * len(who))[: len(who)]) if len(signed) == 1 else tuple(signed)
    return CallCheck(words[0], int(numbers[0]) if numbers else None, who, modifiers)


def _points(sign: str) -> Verb:
    def points(words: Args, scope: Scope) -> Command:
        return amounts(f"{sign}{words[0]}", everybody(words[1:], scope.state))

    return points


def _hexes(explored: bool | None, known: bool | None) -> Verb:
    def mark(words: Args, scope: Scope) -> Command:
        marks = {m.hex: m for m in scope.state.marks}
        was = marks.get(words[0])
        return MarkHexes(
            words,
            explored if explored is not None else (was.explored if was else True),
            known if known is not None else (was.known if was else True),
        )

    return mark


def _boat(words: Args, scope: Scope) -> Command:
    kind = words[0].lower()
    taken = {boat.id for boat in scope.state.boats}
    free = next(f"{kind}-{n}" for n in range(1, len(taken) + 2) if f"{kind}-{n}" not in taken)
    return PlaceBoat(Boat(free, " ".join(words[2:]) or kind.capitalize(), kind, words[1]))


def _march(words: Args, scope: Scope) -> Command:
    if words and words[0] == "to":
        return March(None, " ".join(words[1:]))
    return March(hours(words[0])) if words else March()


def _ride(words: Args, scope: Scope) -> Command:
    mount = someone(words[1], scope.state).id if len(words) > 1 else ""
    return Ride(someone(words[0], scope.state).id, mount)


def _pace(words: Args, scope: Scope) -> Command:
    match words[0]:
        case "walk":
            return SetPace("walk")
        case "hustle":
            return SetPace("hustle")
    raise Refusal("unknown_pace", "'{pace}' is not a pace. Type walk or hustle.", pace=words[0])


def _route(words: Args, scope: Scope) -> Command:
    if "via" in words:
        at = words.index("via")
        return SetRoute(" ".join(words[:at]), words[at + 1 :])
    return SetRoute(" ".join(words))


def _camp(words: Args, scope: Scope) -> Command:
    if words in (("none",), ("off",)):
        return Camp(NOBODY if scope.state.watches else ())
    return Camp(tuple(someone(word, scope.state).id for word in words) or scope.state.watches)


def _go(action: str) -> Verb:
    return lambda words, scope: Go(action, " ".join(words))


ROAD: Mapping[str, Verb] = MappingProxyType(
    {
        "march": _march,
        "camp": _camp,
        "wait": needs(
            1,
            "wait 20min",
            lambda words, scope: Wait(hours(words[0], "min"), resting="busy" not in words),
        ),
        "stay": lambda words, scope: Stay(whole(words[0]) if words else 1),
        "route": needs(1, "route Fort Wyll via 0706", _route),
        "legs": _go("legs"),
        "drop": lambda words, scope: DropPlan() if words == ("plan",) else Go("drop"),
        "keep": _go("keep"),
        "pace": needs(1, "pace hustle", _pace),
        "deadline": needs(1, "deadline 17 noon", _deadline),
        "encounter": needs(1, ENCOUNTER_CHECKS, _encounter),
        "begin": lambda words, scope: BeginEncounter(" ".join(words)),
        "end": lambda words, scope: EndEncounter(minutes(words[0]) if words else 0),
        "pass": lambda words, scope: PassBy(),
        "halt": needs(1, "halt ford 20min swim 10 1d6", _halt),
        "check": needs(1, "check swim 10 +2", _check),
        "hurt": needs(2, "hurt 7n harsk", _points("-")),
        "heal": needs(2, "heal 7n harsk", _points("+")),
        "ride": needs(1, "ride harsk pony-1", _ride),
        "boat": needs(2, "boat rowboat 1207", _boat),
        "away": needs(
            1, "away tam", lambda words, scope: SetPresent(someone(words[0], scope.state).id, False)
        ),
        "back": needs(
            1, "back tam", lambda words, scope: SetPresent(someone(words[0], scope.state).id, True)
        ),
        "leave": needs(
            1, "leave tam", lambda words, scope: Leave(someone(words[0], scope.state).id)
        ),
        "note": lambda words, scope: WriteNote(" ".join(words)),
        "share": lambda words, scope: WriteNote(" ".join(words), shared=True),
        "rule": needs(2, "rule nonlethal 0 harsk he swam well", _rule),
        "explored": needs(1, "explored 0304 0305", _hexes(True, None)),
        "unexplored": needs(1, "unexplored 0304 0305", _hexes(False, None)),
        "known": needs(1, "known 0304 0305", _hexes(None, True)),
        "secret": needs(1, "secret 0304 0305", _hexes(None, False)),
        "session": _go("session"),
        "recap": _go("recap"),
        "export": _go("export"),
        "undo": lambda words, scope: Go(
            {"step": "undo_step", "turn": "undo_turn"}.get(" ".join(words), "undo")
        ),
        "redo": _go("redo"),
        "import": _go("import_map"),
        "find": _go("find"),
        "help": _go("help"),
        "quit": _go("leave"),
    }
)
