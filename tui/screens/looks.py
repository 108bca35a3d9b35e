"""What the Journey's panes show of a moment: words and rows, without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.messages import N_, Message, Value
from core.play.road.events import Travelled
from core.play.state import State
from core.play.story import tell
from core.play.table.events import Noted
from core.quantities import Kilometres
from core.travel.lexicon import lexicon
from core.travel.regionmap import RegionMap
from core.travel.stretches import Stretch
from tui import times
from tui.moment import Moment
from tui.phrases import say
from tui.survey import Survey, name, place_name, short
from tui.units import clock
from tui.widgets.rows import LogLine, Words

MIDNIGHT = Fraction(24)

if TYPE_CHECKING:
    from core.travel.route import Routes
    from saves.entries import Entry


def title(moment: Moment, screen: Words = "") -> tuple[Message, Message]:
    """The first line: whose campaign, when, which rules; and that all is saved."""
    state = moment.state
    left = Message(
        N_("Outrider  {name}  {date}  {hour}  {rules}  {screen}"),
        name=state.name,
        date=times.full_day(state.clock.day, state.calendar),
        hour=clock(state.clock.hour),
        rules=state.ruleset_name,
        screen=screen,
    )
    if moment.read_only:
        return left, Message(N_("READ ONLY {head}"), head=moment.head)
    return left, Message(N_("saved {head}"), head=moment.head)


def log(moment: Moment, curtain: bool) -> tuple[LogLine, ...]:
    """The log, newest last; behind the curtain without the GM's own notes."""
    lines: list[LogLine] = []
    for entry in moment.entries:
        if curtain and any(isinstance(e, Noted) and not e.shared for e in entry.events):
            continue
        lines.extend(entry_lines(entry, moment))
    return tuple(lines)


def entry_lines(entry: Entry, moment: Moment) -> list[LogLine]:
    """The lines of one entry: when, and what happened, as few lines as it takes."""
    when = times.moment(entry.clock, moment.state.calendar)
    note = entry.kind == "note"
    told = [say(named(message, moment)) for message in story(entry, moment.state)]
    return [
        LogLine(when if not number else "", text, entry.undone, note, entry.seq)
        for number, text in enumerate(filled(told))
    ]


def story(entry: Entry, state: State) -> list[Message]:
    """What an entry tells, with the pieces of one march told as one."""
    marches = [event for event in entry.events if isinstance(event, Travelled)]
    if len(marches) < 2 or len(entry.told) != len(entry.events):
        return list(entry.told)
    if len({(event.mode, event.pace) for event in marches}) > 1:
        return list(entry.told)
    whole = replace(
        marches[-1],
        hours=sum((event.hours for event in marches), Fraction(0)),
        km=sum((event.km for event in marches), Fraction(0)),
    )
    pairs = zip(entry.events, entry.told, strict=True)
    told = [message for event, message in pairs if not isinstance(event, Travelled)]
    return [tell(whole, state), *told]


def filled(told: Sequence[str], width: int = 100) -> list[str]:
    """Sentences side by side in lines of about `width` columns."""
    lines: list[str] = []
    for text in told:
        if lines and len(lines[-1]) + len(text) + 2 <= width:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return lines


def named(message: Message, moment: Moment) -> Message:
    """`message` with hexes that have a name called by it."""
    if moment.region is None:
        return message
    cells = moment.region.cells

    def called(value: Value) -> Value:
        if isinstance(value, str) and value in cells and cells[value].label:
            return cells[value].label
        if isinstance(value, Message):
            return named(value, moment)
        return value

    return Message(message.template, **{name: called(v) for name, v in message.values})


def way(state: State) -> tuple[str, ...]:
    """The hexes of the plan that are still ahead, the party's first."""
    if state.plan is None or not state.plan.goal:
        return ()
    ahead = state.plan.stretches[state.progress.stretch :]
    found = [state.place]
    for stretch in ahead:
        if stretch.inside and stretch.inside != found[-1]:
            found.append(stretch.inside)
    return tuple(found)


def land_title(moment: Moment, cursor: str) -> tuple[Message, Words]:
    """The title of the map: its scale, where the party is, and what is under the cursor."""
    state = moment.state
    left = Message(
        N_("Region  {km} a hex  at {place}"),
        km=Kilometres(state.hex_km),
        place=place_name(state.place, state, moment.world),
    )
    return left, ground(moment, cursor)


def ground(moment: Moment, hex: str) -> Words:
    """What is in a hex: its number, its name, its terrain."""
    region = moment.region
    cell = region.cells.get(hex) if region is not None else None
    if cell is None:
        return Message(N_("{hex} unexplored"), hex=hex)
    found = lexicon(moment.world.rules).ground(cell)
    row = name(found.slug, moment.world) if found.kind != "unmapped" else found.word
    return " ".join(part for part in (hex, cell.label, row) if part)


def cursor(
    moment: Moment, hex: str, routes: Routes | None, via: Sequence[str]
) -> tuple[Message, ...]:
    """The lines under the map: how far the cursor's hex is, and the way there."""
    lines: list[Message] = []
    if hex == moment.state.place:
        lines.append(Message(N_("{place}: the party is here"), place=_called(moment, hex)))
    elif routes is not None:
        arrival = routes.arrival(hex)
        if arrival is None:
            lines.append(Message(N_("{place}: no way there"), place=_called(moment, hex)))
        else:
            lines.extend(_arrival(moment, hex, routes))
    else:
        lines.append(Message(N_("{place}  ..."), place=_called(moment, hex)))
    if via:
        lines.append(Message(N_("by way of {places}"), places=tuple(via)))
    return tuple(lines)


def _called(moment: Moment, hex: str) -> str:
    return place_name(hex, moment.state, moment.world)


def _arrival(moment: Moment, hex: str, routes: Routes) -> list[Message]:
    arrival = routes.arrival(hex)
    assert arrival is not None
    stretches = routes.stretches(hex)
    day = moment.state.clock.day + arrival[0] - routes.at.day
    lines = [
        Message(
            N_("{place}  {km}  arrive {day} {hour}"),
            place=_called(moment, hex),
            km=short(sum((s.km for s in stretches), Fraction(0))),
            day=times.day(day, moment.state.calendar),
            hour=clock(arrival[1]),
        )
    ]
    parts = _by_way(stretches, moment)
    return [*lines, Message(N_("way in: {parts}"), parts=parts)]


def _by_way(stretches: Sequence[Stretch], moment: Moment) -> tuple[Message, ...]:
    """Kilometres on each kind of way, the longest first."""
    km: dict[str, Kilometres] = {}
    for stretch in stretches:
        kind = stretch.mode if stretch.water else (stretch.way or "trackless")
        km[kind] = Kilometres(km.get(kind, Kilometres(0)) + stretch.km)
    ordered = sorted(km, key=lambda kind: -km[kind])
    return tuple(
        Message(N_("{km} {way}"), km=short(km[kind]), way=name(kind, moment.world))
        for kind in ordered
    )


def places(moment: Moment, via: Sequence[str]) -> list[str]:
    """The hexes that `;` and `,` step through: named places, then waypoints."""
    named = [hex for _, hex in moment.region.places()] if moment.region else []
    return named + [hex for hex in via if hex not in named]


def hits(region: RegionMap, text: str) -> list[str]:
    """The hexes whose number is `text` or whose name has it, best first."""
    wanted = text.casefold()
    if wanted in region.cells:
        return [wanted]
    found = [(label.casefold(), hex) for label, hex in region.places()]
    starts = [hex for label, hex in found if label.startswith(wanted)]
    return starts + [hex for label, hex in found if wanted in label and hex not in starts]


def labelled(moment: Moment, found: Survey | None, seen: Sequence[str]) -> list[str]:
    """The hexes on the screen that `f` gives a letter: places, nights, boats."""
    wanted = set(places(moment, ()))
    wanted |= {night.place for night in found.nights} if found else set()
    wanted |= {boat.at for boat in moment.state.boats}
    return [hex for hex in seen if hex in wanted]


def rings(routes: Routes, days: int) -> dict[str, str]:
    """The day on which each hex is reached, "1" for today, up to `days`."""
    found: dict[str, str] = {}
    for ahead in range(days):
        for hex in routes.reachable((routes.at.day + ahead, MIDNIGHT)):
            found.setdefault(hex, str(ahead + 1))
    return found
