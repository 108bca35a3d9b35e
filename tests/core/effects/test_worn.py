"""What the totals of a sheet hold already: read from a line, and it counts once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Attack
from core.effects.changes import parse_change
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureSheet
from core.effects.worn import cut_worn, parse_worn, read_worn
from core.messages import Refusal
from core.receipts import Receipt
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say

RULES = packaged("pf1").combat.figure_rules
TYPES = RULES.types


def figure(name: str, effect: str, worn: str, attack: Attack | None = None) -> PresentFigure:
    """A figure under an effect of one change, where the sheet lists what is worn."""
    sheet = FigureSheet(
        scores={"str": 18, "dex": 14},
        ac=20,
        dexterity=2,
        will=5,
        hp_max=30,
        speeds={"walk": Fraction(8)},
        worn=parse_worn(read_worn(worn)),
    )
    running = RunningEffect(name="E", label="E", origin="E", changes=(parse_change(effect),))
    return present_figure(AskedFigure(name, attack), sheet, (running,), RULES)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ac +1 deflection", ("ac +1 deflection",)),
        ("armor 9, natural armor +2", ("ac +9 armor", "ac +2 natural armor")),
        ("attack +1 enhancement longsword", ("attack longsword +1 enhancement",)),
        ("STR +4 enhancement, , str +4 enhancement", ("str +4 enhancement",)),
        ("", ()),
    ],
)
def test_worn_parts_are_read(text: str, lines: tuple[str, ...]) -> None:
    assert read_worn(text, TYPES) == lines
    assert read_worn(", ".join(lines), TYPES) == lines


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ac +1", "worn_part"),
        ("ac -1 deflection", "worn_part"),
        ("speed x1/2", "worn_part"),
        ("saves +1 morale fear", "worn_part"),
        ("acc +1 deflection", "unknown_figure"),
        ("ac +1 deflecton", "unknown_bonus_type"),
        ("ring of protection", "unknown_figure"),
        (", ".join(f"ac +{number} armor" for number in range(1, 60)), "many_worn"),
    ],
)
def test_a_part_that_nothing_could_outdo_is_refused(text: str, code: str) -> None:
    assert refusal_code_of(text) == code


def refusal_code_of(text: str) -> str:
    with pytest.raises(Refusal) as refused:
        read_worn(text, TYPES)
    return refused.value.code


@pytest.mark.parametrize(
    ("text", "left", "lines"),
    [
        (
            "Borin hp34 ac20, worn ac +1 deflection, str +4 enhancement, axe +8 1d12+6",
            "Borin hp34 ac20,  axe +8 1d12+6",
            ("ac +1 deflection", "str +4 enhancement"),
        ),
        ("ogre hp 30 worn: natural armor 5", "ogre hp 30", ("ac +5 natural armor",)),
        ('Worn boots hp 3, "my worn ac" hp 4', 'Worn boots hp 3, "my worn ac" hp 4', ()),
        ("old worn soldier hp 12", "old worn soldier hp 12", ()),
    ],
)
def test_worn_parts_are_cut_out_of_a_line(text: str, left: str, lines: tuple[str, ...]) -> None:
    cut = cut_worn(text, TYPES)

    assert (cut.text, cut.lines) == (left, lines)


SWORD = Attack("longsword", (9,), damage="1d8+4")


@pytest.mark.parametrize(
    ("name", "effect", "worn", "value"),
    [
        ("ac", "ac +1 deflection", "ac +1 deflection", 20),
        ("ac", "ac +3 deflection", "ac +1 deflection", 22),
        ("ac", "ac +3 deflection", "armor 9", 23),
        ("ac", "ac +1 dodge", "ac +1 dodge", 21),
        ("ac", "ac -2 deflection", "ac +1 deflection", 18),
        ("ac", "dex +4 enhancement", "dex +2 enhancement", 21),
        ("will", "saves +1 resistance", "will +2 resistance", 5),
        ("will", "will +3 resistance", "saves +2 resistance", 6),
        ("speed walk", "speed walk +30ft enhancement", "speed +10ft enhancement", 12),
        ("hp_max", "con +4 enhancement", "con +4 enhancement", 30),
        ("attack longsword", "attack +1 enhancement", "attack +1 enhancement longsword", 9),
        ("attack longsword", "attack +1 enhancement", "attack +1 enhancement dagger", 10),
        ("damage longsword", "str +4 enhancement", "str +4 enhancement", "1d8+4"),
    ],
)
def test_of_the_type_that_is_worn_only_what_is_better_adds(
    name: str, effect: str, worn: str, value: int | str
) -> None:
    attack = SWORD if name.endswith("longsword") else None

    assert figure(name, effect, worn, attack).value == value


def test_the_receipt_says_what_the_sheet_holds() -> None:
    """Given a ring of +1 on the sheet, then +1 is lost, and of +3 the rest counts."""
    lesser = figure("ac", "ac +1 deflection", "ac +1 deflection")
    greater = figure("ac", "ac +3 deflection", "ac +1 deflection")

    assert told(lesser.receipts) == [("E, outdone by what is worn", 0)]
    assert told(greater.receipts) == [("E, beside +1 deflection that is worn", 2)]


def told(receipts: tuple[Receipt, ...]) -> list[tuple[str, object]]:
    return [(say(receipt.label), receipt.value) for receipt in receipts]
