"""What a member brings to a fight, in words: the Party sheet."""

from __future__ import annotations

from core.play.facts.encounter import Lasting, Until
from core.play.facts.state import Member
from core.play.status import until
from core.receipts import Receipt
from core.values import replace
from tests.fights import FIGHT, HARSK, SHAKEN, TAM, TORCH, fight_world
from tui.kit.phrases import say
from tui.party.sheets import receipts


def lines(receipt: Receipt, indent: str = "") -> list[str]:
    text = f"{indent}{say(receipt.label)} {say(receipt.value)}".rstrip()
    return [text, *(line for part in receipt.parts for line in lines(part, f"{indent}  "))]


def told(member: Member) -> list[str]:
    found = receipts(member, FIGHT, fight_world())
    return [line for receipt in found for line in lines(receipt)]


def test_a_sheet_tells_its_figures_and_its_attacks() -> None:
    assert told(HARSK) == [
        "Armour Class 18",
        "  Dexterity within it +1",
        "initiative +1",
        "Fortitude +7",
        "Reflex +2",
        "Will +3",
        "Perception +1",
        "Acrobatics -4",
        "always darkvision",
        "in hand",
        "  dwarven waraxe +8/+3",
        "    1d10+4 plus 1d6 x3 and trip",
        "  longbow +5",
        "    1d8 x3 range 30m bow agile",
    ]


def test_a_sheet_tells_its_figures_as_they_are_now_and_why() -> None:
    """Given Harsk fatigued, shaken and exhausted, then the worse of tiredness counts alone."""
    worn = replace(HARSK, lasting=(Lasting("exhausted"), Lasting("fatigued"), SHAKEN))
    found = told(worn)
    assert found[4:18] == [
        "Armour Class 15",
        "  on the sheet 18",
        "    Dexterity within it +1",
        "  exhausted -3",
        "initiative -4",
        "  on the sheet 1",
        "  exhausted -3",
        "  shaken -2",
        "Fortitude +5",
        "  on the sheet 7",
        "  shaken -2",
        "Reflex -3",
        "  on the sheet 2",
        "  exhausted -3",
    ]
    assert found[found.index("  dwarven waraxe +3/-2") :][:7] == [
        "  dwarven waraxe +3/-2",
        "    on the sheet +8/+3",
        "      1d10+4 plus 1d6 x3 and trip",
        "    exhausted -3",
        "    shaken -2",
        "    damage 1d10+1",
        "      exhausted -3",
    ]


def test_what_lies_on_a_member_says_when_it_ends_and_who_brought_it() -> None:
    hurt = replace(
        TAM, sheet=None, temporary=5, damage=23, lasting=(SHAKEN, TORCH, Lasting("bless"))
    )
    assert told(hurt) == [
        "state at the hit points left dying",
        "  disabled at these hit points 0",
        "  dying at these hit points -1",
        "  dead at these hit points -10",
        "temporary hit points 5",
        "shaken 1, until the turn of Ogre in round 3",
        "  brought by the ogre's roar",
        "torch, ends 4 Deepwinter 10:15",
        "bless, until it is removed",
    ]


def test_an_end_of_a_turn_is_told_as_one() -> None:
    ends = Until("turn_end", who="harsk", round=3)
    assert say(until(ends, FIGHT)) == "until Harsk has acted in round 3"


def test_nothing_is_told_of_one_who_has_nothing_written_down() -> None:
    assert told(replace(TAM, sheet=None)) == []
