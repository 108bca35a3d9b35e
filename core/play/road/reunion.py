"""A split party: who goes away is somewhere, and its time is counted when it is met again.

Who is away sleeps each night by itself. What that heals comes when it is met, or is back by its
own way (house default).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.messages import Kilometres, Message, Refusal, Template
from core.play.facts.fight.turns.until import ROUND
from core.play.facts.road.commands import SetRoute
from core.play.facts.state import AT_THE_START, Absence, Assets, Member, State
from core.play.facts.table.commands import SetPresent
from core.play.facts.table.events import PresenceSet
from core.play.fight.turns.dying import fare
from core.play.party.membership import dismount_those_who_stay, find_those_who_go
from core.play.resolution import Resolution
from core.play.road.rest import nights, recover_apart
from core.play.road.way_ahead import middle, place_name, plan_ahead, set_route
from core.values import Struct, replace

NONE = Fraction(0)
FAR_AWAY = "far_away"
"""The code of the refusal that is a question: how, and when, do they come back."""


class WayBack(Struct):
    """The way of those who come back: its length in km, and the hours that it takes, nights too.

    `arrives` is when they are there: since they parted if that is over by now, else from now on.
    Hours and arrival are None where no way is known.
    """

    km: Fraction
    hours: Fraction | None = None
    arrives: Instant | None = None


def set_present(resolution: Resolution, command: SetPresent) -> None:
    """Set members present or away, with the mounts that they ride; see `SetPresent`.

    Those who stay dismount from a mount or vehicle that goes away. Refusals `unknown_member`,
    `ambiguous_place`, `off_map`; `far_away` where it has to be said how they come back, and
    `no_way_back` where no way is known.
    """
    state = resolution.state
    going = find_those_who_go(command, state)
    if command.present:
        _bring_back(resolution, command, going)
        return
    resolution.emit(*dismount_those_who_stay(going, state))
    for member in going:
        absence = _find_absence(member, command.place, state, resolution.assets)
        resolution.emit(PresenceSet(member.id, False, absence))


def find_way_back(group: Sequence[Member], state: State, assets: Assets) -> WayBack | None:
    """Return the way of a group that was left in one place; None where it is with the party."""
    absence = group[0].absence
    if absence is None or _is_here(absence, state):
        return None
    way = _measure(group, absence.since, state, assets)
    if way is None:
        return WayBack(absence.party_km)
    if way.arrives is not None and way.arrives > state.clock:
        return _measure(group, state.clock, state, assets)
    return way


def find_groups(members: Sequence[Member]) -> tuple[tuple[Member, ...], ...]:
    """Return those who are away by where they are: each place is a group."""
    groups: dict[tuple[str, str], list[Member]] = {}
    for member in members:
        if member.absence is not None:
            groups.setdefault((member.absence.hex, member.absence.place), []).append(member)
    return tuple(tuple(group) for group in groups.values())


def find_far_groups(
    command: SetPresent, state: State, assets: Assets
) -> Iterator[tuple[tuple[Member, ...], WayBack]]:
    """Yield those of a command who are elsewhere, with their way, and not expected by now."""
    for group in find_groups(find_those_who_go(command, state)):
        way = find_way_back(group, state, assets)
        if way is not None and not _is_due(group, state):
            yield group, way


def describe_absence(absence: Absence, state: State, assets: Assets) -> Message:
    """Return in words where who is away is, and when it is expected."""
    where = place_name(absence.hex, state, assets)
    if absence.place:
        where = absence.place
    if absence.due is not None and absence.due <= state.clock:
        return Message("due: :back")
    if not where:
        return Message("away")
    return Message("at {place}", place=where)


def _bring_back(resolution: Resolution, command: SetPresent, going: Sequence[Member]) -> None:
    state = resolution.state
    for group, way in find_far_groups(command, state, resolution.assets):
        if not command.how:
            raise _ask_how(group, way, state, resolution.assets)
    for member in going:
        if member.absence is None:
            resolution.emit(PresenceSet(member.id, True))
    for group in find_groups(going):
        way_back = find_way_back(group, state, resolution.assets)
        _bring_group(resolution, command, group, way_back)


def _bring_group(
    resolution: Resolution, command: SetPresent, group: Sequence[Member], way: WayBack | None
) -> None:
    # Those of one place: they set out, or are there.
    due = None
    if way is not None and command.how == "way":
        due = command.due or way.arrives
        if due is None:
            raise Refusal(
                "no_way_back",
                "No way back is known for {who}: say when ({example}), or that it is there now.",
                who=group[0].name,
                example=f":back {group[0].name} due 17 noon",
            )
    if due is not None and due > resolution.state.clock:
        for member in group:
            if member.absence is not None:
                absence = replace(member.absence, due=due)
                resolution.emit(PresenceSet(member.id, False, absence))
        return
    hours = NONE
    walked = command.how != "now"
    if way is not None and way.hours is not None and walked:
        hours = way.hours
    for member in group:
        _rejoin(resolution, member, hours)


def _rejoin(resolution: Resolution, member: Member, way_hours: Fraction) -> None:
    # Its clock comes up: the dying have fared, and each night since has healed.
    absence = member.absence
    if absence is None:
        return
    apart = max(NONE, resolution.state.clock.hours_since(absence.since))
    fare(resolution, member.id, int(apart / ROUND))
    if resolution.missing:
        return
    slept = nights(apart, resolution.assets)
    resolution.emit(PresenceSet(member.id, True, apart=apart, slept=slept > 0))
    in_bed = int(max(NONE, apart - way_hours) / DAY)
    recover_apart(resolution, member.id, apart, in_bed)


def _find_absence(member: Member, text: str, state: State, assets: Assets) -> Absence | None:
    # Who is away already stays where it is, unless the GM says another place.
    known = member.absence
    if known is not None and not text:
        return known
    if not member.present and not text:
        return None
    hex_id, place = _find_place(text, state, assets)
    if known is not None:
        return replace(known, hex=hex_id, place=place)
    return Absence(state.clock, hex_id, place)


def _find_place(text: str, state: State, assets: Assets) -> tuple[str, str]:
    region = assets.region(state)
    if not text or region is None:
        return state.hex_now, text
    try:
        return region.find(text), ""
    except Refusal as refusal:
        if refusal.code != "unknown_place":
            raise
    return state.hex_now, text


def _is_here(absence: Absence, state: State) -> bool:
    if absence.hex:
        return absence.hex == state.hex_now
    return not absence.party_km


def _is_due(group: Sequence[Member], state: State) -> bool:
    absence = group[0].absence
    return absence is not None and absence.due is not None and absence.due <= state.clock


def _measure(
    group: Sequence[Member], start: Instant, state: State, assets: Assets
) -> WayBack | None:
    # The earliest way on land of the group alone, rested, from a moment on; None without one.
    absence = group[0].absence
    if absence is None or not absence.hex:
        return None
    rested = (
        replace(member, present=True, absence=None, marched=NONE, hustled=NONE) for member in group
    )
    alone = State(
        ruleset=state.ruleset,
        house_rules=state.house_rules,
        calendar=state.calendar,
        clock=start,
        start_hour=state.start_hour,
        members=tuple(rested),
        region=state.region,
        hex_km=state.hex_km,
        place=absence.hex,
    )
    try:
        planned = set_route(SetRoute(middle(state)), alone, assets)
        ahead = plan_ahead(replace(alone, plan=planned.plan, progress=AT_THE_START), assets)
    except Refusal:
        return None
    if ahead is None or not ahead.days:
        return None
    arrives = ahead.days[-1].ends
    return WayBack(ahead.total_km, max(NONE, arrives.hours_since(start)), arrives)


def _ask_how(group: Sequence[Member], way: WayBack, state: State, assets: Assets) -> Refusal:
    absence = group[0].absence
    where = ""
    if absence is not None:
        where = absence.place or place_name(absence.hex, state, assets)
    name = group[0].name
    is_known = way.arrives is not None
    text: Template = "{who} is {km} away. Type {now}, or {due}."
    if where and is_known:
        text = "{who} is {km} away, at {place}. Type {now}, {way}, or {due}."
    elif where:
        text = "{who} is {km} away, at {place}. Type {now}, or {due}."
    elif is_known:
        text = "{who} is {km} away. Type {now}, {way}, or {due}."
    return Refusal(
        FAR_AWAY,
        text,
        who=tuple(member.name for member in group),
        km=Kilometres(way.km),
        place=where,
        now=f":back {name} now",
        way=f":back {name} way",
        due=f":back {name} due 17 noon",
    )
