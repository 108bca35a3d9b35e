"""Modifiers of an attack against a plain table (C-215 to C-241), and the conditions as data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.attack.modifiers import Modifiers, modifiers
from core.combat.board.scene import held
from core.messages import Refusal
from core.receipts import Receipt
from core.rulesets.combat_schema import Effect
from core.rulesets.parse import parse_ruleset
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.oracles.attack_table import by_table
from tests.switched import printed
from tests.thorough import examples

PF1 = printed("pf1")
SF = printed("sf")
PF2 = printed("pf2")
EVERY = tuple(
    name
    for name, row in PF1.combat.conditions.items()
    if name in PF2.combat.conditions and row.rule != "K-14"
)
WEAPONS = ("", "bow", "crossbow", "shuriken", "sling")
NAMED = """
prone dazzled entangled invisible shaken frightened squeezing kneeling sitting blinded stunned
pinned grappling flat_footed cowering dazed helpless unconscious asleep paralyzed bound dead unarmed
bulky fills_space ignores_difficult darkvision low_light see_invisible blur crit_immune
combat_reflexes fatigued exhausted climbing climb_speed narrow_surface uneven_ground incline
flanking flanked higher_ground screen cover total_concealment soft partial improved
"""


def names_of(rules: Ruleset, effect: Effect) -> set[str]:
    """The catalogue's conditions with an effect; a ruleset may have others of its own."""
    conditions = rules.combat.conditions
    return {name for name in NAMED.split() if effect in conditions[name].effects}


def rules_in(*receipts: Receipt) -> set[str]:
    return {part.rule for top in receipts for part in top.walk()}


def melee(attacker: list[str], target: list[str], rules: Ruleset = PF1) -> Modifiers:
    return modifiers(rules, attacker, target, "melee")


def ranged(
    attacker: list[str], target: list[str], rules: Ruleset = PF1, weapon: str = "bow"
) -> Modifiers:
    return modifiers(rules, attacker, target, "ranged", weapon)


@examples(80, 5_000)
@given(
    st.sampled_from(PACKAGED),
    st.lists(st.sampled_from(EVERY), max_size=7),
    st.lists(st.sampled_from(EVERY), max_size=7),
    st.sampled_from(("melee", "ranged")),
    st.sampled_from(WEAPONS),
    st.booleans(),
)
def test_the_modifiers_are_those_of_the_table(
    system: str,
    attacker: list[str],
    target: list[str],
    mode: str,
    weapon: str,
    take_cover: bool,
) -> None:
    rules = printed(system)
    column = "melee" if mode == "melee" else "ranged"
    found = modifiers(rules, attacker, target, column, weapon, take_cover)  # type: ignore[arg-type]
    table = by_table(system, attacker, target, mode, weapon, take_cover)

    assert found.can_attack == table.can
    assert list(found.attack) == table.attack
    assert list(found.ac) == table.ac
    assert found.attack_total == sum(value for _, value in table.attack)
    assert found.ac_total == sum(value for _, value in table.ac)
    if table.can and system != "pf2":
        assert found.target_loses_dexterity == table.loses
        assert found.attacker_dexterity == table.attacker_dexterity
        assert found.target_dexterity == table.target_dexterity


@given(
    st.sampled_from(PACKAGED),
    st.lists(st.sampled_from(EVERY), max_size=6),
    st.lists(st.sampled_from(EVERY), max_size=6),
)
def test_the_parts_of_a_receipt_add_up_to_its_total(
    system: str, attacker: list[str], target: list[str]
) -> None:
    found = modifiers(printed(system), attacker, target, "melee")
    for receipt in (found.attack_receipt, found.ac_receipt):
        if found.can_attack:
            values = [part.value for part in receipt.parts]
            assert receipt.value == sum(value for value in values if isinstance(value, int))
        assert all(part.rule for part in receipt.walk())


def test_modifiers_stand_in_the_order_of_the_conditions_and_dexterity_0_last() -> None:
    found = melee(
        ["higher_ground", "dazzled", "shaken", "entangled", "frightened"],
        ["paralyzed", "cover", "prone", "asleep"],
    )

    assert found.attack == (
        ("higher_ground", 1),
        ("dazzled", -1),
        ("entangled", -2),
        ("frightened", -2),
    )
    assert found.ac == (("helpless", -4), ("cover", 4), ("prone", -4), ("dexterity_0", -5))


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize(
    ("weapon", "can"),
    [("", False), ("bow", False), ("sling", False), ("crossbow", True), ("shuriken", True)],
)
def test_c_215_who_lies_prone_shoots_crossbows_and_throws_shuriken_only(
    system: str, weapon: str, can: bool
) -> None:
    found = modifiers(printed(system), ["prone"], [], "ranged", weapon)

    assert found.can_attack == can
    assert found.attack == ()
    assert "C-215" in rules_in(found.attack_receipt)


def test_c_216_the_ranged_cell_of_dazzled_rests_on_a_question() -> None:
    near = melee(["dazzled"], [])
    far = ranged(["dazzled"], [])

    assert near.attack == far.attack == (("dazzled", -1),)
    assert not any(part.default for part in near.attack_receipt.walk())
    assert {q for part in far.attack_receipt.walk() for q in part.questions} == {"QC-14"}


def test_c_217_higher_ground_helps_in_melee_only() -> None:
    assert melee(["higher_ground"], []).attack == (("higher_ground", 1),)
    assert ranged(["higher_ground"], []).attack == ()


def test_c_218_c_228_entangled_lowers_dexterity_which_is_in_no_total() -> None:
    found = ranged(["entangled"], ["entangled"])

    assert (found.attack_total, found.ac_total) == (-2, 0)
    assert (found.attacker_dexterity, found.target_dexterity) == (-4, -4)
    assert {"C-218", "C-228"} <= rules_in(found.attack_receipt, found.ac_receipt)
    for receipt in (found.attack_receipt, found.ac_receipt):
        assert -4 in [part.value for part in receipt.walk()]


def test_c_219_the_invisible_deny_dexterity_c_227_and_are_no_harder_to_hit_by_number() -> None:
    found = melee(["invisible"], ["invisible"])

    assert found.attack == (("invisible", 2),)
    assert found.ac == ()
    assert found.target_loses_dexterity
    assert "C-219" in rules_in(found.dexterity_receipt)
    assert not melee([], ["invisible"]).target_loses_dexterity


def test_in_sf_the_target_of_the_invisible_is_flat_footed_and_keeps_its_dexterity() -> None:
    """Given the open rules of sf, then 2 come off the Armour Class, once, and nothing is added."""
    sf = packaged("sf")
    for target in ([], ["flat_footed"]):
        found = modifiers(sf, ["invisible"], target, "melee")
        assert found.attack == ()
        assert found.ac == (("flat_footed", -2),)
        assert not found.target_loses_dexterity
    assert modifiers(printed("sf"), ["invisible"], [], "melee").attack == (("invisible", 2),)


@pytest.mark.parametrize("fears", [["shaken", "frightened"], ["frightened", "shaken", "shaken"]])
def test_c_220_shaken_and_frightened_are_one_row(fears: list[str]) -> None:
    assert melee(fears, []).attack == (("frightened", -2),)
    assert melee(["shaken"], []).attack == (("shaken", -2),)


def test_c_221_c_210_flanking_is_for_melee() -> None:
    assert melee(["flanking"], []).attack == (("flanking", 2),)
    assert ranged(["flanking"], []).attack == ()


@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_c_222_c_235_squeezing_costs_four_of_each_and_in_sf_entangles(mode: str) -> None:
    column = "melee" if mode == "melee" else "ranged"
    for system in ("pf1", "dnd35"):
        found = modifiers(printed(system), ["squeezing"], ["squeezing"], column)  # type: ignore[arg-type]
        assert (found.attack, found.ac) == ((("squeezing", -4),), (("squeezing", -4),))
    tight = modifiers(SF, ["squeezing"], ["squeezing"], column)  # type: ignore[arg-type]
    assert (tight.attack, tight.ac, tight.target_dexterity) == ((("entangled", -2),), (), -4)


@pytest.mark.parametrize(
    ("degree", "ac"), [("soft", 4), ("partial", 2), ("cover", 4), ("improved", 8)]
)
def test_c_223_degrees_of_cover(degree: str, ac: int) -> None:
    assert melee([], [degree]).ac == ranged([], [degree]).ac == ((degree, ac),)


def test_c_223_one_row_counts_once_the_best_degree() -> None:
    found = ranged([], ["soft", "improved", "cover"])

    assert found.ac == (("improved", 8),)
    assert found.ac_total == 8


def test_c_224_sitting_and_kneeling_are_one_row() -> None:
    assert melee([], ["sitting", "kneeling"]).ac == (("sitting", -2),)
    assert ranged([], ["kneeling"]).ac == (("kneeling", 2),)


@pytest.mark.parametrize(
    ("condition", "near", "far", "rule"),
    [
        ("prone", -4, 4, "C-225"),
        ("blinded", -2, -2, "C-226"),
        ("grappling", 0, 0, "C-229"),
        ("stunned", -2, -2, "C-230"),
        ("pinned", -4, 0, "C-231"),
        ("flat_footed", 0, 0, "C-232"),
        ("cowering", -2, -2, "C-233"),
        ("helpless", -9, -5, "C-234"),
    ],
)
def test_c_225_to_c_234_armour_class_by_condition(
    condition: str, near: int, far: int, rule: str
) -> None:
    close = melee([], [condition])
    away = ranged([], [condition])

    assert (close.ac_total, away.ac_total) == (near, far)
    loses = condition not in ("prone", "grappling")
    assert close.target_loses_dexterity is away.target_loses_dexterity is loses
    assert rule in rules_in(close.ac_receipt, close.dexterity_receipt)


def test_c_234_c_241_who_is_helpless_is_flat_footed_too() -> None:
    found = melee([], ["asleep"])

    assert found.target_loses_dexterity
    assert {"C-234", "C-241"} <= rules_in(found.dexterity_receipt)
    for name in names_of(PF1, "helpless"):
        assert "flat_footed" in PF1.combat.conditions[name].effects


def test_c_236_rows_of_the_d20_table_add_up() -> None:
    found = ranged(["dazzled", "shaken", "entangled"], ["prone", "cover", "stunned"])

    assert (found.attack_total, found.ac_total) == (-5, 6)
    assert found.ac_receipt.rule == "C-236"


def test_c_236_pf2_counts_the_best_bonus_and_the_worst_penalty() -> None:
    found = melee([], ["screen", "flanked", "cover", "incline"], PF2)

    assert found.ac == (("flat_footed", -2), ("cover", 2))
    assert found.ac_total == 0
    taken = modifiers(PF2, [], ["screen", "cover"], "ranged", take_cover=True)
    assert taken.ac == (("cover", 4),)
    assert "C-181" in rules_in(taken.ac_receipt)
    assert [(part.label.value("condition"), part.value) for part in taken.ac_receipt.parts] == [
        ("screened", 0),
        ("cover", 4),
    ]


@pytest.mark.parametrize(
    ("where", "rule"),
    [
        ("flanked", "C-211"),
        ("narrow_surface", "C-048"),
        ("uneven_ground", "C-049"),
        ("incline", "C-050"),
        ("climbing", "C-237"),
    ],
)
def test_c_237_c_048_c_049_c_050_flat_footed_by_position_is_of_pf2(where: str, rule: str) -> None:
    found = melee([], [where], PF2)

    assert found.ac == (("flat_footed", -2),)
    assert rule in rules_in(found.ac_receipt)
    assert melee([], [where]).ac == ()


@pytest.mark.parametrize("where", ["incline", "climbing"])
def test_c_139_a_climb_speed_keeps_from_being_flat_footed(where: str) -> None:
    found = melee([], [where, "climb_speed"], PF2)

    assert found.ac == ()
    assert "C-139" in rules_in(found.ac_receipt)


def test_c_129_with_a_climb_speed_nobody_is_flat_footed_while_climbing() -> None:
    assert melee([], ["climbing"], SF).target_loses_dexterity
    found = melee([], ["climbing", "climb_speed"], SF)
    assert not found.target_loses_dexterity
    assert "C-129" in rules_in(found.ac_receipt)
    assert not melee([], ["climbing"], PF1).target_loses_dexterity


@pytest.mark.parametrize("system", PACKAGED)
def test_c_175_nobody_attacks_through_total_cover(system: str) -> None:
    found = modifiers(printed(system), [], ["total"], "ranged", "bow")

    assert not found.can_attack
    assert found.ac == ()


@pytest.mark.parametrize("system", PACKAGED)
def test_c_250_every_system_knows_the_names(system: str) -> None:
    conditions = printed(system).combat.conditions

    assert set(NAMED.split()) <= set(conditions)
    for name, row in conditions.items():
        if row.source == "house default":
            continue
        assert row.rule, name
        assert set(row.name) == {"en", "fr"}, name
    situations = {name for name, row in conditions.items() if row.situation}
    assert situations >= {"flanking", "flanked", "higher_ground", "screen", "cover"}
    assert not situations & {"prone", "incline", "squeezing", "climbing"}


def test_c_250_nobody_knows_another() -> None:
    with pytest.raises(Refusal) as refused:
        held(("prone", "sleepy"), PF1)
    assert refused.value.code == "unknown_condition"
    assert refused.value.message.value("name") == "sleepy"


@pytest.mark.parametrize("system", PACKAGED)
def test_c_251_who_makes_no_movement(system: str) -> None:
    found = names_of(printed(system), "cannot_move")

    assert found == {"paralyzed", "unconscious", "bound", "dead"}


@pytest.mark.parametrize("system", PACKAGED)
def test_c_252_the_fatigued_do_not_run_and_lose_strength_and_dexterity(system: str) -> None:
    rules = printed(system)
    row = rules.combat.conditions["fatigued"]
    worse = rules.combat.conditions["exhausted"]

    assert names_of(rules, "no_run") == {"fatigued", "exhausted"}
    assert (row.strength, row.dexterity) == (rules.fatigue.str_mod, rules.fatigue.dex_mod)
    assert (row.strength, row.dexterity) == (-2, -2)
    tired = rules.fatigue
    assert (worse.strength, worse.dexterity) == (tired.exhausted_str_mod, tired.exhausted_dex_mod)
    found = melee(["fatigued"], ["fatigued"], rules)
    assert (found.attack_total, found.ac_total) == (0, 0)
    assert (found.attacker_dexterity, found.target_dexterity) == (-2, -2)
    assert "C-252" in rules_in(found.attack_receipt)


@pytest.mark.parametrize("system", PACKAGED)
def test_c_059_c_104_c_238_who_lies_open_threatens_nothing_and_is_helpless(system: str) -> None:
    rules = printed(system)
    helpless = {"helpless", "unconscious", "asleep", "paralyzed", "bound"}

    assert names_of(rules, "helpless") == helpless
    assert names_of(rules, "defenceless") == helpless | {"dead", "stunned"}
    idle = {"stunned", "dazed", "cowering", "pinned", "unarmed", "dead"}
    assert names_of(rules, "threatens_not") == helpless | idle
    assert names_of(rules, "acts_not") == helpless | idle - {"pinned", "unarmed"}


def test_c_237_the_figures_of_pf2_agree() -> None:
    assert PF2.combat.conditions["flat_footed"].ac.melee == PF2.combat.flanking.ac
    assert names_of(PF2, "reacts_not") == set()
    assert names_of(PF2, "loses_dexterity") == set()


def test_a_ruleset_of_ones_own_mixes_mechanisms() -> None:
    own = parse_ruleset(
        {
            "ruleset.toml": 'id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n',
            "combat.toml": "[combat.flanking]\nattack = 1\nac = -2\n[combat.cover]\n"
            "full = { ac = 5, reflex = 2 }\n[combat.mechanisms]\nsqueezing = 'entangled'\n"
            "[combat.squeezing]\ncondition = 'entangled'\n"
            "[combat.conditions.spidery]\nname = { en = 'Spidery' }\neffects = ['climbs_well']\n"
            "[combat.conditions.climbing]\ncounts_as = 'flat_footed'\nunless = 'climbs_well'\n",
        },
        PF1,
    )

    assert melee(["flanking", "squeezing"], ["flanked", "cover"], own).attack_total == 1 - 2
    assert melee([], ["flanked", "cover"], own).ac_total == -2 + 5
    assert melee([], ["climbing"], own).target_loses_dexterity
    assert not melee([], ["climbing", "spidery"], own).target_loses_dexterity
