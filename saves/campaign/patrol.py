"""A check of a whole campaign, a little at a time, while it is played.

It has its own connection and never blocks a writer: rows do not change once they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.messages import Message
from core.values import Struct
from saves.store import integrity, journal, last_checks
from saves.store.failures import Lost, StorageError
from saves.store.journal import first_bad
from saves.store.models import ChainHead
from saves.store.places import backend_of, legible, translating
from saves.store.refusals import UnreadableText

if TYPE_CHECKING:
    from saves.store.backend import Place

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


def needed(place: Place) -> bool:
    """Whether a campaign is too large to have been checked whole when it was opened.

    Raises CannotOpen if that cannot be asked just now.
    """
    return backend_of(place).is_large(place)


def _unchecked(trouble: Message) -> Message:
    # The file may be whole, so nothing is remembered of it; but nothing more is written to it.
    return Message(
        "The file cannot be checked: {trouble}. The campaign is open for reading only.",
        trouble=trouble,
    )


class Patrol:
    """One round over a campaign, beginning where the last one ended. It belongs to one thread."""

    def __init__(self, place: Place) -> None:
        """Open the campaign. Raises CannotOpen."""
        self.place = place
        with legible(place):
            self._reading = backend_of(place).read(place)
            try:
                self._campaign = journal.stored_id(self._reading.reader)
                self._of = journal.stored_head(self._reading.reader)
            except BaseException:
                self._reading.close()
                raise
        began = last_checks.recall(place.key, self._campaign).done
        self._at = self._began = began if 0 < began < self._of else 0
        self._done = 0
        self._named: set[str] = set()
        self._looked = False

    def step(self) -> PatrolProgress:
        """Check a little further."""
        try:
            with translating(self.place):
                wrong = self._step()
        except Lost:
            return PatrolProgress(self._done, self._of)  # it goes on when the server is back
        except StorageError as error:
            if error.trouble is not None:
                return PatrolProgress(self._done, self._of, _unchecked(error.trouble))
            wrong = integrity.broken(error)
        except UnreadableText as error:
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
        reader = self._reading.reader
        if not self._looked:
            self._looked = True
            found = self._reading.health()
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
        last_checks.keep(self.place.key, self._campaign, wrong, self._at)

    def close(self) -> None:
        """Close the campaign; the next round continues from here."""
        self._reading.close()
