"""A fight as players see it: nothing of who is hidden, no figures of their foes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.creatures import Sheet
from core.play.fight.afflictions import UNCONSCIOUS
from core.play.fight.encounter import Chase, Encounter, Figure, Foe, Slot
from core.play.fight.turns.events import Paused
from core.play.fold import Event
from core.play.lasting import Lasting
from core.play.pending import Fighting, Pending, Waiting
from core.play.road.events import EncounterBegun, EncounterEnded
from core.play.state import State

PRONE, DYING = "prone", "dying"
SEEN = frozenset({PRONE, UNCONSCIOUS})
"""What players see of a foe's state, beside its death."""


def hidden(encounters: Iterable[Encounter]) -> set[str]:
    """The ids of all who are hidden in these encounters."""
    return {figure.id for one in encounters for figure in one.figures if figure.hidden}


def seen_encounter(encounter: Encounter, secret: set[str]) -> Encounter:
    """An encounter without the `secret` ones, without figures of foes and readied words."""
    foes = {foe.id for foe in encounter.foes}
    order = seen_order(encounter.order, secret)
    acting = seen_key(encounter.acting, encounter.order, secret)
    acting = acting if any(slot.key == acting for slot in order) else ""
    return replace(
        encounter,
        foes=seen_foes(encounter.foes, secret),
        figures=tuple(
            seen_figure(figure, foes, secret)
            for figure in encounter.figures
            if figure.id not in secret
        ),
        order=order,
        acting=acting,
        chase=seen_chase(encounter.chase, secret),
    )


def seen_foes(foes: Iterable[Foe], secret: set[str]) -> tuple[Foe, ...]:
    """Foes by their name, letter, side and size alone; whether they lie, or are dead."""
    return tuple(_foe(foe) for foe in foes if foe.id not in secret)


def _foe(foe: Foe) -> Foe:
    shown = [lasting.name for lasting in foe.lasting if lasting.name in SEEN]
    if _down(foe) and UNCONSCIOUS not in shown:
        shown.append(UNCONSCIOUS)
    size = Sheet(foe.sheet.size, foe.sheet.long, space=foe.sheet.space)
    lasting = tuple(Lasting(name) for name in shown)
    return Foe(
        foe.id, foe.name, foe.token, foe.side, foe.group, sheet=size, dead=foe.dead, lasting=lasting
    )


def _down(foe: Foe) -> bool:
    left = None if foe.hp is None else foe.hp - foe.damage
    out = left is not None and (left < 0 or foe.nonlethal > left)
    return not foe.dead and (out or any(lasting.name == DYING for lasting in foe.lasting))


def seen_lasting(lasting: Lasting, secret: set[str]) -> Lasting:
    """What lies on a member, without who brought it or upon whose secret turn it hangs."""
    until = lasting.until
    if until.who in secret:
        until = replace(until, who="")
    return replace(lasting, source="", until=until)


def seen_figure(figure: Figure, foes: set[str], secret: set[str]) -> Figure:
    """A figure without what it has readied, and of `foes` without what is in its hand."""
    return replace(
        figure,
        readied="",
        mount="" if figure.mount in secret else figure.mount,
        reacted=without(figure.reacted, secret),
        weapon=0 if figure.id in foes else figure.weapon,
    )


def seen_order(order: Iterable[Slot], secret: set[str]) -> tuple[Slot, ...]:
    """The order of initiative of those who are not secret."""
    slots = tuple(order)
    return tuple(
        replace(slot, key=seen_key(slot.key, slots, secret), who=who)
        for slot in slots
        if (who := without(slot.who, secret))
    )


def seen_key(key: str, order: Iterable[Slot], secret: set[str]) -> str:
    """The key of a slot; where it names a secret one, the id of somebody in it who is seen."""
    slot = next((slot for slot in order if slot.key == key), None)
    if key not in secret or slot is None:
        return key
    return next(iter(without(slot.who, secret)), "")


def seen_chase(chase: Chase | None, secret: set[str]) -> Chase | None:
    """A chase of those who are not secret."""
    if chase is None:
        return None
    return replace(
        chase,
        quarry=tuple(runner for runner in chase.quarry if runner.id not in secret),
        pursuers=tuple(runner for runner in chase.pursuers if runner.id not in secret),
    )


def seen_pending(pending: Pending | None, secret: set[str]) -> Pending | None:
    """What the story waits for, without those who are secret."""
    if isinstance(pending, Fighting) and pending.waiting is not None:
        return replace(pending, waiting=seen_waiting(pending.waiting, secret))
    return pending


def seen_waiting(waiting: Waiting, secret: set[str]) -> Waiting | None:
    """A movement that waits, asked of those who are seen alone; None when nobody sees it."""
    if waiting.who in secret or waiting.target in secret:
        return None
    return replace(
        waiting,
        strikers=tuple(one for one in waiting.strikers if not {one.by, one.against} & secret),
        queue=tuple(one for one in waiting.queue if one.who not in secret),
    )


def without(ids: Iterable[str], secret: set[str]) -> tuple[str, ...]:
    """These ids, the secret ones left out ("valeria>wolf-2" is secret when one of both is)."""
    return tuple(id for id in ids if not secret.intersection(id.split(">")))


def played_before(events: Iterable[Event], state: State) -> Encounter | None:
    """The encounter that was being played before these events led to `state`; None without one."""
    for event in events:
        match event:
            case EncounterBegun():
                return None
            case Paused(encounter):
                return state.encounter(encounter)
            case EncounterEnded(name):
                over = (one for one in reversed(state.encounters) if one.status == "over")
                return next((one for one in over if one.name == name), None)
            case _:
                pass
    return state.fight
