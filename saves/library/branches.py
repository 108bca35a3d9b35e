"""What-if branches, and the copy of a campaign that went astray while it was open.

A branch is a copy of a campaign up to some entry, to be played differently from there.
It has its own place and id and stores its branch point. It is kept or binned, never merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from typing import TYPE_CHECKING

from core.messages import N_, Message, Template
from core.values import Struct
from saves.campaign.campaign import Campaign
from saves.campaign.recorder import append_first, begin_campaign
from saves.campaign.row_author import RowAuthor, signature
from saves.library import library
from saves.store import asset_store, journal, session_starts
from saves.store.asset_store import AssetStore
from saves.store.entries import BornFrom, BranchPoint, Kept, branched
from saves.store.entry_reader import EntryReader
from saves.store.failures import StorageError
from saves.store.journal import first_bad
from saves.store.models import StoredRow
from saves.store.places import backend_of, legible, translating
from saves.store.refusals import CannotKeep, CannotOpen, UnreadableText
from saves.store.schema_number import schema_needed
from saves.store.state_history import StateHistory

if TYPE_CHECKING:
    from saves.store.backend import Backend, Place, Reading, Unlisted


class BranchLeft(Struct):
    """The original campaign, open again; the branch's place in the bin, or why it is not there."""

    campaign: Campaign
    binned: Place | None
    trouble: Message | None = None


def branch(place: Place, seq: int, say: Callable[[Message], str]) -> Place:
    """Copy rows 1 to `seq` of the campaign at a place to a new campaign and return its place.

    Play continues from the state at row `seq`, even if that is undone by now. The campaign may be
    open in any window. `say` translates the name. Raises CannotOpen; CannotKeep if there is no
    such row, it is damaged, the campaign is itself a branch, or there is no room.
    """
    backend = backend_of(place)
    backend.inspect(place)
    with _refusing_damage(place, seq):
        source = backend.read(place)
    with closing(source):
        with _refusing_damage(place, seq):
            with source.snapshot():
                campaign, row, face, schema = _looked_up(source, seq)
            needed = journal.named_blobs(source.reader, seq)
        name, target = _free(backend, campaign, N_("{campaign}, what if {number}"), say)

        def write(unlisted: Unlisted) -> None:
            begin_campaign(unlisted, name, seq, face)
            unlisted.copy_rows(source, seq, needed)
            append_first(unlisted, row, face, schema=schema)

        backend.create(target, write)
    return target


@contextmanager
def _refusing_damage(place: Place, seq: int) -> Iterator[None]:
    try:
        with translating(place):
            yield
    except StorageError as error:
        if error.trouble is None:
            raise _damaged(place, seq) from error
        with legible(place):  # says what the trouble is
            raise
    except UnreadableText as error:
        raise _damaged(place, seq) from error


def _looked_up(source: Reading, seq: int) -> tuple[str, StoredRow, str, int]:
    # The name of the campaign; the first own row of the branch, its face and its schema number.
    reader = source.reader
    newest = journal.stored_head(reader)
    states = StateHistory(reader)
    if not 1 <= seq <= newest:
        raise CannotKeep(
            "no_such_entry",
            "There is no entry {seq} to branch from; the last one is {last}.",
            seq=seq,
            last=newest,
        )
    if EntryReader(reader, states).branch_point(newest) is not None:
        raise CannotKeep(
            "tried_already",
            "This is already a what-if branch. Press Esc to leave it, or type :keep to make it a"
            " campaign of its own; then x branches again.",
        )
    tail = journal.page(reader, journal.TAIL, seq + 1)
    if first_bad(tail, journal.head_at(reader, seq - len(tail))) is not None:
        raise _damaged(source.place, seq)
    last = tail[-1]
    name = journal.stored_name(reader)
    state = states.moment(last.tip).state
    born = BornFrom(journal.stored_id(reader), name, seq)
    running = session_starts.running_session(reader, seq)
    author = RowAuthor(who=signature(source.who))
    row = author.row(last.head, born, rules=state.ruleset, tip=last.tip, running=running)
    assets = AssetStore(reader).assets(state)
    schema = max(source.schema, schema_needed((row,)))
    face = asset_store.face(
        state, assets, row.at, branched(born, state), running.number, schema=schema
    )
    return name, row, face, schema


TAKEN_OVER = 48
"""Maximum letters of a campaign's name in the name of its copy."""


def _free(
    backend: Backend, campaign: str, template: Template, say: Callable[[Message], str]
) -> tuple[str, Place]:
    # The first of the names 1, 2 ... that is neither in the library nor in the bin; its place.
    if len(campaign) <= TAKEN_OVER:
        short = campaign
    else:
        short = f"{campaign[:TAKEN_OVER].rstrip()}..."
    taken = {shelf.name.casefold() for shelf in library.listing(backend)}
    taken |= {binned.title.casefold() for binned in backend.binned()}
    names = (say(Message(template, campaign=short, number=number)) for number in count(1))
    for name in names:
        place = backend.place_of(name)
        title = "" if place is None else place.title
        if not {name.casefold(), title.casefold()} & taken:
            return library.free(name, backend)
    raise AssertionError("there is always another number")


def keep(place: Place, name: str = "") -> Place:
    """Make the branch at a place a campaign of its own and return its place. `name` renames it.

    Raises CannotKeep if the name is empty, odd or taken, if it is open elsewhere or not a branch;
    NotRecorded if the disk fails.
    """
    if name:
        library.renamed(place, name)
    with Campaign.open(place) as campaign:
        if campaign.story.branch_point is None:
            raise CannotKeep(
                "not_tried", "{name} is a campaign of its own already.", name=campaign.name
            )
        campaign.recorder.write_mark(Kept(), campaign.tip)
    if name:
        return library.rename(place, name)
    return place


def drop(place: Place) -> Place:
    """Move the branch at a place to the bin and return its place. Raises CannotKeep, CannotOpen."""
    backend_of(place).inspect(place)
    if library.read_shelf(place).born_from is None:
        raise CannotKeep("not_tried", "{name} is a campaign of its own already.", name=place.title)
    return library.bin(place)


def origin(branch_point: BranchPoint, backend: Backend | None = None) -> Place:
    """The place of a branch's original campaign. Raises CannotOpen if it is not in the library."""
    for one in library.listing(backend):
        if one.id == branch_point.campaign:
            return one.stored
    raise CannotOpen(
        "origin_gone",
        "{name} is no longer in the list of campaigns. Type :keep to make this branch a campaign"
        " of its own, or press Delete in the list to bin it.",
        name=branch_point.name,
    )


def leave(branch: Campaign) -> BranchLeft:
    """Close a branch, move it to the bin, and open its original campaign.

    Raises CannotOpen if that is gone; the branch then stays open.
    """
    assert branch.story.branch_point is not None, "only a branch is left"
    back = library.open(origin(branch.story.branch_point, backend_of(branch.place)))
    branch.close()
    try:
        return BranchLeft(back, drop(branch.place))
    except (CannotKeep, CannotOpen) as refusal:
        return BranchLeft(back, None, refusal.message)


def _damaged(place: Place, seq: int) -> CannotKeep:
    return CannotKeep(
        "damaged",
        "Entry {seq} of {name}, or one shortly before it, is damaged: you cannot branch from"
        " there.",
        seq=seq,
        name=place.title,
    )


def rescue(campaign: Campaign, say: Callable[[Message], str]) -> Place:
    """Copy an open campaign to a new one in the library and return its place.

    `say` translates its name. Raises CannotKeep if there is no room or the rows are damaged.
    """
    backend = backend_of(campaign.place)
    name, target = _free(backend, campaign.name, N_("{campaign}, copy {number}"), say)

    def copy(unlisted: Unlisted) -> None:
        campaign.opened.copy_to(unlisted, name, newest=campaign.head)

    backend.create(target, copy)
    return target
