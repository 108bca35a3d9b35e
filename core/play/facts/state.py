"""The state of a campaign, its members, and what is pending: frozen, a fold of its events.

State stores inputs (race, armour, load, what was walked), never derived speeds: those are asked
of the ruleset in force. Collections are tuples, so a state can be handed to a worker thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from core.calendars import PLAIN, Calendar, Instant
from core.creatures import NO_WORDS, AttackWords, Sheet
from core.effects.effect import KnownEffect
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Lasting
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
from core.travel.stretches import LAND, Progress, RiverTerms, Stretch
from core.values import Struct, Tagged, replace

if TYPE_CHECKING:
    from core.combat.board.drawing import Board
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

    `against` is the mover ("" = the one that waits), which matters in a pack. `feet` is the height
    that the mover leaves, in squares, where it rises or sinks straight at that anchor (None = it is
    that of the anchor).
    """

    by: Placed[str]
    at: Public[str]
    against: Target[str] = ""
    feet: Public[int | None] = None


class Queued(Struct):
    """A movement of a pack that waits behind another: its anchors from where it is."""

    who: Placed[str]
    path: Public[tuple[str, ...]]


ATTACKING = "attack"
CASTING = "cast"
IN_PLACE = ("stand", "coup_de_grace", ATTACKING, CASTING)
"""Actions that wait for opportunities though no creature moves."""


class HeldBlow(Struct, kw_only=True):
    """An attack that waits for opportunities to be answered: what `MakeAttack` was given."""

    by: Involved[tuple[str, ...]]
    at: Target[str]
    attack: Secret[int | None] = None
    full: Public[bool] = False
    circumstance: Secret[int] = 0
    ac: Secret[int] = 0
    gm_degree: Secret[str] = ""
    words: Secret[AttackWords] = NO_WORDS
    square: Public[str] = ""


class HeldSpell(Struct):
    """A spell that waits so: its name ("" = none said) and its level (None = not said)."""

    name: Secret[str] = ""
    level: Secret[int | None] = None


class Waiting(Struct):
    """A movement that stopped because it provokes, and goes on when that is answered.

    `path` are the anchors still to go, the first where the mover is now; `strikers` those not
    yet asked, in the order of the path. `cost` and `diagonals` are what the movement has used so
    far, in squares; `action` and `mode` how it moves, `elevation` the height it ends at. Of a pack
    `queue` are the further movements that provoke too, and `strikers` those of all of them.
    `target` is the victim of a coup de grâce that waits so (C-247), or whom an attack, a charge or
    a spring attack that waits is at. `prone`: the mover lay prone
    when the movement began, so it crawls; `tumbled`, `opened` and `leap` as in `Move`. `blow` and
    `spell` are the attack and the spell that are made when all have been asked.
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
    opened: Mentioned[tuple[str, ...]] = ()
    leap: Public[bool] = False
    target: Target[str] = ""
    prone: Public[bool] = False
    blow: Public[HeldBlow | None] = None
    spell: Public[HeldSpell | None] = None


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


STAMINA = "stamina"
RESOLVE = "resolve"
"""The counters that rules touch, where the system has Stamina and Resolve; they touch no other."""


class Counter(Struct):
    """Something that a member has so many points of, from 0 to its most: stamina, resolve."""

    name: Public[str]
    now: Public[int]
    most: Public[int]


class RunCount(Struct):
    """Rounds of running that count towards a limit (T-076), and when the last of them ended."""

    rounds: Public[int]
    until: Public[Instant]


class Absence(Struct):
    """Where a member is who is away, and since when: its time is counted when it is met again.

    `hex` is a hex of the map ("" = none), `place` the GM's words ("the mill"; "" = none said).
    `party_km` is what the party has travelled since; `due` when it is expected (None = it stays).
    """

    since: Public[Instant]
    hex: Hex[str] = ""
    place: Public[str] = ""
    party_km: Public[Fraction] = Fraction(0)
    due: Public[Instant | None] = None


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
    `ran` is how long it has run on the road. `absence` is where it is while it is away (None
    while it is present, and of those whom an earlier program set away).
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
    counters: Public[tuple[Counter, ...] | None] = None
    ran: Public[RunCount | None] = None
    absence: Public[Absence | None] = None


def counter_of(member: Member, name: str) -> Counter | None:
    """Return the counter of this name; None where the member has none."""
    return next((one for one in member.counters or () if one.name == name), None)


def with_counter(member: Member, name: str, now: int) -> Member:
    """Return the member with `now` points on a counter that it has."""
    counters = tuple(
        replace(one, now=now) if one.name == name else one for one in member.counters or ()
    )
    return replace(member, counters=counters)


class Boat(Struct):
    """A boat of the campaign: its kind (a row of boats.toml) and the hex where it lies.

    `taken`: the party takes it, and no other that lies there.
    """

    id: Public[str]
    name: Public[str]
    boat: Public[str]
    at: Whereabouts[str] = ""
    taken: Public[bool] = False


class Plan(Struct):
    """The party's plan: a route on the map (`goal` set) or a list of legs."""

    stretches: Public[tuple[Stretch, ...]]
    goal: Whereabouts[str] = ""
    via: Hex[tuple[str, ...]] = ()


MarchPace: TypeAlias = Literal["walk", "hustle", "run_and_rest"]
"""The paces of a party on the way; to run and rest costs what a hustle does (T-088, Q-47)."""


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


class HouseRule(Struct):
    """A switch of the rules that this campaign has set otherwise than its ruleset."""

    switch: Public[str]
    value: Public[bool | str]


class Slowing(Struct):
    """What slows the whole party on land until the GM ends it: its pace is `times` as great."""

    times: Public[Fraction]
    reason: Public[str]


RulesKey: TypeAlias = tuple[str, tuple[HouseRule, ...]]
"""The sha256 of a stored ruleset, and the house rules that are laid over it."""


class State(Struct):
    """The state of a campaign.

    `ruleset` and `region` are sha256 of blobs (the merged ruleset, the region map; "" = none).
    `place` is the hex that the party is in ("" without a map); `strayed` are the kilometres that it
    has gone from there along legs, off the map (0 = it is there). `travelled` is the
    hours travelled today by all modes, `resume` the hours that an interruption left of a march,
    or of the night while the party is in camp. `camped` is the rest so far in this camp in hours
    (None on the road). `checked` is when the last block of encounter checks that was rolled for
    ends, `foretold` when the encounter of such a roll is due. `departed` are
    the ids of members who left for good: ids are never used twice. `aside` is the way back to
    the middle of `place` when a dropped plan left the party beside it. `encounters` are all that
    were prepared or played, in that order; the one on the board is named by `pending`.
    `house_rules` are the switches set otherwise than in the ruleset, each once, by name.
    `slowings` slow the party on land, each reason once.
    `river` are the terms of travel on the rivers of the map.
    `effects` are those with figures that creatures had or have; none is ever taken away.
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
    pace: Public[MarchPace] = "walk"
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
    house_rules: Public[tuple[HouseRule, ...]] = ()
    strayed: Public[Fraction] = Fraction(0)
    slowings: Public[tuple[Slowing, ...]] = ()
    river: Public[RiverTerms] = RiverTerms()
    effects: Secret[tuple[KnownEffect, ...]] = ()

    @property
    def hex_now(self) -> str:
        """The hex that the party is in; "" without a map, and once it strayed from its hex."""
        if self.strayed:
            return ""
        return self.place

    @property
    def rules_key(self) -> RulesKey:
        """The rules in force, by which whatever depends on them is kept."""
        return self.ruleset, self.house_rules

    def member(self, creature_id: str) -> Member | None:
        """Return the member with this id, or None."""
        for member in self.members:  # asked so often that a generator would tell
            if member.id == creature_id:
                return member
        return None

    def boat(self, id: str) -> Boat | None:
        """Return the boat with this id, or None."""
        return next((one for one in self.boats if one.id == id), None)

    def encounter(self, id: str) -> Encounter | None:
        """Return the encounter with this id, or None."""
        for one in reversed(self.encounters):  # the one that is asked for is mostly the newest
            if one.id == id:
                return one
        return None

    @property
    def fight(self) -> Encounter | None:
        """The encounter that is being played on the board, or None."""
        pending = self.pending
        if pending is None or not isinstance(pending, Fighting) or not pending.encounter:
            return None
        return self.encounter(pending.encounter)

    @property
    def travellers(self) -> tuple[Member, ...]:
        """The members who are present and alive."""
        return tuple(m for m in self.members if m.present and not m.dead)


KEPT_LETTERS = "uwo"
"""Keys of the dice tray, which are never tokens."""
LETTERS = "abcdefghijklmnpqrstvxyz"
"""Tokens of members and other creatures."""


def change_member(state: State, who: str, change: Callable[[Member], Member]) -> State:
    """Return `state` with the member `who` changed; unchanged when no member has that id."""
    return replace(state, members=tuple(change(m) if m.id == who else m for m in state.members))


def all_changed(state: State, change: Callable[[Member], Member]) -> State:
    """Return `state` with every member changed."""
    return replace(state, members=tuple(change(m) for m in state.members))


def someone(state: State, creature_id: str) -> Member:
    """Return the member with the id `creature_id`; Refusal `unknown_member` when there is none."""
    member = state.member(creature_id)
    if member is not None:
        return member
    foe = state.fight.foe(creature_id) if state.fight is not None else None
    if foe is not None:
        raise Refusal("unknown_member", "{who} is not a member of the party.", who=foe.name)
    raise Refusal("unknown_member", "Nobody in the party is called {who}.", who=creature_id)


def refuse_id(id: str, state: State) -> None:
    """Refuse an id that is malformed, `bad_id`, or was used before by a member, `id_used`."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        raise Refusal("bad_id", "{id} is not an id; use small letters, digits and hyphens.", id=id)
    if state.member(id) is not None or id in state.departed:
        raise Refusal("id_used", "The id {id} was used before; choose another.", id=id)


def name_of(state: State, creature_id: str) -> str:
    """Return the name of the member or boat with the id `creature_id`, or the id itself."""
    named = state.member(creature_id) or state.boat(creature_id)
    if named is not None:
        return named.name
    return creature_id


def boat_name(state: State, mode: str) -> str:
    """Return the name of the boat of a mode of travel: one of the campaign, or a kind of boat."""
    return name_of(state, mode).replace("_", " ")


def hit_points(member: Member) -> int | None:
    """Return current hit points: the full ones less lethal damage; None when unknown."""
    if member.hp is None:
        return None
    return member.hp - member.damage


def fatigued(member: Member) -> bool:
    """Whether damage from a hustle or a forced march is left (T-084, T-103, T-121, T-168)."""
    return member.strain > 0 or member.strain_lethal > 0


def able(member: Member) -> bool:
    """Whether a member is neither unconscious nor dying by its damage alone (T-126, T-167).

    For sentences, which know no rules; what lasts on it is left out (`core.play.fight.health`).
    """
    left = hit_points(member)
    return left is None or left >= max(0, member.nonlethal)


def free_token(state: State, member: Member) -> str:
    """Return a free letter, of the member's name if possible; "" when all are taken."""
    taken = {m.token.lower() for m in state.members if m.id != member.id}
    free = (letter for letter in (*member.name.lower(), *LETTERS) if letter in LETTERS)
    letter = next((letter for letter in free if letter not in taken), "")
    if member.role == "mount":
        return letter
    return letter.upper()


def beside(state: State) -> Stretch | None:
    """Return the way back to the middle of `state.place`; None when the party is there.

    `start` of the stretch is the neighbour towards which the party is, `end` and `inside` are the
    place itself, `km` is the distance to the middle (M-1). Afloat the middle counts as reached,
    for a current may forbid the way back to it (T-187).
    """
    if state.plan is None:
        return state.aside
    progress = state.progress
    stretches = state.plan.stretches
    if not state.plan.goal or progress.stretch >= len(stretches):
        return None
    here = stretches[progress.stretch]
    if here.inside == here.start:
        off = progress.into_km
        towards = here.end
    else:
        off = here.km - progress.into_km
        towards = here.start
    if off == 0 or not here.inside or here.mode != LAND:
        return None
    return replace(
        here,
        km=off,
        leg=1,
        start=towards,
        end=here.inside,
        crosses="",
        crossing_hours=Fraction(0),
    )


def mark_of(hex_id: str, state: State, assets: Assets) -> HexMark:
    """Return the mark of a hex: as changed in play, else as on the map."""
    changed = next((mark for mark in state.marks if mark.hex == hex_id), None)
    if changed is not None:
        return changed
    region = assets.region(state)
    if region is None:
        cell = None
    else:
        cell = region.cells.get(hex_id)
    return HexMark(hex_id, cell is not None and cell.explored, cell is not None and cell.known)


def known_hexes(state: State, assets: Assets) -> frozenset[str]:
    """Return the hexes that players know: those of the map, with the changes in play."""
    region = assets.region(state)
    on_map = frozenset() if region is None else region.known
    told = {mark.hex: mark.known for mark in state.marks}
    unknown = {hex for hex, known in told.items() if not known}
    return (on_map - unknown) | {hex for hex, known in told.items() if known}
