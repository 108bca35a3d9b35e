"""Names of slots, states and ends of conditions."""

from __future__ import annotations

from types import MappingProxyType

from core.messages import N_, Message
from core.play.fight.combatants import find, grouped, named
from core.play.fight.encounter import Foe, Slot
from core.play.lasting import Until
from core.play.state import State
from core.quantities import Hours

SINKS = MappingProxyType(
    {
        "staggered": N_("{who} is staggered"),
        "disabled": N_("{who} is disabled"),
        "unconscious": N_("{who} is unconscious"),
        "dying": N_("{who} is dying"),
    }
)


def slot_name(state: State, key: str) -> str | Message:
    """Return a slot of the fight by the names of its creatures: "Wolf a-e"."""
    fight = state.fight
    slot = None if fight is None else fight.slot(key)
    if slot is None or not slot.who:
        return key
    return group_name(state, slot)


def group_name(state: State, slot: Slot) -> str | Message:
    """Return the names of a slot's creatures, without the dead while some live: "Wolf a-e".

    Of several kinds the first name and the number; a rider stands for its mount.
    """
    found = [find(state, who) for who in slot.who]
    if not isinstance(found[0], Foe):
        return named(state, slot.who[0])
    foes = [one for one in found if one is not None]
    names = grouped([one for one in foes if not one.dead] or foes)
    if len(names) == 1:
        return names[0]
    return Message("{who} ({count})", who=named(state, slot.who[0]), count=len(slot.who))


def spoken(name: str) -> str:
    """Return the name of a condition for people: its row of the table, or the GM's own words."""
    return name.replace("_", " ")


def until_words(until: Until, state: State) -> Message:
    """Return the end of a condition in words."""
    if until.kind == "turn_start":
        return Message("until the turn of {who} in round {round}", who=named(state, until.who),
                       round=until.round)  # fmt: skip
    if until.kind == "turn_end":
        return Message("until {who} has acted in round {round}", who=named(state, until.who),
                       round=until.round)  # fmt: skip
    if until.kind == "clock" and until.at is not None:
        return Message("for {hours}", hours=Hours(until.at.hours_since(state.clock)))
    return Message("until it is removed")
