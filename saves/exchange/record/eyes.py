"""The part of the story that one audience of a record may know."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from core.play.fold import Event
from core.play.state import State
from core.play.view import each_for_players, for_players
from core.values import Struct, replace
from saves.exchange.record.document import Audience


class Sight(Struct, dict=True):
    """An event as it is told: None when the audience is told nothing of it.

    `after` is the true state after it, for players with no other encounters than it can tell of;
    players know these `hexes`.
    """

    event: Event | None
    after: State
    audience: Audience
    hexes: Set[str] = frozenset()

    @cached_property
    def secret(self) -> bool:
        """Whether only the GM may know it."""
        if self.event is None or self.audience != "gm":
            return False
        return not _told(self.event, _after(self.event, self.after), self.hexes)

    @property
    def state(self) -> State:
        """The state after the event as the audience knows it."""
        return self.after if self.audience == "gm" else self._state

    @cached_property
    def _state(self) -> State:
        return known(self.after, self.audience, self.hexes)


def sight(event: Event, state: State, audience: Audience, hexes: Set[str] = frozenset()) -> Sight:
    """An event that has led to `state`, for an audience; players know these `hexes`."""
    if audience == "gm":
        return Sight(event, state, audience, hexes)
    after = _after(event, state)
    told = _told(event, after, hexes)
    return Sight(told[0] if told else None, after, audience, hexes)


def _after(event: Event, state: State) -> State:
    return slim(state, getattr(event, "encounter", ""))


def _told(event: Event, after: State, hexes: Set[str]) -> tuple[Event, ...]:
    return each_for_players(after, ((event,),), hexes)[0]


def known(state: State, audience: Audience, hexes: Set[str] = frozenset()) -> State:
    """The state as an audience knows it; players know these `hexes`."""
    return state if audience == "gm" else for_players(state, known=hexes)[0]


def slim(state: State, encounter: str = "") -> State:
    """The state as far as an event can tell of it: of a long campaign it is a small part.

    Left out are the plan, notes, marks of the map, who has departed, and encounters but the fight,
    which is the first, the one with the id `encounter`, and those upon whose creatures something
    hangs that lies on a member.
    """
    fight = state.fight
    hang = {one.until.who for member in state.members for one in member.lasting} - {""}
    looked_at = state.encounters if hang or encounter not in ("", fight and fight.id) else ()
    kept = tuple(
        one
        for one in looked_at
        if one is not fight
        if one.id == encounter
        or (one.status != "over" and hang and any(foe.id in hang for foe in one.foes))
    )
    there = kept if fight is None else (fight, *kept)
    return replace(state, encounters=there, plan=None, notes=(), marks=(), departed=())
