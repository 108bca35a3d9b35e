"""Improved cover in areas and in checks of Stealth (C-174); what invisibility adds (C-201)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.play.facts.encounter import Lasting, Spent
from core.play.facts.fight.blows.commands import AreaAttack
from core.play.facts.fight.combatants import someone
from core.play.facts.table.commands import CallCheck
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, WOLF, after, fight

D20 = ("pf1", "dnd35", "sf")
SLIT = """
.....
..#..
.....
"""


@pytest.mark.parametrize("system", D20)
@pytest.mark.parametrize(("die", "damage"), [(11, 0), (10, 5)])
def test_c_174_behind_improved_cover_a_save_leaves_nothing_and_a_failed_one_half(
    system: str, die: int, damage: int
) -> None:
    """Given a hero behind a corner, when the GM says improved, +4 and improved evasion count."""
    nib = replace(HERO, sheet=Sheet(ac=15, reflex=0, speeds=(("walk", 6),)))
    state, assets = fight(SLIT, nib, at={"hero": "D3"}, system=system)
    blast = AreaAttack("burst", 6, "10", (0, 0), save="reflex", dc=15, improved=True)
    needs = decide(blast, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = [one for one in needs.questions if one.who == "hero"]
    assert question.modifier == 4

    hurt = after(blast, state, assets, {question.key: die})

    assert someone(hurt, "hero").damage == damage
    plain = after(replace(blast, improved=False), state, assets, {question.key: 20})
    assert someone(plain, "hero").damage == 5


def test_c_174_improved_cover_adds_ten_to_a_check_of_stealth() -> None:
    state, assets = fight("....", HERO, WOLF, at={"hero": "A1", "wolf": "C1"})
    plain = decide(CallCheck("stealth", 15, ("hero",), (3,)), state, assets, {})
    behind = decide(CallCheck("stealth", 15, ("hero",), (3,), improved=True), state, assets, {})
    assert isinstance(plain, Needs)
    assert isinstance(behind, Needs)
    assert (plain.questions[0].modifier, behind.questions[0].modifier) == (3, 13)
    assert behind.questions[0].why is not None
    assert "C-174" in {part.rule for part in behind.questions[0].why.parts}


@pytest.mark.parametrize(("system", "check"), [("pf1", "climb"), ("pf2", "hide")])
def test_c_174_improved_cover_helps_nobody_where_the_rules_state_nothing(
    system: str, check: str
) -> None:
    state, assets = fight("....", HERO, WOLF, at={"hero": "A1", "wolf": "C1"}, system=system)
    command = CallCheck(check, 15, ("hero",), (3,), improved=True)
    assert refusal_code(command, state, assets) == "no_improved_cover"


@pytest.mark.parametrize(("system", "still"), [("pf1", 40), ("dnd35", 40), ("sf", 40), ("pf2", 0)])
@pytest.mark.parametrize("moved", [0, 3])
def test_c_201_the_invisible_are_harder_to_notice_the_more_so_standing_still(
    system: str, still: int, moved: int
) -> None:
    ghost = replace(WOLF, lasting=(Lasting("invisible"),))
    state, assets = fight(
        "....",
        HERO,
        ghost,
        at={"hero": "A1", "wolf": "C1"},
        system=system,
        wolf={"spent": Spent(squares=moved)},
    )
    needs = decide(CallCheck("stealth", 15, ("wolf", "hero"), (3,)), state, assets, {})
    assert isinstance(needs, Needs)
    hidden, plain = needs.questions
    assert plain.modifier == 3
    assert hidden.modifier == 3 + (still // 2 if moved else still)
