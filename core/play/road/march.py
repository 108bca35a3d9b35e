"""The march: hours on the way, cut wherever something falls due (T-080 to T-111, M-5, M-6).

Splitting a march anywhere gives the same state.
"""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY
from core.dice import Question
from core.messages import Message, Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.events import ConditionBegan
from core.play.facts.road.commands import March
from core.play.facts.road.events import (
    Arrived,
    DeadlineSet,
    Landed,
    RiverCrossed,
    Rode,
    Strained,
    Travelled,
)
from core.play.facts.state import Assets, Member, Plan, State, fatigued, mark_of, someone
from core.play.facts.table.events import FORCED_MARCH
from core.play.fight.health import can_walk, health, house, known_con_modifier
from core.play.fight.turns.dying import drops
from core.play.party.fellows import (
    Fellows,
    company,
    constitution_check,
    fellows,
    find_standing_vehicle,
    is_exhausted,
)
from core.play.resolution import Resolution
from core.play.road import encounters
from core.play.road.rest import let_the_dying_fare, mend, sleep_aboard, wake
from core.play.road.rivers import end_night_adrift
from core.play.road.way_ahead import is_lethal, pieces_of, place_name, plan_of
from core.travel.advance import Segment, hours_of, settled
from core.travel.crossings import crossings_ahead
from core.travel.itinerary import around_the_clock
from core.travel.stretches import LAND, Progress
from core.travel.tiring_travel import forced_check, forced_dc, hustle_due, ordinary_hours
from core.travel.travellers_now import EXHAUSTED
from core.values import replace

NONE = Fraction(0)


def march(resolution: Resolution, command: March) -> None:
    """Travel along the plan; see `March`.

    Refusals: `no_plan`, `bad_hours`, `day_over` (hours None and the ordinary day is used up),
    `unknown_place`, `not_on_the_way`, `cannot_walk`, `boat_elsewhere`,
    `no_team`, `no_pilot`, and those of the company and of the way.
    """
    wake(resolution)
    _refuse_hindered(resolution, command)  # before dice that would be rolled for nothing
    let_the_dying_fare(resolution)
    if resolution.blocked:
        return
    state = resolution.state
    assets = resolution.assets
    plan = plan_of(state)
    party = fellows(state, assets.rules)
    pieces = pieces_of(command, state, assets)
    aboard = last_mode(state, plan)
    later = hours_of(pieces)
    for number, piece in enumerate(pieces):
        hindrance = _hindrance(resolution, plan, party, piece)
        if hindrance is not None and number == 0:
            raise hindrance
        if hindrance is not None:
            break
        if aboard not in ("", LAND, piece.mode):
            resolution.emit(Landed(aboard, resolution.state.place))
        aboard = piece.mode
        later -= piece.hours
        if not _travel(resolution, plan, party, piece, later):
            break
        if resolution.state.travelled >= DAY and around_the_clock(
            company(state, assets), plan.stretches[piece.stretch], resolution.rules
        ):
            sleep_aboard(resolution)
            if end_night_adrift(resolution):
                break
    if not resolution.blocked:
        encounters.meets(resolution, resolution.state.clock, NONE)
    state = resolution.state
    if state.progress.stretch < len(plan.stretches):
        return
    if aboard not in ("", LAND):
        resolution.emit(Landed(aboard, state.place))
    resolution.emit(Arrived(state.hex_now))
    if state.deadline is not None:
        over = max(NONE, state.clock.hours_since(state.deadline))
        resolution.emit(DeadlineSet(None, over))


def march_pieces(command: March, state: State, assets: Assets) -> tuple[Segment, ...]:
    """Return the pieces of the march when nothing happens on it. Refusals as `march`."""
    resolution = Resolution(state, assets)
    wake(resolution)
    return pieces_of(command, resolution.state, assets)


def last_mode(state: State, plan: Plan) -> str:
    """Return the last mode of travel on this plan: "land", a boat, or "" at its beginning."""
    at = state.progress
    begun = at.into_km > 0 or at.waded > 0
    index = at.stretch if begun else at.stretch - 1
    if 0 <= index < len(plan.stretches):
        return plan.stretches[index].mode
    return ""


def _refuse_hindered(resolution: Resolution, command: March) -> None:
    state = resolution.state
    pieces = pieces_of(command, state, resolution.assets)
    if not pieces:
        return
    party = fellows(state, resolution.rules)
    hindrance = _hindrance(resolution, plan_of(state), party, pieces[0])
    if hindrance is not None:
        raise hindrance


def _hindrance(resolution: Resolution, plan: Plan, who: Fellows, piece: Segment) -> Refusal | None:
    state = resolution.state
    if piece.mode == LAND:  # T-126
        toiling = (someone(state, one) for one in who.toiling)
        member = next((one for one in toiling if not can_walk(one, resolution.rules)), None)
        if member is None:
            return find_standing_vehicle(state, resolution.rules)
        return Refusal(
            "cannot_walk",
            "{who} cannot go on: let it rest (s), or leave it behind (:away {who})."
            if member.role == "mount"
            else "{who} cannot go on: rest (s), let somebody carry {who} (:ride {who} and whom), or"
            " leave {who} behind (:away {who}).",
            who=member.name,
        )
    boat = state.boat(piece.mode)
    if not plan.goal or boat is None or boat.at == state.place:
        return None
    return Refusal(
        "boat_elsewhere",
        "{boat} is at {place}: choose the route again.",
        boat=boat.name,
        place=boat.at,
    )


def _travel(
    resolution: Resolution, plan: Plan, party: Fellows, piece: Segment, later: Fraction
) -> bool:
    # Whether the whole piece is done and all can go on; `later` hours of the march follow it.
    left = piece.hours
    ordinary = ordinary_hours(resolution.rules)
    mends = resolution.rules.switch("nonlethal_every_hour")
    toiling = party.toiling if piece.tiring else ()
    resolution.explain(piece.receipt)
    while left:
        if encounters.meets(resolution, resolution.state.clock, later + left):
            return False  # what comes in the last minute of a block, before the next is rolled for
        encounters.watch(resolution, resolution.state.clock)
        state = resolution.state
        if resolution.blocked:
            return False
        # The next complete hours that may cost something are among the moments.
        moments = [left]
        free = ordinary + 1 - left
        soon = encounters.time_to_next(resolution, state.clock, watching=True)
        if soon is not None:
            moments.append(soon)
        for member in (member for member in state.travellers if member.id in toiling):
            if member.marched > free:
                spare = ordinary - member.marched
                moments.append(spare + 1 if spare >= 0 else spare % 1 or Fraction(1))
            if piece.hustled:
                moments.append(member.hustled // 1 + 1 - member.hustled)
        if mends and any(member.nonlethal for member in state.members):
            moments.append(1 - state.clock.hour % 1)
        hours = min(moments)
        left -= hours
        km = piece.km
        after = piece.progress
        if hours != piece.hours:
            km = km * hours / piece.hours
        if left:
            progress = settled(plan.stretches, state.progress)
            if piece.crossing:
                waded = progress.waded + hours
            else:
                waded = progress.waded
            after = Progress(progress.stretch, progress.into_km + km, waded)
        before = len(resolution.events)
        left_behind = resolution.state.progress
        new = bool(piece.place) and not mark_of(piece.place, state, resolution.assets).explored
        resolution.emit(
            Travelled(
                hours,
                km,
                piece.mode,
                "hustle" if piece.hustled else "walk",
                after,
                piece.place,
                marched=party.marching if piece.tiring else (),
                hustled=party.toiling if piece.hustled else (),
                entered=(piece.place,) if new else (),
            )
        )
        _tell_river(resolution, plan, piece.stretch, left_behind)
        mend(resolution, state.clock)
        for creature_id in toiling:
            _forced(resolution, creature_id, driven=creature_id in party.driven)
        for creature_id in party.toiling if piece.hustled else ():
            _hustled(resolution, creature_id, driven=creature_id in party.driven)
        on_land = piece.tiring or piece.hustled
        if on_land and not all(
            can_walk(someone(resolution.state, creature_id), resolution.rules)
            for creature_id in party.toiling
        ):
            return False
        if any(isinstance(event, ConditionBegan) for event in resolution.events[before:]):
            return False  # who is exhausted goes at another pace than these pieces have
    return True


def _tell_river(resolution: Resolution, plan: Plan, stretch: int, before: Progress) -> None:
    # The river at the beginning of a stretch, if the party has come over it since `before`.
    state = resolution.state
    ahead = crossings_ahead(plan.stretches, before, stretch)
    left = crossings_ahead(plan.stretches, state.progress, stretch)
    for crossing in ahead:
        if crossing.how and crossing not in left:
            place = place_name(crossing.hex, state, resolution.assets)
            resolution.emit(RiverCrossed(crossing.how, place, crossing.leg))


def _hustled(resolution: Resolution, creature_id: str, *, driven: bool) -> None:
    rules = resolution.rules
    member = someone(resolution.state, creature_id)
    points = hustle_due(member.hustled, rules)
    hour = int(member.hustled)
    if points:
        resolution.emit(Strained(creature_id, points, is_lethal(driven, rules), "hustle", hour))
        _exhaust(resolution, member)
        _fall_under_riders(resolution, member)
        resolution.explain(
            rules.cite(
                "T-166" if driven else "T-083",
                "hour {hour} of hustle, {who}",
                points,
                hour=hour,
                who=member.name,
            )
        )


def _forced(resolution: Resolution, creature_id: str, *, driven: bool) -> None:
    rules = resolution.rules
    member = someone(resolution.state, creature_id)
    if member.marched <= ordinary_hours(rules):
        return
    extra = member.marched - ordinary_hours(rules)
    hour = int(member.marched)
    if extra.denominator != 1:
        return
    key = f"march/day-{resolution.state.clock.day}/hour-{hour}/{creature_id}"
    follows = ""
    if not driven or not rules.march.ridden_fails:
        check = _check(resolution, key, member, int(extra))
        outcome = resolution.check(check, FORCED_MARCH)
        if outcome is None or outcome.skipped:
            return
        if outcome.success is not False:
            return
        follows = key
    label = Message("forced march, hour {hour}, {who}, damage", hour=hour, who=member.name)
    question = Question(f"{key}/damage", label, creature_id, dice=rules.march.dice, follows=follows)
    outcome = resolution.ask(question)
    if outcome is None or outcome.total <= 0:
        return
    lethal = is_lethal(driven, rules)
    resolution.emit(
        Strained(creature_id, outcome.total, lethal, "forced_march", hour, outcome.faces)
    )
    _exhaust(resolution, member)
    _fall_under_riders(resolution, member)
    resolution.explain(rules.cite("T-167" if driven else "T-102", label, outcome.total))


def _fall_under_riders(resolution: Resolution, animal: Member) -> None:
    # An animal that is ridden or driven through its points falls, and who rides it is on foot
    # (house default). `animal` is as it was before the damage.
    if animal.role != "mount":
        return
    before = health(animal, resolution.rules)
    now = health(someone(resolution.state, animal.id), resolution.rules)
    if now.slug == before.slug or not (now.out or now.slug == "dead"):
        return
    drops(resolution, animal.id)
    riders = [one.id for one in resolution.state.members if one.rides == animal.id]
    for rider in riders:
        resolution.emit(Rode(rider))
    if riders:
        label = Message("{who} falls; who rode it is on foot", who=animal.name)
        resolution.explain(house(resolution.rules, label, now.word))


def _exhaust(resolution: Resolution, member: Member) -> None:
    # T-123: `member` is as it was before it was fatigued again
    rules = resolution.rules
    if not rules.switch("marches_exhaust") or not fatigued(member) or is_exhausted(member):
        return
    resolution.emit(ConditionBegan(member.id, Lasting(EXHAUSTED)))
    label = Message("{who}, fatigued again", who=member.name)
    resolution.explain(rules.cite("T-123", label, Message("exhausted"), switch="marches_exhaust"))


def _check(resolution: Resolution, key: str, member: Member, extra: int) -> Question:
    con = known_con_modifier(member)
    now = constitution_check(member, resolution.state, resolution.rules)
    dc = forced_dc(extra, resolution.rules)
    why = None
    if con is not None:
        why = forced_check(con + now.change, extra, resolution.rules).receipt
        why = replace(why, parts=(*why.parts, *now.receipts))
        label = Message("{who}: {what}", who=member.name, what=why.label)
        resolution.explain(replace(why, label=label))
    return Question(
        key,
        Message("forced march, hour {hour}, {who}", hour=int(member.marched), who=member.name),
        member.id,
        modifier=(con or 0) + now.change,
        dc=dc,
        guessed=con is None,
        why=why,
    )
