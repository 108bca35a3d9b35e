"""What depends on a score that conditions have changed (C-218, C-228, C-240, C-252)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.attack.hitting import ToHit, chance_to_hit
from core.combat.attack.modifiers import modifiers
from core.combat.attack.situations import attack_on_grid
from core.rulesets.parse import parse_ruleset
from core.values import replace
from tests.core.combat.oracles.attack_table import by_table
from tests.core.combat.oracles.score_table import to_armour_class, to_the_roll
from tests.core.combat.staging import stage, who
from tests.switched import printed

D20 = ("pf1", "dnd35", "sf")
EVERY = (*D20, "pf2")
Mode = Literal["melee", "ranged"]


def hit(
    system: str,
    attacker: str = "",
    target: str = "",
    mode: Mode = "melee",
    dexterity: int | None = None,
) -> ToHit:
    """An attack of +5 on Armour Class 18; conditions are written with a blank between them."""
    rules = printed(system)
    found = modifiers(rules, attacker.split(), target.split(), mode)
    return chance_to_hit(rules, 5, 18, found, dexterity=dexterity)


@pytest.mark.parametrize("system", EVERY)
def test_c_252_the_fatigued_hit_by_one_less_in_melee_and_at_range(system: str) -> None:
    assert hit(system).needed == 13
    for found in (hit(system, "fatigued"), hit(system, "fatigued", mode="ranged")):
        assert (found.needed, found.p_hit) == (14, Fraction(7, 20))
    assert hit(system, "exhausted").needed == 16


@pytest.mark.parametrize("system", EVERY)
def test_c_252_the_fatigued_are_hit_by_one_more(system: str) -> None:
    assert hit(system, target="fatigued").needed == 12
    assert hit(system, target="fatigued", mode="ranged").needed == 12
    assert hit(system, target="exhausted").needed == 10


@pytest.mark.parametrize("system", D20)
def test_c_218_c_228_entangled_lowers_dexterity_which_lowers_shots_and_armour_class(
    system: str,
) -> None:
    assert hit(system, "entangled").needed == 13 + 2  # the row of the table alone
    assert hit(system, "entangled", mode="ranged").needed == 13 + 2 + 2
    assert hit(system, target="entangled").needed == 13 - 2
    assert hit(system, target="entangled fatigued").needed == 13 - 3


def test_c_082_who_squeezes_in_sf_is_entangled_and_so_has_less_dexterity() -> None:
    assert hit("sf", "squeezing", mode="ranged").needed == 17
    assert hit("sf", target="squeezing").needed == 11
    assert hit("sf", target="squeezing entangled").needed == 11


@pytest.mark.parametrize("system", D20)
@pytest.mark.parametrize(
    ("dexterity", "needed"),
    [
        (5, 13 - 5),  # entangled -2, then the +3 that is left of the bonus
        (3, 13 - 3),
        (2, 13 - 2),  # nothing is left of it to lose
        (1, 13 - 2),  # it is -1 now, which is no bonus to lose
        (-1, 13 - 2),
        (None, 13 - 2),  # not known: what is left of it is not known either
    ],
)
def test_c_228_c_232_a_bonus_is_lost_once(system: str, dexterity: int | None, needed: int) -> None:
    """Given an entangled target that loses its bonus, then the penalty is not taken off twice."""
    assert hit(system, target="entangled flat_footed", dexterity=dexterity).needed == needed


@pytest.mark.parametrize("system", D20)
def test_c_240_dexterity_that_counts_as_0_falls_no_further(system: str) -> None:
    asleep = hit(system, target="asleep", mode="ranged", dexterity=3)
    assert asleep.needed == 13 - 3 - 5
    assert hit(system, target="asleep fatigued", mode="ranged", dexterity=3).needed == asleep.needed
    assert hit(system, target="entangled bound", mode="ranged").needed == 13 - 5


@pytest.mark.parametrize("system", EVERY)
def test_c_252_the_totals_of_the_tables_stay_as_they_are(system: str) -> None:
    found = modifiers(printed(system), ["fatigued"], ["exhausted"], "melee")
    assert (found.attack_total, found.ac_total) == (0, 0)
    assert (found.attacker_dexterity, found.target_dexterity) == (-2, -6)
    assert (found.attack_change, found.ac_change) == (-1, -3)


def test_the_receipt_shows_the_change_beside_the_bonus_and_the_armour_class() -> None:
    found = hit("pf1", "fatigued", "entangled fatigued")
    bonus, against = found.receipt.parts[:2]
    (lower,) = [part for part in bonus.parts if part.label.template.startswith("{score}")]
    assert (lower.value, lower.rule) == (-1, "C-252")
    (worse,) = [part for part in against.parts if part.label.template.startswith("{score}")]
    assert worse.value == -3
    assert [(part.rule, part.value) for part in worse.parts] == [("C-228", -4), ("C-252", -2)]


def test_an_odd_change_of_a_ruleset_of_ones_own_counts_by_whole_twos() -> None:
    rules = printed("pf1")
    text = (
        'id = "mine"\nname = { en = "mine" }\nextends = "pf1"\n'
        '[combat.conditions.fatigued]\nchanges = ["str -3", "dex +1"]\n'
    )
    own = parse_ruleset({"ruleset.toml": text}, rules)
    found = modifiers(own, ["fatigued"], ["fatigued"], "melee")
    assert (found.attack_change, found.ac_change) == (-1, 0)


def test_c_252_on_the_map_too() -> None:
    """Given a fatigued attacker of +5, when it strikes Armour Class 18, then it needs 14."""
    tired = replace(who("hero", "M", "A1", "party", "fatigued"), attack=5)
    orc = replace(who("orc", "M", "B1"), ac=18)
    found = attack_on_grid(stage("pf1", "..", tired, orc), tired, orc, "melee")
    assert found.hit is not None
    assert found.hit.needed == 14


NAMES = [
    "fatigued", "exhausted", "entangled", "squeezing", "flat_footed", "stunned", "asleep", "prone",
    "invisible", "shaken", "blinded", "climbing",
]  # fmt: skip
some = st.lists(st.sampled_from(NAMES), unique=True, max_size=4)


@given(
    st.sampled_from(EVERY),
    some,
    some,
    st.sampled_from(["melee", "ranged"]),
    st.none() | st.integers(-3, 6),
    st.integers(-5, 15),
    st.integers(5, 30),
)
def test_any_attack_is_what_the_tables_say(
    system: str,
    attacker: list[str],
    target: list[str],
    mode: Mode,
    dexterity: int | None,
    attack: int,
    ac: int,
) -> None:
    rules = printed(system)
    found = modifiers(rules, attacker, target, mode, "crossbow")
    table = by_table(system, attacker, target, mode, "crossbow", False)
    roll = attack + sum(n for _, n in table.attack) + to_the_roll(system, attacker, mode)
    against = ac + sum(n for _, n in table.ac)
    against += to_armour_class(system, attacker, target, dexterity)
    hit = chance_to_hit(rules, attack, ac, found, dexterity=dexterity)
    assert hit.needed == min(20, max(2, against - roll))
    assert [part.value for part in hit.receipt.parts[:2]] == [roll, against]
