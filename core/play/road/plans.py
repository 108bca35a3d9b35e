"""Plans made of legs that the GM gives."""

from __future__ import annotations

from core.messages import Refusal
from core.play.assets import Assets
from core.play.road.commands import SetLegs
from core.play.road.events import PlanSet
from core.play.state import Plan
from core.travel.boats import boat_row
from core.travel.stretches import LAND, Stretch
from core.travel.terrain import terrain_row, way_row
from core.values import replace


def set_legs(command: SetLegs, assets: Assets) -> tuple[PlanSet, ...]:
    """Return a plan of these legs, numbered from 1. Refusal `no_legs`, or as `refuse_leg`."""
    if not command.legs:
        raise Refusal("no_legs", "Give at least one leg.")
    legs = tuple(replace(leg, leg=number) for number, leg in enumerate(command.legs, 1))
    for leg in legs:
        refuse_leg(leg, assets)
    return (PlanSet(Plan(legs)),)


def refuse_leg(leg: Stretch, assets: Assets) -> None:
    """Refuse a leg of no length, or with an unknown terrain, way or boat.

    Refusal `bad_leg`, `unknown_terrain`, `unknown_way`, `unknown_boat`.
    """
    if leg.km <= 0:
        raise Refusal("bad_leg", "Leg {leg} must be longer than 0 km.", leg=leg.leg)
    try:
        if leg.mode != LAND:
            boat_row(assets.rules, leg.boat)
            return
        if leg.terrain:
            terrain_row(assets.rules, leg.terrain)
        if leg.way:
            way_row(assets.rules, leg.way)
    except Refusal as refusal:
        raise Refusal(
            refusal.code, "Leg {leg}: {reason}", leg=leg.leg, reason=refusal.message
        ) from None
