"""Odds of getting past enemies by an acrobatic check (C-063, C-117)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.attack.acrobatics import beaten, tumble
from core.combat.board.scene import Manner
from core.messages import Refusal
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.thorough import examples

PF1 = packaged("pf1")


@examples(20, 100)
@given(
    st.sampled_from(PACKAGED),
    st.integers(-3, 15),
    st.lists(st.integers(0, 40), min_size=1, max_size=3),
)
def test_c_063_the_chances_are_those_of_all_faces(system: str, bonus: int, dcs: list[int]) -> None:
    enemies = {f"e{number}": dc for number, dc in enumerate(dcs)}
    found = tumble(packaged(system), bonus, enemies)
    alone = tumble(packaged(system), bonus, enemies, one_roll=True)

    rolls = list(product(range(1, 21), repeat=len(dcs)))
    past = [all(face + bonus >= dc for face, dc in zip(r, dcs, strict=True)) for r in rolls]
    assert found.every == Fraction(sum(past), len(rolls))
    for (id, chance), dc in zip(found.each, dcs, strict=True):
        assert enemies[id] == dc
        assert chance == Fraction(sum(face + bonus >= dc for face in range(1, 21)), 20)
    once = [all(face + bonus >= dc for dc in dcs) for face in range(1, 21)]
    assert alone.every == Fraction(sum(once), 20)
    assert all(part.rule for part in found.receipt.walk())


@pytest.mark.parametrize(("system", "rule"), [("dnd35", "C-063"), ("pf2", "C-068")])
def test_c_063_c_068_each_system_has_its_rule(system: str, rule: str) -> None:
    assert tumble(packaged(system), 5, {"orc": 15}).receipt.rule == rule


def test_c_117_who_was_beaten_is_the_input_of_the_movement() -> None:
    enemies = {"orc": 15, "ogre": 17, "troll": 25}

    assert beaten(enemies, {"orc": 15, "ogre": 16, "rat": 30}) == ("orc",)
    assert beaten(enemies, 17) == ("orc", "ogre")
    manner = Manner(tumble=frozenset(beaten(enemies, 17)))
    assert manner.tumbles_past("ogre")
    assert not manner.tumbles_past("troll")


def test_c_117_somebody_must_be_named() -> None:
    with pytest.raises(Refusal) as refused:
        tumble(PF1, 5, {})
    assert refused.value.code == "nobody"
