"""Cycling through the hits of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

Place = TypeVar("Place")


def round_to(places: Sequence[Place], here: Place | None, step: int) -> Place:
    """The place `steps` from `here`, cyclically; the first if `here` is not among them.

    Needs at least one place.
    """
    index = places.index(here) + step if here is not None and here in places else 0
    return places[index % len(places)]


class Searching(Generic[Place]):
    """The hits of a screen's last search, in order."""

    hits: Sequence[Place] = ()

    def here(self) -> Place | None:
        """Where the cursor is."""
        raise NotImplementedError

    def go_there(self, place: Place) -> None:
        """Move the cursor to a hit."""
        raise NotImplementedError

    def take_hits(self, hits: Sequence[Place]) -> bool:
        """Keep the hits and go to the first; whether there is any."""
        self.hits = hits
        if hits:
            self.go_there(hits[0])
        return bool(hits)

    def action_next_hit(self) -> None:
        """Go to the next hit."""
        self._to_hit(1)

    def action_previous_hit(self) -> None:
        """Go to the previous hit."""
        self._to_hit(-1)

    def _to_hit(self, step: int) -> None:
        if self.hits:
            self.go_there(round_to(self.hits, self.here(), step))
