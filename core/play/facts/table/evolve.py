"""The state after each event of the table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any, TypeVar, assert_never

from core.calendars import Instant
from core.play.facts.encounter import Figure
from core.play.facts.fight.combatants import Being, changed_being, changed_figure, in_fight
from core.play.facts.state import (
    AT_THE_START,
    STAMINA,
    HexMark,
    HouseRule,
    Member,
    Note,
    State,
    change_member,
    counter_of,
    with_counter,
)
from core.play.facts.table.commands import Correction, Points
from core.play.facts.table.events import (
    Amended,
    BoatPlaced,
    Checked,
    Counted,
    Damaged,
    Edited,
    FatigueEnded,
    Founded,
    Healed,
    HexesMarked,
    HouseRuleSet,
    Joined,
    MapAdopted,
    MemberLeft,
    Noted,
    PresenceSet,
    RulesetAdopted,
    RulingMade,
    TableEvent,
)
from core.travel.movers import Mover
from core.values import replace

Hurtable = TypeVar("Hurtable", bound=Being)
"""A member of the party, or a creature of a fight."""


def hurt(being: Hurtable, amount: int, lethal: bool, absorbed: int = 0) -> Hurtable:
    """Return the being with more damage, partly `absorbed` by its temporary hit points."""
    left = amount - absorbed
    temporary = max(0, being.temporary - absorbed)
    if lethal:
        return replace(being, damage=being.damage + left, temporary=temporary)
    return replace(being, nonlethal=being.nonlethal + left, temporary=temporary)


def healed(being: Hurtable, lethal: int, nonlethal: int) -> Hurtable:
    """Return the being with less damage; its strain is never more than the damage left (T-121)."""
    return within_damage(
        replace(
            being,
            damage=max(0, being.damage - lethal),
            nonlethal=max(0, being.nonlethal - nonlethal),
        )
    )


def with_figure_set(being: Hurtable, name: str, value: int | Fraction) -> Hurtable:
    """Return the being with the field `name` set, its strain limited to its damage."""
    changes: dict[str, Any] = {name: value}
    return within_damage(replace(being, **changes))


def within_damage(being: Hurtable) -> Hurtable:
    """Return the being with its strain limited to its damage (T-121, T-168)."""
    if not isinstance(being, Member):
        return being
    return replace(
        being,
        strain=min(being.strain, being.nonlethal),
        strain_lethal=min(being.strain_lethal, being.damage),
    )


def amended(state: State, corrections: Iterable[Correction]) -> State:
    """Return the state with all these corrections, in order."""
    return reduce(_corrected, corrections, state)


def points_of(being: Being, target: Points) -> int:
    """Return a creature's points of this kind; a foe has no strain."""
    found: int = getattr(being, target, 0)
    return found


def _corrected(state: State, correction: Correction) -> State:
    if correction.target in ("position", "elevation"):
        return changed_figure(
            state, correction.who, lambda f: _ruled_figure(f, correction.target, correction.to)
        )
    return changed_being(state, correction.who, lambda being: _being(being, correction))


def _being(being: Being, correction: Correction) -> Being:
    match correction.target:
        case "damage" | "nonlethal" | "temporary" | "strain" | "strain_lethal" as name:
            if not hasattr(being, name):
                return being
            return with_figure_set(being, name, max(0, points_of(being, name) + correction.by))
        case "stable" | "dead" as name:
            return with_figure_set(being, name, correction.to == "yes")
        case "condition":
            others = tuple(lasting for lasting in being.lasting if lasting.name != correction.to)
            return replace(
                being,
                lasting=others if correction.lasting is None else (*others, correction.lasting),
            )
        case "position" | "elevation":
            return being
        case _:
            assert_never(correction.target)


def evolve_table(state: State, event: TableEvent) -> State:
    """Return the state after an event of the table."""
    match event:
        case Healed():
            return changed_being(
                state, event.who, lambda b: healed(b, event.lethal, event.nonlethal)
            )
        case FatigueEnded(who):
            return change_member(state, who, lambda m: replace(m, strain=0, strain_lethal=0))
        case Checked():
            return state
        case Damaged(who=who, amount=amount, lethal=lethal):
            kept = amount - event.beyond - event.stamina
            drained = state
            if event.stamina:
                drained = change_member(state, who, lambda one: _drained(one, event.stamina))
            return changed_being(drained, who, lambda b: hurt(b, kept, lethal, event.absorbed))
        case Founded(name, ruleset, ruleset_name, calendar, start):
            return State(name, ruleset, ruleset_name, calendar, clock=start)
        case RulesetAdopted(ruleset, ruleset_name):
            return replace(state, ruleset=ruleset, ruleset_name=ruleset_name)
        case HouseRuleSet():
            return with_house_rule(state, event)
        case MapAdopted():
            on_map = state.plan is not None and state.plan.goal != ""
            moved = replace(
                state,
                region=event.region,
                hex_km=event.hex_km,
                place=event.place,
                strayed=Fraction(0),
                marks=state.marks if event.revision else (),
                aside=None,
            )
            if on_map:
                moved = replace(moved, plan=None, progress=AT_THE_START, resume=Fraction(0))
            if event.place:
                return mark_hexes(moved, (event.place,), True, True)
            return moved
        case HexesMarked(hexes, explored, known):
            return mark_hexes(state, hexes, explored, known)
        case Joined(member):
            return replace(state, members=(*state.members, member))
        case Edited(member):
            return change_member(state, member.id, lambda _: member)
        case MemberLeft():
            gone = event.who
            return replace(
                state,
                members=tuple(
                    replace(
                        m,
                        rides="" if m.rides == gone else m.rides,
                        pulls="" if m.pulls == gone else m.pulls,
                    )
                    for m in state.members
                    if m.id != gone
                ),
                watches=tuple(w for w in state.watches if w != gone),
                departed=(*state.departed, gone),
            )
        case PresenceSet(who):
            return change_member(state, who, lambda m: _set_present(m, event))
        case Counted(who, name, now):
            return change_member(state, who, lambda member: with_counter(member, name, now))
        case BoatPlaced(boat):
            others = tuple(b for b in state.boats if b.id != boat.id)
            if event.gone:
                return replace(state, boats=others)
            return replace(state, boats=(*others, boat))
        case Noted(at, text, shared):
            return replace(state, notes=(*state.notes, Note(at, text, shared)))
        case RulingMade():
            return _ruled(state, event)
        case Amended(corrections=corrections):
            return amended(state, corrections)
        case _:
            assert_never(event)


def with_house_rule(state: State, event: HouseRuleSet) -> State:
    """Return the state with a switch set; one that is as in the ruleset is no house rule."""
    kept = [rule for rule in state.house_rules if rule.switch != event.switch]
    if not event.usual:
        kept.append(HouseRule(event.switch, event.value))
    kept.sort(key=lambda rule: rule.switch)
    return replace(state, house_rules=tuple(kept))


def mark_hexes(state: State, hexes: tuple[str, ...], explored: bool, known: bool) -> State:
    """Return the state with these hexes explored or not, known to the players or not."""
    marks = {mark.hex: mark for mark in state.marks}
    marks.update({at: HexMark(at, explored, known) for at in hexes})
    return replace(state, marks=tuple(marks[at] for at in sorted(marks)))


def _ruled(state: State, event: RulingMade) -> State:
    match event.target:
        case "clock":
            day, hour = event.value.split()
            clock = Instant(int(day), Fraction(hour))
            return replace(state, clock=clock, checked=None, foretold=None)
        case "hours_used":
            return replace(state, travelled=Fraction(event.value))
        case "place":
            on_map = state.plan is not None and state.plan.goal != ""
            if on_map:
                progress = AT_THE_START
            else:
                progress = state.progress
            moved = replace(
                state, place=event.value, strayed=Fraction(0), progress=progress, aside=None
            )
            return mark_hexes(moved, (event.value,), True, True)
        case "damage" | "nonlethal" | "temporary" | "stable" | "dead" as name:
            value: bool | int
            if name in ("stable", "dead"):
                value = event.value == "yes"
            else:
                value = int(event.value)
            return changed_being(state, event.who, lambda b: with_figure_set(b, name, value))
        case "strain":
            points = int(event.value)
            return change_member(state, event.who, lambda m: _strained(m, points))
        case "marched" | "hustled" as name:
            hours = Fraction(event.value)
            return change_member(state, event.who, lambda m: with_figure_set(m, name, hours))
        case "speed":
            mover = Mover(speed_m=Fraction(event.value))
            return change_member(state, event.who, lambda m: replace(m, mover=mover))
        case "initiative":
            return in_fight(state, lambda one: one.with_total(event.who, Fraction(event.value)))
        case "position" | "elevation" | "movement":
            return changed_figure(
                state, event.who, lambda f: _ruled_figure(f, event.target, event.value)
            )
        case _:
            assert_never(event.target)


def _set_present(member: Member, event: PresenceSet) -> Member:
    changed = replace(member, present=event.present, absence=event.absence)
    if event.apart:
        changed = replace(changed, rested=Fraction(0))
    if event.slept:
        return replace(changed, marched=Fraction(0), hustled=Fraction(0))
    return changed


def _drained(member: Member, points: int) -> Member:
    stamina = counter_of(member, STAMINA)
    if stamina is None:
        return member
    return with_counter(member, STAMINA, max(0, stamina.now - points))


def _strained(member: Member, points: int) -> Member:
    soft = min(points, member.nonlethal)
    return replace(member, strain=soft, strain_lethal=points - soft)


def _ruled_figure(figure: Figure, target: str, value: str) -> Figure:
    match target:
        case "position":
            return replace(figure, at=value, trail=(), drift=None)
        case "elevation":
            return replace(figure, elevation=int(value))
        case _:
            spent = figure.spent
            squares = int(value)
            leg = max(0, spent.leg + squares - spent.squares)
            return replace(figure, spent=replace(spent, squares=squares, leg=min(squares, leg)))
