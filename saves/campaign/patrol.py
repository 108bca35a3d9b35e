"""A check of a whole campaign file, a little at a time, while it is played.

It has its own connection and never blocks a writer: rows do not change once they are written.
"""

from __future__ import annotations

from pathlib import Path

from core.messages import Message
from core.values import Struct
from saves.campaign.opening import CHEAP
from saves.store import integrity, journal, looked_over
from saves.store.journal import first_bad
from saves.store.models import ChainHead
from saves.store.refusals import UnreadableText
from saves.store.sqlite import engine
from saves.store.sqlite.disk_trouble import DAMAGED, legible, trouble_of

PIECE = 50
"""Rows checked at once: about a millisecond."""
NOTED = 2_000
"""Rows after which the progress is saved."""


class PatrolProgress(Struct):
    """`done` rows of `of` checked, and the damage found, which ends the check."""

    done: int
    of: int
    wrong: Message | None = None

    @property
    def over(self) -> bool:
        """Whether the check has ended."""
        return self.wrong is not None or self.done >= self.of

    @property
    def percent(self) -> int:
        """The progress from 0 to 100."""
        if self.over:
            return 100
        return 100 * self.done // self.of


def needed(path: Path) -> bool:
    """Whether the file is too large to have been checked whole when it was opened."""
    try:
        return path.stat().st_size > CHEAP
    except OSError:
        return False


def _unchecked(trouble: Message) -> Message:
    # The file may be whole, so nothing is remembered of it; but nothing more is written to it.
    return Message(
        "The file cannot be checked: {trouble}. The campaign is open for reading only.",
        trouble=trouble,
    )


class Patrol:
    """One round over a file, beginning where the last one ended. It belongs to one thread."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises CannotOpen."""
        self.path = path
        with legible(path):
            self._database = engine.connect(path, read_only=True)
            try:
                self._campaign = journal.stored_id(self._database.reader)
                self._of = journal.stored_head(self._database.reader)
            except BaseException:
                self._database.close()
                raise
        began = looked_over.recall(path, self._campaign).done
        self._at = self._began = began if 0 < began < self._of else 0
        self._done = 0
        self._named: set[str] = set()
        self._looked = False

    def step(self) -> PatrolProgress:
        """Check a little further."""
        try:
            wrong = self._step()
        except (*DAMAGED, UnreadableText) as error:
            trouble = trouble_of(error, self.path)
            if trouble is not None:
                return PatrolProgress(self._done, self._of, _unchecked(trouble))
            wrong = integrity.broken(error)
        progress = PatrolProgress(self._done, self._of, wrong)
        if wrong is not None:
            self._keep(wrong)
            said = Message("{what} The campaign is open for reading only.", what=wrong)
            return PatrolProgress(self._done, self._of, said)
        if progress.over or not self._done % NOTED:
            self._keep(None)
        return progress

    def _step(self) -> Message | None:
        reader = self._database.reader
        if not self._looked:
            self._looked = True
            found = reader.integrity()
            if found:
                return integrity.broken(found[0])
            return None
        if self._done < self._of - self._began:
            last = self._of
        else:
            last = self._began
        before = ChainHead()
        if self._at:
            before = journal.stored_at(reader, self._at)
        rows = list(journal.stored(reader, self._at, min(PIECE, last - self._at)))
        bad = first_bad(rows, before)
        if bad is None and not rows:
            bad = self._at + 1
        if bad is not None:
            return integrity.from_entry(bad)
        for row in rows:
            self._named.update((row.rules, *integrity.NAMED.findall(row.body)))
        self._done += len(rows)
        self._at += len(rows)
        if self._at == self._of and self._began:
            self._at = 0
        if self._done < self._of:
            return None
        return next(integrity.damaged_blobs(reader, self._named.union(journal.blobs(reader))), None)

    def _keep(self, wrong: Message | None) -> None:
        looked_over.keep(self.path, self._campaign, wrong, self._at)

    def close(self) -> None:
        """Close the file; the next round continues from here."""
        self._database.close()
