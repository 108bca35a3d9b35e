"""What screens ask of a state: pure, and always by the rules of `decide`.

Members are named by id in all answers. Whatever needs the party's pace raises the Refusal that a
march would raise (`nobody`, `overloaded`, `cannot_walk` ...): show its message instead.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from core.calendars import Instant
from core.dice import Question
from core.messages import Message
from core.play.road.commands import Ride
from core.play.state import Member, State
from core.play.union import Command, World
from core.receipts import Receipt

if TYPE_CHECKING:
    from core.travel.company import Company
    from core.travel.itinerary import Itinerary
    from core.travel.moving import Moving
    from core.travel.route import Routes


@dataclass(frozen=True, slots=True)
class Today:
    """The day so far and what is left of it.

    `used`, `left` and `allowance` in hours: travelled today, left of the ordinary day, and the
    ordinary day of the mode in use (M-5). `began` is when the day's first hour was, `ends` when
    its last would be if the party went on now. `mode` is "land" or the id of a boat. `pace_km_h`
    is the party's pace on open ground (or afloat), `here_km_h` what is left of it here, None
    without a way. `slowest` is the id of who sets that pace ("" afloat). `forced` counts the
    complete hours of forced march. `resume` hours were left by an interruption. `km_left` and
    `hours_left` to the goal, None without a plan. `receipt` says why the pace is what it is.
    """

    used: Fraction
    left: Fraction
    allowance: Fraction
    began: Instant
    ends: Instant
    mode: str
    pace_km_h: Fraction
    here_km_h: Fraction | None
    slowest: str
    forced: int
    resume: Fraction
    km_left: Fraction | None
    hours_left: Fraction | None
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Risk:
    """What forced hours risk for one member: chances exact, of this hour's check and so far.

    `who` is the id. All are None when the Constitution is not known, `p_unconscious` also when
    the hit points are not. Mounts and draft animals fail every check; of them `p_unconscious`
    is the chance that lethal damage uses up their hit points.
    """

    who: str
    p_fail: Fraction | None
    p_fatigued: Fraction | None
    p_unconscious: Fraction | None


@dataclass(frozen=True, slots=True)
class ForcedHour:
    """What one more hour beyond the ordinary day buys and risks.

    `hour` counts the hours of the day's march (9, 10 ...), `extra` from 1 the hours added to
    the rest of the ordinary day. `km` is gained by the added hours so far; `arrival` is when
    the party would arrive after them, None when it is not known.
    `p_any_unconscious` is None when any member's chance is not known.
    """

    extra: int
    hour: int
    dc: int
    km: Fraction
    arrival: Instant | None
    members: tuple[Risk, ...]
    p_any_unconscious: Fraction | None


@dataclass(frozen=True, slots=True)
class Night:
    """Where a night of the plan falls: when the day's travel ends, and the hex ("" off the map)."""

    at: Instant
    place: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """A change of who rides what, and the pace and ordinary day it would give."""

    ride: Ride
    pace_km_h: Fraction
    day_km: Fraction


def company(state: State, world: World) -> Company:
    """Those present as a company, riders' weight on their mounts (T-162); named by id."""
    raise NotImplementedError


def moving(member: Member, state: State, world: World) -> Moving:
    """How this one member moves under the ruleset, with the receipt of its pace."""
    raise NotImplementedError


def today(state: State, world: World) -> Today:
    """The day so far and what is left of it."""
    raise NotImplementedError


def itinerary(state: State, world: World) -> Itinerary | None:
    """The days ahead to the end of the plan, today's hours counted; None without a plan."""
    raise NotImplementedError


def arrival(state: State, world: World) -> Instant | None:
    """When the party arrives by ordinary days; None without a plan."""
    raise NotImplementedError


def nights(state: State, world: World) -> tuple[Night, ...]:
    """Where the nights of the plan fall, first to last."""
    raise NotImplementedError


def latest_start(state: State, world: World) -> Instant | None:
    """The latest start that still meets the deadline by ordinary days.

    None without a plan or deadline; before the clock's moment when it is too late already.
    """
    raise NotImplementedError


def late(state: State, world: World) -> bool | None:
    """Whether the party arrives after its deadline by ordinary days; None without one."""
    raise NotImplementedError


def forced(state: State, world: World, up_to: int = 4) -> tuple[ForcedHour, ...]:
    """What each further hour of forced march today buys and risks; empty without a way."""
    raise NotImplementedError


def routes(state: State, world: World) -> Routes | None:
    """The earliest arrival everywhere from the party's place; None without a map or place.

    Takes a while on a large map: run it in a worker and cache it by `routes_key`.
    """
    raise NotImplementedError


def routes_key(state: State) -> Hashable:
    """What the answer of `routes` depends on in the state, for a cache."""
    raise NotImplementedError


def owed(state: State, world: World) -> tuple[Question, ...]:
    """The rolls that fall due in the rest of the ordinary day; empty when it cannot go on."""
    raise NotImplementedError


def space(state: State, world: World) -> Command | None:
    """The command that Space performs now; None when the GM has to choose first."""
    raise NotImplementedError


def ahead_space(state: State, world: World) -> Message:
    """What Space would do, in words, or why it would do nothing."""
    raise NotImplementedError


def enter(state: State, world: World, cursor: str) -> Command | None:
    """The command that Enter performs with the cursor on this hex; None when there is none."""
    raise NotImplementedError


def ahead_enter(state: State, world: World, cursor: str) -> Message:
    """What Enter would do with the cursor on this hex, in words, or why nothing."""
    raise NotImplementedError


def would(command: Command, state: State) -> Message:
    """A command in words ("march 2 h"), for undo, redo and the Ahead line."""
    raise NotImplementedError


def alternatives(state: State, world: World) -> tuple[Alternative, ...]:
    """The ways in which the slowest member could ride and the party be faster, best first."""
    raise NotImplementedError


def fresh_id(name: str, state: State) -> str:
    """An id made of `name` that was never used in this campaign ("harsk", "pony-2")."""
    raise NotImplementedError
