"""Moves and distances in the air from the catalogue's text alone: cubes, and all ways to rise.

C-003 and C-127 (what changes two or three coordinates is one diagonal), C-013, C-014, C-018, C-019,
C-030 and C-031 (what a turn's movement buys), C-033, C-034, C-038, C-057, C-058, C-122 to C-143
(what flying costs: `flight_count`), C-154. House defaults: a body is as high as it is wide; a
charge and a withdrawal are of twice the speed, a charge of two squares at least and by the shortest
way; nobody walks in the air.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, TypeAlias

from tests.core.combat.oracles.flight_count import COMPASS, counted

Cube = tuple[int, int, int]
Action: TypeAlias = Literal["move", "run", "charge", "withdraw", "step"]
Mode: TypeAlias = Literal["walk", "fly", "swim", "climb", "burrow", "incorporeal"]
NAMES = {offset: name for name, offset in COMPASS.items()}
TIMES = {"move": 2, "run": 4, "charge": 2, "withdraw": 2}
ACTIONS_OF_PF2 = 3
SPECIAL = ("fly", "swim", "climb", "burrow")  # C-019


@dataclass(frozen=True)
class Body:
    """Somebody: its cubes, its speeds, its side, and its reach in squares."""

    id: str
    at: tuple[int, int]
    feet: int
    wide: int
    side: str
    reach: int
    speeds: Mapping[str, int]

    def cubes(self) -> set[Cube]:
        """Every cube that it fills."""
        return block(self.at, self.feet, self.wide)


def block(at: tuple[int, int], feet: int, wide: int) -> set[Cube]:
    return {
        (at[0] + x, at[1] + y, feet + z)
        for x in range(wide)
        for y in range(wide)
        for z in range(wide)
    }


def offset(one: set[Cube], other: set[Cube]) -> Cube:
    """Between the nearest cubes, along each axis."""
    dx, dy, dz = (min(abs(a[axis] - b[axis]) for a in one for b in other) for axis in (0, 1, 2))
    return dx, dy, dz


def far(one: set[Cube], other: set[Cube]) -> int:
    """How many squares lie between: step by step, each as slanting as it can be."""
    left = list(offset(one, other))
    count = 0
    diagonals = 0
    while any(left):
        slants = left.count(0) < 2
        if slants:
            diagonals += 1
        count += 2 if slants and diagonals % 2 == 0 else 1
        left = [max(0, part - 1) for part in left]
    return count


def reaches(system: str, one: Body, other: Body) -> bool:
    """Whether one strikes at the other in melee on open ground (C-096 to C-098)."""
    mine = one.cubes()
    theirs = other.cubes()
    if far(mine, theirs) <= one.reach:
        return True
    diagonal = sorted(offset(mine, theirs))[1:] == [2, 2]
    return system != "pf2" and one.reach == 2 and diagonal


@dataclass(frozen=True)
class Wish:
    """A move: compass points, the height it ends at, the action, how."""

    steps: tuple[str, ...]
    end: int
    action: Action
    mode: Mode


class Flyer:
    """What one mover may do with a fresh turn, among others on open ground."""

    def __init__(self, system: str, mover: Body, others: Sequence[Body], heading: str) -> None:
        self.system = system
        self.mover = mover
        self.others = others
        self.heading = heading

    def never(self, wish: Wish) -> bool:
        """Whether the move is forbidden whatever it costs and whoever stands about."""
        rise = wish.end - self.mover.feet
        level = wish.mode == "walk"
        if level and (self.mover.feet > 0 or wish.end > 0):
            return True
        if not self.mover.speeds.get(wish.mode):
            return True
        if not wish.steps and not rise:
            return True
        if wish.action == "step":
            special = self.system == "pf2" and wish.mode in SPECIAL
            return special or len(wish.steps) > 1 or abs(rise) > 1
        if self.system == "pf2":
            return wish.action != "move"
        if wish.action == "run":
            slow = self.system == "sf" and wish.mode in ("climb", "burrow")
            return slow or len(set(wish.steps)) > 1
        x, y, z = self._end(wish)
        straight = len(wish.steps) == max(abs(x), abs(y))
        return wish.action == "charge" and not (straight and far({(0, 0, 0)}, {(x, y, z)}) >= 2)

    def _end(self, wish: Wish) -> Cube:
        x, y = (sum(COMPASS[step][axis] for step in wish.steps) for axis in (0, 1))
        return x, y, wish.end - self.mover.feet

    def ways(self, wish: Wish) -> Iterator[tuple[list[Cube], list[str]]]:
        """All ways to spread the change of height over the steps: the cubes, and the bearings.

        Straight up comes before a slanting step, straight down behind it.
        """
        rise = wish.end - self.mover.feet
        sign = "U" if rise > 0 else "D"
        for parts in shares(abs(rise), len(wish.steps)):
            cubes = [(*self.mover.at, self.mover.feet)]
            bearings = []
            plumb = abs(rise) - sum(parts)
            for part, step in zip((*parts, plumb), (*wish.steps, ""), strict=True):
                slants = bool(part and step)
                plumbs = [sign] * (part - slants)
                slant = [(sign if slants else "") + step] if step else []
                bearings += [*plumbs, *slant] if sign == "U" else [*slant, *plumbs]
            for bearing in bearings:
                cubes.append(moved(cubes[-1], bearing))
            yield cubes, bearings

    def price_of(self, cubes: Sequence[Cube], bearings: Sequence[str], wish: Wish) -> list[int]:
        """What each bearing costs; where it leads costs nothing by itself."""
        del cubes
        return self.price(bearings, wish.mode)

    def price(self, bearings: Sequence[str], mode: str) -> list[int]:
        """What each bearing costs in whole squares; the sum is rounded up (C-135)."""
        if mode == "fly":
            exact = counted(self.system, list(bearings), main=self.heading)
        else:  # on the map, and a square for each of height
            exact = []
            flat = [bearing.lstrip("UD") for bearing in bearings]
            ground = iter(counted("pf1", [step for step in flat if step]) if any(flat) else [])
            for bearing, step in zip(bearings, flat, strict=True):
                exact.append((next(ground) if step else Fraction(0)) + (bearing != step))
        sums = [ceil(sum(exact[: n + 1], Fraction(0))) for n in range(len(exact))]
        return [high - low for low, high in zip((0, *sums), sums, strict=False)]

    def affords(self, wish: Wish, costs: Sequence[int]) -> bool:
        """Whether a fresh turn pays for it."""
        speed = self.mover.speeds[wish.mode]
        if wish.action == "step":
            return True
        if self.system == "pf2":
            return self._packed(costs, speed)
        buys = wish.action == "move" and len(costs) == 1  # C-154
        return buys or sum(costs) <= TIMES[wish.action] * speed

    def _packed(self, costs: Sequence[int], speed: int, most: int = ACTIONS_OF_PF2) -> bool:
        """No square is shared by two actions (C-018), of which there are so many at most."""
        actions = 0
        left = 0
        for cost in costs:
            if cost > left:
                actions = actions + 1
                left = speed
            left -= cost
            if left < 0:
                return False
        return actions <= most

    def free(self, wish: Wish, cubes: Sequence[Cube]) -> bool:
        """Whether no body closes the way; a friend closes it to a charge (C-056 to C-058)."""
        shut = [
            one.cubes()
            for one in self.others
            if one.side != self.mover.side or wish.action == "charge"
        ]
        passed = [block((x, y), z, self.mover.wide) for x, y, z in cubes[1:]]
        return not any(body & there for body in shut for there in passed)

    def ends(self, wish: Wish, cubes: Sequence[Cube]) -> bool:
        """Whether nobody is where it stops (C-061, C-069)."""
        x, y, z = cubes[-1]
        there = block((x, y), z, self.mover.wide)
        return not any(there & one.cubes() for one in self.others)

    def has_one_way(self, wish: Wish) -> bool:
        """Whether one way to rise is as free and as cheap as any other."""
        rise = abs(wish.end - self.mover.feet)
        return rise == 0 or (rise == 1 and len(wish.steps) == 1)

    def clear(self, wish: Wish) -> bool:
        """Whether nobody is anywhere between the lowest and highest cube of the way."""
        columns = {(x, y) for cubes, _ in self.ways(wish) for x, y, _ in cubes[1:]}
        low, high = sorted((self.mover.feet, wish.end))
        heights = range(low, high + self.mover.wide)
        swept = {
            (x + dx, y + dy, z)
            for x, y in columns
            for dx in range(self.mover.wide)
            for dy in range(self.mover.wide)
            for z in heights
        }
        return not any(swept & one.cubes() for one in self.others)

    def costs(self, wish: Wish) -> set[int]:
        """What the move may cost: by every way that is free and paid for."""
        found = set()
        for cubes, bearings in self.ways(wish):
            if not self.free(wish, cubes):
                continue
            costs = self.price_of(cubes, bearings, wish)
            stays = self.ends(wish, cubes) or self.moves_on(wish, cubes, costs)
            if stays and self.affords(wish, costs):
                found.add(sum(costs))
        return found

    def moves_on(self, wish: Wish, cubes: Sequence[Cube], costs: Sequence[int]) -> bool:
        """Whether it may end on a friend, as an action is left to move on with (C-069)."""
        if self.system != "pf2" or wish.action != "move":
            return False
        x, y, z = cubes[-1]
        there = block((x, y), z, self.mover.wide)
        enemies = (one for one in self.others if one.side != self.mover.side)
        if any(there & one.cubes() for one in enemies):
            return False
        return self._packed(costs, self.mover.speeds[wish.mode], ACTIONS_OF_PF2 - 1)


def shares(rise: int, steps: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many steps take a share of a change of height; none without steps."""
    if not steps:
        yield ()
        return
    if steps == 1:
        yield (rise,)
        return
    for first in range(rise + 1):
        for rest in shares(rise - first, steps - 1):
            yield (first, *rest)


def moved(cube: Cube, bearing: str) -> Cube:
    """The next cube: "NE", "UE", "D"."""
    lifts = {"U": 1, "D": -1}.get(bearing[0], 0)
    dx, dy = COMPASS[bearing[1:] if lifts else bearing] if bearing not in ("U", "D") else (0, 0)
    return cube[0] + dx, cube[1] + dy, cube[2] + lifts
