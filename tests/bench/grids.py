"""Boards for the searches of the combat grid, and textbook searches to compare with."""

from __future__ import annotations

import random
from heapq import heappop, heappush

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import DIRECTIONS, Square, read_field
from core.combat.movement.footing import DIAGONAL, Steps, steps
from saves.store.packaged_rulesets import packaged

SIZES = ((60, 40), (200, 200), (500, 500))
BUDGETS = (12, 48)
FAR = 1 << 60
Rows = list[str]


def rough(width: int, height: int, walls: float = 0.15, seed: int = 1) -> Rows:
    """Scattered walls, a quarter of the rest difficult; the middle is open."""
    chance = random.Random(seed)
    shares = (walls, (1 - walls) / 4, (1 - walls) * 3 / 4)
    rows = ["".join(chance.choices("#:.", shares, k=width)) for _ in range(height)]
    return _opened(rows, width // 2, height // 2)


def open_field(width: int, height: int) -> Rows:
    """An open board."""
    return ["." * width] * height


def caves(width: int, height: int, seed: int = 1) -> Rows:
    """Caves: noise smoothed four times."""
    chance = random.Random(seed)
    solid = {(x, y) for x in range(width) for y in range(height) if chance.random() < 0.43}
    for _ in range(4):
        solid = {
            (x, y)
            for x in range(width)
            for y in range(height)
            if sum((x + dx, y + dy) in solid for dx in (-1, 0, 1) for dy in (-1, 0, 1)) > 4
        }
    rows = ["".join("#" if (x, y) in solid else "." for x in range(width)) for y in range(height)]
    return _opened(rows, width // 2, height // 2)


def serpentine(width: int, height: int, wide: int = 1) -> Rows:
    """One corridor, `wide` squares wide, back and forth across the board."""
    ends = ("#" * (width - wide) + "." * wide, "." * wide + "#" * (width - wide))
    return [
        ends[y // (wide + 1) % 2] if y % (wide + 1) == wide else "." * width for y in range(height)
    ]


def chamber(width: int, height: int, half: int = 5) -> Rows:
    """A small closed room in the middle; above and below the board is open."""
    x = width // 2
    y = height // 2
    inner = "#" * (x - half) + "." * (2 * half + 1) + "#" * (width - x - half - 1)
    return [
        inner if abs(row - y) <= half else ("#" if abs(row - y) == half + 1 else ".") * width
        for row in range(height)
    ]


def _opened(rows: Rows, x: int, y: int) -> Rows:
    """The board with 4 x 4 open squares from (x, y)."""
    return [
        row[:x] + "...." + row[x + 4 :] if y <= number < y + 4 else row
        for number, row in enumerate(rows)
    ]


def scene_of(rows: Rows, at: tuple[int, int], size: str = "M") -> Scene:
    """A creature on a board, under the rules of pf1."""
    rules = packaged("pf1")
    return Scene(
        rules=rules,
        field=read_field(rows, rules.combat.ground),
        creatures=(Creature("c", size, Square(*at)),),
    )


def middle(rows: Rows) -> tuple[int, int]:
    """The middle square of a board."""
    return len(rows[0]) // 2, len(rows) // 2


def steps_of(scene: Scene) -> Steps:
    """All steps of its creature."""
    return steps(scene, scene.creatures[0], Manner())


def cut_out(rows: Rows, at: tuple[int, int], budget: int) -> tuple[Rows, tuple[int, int]]:
    """The part of a board within `budget` columns and rows, and the square in it."""
    x, y = at
    left = max(0, x - budget)
    top = max(0, y - budget)
    part = [row[left : x + budget + 1] for row in rows[top : y + budget + 1]]
    return part, (x - left, y - top)


def prices_of(rows: Rows) -> dict[tuple[int, int], int]:
    """The cost of each square that is not a wall: 1, or 2 if difficult."""
    return {
        (x, y): 1 if sign == "." else 2
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign != "#"
    }


def by_heap(
    price: dict[tuple[int, int], int], at: tuple[int, int], budget: int
) -> dict[tuple[int, int], int]:
    """The least cost of each square by a heap over (square, parity): dictionaries and tuples."""
    best = {(at, 0): 0}
    queue = [(0, at, 0)]
    ways = tuple(DIRECTIONS.values())
    while queue:
        cost, (x, y), parity = heappop(queue)
        if best[(x, y), parity] < cost:
            continue
        for dx, dy in ways:
            to = x + dx, y + dy
            ground = price.get(to)
            if ground is None:
                continue
            after = parity
            if dx and dy:
                if (x + dx, y) not in price or (x, y + dy) not in price:
                    continue
                if ground == 1:
                    then = cost + 1 + parity
                    after = 1 - parity
                else:
                    then = cost + 3
            else:
                then = cost + ground
            state = to, after
            if then <= budget and then < best.get(state, FAR):
                best[state] = then
                heappush(queue, (then, to, after))
    found: dict[tuple[int, int], int] = {}
    for (square, _), cost in best.items():
        found[square] = min(cost, found.get(square, cost))
    return found


Table = list[tuple[tuple[int, int], ...]]


def table_of(found: Steps) -> Table:
    """The steps from each bit as (bit, price in K), for `by_buckets`."""
    rough_ground = format(found.weights[1], "b")[::-1]
    size = max(map(int.bit_length, (found.start, *found.into.values())))
    table: list[list[tuple[int, int]]] = [[] for _ in range(size + found.stride + 1)]
    for name, (dx, dy) in DIRECTIONS.items():
        plain, hampered = (3, 6) if name in DIAGONAL else (2, 4)
        for to, sign in enumerate(format(found.into[name], "b")[::-1]):
            if sign == "1":
                price = hampered if rough_ground[to : to + 1] == "1" else plain
                table[to - dx - dy * found.stride].append((to, price))
    return [tuple(row) for row in table]


def by_buckets(table: Table, start: int, most: int = 6) -> list[int]:
    """The least K of each bit by a bucket queue over given flat arrays."""
    size = most + 1
    best = [FAR] * len(table)
    buckets: list[list[int]] = [[] for _ in range(size)]
    ring = buckets * 2
    best[start] = 0
    buckets[0].append(start)
    now = place = idle = 0
    while idle < size:
        bucket = buckets[place]
        idle = 0 if bucket else idle + 1
        for here in bucket:
            if best[here] == now:
                for to, price in table[here]:
                    then = now + price
                    if then < best[to]:
                        best[to] = then
                        ring[place + price].append(to)
        bucket.clear()
        now += 1
        place = place + 1 if place + 1 < size else 0
    return best
