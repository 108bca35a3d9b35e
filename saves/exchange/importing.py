"""Import of a campaign from JSON Lines.

Every row's place in the chain, its sum and its text are checked, and each state is folded again.
"""

from __future__ import annotations

import hashlib
import uuid
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from core.play.facts.state import State
from core.play.facts.table.events import Noted
from core.travel import regionmap
from saves.campaign.row_author import label
from saves.exchange.findings import UnreadableFile
from saves.exchange.jsonl import JsonLine, read_lines
from saves.exchange.made_campaign import MadeCampaign
from saves.library import library
from saves.store import asset_store, canonical, codec, journal, session_starts
from saves.store.asset_store import read_board
from saves.store.connection import Connection
from saves.store.entries import Annotate, JoinSessions, NameSession, SplitSession, kind_of
from saves.store.entry_reader import KINDS, EntryReader, narrate_events
from saves.store.journal import Blob, digest
from saves.store.models import ChainHead, StoredRow
from saves.store.packing import LEVEL, MOST_IN_A_COLUMN, is_too_large, unpack
from saves.store.places import backend_of
from saves.store.refusals import UnreadableText
from saves.store.state_history import Snapshot, StateHistory, uncollected

if TYPE_CHECKING:
    from saves.store.backend import Unlisted


def row_of(keys: Mapping[str, Any]) -> tuple[StoredRow, bytes]:
    """The row in a line, and its receipts' JSON."""
    if keys["receipts"] is None:
        receipts = b""
    else:
        receipts = canonical.dump(keys["receipts"]).encode()
    row = StoredRow(
        seq=keys["seq"],
        id=keys["id"],
        intent=keys["intent"],
        kind=keys["kind"],
        parent=keys["parent"],
        tip=keys["tip"],
        session=keys["session"],
        at=keys["at"],
        who=keys["who"],
        rules=keys["rules"],
        body=canonical.dump(keys["body"]),
        receipts=zlib.compress(receipts, LEVEL) if receipts else b"",
        prev=keys["prev"],
        sum=keys["sum"],
    )
    return row, receipts


def is_uuid(text: str) -> bool:
    """Whether `text` is a uuid as `str(uuid.uuid4())` writes it."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    try:
        return label(datetime.fromisoformat(text)) == text
    except (ValueError, OverflowError):
        return False


ODD = (
    *codec.NOT_OURS,
    UnreadableText,
    LookupError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""Raised by forged text that is read, folded or narrated."""


@dataclass(slots=True)
class Refolded:
    """What is read so far: the chain up to its `head`, the kinds of blobs by sha256, the states."""

    states: StateHistory
    program: str
    head: ChainHead = field(default_factory=ChainHead)
    blobs: dict[str, str] = field(default_factory=dict)
    _played: bytearray = field(default_factory=lambda: bytearray(1))
    _ids: set[bytes] = field(default_factory=set)
    _undone: list[int] = field(default_factory=list)

    def learn(self, sha256: str, kind: str, text: str) -> Blob:
        """Check and return a blob. Raises UnreadableFile."""
        if hashlib.sha256(text.encode()).hexdigest() != sha256:
            raise UnreadableFile("The text does not have the sum {sum}.", sum=sha256)
        if is_too_large(text.encode()):
            raise UnreadableFile("The text {sum} is too large.", sum=sha256)
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

    def take(self, row: StoredRow, receipts: bytes) -> None:
        """Add the newest row. Raises UnreadableFile if it does not follow."""
        if row.seq != self.head.seq + 1:
            raise UnreadableFile(
                "This is entry {seq}; entry {wanted} was expected.",
                seq=row.seq,
                wanted=self.head.seq + 1,
            )
        if max(len(row.body.encode()), len(row.receipts)) > MOST_IN_A_COLUMN:
            raise UnreadableFile("Entry {seq} is too large.", seq=row.seq)
        if row.prev != self.head.sum or row.sum != digest(row, receipts):
            raise UnreadableFile(
                "The sum of entry {seq} is wrong: the entry was changed or damaged.",
                seq=row.seq,
            )
        self._labels(row)
        if row.parent != self.head.tip or not self._leads(row):
            raise UnreadableFile("Entry {seq} cannot follow the entry that it names.", seq=row.seq)
        self.head = row.head
        self._played.append(row.kind == "play")

    def _labels(self, row: StoredRow) -> None:
        if row.kind not in KINDS:
            raise UnreadableFile(
                "The key {key} must be one of: {allowed}.", key="kind", allowed=tuple(KINDS)
            )
        for key, text in (("id", row.id), ("intent", row.intent), ("session", row.session)):
            if not is_uuid(text):
                raise UnreadableFile("The key {key} is not a uuid.", key=key)
        if not _is_time(row.at):
            raise UnreadableFile(
                "The key {key} is not a time such as {example}.",
                key="at",
                example="2026-11-21T12:00:00Z",
            )
        if not row.who.isprintable():
            raise UnreadableFile("The key {key} has unprintable letters.", key="who")
        known = len(self._ids)
        self._ids.add(uuid.UUID(row.id).bytes)
        if len(self._ids) == known:
            raise UnreadableFile("Two entries have the id {id}.", id=row.id)

    def _leads(self, row: StoredRow) -> bool:
        match row.kind:
            case "play":
                self._undone.clear()
                return row.tip == row.seq
            case "undo":
                self._undone.append(row.parent)
                return 0 < row.tip < row.parent and bool(self._played[row.tip])
            case "redo":
                return bool(self._undone) and row.tip == self._undone.pop()
            case _:
                return 0 < row.tip == row.parent

    def live(self, row: StoredRow) -> Snapshot | None:
        """The snapshot after a stored row; None if it is not a play entry.

        Raises UnreadableFile.
        """
        try:
            command, _, events = codec.load_body(row.body)
            unpack(row.receipts)
            if kind_of(command) != row.kind or not 0 < _about(command, row) <= row.seq:
                raise ValueError(command.kind)
            if row.kind != "play":
                if any(row.kind != "note" or not isinstance(event, Noted) for event in events):
                    raise ValueError(command.kind)
                return None
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


Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of entries imported, and of all."""


def bring_in(
    stream: BinaryIO, name: str | None = None, tell_progress: Progress | None = None
) -> MadeCampaign:
    """Make a campaign from JSON Lines, called `name` (None: the name in the file).

    It appears whole or not at all. Raises UnreadableFile, with the line, if the export is damaged
    or not an export; CannotKeep if the name is taken or the file cannot be made.
    """
    line_number = 1

    def counted() -> Iterator[JsonLine]:
        nonlocal line_number
        for line in read_lines(stream):
            yield line
            line_number = line.number + 1

    lines = counted()
    try:
        with uncollected():
            head = next(lines).keys
            name, place = library.free(head["name"] if name is None else name)
            if not is_uuid(head["id"]):
                raise UnreadableFile("The key {key} is not a uuid.", key="id")
            other = backend_of(place).is_stored(head["id"])
            own = str(uuid.uuid4()) if other else head["id"]
            made = MadeCampaign(name, place, own, head["head"], other)

            def write(unlisted: Unlisted) -> None:
                with unlisted.writing() as writer:
                    _fill(writer, lines, made, head, tell_progress)

            backend_of(place).create(place, write)
            return made
    except UnreadableFile as wrong:
        raise UnreadableFile(
            "line {line}: {what} Nothing was imported.", line=line_number, what=wrong.message
        ) from wrong


def _fill(
    writer: Connection,
    lines: Iterator[JsonLine],
    made: MadeCampaign,
    first: Mapping[str, Any],
    tell_progress: Progress | None,
) -> None:
    # Takes all lines after the first.
    states = StateHistory(writer, writer)
    refolded = Refolded(states, first["program"])
    with writer.begin():
        journal.put_campaign(writer, made.id, made.name)
        journal.raise_schema(writer, first["schema"])
    while True:
        with writer.begin():
            due = _fill_until_due(writer, lines, made, first, refolded)
        if due is None:
            return
        states.add(refolded.head.seq, due)  # a checkpoint is stored in a transaction of its own
        if tell_progress is not None:
            tell_progress(refolded.head.seq, made.entries)


def _fill_until_due(
    writer: Connection,
    found: Iterator[JsonLine],
    made: MadeCampaign,
    first: Mapping[str, Any],
    refolded: Refolded,
) -> Snapshot | None:
    # Takes lines up to the next entry of which a checkpoint is due, or all: then it is None.
    for line in found:
        match line.kind:
            case "blob":
                if refolded.head.seq:
                    raise UnreadableFile("Maps and rulesets must come before the entries.")
                keys = line.keys
                blob = refolded.learn(keys["sha256"], keys["kind"], keys["text"])
                journal.put_blob(writer, blob)
            case "row":
                row, receipts = row_of(line.keys)
                line.keys.clear()  # a long one would be in memory twice when it is read again
                refolded.take(row, receipts)
                receipts = b""
                journal.put_row(writer, row)
                snapshot = refolded.live(row)
                if snapshot is None:
                    continue
                if snapshot.due:
                    return snapshot
                refolded.states.remember(row.seq, snapshot)
            case _:
                _check_counts(line.keys, refolded, made)
                _finish(writer, first, refolded)
    return None


def _check_counts(keys: Mapping[str, Any], refolded: Refolded, made: MadeCampaign) -> None:
    head = refolded.head
    said = (keys["rows"], keys["blobs"], keys["sum"], made.entries)
    if said != (head.seq, len(refolded.blobs), head.sum, head.seq) or not head.seq:
        raise UnreadableFile("The counts are wrong: lines are missing.")


def _finish(writer: Connection, first: Mapping[str, Any], refolded: Refolded) -> None:
    # Sets the head, and the label that the library shows.
    states = refolded.states
    head = refolded.head
    state = states.moment(head.tip).state
    newest = journal.row(writer, head.seq)
    assert newest is not None, "it was stored just now"
    face = asset_store.face(
        state,
        asset_store.AssetStore(writer).assets(state),
        newest.at,
        EntryReader(writer, states).branch_point(head.seq),
        session_starts.running_session(writer, head.seq).number,
        schema=first["schema"],
    )
    journal.move_head(writer, head.seq, face)
