"""Events of the campaign, its party, its map and its notes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from core.calendars import Calendar, Instant
from core.play.facts.state import Absence, Boat, Member
from core.play.facts.table.commands import Correction, RulingTarget
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
from core.values import Struct, Tagged

FORCED_MARCH = "forced_march"
"""The name of the checks that a forced march calls for (T-101)."""


def nobody_hidden(key: str, event: object, known: PlayerKnowledge) -> object:
    """Return a check's key, or UNSEEN where it names a hidden creature."""
    if any(who in key for who in known.hidden):
        return UNSEEN
    return key


class Founded(Tagged, tag="founded"):
    """The campaign began."""

    name: Public[str]
    ruleset: Public[str]
    ruleset_name: Public[str]
    calendar: Public[Calendar]
    start: Public[Instant]


class RulesetAdopted(Tagged, tag="ruleset_adopted"):
    """The campaign is played by this ruleset from now on."""

    ruleset: Public[str]
    ruleset_name: Public[str]


class HouseRuleSet(Tagged, tag="house_rule_set"):
    """The campaign is played with this value of a switch from now on.

    `name` is what the switch is called; `usual` whether the value is the ruleset's own, so that
    the house rule has ended.
    """

    switch: Public[str]
    value: Public[bool | str]
    name: Public[str]
    usual: Public[bool] = False
    reason: Secret[str] = ""


class MapAdopted(Tagged, tag="map_adopted"):
    """The campaign has this region map; the party is at `place`."""

    region: Public[str]
    hex_km: Public[Fraction]
    place: Public[str]
    revision: Public[bool] = False


class HexesMarked(Tagged, tag="hexes_marked"):
    """Hexes are now explored or not, known to the players or not."""

    hexes: Public[tuple[str, ...]]
    explored: Public[bool]
    known: Annotated[bool, unless(False)]


class Joined(Tagged, tag="joined"):
    """A character, mount, animal or vehicle joined the party."""

    member: Subject[Member]


class Edited(Tagged, tag="edited"):
    """A member's sheet was replaced."""

    member: Subject[Member]


class MemberLeft(Tagged, tag="left"):
    """A member left the party; `name` is kept for the log."""

    who: Subject[str]
    name: Public[str] = ""


class PresenceSet(Tagged, tag="presence_set"):
    """A member is with the party, or away for now: somewhere, or nobody said where.

    Who comes back was `apart` for so many hours, and has `slept` in them.
    """

    who: Subject[str]
    present: Public[bool]
    absence: Public[Absence | None] = None
    apart: Public[Fraction] = Fraction(0)
    slept: Public[bool] = False


class Counted(Tagged, tag="counted"):
    """A member's counter is at `now`."""

    who: Subject[str]
    name: Public[str]
    now: Public[int]


class BoatPlaced(Tagged, tag="boat_placed"):
    """A boat lies at a hex, or is `gone` for good."""

    boat: Public[Boat]
    gone: Public[bool] = False


NOBODY = ""
"""Who dealt the damage of a fall, of the ground, of hunger."""


class DamagePart(Struct):
    """A part of the damage of one blow: points that were dealt, and what of them arrived.

    `kinds` are the slugs of their kinds (() = nobody said).
    """

    amount: Public[int]
    kinds: Public[tuple[str, ...]] = ()
    arrives: Public[int] = 0


class Damaged(Tagged, tag="damaged", kw_only=True):
    """A creature took damage that does not fatigue; `cause` in the GM's words ("" = none).

    Temporary hit points `absorbed` a part of the `amount`; `beyond` is the part beyond the hit
    points left, which is not kept where those do not go below 0. `stamina` is the part that Stamina
    took. `by` is the id of who dealt it (NOBODY = nobody did; None = an entry of before, which does
    not say), `weapon` the name of the attack that did. `amount` is what arrived of the `parts` that
    were dealt (() = their kinds are not known, and all of it arrived).
    """

    who: OwnSubject[str]
    amount: Public[int]
    lethal: Public[bool] = True
    faces: Public[tuple[int, ...]] = ()
    cause: Mentioned[str] = ""
    absorbed: Public[int] = 0
    beyond: Public[int] = 0
    by: Mentioned[str | None] = None
    weapon: Annotated[str, Disclosure(along="by")] = ""
    stamina: Public[int] = 0
    parts: Public[tuple[DamagePart, ...]] = ()


class Healed(Tagged, tag="healed"):
    """A creature regained this much lethal and nonlethal damage, by rest or by healing.

    `cause` is the effect that heals in each turn ("" = something else).
    """

    who: OwnSubject[str]
    lethal: Public[int] = 0
    nonlethal: Public[int] = 0
    by_rest: Public[bool] = False
    cause: Mentioned[str] = ""


class FatigueEnded(Tagged, tag="fatigue_ended"):
    """The fatigue of a march or a hustle ended; what is left of its damage stays."""

    who: OwnSubject[str]


class Checked(Tagged, tag="checked", kw_only=True):
    """A check: the die face (0 when only the total was typed, or the GM ruled) and the outcome.

    `name` is the GM's word, or FORCED_MARCH; `how` is rolled, typed or ruled; `success`
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


class Noted(Tagged, tag="noted"):
    """The GM wrote a note."""

    at: Public[Instant]
    text: Public[str]
    shared: Annotated[bool, unless(False)] = False


class RulingMade(Tagged, tag="ruling_made"):
    """The GM set one figure, for a reason."""

    target: Public[RulingTarget]
    value: Public[str]
    who: OwnSubject[str] = ""
    reason: Secret[str] = ""


class Amended(Tagged, tag="amended"):
    """The GM overruled entry `entry`; its consequences are corrected, the past is unchanged.

    Points are corrected as far as there were any to take away.
    """

    entry: Public[int]
    word: Secret[str]
    corrections: Subject[tuple[Correction, ...]]
    reason: Secret[str] = ""


TableEvent: TypeAlias = (
    Founded
    | RulesetAdopted
    | HouseRuleSet
    | MapAdopted
    | HexesMarked
    | Joined
    | Edited
    | MemberLeft
    | PresenceSet
    | BoatPlaced
    | Counted
    | Damaged
    | Healed
    | FatigueEnded
    | Checked
    | Noted
    | RulingMade
    | Amended
)
