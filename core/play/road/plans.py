"""Plans made of legs that the GM gives."""

from __future__ import annotations

from core.messages import N_, Refusal
from core.play.assets import Assets
from core.play.road.commands import SetLegs
from core.play.road.events import PlanSet
from core.play.state import Plan
from core.travel.stretches import LAND, Stretch
from core.values import replace


def set_legs(command: SetLegs, assets: Assets) -> tuple[PlanSet, ...]:
    """Return a plan of these legs, numbered from 1. Refusal `no_legs`, or as `refuse_leg`."""
    if not command.legs:
        raise Refusal("no_legs", N_("Give at least one leg."))
    legs = tuple(replace(leg, leg=number) for number, leg in enumerate(command.legs, 1))
    for leg in legs:
        refuse_leg(leg, assets)
    return (PlanSet(Plan(legs)),)


def refuse_leg(leg: Stretch, assets: Assets) -> None:
    """Refuse a leg of no length, or with an unknown terrain, way or boat.

    Refusal `bad_leg`, `unknown_terrain`, `unknown_way`, `unknown_boat`.
    """
    rules = assets.rules
    if leg.km <= 0:
        raise Refusal("bad_leg", N_("Leg {leg} must be longer than 0 km."), leg=leg.leg)
    if leg.mode != LAND:
        if leg.boat not in rules.boats:
            raise Refusal(
                "unknown_boat", N_("The ruleset has no boat called {boat}."), boat=leg.boat
            )
        return
    if leg.terrain and leg.terrain not in rules.terrain:
        raise Refusal(
            "unknown_terrain",
            N_("Leg {leg}: the ruleset has no terrain called {terrain}."),
            leg=leg.leg,
            terrain=leg.terrain,
            suggestion=rules.nearest.get(leg.terrain, ""),
        )
    if leg.way and leg.way not in rules.ways:
        raise Refusal(
            "unknown_way",
            N_("Leg {leg}: the ruleset has no way called {way}."),
            leg=leg.leg,
            way=leg.way,
        )
