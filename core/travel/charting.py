"""The network of a map for one company, built once and cached with the map (M-1 to M-4, M-7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.travel.company import Company
from core.travel.hexes import Hex, around, name_hex, parse_hex
from core.travel.lexicon import HexGround
from core.travel.network import FREE, Network
from core.travel.regionmap import RegionMap
from core.travel.rivers import rivers
from core.travel.shortest import measure
from core.travel.stretches import Stretch
from core.travel.terms import TravelTerms, Vessel
from core.travel.terrain import TRACKLESS
from core.travel.waters import STILL, Waters

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset


def network(
    region: RegionMap,
    company: Company,
    rules: Ruleset,
    terms: TravelTerms,
    vessels: Iterable[Vessel] = (),
) -> Network:
    """Return the network of a region for a company (M-1 to M-4); it is kept with the map.

    Raises the Refusals of `Company.rate_on`, and unknown_boat.
    """
    boats = tuple(vessels)
    key = ("network", company, rules.id, id(rules), terms.key, boats)
    kept = region.memo.get(key)
    if isinstance(kept, Network):
        return kept
    found = _build(region, company, rules, terms, boats)
    while len(region.memo) > 8:
        region.memo.pop(next(iter(region.memo)))
    region.memo[key] = found
    return found


def _build(
    region: RegionMap,
    company: Company,
    rules: Ruleset,
    terms: TravelTerms,
    boats: tuple[Vessel, ...],
) -> Network:
    spots = dict(region.spots)
    grounds = {id_: terms.words.ground(cell) for id_, cell in region.cells.items()}
    if terms.unexplored:
        _explore(terms, spots, grounds)
    streams, ways = rivers(region, terms.words), terms.words.ways(region)
    net = Network(
        region=region, company=company, rules=rules, terms=terms, vessels=boats, grounds=grounds,
        rivers=streams, waters=Waters(region, grounds, streams, terms, boats, rules),
        ways=ways, wayside=frozenset(a for a, _ in ways),
    )  # fmt: skip
    _land_nodes(net, spots)
    for number in range(len(boats)):
        _boat_nodes(net, number, spots)
    _measure(net)
    return net


def _explore(terms: TravelTerms, spots: dict[str, Hex], grounds: dict[str, HexGround]) -> None:
    # M-2
    meant = [at for at in map(parse_hex, terms.also) if at is not None]
    shown = [*spots.values(), *meant]
    for level in {at.z for at in shown}:
        here = [at for at in shown if at.z == level]
        for x in range(min(at.x for at in here) - 1, max(at.x for at in here) + 2):
            for y in range(min(at.y for at in here) - 1, max(at.y for at in here) + 2):
                at = Hex(x, y, level)
                id_ = name_hex(at)
                if id_ not in spots:
                    spots[id_] = at
                    grounds[id_] = HexGround("land", terms.unexplored, "")


def _land_nodes(net: Network, spots: dict[str, Hex]) -> None:
    for id_, at in spots.items():
        ground = net.grounds[id_]
        if ground.kind == "land" or net.company.flies:
            net.by_spot[at] = net.add(id_, at, -1)
    if not net.matters:
        return
    net.banked = frozenset(net.rivers.banks)
    for id_, banks in net.rivers.banks.items():
        if (id_, -1, FREE) not in net.nodes:
            continue
        for bank in sorted(set(banks.arc) - {-1}):
            for by_way in (False, True):
                net.add(id_, spots[id_], -1, (bank, by_way))


def _boat_nodes(net: Network, mode: int, spots: dict[str, Hex]) -> None:
    waters = {id_ for id_, ground in net.grounds.items() if ground.kind == "water"}
    afloat_at = waters | {id_ for id_ in net.rivers.hexes if id_ in spots}
    for id_, at in spots.items():
        beside = id_ in afloat_at or (
            net.waters.lands(id_, mode) and any(name_hex(n) in waters for n in around(at))
        )
        if beside:
            net.add(id_, at, mode)


def _measure(net: Network) -> None:
    half = net.terms.hex_km / 2
    rows = sorted({g.slug for g in net.grounds.values() if g.kind == "land" or net.company.flies})
    ways = sorted({*net.ways.values(), TRACKLESS})
    for row in rows:
        for way in ways:
            ground = Stretch(half, 1, terrain="" if net.company.flies else row, way=way)
            rate = net.company.rate_on(ground, net.rules, net.terms.pace)
            net.land_hours[row, way] = half / rate.km_h
    times = [*net.land_hours.values(), net.terms.crossing_hours]
    for mode in range(len(net.vessels)):
        for water in ("lake", "river", "sea"):
            for direction in (STILL, "downstream", "upstream"):
                found = net.waters.float_on(mode, water, direction)
                if found is not None:
                    times.append(half / found.km_h)
    net.unit = measure(times)
    net.land_units.update({key: int(hours / net.unit) for key, hours in net.land_hours.items()})
    greatest = max(net.land_units.values(), default=0) * 2
    net.largest = greatest + int(net.terms.crossing_hours / net.unit)
