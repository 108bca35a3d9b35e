"""The Previously page: the party's place, its wounds, lasting conditions, and open matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from core.messages import Hours, Kilometres, Message, Refusal, Template
from core.play import queries, status, times
from core.play.facts.encounter import Lasting
from core.play.facts.state import Assets, Fighting, Member, Met, State
from core.play.fight.health import health, most_hit_points
from core.play.fight.turns.narration import slot_name
from core.play.party.fellows import company
from core.play.queries import place_name
from core.play.road.reunion import describe_absence
from core.rulesets.schema import Ruleset
from core.values import Struct

OPEN = "?"
"""The end of a note that asks something."""


class LastSession(Struct):
    """The session before: its number and title, and the real day it began ("2026-11-21").

    `unexplained` are its rulings that have no reason yet.
    """

    number: int
    title: str
    day: str
    unexplained: tuple[Message, ...] = ()


def page(
    state: State,
    assets: Assets,
    *,
    notes: Iterable[str] = (),
    messages: Sequence[Message] = (),
    last: LastSession | None = None,
) -> tuple[Message, ...]:
    """Return the lines of the page, in order; an empty campaign has few.

    `notes` are those that may be shown, oldest first; one that ends in a question mark is open.
    `messages` are the last log lines. For players pass everything as they may know it.
    """
    unexplained = () if last is None else last.unexplained
    return (
        *_beginning(state, assets, last),
        *_party(state, assets),
        *_open(state, assets),
        *(Message("Open: {note}", note=one) for one in notes if one.rstrip().endswith(OPEN)),
        *(Message("A ruling without a reason yet: {what}", what=one) for one in unexplained),
        *(Message("  {what}", what=line) for line in messages),
    )


def _beginning(state: State, assets: Assets, last: LastSession | None) -> Iterator[Message]:
    if last is not None:
        yield Message(
            "Session {number}, {title}, of {day}." if last.title else "Session {number}, of {day}.",
            number=last.number,
            title=last.title,
            day=last.day,
        )
    where: Template = "It is {day}, {hour:clock}."
    if state.hex_now:
        where = "It is {day}, {hour:clock}; the party is at {place}."
    elif state.strayed:
        where = "It is {day}, {hour:clock}; the party is {km} from {place}."
    yield Message(
        where,
        day=times.full_day(state.clock.day, state.calendar),
        hour=state.clock.hour,
        place=place_name(state.place, state, assets),
        km=Kilometres(state.strayed),
    )


def _party(state: State, assets: Assets) -> Iterator[Message]:
    if not state.travellers:
        yield Message("Nobody travels yet.")
        return
    told = [(member, status.status(member, assets)) for member in state.members]
    hurt = tuple(
        _fares(m, words, assets.rules) for m, words in told if m.damage or m.nonlethal or words
    )
    yield Message("Hurt: {who}.", who=hurt) if hurt else Message("Nobody is hurt.")
    if away := tuple(_name_away(m, state, assets) for m in state.members if not m.present):
        yield Message("Away: {who}.", who=away)
    lasts: dict[Lasting, list[str]] = {}
    for member in state.members:
        for lasting in member.lasting:
            lasts.setdefault(lasting, []).append(member.name)
    for lasting, names in lasts.items():
        yield Message(
            "{condition} ({until}): {who}.",
            condition=status.condition(lasting, assets),
            until=status.until(lasting.until, state),
            who=tuple(names),
        )
    with suppress(Refusal):  # one that has no pace yet is told of elsewhere
        if found := queries.slowing(company(state, assets), state):
            yield Message("On the way: {what}.", what=found)


def _name_away(member: Member, state: State, assets: Assets) -> Message | str:
    if member.absence is None:
        return member.name
    where = describe_absence(member.absence, state, assets)
    since = times.moment(member.absence.since, state.calendar)
    return Message("{who} ({where}, since {when})", who=member.name, where=where, when=since)


def _fares(member: Member, messages: tuple[Message, ...], rules: Ruleset) -> Message:
    left = health(member, rules).hp
    points = Message("-{damage}", damage=member.damage)
    if left is not None:
        points = Message("{left}/{full}", left=left, full=most_hit_points(member, rules) or 0)
    if member.nonlethal:
        points = Message("{points}, nonlethal {n}", points=points, n=member.nonlethal)
    return Message(
        "{who} ({points}, {states})" if messages else "{who} ({points})",
        who=member.name,
        points=points,
        states=messages,
    )


def _open(state: State, assets: Assets) -> Iterator[Message]:
    match state.pending:
        case Met():
            yield Message("Something was met on the way: begin it, or pass it by.")
        case Fighting(name):
            fight = state.fight
            if fight is None or not fight.acting:
                yield Message("{encounter} is being played.", encounter=name)
            else:
                yield Message(
                    "{encounter} is being played: round {round}, the turn of {who}.",
                    encounter=name,
                    round=fight.round,
                    who=slot_name(state, fight.acting),
                )
    ready = tuple(one.name for one in state.encounters if one.status in ("prepared", "paused"))
    if ready:
        yield Message("Ready to be played: {encounters}.", encounters=ready)
    if state.plan is not None and state.plan.goal:
        goal = place_name(state.plan.goal, state, assets)
        yield Message("On the way to {goal}.", goal=goal)
    if state.deadline is not None:
        when = times.moment(state.deadline, state.calendar)
        late = state.clock.hours_since(state.deadline)
        yield (
            Message("{when}, the deadline, was {late} ago.", when=when, late=Hours(late))
            if late > 0
            else Message("To be there by {when}.", when=when)
        )
