"""Opportunities: attacks and reactions against a creature that moves (C-104 to C-121, C-257)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Manner, Scene, name_creature
from core.combat.board.squares import Block, Square, distance, union
from core.combat.board.strikes import strike_receipt
from core.combat.movement.footing import SMALL
from core.combat.sight.cover_answer import Cover, degree_words
from core.combat.threat.threateners import Excuse, ExposedStep, Threateners, Watch
from core.messages import Message, Refusal, Squares, Template, Value
from core.receipts import Receipt
from core.rulesets.strikes_schema import Act
from core.values import Struct

STRIKES = Message("may strike")
KEPT = Message("may not strike")
NOBODY = Message("nobody")
NONE = Message("none")
NOTHING = Message("provokes nothing")

EXCUSES: dict[Excuse, tuple[str, Template]] = {
    "no_reaction": ("C-118", "{by} has no reaction against movers"),
    "flat_footed": ("C-115", "{by} is flat-footed and has no Combat Reflexes"),
    "already": ("C-107", "{by} had its opportunity against {mover} this round"),
    "tumbled": ("C-117", "{mover} tumbles past {by}"),
}
"""The rule and the label of each but "unable" and "held", which have receipts of their own."""

ActInPlace: TypeAlias = Literal["coup_de_grace", "rising"]
"""What lets enemies strike without a movement, whatever the switch "acts_provoke" says."""
ACTS: dict[Act, tuple[Template, str]] = {
    "shot": ("who may strike at {mover} for a shot", "open rules, Attacks of Opportunity"),
    "throw": ("who may strike at {mover} for a throw", "open rules, Attacks of Opportunity"),
    "unarmed": ("who may strike at {mover} for an unarmed blow", "open rules, Unarmed Attacks"),
    "spell": ("who may strike at {mover} for a spell", "open rules, Cast a Spell"),
}
"""The label of each act that provokes, and its source."""
REACTION = "open rules, the reaction to attacks of opportunity"
"""The source where not everybody has one."""


class Opportunity(Struct):
    """One enemy's opportunity: the first anchor that the mover leaves within its reach, and all.

    `feet` is the height that the mover leaves there, in squares.
    """

    by: str
    at: Square
    feet: int
    all: tuple[Square, ...]


class Watched(Struct):
    """A path as one enemy sees it: the places left within its reach, in order."""

    watch: Watch
    exposed_steps: tuple[ExposedStep, ...]

    @property
    def strikes(self) -> tuple[ExposedStep, ...]:
        """The places where it may strike."""
        return tuple(step for step in self.exposed_steps if step.strikes)

    @property
    def opportunity(self) -> Opportunity | None:
        """Its opportunity; None = it may not strike."""
        strikes = self.strikes
        if not strikes:
            return None
        first = strikes[0]
        places = dict.fromkeys(step.at for step in strikes)
        return Opportunity(self.watch.enemy.id, first.at, first.feet, tuple(places))


@dataclass(frozen=True)
class Provoked:
    """The opportunities against a mover along its `path`; empty = it does not move.

    `watched` are the views of all enemies, including those that do not strike. `act` is what it
    does without moving (None = it moves).
    """

    threateners: Threateners = field(repr=False, compare=False)
    path: tuple[Square, ...] = ()
    watched: tuple[Watched, ...] = field(default=(), repr=False)
    act: Act | ActInPlace | None = None

    @cached_property
    def opportunities(self) -> tuple[Opportunity, ...]:
        """One for each enemy that may strike, by id."""
        found = (watched.opportunity for watched in self.watched)
        return tuple(opportunity for opportunity in found if opportunity is not None)

    @cached_property
    def receipt(self) -> Receipt:
        """For each enemy and square, why it may strike or not."""
        threateners = self.threateners
        path = self.path
        cite = threateners.scene.rules.cite
        mover = name_creature(threateners.mover)
        if not path:
            return cite(threateners.rule, "{mover} stays where it is", NOTHING, mover=mover)
        strikers = tuple(
            name_creature(watched.watch.enemy) for watched in self.watched if watched.strikes
        )
        parts = [
            _enemy(threateners, watched, path)
            for watched in self.watched
            if watched.exposed_steps or not threateners.quiet
        ]
        if self.act == "rising":
            return cite(
                "C-106",
                "who may strike at {mover} for getting up",
                strikers or NOBODY,
                *parts,
                default=True,
                mover=mover,
            )
        if self.act == "coup_de_grace":
            return cite(
                "C-247",
                "who may strike at {mover} for a coup de grâce",
                strikers or NOBODY,
                *parts,
                mover=mover,
            )
        if self.act is not None:
            label, source = ACTS[self.act]
            if not threateners.by_round:
                source = REACTION
            return cite(
                "K-1",
                label,
                strikers or NOBODY,
                *parts,
                source=source,
                default=True,
                switch="acts_provoke",
                mover=mover,
            )
        return cite(
            threateners.rule,
            "who may strike at {mover} on its way",
            strikers or NOBODY,
            *_terms(threateners, path),
            *parts,
            mover=mover,
        )


class BadPath(Refusal):
    """An impossible path; `number` is that of the wrong square, counted from 1."""

    def __init__(self, code: str, number: int, template: str, /, **values: Value) -> None:
        super().__init__(code, template, **values)
        self.number = number


def provokes(
    scene: Scene,
    mover: Creature,
    path: Sequence[Square],
    manner: Manner,
    already: Collection[str] = (),
) -> Provoked:
    """Return the opportunities along a path of anchors, its own first (C-106 to C-121, C-257).

    `already` are the ids of enemies that had their opportunity against it this round (C-107).
    Whether the squares can be entered, and the cost, is not judged here. BadPath: an empty path,
    one that begins elsewhere ("wrong_start"), leaves the map ("off_the_map"), jumps
    ("not_adjacent") or is too long for the action ("too_long").
    """
    threateners = Threateners(scene, mover, manner, frozenset(already))
    check_path(threateners, path)
    return along(threateners, path)


def along(threateners: Threateners, path: Sequence[Square]) -> Provoked:
    """Return `provokes` for a path already checked."""
    places = tuple(threateners.place(path, number) for number in range(len(path)))
    if len(path) == 1 and not threateners.by_round:
        places *= 2  # a move action that leaves no square triggers where it ends (C-119)
    return Provoked(threateners, tuple(path), _watched(threateners, places))


def standing(scene: Scene, creature: Creature, act: ActInPlace) -> Provoked:
    """Return the opportunities against a creature that gets up or makes a coup de grâce (C-247)."""
    threateners = Threateners(scene, creature, Manner())
    anchor = scene.body(creature).anchor
    place = threateners.place((anchor,), 0)
    watched = _watched(threateners, (place, place))
    return Provoked(threateners, (anchor, anchor), watched, act)


def act_provokes(
    scene: Scene,
    who: Creature,
    act: Act,
    target: str = "",
    already: Collection[str] = (),
) -> Provoked:
    """Return the opportunities against a creature that shoots, throws, casts or strikes unarmed.

    They are as for leaving the place where it is, against itself alone where it rides. An unarmed
    blow provokes from its `target` only, if that is armed (C-104), and not at all from who is
    armed bare-handed. `already` as in `provokes`. Nothing is provoked by what the system does not
    name, whatever its switch says.
    """
    threateners = Threateners(scene, who, Manner(), frozenset(already), alone=True)
    anchor = scene.body(who).anchor
    armed = act == "unarmed" and scene.has(who, "armed")
    if armed or act not in scene.combat.strikes.provoking:
        return Provoked(threateners, (anchor, anchor), act=act)
    place = scene.bodies(who)[::-1]
    watched = _watched(threateners, (place, place))
    if act == "unarmed":
        watched = tuple(one for one in watched if one.watch.enemy.id == target)
    return Provoked(threateners, (anchor, anchor), watched, act)


def _watched(threateners: Threateners, places: Sequence[tuple[Block, ...]]) -> tuple[Watched, ...]:
    field = threateners.scene.field
    bits = [union(map(field.block, place)) for place in places]
    all_bits = union(bits)
    every_watched: list[Watched] = []
    for watch in threateners.watches:
        exposed_steps: list[ExposedStep] = []
        if not watch.excuse and watch.near & all_bits:
            for number, (place, after) in enumerate(pairwise(places)):
                if watch.near & (bits[number] | bits[number + 1]):
                    feet = threateners.heights[number] if threateners.heights else None
                    exposed_step = threateners.exposed_step(watch, place, after[-1], feet)
                    if exposed_step is not None:
                        exposed_steps.append(exposed_step)
        every_watched.append(Watched(watch, tuple(exposed_steps)))
    return tuple(every_watched)


def check_path(threateners: Threateners, path: Sequence[Square]) -> None:
    """Check a path; BadPath as in `provokes`."""
    scene = threateners.scene
    start = scene.body(threateners.bearer).anchor
    if not path or path[0] != start:
        raise BadPath(
            "wrong_start", 1, "a path must begin at {at}, where the mover is", at=str(start)
        )
    for number, square in enumerate(path, start=1):
        block = Block(*square, threateners.side)
        if scene.field.width and not scene.field.contains(block):
            raise BadPath(
                "off_the_map",
                number,
                "the space at {square} is not wholly on the map",
                square=str(square),
            )
    for number, (before, square) in enumerate(pairwise(path), start=2):
        if max(abs(before.x - square.x), abs(before.y - square.y)) != 1:
            raise BadPath(
                "not_adjacent",
                number,
                "{square} is not adjacent to {before}",
                square=str(square),
                before=str(before),
            )
    if threateners.manner.action in SMALL and len(path) > 2:
        raise BadPath("too_long", 3, "a step of 1.5 m is one square")


def _terms(threateners: Threateners, path: tuple[Square, ...]) -> Iterator[Receipt]:
    cite = threateners.scene.rules.cite
    mechanisms = threateners.scene.combat.mechanisms
    if threateners.manner.action == "forced":  # C-120, C-152, C-153
        label = Message("forced movement")
        yield cite("C-153" if threateners.by_round else "C-152", label, NOTHING)
        if not threateners.by_round:
            yield cite("C-120", label, NOTHING)
    elif threateners.quiet:  # C-108, C-120
        yield cite("C-108" if threateners.by_round else "C-120", "a step of 1.5 m", NOTHING)
    if len(path) == 1 and not threateners.by_round and not threateners.quiet:
        yield cite(
            "C-119", "a move action that leaves no square triggers where it ends", str(path[0])
        )
    if threateners.side > 1:
        yield cite(
            "C-114", "the whole space before each step counts: squares a side", threateners.side
        )
    if len(threateners.pair) > 1:
        yield cite(
            "C-257",
            "one mover: one opportunity for each enemy against all of",
            tuple(map(name_creature, threateners.pair)),
        )
    if mechanisms.opportunity_denied == "never":
        yield cite(
            "C-121", "cover and concealment stop no reaction", Message("line of effect suffices")
        )
    if len(path) == 2 and not threateners.quiet and mechanisms.minimum_move == "one_square":
        field = threateners.scene.field
        if field.hampered & field.block(Block(*path[1], threateners.side)):  # C-034, C-155
            yield cite(
                "C-155", "one square of bad ground is not a step of 1.5 m", Message("provokes")
            )


def _enemy(threateners: Threateners, watched: Watched, path: tuple[Square, ...]) -> Receipt:
    scene = threateners.scene
    cite = scene.rules.cite
    watch = watched.watch
    by = name_creature(watch.enemy)
    if watch.excuse:
        return excuse_receipt(threateners, watch)
    parts = [strike_receipt(scene, watch.enemy)]
    if not watched.exposed_steps:
        behind_walls = _left_within(threateners, watch, path)
        if behind_walls and not threateners.quiet:
            parts.append(cite("C-103", "within reach, but walls stop every line", behind_walls))
        return cite("C-096", "squares left that {by} threatens", NONE, *parts, by=by)
    if scene.has(watch.enemy, "reacts_not"):
        parts.append(cite("C-115", "{by} is flat-footed but has Combat Reflexes", STRIKES, by=by))
    for exposed_step in watched.exposed_steps:
        parts.append(exposed_receipt(threateners, watch, exposed_step))
    squares = tuple(dict.fromkeys(str(step.at) for step in watched.strikes))
    if len(squares) > 1 and threateners.by_round:
        parts.append(cite("C-107", "one opportunity for {by}, first at", squares[0], by=by))
    return cite(threateners.rule, "squares where {by} may strike", squares or NONE, *parts, by=by)


def _left_within(
    threateners: Threateners, watch: Watch, path: tuple[Square, ...]
) -> tuple[str, ...]:
    field = threateners.scene.field
    return tuple(
        str(square)
        for square in path[:-1]
        if watch.near & field.block(Block(*square, threateners.side))
    )


def excuse_receipt(threateners: Threateners, watch: Watch) -> Receipt:
    """Return the receipt of why an enemy cannot strike, whatever the mover does."""
    if watch.excuse == "held":
        return _held_receipt(threateners.scene, watch.enemy)
    if watch.excuse not in EXCUSES:
        return strike_receipt(threateners.scene, watch.enemy)
    rule, label = EXCUSES[watch.excuse]
    message = Message(label, by=name_creature(watch.enemy), mover=name_creature(threateners.mover))
    return threateners.scene.rules.cite(rule, message, KEPT)


def _held_receipt(scene: Scene, enemy: Creature) -> Receipt:
    conditions = scene.names_of_causes(enemy, "reacts_never")
    return scene.rules.cite(
        "C-107",
        "{by} makes no attacks of opportunity: {conditions}",
        KEPT,
        source="open rules, Conditions",
        default=True,
        by=name_creature(enemy),
        conditions=conditions,
    )


def exposed_receipt(threateners: Threateners, watch: Watch, exposed_step: ExposedStep) -> Receipt:
    """Why an enemy may strike at one place, or not."""
    rules = threateners.scene.rules
    square = str(exposed_step.at)
    by = name_creature(watch.enemy)
    mover = name_creature(threateners.mover)
    denied = exposed_step.denied
    parts = tuple(_circumstances(threateners, watch, exposed_step))
    if exposed_step.excused:
        label = Message(
            "{at}: {mover} withdraws from here, seeing {by}", at=square, by=by, mover=mover
        )
        return rules.cite("C-116", label, KEPT, *parts)
    if isinstance(denied, Cover):
        degree = degree_words(denied.degree)
        label = Message(
            "{at}: {mover} has {cover} from {by}", cover=degree, at=square, by=by, mover=mover
        )
        return rules.cite("C-112", label, KEPT, *parts, denied.receipt)
    if denied is not None:
        label = Message("{at}: {by} does not see {mover}", at=square, by=by, mover=mover)
        return rules.cite("C-113", label, KEPT, *parts, denied.receipt)
    return rules.cite(
        threateners.rule, "{at}: {by} threatens it", STRIKES, *parts, at=square, by=by
    )


def _circumstances(
    threateners: Threateners, watch: Watch, exposed_step: ExposedStep
) -> Iterator[Receipt]:
    scene = threateners.scene
    cite = scene.rules.cite
    by = name_creature(watch.enemy)
    mover = name_creature(threateners.mover)
    place = Block(*exposed_step.at, threateners.side)
    overlaps = place.overlaps(watch.reach.body)
    if exposed_step.unseen:
        yield cite("C-116", "{mover} does not see {by}", STRIKES, mover=mover, by=by)
    if exposed_step.rise:
        yield cite(
            "C-097",
            "{mover} and {by} at different heights: each as high as its space is wide, counted "
            "1-2-1-2; apart",
            Squares(abs(exposed_step.rise)),
            default=True,
            mover=mover,
            by=by,
        )
    if exposed_step.entering:
        yield cite("C-110", "{mover} enters the space of {by}", STRIKES, mover=mover, by=by)
    if overlaps:
        yield cite(
            "C-094", "{by} can strike into its own space", str(watch.reach.body.anchor), by=by
        )
    apart = abs(scene.size(threateners.bearer).rank - scene.size(watch.enemy).rank)
    for_size = apart >= scene.combat.measures.passing_sizes  # C-065
    if overlaps and threateners.by_round and for_size:
        yield cite("C-111", "crossing the space of {by} for its size provokes", STRIKES, by=by)
    far = distance(place, watch.reach.body)
    if far > 1 and threateners.by_round:
        yield cite("C-109", "the long reach of {by}: squares away", far, by=by)
    passed = tuple(map(name_creature, threateners.others_in(place, watch)))
    if passed and scene.combat.mechanisms.opportunity_denied != "never":
        yield cite("C-057", "no cover from those whose space it is in", passed)
