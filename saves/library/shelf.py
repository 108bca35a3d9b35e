"""Campaigns in the list, read without opening them. Private to saves."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Final

from core.calendars import Date
from core.messages import Message
from core.values import Struct, replace
from saves.store import branch_point, canonical, closed_file
from saves.store.branch_point import BranchPoint
from saves.store.file_header import inspect
from saves.store.refusals import CannotOpen

UNREADABLE: Final = (
    closed_file.FAILED,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""Raised by reading a damaged or forged file."""


class Shelf(Struct):
    """One campaign of the list. With a `warning` the other fields may be empty.

    `date` and `hour` are the campaign's clock, `place` a name or hex, `played` UTC text of the
    last entry ("" = never), `entries` the number of rows, `sessions` that of sessions (0: unknown).
    `id` does not change when it is renamed. `born_from` is the branch point of a what-if branch;
    `under` is then the name of its campaign in the list, "" if that is gone. `damage` is what the
    last check found, if it is still there.
    """

    name: str
    path: Path
    id: str = ""
    ruleset_name: str = ""
    date: Date | None = None
    hour: Fraction = Fraction(0)
    place: str = ""
    played: str = ""
    entries: int = 0
    sessions: int = 0
    born_from: BranchPoint | None = None
    under: str = ""
    warning: Message | None = None
    damage: Message | None = None


def read(path: Path) -> Shelf:
    """Read a campaign's label; with a warning if it cannot be read."""
    try:
        inspect(path)
        label = closed_file.label(path)
        doc = canonical.load(label.face)
        born = doc.get("born_from")
        return Shelf(
            label.name, path, label.id, doc["ruleset"], Date(doc["year"], doc["month"], doc["day"]),
            Fraction(doc["hour"]), doc["place"], doc["at"], label.entries, doc.get("sessions", 0),
            None if born is None else branch_point.read(born), damage=label.damage,
        )  # fmt: skip
    except CannotOpen as refusal:
        return Shelf(path.stem, path, warning=refusal.message)
    except UNREADABLE:
        return Shelf(path.stem, path, warning=Message("This campaign cannot be read."))


def arranged(shelves: Iterable[Shelf]) -> tuple[Shelf, ...]:
    """Campaigns, last played first, each followed by its branches; then other branches."""
    newest = sorted(shelves, key=lambda shelf: (shelf.played, shelf.name), reverse=True)
    trials = [shelf for shelf in newest if shelf.born_from is not None]
    found: list[Shelf] = []
    for campaign in newest:
        if campaign.born_from is not None:
            continue
        its = [one for one in trials if one.born_from and one.born_from.campaign == campaign.id]
        trials = [one for one in trials if one not in its]
        found += (campaign, *(replace(one, under=campaign.name) for one in its))
    return (*found, *trials)
