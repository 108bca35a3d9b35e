"""What one audience of a record sees of the story: all of it, or what players may know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.play.fight.encounter import Encounter
from core.play.fold import Event
from core.play.state import State
from core.play.view import for_players
from core.play.world import World
from saves.exchange.record.document import Audience


@dataclass(frozen=True, slots=True)
class Sight:
    """An event as it is told: `state` is the state after it, both as the audience knows them.

    `event` is None when the audience is told nothing of it; `secret`: players are not.
    """

    event: Event | None
    state: State
    secret: bool = False


def sight(event: Event, state: State, audience: Audience) -> Sight:
    """What an audience sees of an event that has led to `state`."""
    seen, told = for_players(slim(state, getattr(event, "encounter", "")), ((event,),))
    if audience == "gm":
        return Sight(event, state, not told)
    return Sight(told[0][0] if told else None, seen)


def known(state: State, audience: Audience) -> State:
    """The state as an audience knows it."""
    return state if audience == "gm" else for_players(state)[0]


def slim(state: State, encounter: str = "") -> State:
    """The state with no other encounters than what an event can tell of, the fight's first.

    Those are the fight, the one with the id `encounter`, and those upon whose creatures something
    hangs that lies on a member: a long campaign has hundreds more.
    """
    fight = state.fight
    hang = {one.until.who for member in state.members for one in member.lasting} - {""}
    kept = tuple(
        one
        for one in state.encounters
        if one.id == encounter or (hang and one.status != "over" and _holds(one, hang))
        if one is not fight
    )
    return replace(state, encounters=kept if fight is None else (fight, *kept))


def _holds(encounter: Encounter, ids: set[str]) -> bool:
    return any(foe.id in ids for foe in encounter.foes)


def shown_hexes(
    state: State, world: World, been: frozenset[str], audience: Audience
) -> frozenset[str]:
    """The hexes of the map that an audience may see: of players those they know, or were in."""
    region = world.region(state)
    if region is None:
        return frozenset()
    if audience == "gm":
        return frozenset(region.cells)
    return frozenset(hex for hex in region.cells if hex in been) | known_hexes(state, world)


def known_hexes(state: State, world: World) -> frozenset[str]:
    """The hexes whose names players may know: what the story says of a hex goes before the map."""
    region = world.region(state)
    if region is None:
        return frozenset()
    told = {mark.hex: mark.known for mark in state.marks}
    return frozenset(hex for hex, cell in region.cells.items() if told.get(hex, cell.known))
