"""Refusals of unreachable hexes: off the map, without a terrain, or cut off (M-2)."""

from __future__ import annotations

from core.messages import N_, Refusal
from core.travel.route import Routes


def blocked(found: Routes, goal: str) -> Refusal:
    """Return why there is no way to `goal`: Refusal off_map, unknown_terrain or no_way.

    unknown_terrain names the first hex without a terrain that a way would have to enter (M-2).
    """
    net = found.net
    if goal not in net.grounds:
        return Refusal("off_map", N_("{hex} is not on the map."), hex=goal)
    hindrance = _hindrance(found, goal)
    if hindrance:
        return net.terms.words.refuse(net.region.cells[hindrance])
    return Refusal(
        "no_way", N_("There is no way from {start} to {goal}."), start=found.at.start, goal=goal
    )


def _hindrance(found: Routes, goal: str) -> str:
    net = found.net
    reached = {h: 0 for h in net.at_hex if found.ends(h)}
    first: dict[str, str] = dict.fromkeys(reached, "")
    ring = list(reached)
    while ring and goal not in first:
        beyond: list[str] = []
        stack = list(ring)
        while stack:
            hex_id = stack.pop()
            for neighbour in net.region.neighbours(hex_id):
                if neighbour in first or neighbour not in net.grounds:
                    continue
                if net.unmapped(neighbour):
                    first[neighbour] = first[hex_id] or neighbour
                    beyond.append(neighbour)
                elif first[hex_id] and net.grounds[neighbour].kind == "land":
                    first[neighbour] = first[hex_id]
                    stack.append(neighbour)
        ring = beyond
    return first.get(goal, "")
