"""Failures of what stores campaigns, the same for every back end."""

from __future__ import annotations

from core.messages import Message


class StorageError(Exception):
    """What stores a campaign failed, or what it stores is damaged.

    `trouble` is a clause that says what is wrong if the campaign itself may be whole; None if it is
    damaged.
    """

    def __init__(self, reason: str, trouble: Message | None = None) -> None:
        super().__init__(reason)
        self.trouble = trouble

    @property
    def reason(self) -> Message | str:
        """What is wrong, for a sentence: the trouble, else what the back end itself says."""
        return self.trouble or str(self)


class Full(StorageError):
    """There is no room left."""


class Lost(StorageError):
    """The connection is gone; whether the last transaction is stored is not known."""


class Clash(StorageError):
    """A row that is to be stored is there already, by its number or its id."""
