"""An attack as a line: what is written can be read again, what makes no sense is said."""

from __future__ import annotations

from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.creatures import Attack, Hand, NaturalKind
from core.messages import Refusal
from core.quantities import Units
from core.rulesets.creature_words import creature_words
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say, set_units
from tui.play.creature_lines.attack_lines import WEAPONS, read_attack, write_attack

WORDS = creature_words(packaged("pf1"))
WEAPONS_KNOWN = WORDS.weapons
DICE = st.sampled_from(["1d8+4", "2d6", "d6", "3", "1d8+1d6-1", "2d8+7", "10d10+10"])
BONUS = st.integers(-20, 40)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=20)
ALSO = st.sampled_from(["", "trip", "grab and constrict", "poison DC 14 and +2", "1d6 fire"])

attacks = st.builds(
    Attack,
    NAMES | st.sampled_from(["+1 flaming longsword", "axe +1", "sword and board", '"x" y']),
    st.lists(BONUS, min_size=1, max_size=4).map(tuple),
    st.just("") | DICE,
    st.just("") | DICE,
    st.integers(2, 20),
    st.integers(1, 9),
    st.sampled_from(["melee", "ranged"]),
    st.sampled_from(["melee", *WEAPONS]),
    st.none() | st.integers(0, 30),
    st.none() | st.integers(0, 300),
    st.booleans(),
    st.booleans(),
    ALSO,
    st.none(),
    st.booleans(),
    st.sampled_from(get_args(Hand)),
    st.booleans(),
    st.sampled_from(get_args(NaturalKind)),
    st.booleans(),
    st.just(()) | st.lists(BONUS, min_size=1, max_size=4).map(tuple),
).filter(lambda attack: attack.mode == "melee" or attack.weapon != "melee")


@given(attacks)
def test_an_attack_written_and_read_again_is_the_same(attack: Attack) -> None:
    for units in get_args(Units):
        set_units(units)
        assert read_attack(write_attack(attack, WEAPONS_KNOWN), WORDS) == attack


def test_extra_dice_may_be_one_die_without_its_number() -> None:
    attack = read_attack("claw +4 1d8 plus d6 19-20x3", WORDS)
    assert (attack.damage, attack.extra, attack.critical, attack.times) == ("1d8", "d6", 19, 3)


@pytest.mark.parametrize("text", ["20sq", "20 sq", "100ft", "100 feet", "30m", "30 m", "30"])
def test_a_range_is_read_in_squares_feet_or_metres(text: str) -> None:
    assert read_attack(f"longbow +5 1d8 range {text}", WORDS).increment == 20


def test_a_range_without_a_unit_is_in_that_of_the_gm() -> None:
    """Given imperial units, then 80 are feet; in metric ones metres."""
    set_units("imperial")
    assert read_attack("shortbow +5 1d6 range 80", WORDS).increment == 16
    set_units("metric")
    assert read_attack("shortbow +5 1d6 range 24", WORDS).increment == 16


@pytest.mark.parametrize(("text", "squares"), [("43 m", 28), ("20", 13), ("1.5", 1), ("99 ft", 19)])
def test_a_range_is_rounded_down_to_whole_squares(text: str, squares: int) -> None:
    assert read_attack(f"shortbow +5 1d6 range {text}", WORDS).increment == squares


@pytest.mark.parametrize("text", ["1", "4 ft", "0.5 sq"])
def test_a_range_below_one_square_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_attack(f"shortbow +5 1d6 range {text}", WORDS)
    assert refused.value.code == "bad_attack"


def test_a_range_is_written_in_the_unit_that_is_shown() -> None:
    bow = Attack("longbow", (5,), "1d8", mode="ranged", weapon="bow", increment=20)
    assert write_attack(bow, WEAPONS_KNOWN) == "longbow +5 1d8 range 30m bow"
    set_units("imperial")
    assert write_attack(bow, WEAPONS_KNOWN) == "longbow +5 1d8 range 100ft bow"


@pytest.mark.parametrize(
    ("line", "attack"),
    [
        (
            "longsword +8/+3 1d8+4 19-20x2 reach 2",
            Attack("longsword", (8, 3), "1d8+4", critical=19, reach=2),
        ),
        (
            "spiked chain +6 2d4+4 reach 2 near and trip",
            Attack("spiked chain", (6,), "2d4+4", reach=2, near=True, also="trip"),
        ),
        ("dwarven waraxe +8 1d10+4 x3", Attack("dwarven waraxe", (8,), "1d10+4", times=3)),
        (
            "+1 dart +5 1d4 19-20 range 4sq thrown",
            Attack(
                "+1 dart", (5,), "1d4", critical=19, mode="ranged", weapon="thrown", increment=4
            ),
        ),
        ("bite +2 1d6+1 and trip", Attack("bite", (2,), "1d6+1", also="trip")),
        (
            "Longbow +5 1d8 X3 Range 20sq Bow",
            Attack("Longbow", (5,), "1d8", times=3, mode="ranged", weapon="bow", increment=20),
        ),
        (
            "short sword +7 1d6+1 off light",
            Attack("short sword", (7,), "1d6+1", hand="off", light=True),
        ),
        (
            "unarmed strike +7/+2 1d8+2 unarmed flurry +6/+6/+1",
            Attack("unarmed strike", (7, 2), "1d8+2", weapon="unarmed", flurry=(6, 6, 1)),
        ),
        (
            "lance +6 1d8+3 x3 reach 2 lance twohanded",
            Attack("lance", (6,), "1d8+3", times=3, weapon="lance", reach=2, two_handed=True),
        ),
        ("tail slap +2 1d8 secondary", Attack("tail slap", (2,), "1d8", natural="secondary")),
        ("fist -1 1d3 nonlethal", Attack("fist", (-1,), "1d3", nonlethal=True)),
        ("burning sword +6 1d8 plus 1d6", Attack("burning sword", (6,), "1d8", "1d6")),
    ],
)
def test_a_line_as_it_stands_in_a_stat_block(line: str, attack: Attack) -> None:
    assert read_attack(line, WORDS) == attack


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "An attack needs a bonus. Write it like longsword +8/+3 1d8+4 19-20x2."),
        ("+8", "An attack needs a bonus. Write it like longsword +8/+3 1d8+4 19-20x2."),
        ("longsword 1d8", "An attack needs a bonus. Write it like longsword +8/+3 1d8+4 19-20x2."),
        (
            "axe +8 1d8 reach",
            "Write a number of squares after reach, like reach 2, or a length like 3m.",
        ),
        (
            "axe +8 1d8 range x",
            "Write a length of at least a square after range, like 30m or 20 sq.",
        ),
        ("axe +8 1d8 plus", "Write dice after plus, like plus 1d6."),
        ("fist +8 1d8 flurry", "Write bonuses after flurry, like flurry +6/+6/+1."),
        (
            "axe +8 1d8+4 19",
            "'19' would be a second damage beside 1d8+4. Behind it write 19-20x2, plus 1d6, reach"
            " 2, bow, nonlethal.",
        ),
        (
            "axe +8 1d8 10 ft",
            "'10 ft' is not part of an attack. Write reach 10 ft or range 10 ft.",
        ),
        ("axe +8 1d8 1-20x2", "'1-20x2' is not a critical range. Write it like 19-20x2."),
        ("axe +8 0d8", "0d8 is not a roll; type d20, 2d6+3 or d%."),
        (
            "axe +8 1d8 keen",
            "'keen' is not part of an attack. After the bonus write 1d8+4, 19-20x2, plus 1d6,"
            " reach 2, bow, nonlethal, range 30m and the like.",
        ),
    ],
)
def test_what_makes_no_sense_is_said_in_words(line: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_attack(line, WORDS)
    assert say(refused.value.message) == said


@given(
    st.text(max_size=40)
    | st.lists(
        st.sampled_from(
            [
                "axe",
                "+8",
                "/",
                "+8/3",
                '"',
                "1d8",
                "and",
                "plus",
                "reach",
                "2",
                "x3",
                "20-",
                " ",
                "٣",
            ]
        )
    ).map(" ".join)
)
def test_any_line_is_an_attack_or_refused_in_words(line: str) -> None:
    with suppress(Refusal):
        attack = read_attack(line, WORDS)
        assert read_attack(write_attack(attack, WEAPONS_KNOWN), WORDS) == attack


@pytest.mark.parametrize(
    ("system", "line", "kind", "squares"),
    [
        ("pf1", "bow +4", "bow", 12),
        ("pf1", "+1 flaming composite longbow +9/+4 1d8+3 x3", "bow", 22),
        ("pf1", "long bow +5 1d8", "bow", 20),
        ("pf1", "darts +3 1d4", "thrown", 4),
        ("pf1", "javelin +3 1d6 range 20 ft", "thrown", 4),
        ("pf1", "dagger +5 1d4 thrown", "thrown", 2),
        ("pf1", "spear +5 1d8 ranged", "thrown", 4),
        ("pf1", "arc long +5 1d8", "bow", 20),
        ("dnd35", "hand crossbow +3 1d4", "crossbow", 6),
        ("dnd35", "sling +3 1d4", "bow", 10),
        ("pf2", "hand crossbow +6 1d6", "crossbow", 12),
        ("pf2", "shuriken +6 1d4", "shuriken", 4),
        ("sf", "azimuth laser rifle +5 1d8", "bow", 24),
        ("sf", "pistol +3 1d6", "bow", 6),
    ],
)
def test_a_weapon_that_the_rules_know_shoots_as_far_as_they_have_it(
    system: str, line: str, kind: str, squares: int
) -> None:
    """Given a name and no range, then mode, kind and range of that system; a range typed wins."""
    attack = read_attack(line, creature_words(packaged(system)))
    assert (attack.mode, attack.weapon, attack.increment) == ("ranged", kind, squares)


@pytest.mark.parametrize(
    "line", ["bow +4 melee", "dagger +5 1d4", "bow arm slam +3 1d6", "sword +3 1d8", "club +2 1d6"]
)
def test_an_attack_that_says_so_or_is_held_in_the_hand_strikes(line: str) -> None:
    attack = read_attack(line, WORDS)
    assert (attack.mode, attack.weapon, attack.increment) == ("melee", "melee", None)
