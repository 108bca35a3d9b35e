"""Damage by kind at the table: typed points, attacks, areas; what is asked, told and recorded."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Foe
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.combatants import someone
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt
from core.play.facts.table.events import Damaged, DamagePart
from core.play.fight.defending import STOPPED
from core.play.union import narrate
from core.values import replace
from tests.builders import when
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, under, wolf
from tui.kit.phrases import say

SWORD = Attack("longsword", (8,), "1d8+4", kinds=("slashing",))
SILVER = replace(SWORD, name="silver longsword")
FLAMING = replace(SWORD, extra="1d6", extra_kinds=("fire",))
PLAIN_BLADE = replace(SWORD, kinds=())
TROLL = Foe("troll", "Troll", "T", hp=40, con_score=20, sheet=Sheet(ac=10))


def defended(being: Foe, *lines: str) -> Foe:
    """The creature with these defences."""
    assert being.sheet is not None
    return replace(being, sheet=replace(being.sheet, defences=lines))


def fight(foe: Foe, *attacks: Attack) -> State:
    """A hero with these attacks beside a creature."""
    assert HERO.sheet is not None
    hero = replace(HERO, sheet=replace(HERO.sheet, attacks=attacks or (SWORD,)))
    return brawl(hero, foe, changed=None, **{"hero": "C3", foe.id: "D3"})


def blow(who: str, *parts: tuple[int, str]) -> Hurt:
    """Typed points of one blow."""
    amounts = tuple(amount for amount, _ in parts)
    return Hurt((who,), amounts, kinds=tuple(tuple(kinds.split()) for _, kinds in parts))


def damage(events: tuple[Event, ...]) -> list[Damaged]:
    return [event for event in events if isinstance(event, Damaged)]


def test_typed_points_of_a_kind_arrive_as_resistance_leaves_them() -> None:
    state = fight(defended(WOLF, "resist fire 10"))
    events = happens(blow("wolf", (12, "fire")), state)

    assert damage(events) == [
        Damaged(who="wolf", amount=2, by="", parts=(DamagePart(12, ("fire",), 2),))
    ]
    assert say(narrate(events[0], state)) == "Wolf: 2 damage, of 12 fire"


def test_where_nothing_arrives_that_is_told_and_nothing_follows() -> None:
    state = fight(defended(replace(WOLF, damage=12), "immune cold"))
    events = happens(blow("wolf", (40, "cold")), state)

    assert [event.amount for event in damage(events)] == [0]
    assert evolve_all(state, events).fight == state.fight
    assert say(narrate(events[0], state)) == "Wolf: 0 damage, of 40 cold"


def test_the_receipt_names_each_step() -> None:
    state = fight(defended(WOLF, "vulnerable cold", "hardness 5"))

    receipts = when(blow("wolf", (12, "cold")), state, {}, under()).receipts
    told = [say(one.label) for receipt in receipts for one in receipt.walk()]

    assert "vulnerable to cold" in told
    assert "hardness 5" in told


def test_a_kind_that_nobody_said_is_asked_where_it_matters() -> None:
    state = fight(defended(WOLF, "resist fire 10"))
    command = Hurt(("wolf",), (12,))
    (key,) = asks(command, state)

    assert say(asks(command, state)[key].label) == "12 damage: 1 any other 12, 2 fire 2"
    assert [one.amount for one in damage(happens(command, state, {key: 2}))] == [2]
    assert [one.amount for one in damage(happens(command, state, {key: 1}))] == [12]
    with pytest.raises(Refusal) as refused:
        happens(command, state, {key: 3})
    assert refused.value.code == "bad_kind"


@pytest.mark.parametrize("line", ["immune sleep", "fast healing 5", "SR 15", "hardness 5"])
def test_a_kind_that_makes_no_difference_is_not_asked(line: str) -> None:
    assert not asks(Hurt(("wolf",), (12,)), fight(defended(WOLF, line)))


HIT = {"attack/r1/hero/1": 15, "attack/r1/hero/1/damage": 9}


@pytest.mark.parametrize(
    ("attack", "arrives"), [(SWORD, 4), (SILVER, 9), (replace(SWORD, also="silver"), 9)]
)
def test_an_attack_knows_what_it_is_of(attack: Attack, arrives: int) -> None:
    state = fight(defended(WOLF, "DR 5/silver"), attack)
    events = happens(MakeAttack(("hero",), "wolf"), state, HIT)

    assert [one.amount for one in damage(events)] == [arrives]


def test_the_name_of_an_enhanced_weapon_says_that_it_is_magic() -> None:
    state = fight(defended(WOLF, "DR 5/magic"), replace(PLAIN_BLADE, name="+1 longsword"))

    assert damage(happens(MakeAttack(("hero",), "wolf"), state, HIT))[0].amount == 9


def test_an_attack_of_no_kind_asks_with_its_damage() -> None:
    state = fight(defended(WOLF, "DR 5/silver"), PLAIN_BLADE)
    command = MakeAttack(("hero",), "wolf")
    missing = asks(command, state, HIT)

    assert [*missing] == ["attack/r1/hero/1/kind"]
    label = say(missing["attack/r1/hero/1/kind"].label)
    assert label == "9 damage: 1 any other 9, 2 physical 4"
    assert not asks(command, fight(WOLF, PLAIN_BLADE), HIT)


def test_two_kinds_in_one_blow_are_asked_for_apart_where_it_matters() -> None:
    """Given 9 slashing against DR 5/silver and 6 fire against resistance 10: 4 arrive."""
    state = fight(defended(WOLF, "DR 5/silver", "resist fire 10"), FLAMING)
    command = MakeAttack(("hero",), "wolf")
    answers = {**HIT, "attack/r1/hero/1/extra": 6}
    (found,) = damage(happens(command, state, answers))

    assert found.amount == 4
    assert found.parts == (DamagePart(9, ("slashing",), 4), DamagePart(6, ("fire",), 0))
    assert not asks(command, fight(WOLF, FLAMING), HIT)


def test_an_area_of_fire_over_six_creatures_with_three_resistances() -> None:
    """Given 20 fire, no save: 20 on two, 10 on two with resistance, 0 immune, 30 vulnerable."""
    lines = (
        (),
        (),
        ("resist fire 10",),
        ("resist fire 10",),
        ("immune fire",),
        ("vulnerable fire",),
    )
    foes = [replace(defended(wolf(f"w{n}", "abcdef"[n]), *lines[n]), hp=50) for n in range(6)]
    places = {f"w{n}": f"{'CDE'[n % 3]}{3 + n // 3}" for n in range(6)}
    state = brawl(*foes, changed=None, **places)
    command = AreaAttack("burst", 4, "20", origin=(3, 3), save="", kinds=("fire",))

    found = {one.who: one.amount for one in damage(happens(command, state))}

    assert found == {"w0": 20, "w1": 20, "w2": 10, "w3": 10, "w4": 0, "w5": 30}
    unknown = replace(command, kinds=())
    (key,) = asks(unknown, state)
    assert {one.who: one.amount for one in damage(happens(unknown, state, {key: 2}))} == found


def test_pf1_acid_stops_a_regeneration_and_then_it_can_die() -> None:
    """A troll at -30 lives while it regenerates; one point of acid, and it is dead."""
    state = fight(defended(TROLL, "regeneration 5 acid fire"))
    down = evolve_all(state, happens(blow("troll", (70, "slashing")), state))

    assert not someone(down, "troll").dead
    dead = evolve_all(down, happens(blow("troll", (1, "acid")), down))
    troll = someone(dead, "troll")
    assert troll.dead
    assert [one.name for one in troll.lasting if one.name == STOPPED] == [STOPPED]


def test_pf2_a_regeneration_keeps_dying_below_the_last_degree() -> None:
    state = fight(defended(TROLL, "regeneration 20 fire"))
    for _ in range(6):
        events = happens(blow("troll", (50, "slashing")), state, ruleset="pf2")
        state = evolve_all(state, events)

    assert not someone(state, "troll").dead
    burnt = evolve_all(state, happens(blow("troll", (9, "fire")), state, ruleset="pf2"))
    assert someone(burnt, "troll").dead


def test_dnd35_a_regenerating_creature_takes_other_damage_as_nonlethal() -> None:
    state = fight(defended(TROLL, "regeneration 5 acid fire"))
    command = blow("troll", (7, "slashing"), (4, "fire"))
    found = damage(happens(command, state, ruleset="dnd35"))

    assert [(one.amount, one.lethal) for one in found] == [(4, True), (7, False)]


def test_what_is_overruled_is_a_part_of_the_blow() -> None:
    state = fight(defended(WOLF, "resist fire 3"))
    command = blow("wolf", (4, "slashing"), (9, "fire"))

    assert damage(happens(command, state, {"points/1/wolf/2": 5}))[0].amount == 4 + 2
