"""Earliest arrivals over integer costs: a bucket queue, or a heap where costs are large (M-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import gcd, lcm
from typing import TypeAlias

Edges: TypeAlias = tuple[tuple[int, int], ...]
"""The neighbours of a node and the cost of going there, more than 0."""

FEW = 4_096
FAR = 1 << 62
"""The distance of an unreachable node."""


def one_to_all(
    edges: Sequence[Edges | None], expand: Callable[[int], Edges], source: int, largest: int
) -> tuple[list[int], list[int]]:
    """Return the least cost from `source` to each node, and each node's predecessor (-1 = none).

    `edges[n]` None: not known yet, `expand(n)` finds them. `largest` is the greatest cost of an
    edge: under 4,096 a bucket queue is used, else a heap.
    """
    if largest < FEW:
        return _buckets(edges, expand, source, largest)
    dist = [FAR] * len(edges)
    prev = [-1] * len(edges)
    dist[source] = 0
    queue = [(0, source)]
    while queue:
        now, node = heappop(queue)
        if dist[node] != now:
            continue
        around = edges[node]
        if around is None:
            around = expand(node)
        for neighbour, cost in around:
            then = now + cost
            if then < dist[neighbour]:
                dist[neighbour] = then
                prev[neighbour] = node
                heappush(queue, (then, neighbour))
    return dist, prev


def _buckets(
    edges: Sequence[Edges | None], expand: Callable[[int], Edges], source: int, largest: int
) -> tuple[list[int], list[int]]:
    size = largest + 1
    dist = [FAR] * len(edges)
    prev = [-1] * len(edges)
    buckets: list[list[int]] = [[] for _ in range(size)]
    ring = buckets * 2  # the same lists twice over, so that no index is taken modulo
    dist[source] = 0
    buckets[0].append(source)
    now = place = empty = 0
    while empty < size:
        bucket = buckets[place]
        if bucket:
            empty = 0
            for node in bucket:
                if dist[node] != now:
                    continue
                around = edges[node]
                if around is None:
                    around = expand(node)
                for neighbour, cost in around:
                    then = now + cost
                    if then < dist[neighbour]:
                        dist[neighbour] = then
                        prev[neighbour] = node
                        ring[place + cost].append(neighbour)
            bucket.clear()
        else:
            empty += 1
        now += 1
        place += 1
        if place == size:
            place = 0
    return dist, prev


def by_days(
    edges: Callable[[int], Edges],
    days: Callable[[int], int],
    sources: dict[int, int],
    nodes: int,
    width: int,
) -> tuple[list[int], list[int]]:
    """Return least labels day * `width` + time used today, each mode with its own day (M-5).

    `days(node)` is the day's allowance of the mode that leaves `node`; `sources` the labels to
    start from. Steps of cost 0 change mode. All times are integers over one denominator.
    """
    dist = [FAR] * nodes
    prev = [-1] * nodes
    queue: list[tuple[int, int]] = []
    for node, label in sources.items():
        dist[node] = label
        heappush(queue, (label, node))
    while queue:
        label, node = heappop(queue)
        if dist[node] != label:
            continue
        day, used = divmod(label, width)
        allowed = days(node)
        for neighbour, cost in edges(node):
            then = label + cost
            left = max(0, allowed - used)
            if cost > left:
                nights = (cost - left - 1) // allowed
                then = (day + 1 + nights) * width + cost - left - nights * allowed
            if then < dist[neighbour]:
                dist[neighbour] = then
                prev[neighbour] = node
                heappush(queue, (then, neighbour))
    return dist, prev


def measure(times: Iterable[Fraction]) -> Fraction:
    """Return the greatest time of which all these are whole multiples; 1 when there are none."""
    some = [time for time in times if time > 0]
    common = lcm(*(time.denominator for time in some))
    return Fraction(gcd(*(int(time * common) for time in some)) or 1, common)
