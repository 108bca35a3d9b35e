"""What provokes although nobody moves: shots, throws and unarmed blows (K-1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Attack, AttackWords, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Lasting, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import CoverTaken, Struck
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.facts.fight.moves.events import MoveHalted, OpportunityTaken, StrikesAnswered
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import Assets, State, Striker
from core.play.fight.attack_previews import foresee_strikes
from core.play.fight.blows.attack_plan import plan_opportunity, swing
from core.play.fight.blows.provoking import kind_of, restore_command
from core.play.union import decide
from core.play.view import for_players
from core.rulesets.strikes_schema import Act
from core.values import replace
from tests.builders import asked as keys_of
from tests.builders import refusal_code, when
from tests.core.play.fight.boards import HERO, OGRE, OPEN, SWORD, WOLF, after, fight, told, waits
from tests.fights import figure

ON = {"acts_provoke": True}
BOW = Attack("longbow", (6, 1), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
AXE = Attack("throwing axe", (5,), "1d6+3", mode="ranged", weapon="thrown", increment=2)
FISTS = Attack("unarmed strike", (6,), "1d3+3", weapon="unarmed", nonlethal=True)
BOWMAN = replace(HERO, sheet=Sheet(ac=15, dexterity=2, attacks=(BOW, AXE, FISTS, SWORD)))
SCOUT = replace(BOWMAN, id="scout", name="Scout", token="S")
ORC = replace(WOLF, id="orc", name="Orc", token="b", sheet=Sheet(ac=13, attacks=(SWORD,)))
GOBLIN = replace(ORC, id="goblin", name="Goblin", token="c")
SHOT = MakeAttack(("hero",), "orc", 0)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
D20 = ("pf1", "dnd35")
CLUB = "opportunity/brawl/round-1/ogre/hero"


def beside_an_ogre(system: str = "pf1") -> tuple[State, Assets]:
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    return fight(OPEN, BOWMAN, OGRE, ORC, at=places, system=system, switches=ON)


def asked(events: tuple[Event, ...]) -> tuple[str, ...]:
    """Who may strike first; fails unless the act waits for them and nothing else happens."""
    [halted] = events
    assert isinstance(halted, MoveHalted)
    return tuple(striker.by for striker in halted.waiting.strikers)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("attack", [0, 1])
def test_k_1_a_shot_or_throw_within_reach_is_asked_before_its_roll(
    system: str, attack: int
) -> None:
    # given a bowman in reach of an ogre (2 squares)
    places = {"hero": "B2", "ogre": "C2", "orc": "B5"}
    state, assets = fight(OPEN, BOWMAN, OGRE, ORC, at=places, system=system, switches=ON)

    # when he shoots or throws at an orc farther off
    events = told(replace(SHOT, attack=attack), state, assets)

    # then the ogre is asked, and nothing is rolled or spent yet
    assert asked(events) == ("ogre",)
    waiting = waits(evolve_all(state, events))
    assert waiting.strikers == (Striker("ogre", "B2"),)
    assert waiting.blow is not None
    assert waiting.blow.at == "orc"
    assert figure(evolve_all(state, events), "hero").spent.actions == ()


def test_k_1_an_attack_that_waits_keeps_all_that_was_said_of_it() -> None:
    # given a command of which nothing is left out but that it is no opportunity on no square
    state, assets = beside_an_ogre()
    words = AttackWords(miss=30)
    command = replace(SHOT, full=True, circumstance=2, ac=-1, gm_degree="partial", words=words)
    plain = MakeAttack((), "")
    unsaid = [
        name
        for name in MakeAttack.__struct_fields__
        if getattr(command, name) == getattr(plain, name)
    ]
    assert unsaid == ["opportunity", "square"]

    # when
    held = waits(after(command, state, assets)).blow

    # then
    assert held is not None
    assert restore_command(held) == command


def test_c_198_a_shot_at_a_guessed_square_is_asked_before_its_roll_too() -> None:
    # given
    state, assets = beside_an_ogre()
    guess = MakeAttack(("hero",), "", 0, square="K5")

    # when
    halted = after(guess, state, assets)
    held = waits(halted).blow
    rolls = {"attack/r1/hero/1": 3, "attack/r1/hero/1/miss": 80}
    events = told(AnswerStrikes(()), halted, assets, rolls)

    # then it is at the square still
    assert held is not None
    assert restore_command(held) == guess
    (shot,) = (event for event in events if isinstance(event, Struck))
    assert (shot.at, shot.square, shot.outcome) == ("", "K5", "miss")


def test_k_1_the_shot_follows_the_strikes_in_one_entry() -> None:
    # given
    state, assets = beside_an_ogre()
    halted = after(SHOT, state, assets)

    # when the ogre hits, and the bowman shoots on
    rolls = {CLUB: 10, f"{CLUB}/damage": 9, "attack/r1/hero/1": 3}
    events = told(AnswerStrikes(("ogre",)), halted, assets, rolls)

    # then
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["OpportunityTaken", "Struck", "Damaged", "Struck", "StrikesAnswered"]
    strike, shot = (event for event in events if isinstance(event, Struck))
    assert (strike.by, strike.opportunity, strike.needed) == ("ogre", True, 7)
    assert (shot.by, shot.at, shot.opportunity, shot.spends) == (
        "hero",
        "orc",
        False,
        ("standard",),
    )
    assert events[-1] == StrikesAnswered("hero", ("ogre",))
    assert evolve_all(halted, events).pending == state.pending


def test_k_1_the_chance_of_the_strike_is_that_of_the_catalogue() -> None:
    state, assets = beside_an_ogre()
    strike = plan_opportunity(state, assets, "ogre", "hero")
    assert (strike.needed, strike.p_hit) == (7, Fraction(7, 10))


@pytest.mark.parametrize("system", SYSTEMS)
def test_k_1_a_strike_foreseen_has_its_full_bonus_whatever_was_struck_before(system: str) -> None:
    # given an ogre that has struck twice in its own turn
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    struck = Spent(actions=("standard",), attacks=2, made=(0, 0))
    state, assets = fight(
        OPEN, BOWMAN, OGRE, ORC, at=places, system=system, switches=ON, ogre={"spent": struck}
    )

    # when the bowman would shoot
    ahead = foresee_strikes(swing(state, assets, "hero", SHOT))

    # then it strikes at +8
    assert ahead is not None
    [striker] = ahead.strikers
    assert striker.attack is not None
    assert (striker.attack.bonus, striker.attack.needed) == (8, 7)


def test_k_1_the_strikes_are_rolled_before_the_shot() -> None:
    state, assets = beside_an_ogre()
    halted = after(SHOT, state, assets)
    assert keys_of(AnswerStrikes(("ogre",)), halted, under=assets) == [CLUB]
    assert keys_of(AnswerStrikes(("ogre",)), halted, {CLUB: 2}, assets) == ["attack/r1/hero/1"]
    assert keys_of(AnswerStrikes(), halted, under=assets) == ["attack/r1/hero/1"]


def test_k_1_who_drops_does_not_shoot() -> None:
    # given a bowman at his last hit points
    state, assets = beside_an_ogre()
    state = replace(state, members=(replace(state.members[0], damage=28),))
    halted = after(SHOT, state, assets)

    # when the ogre fells him
    rolls = {CLUB: 10, f"{CLUB}/damage": 9}
    events = told(AnswerStrikes(("ogre",)), halted, assets, rolls)

    # then there is one blow, the ogre's, and nothing was spent
    assert [event.by for event in events if isinstance(event, Struck)] == ["ogre"]
    assert figure(evolve_all(halted, events), "hero").spent.actions == ()


@pytest.mark.parametrize(
    ("attack", "act"), [(BOW, "shot"), (AXE, "throw"), (FISTS, "unarmed"), (SWORD, None)]
)
def test_k_1_what_an_attack_is_among_the_acts_that_provoke(attack: Attack, act: Act | None) -> None:
    assert kind_of(attack) == act


def test_k_1_an_attack_that_cannot_be_made_provokes_nobody() -> None:
    # given an ogre that reaches two squares, and fists that reach one
    state, assets = fight(OPEN, BOWMAN, OGRE, at={"hero": "B2", "ogre": "D2"}, switches=ON)
    blow = MakeAttack(("hero",), "ogre", 2)

    # then
    planned_attack = swing(state, assets, "hero", blow)
    assert planned_attack.grid.reason == "out_of_reach"
    assert foresee_strikes(planned_attack) is None


def test_k_1_an_attack_that_waits_can_be_given_up() -> None:
    state, assets = beside_an_ogre()
    dropped = after(DropMove(), after(SHOT, state, assets), assets)
    assert dropped == state


def test_k_1_nothing_else_moves_or_waits_meanwhile() -> None:
    state, assets = beside_an_ogre()
    halted = after(SHOT, state, assets)
    assert refusal_code(Move("hero", "A1"), halted, assets) == "pending"
    assert refusal_code(SHOT, halted, assets) == "pending"
    with pytest.raises(Refusal) as refused:
        decide(SHOT, halted, assets, {})
    assert refused.value.message.template.startswith("{who} is waiting to act")


def test_k_1_what_was_rolled_before_is_not_asked_again() -> None:
    state, assets = beside_an_ogre()
    events = told(SHOT, state, assets, {"attack/r1/hero/1": 3})
    assert [type(event) for event in events] == [Struck]


def test_k_1_nothing_provokes_with_the_switch_off() -> None:
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    state, assets = fight(OPEN, BOWMAN, OGRE, ORC, at=places, switches={"acts_provoke": False})
    assert keys_of(SHOT, state, under=assets) == ["attack/r1/hero/1"]


def test_k_1_a_quiet_attack_and_an_opportunity_provoke_nobody() -> None:
    state, assets = beside_an_ogre()
    quiet = replace(SHOT, words=AttackWords(quiet=True))
    assert keys_of(quiet, state, under=assets) == ["attack/r1/hero/1"]
    granted = replace(SHOT, opportunity=True)
    assert keys_of(granted, state, under=assets) == ["opportunity/r1/hero/orc"]


def test_c_107_one_opportunity_for_each_enemy_and_round() -> None:
    # given an ogre that struck at the bowman's first shot
    state, assets = beside_an_ogre()
    halted = after(SHOT, state, assets)
    rolls = {CLUB: 2, "attack/r1/hero/1": 3}
    state = after(AnswerStrikes(("ogre",)), halted, assets, rolls)

    # when he shoots again, then nobody is asked
    assert keys_of(SHOT, state, under=assets) == ["attack/r1/hero/2"]


def test_k_1_a_full_attack_of_shots_is_asked_once() -> None:
    state, assets = beside_an_ogre()
    halted = after(replace(SHOT, full=True), state, assets)
    rolls = {CLUB: 2, "attack/r1/hero/1": 3, "attack/r1/hero/2": 3}
    events = told(AnswerStrikes(("ogre",)), halted, assets, rolls)
    assert [event.by for event in events if isinstance(event, Struck)] == ["ogre", "hero", "hero"]


def test_k_1_a_group_of_bowmen_waits_once_for_all() -> None:
    # given two bowmen in reach of an ogre that has one opportunity, and a wolf beside one
    places = {"hero": "B2", "scout": "B4", "ogre": "C2", "wolf": "A5", "orc": "K8"}
    beings = (BOWMAN, SCOUT, OGRE, WOLF, ORC)
    state, assets = fight(OPEN, *beings, at=places, switches=ON)
    shots = MakeAttack(("hero", "scout"), "orc", 0)

    # when both shoot
    events = told(shots, state, assets)

    # then both wait, and each enemy is asked against each
    assert asked(events) == ("ogre", "ogre", "wolf")
    halted = evolve_all(state, events)
    assert waits(halted).strikers == (
        Striker("ogre", "B2"),
        Striker("ogre", "B4", "scout"),
        Striker("wolf", "B4", "scout"),
    )

    # and when the ogre strikes at the second of them, both shoot
    club = "opportunity/brawl/round-1/ogre/scout"
    rolls = {club: 2, "attack/r1/hero/1": 3, "attack/r1/scout/1": 3}
    events = told(AnswerStrikes(("ogre>scout",)), halted, assets, rolls)
    assert OpportunityTaken("ogre", "scout") in events
    blows = [event.by for event in events if isinstance(event, Struck)]
    assert blows == ["ogre", "hero", "scout"]


def between_an_orc_and_a_goblin(system: str, *traits: str) -> tuple[State, Assets]:
    hero = replace(BOWMAN, sheet=replace(BOWMAN.sheet or Sheet(), traits=traits))
    places = {"hero": "C3", "orc": "D3", "goblin": "B3"}
    return fight(OPEN, hero, ORC, GOBLIN, at=places, system=system, switches=ON)


@pytest.mark.parametrize("system", D20)
def test_k_1_an_unarmed_blow_provokes_from_its_target_alone(system: str) -> None:
    state, assets = between_an_orc_and_a_goblin(system)
    assert asked(told(replace(SHOT, attack=2), state, assets)) == ("orc",)
    assert keys_of(replace(SHOT, attack=3), state, under=assets) == ["attack/r1/hero/1"]


@pytest.mark.parametrize("system", ["sf", "pf2"])
def test_k_1_unarmed_blows_provoke_nobody_elsewhere(system: str) -> None:
    state, assets = between_an_orc_and_a_goblin(system)
    assert keys_of(replace(SHOT, attack=2), state, under=assets) == ["attack/r1/hero/1"]


@pytest.mark.parametrize("system", D20)
def test_k_1_improved_unarmed_strike_provokes_nobody(system: str) -> None:
    state, assets = between_an_orc_and_a_goblin(system, "improved_unarmed_strike")
    assert keys_of(replace(SHOT, attack=2), state, under=assets) == ["attack/r1/hero/1"]


@pytest.mark.parametrize("in_hand", [FISTS, BOW])
def test_k_1_the_unarmed_do_not_strike_back(in_hand: Attack) -> None:
    bare = replace(ORC, sheet=Sheet(ac=13, attacks=(in_hand,)))
    places = {"hero": "C3", "orc": "D3"}
    state, assets = fight(OPEN, BOWMAN, bare, at=places, switches=ON)
    assert keys_of(replace(SHOT, attack=2), state, under=assets) == ["attack/r1/hero/1"]


def test_k_1_a_blow_with_the_body_provokes_nobody() -> None:
    bite = Attack("bite", (6,), "1d6")
    hero = replace(BOWMAN, sheet=Sheet(ac=15, attacks=(bite,)))
    state, assets = fight(OPEN, hero, ORC, at={"hero": "C3", "orc": "D3"}, switches=ON)
    assert keys_of(SHOT, state, under=assets) == ["attack/r1/hero/1"]


@pytest.mark.parametrize(("reaction", "waits_for"), [(True, "ogre"), (None, "ogre"), (False, "")])
def test_c_118_in_the_playtest_only_who_has_the_reaction_is_asked(
    reaction: bool | None, waits_for: str
) -> None:
    ogre = replace(OGRE, sheet=replace(OGRE.sheet or Sheet(), reaction=reaction))
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    state, assets = fight(OPEN, BOWMAN, ogre, ORC, at=places, system="pf2", switches=ON)
    if waits_for:
        assert asked(told(SHOT, state, assets)) == (waits_for,)
    else:
        assert keys_of(SHOT, state, under=assets) == ["attack/r1/hero/1"]


CORNER = """
................
..#.............
................
................
................
................
................
................
................
"""


@pytest.mark.parametrize("system", SYSTEMS)
def test_c_112_cover_stops_it_but_in_the_playtest(system: str) -> None:
    # given a bowman behind the corner of a wall (C2) from the orc beside him
    places = {"hero": "B2", "orc": "C3", "goblin": "K8"}
    state, assets = fight(CORNER, BOWMAN, ORC, GOBLIN, at=places, system=system, switches=ON)
    shot = replace(SHOT, at="goblin")

    # then (C-121)
    if system == "pf2":
        assert asked(told(shot, state, assets)) == ("orc",)
    else:
        assert keys_of(shot, state, under=assets) == ["attack/r1/hero/1"]


def test_c_113_who_does_not_see_the_shooter_does_not_strike() -> None:
    hero = replace(BOWMAN, lasting=(Lasting("invisible"),))
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    state, assets = fight(OPEN, hero, OGRE, ORC, at=places, switches=ON)
    assert keys_of(SHOT, state, under=assets) == ["attack/r1/hero/1"]


def test_k_1_who_shoots_leaves_cover_only_when_the_shot_is_made() -> None:
    # given pf2's action to take cover
    places = {"hero": "B2", "ogre": "C2", "orc": "K8"}
    state, assets = fight(
        OPEN, BOWMAN, OGRE, ORC, at=places, system="pf2", switches=ON, hero={"taking_cover": True}
    )
    events = told(SHOT, state, assets)
    assert asked(events) == ("ogre",)
    rolled = told(AnswerStrikes(), evolve_all(state, events), assets, {"attack/r1/hero/1": 3})
    assert CoverTaken("hero", off=True) in rolled


def test_k_1_the_receipt_names_the_open_rules_and_the_strikers() -> None:
    state, assets = beside_an_ogre()
    [receipt] = [one for one in when(SHOT, state, None, assets).receipts if one.rule == "K-1"]
    assert receipt.value == ("Ogre",)
    assert receipt.default
    assert receipt.source == "open rules, Attacks of Opportunity"


def test_players_see_that_somebody_waits_and_not_with_which_modifiers() -> None:
    state, assets = beside_an_ogre()
    spoken = replace(SHOT, circumstance=2, ac=-1)
    halted = after(spoken, state, assets)
    blow = waits(for_players(halted)[0]).blow
    assert blow is not None
    assert (blow.by, blow.circumstance, blow.ac, blow.attack) == (("hero",), 0, 0, None)


def test_k_1_a_rider_who_shoots_is_struck_itself() -> None:
    # given a rider on a horse beside an orc
    horse = replace(
        HERO, id="horse", name="Horse", token="P", role="mount", sheet=Sheet(size="L", ac=13)
    )
    places = {"hero": "B2", "horse": "B2", "orc": "D2", "goblin": "K8"}
    state, assets = fight(
        OPEN, BOWMAN, horse, ORC, GOBLIN, at=places, switches=ON, hero={"mount": "horse"}
    )

    # when it shoots
    events = told(replace(SHOT, at="goblin"), state, assets)

    # then the orc may strike at the rider
    [halted] = events
    assert isinstance(halted, MoveHalted)
    assert halted.waiting.who == "hero"
    key = "opportunity/brawl/round-1/orc/hero"
    assert keys_of(AnswerStrikes(("orc",)), evolve_all(state, events), under=assets) == [key]
