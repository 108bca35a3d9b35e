"""The party as rows: health, speed, mounts and loads."""

from __future__ import annotations

from core.messages import Message, Refusal
from core.play import queries, status
from core.play.fight.health import health
from core.play.members import fatigued, hit_points, name_of
from core.play.state import Member, State
from core.play.union import Assets
from core.quantities import Kilograms, KmPerHour, Metres
from tui.kit.phrases import Words
from tui.play.naming import place_name
from tui.play.rows import MemberLine


def party(state: State, assets: Assets, slowest: str) -> tuple[MemberLine, ...]:
    """The rows of the party table."""
    return tuple(member_line(member, state, assets, slowest) for member in state.members)


def member_line(member: Member, state: State, assets: Assets, slowest: str) -> MemberLine:
    """One member as a row."""
    speed, pace = speed_of(member, state, assets)
    return MemberLine(
        id=member.id,
        token=member.token,
        name=member.name,
        role=member.role,
        hp=hit_points(member),
        hp_max=member.hp,
        nonlethal=member.nonlethal,
        con_mod=constitution(member),
        speed=speed,
        pace=pace,
        rides=name_of(state, member.rides) if member.rides else "",
        load=load_of(member),
        state=condition(member, assets),
        level=member.level,
        slowest=member.id == slowest,
        fatigued=fatigued(member),
        present=member.present,
        ac=None if member.sheet is None else member.sheet.ac,
        temporary=member.temporary,
    )


def constitution(member: Member) -> int | None:
    """The Constitution modifier: as given, or from the score; None if neither."""
    if member.con_mod is not None or member.con_score is None:
        return member.con_mod
    return (member.con_score - 10) // 2


def speed_of(member: Member, state: State, assets: Assets) -> tuple[Metres | None, Words]:
    """Speed in metres a round and pace in km/h, or the reason for having none."""
    try:
        moving = queries.moving(member, state, assets)
    except Refusal as refusal:
        return None, refusal.message
    speed = None if moving.speed_m is None else Metres(moving.speed_m)
    return speed, Message("{pace}", pace=KmPerHour(moving.km_h))


def load_of(member: Member) -> Words:
    """The weight on an animal, or the load class of a walker."""
    if member.mover.mount:
        return Message("{load}", load=Kilograms(member.mover.load_kg))
    return member.mover.load if member.mover.vehicle is None else ""


def boat_lines(state: State, assets: Assets) -> tuple[MemberLine, ...]:
    """The boats as rows of the party table, with their places."""
    return tuple(
        MemberLine(
            id=boat.id,
            token="b",
            name=boat.name,
            role="boat",
            state=Message("lies at {place}", place=place_name(boat.at, state, assets)),
        )
        for boat in state.boats
    )


def condition(member: Member, assets: Assets) -> Words:
    """Absence, wounds and conditions in words."""
    if not member.present:
        return Message("away")
    found = states(member, assets)
    if member.hp is None and member.damage:
        found = (Message("{count} damage", count=member.damage), *found)
    return "" if not found else Message("{list}", list=found)


def states(member: Member, assets: Assets) -> tuple[Message, ...]:
    """The state of health, fatigue, and conditions."""
    told = {health(member, assets.rules).slug, "fatigued" if fatigued(member) else ""}
    return status.status(member, assets) + tuple(
        status.condition(lasting, assets) for lasting in member.lasting if lasting.name not in told
    )
