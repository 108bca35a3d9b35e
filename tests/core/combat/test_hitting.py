"""The exact chance to hit, by counting every face (C-195, C-198, C-204, C-215 to C-237)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.attack.hitting import chance_to_hit
from core.combat.attack.modifiers import modifiers
from core.messages import Refusal
from saves.store.packaged_rulesets import PACKAGED
from tests.switched import printed

PF1 = printed("pf1")
PF2 = printed("pf2")
PLAIN = modifiers(PF1, [], [], "melee")


def by_hand(bonus: int, ac: int, miss: int) -> Fraction:
    """Every face of the d20 and every face of the d%."""
    hits = 0
    for face in range(1, 21):
        hit = face == 20 or (face != 1 and face + bonus >= ac)
        hits += sum(1 for per_cent in range(1, 101) if hit and per_cent > miss)
    return Fraction(hits, 2000)


@given(
    st.sampled_from(PACKAGED),
    st.integers(-5, 30),
    st.integers(0, 45),
    st.lists(st.sampled_from(["flanking", "prone", "shaken", "higher_ground", "invisible"])),
    st.lists(st.sampled_from(["flanked", "cover", "asleep", "prone", "stunned", "screen"])),
    st.sampled_from([0, 20, 50]),
)
def test_the_chance_is_that_of_all_faces(
    system: str, attack: int, ac: int, attacker: list[str], target: list[str], miss: int
) -> None:
    rules = printed(system)
    found = modifiers(rules, attacker, target, "melee")
    hit = chance_to_hit(rules, attack, ac, found, miss_chance=miss)

    assert hit.p_hit == by_hand(attack + found.attack_total, ac + found.ac_total, miss)
    assert hit.p_roll == by_hand(attack + found.attack_total, ac + found.ac_total, 0)
    assert all(part.rule for part in hit.receipt.walk())


@pytest.mark.parametrize(
    ("attack", "ac", "needed", "p"),
    [(5, 15, 10, "11/20"), (0, 40, 20, "1/20"), (30, 10, 2, "19/20"), (5, 25, 20, "1/20")],
)
def test_a_natural_20_hits_and_a_natural_1_misses_as_a_house_default(
    attack: int, ac: int, needed: int, p: str
) -> None:
    found = chance_to_hit(PF1, attack, ac, PLAIN)

    assert (found.needed, found.p_hit) == (needed, Fraction(p))
    assert [part.source for part in found.receipt.walk() if part.default] == [
        "house default (printed)"
    ]


@pytest.mark.parametrize(
    ("rules", "miss", "rule"),
    [(PF1, 20, "C-195"), (PF1, 50, "C-198"), (PF2, 20, "C-204"), (PF2, 50, "C-204")],
)
def test_c_195_c_198_c_204_concealment_turns_hits_into_misses(
    rules: object, miss: int, rule: str
) -> None:
    system = PF1 if rules is PF1 else PF2
    plain = modifiers(system, [], [], "melee")
    found = chance_to_hit(system, 5, 15, plain, miss_chance=miss)

    assert found.p_hit == Fraction(11, 20) * Fraction(100 - miss, 100)
    assert rule in {part.rule for part in found.receipt.walk()}


def test_c_230_the_dexterity_bonus_that_is_lost_is_taken_off_or_asked_for() -> None:
    stunned = modifiers(PF1, [], ["stunned"], "melee")

    unknown = chance_to_hit(PF1, 5, 15, stunned)
    known = chance_to_hit(PF1, 5, 15, stunned, dexterity=3)
    clumsy = chance_to_hit(PF1, 5, 15, stunned, dexterity=-1)

    assert (unknown.needed, known.needed, clumsy.needed) == (8, 5, 8)
    labels = [part.label.template for part in unknown.receipt.walk()]
    assert any("not known" in label for label in labels)
    assert chance_to_hit(PF1, 5, 15, PLAIN, dexterity=3).needed == 10


def test_an_attack_that_cannot_be_made_has_no_chance() -> None:
    prone = modifiers(PF1, ["prone"], [], "ranged", "bow")

    with pytest.raises(Refusal) as refused:
        chance_to_hit(PF1, 5, 15, prone)
    assert refused.value.code == "cannot_attack"


@pytest.mark.parametrize("miss", [-1, 101])
def test_a_miss_chance_is_a_percentage(miss: int) -> None:
    with pytest.raises(Refusal) as refused:
        chance_to_hit(PF1, 5, 15, PLAIN, miss_chance=miss)
    assert refused.value.code == "bad_miss_chance"
