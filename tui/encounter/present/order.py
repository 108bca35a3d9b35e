"""Rows of the turn order, and of the effects that end by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from core.messages import Hours, Message, exact
from core.play.fight.combatants import Being, letters
from core.play.fight.encounter import Figure
from core.play.fight.previews import ExpiringEffect
from core.play.fight.previews import ticking as ticks_of
from core.play.fight.turns.events import ConditionEnded, TurnBegan
from core.play.lasting import Lasting
from core.values import replace
from tui.encounter.panes.fight_lines import OrderLine, TickLine
from tui.encounter.present.battle import EncounterView, health_left
from tui.encounter.present.states import StateWord, condition_name, points, rounds_left, states
from tui.kit import lengths
from tui.kit.phrases import Words, phrase


def order(here: EncounterView, marked: Collection[str] = ()) -> tuple[OrderLine, ...]:
    """The turn order of an encounter, then creatures without initiative."""
    slots = here.encounter.order
    acting = here.encounter.acting
    rows = [
        _slot(here, slot.key, slot.who, exact(slot.total), marked, slot.key == acting)
        for slot in slots
    ]
    ordered = {who for slot in slots for who in slot.who}
    left = [figure for _, figure in here.there() if figure.id not in ordered]
    rows += (_slot(here, who[0], who, "", marked, False) for who in _grouped(here, left))
    return tuple(row for row in rows if row is not None)


def _grouped(here: EncounterView, left: Iterable[Figure]) -> list[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for figure in left:
        foe = here.encounter.foe(figure.id)
        key = f"group {foe.group}" if foe is not None and foe.group else figure.id
        found.setdefault(key, []).append(figure.id)
    return [tuple(who) for who in found.values()]


def _slot(
    here: EncounterView, key: str, who: Iterable[str], total: str, marked: Collection[str],
    acting: bool,
) -> OrderLine | None:  # fmt: skip
    lines = []
    every = []
    for one in who:
        being, figure = here.being(one), here.figure(one)
        if being is None or figure is None:
            continue
        told = tuple(states(here, being, figure))
        faint = figure.hidden or here.health(being).slug == "dead"
        every.append((being, told))
        lines.append(
            OrderLine(
                key=one,
                total=total,
                sign=being.token or "-",
                name=being.name,
                hp=points(being),
                state=", ".join(word.full for word in told),
                brief=" ".join(word.brief for word in told),
                acting=acting,
                marked=one in marked,
                faint=faint or not (figure.at or figure.mount),
                health=health_left(being),
            )
        )
    if len(lines) < 2:
        return replace(lines[0], key=key) if lines else None
    shared, first = _shared(every), every[0][0]
    known = [line.health for line in lines if line.health is not None]
    name, _, last = first.name.rpartition(" ")
    return replace(
        lines[0],
        key=key,
        sign=letters(line.sign for line in lines),
        name=name if name and (last == first.token or last.isdigit()) else first.name,
        hp=together([being for being, _ in every]),
        state=", ".join(word.full for word in shared),
        brief=" ".join(word.brief for word in shared),
        marked=all(line.marked for line in lines),
        faint=all(line.faint for line in lines),
        inside=tuple(lines),
        health=(sum(left for left, _ in known), sum(of for _, of in known)) if known else None,
    )


def _shared(every: Sequence[tuple[Being, tuple[StateWord, ...]]]) -> list[StateWord]:
    # The states of all, then those of some with their letters.
    common = [one for one in every[0][1] if all(one in told for _, told in every)]
    single: dict[StateWord, list[str]] = {}
    for being, told in every:
        for one in told:
            if one not in common:
                single.setdefault(one, []).append(being.token)
    for one, who in single.items():
        signs = letters(who)
        common.append(StateWord(f"{signs} {one.full}", f"{signs} {one.brief}"))
    return common


def together(beings: Sequence[Being]) -> str:
    """The points of a group: "13x3, d 7", "13x3, 2 dead"; "" when they are not known."""
    living = [being for being in beings if not being.dead]
    left = [(being.token, hp[0]) for being in living if (hp := health_left(being))]
    parts = []
    if left:
        most, count = Counter(hp for _, hp in left).most_common(1)[0]
        if count > 1:
            parts.append(f"{most}x{count}")
        parts += (f"{token} {hp}" for token, hp in left if count == 1 or hp != most)
    if dead := len(beings) - len(living):
        parts.append(phrase("{count} dead", count=dead))
    return ", ".join(parts)


def ticking(here: EncounterView) -> Iterator[TickLine]:
    """What ended as this turn began in the fight, then what will end, the soonest first."""
    yield from _ended(here)
    for tick in ticks_of(here.state, here.assets):
        lasting = _lasting(here, tick.who, tick.name)
        if lasting is None:
            continue
        name = condition_name(here, tick.name)
        told = f"{name} {tick.value}" if tick.value else name
        yield TickLine(
            told, here.sign(tick.who), left(here, lasting, tick), next=tick.next,
            brief=brief(here, lasting, tick),
        )  # fmt: skip


def _lasting(here: EncounterView, who: str, name: str) -> Lasting | None:
    being = here.being(who)
    every = () if being is None else being.lasting
    return next((one for one in every if one.name == name), None)


def left(here: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left: "4 rounds, ends before M", "ends when O acts", "20 min"."""
    until, rounds = lasting.until, rounds_left(here, lasting)
    if until.kind == "clock" and until.at is not None:
        if rounds is not None:
            return lengths.rounds(rounds)
        return Message("{time}", time=Hours(until.at.hours_since(here.state.clock)))
    who = here.sign(until.who)
    if rounds is None:
        return tick.left
    if until.kind == "turn_end":
        if not rounds:
            return Message("ends after {who} has acted", who=who)
        return Message("{rounds}, ends after {who}", rounds=lengths.rounds(rounds), who=who)
    if tick.next or not rounds:
        return Message("ends when {who} acts", who=who)
    return Message("{rounds}, ends before {who}", rounds=lengths.rounds(rounds), who=who)


def brief(here: EncounterView, lasting: Lasting, tick: ExpiringEffect) -> Words:
    """Time left in short: "4 rounds", "20 min", "until O acts"."""
    rounds = rounds_left(here, lasting)
    if rounds:
        return lengths.rounds(rounds)
    who = here.sign(lasting.until.who)
    if lasting.until.kind == "turn_end":
        return Message("until {who} has acted", who=who)
    if lasting.until.kind == "turn_start":
        return Message("until {who} acts", who=who)
    return left(here, lasting, tick)


def _ended(here: EncounterView) -> Iterator[TickLine]:
    # before the first turn of a fight nothing has ended in it
    found: list[ConditionEnded] = []
    began = here.encounter.began
    for entry in reversed(here.view.entries):
        if entry.undone or entry.kind != "play":
            continue
        if began is None or entry.clock < began:
            return
        ended = [e for e in entry.events if isinstance(e, ConditionEnded) and e.expired]
        found = [*ended, *found]
        if any(isinstance(event, TurnBegan) for event in entry.events):
            break
    for event in found:
        if here.being(event.who) and _lasting(here, event.who, event.name) is None:
            yield TickLine(condition_name(here, event.name), here.sign(event.who), "", ended=True)
