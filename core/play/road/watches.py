"""Watches of a camp: the night is shared evenly, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from core.calendars import DAY
from core.play.state import Member, State


def keepers(state: State) -> tuple[str, ...]:
    """Return the ids of last night's watches who are present and alive, in order."""
    here = {member.id for member in state.travellers if not member.dead}
    return tuple(who for who in state.watches if who in here)


def letters(watches: Iterable[Member]) -> str:
    """Return the watches in order by the letters of their tokens: "H M V"."""
    return " ".join(member.token or member.name for member in watches)


def on_watch(
    who: tuple[str, ...], rested: Fraction, until: Fraction, night: Fraction
) -> tuple[str, ...]:
    """Return those on watch from `rested` to `until` hours into a camp of `night` hours, in order.

    Empty without watches, and in a camp of a whole day or more.
    """
    if not who or not 0 < night < DAY:
        return ()
    share = night / len(who)
    first = min(int(rested / share), len(who) - 1)
    return who[first : max(first + 1, ceil(until / share))]


def asks_who_watches(state: State) -> bool:
    """Whether a camp made now asks for watches: some watched last night, or checks fall due."""
    checked = state.schedule is not None and state.schedule.nights
    free = state.pending is None and state.camped is None
    return free and (checked or bool(keepers(state)))
