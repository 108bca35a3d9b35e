"""The shelf of campaigns: list, create, open, rename, bin. No sqlmodel until one is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from core.calendars import PLAIN, Calendar, Date, Instant
from core.messages import Message
from core.rulesets.schema import Ruleset

if TYPE_CHECKING:
    from saves.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Shelf:
    """One campaign of the list. With a `warning` the other fields may be empty.

    `date` and `hour` are the campaign's clock, `place` a name or hex, `played` UTC text of the
    last entry ("" = never), `entries` the number of rows.
    """

    name: str
    path: Path
    ruleset_name: str = ""
    date: Date | None = None
    hour: Fraction = Fraction(0)
    place: str = ""
    played: str = ""
    entries: int = 0
    warning: Message | None = None


def home() -> Path:
    """Outrider's data folder: `OUTRIDER_HOME`, else the platform's. Not created by asking."""
    raise NotImplementedError


def campaigns() -> Path:
    """The folder of campaign files."""
    raise NotImplementedError


def listing() -> tuple[Shelf, ...]:
    """All campaigns, last played first; a file that cannot be read is listed with a warning."""
    raise NotImplementedError


def create(
    name: str,
    ruleset: Ruleset,
    *,
    calendar: Calendar = PLAIN,
    start: Instant = Instant(0, Fraction(8)),
) -> Campaign:
    """Found a campaign on the shelf. Raises CannotKeep on an empty, odd or taken name."""
    raise NotImplementedError


def find(wanted: str) -> Path:
    """The file of a campaign given by path, name or unique beginning of a name.

    Raises CannotOpen when there is none, or several (it lists them).
    """
    raise NotImplementedError


def open(wanted: str | Path, *, read_only: bool = False) -> Campaign:
    """Open a campaign given by path, name or unique beginning of a name. Raises CannotOpen."""
    raise NotImplementedError


def rename(wanted: str | Path, name: str) -> Path:
    """Give a campaign another name and its file a new one. Raises CannotKeep, CannotOpen."""
    raise NotImplementedError


def bin(wanted: str | Path) -> Path:
    """Move a campaign to the bin folder and return where it lies. Raises CannotKeep."""
    raise NotImplementedError


def unbin(binned: Path) -> Path:
    """Put a binned campaign back on the shelf. Raises CannotKeep when its name is taken."""
    raise NotImplementedError
