"""The way ahead: arrivals and routes on the map; marches, further hours, days (M-5, M-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.messages import Refusal
from core.play.facts.road.commands import March, SetRoute
from core.play.facts.road.events import PlanSet
from core.play.facts.state import (
    Assets,
    Member,
    Plan,
    RulesKey,
    State,
    beside,
    fatigued,
    someone,
)
from core.play.facts.table.evolve import healed, hurt
from core.play.fight.health import can_walk, health, known_con_modifier
from core.play.party.fellows import company, constitution_check, fellows
from core.rulesets.schema import Ruleset
from core.travel.advance import Segment, advance, hours_of, settled
from core.travel.company import Company, rested
from core.travel.forecast import FurtherHour, Toiler, further_hours
from core.travel.itinerary import Itinerary, around_the_clock, itinerary, morning
from core.travel.lexicon import TravelTerms, Vessel, lexicon
from core.travel.regionmap import RegionMap
from core.travel.route import Routes, SearchStart, by_way_of
from core.travel.route import routes as all_routes
from core.travel.stretches import LAND, Progress, on_river
from core.travel.tiring_travel import completed, full_hours, hustle_due, ordinary_hours, recovered
from core.values import Struct, replace

NONE = Fraction(0)


def middle(state: State) -> str:
    """Return the hex from whose middle new ways start."""
    off = beside(state)
    if off is None:
        return state.place
    return off.end


class RoutesRequest(Struct, kw_only=True):
    """All that the earliest arrivals depend on; the rules and the region as in `State`."""

    rules: RulesKey
    region: str
    company: Company
    search_start: SearchStart
    hex_km: Fraction
    pace: str
    boats: tuple[Vessel, ...]
    current_km_h: Fraction | None = None


def routes_request(state: State, assets: Assets) -> RoutesRequest | None:
    """Return the request for `routes` from the party's place; None without a map or place.

    The search prices each step of the map once, so what slows the party now is taken to last:
    the arrivals of `routes` do not know what ends on the way, as the itinerary does.
    Refusals: those of `company`.
    """
    start = middle(state)
    if assets.region(state) is None or not start:
        return None
    return RoutesRequest(
        rules=state.rules_key,
        region=state.region,
        company=company(state, assets).throughout(),
        search_start=SearchStart(start, state.travelled, start_hour=state.start_hour),
        hex_km=state.hex_km,
        pace=state.pace,
        boats=tuple(_usable_boats(state)),
        current_km_h=state.river.current_km_h,
    )


def _usable_boats(state: State) -> Iterator[Vessel]:
    # Where the party has taken one of several at a place, it does not take the others.
    taken = {boat.at for boat in state.boats if boat.taken}
    for boat in state.boats:
        if boat.at and (boat.taken or boat.at not in taken):
            yield Vessel(boat.id, boat.boat, boat.at)


def routes(asked: RoutesRequest, assets: Assets) -> Routes:
    """Return the earliest arrivals everywhere, which depend on the request and the assets alone.

    This is slow on a large map: run it in a worker, and keep the result for the same request.
    """
    terms = TravelTerms(
        asked.hex_km, lexicon(assets.rules), asked.pace, current_km_h=asked.current_km_h
    )
    region = assets.regions[asked.region]
    return all_routes(region, asked.company, assets.rules, asked.search_start, terms, asked.boats)


def set_route(command: SetRoute, state: State, assets: Assets) -> PlanSet:
    """Take the earliest way to a hex, by way of others.

    Refusals: `no_map`, `off_map`, `unknown_place`, `ambiguous_place`, `already_there`, `no_way`,
    `unknown_terrain`, `too_long`, and those of the company.
    """
    asked = routes_request(state, assets)
    if asked is None:
        raise Refusal("no_map", "There is no map to find a route on; set legs instead.")
    known_routes = routes(asked, assets)
    found = plan_to(command, state, assets.regions[asked.region], known_routes, assets.rules)
    plan_ahead(replace(state, plan=found.plan, progress=found.progress), assets)
    return found


def plan_to(
    command: SetRoute, state: State, region: RegionMap, known_routes: Routes, rules: Ruleset
) -> PlanSet:
    """Return the plan of the earliest way in `known_routes`. Refusals as `set_route`.

    The earliest by day: where small craft drift on at night, the way is the same (M-5, T-186).
    """
    goal = region.find(command.to)
    via = tuple(region.find(place) for place in command.via)
    off = beside(state)
    if goal == middle(state) and not via:
        if off is None:
            raise Refusal("already_there", "The party is already at {place}.", place=command.to)
        return PlanSet(Plan((off,), goal))
    by_day = by_way_of(known_routes, via, goal).stretches
    way = tuple(on_river(stretch, state.river, rules) for stretch in by_day)
    if off is None:
        return PlanSet(Plan(way, goal, via))
    first = way[0]
    if first.mode == LAND and first.end == off.start and first.km >= off.km:  # it goes on
        return PlanSet(Plan(way, goal, via), Progress(0, off.km))
    return PlanSet(Plan((off, *(replace(s, leg=s.leg + 1) for s in way)), goal, via))


def plan_of(state: State) -> Plan:
    """Return the plan; Refusal `no_plan` when there is none."""
    if state.plan is None:
        raise Refusal("no_plan", "Set a route or legs first.")
    return state.plan


def pieces_of(command: March, state: State, assets: Assets) -> tuple[Segment, ...]:
    """Return the pieces of the way that the command asks for when nothing happens."""
    plan = plan_of(state)
    hours = command.hours
    if hours is not None and not 0 < hours <= DAY:
        raise Refusal("bad_hours", "A march takes more than 0 and at most 24 hours.")
    if hours is None and state.resume > 0 and state.camped is None:
        hours = state.resume
    if hours is None:
        pieces = ordinary_day(state, assets)
    else:
        pieces = for_hours(hours, state, assets)
    if command.to:
        last = stop_at(command.to, state, assets, plan)
        pieces = tuple(piece for piece in pieces if piece.stretch <= last)
    if not pieces and settled(plan.stretches, state.progress).stretch < len(plan.stretches):
        raise Refusal("day_over", "The day is over: t 1 marches a forced hour, s camps.")
    return pieces


def ordinary_day(state: State, assets: Assets) -> tuple[Segment, ...]:
    """Return the pieces of the rest of the ordinary day, without forced hours (M-5, T-100)."""
    pieces = advance(
        company(state, assets),
        plan_of(state).stretches,
        state.progress,
        None,
        assets.rules,
        state.pace,
        hours_used=state.travelled,
    )
    toiling = fellows(state, assets.rules).toiling
    ordinary = ordinary_hours(assets.rules)
    left = [ordinary - m.marched for m in state.travellers if m.id in toiling]
    spare = max(NONE, min(left, default=DAY))
    hours = NONE
    for piece in pieces:
        if piece.tiring and piece.hours > spare:
            return for_hours(hours + spare, state, assets)
        hours += piece.hours
        spare -= piece.hours if piece.tiring else NONE
    return pieces


def plan_ahead(state: State, assets: Assets, *, fresh: bool = False) -> Itinerary | None:
    """Return the itinerary of the plan from where the party is; None without a plan.

    With `fresh` as if the party set out after a night's sleep, else today's hours count.
    """
    if state.plan is None:
        return None
    toiling = fellows(state, assets.rules).toiling
    tired = () if fresh else tuple(m for m in state.travellers if m.id in toiling)
    party = company(state, assets)
    return itinerary(
        rested(party, assets.rules) if fresh else party,
        state.plan.stretches,
        assets.rules,
        progress=state.progress,
        hours_used_day1=NONE if fresh else state.travelled,
        marched_day1=max((m.marched for m in tired), default=NONE),
        hustled_day1=max((m.hustled for m in tired), default=NONE),
        start_hour=state.start_hour,
        pace=state.pace,
        now=state.clock,
    )


def for_hours(hours: Fraction, state: State, assets: Assets) -> tuple[Segment, ...]:
    """Return the pieces of some hours, past the day's end where travel goes on day and night."""
    pieces: list[Segment] = []
    party = company(state, assets)
    stretches = plan_of(state).stretches
    progress = state.progress
    used = state.travelled
    while hours > 0:
        room = DAY - used if used < DAY else hours
        segments = advance(
            party, stretches, progress, min(hours, room), assets.rules, state.pace, hours_used=used
        )
        if not segments:
            break
        pieces.extend(segments)
        spent = hours_of(segments)
        if spent == hours:
            break
        progress = segments[-1].progress
        party = party.after(spent, assets.rules)
        hours -= spent
        used += spent
        if used >= DAY and around_the_clock(party, stretches[segments[-1].stretch], assets.rules):
            used = NONE
    return tuple(pieces)


def stop_at(to: str, state: State, assets: Assets, plan: Plan) -> int:
    """Return the index of the last stretch before the stop `to`: a hex, place or leg number.

    Refusals: `unknown_place`, `ambiguous_place`, `not_on_the_way`, `already_there`.
    """
    here = settled(plan.stretches, state.progress)
    ahead = range(here.stretch, len(plan.stretches))
    if not plan.goal:
        found = [i for i in ahead if to == str(plan.stretches[i].leg)]
        if found:
            return found[-1]
        raise Refusal("unknown_place", "There is no leg {place} ahead.", place=to)
    region = assets.region(state)
    if region is not None:
        hex_id = region.find(to)
    else:
        hex_id = to
    for index in ahead:
        stretch = plan.stretches[index]
        if stretch.end == stretch.inside == hex_id:
            return index
    if state.place == hex_id:
        raise Refusal("already_there", "The party is already at {place}.", place=to)
    raise Refusal("not_on_the_way", "{place} is not on the route ahead.", place=to)


def forced(state: State, assets: Assets) -> tuple[FurtherHour, ...]:
    """Return the gain and risk of each further hour of forced march today; members by id.

    Empty without a plan, when the party arrives within today's ordinary hours, and where there
    are no forced hours (boats, powered vehicles). Refusals: those of the company.
    """
    plan = state.plan
    if plan is None:
        return ()
    party = fellows(state, assets.rules)
    return further_hours(
        ordinary_day(state, assets),
        lambda hours: for_hours(hours, state, assets),
        lambda pieces: _arrival(pieces, state, assets),
        len(plan.stretches),
        party=(
            Toiler(
                name=member.id,
                con_mod=known_con_modifier(member),
                bears=health(member, assets.rules).hp,
                check=constitution_check(member, state, assets.rules).change,
                level=member.level,
                driven=member.id in party.driven,
                damage=member.nonlethal,
                tired=fatigued(member),
                marched=member.marched,
                hustled=member.hustled,
            )
            for member in (someone(state, one) for one in party.toiling)
        ),
        rules=assets.rules,
        starts_at=state.clock.hour,
    )


class HustledHour(Struct):
    """An hour of hustle to come: when it is complete, in hours from now, and what it costs.

    `points` of damage to each, at most; `drops` are the ids of those who cannot go on then.
    """

    ends: Fraction
    points: int
    drops: tuple[str, ...]


def hustled_hours(state: State, assets: Assets, hours: Fraction) -> tuple[HustledHour, ...]:
    """Return what each complete hour costs when the party hustles for `hours` (T-081 to T-083).

    The last is that in which the first drops: the party cannot go on then.
    """
    party = fellows(state, assets.rules)
    rules = assets.rules
    rows = list[HustledHour]()
    members = [someone(state, one) for one in party.toiling]
    ends = {hour - one.hustled for one in members for hour in completed(one.hustled, hours)}
    begins = state.clock
    for end in sorted(ends):
        members = [mended(one, begins, state.clock.after(end), rules) for one in members]
        begins = state.clock.after(end)
        costs = [hustle_due(one.hustled + end, rules) for one in members]
        after = [
            hurt(one, points, is_lethal(one.id in party.driven, rules))
            for one, points in zip(members, costs, strict=True)
        ]
        drops = tuple(
            one.id
            for one, then in zip(members, after, strict=True)
            if can_walk(one, rules) and not can_walk(then, rules)
        )
        rows.append(HustledHour(end, max(costs), drops))
        if drops:
            break
        members = after
    return tuple(rows)


def mended(member: Member, since: Instant, until: Instant, rules: Ruleset) -> Member:
    """Return the member with what full hours heal, where every hour heals nonlethal damage."""
    if not rules.switch("nonlethal_every_hour"):
        return member
    hours = Fraction(full_hours(since, until))
    return healed(member, 0, recovered(member.level, hours, rules))


def is_lethal(driven: bool, rules: Ruleset) -> bool:
    """Whether a hustle or forced march does a mover lethal damage (T-166, T-167)."""
    return driven and rules.march.ridden_damage == "lethal"


def _arrival(pieces: Sequence[Segment], state: State, assets: Assets) -> Instant:
    ends = state.clock.after(hours_of(pieces))
    later = replace(
        state,
        clock=morning(ends, state.start_hour, assets.rules),
        progress=pieces[-1].progress,
        travelled=NONE,
        members=tuple(replace(m, marched=NONE, hustled=NONE) for m in state.members),
    )
    ahead = plan_ahead(later, assets, fresh=True)
    if ahead is None or not ahead.total_hours:
        return ends
    return ahead.days[-1].ends


def place_name(hex_id: str, state: State, assets: Assets) -> str:
    """Return the name of a hex on the map, or its id."""
    region = assets.region(state)
    if region is None:
        return hex_id
    cell = region.cells.get(hex_id)
    if cell is None or not cell.label:
        return hex_id
    return cell.label
