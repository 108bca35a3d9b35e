"""What the GM asks for on the road."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from core.play.state import Schedule
from core.travel.stretches import Stretch


@dataclass(frozen=True, slots=True)
class SetRoute:
    """Go to hex or place `to` by way of `via`, on the map, the earliest arrival."""

    to: str
    via: tuple[str, ...] = ()
    kind: Literal["set_route"] = "set_route"


@dataclass(frozen=True, slots=True)
class SetLegs:
    """Go along these legs; no map is needed."""

    legs: tuple[Stretch, ...]
    kind: Literal["set_legs"] = "set_legs"


@dataclass(frozen=True, slots=True)
class DropPlan:
    """Forget where the party was going."""

    kind: Literal["drop_plan"] = "drop_plan"


@dataclass(frozen=True, slots=True)
class SetPace:
    """Walk, or hustle, from now on."""

    pace: Literal["walk", "hustle"]
    kind: Literal["set_pace"] = "set_pace"


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """Be there by this day and hour; None forgets the deadline."""

    day: int | None
    hour: Fraction = Fraction(12)
    kind: Literal["set_deadline"] = "set_deadline"


@dataclass(frozen=True, slots=True)
class SetSchedule:
    """Roll encounter checks like this from now on; None stops them."""

    schedule: Schedule | None
    kind: Literal["set_schedule"] = "set_schedule"


@dataclass(frozen=True, slots=True)
class March:
    """Travel along the plan.

    `hours` None: the rest of the ordinary day (or what an interruption left of a march), never
    a forced hour. `hours` given: that long, past the ordinary day too. `to` a hex or place on
    the way: stop there at the latest.
    """

    hours: Fraction | None = None
    to: str = ""
    kind: Literal["march"] = "march"


NOBODY = ("",)
"""The watches of a camp in which nobody watches."""


@dataclass(frozen=True, slots=True)
class Camp:
    """Stop for the night and sleep until `until`, an hour of the next day.

    `watches` are the ids of those who watch, in their order; () = those of last night, `NOBODY`
    none of them any more.

    `until` None: until the day's start, or longer where a whole night's sleep needs it; of an
    interrupted night, what is left of it.
    """

    watches: tuple[str, ...] = ()
    until: Fraction | None = None
    kind: Literal["camp"] = "camp"


@dataclass(frozen=True, slots=True)
class Wait:
    """Let time pass without going: `resting` hours heal nonlethal damage (T-122)."""

    hours: Fraction
    resting: bool = True
    kind: Literal["wait"] = "wait"


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay here for whole days, sleeping each night."""

    days: int
    kind: Literal["stay"] = "stay"


@dataclass(frozen=True, slots=True)
class Ride:
    """Mount or board `mount` (id of a member); "" dismounts."""

    rider: str
    mount: str = ""
    kind: Literal["ride"] = "ride"


@dataclass(frozen=True, slots=True)
class HaltCheck:
    """One check of a halt: who rolls d20 + `modifier` against `dc`."""

    who: str
    modifier: int = 0
    kind: Literal["halt_check"] = "halt_check"


@dataclass(frozen=True, slots=True)
class Halt:
    """A scene on the road (ford, toll, landslide): minutes, checks, consequences.

    Each of `checks` rolls `check` ("swim") against `dc`; who fails takes `damage` (a dice
    expression or number, "" = none), lethal or not.
    """

    name: str
    minutes: int = 0
    check: str = ""
    dc: int = 10
    checks: tuple[HaltCheck, ...] = ()
    damage: str = ""
    lethal: bool = False
    kind: Literal["halt"] = "halt"


@dataclass(frozen=True, slots=True)
class BeginEncounter:
    """Play out what was met, or begin an encounter of the GM's own.

    `encounter` is the id of one that was prepared or paused, to be played on its board; "" = it is
    told without a board.
    """

    name: str
    encounter: str = ""
    kind: Literal["begin_encounter"] = "begin_encounter"


@dataclass(frozen=True, slots=True)
class PassBy:
    """Nothing came of what was met; the day can go on."""

    kind: Literal["pass_by"] = "pass_by"


@dataclass(frozen=True, slots=True)
class EndEncounter:
    """The encounter is over after `minutes`; the day goes on with the hours that are left."""

    minutes: int = 0
    kind: Literal["end_encounter"] = "end_encounter"


RoadCommand: TypeAlias = (
    SetRoute | SetLegs | DropPlan | SetPace | SetDeadline | SetSchedule | March | Camp | Wait
    | Stay | Ride | Halt | BeginEncounter | PassBy | EndEncounter
)  # fmt: skip
