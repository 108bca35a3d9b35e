"""A campaign of a server as a screen holds it: its connection, and its way back when that is lost.

Everybody may write. Private to saves.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal, NoReturn

import psycopg
from psycopg.errors import UniqueViolation
from sqlalchemy import bindparam, select

from core.messages import Message, Template
from saves.store import integrity, journal
from saves.store.labels import read_face
from saves.store.models import ChainHead
from saves.store.postgres import copied_rows
from saves.store.postgres.server_access import reason_of
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_reading import ServerReading
from saves.store.postgres.server_tables import ServerCampaign
from saves.store.postgres.unlisted_campaign import UnlistedCampaign, copy_rows
from saves.store.refusals import NotRecorded
from saves.store.statements import table_of

if TYPE_CHECKING:
    from saves.store.backend import Unlisted

PATIENCE = 3.0
"""Seconds in which a server that was lost may come back while somebody waits for it."""
PAUSE = 0.05
"""Seconds before the second attempt; before each further one twice as many."""
GONE: Template = (
    "{name} was deleted or put into the bin by somebody else: nothing more is recorded in it."
)

_campaign = table_of(ServerCampaign).c
_SHELVED = select(_campaign.binned.is_not(None), _campaign.parent.is_not(None)).where(
    _campaign.id == bindparam("campaign")
)


class HeldCampaign(ServerReading):
    """An open campaign. One connection reads and writes; it is found again when it is lost."""

    follows = False
    free = False
    shared = True

    def __init__(
        self,
        reading: ServerReading,
        *,
        writes: bool,
        warnings: tuple[Message, ...],
        last: int | None,
    ) -> None:
        """Take over what was opened for reading. Raises psycopg.Error."""
        super().__init__(reading.place, reading.connection)
        self.id = reading.place.id
        self.name = journal.stored_name(self.connection)
        self.warnings = warnings
        self.last = last
        self.astray: Message | None = None
        self._writes = writes
        self._is_lost = False
        self._is_private = False

    @property
    def reader(self) -> ServerConnection:
        """The connection to read from. Raises NotRecorded while the server is gone."""
        if self._is_lost:
            try:
                self.connection.redial()
            except psycopg.Error as error:
                raise self._lost(reason_of(error)) from error
            self._is_lost = False
        return self.connection

    @property
    def writer(self) -> ServerConnection | None:
        """The connection to write with; None if the campaign is open for reading only."""
        if not self._writes:
            return None
        return self.reader

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return not self._writes or self.astray is not None

    def warn(self, warning: Message) -> None:
        """Add something that the GM should know."""
        self.warnings = (*self.warnings, warning)

    def stop_writing(self, why: Message) -> None:
        """Write nothing more; `why` is added to the warnings."""
        self.warn(why)
        self._writes = False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version, and learn whether the campaign is gone."""
        with super().snapshot():
            self._look()
            yield

    def _look(self) -> None:
        shelved = self.reader.execute(_SHELVED).fetchone()
        if shelved is None:
            self.astray = Message(GONE, name=self.place.name)
            raise self.astray_refusal("no")
        is_binned, self._is_private = shelved
        if is_binned:
            self.astray = Message(GONE, name=self.place.name)
        else:
            self.astray = None

    def refuse_astray(self) -> None:
        """Raise NotRecorded "astray" if the campaign is gone, as far as that is known."""
        if self.astray is not None:
            raise self.astray_refusal("no")

    def astray_refusal(self, outcome: Literal["no", "unknown"]) -> NotRecorded:
        """The refusal "astray"; `outcome` as in NotRecorded."""
        return NotRecorded("astray", GONE, outcome=outcome, name=self.place.name)

    def refuse_lost(self) -> NoReturn:
        """Raise NotRecorded "lost"."""
        raise self._lost("")

    def _lost(self, reason: str) -> NotRecorded:
        return NotRecorded(
            "lost",
            "The server of this campaign cannot be reached ({reason}). Play goes on when it is"
            " there again.",
            outcome="unknown",
            reason=reason or "-",
        )

    @contextmanager
    def line(self) -> Iterator[None]:
        """Let nobody else write to the campaign until the next row is stored."""
        with self.connection.line():
            yield

    def begin(self, head: ChainHead) -> None:
        """Before play: show a what-if to everybody if it was kept, and that was not done yet."""
        self._show_if_kept()

    def note_recorded(self, head: ChainHead, *, raised: bool = False) -> None:
        """After the COMMIT of a row: show a what-if to everybody that was kept with it.

        The row is stored whatever becomes of that; after the next row, or before play, it is tried
        again.
        """
        with suppress(psycopg.Error):
            self._show_if_kept()

    def _show_if_kept(self) -> None:
        # It stays its maker's own where its name is taken: renamed, it is shown.
        if not self._is_private or self.writer is None:
            return
        if read_face(journal.stored_face(self.reader)).born_from is None:
            with suppress(UniqueViolation):
                self.reader.execute(copied_rows.BELONG_TO_NONE)
                self._is_private = False

    def note_written(self) -> None:
        """Nothing is to be known of a checkpoint."""

    def reopen(self) -> None:
        """Connect again after `drop`, to a server that may need a moment. Raises psycopg.Error.

        A transaction whose answer was lost has ended, the one way or the other, when this returns:
        it had the campaign's row, and that is asked for here.
        """
        self._redial_patiently()
        self._is_lost = False
        if self._writes:
            with self.connection.line():
                pass

    def _redial_patiently(self) -> None:
        end = time.monotonic() + PATIENCE
        pause = PAUSE
        while True:
            try:
                self.connection.redial()
            except psycopg.OperationalError:
                if time.monotonic() + pause > end:
                    raise
            else:
                return
            time.sleep(pause)
            pause *= 2

    def drop(self) -> None:
        """Close the connection, as after an error: what was recorded is kept."""
        self.connection.drop()
        self._is_lost = True

    def copy_to(self, unlisted: Unlisted, name: str, *, newest: int) -> None:
        """Copy the campaign, under the name `name`, up to row `newest`, to a new one.

        Raises CannotKeep if it is damaged or deleted, NotRecorded, psycopg.Error.
        """
        assert isinstance(unlisted, UnlistedCampaign), "a campaign of another back end"
        source = self.reader
        face = journal.stored_face(source)
        numbers = (self.schema, self.min_reader)
        blobs = journal.blobs(source)
        with unlisted.writing() as copy:
            with copy.begin():
                journal.put_campaign(copy, str(uuid.uuid4()), name, newest, face)
                journal.raise_schema(copy, *numbers)
                copy_rows(copy, self.id, newest, blobs)
            copied = ServerReading(unlisted.place, copy)
            integrity.refuse_damaged_copy(copied, newest, self.place.name)

    def finish(self, newest: ChainHead) -> Message | None:
        """Close the connection after play: all that was acknowledged is stored."""
        self.drop()
        return None
