"""A scene: a battlefield, the creatures on it, the rules, and the manner in which one moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.drawing import Light, Lit
from core.combat.board.squares import DIRECTIONS, Battlefield, Block, Square, direction_of
from core.effects.changes import Change
from core.messages import Refusal
from core.rulesets.combat_schema import Combat, Condition, Effect, Size
from core.rulesets.schema import Ruleset
from core.values import ByIdentity, Struct, replace


class Held(Struct):
    """A condition or situation of a creature, by the `name` of its row `own`.

    `slug` names the `row` that it counts as, usually its own. `spared_by` is the condition that
    keeps it from counting as another ("" = none, C-139); `beside` the one of the same row of the
    tables that counts instead ("" = this one counts, C-220). `value` is its amount (frightened 2),
    which changes by value are times.
    """

    name: str
    own: Condition
    slug: str
    row: Condition
    spared_by: str = ""
    beside: str = ""
    value: int = 1

    def has(self, effect: Effect) -> bool:
        """Whether it has an effect, of its own or as what it counts as."""
        return effect in self.own.effects or effect in self.row.effects


def held(
    names: Iterable[str], rules: Ruleset, values: Iterable[tuple[str, int]] = ()
) -> tuple[Held, ...]:
    """Return the conditions of these names in their order; those of one row count once (C-220).

    `values` are their amounts, where they have any (frightened 2).
    Refusal("unknown_condition") for a name that the system has no row for.
    """
    table = rules.combat.rows
    given = tuple(names)
    for name in given:
        if name not in table:
            raise Refusal("unknown_condition", "There is no condition {name}.", name=name)
    amounts = dict(values)
    conditions = tuple(
        replace(one, value=amounts.get(one.name, 1)) if amounts else one
        for one in look_up_conditions(given, rules.combat)
    )
    best: dict[str, Held] = {}
    for one in conditions:
        other = best.setdefault(_row(one), one)
        if one.row.rank > other.row.rank:
            best[_row(one)] = one
    return tuple(
        one if best[_row(one)] is one else replace(one, beside=best[_row(one)].slug)
        for one in conditions
    )


def look_up_conditions(names: Iterable[str], combat: Combat) -> tuple[Held, ...]:
    """Return the conditions that the system has a row for, each with what it counts as.

    What a condition brings along is left out where it is there by itself.
    """
    there = tuple([name for name in names if name in combat.rows])
    if not there:
        return ()
    conditions = [_standing_for(name, there, combat) for name in there]
    brought = [
        Held(one.name, combat.rows[slug], slug, combat.rows[slug])
        for one in conditions
        for slug in one.row.brings
        if slug not in there
    ]
    return (*conditions, *brought)


@lru_cache(maxsize=4096)
def _effects_of(names: tuple[str, ...], same: ByIdentity[Combat]) -> frozenset[Effect]:
    conditions = look_up_conditions(names, same.value)
    rows = (row for one in conditions for row in (one.own, one.row))
    return frozenset(effect for row in rows for effect in row.effects)


def has_effect(names: Iterable[str], effect: Effect, combat: Combat) -> bool:
    """Whether one of the conditions has an effect, of its own or as what it counts as."""
    return effect in _effects_of(tuple(names), ByIdentity(combat))


def _standing_for(name: str, names: tuple[str, ...], combat: Combat) -> Held:
    # C-129, C-139
    table = combat.rows
    own = table[name]
    slug = table[name].counts_as
    if own.figures == "squeezing" and combat.mechanisms.squeezing == "entangled":
        slug = combat.squeezing.condition
    if not slug:
        return Held(name, own, name, own)
    unless = own.unless
    if unless is not None:
        spared = next((n for n in names if unless in table[n].effects), "")
        if spared:
            return Held(name, own, name, own, spared_by=spared)
    return Held(name, own, slug, table[slug])


def _row(one: Held) -> str:
    return one.row.row or one.slug


NEUTRAL = "neutral"
"""The side of those who take no part in a fight."""


class Creature(Struct):
    """One creature (section 0 of the catalogue); None = as in the tables of its size.

    `at` is its anchor; `side` tells friends from enemies; `reach` and `weapon_reach` are in
    squares, the latter the outer reach of the reach weapon in hand, which is `near` where it
    strikes at all nearer squares too (C-095); `space` is its side in squares; `rides` the id of its
    mount (C-257). `values` are the amounts of conditions that have one ("frightened", 2), `effects`
    are listed in a file and not looked up yet ("frightened=2 5"), `scores` its ability scores that
    are known ("str", 16), `worn` the bonuses that its figures hold already. `speed`
    is in squares; `speeds` are those of other modes ("fly", 12). `elevation`
    is its height in squares above the ground. `behind` are squares that it takes up beside its
    space while it squeezes; `space` is then the leading block (C-079). `reaction`: whether it has a
    reaction against movers, where not every creature has one (C-118; None = not stated).
    """

    id: str
    size: str
    at: Square
    side: str = ""
    long: bool = False
    reach: int | None = None
    weapon_reach: int | None = None
    space: int | None = None
    conditions: tuple[str, ...] = ()
    rides: str = ""
    name: str = ""
    speed: int | None = None
    speeds: tuple[tuple[str, int], ...] = ()
    hp: int | None = None
    ac: int | None = None
    attack: int | None = None
    init: int | None = None
    elevation: int = 0
    hidden: bool = False
    behind: tuple[Square, ...] = ()
    reaction: bool | None = None
    near: bool = False
    values: tuple[tuple[str, int], ...] = ()
    effects: tuple[str, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()
    worn: tuple[Change, ...] = ()


def name_creature(creature: Creature) -> str:
    """Return a creature's name, else its id."""
    return creature.name or creature.id


def first(field: Battlefield, bits: int) -> Square:
    """Return the first square in reading order of a set that is not empty."""
    return next(field.squares(bits))


def wall_between(field: Battlefield, side: int, *spaces: Square, low: bool = False) -> str:
    """Return the first wall inside the rectangle about some spaces of `side` squares, as "B2/C2".

    Or the first `low` wall; "" = none.
    """
    xs, ys = zip(*spaces, strict=True)
    x = min(xs)
    y = min(ys)
    wide = max(xs) - x + side
    high = max(ys) - y + side
    east, south = (field.low_east, field.low_south) if low else (field.wall_east, field.wall_south)
    for sides, dx, dy in ((east, 1, 0), (south, 0, 1)):
        if inner := field.rectangle(x, y, wide - dx, high - dy) & sides:
            square = first(field, inner)
            return f"{square}/{square.by(dx, dy)}"
    return ""


def corners(field: Battlefield, side: int, start: Square, end: Square) -> int:
    """Return the two squares beside a diagonal step in neither space (C-054), as bits."""
    dx, dy = DIRECTIONS[direction_of(start, end)]
    left = min(start.x, end.x)
    top = min(start.y, end.y)
    if dx == dy:
        beside = (Square(left + side, top), Square(left, top + side))
    else:
        beside = (Square(left, top), Square(left + side, top + side))
    return field.bits(beside)


GRAVITIES = ("normal", "low", "zero", "high")


class Present(NamedTuple):
    """A creature of a scene with its rows of the tables, looked up once.

    `space` is its space, or its mount's if it rides; `bits` its squares on the map, including
    those behind it while it squeezes.
    """

    creature: Creature
    size: Size
    effects: frozenset[Effect]
    space: Block
    bits: int


class Scene(Struct, dict=True, kw_only=True):
    """The creatures on a battlefield under a ruleset.

    `light` is that of the whole scene (C-200), `wind` the direction that the air moves to ("" =
    none, C-134), `gravity` one of normal, low, zero, high (C-125). `lit` are the squares by
    their light where there are zones of it, none when all is lit as the scene is.
    """

    rules: Ruleset
    field: Battlefield
    creatures: tuple[Creature, ...] = ()
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    lit: Lit = ()

    @property
    def combat(self) -> Combat:
        """The tables of the combat grid."""
        return self.rules.combat

    @cached_property
    def by_id(self) -> dict[str, Creature]:
        """The creatures by id."""
        return {creature.id: creature for creature in self.creatures}

    @cached_property
    def present(self) -> tuple[Present, ...]:
        """The creatures with their sizes, effects and squares; Refusal("unknown_size")."""
        return tuple(map(self._look_up, self.creatures))

    def _look_up(self, creature: Creature) -> Present:
        effects = _effects_of(self.conditions(creature), ByIdentity(self.combat))
        space = self.body(creature)
        bits = self.field.block(space) | self.field.bits(creature.behind)
        return Present(creature, self.size(creature), effects, space, bits)

    @cached_property
    def standing(self) -> tuple[tuple[Creature, Block], ...]:
        """The living creatures that are wholly on the map, with their spaces (C-177)."""
        return tuple(
            (one.creature, one.space)
            for one in self.present
            if "dead" not in one.effects and self.field.contains(one.space)
        )

    def creature(self, id: str) -> Creature:
        """Return the creature of an id; Refusal("unknown_creature")."""
        known_creature = self.by_id.get(id)
        if known_creature is None:
            raise Refusal("unknown_creature", "There is no creature {id} here.", id=id)
        return known_creature

    def size(self, creature: Creature) -> Size:
        """Return the row of a creature's size; Refusal("unknown_size") if there is none."""
        known_size = self.combat.sizes.get(creature.size)
        if known_size is None:
            raise Refusal(
                "unknown_size",
                "{system} has no size {size}.",
                system=self.rules.id,
                size=creature.size,
            )
        return known_size

    def space(self, creature: Creature) -> int:
        """Return the side of a creature's space in squares (C-086 to C-091)."""
        if creature.space is None:
            return self.size(creature).space
        return creature.space

    def height(self, creature: Creature) -> int:
        """Return how high a creature is, in squares: as high as its space is wide (house default).

        One that fills its space, and is not destroyed, may be higher (C-066).
        """
        side = self.body(creature).side
        if not self.has(creature, "fills_space") or self.has(creature, "dead"):
            return side
        return max(side, self.combat.measures.filled_height)

    def reach(self, creature: Creature) -> int:
        """Return a creature's natural reach in squares (C-086 to C-093)."""
        size = self.size(creature)
        if creature.reach is not None:
            return creature.reach
        if creature.long:
            return size.long
        return size.tall

    def bearer(self, creature: Creature) -> Creature:
        """Return the mount of a creature that rides one of this scene, else itself (C-257)."""
        if creature.rides:
            return self.by_id.get(creature.rides, creature)
        return creature

    def body(self, creature: Creature) -> Block:
        """Return the space that a creature takes up; a rider's is its mount's (C-257)."""
        bearer = self.bearer(creature)
        return Block(bearer.at.x, bearer.at.y, self.space(bearer))

    def bodies(self, creature: Creature) -> tuple[Block, ...]:
        """Return its space, and the squares behind it that it fills while squeezing (C-079)."""
        space = self.body(creature)
        behind = (Block(*square, 1) for square in creature.behind)
        return (space, *(block for block in behind if not block.overlaps(space)))

    def light_on(self, space: Block, *, darkest: bool = False) -> Light:
        """Return the light that a space is seen by: that of its best lit square, or its `darkest`.

        The documents speak of a zone that is dimly lit or dark, which conceals whom it hides
        (C-200), and ask of a zone of fog that it holds the whole space (C-192). So one square in
        the light is enough to be seen by it: a house default.
        """
        if not self.lit:
            return self.light
        bits = self.field.block(space)
        lit = self.lit[::-1] if darkest else self.lit
        return next((light for light, squares in lit if bits & squares), self.light)

    def is_benighted(self, creature: Creature, light: Light | None = None) -> bool:
        """Whether a creature cannot see where it is, for darkness alone (C-200).

        `light` is that on its space, None = as the board has it.
        """
        if light is None:
            light = self.light_on(self.body(creature))
        return light == "dark" and not self.has(creature, "sees_in_dark")

    def taken(self, creature: Creature) -> int:
        """Return the squares of the map that a creature takes up, those behind it included."""
        return self.field.block(self.body(creature)) | self.field.bits(creature.behind)

    def conditions(self, creature: Creature) -> tuple[str, ...]:
        """Return the names of its conditions; with a climb speed it climbs well too (C-139)."""
        speeds = self.bearer(creature).speeds
        if not (speeds and dict(speeds).get("climb")):
            return creature.conditions
        table = self.combat.rows
        well = (name for name, row in table.items() if "climbs_well" in row.effects)
        return tuple(dict.fromkeys((*creature.conditions, *well)))

    def held(self, creature: Creature) -> tuple[Held, ...]:
        """Its conditions that the system knows, each with what it counts as."""
        return look_up_conditions(self.conditions(creature), self.combat)

    def causes(self, creature: Creature, effect: Effect) -> tuple[str, ...]:
        """Return the names of its conditions that have this effect, or count as one that has it."""
        return tuple(one.name for one in self.held(creature) if one.has(effect))

    def names_of_causes(self, creature: Creature, effect: Effect) -> tuple[str, ...]:
        """Return what the ruleset calls those of its conditions that have this effect."""
        return tuple(
            self.combat.conditions[name].name_in() for name in self.causes(creature, effect)
        )

    def has(self, creature: Creature, effect: Effect) -> bool:
        """Whether one of a creature's conditions has this effect."""
        return has_effect(self.conditions(creature), effect, self.combat)

    def paired(self, one: Creature, other: Creature) -> bool:
        """Whether they are rider and mount, or ride together (C-257)."""
        if one.rides and one.rides in (other.rides, other.id):
            return True
        return bool(other.rides) and other.rides == one.id

    def friends(self, one: Creature, other: Creature) -> bool:
        """Whether they are on one side."""
        return one.side == other.side

    def with_creatures(self, *changed: Creature) -> Scene:
        """Return the scene with these creatures in place of those with the same ids.

        What was looked up of the others, but for the riders of these, is kept: in a large fight
        nearly everything is.
        """
        by_id = {one.id: one for one in changed}
        scene = replace(self, creatures=tuple(by_id.get(one.id, one) for one in self.creatures))
        if "present" in self.__dict__:
            scene.__dict__["present"] = tuple(
                scene._look_up(creature)
                if creature.id in by_id or creature.rides in by_id
                else before
                for creature, before in zip(scene.creatures, self.present, strict=True)
            )
        return scene

    def without(self, ids: Collection[str]) -> Scene:
        """Return the scene in which these creatures are not; who rides one of them is on foot."""
        left = (one for one in self.creatures if one.id not in ids)
        afoot = (replace(one, rides="") if one.rides in ids else one for one in left)
        return replace(self, creatures=tuple(afoot))

    def moved(self, id: str, to: Square) -> Scene:
        """Return the scene with a creature, its rider or its mount at another anchor."""
        mover = self.creature(id)
        there = (one for one in self.creatures if one.id == id or self.paired(mover, one))
        return self.with_creatures(*(replace(one, at=to) for one in there))


Action: TypeAlias = Literal[
    "move", "run", "charge", "five_foot_step", "step", "withdraw", "hurry", "forced"
]
GridMode: TypeAlias = Literal["walk", "fly", "swim", "incorporeal", "burrow"]
GRID_MODES: tuple[GridMode, ...] = ("walk", "fly", "swim", "incorporeal")
"""The modes of worked examples, which do not know burrowing."""


class Manner(Struct):
    """A movement's circumstances (section 3 of the catalogue); squares unless stated.

    `budget` is what may be spent (None = no limit). `diagonals_before` were made earlier this
    turn (C-024), or in this very movement where it `goes_on` after a halt (C-023);
    `extra_doublings` come from poor visibility and the like (C-046); `unseen` are the squares, as
    bits, where the mover does not see its way: one doubling where its new space is all in them.
    `tumble` is True when the acrobatic check beat everybody, or the ids that it beat (C-063,
    C-117); `opened` likewise those who were run down, who may strike all the same (C-062).
    `full_round` allows minimum movement (C-154), `next_move_action` another move action
    that leaves at once (C-069); without `ends_here` no stopping square is judged. `climbs`: it
    climbs where others walk, and so may be above the ground. `at_the_edge`: a swimmer may be partly
    on dry ground, where it gets into the water or out of it (C-045, a house default). `below`: it
    is under the ground all the way, where no wall on a border is in its way.
    """

    action: Action = "move"
    mode: GridMode = "walk"
    budget: int | None = None
    diagonals_before: int = 0
    goes_on: bool = False
    extra_doublings: int = 0
    unseen: int = 0
    tumble: bool | frozenset[str] = False
    opened: bool | frozenset[str] = False
    squeeze: bool = False
    full_round: bool = False
    next_move_action: bool = False
    ends_here: bool = True
    climbs: bool = False
    at_the_edge: bool = False
    below: bool = False

    def runs_down(self, id: str) -> bool:
        """Whether this creature was run down."""
        if isinstance(self.opened, bool):
            return self.opened
        return id in self.opened

    def tumbles_past(self, id: str) -> bool:
        """Whether the acrobatic check beat this creature."""
        if isinstance(self.tumble, bool):
            return self.tumble
        return id in self.tumble
