"""At 0 hit points and below, in each system: what somebody sinks to, steadies, dies, comes to."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.dice import Ruled
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import changed_being, changed_figure, in_fight, someone
from core.play.facts.fight.moves.commands import Fall
from core.play.facts.fight.turns.commands import ClearCondition, EndTurn, SetCondition, Stabilise
from core.play.facts.fight.turns.events import Sank
from core.play.facts.state import State
from core.play.facts.table.commands import CallCheck, Heal, Hurt, Rule
from core.play.fight.health import health, why_health
from core.play.fight.previews import after_hurt
from core.play.union import Assets, Command, narrate
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import after, party
from tests.core.play.fight.turning import (
    ORDER,
    fight,
    fighting,
    keys,
    lies,
    play,
    refused,
    told,
    turns,
)
from tests.fights import HARSK, OGRE, TAM, VALERIA, fight_world, figure
from tui.kit.phrases import phrase, say


def fares(state: State, who: str, ruleset: str = "pf1") -> str:
    return health(someone(state, who), fight_world(ruleset).rules).slug


def hurt(points: int, ruleset: str = "pf1", who: str = "valeria", nonlethal: bool = False) -> State:
    state = fighting(ruleset=ruleset)
    return play(Hurt((who,), (points,), nonlethal), state, under=fight_world(ruleset))


@pytest.mark.parametrize(
    ("ruleset", "points", "slug"),
    [
        ("pf1", 30, "ok"),
        ("pf1", 31, "disabled"),
        ("pf1", 32, "dying"),
        ("pf1", 44, "dying"),
        ("pf1", 45, "dead"),  # her Constitution is 14
        ("dnd35", 40, "dying"),
        ("dnd35", 41, "dead"),
        ("sf", 30, "ok"),
        ("sf", 61, "dying"),
        ("sf", 62, "dead"),
        ("pf2", 30, "ok"),
        ("pf2", 31, "dying"),
        ("pf2", 60, "dying"),
    ],
)
def test_hit_points_say_how_one_fares(ruleset: str, points: int, slug: str) -> None:
    assert fares(hurt(points, ruleset), "valeria", ruleset) == slug


@pytest.mark.parametrize(
    ("ruleset", "points", "slug"),
    [
        ("pf1", 30, "ok"),
        ("pf1", 31, "staggered"),
        ("pf1", 32, "unconscious"),
        ("pf2", 30, "ok"),
        ("pf2", 31, "unconscious"),
    ],
)
def test_t_126_nonlethal_damage_staggers_and_knocks_out(
    ruleset: str, points: int, slug: str
) -> None:
    assert fares(hurt(points, ruleset, nonlethal=True), "valeria", ruleset) == slug


def test_where_worse_begins_is_told_with_what_it_rests_on() -> None:
    rules = fight_world().rules
    found = health(VALERIA, rules)
    assert found.begins == (("disabled", 0), ("dying", -1), ("dead", -14))
    receipt = why_health(found, rules)
    assert [part.default for part in receipt.parts] == [True, True, True]
    assert health(replace(OGRE, con_score=None), rules).begins[-1] == ("dead", -10)
    assert health(TAM, rules).begins[-1] == ("dead", -10)  # his modifier is 0
    assert health(TAM, fight_world("pf2").rules).begins == (("dying", 0),)
    assert health(replace(TAM, hp=None), rules).begins == ()


def test_who_sinks_lies_on_the_ground_and_the_log_says_so() -> None:
    found = told(Hurt(("valeria",), (33,)), fighting())
    assert Sank("valeria", "dying") in found.events
    assert lies(hurt(33), "valeria") == ["prone"]


def test_a_flyer_who_is_out_falls_and_is_hurt_by_it() -> None:
    state = fighting()
    high = tuple(replace(f, elevation=8) if f.id == "tam" else f for f in fight(state).figures)
    state = replace(state, encounters=(replace(fight(state), figures=high),))
    assert keys(Hurt(("tam",), (24,)), state) == ["fall/ambush/round-1/tam"]
    (ahead,) = after_hurt(state, fight_world("pf1"), Hurt(("tam",), (24,)))
    assert (ahead.asks, ahead.falls, ahead.now.hp) == (False, 8, -2)
    state = play(Hurt(("tam",), (24,)), state, {"fall/ambush/round-1/tam": 9})
    assert figure(state, "tam").elevation == 0
    assert fares(state, "tam") == "dead"  # 22 - 24 - 9 = -11


def test_the_line_ahead_says_how_a_rider_fares_whose_percentile_is_asked() -> None:
    """Given Tam on a wolf, who will roll whether he stays up, then -2 and dying, and no kind."""
    state = changed_figure(fighting(), "tam", lambda tam: replace(tam, mount="wolf-1"))
    hurting = Hurt(("tam",), (24,))
    assert keys(hurting, state) != []
    (ahead,) = after_hurt(state, fight_world("pf1"), hurting)
    assert (ahead.asks, ahead.now.hp, ahead.now.slug) == (False, -2, "dying")


@pytest.mark.parametrize("ruleset", ["sf", "pf1"])
def test_nothing_falls_without_gravity(ruleset: str) -> None:
    """Given a flyer 8 squares up who drops in zero gravity, then he floats there, unhurt by it."""
    assets = fight_world(ruleset)
    state = fighting(ruleset=ruleset)
    state = changed_figure(state, "tam", lambda tam: replace(tam, elevation=8))
    state = in_fight(state, lambda ambush: replace(ambush, gravity="zero"))
    assert keys(Hurt(("tam",), (24,)), state, assets) == []
    assert after_hurt(state, assets, Hurt(("tam",), (24,)))[0].falls == 0
    found = told(Hurt(("tam",), (24,)), state, under=assets)
    assert "Tam floats: there is no gravity" in [say(one.label) for one in found.receipts]
    state = play(Hurt(("tam",), (24,)), state, under=assets)
    assert (figure(state, "tam").elevation, fares(state, "tam", ruleset)) == (8, "dying")
    assert refused(Fall("tam"), state, assets) == "no_gravity"


def test_pf1_a_constitution_check_less_the_hit_points_below_0_stabilises() -> None:
    state = turns(hurt(34), 4)
    key = "stabilise/ambush/round-2/valeria"
    assert keys(EndTurn(), state) == [key]
    # +2 for her Constitution, -3 for her hit points: 11 up
    worse = play(EndTurn(), state, {key: 10})
    better = play(EndTurn(), state, {key: 11})
    assert someone(worse, "valeria").damage == 35
    assert (fares(worse, "valeria"), fares(better, "valeria")) == ("dying", "stable")
    assert fight(better).acting == "wolves"
    assert keys(EndTurn(), turns(better, 3)) == []


def test_on_the_road_the_check_of_the_dying_is_called_for_and_counts() -> None:
    road = party(TAM, replace(VALERIA, damage=34))
    call = CallCheck("stabilise", None, ("tam", "valeria"))
    key = "stabilise//valeria"
    worse = after(call, road, {key: 10})
    better = after(call, road, {key: 11})
    assert someone(worse, "valeria").damage == 35
    assert (fares(worse, "valeria"), fares(better, "valeria")) == ("dying", "stable")
    assert (
        fares(after(call, after(Rule("damage", "44", "valeria"), road), {key: 1}), "valeria")
        == "dead"
    )
    assert refused(call, better) == "not_dying"
    assert (
        after(
            CallCheck("stabilise", 15, ("valeria",)), road, {"check/day-0/8/stabilise/valeria": 1}
        )
        == road
    )


def test_the_last_point_kills() -> None:
    state = turns(hurt(44), 4)
    state = play(EndTurn(), state, {"stabilise/ambush/round-2/valeria": 1})
    assert fares(state, "valeria") == "dead"
    assert someone(state, "valeria").dead


def test_one_in_ten_stabilises_in_a_round() -> None:
    assets = fight_world("dnd35")
    key = "stabilise/ambush/round-2/valeria"
    state = turns(hurt(34, "dnd35"), 4, assets)
    better = play(EndTurn(), state, {key: 10}, assets)
    worse = play(EndTurn(), state, {key: 11}, assets)
    assert fares(better, "valeria", "dnd35") == "stable"
    assert someone(worse, "valeria").damage == 35


def degree(state: State) -> int:
    return health(someone(state, "valeria"), fight_world("pf2").rules).degree


@pytest.mark.parametrize(
    ("face", "slug", "after"),
    [(12, "stable", 0), (20, "stable", 0), (11, "dying", 3), (2, "dead", 2), (1, "dead", 2)],
)
def test_pf2_a_flat_check_makes_dying_less_or_more(face: int, slug: str, after: int) -> None:
    assets = fight_world("pf2")
    state = play(Hurt(("valeria",), (3,)), hurt(31, "pf2"), under=assets)
    assert (fares(state, "valeria", "pf2"), degree(state)) == ("dying", 2)
    state = play(
        EndTurn(), turns(state, 4, assets), {"stabilise/ambush/round-2/valeria": face}, assets
    )
    if face == 12:
        assert (fares(state, "valeria", "pf2"), degree(state)) == ("dying", 1)
        return
    assert (fares(state, "valeria", "pf2"), degree(state)) == (slug, after)


def test_the_gm_may_rule_the_check_or_leave_it_out() -> None:
    state = turns(hurt(34), 4)
    key = "stabilise/ambush/round-2/valeria"
    assert fares(play(EndTurn(), state, {key: Ruled("pass")}), "valeria") == "stable"
    assert play(EndTurn(), state, {key: Ruled("skip")}).members == state.members


@pytest.mark.parametrize(("ruleset", "worst"), [("pf1", 1), ("dnd35", 100)])
def test_a_dying_creature_of_the_gm_is_asked_to_stabilise_in_its_turn(
    ruleset: str, worst: int
) -> None:
    """Given an ogre at -3, when its check fails, by a d20 or by one chance in ten, then at -4."""
    assets = fight_world(ruleset)
    state = turns(hurt(33, ruleset, who="ogre"), 3, assets)
    key = "stabilise/ambush/round-1/ogre"
    assert keys(EndTurn(), state, assets) == [key]
    worse = play(EndTurn(), state, {key: worst}, assets)
    assert someone(worse, "ogre").damage == 34


def test_a_creature_of_the_gm_in_pf2_makes_no_check() -> None:
    assets = fight_world("pf2")
    state = turns(hurt(33, "pf2", who="ogre"), 3, assets)
    assert fight(state).acting == "harsk"  # whose turn is the last before the ogre's
    assert keys(EndTurn(), state, assets) == []


def test_where_the_switch_is_off_foes_are_left_as_they_lie() -> None:
    pf1 = fight_world()
    without = replace(pf1, rules=pf1.rules.with_house_rules({"dying_foes": False}))
    state = turns(hurt(33, who="ogre"), 3, without)
    assert fight(state).acting == "harsk"  # whose turn is the last before the ogre's
    assert keys(EndTurn(), state, without) == []


@pytest.mark.parametrize("dropped", range(5))
@pytest.mark.parametrize("ruleset", PACKAGED)
def test_who_drops_before_or_after_his_count_is_asked_when_it_comes_next(
    ruleset: str, dropped: int
) -> None:
    """Where he keeps his place in the order."""
    assets = world(ruleset, on=False)
    state = turns(fighting(ruleset=ruleset), dropped, assets)
    assert TAM.hp is not None
    state = play(Hurt(("tam",), (TAM.hp + 1,)), state, under=assets)
    his_turn_is_to_come = dropped < ORDER.index("tam")
    number = 1 if his_turn_is_to_come else 2
    while fight(state).acting != "wolves" or fight(state).round < number:
        assert keys(EndTurn(), state, assets) == []
        state = turns(state, 1, assets)
    assert keys(EndTurn(), state, assets) == [f"stabilise/ambush/round-{number}/tam"]


def test_healing_steadies_the_dying_and_brings_them_back() -> None:
    state = play(Heal(("valeria",), (1,)), hurt(34))
    assert fares(state, "valeria") == "stable"
    assert fares(play(Heal(("valeria",), (5,)), state), "valeria") == "ok"
    pf2 = fight_world("pf2")
    state = play(Heal(("valeria",), (5,)), hurt(31, "pf2"), under=pf2)
    assert lies(state, "valeria") == ["prone"]


def test_who_is_stable_and_hurt_again_is_dying_again() -> None:
    state = play(Stabilise("valeria"), hurt(34))
    assert fares(state, "valeria") == "stable"
    assert fares(play(Hurt(("valeria",), (1,)), state), "valeria") == "dying"


def test_only_the_dying_can_be_seen_to() -> None:
    assert refused(Stabilise("valeria"), fighting()) == "not_dying"


def test_the_gm_who_sets_the_damage_decides_on_life_and_death() -> None:
    dead = play(Rule("damage", "50", "valeria"), fighting())
    assert someone(dead, "valeria").dead
    alive = play(Rule("damage", "20", "valeria", "it was 5 only"), dead)
    assert not someone(alive, "valeria").dead
    assert fares(alive, "valeria") == "ok"


def narrated(command: Command, state: State) -> list[str]:
    found = told(command, state)
    pairs = zip(found.events, found.states, strict=True)
    return [say(narrate(event, now)) for event, now in pairs]


def test_healing_says_that_the_dead_stay_dead_and_how_they_come_back() -> None:
    dead = hurt(60)
    heals = told(Heal(("valeria",), (70,)), dead)
    assert narrated(Heal(("valeria",), (70,)), dead) == ["Valeria heals 60 and stays dead"]
    assert [say(one.label) for one in heals.receipts] == [
        "Valeria stays dead: healing does not bring it back"
    ]
    assert [phrase("{value}", value=one.value) for one in heals.receipts] == [":clear dead V"]
    assert narrated(Heal(("valeria",), (5,)), hurt(20)) == ["Valeria heals 5"]


def test_clearing_dead_brings_a_healed_creature_back_to_life() -> None:
    healed = play(Heal(("valeria",), (60,)), hurt(60))
    assert fares(healed, "valeria") == "dead"
    alive = play(ClearCondition(("valeria", "tam"), "dead"), healed)
    assert fares(alive, "valeria") == "ok"
    assert refused(ClearCondition(("valeria",), "dead"), alive) == "no_condition"


def test_the_condition_dead_is_death_itself() -> None:
    """Given a hero to whom the GM gives the condition, then she is dead as by wounds."""
    dead = play(SetCondition(("valeria",), "dead"), fighting())
    assert fares(dead, "valeria") == "dead"
    assert lies(dead, "valeria") == []
    assert fares(play(ClearCondition(("valeria",), "dead"), dead), "valeria") == "ok"


@pytest.mark.parametrize(
    ("ruleset", "points", "slug", "hit_points"),
    [
        ("pf1", 60, "stable", -13),  # she dies at -14
        ("dnd35", 60, "stable", -9),
        ("sf", 62, "stable", 0),
        ("pf2", 60, "stable", 0),
    ],
)
def test_who_is_called_back_with_deadly_wounds_lives_stable_on_the_ground(
    ruleset: str, points: int, slug: str, hit_points: int
) -> None:
    assets = fight_world(ruleset)
    state = play(Rule("dead", "yes", "valeria"), hurt(points, ruleset), under=assets)
    for command in (ClearCondition(("valeria",), "dead"), Rule("dead", "no", "valeria")):
        alive = play(command, state, under=assets)
        found = health(someone(alive, "valeria"), assets.rules)
        assert (found.slug, found.hp) == (slug, hit_points)
        assert lies(alive, "valeria") == ["prone"]


def test_pf2_hit_points_end_at_0_and_healing_begins_there() -> None:
    """Given 12 points more than she had, then 5 healed leave her 5."""
    pf2 = fight_world("pf2")
    state = play(Heal(("valeria",), (5,)), hurt(43, "pf2"), under=pf2)
    assert health(someone(state, "valeria"), pf2.rules).hp == 5
    assert fares(state, "valeria", "pf2") == "ok"
    assert fares(play(Heal(("valeria",), (5,)), hurt(43)), "valeria") == "stable"


def dropped(ruleset: str, by: str, *, on: bool | None = None) -> State:
    """Tam with 1 hit point, whose turn is the third, struck by `by` in the wolves' turn."""
    assets = world(ruleset, on=on)
    hurt_tam = replace(TAM, damage=21)
    state = turns(fighting(HARSK, VALERIA, hurt_tam, ruleset=ruleset), 1, assets)
    state = changed_figure(state, by, lambda one: replace(one, at="G8"))
    state = changed_figure(state, "tam", lambda one: replace(one, at="H8", elevation=0))
    bite = Attack("bite", (2,), "1d6")
    state = changed_being(state, by, lambda one: replace(one, sheet=Sheet(attacks=(bite,))))
    return play(MakeAttack((by,), "tam"), state, {f"attack/r1/{by}/1": 19}, assets)


def world(ruleset: str, *, on: bool | None = None) -> Assets:
    assets = fight_world(ruleset)
    if on is None:
        return assets
    return replace(assets, rules=assets.rules.with_switches({"dying_place": on}))


def places(state: State) -> list[str]:
    return [slot.key for slot in fight(state).order]


def test_pf2_who_drops_to_dying_acts_just_before_the_one_who_struck() -> None:
    """Given the order Valeria, the wolves, Tam, Harsk, the ogre: a wolf drops Tam in its turn.

    Then his recovery check is asked before the wolves' turn of the next round, and none in this.
    """
    assets = fight_world("pf2")
    state = dropped("pf2", "wolf-1")
    assert fares(state, "tam", "pf2") == "dying"
    assert places(state) == ["valeria", "tam", "wolves", "harsk", "ogre"]
    assert fight(state).acting == "wolves"
    asked = []
    for _ in range(4):
        asked.append((fight(state).acting, keys(EndTurn(), state, assets)))
        state = turns(state, 1, assets)
    check = "stabilise/ambush/round-2/tam"
    assert asked == [("wolves", []), ("harsk", []), ("ogre", []), ("valeria", [check])]


def test_pf2_a_strike_out_of_turn_puts_the_dying_before_the_striker_all_the_same() -> None:
    state = dropped("pf2", "ogre")
    assert places(state) == ["valeria", "wolves", "harsk", "tam", "ogre"]
    assert fight(turns(state, 1, fight_world("pf2"))).acting == "harsk"


def test_pf2_damage_without_a_strike_puts_the_dying_before_whose_turn_it_is() -> None:
    assets = fight_world("pf2")
    state = turns(fighting(ruleset="pf2"), 3, assets)  # Harsk acts
    state = play(Hurt(("wolf-2",), (13,)), state, under=assets)
    assert places(state) == ["valeria", "wolves", "tam", "wolf-2", "harsk", "ogre"]
    own = play(Hurt(("harsk",), (50,)), state, under=assets)
    assert places(own) == places(state)


def test_pf2_only_who_drops_to_dying_changes_places() -> None:
    """Given a wound that leaves Tam up, and one more when he is dying, then he keeps his place."""
    assets = fight_world("pf2")
    state = turns(fighting(ruleset="pf2"), 3, assets)  # Harsk acts
    hurt_tam = play(Hurt(("tam",), (1,)), state, under=assets)
    assert places(hurt_tam) == list(ORDER)

    dying = dropped("pf2", "ogre")
    again = play(Hurt(("tam",), (1,)), dying, under=assets)
    assert fares(again, "tam", "pf2") == "dying"
    assert places(again) == places(dying)


@pytest.mark.parametrize(
    ("ruleset", "on", "moves"),
    [
        ("pf2", None, True),
        ("pf2", False, False),
        ("pf1", None, False),
        ("pf1", True, True),
        ("sf", None, False),
        ("dnd35", None, False),
    ],
)
def test_the_place_of_the_dying_is_a_switch(ruleset: str, on: bool | None, moves: bool) -> None:
    """On in the playtest, off elsewhere; off where a stored ruleset does not know it."""
    state = dropped(ruleset, "ogre", on=on)
    assert (places(state) != list(ORDER)) == moves
    assert not packaged(ruleset).switches["dying_place"].before
    assert not packaged(ruleset).switches["dying_place"].sources
