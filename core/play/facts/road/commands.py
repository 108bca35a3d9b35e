"""Commands of the road."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.play.facts.state import MarchPace, Schedule
from core.travel.stretches import RiverTerms, Stretch
from core.values import Tagged


class SetRoute(Tagged, tag="set_route"):
    """Go to hex or place `to` by way of `via`, on the map, the earliest arrival."""

    to: str
    via: tuple[str, ...] = ()


class SetLegs(Tagged, tag="set_legs"):
    """Go along these legs; no map is needed."""

    legs: tuple[Stretch, ...]


class DropPlan(Tagged, tag="drop_plan"):
    """Forget where the party was going."""


class SetPace(Tagged, tag="set_pace"):
    """Walk, hustle, or run and rest, from now on."""

    pace: MarchPace


class SetDeadline(Tagged, tag="set_deadline"):
    """Be there by this day and hour, until the party arrives; None forgets the deadline."""

    day: int | None
    hour: Fraction = Fraction(12)


class SetSchedule(Tagged, tag="set_schedule"):
    """Roll encounter checks like this from now on; None stops them."""

    schedule: Schedule | None


class SetSlowing(Tagged, tag="set_slowing"):
    """Slow the whole party on land for a reason, until that is ended.

    `times` is what is left of its pace; None ends it ("" as reason: all of them).
    """

    times: Fraction | None
    reason: str = ""


class SetRiver(Tagged, tag="set_river"):
    """Travel on the rivers of the map under these terms from now on, on the way ahead too."""

    river: RiverTerms


class March(Tagged, tag="march"):
    """Travel along the plan.

    `hours` None: the rest of the ordinary day (or of an interrupted march), never a forced hour.
    `hours` given: that long, past the ordinary day too. `to` a hex or place on the way: stop
    there at the latest.
    """

    hours: Fraction | None = None
    to: str = ""


NOBODY = ("",)
"""The watches of a camp without watches."""


class Camp(Tagged, tag="camp"):
    """Stop for the night and sleep until `until`, an hour of the next day.

    `watches` are the ids of those who watch, in order; () = those of last night, `NOBODY` = none.
    `until` None: until the day's start, or longer where a whole night's sleep needs it; after an
    interruption, the rest of the night.
    """

    watches: tuple[str, ...] = ()
    until: Fraction | None = None


class Wait(Tagged, tag="wait"):
    """Let time pass without going: `resting` hours heal nonlethal damage (T-122)."""

    hours: Fraction
    resting: bool = True


class CatchBreath(Tagged, tag="catch_breath"):
    """Rest for some minutes: those of `who` pay Resolve for all their Stamina (open rules)."""

    who: tuple[str, ...]


class Explore(Tagged, tag="explore"):
    """Cross `metres` on the local scale, at the pace of the slowest, in minutes (T-050).

    `conditions` are what hampers: rows of the ruleset's local conditions.
    """

    metres: Fraction
    pace: Literal["walk", "hustle"] = "walk"
    conditions: tuple[str, ...] = ()


class LongRun(Tagged, tag="long_run"):
    """Run for so many rounds, with Constitution checks beyond the free ones (T-070, T-071)."""

    who: str
    rounds: int


class Stay(Tagged, tag="stay"):
    """Stay here for whole days, sleeping each night."""

    days: int


class Ride(Tagged, tag="ride"):
    """Mount or board `mount` (id of a member); "" dismounts."""

    rider: str
    mount: str = ""


class HaltCheck(Tagged, tag="halt_check"):
    """One check of a halt: who rolls d20 + `modifier` against `dc`."""

    who: str
    modifier: int = 0


class Halt(Tagged, tag="halt", kw_only=True):
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


class BeginEncounter(Tagged, tag="begin_encounter"):
    """Play out what was met, or begin an encounter of the GM's own.

    `encounter` is the id of one that was prepared or paused, to be played on its board; "" = it is
    played without a board.
    """

    name: str
    encounter: str = ""


class PassBy(Tagged, tag="pass_by"):
    """Nothing came of what was met; the day can go on."""


class EndEncounter(Tagged, tag="end_encounter"):
    """The encounter is over after `minutes`; the day goes on with the hours that are left."""

    minutes: int = 0


RoadAlways: TypeAlias = SetDeadline | SetSlowing
"""Commands that never have to wait."""
RoadInFight: TypeAlias = EndEncounter | Wait | Ride
"""Commands allowed in the middle of a fight on a board; `Wait` is a parley."""
RoadAfterwards: TypeAlias = (
    SetRoute
    | SetLegs
    | DropPlan
    | SetPace
    | SetRiver
    | SetSchedule
    | March
    | Camp
    | CatchBreath
    | Explore
    | LongRun
    | Stay
    | Halt
    | BeginEncounter
    | PassBy
)
"""Commands that have to wait until a fight on a board is over or paused."""
RoadCommand: TypeAlias = RoadAlways | RoadInFight | RoadAfterwards
