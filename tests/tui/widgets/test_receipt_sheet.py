"""Receipts of a fight as a sheet: number first, rules at the right, worked by hand; its lines."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rich.cells import cell_len

from core.combat.board.drawing import Light
from core.creatures import AttackWords
from core.effects.stacking import OUTDONE_OF_TYPE
from core.messages import Chance, Message, Metres, Squares
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.planned_attack import PlannedAttack
from core.receipts import Receipt
from core.values import replace
from tests.tui.fight_views import FIGHT, view
from tui.board.grid_things import GridLine, cover_lines
from tui.encounter.present.foresight import attack_lines
from tui.kit.lines_view import text_of
from tui.kit.receipt import ReceiptSheet, ReceiptTree, Why, figure, receipt_lines

PLACES = {"harsk": "F9", "valeria": "I9", "wolf-d": "G9"}


def attack(
    places: dict[str, str],
    by: str = "harsk",
    at: str = "wolf-d",
    *,
    light: Light = "bright",
    said: int | None = None,
) -> PlannedAttack:
    """An attack in this light, with the miss chance that the GM has `said`."""
    figures = tuple(
        replace(f, at=places.get(f.id, f.at), weapon=0, elevation=0) for f in FIGHT.figures
    )
    now = view(replace(FIGHT, figures=figures, light=light))
    command = MakeAttack((by,), at, words=AttackWords(miss=said))
    return swing(now.state, now.assets, by, command)


def sheet(receipt: Receipt, depth: int = 3) -> list[str]:
    pane = ReceiptSheet()
    pane.show([receipt], depth, "PF1")
    return text_of(pane.lines(80)).splitlines()


def test_an_attack_is_told_number_first_and_worked_by_hand() -> None:
    """Given an attack, then title with the total, a modifier a line, and how to work it out."""
    rows = sheet(attack({**PLACES, "valeria": "J9"}).receipt)
    assert rows[0].startswith("why: Harsk attacks Wolf: 6 or more on the d20, 75 %  ")
    assert rows[0].endswith("  PF1")
    assert rows[1].split() == ["to", "hit", "+8", "C-250"]
    assert rows[2] == f"{'           +8   dwarven waraxe':<73}sheet"
    assert rows[3].split() == ["against", "14", "C-250"]
    assert "  by hand  14 - 8 = 6: a 6 or more is 15 faces of 20" in rows
    assert "  odds     15/20 = 75 %" in rows
    assert any(row.startswith("  * house default: ") for row in rows)
    assert all(cell_len(row) <= 78 for row in rows)


def test_a_number_that_fills_its_column_stands_behind_its_words() -> None:
    label = Message("converted after counting")
    told = [Receipt(label, Metres(Fraction(half, 2)), "C-004") for half in (2, 15, 27)]
    assert [" ".join(text_of(figure(one, 60, 1)).split()) for one in told] == [
        "1 m converted after counting C-004",
        "converted after counting: 7.5 m C-004",
        "converted after counting: 13.5 m C-004",
    ]


def test_all_levels_are_copied_and_nothing_is_cut() -> None:
    pane = ReceiptSheet()
    pane.show([attack(PLACES).receipt], 1)
    text = pane.as_text()
    assert ".." not in text
    assert "cover of Wolf from Harsk" in text
    assert "cover of Wolf from Harsk" not in text_of(pane.lines(78))
    pane.deeper()
    assert "cover of Wolf from Harsk" in text_of(pane.lines(78))


def test_concealment_is_multiplied_by_hand() -> None:
    parts = (
        Receipt(Message("to hit"), 10, "C-250"),
        Receipt(Message("against"), 14, "C-250"),
        Receipt(Message("a hit misses by concealment"), Chance(1, 5), "C-195"),
    )
    label = Message("{needed} or more on the d20", needed=4)
    receipt = Receipt(label, Chance(17, 25), "C-250", parts=parts)
    assert "  odds     17/20 x 80 % = 68 %" in sheet(receipt)
    assert "  default: none" in sheet(receipt)


@pytest.mark.parametrize(
    ("light", "said", "odds"), [("dark", None, " x 50 % = "), ("bright", 30, " x 70 % = ")]
)
def test_what_misses_in_the_dark_or_by_the_word_of_the_gm_is_in_the_odds(
    light: Light, said: int | None, odds: str
) -> None:
    found = attack(PLACES, "valeria", light=light, said=said)
    assert any(odds in line for line in sheet(found.receipt))


def test_grid_receipts_are_a_sheet_and_travel_receipts_a_tree() -> None:
    way = Receipt(Message("way"), Squares(3), "C-021")
    pace = Receipt(Message("pace"), 3, "T-005")
    assert Why((way,))._fight
    assert not Why((pace,))._fight


def test_long_values_of_the_tree_are_whole() -> None:
    """Given a value of 25 letters, then it is shown whole; one without room has a sign."""
    receipt = Receipt(Message("lines"), Message("16 of 16 lines are clear"), "C-162")
    assert "16 of 16 lines are clear" in text_of(receipt_lines(receipt, 78, 1))
    narrow = text_of(receipt_lines(receipt, 48, 1))
    assert "16 of 16 lines.." in narrow
    assert ReceiptTree().as_text() == ""


def test_the_lines_of_an_attack_are_drawn() -> None:
    """Given flankers and an archer behind an ally, then lines with where they are cut."""
    lines = attack_lines(attack(PLACES))
    assert GridLine((11, 17), (17, 17)) in lines
    shot = attack({**PLACES, "tam": "D9"}, "tam")
    assert any(line.cut for line in cover_lines(shot.grid.cover))
    assert attack_lines(shot)[0] == cover_lines(shot.grid.cover)[0]


def test_what_does_not_count_is_struck_through_with_its_reason() -> None:
    """Given a bonus that another of its type outdoes, then its line is struck, the others not."""
    lost = Message(OUTDONE_OF_TYPE, condition="belt", amount=2, type="enhancement")
    counted = figure(Receipt(Message("{condition}", condition="bull"), 4), 78, 1)
    struck = figure(Receipt(lost, 0), 78, 1)

    assert struck[0][0][0].strip() == "0    belt +2 enhancement, outdone by another of its type"
    assert struck[0][0][1] == "undone"
    assert counted[0][0][1] == ""
    first = receipt_lines(Receipt(lost, 0), 78, 1)[0][0]
    assert first[1] == "undone"
