"""The state of a campaign, and what is pending: frozen, a fold of its events.

State stores inputs (race, armour, load, what was walked), never derived speeds: those are asked
of the ruleset in force. Collections are tuples, so a state can be handed to a worker thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from core.calendars import PLAIN, Calendar, Instant
from core.creatures import Sheet
from core.play.fight.encounter import Encounter
from core.play.lasting import Lasting
from core.secrecy import (
    Disclosure,
    Hex,
    Involved,
    Mentioned,
    Placed,
    Public,
    Secret,
    Subject,
    Target,
    Whereabouts,
    unless,
)
from core.travel.movers import Mover
from core.travel.stretches import Progress, Stretch
from core.values import Struct, Tagged

if TYPE_CHECKING:
    from core.combat.board.plan import Board
    from core.rulesets.schema import Ruleset
    from core.travel.regionmap import RegionMap


class Met(Tagged, tag="met"):
    """An encounter check said yes: the day stopped here; begin the encounter or pass it by.

    `hours_left` are the hours left of the march (or of the night, with `camped`).
    """

    at: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False


class Striker(Struct):
    """A creature that may strike at a mover, and the anchor that the mover leaves then (C-106).

    `against` is the mover ("" = the one that waits), which matters in a pack.
    """

    by: Placed[str]
    at: Public[str]
    against: Target[str] = ""


class Queued(Struct):
    """A movement of a pack that waits behind another: its anchors from where it is."""

    who: Placed[str]
    path: Public[tuple[str, ...]]


IN_PLACE = ("stand", "coup_de_grace")
"""Actions that wait for opportunities though no creature moves."""


class Waiting(Struct):
    """A movement that stopped because it provokes, and goes on when that is answered.

    `path` are the anchors still to go, the first where the mover is now; `strikers` those not
    yet asked, in the order of the path. `cost` and `diagonals` are what the movement has used so
    far, in squares; `action` and `mode` how it moves, `elevation` the height it ends at. Of a pack
    `queue` are the further movements that provoke too, and `strikers` those of all of them.
    `target` is the victim of a coup de grâce that waits so (C-247).
    """

    who: Placed[str]
    path: Public[tuple[str, ...]]
    strikers: Involved[tuple[Striker, ...]]
    action: Public[str] = "move"
    mode: Public[str] = "walk"
    cost: Public[int] = 0
    diagonals: Public[int] = 0
    elevation: Public[int] = 0
    squeeze: Public[bool] = False
    queue: Public[tuple[Queued, ...]] = ()
    tumbled: Mentioned[tuple[str, ...]] = ()
    target: Target[str] = ""


class Fighting(Tagged, tag="fighting"):
    """An encounter is being played; it ends with its minutes, then the day goes on.

    `encounter` is the id of the one on the board ("" = played without a board), `waiting` a
    movement of it that waits for opportunities to be answered.
    """

    name: Public[str]
    began: Public[Instant]
    hours_left: Public[Fraction]
    camped: Public[bool] = False
    encounter: Public[str] = ""
    waiting: Public[Waiting | None] = None


Pending: TypeAlias = Met | Fighting


class Assets(Struct):
    """Assets that state names by sha256: the ruleset, region maps, boards of encounters."""

    rules: Ruleset
    regions: Mapping[str, RegionMap] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    boards: Mapping[str, Board] = msgspec.field(default_factory=lambda: MappingProxyType({}))

    def region(self, state: State) -> RegionMap | None:
        """Return the region map that `state` names, or None."""
        return self.regions.get(state.region)


MORNING = Fraction(8)
FIRST_MORNING = Instant(0, MORNING)
ON_FOOT = Mover()
AT_THE_START = Progress()


class Member(Struct):
    """A character, mount, led animal or vehicle that travels with the party.

    `damage` is lethal damage taken, `nonlethal` nonlethal damage; `strain` is how much of the
    nonlethal, and `strain_lethal` how much of the lethal damage came from hustling or forced
    marches and so fatigues until it heals (T-121, T-168).
    `rides` is the id of the mount or vehicle that carries this member, `pulls` of the vehicle
    that this animal draws. `weight_kg` counts on a mount's load when the member rides (T-162).
    `marched` is hours on foot or in the saddle since the last night, `hustled` hours at a
    hustle on its own feet since the last sleep, `rested` the unbroken rest so far in hours.
    `sheet` are its figures for a fight (None = none entered), `temporary` its temporary hit
    points; a `stable` member is no longer dying. `lasting` are its conditions and timers.
    """

    id: Subject[str]
    name: Public[str]
    token: Public[str]
    role: Public[Literal["character", "mount", "vehicle"]] = "character"
    mover: Public[Mover] = ON_FOOT
    level: Public[int] = 1
    con_score: Public[int | None] = None
    con_mod: Public[int | None] = None
    hp: Public[int | None] = None
    damage: Public[int] = 0
    nonlethal: Public[int] = 0
    strain: Public[int] = 0
    strain_lethal: Public[int] = 0
    rides: Public[str] = ""
    pulls: Public[str] = ""
    weight_kg: Public[Fraction] = Fraction(0)
    marched: Public[Fraction] = Fraction(0)
    hustled: Public[Fraction] = Fraction(0)
    rested: Public[Fraction] = Fraction(0)
    present: Public[bool] = True
    sheet: Public[Sheet | None] = None
    temporary: Public[int] = 0
    stable: Public[bool] = False
    dead: Public[bool] = False
    lasting: Public[tuple[Lasting, ...]] = ()


class Boat(Struct):
    """A boat of the campaign: its kind (a row of boats.toml) and the hex where it lies."""

    id: Public[str]
    name: Public[str]
    boat: Public[str]
    at: Whereabouts[str] = ""


class Plan(Struct):
    """The party's plan: a route on the map (`goal` set) or a list of legs."""

    stretches: Public[tuple[Stretch, ...]]
    goal: Whereabouts[str] = ""
    via: Hex[tuple[str, ...]] = ()


class Schedule(Struct):
    """Encounter checks: `dice` every `every_h` hours, counted from midnight; `wanted` faces meet.

    `nights` says whether checks fall due in camp as well.
    """

    dice: str = "d12"
    every_h: Fraction = Fraction(4)
    wanted: tuple[int, ...] = (1,)
    nights: bool = False


class Note(Struct):
    """A note or ruling of the GM at a moment; for the GM alone unless shared."""

    at: Public[Instant]
    text: Public[str]
    shared: Annotated[bool, unless(False)] = False


class HexMark(Struct):
    """A change to a hex: explored by the party or not, known to players or not."""

    hex: Public[str]
    explored: Annotated[bool, Disclosure(along="known")]
    known: Annotated[bool, unless(False, vital=False)]


class State(Struct):
    """The state of a campaign.

    `ruleset` and `region` are sha256 of blobs (the merged ruleset, the region map; "" = none).
    `place` is the hex that the party is in ("" without a map). `travelled` is the
    hours travelled today by all modes, `resume` the hours that an interruption left of a march,
    or of the night while the party is in camp. `camped` is the rest so far in this camp in hours
    (None on the road). `checked` is when the last block of encounter checks that was rolled for
    ends, `foretold` when the encounter of such a roll is due. `departed` are
    the ids of members who left for good: ids are never used twice. `aside` is the way back to
    the middle of `place` when a dropped plan left the party beside it. `encounters` are all that
    were prepared or played, in that order; the one on the board is named by `pending`.
    """

    name: Public[str] = ""
    ruleset: Public[str] = ""
    ruleset_name: Public[str] = ""
    calendar: Public[Calendar] = PLAIN
    clock: Public[Instant] = FIRST_MORNING
    start_hour: Public[Fraction] = MORNING
    members: Public[tuple[Member, ...]] = ()
    boats: Public[tuple[Boat, ...]] = ()
    region: Public[str] = ""
    hex_km: Public[Fraction] = Fraction(12)
    place: Public[str] = ""
    marks: Public[tuple[HexMark, ...]] = ()
    plan: Public[Plan | None] = None
    progress: Annotated[Progress, Disclosure(along="plan")] = AT_THE_START
    pace: Public[Literal["walk", "hustle"]] = "walk"
    travelled: Public[Fraction] = Fraction(0)
    resume: Public[Fraction] = Fraction(0)
    camped: Public[Fraction | None] = None
    checked: Secret[Instant | None] = None
    foretold: Secret[Instant | None] = None
    aside: Public[Stretch | None] = None
    deadline: Public[Instant | None] = None
    schedule: Secret[Schedule | None] = None
    watches: Public[tuple[str, ...]] = ()
    pending: Public[Pending | None] = None
    notes: Public[tuple[Note, ...]] = ()
    departed: Secret[tuple[str, ...]] = ()
    encounters: Public[tuple[Encounter, ...]] = ()

    def member(self, who: str) -> Member | None:
        """Return the member with this id, or None."""
        for member in self.members:  # asked so often that a generator would tell
            if member.id == who:
                return member
        return None

    def encounter(self, id: str) -> Encounter | None:
        """Return the encounter with this id, or None."""
        for one in reversed(self.encounters):  # the one that is asked for is mostly the newest
            if one.id == id:
                return one
        return None

    @property
    def fight(self) -> Encounter | None:
        """The encounter that is being played on the board, or None."""
        if not isinstance(self.pending, Fighting) or not self.pending.encounter:
            return None
        return self.encounter(self.pending.encounter)

    @property
    def travellers(self) -> tuple[Member, ...]:
        """The members who are present and alive."""
        return tuple(m for m in self.members if m.present and not m.dead)
