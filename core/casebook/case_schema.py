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


class CaseTable(FileTable):
    """A worked example; what it gives and where it happens is read by its kind."""

    id: Text = Field(description="A name of its own.")
    ruleset: Text = Field(description='The ruleset by its id: "pf1".')
    kind: Text = Field(description="The kind of case.")
    given: dict[str, object] = Field(description="What is given: the inputs of its kind.")
    expect: dict[str, object] = Field(description="What is expected: results of its kind.")
    rule: Text = Field("", description='The rule that it is an example of: "T-017".')
    also: ListOf[str] = Field((), description="Further rules that it carries.")
    basis: Text = Field("", description='What it rests on: "seed" or "house".')
    depends: ListOf[str] = Field((), description="Open questions that would change the result.")
    why: Text = Field("", description="Why it is so.")
    map: object = Field("", description="The map, for the combat grid.")
    edge_walls: object = Field((), description="Borders with a wall.")
    edge_low: object = Field((), description="Borders with a low wall.")
    creatures: object = Field((), description="The creatures on the map.")


class CasebookTables(FileTable):
    """A casebook: a table under [[case]] for each worked example."""

    case: ListOf[CaseTable] = Field((), description="The cases.")
