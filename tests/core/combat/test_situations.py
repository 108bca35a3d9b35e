"""Attacks on the map: what the squares say about them, and the chance to hit."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.drawing import LIGHTS, Light, lit
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import parse_square, read_field
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from core.combat.threat.threat import flanking, threatens_space, within_reach
from core.creatures import AttackMode
from core.messages import Refusal
from core.rulesets.schema import HOUSE_RULE, Ruleset
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.oracles.attack_table import by_table, in_light
from tests.core.combat.oracles.score_table import to_armour_class, to_the_roll
from tests.core.combat.scenes import random_scene, with_zones, written
from tests.thorough import rounds

PF1 = packaged("pf1")
PF2 = packaged("pf2")
OPEN = ("......", "......", "......", "......")


def creature(id: str, at: str, /, side: str = "party", **more: object) -> Creature:
    size = str(more.pop("size", "M"))
    return Creature(id, size, parse_square(at), side, **more)  # type: ignore[arg-type]


def scene(*creatures: Creature, rules: Ruleset = PF1, rows: tuple[str, ...] = OPEN) -> Scene:
    return Scene(rules=rules, field=read_field(rows, rules.combat.ground), creatures=creatures)


def attack(given: Scene, mode: AttackMode = "melee", weapon: str = "", **how: object) -> GridAttack:
    """The first creature attacks the second."""
    attacker, target = given.creatures[:2]
    return attack_on_grid(given, attacker, target, mode, weapon, **how)  # type: ignore[arg-type]


def rules_in(found: GridAttack) -> set[str]:
    return {part.rule for part in found.receipt.walk()}


def hero(at: str = "B2", **more: object) -> Creature:
    return creature("hero", at, "party", attack=5, **more)


def orc(at: str = "C2", **more: object) -> Creature:
    return creature("orc", at, "foe", ac=15, **more)


def test_a_plain_attack_has_the_plain_chance() -> None:
    found = attack(scene(hero(), orc()))

    assert (found.reason, found.attacking, found.attacked) == ("ok", (), ())
    assert found.hit is not None
    assert (found.hit.needed, found.hit.p_hit) == (10, Fraction(11, 20))


def test_c_221_an_ally_on_the_other_side_makes_it_flanking() -> None:
    found = attack(scene(hero(), orc(), creature("pal", "D2")))

    assert found.modifiers.attack == (("flanking", 2),)
    assert found.flanking is not None
    assert found.flanking.ally.id == "pal"
    assert {"C-205", "C-221"} <= rules_in(found)
    assert found.hit is not None
    assert found.hit.needed == 8


def test_c_211_in_pf2_the_flanked_are_flat_footed() -> None:
    found = attack(scene(hero(), orc(), creature("pal", "D2"), rules=PF2))

    assert (found.attacking, found.attacked) == ((), ("flanked",))
    assert found.modifiers.ac == (("flat_footed", -2),)
    assert "C-211" in rules_in(found)


def test_c_210_nobody_flanks_at_range_nor_with_an_enemy() -> None:
    assert attack(scene(hero(), orc(), creature("pal", "D2")), "ranged").flanking is None
    assert attack(scene(hero(), orc(), creature("ghoul", "D2", "foe"))).flanking is None


def test_c_217_who_stands_higher_has_higher_ground() -> None:
    found = attack(scene(hero(elevation=1), orc()))

    assert found.modifiers.attack == (("higher_ground", 1),)
    assert "C-217" in rules_in(found)
    assert attack(scene(hero(), orc(elevation=1))).modifiers.attack == ()


def test_c_223_cover_on_the_way_counts_and_the_gm_may_call_it_partial() -> None:
    rows = ("......", "..#...", "......", "......")
    there = scene(hero("B2"), orc("E2"), rows=rows)

    full = attack(there, "ranged")
    part = attack(there, "ranged", gm_degree="partial")

    assert (full.modifiers.ac, part.modifiers.ac) == ((("cover", 4),), (("partial", 2),))
    assert full.hit is not None
    assert full.hit.needed == 14
    assert {"C-160", "C-223"} <= rules_in(full)


def test_c_181_a_target_that_took_cover() -> None:
    rows = ("......", "..#...", "......", "......")
    there = scene(hero("B2"), orc("E2"), rows=rows, rules=PF2)

    assert attack(there, "ranged").modifiers.ac == (("cover", 2),)
    assert attack(there, "ranged", take_cover=True).modifiers.ac == (("cover", 4),)
    with pytest.raises(Refusal) as refused:
        attack(scene(hero(), orc()), take_cover=True)
    assert refused.value.code == "unknown_take_cover"


@pytest.mark.parametrize(("light", "p"), [("dim", "11/25"), ("dark", "11/40"), (None, "11/20")])
def test_c_195_c_198_concealment_lowers_the_chance(light: str | None, p: str) -> None:
    found = attack(scene(hero(), orc(conditions=("darkvision",))), light=light)

    assert found.hit is not None
    assert found.hit.p_hit == Fraction(p)


def test_c_198_the_unseen_can_only_be_looked_for_in_a_square() -> None:
    found = attack(scene(hero(), orc(conditions=("invisible",))))

    assert found.can_attack
    assert not found.concealment.can_target
    assert "total_concealment" in found.attacked
    assert found.hit is not None
    assert found.hit.p_hit == found.hit.p_roll / 2


def test_c_175_total_cover_stops_it() -> None:
    found = attack(scene(hero("A2"), orc("F2"), rows=(".##...",) * 4), "ranged")
    assert (found.reason, found.hit, found.can_attack) == ("total_cover", None, False)
    assert "C-175" in rules_in(found)
    sealed = scene(hero("A1"), orc("B2"), rows=(".#....", "#.....", "......", "......"))
    assert attack(sealed).reason == "total_cover"


@pytest.mark.parametrize(
    ("at", "more", "reason"),
    [
        ("C2", {}, "ok"),
        ("D2", {}, "out_of_reach"),
        ("D2", {"weapon_reach": 2}, "ok"),
        ("C2", {"weapon_reach": 2}, "out_of_reach"),
        ("D4", {"weapon_reach": 2}, "ok"),
        ("B2", {}, "ok"),
        ("C2", {"size": "T"}, "out_of_reach"),
        ("C2", {"conditions": ("unarmed",)}, "ok"),
        ("C2", {"conditions": ("stunned",)}, "cannot_act"),
        ("C2", {"conditions": ("asleep",)}, "cannot_act"),
        ("C2", {"conditions": ("dead",)}, "cannot_act"),
    ],
)
def test_c_097_c_104_melee_needs_reach_and_somebody_who_acts(
    at: str, more: dict[str, object], reason: str
) -> None:
    found = attack(scene(hero("B2", **more), orc(at)))

    assert found.reason == reason
    assert (found.hit is None) == (reason != "ok")
    assert {"cannot_act": "C-104", "out_of_reach": "C-097"}.get(reason, "C-250") in rules_in(found)


def test_c_215_a_prone_archer_needs_a_crossbow() -> None:
    there = scene(hero("A1", conditions=("prone",)), orc("E1"))

    assert attack(there, "ranged", "bow").reason == "weapon"
    assert attack(there, "ranged", "crossbow").reason == "ok"


@pytest.mark.parametrize(
    ("above", "reach", "reason"),
    [
        (0, None, "ok"),
        (1, None, "ok"),
        (2, None, "out_of_reach"),
        (2, 2, "ok"),
        (3, 2, "out_of_reach"),
        (-1, None, "ok"),
        (-2, None, "out_of_reach"),
    ],
)
def test_c_097_who_flies_too_high_is_out_of_reach(
    above: int, reach: int | None, reason: str
) -> None:
    found = attack(scene(hero(elevation=3, reach=reach), orc(elevation=3 + above)))

    assert found.reason == reason


def test_c_099_a_reach_weapon_strikes_up_beyond_its_shaft() -> None:
    spear = hero("C2", weapon_reach=2)

    assert not within_reach(scene(spear, orc()), spear, orc("C2", elevation=1))
    assert within_reach(scene(spear, orc()), spear, orc("C2", elevation=2))
    assert within_reach(scene(spear, orc()), spear, orc("D3", elevation=2))
    assert not within_reach(scene(spear, orc()), spear, orc("C2", elevation=3))


def test_c_094_who_is_unarmed_still_strikes_into_its_own_space() -> None:
    rat = creature("rat", "B2", "foe", size="T")
    bare = hero(conditions=("unarmed",))
    spear = hero(weapon_reach=2)

    assert within_reach(scene(bare, rat), bare, rat)
    assert not within_reach(scene(spear, rat), spear, rat)
    cat = creature("cat", "B2", "party", size="T", conditions=("unarmed",))
    assert within_reach(scene(cat, hero()), cat, hero())
    assert not within_reach(scene(cat, orc()), cat, orc())


def test_a_big_body_is_struck_on_its_whole_height_and_reaches_from_it() -> None:
    giant = creature("giant", "A1", size="H", reach=1)
    hawk = hero("D1", elevation=3)

    assert within_reach(scene(hawk, giant), hawk, giant)
    hawk = replace(hawk, elevation=4)
    assert not within_reach(scene(hawk, giant), hawk, giant)

    assert within_reach(scene(giant, orc("D1")), giant, orc("D1", elevation=3))
    assert not within_reach(scene(giant, orc("D1")), giant, orc("D1", elevation=4))


def test_c_219_an_invisible_attacker_that_is_seen_gains_nothing() -> None:
    unseen = hero(conditions=("invisible",))

    assert attack(scene(unseen, orc())).modifiers.attack == (("invisible", 2),)
    seeing = attack(scene(unseen, orc(conditions=("see_invisible",))))
    assert seeing.modifiers.attack == ()
    assert not seeing.modifiers.target_loses_dexterity
    seen = attack(scene(hero(conditions=("see_invisible",)), orc(conditions=("invisible",))))
    assert seen.attacked == ()


def test_what_the_map_does_not_show_can_be_added() -> None:
    found = attack(
        scene(hero(), orc(conditions=("prone",))),
        attacker_also=("dazzled",),
        target_also=("flat_footed",),
        dexterity=2,
    )

    assert found.modifiers.attack == (("dazzled", -1),)
    assert found.modifiers.ac == (("prone", -4),)
    assert found.hit is not None
    assert found.hit.needed == 15 - 2 - 4 - 5 + 1


def test_nobody_attacks_itself_and_without_figures_there_is_no_chance() -> None:
    there = scene(hero(), orc())
    with pytest.raises(Refusal) as refused:
        attack_on_grid(there, there.creatures[0], there.creatures[0], "melee")
    assert refused.value.code == "same_creature"
    assert attack(scene(creature("hero", "B2"), orc())).hit is None
    assert attack(scene(hero(), creature("orc", "C2", "foe"))).hit is None


@pytest.mark.parametrize(("system", "needed"), [("pf1", 2), ("dnd35", 2), ("sf", 6), ("pf2", 6)])
def test_c_200_c_226_darkness_blinds_a_target_that_cannot_see_in_it(
    system: str, needed: int
) -> None:
    """Given a snake of Armour Class 15, Dexterity +3, then a hero of +9 needs 2 and not 6."""
    rules = packaged(system)
    snake = creature("snake", "C2", "foe", ac=15, conditions=("low_light",))
    durgan = creature("hero", "B2", "party", conditions=("darkvision",), attack=9)
    night = replace(scene(durgan, snake, rules=rules), light="dark")
    found = attack(night, dexterity=3)
    assert found.hit is not None
    assert found.hit.needed == needed
    assert found.hit.p_hit == Fraction(21 - needed, 20)
    assert found.blinded is (system in ("pf1", "dnd35"))


def test_c_200_its_receipt_says_why_and_whose_rule_it_is() -> None:
    night = replace(scene(hero(conditions=("darkvision",)), orc()), light="dark")
    words = "{who} cannot see in the dark: it is blinded"
    (why,) = [one for one in attack(night).receipt.walk() if one.label.template == words]
    assert why.rule == "C-200"
    assert attack(night).attacked == ("blinded",)

    by_day = PF1.with_house_rules({"dark_targets": False})
    assert attack(replace(night, rules=by_day)).attacked == ()
    assert attack(replace(night, rules=PF1.by_sources())).attacked == ()


@pytest.mark.parametrize(("light", "told"), [("dark", [HOUSE_RULE]), ("dim", [])])
def test_a_house_rule_that_leaves_the_blindness_out_is_said(light: Light, told: list[str]) -> None:
    """Given the switch turned off by the campaign, then the receipt has it, in the dark alone."""
    rules = PF1.with_house_rules({"dark_targets": False})
    found = attack(replace(scene(hero(), orc()), light=light, rules=rules))

    parts = found.receipt.walk()
    words = "{who} cannot see in the dark: it is blinded"
    assert [part.source for part in parts if part.label.template == words] == told


@pytest.mark.parametrize(
    ("light", "conditions", "by_the_dark", "times"),
    [
        ("dark", (), True, 1),
        ("dim", (), False, 0),
        ("bright", (), False, 0),
        ("dark", ("darkvision",), False, 0),
        ("dark", ("low_light",), True, 1),
        ("dark", ("blinded",), False, 1),
    ],
)
def test_c_226_nobody_is_blinded_twice_nor_who_sees_in_the_dark(
    light: Light, conditions: tuple[str, ...], by_the_dark: bool, times: int
) -> None:
    found = attack(replace(scene(hero(), orc(conditions=conditions)), light=light))
    assert found.blinded is by_the_dark
    assert found.attacked.count("blinded") == times


def test_c_200_one_square_in_the_light_is_enough_to_see_by() -> None:
    ogre = creature("orc", "C2", "foe", ac=15, size="L")
    night = replace(scene(hero(), ogre), light="dark")
    torch = replace(night, lit=lit(night.field, "dark", [("D3", "bright")]))
    assert attack(night).blinded
    assert not attack(torch).blinded


def check(
    given: Scene, attacker: Creature, target: Creature, mode: AttackMode, weapon: str
) -> None:
    """One attack of a random scene against what its parts say."""
    found = attack_on_grid(given, attacker, target, mode, weapon)
    covered = cover(given, attacker, target, mode)
    concealed = concealment(given, attacker, target, mode)
    system = given.rules.id
    flanked = [
        one
        for one in given.creatures
        if one.id not in (attacker.id, target.id)
        and one.side == attacker.side
        and not given.paired(one, attacker)
        and flanking(given, attacker, one, target, mode).flanked
    ]
    mine = [
        n
        for n in attacker.conditions
        if n != "invisible" or "see_invisible" not in target.conditions
    ]
    mine += ["flanking"] if flanked and system != "pf2" else []
    theirs = list(target.conditions) + (["flanked"] if flanked and system == "pf2" else [])
    theirs += [] if covered.degree == "none" else [str(covered.degree)]
    theirs = in_light(system, theirs, given.light_on(given.body(target)))
    table = by_table(system, mine, theirs, mode, weapon, False)

    assert list(found.modifiers.attack) == table.attack, written(given)
    assert list(found.modifiers.ac) == table.ac, written(given)
    if found.modifiers.can_attack:
        bonus = {"soft": 4, "screen": 1, "cover": 4 if system != "pf2" else 2}
        assert covered.ac_bonus == bonus.get(str(covered.degree), 0)
    if mode == "melee" and found.can_attack:
        able = replace(attacker, conditions=())
        assert threatens_space(given, able, given.body(target)), written(given)
    if found.can_attack:
        assert found.hit is not None
        roll = 5 + found.modifiers.attack_total + to_the_roll(system, mine, mode)
        against = 15 + found.modifiers.ac_total + to_armour_class(system, mine, theirs, None)
        needed = min(20, max(2, against - roll))
        p = Fraction(21 - needed, 20) * Fraction(100 - concealed.miss_chance, 100)
        assert (found.hit.needed, found.hit.p_hit) == (needed, p)
    else:
        assert found.hit is None
    assert all(part.rule for part in found.receipt.walk())


@pytest.mark.parametrize("seed", range(3))
def test_an_attack_is_made_of_its_parts(seed: int) -> None:
    checked(seed, rounds(60, 120))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 140))
def test_an_attack_is_made_of_its_parts_in_many_scenes(seed: int) -> None:
    checked(seed, 500)


def checked(seed: int, many: int) -> None:
    """Check so many attacks in random scenes of all systems."""
    chance = random.Random(seed)
    attacks = 0
    while attacks < many:
        given = random_scene(
            chance, ruleset=PACKAGED[attacks % 4], widest=8, switches={"into_melee": False}
        )
        given = replace(
            given,
            creatures=tuple(replace(one, attack=5, ac=15) for one in given.creatures),
            light=chance.choice(LIGHTS),
        )
        given = with_zones(chance, given)
        for target in given.creatures[1:3]:
            mode: AttackMode = chance.choice(("melee", "ranged"))
            check(given, given.creatures[0], target, mode, chance.choice(("bow", "crossbow")))
            attacks += 1
