"""Initiative and turns: who acts when, who waits, and the clock that the rounds move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.dice import Ruled, Typed
from core.play.facts.encounter import Figure, Foe, Slot, Spent
from core.play.facts.fight.combatants import changed_figure, someone
from core.play.facts.fight.setup.commands import AddFoes, Place, Spot
from core.play.facts.fight.turns.commands import (
    ActNow,
    Delay,
    EndTurn,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
)
from core.play.facts.fight.turns.events import Readied, ReadyTaken, RoundBegan, TurnBegan
from core.play.facts.road.commands import Wait
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt, Rule
from core.play.fight.fight_scene import find_mover_scene, spare
from core.play.fight.health import afflictions
from core.play.fight.previews import next_turn_action
from core.play.fight.turns.budget import left
from core.play.fight.turns.decide import missing_initiative
from core.play.queries import next_action
from core.play.union import Command, narrate
from core.values import replace
from tests.core.play.fight.turning import (
    ORDER,
    SECONDS,
    TOTALS,
    begun,
    fight,
    fighting,
    keys,
    play,
    prepared,
    refused,
    told,
    turns,
)
from tests.fights import HARSK, TAM, VALERIA, WOLF, fight_world, figure
from tui.kit.phrases import say


def order(state: State) -> tuple[str, ...]:
    return tuple(slot.key for slot in fight(state).order)


def test_initiative_is_asked_of_each_and_of_a_group_once() -> None:
    asked = keys(RollInitiative(), begun())
    assert sorted(asked) == sorted(f"initiative/ambush/{key}" for key in TOTALS)


def test_space_counts_the_dice_of_initiative_as_the_tray_does() -> None:
    """Given three heroes, an ogre and a group of wolves, then its line counts the group's die once.

    The creatures are counted one by one, and alone where each rolls its own.
    """
    rolls = len(keys(RollInitiative(), begun()))
    creatures = len(missing_initiative(begun(), fight(begun())))
    assert rolls < creatures
    told = f"roll initiative for {creatures} creatures, asks {rolls} rolls"
    assert say(next_turn_action(begun(), fight_world())) == told
    alone = tuple(replace(foe, group="") for foe in fight(begun()).foes)
    apart = replace(begun(), encounters=(replace(fight(begun()), foes=alone),))
    assert len(keys(RollInitiative(), apart)) == creatures
    assert (
        say(next_turn_action(apart, fight_world())) == f"roll initiative for {creatures} creatures"
    )


def test_highest_first_and_the_first_round_begins() -> None:
    state = fighting()
    assert order(state) == ORDER
    assert (fight(state).round, fight(state).acting) == (1, "valeria")
    assert fight(state).began == state.clock


def test_a_face_is_typed_as_well_as_a_total() -> None:
    answers = {f"initiative/ambush/{key}": 3 for key in TOTALS}
    answers["initiative/ambush/ogre"] = 20
    state = play(RollInitiative(), begun(), answers)
    assert fight(state).order[0] == replace(
        fight(state).order[0], key="ogre", who=("ogre",), total=Fraction(19)
    )


def test_of_equal_totals_the_higher_modifier_goes_first() -> None:
    state = fighting(harsk=17, tam=17, valeria=17)
    assert order(state)[1:4] == ("valeria", "harsk", "tam")


def test_the_gm_breaks_a_tie_by_a_half_and_nobody_acts_twice() -> None:
    state = turns(fighting(harsk=17), 2)
    assert fight(state).acting == "harsk"
    state = play(Rule("initiative", "17.5", "tam", "he was quicker"), state)
    assert order(state) == ("valeria", "wolves", "tam", "harsk", "ogre")
    assert fight(state).acting == "harsk"
    assert fight(turns(state, 1)).acting == "tam"
    assert fight(turns(state, 2)).acting == "ogre"


def test_who_is_not_asked_has_no_place() -> None:
    state = play(RollInitiative(), begun(), {"initiative/ambush/tam": Ruled("skip")})
    assert "tam" not in order(state)


def test_nobody_is_asked_twice() -> None:
    assert refused(RollInitiative(), turns(fighting(), 2)) == "nobody"


BEAR = replace(WOLF, id="bear", name="Bear", token="e", group="")
INITIATIVE = "initiative/ambush/bear"


def test_joining_a_battle_asks_initiative_and_waits_for_its_count() -> None:
    state = turns(fighting(), 2)
    join = AddFoes("ambush", (BEAR,), ("T10",))
    assert keys(join, state) == [INITIATIVE]
    first = play(join, state, {INITIATIVE: Typed(25, total=True)})
    assert order(first)[0] == "bear"
    assert fight(first).acting == "tam"
    assert fight(turns(first, 3)).acting == "bear"  # in the next round
    last = play(join, state, {INITIATIVE: Typed(13, total=True)})
    assert fight(turns(last, 2)).acting == "bear"


def test_joining_a_battle_from_off_the_board_asks_as_it_comes() -> None:
    """Given one added off the board, then it is asked when the GM places it, and only once."""
    state = fighting()
    waiting = play(AddFoes("ambush", (BEAR,), ("",)), state)
    assert keys(AddFoes("ambush", (BEAR,), ("",)), state) == []
    come = Place("ambush", (Spot("bear", "T10"), Spot("ogre", "Q6")))
    assert keys(come, waiting) == [INITIATIVE]
    there = play(come, waiting)
    assert keys(Place("ambush", (Spot("bear", "S10"),)), there) == []
    assert keys(AddFoes("ambush", (BEAR,), ("T10",)), begun()) == []  # with all others


def test_who_joins_and_is_not_asked_is_named_as_not_rolled() -> None:
    """Given a latecomer left out by the GM, then Space goes on and the line names it."""
    state = fighting()
    join = AddFoes("ambush", (BEAR,), ("T10",))
    late = play(join, state, {INITIATIVE: Ruled("skip")})
    assert order(late) == ORDER
    line = "end the turn of Valeria, next Wolf a-c; not rolled: Bear"
    assert say(next_action(late, fight_world())) == line
    assert keys(RollInitiative(), late) == [INITIATIVE]
    assert say(next_action(play(RollInitiative(), late), fight_world())) == (
        "end the turn of Valeria, next Wolf a-c"
    )


def space_says(state: State) -> str:
    return say(next_action(state, fight_world()))


def test_the_end_of_a_group_s_turn_names_first_who_has_done_nothing() -> None:
    """Given a pack, then Space says whom it passes over: not the busy, nor who cannot act."""
    pack = turns(fighting(), 1)
    ends = "end the turn of Wolf a-c, next Tam"
    assert space_says(pack) == f"still to act: Wolf a-c; {ends}"
    walked = changed_figure(pack, "wolf-2", lambda one: replace(one, spent=Spent(("move",))))
    assert space_says(walked) == f"still to act: Wolf a,c; may attack: Wolf; {ends}"
    bitten = changed_figure(pack, "wolf-2", lambda one: replace(one, spent=Spent(("standard",))))
    assert space_says(bitten) == f"still to act: Wolf a,c; {ends}"
    waits = play(Ready("wolf-1", "bites who comes"), walked)
    assert space_says(waits) == f"still to act: Wolf; may attack: Wolf; {ends}"
    down = play(Hurt(("wolf-3",), (40,)), play(Hurt(("wolf-2",), (40,)), waits))
    assert space_says(down).startswith("end the turn of Wolf")


def test_the_end_of_a_rider_s_turn_names_nobody() -> None:
    """Given a rider and its mount, which share a turn, then neither is passed over."""
    state = play(RollInitiative(), changed_figure(begun(), "tam", ride_the_ogre))
    while fight(state).acting != "tam":
        state = turns(state, 1)
    assert space_says(state).startswith("end the turn of Tam")


def test_a_wolf_that_a_hero_rides_is_not_still_to_act_with_its_pack() -> None:
    """Given Tam, whose turn comes after the pack's, on one of the wolves."""
    pack = turns(fighting(), 1)
    ridden = changed_figure(pack, "tam", lambda one: replace(one, mount="wolf-2"))
    assert space_says(ridden).startswith("still to act: Wolf a,c; ")


def ride_the_ogre(figure: Figure) -> Figure:
    return replace(figure, mount="ogre")


def test_a_latecomer_joins_its_group_without_a_roll() -> None:
    late: Foe = replace(WOLF, id="wolf-9", token="j")
    join = AddFoes("ambush", (late,), ("T10",))
    assert keys(join, fighting()) == []
    slot = fight(play(join, fighting())).slot("wolves")
    assert slot is not None
    assert slot.who[-1] == "wolf-9"


def test_one_of_a_group_may_be_rolled_anew_and_acts_alone() -> None:
    state = play(RollInitiative(("wolf-2",)), fighting(), {"initiative/ambush/wolf-2": 20})
    assert [slot.who for slot in fight(state).order[:3]] == [
        ("valeria",),
        ("wolf-2",),
        ("wolf-1", "wolf-3"),
    ]


def test_a_mount_acts_with_its_rider() -> None:
    state = begun()
    mounted = tuple(replace(f, mount="ogre") if f.id == "tam" else f for f in fight(state).figures)
    ambush = replace(fight(state), figures=mounted)
    state = replace(state, encounters=(ambush,))
    assert "initiative/ambush/ogre" not in keys(RollInitiative(), state)
    slot = fight(play(RollInitiative(), state)).slot("tam")
    assert slot is not None
    assert slot.who == ("tam", "ogre")


def test_everybody_acts_once_a_round_and_a_round_is_six_seconds() -> None:
    state = fighting()
    start = state.clock
    for number in range(1, 4):
        for key in ORDER:
            assert (fight(state).round, fight(state).acting) == (number, key)
            assert state.clock == start.after((number - 1) * SECONDS)
            state = turns(state, 1)


def test_a_turn_begins_with_nothing_spent_and_opportunities_back() -> None:
    state = play(Spend("valeria", ("standard", "move")), fighting())
    reacted = tuple(
        replace(f, reacted=("ogre",)) if f.id == "valeria" else f for f in fight(state).figures
    )
    state = replace(state, encounters=(replace(fight(state), figures=reacted),))
    state = turns(state, 4)
    assert figure(state, "valeria").reacted == ("ogre",)
    state = turns(state, 1)
    assert figure(state, "valeria").reacted == ()
    assert figure(state, "valeria").spent.actions == ()


def test_in_a_surprise_round_only_those_act_who_are_not_surprised() -> None:
    state = fighting(surprised=("valeria", "tam", "harsk"))
    assert (fight(state).surprise, fight(state).acting) == (True, "wolves")
    state = turns(state, 1)
    assert fight(state).acting == "ogre"
    state = turns(state, 1)
    assert (fight(state).round, fight(state).surprise, fight(state).acting) == (2, False, "valeria")
    assert not figure(state, "tam").surprised


def on_the_ogre(who: str) -> State:
    """The ambush before initiative, with one hero on the ogre's back."""
    return changed_figure(begun(), who, lambda rider: replace(rider, mount="ogre"))


def test_c_232_a_surprised_rider_is_flat_footed_until_his_own_first_turn() -> None:
    """Given a rider who is surprised and a mount that is not, then its turn is not his."""
    answers = {"initiative/ambush/tam": Typed(25, total=True)}
    state = play(RollInitiative(surprised=("tam",)), on_the_ogre("tam"), answers)
    assert (fight(state).surprise, fight(state).acting) == (True, "tam")
    assert figure(state, "ogre").acted
    assert not figure(state, "tam").acted

    passed = turns(state, 1)
    tam = someone(passed, "tam")
    assert "flat_footed" in afflictions(tam, fight_world().rules, fight(passed))

    while fight(passed).surprise:
        passed = turns(passed, 1)
    assert fight(passed).acting == "tam"
    assert figure(passed, "tam").acted


def test_c_232_of_a_group_only_the_surprised_stay_flat_footed() -> None:
    state = turns(fighting(surprised=("wolf-2", "ogre")), 1)
    assert (fight(state).surprise, fight(state).acting) == (True, "wolves")
    assert [figure(state, f"wolf-{n}").acted for n in (1, 2, 3)] == [True, False, True]


def test_when_everybody_is_surprised_nobody_is() -> None:
    everybody = ("valeria", "tam", "harsk", "wolf-1", "wolf-2", "wolf-3", "ogre")
    state = fighting(surprised=everybody)
    assert not fight(state).surprise
    assert not any(f.surprised for f in fight(state).figures)


def test_one_who_delays_acts_when_it_wants_and_at_that_count_from_then_on() -> None:
    state = play(Delay("valeria"), fighting())
    assert fight(state).acting == "wolves"
    state = play(ActNow("valeria"), turns(state, 1))
    assert fight(state).acting == "valeria"
    assert order(state) == ("wolves", "valeria", "tam", "harsk", "ogre")
    assert fight(state).order[1].total == 17
    state = turns(state, 1)
    assert fight(state).acting == "tam"
    assert fight(turns(state, 3)).acting == "wolves"


def test_one_whom_another_interrupts_goes_on_with_what_it_has_left() -> None:
    state = play(Spend("wolf-1", ("move",)), turns(play(Delay("valeria"), fighting()), 0))
    found = told(EndTurn(), play(ActNow("valeria"), state))
    assert TurnBegan("wolves", resumed=True) in found.events
    state = turns(play(ActNow("valeria"), state), 1)
    assert figure(state, "wolf-1").spent.actions == ("move",)


def test_one_who_delays_beyond_its_next_turn_simply_has_it() -> None:
    state = turns(play(Delay("valeria"), fighting()), 4)
    assert (fight(state).round, fight(state).acting) == (2, "valeria")
    assert not figure(state, "valeria").delaying


def test_who_has_acted_may_not_delay_unless_it_gets_that_back() -> None:
    state = play(Spend("valeria", ("move",)), fighting())
    assert refused(Delay("valeria"), state) == "has_acted"
    state = play(Spend("valeria", ("move",), back=True), state)
    assert figure(play(Delay("valeria"), state), "valeria").delaying


def test_a_readied_action_is_one_action_before_whose_turn_it_is() -> None:
    state = play(Ready("valeria", "when the ogre comes near"), fighting())
    assert figure(state, "valeria").readied == "when the ogre comes near"
    assert figure(state, "valeria").spent.actions == ("standard",)
    state = play(ActNow("valeria"), turns(state, 3))
    assert order(state) == ("wolves", "tam", "harsk", "valeria", "ogre")
    assert figure(state, "valeria").spent.actions == ("move",)
    assert figure(state, "valeria").readied == ""
    assert fight(turns(state, 1)).acting == "ogre"


def test_a_readied_action_not_taken_is_gone_with_ones_next_turn() -> None:
    state = turns(play(Ready("valeria", "x"), fighting()), 4)
    assert fight(state).acting == "valeria"
    assert figure(state, "valeria").readied == ""


PF2 = fight_world("pf2")


def test_pf2_readies_two_actions_for_one() -> None:
    state = play(Ready("valeria", "x"), fighting(ruleset="pf2"), under=PF2)
    assert figure(state, "valeria").spent.actions == ("action", "action")
    state = play(ActNow("valeria"), turns(state, 1, PF2), under=PF2)
    assert left(state, PF2, "valeria").actions == 1


def test_pf2_a_readied_action_is_a_reaction_and_keeps_place_and_turn() -> None:
    """Given Harsk who readied in round 1, when he acts on Valeria's turn of round 2.

    Then the order is as it was, one action is his, and his turn of round 2 has all three.
    """
    state = turns(fighting(ruleset="pf2"), 3, PF2)
    state = play(Ready("harsk", "when she falls"), state, under=PF2)
    state = turns(state, 1, PF2)
    assert (fight(state).round, fight(state).acting) == (2, "valeria")
    state = play(ActNow("harsk"), state, under=PF2)
    assert (order(state), fight(state).acting) == (ORDER, "valeria")
    harsk = figure(state, "harsk")
    assert (harsk.readied, harsk.reacting, fight(state).is_acting(harsk)) == ("", True, True)
    assert left(state, PF2, "harsk").actions == 1
    state = turns(state, 3, PF2)
    assert (fight(state).round, fight(state).acting) == (2, "harsk")
    assert not figure(state, "harsk").reacting
    assert left(state, PF2, "harsk").actions == 3


def test_pf2_who_took_a_readied_action_strikes_no_more_until_its_turn() -> None:
    state = play(Ready("valeria", "x"), fighting(ruleset="pf2"), under=PF2)
    assert spare(find_mover_scene(state, PF2, "wolf-1"), "valeria") == 1
    state = play(ActNow("valeria"), state, under=PF2)
    assert spare(find_mover_scene(state, PF2, "wolf-1"), "valeria") == 0
    state = turns(state, 4, PF2)
    assert spare(find_mover_scene(state, PF2, "wolf-1"), "valeria") == 1


def test_pf2_who_delays_has_no_reaction_until_it_returns() -> None:
    state = play(Delay("valeria"), fighting(ruleset="pf2"), under=PF2)
    assert spare(find_mover_scene(state, PF2, "wolf-1"), "valeria") == 0
    state = play(ActNow("valeria"), state, under=PF2)
    assert spare(find_mover_scene(state, PF2, "wolf-1"), "valeria") == 1
    other = play(Delay("valeria"), fighting())
    assert spare(find_mover_scene(other, fight_world(), "wolf-1"), "valeria") == 1


@pytest.mark.parametrize(
    ("ruleset", "used", "over"),
    [("pf2", 1, False), ("pf2", 2, True), ("pf1", 0, False), ("pf1", 1, True)],
)
def test_readying_without_its_actions_is_said_to_be_allowed_by_the_gm(
    ruleset: str, used: int, over: bool
) -> None:
    assets = fight_world(ruleset)
    word = "action" if ruleset == "pf2" else "standard"
    state = fighting(ruleset=ruleset)
    if used:
        state = play(Spend("valeria", (word,) * used), state, under=assets)
    found = told(Ready("valeria", "x"), state, under=assets)
    assert Readied("valeria", "x", over) in found.events
    said = say(narrate(Readied("valeria", "x", over), state))
    assert ("allowed by the GM" in said) == over


def test_pf2_a_readied_action_after_the_reaction_is_said_to_be_allowed_by_the_gm() -> None:
    state = play(Ready("valeria", "x"), fighting(ruleset="pf2"), under=PF2)
    late = changed_figure(state, "valeria", lambda one: replace(one, reacted=("ogre",)))
    assert ReadyTaken("valeria") in told(ActNow("valeria"), state, under=PF2).events
    assert ReadyTaken("valeria", over=True) in told(ActNow("valeria"), late, under=PF2).events


def test_a_group_goes_on_when_one_of_it_readies() -> None:
    state = turns(fighting(), 1)
    state = play(Ready("wolf-1", "when he moves"), state)
    assert fight(state).acting == "wolves"
    state = play(ActNow("wolf-1"), turns(state, 1))
    assert [slot.who for slot in fight(state).order[:3]] == [
        ("valeria",),
        ("wolf-2", "wolf-3"),
        ("wolf-1",),
    ]


def test_who_cannot_act_is_passed_over() -> None:
    state = play(SetCondition(("tam",), "stunned"), turns(fighting(), 1))
    found = told(EndTurn(), state)
    assert found.events[-1] == TurnBegan("harsk", ("tam",))


def test_who_is_last_in_the_round_and_cannot_act_is_passed_over_in_that_round() -> None:
    state = play(SetCondition(("ogre",), "stunned"), turns(fighting(), 3))  # Harsk acts
    tired = replace(figure(state, "ogre"), reacted=("tam",), acted=False)
    now = fight(state)
    figures = tuple(tired if one.id == "ogre" else one for one in now.figures)
    state = replace(state, encounters=(replace(now, figures=figures),))
    found = told(EndTurn(), state)
    names = [event for event in found.events if isinstance(event, TurnBegan | RoundBegan)]
    assert names == [RoundBegan(2, SECONDS, passed=("ogre",)), TurnBegan("valeria")]
    after = play(EndTurn(), state)
    assert (figure(after, "ogre").reacted, figure(after, "ogre").acted) == ((), True)
    ogre = fight(after).slot("ogre")
    assert ogre is not None
    assert (ogre.began, ogre.over) == (1, 1)


def test_a_round_in_which_nobody_can_act_passes_all_the_same() -> None:
    state = fighting(TAM, valeria=0, harsk=0)
    everybody = ("tam", "wolf-1", "wolf-2", "wolf-3", "ogre")
    state = play(SetCondition(everybody, "paralyzed", rounds=3), state)
    start = state.clock
    state = turns(state, 1)
    assert (fight(state).round, fight(state).acting) == (2, "")
    state = turns(state, 1)
    assert (fight(state).round, state.clock) == (3, start.after(2 * SECONDS))
    state = turns(state, 1)
    assert fight(state).acting != ""  # the three rounds are over


def test_the_dead_and_those_off_the_board_are_passed_over() -> None:
    state = play(Hurt(("ogre",), (60,)), turns(fighting(), 3))
    assert fight(turns(state, 1)).acting == "valeria"


def test_a_parley_goes_on_with_the_same_turn_and_the_rounds_are_counted() -> None:
    state = turns(fighting(), 2)
    later = play(Wait(Fraction(1, 30)), state)
    assert later.clock == state.clock.after(Fraction(1, 30))
    assert (fight(later).round, fight(later).acting) == (21, "tam")
    began = fight(later).began
    assert began is not None
    assert began == fight(state).began
    assert later.clock == began.after(20 * SECONDS)
    assert [fight(turns(later, n)).acting for n in range(1, 4)] == ["harsk", "ogre", "valeria"]


def test_a_parley_before_initiative_only_takes_its_time() -> None:
    state = begun()
    later = play(Wait(Fraction(1, 6)), state)
    assert later.clock == state.clock.after(Fraction(1, 6))
    assert fight(later).round == 0


def test_the_first_round_takes_no_time() -> None:
    found = told(RollInitiative(), begun())
    assert RoundBegan(1, Fraction(0)) in found.events


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Delay("ogre"), "not_its_turn"),
        (Delay("nobody"), "unknown_creature"),
        (ActNow("ogre"), "not_waiting"),
        (Ready("ogre", " "), "no_words"),
        (Ready("nobody", "x"), "unknown_creature"),
        (RollInitiative(("nobody",)), "unknown_creature"),
        (Spend("ogre", ("jump",)), "unknown_action"),
        (Spend("ogre", ()), "unknown_action"),
        (Spend("ogre", ("move",), back=True), "not_spent"),
        (Wait(Fraction(0)), "bad_hours"),
    ],
)
def test_what_cannot_be_is_refused_in_words(command: Command, code: str) -> None:
    assert refused(command, fighting()) == code


@pytest.mark.parametrize("command", [EndTurn(), Delay("tam"), Ready("tam", "x"), ActNow("tam")])
def test_before_initiative_there_are_no_turns(command: Command) -> None:
    assert refused(command, begun()) == "no_initiative"


@pytest.mark.parametrize("command", [RollInitiative(), EndTurn(), Spend("tam", ("move",))])
def test_without_a_board_there_are_no_turns(command: Command) -> None:
    assert refused(command, prepared()) == "no_fight"


def test_members_who_are_not_on_the_board_are_not_asked() -> None:
    state = begun()
    gone = tuple(Figure("tam") if f.id == "tam" else f for f in fight(state).figures)
    state = replace(state, encounters=(replace(fight(state), figures=gone),))
    assert "initiative/ambush/tam" not in keys(RollInitiative(), state)


def test_an_order_is_what_the_event_says() -> None:
    assert fight(fighting()).order[1] == Slot(
        "wolves", ("wolf-1", "wolf-2", "wolf-3"), Fraction(18)
    )
    assert {m.id for m in (HARSK, VALERIA, TAM)} <= set(order(fighting()))
