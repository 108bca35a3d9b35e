"""The party of the demo campaign: five characters, two ponies and a rowboat."""

from __future__ import annotations

from fractions import Fraction

from core.play.state import Boat, Member
from core.travel.movers import Mover

CHARACTERS = (
    Member(
        "valeria", "Valeria", "V", level=4, con_score=14, hp=31, weight_kg=Fraction(85),
        mover=Mover(race="human", armor="light"),
    ),
    Member(
        "harsk", "Harsk", "H", level=4, con_score=16, hp=38, weight_kg=Fraction(110),
        mover=Mover(race="dwarf", armor="heavy"),
    ),
    Member(
        "mirelle", "Mirelle", "M", level=4, con_score=12, hp=24, weight_kg=Fraction(60),
        mover=Mover(race="human"),
    ),
    Member(
        "sorrel", "Sorrel", "S", level=4, con_score=12, hp=27, weight_kg=Fraction(65),
        mover=Mover(race="human", armor="light"),
    ),
    Member(
        "tam", "Tam", "T", level=4, con_score=10, hp=22, weight_kg=Fraction(70),
        mover=Mover(race="human"),
    ),
)  # fmt: skip

PONIES = (
    Member(
        "pony-1", "Pony 1", "P", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(30)),
    ),
    Member(
        "pony-2", "Pony 2", "R", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(25)),
    ),
)  # fmt: skip

ROWBOAT = Boat("rowboat", "Rowboat", "rowboat", at="0706")
