"""The place of a campaign that a server has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.values import Struct
from saves.server_url import has_password

if TYPE_CHECKING:
    from saves.store.backend import Place


class ServerPlace(Struct, eq=False):
    """A campaign of the server at a `url`, which never contains a password.

    It is found by its `id`, whatever it is called by now, or in the bin; without one, as the GM
    names it, by the name that it has in the list. Two places are the same campaign if their ids
    are the same, or, where one has none, their names.
    """

    url: str
    name: str
    id: str = ""

    def __post_init__(self) -> None:
        if has_password(self.url):
            raise ValueError("the address of a server contains a password")

    @property
    def title(self) -> str:
        """The campaign's name."""
        return self.name

    @property
    def key(self) -> str:
        """The address of the server with the campaign's id, which does not change."""
        return f"{self.url} {self.id or self.name}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerPlace) or self.url != other.url:
            return False
        if self.id and other.id:
            return self.id == other.id
        return self.name == other.name

    def __ne__(self, other: object) -> bool:
        # That of the base class does not ask the equality above.
        return not self == other

    def __hash__(self) -> int:
        return hash(self.url)

    def __str__(self) -> str:
        return f"{self.url}#{self.name}"


def server_place_of(place: Place) -> ServerPlace:
    """A place of this back end as such."""
    assert isinstance(place, ServerPlace), "a place of another back end"
    return place
