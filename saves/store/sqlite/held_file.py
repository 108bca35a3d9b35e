"""The file that an open campaign holds, and its recovery when it is lost. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

from core.messages import Message, Template
from core.values import replace
from saves.store import integrity, journal
from saves.store.models import ChainHead
from saves.store.refusals import NotRecorded
from saves.store.sqlite import engine
from saves.store.sqlite.disk_trouble import DriverError
from saves.store.sqlite.engine import Database, FileConnection
from saves.store.sqlite.file_place import file_of
from saves.store.sqlite.file_watch import CampaignFiles
from saves.store.sqlite.header import wal_of
from saves.store.sqlite.lease import Lock, is_held
from saves.store.sqlite.reading import FileReading

if TYPE_CHECKING:
    from saves.store.backend import Unlisted

UNFOLDED: Template = (
    "The disk failed while {name} was closed ({reason}). No entry is lost, but the newest ones are"
    " in {wal} beside it: keep both files together. Make room on the disk, then open and leave the"
    " campaign once more."
)
ASTRAY: Template = (
    "{name} was moved, renamed, deleted or replaced while it was open: nothing more is recorded in"
    " it."
)


class HeldFile(FileReading):
    """The connections to an open campaign's file, its lock, and whether it is still ours."""

    shared = False

    def __init__(
        self,
        path: Path,
        database: Database,
        lock: Lock | None,
        *,
        warnings: tuple[Message, ...],
        last: int | None,
        follows: bool,
    ) -> None:
        """Take over the opened file. Raises UnreadableText, DriverError."""
        super().__init__(path, database)
        self.lock = lock
        self.warnings = warnings
        self.last = last
        self.follows = follows
        self._attach(database)

    def _attach(self, database: Database) -> None:
        self.database = database
        self._is_lost = False
        self.name = journal.stored_name(database.reader)
        self.id = journal.stored_id(database.reader)
        self.identity = CampaignFiles(self.path)

    @property
    def reader(self) -> FileConnection:
        """The connection to read from. Raises NotRecorded if the file was lost."""
        if self._is_lost:
            self.refuse_lost()
        return self.database.reader

    @property
    def writer(self) -> FileConnection | None:
        """The connection to write with; None if the file is open for reading only, or lost."""
        if self._is_lost:
            return None
        return self.database.writer

    @property
    def astray(self) -> Message | None:
        """Why nothing more is recorded if the path lost the open file, else None."""
        if self.writer is None or self.identity.holds():
            return None
        return Message(ASTRAY, name=self.path.name)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return self.writer is None or self.astray is not None

    @property
    def free(self) -> bool:
        """Whether the window that this one follows has closed the campaign, or has died."""
        return self.follows and self.path.exists() and not is_held(self.path)

    def warn(self, warning: Message) -> None:
        """Add something that the GM should know."""
        self.warnings = (*self.warnings, warning)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version, and take what is recorded for ours."""
        if not self.read_only:
            self.identity.know(journal.sums(self.reader, self.identity.base))
        with super().snapshot():
            yield
        self.identity.settled()  # what a failed save left may have been folded in

    @contextmanager
    def line(self) -> Iterator[None]:
        """Nobody else writes to the file: the lock is ours."""
        yield

    def begin(self, head: ChainHead) -> None:
        """Note beside the file that the row of `head` is recorded."""
        if self.lock is not None:
            self.lock.mark(self.id, head.seq, head.sum)

    def note_recorded(self, head: ChainHead, *, raised: bool = False) -> None:
        """After the COMMIT of a row: watch for others' writing, and mark it.

        Raises NotRecorded if the file is not ours any more.
        """
        self.identity.know(((head.seq, head.sum),))
        self.identity.settled()
        if self.astray:
            raise self.astray_refusal("unknown")
        if raised and self.writer is not None:
            engine.fold(self.writer)  # for older programs, which look at the file's header alone
            self.identity.settled()
        self.begin(head)

    def note_written(self) -> None:
        """After the COMMIT of a checkpoint: what the file is like now."""
        self.identity.settled()

    def stop_writing(self, why: Message) -> None:
        """Write nothing more to the file; `why` is added to the warnings."""
        self.warn(why)
        if self.writer is not None:
            self.writer.close()
            self.database = replace(self.database, writer=None)

    def copy_to(self, unlisted: Unlisted, name: str, *, newest: int) -> None:
        """Copy the campaign to a new file, under the name `name`, up to row `newest`.

        This works even if the open file is no longer at its path. Raises CannotKeep if it is
        damaged, DriverError, NotRecorded.
        """
        making = file_of(unlisted.place)
        engine.copy(self.reader, making, str(uuid.uuid4()), name)
        with closing(FileReading(making, engine.connect(making, read_only=True))) as copied:
            integrity.refuse_damaged_copy(copied, newest, self.path.name)

    def refuse_astray(self) -> None:
        """Raise NotRecorded "astray" if the path no longer refers to the open file."""
        if self.astray:
            raise self.astray_refusal("no")

    def astray_refusal(self, outcome: Literal["no", "unknown"]) -> NotRecorded:
        """The refusal "astray"; `outcome` as in NotRecorded."""
        return NotRecorded("astray", ASTRAY, outcome=outcome, name=self.path.name)

    def refuse_lost(self) -> NoReturn:
        """Raise NotRecorded "lost"."""
        raise NotRecorded(
            "lost",
            "The file of this campaign can no longer be read; open it again.",
            outcome="unknown",
        )

    def reopen(self) -> None:
        """Connect again after `drop`. Raises DriverError, UnreadableText."""
        self._attach(engine.connect(self.path, read_only=False))
        engine.settle(self.database)

    def drop(self) -> None:
        """Close the connections. The newest rows are kept even if the file was lost."""
        if self._is_lost:
            return
        if self.identity.moved:  # SQLite would leave the newest entries where it was
            with suppress(DriverError):
                engine.settle(self.database)
        elif self.lock is not None and not self.identity.holds():
            self.identity.set_aside()
        self.database.close()
        self.identity.tidy()
        self._is_lost = True

    def close(self) -> None:
        """Close what was not taken over; marks left by the session before stay."""
        super().close()
        if self.lock is not None:
            self.lock.put_back()

    def finish(self, newest: ChainHead) -> Message | None:
        """Close the file and release the lock. Return a message if the disk failed.

        The lock file stays as a sign if the file was lost, does not hold all rows up to `newest`,
        or holds them only together with its -wal.
        """
        was_lost = self._is_lost
        failure = self._fold()
        self.drop()
        if self.lock is not None:
            if was_lost or failure or not self.identity.keeps(newest.seq, newest.sum):
                self.lock.abandon()
            else:
                self.lock.release()
            self.lock = None
        return failure

    def _fold(self) -> Message | None:
        if self.writer is None or self.identity.moved or not self.identity.holds():
            return None  # what is at the path is not ours to write to
        error = engine.fold(self.writer)
        self.identity.settled()
        if error is None:
            return None
        wal = wal_of(self.path.resolve())
        return Message(UNFOLDED, name=self.path.name, wal=wal.name, reason=str(error))
