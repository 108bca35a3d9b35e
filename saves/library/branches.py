"""What if: a copy of a campaign up to some moment, to be played differently from there.

A copy is a campaign of its own file and id, which knows what it was born from. It is kept, or it
goes to the bin; nothing of it ever goes back to the campaign that it tries.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from core.messages import N_, Message
from core.values import Struct
from saves.campaign.campaign import Campaign
from saves.campaign.row_author import RowAuthor, utc_now
from saves.library import library, shelf
from saves.store import codec, database, journal, new_file, session_starts, worlds
from saves.store.branch_point import BranchPoint
from saves.store.chain import ChainHead, RowDraft, StoredRow, first_bad
from saves.store.database import Connection
from saves.store.entries import BornFrom, Kept
from saves.store.entry_reader import EntryReader
from saves.store.file_header import inspect
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.state_history import StateHistory
from saves.store.worlds import Worlds


class _Birth(Struct):
    """The last row that a trial takes over, of which campaign; the row it adds, and its face."""

    last: StoredRow
    campaign: str
    draft: RowDraft
    face: str


class BranchLeft(Struct):
    """The campaign that a trial was of, open again; where the trial lies in the bin, or why not."""

    campaign: Campaign
    binned: Path | None
    trouble: Message | None = None


def branch(
    path: Path,
    seq: int,
    say: Callable[[Message], str],
    *,
    who: str = "",
    clock: Callable[[], datetime] = utc_now,
) -> Path:
    """Make a copy of the campaign at `path` with its rows 1 to `seq`, and return its file.

    The copy has their sums, and the state shown at row `seq`, which may be undone meanwhile; what
    is played in it begins there. The campaign may be open, here or in another window. `say` makes
    its name a sentence. Raises CannotOpen, and CannotKeep: no such row, a damaged one, a campaign
    that itself only tries something, no room.
    """
    inspect(path)
    pen = RowAuthor.take(who, clock)
    try:
        with closing(database.connect(path, read_only=True)) as source:
            reader = source.reader
            with database.snapshot(reader):
                found = _looked_up(reader, path, seq, pen)
            needed = journal.named_blobs(reader, seq)
    except (*database.DAMAGED, codec.UnreadableText) as error:
        raise _damaged(path, seq) from error
    name, target = _free(found.campaign, say)

    def write(making: Path) -> None:
        new_file.copy_rows(making, path, seq, needed)
        last = found.last
        after = ChainHead(last.seq, last.tip, last.sum)
        new_file.begin(making, name, found.draft, found.face, after=after)

    new_file.whole(target, write)
    return target


def _looked_up(reader: Connection, path: Path, seq: int, pen: RowAuthor) -> _Birth:
    newest, past = journal.stored_head(reader), StateHistory(reader)
    if not 1 <= seq <= newest:
        raise CannotKeep(
            "no_such_entry", N_("There is no entry {seq} to try from; the last one is {last}."),
            seq=seq, last=newest,
        )  # fmt: skip
    if EntryReader(reader, past).birth(newest) is not None:
        raise CannotKeep(
            "tried_already",
            N_("This only tries something already: Esc leaves it, :keep makes it a campaign of its"
               " own, and then x tries again."),
        )  # fmt: skip
    tail = journal.page(reader, journal.TAIL, seq + 1)
    if first_bad(tail, journal.head_at(reader, seq - len(tail))) is not None:
        raise _damaged(path, seq)
    last, name = tail[-1], journal.stored_name(reader)
    state = past.moment(last.tip).state
    born = BornFrom(journal.stored_id(reader), name, seq)
    evening = session_starts.running_session(reader, seq)
    draft = pen.draft("session", born, rules=state.ruleset, tip=last.tip, evening=evening)
    date = state.calendar.date(state.clock.day)
    birth = BranchPoint(born.campaign, name, seq, date, state.clock.hour)
    face = worlds.face(state, Worlds(reader).assets(state), draft.at, birth, evening.number)
    return _Birth(last, name, draft, face)


def _free(campaign: str, say: Callable[[Message], str]) -> tuple[str, Path]:
    short = library.shortened(campaign)
    return library.unused(
        lambda number: say(
            Message(N_("{campaign}, what if {number}"), campaign=short, number=number)
        )
    )


def keep(path: Path, name: str = "") -> Path:
    """Make the trial at `path` a campaign of its own, called `name` ("" = as it is); its file then.

    Raises CannotKeep when the name is empty, odd or taken, when it is open elsewhere, or no trial;
    NotRecorded when the disk fails.
    """
    if name:
        library.renamed(path, name)
    with Campaign.open(path) as trial:
        if trial.birth is None:
            raise CannotKeep(
                "not_tried", N_("{name} is a campaign of its own already."), name=trial.name
            )
        trial.store.write_mark("session", Kept(), trial.tip)
    return library.rename(path, name) if name else path


def drop(path: Path) -> Path:
    """Move the trial at `path` to the bin, where it lies then. Raises CannotKeep, CannotOpen."""
    inspect(path)
    if shelf.read(path).born_from is None:
        raise CannotKeep(
            "not_tried", N_("{name} is a campaign of its own already."), name=path.stem
        )
    return library.bin(path)


def origin(birth: BranchPoint) -> Path:
    """The file of the campaign that a trial was born from. CannotOpen when the shelf lacks it."""
    for one in library.listing():
        if one.id == birth.campaign:
            return one.path
    raise CannotOpen(
        "origin_gone",
        N_("{name} is not among the campaigns any more. :keep makes this one of its own; on the"
           " list of campaigns Delete moves it to the bin."),
        name=birth.name,
    )  # fmt: skip


def leave(trial: Campaign) -> BranchLeft:
    """Close a trial, move it to the bin, and open the campaign that it tries.

    Raises CannotOpen when that is gone; the trial then stays open.
    """
    assert trial.birth is not None, "only a trial is left"
    back = library.open(origin(trial.birth))
    trial.close()
    try:
        return BranchLeft(back, drop(trial.path))
    except (CannotKeep, CannotOpen) as refusal:
        return BranchLeft(back, None, refusal.message)


def _damaged(path: Path, seq: int) -> CannotKeep:
    return CannotKeep(
        "damaged",
        N_("Entry {seq} of {name}, or one shortly before it, is damaged: nothing can be tried from"
           " there."),
        seq=seq, name=path.stem,
    )  # fmt: skip
