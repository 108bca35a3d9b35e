"""Movement in a fight: what it costs, what it uses of the turn, who strikes, where it ends."""

from __future__ import annotations

from itertools import accumulate

import pytest

from core.creatures import Sheet
from core.dice import Typed
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, Move
from core.play.facts.fight.moves.events import LeftBoard, Moved, MoveHalted, OpportunityTaken
from core.play.facts.fold import evolve, evolve_all
from core.play.facts.state import Fighting
from core.play.fight.turns.budget import left
from core.play.resolution import Decided
from core.play.union import Command, decide, describe, narrate
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import BIRD, HERO, OGRE, OPEN, WOLF, after, fight, told, waits
from tests.fights import figure
from tui.kit.phrases import say


def test_how_far_one_crawls_and_withdraws_and_what_leaving_costs_stand_in_the_tables() -> None:
    friend = replace(HERO, id="friend", name="Friend")
    lying = replace(HERO, lasting=(Lasting("prone"),))
    state, assets = fight(OPEN, lying, friend, at={"hero": "C3", "friend": "A1"})
    combat = assets.rules.combat
    figures = {"crawl": 2, "withdraw_times": 1, "leaving": 3}
    moving = combat.moving.model_copy(update=figures)
    rules = assets.rules.model_copy(update={"combat": combat.model_copy(update={"moving": moving})})
    other = replace(assets, rules=rules)

    assert figure(after(Move("hero", "E3"), state, other), "hero").at == "E3"
    assert refusal_code(Move("friend", "H1", action="withdraw"), state, other) == "too_far"
    assert (
        figure(after(Move("friend", "H1", action="withdraw"), state, assets), "friend").at == "H1"
    )
    for under, cost in ((assets, 1), (other, 3)):
        left = told(Move("friend", "off"), state, under)[0]
        assert isinstance(left, Moved)
        assert left.cost == cost


def test_c_013_a_move_uses_one_move_action_and_a_longer_one_two() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    near = figure(after(Move("hero", "F1"), state, assets), "hero")
    assert (near.at, near.spent.actions, near.spent.leg) == ("F1", ("move",), 5)
    far = figure(after(Move("hero", "K1"), state, assets), "hero")
    assert (far.spent.actions, far.spent.leg, far.spent.squares) == (("move", "move"), 10, 10)
    assert refusal_code(Move("hero", "P1"), state, assets) == "too_far"


def test_a_move_action_under_way_goes_on_with_what_is_left_of_it() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    state = after(Move("hero", "E1"), state, assets)
    state = after(Move("hero", "G1"), state, assets)
    assert figure(state, "hero").spent.actions == ("move",)
    state = after(Move("hero", "H1"), state, assets)
    assert figure(state, "hero").spent.actions == ("move", "move")


def test_c_023_the_count_of_diagonals_runs_on_within_one_movement() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    state = after(Move("hero", "B2"), state, assets)
    state = after(Move("hero", "C3"), state, assets)
    assert figure(state, "hero").spent.squares == 3
    assert figure(state, "hero").spent.diagonals == 2


@pytest.mark.parametrize(("system", "words"), [("pf1", ("move",)), ("pf2", ("stride", "stride"))])
def test_c_018_each_stride_is_an_action_of_its_own(system: str, words: tuple[str, ...]) -> None:
    dwarf = replace(HERO, sheet=Sheet(speeds=(("walk", 4),)))
    state, assets = fight(OPEN, dwarf, at={"hero": "A1"}, system=system)
    state = after(Move("hero", "D1"), state, assets)
    state = after(Move("hero", "D2"), state, assets)
    assert figure(state, "hero").spent.actions == ("move",) * (system == "pf1") + words[:1] * (
        system == "pf2"
    )
    state = after(Move("hero", "E2"), state, assets)
    assert figure(state, "hero").spent.actions == (("move",) * 2 if system == "pf1" else words)


def test_c_034_a_five_foot_step_is_one_square_and_no_action() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "C3", "wolf": "D3"})
    state = after(Move("hero", "B3", action="five_foot_step"), state, assets)
    assert figure(state, "hero").spent.actions == ("step",)
    assert refusal_code(Move("hero", "E3", action="step"), state, assets) == "too_long"


def test_c_031_a_run_is_straight_also_in_pieces() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    state = after(Move("hero", "F1", action="run"), state, assets)
    assert refusal_code(Move("hero", "G2", action="run"), state, assets) == "not_straight"
    state = after(Move("hero", "P1", action="run"), state, assets)
    assert figure(state, "hero").spent.actions == ("run",)


@pytest.mark.parametrize(
    ("drawing", "to", "why"),
    [
        (".....\n.....", "C2", "A run must be straight: C2 is not in line for Hero."),
        ("..:..\n.....", "E1", "Hero cannot run through C1: the ground hampers movement."),
        ("..#..\n.....", "E1", "Hero cannot enter C1: something solid is in the way."),
        (".....\n.:...\n.....", "C3", "Hero cannot run through B2: the ground hampers movement."),
    ],
)
def test_c_031_a_refused_run_names_what_is_in_its_line(drawing: str, to: str, why: str) -> None:
    """Given a way round, then what is in the straight line is named, not that it is straight."""
    state, assets = fight(drawing, HERO, at={"hero": "A1"})
    with pytest.raises(Refusal) as refused:
        after(Move("hero", to, action="run"), state, assets)
    assert say(refused.value.message) == why


def test_c_106_a_move_stops_where_the_first_may_strike_and_asks_for_all() -> None:
    state, assets = fight(
        OPEN,
        HERO,
        WOLF,
        replace(WOLF, id="wolf-2"),
        at={"hero": "A3", "wolf": "C2", "wolf-2": "F4"},
    )
    state = after(Move("hero", path=("A3", "B3", "C3", "D3", "E3", "F3", "G3")), state, assets)
    assert figure(state, "hero").at == "B3"
    waiting = waits(state)
    assert [(one.by, one.at) for one in waiting.strikers] == [("wolf", "B3"), ("wolf-2", "E3")]
    assert waiting.path == ("B3", "C3", "D3", "E3", "F3", "G3")
    assert refusal_code(Move("hero", "A1"), state, assets) in ("pending", "move_waits")
    done = after(AnswerStrikes(), state, assets)
    assert figure(done, "hero").at == "G3"
    assert figure(done, "hero").spent.actions == ("move",)
    assert figure(done, "hero").spent.leg == 6
    assert isinstance(done.pending, Fighting)
    assert done.pending.waiting is None
    dropped = after(DropMove(), state, assets)
    assert figure(dropped, "hero").at == "B3"


def test_c_106_one_tray_for_all_strikers_and_the_mover_goes_on() -> None:
    state, assets = fight(
        OPEN,
        HERO,
        WOLF,
        replace(WOLF, id="wolf-2"),
        at={"hero": "A3", "wolf": "C2", "wolf-2": "F4"},
    )
    state = after(Move("hero", path=("A3", "B3", "C3", "D3", "E3", "F3", "G3")), state, assets)
    command = AnswerStrikes(("wolf", "wolf-2"))
    needs = decide(command, state, assets, {})
    assert not isinstance(needs, Decided)
    keys = [q.key for q in needs.questions]
    assert len(keys) == 2
    decided = decide(command, state, assets, {keys[0]: Typed(2), keys[1]: Typed(3)})
    assert isinstance(decided, Decided)
    folded = accumulate(decided.events, evolve, initial=state)
    assert decided.states == tuple(folded)[1:]  # each sentence is told of its own state
    done = decided.states[-1]
    assert figure(done, "hero").at == "G3"
    assert figure(done, "wolf").reacted == ("hero",)
    # C-107: no second opportunity against the same mover in this round
    again = told(Move("hero", path=("G3", "F3")), done, assets)
    assert not any(isinstance(one, MoveHalted) for one in again)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_two_actions_of_one_move_are_told_and_counted_together(system: str) -> None:
    """Given speed 5 and a halt after 5 squares, then 4 more are 9 in all, and 1 is left of two."""
    walker = replace(HERO, sheet=replace(HERO.sheet or Sheet(), speeds=(("walk", 5),)))
    wolf = replace(WOLF, sheet=replace(WOLF.sheet, reaction=True))
    at = {"hero": "A3", "wolf": "G2"}
    state, assets = fight(OPEN, walker, wolf, at=at, system=system)
    halted = after(Move("hero", path=tuple(f"{column}3" for column in "ABCDEFGHIJ")), state, assets)

    goes_on = decide(AnswerStrikes(), halted, assets, {})

    assert isinstance(goes_on, Decided)
    (line,) = [
        say(narrate(event, after_it))
        for event, after_it in zip(goes_on.events, goes_on.states, strict=True)
        if isinstance(event, Moved)
    ]
    assert line == "Hero moves from F3 to J3, 4 squares, in all 9 squares from A3"
    assert left(goes_on.states[-1], assets, "hero").squares == 1


def test_the_log_of_a_move_that_goes_on_after_a_strike_tells_the_whole_way() -> None:
    """Given a move that was halted at its second square, then its end says where it began."""
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A3", "wolf": "C2"})
    begun = decide(Move("hero", path=("A3", "B3", "C3", "D3")), state, assets, {})
    assert isinstance(begun, Decided)
    state = begun.states[-1]
    goes_on = decide(AnswerStrikes(), state, assets, {})
    assert isinstance(goes_on, Decided)
    lines = [
        say(narrate(event, after_it))
        for decided in (begun, goes_on)
        for event, after_it in zip(decided.events, decided.states, strict=True)
        if isinstance(event, Moved)
    ]
    assert lines == [
        "Hero moves from A3 to B3, 1 square",
        "Hero moves from B3 to D3, 2 squares, in all 3 squares from A3",
    ]


def test_who_drops_stops_there_and_the_rest_are_not_asked() -> None:
    weak = replace(HERO, damage=29)
    state, assets = fight(
        OPEN,
        weak,
        WOLF,
        replace(WOLF, id="wolf-2"),
        at={"hero": "A3", "wolf": "C2", "wolf-2": "F4"},
    )
    state = after(Move("hero", path=("A3", "B3", "C3", "D3", "E3", "F3", "G3")), state, assets)
    command = AnswerStrikes(("wolf", "wolf-2"))
    first = "opportunity/brawl/round-1/wolf/hero"
    needs = decide(command, state, assets, {first: Typed(19)})
    assert not isinstance(needs, Decided)
    damage = next(q.key for q in needs.questions if q.key.startswith(first))
    events = told(command, state, assets, {first: 19, damage: 5})
    taken = [one.by for one in events if isinstance(one, OpportunityTaken)]
    assert taken == ["wolf"]
    assert figure(evolve_all(state, events), "hero").at == "B3"


def test_leaving_the_board_over_its_edge() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "C3"})
    events = told(Move("hero", "off"), state, assets)
    assert isinstance(events[-1], LeftBoard)
    moved = events[0]
    assert isinstance(moved, Moved)
    assert moved.cost == 3
    assert figure(evolve_all(state, events), "hero").at == ""
    assert refusal_code(Move("hero", path=("C3", "D3", "off")), state, assets) == "not_at_edge"


def test_c_257_a_mount_carries_its_rider() -> None:
    pony = replace(
        HERO, id="pony", name="Pony", role="mount", sheet=Sheet(size="L", speeds=(("walk", 8),))
    )
    state, assets = fight(OPEN, HERO, pony, at={"pony": "A1", "hero": "A1"}, hero={"mount": "pony"})
    state = after(Move("hero", "I1"), state, assets)
    assert figure(state, "pony").at == "I1"
    assert figure(state, "hero").at == "I1"
    assert figure(state, "pony").spent.actions == ("move",)


@pytest.mark.parametrize("who", ["hero", "pony"])
@pytest.mark.parametrize("to", ["I1", "off"])
def test_rider_and_mount_who_move_together_have_one_name(who: str, to: str) -> None:
    """Given a rider in the saddle, whoever of both moves, then the act and the log name both."""
    pony = replace(
        HERO, id="pony", name="Pony", role="mount", sheet=Sheet(size="L", speeds=(("walk", 8),))
    )
    state, assets = fight(OPEN, HERO, pony, at={"pony": "A1", "hero": "A1"}, hero={"mount": "pony"})
    command = Move(who, to)
    events = told(command, state, assets)
    lines = [say(narrate(event, evolve_all(state, events))) for event in events]
    assert say(describe(command, state)).startswith("Hero on Pony moves ")
    assert lines
    assert all(line.startswith("Hero on Pony ") for line in lines), lines


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ("######\n..####\n......\n..####", "There is no way for Ogre to E3 but a narrow one:"),
        ("######\n..####\n..##..\n..####", "Ogre cannot enter E3: something solid is in the way"),
    ],
)
def test_g_8_who_does_not_fit_hears_that_it_may_squeeze_where_that_helps(
    drawing: str, said: str
) -> None:
    """Given a passage for one square, or none, when an ogre points into it, then is refused."""
    state, assets = fight(drawing, OGRE, at={"ogre": "A2"})
    with pytest.raises(Refusal) as refused:
        after(Move("ogre", "E3"), state, assets)
    assert say(refused.value.message).startswith(said)


def test_g_8_an_ogre_squeezes_through_and_stands_whole_again_beyond() -> None:
    rows = """
    ..##....
    ........
    ..##....
    """
    state, assets = fight(rows, OGRE, at={"ogre": "A2"})
    assert refusal_code(Move("ogre", "E2"), state, assets) == "no_way"
    inside = after(Move("ogre", "D2", squeeze=True), state, assets)
    assert figure(inside, "ogre").trail == ("C2", "D2")
    out = after(Move("ogre", "F2", squeeze=True), inside, assets)
    assert figure(out, "ogre").trail == ()
    assert figure(out, "ogre").at in ("E1", "E2")
    assert figure(out, "ogre").spent.squares == 1 + 2 + 2 + 1 + 1


@pytest.mark.parametrize(("system", "cost"), [("pf1", 4), ("sf", 7), ("pf2", 7)])
def test_c_124_rising_costs_what_the_system_says(system: str, cost: int) -> None:
    state, assets = fight(OPEN, BIRD, at={"bird": "A1"}, system=system)
    events = told(Move("bird", "D1", mode="fly", elevation=3), state, assets)
    moved = events[0]
    assert isinstance(moved, Moved)
    assert (moved.elevation, moved.cost) == (3, cost)
    assert figure(evolve_all(state, events), "bird").elevation == 3


@pytest.mark.parametrize(
    ("end", "title", "line"),
    [
        (4, "Bird rises to height 4 squares", "Bird flies to height 4 squares at B2, 4 squares"),
        (1, "Bird sinks to height 1 square", "Bird flies to height 1 square at B2, 1 square"),
        (0, "Bird sinks to the ground", "Bird flies to the ground at B2, 2 squares"),
    ],
)
def test_a_flyer_that_changes_its_height_alone_is_not_told_to_go_to_its_own_square(
    end: int, title: str, line: str
) -> None:
    in_air = {"elevation": 2, "mode": "fly"}
    state, assets = fight(OPEN, BIRD, at={"bird": "B2"}, bird=in_air, system="sf")
    command = Move("bird", "B2", mode="fly", elevation=end)
    assert say(describe(command, state)) == title
    (moved, *_) = told(command, state, assets)
    assert say(narrate(moved, after(command, state, assets))) == line


def test_a_flyer_passes_over_those_on_the_ground_and_lands_beside_them() -> None:
    walls = """
    ####
    ....
    ####
    """
    state, assets = fight(walls, BIRD, HERO, at={"bird": "A2", "hero": "C2"}, bird={"elevation": 2})
    events = told(Move("bird", "D2", mode="fly"), state, assets)
    assert figure(evolve_all(state, events), "bird").at == "D2"
    assert refusal_code(Move("bird", "C2", mode="fly", elevation=0), state, assets) == "occupied"


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        (Move("nobody", "B1"), "unknown_creature"),
        (Move("hero"), "no_goal"),
        (Move("hero", "A1"), "no_move"),
        (Move("hero", "?"), "unknown_square"),
        (Move("hero", "ZZ99"), "offmap"),
        (Move("hero", path=("B1", "C1")), "wrong_start"),
        (Move("hero", path=("A1", "C1")), "not_adjacent"),
        (Move("hero", path=("off",)), "wrong_start"),
        (Move("hero", "B1", mode="fly"), "no_speed"),
        (Move("hero", "B1", elevation=-1), "bad_height"),
        (Move("hero", "B1", elevation=10**9), "bad_height"),
        (Move("hero", "B1", action="forced"), "no_push"),
        (Move("hero", "B1", action="charge"), "too_near"),
        (Move("hero", "C1", action="step"), "too_long"),
        (Move("hero", "D5", action="run"), "not_straight"),
        (Move("hero", "E2"), "end_occupied"),
        (AnswerStrikes(), "nothing_waits"),
        (DropMove(), "nothing_waits"),
        (Move("dead", "B1"), "cannot_move"),
        (Move("away", "B1"), "not_on_board"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(command: Command, refused: str) -> None:
    friend = replace(HERO, id="friend")
    dead = replace(WOLF, id="dead", dead=True)
    away = replace(WOLF, id="away")
    state, assets = fight(
        OPEN,
        HERO,
        friend,
        dead,
        away,
        at={"hero": "A1", "friend": "E2", "dead": "P9"},
        switches={"charge_line": False},  # with an enemy nowhere, a charge is judged by its length
    )
    assert refusal_code(command, state, assets) == refused


def test_who_has_no_speed_and_no_sheet_is_to_be_added_with_one() -> None:
    """Given a hero and a creature made up without a speed, then each is told what to do."""
    still = replace(WOLF, id="still", sheet=Sheet())
    state, assets = fight(OPEN, HERO, still, at={"hero": "A1", "still": "C1"})
    with pytest.raises(Refusal, match="no_speed") as of_the_gm:
        decide(Move("still", "D1"), state, assets, {})
    with pytest.raises(Refusal, match="no_speed") as of_the_party:
        decide(Move("hero", "B1", mode="fly"), state, assets, {})
    assert "as in speed9m" in of_the_gm.value.message.template
    assert "(F3)" in of_the_party.value.message.template
