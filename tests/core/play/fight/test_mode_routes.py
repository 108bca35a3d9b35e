"""Ways on which the mode changes where the ground does: each mode is a movement of its own."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.encounter import Spent
from core.play.facts.fight.combatants import changed_figure, sheet, waiting_in
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.fight.moves.mode_route import command_for, find_legs, part_for_now
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight, told
from tests.fights import figure
from tui.encounter.present import routes
from tui.kit.phrases import say

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
RIVER = """
.....~~.....
.....~~.....
.....~~.....
.....~~.....
"""
EEL = replace(
    WOLF, id="eel", name="Eel", sheet=Sheet(size="L", speeds=(("swim", 6), ("walk", 4)), ac=12)
)
WALKER = replace(HERO, sheet=Sheet(ac=17, speeds=(("walk", 5),)))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("mode", ["walk", "swim"])
def test_c_045_a_large_swimmer_gets_out_of_a_river_as_wide_as_itself(
    system: str, mode: str
) -> None:
    state, assets = fight(RIVER, EEL, at={"eel": "F1"}, system=system)
    command = Move("eel", "J2", mode=mode)  # type: ignore[arg-type]
    assert refusal_code(command, state, assets) in ("no_way", "blocked")

    legs = find_legs(state, assets, command)

    assert [(leg.mode, str(leg.to)) for leg in legs] == [("swim", "G2"), ("walk", "J2")]
    for leg in legs:
        state = after(command_for(command, leg), state, assets)
    there = figure(state, "eel")
    assert (there.at, there.mode, len(there.spent.actions)) == ("J2", "walk", 2)


def test_c_045_who_was_told_to_swim_walks_to_the_bank_and_goes_on_behind_the_water() -> None:
    state, assets = fight(RIVER, WALKER, at={"hero": "B1"}, switches={"moves_by_check": False})
    assert find_legs(state, assets, Move("hero", "J2")) == ()

    command = Move("hero", "J2", mode="swim")
    legs = find_legs(state, assets, command)

    assert [leg.mode for leg in legs] == ["walk", "swim", "walk"]
    assert all(before.to == then.path[0] for before, then in pairwise(legs))
    for leg in legs:  # the actions of a new turn for each
        state = changed_figure(state, "hero", lambda one: replace(one, spent=Spent()))
        state = after(command_for(command, leg), state, assets)
    assert figure(state, "hero").at == "J2"


def test_c_045_from_far_off_one_walks_towards_the_bank_as_far_as_the_turn_pays_for() -> None:
    far = "\n".join(["." * 15 + "~~~.."] * 2)
    state, assets = fight(far, WALKER, at={"hero": "A1"})
    command = Move("hero", "S1", mode="swim")
    first = find_legs(state, assets, command)[0]
    assert (first.mode, str(first.to)) == ("walk", "O1")

    near, rest = part_for_now(state, assets, command, first)

    assert (str(near.to), str(rest.to)) == ("K1", "O1")
    assert rest.path[0] == near.to
    state = after(command_for(command, near), state, assets)
    assert figure(state, "hero").at == "K1"


def test_c_045_a_leg_that_the_turn_pays_for_stays_whole() -> None:
    state, assets = fight(RIVER, WALKER, at={"hero": "B1"})
    command = Move("hero", "J2", mode="swim")
    first = find_legs(state, assets, command)[0]
    assert part_for_now(state, assets, command, first) == (first,)


def test_c_139_a_wide_river_is_swum_at_a_quarter_of_the_speed() -> None:
    """Given one who swims a square with an action, then ten squares of water are a way still."""
    wide = "\n".join(["..." + "~" * 10 + "..."] * 2)
    state, assets = fight(wide, WALKER, at={"hero": "A1"})
    legs = find_legs(state, assets, Move("hero", "P1", mode="swim"))
    assert [leg.mode for leg in legs] == ["walk", "swim", "walk"]


def test_of_two_ways_the_one_of_fewer_actions_is_taken() -> None:
    """Given a swimmer that is slow in the water, then it walks to where the river is narrow."""
    bend = """
    ..~~~~~~..
    ..~~~~~~..
    ...~......
    """
    otter = replace(EEL, sheet=Sheet(speeds=(("swim", 2), ("walk", 8))))
    state, assets = fight(bend, otter, at={"eel": "A1"})

    legs = find_legs(state, assets, Move("eel", "J1"))

    assert [leg.mode for leg in legs] == ["walk", "swim", "walk"]
    assert str(legs[0].to) == "C3"
    assert len(legs[1].path) <= 3


@pytest.mark.parametrize("change", [{"action": "run"}, {"safe": True}, {"elevation": 1}])
def test_other_movements_keep_their_mode(change: dict[str, object]) -> None:
    swift = replace(EEL, sheet=replace(EEL.sheet, speeds=(*EEL.sheet.speeds, ("fly", 6))))
    state, assets = fight(RIVER, swift, at={"eel": "F1"})
    command = replace(Move("eel", "J2"), **change)  # type: ignore[arg-type]
    assert find_legs(state, assets, command) == ()


def test_a_wall_in_the_river_shuts_every_way() -> None:
    walled = """
    ..~#..
    ..~#..
    """
    state, assets = fight(walled, WALKER, at={"hero": "A1"})
    assert find_legs(state, assets, Move("hero", "F1", mode="swim")) == ()


def test_c_131_a_swimmer_may_be_half_on_the_bank_but_not_wholly() -> None:
    state, assets = fight(RIVER, EEL, at={"eel": "F1"})
    (moved,) = told(Move("eel", "E2", mode="swim"), state, assets)
    assert getattr(moved, "path", ()) == ("F1", "E2")
    assert refusal_code(Move("eel", "D2", mode="swim"), state, assets) == "blocked"


@pytest.mark.parametrize(
    ("drawing", "says"),
    [
        ("..~..", "deep water is in it. Swim (p m) or fly (p f)."),
        (".#.#.", "walls or other creatures close it."),
    ],
)
def test_a_refusal_says_what_closes_the_way(drawing: str, says: str) -> None:
    state, assets = fight(drawing, WALKER, at={"hero": "A1"})
    with pytest.raises(Refusal) as refused:
        decide(Move("hero", "E1"), state, assets, {})
    assert say(refused.value.message) == f"There is no way for Hero to E1: {says}"


def test_a_refusal_says_that_a_swimmer_walks_to_the_bank_first() -> None:
    state, assets = fight("....~~~", WALKER, at={"hero": "A1"})
    with pytest.raises(Refusal, match="no_way") as refused:
        decide(Move("hero", "F1", mode="swim"), state, assets, {})
    assert say(refused.value.message) == (
        "There is no way for Hero to F1 by swimming alone: walk to the bank first (p w)."
    )


def test_c_132_a_refusal_says_that_a_burrower_is_stopped_by_rock() -> None:
    worm = replace(WALKER, sheet=Sheet(speeds=(("burrow", 4),)))
    state, assets = fight("..#..", worm, at={"hero": "A1"})
    with pytest.raises(Refusal, match="blocked") as refused:
        decide(Move("hero", "C1", mode="burrow"), state, assets, {})
    assert say(refused.value.message) == (
        "Hero cannot burrow into C1: it is wall or rock. Only earth (@) lets it through."
    )


def test_what_enter_says_of_a_burrower_is_that_it_burrows() -> None:
    worm = replace(WALKER, sheet=Sheet(speeds=(("burrow", 4),)))
    state, _ = fight(".....", worm, at={"hero": "A1"})
    said = routes.words(Move("hero", "C1", mode="burrow"), state, (), by_check=False)
    assert say(said) == "Hero burrows to C1"


def test_a_refusal_says_that_enemies_may_be_got_past() -> None:
    state, assets = fight("#####\n.....\n#####", WALKER, WOLF, at={"hero": "A2", "wolf": "C2"})
    with pytest.raises(Refusal, match="no_way") as refused:
        decide(Move("hero", "E2"), state, assets, {})
    assert "Acrobatics may lead past them (p t)" in say(refused.value.message)


@pytest.mark.parametrize(("actions", "code"), [(0, ""), (1, ""), (2, "end_occupied")])
def test_c_069_a_stride_may_end_on_a_friend_while_another_follows(actions: int, code: str) -> None:
    pal = replace(WALKER, id="pal", name="Pal")
    spent = Spent(actions=("action",) * actions)
    state, assets = fight(
        ".....", WALKER, pal, at={"hero": "A1", "pal": "C1"}, system="pf2", hero={"spent": spent}
    )
    onto = Move("hero", "C1")
    if code:
        assert refusal_code(onto, state, assets) == code
        return
    state = after(onto, state, assets)
    assert figure(after(Move("hero", "D1"), state, assets), "hero").at == "D1"


def test_c_069_who_is_struck_at_on_a_stride_ends_it_on_a_friend_as_was_foreseen() -> None:
    """Given a stride past a wolf with one action left after it, then it ends where it was to."""
    pal = replace(WALKER, id="pal", name="Pal")
    wolf = replace(WOLF, sheet=replace(sheet(WOLF), reaction=True))
    state, assets = fight(
        OPEN,
        WALKER,
        pal,
        wolf,
        at={"hero": "A1", "pal": "D1", "wolf": "C2"},
        system="pf2",
        hero={"spent": Spent(actions=("action",))},
    )

    state = after(Move("hero", "D1"), state, assets)
    assert waiting_in(state) is not None
    state = after(AnswerStrikes(), state, assets)

    assert figure(state, "hero").at == "D1"


def test_c_069_in_the_other_systems_nobody_stops_on_a_friend() -> None:
    pal = replace(WALKER, id="pal", name="Pal")
    state, assets = fight(".....", WALKER, pal, at={"hero": "A1", "pal": "C1"})
    assert refusal_code(Move("hero", "C1"), state, assets) == "end_occupied"
