"""Who rides, who is carried and who draws; the load of a mount, or of a hero, with them."""

from __future__ import annotations

from fractions import Fraction

from core.play.facts.state import Member, State
from core.travel.movers import Mover
from core.values import replace

NONE = Fraction(0)


def carrier_of(member: Member, state: State) -> str:
    """Return the id of the mount or vehicle that carries the member, "" for none present."""
    if not member.rides:
        return ""
    carrier = state.member(member.rides)
    if carrier is not None and carrier.present and not carrier.dead:
        return member.rides
    return ""


def riders_of(mount: Member, state: State) -> tuple[Member, ...]:
    """Return the members present that ride `mount`."""
    return tuple(m for m in state.travellers if m.rides == mount.id)


def draws(animal: Member, state: State) -> bool:
    """Return whether the animal draws a vehicle that is present."""
    vehicle = state.member(animal.pulls) if animal.pulls else None
    return vehicle is not None and vehicle.present


def loaded(member: Member, state: State) -> Mover:
    """Return the member's mover, the weight of its riders included (T-162), and of the dead.

    That counts on an animal, and on a wagon, whose animals draw so much (T-164).
    A hero who carries another bears a heavy load (house default).
    """
    borne = [one for one in state.members if one.present and one.rides == member.id]
    if not borne:
        return member.mover
    if member.role == "mount" or member.mover.vehicle is not None:
        weight = sum((one.weight_kg for one in borne), NONE)
        return replace(member.mover, load_kg=member.mover.load_kg + weight)
    own_legs = member.mover.race is not None or member.mover.base_speed_m is not None
    if member.role == "character" and own_legs:
        return replace(member.mover, load="heavy")
    if member.role == "character" and member.mover.speed_m is not None:
        return replace(member.mover, carries=True)
    return member.mover
