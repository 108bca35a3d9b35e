"""Words of the command line about an encounter: setting it up, and playing the fight."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import get_args

from core.combat.board.drawing import LIGHTS
from core.combat.board.plan import BoardEdit, DoorState
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal
from core.play.fight.blows.commands import CoupDeGrace, GiveTemporary, TakeCover, TakeInHand
from core.play.fight.encounter import Encounter, Zone
from core.play.fight.moves.commands import Fall, MountUp, Push, Stand
from core.play.fight.setup.commands import (
    Discard,
    Hide,
    Paint,
    Place,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    Spot,
)
from core.play.fight.turns.commands import (
    ActNow,
    ClearCondition,
    Delay,
    EndChase,
    Pause,
    Ready,
    Spend,
    Stabilise,
    StartChase,
)
from core.play.road.commands import BeginEncounter
from core.play.table.commands import Rule
from core.play.union import Command
from core.values import replace
from tui.play.typed.areas import adding, border, runs
from tui.play.typed.line import Args, Go, Parsed, Scope, Verb, need, needs, of_one, one_of
from tui.play.typed.reading import duration, is_duration, square, whole

DOORS: tuple[DoorState, ...] = get_args(DoorState)


def _add(words: Args, scope: Scope) -> Parsed:
    text = " ".join(words)
    if words:
        adding(text)
    return Go("add", text)


def named(words: Args, choices: tuple[Encounter, ...]) -> Encounter:
    """The encounter with this name or its beginning; Refusal "no_such_encounter"."""
    text = " ".join(words).lower()
    exact = [one for one in choices if text in (one.name.lower(), one.id.lower())]
    found = exact or [one for one in choices if one.name.lower().startswith(text)]
    if len(found) == 1:
        return found[0]
    if not choices:
        raise Refusal("no_such_encounter", "No encounter is prepared: :prepare NAME.")
    names = tuple(one.name for one in found or choices)
    raise Refusal("no_such_encounter", "Which encounter? There are {names}.", names=names)


def _fight(words: Args, scope: Scope) -> Command:
    found = named(words, scope.waiting)
    return BeginEncounter(found.name, found.id)


def _discard(words: Args, scope: Scope) -> Command:
    played = scope.state.fight
    return Discard(named(words, tuple(e for e in scope.state.encounters if e is not played)).id)


def _door(words: Args, scope: Scope) -> Command:
    edge = border(words[0])
    state = one_of(words[1], DOORS, "unknown_door_state") if len(words) > 1 else "open"
    return SetDoor(scope.encounter.id, edge, state)


def _light(words: Args, scope: Scope) -> Command:
    light = one_of(words[0], LIGHTS, "unknown_light")
    air = _air(scope)
    if len(words) == 1:
        return replace(air, light=light)
    if words[1:] == ("all",):
        return replace(air, light=light, zones=())
    where = runs(words[1:])
    others = tuple(zone for zone in air.zones if zone.where != where)
    return replace(air, zones=(*others, Zone(where, light)))


def _wind(words: Args, scope: Scope) -> Command:
    wind = words[0].upper()
    if wind in ("OFF", "NONE", "CALM"):
        return replace(_air(scope), wind="")
    if wind not in DIRECTIONS:
        raise Refusal("unknown_wind",
                      "'{text}' is not a wind direction. Type one of {directions}, or off.",
                      directions=tuple(DIRECTIONS), text=words[0])  # fmt: skip
    return replace(_air(scope), wind=wind)


def _gravity(words: Args, scope: Scope) -> Command:
    return replace(_air(scope), gravity=one_of(words[0], GRAVITIES, "unknown_gravity"))


def _air(scope: Scope) -> SetAir:
    here = scope.encounter
    return SetAir(here.id, here.light, here.wind, here.gravity, here.zones)


def _place(words: Args, scope: Scope) -> Command:
    who, at = scope.one(words[0]), "" if words[1] in ("off", "away") else square(words[1])
    high = len(words) > 2 and words[2].isdigit()
    spot = Spot(who, at, whole(words[2]) if high else 0)
    return Place(scope.encounter.id, (spot,), " ".join(words[3 if high else 2 :]))


def _paint(words: Args, scope: Scope) -> Command:
    what = words[0].lower()
    borders = [word for word in words[1:] if "/" in word]
    squares = [word for word in words[1:] if "/" not in word]
    edits = [BoardEdit(border(word), what) for word in borders]
    if squares:
        edits.append(BoardEdit(runs(squares), what))
    return Paint(scope.encounter.id, tuple(edits))


BOARD: Mapping[str, Verb] = MappingProxyType(
    {
        "prepare": needs(
            1,
            "prepare Ambush at the ford forest",
            lambda words, scope: Go("prepare", " ".join(words)),
        ),
        "fight": _fight,
        "add": _add,
        "place": needs(2, "place h k9 2 he swam across", _place),
        "hide": needs(
            1, "hide f g", lambda words, scope: Hide(scope.encounter.id, scope.several(words), True)
        ),
        "reveal": needs(
            1,
            "reveal f g",
            lambda words, scope: Hide(scope.encounter.id, scope.several(words), False),
        ),
        "remove": needs(
            1,
            "remove f g",
            lambda words, scope: RemoveCreatures(scope.encounter.id, scope.several(words)),
        ),
        "paint": needs(2, "paint difficult B2:5", _paint),
        "door": needs(1, "door B2/C2 open", _door),
        "light": needs(1, "light dark B2:5", _light),
        "wind": needs(1, "wind NE", _wind),
        "gravity": needs(1, "gravity low", _gravity),
        "rename": needs(
            1,
            "rename The ford at dusk",
            lambda words, scope: Rename(scope.encounter.id, " ".join(words)),
        ),
        "discard": needs(1, "discard Ambush at the ford", _discard),
    }
)


def _condition(words: Args, scope: Scope) -> Command:
    name = condition_name(words[0], scope.shown.conditions)
    lasts = [word for word in words[1:] if is_duration(word)]
    who = scope.several(word for word in words[1:] if word not in lasts)
    if not who:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return replace(duration(lasts, scope.one), who=who, name=name)


def condition_name(text: str, known: tuple[str, ...]) -> str:
    """The condition that `text` names or uniquely begins; else a timer of that name."""
    plain = text.lower().replace("-", "_")
    starts = [name for name in known if name.startswith(plain)]
    return starts[0] if len(starts) == 1 and plain not in known else plain


def _fall(words: Args, scope: Scope) -> Command:
    who, more = scope.one(words[0]), words[1:]
    numbers = [word for word in more if word[0].isdigit()]
    for word in more:
        if word not in numbers and word not in ("soft", "jumps"):
            raise Refusal("unknown_word",
                          "'{word}' does not describe a fall. Type a height, soft or jumps.",
                          word=word)  # fmt: skip
    return Fall(who, whole(numbers[0]) if numbers else None, "soft" in more, "jumps" in more)


def _push(words: Args, scope: Scope) -> Command:
    who = scope.one(words[0])
    figure = scope.encounter.figure(who)
    path = tuple(square(word) for word in words[1:])
    start = figure.at if figure is not None else ""
    return Push(who, path if path[0] == start else (start, *path))


def _mount(words: Args, scope: Scope) -> Command:
    squares = words[words.index("at") + 1 :] if "at" in words else ()
    named = words[: words.index("at")] if "at" in words else words
    mount = scope.one(named[1]) if len(named) > 1 else ""
    return MountUp(scope.one(named[0]), mount, square(squares[0]) if squares else "")


def _spend(back: bool) -> Verb:
    def spend(words: Args, scope: Scope) -> Command:
        return Spend(scope.one(words[0]), tuple(word.replace("-", "_") for word in words[1:]), back)

    return spend


def _chase(words: Args, scope: Scope) -> Parsed:
    if not words:
        return Go("chase")
    if words[0] in ("over", "end"):
        return EndChase(" ".join(words[1:]))
    at = words.index("by") if "by" in words else len(words)
    behind = words[at + 1 :]
    lead = [word for word in behind if word.isdigit()]
    quarry = scope.several(words[:at])
    pursuers = scope.several(word for word in behind if word not in lead)
    if not quarry or not pursuers:
        need((), 1, "chase t by a-c 24")
    return StartChase(quarry, pursuers, whole(lead[0]) if lead else 0)


FIGHT: Mapping[str, Verb] = MappingProxyType(
    {
        "condition": needs(2, "condition prone h 3", _condition),
        "clear": needs(
            2,
            "clear prone h",
            lambda words, scope: ClearCondition(
                scope.several(words[1:]), condition_name(words[0], scope.shown.conditions)
            ),
        ),
        "temp": needs(
            2,
            "temp 5 h",
            lambda words, scope: GiveTemporary(scope.several(words[1:]), (whole(words[0]),)),
        ),
        "fall": needs(1, "fall t 3", _fall),
        "push": needs(2, "push d e9 e10", _push),
        "stand": of_one("stand h", Stand),
        "lie": of_one("lie h", lambda who: Stand(who, True)),
        "mount": needs(1, "mount h pony at k9", _mount),
        "ready": needs(
            2,
            "ready h when he comes",
            lambda words, scope: Ready(scope.one(words[0]), " ".join(words[1:])),
        ),
        "delay": of_one("delay h", Delay),
        "act": of_one("act h", ActNow),
        "spend": needs(2, "spend h standard", _spend(False)),
        "refund": needs(2, "refund h move", _spend(True)),
        "stabilise": of_one("stabilise h", Stabilise),
        "coup": needs(
            2,
            "coup h d",
            lambda words, scope: CoupDeGrace(scope.one(words[0]), scope.one(words[1])),
        ),
        "cover": needs(
            1, "cover h", lambda words, scope: TakeCover(scope.one(words[0]), "off" in words[1:])
        ),
        "wield": needs(
            2,
            "wield h 2",
            lambda words, scope: TakeInHand(scope.one(words[0]), whole(words[1]) - 1),
        ),
        "chase": _chase,
        "init": needs(
            2,
            "init h 15.5",
            lambda words, scope: Rule(
                "initiative", words[1].replace(",", "."), scope.one(words[0]), " ".join(words[2:])
            ),
        ),
        "pause": lambda words, scope: Pause(),
    }
)
