"""What happened to the campaign, its party, its map and its notes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from core.calendars import Calendar, Instant
from core.play.state import Boat, Member
from core.play.table.commands import Correction, RulingTarget
from core.secrecy import (
    UNSEEN,
    Disclosure,
    Mentioned,
    OwnSubject,
    PlayerKnowledge,
    Public,
    Secret,
    Subject,
    unless,
)

FORCED_MARCH = "forced_march"
"""The name of the checks that a forced march calls for (T-101)."""


def nobody_hidden(key: str, event: object, known: PlayerKnowledge) -> object:
    """The key of a check; players read it unless it names one who is hidden."""
    return UNSEEN if any(who in key for who in known.hidden) else key


@dataclass(frozen=True, slots=True)
class Founded:
    """The campaign began."""

    name: Public[str]
    ruleset: Public[str]
    ruleset_name: Public[str]
    calendar: Public[Calendar]
    start: Public[Instant]
    kind: Literal["founded"] = "founded"


@dataclass(frozen=True, slots=True)
class RulesetAdopted:
    """The campaign is played by this ruleset from now on."""

    ruleset: Public[str]
    ruleset_name: Public[str]
    kind: Literal["ruleset_adopted"] = "ruleset_adopted"


@dataclass(frozen=True, slots=True)
class MapAdopted:
    """The campaign has this region map; the party is at `place`."""

    region: Public[str]
    hex_km: Public[Fraction]
    place: Public[str]
    revision: Public[bool] = False
    kind: Literal["map_adopted"] = "map_adopted"


@dataclass(frozen=True, slots=True)
class HexesMarked:
    """Hexes are now explored or not, known to the players or not."""

    hexes: Public[tuple[str, ...]]
    explored: Public[bool]
    known: Annotated[bool, unless(False)]
    kind: Literal["hexes_marked"] = "hexes_marked"


@dataclass(frozen=True, slots=True)
class Joined:
    """Someone joined the party."""

    member: Subject[Member]
    kind: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Edited:
    """What is written about a member changed."""

    member: Subject[Member]
    kind: Literal["edited"] = "edited"


@dataclass(frozen=True, slots=True)
class Left:
    """A member left the party; `name` is kept for the log."""

    who: Subject[str]
    name: Public[str] = ""
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class PresenceSet:
    """A member is with the party, or away for now."""

    who: Subject[str]
    present: Public[bool]
    kind: Literal["presence_set"] = "presence_set"


@dataclass(frozen=True, slots=True)
class BoatPlaced:
    """A boat lies at a hex."""

    boat: Public[Boat]
    kind: Literal["boat_placed"] = "boat_placed"


@dataclass(frozen=True, slots=True)
class Damaged:
    """Somebody took damage that does not fatigue; `cause` in the GM's words ("" = none).

    `absorbed` of the `amount` were temporary hit points, which are gone; `beyond` is what was more
    than the hit points left, and is not kept, where those do not go below 0.
    """

    who: OwnSubject[str]
    amount: Public[int]
    lethal: Public[bool] = True
    faces: Public[tuple[int, ...]] = ()
    cause: Mentioned[str] = ""
    absorbed: Public[int] = 0
    beyond: Public[int] = 0
    kind: Literal["damaged"] = "damaged"


@dataclass(frozen=True, slots=True)
class Healed:
    """A member regained this much lethal and nonlethal damage, by rest or by healing."""

    who: OwnSubject[str]
    lethal: Public[int] = 0
    nonlethal: Public[int] = 0
    by_rest: Public[bool] = False
    kind: Literal["healed"] = "healed"


@dataclass(frozen=True, slots=True)
class Checked:
    """A check: the die face (0 when only the total was told, or the GM ruled) and the outcome.

    `name` is the GM's word for it, or FORCED_MARCH; `how` is rolled, typed or ruled; `success`
    None when there was no DC.
    """

    key: Annotated[str, Disclosure(nobody_hidden)]
    who: OwnSubject[str]
    name: Public[str]
    face: Public[int]
    total: Public[int]
    dc: Public[int | None]
    success: Public[bool | None]
    how: Public[Literal["rolled", "typed", "ruled"]] = "rolled"
    reason: Secret[str] = ""
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True)
class Noted:
    """The GM wrote a note."""

    at: Public[Instant]
    text: Public[str]
    shared: Annotated[bool, unless(False)] = False
    kind: Literal["noted"] = "noted"


@dataclass(frozen=True, slots=True)
class RulingMade:
    """The GM set one thing, for a reason."""

    target: Public[RulingTarget]
    value: Public[str]
    who: OwnSubject[str] = ""
    reason: Secret[str] = ""
    kind: Literal["ruling_made"] = "ruling_made"


@dataclass(frozen=True, slots=True)
class Amended:
    """The GM overruled entry `entry`, and this is set right for it; nothing before is changed.

    Points are corrected as far as there were any to take away.
    """

    entry: Public[int]
    word: Secret[str]
    corrections: Subject[tuple[Correction, ...]]
    reason: Secret[str] = ""
    kind: Literal["amended"] = "amended"


TableEvent: TypeAlias = (
    Founded | RulesetAdopted | MapAdopted | HexesMarked | Joined | Edited | Left | PresenceSet
    | BoatPlaced | Damaged | Healed | Checked | Noted | RulingMade | Amended
)  # fmt: skip
