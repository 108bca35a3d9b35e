"""What saving and opening can refuse, each with a sentence."""

from __future__ import annotations

from typing import Literal

from core.messages import Refusal, Value


class CannotOpen(Refusal):
    """A file that is not opened, and that was left as it was."""


class CannotKeep(Refusal):
    """A name, rename or move that the library refuses."""


def reason_of(error: Exception) -> str:
    """What the system says of an error, as briefly as it does."""
    return getattr(error, "strerror", None) or str(error)


class NotRecorded(Refusal):
    """A command that is not in the journal: read-only, changed elsewhere, or the disk failed.

    `outcome` is "no" (it is certainly not stored) or "unknown" (the file could not be read
    again after the error; the campaign is read-only from now on).
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
