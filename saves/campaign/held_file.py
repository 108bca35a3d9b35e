"""The file that an open campaign holds, and its recovery when it is lost. Private to saves."""

from __future__ import annotations

import uuid
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal, NoReturn

from core.messages import Message, Template
from core.values import replace
from saves.campaign.opening import Opened
from saves.store import integrity, journal
from saves.store.models import ChainHead
from saves.store.refusals import CannotKeep, NotRecorded
from saves.store.sqlite import engine
from saves.store.sqlite.disk_trouble import StorageError
from saves.store.sqlite.engine import FileConnection
from saves.store.sqlite.file_watch import CampaignFiles
from saves.store.sqlite.header import wal_of
from saves.store.sqlite.lease import is_held

UNFOLDED: Template = (
    "The disk failed while {name} was closed ({reason}). No entry is lost, but the newest ones are"
    " in {wal} beside it: keep both files together. Make room on the disk, then open and leave the"
    " campaign once more."
)
ASTRAY: Template = (
    "{name} was moved, renamed, deleted or replaced while it was open: nothing more is recorded in"
    " it."
)


class HeldFile:
    """The connections to an open campaign's file, its lock, and whether it is still ours."""

    def __init__(self, path: Path, opened: Opened) -> None:
        """Take over the opened file. Raises UnreadableText, StorageError."""
        self.path = path
        """The campaign's file."""
        self.lock = opened.lock
        self.warnings = opened.warnings
        """What the GM should know: why it is read-only, damage, a save that had to be repeated."""
        self.follows = opened.follows
        """Whether it is read-only because another window had it open."""
        self._attach(opened.database)

    def _attach(self, opened: engine.Database) -> None:
        self._database: engine.Database | None = opened
        self.name = journal.stored_name(opened.reader)
        """The campaign's name in the library, as it was when the file was opened."""
        self.id = journal.stored_id(opened.reader)
        """The campaign's id."""
        self.identity = CampaignFiles(self.path)

    @property
    def reader(self) -> FileConnection:
        """The connection to read from. Raises NotRecorded if the file was lost."""
        if self._database is None:
            self.refuse_lost()
        return self._database.reader

    @property
    def writer(self) -> FileConnection | None:
        """The connection to write with; None if the file is open for reading only, or lost."""
        if self._database is None:
            return None
        return self._database.writer

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

    def mark(self, head: ChainHead) -> None:
        """Note beside the file that the row of `head` is recorded."""
        if self.lock is not None:
            self.lock.mark(self.id, head.seq, head.sum)

    def stop_writing(self, why: Message) -> None:
        """Write nothing more to the file; `why` is added to the warnings."""
        self.warn(why)
        if self._database is not None and self._database.writer is not None:
            self._database.writer.close()
            self._database = replace(self._database, writer=None)

    def copy_to(self, making: Path, name: str, *, newest: int) -> None:
        """Copy the campaign to the new file `making`, under the name `name`, up to row `newest`.

        This works even if the open file is no longer at its path. Raises CannotKeep if it is
        damaged, StorageError, NotRecorded.
        """
        engine.copy(self.reader, making, str(uuid.uuid4()), name)
        with closing(engine.connect(making, read_only=True)) as copied:
            is_short = journal.stored_head(copied.reader) < newest
            if is_short or integrity.find_damage(copied.reader):
                raise CannotKeep(
                    "damaged",
                    "Not all of {name} can be read any more; no copy was made.",
                    name=self.path.name,
                )

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
        """Connect again after `drop`. Raises StorageError, UnreadableText."""
        self._attach(engine.connect(self.path, read_only=False))
        engine.settle(self._database)

    def drop(self) -> None:
        """Close the connections. The newest rows are kept even if the file was lost."""
        if self._database is None:
            return
        if self.identity.moved:  # SQLite would leave the newest entries where it was
            with suppress(StorageError):
                engine.settle(self._database)
        elif self.lock is not None and not self.identity.holds():
            self.identity.set_aside()
        self._database.close()
        self.identity.tidy()
        self._database = None

    def close(self, newest: ChainHead) -> Message | None:
        """Close the file and release the lock. Return a message if the disk failed.

        The lock file stays as a sign if the file was lost, does not hold all rows up to `newest`,
        or holds them only together with its -wal.
        """
        was_lost = self._database is None
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
