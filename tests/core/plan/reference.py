"""A textbook search over full states, slow and plain, to check the real one against.

State: hex, mode, the side by which a land party entered, and whether on a way. Labels are
(day, hours used) in exact fractions; nothing is shared with the code under test but the
geometry of hexes and the ruleset's tables.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count

from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap, name_hex, parse_hex, step

LANDINGS = {"landing", "port", "village", "town"}
SMALL = {"raft_or_barge", "keelboat", "rowboat"}
CURRENT = Fraction(9, 2)
Label = tuple[int, Fraction]
State = tuple[str, str, int, bool]


@dataclass(frozen=True)
class Asked:
    """What is asked of the search."""

    region: RegionMap
    rules: Ruleset
    start: str
    hex_km: Fraction
    km_h: Fraction
    day_hours: Fraction = Fraction(8)
    with_vehicle: bool = False
    flies: bool = False
    hours_used: Fraction = Fraction(0)
    boats: tuple[tuple[str, str, str], ...] = ()
    fords: bool = True
    crossing_hours: Fraction = Fraction(0)
    ways: dict[tuple[str, str], str] = field(default_factory=dict)


def earliest(asked: Asked) -> dict[str, Label]:
    """The earliest (day, hours used) at each hex."""
    asked.ways.update(_ways(asked))
    best: dict[State, Label] = {}
    tick = count()
    queue: list[tuple[Label, int, State]] = []
    for state in _starts(asked):
        heapq.heappush(queue, ((1, asked.hours_used), next(tick), state))
    while queue:
        label, _, state = heapq.heappop(queue)
        if state in best:
            continue
        best[state] = label
        for then, hours in _moves(asked, state):
            if then not in best:
                heapq.heappush(queue, (_spend(asked, label, state[1], hours), next(tick), then))
    found: dict[str, Label] = {}
    for (hex_id, *_), label in best.items():
        found[hex_id] = min(label, found.get(hex_id, label))
    return found


def _starts(asked: Asked) -> list[State]:
    states = [(asked.start, name, -1, False) for name, _, at in asked.boats if at == asked.start]
    if _land(asked, asked.start) or asked.flies:
        states.append((asked.start, "land", -1, False))
    return states


def _spend(asked: Asked, label: Label, mode: str, hours: Fraction) -> Label:
    """Hour by hour, if need be: what does not fit into today goes into tomorrow."""
    day, used = label
    allowed = asked.day_hours
    for name, kind, _ in asked.boats:
        if name == mode:
            allowed = asked.rules.boats[kind].hours
    while hours > 0:
        left = allowed - used
        if left <= 0:
            day = day + 1
            used = Fraction(0)
            continue
        now = min(left, hours)
        used += now
        hours -= now
    return day, used


def _moves(asked: Asked, state: State) -> list[tuple[State, Fraction]]:
    hex_id, mode, entered, on_way = state
    if mode == "land":
        moves = [m for side in range(6) for m in _walk(asked, hex_id, entered, on_way, side)]
        boarding = [name for name, _, at in asked.boats if at == hex_id]
        return moves + [((hex_id, name, -1, False), Fraction(0)) for name in boarding]
    moves = [m for side in range(6) for m in _float(asked, hex_id, mode, side)]
    if (_land(asked, hex_id) or asked.flies) and _lands(asked, hex_id, mode):
        moves.append(((hex_id, "land", -1, False), Fraction(0)))
    return moves


def _walk(
    asked: Asked, hex_id: str, entered: int, on_way: bool, side: int
) -> list[tuple[State, Fraction]]:
    there = _over(hex_id, side)
    if there not in asked.region.cells or not (_land(asked, there) or asked.flies):
        return []
    way = asked.ways.get((hex_id, there), "trackless")
    hours = _half(asked, hex_id, way) + _half(asked, there, way)
    crosses = entered >= 0 and not asked.flies and _parted(asked, hex_id, entered, side)
    if crosses and not (on_way and way != "trackless"):
        bridge = "bridge" in asked.region.cells[hex_id].words
        if not asked.fords and not bridge:
            return []
        hours += asked.crossing_hours
    return [((there, "land", (side + 3) % 6, way != "trackless"), hours)]


def _parted(asked: Asked, hex_id: str, entered: int, left: int) -> bool:
    """Whether river sides lie on both ways round from one side to the other."""
    arms = {side for side in range(6) if _flow(asked, hex_id, _over(hex_id, side))}
    if entered in arms or left in arms or entered == left:
        return False
    clockwise = {(entered + turn) % 6 for turn in range(1, (left - entered) % 6)}
    return bool(arms & clockwise) and bool(arms - clockwise)


def _half(asked: Asked, hex_id: str, way: str) -> Fraction:
    if asked.flies:
        return asked.hex_km / 2 / asked.km_h
    row = asked.rules.terrain[_land(asked, hex_id)]
    column = {"highway": row.highway, "road": row.road, "trail": row.road}.get(way, row.trackless)
    if way == "trail" and asked.with_vehicle:
        column = row.trackless
    return asked.hex_km / 2 / (asked.km_h * column)


def _float(asked: Asked, hex_id: str, mode: str, side: int) -> list[tuple[State, Fraction]]:
    there = _over(hex_id, side)
    if there not in asked.region.cells:
        return []
    kind = next(boat for name, boat, _ in asked.boats if name == mode)
    flow = _flow(asked, hex_id, there)
    waters = [_water(asked, hex_id), _water(asked, there)]
    if not flow and waters.count("") == 1:
        shore = hex_id if not waters[0] else there
        if _lands(asked, shore, mode):
            waters = [waters[0] or waters[1]] * 2
    total = Fraction(0)
    for water in waters:
        km_h = _afloat(asked, kind, water or ("river" if flow else ""), flow)
        if km_h is None:
            return []
        total += asked.hex_km / 2 / km_h
    return [((there, mode, -1, False), total)]


def _afloat(asked: Asked, kind: str, water: str, flow: str) -> Fraction | None:
    if not water or (water == "sea" and kind in SMALL):
        return None
    km_h = asked.rules.boats[kind].km_h
    if water == "river" and kind in SMALL:
        return km_h + CURRENT if flow == "downstream" else None
    return km_h


def _flow(asked: Asked, a: str, b: str) -> str:
    for path in asked.region.paths:
        if path.kind == "river":
            for start, end in path.steps:
                if (start, end) == (a, b):
                    return "downstream"
                if (start, end) == (b, a):
                    return "upstream"
    return ""


def _ways(asked: Asked) -> dict[tuple[str, str], str]:
    order = ("highway", "road", "trail")
    found: dict[tuple[str, str], str] = {}
    for kind in reversed(order):
        for path in asked.region.paths:
            if path.kind == kind:
                for a, b in path.steps:
                    found[a, b] = found[b, a] = kind
    return found


def _land(asked: Asked, hex_id: str) -> str:
    kind, slug = _ground(asked, hex_id)
    return slug if kind == "land" else ""


def _water(asked: Asked, hex_id: str) -> str:
    kind, slug = _ground(asked, hex_id)
    return slug if kind == "water" else ""


def _ground(asked: Asked, hex_id: str) -> tuple[str, str]:
    known = {"plain": "plains", "forest": "forest", "hill": "hills", "swamp": "swamp"}
    waters = {"lake": "lake", "sea": "sea"}
    cell = asked.region.cells.get(hex_id)
    for word in reversed(cell.words if cell else ()):
        if word in known:
            return "land", known[word]
        if word in waters:
            return "water", waters[word]
    return "none", ""


def _lands(asked: Asked, hex_id: str, mode: str) -> bool:
    lies = any(name == mode and at == hex_id for name, _, at in asked.boats)
    return lies or bool(LANDINGS & set(asked.region.cells[hex_id].words))


def _over(hex_id: str, side: int) -> str:
    at = parse_hex(hex_id)
    assert at is not None
    return name_hex(step(at, side))
