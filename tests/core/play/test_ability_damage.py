"""Damage to ability scores, drain, negative levels: what hangs on them, and what days heal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.commands import DamageAbility, SetCondition
from core.play.facts.road.commands import Camp, Stay
from core.play.facts.state import Member, State
from core.play.fight.creature_now import creature_now
from core.play.fight.health import afflictions, health, most_hit_points
from core.play.history.previously import page
from core.play.road.encounters import keepers
from core.play.road.local_moves import refuse_run
from core.values import replace
from tests.builders import TAM, after, assets, member, party, refusal_code
from tui.kit.phrases import say

PF1 = assets()
DND35 = assets("dnd35")
CLUB = Attack("club", (4,), damage="1d6+2")
SCORES = (("str", 14), ("dex", 15), ("int", 10))
TAMAR = replace(
    TAM,
    con_mod=None,
    con_score=14,
    level=4,
    hp=30,
    sheet=Sheet(ac=14, dexterity=2, fortitude=6, reflex=3, will=1, attacks=(CLUB,), scores=SCORES),
)


def harmed(ability: str, points: int, *, drain: bool = False, state: State | None = None) -> State:
    return after(DamageAbility(("tam",), ability, points, drain), state or party(TAMAR))


def figure(name: str, tam: Member, system: str = "pf1") -> int | str | None:
    rules = assets(system).rules
    now = creature_now(tam, afflictions(tam, rules), rules)
    return now.figure(name, attack=CLUB if "club" in name else None).value


def test_points_of_a_score_add_up_and_are_given_back() -> None:
    twice = harmed("str", 3, state=harmed("str", 2))
    healed = harmed("str", -4, state=twice)
    whole = harmed("str", -9, state=healed)

    assert member(twice, "tam").lasting == (Lasting("str_damage", value=5),)
    assert member(healed, "tam").lasting == (Lasting("str_damage", value=1),)
    assert member(whole, "tam").lasting == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DamageAbility(("tam",), "luck", 2), "bad_ability"),
        (DamageAbility(("tam",), "con", 0), "no_points"),
        (DamageAbility(("tam",), "con", -1), "no_condition"),
        (DamageAbility((), "con", 1), "nobody"),
    ],
)
def test_what_cannot_be_taken_is_refused(command: DamageAbility, code: str) -> None:
    assert refusal_code(command, party(TAMAR), PF1) == code


def test_the_playtest_has_no_damage_to_scores() -> None:
    command = DamageAbility(("tam",), "con", 1)
    assert refusal_code(command, party(TAMAR), assets("pf2")) == "no_ability_damage"


def test_two_points_of_strength_take_one_from_what_hangs_on_it() -> None:
    # pf1: each 2 points of damage are -1; 5 are -2
    tam = member(harmed("str", 5), "tam")

    assert figure("attack club", tam) == 4 - 2
    assert figure("damage club", tam) == "1d6"
    assert figure("check str", tam) == 2 - 2
    assert figure("ac", tam) == 14


def test_damage_to_dexterity_lowers_armour_class_and_reflex() -> None:
    tam = member(harmed("dex", 4), "tam")

    assert (figure("ac", tam), figure("reflex", tam), figure("initiative", tam)) == (12, 1, -2)


def test_in_dnd35_the_score_itself_is_lower() -> None:
    # 14 - 1 is 13: +1 in place of +2; Pathfinder's single point does nothing
    tam = member(harmed("str", 1), "tam")

    assert figure("check str", tam, "dnd35") == 1
    assert figure("check str", tam, "pf1") == 2


def test_a_drain_lowers_the_score_in_pathfinder_too() -> None:
    drained = member(harmed("str", 1, drain=True), "tam")
    odd = member(harmed("dex", 1, drain=True), "tam")

    assert figure("check str", drained) == 1
    assert figure("check dex", odd) == 2


def test_constitution_takes_hit_points_by_level_and_its_save() -> None:
    # 4 points of Constitution: -2 on the modifier, 2 hit points a level
    tam = member(harmed("con", 4), "tam")

    assert most_hit_points(tam, PF1.rules) == 30 - 2 * 4
    assert health(replace(tam, damage=20), PF1.rules).hp == 2
    assert figure("fortitude", tam) == 6 - 2


def test_a_negative_level_takes_five_hit_points() -> None:
    state = after(SetCondition(("tam",), "energy_drained", value=2), party(TAMAR))

    assert most_hit_points(member(state, "tam"), PF1.rules) == 30 - 10
    assert figure("fortitude", member(state, "tam")) == 6 - 2


def test_hit_points_never_fall_below_one_by_it() -> None:
    frail = replace(TAMAR, hp=3)
    tam = member(harmed("con", 10, state=party(frail)), "tam")

    assert most_hit_points(tam, PF1.rules) == 1


def test_who_has_lost_all_of_its_constitution_is_dead() -> None:
    alive = member(harmed("con", 13), "tam")
    dead = member(harmed("con", 14), "tam")

    assert health(alive, PF1.rules).slug == "ok"
    assert health(dead, PF1.rules).slug == "dead"


def test_who_dies_of_it_dies_and_lives_again_when_points_are_given_back() -> None:
    dead = harmed("con", 14)
    alive = harmed("con", -1, state=dead)

    assert member(dead, "tam").dead
    assert not member(alive, "tam").dead


def test_who_has_too_few_hit_points_left_by_it_is_dying() -> None:
    hurt = party(replace(TAMAR, damage=25))
    tam = member(harmed("con", 4, state=hurt), "tam")

    assert health(tam, PF1.rules).slug == "dying"


@pytest.mark.parametrize(
    ("system", "ability", "condition"),
    [
        ("pf1", "str", "unconscious"),
        ("pf1", "int", "unconscious"),
        ("dnd35", "str", "helpless"),
        ("dnd35", "dex", "paralyzed"),
        ("dnd35", "int", "unconscious"),
    ],
)
def test_who_has_lost_all_of_another_score(system: str, ability: str, condition: str) -> None:
    tam = member(harmed(ability, 10, state=harmed(ability, 5, drain=True)), "tam")
    rules = assets(system).rules

    assert condition in afflictions(tam, rules)
    assert condition not in afflictions(member(harmed(ability, 9), "tam"), rules)


def test_a_night_heals_a_point_of_each_score_and_none_of_a_drain() -> None:
    state = harmed("con", 3, state=harmed("str", 1, state=harmed("dex", 2, drain=True)))
    slept = after(Camp(), replace(state, clock=Instant(0, Fraction(20))))

    assert member(slept, "tam").lasting == (
        Lasting("dex_drain", value=2),
        Lasting("con_damage", value=2),
    )


def test_a_day_of_complete_rest_heals_two() -> None:
    stayed = after(Stay(1), harmed("con", 5))

    assert member(stayed, "tam").lasting == (Lasting("con_damage", value=3),)


def test_a_whole_ruleset_of_before_has_no_such_rows_and_says_so() -> None:
    conditions = {
        name: row for name, row in PF1.rules.combat.conditions.items() if "_damage" not in name
    }
    combat = PF1.rules.combat.model_copy(update={"conditions": conditions})
    before = replace(PF1, rules=PF1.rules.model_copy(update={"combat": combat}))

    with pytest.raises(Refusal) as refused:
        after(DamageAbility(("tam",), "con", 1), party(TAMAR), under=before)
    assert refused.value.code == "no_ability_damage"


def test_previously_has_the_hit_points_of_now() -> None:
    """Given 30 hit points, 20 damage and 4 of Constitution at level 4, then 2 of 22 are left."""
    state = harmed("con", 4, state=party(replace(TAMAR, damage=20)))
    lines = [say(line) for line in page(state, PF1)]

    assert any("Tam (2/22" in line for line in lines)


def test_who_is_down_by_a_lower_maximum_neither_runs_nor_watches() -> None:
    state = replace(harmed("con", 4, state=party(replace(TAMAR, damage=25))), watches=("tam",))

    assert keepers(state, PF1.rules) == ()
    with pytest.raises(Refusal) as refused:
        refuse_run(member(state, "tam"), PF1.rules)
    assert refused.value.code == "cannot_run"
