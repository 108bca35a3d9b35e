"""The author of rows: gives them ids, time and their place in the chain. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction

from core.dice import Answer
from core.play.union import Event
from core.receipts import Receipt
from core.values import Struct, replace
from saves.settings import load
from saves.store import codec, packing
from saves.store.entries import BeginSession, Recorded, kind_of
from saves.store.journal import digest
from saves.store.models import ChainHead, StoredRow
from saves.store.session_starts import GAP, RunningSession


def utc_now() -> datetime:
    """The wall clock. Its time only labels rows; nothing is ordered by it."""
    return datetime.now(UTC)


def signature(user: str) -> str:
    """What the GM's entries are signed with: the name of the settings, else that of the user."""
    return load().settings.name or user


def label(moment: datetime) -> str:
    """A time in UTC as it is written in rows."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


BEFORE = RunningSession()


class RowAuthor(Struct):
    """The author of rows; `gap` hours without a play entry end a session (0: never).

    `who` is the name of somebody among others who write, and empty for a campaign of one's own.
    """

    clock: Callable[[], datetime] = utc_now
    gap: Fraction = GAP
    who: str = ""

    def row(
        self,
        head: ChainHead,
        command: Recorded,
        *,
        rules: str,
        tip: int | None = None,
        running: RunningSession = BEFORE,
        intent: str = "",
        entry_id: str | None = None,
        answers: Mapping[str, Answer] | None = None,
        events: tuple[Event, ...] = (),
        receipts: tuple[Receipt, ...] = (),
    ) -> StoredRow:
        """The row that follows `head` and `running`. `tip` None means the row itself.

        Raises Refusal `not_writable` for text JSON cannot hold; ValueError if `entry_id` is not a
        uuid as `str(uuid.uuid4())` writes it.
        """
        if entry_id and str(uuid.UUID(entry_id)) != entry_id:
            raise ValueError(f"not a uuid: {entry_id}")
        at = label(self.clock())
        kind = kind_of(command)
        seq = head.seq + 1
        anew = isinstance(command, BeginSession) or (kind == "play" and running.over(at, self.gap))
        plain, packed = packing.pack(receipts) if receipts else (b"", b"")
        row = StoredRow(
            seq=seq,
            id=entry_id or str(uuid.uuid4()),
            intent=intent or str(uuid.uuid4()),
            kind=kind,
            parent=head.tip,
            tip=seq if tip is None else tip,
            session=str(uuid.uuid4()) if anew else running.session,
            at=at,
            who=self.who,
            rules=rules,
            body=codec.dump_body(command, answers or {}, events),
            receipts=packed,
            prev=head.sum,
            sum="",
        )
        return replace(row, sum=digest(row, plain))
