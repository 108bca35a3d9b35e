"""What happened on the road. Events carry outcomes, so a replay never rolls."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from core.calendars import Instant
from core.play.state import AT_THE_START, Plan, Schedule
from core.secrecy import Hex, Public, Secret, Subject, Withheld
from core.travel.stretches import Progress


@dataclass(frozen=True, slots=True)
class PlanSet:
    """The party means to go this way; `progress` when it stands on the way already."""

    plan: Public[Plan]
    progress: Public[Progress] = AT_THE_START
    kind: Literal["plan_set"] = "plan_set"


@dataclass(frozen=True, slots=True)
class PlanDropped:
    """The party no longer goes anywhere."""

    public: ClassVar = True
    kind: Literal["plan_dropped"] = "plan_dropped"


@dataclass(frozen=True, slots=True)
class PaceSet:
    """The party walks or hustles from now on."""

    pace: Public[Literal["walk", "hustle"]]
    kind: Literal["pace_set"] = "pace_set"


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """The party has to arrive by then (None: no longer)."""

    deadline: Public[Instant | None]
    kind: Literal["deadline_set"] = "deadline_set"


@dataclass(frozen=True, slots=True)
class ScheduleSet:
    """Encounter checks fall due like this from now on (None: no longer)."""

    schedule: Withheld[Schedule | None]
    kind: Literal["schedule_set"] = "schedule_set"


@dataclass(frozen=True, slots=True)
class Travelled:
    """Hours on the way: `km` covered, at what pace and by which mode, and where it led.

    `marched` are the ids of those on foot or in the saddle (and of mounts), `hustled` of those
    who hustled on their own feet (mounts and draft animals too). `place` is the hex whose
    ground the party now stands on, `entered` the hexes newly explored on the way.
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
    kind: Literal["travelled"] = "travelled"


@dataclass(frozen=True, slots=True)
class Arrived:
    """The plan is fulfilled; the party is where it meant to go."""

    place: Public[str] = ""
    kind: Literal["arrived"] = "arrived"


@dataclass(frozen=True, slots=True)
class Landed:
    """The party left this boat, or took it along, and it lies at this hex now."""

    boat: Public[str]
    at: Public[str]
    kind: Literal["landed"] = "landed"


@dataclass(frozen=True, slots=True)
class Strained:
    """Damage from a hustle or a forced march; it fatigues until it is gone (T-084, T-103).

    `hour` is the hour of hustle since the last sleep, or the hour of the day's march. Of
    forced marches `faces` are the dice of 1d6 (empty when typed as a sum).
    """

    who: Subject[str]
    amount: Public[int]
    lethal: Public[bool]
    cause: Public[Literal["hustle", "forced_march"]]
    hour: Public[int]
    faces: Public[tuple[int, ...]] = ()
    kind: Literal["strained"] = "strained"


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Time passed without going; `resting` hours heal, and `slept` ends the day's counts."""

    hours: Public[Fraction]
    resting: Public[bool] = True
    slept: Public[bool] = False
    kind: Literal["time_passed"] = "time_passed"


@dataclass(frozen=True, slots=True)
class CampMade:
    """The party stopped for the night at this place, with this order of watches."""

    place: Public[str] = ""
    watches: Public[tuple[str, ...]] = ()
    kind: Literal["camp_made"] = "camp_made"


@dataclass(frozen=True, slots=True)
class Rode:
    """A member mounted or boarded `mount`, or with "" dismounted."""

    rider: Subject[str]
    mount: Subject[str] = ""
    kind: Literal["rode"] = "rode"


@dataclass(frozen=True, slots=True)
class HaltMade:
    """The party halted for a scene on the road."""

    name: Public[str]
    minutes: Public[int]
    kind: Literal["halt_made"] = "halt_made"


@dataclass(frozen=True, slots=True)
class EncounterRolled:
    """An encounter check: the face rolled (0 when the GM ruled), and whether something is met.

    `until` is the end of the block that this roll is for, `comes` when the meeting is.
    """

    at: Withheld[Instant]
    face: Secret[int]
    met: Secret[bool]
    until: Secret[Instant | None] = None
    comes: Secret[Instant | None] = None
    kind: Literal["encounter_rolled"] = "encounter_rolled"


@dataclass(frozen=True, slots=True)
class EncounterMet:
    """Something was met; the march (or the night) has this many hours left."""

    at: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False
    kind: Literal["encounter_met"] = "encounter_met"


@dataclass(frozen=True, slots=True)
class EncounterBegun:
    """An encounter began (`encounter`: on this board); the day has so many hours of march left."""

    name: Public[str]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    encounter: Public[str] = ""
    kind: Literal["encounter_begun"] = "encounter_begun"


@dataclass(frozen=True, slots=True)
class EncounterPassed:
    """Nothing came of what was met; the march has this many hours left."""

    hours_left: Public[Fraction]
    camped: Public[bool] = False
    kind: Literal["encounter_passed"] = "encounter_passed"


@dataclass(frozen=True, slots=True)
class EncounterEnded:
    """The encounter is over after these minutes; the march has this many hours left.

    `rounds` are those that were played on a board, whose time has passed already.
    """

    name: Public[str]
    minutes: Public[int]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    rounds: Public[int] = 0
    kind: Literal["encounter_ended"] = "encounter_ended"


RoadEvent: TypeAlias = (
    PlanSet | PlanDropped | PaceSet | DeadlineSet | ScheduleSet | Travelled | Arrived | Landed
    | Strained | TimePassed | CampMade | Rode | HaltMade | EncounterRolled | EncounterMet
    | EncounterBegun | EncounterPassed | EncounterEnded
)  # fmt: skip
