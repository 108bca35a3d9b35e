"""The library of campaigns: list, create, open, rename, bin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from core.calendars import PLAIN, Date, Instant
from core.messages import Message
from core.play.facts.state import MORNING
from core.play.facts.table.commands import FoundCampaign
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.settings import load
from saves.store.entries import BranchPoint
from saves.store.labels import LONGEST_PLACE
from saves.store.places import (
    backend_of,
    find_backend,
    find_place,
    home_backend,
    refuse_absent,
)
from saves.store.refusals import CannotKeep, CannotOpen

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign
    from saves.store.backend import Backend, Place
    from saves.store.labels import Label


class Shelf(Struct, kw_only=True):
    """One campaign of the list. With a `warning` the other fields may be empty.

    `stored` is where it is stored. `date` and `hour` are its clock, `place` a name or hex, `played`
    UTC text of the last entry ("" = never), `entries` the number of rows, `sessions` that of
    sessions (0: unknown).
    `id` does not change when it is renamed. `born_from` is the branch point of a what-if branch;
    `under` is then the name of its campaign in the list, "" if that is gone. `damage` is what the
    last check found, if it is still there.
    """

    name: str
    stored: Place
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


def read_shelf(place: Place) -> Shelf:
    """Read a campaign's label; with a warning if it cannot be read."""
    try:
        label: Label | CannotOpen = backend_of(place).label(place)
    except CannotOpen as refusal:
        label = refusal
    return _shelf_of(place, label)


def _shelf_of(place: Place, label: Label | CannotOpen) -> Shelf:
    if isinstance(label, CannotOpen):
        return Shelf(name=place.title, stored=place, warning=label.message)
    face = label.face
    return Shelf(
        name=label.name,
        stored=place,
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


START = Instant(0, MORNING)
LONGEST = 80
"""Maximum letters of a name."""


def listing(backend: Backend | None = None) -> tuple[Shelf, ...]:
    """All campaigns, last played first, each followed by its branches.

    They are those of one back end, None: that of the library. One that cannot be read is listed
    with a warning. Raises CannotOpen if there is no list.
    """
    if backend is None:
        backend = home_backend()
    return _arranged(_shelf_of(place, label) for place, label in backend.labels())


def sound() -> tuple[Shelf, ...]:
    """The campaigns whose label can be read, in the order of `listing`. Raises as `listing`."""
    return tuple(one for one in listing() if one.warning is None)


def create(name: str, ruleset: Ruleset, *, start: Instant = START) -> Campaign:
    """Create a campaign. Raises CannotKeep if the name is empty, odd or taken."""
    from saves.campaign.campaign import Campaign

    name, place = free(name)
    command = FoundCampaign(name, "", ruleset.display_name(), PLAIN, start)
    gap = load().settings.session_gap
    return Campaign.create(place, command, ruleset=ruleset, session_gap=gap)


def free(name: str, backend: Backend | None = None) -> tuple[str, Place]:
    """A new campaign's tidied name and its place. Raises CannotKeep if empty, odd or taken.

    It is a place of this back end, None: of that of the library.
    """
    if backend is None:
        backend = home_backend()
    name, place = _fit(name, backend)
    _refuse_taken(name, backend)
    if backend.is_taken(place):
        raise _taken(name)
    return name, place


def find(wanted: str | Place) -> Place:
    """The place of a campaign given by place, reference, name or unique beginning of a name.

    Raises CannotOpen if there is none or several, or the name is empty.
    """
    if not isinstance(wanted, str):
        refuse_absent(wanted)
        return wanted
    _refuse_empty(wanted)
    place = find_place(wanted)
    if place is not None:
        return place
    backend, name = find_backend(wanted)
    _refuse_empty(name)
    shelves = listing(backend)
    folded = name.casefold()
    own = [one for one in shelves if one.born_from is None]
    tried = [one for one in shelves if one.born_from is not None]
    exactly = str.__eq__
    begins = str.startswith
    for fits, among in ((exactly, shelves), (begins, own), (begins, tried)):
        found = [one for one in among if fits(one.name.casefold(), folded)]
        if len(found) == 1:
            return found[0].stored
        if found:
            raise CannotOpen(
                "several_campaigns",
                "Several campaigns are called {name}: {names}.",
                name=name,
                names=tuple(sorted(one.name for one in found)),
            )
    raise CannotOpen(
        "no_such_campaign",
        "There is no campaign {name}; there are: {names}.",
        name=name,
        names=tuple(sorted(one.name for one in shelves)) or "-",
    )


def _refuse_empty(name: str) -> None:
    if not name.strip():
        raise CannotOpen("empty_name", "The name is empty. Give the name of a campaign.")


def open(wanted: str | Place, *, read_only: bool = False) -> Campaign:  # noqa: A001  (library.open)
    """Open a campaign given as to `find`. Raises CannotOpen."""
    place = find(wanted)
    from saves.campaign.campaign import Campaign

    gap = load().settings.session_gap
    return Campaign.open(place, read_only=read_only, session_gap=gap)


def rename(wanted: str | Place, name: str) -> Place:
    """Rename a campaign, and its file if it is one. Raises CannotKeep, CannotOpen."""
    place = find(wanted)
    name = renamed(place, name)
    return backend_of(place).rename(place, name)


def renamed(place: Place, name: str) -> str:
    """The tidied new name for the campaign at a place. Raises as `free`."""
    backend = backend_of(place)
    name, target = _fit(name, backend, beside=place)
    _refuse_taken(name, backend, but=place)
    if backend.is_taken(target, place):
        raise _taken(name)
    return name


def bin(wanted: str | Place) -> Place:
    """Move a campaign to the bin and return its place there. Raises CannotKeep."""
    place = find(wanted)
    return backend_of(place).bin(place)


def binned() -> Sequence[Place]:
    """The places of the campaigns in the bin."""
    return home_backend().binned()


def unbin(binned: Place) -> Place:
    """Move a binned campaign back to the library. Raises CannotKeep if its name is taken."""
    name = read_shelf(binned).name
    backend = backend_of(binned)
    _refuse_taken(name, backend)
    place = backend.unbin(binned)
    if place is None:
        raise _taken(name)
    return place


def _fit(name: str, backend: Backend, beside: Place | None = None) -> tuple[str, Place]:
    # The name without odd spaces, and its place.
    name = " ".join(name.split())
    place = backend.place_of(name, beside)
    if place is None:
        raise CannotKeep("no_name", "A campaign needs a name.")
    if len(name) > LONGEST or not name.isprintable():
        raise CannotKeep(
            "odd_name",
            "A name has at most {most} letters, all printable.",
            most=LONGEST,
        )
    return name, place


def _refuse_taken(name: str, backend: Backend, but: Place | None = None) -> None:
    for one in listing(backend):
        if one.name.casefold() == name.casefold() and one.stored != but:
            raise _taken(name)


def _taken(name: str) -> CannotKeep:
    return CannotKeep("taken", "There is already a campaign called {name}.", name=name)
