"""The party as a company of the calculators, and the part of each member on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from core.effects.figures import PresentFigure
from core.messages import Kilograms, Refusal
from core.play.facts.encounter import Until, is_among
from core.play.facts.riding import carrier_of, draws, loaded, riders_of
from core.play.facts.state import Assets, Member, State
from core.play.fight.health import can_walk, health, known_con_modifier
from core.rulesets.schema import Ruleset
from core.travel.company import Company, PaceFactor, Traveller, assemble, slow_pace
from core.travel.movers import Mover, ResolvedMover, resolve
from core.travel.travellers_now import (
    EXHAUSTED,
    TravelEffect,
    constitution_check_now,
    pace_now,
)
from core.values import Struct


class Fellows(Struct):
    """The members' parts on land, as ids.

    `walkers` (led animals too) make checks, `driven` are ridden mounts and draft animals (these
    walk by themselves where the switch "teams_check" is on),
    `saddled` ride a mount: their hours count, but cost them nothing (T-167 to T-170, Q-52).
    """

    walkers: tuple[str, ...]
    driven: tuple[str, ...]
    saddled: tuple[str, ...]

    @property
    def marching(self) -> tuple[str, ...]:
        """The members whose hours count toward a forced march (T-155)."""
        return (*self.walkers, *self.driven, *self.saddled)

    @property
    def toiling(self) -> tuple[str, ...]:
        """The members that a hustle hurts: those on their own feet (T-169)."""
        return (*self.walkers, *self.driven)


def is_exhausted(member: Member) -> bool:
    """Return whether the member is exhausted, by a march or by the GM (T-123)."""
    return is_among(member.lasting, EXHAUSTED)


def moving_now(member: Member, state: State, rules: Ruleset) -> ResolvedMover:
    """Return a member's pace and day with what lasts on it. Refusals of `resolve`."""
    resolved = resolve(loaded(member, state), rules)
    return pace_now(resolved, travel_effects(member, state, rules), rules)


def constitution_check(member: Member, state: State, rules: Ruleset) -> PresentFigure:
    """Return a member's Constitution check of the way as it is now: its change and receipts."""
    effects = travel_effects(member, state, rules)
    return constitution_check_now(effects, member.con_score, rules)


def company(state: State, assets: Assets) -> Company:
    """Return those present as a company under the ruleset, named by id.

    Refusals: `nobody`, `overloaded` (T-163) and the others of `core.travel.company.assemble`.
    """
    if not state.travellers:
        raise Refusal("nobody", "Nobody is with the party: add a member, or bring one back.")
    try:
        travellers = (_traveller(m, state, assets.rules) for m in state.travellers)
        return assemble(travellers, assets.rules, pace_factors(state, assets))
    except Refusal:
        for member in state.travellers:
            refuse_mover(loaded(member, state), member.name, assets)
        raise


def find_standing_vehicle(state: State, rules: Ruleset) -> Refusal | None:
    """Return why a vehicle with the party does not move; None = all move (house defaults).

    "no_team": no animal that can walk draws a wagon. "wagon_overloaded": those draw less than it
    carries. "no_pilot": nobody drives a powered vehicle.
    """
    for vehicle in state.travellers:
        if vehicle.mover.vehicle is not None:
            team = [one for one in state.travellers if one.pulls == vehicle.id]
            pulling = [animal for animal in team if can_walk(animal, rules)]
            if not pulling:
                return Refusal(
                    "no_team",
                    "No animal draws {vehicle}: harness one (:harness mule {vehicle}), or leave it"
                    " behind (:away {vehicle}).",
                    vehicle=vehicle.name,
                )
            overload = _find_overload(vehicle, pulling, state, rules)
            if overload is not None:
                return overload
        powered = vehicle.mover.vehicle_class is not None
        able = [one for one in riders_of(vehicle, state) if not health(one, rules).out]
        crew = vehicle.mover.crew or 1
        if powered and able and len(able) < crew:
            return Refusal(
                "no_pilot",
                "{vehicle} needs a crew of {crew}, not {count}: let somebody board it (:ride kira"
                " {vehicle}), or leave it behind (:away {vehicle}).",
                vehicle=vehicle.name,
                crew=crew,
                count=len(able),
            )
        if powered and not able:
            return Refusal(
                "no_pilot",
                "Nobody drives {vehicle}: let somebody board it (:ride kira {vehicle}), or"
                " leave it behind (:away {vehicle}).",
                vehicle=vehicle.name,
            )
    return None


DRAWS = 5
"""An animal draws so many times the heaviest load that it carries (open rules)."""


def most_drawn(team: Iterable[Member], rules: Ruleset) -> Fraction | None:
    """Return the kilograms that these animals draw together; None where one is of no known kind."""
    most = Fraction(0)
    for animal in team:
        row = rules.mounts.get(animal.mover.mount or "")
        if row is None:
            return None
        most += DRAWS * row.loaded_to_kg
    return most


def _find_overload(
    vehicle: Member, team: Iterable[Member], state: State, rules: Ruleset
) -> Refusal | None:
    load = loaded(vehicle, state).load_kg
    most = most_drawn(team, rules)
    if most is None or load <= most:
        return None
    return Refusal(
        "wagon_overloaded",
        "{vehicle} carries {load}, but its animals draw at most {most}: harness another, or"
        " lighten its load.",
        vehicle=vehicle.name,
        load=Kilograms(load),
        most=Kilograms(most),
    )


def pace_factors(state: State, assets: Assets) -> Iterator[PaceFactor]:
    """Yield what slows or speeds the whole party on land, with how long it still does."""
    for slowing in state.slowings:
        yield slow_pace(slowing.times, slowing.reason)


def travel_effects(member: Member, state: State, rules: Ruleset) -> tuple[TravelEffect, ...]:
    """Return what lasts on a member, as the way has it; timers and words of the GM are left out.

    The fatigue of a march is none: what that does on the way is the catalogue's (T-103).
    """
    return tuple(
        TravelEffect(one.row, one.value, _hours_left(one.until, state))
        for one in member.lasting
        if one.row in rules.combat.rows
    )


def _hours_left(until: Until, state: State) -> Fraction | None:
    if until.kind != "clock" or until.at is None:
        return None
    return until.at.hours_since(state.clock)


def _traveller(member: Member, state: State, rules: Ruleset) -> Traveller:
    return Traveller(
        member.id,
        loaded(member, state),
        known_con_modifier(member),
        health(member, rules).hp,
        member.level,
        member.nonlethal,
        rides=carrier_of(member, state),
        led=_is_led(member, state),
        draft=draws(member, state),
        exhausted=is_exhausted(member),
        carries=member.role == "character" and bool(riders_of(member, state)),
        effects=travel_effects(member, state, rules),
        con_score=member.con_score,
    )


def _is_led(member: Member, state: State) -> bool:
    if member.role != "mount" or carrier_of(member, state):
        return False
    return not riders_of(member, state) and not draws(member, state)


def refuse_mover(mover: Mover, name: str, assets: Assets) -> None:
    """Raise the Refusal of `resolve` for `mover`, if any, with `name` in front."""
    try:
        resolve(mover, assets.rules)
    except Refusal as refusal:
        raise Refusal(refusal.code, "{who}: {reason}", who=name, reason=refusal.message) from None


def fellows(state: State, rules: Ruleset) -> Fellows:
    """Return the part of each member present: walking, driven or riding."""
    walkers = []
    driven = []
    saddled = []
    for member in state.travellers:
        carrier = state.member(carrier_of(member, state)) if member.rides else None
        if carrier is not None:
            if carrier.role == "mount":
                saddled.append(member.id)
        elif member.role == "mount" and _is_driven(member, state, rules):
            driven.append(member.id)
        elif member.role != "vehicle":
            walkers.append(member.id)
    return Fellows(tuple(walkers), tuple(driven), tuple(saddled))


def _is_driven(mount: Member, state: State, rules: Ruleset) -> bool:
    if riders_of(mount, state):
        return True
    return draws(mount, state) and not rules.switch("teams_check")
