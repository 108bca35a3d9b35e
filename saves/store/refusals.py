"""Refusals of saving and opening, and damage met while reading."""

from __future__ import annotations

from typing import Literal

from core.messages import Refusal, Value


class UnreadableText(Exception):
    """Text of the journal or a checkpoint that this program did not write."""


class CannotOpen(Refusal):
    """A file cannot be opened; it was not changed."""


class CannotKeep(Refusal):
    """A campaign cannot be made, renamed or moved so."""


MOVED_ON = "moved_on"
"""The code of NotRecorded where somebody else has written meanwhile."""


UNREACHABLE = "no_server"
"""The code of CannotOpen where there is no connection to the server, or it was lost."""


class NotRecorded(Refusal):
    """A command was not recorded: read-only, changed by somebody else, or the disk failed.

    `outcome` is "no" (certainly not stored) or "unknown" (the file could not be read again after
    the error; the campaign is read-only from now on).
    """

    def __init__(
        self,
        code: str,
        template: str,
        /,
        outcome: Literal["no", "unknown"] = "no",
        **values: Value,
    ) -> None:
        super().__init__(code, template, **values)
        self.outcome = outcome
