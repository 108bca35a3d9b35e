"""Previously: where we stopped, who is hurt, what was left open. Greets when a campaign opens."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import N_, Message
from core.play.fight.turns.words import slot_name
from core.play.lasting import Lasting
from core.play.members import hit_points
from core.play.pending import Fighting, Met
from core.play.state import Member, State
from tui import roster, telling, times
from tui.fight import receipts as fight_receipts
from tui.moment import Moment
from tui.naming import place_name
from tui.units import clock

LAST = 6
OPEN = "?"


def page(moment: Moment) -> tuple[Message, ...]:
    """The lines of the page, in order; an empty campaign has few."""
    return (
        *moment.warnings,
        _where(moment),
        *_party(moment),
        *_open(moment),
        *(Message(N_("  {what}"), what=line) for line in _told(moment)),
    )


def _where(moment: Moment) -> Message:
    state = moment.state
    when = times.full_day(state.clock.day, state.calendar)
    hour = clock(state.clock.hour)
    if not state.place:
        return Message(N_("It is {day}, {hour}."), day=when, hour=hour)
    place = place_name(state.place, state, moment.world)
    return Message(
        N_("It is {day}, {hour}; the party is at {place}."), day=when, hour=hour, place=place
    )


def _party(moment: Moment) -> tuple[Message, ...]:
    state = moment.state
    if not state.travellers:
        return (Message(N_("Nobody travels yet: F3 opens the party.")),)
    fares = [(member, roster.fares(member, moment.world)) for member in state.members]
    hurt = tuple(_fares(m, told) for m, told in fares if m.damage or m.nonlethal or told)
    away = tuple(m.name for m in state.members if not m.present)
    lines = [Message(N_("Hurt: {who}."), who=hurt) if hurt else Message(N_("Nobody is hurt."))]
    if away:
        lines.append(Message(N_("Away: {who}."), who=away))
    return (*lines, *_lasts(moment))


def _lasts(moment: Moment) -> Iterator[Message]:
    """Conditions and timers that lie on the party, each once: on whom, and when it ends."""
    found: dict[Lasting, list[str]] = {}
    for member in moment.state.members:
        for lasting in member.lasting:
            found.setdefault(lasting, []).append(member.name)
    for lasting, who in found.items():
        yield Message(
            N_("{condition} ({until}): {who}."),
            condition=fight_receipts.condition(lasting, moment.world),
            until=fight_receipts.until(lasting.until, moment.state),
            who=tuple(who),
        )


def _fares(member: Member, told: tuple[Message, ...]) -> Message:
    left = hit_points(member)
    points = Message(N_("-{damage}"), damage=member.damage)
    if left is not None:
        points = Message(N_("{left}/{full}"), left=left, full=member.hp or 0)
    if member.nonlethal:
        points = Message(N_("{points}, nonlethal {n}"), points=points, n=member.nonlethal)
    if told:
        return Message(N_("{who} ({points}, {states})"), who=member.name, points=points,
                       states=told)  # fmt: skip
    return Message(N_("{who} ({points})"), who=member.name, points=points)


def _open(moment: Moment) -> tuple[Message, ...]:
    """What was left open: a pending encounter, the plan, a deadline, questions among the notes."""
    state = moment.state
    found: list[Message] = []
    match state.pending:
        case Met():
            found.append(Message(N_("Something was met on the way: begin it, or pass it by.")))
        case Fighting(name):
            found.append(_fight(state, name))
    ready = tuple(one.name for one in state.encounters if one.status in ("prepared", "paused"))
    if ready:
        found.append(Message(N_("Ready to be played: {encounters}."), encounters=ready))
    if state.plan is not None and state.plan.goal:
        goal = place_name(state.plan.goal, state, moment.world)
        found.append(Message(N_("On the way to {goal}."), goal=goal))
    if state.deadline is not None:
        when = times.moment(state.deadline, state.calendar)
        found.append(Message(N_("To be there by {when}."), when=when))
    found += [
        Message(N_("Open: {note}"), note=note)
        for note in moment.notes
        if note.rstrip().endswith(OPEN)
    ]
    return tuple(found)


def _fight(state: State, name: str) -> Message:
    """The fight that is on: its round, whose turn it is."""
    fight = state.fight
    if fight is None or not fight.acting:
        return Message(N_("{encounter} is being played."), encounter=name)
    return Message(
        N_("{encounter} is being played: round {round}, the turn of {who}."),
        encounter=name,
        round=fight.round,
        who=slot_name(state, fight.acting),
    )


def _told(moment: Moment) -> list[Message]:
    """The last things that happened, oldest first; what was undone did not."""
    lines: list[Message] = []
    for entry in moment.entries:
        if entry.kind not in ("play", "note") or entry.undone:
            continue
        when = times.moment(entry.clock, moment.state.calendar)
        lines += [
            Message(N_("{when}  {what}"), when=when if row.when else "", what=row.text)
            for row in telling.entry_lines(entry, moment)
        ]
    return lines[-LAST:]
