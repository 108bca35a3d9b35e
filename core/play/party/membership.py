"""Membership of the party: joining, editing, leaving, being present."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from core.messages import Refusal
from core.play.facts.road.events import Rode
from core.play.facts.state import (
    KEPT_LETTERS,
    ON_FOOT,
    Assets,
    Member,
    State,
    free_token,
    refuse_id,
    someone,
)
from core.play.facts.table.commands import Count, Leave, SetPresent
from core.play.facts.table.events import Counted, Edited, Joined, MemberLeft
from core.play.fight.health import can_walk
from core.play.party.fellows import refuse_mover
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover
from core.travel.stretches import LAND
from core.values import replace

Role: TypeAlias = Literal["character", "mount", "vehicle"]
ROLES: tuple[Role, ...] = get_args(Role)
MOST_COUNTED = 999
"""The most points of a counter."""


def fresh_member_id(name: str, state: State) -> str:
    """Return an id made of `name` that was never used in this campaign ("harsk", "pony-2")."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "member"
    used = {m.id for m in state.members} | {b.id for b in state.boats} | {*state.departed, LAND}
    if stem not in used:
        return stem
    number = 2
    while f"{stem}-{number}" in used:
        number += 1
    return f"{stem}-{number}"


def usual_role(mover: Mover) -> Role:
    """Return the role of a member of which none is given, by what moves it."""
    if mover.mount:
        return "mount"
    if mover.vehicle or mover.vehicle_class:
        return "vehicle"
    return "character"


def join(member: Member, state: State, assets: Assets) -> Joined:
    """Add a member, with a token. Refusals `bad_id`, `id_used`, or as `refuse_nonsense`."""
    refuse_id(member.id, state)
    return Joined(_checked(member, state, assets))


def edit(sheet: Member, state: State, assets: Assets) -> Edited:
    """Replace a member's sheet; all else, such as damage, hours and presence, stays as it is.

    Refusal `unknown_member`, or as `refuse_nonsense`.
    """
    member = replace(
        someone(state, sheet.id),
        name=sheet.name,
        token=sheet.token,
        role=sheet.role,
        mover=sheet.mover,
        level=sheet.level,
        con_score=sheet.con_score,
        con_mod=sheet.con_mod,
        hp=sheet.hp,
        rides=sheet.rides,
        pulls=sheet.pulls,
        weight_kg=sheet.weight_kg,
        sheet=sheet.sheet,
        counters=sheet.counters,
    )
    return Edited(_checked(member, state, assets))


def count(command: Count, state: State) -> Counted:
    """Move a counter, within its bounds. Refusals `unknown_member`, `unknown_counter`."""
    member = someone(state, command.who)
    for one in member.counters or ():
        if one.name == command.name:
            return Counted(member.id, one.name, min(max(0, one.now + command.by), one.most))
    raise Refusal(
        "unknown_counter",
        "{who} has no {name}; the form of a member has a line for counters.",
        who=member.name,
        name=command.name,
    )


def _checked(member: Member, state: State, assets: Assets) -> Member:
    if not member.token:
        member = replace(member, token=free_token(state, member))
    refuse_nonsense(member, state, assets)
    return member


def let_ride(rider_id: str, mount_id: str, state: State) -> Rode:
    """Let a member mount or board another. Refusals `unknown_member`, or as `refuse_ride`."""
    refuse_ride(someone(state, rider_id), mount_id, state)
    return Rode(rider_id, mount_id)


def leave(command: Leave, state: State) -> tuple[Rode | MemberLeft, ...]:
    """Remove a member; its riders dismount. Refusal `unknown_member`."""
    member = someone(state, command.who)
    return (*_dismounted(state, command.who), MemberLeft(command.who, member.name))


def find_those_who_go(command: SetPresent, state: State) -> tuple[Member, ...]:
    """Return those who go away or come back, with the mounts that they ride.

    Refusal `unknown_member`.
    """
    members = [someone(state, one) for one in dict.fromkeys((command.who, *command.others))]
    going = {member.id: member for member in members}
    for member in members:
        mount = state.member(member.rides) if member.rides else None
        if mount is not None and mount.role == "mount" and mount.present is not command.present:
            going[mount.id] = mount
    return tuple(going.values())


def dismount_those_who_stay(going: Iterable[Member], state: State) -> tuple[Rode, ...]:
    """Return how those who stay dismount from mounts and vehicles that go away."""
    leaving = [member.id for member in going]
    return tuple(
        rode for one in leaving for rode in _dismounted(state, one) if rode.rider not in leaving
    )


def _dismounted(state: State, mount: str) -> tuple[Rode, ...]:
    return tuple(Rode(m.id) for m in state.members if m.rides == mount)


def refuse_nonsense(member: Member, state: State, assets: Assets) -> None:
    """Refuse a member whose sheet is impossible.

    Codes `no_name`, `bad_token`, `token_used`, `bad_number`, `bad_counter`, and those of
    `refuse_ride`, `refuse_pull` and `resolve`. A member may join before its speed is known, and a
    load that is too heavy matters only when the party sets off (T-163).
    """
    if not member.name.strip():
        raise Refusal("no_name", "A member needs a name.")
    token = member.token
    if token and (len(token) != 1 or not token.isascii() or not token.isalpha()):
        raise Refusal("bad_token", "A token is one letter, not {token}.", token=token)
    if token and token.lower() in KEPT_LETTERS:
        raise Refusal(
            "bad_token",
            "The letter {token} is a key of the dice tray; choose another.",
            token=token,
        )
    for other in state.members:
        if token and other.id != member.id and other.token.lower() == token.lower():
            raise Refusal(
                "token_used",
                "{who} already has the letter {token}.",
                who=other.name,
                token=token,
            )
    if member.level < 1 or (member.hp is not None and member.hp < 1) or member.weight_kg < 0:
        raise Refusal(
            "bad_number",
            "{who}: level and hit points must be 1 or more, weight 0 or more.",
            who=member.name,
        )
    _refuse_counters(member)
    if member.mover != ON_FOOT:
        refuse_mover(replace(member.mover, load_kg=Fraction(0)), member.name, assets)
    if member.rides:
        refuse_ride(member, member.rides, state)
    if member.pulls:
        refuse_pull(member, member.pulls, state)


def _refuse_counters(member: Member) -> None:
    names = set()
    for counter in member.counters or ():
        if not re.fullmatch("[a-z]+", counter.name):
            raise Refusal(
                "bad_counter",
                "'{name}' cannot name a counter; use one word in small letters.",
                name=counter.name,
            )
        if counter.name in names:
            raise Refusal(
                "bad_counter", "{who} has {name} twice.", who=member.name, name=counter.name
            )
        if not (0 <= counter.now <= counter.most and 1 <= counter.most <= MOST_COUNTED):
            raise Refusal(
                "bad_counter",
                "Give {name} from 1 to {most} points, and no more left than those.",
                name=counter.name,
                most=MOST_COUNTED,
            )
        names.add(counter.name)


def refuse_ride(rider: Member, mount: str, state: State) -> None:
    """Refuse when `rider` cannot be carried by the member with id `mount`."""
    if rider.id == mount:
        raise Refusal("rides_itself", "{who} cannot ride itself.", who=rider.name)
    carrier = someone(state, mount)
    if rider.role != "character":
        _refuse_freight(rider, carrier, state)
    _refuse_full(rider, carrier, state)
    if carrier.role == "character":
        _refuse_burden(rider, carrier, state)
    if not carrier.present:
        raise Refusal("mount_away", "{mount} is not with the party.", mount=carrier.name)
    if carrier.role == "mount" and carrier.pulls:
        raise Refusal(
            "mount_draws",
            "{mount} draws {vehicle}; unharness it first.",
            mount=carrier.name,
            vehicle=someone(state, carrier.pulls).name,
        )


def _refuse_full(rider: Member, carrier: Member, state: State) -> None:
    places = carrier.mover.places
    aboard = [one for one in state.members if one.rides == carrier.id and one.id != rider.id]
    if places is not None and len(aboard) >= places:
        raise Refusal(
            "no_room",
            "{vehicle} has room for {places}, and all are taken.",
            vehicle=carrier.name,
            places=places,
        )


def _refuse_freight(animal: Member, carrier: Member, state: State) -> None:
    """Refuse what no vehicle carries: an animal goes on a vehicle, if it draws none itself."""
    if animal.role == "vehicle" or carrier.role != "vehicle":
        raise Refusal(
            "no_rider",
            "{who} cannot ride; only characters can. A vehicle carries animals, too.",
            who=animal.name,
        )
    if animal.pulls or any(one.rides == animal.id for one in state.members):
        raise Refusal(
            "no_rider",
            "{who} draws or carries something: unharness or unload it first.",
            who=animal.name,
        )


def _refuse_burden(rider: Member, carrier: Member, state: State) -> None:
    """Refuse a hero who cannot bear another: one is carried at a time, and nobody who carries."""
    if carrier.rides or any(one.rides == rider.id for one in state.members):
        raise Refusal(
            "no_mount",
            "{mount} cannot carry {who}: one of them rides or carries already.",
            mount=carrier.name,
            who=rider.name,
        )
    if any(one.rides == carrier.id and one.id != rider.id for one in state.members):
        raise Refusal("no_mount", "{mount} carries somebody already.", mount=carrier.name)


def bearers_for(member: Member, state: State, rules: Ruleset) -> tuple[Member, ...]:
    """Return who could carry a member that cannot walk.

    Free mounts and vehicles, then mounts behind their riders (T-162), then heroes on foot. Which of
    them would bear too much is asked of the pace.
    """
    carriers = carriers_for(member, state)
    ridden = []
    heroes = []
    for bearer in state.travellers:
        if bearer.role == "vehicle" or bearer in carriers:
            continue
        if bearer.role == "character" and not can_walk(bearer, rules):
            continue
        with suppress(Refusal):
            refuse_ride(member, bearer.id, state)
            if bearer.role == "mount":
                ridden.append(bearer)
            else:
                heroes.append(bearer)
    return (*carriers, *ridden, *heroes)


def carriers_for(rider: Member, state: State) -> tuple[Member, ...]:
    """Return what may carry a member: mounts that nobody else rides, and vehicles, for several."""
    ridden = {member.rides for member in state.members if member.id != rider.id}
    carriers = []
    for carrier in state.members:
        if carrier.role == "character":
            continue
        taken = carrier.role != "vehicle" and carrier.id in ridden
        with suppress(Refusal):
            refuse_ride(rider, carrier.id, state)
            if not taken:
                carriers.append(carrier)
    return tuple(carriers)


def refuse_pull(animal: Member, vehicle: str, state: State) -> None:
    """Refuse when `animal` cannot draw the member with id `vehicle`."""
    drawn = someone(state, vehicle)
    if animal.role != "mount":
        raise Refusal("no_draft", "{who} is not a draft animal.", who=animal.name)
    if drawn.role != "vehicle":
        raise Refusal("no_vehicle", "{vehicle} is not a vehicle.", vehicle=drawn.name)
    rider = next((m for m in state.members if m.rides == animal.id), None)
    if rider is not None:
        raise Refusal(
            "mount_ridden",
            "{rider} rides {mount}; dismount first.",
            rider=rider.name,
            mount=animal.name,
        )
