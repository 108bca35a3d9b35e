"""Commands about the campaign, its party, its map and its notes."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.calendars import PLAIN, Calendar, Instant
from core.effects.effect import KnownEffect
from core.play.facts.encounter import Lasting
from core.play.facts.state import FIRST_MORNING, Boat, Member
from core.secrecy import OwnSubject, Public
from core.values import Struct, Tagged


class FoundCampaign(Tagged, tag="found"):
    """Begin a campaign under a ruleset (the sha256 of its stored revision)."""

    name: str
    ruleset: str
    ruleset_name: str
    calendar: Calendar = PLAIN
    start: Instant = FIRST_MORNING


class AdoptRuleset(Tagged, tag="adopt_ruleset"):
    """Play by another ruleset, or another revision of it, from now on."""

    ruleset: str
    ruleset_name: str


class SetHouseRule(Tagged, tag="set_house_rule"):
    """Play with this value of a switch of the rules from now on, for a reason ("" = none given).

    The ruleset's own value ends the house rule.
    """

    switch: str
    value: bool | str
    reason: str = ""


class AdoptMap(Tagged, tag="adopt_map"):
    """Use this region map (sha256 of its blob), `hex_km` a hex, the party at `place`.

    With `revision` it is a new drawing of the same region, and explored hexes stay explored.
    """

    region: str
    hex_km: Fraction
    place: str
    revision: bool = False


class MarkHexes(Tagged, tag="mark_hexes"):
    """Set whether hexes are explored by the party and known to the players."""

    hexes: tuple[str, ...]
    explored: bool
    known: bool


class Mounting(Struct):
    """Who mounts or boards what, both by their ids."""

    rider: str
    mount: str


class Join(Tagged, tag="join"):
    """A character, mount, animal or vehicle joins the party, and `also` these after it.

    `effects` are those with figures that are on them, which the campaign has from now on. `riders`
    mount or board, once all of them are there.
    """

    member: Member
    also: tuple[Member, ...] | None = None
    effects: tuple[KnownEffect, ...] | None = None
    riders: tuple[Mounting, ...] | None = None


class EditMember(Tagged, tag="edit"):
    """Replace a member's sheet (same id) by this, and those of `also`."""

    member: Member
    also: tuple[Member, ...] | None = None


class Leave(Tagged, tag="leave"):
    """A member leaves the party for good."""

    who: str


class SetPresent(Tagged, tag="set_present"):
    """Members are with the party, or away for now and asked for no dice, with what they ride.

    `others` go or come with `who`. `place` is where those who go away stay: a hex of the map, its
    name, or the GM's words ("" = where the party is). `how` those come back who are elsewhere:
    "now" they are there, by "way" they come by themselves, and "" asks. At `due` they are expected
    (None = as soon as the way allows).
    """

    who: str
    present: bool
    others: tuple[str, ...] = ()
    place: str = ""
    how: Literal["", "now", "way"] = ""
    due: Instant | None = None


class Count(Tagged, tag="count"):
    """A member's counter goes up or down by so many points, from 0 to its most."""

    who: str
    name: str
    by: int


class PlaceBoat(Tagged, tag="place_boat"):
    """A boat lies at a hex of the map, or is `gone` for good."""

    boat: Boat
    gone: bool = False


class Hurt(Tagged, tag="hurt"):
    """Damage to members, or creatures of the fight, in order.

    `amounts` are one for all, or one for each of `who`. `kinds` are the kinds of damage, by slug,
    of each part of one blow: then the amounts are those of its parts, which each of `who` takes.
    """

    who: tuple[str, ...]
    amounts: tuple[int, ...]
    nonlethal: bool = False
    kinds: tuple[tuple[str, ...], ...] = ()


class Heal(Tagged, tag="heal"):
    """Healing of members or creatures of the fight, in order; with `nonlethal` of such only."""

    who: tuple[str, ...]
    amounts: tuple[int, ...]
    nonlethal: bool = False


class CallCheck(Tagged, tag="call_check"):
    """Call a check of d20 + modifier from members, or creatures of the fight; it changes nothing.

    A "stabilise" without `dc` and `modifiers` is the check of the dying, with what it brings.

    Saves, Perception and Acrobatics have their modifier from each one's sheet. `modifiers`, one
    for all or one for each of `who`, are added to it; with another `name`, or with nothing on the
    sheet, they are all that is added. `improved`: who hides has improved cover (C-174), for a check
    to go unseen.
    """

    name: str
    dc: int | None
    who: tuple[str, ...]
    modifiers: tuple[int, ...] = ()
    improved: bool = False


class WriteNote(Tagged, tag="write_note"):
    """A note at this moment; for the GM alone unless `shared`."""

    text: str
    shared: bool = False


RulingTarget: TypeAlias = Literal[
    "damage",
    "nonlethal",
    "strain",
    "clock",
    "hours_used",
    "marched",
    "hustled",
    "place",
    "speed",
    "temporary",
    "stable",
    "dead",
    "position",
    "elevation",
    "movement",
    "initiative",
]


class Rule(Tagged, tag="rule"):
    """A ruling: the GM sets one figure now, for a reason.

    `value` is an exact-number string in the target's unit (damage points, hours, metres per
    round), "day hour" for the clock, a hex for the place. In a fight also temporary hit points,
    "yes" or "no" for stable and dead, a square for the position ("off" = not on the board),
    squares for elevation and for the movement used this turn, a total for initiative.
    """

    target: RulingTarget
    value: str
    who: str = ""
    reason: str = ""


Points: TypeAlias = Literal["damage", "nonlethal", "strain", "strain_lethal", "temporary"]
"""Corrections by a number of points, named like the fields of a creature."""
CorrectionTarget: TypeAlias = (
    Points | Literal["stable", "dead", "condition", "position", "elevation"]
)


class Correction(Struct):
    """One figure of a creature that an amendment corrects.

    Points are corrected `by` a number (negative = fewer), so that later changes stay.
    All else is set `to` a value: "yes" or "no" for stable and dead, a square for the position
    ("" = off the board), squares for the elevation; the condition of that name is `lasting` from
    now on (None = it ends).
    """

    who: OwnSubject[str]
    target: Public[CorrectionTarget]
    by: Public[int] = 0
    to: Public[str] = ""
    lasting: Public[Lasting | None] = None


class Amend(Tagged, tag="amend"):
    """Correct the present as if the GM had overruled a past entry at the time.

    `entry` is its number, `word` the GM's ruling. The past stays as it was recorded.
    """

    entry: int
    word: str
    corrections: tuple[Correction, ...]
    reason: str = ""


TableAlways: TypeAlias = WriteNote | Rule | Amend | Hurt | Heal | CallCheck | Count
"""Commands that never have to wait."""
TableInFight: TypeAlias = EditMember | Join | SetPresent | MarkHexes | SetHouseRule
"""Commands allowed in the middle of a fight on a board."""
TableAfterwards: TypeAlias = FoundCampaign | AdoptRuleset | AdoptMap | Leave | PlaceBoat
"""Commands that have to wait until a fight on a board is over or paused."""
TableCommand: TypeAlias = TableAlways | TableInFight | TableAfterwards
