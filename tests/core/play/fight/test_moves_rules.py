"""Rules of the catalogue as they show in a fight: halts, withdrawals, charges, opportunities."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.board.scene import Action
from core.combat.board.squares import parse_square
from core.creatures import Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Lasting, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import changed_figure, sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.fold import evolve_all
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import (
    outlook_at,
    preview,
    preview_attacks,
    reach_bands,
    threat_bits,
)
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from tests.builders import member, refusal_code
from tests.core.play.fight.boards import (
    BIRD,
    BITE,
    HERO,
    OGRE,
    OPEN,
    WOLF,
    after,
    fight,
    told,
    waits,
)
from tests.fights import figure
from tui.kit.phrases import say

ANYWHERE = {"charge_line": False}
"""A charge may end anywhere, beside nobody, too."""
KEY = "opportunity/brawl/round-1/wolf/hero"
FRIEND = replace(HERO, id="friend", name="Friend")
LANE = """
######
......
######
"""


@pytest.mark.parametrize(("system", "ends"), [("pf1", "A2"), ("sf", "A2"), ("pf2", "B2")])
def test_c_157_c_158_c_159_who_drops_where_nobody_may_stop(system: str, ends: str) -> None:
    weak = replace(HERO, damage=29, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
    state, assets = fight(
        LANE,
        weak,
        FRIEND,
        replace(WOLF, sheet=replace(WOLF.sheet, reach=2)),
        at={"hero": "A2", "friend": "B2", "wolf": "D2"},
        system=system,
    )
    state = after(Move("hero", path=("A2", "B2", "C2")), state, assets)
    assert figure(state, "hero").at == "B2"
    done = after(AnswerStrikes(("wolf",)), state, assets, {KEY: 19, f"{KEY}/damage": 6})
    assert figure(done, "hero").at == ends


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize("action", ["move", "five_foot_step"])
def test_c_110_a_tiny_creature_is_struck_in_the_square_of_the_tiny_enemy_that_it_enters(
    system: str, action: Action
) -> None:
    rat = replace(HERO, sheet=Sheet(size="T", ac=14, speeds=(("walk", 4),)))
    cat = replace(WOLF, sheet=Sheet(size="T", ac=14, attacks=(BITE,)))
    state, assets = fight(OPEN, rat, cat, at={"hero": "C3", "wolf": "D3"}, system=system)
    command = Move("hero", "D3", action=action)
    (ahead,) = outlook_at(state, assets, command).strikers
    assert ahead.chance == Fraction(1, 2)
    halted = after(command, state, assets)

    events = told(AnswerStrikes(("wolf",)), halted, assets, {KEY: 11, f"{KEY}/damage": 2})

    (struck,) = [event for event in events if isinstance(event, Struck)]
    assert (struck.outcome, struck.needed) == ("hit", 11)
    done = evolve_all(halted, events)
    assert figure(done, "hero").at == "D3"
    hero = member(done, "hero")
    assert hero.damage == 2


def test_a_strike_that_cannot_be_made_any_more_is_explained() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "C3", "wolf": "D3"})
    halted = after(Move("hero", "A3"), state, assets)
    away = changed_figure(halted, "wolf", lambda one: replace(one, at="H3"))

    found = decide(AnswerStrikes(("wolf",)), away, assets, {})

    assert isinstance(found, Decided)
    assert not any(isinstance(event, Struck) for event in found.events)
    said = [one.label.template for one in found.receipts]
    assert "{by} does not strike at {who}" in said


def test_c_116_a_withdrawal_excuses_where_it_begins_also_after_a_halt() -> None:
    state, assets = fight(OPEN, HERO, WOLF, OGRE, at={"hero": "D3", "wolf": "E3", "ogre": "D6"})
    state = after(Move("hero", path=("D3", "D4", "C5", "B5"), action="withdraw"), state, assets)
    assert [(one.by, one.at) for one in waits(state).strikers] == [("ogre", "D4"), ("wolf", "D4")]
    done = after(AnswerStrikes(), state, assets)
    assert (figure(done, "hero").at, figure(done, "hero").spent.actions) == ("B5", ("withdraw",))


def test_a_charge_goes_straight_two_squares_at_least_and_takes_the_round() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"}, switches=ANYWHERE)
    assert refusal_code(
        Move("hero", path=("A1", "A2", "B2", "C2"), action="charge"), state, assets
    ) == ("not_direct")
    done = after(Move("hero", "L1", action="charge"), state, assets)
    assert figure(done, "hero").spent.actions == ("charge",)
    hero = replace(HERO, sheet=Sheet(speeds=(("walk", 5),)))
    state, assets = fight(OPEN, hero, at={"hero": "A1"}, system="pf2")
    assert refusal_code(Move("hero", "E1", action="charge"), state, assets) == "no_charge"
    assert refusal_code(Move("hero", "E1", action="withdraw"), state, assets) == "no_withdraw"
    assert refusal_code(Move("hero", "E1", action="run"), state, assets) == "no_run_pace"


@pytest.mark.parametrize("start", ["C3", "A3"])
@pytest.mark.parametrize("rider", ["", "hero"])
def test_who_charges_is_struck_at_its_lower_armour_class(start: str, rider: str) -> None:
    """Given a wolf, when a hero (on a pony or on foot) charges past it, the strike meets AC 15."""
    pony = replace(OGRE, id="pony", side="party", sheet=replace(sheet(OGRE), long=True))
    beings = (HERO, WOLF, pony) if rider else (HERO, WOLF)
    at = {"hero": start, "pony": start, "wolf": "D2"}
    mount = {"mount": "pony"} if rider else {}
    switches = {**ANYWHERE, "saddle": False}  # who is named to move is struck, not its mount
    state, assets = fight(OPEN, *beings, at=at, switches=switches, hero=mount)
    charge = Move(
        "hero",
        path=tuple(f"{name}3" for name in "ABCDEFG"["ABC".index(start[0]) :]),
        action="charge",
    )
    (ahead,) = [one for one in outlook_at(state, assets, charge).strikers if one.by == "wolf"]
    found = decide(charge, state, assets, {})
    assert isinstance(found, Decided)
    asked = decide(AnswerStrikes(("wolf",)), evolve_all(state, found.events), assets, {})
    assert isinstance(asked, Needs)
    assert ahead.attack is not None
    assert (ahead.attack.ac, asked.questions[0].dc) == (15, 15)


def test_c_257_a_rider_who_could_not_act_before_does_not_stop_its_mount_after_a_miss() -> None:
    """Given a dazed hero on a pony, when a wolf strikes and misses, then the pony goes on."""
    dazed = replace(HERO, lasting=(Lasting("dazed"),))
    pony = replace(OGRE, id="pony", side="party")
    at = {"hero": "A3", "pony": "A3", "wolf": "D2"}
    state, assets = fight(OPEN, dazed, WOLF, pony, at=at, hero={"mount": "pony"})
    state = after(Move("hero", path=tuple(f"{name}3" for name in "ABCDEF")), state, assets)
    waits(state)
    answers = {KEY: 1}
    assert figure(after(AnswerStrikes(("wolf>hero",)), state, assets, answers), "pony").at == "F3"


def test_a_charge_that_cannot_be_made_says_so_of_the_charge() -> None:
    state, assets = fight("." * 30, HERO, at={"hero": "A1"}, switches=ANYWHERE)
    with pytest.raises(Refusal) as far:
        after(Move("hero", "Z1", action="charge"), state, assets)
    assert far.value.message.template.startswith("too far for a charge")
    state, assets = fight("...\n.#.\n...\n", HERO, at={"hero": "A1"}, switches=ANYWHERE)
    with pytest.raises(Refusal, match="blocked") as rock:
        after(Move("hero", "C3", action="charge"), state, assets)
    assert say(rock.value.message) == "Hero cannot enter B2: something solid is in the way."


def test_c_154_a_full_round_always_buys_one_square() -> None:
    slow = replace(HERO, sheet=Sheet(speeds=(("walk", 1),)))
    state, assets = fight("..\n.%", slow, at={"hero": "A1"})
    done = after(Move("hero", "B2"), state, assets)
    assert figure(done, "hero").spent.actions == ("full_round",)
    state, assets = fight("..\n.%", slow, at={"hero": "A1"}, system="pf2")
    assert refusal_code(Move("hero", "B2"), state, assets) == "too_far"


def test_c_117_who_was_tumbled_past_does_not_strike() -> None:
    state, assets = fight(LANE, HERO, WOLF, at={"hero": "A2", "wolf": "C2"})
    assert refusal_code(Move("hero", "E2"), state, assets) == "no_way"
    done = after(Move("hero", "E2", tumbled=("wolf",)), state, assets)
    assert figure(done, "hero").at == "E2"


def test_c_047_steps_into_danger_are_told() -> None:
    state, assets = fight(".^^.", HERO, at={"hero": "A1"})
    moved = told(Move("hero", "D1"), state, assets)[0]
    assert isinstance(moved, Moved)
    assert moved.hazards == 2


@pytest.mark.parametrize(
    ("system", "traits", "times"),
    [("pf1", (), 1), ("pf1", ("combat_reflexes",), 2), ("pf2", (), 1)],
)
def test_c_107_a_creature_has_so_many_opportunities_in_a_round(
    system: str, traits: tuple[str, ...], times: int
) -> None:
    ready = replace(HERO, sheet=replace(HERO.sheet or Sheet(), traits=traits))
    state, assets = fight(
        OPEN,
        WOLF,
        replace(WOLF, id="wolf-2"),
        ready,
        at={"wolf": "C3", "wolf-2": "C4", "hero": "D3"},
        system=system,
    )
    asked = 0
    for who, to in (("wolf", "A1"), ("wolf-2", "A6")):
        found = outlook_at(state, assets, Move(who, to))
        if not found.strikers:
            continue
        asked += 1
        key = f"opportunity/brawl/round-1/hero/{who}"
        state = after(
            AnswerStrikes(("hero",)), after(Move(who, to), state, assets), assets, {key: 2}
        )
    assert asked == times


def test_bystanders_strike_at_nobody() -> None:
    calm = replace(WOLF, side="neutral")
    state, assets = fight(OPEN, HERO, calm, at={"hero": "C3", "wolf": "D3"})
    assert figure(after(Move("hero", "A3"), state, assets), "hero").at == "A3"


@pytest.mark.parametrize(("mode", "sign"), [("swim", "~"), ("burrow", ".")])
def test_c_131_c_132_nobody_swims_or_burrows_up_into_the_air(mode: Mode, sign: str) -> None:
    """Given an otter-worm two squares down, then it rises to the surface and no higher."""
    worm = replace(WOLF, id="worm", sheet=Sheet(speeds=((mode, 6),)))
    deep = {"elevation": -2, "mode": mode}
    state, assets = fight(sign * 9, worm, at={"worm": "B1"}, worm=deep)
    assert figure(after(Move("worm", "B1", mode=mode, elevation=0), state, assets), "worm").at
    for way in ("B1", "C1"):
        command = Move("worm", way, mode=mode, elevation=1)
        assert refusal_code(command, state, assets) == "bad_height"
        with pytest.raises(Refusal):
            outlook_at(state, assets, command)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_132_a_burrower_goes_through_earth_and_not_into_deep_water_or_rock(system: str) -> None:
    """Given a worm, then rubble and brush hamper it not, and neither water nor rock is open."""
    worm = replace(WOLF, id="worm", sheet=Sheet(speeds=(("burrow", 4),)))
    state, assets = fight("..:o%.~.#", worm, at={"worm": "B1"}, system=system)
    moved = told(Move("worm", path=("B1", "C1", "D1", "E1"), mode="burrow"), state, assets)
    assert [event.cost for event in moved if isinstance(event, Moved)] == [3]
    for start, end in (("F1", "G1"), ("H1", "G1"), ("H1", "I1")):
        state, assets = fight("..:o%.~.#", worm, at={"worm": start}, system=system)
        command = Move("worm", path=(start, end), mode="burrow")
        assert refusal_code(command, state, assets) == "blocked"


@pytest.mark.parametrize(("system", "reaches"), [("pf1", 1), ("sf", 3)])
def test_c_130_who_swims_by_skill_alone_goes_at_a_share_of_its_walk(
    system: str, reaches: int
) -> None:
    hero = replace(HERO, sheet=Sheet(speeds=(("walk", 6),)))
    unchecked = {"moves_by_check": False}
    state, assets = fight("~" * 9, hero, at={"hero": "A1"}, system=system, switches=unchecked)
    to = "BCDEFGH"[reaches - 1] + "1"
    assert figure(after(Move("hero", to, mode="swim"), state, assets), "hero").spent.actions == (
        "move",
    )
    beyond = "BCDEFGH"[2 * reaches] + "1"
    assert refusal_code(Move("hero", beyond, mode="swim"), state, assets) == "too_far"


def test_c_118_who_has_used_its_reaction_spoils_no_safe_way() -> None:
    """Given an ogre beside that has struck, then the way round the wolf is taken."""
    hero = replace(HERO, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
    state, assets = fight(
        OPEN, hero, WOLF, OGRE, at={"hero": "B5", "wolf": "E6", "ogre": "B7"}, system="pf2"
    )
    command = Move("hero", "H5", safe=True)
    assert refusal_code(command, state, assets) == "no_safe_way"
    spent = changed_figure(state, "ogre", lambda one: replace(one, reacted=("friend",)))
    found = outlook_at(spent, assets, Move("hero", "H5"))
    assert [one.by for one in found.strikers] == ["wolf"]
    assert found.safe is not None
    moved = told(command, spent, assets)[0]
    assert isinstance(moved, Moved)
    assert moved.cost == found.safe.cost


def test_a_safe_way_is_taken_where_there_is_one() -> None:
    state, assets = fight(OPEN, BIRD, HERO, at={"bird": "A5", "hero": "D5"})
    found = outlook_at(state, assets, Move("bird", "G5", mode="fly"))
    assert [one.by for one in found.strikers] == ["hero"]
    assert found.safe is not None
    assert found.hit_at_least_once == found.strikers[0].chance
    moved = told(Move("bird", "G5", mode="fly", safe=True), state, assets)[0]
    assert isinstance(moved, Moved)
    assert moved.cost == found.safe.cost
    inside, assets = fight(LANE, HERO, WOLF, OGRE, at={"hero": "A2", "wolf": "B2"})
    assert refusal_code(Move("hero", "C2", safe=True), inside, assets) == "no_safe_way"


def test_layers_of_reach_and_threat() -> None:
    state, assets = fight(OPEN, HERO, BIRD, at={"hero": "A1", "bird": "P9"}, bird={"elevation": 2})
    field = scene_of(state, assets).field
    bands = reach_bands(state, assets, "hero")
    here = {name: field.bit(parse_square(name)) for name in ("G1", "M1", "P1")}
    assert bands.one & here["G1"]
    assert bands.two & here["M1"]
    assert bands.run & here["P1"]
    assert not bands.one & bands.two | bands.run & (bands.one | bands.two)
    later = after(Move("hero", "D1"), state, assets)
    assert reach_bands(later, assets, "hero").one & here["G1"]
    assert not reach_bands(later, assets, "hero").run
    assert threat_bits(state, assets, "hero").bit_count() == 4
    assert threat_bits(state, assets, "bird") == 0b11 << (7 * 17 + 14) | 0b11 << (8 * 17 + 14)


def test_out_of_turn_a_creature_moves_by_the_gms_word() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "P9"})
    found = outlook_at(state, assets, Move("wolf", "P1"))
    assert any(remark.default for remark in found.planned_move.remarks)
    assert figure(after(Move("wolf", "P1"), state, assets), "wolf").at == "P1"
    spent = after(Move("hero", "M1"), state, assets)
    again = outlook_at(spent, assets, Move("hero", "M4"))
    assert (again.planned_move.budget.left, again.cost) == (0, 3)
    assert again.planned_move.remarks


def test_a_mounts_movement_is_there_again_in_its_riders_next_turn() -> None:
    pony = replace(HERO, id="pony", role="mount", sheet=Sheet(speeds=(("walk", 8),)))
    state, assets = fight(
        OPEN,
        HERO,
        pony,
        WOLF,
        at={"pony": "A1", "hero": "A1", "wolf": "P9"},
        hero={"mount": "pony"},
    )
    order = tuple(slot for slot in state.encounters[0].order if slot.key != "pony")
    state = replace(state, encounters=(replace(state.encounters[0], order=order),))
    state = after(Move("hero", "P1"), state, assets)
    assert figure(state, "pony").spent.actions == ("move", "move")
    state = after(EndTurn(), after(EndTurn(), state, assets), assets)
    assert figure(state, "pony").spent.actions == ()


def test_an_attack_for_which_no_action_is_left_needs_the_game_masters_word() -> None:
    """A second attack is paid by the move action, and who has walked with it has none."""
    uncounted = {"full_attacks": False}
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "D1"}, switches=uncounted)
    assert preview(state, assets, "hero", "wolf").remarks == ()
    for walked in ((), ("move",)):
        spent = Spent((*walked, "standard"), attacks=1)
        state, assets = fight(
            OPEN,
            HERO,
            WOLF,
            at={"hero": "A1", "wolf": "D1"},
            switches=uncounted,
            hero={"spent": spent},
        )
        told = preview(state, assets, "hero", "wolf").remarks
        assert bool(told) == bool(walked)


@pytest.mark.parametrize(("opportunity", "who"), [(False, ("wolf",)), (True, ())])
def test_an_opportunity_that_the_gm_grants_is_not_called_out_of_turn(
    opportunity: bool, who: tuple[str, ...]
) -> None:
    state, assets = fight(
        OPEN, HERO, WOLF, replace(WOLF, id="far"), at={"hero": "A1", "wolf": "B1", "far": "H1"}
    )
    attack = MakeAttack(("wolf", "far"), "hero", opportunity=opportunity)
    planned_attacks = preview_attacks(state, assets, attack)
    assert tuple(planned.by.id for planned in planned_attacks if planned.remarks) == who
