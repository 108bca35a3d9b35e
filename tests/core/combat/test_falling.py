"""Falls (C-144 to C-151)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.flight import FallResult, fall, victim_degree
from core.dice import parse_dice
from core.messages import Refusal
from core.rulesets.parse import parse_ruleset
from saves.store.packaged_rulesets import packaged
from tests.each import each

PF2 = packaged("pf2")


def rules_in(found: FallResult) -> set[str]:
    why = found.victim_receipt
    parts = (*found.receipt.walk(), *(why.walk() if why else ()))
    return {part.rule for part in parts}


def by_hand(height: int, soft: bool, depth: int | None, dive: bool) -> int:
    """The damage in points, counted in half points (C-144, C-145, C-147)."""
    squares = 300 if height > 300 else height
    if soft:
        off = [n for n in range(1, (6 if dive else 4) + 1) if depth is None or n <= depth]
        squares -= len(off)
    return 0 if squares <= 1 else (5 * squares) // 2


@given(st.integers(0, 400), st.booleans(), st.one_of(st.none(), st.integers(0, 12)), st.booleans())
def test_c_144_c_145_c_147_damage_is_that_of_the_squares_counted(
    height: int, soft: bool, depth: int | None, dive: bool
) -> None:
    found = fall(PF2, height, soft=soft, depth=depth, deliberate=dive)

    assert found.damage == by_hand(height, soft, depth, dive)
    assert found.prone == (found.damage > 0)
    assert found.receipt.value == found.damage


@pytest.mark.parametrize(("height", "damage"), [(0, 0), (1, 0), (2, 5), (3, 7), (5, 12)])
def test_c_144_a_fall_of_one_square_is_harmless_and_halves_are_dropped(
    height: int, damage: int
) -> None:
    found = fall(PF2, height)

    assert found.damage == damage
    rounded = height > 1 and height % 2 == 1
    assert ("QC-37" in found.receipt.questions) == rounded


def test_c_145_no_fall_is_longer_than_300_squares_and_the_cap_comes_first() -> None:
    assert fall(PF2, 300).damage == fall(PF2, 301).damage == 750
    assert "C-145" in rules_in(fall(PF2, 301))
    assert "C-145" not in rules_in(fall(PF2, 300))
    assert fall(PF2, 420, soft=True).damage == (300 - 4) * 5 // 2


def test_c_146_who_takes_damage_lands_prone() -> None:
    assert fall(PF2, 2).prone
    assert "C-146" in rules_in(fall(PF2, 2))
    assert not fall(PF2, 1).prone


def test_c_147_the_fall_that_is_left_must_be_more_than_one_square() -> None:
    assert fall(PF2, 5, soft=True, depth=9).damage == 0
    assert fall(PF2, 6, soft=True, depth=9).damage == 5
    assert fall(PF2, 7, soft=True, depth=9, deliberate=True).damage == 0
    assert fall(PF2, 6, soft=True, depth=0).damage == 15
    assert fall(PF2, 3, soft=True).damage == 0


@pytest.mark.parametrize(
    ("soft", "jumps", "lethal", "nonlethal", "reasons"),
    [
        (False, False, "3d6", "0", 0),
        (False, True, "2d6", "1d6", 1),
        (True, False, "2d6", "1d6", 1),
        (True, True, "1d6", "2d6", 2),
    ],
)
@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_c_151_the_first_die_of_a_jump_and_of_a_soft_landing_is_nonlethal(
    system: str, soft: bool, jumps: bool, lethal: str, nonlethal: str, reasons: int
) -> None:
    found = fall(packaged(system), 7, soft=soft, deliberate=jumps)

    assert (found.dice, found.lethal, found.nonlethal) == ("3d6", lethal, nonlethal)
    assert found.prone
    said = [part.value for part in found.receipt.walk() if part.source == "open rules, Falling"]
    assert said == ["1d6"] * reasons


def test_c_151_a_short_fall_has_no_more_dice_than_it_has() -> None:
    found = fall(packaged("dnd35"), 2, soft=True, deliberate=True)
    assert (found.dice, found.lethal, found.nonlethal) == ("1d6", "0", "1d6")
    assert fall(packaged("dnd35"), 1, deliberate=True).nonlethal == "0"


def test_c_151_in_sf_a_jump_is_a_fall_like_any_other() -> None:
    found = fall(packaged("sf"), 7, soft=True, deliberate=True)
    assert (found.lethal, found.nonlethal) == ("3d6", "0")


def test_c_148_a_reaction_may_reduce_some_falls() -> None:
    assert "C-148" in rules_in(fall(PF2, 4))
    assert "C-148" not in rules_in(fall(PF2, 1))


@each("reflex", range(0, 31))
def test_c_149_the_degree_of_the_save_decides_the_share(reflex: int) -> None:
    found = fall(PF2, 9, victim_reflex=reflex)

    assert found.damage == 22
    if reflex <= 5:
        expected = "critical_failure", 22
    elif reflex < 15:
        expected = "failure", 11
    elif reflex < 25:
        expected = "success", 5
    else:
        expected = "critical_success", 0
    assert (found.victim_degree, found.victim_damage) == expected
    assert found.victim_degree == victim_degree(PF2, reflex)
    assert "C-149" in rules_in(found)


def test_c_150_a_thing_is_damaged_and_hits_but_is_never_prone() -> None:
    found = fall(PF2, 8, victim_reflex=15, thing=True)

    assert (found.damage, found.prone, found.victim_damage) == (20, False, 5)
    assert "C-150" in rules_in(found)
    assert not fall(packaged("pf1"), 8, thing=True).prone


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize(
    ("height", "dice"),
    [
        (0, "0"),
        (1, "0"),
        (2, "1d6"),
        (3, "1d6"),
        (7, "3d6"),
        (40, "20d6"),
        (41, "20d6"),
        (1000, "20d6"),
    ],
)
def test_c_151_a_die_for_each_whole_three_metres_twenty_at_most(
    system: str, height: int, dice: str
) -> None:
    found = fall(packaged(system), height)

    assert (found.damage, found.dice, found.prone) == (None, dice, dice != "0")
    metres = Fraction(3, 2) * height
    assert parse_dice(dice).most == 6 * min(20, metres // 3)
    assert found.receipt.default


@pytest.mark.parametrize(
    ("die", "dice"), [("d6", "3d6"), ("1d10", "3d10"), ("2d4+1", "6d4+3"), ("d8-1", "3d8-3")]
)
def test_c_151_a_ruleset_may_fall_by_other_dice(die: str, dice: str) -> None:
    own = parse_ruleset(
        {
            "ruleset.toml": 'id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n',
            "combat.toml": f"[combat.falling]\ndie = '{die}'\n",
        },
        packaged("pf1"),
    )

    assert fall(own, 7).dice == dice


def test_c_151_what_the_d20_rules_leave_out_is_said() -> None:
    found = fall(packaged("sf"), 6, soft=True, depth=3, victim_reflex=12)

    assert found.dice == "3d6"
    assert (found.victim_degree, found.victim_damage) == ("", None)
    said = " ".join(part.label.template for part in found.receipt.walk())
    assert "no rule for soft landings" in said
    assert "falling on a creature" in said


@pytest.mark.parametrize(("height", "depth"), [(-1, None), (3, -1)])
def test_nobody_falls_upward(height: int, depth: int | None) -> None:
    with pytest.raises(Refusal) as refused:
        fall(PF2, height, soft=True, depth=depth)
    assert refused.value.code == "negative_height"
