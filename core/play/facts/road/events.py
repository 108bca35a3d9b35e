"""Events of the road. They carry outcomes, so a replay never rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from core.calendars import Instant
from core.play.facts.state import AT_THE_START, MarchPace, Plan, Schedule
from core.secrecy import Hex, Public, Secret, Subject, Withheld
from core.travel.stretches import Progress, RiverTerms
from core.values import Tagged


class PlanSet(Tagged, tag="plan_set"):
    """The party plans to go this way; `progress` when it is on the way already."""

    plan: Public[Plan]
    progress: Public[Progress] = AT_THE_START


class PlanDropped(Tagged, tag="plan_dropped"):
    """The party no longer goes anywhere."""

    public: ClassVar = True


class PaceSet(Tagged, tag="pace_set"):
    """The party walks, hustles, or runs and rests from now on."""

    pace: Public[MarchPace]


class RiverSet(Tagged, tag="river_set"):
    """The rivers of the map are travelled under these terms from now on."""

    river: Public[RiverTerms]


class DeadlineSet(Tagged, tag="deadline_set"):
    """The party has to arrive by then (None: no longer).

    `over` are the hours by which it arrived late, 0 in time; None: it has not arrived.
    """

    deadline: Public[Instant | None]
    over: Public[Fraction | None] = None


class ScheduleSet(Tagged, tag="schedule_set"):
    """Encounter checks fall due like this from now on (None: no longer)."""

    schedule: Withheld[Schedule | None]


class Travelled(Tagged, tag="travelled"):
    """Hours on the way: `km` covered, the pace and mode, and the position reached.

    `marched` are the ids of those on foot or in the saddle (and of mounts), `hustled` of those
    who hustled on their own feet (mounts and draft animals too). `place` is the hex that the
    party is in now, `entered` the hexes newly explored on the way.
    """

    hours: Public[Fraction]
    km: Public[Fraction]
    mode: Public[str]
    pace: Public[Literal["walk", "hustle"]]
    progress: Public[Progress]
    place: Public[str] = ""
    marched: Public[tuple[str, ...]] = ()
    hustled: Public[tuple[str, ...]] = ()
    entered: Hex[tuple[str, ...]] = ()


class SlowingSet(Tagged, tag="slowing_set"):
    """Something slows the party on land, or (`times` None) no longer does; "" means all of it."""

    times: Public[Fraction | None]
    reason: Public[str] = ""


class Arrived(Tagged, tag="arrived"):
    """The party reached the goal of its plan."""

    place: Public[str] = ""


class RiverCrossed(Tagged, tag="river_crossed"):
    """The party is over a river (M-3): by bridge, ford or none.

    `place` is the hex or its name on the map; without a map "", and `leg` counts the legs from 1.
    """

    how: Public[str]
    place: Public[str]
    leg: Public[int]


class Landed(Tagged, tag="landed"):
    """The party left this boat, or took it along, and it lies at this hex now."""

    boat: Public[str]
    at: Public[str]


class Strained(Tagged, tag="strained"):
    """Damage from a hustle or a forced march; it fatigues until it heals (T-084, T-103).

    `hour` is the hour of hustle since the last sleep, or the hour of the day's march. Of
    forced marches `faces` are the dice of 1d6 (empty when typed as a sum).
    """

    who: Subject[str]
    amount: Public[int]
    lethal: Public[bool]
    cause: Public[Literal["hustle", "forced_march"]]
    hour: Public[int]
    faces: Public[tuple[int, ...]] = ()


class TimePassed(Tagged, tag="time_passed"):
    """Time passed without going; `resting` hours heal, and `slept` ends the day's counts."""

    hours: Public[Fraction]
    resting: Public[bool] = True
    slept: Public[bool] = False


class MovedLocally(Tagged, tag="moved_locally"):
    """The party crossed so many metres on the local scale; the time passed is told apart."""

    metres: Public[Fraction]
    pace: Public[Literal["walk", "hustle"]] = "walk"
    conditions: Public[tuple[str, ...]] = ()


class Ran(Tagged, tag="ran"):
    """A member ran for `rounds` in a row, `metres` in all, then rested for `rests` rounds.

    `count` are the rounds that count towards its limit from now on (T-076); none after a rest.
    """

    who: Subject[str]
    rounds: Public[int]
    metres: Public[Fraction]
    rests: Public[int] = 0
    count: Public[int] = 0


class CampMade(Tagged, tag="camp_made"):
    """The party stopped for the night at this place, with this order of watches."""

    place: Public[str] = ""
    watches: Public[tuple[str, ...]] = ()


class Rode(Tagged, tag="rode"):
    """A member mounted or boarded `mount`, or with "" dismounted."""

    rider: Subject[str]
    mount: Subject[str] = ""


class HaltMade(Tagged, tag="halt_made"):
    """The party halted for a scene on the road."""

    name: Public[str]
    minutes: Public[int]


class EncounterRolled(Tagged, tag="encounter_rolled"):
    """An encounter check: the face rolled (0 when the GM ruled), and whether something is met.

    `until` is the end of the block that this roll is for, `comes` when the meeting is.
    """

    at: Withheld[Instant]
    face: Secret[int]
    met: Secret[bool]
    until: Secret[Instant | None] = None
    comes: Secret[Instant | None] = None


class EncounterMet(Tagged, tag="encounter_met"):
    """Something was met; the march (or the night) has this many hours left."""

    at: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False


class EncounterBegun(Tagged, tag="encounter_begun"):
    """An encounter began (`encounter`: on this board); the day has so many hours of march left."""

    name: Public[str]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    encounter: Public[str] = ""


class EncounterPassed(Tagged, tag="encounter_passed"):
    """Nothing came of what was met; the march has this many hours left."""

    hours_left: Public[Fraction]
    camped: Public[bool] = False


class EncounterEnded(Tagged, tag="encounter_ended"):
    """The encounter is over after these minutes; the march has this many hours left.

    `rounds` are those that were played on a board, whose time has passed already. Of that the road
    leaves `uncounted` hours out, less than a minute: the clock goes back by them.
    """

    name: Public[str]
    minutes: Public[int]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    rounds: Public[int] = 0
    uncounted: Public[Fraction] = Fraction(0)


RoadEvent: TypeAlias = (
    PlanSet
    | PlanDropped
    | PaceSet
    | RiverSet
    | DeadlineSet
    | ScheduleSet
    | Travelled
    | Arrived
    | Landed
    | RiverCrossed
    | Strained
    | TimePassed
    | MovedLocally
    | Ran
    | CampMade
    | Rode
    | HaltMade
    | EncounterRolled
    | EncounterMet
    | EncounterBegun
    | EncounterPassed
    | EncounterEnded
    | SlowingSet
)
