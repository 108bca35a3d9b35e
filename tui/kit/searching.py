"""Cycling through the hits of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

Place = TypeVar("Place")


def round_to(places: Sequence[Place], here: Place | None, step: int) -> Place:
    """The place `steps` from `here`, cyclically; the first if `here` is not among them.

    Needs at least one place.
    """
    if here is not None and here in places:
        index = places.index(here) + step
    else:
        index = 0
    return places[index % len(places)]


@runtime_checkable
class Cursored(Protocol[Place]):
    """A screen with a cursor; `hits` are those of its last search, in order."""

    hits: Sequence[Place]

    def here(self) -> Place | None:
        """Where the cursor is."""
        ...

    def go_there(self, place: Place) -> None:
        """Move the cursor there."""
        ...


def take_hits(screen: Cursored[Place], hits: Sequence[Place]) -> bool:
    """Keep the hits and go to the first; whether there is any."""
    screen.hits = hits
    if hits:
        screen.go_there(hits[0])
    return bool(hits)


def go_to_hit(screen: Cursored[Place], step: int) -> None:
    """Go to the next hit (1) or the one before (-1)."""
    if screen.hits:
        screen.go_there(round_to(screen.hits, screen.here(), step))
