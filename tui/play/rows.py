"""Rows of the panes as values, filled by a screen from core's answers.

Words are core Messages (or ids and names as text), figures are core quantities: the panes alone
decide how wide they are and in which column they stand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from core.quantities import Chance, Hours, Kilometres, Metres
from core.values import Struct
from tui.kit.phrases import Words


class TodayLine(Struct):
    """Today's march: hours of the bar in hours of the clock, done and marked on it.

    `start` is the hour of the clock at which the bar begins, `length` its hours (the ordinary
    day), `done` the hours travelled, `forced` those beyond the ordinary day, `marks` hours from
    the start at which something stopped the day. `pace` is a sentence ("3 km/h (Harsk) x 1/2
    woods"), `sky` another: what slows the whole party and until when (None: nothing).
    """

    title: Words
    start: Hours
    length: Hours
    done: Hours
    forced: Hours
    pace: Words
    verb: Words
    transport: Words = ""
    sky: Words | None = None
    marks: tuple[Fraction, ...] = ()


class DayLine(Struct):
    """One day of the plan: number in the plan, date, terrain and camp."""

    number: int
    date: Words
    leg: Words
    km: Kilometres
    hours: Hours
    night: Words = ""
    forced: bool = False


class PlanLines(Struct):
    """The plan: goal, distance, days, arrival and deadline."""

    goal: Words
    km: Kilometres
    days: tuple[DayLine, ...]
    arrival: Words
    deadline: Words | None = None
    late: bool = False
    latest: Words | None = None


class ForcedLine(Struct):
    """A further hour of forced march: its gain (km today, arrival) and risks (by member).

    `dc` None: nobody makes a check. `fatigued` are the chances of being fatigued by the end of
    that hour, in the order of the table's tokens; None = this member makes no check. `gains`
    marks the row that gains a day.
    """

    extra: int
    dc: int | None
    km: Kilometres
    arrive: Words
    fatigued: tuple[Chance | None, ...]
    gains: bool = False


class MemberLine(Struct):
    """A member of the party as the table shows it. `hp` and `hp_max` None: not written down.

    `sheet` are further columns of the Party screen in words (what its arrangement gives).
    """

    id: str
    token: str
    name: str
    role: Literal["character", "mount", "vehicle", "boat"] = "character"
    hp: int | None = None
    hp_max: int | None = None
    nonlethal: int = 0
    con_mod: int | None = None
    speed: Metres | None = None
    pace: Words = ""
    rides: Words = ""
    load: Words = ""
    state: Words = ""
    level: int | None = None
    slowest: bool = False
    fatigued: bool = False
    present: bool = True
    ac: int | None = None
    temporary: int = 0


class LogLine(Struct):
    """A line of the log."""

    when: Words
    text: Words
    undone: bool = False
    note: bool = False
    seq: int = 0
