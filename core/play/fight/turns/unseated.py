"""A mount that drops or dies throws its riders to its side."""

from __future__ import annotations

from collections.abc import Callable

from core.messages import N_, Message, Refusal
from core.play.fight.beings import fight_of, named
from core.play.fight.beside import afoot, beside
from core.play.fight.moves.events import MountedUp
from core.play.fight.scene import scene_of
from core.play.fight.turns.falling import lie_down, tumble
from core.play.fight.vital import house
from core.play.tale import Tale


def unseats(tale: Tale, mount: str, drops: Callable[[Tale, str], None]) -> None:
    """Let everybody whom `mount` carries lie beside it, or on it where there is no room.

    From the air they fall as far as it does, and `drops` tells what that does to them. No rule of
    the catalogue says so: it is what d20 games expect (house default), and the GM may rule it
    away.
    """
    state = tale.state
    riders = tuple(one for one in fight_of(state).figures if one.mount == mount)
    for rider in riders:
        label = Message(N_("{who} falls off {mount}"), who=named(state, rider.id),
                        mount=named(state, mount))  # fmt: skip
        tale.cite(house(tale.world.rules, label, Message(N_("beside it, prone"))))
        tale.happen(MountedUp(rider.id, "", _place(tale, rider.id, mount) or rider.at))
        if rider.elevation > 0 and tumble(tale, rider.id, rider.elevation):
            drops(tale, rider.id)
        lie_down(tale, rider.id)


def _place(tale: Tale, rider: str, mount: str) -> str:
    try:
        scene = scene_of(tale.state, tale.world)
    except Refusal:  # its board cannot be read any more
        return ""
    who, carrier = scene.by_id.get(rider), scene.by_id.get(mount)
    if who is None or carrier is None:
        return ""
    places = beside(scene, afoot(tale.state, who), scene.body(carrier))
    return str(places[0]) if places else ""
