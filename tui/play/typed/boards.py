"""Words of the command line that set up an encounter: creatures, ground, doors, light."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import get_args

from core.combat.board.drawing import LIGHTS, Light
from core.combat.board.plan import BoardEdit, DoorState
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal
from core.play.fight.encounter import Encounter, Zone
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
from core.play.road.commands import BeginEncounter
from core.play.union import Command
from tui.play.typed.areas import adding, border, runs
from tui.play.typed.line import Args, FightVerb, Go, Parsed, Scope, needs, one_of
from tui.play.typed.reading import square, whole

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
    here = scope.encounter
    if len(words) == 1:
        return _air(here, light=light)
    if words[1:] == ("all",):
        return _air(here, light=light, zones=())
    where = runs(words[1:])
    others = tuple(zone for zone in here.zones if zone.where != where)
    return _air(here, zones=(*others, Zone(where, light)))


def _wind(words: Args, scope: Scope) -> Command:
    if words[0].lower() in ("off", "none", "calm"):
        return _air(scope.encounter, wind="")
    known = {name.lower(): name for name in DIRECTIONS}
    if words[0].lower() not in known:
        raise Refusal("unknown_wind",
                      "'{text}' is not a wind direction. Type one of {directions}, or off.",
                      directions=tuple(DIRECTIONS), text=words[0])  # fmt: skip
    return _air(scope.encounter, wind=known[words[0].lower()])


def _air(
    here: Encounter,
    light: Light | None = None,
    wind: str | None = None,
    gravity: str | None = None,
    zones: tuple[Zone, ...] | None = None,
) -> SetAir:
    return SetAir(
        here.id,
        here.light if light is None else light,
        here.wind if wind is None else wind,
        here.gravity if gravity is None else gravity,
        here.zones if zones is None else zones,
    )


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


BOARD: Mapping[str, FightVerb] = MappingProxyType(
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
        "gravity": needs(
            1,
            "gravity low",
            lambda words, scope: _air(
                scope.encounter, gravity=one_of(words[0], GRAVITIES, "unknown_gravity")
            ),
        ),
        "rename": needs(
            1,
            "rename The ford at dusk",
            lambda words, scope: Rename(scope.encounter.id, " ".join(words)),
        ),
        "discard": needs(1, "discard Ambush at the ford", _discard),
    }
)
