"""The stored rulesets, region maps and boards that states name by sha256. Private to saves."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from core.calendars import Date
from core.combat.board.drawing import Board, redrawn
from core.effects.effect import KnownEffect
from core.files import FileError
from core.messages import Refusal
from core.play.facts.fight.setup.commands import Prepare, Redraw
from core.play.facts.fight.setup.events import BoardPainted, BoardRedrawn, DoorSet
from core.play.facts.state import RulesKey, State
from core.play.facts.table.commands import AdoptMap
from core.play.union import Assets, Command, Decided, evolve
from core.rulesets.parse import dump_ruleset, load_ruleset
from core.rulesets.schema import Ruleset
from core.travel import regionmap
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.store import canonical, codec, journal
from saves.store.connection import Connection
from saves.store.entries import BranchPoint
from saves.store.journal import Blob
from saves.store.packaged_rulesets import switch_names
from saves.store.packing import decompress, is_too_large
from saves.store.refusals import UnreadableText
from saves.store.releases import RELEASES
from saves.store.shared_rulesets import share
from saves.store.upcasts import lift_ruleset

Effects: TypeAlias = tuple[KnownEffect, ...]
"""The effects of a campaign, which are laid over its rules."""


def board_blob(board: Board) -> Blob:
    """A board as it is stored: canonical JSON, so that equal boards are one blob."""
    return _blob("board", canonical.dump(codec.plain(board)))


def read_board(text: str) -> Board:
    """Parse a stored board. Raises UnreadableText."""
    try:
        return codec.read(Board, text)
    except codec.NOT_OURS as error:
        raise UnreadableText("a stored board cannot be read") from error


class StoredBoard:
    """A stored board, parsed when it is first used. Any thread may use it; it needs no file."""

    __slots__ = ("_board", "_packed", "_sha256")

    def __init__(self, sha256: str, packed: bytes, board: Board | None = None) -> None:
        self._sha256 = sha256
        self._packed = packed
        self._board = board

    def board(self) -> Board | None:
        """The board; None if the stored text is damaged."""
        if self._board is None:
            with suppress(zlib.error, UnreadableText):
                text = decompress(self._packed)
                if hashlib.sha256(text).hexdigest() == self._sha256:
                    self._board = read_board(text.decode())
        return self._board


class BoardStore(Mapping[str, Board]):
    """The boards that a state names, by sha256, without missing and damaged ones.

    Only boards that are used are parsed. Two stores with the same names are equal.
    """

    __slots__ = ("_stored",)

    def __init__(self, stored: Mapping[str, StoredBoard]) -> None:
        self._stored = stored

    def __getitem__(self, sha256: str) -> Board:
        board = self._stored[sha256].board()
        if board is None:
            raise KeyError(sha256)
        return board

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardStore) and self._stored.keys() == other._stored.keys()

    def __hash__(self) -> int:
        return hash(frozenset(self._stored))


@lru_cache(maxsize=8)
def ruleset_blob(rules: Ruleset) -> Blob:
    """A ruleset as a blob, which is the same for equal ones."""
    return _blob("ruleset", dump_ruleset(rules))


def _blob(kind: str, text: str) -> Blob:
    # Raises Refusal "too_large" for what could not be read again.
    data = text.encode()
    if is_too_large(data):
        raise Refusal("too_large", "This map is too large to be stored.")
    return Blob(hashlib.sha256(data).hexdigest(), kind, text)


MOST_EDITS = 200
"""Maximum edits on a board; with one more a new board that has them is stored."""


LARGEST_RULESET = 2_000_000
"""Letters of a stored ruleset, as bytes of the file that it came from."""


@lru_cache(maxsize=8)
def parsed(text: str) -> Ruleset:
    """Parse a stored ruleset; most campaigns share one. Raises UnreadableText."""
    if len(text) > LARGEST_RULESET:
        raise UnreadableText("a stored ruleset is too large")
    try:
        return share(load_ruleset(text, lift_ruleset, switch_names()))
    except FileError as error:
        raise UnreadableText("a stored ruleset cannot be read") from error


@lru_cache(maxsize=2)
def parsed_region(text: str) -> RegionMap:
    """Parse a stored map; a what-if and the past share their campaign's. Raises ValueError."""
    return regionmap.from_json(text)


@dataclass(slots=True)
class AssetStore:
    """The rulesets and maps of one campaign, read when they are first needed."""

    reader: Connection
    _rules: dict[str, Ruleset] = field(default_factory=dict)
    _played: dict[tuple[RulesKey, Effects], Ruleset] = field(default_factory=dict)
    _regions: dict[str, RegionMap] = field(default_factory=dict)
    _boards: dict[str, StoredBoard] = field(default_factory=dict)

    def learn_rules(self, rules: Ruleset) -> Blob:
        """Cache a ruleset that is about to be stored. Return its blob."""
        stored = ruleset_blob(rules)
        self._rules[stored.sha256] = share(rules)
        return stored

    def learn_region(self, region: RegionMap) -> Blob:
        """Cache a map that is about to be stored. Return its blob."""
        stored = _blob("region", regionmap.to_json(region))
        self._regions[stored.sha256] = region
        return stored

    def learn_board(self, board: Board) -> Blob:
        """Cache a board that is about to be stored. Return its blob."""
        stored = board_blob(board)
        self._boards.setdefault(stored.sha256, StoredBoard(stored.sha256, b"", board))
        return stored

    def assets(self, state: State, command: Command | None = None) -> Assets:
        """The assets of `state`, with the map or board that `command` adopts.

        Boards of all its encounters are read but not parsed. Raises UnreadableText.
        """
        adopted, board = adoption(command)
        rules = self._rules_of(state)
        regions = {sha: self._region(sha) for sha in (state.region, adopted) if sha}
        wanted = {board, *board_names(state)} - {""}
        unread = sorted(wanted - self._boards.keys())
        for sha256, packed in journal.packed_blobs(self.reader, unread):
            self._boards[sha256] = StoredBoard(sha256, packed)
        drawn = {sha: self._boards[sha] for sha in wanted if sha in self._boards}
        return Assets(rules, regions, BoardStore(drawn))

    def edition(self, sha256: str) -> Ruleset:
        """A stored ruleset, without the house rules of the campaign. Raises UnreadableText."""
        if sha256 not in self._rules:
            self._rules[sha256] = parsed(self._text(sha256))
        return self._rules[sha256]

    def _rules_of(self, state: State) -> Ruleset:
        key = state.rules_key, state.effects
        if key not in self._played:
            values = {rule.switch: rule.value for rule in state.house_rules}
            rules = self.edition(state.ruleset).with_house_rules(values)
            self._played[key] = rules.with_effects(state.effects)
        return self._played[key]

    def compact_board(self, assets: Assets, decided: Decided) -> tuple[Decided, Sequence[Blob]]:
        """Add to `decided` a new board for each board with too many edits; return its blobs too."""
        if not any(isinstance(event, BoardPainted | DoorSet) for event in decided.events):
            return decided, ()
        events = decided.events
        states = decided.states
        blobs = []
        for encounter in states[-1].encounters:
            board = assets.boards.get(encounter.board)
            if len(encounter.edits) > MOST_EDITS and board is not None:
                fresh = redrawn(board, encounter.edits, assets.rules.combat.ground)
                blobs.append(self.learn_board(fresh))
                events = (*events, BoardRedrawn(encounter.id, blobs[-1].sha256))
                states = (*states, evolve(states[-1], events[-1]))
        return replace(decided, events=events, states=states), blobs

    def _region(self, sha256: str) -> RegionMap:
        if sha256 not in self._regions:
            text = self._text(sha256)
            try:
                self._regions[sha256] = parsed_region(text)
            except ValueError as error:
                raise UnreadableText(f"the map {sha256} cannot be read") from error
        return self._regions[sha256]

    def _text(self, sha256: str) -> str:
        text = journal.blob(self.reader, sha256)
        if text is None:
            raise UnreadableText(f"the ruleset or map {sha256} is missing or damaged")
        return text


def adoption(command: Command | None) -> tuple[str, str]:
    """The sha256 of the region map and of the board that a command adopts, "" for none."""
    match command:
        case AdoptMap(region):
            return region, ""
        case Prepare(encounter):
            return "", encounter.board
        case Redraw(_, board):
            return "", board
        case _:
            return "", ""


def names(state: State) -> tuple[RulesKey, Effects, str, frozenset[str]]:
    """The rules and effects in force, and the sha256 of the region map and boards of a state."""
    return state.rules_key, state.effects, state.region, board_names(state)


def board_names(state: State) -> frozenset[str]:
    """The sha256 of the boards of all encounters of a state."""
    return frozenset(encounter.board for encounter in state.encounters)


def face(
    state: State,
    assets: Assets,
    at: str,
    branch_point: BranchPoint | None = None,
    sessions: int = 0,
    *,
    schema: int,
) -> str:
    """The label that the library shows of a campaign without opening it, as canonical JSON.

    `branch_point` is that of a what-if branch, `sessions` the number played (0: unknown), `schema`
    the file's number: the label tells a program that does not know it which Outrider is needed.
    """
    region = assets.region(state)
    cell = region.cells.get(state.place) if region else None
    doc = {
        "at": at,
        "needs": RELEASES[schema],
        "ruleset": state.ruleset_name,
        "place": (cell.label if cell else "") or state.place,
        **_moment(state.calendar.date(state.clock.day), state.clock.hour),
    }
    if branch_point is not None:
        doc["born_from"] = {
            "campaign": branch_point.campaign,
            "name": branch_point.name,
            "seq": branch_point.seq,
            **_moment(branch_point.date, branch_point.hour),
        }
    return canonical.dump(doc | {"sessions": sessions} if sessions else doc)


def _moment(date: Date, hour: Fraction) -> dict[str, Any]:
    return {"year": date.year, "month": date.month, "day": date.day, "hour": str(hour)}
