"""Attacks: what is added, what is met, critical hits, miss chance, damage, what they use."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from types import MappingProxyType
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.combat.attack.situations import attack_on_grid
from core.combat.board.drawing import Board
from core.combat.board.squares import Square
from core.creatures import Attack, Sheet
from core.dice import Answer, Rolled, Ruled, Typed
from core.messages import Refusal
from core.play.facts.encounter import Lasting, Slot, Spent
from core.play.facts.fight.blows.commands import MakeAttack, TakeInHand
from core.play.facts.fight.blows.events import HITS, CoverTaken, Outcome, Struck, TakenInHand
from core.play.facts.fight.combatants import sheet
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import State
from core.play.facts.table.events import Damaged
from core.play.fight.blows import attack_plan
from core.play.fight.blows.attack_figures import damage_of
from core.play.fight.blows.attack_plan import can_attack
from core.play.fight.blows.attack_rolls import to_hit
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.brawls import (
    BOW,
    DAGGER,
    FIST,
    FRIEND,
    HERO,
    SWORD,
    WOLF,
    asks,
    brawl,
    happens,
    lying,
    refused,
    under,
    with_figure,
    wolf,
)
from tests.fights import figure
from tests.thorough import examples

KEY = "attack/r1/hero/1"
BESIDE = brawl(HERO, WOLF, hero="C3", wolf="D3")
FLANKED = brawl(HERO, FRIEND, WOLF, hero="C3", friend="E3", wolf="D3")
STRIKE = MakeAttack(("hero",), "wolf")
SHOT = MakeAttack(("hero",), "wolf", 1)


def seen(
    state: State,
    by: str = "hero",
    at: str = "wolf",
    *,
    ruleset: str = "pf1",
    attack: int | None = None,
) -> PlannedAttack:
    return preview(state, under(ruleset), by, at, attack)


def named(planned_attack: PlannedAttack) -> dict[str, int]:
    """The modifiers by the rule or the word that they stand under, the sheet's own left out."""
    return {
        str(part.label.value("condition") or part.label.template): part.value
        for part in (*planned_attack.to_the_roll, *planned_attack.to_the_ac)
        if isinstance(part.value, int) and part.value
    }


def struck(events: Iterable[Event]) -> list[Struck]:
    return [event for event in events if isinstance(event, Struck)]


def dealt(events: Iterable[Event]) -> list[int]:
    return [event.amount for event in events if isinstance(event, Damaged)]


def spent(state: State, *actions: str, attacks: int = 0) -> State:
    return with_figure(state, "hero", spent=Spent(actions, attacks=attacks))


# what is added and what is met


def test_c_205_flanking_is_two_more_to_hit_and_stands_by_name() -> None:
    found = seen(FLANKED)

    assert (found.bonus, found.ac, found.needed, found.p_hit) == (10, 14, 4, Fraction(17, 20))
    assert named(found)["flanking"] == 2
    rules = {part.rule for part in found.receipt.walk()}
    assert {"C-205", "C-221"} <= rules


def test_c_176_who_stands_between_gives_soft_cover_against_a_shot() -> None:
    state = brawl(HERO, FRIEND, WOLF, hero="B3", friend="D3", wolf="F3")

    found = seen(state, attack=1)

    assert (found.bonus, found.ac) == (5, 18)
    assert named(found)["soft cover"] == 4


def test_c_215_c_225_who_lies_prone_hits_worse_and_is_hit_better_in_melee() -> None:
    lies = brawl(lying(HERO, "prone"), WOLF, hero="C3", wolf="D3")
    other = brawl(HERO, lying(WOLF, "prone"), hero="C3", wolf="D3")

    assert (seen(lies).bonus, seen(lies).ac) == (4, 14)
    assert (seen(other).bonus, seen(other).ac) == (8, 10)


def test_c_217_who_is_higher_up_hits_better() -> None:
    assert named(seen(with_figure(BESIDE, "hero", elevation=1)))["on higher ground"] == 1


def test_fear_of_the_playtest_is_taken_off_attacks_by_its_value() -> None:
    hero = replace(HERO, lasting=(Lasting("frightened", value=3),))
    state = brawl(hero, WOLF, hero="C3", wolf="D3")

    assert seen(state, ruleset="pf2").bonus == 8 - 3
    assert seen(state, ruleset="pf1").bonus == 8 - 2  # C-220, whatever its value
    assert named(seen(state, ruleset="pf2"))["frightened"] == -3


def test_the_flat_footed_lose_the_dexterity_that_is_written_down() -> None:
    found = seen(brawl(HERO, lying(WOLF, "flat_footed"), hero="C3", wolf="D3"))

    assert found.ac == 12
    assert named(found)["without its Dexterity bonus"] == -2


@pytest.mark.parametrize(("ruleset", "needed"), [("pf1", 6), ("pf2", 6)])
def test_c_195_c_204_the_chance_told_beforehand_is_that_after_the_miss_chance(
    ruleset: str, needed: int
) -> None:
    dim = brawl(HERO, WOLF, changed={"light": "dim"}, hero="C3", wolf="D3")
    found = seen(dim, ruleset=ruleset)

    assert (found.needed, found.miss_chance) == (needed, 20)
    assert found.p_hit == Fraction(15, 20) * Fraction(4, 5)


def test_the_gm_modifies_roll_and_armour_class() -> None:
    question = asks(replace(STRIKE, circumstance=-3, ac=1), BESIDE)[KEY]

    assert (question.modifier, question.dc) == (5, 15)


@pytest.mark.parametrize(("distance", "penalty"), [("F3", 0), ("G3", -2), ("J3", -2), ("K3", -4)])
def test_each_range_increment_beyond_the_first_costs_two(distance: str, penalty: int) -> None:
    found = seen(brawl(HERO, WOLF, hero="B3", wolf=distance), attack=1)

    assert found.bonus == 5 + penalty


@pytest.mark.parametrize(("feet", "penalty"), [(0, 0), (4, 0), (5, -2), (8, -2), (9, -4)])
def test_c_127_a_shot_up_into_the_air_flies_as_far_as_it_is_high(feet: int, penalty: int) -> None:
    flying = with_figure(brawl(HERO, WOLF, hero="B3", wolf="B4"), "wolf", elevation=feet)

    assert seen(flying, attack=1).bonus == 5 + penalty


def test_a_thrown_weapon_reaches_five_increments() -> None:
    thrown = Attack("dart", (5,), "1d4", mode="ranged", weapon="thrown", increment=1)
    hero = replace(HERO, sheet=replace(sheet(HERO), attacks=(thrown,)))

    assert refused(STRIKE, brawl(hero, WOLF, hero="B3", wolf="H3")) == "out_of_range"
    assert seen(brawl(hero, WOLF, hero="B3", wolf="G3")).bonus == -3


@pytest.mark.parametrize(("ruleset", "last", "beyond"), [("pf1", 10, 11), ("pf2", 6, 7)])
def test_a_shot_flies_so_many_increments(ruleset: str, last: int, beyond: int) -> None:
    board = {"long": Board(("." * 60,) * 3)}
    for away, possible in ((4 * last, True), (4 * beyond, False)):
        place = str(Square(away, 1))
        state = brawl(HERO, WOLF, board="long", hero="A2", wolf=place)
        found = preview(state, under(ruleset, board), "hero", "wolf", 1)
        assert (found.why_not is None) is possible
        assert found.bonus == 5 - 2 * (last - 1 if possible else beyond - 1)


def test_who_rides_a_mount_that_has_charged_hits_better_and_is_hit_better() -> None:
    horse = replace(FRIEND, id="horse", sheet=Sheet(size="L"))
    state = brawl(HERO, horse, WOLF, hero="B3", horse="B3", wolf="D3")
    riding = with_figure(state, "hero", mount="horse")
    charged = with_figure(riding, "horse", spent=Spent(("charge",)))
    assert seen(charged).bonus == seen(riding).bonus + 2
    assert seen(charged, "wolf", "hero").ac == seen(riding, "wolf", "hero").ac - 2


@pytest.mark.parametrize(
    ("ruleset", "actions", "full", "remarks"),
    [
        ("pf1", (), False, 0),
        ("pf1", ("move",), False, 0),
        ("pf1", ("standard",), False, 1),
        ("pf1", (), True, 0),
        ("pf1", ("move",), True, 1),
        ("pf1", ("charge",), False, 0),
        ("pf2", ("stride", "stride"), False, 0),
        ("pf2", ("stride",) * 3, False, 1),
    ],
)
def test_an_attack_without_an_action_left_is_remarked_upon(
    ruleset: str, actions: tuple[str, ...], full: bool, remarks: int
) -> None:
    fight = spent(BESIDE, *actions).encounters[0]
    acting = replace(fight, order=(Slot("hero", ("hero",), Fraction(9)),), acting="hero")
    answers = {KEY: Typed(2), "attack/r1/hero/2": Typed(2)}
    command = replace(STRIKE, full=full)
    found = decide(command, replace(BESIDE, encounters=(acting,)), under(ruleset), answers)
    assert isinstance(found, Decided)
    said = [one for one in found.receipts if "allowed by the GM" in one.label.template]
    assert (len(said), all(one.default for one in said)) == (remarks, True)


def test_who_has_charged_hits_better_and_is_hit_better() -> None:
    charged = spent(BESIDE, "charge")

    assert seen(charged).bonus == 10
    assert seen(charged, "wolf", "hero").ac == 16
    assert struck(happens(STRIKE, charged, {KEY: 2}))[0].spends == ()


def test_without_figures_there_are_those_of_nobody_flagged_as_default() -> None:
    state = brawl(replace(HERO, sheet=None), replace(WOLF, sheet=Sheet()), hero="C3", wolf="D3")

    found = seen(state)

    assert (found.bonus, found.ac, found.damage) == (0, 10, "")
    armour = found.receipt.parts[1].parts[0]
    assert (armour.value, armour.default) == (10, True)


# the faces decide


@pytest.mark.parametrize(
    ("armour", "ruleset"), [(1, "pf1"), (60, "pf1"), (14, "dnd35"), (28, "sf"), (29, "pf2")]
)
def test_the_chance_shown_is_the_share_of_the_faces_that_hit(armour: int, ruleset: str) -> None:
    victim = replace(WOLF, hp=900, sheet=replace(WOLF.sheet, ac=armour))
    state = brawl(HERO, victim, hero="C3", wolf="D3")
    hits = 0
    for face in range(1, 21):
        answers = {KEY: face, f"{KEY}/confirm": 1, f"{KEY}/damage": 7, f"{KEY}/critical": 14}
        [event] = struck(happens(STRIKE, state, answers, ruleset))
        hits += event.outcome in HITS
        assert (face >= event.needed) == (event.outcome != "miss")

    question = asks(STRIKE, state, ruleset=ruleset)[KEY]
    assert question.chance == Fraction(hits, 20)


def test_a_total_is_told_and_its_face_is_not() -> None:
    [event] = struck(happens(STRIKE, BESIDE, {KEY: Typed(23, total=True), f"{KEY}/damage": 9}))

    assert (event.face, event.total, event.how) == (0, 23, "typed")


def test_a_total_that_can_only_be_a_natural_twenty_threatens() -> None:
    assert list(asks(STRIKE, BESIDE, {KEY: Typed(28, total=True)})) == [f"{KEY}/confirm"]


@pytest.mark.parametrize(
    ("face", "confirm", "outcome", "key"),
    [
        (18, None, "hit", "damage"),  # below the threat range of 19
        (19, 5, "hit", "damage"),  # 5 + 8 is below 14: not confirmed
        (19, 6, "critical", "critical"),
        (20, 1, "hit", "damage"),
        (20, 20, "critical", "critical"),
    ],
)
@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_a_threat_is_confirmed_by_a_second_roll(
    face: int, confirm: int | None, outcome: Outcome, key: str, ruleset: str
) -> None:
    answers = {KEY: face, **({} if confirm is None else {f"{KEY}/confirm": confirm})}
    assets = under(ruleset, switches={"sure_criticals": False})

    assert list(asks(STRIKE, BESIDE, answers, assets=assets)) == [f"{KEY}/{key}"]
    [event] = struck(happens(STRIKE, BESIDE, {**answers, f"{KEY}/{key}": 10}, assets=assets))
    assert (event.outcome, event.confirm) == (outcome, confirm or 0)


def test_a_twenty_that_only_hits_as_a_natural_one_threatens_too() -> None:
    armoured = replace(WOLF, sheet=replace(WOLF.sheet, ac=40))
    state = brawl(HERO, armoured, hero="C3", wolf="D3")

    assert list(asks(STRIKE, state, {KEY: 20})) == [f"{KEY}/confirm"]
    assert happens(STRIKE, state, {KEY: 19}) == tuple(struck(happens(STRIKE, state, {KEY: 19})))


def test_c_248_who_takes_no_critical_hits_is_not_asked() -> None:
    state = brawl(HERO, lying(WOLF, "crit_immune"), hero="C3", wolf="D3")

    assert list(asks(STRIKE, state, {KEY: 20})) == [f"{KEY}/damage"]


@pytest.mark.parametrize(
    ("armour", "face", "key"),
    [
        (14, 15, "damage"),  # 23 beats 14 by 9
        (14, 16, "critical"),  # 24 by 10
        (26, 20, "critical"),  # a natural 20 that hits by its total
        (29, 20, "damage"),  # 28 is below 29: it only hits
    ],
)
def test_pf2_ten_above_the_armour_class_is_critical(armour: int, face: int, key: str) -> None:
    victim = replace(WOLF, sheet=replace(WOLF.sheet, ac=armour))
    state = brawl(HERO, victim, hero="C3", wolf="D3")

    assert list(asks(STRIKE, state, {KEY: face}, "pf2")) == [f"{KEY}/{key}"]


def test_an_attack_with_energy_is_against_that_armour_class() -> None:
    """Given EAC 12 and KAC 14, then only energy counts the first; without EAC it is one for all."""
    assert HERO.sheet is not None
    cases = ((12, True, 12, "EAC"), (12, None, 14, "KAC"), (None, True, 14, "AC"))
    for eac, energy, against, name in cases:
        victim = replace(WOLF, sheet=replace(WOLF.sheet, ac=14, eac=eac))
        shot = replace(HERO.sheet.attacks[0], energy=energy)
        hero = replace(HERO, sheet=replace(HERO.sheet, attacks=(shot,)))
        attack = seen(brawl(hero, victim, hero="C3", wolf="D3"), ruleset="sf")
        assert (attack.ac, attack.armour) == (against, name)
        assert to_hit(attack, KEY).armour == name


@pytest.mark.parametrize(
    ("armour", "chance"), [(14, 25), (26, 5), (29, 0), (8, 55)]
)  # the same faces as above, of twenty
def test_pf2_the_chance_of_a_critical_hit_is_known_before(armour: int, chance: int) -> None:
    victim = replace(WOLF, sheet=replace(WOLF.sheet, ac=armour))
    state = brawl(HERO, victim, hero="C3", wolf="D3")

    assert seen(state, ruleset="pf2").p_critical == Fraction(chance, 100)
    assert seen(state, ruleset="pf1").p_critical is None


def test_the_gm_rules_a_hit_without_dice() -> None:
    events = happens(STRIKE, BESIDE, {KEY: Ruled("pass", "from behind"), f"{KEY}/damage": 6})

    [event] = struck(events)
    assert (event.outcome, event.face, event.how, event.reason) == (
        "hit",
        0,
        "ruled",
        "from behind",
    )
    assert dealt(events) == [6]


def test_who_is_not_asked_does_not_attack() -> None:
    assert happens(STRIKE, BESIDE, {KEY: Ruled("skip")}) == ()


# concealment


@pytest.mark.parametrize(("ruleset", "die", "needed"), [("pf1", "d%", 51), ("pf2", "d20", 11)])
def test_c_198_the_miss_chance_is_thrown_after_a_hit_only(
    ruleset: str, die: str, needed: int
) -> None:
    state = brawl(HERO, WOLF, hero="C3", wolf="D3", changed={"light": "dark"})

    assert happens(STRIKE, state, {KEY: 1}, ruleset)
    question = asks(STRIKE, state, {KEY: 12}, ruleset)[f"{KEY}/miss"]
    assert (question.dice, question.dc, question.chance) == (die, needed, Fraction(1, 2))
    [event] = struck(happens(STRIKE, state, {KEY: 12, f"{KEY}/miss": needed - 1}, ruleset))
    assert (event.outcome, event.miss) == ("concealed", needed - 1)


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_the_chance_of_an_attack_in_the_dark_has_the_miss_chance_in_it(ruleset: str) -> None:
    """Given darkness, in which half of the hits miss, then the tray and its receipt say so."""
    state = brawl(HERO, WOLF, hero="C3", wolf="D3", changed={"light": "dark"})

    roll = asks(STRIKE, state, ruleset=ruleset)[KEY]
    assert roll.needed is not None
    assert roll.chance == Fraction(21 - roll.needed, 20) / 2
    assert roll.receipt is not None
    assert roll.receipt.value == roll.chance
    miss = asks(STRIKE, state, {KEY: 19}, ruleset)[f"{KEY}/miss"]
    assert miss.chance == Fraction(1, 2)
    assert miss.receipt == roll.receipt


# damage


@pytest.mark.parametrize(
    ("attack", "critical", "dice"),
    [
        (SWORD, False, "1d8+4"),
        (SWORD, True, "2d8+8"),
        (replace(SWORD, times=3, extra="1d6"), True, "3d8+1d6+12"),
        (replace(SWORD, damage="1d6-1", extra="2d6"), True, "2d6+2d6-2"),
        (replace(SWORD, damage=""), True, "0"),
    ],
)
def test_a_critical_hit_multiplies_the_dice_and_not_the_extra(
    attack: Attack, critical: bool, dice: str
) -> None:
    assert str(damage_of(attack, critical=critical)) == dice


def test_a_hit_deals_one_point_at_least() -> None:
    weak = replace(HERO, sheet=Sheet(attacks=(replace(SWORD, damage="1d4-3"),)))
    state = brawl(weak, WOLF, hero="C3", wolf="D3")

    assert dealt(happens(STRIKE, state, {KEY: 15, f"{KEY}/damage": Rolled((2,))})) == [1]


@pytest.mark.parametrize("points", [0, 3, 29])
def test_damage_that_is_told_is_taken_whatever_the_dice_show(points: int) -> None:
    found = dealt(happens(STRIKE, BESIDE, {KEY: 15, f"{KEY}/damage": points}))

    assert found == ([points] if points else [])


def test_damage_of_a_fist_is_nonlethal() -> None:
    events = happens(replace(STRIKE, attack=3), BESIDE, {KEY: 10, f"{KEY}/damage": 6})

    assert [e.lethal for e in events if isinstance(e, Damaged)] == [False]


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 30), st.integers(0, 30), st.integers(0, 20), st.integers(5, 12), st.booleans()
)
def test_what_a_hit_deals_is_taken_once_and_temporary_points_first(
    wounds: int, nonlethal: int, temporary: int, points: int, lethal: bool
) -> None:
    victim = replace(WOLF, hp=40, damage=wounds, nonlethal=nonlethal, temporary=temporary)
    state = brawl(HERO, victim, hero="C3", wolf="D3")
    command = STRIKE if lethal else replace(STRIKE, attack=3)
    points = points if lethal else 5

    events = happens(command, state, {KEY: 18, f"{KEY}/damage": points, f"{KEY}/confirm": 1})
    after = evolve_all(state, events).fight
    assert after is not None
    then = after.foes[0]

    absorbed = min(temporary, points)
    assert then.temporary == temporary - absorbed
    assert then.damage - wounds == (points - absorbed if lethal else 0)
    assert then.nonlethal - nonlethal == (0 if lethal else points - absorbed)


# several attacks


def test_a_full_attack_goes_down_the_bonuses_and_asks_for_all_at_once() -> None:
    found = asks(replace(STRIKE, full=True), BESIDE)

    assert {key: q.modifier for key, q in found.items()} == {KEY: 8, "attack/r1/hero/2": 3}
    events = happens(replace(STRIKE, full=True), BESIDE, {KEY: 2, "attack/r1/hero/2": 2})
    assert [event.spends for event in struck(events)] == [("full_round",), ()]
    after = figure(evolve_all(BESIDE, events), "hero")
    assert (after.spent.actions, after.spent.attacks, after.acted) == (("full_round",), 2, True)


def test_a_second_attack_of_the_turn_makes_it_a_full_attack() -> None:
    first = evolve_all(BESIDE, happens(STRIKE, BESIDE, {KEY: 2}))
    second = happens(STRIKE, first, {"attack/r1/hero/2": 2})

    assert figure(first, "hero").spent.actions == ("standard",)
    [event] = struck(second)
    assert (event.bonus, event.spends) == (3, ("move",))


def test_who_has_moved_uses_nothing_more_for_a_second_attack() -> None:
    state = spent(BESIDE, "move", "standard", attacks=1)

    assert struck(happens(STRIKE, state, {"attack/r1/hero/2": 2}))[0].spends == ()


@pytest.mark.parametrize(
    ("attack", "made", "bonus"),
    [(0, 0, 8), (0, 1, 3), (0, 2, -2), (0, 5, -2), (2, 0, 6), (2, 1, 2), (2, 2, -2)],
)
def test_pf2_further_attacks_of_a_turn_are_at_a_penalty(attack: int, made: int, bonus: int) -> None:
    state = spent(BESIDE, attacks=made)
    key = f"attack/r1/hero/{made + 1}"

    [event] = struck(happens(replace(STRIKE, attack=attack), state, {key: 1}, "pf2"))

    assert (event.bonus, event.spends) == (bonus, ("strike",))


def test_pf2_has_no_full_attack() -> None:
    assert refused(replace(STRIKE, full=True), BESIDE, "pf2") == "no_full_attack"


def test_an_opportunity_is_one_attack_at_the_full_bonus_and_costs_no_action() -> None:
    state = spent(BESIDE, "full_round", attacks=2)
    command = replace(STRIKE, opportunity=True, full=True)
    key = "opportunity/r1/hero/wolf"

    assert {k: q.modifier for k, q in asks(command, state).items()} == {key: 8}
    after = figure(evolve_all(state, happens(command, state, {key: 3})), "hero")
    assert (after.reacted, after.spent) == (("wolf",), figure(state, "hero").spent)


def test_eight_wolves_bite_in_one_tray_each_in_a_row_of_its_own() -> None:
    wolves = [wolf(f"w{n}", token) for n, token in enumerate("abcdefgh")]
    state = brawl(
        HERO,
        *wolves,
        hero="C3",
        w0="B2",
        w1="C2",
        w2="D2",
        w3="B3",
        w4="D3",
        w5="B4",
        w6="C4",
        w7="D4",
    )
    command = MakeAttack(tuple(w.id for w in wolves), "hero")
    rolls = {f"attack/r1/w{n}/1": face for n, face in enumerate((1, 14, 16, 13, 17, 9, 20, 15))}

    asked = asks(command, state)
    assert [q.who for q in asked.values()] == [w.id for w in wolves]
    more = asks(command, state, rolls)
    assert {key: q.follows for key, q in more.items()} == {
        f"attack/r1/w{n}/1/{what}": f"attack/r1/w{n}/1"
        for n, what in ((1, "damage"), (2, "damage"), (4, "damage"), (6, "confirm"), (7, "damage"))
    }


def test_of_many_those_out_of_reach_are_passed_over() -> None:
    state = brawl(
        HERO,
        wolf("near", "a"),
        wolf("far", "b"),
        hero="C3",
        near="D3",
        far="H3",
    )

    assert list(asks(MakeAttack(("far", "near"), "hero"), state)) == ["attack/r1/near/1"]
    assert refused(MakeAttack(("far",), "hero"), state) == "out_of_reach"


@examples(25, 60)
@given(
    places=st.tuples(*[st.sampled_from(("A1", "B2", "B3", "C3", "D3", "E3", "H3", "L8"))] * 3),
    weapon=st.integers(0, 4),
    height=st.integers(0, 3),
    ruleset=st.sampled_from(("pf1", "pf2")),
    condition=st.sampled_from(("shaken", "prone", "paralyzed")),
)
def test_who_can_be_attacked_is_whose_attack_is_possible(
    places: tuple[str, str, str], weapon: int, height: int, ruleset: str, condition: str
) -> None:
    """Also with a long reach, overhead, behind another, and by who cannot."""
    polearm = replace(SWORD, name="guisarme", reach=2)
    hero = replace(HERO, sheet=Sheet(ac=18, attacks=(SWORD, BOW, DAGGER, FIST, polearm)))
    hero_at, wolf_at, friend_at = places
    fight = brawl(
        lying(hero, condition), FRIEND, WOLF, hero=hero_at, friend=friend_at, wolf=wolf_at
    )
    state = with_figure(with_figure(fight, "hero", weapon=weapon), "wolf", elevation=height)
    assets = under(ruleset)
    scene = scene_of(state, assets)

    for by, at in permutations(("hero", "friend", "wolf"), 2):
        possible = preview(state, assets, by, at).possible
        assert can_attack(state, assets, by, at, scene) == possible


def test_of_a_hundred_only_the_attacks_within_reach_are_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a hero among a hundred wolves, then eight of them are beside him."""
    wide = {"open": Board(("." * 20,) * 10)}
    squares = [Square(x, y) for y in range(10) for x in range(10) if (x, y) != (4, 4)]
    pack = [wolf(f"wolf{n}", "a") for n in range(len(squares))]
    places = {one.id: str(square) for one, square in zip(pack, squares, strict=True)}
    state = brawl(HERO, *pack, changed={}, **places, hero="E5")
    assets = under("pf1", MappingProxyType(wide))
    scene = scene_of(state, assets)
    attack = mock.Mock(wraps=attack_on_grid)
    monkeypatch.setattr(attack_plan, "attack_on_grid", attack)

    near = [who for who in places if can_attack(state, assets, "hero", who, scene)]

    assert len(near) == 8
    assert [target.id for _, _, target, *_ in (call.args for call in attack.call_args_list)] == near


# what an attack brings


def test_who_attacks_has_acted_and_has_the_weapon_in_hand() -> None:
    fresh = with_figure(brawl(HERO, WOLF, hero="B3", wolf="F3"), "hero", acted=False)

    after = figure(evolve_all(fresh, happens(SHOT, fresh, {KEY: 2})), "hero")

    assert (after.acted, after.weapon) == (True, 1)


def test_who_attacks_leaves_the_cover_that_it_took() -> None:
    state = with_figure(BESIDE, "hero", taking_cover=True)

    assert happens(STRIKE, state, {KEY: 2}, "pf2")[0] == CoverTaken("hero", off=True)


def test_another_weapon_is_taken_in_hand() -> None:
    assert happens(TakeInHand("hero", 1), BESIDE) == (TakenInHand("hero", 1),)
    assert refused(TakeInHand("hero", 9), BESIDE) == "unknown_attack"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MakeAttack((), "wolf"), "nobody"),
        (MakeAttack(("hero",), "nobody-here"), "unknown_creature"),
        (MakeAttack(("ghost",), "wolf"), "unknown_creature"),
        (MakeAttack(("hero",), "hero"), "same_creature"),
        (MakeAttack(("hero",), "wolf", 7), "unknown_attack"),
        (MakeAttack(("hero",), "away"), "not_on_board"),
        (MakeAttack(("hero",), "wolf", gm_degree="thick"), "unknown_gm_degree"),
        (MakeAttack(("hero",), "far"), "out_of_reach"),
        (MakeAttack(("asleep",), "wolf"), "cannot_act"),
    ],
)
def test_what_cannot_be_attacked_is_refused_in_words(command: MakeAttack, code: str) -> None:
    state = brawl(
        HERO,
        WOLF,
        wolf("away", "b"),
        wolf("far", "c"),
        lying(wolf("asleep", "d"), "unconscious"),
        hero="C3",
        wolf="D3",
        away="",
        far="K3",
        asleep="D4",
    )

    assert refused(command, state) == code


def test_c_175_behind_a_wall_nobody_is_attacked() -> None:
    board = {"wall": Board(("....##......",) * 4)}
    state = brawl(HERO, WOLF, board="wall", hero="B3", wolf="H3")

    found = preview(state, under(boards=board), "hero", "wolf", 1)

    assert (found.needed, found.p_hit) == (0, Fraction(0))
    assert found.why_not is not None
    assert found.why_not.template == "{at} has total cover from {by}."


def test_a_fall_that_two_blows_bring_is_asked_for_once() -> None:
    flying = replace(WOLF, hp=5)
    state = with_figure(brawl(HERO, flying, hero="C3", wolf="D3"), "wolf", elevation=2)
    state = with_figure(state, "hero", elevation=2)
    blows = ("attack/r1/hero/1", "attack/r1/hero/2")
    faces = ((key, Typed(face)) for one in blows for key, face in ((one, 15), (f"{one}/damage", 8)))
    answers: dict[str, Answer] = dict(faces)
    found = decide(replace(STRIKE, full=True), state, under(), answers)
    assert isinstance(found, Needs)
    assert [question.key for question in found.questions] == ["fall/brawl/round-1/wolf"]


@pytest.mark.parametrize("ruleset", ["pf1", "pf2"])
def test_the_gm_rules_that_a_hit_is_critical(ruleset: str) -> None:
    ruled = Ruled("critical", "through the eye")
    answers: dict[str, int | Answer] = {KEY: ruled, f"{KEY}/critical": Rolled((3, 4))}
    struck, damaged = happens(STRIKE, BESIDE, answers, ruleset)[:2]
    assert isinstance(struck, Struck)
    assert (struck.outcome, struck.how, struck.reason) == ("critical", "ruled", "through the eye")
    assert isinstance(damaged, Damaged)
    assert damaged.amount == 15


def test_nothing_but_an_attack_roll_is_ruled_critical() -> None:
    answers: dict[str, Answer] = {KEY: Typed(19), f"{KEY}/confirm": Ruled("critical")}
    with pytest.raises(Refusal) as refusal:
        decide(STRIKE, BESIDE, under(), answers)
    assert refusal.value.code == "bad_ruling"


def test_a_full_attack_is_paid_for_by_the_first_blow_that_is_made() -> None:
    """Given a full attack whose first blow the GM waives, then the second uses the round."""
    answers: dict[str, int | Answer] = {KEY: Ruled("skip"), "attack/r1/hero/2": Typed(2)}
    [blow] = struck(happens(replace(STRIKE, full=True), BESIDE, answers))
    assert blow.spends == ("full_round",)
    answers[KEY] = Typed(2)
    whole = struck(happens(replace(STRIKE, full=True), BESIDE, answers))
    assert [one.spends for one in whole] == [("full_round",), ()]
