"""A check of an export's entries by reading, folding and narrating each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, get_args

from core.play.state import State
from core.play.table.commands import WriteNote
from core.play.table.events import Noted
from core.travel import regionmap
from saves.exchange.findings import UnreadableFile
from saves.store import asset_store, codec
from saves.store.blobs import read_board
from saves.store.chain import Blob, StoredRow
from saves.store.entries import Annotate, JoinSessions, Mark, NameSession, Redo, SplitSession, Undo
from saves.store.entry_reader import narrate_events
from saves.store.packing import unpack
from saves.store.state_history import Snapshot, StateHistory

ODD: Final = (
    *codec.NOT_OURS, codec.UnreadableText, LookupError, ArithmeticError, AssertionError,
    RecursionError,
)  # fmt: skip
"""Raised by forged text that is read, folded or narrated."""

MARKS: Final = get_args(Mark)
ASIDE: Final[Mapping[str, tuple[type, ...]]] = {
    "undo": (Undo,), "redo": (Redo,), "note": (WriteNote, Annotate),
    "session": tuple(mark for mark in MARKS if mark not in (Undo, Redo, Annotate)),
}  # fmt: skip
"""The commands of rows that are not play."""


@dataclass(slots=True)
class Refolded:
    """The blobs and states read so far."""

    states: StateHistory
    program: str
    blobs: dict[str, str] = field(default_factory=dict)
    """The kind of each blob by its sha256."""

    def learn(self, sha256: str, kind: str, text: str) -> Blob:
        """Check and return a blob. Raises UnreadableFile."""
        if hashlib.sha256(text.encode()).hexdigest() != sha256:
            raise UnreadableFile("The text does not have the sum {sum}.", sum=sha256)
        if sha256 in self.blobs:
            raise UnreadableFile("The text {sum} is there twice.", sum=sha256)
        try:
            match kind:
                case "ruleset":
                    asset_store.parsed(text)
                case "region":
                    regionmap.from_json(text)
                case "board":
                    read_board(text)
                case _:
                    raise ValueError(kind)
        except ODD as error:
            raise UnreadableFile(
                "The {kind} {sum} cannot be read.", kind=kind, sum=sha256
            ) from error
        self.blobs[sha256] = kind
        return Blob(sha256, kind, text)

    def live(self, row: StoredRow) -> Snapshot | None:
        """The snapshot after a stored row; None if it is not a play entry.

        Raises UnreadableFile.
        """
        try:
            command, _, events = codec.load_body(row.body)
            unpack(row.receipts)
            if row.kind != "play":
                fits = isinstance(command, ASIDE[row.kind]) and all(
                    row.kind == "note" and isinstance(event, Noted) for event in events
                )
                if not fits or not 0 < _about(command, row) <= row.seq:
                    raise ValueError(command.kind)
                return None
            if isinstance(command, (*MARKS, WriteNote)):
                raise ValueError(command.kind)
            before = self.states.moment(row.parent)
            state, _ = narrate_events(before.state, events)
        except ODD as error:
            raise UnreadableFile(
                "Entry {seq} has content that this Outrider does not know; the file was"
                " written by Outrider {version}.",
                seq=row.seq,
                version=self.program,
            ) from error
        self._look_up(state, row)
        return before.after(state, len(events))

    def _look_up(self, state: State, row: StoredRow) -> None:
        wanted = [(row.rules, "ruleset"), (state.ruleset, "ruleset")]
        wanted += [(state.region, "region")] if state.region else []
        wanted += [(board, "board") for board in asset_store.board_names(state)]
        for sha256, kind in wanted:
            if self.blobs.get(sha256) != kind:
                raise UnreadableFile(
                    "Entry {seq} names a {kind} that is not in the file ({sum}).",
                    seq=row.seq,
                    kind=kind,
                    sum=sha256,
                )


def _about(command: object, row: StoredRow) -> int:
    match command:
        case Annotate(entry):
            return entry
        case NameSession(at) | JoinSessions(at) | SplitSession(at):
            return at
        case _:
            return row.seq
