"""The base classes of all values: frozen, compared by field, strictly read from JSON."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Generic, TypeVar, dataclass_transform

import msgspec

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen value. In JSON an object with a key for each field and no others."""


class Tagged(Struct, tag_field="kind"):
    """A value whose JSON names its kind: commands, events, answers and others of a union.

    `class Joined(Tagged, tag="joined")`: a tag is in files and never changes.
    """

    @property
    def kind(self) -> str:
        """The tag of its class."""
        return str(self.__struct_config__.tag)


if TYPE_CHECKING:
    from dataclasses import replace as replace  # checks the names and types of the fields
else:

    def replace(value: T, /, **changes: Any) -> T:  # noqa: ANN401  (any field)
        """Return the value, which may be a dataclass, with some fields changed."""
        again = getattr(value, "__replace__", None)  # a dataclass has none before Python 3.13
        if again is None:
            return dataclasses.replace(value, **changes)
        return again(**changes)


class ByIdentity(Generic[T]):
    """A value as the key of a cache: the same object, whatever others are equal to it.

    For what is large, so that neither its hash nor a comparison is worked out.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
