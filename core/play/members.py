"""Members of the party: their health, and functions that change one of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.messages import Message, Refusal
from core.play.state import Member, State
from core.values import replace

KEPT_LETTERS = "uwo"
"""Keys of the dice tray, which are therefore not tokens."""
LETTERS = "abcdefghijklmnpqrstvxyz"


def changed(state: State, who: str, change: Callable[[Member], Member]) -> State:
    """Return `state` with the member `who` changed; unchanged when no member has that id."""
    return replace(state, members=tuple(change(m) if m.id == who else m for m in state.members))


def everyone(state: State, change: Callable[[Member], Member]) -> State:
    """Return `state` with every member changed."""
    return replace(state, members=tuple(change(m) for m in state.members))


def someone(state: State, who: str) -> Member:
    """Return the member with the id `who`; Refusal `unknown_member` when there is none."""
    member = state.member(who)
    if member is None:
        raise Refusal("unknown_member", "Nobody in the party is called {who}.", who=who)
    return member


def refuse_id(id: str, state: State) -> None:
    """Refuse an id that is malformed, `bad_id`, or was used before by a member, `id_used`."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        raise Refusal("bad_id", "{id} is not an id; use small letters, digits and hyphens.", id=id)
    if state.member(id) is not None or id in state.departed:
        raise Refusal("id_used", "The id {id} was used before; choose another.", id=id)


def name_of(state: State, who: str) -> str:
    """Return the name of the member or boat with the id `who`, or the id itself."""
    named = state.member(who) or next((b for b in state.boats if b.id == who), None)
    return named.name if named is not None else who


def hit_points(member: Member) -> int | None:
    """Return current hit points: the full ones less lethal damage; None when unknown."""
    return None if member.hp is None else member.hp - member.damage


def fatigued(member: Member) -> bool:
    """Whether damage from a hustle or a forced march is left (T-084, T-103, T-121, T-168)."""
    return member.strain > 0 or member.strain_lethal > 0


def staggered(member: Member) -> bool:
    """Whether nonlethal damage equals the current hit points, lethal damage all of them (T-126)."""
    return hit_points(member) == member.nonlethal


def unconscious(member: Member) -> bool:
    """Whether nonlethal damage exceeds the current hit points (T-126)."""
    left = hit_points(member)
    return left is not None and 0 <= left < member.nonlethal


def down(member: Member) -> bool:
    """Whether lethal damage exceeds all hit points, as a driven mount's may (T-126, T-167)."""
    left = hit_points(member)
    return left is not None and left < 0


def able(member: Member) -> bool:
    """Whether the member can go on by itself: neither unconscious nor down."""
    return not unconscious(member) and not down(member)


def conditions(member: Member) -> tuple[Message, ...]:
    """Return the conditions that follow from damage, worst first, as words."""
    found = (
        (down(member), Message("down")),
        (unconscious(member), Message("unconscious")),
        (staggered(member), Message("staggered")),
        (fatigued(member), Message("fatigued")),
    )
    return tuple(word for holds, word in found if holds)


def free_token(state: State, member: Member) -> str:
    """Return a free letter, of the member's name if possible; "" when all are taken."""
    taken = {m.token.lower() for m in state.members if m.id != member.id}
    free = (letter for letter in (*member.name.lower(), *LETTERS) if letter in LETTERS)
    letter = next((letter for letter in free if letter not in taken), "")
    return letter if member.role == "mount" else letter.upper()
