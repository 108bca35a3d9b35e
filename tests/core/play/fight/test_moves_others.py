"""Packs, getting up, pushes, falls, saddles: what befalls or is done beside plain moves."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action
from core.combat.board.squares import Square, parse_square
from core.combat.search.search import SearchResult
from core.creatures import Sheet
from core.dice import Ruled, Typed
from core.messages import Refusal
from core.play.facts.encounter import Foe, Lasting, Spent
from core.play.facts.fight.combatants import changed_being, in_fight, with_figure
from core.play.facts.fight.moves.commands import (
    AnswerStrikes,
    Fall,
    MountUp,
    Move,
    MovePack,
    PackStep,
    Push,
    Stand,
)
from core.play.facts.fight.moves.events import Fell, LeftBoard, Moved, MoveHalted, Pushed
from core.play.facts.fold import evolve_all
from core.play.fight.moves.decide import aims
from core.play.fight.moves.pack import proposals
from core.play.fight.previews import reach_bands
from core.play.resolution import Decided, Needs
from core.play.union import Command, decide
from core.values import replace
from tests.builders import member, refusal_code
from tests.core.play.fight.boards import BIRD, HERO, OGRE, OPEN, WOLF, after, fight, told, waits
from tests.fights import figure
from tui.kit.phrases import say

PRONE = replace(HERO, lasting=(Lasting("prone"),))
PONY = replace(
    HERO, id="pony", name="Pony", role="mount", sheet=Sheet(size="L", speeds=(("walk", 8),))
)


STRIKE = "opportunity/brawl/round-1/wolf/hero"


def wolves(count: int) -> list[Foe]:
    return [replace(WOLF, id=f"wolf-{n}") for n in range(1, count + 1)]


def test_a_pack_surrounds_with_most_flanks_and_may_still_bite() -> None:
    state, assets = fight(
        OPEN,
        *wolves(5),
        HERO,
        at={f"wolf-{n}": f"{'CDEFG'[n - 1]}2" for n in range(1, 6)} | {"hero": "G6"},
    )
    who = tuple(f"wolf-{n}" for n in range(1, 6))
    found = proposals(state, assets, who, parse_square("G6"))
    best = found[0]
    assert (best.target, best.flanks, best.strikes, best.unplaced) == ("hero", 4, 0, ())
    assert all(place.cost <= 10 for place in best.places)
    done = after(MovePack(best.steps), state, assets)
    assert {figure(done, who).at for who in who} == {place.at for place in best.places}
    assert all(figure(done, one).spent.actions == ("move",) for one in who)


LONG = "\n".join((*("." * 60,) * 4, "." * 40 + "#" * 5 + "." * 15, *("." * 60,) * 4))


def test_a_pack_too_far_to_strike_comes_as_near_as_it_can() -> None:
    state, assets = fight(
        LONG,
        *wolves(3),
        HERO,
        at={"wolf-1": "A1", "wolf-2": "A3", "wolf-3": "AI3", "hero": "AT6"},
    )
    who = ("wolf-1", "wolf-2", "wolf-3")
    plan = proposals(state, assets, who, parse_square("AT6"))[0]
    assert (plan.striking, plan.unplaced) == (1, ())
    assert {place.who for place in plan.places if place.near} == {"wolf-1", "wolf-2"}
    done = after(MovePack(plan.steps), state, assets)
    assert [figure(done, one).at for one in who[:2]] == ["U1", "U3"]
    assert figure(done, "wolf-3").at in {"AS5", "AS6", "AS7"}


def test_a_pack_far_away_does_not_ask_for_the_way_from_each_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    cost = SearchResult.cost

    def counted(found: SearchResult, square: Square) -> int | None:
        asked.append(square)
        return cost(found, square)

    monkeypatch.setattr(SearchResult, "cost", counted)
    board = "\n".join(["." * 90] * 60)
    at = {f"wolf-{n}": f"A{n}" for n in range(1, 9)} | {"hero": "CK60"}
    state, assets = fight(board, *wolves(8), HERO, at=at)
    plan = proposals(state, assets, tuple(at)[:-1], parse_square("CK60"))[0]
    assert (plan.striking, len(plan.steps)) == (0, 8)
    assert len(asked) < 8 * 60


def test_who_loses_the_rest_of_each_action_comes_near_where_it_can() -> None:
    board = "\n".join(["." * 90] * 60)
    at = {f"wolf-{n}": f"A{n}" for n in range(1, 9)} | {"hero": "BF58"}
    state, assets = fight(board, *wolves(8), HERO, at=at, system="pf2")
    plan = proposals(state, assets, tuple(at)[:-1], parse_square("BF58"))[0]
    assert (plan.unplaced, len(plan.steps)) == ((), 8)
    assert all(place.cost >= 27 for place in plan.places)


def test_those_who_find_no_place_beside_the_enemy_come_near() -> None:
    state, assets = fight(
        "...........\n##########.\n##########.",
        *wolves(3),
        HERO,
        at={"wolf-1": "A1", "wolf-2": "B1", "wolf-3": "C1", "hero": "K3"},
    )
    plan = proposals(state, assets, ("wolf-1", "wolf-2", "wolf-3"), parse_square("K3"))[0]
    assert (plan.striking, plan.unplaced) == (1, ())
    assert {place.at for place in plan.places} == {"K2", "K1", "J1"}


def test_a_pack_goes_where_it_may_still_attack_before_it_evades_strikes() -> None:
    wall = "\n".join((".......", *("...#...",) * 7, "......."))
    guard = replace(HERO, id="guard")
    state, assets = fight(wall, WOLF, guard, HERO, at={WOLF.id: "A2", "guard": "C2", "hero": "G2"})
    plans = proposals(state, assets, (WOLF.id,), parse_square("G2"))
    found = [(bool(plan.strikes), plan.spent, plan.cost > 10) for plan in plans]
    assert found[0] == (True, 0, False)
    assert (False, 1, True) in found


@pytest.mark.parametrize(
    ("system", "enemy", "spent", "surprise", "without"),
    [
        ("pf1", "F1", (), False, 0),
        ("pf1", "F1", ("move",), False, 1),
        ("pf1", "F1", (), True, 1),
        ("pf2", "R1", (), False, 0),
        ("pf2", "R1", ("stride",), False, 1),
    ],
)
def test_a_pack_without_an_action_after_its_move_cannot_attack(
    system: str, enemy: str, spent: tuple[str, ...], surprise: bool, without: int
) -> None:
    board = "\n".join(["." * 20] * 5)
    state, assets = fight(board, WOLF, HERO, at={WOLF.id: "A1", "hero": enemy}, system=system)
    state = in_fight(
        state,
        lambda one: with_figure(
            replace(one, surprise=surprise), WOLF.id, lambda f: replace(f, spent=Spent(spent))
        ),
    )
    plan = proposals(state, assets, (WOLF.id,), parse_square(enemy))[0]
    assert (plan.striking, plan.spent) == (1, without)


@pytest.mark.parametrize(("lies_at", "place"), [("A1", "E2"), ("E2", "E3")])
def test_a_pack_takes_free_squares_before_those_of_the_fallen(lies_at: str, place: str) -> None:
    fallen = replace(HERO, id="fallen", damage=31)
    state, assets = fight(
        OPEN, WOLF, HERO, fallen, at={WOLF.id: "A3", "hero": "F3", "fallen": lies_at}
    )
    plan = proposals(state, assets, (WOLF.id,), parse_square("F3"))[0]
    assert plan.places[0].at == place


def test_a_pack_keeps_its_formation_on_open_ground() -> None:
    state, assets = fight(OPEN, *wolves(3), at={"wolf-1": "A1", "wolf-2": "B2", "wolf-3": "C1"})
    plan = proposals(state, assets, ("wolf-1", "wolf-2", "wolf-3"), parse_square("F5"))[0]
    done = after(MovePack(plan.steps), state, assets)
    assert [figure(done, f"wolf-{n}").at for n in (1, 2, 3)] == ["F5", "G6", "H5"]
    assert plan.target == ""


def test_one_question_for_all_who_may_strike_at_a_pack() -> None:
    state, assets = fight(
        OPEN,
        *wolves(3),
        HERO,
        at={"wolf-1": "A1", "wolf-2": "F2", "wolf-3": "F4", "hero": "G3"},
    )
    pack = MovePack(
        (
            PackStep("wolf-2", ("F2", "E1")),
            PackStep("wolf-1", ("A1", "B1")),
            PackStep("wolf-3", ("F4", "E5")),
        )
    )
    state = after(pack, state, assets)
    assert figure(state, "wolf-1").at == "B1"
    waiting = waits(state)
    assert [(one.by, one.against) for one in waiting.strikers] == [("hero", ""), ("hero", "wolf-3")]
    assert [one.who for one in waiting.queue] == ["wolf-3"]
    assert aims(state, assets.rules, waiting) == {
        f"opportunity/brawl/round-1/hero/wolf-{n}": ("hero", f"wolf-{n}") for n in (2, 3)
    }
    command = AnswerStrikes(("hero",))
    needs = decide(command, state, assets, {})
    assert not isinstance(needs, Decided)
    first = needs.questions[0].key
    assert [one.key for one in needs.questions] == [first]  # it has no more than one
    passed = decide(command, state, assets, {first: Ruled("skip")})
    assert not isinstance(passed, Decided)
    assert [one.key for one in passed.questions] == ["opportunity/brawl/round-1/hero/wolf-3"]
    done = after(command, state, assets, {first: 2})
    assert [figure(done, f"wolf-{n}").at for n in (2, 3)] == ["E1", "E5"]
    assert figure(done, "hero").reacted == ("wolf-2",)  # one opportunity in a round
    other = AnswerStrikes(("hero>wolf-3",))
    key = "opportunity/brawl/round-1/hero/wolf-3"
    assert figure(after(other, state, assets, {key: 2}), "hero").reacted == ("wolf-3",)


def test_who_goes_behind_one_that_waits_is_asked_about_beforehand() -> None:
    """Given a wolf that goes where another stands, which waits: either may be struck at."""
    state, assets = fight(
        OPEN,
        *wolves(2),
        replace(HERO, sheet=replace(HERO.sheet or Sheet(), traits=("combat_reflexes",))),
        at={"wolf-1": "F3", "wolf-2": "G4", "hero": "F4"},
    )
    steps = (PackStep("wolf-1", ("F3", "F2")), PackStep("wolf-2", ("G4", "G3", "F3")))
    state = after(MovePack(steps), state, assets)
    waiting = waits(state)
    assert [(one.by, one.at, one.against) for one in waiting.strikers] == [
        ("hero", "F3", ""),
        ("hero", "G4", "wolf-2"),
    ]


def test_a_mount_in_a_pack_goes_with_its_rider() -> None:
    """Given rider and mount in one group, then one proposal moves both, and can be made."""
    mount = replace(
        WOLF, id="mount", name="Mount", sheet=replace(OGRE.sheet or Sheet(), attacks=())
    )
    state, assets = fight(
        OPEN,
        replace(WOLF, id="rider"),
        mount,
        HERO,
        at={"rider": "A1", "mount": "A1", "hero": "L5"},
        rider={"mount": "mount"},
    )
    plan = proposals(state, assets, ("mount", "rider"), parse_square("L5"))[0]
    assert [step.who for step in plan.steps] == ["rider"]
    done = after(MovePack(plan.steps), state, assets)
    assert figure(done, "mount").at == figure(done, "rider").at


@pytest.mark.parametrize("action", ["five_foot_step", "withdraw", "charge"])
def test_a_pack_is_proposed_what_it_can_do_in_the_way_chosen(action: Action) -> None:
    state, assets = fight(OPEN, *wolves(2), HERO, at={"wolf-1": "C3", "wolf-2": "C5", "hero": "G4"})
    plans = proposals(state, assets, ("wolf-1", "wolf-2"), parse_square("G4"), action=action)
    for plan in plans:
        assert isinstance(decide(MovePack(plan.steps, action), state, assets, {}), Decided)
    assert plans


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize(("action", "spent"), [("charge", 0), ("withdraw", 2)])
def test_a_pack_that_charges_still_attacks(system: str, action: Action, spent: int) -> None:
    """Given two wolves that get to a foe, then a charge has its attack in it, a withdrawal none."""
    state, assets = fight(
        OPEN, *wolves(2), HERO, at={"wolf-1": "C3", "wolf-2": "C5", "hero": "G4"}, system=system
    )

    best, *_ = proposals(state, assets, ("wolf-1", "wolf-2"), parse_square("G4"), action=action)

    assert (best.striking, best.spent) == (2, spent)


@pytest.mark.parametrize(("system", "asks"), [("pf1", True), ("sf", False), ("pf2", True)])
def test_getting_up_lets_enemies_strike_where_the_system_has_it(system: str, asks: bool) -> None:
    state, assets = fight(OPEN, PRONE, WOLF, at={"hero": "C3", "wolf": "D3"}, system=system)
    events = told(Stand("hero"), state, assets)
    assert isinstance(events[-1], MoveHalted) is asks
    done = evolve_all(state, events)
    if asks:
        done = after(AnswerStrikes(), done, assets)
    hero = member(done, "hero")
    assert not hero.lasting
    assert figure(done, "hero").spent.actions == (("action",) if system == "pf2" else ("move",))


def test_who_lies_on_the_ground_crawls_a_square() -> None:
    state, assets = fight(OPEN, PRONE, at={"hero": "C3"})
    assert refusal_code(Move("hero", "F3"), state, assets) == "too_far"
    assert figure(after(Move("hero", "D3"), state, assets), "hero").spent.actions == ("move",)


@pytest.mark.parametrize("action", ["run", "charge", "withdraw", "five_foot_step"])
def test_who_lies_on_the_ground_neither_runs_nor_steps(action: Action) -> None:
    state, assets = fight(OPEN, PRONE, at={"hero": "B3"})
    assert refusal_code(Move("hero", "B4", action=action), state, assets) == "lies_prone"
    assert not reach_bands(state, assets, "hero").run


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_157_who_crawls_goes_on_after_a_strike_that_misses(system: str) -> None:
    lying = replace(PRONE, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
    state, assets = fight(OPEN, lying, WOLF, at={"hero": "C3", "wolf": "D3"}, system=system)
    halted = after(Move("hero", "B3"), state, assets)
    assert waits(halted).prone

    crawled = after(AnswerStrikes(("wolf",)), halted, assets, {STRIKE: 1})

    assert figure(crawled, "hero").at == "B3"


def test_c_157_who_crawls_in_a_pack_goes_on_after_a_strike() -> None:
    lying = [replace(one, lasting=(Lasting("prone"),)) for one in wolves(2)]
    state, assets = fight(OPEN, *lying, HERO, at={"wolf-1": "C2", "wolf-2": "C4", "hero": "D3"})
    steps = (PackStep("wolf-1", ("C2", "B2")), PackStep("wolf-2", ("C4", "B4")))
    halted = after(MovePack(steps), state, assets)
    strikes = {f"opportunity/brawl/round-1/hero/wolf-{n}": 1 for n in (1, 2)}

    crawled = after(AnswerStrikes(("hero",)), halted, assets, strikes)

    assert [figure(crawled, f"wolf-{n}").at for n in (1, 2)] == ["B2", "B4"]


def test_c_157_who_lies_down_while_a_move_waits_is_stopped_by_the_strike() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "C3", "wolf": "D3"})
    halted = after(Move("hero", "A3"), state, assets)
    felled = changed_being(halted, "hero", lambda one: replace(one, lasting=(Lasting("prone"),)))

    assert figure(after(AnswerStrikes(("wolf",)), felled, assets, {STRIKE: 1}), "hero").at == "C3"


@pytest.mark.parametrize("system", ["pf1", "pf2"])
def test_c_152_c_153_a_push_provokes_nobody_and_needs_no_will(system: str) -> None:
    down = replace(HERO, damage=35)
    state, assets = fight(OPEN, WOLF, down, at={"wolf": "C3", "hero": "D3"}, system=system)
    events = told(Push("hero", ("D3", "E3", "F4")), state, assets)
    assert events == (Pushed("hero", ("D3", "E3", "F4")),)
    assert figure(evolve_all(state, events), "hero").spent.squares == 0
    assert isinstance(told(Push("wolf", ("C3", "C2", "C1", "off")), state, assets)[-1], LeftBoard)


@pytest.mark.parametrize(("system", "key"), [("pf1", True), ("pf2", False)])
def test_c_144_c_151_a_fall_hurts_by_dice_or_by_the_square(system: str, key: bool) -> None:
    state, assets = fight(OPEN, BIRD, at={"bird": "C3"}, bird={"elevation": 4}, system=system)
    answers = {"fall/brawl/round-1/bird": 6} if key else {}
    done = after(Fall("bird"), state, assets, answers)
    bird = done.fight and done.fight.foe("bird")
    assert bird
    assert bird.damage == (6 if key else 10)
    assert figure(done, "bird").elevation == 0
    assert any(one.name == "prone" for one in bird.lasting)


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_c_151_who_jumps_takes_the_first_die_as_nonlethal_damage(system: str) -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "C3"}, system=system)
    command = Fall("hero", 6, deliberate=True)
    key = "fall/brawl/round-1/hero"
    asked = decide(command, state, assets, {})
    assert isinstance(asked, Needs)
    dice = {question.key: question.dice for question in asked.questions}
    assert dice == {key: "2d6", f"{key}/nonlethal": "1d6"}

    events = told(command, state, assets, {key: Typed(9), f"{key}/nonlethal": Typed(4)})

    assert Fell("hero", 6, deliberate=True) in events
    hero = member(evolve_all(state, events), "hero")
    assert (hero.damage, hero.nonlethal) == (9, 4)
    assert [one.name for one in hero.lasting] == ["prone"]


def test_mounting_and_dismounting_beside_it() -> None:
    state, assets = fight(OPEN, HERO, PONY, at={"hero": "B3", "pony": "C3"})
    up = after(MountUp("hero", "pony"), state, assets)
    assert (figure(up, "hero").mount, figure(up, "hero").at) == ("pony", "C3")
    assert figure(up, "hero").spent.actions == ("move",)
    down = after(MountUp("hero"), up, assets)
    assert (figure(down, "hero").mount, figure(down, "hero").at) == ("", "B2")
    assert figure(after(MountUp("hero", at="E4"), up, assets), "hero").at == "E4"
    assert refusal_code(MountUp("hero", at="H1"), up, assets) == "no_room"


@pytest.mark.parametrize("system", ["pf1", "pf2"])
def test_before_the_first_round_mounting_and_dismounting_cost_nothing(system: str) -> None:
    state, assets = fight(OPEN, HERO, PONY, at={"hero": "B3", "pony": "C3"}, system=system)
    (encounter,) = state.encounters
    state = replace(state, encounters=(replace(encounter, round=0),))
    up = after(MountUp("hero", "pony"), state, assets)
    assert (figure(up, "hero").mount, figure(up, "hero").spent.actions) == ("pony", ())
    down = after(MountUp("hero"), up, assets)
    assert (figure(down, "hero").mount, figure(down, "hero").spent.actions) == ("", ())


def test_who_mounts_in_the_air_is_at_the_height_of_the_mount() -> None:
    state, assets = fight(OPEN, HERO, PONY, at={"hero": "B3", "pony": "C3"}, pony={"elevation": 2})
    assert figure(after(MountUp("hero", "pony"), state, assets), "hero").elevation == 2


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        (Stand("wolf"), "not_prone"),
        (Stand("hero", down=True), "prone"),
        (Stand("nobody"), "unknown_creature"),
        (Push("wolf", ()), "no_goal"),
        (Push("wolf", ("A1",)), "wrong_start"),
        (Push("wolf", ("C3", "B3")), "occupied"),
        (Push("wolf", ("C3", "E3")), "not_adjacent"),
        (Push("wolf", ("C3", "Z9")), "offmap"),
        (Move("wolf", path=("C3", "Z9")), "offmap"),
        (Fall("wolf"), "no_height"),
        (Fall("wolf", -3), "negative_height"),
        (MountUp("wolf"), "not_mounted"),
        (MountUp("wolf", "wolf"), "own_mount"),
        (MountUp("wolf", "pony"), "too_far_off"),
        (MountUp("wolf", "nobody"), "unknown_creature"),
        (MovePack(()), "nobody"),
        (MovePack((PackStep("wolf", ("C3", "C4")),) * 2), "twice"),
        (MovePack((PackStep("wolf", ("C3", "B3")),)), "occupied"),
        (AnswerStrikes(("hero",)), "nothing_waits"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(command: Command, refused: str) -> None:
    state, assets = fight(OPEN, PRONE, WOLF, PONY, at={"hero": "B3", "wolf": "C3", "pony": "J5"})
    if command == Push("wolf", ("A1",)):
        command = Push("wolf", ("A1", "A2"))
    assert refusal_code(command, state, assets) == refused


def test_who_is_asked_may_be_named_only_once_asked() -> None:
    state, assets = fight(OPEN, HERO, WOLF, OGRE, at={"hero": "B3", "wolf": "C3", "ogre": "J5"})
    state = after(Move("hero", "A3"), state, assets)
    assert refusal_code(AnswerStrikes(("ogre",)), state, assets) == "not_asked"
    assert refusal_code(AnswerStrikes(("wolf>ogre",)), state, assets) == "not_asked"


def test_a_pack_of_flyers_flies() -> None:
    birds = [
        replace(BIRD, id=f"bird{n}", sheet=replace(BIRD.sheet, speeds=(("fly", 12),)))
        for n in (1, 2)
    ]
    state, assets = fight(
        OPEN,
        *birds,
        HERO,
        at={"bird1": "A1", "bird2": "C1", "hero": "H5"},
        bird1={"elevation": 1},
    )
    plan = proposals(state, assets, ("bird1", "bird2"), parse_square("H5"))[0]
    done = after(MovePack(plan.steps), state, assets)
    assert (plan.flanks, figure(done, "bird1").elevation) == (2, 1)
    assert {figure(done, f"bird{n}").mode for n in (1, 2)} == {"fly"}


@pytest.mark.parametrize(("system", "spends"), [("pf1", ("move",)), ("pf2", ("stride",))])
def test_getting_up_ends_the_movement_that_was_made_before(
    system: str, spends: tuple[str, ...]
) -> None:
    """Given one who moved two squares, fell and got up, then to go on is another action."""
    state, assets = fight(OPEN, WOLF, at={"wolf": "A1"}, system=system)
    state = after(Move("wolf", path=("A1", "B1", "C1")), state, assets)
    for down in (True, False):
        state = after(Stand("wolf", down=down), state, assets)
    [event] = told(Move("wolf", path=("C1", "D1")), state, assets)
    assert isinstance(event, Moved)
    assert (event.begins, event.spends) == (True, spends)


def test_c_045_deep_water_is_not_called_solid() -> None:
    state, assets = fight("...\n.~#", HERO, at={"hero": "A1"})
    for to, word in (("B2", "it is deep water"), ("C2", "something solid")):
        with pytest.raises(Refusal) as found:
            decide(Move("hero", to), state, assets, {})
        assert found.value.code == "blocked"
        assert word in say(found.value.message)
