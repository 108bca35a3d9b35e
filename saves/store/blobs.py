"""Boards of encounters as text, and as what a world holds of them. Private to saves."""

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
    """The board of its text. Raises codec.Unreadable."""
    try:
        return codec.read(Board, text)
    except codec.NOT_OURS as error:
        raise codec.UnreadableText("a stored board cannot be read") from error


class StoredBoard:
    """A board as the file has it; it is parsed when it is first looked at.

    Nothing of the file is read any more then, so any thread may look. Two that look first at the
    same time both parse: they find the same.
    """

    __slots__ = ("_board", "_packed", "_sha256")

    def __init__(self, sha256: str, packed: object, board: Board | None = None) -> None:
        self._sha256 = sha256
        self._packed = packed
        self._board = board

    def board(self) -> Board | None:
        """The board; None when what is stored is damaged."""
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
    """The boards that a state names, by sha256; one that is missing or damaged is not in it.

    Of fifty prepared encounters only those that somebody looks at are parsed. Two are equal
    when they hold the same names: a name says what is in it.
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
