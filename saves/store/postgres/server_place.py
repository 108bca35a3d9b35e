"""The place of a campaign that a server has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.values import Struct

if TYPE_CHECKING:
    from saves.store.backend import Place


class ServerPlace(Struct):
    """A campaign of the server at a `url`, which contains no password.

    It is found by its name. Only while it is not in the list, in the making or in the bin, it is
    found by its `id`, which is empty otherwise.
    """

    url: str
    name: str
    id: str = ""

    @property
    def title(self) -> str:
        """The campaign's name."""
        return self.name

    @property
    def key(self) -> str:
        """Its address, with the id if it has one."""
        if self.id:
            return f"{self} {self.id}"
        return str(self)

    def __str__(self) -> str:
        return f"{self.url}#{self.name}"


def server_place_of(place: Place) -> ServerPlace:
    """A place of this back end as such."""
    assert isinstance(place, ServerPlace), "a place of another back end"
    return place
