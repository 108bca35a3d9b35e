"""Which creatures events are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from core.play.fight.encounter import Encounter, Slot
from core.play.fight.moves.events import MoveHalted, StrikesAnswered
from core.play.fight.setup.events import CreaturesPlaced, FoeEdited, FoesAdded, Mustered, Prepared
from core.play.fight.turns.events import ChaseSet, InitiativeSet, TurnBegan, TurnOver
from core.play.table.events import Amended, Edited, Joined
from core.play.union import Event

FIELDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "strained": ("who",),
        "rode": ("rider", "mount"),
        "left": ("who",),
        "presence_set": ("who",),
        "damaged": ("who",),
        "healed": ("who",),
        "checked": ("who",),
        "ruling_made": ("who",),
        "creatures_removed": ("who",),
        "door_set": ("who",),
        "hidden": ("who",),
        "delayed": ("who",),
        "readied": ("who",),
        "interposed": ("who",),
        "actions_spent": ("who",),
        "condition_began": ("who",),
        "condition_ended": ("who",),
        "sank": ("who",),
        "stabilised": ("who",),
        "died": ("who",),
        "revived": ("who",),
        "run_down": ("who", "by"),
        "chase_ended": ("caught",),
        "moved": ("who",),
        "opportunity_taken": ("by", "against"),
        "pushed": ("who",),
        "fell": ("who",),
        "mounted_up": ("who", "mount"),
        "left_board": ("who",),
        "struck": ("by", "at"),
        "coup_struck": ("by", "at"),
        "area_struck": ("by", "who"),
        "temporary_given": ("who",),
        "cover_taken": ("who",),
        "taken_in_hand": ("who",),
    }
)
"""The fields that hold ids, one or many, by the kind of the event."""


def about(events: Iterable[Event], fight: Encounter | None) -> tuple[str, ...]:
    """The ids of all creatures that `events` are about, in the order in which they come.

    `fight` is the encounter that its slots belong to. A march is about nobody: all march.
    """
    found: dict[str, None] = {}
    for event in events:
        fields = FIELDS.get(event.kind)
        if fields is None:
            found.update(dict.fromkeys(_further(event, fight)))
            continue
        for field in fields:
            ids = getattr(event, field)
            found.update(dict.fromkeys((ids,) if isinstance(ids, str) else ids))
    found.pop("", None)
    return tuple(found)


def _further(event: Event, fight: Encounter | None) -> Iterable[str]:
    match event:
        case Joined(member) | Edited(member):
            return (member.id,)
        case Prepared(encounter):
            return (foe.id for foe in encounter.foes)
        case FoesAdded(_, foes):
            return (foe.id for foe in foes)
        case FoeEdited(_, foe):
            return (foe.id,)
        case Mustered(_, figures):
            return (figure.id for figure in figures)
        case CreaturesPlaced(_, spots):
            return (spot.who for spot in spots)
        case InitiativeSet(order):
            return _acting(order)
        case TurnBegan(slot) | TurnOver(slot):
            return _acting(one for one in (() if fight is None else fight.order) if one.key == slot)
        case ChaseSet(chase):
            return (runner.id for runner in (*chase.quarry, *chase.pursuers))
        case MoveHalted(waiting):
            return (waiting.who, *(striker.by for striker in waiting.strikers))
        case StrikesAnswered(who, took):
            return (who, *(id for each in took for id in each.split(">")))
        case Amended(corrections=corrections):
            return (one.who for one in corrections)
        case _:
            return ()


def _acting(slots: Iterable[Slot]) -> Iterable[str]:
    return (who for slot in slots for who in slot.who)
