"""Who watches over a camp, and when: the night is shared evenly, in the order of the watches."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from core.calendars import DAY
from core.play.state import Member, State


def keepers(state: State) -> tuple[str, ...]:
    """Who watches as last night, in order: the ids of those who are here and alive."""
    here = {member.id for member in state.travellers if not member.dead}
    return tuple(who for who in state.watches if who in here)


def letters(watches: Iterable[Member]) -> str:
    """Who watches, in order, by the letters of their tokens: "H M V"."""
    return " ".join(member.token or member.name for member in watches)


def on_watch(
    who: tuple[str, ...], rested: Fraction, until: Fraction, night: Fraction
) -> tuple[str, ...]:
    """Who of these watches from `rested` to `until` hours into a camp of `night` hours, in order.

    Nobody when nobody was named, and in a camp of a whole day or more.
    """
    if not who or not 0 < night < DAY:
        return ()
    share = night / len(who)
    first = min(int(rested / share), len(who) - 1)
    return who[first : max(first + 1, ceil(until / share))]


def asks_who_watches(state: State) -> bool:
    """Whether a camp that is made now has watches to be named.

    Somebody watched last night, or encounter checks fall due in camp.
    """
    checked = state.schedule is not None and state.schedule.nights
    free = state.pending is None and state.camped is None
    return free and (checked or bool(keepers(state)))
