"""The models of a casebook: its cases, and the boards of those on the combat grid."""

from __future__ import annotations

from pydantic import Field

from core.combat.board.drawing import Board
from core.combat.board.encounter_schema import BoardCreature, GridSquare
from core.file_schema import FileTable, ListOf, Text


class CaseCreature(BoardCreature):
    """A creature on the board of a case."""

    at: GridSquare = Field(description="The top left square of its space.")


class BoardTables(FileTable):
    """Where a case on the combat grid happens."""

    map: Text = Field("", description="The map: rows of signs, each for the ground of a square.")
    edge_walls: ListOf[str] = Field((), description='Borders with a wall: "B2/C2".')
    edge_low: ListOf[str] = Field((), description='Borders with a low wall: "B2/C2".')
    creatures: ListOf[CaseCreature] = Field((), description="The creatures.")

    def board(self) -> Board:
        """Return the map with its borders."""
        return Board(tuple(self.map.split()), self.edge_walls, self.edge_low)
