"""A fight among walls, houses and trees of a known height, on roofs and in the air above them.

What counts is what docs/fight.md and docs/encounter-file.md say of heights, all of it house
defaults: lines pass over what is lower, from the top of one body to another; on top one stands.
A body is as high as it is wide. Every obstacle is asked by itself, with fractions, whether a line
passes over it; what is left is drawn as a flat map, on which the older oracles judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from core.combat.board.scene import Action, Creature, Manner
from core.combat.board.squares import Battlefield, Square, read_field
from core.creatures import Mode
from core.values import replace
from tests.core.combat.oracles import sight as eyes
from tests.core.combat.oracles.boards import Board, Space
from tests.core.combat.oracles.fights import (
    NEUTRAL,
    RUN,
    STEPS,
    TWICE,
    Arm,
    Cell,
    Fight,
    Fighter,
    Judge,
    Strikes,
    Verdict,
    packed,
    replaced,
    straight_enough,
)
from tests.core.combat.oracles.flight_count import COMPASS
from tests.core.combat.oracles.heights import Action as FlightAction
from tests.core.combat.oracles.heights import Body as FlyingBody
from tests.core.combat.oracles.heights import Cube, Flyer, Wish, far, offset
from tests.core.combat.oracles.lines import floods, ground_of
from tests.core.combat.oracles.opportunities import Watching
from tests.core.combat.oracles.threats import IDLE, centre, natural, passes_opposite
from tests.core.combat.oracles.walking import SPACE, Walker

Wall = tuple[Cell, Cell]
QUIET = ("five_foot_step", "step", "forced")  # C-108, C-120, C-152, C-153
WALL = "#"
LOW = "o"
NOTHING = "~"
"""A square that nobody walks on and that cuts no line: at a height, one with nothing underfoot."""
NAMES = {way: name for name, way in COMPASS.items()}
ANY_BEAM = {"pf2"}


@dataclass
class Town:
    """What stands on a map: signs by rows, walls on borders; heights of those that have one.

    What has none reaches to the ceiling, but a low obstacle, which is lower than a square.
    """

    rows: tuple[str, ...]
    tops: Mapping[Cell, int]
    walls: Mapping[Wall, int | None] = field(default_factory=dict)

    def sign(self, cell: Cell) -> str:
        return self.rows[cell[1]][cell[0]]

    def cells(self) -> Iterator[Cell]:
        return ((x, y) for y, row in enumerate(self.rows) for x in range(len(row)))


@dataclass(frozen=True)
class Upright:
    """A body: its space, the height of its feet, and how high it is."""

    space: Space
    feet: int
    tall: int

    def cubes(self) -> set[Cube]:
        return {(x, y, self.feet + z) for x, y in self.space.cells for z in range(self.tall)}


class Roofs(Judge):
    """The judge of a fight in which creatures have heights, by id (of riders their mounts')."""

    def __init__(self, fight: Fight, town: Town, feet: Mapping[str, int]) -> None:
        self.town = town
        self.feet = dict(feet)
        super().__init__(fight)
        self.maps: dict[object, Battlefield] = {}
        self.degrees: dict[object, str] = {}

    # --- bodies

    def height(self, who: str) -> int:
        return self.feet[self.fight.bearer(who).id]

    def upright(self, who: str) -> Upright:
        bearer = self.fight.bearer(who)
        side = SPACE[bearer.size]
        return Upright(Space(*bearer.at, side), self.height(who), side)

    # --- maps

    def drawn(self, rows: Sequence[str], walls: Iterator[Wall]) -> Battlefield:
        """A flat map of these signs, with these walls on borders."""
        flat = read_field(tuple(rows), self.fight.rules.combat.ground)
        east = 0
        south = 0
        for one, other in walls:
            bit = 1 << (one[1] * (flat.width + 1) + one[0])
            if one[1] == other[1]:
                east |= bit
            else:
                south |= bit
        return replace(flat, wall_east=east, wall_south=south)

    def redrawn(self, signs: Mapping[Cell, str], walls: Iterator[Wall]) -> Battlefield:
        rows = [
            "".join(signs.get((x, y), sign) for x, sign in enumerate(row))
            for y, row in enumerate(self.town.rows)
        ]
        return self.drawn(rows, walls)

    def at_height(self, feet: int, *, on_foot: bool) -> Battlefield:
        """The map for who is so high: what is lower is under it, on its height one stands."""
        if feet == 0:
            return self.redrawn({}, iter(self.town.walls))
        signs = {}
        for cell in self.town.cells():
            top = self.town.tops.get(cell)
            if self.is_solid(cell, feet):
                continue
            signs[cell] = "." if top == feet or not on_foot else NOTHING
        walls = (wall for wall, top in self.town.walls.items() if top is None or top > feet)
        return self.redrawn(signs, walls)

    def between(self, one: Upright, other: Upright, aim: Literal["top", "feet"]) -> Battlefield:
        """The map of what cuts lines from the top of one body to the top or feet of another."""
        key = one, other, aim
        if key not in self.maps:
            self.maps[key] = self._between(one, other, aim)
        return self.maps[key]

    def _between(self, one: Upright, other: Upright, aim: str) -> Battlefield:
        line = Line(one, other, aim == "top")
        signs = {}
        for cell in self.town.cells():
            sign = self.town.sign(cell)
            top = self.town.tops.get(cell)
            if sign not in (WALL, LOW):
                continue
            near = Fraction(apart(one.space, cell))
            away = Fraction(apart(other.space, cell))
            if top is None:
                is_passed = sign == LOW and max(one.feet, other.feet) >= 1
            else:
                is_passed = line.passes(top, near, away)
            if is_passed:
                signs[cell] = "."
        return self.redrawn(signs, self._walls(line))

    def _walls(self, line: Line) -> Iterator[Wall]:
        for wall, top in self.town.walls.items():
            near = middle(line.one.space, wall)
            away = middle(line.other.space, wall)
            if top is None or not line.passes(top, near, away):
                yield wall

    # --- reach and flanking

    def touches(self, who: Creature, cube: Cube) -> bool:
        """Whether it strikes into one cube (2.8, 2.9, with heights)."""
        if IDLE & set(who.conditions):
            return False
        body = self.upright(who.id)
        mine = body.cubes()
        d20 = self.system in ("pf1", "dnd35")
        beyond = who.weapon_reach is not None and not who.near and d20
        if cube in mine:
            return not beyond
        own = natural(self.scene, who)
        outer = own if who.weapon_reach is None else who.weapon_reach
        if not self.is_within(mine, cube, outer):
            return False
        if beyond and self.is_within(mine, cube, own):
            return False
        return self.leads(body, cube)

    def is_within(self, mine: set[Cube], cube: Cube, reach: int) -> bool:
        """Counted, and without pf2 the second diagonal of a reach of two (C-097, C-098)."""
        if far(mine, {cube}) <= reach:
            return True
        second = sorted(offset(mine, {cube}))[1:] == [2, 2]
        return reach == 2 and second and self.system != "pf2"

    def leads(self, body: Upright, cube: Cube) -> bool:
        """Whether a line from the top of a body leads to a cube."""
        x, y, z = cube
        goal = Upright(Space(x, y, 1), z, 1)
        ground = ground_of(self.between(body, goal, "top"))
        if not ground.free((x, y)):
            return False
        if (x, y) in body.space.cells:
            return True
        return any(
            floods(ground, p, q, body.space.cells, {(x, y)})
            for p in body.space.lattice
            for q in goal.space.lattice
        )

    def touches_any(self, who: Creature, cubes: set[Cube]) -> bool:
        return any(self.touches(who, cube) for cube in cubes)

    def reaches_at(self, fighter: Fighter, arm: Arm, at: str) -> bool:
        by = replace(self.creature(fighter, arm, fighter.at), conditions=())
        return self.touches_any(by, self.upright(at).cubes())

    def flanked(self, attacker: Creature, target: Creature, mode: str) -> bool:
        """Both reach the target at its height, the line is that of the map from above."""
        if mode == "ranged" or not self.may_flank(attacker):
            return False
        cubes = self.upright(target.id).cubes()
        if not self.touches_any(attacker, cubes):
            return False
        return any(
            self.is_partner(ally, attacker) and self.flanks_with(ally, attacker, target)
            for ally in self.fight.fighters.values()
        )

    def may_flank(self, who: Creature) -> bool:
        return self.fight.pf2 or natural(self.scene, who) > 0

    def flanks_with(self, ally: Fighter, attacker: Creature, target: Creature) -> bool:
        cubes = self.upright(target.id).cubes()
        others = [self.creature(ally, arm, ally.at) for arm in self.threatening(ally)]
        if not any(self.may_flank(one) and self.touches_any(one, cubes) for one in others):
            return False
        mine = self.upright(attacker.id).space.cells
        theirs = self.upright(ally.id).space.cells
        hit = self.upright(target.id).space.cells
        if self.fight.pf2:
            return passes_opposite(centre(mine), centre(theirs), hit)
        return any(passes_opposite(centre({a}), centre({b}), hit) for a in mine for b in theirs)

    # --- cover

    def cover_degree(self, attacker: Creature, target: Creature, mode: str) -> str:
        key = attacker, target.id, mode
        if key not in self.degrees:
            self.degrees[key] = self._cover_degree(attacker, target, mode)
        return self.degrees[key]

    def _cover_degree(self, attacker: Creature, target: Creature, mode: str) -> str:
        one = self.upright(attacker.id)
        other = self.upright(target.id)
        feet = replace(self.scene, field=self.between(one, other, "feet"))
        sight = OverRoofs(feet)
        sight.top = eyes.Sight(replace(self.scene, field=self.between(one, other, "top")))
        sight.board = Bodies(feet)
        sight.board.judge = self
        sight.board.span = one, other
        return str(sight.cover(attacker, target, mode)["degree"])

    def is_above(self, by: str, at: str) -> bool:
        return self.height(by) > self.height(at)

    # --- moves at one height

    def walk(
        self,
        who: str,
        path: Sequence[Cell],
        action: Action,
        mode: Mode,
        before: Sequence[Cell] = (),
    ) -> Verdict:
        mover = self.fight.bearer(who)
        feet = self.height(who)
        if mode == "walk" and not self.is_borne(who):
            return Verdict(False, "in_the_air")
        level = self.level(mover, feet, on_foot=mode == "walk")
        if mode == "walk":
            return level.walk(who, path, action, mode)
        return level.fly(who, path, action)

    def is_borne(self, who: str) -> bool:
        """Whether it stands on the ground, or on what is just as high as its feet."""
        feet = self.height(who)
        tops = [self.town.tops.get(cell, 0) for cell in self.upright(who).space.cells]
        return feet == max((top for top in tops if top <= feet), default=0)

    def level(self, mover: Fighter, feet: int, *, on_foot: bool) -> Level:
        """The flat fight of those whom a mover may meet at a height."""
        tall = SPACE[mover.size]
        met = {
            id: one
            for id, one in self.fight.fighters.items()
            if self.meets(id, feet, tall) or self.fight.bearer(id) is mover
        }
        field = self.at_height(feet, on_foot=on_foot)
        fight = Fight(self.fight.rules, field, met, self.fight.light, self.fight.shades)
        return Level(fight)

    def meets(self, who: str, feet: int, tall: int) -> bool:
        """Whether somebody has a height in common with a body."""
        body = self.upright(who)
        return body.feet < feet + tall and feet < body.feet + body.tall

    # --- up and down

    def rise(
        self, who: str, to: Cell, end: int, action: FlightAction, mode: Mode
    ) -> Verdict | None:
        """Whether it can go to a neighbouring anchor, or stay there, and to another height.

        None = the house defaults do not say: somebody is on the way, it would pass aslant by a
        corner that is solid at the lower height alone, or it climbs within a tree.
        """
        mover = self.fight.bearer(who)
        here = self.upright(who)
        if self.is_met(who, to, end) or self.is_by_a_corner(here, to, end):
            return None
        if mode == "climb" and self.is_in_a_tree(here, to, end):
            return None
        speeds = {str(way): squares for way, squares in mover.speeds.items()}
        body = FlyingBody(who, mover.at, here.feet, here.tall, mover.side, 1, speeds)
        flyer = Flyer(self.system, body, (), "")
        steps = () if to == mover.at else (NAMES[to[0] - mover.at[0], to[1] - mover.at[1]],)
        wish = Wish(steps, end, action, mode)
        if self.never(mover, action, mode) or flyer.never(wish):
            return Verdict(False, "never")
        ways = [
            flyer.price(bearings, mode)
            for cubes, bearings in flyer.ways(wish)
            if not any(
                self.is_stopped(before, after, here.tall) for before, after in pairwise(cubes)
            )
        ]
        costs = [sum(way) for way in ways if flyer.affords(wish, way)]
        if not costs:
            return Verdict(False, "blocked" if not ways else "budget")
        return Verdict(True, "ok", min(costs))

    def is_met(self, who: str, to: Cell, end: int) -> bool:
        """Whether somebody else is in the squares and heights of such a move."""
        pair = {one.id for one in self.fight.pair(who)}
        here = self.upright(who)
        low = min(end, here.feet)
        tall = abs(end - here.feet) + here.tall
        cells = here.space.cells | Space(*to, here.tall).cells
        return any(
            self.meets(id, low, tall) and self.upright(id).space.cells & cells
            for id in self.fight.fighters
            if id not in pair
        )

    def is_by_a_corner(self, here: Upright, to: Cell, end: int) -> bool:
        x, y, side = here.space.x, here.space.y, here.space.side
        if x == to[0] or y == to[1]:
            return False
        left, up = min(x, to[0]), min(y, to[1])
        swept = Space(left, up, side + 1).cells - here.space.cells - Space(*to, side).cells
        low, high = sorted((here.feet, end))
        walls = any(set(wall) <= Space(left, up, side + 1).cells for wall in self.town.walls)
        return walls or any(
            self.is_solid(cell, low) and not self.is_solid(cell, high) for cell in swept
        )

    def is_in_a_tree(self, here: Upright, to: Cell, end: int) -> bool:
        cells = here.space.cells | Space(*to, here.space.side).cells
        low = min(here.feet, end)
        trees = (cell for cell in cells if self.town.sign(cell) == LOW)
        return any(self.town.tops.get(cell, 0) > low for cell in trees)

    def is_solid(self, cell: Cell, feet: int) -> bool:
        top = self.town.tops.get(cell)
        return self.town.sign(cell) == WALL and (top is None or top > feet)

    def is_stopped(self, before: Cube, after: Cube, side: int) -> bool:
        """Whether a wall stands in a cube that is entered, or between two cubes."""
        old = Space(before[0], before[1], side)
        new = Space(after[0], after[1], side)
        if any(self.is_solid(cell, after[2]) for cell in new.cells):
            return True
        if (
            old.x != new.x
            and old.y != new.y
            and any(
                self.is_solid(cell, max(before[2], after[2]))
                for cell in Space(min(old.x, new.x), min(old.y, new.y), side + 1).cells
                - old.cells
                - new.cells
            )
        ):
            return True
        low = min(before[2], after[2])
        return any(
            set(wall) <= old.cells | new.cells and (top is None or top > low)
            for wall, top in self.town.walls.items()
        )

    # --- opportunities

    def moved(self, who: str, at: Cell) -> Roofs:
        fighters = dict(self.fight.fighters)
        for one in self.fight.pair(who):
            fighters[one.id] = replaced(one, at)
        old = self.fight
        fight = Fight(old.rules, old.field, fighters, old.light, old.shades)
        there = Roofs(fight, self.town, self.feet)
        there.maps = self.maps
        return there

    def strikes(self, who: str, path: Sequence[Cell], action: Action) -> Strikes:
        mount = self.fight.bearer(who)
        pair = {one.id for one in self.fight.pair(who)}
        watching = Watching(
            self.scene, self.scene.by_id[mount.id], Manner(action=action), self.fight.lines
        )
        there = [self.moved(who, at) for at in path]
        found: Strikes = {}
        for enemy in self.fight.fighters.values():
            if enemy.id in pair or enemy.side == mount.side:
                continue
            if NEUTRAL in (enemy.side, mount.side):
                continue
            if self.fight.pf2 and enemy.reaction is False:  # C-118
                continue
            if watching.excused(self.scene.by_id[enemy.id], ()) or action in QUIET:
                continue
            occasions = self.exposed(enemy, watching, there)
            if occasions:
                found[enemy.id] = occasions
        return found

    def exposed(
        self, enemy: Fighter, watching: Watching, there: Sequence[Roofs]
    ) -> list[tuple[int, list[Arm]]]:
        """The steps at which one enemy may strike, and with what."""
        arms = self.threatening(enemy)
        found = []
        own = natural(self.scene, self.scene.by_id[enemy.id])
        longest = max((own if arm.reach is None else arm.reach for arm in arms), default=0)
        for number in range(watching.departures([(0, 0)] * len(there))):
            judge = there[number]
            struck = [
                arm
                for arm in arms
                if judge.touches_any(
                    judge.creature(enemy, arm, enemy.at), judge.upright(watching.mover.id).cubes()
                )
            ]
            if struck and judge.is_open(enemy, max(own, longest), watching):
                found.append((number, struck))
        return found

    def is_open(self, enemy: Fighter, reach: int, watching: Watching) -> bool:
        """Whether who leaves a place is open to a strike (C-112, C-113, C-116, C-121)."""
        if self.fight.pf2:
            return True
        mover = watching.mover.id
        at_the_start = self.fight.bearer(mover).at == (watching.mover.at.x, watching.mover.at.y)
        if at_the_start and watching.manner.action == "withdraw" and not enemy.hidden:
            by = self.scene.by_id[enemy.id]
            if any(watching.sees(one, by, self.cells(enemy.id)) for one in watching.pair):
                return False
        by = replace(self.scene.by_id[enemy.id], weapon_reach=reach)
        return any(
            one.side != enemy.side
            and watching.sees(by, one, self.cells(one.id))
            and self.cover_degree(by, self.scene.by_id[one.id], "melee") == "none"
            for one in watching.pair
        )


class Level(Judge):
    """A flat map at a height, on which one walks, or through which one flies."""

    def fly(self, who: str, path: Sequence[Cell], action: Action) -> Verdict:
        """Whether a flyer can go along these anchors at one height, on a fresh turn."""
        mover = self.fight.bearer(who)
        reason = self.never(mover, action, "fly")
        if reason:
            return Verdict(False, reason)
        goes_on = action not in STEPS and self.is_on_a_friend(mover, path[-1])
        manner = Manner(action=action, mode="fly", next_move_action=goes_on)
        walker = Walker(self.scene, self.scene.by_id[mover.id], manner)
        answer = walker.move([Square(*cell) for cell in path])
        if not answer.legal:
            return Verdict(False, answer.reason)
        steps = self.prices(mover, path)
        cost = sum(steps)
        speed = mover.speeds["fly"]
        if action == "charge" and not straight_enough(path):
            return Verdict(False, "charge")
        if self.fight.pf2 and action not in STEPS:
            most = 2 if goes_on else 3
            fits = packed(steps, speed, most)
        elif action in STEPS:
            fits = True
        else:
            times = RUN if action == "run" else TWICE
            fits = cost <= times * speed or (action == "move" and len(steps) == 1)  # C-154
        return Verdict(fits, "ok" if fits else "budget", cost)

    def prices(self, mover: Fighter, path: Sequence[Cell]) -> list[int]:
        """What each step costs a flyer without a heading (C-122 to C-143)."""
        bearings = [NAMES[after[0] - here[0], after[1] - here[1]] for here, after in pairwise(path)]
        flyer = Flyer(self.system, None, (), "")  # type: ignore[arg-type]
        return flyer.price(bearings, "fly")


class OverRoofs(eyes.Sight):
    """Cover by lines to the feet of a target, line of effect by those to its top."""

    top: eyes.Sight

    def effect(self, a: Space, b: Space) -> bool:
        return self.top.effect(a, b)


class Bodies(Board):
    """A map on which only who is between two bodies in height, too, is between them."""

    judge: Roofs
    span: tuple[Upright, Upright]

    def living(self, *but: Space) -> list[Creature]:
        return [who for who in super().living(*but) if self.is_between(who)]

    def is_between(self, who: Creature) -> bool:
        """Whether its body meets what lies between the bottoms and the tops of the two there."""
        body = self.judge.upright(who.id)
        one, other = self.span
        near = between_spaces(one.space, body.space)
        away = between_spaces(other.space, body.space)
        share = near / (near + away)
        low = one.feet + (other.feet - one.feet) * share
        mine = one.feet + one.tall
        high = mine + (other.feet + other.tall - mine) * share
        return body.feet < high and low < body.feet + body.tall


@dataclass(frozen=True)
class Line:
    """A line from the top of one body to the top, or to the feet, of another."""

    one: Upright
    other: Upright
    to_the_top: bool

    def passes(self, top: int, near: Fraction, away: Fraction) -> bool:
        """Whether it passes over what is so high and so far from both bodies."""
        if near == 0:
            return self.one.feet >= top
        if away == 0:
            return self.other.feet >= top
        start = self.one.feet + self.one.tall
        end = self.other.feet + (self.other.tall if self.to_the_top else 0)
        here = start + (end - start) * near / (near + away)
        return here > top if self.to_the_top else here >= top


def middle(space: Space, wall: Wall) -> Fraction:
    """How far the middle of a border is from a space."""
    one, other = (apart(space, cell) for cell in wall)
    return Fraction(one + other, 2)


def between_spaces(one: Space, other: Space) -> Fraction:
    """How many squares are between two spaces, along the longer axis."""
    return Fraction(min(apart(one, cell) for cell in other.cells))


def apart(space: Space, cell: Cell) -> int:
    """How many squares are between a space and a square, along the longer axis."""
    across = max(space.x - cell[0], cell[0] - space.x - space.side + 1, 0)
    down = max(space.y - cell[1], cell[1] - space.y - space.side + 1, 0)
    return max(across, down)
