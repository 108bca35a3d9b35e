"""Rulings: the GM sets one figure now; its value is checked before it is recorded."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.files import exact_number
from core.messages import Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.blows.amounts import MOST
from core.play.fight.combatants import Being, find
from core.play.fight.turns.dying import settles
from core.play.fold import Event
from core.play.members import someone
from core.play.resolution import Resolution
from core.play.road.commands import SetRoute
from core.play.road.events import PlanDropped, PlanSet
from core.play.road.paths import set_route
from core.play.state import AT_THE_START, Member, State
from core.play.table.commands import Rule
from core.play.table.events import RulingMade
from core.play.table.fight_rulings import read_in_fight
from core.quantities import exact
from core.values import replace


def rule(command: Rule, state: State, assets: Assets) -> tuple[Event, ...]:
    """Return the ruling's events; marched and hustled hours without `who` are for all present.

    From a new place a new way to the plan's goal is found, or the plan is dropped.
    Refusals `bad_ruling` for an unreadable value, `unknown_member`, `unknown_place`.
    """
    target = command.target
    match target:
        case "clock":
            return (_made(command, _clock(command.value)),)
        case "hours_used":
            return (_made(command, exact(_number(command))),)
        case "place":
            return _moved(_made(command, _place(command, state, assets)), state, assets)
        case "damage" | "nonlethal" | "temporary":
            being = find(state, command.who) or someone(state, command.who)
            made = _made(command, str(_points(command, being)))
            return (made,) if target == "temporary" else _settled(made, state, assets)
        case "strain":
            return (_made(command, str(_points(command, someone(state, command.who)))),)
        case "marched" | "hustled":
            hours = exact(_number(command))
            whom = (someone(state, command.who),) if command.who else state.travellers
            return tuple(RulingMade(target, hours, m.id, command.reason) for m in whom)
        case "speed":
            who = someone(state, command.who)
            return (_made(command, exact(_speed(command, who))),)
        case "stable" | "dead" | "position" | "elevation" | "movement" | "initiative":
            return (_made(command, read_in_fight(command, state, assets)),)
        case _:
            assert_never(target)


def _settled(made: RulingMade, state: State, assets: Assets) -> tuple[Event, ...]:
    resolution = Resolution(state, assets, Asking({}))
    resolution.emit(made)
    settles(resolution, made.who)
    return tuple(resolution.events)


def _moved(
    ruling: RulingMade, state: State, assets: Assets
) -> tuple[RulingMade | PlanSet | PlanDropped, ...]:
    plan = state.plan
    if plan is None or not plan.goal:
        return (ruling,)
    there = replace(state, place=ruling.value, plan=None, progress=AT_THE_START, aside=None)
    try:
        return (ruling, *set_route(SetRoute(plan.goal), there, assets))
    except Refusal:  # no way there any more: the party has to be sent anew
        return (ruling, PlanDropped())


def _made(command: Rule, value: str) -> RulingMade:
    return RulingMade(command.target, value, command.who, command.reason)


def _number(command: Rule) -> Fraction:
    number = exact_number(command.value)
    if number is None:
        raise Refusal("bad_ruling", "{value} is not a number.", value=command.value)
    if number < 0:
        raise Refusal("bad_ruling", "{value} is less than 0.", value=command.value)
    return number


def _points(command: Rule, who: Being) -> int:
    number = _number(command)
    if number.denominator != 1:
        raise Refusal("bad_ruling", "Damage is a whole number, not {value}.",
                      value=command.value)  # fmt: skip
    if number > MOST:
        raise Refusal("bad_ruling", "{value} is more than any creature has.", value=command.value)
    if command.target == "strain" and number > who.nonlethal + who.damage:
        raise Refusal(
            "bad_ruling",
            "{who} has {points} points of damage; no more than that can fatigue.",
            who=who.name,
            points=who.nonlethal + who.damage,
        )
    return int(number)


def _speed(command: Rule, who: Member) -> Fraction:
    if who.role != "character":
        raise Refusal(
            "bad_ruling",
            "The pace of {who} comes from the ruleset's tables; edit its kind or its load.",
            who=who.name,
        )
    speed = _number(command)
    if speed == 0:
        raise Refusal("bad_ruling", "A speed must be more than 0.")
    return speed


def _clock(value: str) -> str:
    wrong = Refusal(
        "bad_ruling",
        "{value} is not a moment; type the day's number and the hour, such as 12 8.",
        value=value,
    )
    try:
        day, hour = value.split()
        at = Fraction(hour)
        number = int(day)
    except (ValueError, ZeroDivisionError):
        raise wrong from None
    if not 0 <= at < 24:
        raise wrong
    return f"{number} {exact(at)}"


def _place(command: Rule, state: State, assets: Assets) -> str:
    region = assets.region(state)
    if region is None:
        raise Refusal("no_map", "This campaign has no map.")
    return region.find(command.value)
