"""An encounter in the state: its board, creatures and their conditions, the order of its turns."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from core.calendars import Instant
from core.combat.board.drawing import BoardEdit, Light
from core.creatures import PLAIN, Mode, Sheet
from core.secrecy import (
    UNSEEN,
    Disclosure,
    Involved,
    Mentioned,
    Placed,
    PlayerKnowledge,
    Public,
    Secret,
    own,
    unless,
)
from core.values import Struct, replace

PRONE = "prone"
UNCONSCIOUS = "unconscious"
DYING = "dying"
INVISIBLE = "invisible"
OUTWARD = frozenset({PRONE, UNCONSCIOUS})
"""The conditions that players see on any creature, besides death."""


class Until(Struct):
    """The moment at which something ends.

    "removed": when the GM takes it away; where its value counts down by itself, `round` is the
    first in which it does so next. "clock": at `at`. "turn_start" and "turn_end": when the
    turn of `who` begins or ends in round `round` of the encounter that is being played; when
    that is over they become "clock", six seconds for each round that was left.
    """

    kind: Public[Literal["removed", "clock", "turn_start", "turn_end"]] = "removed"
    at: Public[Instant | None] = None
    who: Mentioned[str] = ""
    round: Public[int] = 0


REMOVED = Until()


class Lasting(Struct):
    """A condition (a row of conditions.toml) or a timer in the GM's words ("torch", "bless").

    `value` is that of conditions which have one (frightened 2, dying 1; 0 = none), `source` its
    cause, in words or as an id. `effect` is the key of an effect of the campaign, of which it has
    its figures ("" = a condition, or a timer).
    """

    name: Public[str]
    until: Public[Until] = REMOVED
    value: Public[int] = 0
    source: Secret[str] = ""
    effect: Public[str] = ""

    @property
    def row(self) -> str:
        """The row among the conditions that has its figures, if there is one."""
        return self.effect or self.name


def is_among(lasting: Iterable[Lasting], name: str) -> bool:
    """Whether one of these effects has that name."""
    return any(effect.name == name for effect in lasting)


Side: TypeAlias = Literal["party", "foes", "neutral"]
SUMMONED = "summoned"
"""What lasts on a creature that is in an encounter for some rounds only."""
Status: TypeAlias = Literal["prepared", "running", "paused", "over"]


def _size(sheet: Sheet, foe: Foe, known: PlayerKnowledge) -> Sheet:
    return Sheet(sheet.size, sheet.long, space=sheet.space)


def _outward(lasting: tuple[Lasting, ...], foe: Foe, known: PlayerKnowledge) -> object:
    shown = [one.name for one in lasting if one.name in OUTWARD]
    if foe.hp is None:
        left = None
    else:
        left = foe.hp - foe.damage
    out = left is not None and (left < 0 or foe.nonlethal > left)
    down = not foe.dead and (out or is_among(lasting, DYING))
    if down and UNCONSCIOUS not in shown:
        shown.append(UNCONSCIOUS)
    return tuple(map(Lasting, shown))


class Foe(Struct):
    """A creature of an encounter that is not a member of the party, whatever its side.

    Its damage fields are those of a `Member`, so that the same events wound and heal both. `kind`
    is its row of the bestiary, `group` the name of those who share its initiative ("" = alone).
    """

    id: Placed[str]
    name: Public[str]
    token: Public[str]
    side: Public[Side] = "foes"
    group: Public[str] = ""
    kind: Secret[str] = ""
    sheet: Annotated[Sheet, Disclosure(_size)] = PLAIN
    level: Secret[int] = 1
    con_score: Secret[int | None] = None
    hp: Secret[int | None] = None
    damage: Secret[int] = 0
    nonlethal: Secret[int] = 0
    temporary: Secret[int] = 0
    stable: Secret[bool] = False
    dead: Public[bool] = False
    lasting: Annotated[tuple[Lasting, ...], Disclosure(_outward)] = ()

    @property
    def vanished(self) -> bool:
        """Whether it is invisible (C-201) to the party, which sees its own side all the same."""
        if self.side == "party":
            return False
        return INVISIBLE in self.sheet.traits or is_among(self.lasting, INVISIBLE)


class Spent(Struct):
    """The actions and squares that a creature has used of its turn.

    `actions` are words in order: "standard", "move", "full_round", "run", "charge", "withdraw",
    "step" (a five-foot step, or pf2's), "guarded_step" (one that is a move action), "hurry"
    (a hurried climb, a move action), "swift", or pf2's "stride", "strike", "action".
    `squares` were moved this turn, `covered` of them in the movement under way, along `path`
    (anchors), which has used `moves` actions; `leg` in all of these, or, where the rest of each is
    lost, in the last. `diagonals` as the system counts them (C-023, C-024). `attacks` were made
    this turn, with those of the sheet whose indices are in `made`, and with the `words` of the
    attack line; `targets` are the ids of those who were attacked.
    """

    actions: Public[tuple[str, ...]] = ()
    squares: Public[int] = 0
    leg: Public[int] = 0
    diagonals: Public[int] = 0
    attacks: Public[int] = 0
    path: Public[tuple[str, ...]] = ()
    moves: Public[int] = 0
    made: Public[tuple[int, ...]] = ()
    words: Public[tuple[str, ...]] = ()
    targets: Mentioned[tuple[str, ...]] = ()
    covered: Public[int] = 0


NOTHING_SPENT = Spent()


class Drift(Struct):
    """A movement that goes on without gravity: its direction, and its squares each turn."""

    dx: Public[int]
    dy: Public[int]
    dz: Public[int]
    squares: Public[int]


class Figure(Struct):
    """A creature on the board, with its place and its part in the fight.

    `at` is its anchor ("C4"; "" = in the encounter but not on the board yet, or gone from it).
    `elevation` in squares above the ground, `heading` the main direction of its flight this turn
    (C-122), `mount` the id of its mount. `trail` are the last anchors of its leading block while
    it squeezes (C-079), else empty. `weapon` is the index of the attack in hand, with whose reach
    it threatens. `reacted` are the ids against whom it took an opportunity since its last turn
    began (C-107), its own where it took a readied action as its reaction. `readied` is its readied
    action in the GM's words, `reacting`: it takes it now, in the turn of another. `delaying`: it
    has no place in the order until it acts. `acted`: it has had a turn, or part of one, in this
    fight and is no longer flat-footed. `drift` is how it moves on as its turns begin, in zero
    gravity. `revealed`: the GM lets the party see it although it is invisible. `stance` are words
    of its attacks whose figures last until its next turn (STANCES). `ambushed`: it was surprised as
    the fight began, and stays so after the surprise round. `turned` is the side that a member of
    the party has changed to in this fight ("" = the party's own).
    """

    id: Placed[str]
    at: Public[str] = ""
    elevation: Public[int] = 0
    heading: Public[str] = ""
    mode: Public[Mode] = "walk"
    mount: Mentioned[str] = ""
    trail: Public[tuple[str, ...]] = ()
    weapon: Annotated[int, own("id")] = 0
    hidden: Public[bool] = False
    surprised: Public[bool] = False
    acted: Public[bool] = False
    delaying: Public[bool] = False
    readied: Secret[str] = ""
    reacted: Mentioned[tuple[str, ...]] = ()
    taking_cover: Public[bool] = False
    spent: Public[Spent] = NOTHING_SPENT
    reacting: Public[bool] = False
    drift: Public[Drift | None] = None
    revealed: Public[bool] = False
    stance: Public[tuple[str, ...]] = ()
    ambushed: Public[bool] = False
    turned: Public[Literal["", "foes", "neutral"]] = ""


def _slot_key(key: str, slot: Slot, known: PlayerKnowledge) -> str | None:
    return known.slot(key, slot.who)


def _acting(key: str, encounter: Encounter, known: PlayerKnowledge) -> object:
    slot = encounter.slot(key)
    return (slot and known.slot(key, slot.who)) or UNSEEN


class Slot(Struct):
    """A place in the order of initiative: one creature, or a group that acts together.

    `total` orders them, highest first; the GM breaks a tie by a half (15.5). Equal totals keep
    their order. `began` and `over` are the rounds in which its latest turn began and ended
    (0 = none yet): each slot acts once a round, wherever it is in the order by then.
    """

    key: Annotated[str, Disclosure(_slot_key)]
    who: Placed[tuple[str, ...]]
    total: Public[Fraction]
    began: Public[int] = 0
    over: Public[int] = 0


class Zone(Struct):
    """Squares (runs, as in `BoardEdit`) with a light of their own."""

    where: Public[str]
    light: Public[Light]


class Runner(Struct):
    """A creature that runs in a chase: its speed in squares a round and its rounds of running left.

    `lead` is the distance in squares to the nearest pursuer (of a pursuer: to the quarry).
    `rounds` below 0 count checks made to run on; after a failed one it is `tired` and has `rested`
    that many rounds since (T-073).
    """

    id: Placed[str]
    speed: Public[int]
    lead: Public[int]
    rounds: Public[int | None] = None
    tired: Public[bool] = False
    rested: Public[int] = 0


class Chase(Struct):
    """A chase by rounds, off the board (T-210 to T-217); `ties` "" = as the ruleset has it."""

    quarry: Involved[tuple[Runner, ...]]
    pursuers: Involved[tuple[Runner, ...]]
    rounds: Public[int] = 0
    ties: Public[Literal["", "pursuer", "reroll", "higher_modifier"]] = ""

    @property
    def runners(self) -> frozenset[str]:
        """The ids of all who flee or follow."""
        return frozenset(one.id for one in (*self.quarry, *self.pursuers))

    def without(self, creature_ids: Collection[str]) -> Chase:
        """Return the chase without these creatures."""
        quarry, pursuers = (
            tuple(one for one in side if one.id not in creature_ids)
            for side in (self.quarry, self.pursuers)
        )
        return replace(self, quarry=quarry, pursuers=pursuers)


class Encounter(Struct):
    """One encounter, prepared, being played, paused or over.

    `board` is the sha256 of its board, `edits` the drawings on it since. `place` is the hex it was
    prepared for, `start` the squares (runs) where the party enters ("" = far from its foes). `foes`
    are the creatures outside the party, `figures` all on the board, members too. `round` is 0
    before the first one; `surprise`: this is the surprise round. `acting` is the key of the slot
    whose turn it is ("" = none), `began` the start of the first round. `hazard` are the dice of
    each step onto hazardous ground, with words for its kind: "1d6 acid" ("" = the GM's).
    """

    id: Public[str]
    name: Public[str]
    board: Public[str]
    status: Annotated[Status, unless("prepared")] = "prepared"
    edits: Public[tuple[BoardEdit, ...]] = ()
    place: Public[str] = ""
    light: Public[Light] = "bright"
    wind: Public[str] = ""
    gravity: Public[str] = "normal"
    zones: Public[tuple[Zone, ...]] = ()
    hazard: Public[str] = ""
    foes: Involved[tuple[Foe, ...]] = ()
    figures: Public[tuple[Figure, ...]] = ()
    round: Public[int] = 0
    surprise: Public[bool] = False
    order: Public[tuple[Slot, ...]] = ()
    acting: Annotated[str, Disclosure(_acting)] = ""
    chase: Public[Chase | None] = None
    began: Public[Instant | None] = None
    start: Public[str] = ""

    @property
    def hidden(self) -> frozenset[str]:
        """The ids that the GM hides from players."""
        return frozenset(figure.id for figure in self.figures if figure.hidden)

    @property
    def invisible(self) -> frozenset[str]:
        """The ids of the creatures that the party does not see because they are invisible."""
        vanished = {foe.id for foe in self.foes if foe.vanished}
        return frozenset(
            figure.id for figure in self.figures if figure.id in vanished and not figure.revealed
        )

    @property
    def unseen(self) -> frozenset[str]:
        """The ids of the creatures that players do not see: the hidden and the invisible."""
        return self.hidden | self.invisible

    def figure(self, creature_id: str) -> Figure | None:
        """Return the figure of a creature, or None."""
        for figure in self.figures:  # these are asked so often that a generator would tell
            if figure.id == creature_id:
                return figure
        return None

    def foe(self, creature_id: str) -> Foe | None:
        """Return the foe (or neutral) with this id, or None."""
        for foe in self.foes:
            if foe.id == creature_id:
                return foe
        return None

    def slot(self, key: str) -> Slot | None:
        """Return the slot of the order with this key, or None."""
        for slot in self.order:
            if slot.key == key:
                return slot
        return None

    def slot_of(self, who: str) -> Slot | None:
        """Return the slot in which a creature acts, or None."""
        return next((slot for slot in self.order if who in slot.who), None)

    @property
    def acting_slot(self) -> Slot | None:
        """The slot whose turn it is, or None."""
        return self.slot(self.acting)

    @property
    def sole_actor(self) -> str:
        """The id of the creature whose turn it is; "" where a group acts, or nobody."""
        slot = self.acting_slot
        if slot is None or len(slot.who) != 1:
            return ""
        return slot.who[0]

    def is_acting(self, figure: Figure) -> bool:
        """Whether it is the turn of a creature or its rider, or it takes a readied action now."""
        riders = [other for other in self.figures if other.mount == figure.id]
        if figure.reacting or any(rider.reacting for rider in riders):
            return True
        slot = self.acting_slot
        if slot is None:
            return False
        return figure.id in slot.who or any(rider.id in slot.who for rider in riders)

    def figures_of(self, slot: Slot) -> tuple[Figure, ...]:
        """Return the figures of a slot that are still in the encounter."""
        return tuple(filter(None, map(self.figure, slot.who)))

    @property
    def running_slots(self) -> tuple[Slot, ...]:
        """The slots in which somebody of the chase acts, in order."""
        if self.chase is None:
            return ()
        runners = self.chase.runners
        return tuple(slot for slot in self.order if not runners.isdisjoint(slot.who))

    @property
    def chase_is_due(self) -> bool:
        """Whether the chase goes on next: it is a runner's turn, or no runner has turns."""
        if self.chase is None:
            return False
        keys = [slot.key for slot in self.running_slots]
        return not keys or not self.acting or self.acting in keys

    def put_before(self, creature_id: str, other: str) -> tuple[Slot, ...]:
        """Return the order in which `creature_id` alone acts just before the slot of `other`.

        Its next turn is in the next round. The order stays where it has no place, in its own turn,
        and where both act together.
        """
        slot = self.slot_of(creature_id)
        goal = self.slot_of(other)
        if slot is None or goal is None or slot.key in (goal.key, self.acting):
            return self.order
        apart = replace(self, order=self.set_apart((creature_id,)))
        mover = apart.slot_of(creature_id)
        goal = apart.slot_of(other)
        assert mover is not None
        assert goal is not None
        others = tuple(one for one in apart.order if one.key != mover.key)
        mover = replace(mover, total=goal.total, began=self.round, over=self.round)
        at = others.index(goal)
        return (*others[:at], mover, *others[at:])

    def set_apart(self, creature_ids: Collection[str]) -> tuple[Slot, ...]:
        """Return the order in which `creature_ids` share no slot: theirs is right before."""
        order = list[Slot]()
        for slot in self.order:
            inside = tuple(one for one in slot.who if one in creature_ids)
            others = tuple(one for one in slot.who if one not in creature_ids)
            if inside and others:
                if slot.key in inside:
                    own = slot.key
                    key = others[0]
                else:
                    own = inside[0]
                    key = slot.key
                order.append(replace(slot, key=own, who=inside))
                order.append(replace(slot, key=key, who=others))
            else:
                order.append(slot)
        return tuple(order)

    def upcoming(self, passed: Collection[str] = ()) -> Slot | None:
        """Return the first slot whose turn of this round is not over, or None.

        `passed` are keys of slots to leave out. In a surprise round a slot of surprised creatures
        has no turn.
        """
        for slot in self.order:
            figures = self.figures_of(slot) if self.surprise else ()
            surprised = bool(figures) and all(figure.surprised for figure in figures)
            if slot.over < self.round and slot.key not in passed and not surprised:
                return slot
        return None

    def with_total(self, creature_id: str, total: Fraction) -> Encounter:
        """Return the encounter with another total for the slot of a creature, and the order by it.

        A creature without a slot gets one. The GM breaks a tie so, by a half. The acting slot
        stays, and each slot still acts once a round.
        """
        if self.slot_of(creature_id) is None:
            return replace(
                self, order=ordered((*self.order, Slot(creature_id, (creature_id,), total)))
            )
        changed = (
            replace(one, total=total) if creature_id in one.who else one for one in self.order
        )
        return replace(self, order=ordered(changed))

    def interposed(self, creature_id: str, *, single: bool) -> tuple[Slot, ...]:
        """Return the order in which `creature_id` acts now, before the acting slot.

        It acts at that count later too. Its whole slot moves, or only `creature_id` (`single`).
        """
        slot = self.slot_of(creature_id)
        if slot is None:
            return self.order
        rest = None
        mover = slot
        if single and len(slot.who) > 1:
            company = tuple(one for one in slot.who if one != creature_id)
            rest = replace(
                slot, key=company[0] if slot.key == creature_id else slot.key, who=company
            )
            mover = replace(slot, key=creature_id, who=(creature_id,))
        kept = (rest if one.key == slot.key else one for one in self.order)
        others = tuple(filter(None, kept))
        left = replace(self, order=others)
        before = left.acting_slot or left.upcoming()
        if before is None:
            place = len(others)
            total = mover.total
        else:
            place = others.index(before)
            total = before.total
        over = min(mover.over, self.round - 1)
        mover = replace(mover, total=total, began=self.round, over=over)
        return (*others[:place], mover, *others[place:])

    def later(self, rounds: int) -> Encounter:
        """Return the encounter `rounds` rounds later, in the middle of the same turn."""
        order = tuple(
            replace(
                slot,
                began=slot.began and slot.began + rounds,
                over=slot.over and slot.over + rounds,
            )
            for slot in self.order
        )
        return replace(self, round=self.round + rounds, order=order)


def turns(order: Iterable[Slot]) -> dict[str, tuple[str, ...]]:
    """Return the ids of each slot of an order, by its key."""
    return {slot.key: slot.who for slot in order}


def ordered(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return slots by their totals, highest first; equal ones keep their order."""
    return tuple(sorted(slots, key=lambda slot: -slot.total))
