"""Why the way ahead takes so long and costs so much: its days, forced hours, hours of a hustle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from core.calendars import DAY
from core.messages import Hours, Kilometres, Message, Refusal
from core.play.facts.state import Assets, State, name_of
from core.play.party.fellows import company
from core.play.road.decide import refuse_pace
from core.play.road.way_ahead import forced, hustled_hours, plan_ahead
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.journey_reasons import itinerary_reasons, risk_reasons
from core.travel.tiring_travel import ordinary_hours
from core.values import replace

HUSTLED = {0: "T-081", 1: "T-082"}
"""The rules of an hour of a hustle by the points that it costs; all others are T-083."""


def explain_way(state: State, assets: Assets) -> tuple[Receipt, ...]:
    """Return the receipts of the plan, of each further hour, and of a hustle; () without a plan.

    Refusals: those of the party's pace.
    """
    ahead = plan_ahead(state, assets)
    if ahead is None or state.plan is None:
        return ()
    rules = assets.rules
    party = company(state, assets)
    receipts = [itinerary_reasons(party, state.plan.stretches, ahead, rules)]
    receipts += _rest_of_the_day(party, rules)
    further = forced(state, assets)
    for row in further:
        label = Message("further hour {n} of a forced march", n=row.extra)
        receipts.append(rules.cite("T-107", label, Kilometres(row.km)))
    receipts += risk_reasons(party, [row.risk for row in further], rules)
    receipts += _hustle(state, assets, rules)
    return tuple(_with_names(receipt, state) for receipt in receipts)


def _rest_of_the_day(party: Company, rules: Ruleset) -> Iterator[Receipt]:
    left = DAY - party.day_hours
    if left > 0:
        label = Message("the rest of the day: making and breaking camp, resting and eating")
        yield rules.cite("T-080", label, Hours(left))


def _hustle(state: State, assets: Assets, rules: Ruleset) -> Iterator[Receipt]:
    with suppress(Refusal):
        refuse_pace("hustle", state, assets)
        yield from _hours_of_hustle(state, assets, rules)


def _hours_of_hustle(state: State, assets: Assets, rules: Ruleset) -> Iterator[Receipt]:
    hours = hustled_hours(state, assets, ordinary_hours(rules))
    hurts = False
    for number, hour in enumerate(hours, start=1):
        label = Message("hour {n} of a hustle", n=number)
        yield rules.cite(HUSTLED.get(hour.points, "T-083"), label, hour.points)
        hurts = hurts or hour.points > 0
    if hurts:
        yield rules.cite("T-084", "who is hurt by it is fatigued", hours[-1].points)


def _with_names(receipt: Receipt, state: State) -> Receipt:
    # Members are named by their ids in a company.
    label = receipt.label
    who = label.value("name")
    if isinstance(who, str):
        named = name_of(state, who)
        label = label.mapped(lambda value: named if value == who else value)
    parts = tuple(_with_names(part, state) for part in receipt.parts)
    return replace(receipt, label=label, parts=parts)
