"""What-if branches, and the copy of a campaign whose file was moved or deleted while it was open.

A branch is a copy of a campaign up to some entry, to be played differently from there.
It has its own file and id and stores its branch point. It is kept or binned, never merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from core.messages import N_, Message, Template
from core.values import Struct
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import RowAuthor
from saves.library import library
from saves.paths import bin_folder
from saves.store import asset_store, journal, session_starts
from saves.store.asset_store import AssetStore
from saves.store.connection import Connection
from saves.store.entries import BornFrom, BranchPoint, Kept, branched
from saves.store.entry_reader import EntryReader
from saves.store.journal import first_bad
from saves.store.models import StoredRow
from saves.store.refusals import CannotKeep, CannotOpen, UnreadableText
from saves.store.schema_number import schema_needed
from saves.store.sqlite import engine, new_file
from saves.store.sqlite.disk_trouble import DAMAGED, is_trouble, unreadable
from saves.store.sqlite.header import inspect
from saves.store.state_history import StateHistory


class BranchLeft(Struct):
    """The original campaign, open again; the branch's path in the bin, or why it is not there."""

    campaign: Campaign
    binned: Path | None
    trouble: Message | None = None


def branch(path: Path, seq: int, say: Callable[[Message], str]) -> Path:
    """Copy rows 1 to `seq` of the campaign at `path` to a new campaign and return its file.

    Play continues from the state at row `seq`, even if that is undone by now. The campaign may be
    open in any window. `say` translates the name. Raises CannotOpen; CannotKeep if there is no
    such row, it is damaged, the campaign is itself a branch, or there is no room.
    """
    inspect(path)
    with _reading(path, seq):
        source = engine.connect(path, read_only=True)
    with closing(source):
        with _reading(path, seq):
            reader = source.reader
            with reader.snapshot():
                campaign, row, face, schema = _looked_up(reader, path, seq)
            needed = journal.named_blobs(reader, seq)
        name, target = _free(campaign, N_("{campaign}, what if {number}"), say)
        if source.copied is None:
            original = path
        else:
            original = source.copied.path

        def write(making: Path) -> None:
            new_file.copy_rows(making, original, seq, needed)
            new_file.begin(making, name, row, face, schema=schema)

        new_file.whole(target, write)
    return target


@contextmanager
def _reading(path: Path, seq: int) -> Iterator[None]:
    try:
        yield
    except (*DAMAGED, UnreadableText) as error:
        if is_trouble(error):
            raise unreadable(path, error) from error
        raise _damaged(path, seq) from error


def _looked_up(reader: Connection, path: Path, seq: int) -> tuple[str, StoredRow, str, int]:
    # The name of the campaign; the first own row of the branch, its face and its schema number.
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
        raise _damaged(path, seq)
    last = tail[-1]
    name = journal.stored_name(reader)
    state = states.moment(last.tip).state
    born = BornFrom(journal.stored_id(reader), name, seq)
    running = session_starts.running_session(reader, seq)
    row = RowAuthor().row(last.head, born, rules=state.ruleset, tip=last.tip, running=running)
    assets = AssetStore(reader).assets(state)
    schema = max(reader.schema, schema_needed((row,)))
    face = asset_store.face(
        state, assets, row.at, branched(born, state), running.number, schema=schema
    )
    return name, row, face, schema


TAKEN_OVER = 48
"""Maximum letters of a campaign's name in the name of its copy."""


def _free(campaign: str, template: Template, say: Callable[[Message], str]) -> tuple[str, Path]:
    # The first of the names 1, 2 ... that is neither in the library nor in the bin; its file.
    if len(campaign) <= TAKEN_OVER:
        short = campaign
    else:
        short = f"{campaign[:TAKEN_OVER].rstrip()}..."
    taken = {one.name.casefold() for one in library.listing()}
    taken |= {path.stem.casefold() for path in bin_folder().glob("*/*")}
    names = (say(Message(template, campaign=short, number=number)) for number in count(1))
    return library.free(
        next(name for name in names if not {name.casefold(), library.stem(name).casefold()} & taken)
    )


def keep(path: Path, name: str = "") -> Path:
    """Make the branch at `path` a campaign of its own and return its file. `name` may rename it.

    Raises CannotKeep if the name is empty, odd or taken, if it is open elsewhere or not a branch;
    NotRecorded if the disk fails.
    """
    if name:
        library.renamed(path, name)
    with Campaign.open(path) as campaign:
        if campaign.story.branch_point is None:
            raise CannotKeep(
                "not_tried", "{name} is a campaign of its own already.", name=campaign.name
            )
        campaign.recorder.write_mark(Kept(), campaign.tip)
    if name:
        return library.rename(path, name)
    return path


def drop(path: Path) -> Path:
    """Move the branch at `path` to the bin and return its path. Raises CannotKeep, CannotOpen."""
    inspect(path)
    if library.read_shelf(path).born_from is None:
        raise CannotKeep("not_tried", "{name} is a campaign of its own already.", name=path.stem)
    return library.bin(path)


def origin(branch_point: BranchPoint) -> Path:
    """The file of a branch's original campaign. Raises CannotOpen if it is not in the library."""
    for one in library.listing():
        if one.id == branch_point.campaign:
            return one.path
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
    back = library.open(origin(branch.story.branch_point))
    branch.close()
    try:
        return BranchLeft(back, drop(branch.path))
    except (CannotKeep, CannotOpen) as refusal:
        return BranchLeft(back, None, refusal.message)


def _damaged(path: Path, seq: int) -> CannotKeep:
    return CannotKeep(
        "damaged",
        "Entry {seq} of {name}, or one shortly before it, is damaged: you cannot branch from"
        " there.",
        seq=seq,
        name=path.stem,
    )


def rescue(campaign: Campaign, say: Callable[[Message], str]) -> Path:
    """Copy an open campaign to a new file in the library and return its path.

    `say` translates its name. Raises CannotKeep if there is no room or the rows are damaged.
    """
    name, target = _free(campaign.name, N_("{campaign}, copy {number}"), say)

    def copy(making: Path) -> None:
        campaign.file.copy_to(making, name, newest=campaign.head)

    new_file.whole(target, copy)
    return target
