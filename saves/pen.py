"""Who writes: the labels of a row, and a row as it will be. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from core.dice import Answer
from core.play.union import Event
from core.receipts import Receipt
from saves import codec, packing
from saves.chain import Draft
from saves.entries import Recorded, RowKind


def utc_now() -> datetime:
    """The wall clock. Its time is only a label of rows; nothing is ordered by it."""
    return datetime.now(UTC)


def label(moment: datetime) -> str:
    """A time as the rows write it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Pen:
    """Who writes, in which session, by which clock."""

    who: str = ""
    clock: Callable[[], datetime] = utc_now
    session: str = ""

    @classmethod
    def take(cls, who: str, clock: Callable[[], datetime]) -> Pen:
        """A pen for a new session; what cannot be printed is left out of the name."""
        printable = "".join(letter for letter in who if letter.isprintable())
        return cls(printable, clock, str(uuid.uuid4()))

    def next_session(self) -> Pen:
        """The same hand, another evening."""
        return replace(self, session=str(uuid.uuid4()))

    def draft(
        self,
        kind: RowKind,
        command: Recorded,
        *,
        rules: str,
        tip: int | None,
        intent: str = "",
        entry_id: str | None = None,
        answers: Mapping[str, Answer] | None = None,
        events: tuple[Event, ...] = (),
        receipts: tuple[Receipt, ...] = (),
    ) -> Draft:
        """A row to be. Refusal `not_writable` for what cannot be written.

        ValueError when `entry_id` is no uuid as `str(uuid.uuid4())` writes it.
        """
        if entry_id and str(uuid.UUID(entry_id)) != entry_id:
            raise ValueError(f"not a uuid: {entry_id}")
        plain, packed = packing.pack(receipts) if receipts else (b"", b"")
        return Draft(
            id=entry_id or str(uuid.uuid4()),
            intent=intent or str(uuid.uuid4()),
            kind=kind,
            tip=tip,
            session=self.session,
            at=label(self.clock()),
            who=self.who,
            rules=rules,
            body=codec.dump_body(command, answers or {}, events),
            receipts=plain,
            packed=packed,
        )
