"""Boards of encounters as stored text, parsed when first used. Private to saves."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping

from core.combat.board.plan import Board
from saves.store import canonical, codec
from saves.store.chain import Blob


def board_blob(board: Board) -> Blob:
    """A board as it is stored: canonical JSON, so that equal boards are one blob."""
    text = canonical.dump(codec.plain(board))
    return Blob(hashlib.sha256(text.encode()).hexdigest(), "board", text)


def read_board(text: str) -> Board:
    """Parse a stored board. Raises codec.UnreadableText."""
    try:
        return codec.read(Board, text)
    except codec.NOT_OURS as error:
        raise codec.UnreadableText("a stored board cannot be read") from error


class StoredBoard:
    """A stored board, parsed when it is first used. Any thread may use it; it needs no file."""

    __slots__ = ("_board", "_packed", "_sha256")

    def __init__(self, sha256: str, packed: object, board: Board | None = None) -> None:
        self._sha256 = sha256
        self._packed = packed
        self._board = board

    def board(self) -> Board | None:
        """The board; None if the stored text is damaged."""
        if self._board is None:
            self._board = self._parsed()
        return self._board

    def _parsed(self) -> Board | None:
        try:
            text = zlib.decompress(self._packed)  # type: ignore[arg-type]
            whole = hashlib.sha256(text).hexdigest() == self._sha256
            return read_board(text.decode()) if whole else None
        except (zlib.error, TypeError, codec.UnreadableText):  # a damaged file may hold any type
            return None


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
