"""The library of campaigns: list, create, open, rename, bin."""

from __future__ import annotations

import os
import re
import sys
import uuid
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from core.calendars import PLAIN, Date, Instant
from core.files import reason_of
from core.messages import Message
from core.play.facts.state import MORNING
from core.play.facts.table.commands import FoundCampaign
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.paths import bin_folder, campaigns
from saves.settings import load
from saves.store.entries import BranchPoint
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.sqlite import lease, shelf
from saves.store.sqlite.disk_trouble import trouble_of
from saves.store.sqlite.header import inspect
from saves.store.sqlite.shelf import LONGEST_PLACE

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign

UNREADABLE = (
    shelf.FAILED,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    OSError,
)
"""Raised by reading a damaged or forged file."""


class Shelf(Struct, kw_only=True):
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


def read_shelf(path: Path) -> Shelf:
    """Read a campaign's label; with a warning if it cannot be read."""
    try:
        inspect(path)
        label = shelf.read_label(path)
        face = label.face
        return Shelf(
            name=label.name,
            path=path,
            id=label.id,
            ruleset_name=face.ruleset[:LONGEST_PLACE],
            date=face.date,
            hour=face.exact_hour,
            place=face.place[:LONGEST_PLACE],
            played=face.at,
            entries=label.entries,
            sessions=face.sessions,
            damage=label.damage,
            born_from=face.branch_point,
        )
    except CannotOpen as refusal:
        return Shelf(name=path.stem, path=path, warning=refusal.message)
    except UNREADABLE as error:
        trouble = trouble_of(error, path)
        if trouble is not None:
            return Shelf(name=path.stem, path=path, warning=Message("{what}.", what=trouble))
        return Shelf(name=path.stem, path=path, warning=Message("This campaign cannot be read."))


def _arranged(shelves: Iterable[Shelf]) -> tuple[Shelf, ...]:
    """Campaigns, last played first, each followed by its branches; then other branches."""
    newest = sorted(shelves, key=lambda one: (one.played, one.name), reverse=True)
    trials = [one for one in newest if one.born_from is not None]
    found: list[Shelf] = []
    for campaign in newest:
        if campaign.born_from is not None:
            continue
        its = [one for one in trials if one.born_from and one.born_from.campaign == campaign.id]
        trials = [one for one in trials if one not in its]
        found += (campaign, *(replace(one, under=campaign.name) for one in its))
    return (*found, *trials)


SUFFIX = ".outrider"
START = Instant(0, MORNING)
UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
LONGEST = 80
MOST_BYTES = 230
"""The length of a file's name, which may have 255: the rest is for what is beside it."""


def listing() -> tuple[Shelf, ...]:
    """All campaigns, last played first, each followed by its branches.

    An unreadable file is listed with a warning. Raises CannotOpen if the folder cannot be read.
    """
    return _arranged(map(read_shelf, _files(campaigns())))


def _files(folder: Path) -> list[Path]:
    # Path.glob finds nothing in a folder that it may not read, and does not say so.
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotOpen(
            "unreadable_folder",
            "The folder {folder} cannot be read: {reason}.",
            folder=str(folder),
            reason=reason_of(error),
        ) from error
    return sorted(folder / name for name in names if name.endswith(SUFFIX))


def sound() -> tuple[Shelf, ...]:
    """The campaigns whose label can be read, in the order of `listing`. Raises as `listing`."""
    return tuple(one for one in listing() if one.warning is None)


def create(name: str, ruleset: Ruleset, *, start: Instant = START) -> Campaign:
    """Create a campaign. Raises CannotKeep if the name is empty, odd or taken."""
    from saves.campaign.campaign import Campaign

    name, path = free(name)
    command = FoundCampaign(name, "", ruleset.display_name(), PLAIN, start)
    gap = load().settings.session_gap
    return Campaign.create(path, command, ruleset=ruleset, session_gap=gap)


def free(name: str) -> tuple[str, Path]:
    """A new campaign's tidied name and its file. Raises CannotKeep if empty, odd or taken."""
    name = _fit(name)
    _refuse_taken(name)
    path = campaigns() / (stem(name) + SUFFIX)
    if path.exists():
        raise _taken(name)
    return name, path


def find(wanted: str | Path) -> Path:
    """The file of a campaign given by path, name or unique beginning of a name.

    Raises CannotOpen if there is none or several, or the name is empty.
    """
    if not str(wanted).strip():
        raise CannotOpen("empty_name", "The name is empty. Give the name of a campaign.")
    path = Path(wanted)
    if isinstance(wanted, Path) or path.suffix == SUFFIX or os.sep in wanted:
        if path.exists():
            return path
        raise CannotOpen("no_such_file", "There is no file {name}.", name=str(wanted))
    shelves = listing()
    folded = wanted.casefold()
    own = [one for one in shelves if one.born_from is None]
    tried = [one for one in shelves if one.born_from is not None]
    exactly = str.__eq__
    begins = str.startswith
    for fits, among in ((exactly, shelves), (begins, own), (begins, tried)):
        found = [one for one in among if fits(one.name.casefold(), folded)]
        if len(found) == 1:
            return found[0].path
        if found:
            raise CannotOpen(
                "several_campaigns",
                "Several campaigns are called {name}: {names}.",
                name=wanted,
                names=tuple(sorted(one.name for one in found)),
            )
    raise CannotOpen(
        "no_such_campaign",
        "There is no campaign {name}; there are: {names}.",
        name=wanted,
        names=tuple(sorted(one.name for one in shelves)) or "-",
    )


def open(wanted: str | Path, *, read_only: bool = False) -> Campaign:  # noqa: A001  (library.open)
    """Open a campaign given by path, name or unique beginning of a name. Raises CannotOpen."""
    path = find(wanted)
    from saves.campaign.campaign import Campaign

    gap = load().settings.session_gap
    return Campaign.open(path, read_only=read_only, session_gap=gap)


def rename(wanted: str | Path, name: str) -> Path:
    """Rename a campaign and its file. Raises CannotKeep, CannotOpen."""
    path = find(wanted)
    name, target = renamed(path, name)
    inspect(path)
    held = _hold(path)
    try:
        _fold_wal(path)  # on a full disk this fails before anything is changed
        _rename_both(path, name, target)
    except (shelf.FAILED, OSError, UnicodeError) as error:
        raise CannotKeep(
            "not_renamed",
            "{name} cannot be renamed: {reason}.",
            name=path.stem,
            reason=trouble_of(error, path) or reason_of(error),
        ) from error
    finally:
        held.pass_on()
    return target


def _rename_both(path: Path, name: str, target: Path) -> None:
    # The campaign and its file, or neither. Raises FAILED, OSError, CannotKeep.
    old = shelf.rename(path, name)
    try:
        _fold_wal(path)
        path.rename(target)
    except (shelf.FAILED, OSError, CannotKeep) as error:
        try:
            shelf.rename(path, old)
        except shelf.FAILED:
            raise CannotKeep(
                "half_renamed",
                "The campaign is called {name} now, but its file is still {file}: {reason}.",
                name=name,
                file=path.name,
                reason=reason_of(error),
            ) from error
        raise


def renamed(path: Path, name: str) -> tuple[str, Path]:
    """The tidied new name and file for the campaign at `path`. Raises as `free`."""
    name = _fit(name)
    _refuse_taken(name, but=path)
    target = path.with_name(stem(name) + SUFFIX)
    if target.exists() and not target.samefile(path):
        raise _taken(name)
    return name, target


def bin(wanted: str | Path) -> Path:  # noqa: A001  (library.bin)
    """Move a campaign to the bin and return its path there. Raises CannotKeep."""
    path = find(wanted)
    folder = bin_folder() / str(uuid.uuid4())
    held = _hold(path)
    try:
        _fold_wal(path)
        folder.mkdir(parents=True)
        return path.rename(folder / path.name)
    except (shelf.FAILED, OSError) as error:
        raise _immovable(path, error) from error
    finally:
        held.pass_on()


def unbin(binned: Path) -> Path:
    """Move a binned campaign back to the library. Raises CannotKeep if its name is taken."""
    name = read_shelf(binned).name
    target = campaigns() / binned.name
    _refuse_taken(name)
    if target.exists():
        raise _taken(name)
    try:
        campaigns().mkdir(parents=True, exist_ok=True)
        binned.rename(target)
        binned.parent.rmdir()
    except OSError as error:
        raise _immovable(binned, error) from error
    return target


def _fit(name: str) -> str:
    name = " ".join(name.split())
    if not name or not stem(name):
        raise CannotKeep("no_name", "A campaign needs a name.")
    if len(name) > LONGEST or not name.isprintable():
        raise CannotKeep(
            "odd_name",
            "A name has at most {most} letters, all printable.",
            most=LONGEST,
        )
    return name


def stem(name: str) -> str:
    """The file name, without its suffix, of a campaign: safe on every file system."""
    encoding = sys.getfilesystemencoding()
    name = name.encode(encoding, "replace")[:MOST_BYTES].decode(encoding, "ignore")
    safe = UNSAFE.sub("-", name).strip(" .")
    if RESERVED.fullmatch(safe):
        return f"{safe}-"
    return safe


def _refuse_taken(name: str, but: Path | None = None) -> None:
    for one in listing():
        if one.name.casefold() == name.casefold() and one.path != but:
            raise _taken(name)


def _taken(name: str) -> CannotKeep:
    return CannotKeep("taken", "There is already a campaign called {name}.", name=name)


def _immovable(path: Path, error: Exception) -> CannotKeep:
    return CannotKeep(
        "not_moved",
        "{name} cannot be moved: {reason}.",
        name=path.stem,
        reason=reason_of(error),
    )


def _hold(path: Path) -> lease.Lock:
    try:
        held = lease.acquire(path)
    except OSError as error:
        raise _immovable(path, error) from error
    if isinstance(held, lease.Holder):
        raise CannotKeep(
            "in_use",
            "{name} is open in another window; close it there first.",
            name=path.stem,
        )
    return held


def _fold_wal(path: Path) -> None:
    # Raises CannotKeep when another program reads it just now, and that cannot be done.
    if not shelf.fold_wal(path):
        raise CannotKeep(
            "in_use",
            "{name} is being read by another program; try again in a moment.",
            name=path.stem,
        )
