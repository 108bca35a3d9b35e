"""Reach and the cheapest way: actions, minimum movement, receipts, and the kinds of case."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from core.casebook.cases import Bad, Case
from core.casebook.run import run
from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Square, parse_square
from core.combat.movement.moves import move
from core.combat.search.reach import cheapest, reachable
from core.receipts import Receipt
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.core.combat.scenes import random_manner, random_scene
from tests.core.combat.staging import open_ground, path, stage, who

HERO = who("hero", "M", "B2", "party")


def squares(scene: Scene, manner: Manner, mover: Creature = HERO) -> str:
    return " ".join(map(str, reachable(scene, mover, manner).squares))


def rules_of(receipt: Receipt) -> set[str]:
    return {part.rule for part in receipt.walk()}


def test_c_031_a_run_reaches_straight_lines_only() -> None:
    scene = stage("pf1", open_ground(5, 4), HERO)
    assert squares(scene, Manner("run", budget=3)) == "A1 B1 C1 A2 C2 D2 E2 A3 B3 C3 B4 D4"


def test_c_030_a_run_stops_at_hampered_ground() -> None:
    scene = stage("pf1", "##### ..:.. #####", who("hero", "M", "A2", "party"))
    assert squares(scene, Manner("run"), scene.creatures[0]) == "B2"


def test_c_034_a_five_foot_step_enters_one_square_and_no_hampered_one() -> None:
    scene = stage("pf1", "... .:. ...", who("hero", "M", "A1", "party"))
    assert squares(scene, Manner("five_foot_step"), scene.creatures[0]) == "B1 A2"


def test_c_038_a_step_costs_no_more_than_its_budget() -> None:
    hero = who("hero", "M", "A1", "party")
    scene = stage("pf2", open_ground(3, 3), hero)
    assert squares(scene, Manner("step", budget=1), hero) == "B1 A2 B2"
    assert squares(scene, Manner("step", budget=1, diagonals_before=1), hero) == "B1 A2"


def test_c_056_a_charge_goes_through_no_friend() -> None:
    pal = who("pal", "M", "C2", "party")
    scene = stage("pf1", "##### ..... #####", who("hero", "M", "A2", "party"), pal)
    hero = scene.creatures[0]
    assert squares(scene, Manner("move"), hero) == "B2 D2 E2"
    assert squares(scene, Manner("charge"), hero) == "B2"


def test_c_154_a_full_round_buys_one_square_whatever_it_costs() -> None:
    scene = stage("pf1", "%%% %.% %%%", HERO)
    assert squares(scene, Manner(budget=4)) == "B1 A2 C2 B3"
    found = reachable(scene, HERO, Manner(budget=4, full_round=True))
    assert found.count == 8
    corner = parse_square("A1")
    assert found.cost(corner) == 6
    assert found.path(corner) == path("B2 A1")
    assert "C-154" in rules_of(found.receipt)
    way = cheapest(scene, HERO, corner, Manner(budget=4, full_round=True))
    assert (way.reachable, way.cost) == (True, 6)


def test_c_154_the_one_square_is_one_step_even_off_hazardous_ground() -> None:
    scene = stage("pf1", "^.. .:. ...", who("hero", "M", "A1", "party"))
    found = reachable(scene, scene.creatures[0], Manner(budget=2, full_round=True))
    assert found.result.cost(parse_square("B2")) is None
    assert found.path(parse_square("B2")) == path("A1 B2")


def test_c_154_what_is_bought_must_be_a_place_to_stop() -> None:
    scene = stage("pf1", "### #.o ###", HERO)
    assert squares(scene, Manner(budget=1, full_round=True)) == ""
    assert reachable(scene, HERO, Manner(budget=1, full_round=True)).reached


def test_c_156_pf2_buys_nothing() -> None:
    scene = stage("pf2", "%%% %.% %%%", HERO)
    assert squares(scene, Manner(budget=2, full_round=True)) == ""


def test_c_251_who_cannot_move_reaches_nothing_and_is_told_why() -> None:
    scene = stage("pf1", open_ground(3, 3), who("hero", "M", "B2", "party", "paralyzed"))
    found = reachable(scene, scene.creatures[0], Manner(budget=6, full_round=True))
    assert (found.count, found.reached) == (0, 0)
    assert "C-251" in rules_of(found.receipt)


def test_c_257_a_rider_goes_where_its_mount_goes() -> None:
    horse = who("horse", "L", "A1", "party")
    rider = who("rider", "M", "A1", "party", rides="horse")
    scene = stage("pf1", open_ground(5, 3), horse, rider)
    expected = reachable(scene, horse, Manner(budget=2)).squares
    assert reachable(scene, rider, Manner(budget=2)).squares == expected
    assert expected == path("B1 C1 A2 B2 C2")


def test_without_an_end_every_square_that_is_passed_counts() -> None:
    scene = stage("pf1", "..o.", who("hero", "M", "A1", "party"), who("pal", "M", "B1", "party"))
    hero = scene.creatures[0]
    assert squares(scene, Manner(budget=4), hero) == "D1"
    assert squares(scene, Manner(budget=4, ends_here=False), hero) == "B1 C1 D1"


def test_staying_costs_nothing_where_one_may_stay() -> None:
    pal = who("pal", "M", "B2", "party")
    alone = stage("pf1", open_ground(3, 3), HERO)
    both = stage("pf1", open_ground(3, 3), HERO, pal)
    here = parse_square("B2")
    assert (
        cheapest(alone, HERO, here, Manner()).cost,
        cheapest(alone, HERO, here, Manner()).path,
    ) == (0, (here,))
    assert not cheapest(both, HERO, here, Manner()).reachable


def test_c_047_of_ways_that_cost_the_same_one_goes_round_what_hurts() -> None:
    hero = who("hero", "M", "A2", "party")
    scene = stage("pf1", "..... ..^.. .....", hero)
    way = cheapest(scene, hero, parse_square("E2"), Manner())
    assert (way.cost, "C2" in map(str, way.path)) == (4, True)  # round it costs 5
    scene = stage("pf1", "..... ..^.. .....", who("hero", "M", "A1", "party"))
    way = cheapest(scene, scene.creatures[0], parse_square("E3"), Manner())
    assert way.cost == 5
    assert "C2" not in map(str, way.path)


def test_a_large_map_is_searched_in_part_only() -> None:
    scene = stage("pf1", open_ground(300, 200), who("hero", "H", "EE100", "party"))
    hero = scene.creatures[0]
    found = reachable(scene, hero, Manner(budget=6))
    assert found.result.window is not None
    assert found.count == 120
    assert found.path(parse_square("EK100"))[-1] == parse_square("EK100")
    assert found.receipt.value == 120


def test_g_8_a_windows_edge_does_not_narrow_the_place_of_a_leading_block() -> None:
    """From a corridor into the open at Q9: the free space about it begins at P9."""
    rows = ["." * 17 + "#" * 47 for _ in range(32)]
    rows[8] = "." * 64
    ogre = who("ogre", "L", "R9")
    scene = stage("pf1", " ".join(rows), ogre)
    found = reachable(scene, ogre, Manner(budget=1, squeeze=True))
    assert found.result.window is not None
    assert found.cost(parse_square("Q9")) == 1
    assert found.count == 1  # S9 is in the corridor: 2


def test_c_058_whoever_reaches_into_a_window_is_in_the_way_there() -> None:
    """The worm's anchor, F1, lies beyond the edge; its space is F1:K6."""
    worm = who("worm", "C", "F1")
    hero = who("hero", "M", "N3", "party")
    scene = stage("pf1", open_ground(64, 32), worm, hero)
    found = reachable(scene, hero, Manner(budget=4))
    assert found.result.window is not None
    assert found.result.window.x == 8
    assert found.cost(parse_square("L3")) == 2
    assert {str(square) for square in found.squares} & {"I3", "J3", "K3"} == set()


def test_the_receipt_of_a_way_prices_each_step_as_the_movement_does() -> None:
    scene = stage("pf1", "..:.. ..#.. .....", who("hero", "M", "A1", "party"))
    hero = scene.creatures[0]
    way = cheapest(scene, hero, parse_square("E1"), Manner())
    walked = move(scene, hero, way.path, Manner())
    assert way.cost == walked.cost
    assert way.receipt.parts[0] == walked.receipt
    assert (way.receipt.rule, way.receipt.value) == ("G-6", way.cost)


def test_the_receipt_names_what_shaped_the_reach() -> None:
    scene = stage(
        "pf1",
        "..:.# .o..# .%..# #####",
        who("hero", "M", "A1", "party"),
        who("pal", "M", "C2", "party"),
        who("orc", "M", "D3"),
        walls="A1/A2",
    )
    found = reachable(scene, scene.creatures[0], Manner(budget=9)).receipt
    assert {
        "C-009",
        "C-022",
        "C-026",
        "C-028",
        "C-040",
        "C-044",
        "C-055",
        "C-056",
        "C-058",
        "C-061",
    } <= rules_of(found)


@pytest.mark.parametrize(
    ("rows", "others", "to", "rule"),
    [
        (".#.", (), "C1", "C-044"),
        (".~.", (), "C1", "C-045"),
        ("...", (who("orc", "M", "B1"),), "C1", "C-058"),
        (".=.", (), "B1", "C-040"),
        ("...", (who("pal", "M", "C1", "party"),), "C1", "C-061"),
        (".# #.", (), "B2", "C-052"),
    ],
)
def test_no_way_is_told_by_its_rule(
    rows: str, others: tuple[Creature, ...], to: str, rule: str
) -> None:
    hero = who("hero", "M", "A1", "party")
    found = cheapest(stage("pf1", rows, hero, *others), hero, parse_square(to), Manner())
    assert (found.reachable, found.cost, found.path) == (False, None, ())
    assert rule in rules_of(found.receipt)


def test_a_way_beyond_the_budget_is_none() -> None:
    hero = who("hero", "M", "A1", "party")
    scene = stage("pf1", open_ground(9, 1), hero)
    found = cheapest(scene, hero, parse_square("G1"), Manner(budget=5))
    assert not found.reachable
    assert "C-009" in rules_of(found.receipt)
    assert cheapest(scene, hero, parse_square("G1"), Manner(budget=6)).cost == 6


def test_any_answer_has_a_receipt_whose_parts_all_name_a_rule() -> None:
    for seed in range(60):
        chance = random.Random(f"receipts {seed}")
        scene = random_scene(chance)
        mover = chance.choice(scene.creatures)
        manner = random_manner(chance, scene)
        if scene.rules.id == "pf2":
            manner = replace(manner, extra_doublings=0)
        found = reachable(scene, mover, manner)
        assert found.receipt.value == found.count
        to = Square(chance.randint(-1, scene.field.width), chance.randint(-1, scene.field.height))
        way = cheapest(scene, mover, to, manner)
        assert (way.receipt.value == way.cost) == way.reachable
        for receipt in (found.receipt, way.receipt):
            assert all(part.rule for part in receipt.walk())


BOARD: Mapping[str, Any] = {
    "map": "....\n.#..\n....\n",
    "creatures": (
        {"id": "hero", "size": "M", "at": "A1", "side": "party"},
        {"id": "orc", "size": "M", "at": "C1", "side": "foe"},
    ),
}


def ask(kind: str, given: Mapping[str, Any], ruleset: str = "pf1") -> Mapping[str, Any]:
    """What a kind answers; {"bad": key} for what cannot be read."""
    case = Case("t.toml", "t", ruleset, kind, given, {}, board=BOARD)
    found = run(case, {ruleset: packaged(ruleset)})
    return {"bad": found.key} if isinstance(found, Bad) else found.got


def test_the_kinds_answer_all_their_keys() -> None:
    assert ask("cheapest", {"mover": "hero", "to": "D1"}) == {"reachable": True, "cost": 6}
    assert ask("cheapest", {"mover": "hero", "to": "B2"}) == {"reachable": False}
    assert ask("cheapest", {"mover": "hero", "to": "A1"}) == {"reachable": True, "cost": 0}
    assert ask("reachable_count", {"mover": "hero", "budget": 1}) == {
        "count": 2,
        "squares": ["B1", "A2"],
    }
    assert ask("reachable_count", {"mover": "hero", "budget": 0}) == {"count": 0, "squares": []}


def test_more_than_thirty_squares_are_counted_only() -> None:
    board = {"map": open_ground(8, 8).replace(" ", "\n"), "creatures": BOARD["creatures"][:1]}
    case = Case(
        "t.toml", "t", "pf1", "reachable_count", {"mover": "hero", "budget": 8}, {}, board=board
    )
    found = run(case, {"pf1": packaged("pf1")})
    assert not isinstance(found, Bad)
    assert set(found.got) == {"count"}


@pytest.mark.parametrize(
    ("kind", "given", "key"),
    [
        ("cheapest", {"mover": "hero"}, "to"),
        ("cheapest", {"to": "A1"}, "mover"),
        ("cheapest", {"mover": "ghost", "to": "A1"}, "mover"),
        ("cheapest", {"mover": "hero", "to": "A9"}, "to"),
        ("cheapest", {"mover": "hero", "to": "orc"}, "to"),
        ("cheapest", {"mover": "hero", "to": 3}, "to"),
        ("cheapest", {"mover": "hero", "to": "D1", "path": ("A1",)}, "path"),
        ("cheapest", {"mover": "hero", "to": "D1", "budget": -1}, "budget"),
        ("cheapest", {"mover": "hero", "to": "D1", "action": "withdraws"}, "action"),
        ("reachable_count", {"mover": "hero"}, "budget"),
        ("reachable_count", {"mover": "hero", "budget": "many"}, "budget"),
        ("reachable_count", {"mover": "hero", "budget": 10**9}, "budget"),
        ("reachable_count", {"budget": 1}, "mover"),
        ("reachable_count", {"mover": "hero", "budget": 1, "to": "A1"}, "to"),
        ("cheapest", {"mover": "hero", "to": "D1", "extra_doublings": 99}, "extra_doublings"),
        ("cheapest", {"mover": "hero", "to": "D1", "tumble_success": "orc"}, "tumble_success"),
    ],
)
def test_bad_inputs_are_named_by_key(kind: str, given: Mapping[str, Any], key: str) -> None:
    assert ask(kind, given) == {"bad": f"given.{key}"}
