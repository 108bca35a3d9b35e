"""The words of an attack line: read and shown alike, each counts in the chance and in the tray."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.attack.scores import total
from core.combat.sight.cover import cover
from core.creatures import AttackWords
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.attack_words import SpokenAttack, read_attack_words, shown_words
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.resolution import Needs
from core.play.union import decide
from core.rulesets.strikes_schema import TwoWeapons
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.staging import stage, who
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.each import each
from tui.kit.phrases import say

PLAIN = MakeAttack(("hero",), "wolf")
CORNERED = tuple(system for system in PACKAGED if system != "pf2")
"""The systems that judge cover by lines between corners, and have a figure for higher ground."""

spoken = st.builds(
    SpokenAttack,
    circumstance=st.integers(-30, 30),
    ac=st.integers(-30, 30),
    gm_degree=st.sampled_from(["", "partial", "improved", "none"]),
    full=st.booleans(),
    words=st.builds(
        AttackWords,
        miss=st.none() | st.integers(0, 100),
        high=st.booleans(),
        far=st.booleans(),
        two=st.booleans(),
        rapid=st.booleans(),
        flurry=st.booleans(),
        double=st.booleans(),
        running=st.booleans(),
        quiet=st.booleans(),
    ),
)


def spoken_of(text: str, system: str = "pf1") -> MakeAttack:
    """The hero's attack on the wolf with these words."""
    return read_attack_words(text.split(), packaged(system)).of(PLAIN)


def planned(text: str, system: str = "pf1") -> PlannedAttack:
    """The same, planned on open ground."""
    state = brawl(HERO, WOLF, hero="B2", wolf="C2")
    return swing(state, under(system), "hero", spoken_of(text, system))


@given(spoken)
def test_words_that_are_shown_are_read_back(said: SpokenAttack) -> None:
    rules = packaged("pf1").with_switches(
        {"full_attacks": True, "into_melee": True, "saddle": True}
    )

    assert read_attack_words(shown_words(said).split(), rules) == said


@pytest.mark.parametrize("word", ["two", "rapid", "flurry"])
def test_words_of_a_full_attack_need_the_rule(word: str) -> None:
    """Given attacks that are not counted, then their words are refused."""
    uncounted = packaged("pf1").with_switches({"full_attacks": False})

    with pytest.raises(Refusal) as refused:
        read_attack_words([word], uncounted)

    assert refused.value.code == "word_without_rule"


@pytest.mark.parametrize(
    ("word", "without"), [("two", {"two_weapons": TwoWeapons()}), ("rapid", {"rapid": 0})]
)
def test_words_of_a_full_attack_need_their_figure(word: str, without: dict[str, object]) -> None:
    rules = packaged("pf1")
    strikes = rules.combat.strikes.model_copy(update=without)
    combat = rules.combat.model_copy(update={"strikes": strikes})
    bare = rules.model_copy(update={"combat": combat})

    with pytest.raises(Refusal) as refused:
        read_attack_words([word], bare)

    assert refused.value.code == "word_without_rule"


@pytest.mark.parametrize(
    ("system", "switched_on"),
    [("pf1", False), ("dnd35", False), ("sf", True), ("pf2", True)],
)
def test_k_2_far_needs_the_rule_and_a_figure(system: str, switched_on: bool) -> None:
    rules = packaged(system).with_switches({"into_melee": switched_on})

    with pytest.raises(Refusal) as refused:
        read_attack_words(["far"], rules)

    assert refused.value.code == "word_without_rule"


@each("system", PACKAGED)
@each(
    "text, needed, chance",
    [
        ("", 6, Fraction(3, 4)),
        ("+2", 4, Fraction(17, 20)),
        ("-1", 7, Fraction(7, 10)),
        ("+1 +1", 4, Fraction(17, 20)),
        ("ac-2", 4, Fraction(17, 20)),
        ("ac+4", 10, Fraction(11, 20)),
        ("miss 30", 6, Fraction(21, 40)),
        ("miss 0", 6, Fraction(3, 4)),
    ],
)
def test_a_word_counts_in_the_chance(system: str, text: str, needed: int, chance: Fraction) -> None:
    """Given +8 against 14, then 6 or more hits; each word moves that in every system."""
    attack = planned(text, system)

    assert (attack.needed, attack.p_hit) == (needed, chance)


@pytest.mark.parametrize("system", CORNERED)
def test_c_217_high_is_higher_ground_by_the_gms_word(system: str) -> None:
    attack = planned("high", system)

    assert (attack.needed, attack.p_hit) == (5, Fraction(4, 5))
    assert "higher_ground" in attack.grid.attacking


@pytest.mark.parametrize("system", PACKAGED)
@pytest.mark.parametrize("text", ["+2", "ac-2", "miss 30", "+1 ac-1 miss 20"])
def test_chance_receipt_and_tray_say_the_same(system: str, text: str) -> None:
    state = brawl(HERO, WOLF, hero="B2", wolf="C2")
    assets = under(system)
    command = spoken_of(text, system)
    attack = swing(state, assets, "hero", command)

    asked = decide(command, state, assets, {})

    assert isinstance(asked, Needs)
    assert asked.questions[0].chance == attack.p_hit
    assert total(attack.to_the_roll) == attack.bonus
    assert total(attack.to_the_ac) == attack.ac
    said = [part for part in attack.receipt.walk() if part.source == "GM"]
    assert len(said) == len(shown_words(command).replace("miss ", "miss").split())


@pytest.mark.parametrize("system", PACKAGED)
def test_nocover_takes_the_cover_of_a_wall_away(system: str) -> None:
    """Given a pillar between two, when the GM says so, then it does not cover."""
    archer = who("archer", "M", "A2", "party")
    orc = who("orc", "M", "E3")
    scene = stage(system, "..... ..... ..#.. .....", archer, orc)

    plain, ruled = (cover(scene, archer, orc, "ranged", gm_degree=word) for word in ("", "none"))

    assert (plain.degree, ruled.degree, ruled.ac_bonus) == ("cover", "none", 0)
    assert ruled.receipt.parts


@pytest.mark.parametrize(
    ("text", "system", "code"),
    [
        ("hihg", "pf1", "unknown_attack_word"),
        ("sword", "pf1", "unknown_attack_word"),
        ("miss", "pf1", "bad_miss_chance"),
        ("miss 101", "pf1", "bad_miss_chance"),
        ("miss 33", "pf2", "bad_miss_chance"),
        ("high", "pf2", "word_without_rule"),
        ("partial", "pf2", "word_without_rule"),
        ("improved", "pf2", "word_without_rule"),
    ],
)
def test_what_is_no_word_of_an_attack_is_refused(text: str, system: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        spoken_of(text, system)

    assert refused.value.code == code


def test_c_204_a_miss_chance_between_the_faces_of_a_flat_check_is_refused() -> None:
    """Given 33 % on a d20, which would be rolled as 30 %, then both chances it can be are named."""
    with pytest.raises(Refusal) as refused:
        spoken_of("miss 33", "pf2")

    assert say(refused.value.message) == (
        "A miss is rolled on d20, in steps of 5 %: type miss 30 or miss 35."
    )
    assert spoken_of("miss 33", "pf1").words.miss == 33


def test_the_nearest_word_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        spoken_of("hihg")

    assert refused.value.message.value("nearest") == "high"
