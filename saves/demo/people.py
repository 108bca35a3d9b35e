"""The party of the demo campaign: five characters, two ponies and a rowboat."""

from __future__ import annotations

from fractions import Fraction

from core.creatures import Attack, Sheet
from core.play.state import Boat, Member
from core.travel.movers import Mover

BOW = Attack("longbow", (5,), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
SHORTBOW = Attack("shortbow", (7,), "1d6", times=3, mode="ranged", weapon="bow", increment=12)
CROSSBOW = Attack(
    "light crossbow", (4,), "1d8", critical=19, mode="ranged", weapon="crossbow", increment=16
)
BOLT = Attack("ray of frost", (4,), "1d3", mode="ranged", weapon="thrown", increment=20)

VALERIA = Sheet(
    ac=18, dexterity=1, init=2, fortitude=4, reflex=3, will=1, perception=5, acrobatics=2,
    attacks=(Attack("longsword", (9,), "1d8+4", critical=19), BOW),
)  # fmt: skip
HARSK = Sheet(
    ac=18, dexterity=0, init=0, fortitude=7, reflex=2, will=3, perception=1, acrobatics=-4,
    attacks=(Attack("dwarven waraxe", (8,), "1d10+4", times=3), BOW), traits=("darkvision",),
)  # fmt: skip
MIRELLE = Sheet(
    ac=16, dexterity=1, init=1, fortitude=2, reflex=3, will=6, perception=4, acrobatics=0,
    attacks=(Attack("mace", (4,), "1d8+1"), CROSSBOW),
)  # fmt: skip
SORREL = Sheet(
    ac=16, dexterity=3, init=3, fortitude=2, reflex=7, will=2, perception=7, acrobatics=10,
    attacks=(SHORTBOW, Attack("short sword", (6,), "1d6+1", critical=19)),
)  # fmt: skip
TAM = Sheet(
    ac=14, dexterity=2, init=2, fortitude=1, reflex=4, will=5, perception=3, acrobatics=2,
    speeds=(("fly", 12),),
    attacks=(BOLT, Attack("staff", (1,), "1d6-1")),
)  # fmt: skip
PONY = Sheet(
    ac=11, dexterity=1, init=1, fortitude=5, reflex=4, will=0, perception=5,
    attacks=(Attack("hoof", (-3,), "1d3"),), traits=("low_light",),
)  # fmt: skip

CHARACTERS = (
    Member(
        "valeria", "Valeria", "V", level=4, con_score=14, hp=31, weight_kg=Fraction(85),
        mover=Mover(race="human", armor="light"), sheet=VALERIA,
    ),
    Member(
        "harsk", "Harsk", "H", level=4, con_score=16, hp=38, weight_kg=Fraction(110),
        mover=Mover(race="dwarf", armor="heavy"), sheet=HARSK,
    ),
    Member(
        "mirelle", "Mirelle", "M", level=4, con_score=12, hp=24, weight_kg=Fraction(60),
        mover=Mover(race="human"), sheet=MIRELLE,
    ),
    Member(
        "sorrel", "Sorrel", "S", level=4, con_score=12, hp=27, weight_kg=Fraction(65),
        mover=Mover(race="human", armor="light"), sheet=SORREL,
    ),
    Member(
        "tam", "Tam", "T", level=4, con_score=10, hp=22, weight_kg=Fraction(70),
        mover=Mover(race="human"), sheet=TAM,
    ),
)  # fmt: skip

PONIES = (
    Member(
        "pony-1", "Pony 1", "P", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(30)), sheet=PONY,
    ),
    Member(
        "pony-2", "Pony 2", "R", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(25)), sheet=PONY,
    ),
)  # fmt: skip

ROWBOAT = Boat("rowboat", "Rowboat", "rowboat", at="0706")
