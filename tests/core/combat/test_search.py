"""The search of the combat grid by hand: costs, paths, windows, long thin ways, odd inputs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.scene import Manner, Scene
from core.combat.board.squares import Battlefield, Square, parse_square
from core.combat.movement.footing import Steps, steps
from core.combat.search.reach import Reach, cheapest, reachable
from core.combat.search.search import BAND, BoardWindow, SearchResult, rays, rows_of, search
from core.combat.search.wavefront import folded
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.oracles.textbook import Textbook
from tests.core.combat.staging import open_ground, path, stage, who

HERO = who("hero", "M", "A1", "party")


def ways(ruleset: str, rows: str, manner: Manner | None = None, at: str = "A1") -> Steps:
    scene = stage(ruleset, rows, who("hero", "M", at, "party"))
    return steps(scene, scene.creature("hero"), manner or Manner())


def serpentine(width: int, height: int) -> str:
    """One long way: every second row is a wall with a gap at one end."""
    wall = "#" * (width - 1)
    rows = [
        "." * width if y % 2 == 0 else (wall + "." if y % 4 == 1 else "." + wall)
        for y in range(height)
    ]
    return " ".join(rows)


def moved(scene: Scene, **manner: object) -> Reach:
    return reachable(scene, scene.creatures[0], Manner(**manner))  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_022_the_open_field_is_measured_one_two_one_two(ruleset: str) -> None:
    found = search(ways(ruleset, open_ground(17, 17), at="I9"), None)
    for x in range(17):
        for y in range(17):
            across = abs(x - 8)
            down = abs(y - 8)
            expected = max(across, down) + min(across, down) // 2
            assert found.cost(Square(x, y)) == expected


def test_c_024_a_diagonal_made_before_turns_the_count() -> None:
    scene = stage("pf2", open_ground(5, 5), HERO)
    odd = moved(scene, diagonals_before=1)
    assert [odd.cost(Square(n, n)) for n in range(5)] == [0, 2, 3, 5, 6]


def test_c_027_a_hampered_diagonal_leaves_the_count_alone() -> None:
    found = search(ways("pf1", ".### #:## ##.# ###."), None)
    assert found.cost(Square(1, 1)) is None  # the corners are solid
    found = search(ways("pf1", "...~ .:~. .~.. ...."), None)
    assert found.path(Square(2, 2)) == path("A1 B2 C3")
    assert found.cost(Square(2, 2)) == 4


def test_c_046_ten_doublings_cost_a_thousand_and_more() -> None:
    scene = stage("pf1", open_ground(3, 3), HERO)
    found = moved(scene, extra_doublings=10)
    assert [found.cost(square) for square in path("B1 B2 C3")] == [1024, 1536, 3072]
    assert moved(scene, extra_doublings=10, budget=1023).count == 0


def test_c_041_a_low_wall_is_dearer_in_the_dark() -> None:
    scene = stage("pf1", "..", HERO, low="A1/B1")
    assert [moved(scene, extra_doublings=k).cost(Square(1, 0)) for k in range(3)] == [3, 6, 12]
    assert moved(stage("pf2", "..", HERO, low="A1/B1")).cost(Square(1, 0)) == 2


def test_the_path_keeps_to_the_straight_line() -> None:
    found = search(ways("pf1", open_ground(7, 5)), None)
    assert found.path(parse_square("G4")) == path("A1 B2 C2 D3 E3 F4 G4")
    assert found.path(parse_square("G1")) == path("A1 B1 C1 D1 E1 F1 G1")
    assert found.path(parse_square("A1")) == path("A1")


def test_the_path_goes_round_what_is_dearer() -> None:
    found = search(ways("pf1", "..... .:::. .....", at="A2"), None)
    assert found.cost(parse_square("E2")) == 5
    assert found.path(parse_square("E2")) == path("A2 B3 C3 D3 E2")


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_a_long_thin_way_is_found_to_its_end(ruleset: str) -> None:
    rows = serpentine(41, 41)
    scene = stage(ruleset, rows, HERO)
    found = moved(scene)
    assert found.result.walked.reached
    costs, ends = Textbook(scene, HERO, Manner()).answers()
    assert {square: found.cost(square) for square in found.squares} == costs
    assert set(found.squares) == ends
    end = max(costs, key=lambda square: costs[square])
    way = found.path(end)
    assert len(way) == len(set(way)) == costs[end] + 1  # no diagonal cuts a corner


def test_a_budget_ends_a_long_thin_way() -> None:
    scene = stage("pf1", serpentine(41, 41), HERO)
    for budget in (100, 400, 777):
        costs, _ = Textbook(scene, HERO, Manner(budget=budget)).answers()
        found = moved(scene, budget=budget)
        assert {square: found.cost(square) for square in found.squares} == costs
        rings = list(found.result.rings())
        assert rings[-1][0] == budget
        assert sum(anchors for _, anchors in rings) == found.reached | 1


def test_rings_hold_each_square_once_at_its_cost() -> None:
    for rows in (open_ground(9, 9), serpentine(41, 41)):
        found = search(ways("pf1", rows), None)
        rings = list(found.rings())
        assert all(anchors for _, anchors in rings)
        assert [cost for cost, _ in rings] == sorted({cost for cost, _ in rings})
        seen = 0
        field = Battlefield(rows.index(" "), rows.count(" ") + 1)
        for cost, anchors in rings:
            assert not seen & anchors
            seen |= anchors
            assert all(found.cost(square) == cost for square in field.squares(anchors))
        assert seen == found.reached | 1


@pytest.mark.parametrize("rows", [open_ground(41, 41), serpentine(41, 41)])
def test_the_nearest_of_some_anchors_are_the_cheapest(rows: str) -> None:
    chance = random.Random(5)
    ground = ways("pf1", rows, at="K11")
    for budget in (None, 3, 60):
        found = search(ground, budget)
        for _ in range(20):
            among = chance.getrandbits(41 * 42) & chance.getrandbits(41 * 42)
            there = (anchors & among for _, anchors in found.rings())
            assert found.nearest(among) == next(filter(None, there), 0)


def test_within_tells_one_move_from_two() -> None:
    found = search(ways("pf1", open_ground(20, 20), at="K10"), 12)
    one = search(ways("pf1", open_ground(20, 20), at="K10"), 6)
    assert found.upto(6) & found.ends == one.ends
    assert found.upto(12) & found.ends == found.ends


@pytest.mark.parametrize("rows", [open_ground(41, 41), serpentine(41, 41)])
def test_the_farthest_is_the_dearest_place_to_stop(rows: str) -> None:
    ground = ways("pf1", rows)
    for budget in (None, 0, 1, 30, 300):
        found = search(ground, budget)
        costs = {
            square: found.cost(square) or 0 for square in Battlefield(41, 41).squares(found.ends)
        }
        farthest = found.farthest()
        if not costs:
            assert farthest is None
            continue
        assert farthest in costs
        assert costs[farthest] == max(costs.values())
        assert found.upto(max(costs.values()) - 1) & found.ends == found.ends & ~sum(
            1 << (square.y * 42 + square.x) for square in costs if costs[square] == costs[farthest]
        )


def test_a_goal_ends_the_search_early_and_changes_no_cost() -> None:
    ground = ways("pf1", open_ground(200, 200))
    near = search(ground, None, Square(3, 3))
    assert near.cost(Square(3, 3)) == 4
    assert near.path(Square(3, 3)) == path("A1 B2 C3 D4")
    assert near.cost(Square(199, 199)) is None
    assert search(ground, None, Square(-1, 900)).cost(Square(199, 199)) == 298


def test_a_goal_in_a_window_ends_the_search_early_too() -> None:
    ground = ways("pf1", open_ground(500, 400), at="IP200")
    near = parse_square("IM199")
    far = Square(169, 159)
    found = search(ground, 100, near)
    assert found.window.width < 500
    assert (found.cost(near), found.cost(far)) == (3, None)
    assert search(ground, 100, far).cost(far) == 80 + 40 // 2


@pytest.mark.parametrize("budget", [0, 1, 5, 9])
def test_a_budget_cuts_a_window_out_of_a_large_board(budget: int) -> None:
    chance = random.Random(budget)
    rows = ["".join(chance.choices("....:%o=##", k=90)) for _ in range(70)]
    for at in ("A1", "CL70", "AT33", "CL1"):
        ground = ways("pf1", " ".join(rows), at=at)
        small = search(ground, budget)
        whole = search(ground, None)
        assert small.window is not None
        within = sum(anchors for cost, anchors in whole.rings() if cost <= budget)
        assert small.reached == within & ~ground.start
        assert small.ends == within & ground.ends & ~ground.start
        for square in Battlefield(90, 70).squares(small.reached):
            assert small.cost(square) == whole.cost(square)
            assert small.path(square)[-1] == square
            assert search(ground, budget, square).cost(square) == whole.cost(square)


@pytest.mark.parametrize("at", ["D4", "CV4", "D97", "CV97", "AX50"])
def test_whoever_is_shut_in_is_searched_for_in_a_small_window(at: str) -> None:
    middle = parse_square(at)
    room = {middle.by(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4)}
    rows = ["".join("." if (x, y) in room else "#" for x in range(103)) for y in range(100)]
    rows[70] = "." * 103
    found = search(ways("pf1", " ".join(rows), at=at), None)
    assert found.window.width < 103
    assert found.reached == Battlefield(103, 100).bits(room - {middle})


def test_a_window_takes_and_gives_the_same_squares() -> None:
    chance = random.Random(3)
    for _ in range(300):
        wide = chance.randint(1, 30)
        high = chance.randint(1, 30)
        x = chance.randrange(wide)
        y = chance.randrange(high)
        window = BoardWindow(
            x, y, chance.randint(1, wide - x), chance.randint(1, high - y), wide + 1
        )
        board = Battlefield(wide, high)
        squares = {Square(chance.randrange(wide), chance.randrange(high)) for _ in range(40)}
        inside = {
            square
            for square in squares
            if x <= square.x < x + window.width and y <= square.y < y + window.height
        }
        taken = window.take(board.bits(squares))
        part = Battlefield(window.width, window.height)
        assert taken == part.bits(map(window.inside, inside))
        assert window.give(taken) == board.bits(inside)


def test_rows_of_a_set_of_squares() -> None:
    assert rows_of(0, 5) == {}
    assert rows_of(1 | 1 << 3 | 1 << 7 | 1 << 21, 5) == {0: 0b1001, 1: 0b100, 4: 0b10}


@given(st.dictionaries(st.integers(0, 3 * BAND), st.integers(1, 0b1111), max_size=6))
def test_the_rows_of_a_large_board_are_those_that_it_was_made_of(rows: dict[int, int]) -> None:
    bits = sum(squares << y * 5 for y, squares in rows.items())
    assert list(rows_of(bits, 5).items()) == sorted(rows.items())


def test_c_031_rays_go_straight_on_and_stop_at_what_cannot_be_entered() -> None:
    found = rays(ways("pf1", "..... ..#.. .....", at="A2"), None)
    assert found.cost(parse_square("B2")) == 1
    assert found.cost(parse_square("C2")) is None
    assert found.path(parse_square("B3")) == path("A2 B3")
    assert rays(ways("pf1", open_ground(9, 9)), 4).path(parse_square("D4")) == path("A1 B2 C3 D4")
    assert rays(ways("pf1", open_ground(9, 9)), None, 1).reached.bit_count() == 3


def test_a_ray_is_never_read_back_round_a_bend() -> None:
    found = rays(ways("pf1", "... .:. ..."), None)
    assert found.cost(Square(1, 1)) == 3
    assert found.path(Square(2, 2)) == path("A1 B2 C3")


def test_every_price_of_a_fold_is_a_whole_number_of_units() -> None:
    scene = stage("pf1", "..:%", HERO, low="A1/B1")
    fold = folded(steps(scene, HERO, Manner(extra_doublings=3)))
    assert fold.unit == 8
    assert [(on, by) for _, on, by in fold.ground] == [(2, 3), (4, 6), (8, 12)]
    assert [price for _, price in fold.crossing] == [6]
    assert fold.cost(fold.last(100)) <= 100 < fold.cost(fold.last(100) + 1)


@pytest.mark.parametrize("budget", [-5, 0])
def test_nothing_is_reached_for_nothing(budget: int) -> None:
    found = search(ways("pf1", open_ground(3, 3)), budget)
    assert found.reached == found.ends == 0
    assert found.cost(Square(0, 0)) == 0
    assert found.path(Square(1, 1)) == ()


def test_an_enormous_budget_is_no_work() -> None:
    found = search(ways("pf1", open_ground(9, 9)), 10**9)
    assert found.reached.bit_count() == 80


@pytest.mark.parametrize("square", [Square(-1, 0), Square(3, 1), Square(0, -1), Square(0, 99)])
def test_what_is_off_the_map_is_out_of_reach(square: Square) -> None:
    scene = stage("pf1", open_ground(3, 3), HERO)
    found = moved(scene)
    assert found.cost(square) is None
    assert found.path(square) == ()
    assert not cheapest(scene, HERO, square, Manner()).reachable


@pytest.mark.parametrize("budget", [None, 3])
def test_nobody_moves_where_there_is_no_map(budget: int | None) -> None:
    scene = Scene(rules=packaged("pf1"), field=Battlefield(0, 0), creatures=(HERO,))
    found = moved(scene, budget=budget)
    assert (found.count, found.squares) == (0, ())
    assert found.path(Square(0, 0)) == ()
    assert found.receipt.rule == "G-6"
    assert cheapest(scene, HERO, Square(1, 1), Manner(budget=budget)).receipt.rule == "G-6"


def test_a_search_is_the_same_each_time() -> None:
    ground = ways("pf1", serpentine(21, 21))
    one = search(ground, None)
    other = search(ground, None)
    assert isinstance(one, SearchResult)
    ends = list(Battlefield(21, 21).squares(one.reached))[::20]
    assert [one.path(square) for square in ends] == [other.path(square) for square in ends]
