"""Import of a campaign from JSON Lines; every sum and state is checked."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, TypeAlias

from core.values import Struct
from saves.exchange.chained import Chain, is_uuid, row_of
from saves.exchange.findings import UnreadableFile
from saves.exchange.jsonl_lines import JsonLine, lines
from saves.exchange.refolded import Refolded
from saves.library import library
from saves.store import asset_store, database, journal, session_starts
from saves.store.chain import ChainHead
from saves.store.database import Connection
from saves.store.entry_reader import EntryReader
from saves.store.new_file import whole
from saves.store.state_history import StateHistory, uncollected

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of entries imported, and of all."""


class Imported(Struct):
    """An imported campaign. `other_id`: it has a new id, because the file's was taken."""

    name: str
    path: Path
    id: str
    entries: int
    other_id: bool


def bring_in(stream: BinaryIO, name: str | None = None, told: Progress | None = None) -> Imported:
    """Make a campaign from JSON Lines, called `name` (None: the name in the file).

    It appears whole or not at all. Raises UnreadableFile, with the line, if the export is damaged
    or not an export; CannotKeep if the name is taken or the file cannot be made.
    """
    at = 1

    def counted() -> Iterator[JsonLine]:
        nonlocal at
        for line in lines(stream):
            yield line
            at = line.number + 1

    try:
        with uncollected():
            return _bring_in(counted(), name, told)
    except UnreadableFile as wrong:
        raise UnreadableFile(
            "line {line}: {what} Nothing was imported.", line=at, what=wrong.message
        ) from wrong


def _bring_in(found: Iterator[JsonLine], name: str | None, told: Progress | None) -> Imported:
    head = next(found).keys
    name, path = library.free(head["name"] if name is None else name)
    other = any(shelf.id == head["id"] for shelf in library.listing())
    if not is_uuid(head["id"]):
        raise UnreadableFile("The key {key} is not a uuid.", key="id")
    made = Imported(name, path, str(uuid.uuid4()) if other else head["id"], head["head"], other)

    def write(making: Path) -> None:
        database.build(making)
        with closing(database.dial(making, "rw")) as writer:
            _Making(writer, made, head["program"], told).fill(found)

    whole(path, write)
    return made


class _Making:
    def __init__(
        self, writer: Connection, made: Imported, program: str, told: Progress | None
    ) -> None:
        self._writer = writer
        self._made = made
        self._told = told
        self._chain = Chain()
        self._states = StateHistory(writer, writer)
        self._story = Refolded(self._states, program)
        self._at = ""

    def fill(self, found: Iterator[JsonLine]) -> None:
        """Take all lines after the first. Raises UnreadableFile."""
        self._begin()
        journal.put_campaign(self._writer, self._made.id, self._made.name)
        for line in found:
            match line.kind:
                case "blob":
                    self._blob(line)
                case "row":
                    self._row(line)
                case _:
                    self._end(line)
        self._writer.commit()

    def _begin(self) -> None:
        self._writer.execute("BEGIN IMMEDIATE")

    def _blob(self, line: JsonLine) -> None:
        if self._chain.head.seq:
            raise UnreadableFile("Maps and rulesets must come before the entries.")
        blob = self._story.learn(line.keys["sha256"], line.keys["kind"], line.keys["text"])
        journal.put_blob(self._writer, blob)

    def _row(self, line: JsonLine) -> None:
        row, receipts = row_of(line.keys)
        self._chain.take(row, receipts)
        journal.put_row(self._writer, row)
        moment = self._story.live(row)
        self._at = row.at
        if moment is None:
            return
        if not moment.due:
            self._states.remember(row.seq, moment)
            return
        self._writer.commit()  # a checkpoint is stored in a transaction of its own
        self._states.add(row.seq, moment)
        self._begin()
        if self._told is not None:
            self._told(row.seq, self._made.entries)

    def _end(self, line: JsonLine) -> None:
        head = self._chain.head
        said = (line.keys["rows"], line.keys["blobs"], line.keys["sum"], self._made.entries)
        if said != (head.seq, len(self._story.blobs), head.sum, head.seq) or not head.seq:
            raise UnreadableFile("The counts are wrong: lines are missing.")
        journal.move_head(self._writer, head.seq, self._face(head))

    def _face(self, head: ChainHead) -> str:
        state = self._states.moment(head.tip).state
        assets = asset_store.AssetStore(self._writer).assets(state)
        branch_point = EntryReader(self._writer, self._states).branch_point(head.seq)
        sessions = session_starts.running_session(self._writer, head.seq).number
        return asset_store.face(state, assets, self._at, branch_point, sessions)
