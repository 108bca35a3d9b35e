"""Movements square by square (2.2 to 2.5, 2.14, section 3): prices, refusals, receipts."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action, GridMode, Manner, Scene
from core.combat.board.squares import Square
from core.combat.movement.moves import MeasuredMove, move
from core.messages import Message, Refusal
from core.receipts import Receipt
from tests.core.combat.staging import open_ground, path, rules_of, stage, who

D20 = ("pf1", "dnd35", "sf")
ALL = (*D20, "pf2")


def on(
    ruleset: str,
    rows: str,
    names: str,
    manner: Manner | None = None,
    *,
    size: str = "M",
    conditions: tuple[str, ...] = (),
    walls: str = "",
    low: str = "",
) -> MeasuredMove:
    """A movement of one creature alone."""
    mover = who("mover", size, names.split()[0], "party", *conditions)
    scene = stage(ruleset, rows, mover, walls=walls, low=low)
    return move(scene, mover, path(names), manner or Manner())


def said(receipt: Receipt) -> str:
    """All values of messages in a receipt, to look for squares and borders in."""
    messages = (m for part in receipt.walk() for m in (part.label, part.value))
    return " ".join(str(m.values) for m in messages if isinstance(m, Message))


@pytest.mark.parametrize("ruleset", ALL)
def test_c_021_straight_squares_cost_one_each(ruleset: str) -> None:
    found = on(ruleset, "....", "A1 B1 C1 D1", Manner(budget=3))
    assert (found.legal, found.reason, found.cost, found.steps) == (True, "ok", 3, (1, 1, 1))
    assert not any(part.default for part in found.receipt.walk())


def test_c_024_the_count_runs_on_through_the_turn_in_pf2_only() -> None:
    before = Manner(diagonals_before=3)
    assert on("pf2", open_ground(3, 3), "A1 B2 C3", before).steps == (2, 1)
    assert "C-024" in rules_of(on("pf2", open_ground(3, 3), "A1 B2", before).receipt)
    assert on("pf1", open_ground(3, 3), "A1 B2 C3", before).steps == (1, 2)
    assert "C-023" in rules_of(on("pf1", open_ground(3, 3), "A1 B2", before).receipt)


def test_c_025_leaving_bad_ground_costs_nothing() -> None:
    found = on("dnd35", "%.", "A1 B1")
    assert found.cost == 1
    assert "C-025" in rules_of(found.receipt)


def test_c_027_a_hampered_diagonal_leaves_the_count_alone() -> None:
    found = on("pf1", "... .:. ...", "A1 B2 C3 B2 A1")
    assert found.steps == (3, 1, 3, 2)
    assert [("C-027" in rules_of(part)) for part in found.receipt.parts[:4]] == [
        False,
        True,
        False,
        True,
    ]


def test_c_028_three_doublings_make_eight_and_twelve_on_an_open_question() -> None:
    found = on("dnd35", "%% %%", "A1 B1 A2", Manner(extra_doublings=1))
    assert found.steps == (8, 12)
    assert "QC-3" in {q for part in found.receipt.walk() for q in part.questions}


@pytest.mark.parametrize(
    ("action", "reason", "rule"),
    [
        ("run", "hampered_run", "C-030"),
        ("charge", "hampered_charge", "C-030"),
        ("five_foot_step", "hampered_five_foot_step", "C-034"),
    ],
)
@pytest.mark.parametrize(
    ("rows", "low", "extra"),
    [(".:.", "", 0), (".%.", "", 0), (".=.", "", 0), ("...", "A1/B1", 0), ("...", "", 1)],
)
def test_c_034_a_five_foot_step_a_run_and_a_charge_enter_no_hampered_square(
    action: Action, reason: str, rule: str, rows: str, low: str, extra: int
) -> None:
    found = on("pf1", rows, "A1 B1", Manner(action=action, extra_doublings=extra), low=low)
    assert (found.reason, found.at, found.cost) == (reason, Square(1, 0), None)
    assert rule in rules_of(found.receipt)


def test_c_038_a_step_enters_no_difficult_ground_unless_it_is_ignored() -> None:
    step = Manner(action="step")
    assert on("pf2", ".:", "A1 B1", step).reason == "hampered_step"
    ranger = ("ignores_difficult",)
    assert on("pf2", ".:", "A1 B1", step, conditions=ranger).reason == "ok"
    assert on("pf2", ".%", "A1 B1", step, conditions=ranger).reason == "hampered_step"
    assert on("pf2", "..", "A1 B1", step, low="A1/B1").reason == "hampered_step"


def test_c_030_no_rule_of_pf2_bounds_a_charge() -> None:
    assert on("pf2", ".:.", "A1 B1 C1", Manner(action="charge")).cost == 3


@pytest.mark.parametrize("action", ["five_foot_step", "step"])
@pytest.mark.parametrize("ruleset", ALL)
def test_c_034_a_small_step_is_one_square(ruleset: str, action: Action) -> None:
    found = on(ruleset, "...", "A1 B1 C1", Manner(action=action))
    assert (found.reason, found.at, found.cost) == ("too_long", Square(2, 0), None)
    assert rules_of(found.receipt) >= {"C-038" if ruleset == "pf2" else "C-034"}
    assert on(ruleset, "...", "A1 B1", Manner(action=action)).reason == "ok"


@pytest.mark.parametrize("ruleset", D20)
def test_c_031_a_run_is_straight_and_a_charge_is_not_asked(ruleset: str) -> None:
    rows = open_ground(4, 3)
    assert on(ruleset, rows, "A1 B2 C3", Manner(action="run")).reason == "ok"
    bent = on(ruleset, rows, "A1 B1 C1 D2", Manner(action="run"))
    assert (bent.reason, bent.at) == ("not_straight", Square(3, 1))
    assert on(ruleset, rows, "A1 B1 C1 D2", Manner(action="charge")).reason == "ok"


def test_c_032_the_worst_square_of_the_space_is_named() -> None:
    found = on("pf1", "..... ..... ...:%", "B1 C1 C2", size="L")
    assert found.steps == (1, 2)
    assert "D3" in said(found.receipt)
    assert "C-032" in rules_of(found.receipt)


@pytest.mark.parametrize("mode", ["fly", "incorporeal"])
@pytest.mark.parametrize("ruleset", ALL)
def test_c_033_those_who_leave_the_ground_ignore_it(ruleset: str, mode: GridMode) -> None:
    found = on(ruleset, ".:o~%^=.", "A1 B1 C1 D1 E1 F1 G1 H1", Manner(mode=mode), low="A1/B1")
    assert (found.steps, found.hazard_steps) == ((1,) * 7, 0)
    assert "C-033" in rules_of(found.receipt)


def test_c_033_flight_is_simplified_on_the_flat_map() -> None:
    rules = {name: rules_of(on(name, "..", "A1 B1", Manner(mode="fly")).receipt) for name in ALL}
    assert "C-143" in rules["pf1"] & rules["dnd35"]
    assert "C-123" in rules["sf"]
    assert "C-134" in rules["pf2"]


def test_c_037_squares_that_are_jumped_over_are_no_terrain() -> None:
    """A jump is priced as flight."""
    assert on("pf2", ".%%.", "A1 B1 C1 D1", Manner(mode="fly")).cost == 3


def test_c_039_c_043_the_free_square_beyond_is_paid_too_and_a_check_is_flagged() -> None:
    found = on("pf1", ".=.", "A1 B1 C1", Manner(budget=2))
    assert (found.reason, found.cost) == ("budget", 3)
    assert {"C-039", "C-043"} <= rules_of(found.receipt)


@pytest.mark.parametrize("sign", ["o", "="])
def test_c_040_an_obstacle_is_no_stopping_place_for_walkers(sign: str) -> None:
    rows = f".{sign}."
    assert on("pf1", rows, "A1 B1").reason == "obstacle_end"
    assert on("pf1", rows, "A1 B1", Manner(mode="fly")).reason == "ok"
    assert on("pf1", rows, "A1 B1", Manner(ends_here=False)).reason == "ok"
    assert on("pf1", f"....{sign} .....", "B1 C1 D1", size="L").reason == "obstacle_end"


def test_c_042_c_051_objects_may_block_more_at_the_gms_word() -> None:
    found = on("pf2", ".=", "A1 B1")
    assert {"C-042", "C-051"} <= rules_of(found.receipt)
    assert "C-035" not in rules_of(found.receipt)


def test_c_036_ignoring_difficult_ground_is_told_with_what_is_left_to_pay() -> None:
    found = on("pf2", ".:%=", "A1 B1 C1 D1", conditions=("ignores_difficult",))
    assert found.steps == (1, 2, 1)
    left = [part.value for part in found.receipt.walk() if part.rule == "C-036"]
    assert left == [0, 1, 0]
    assert on("pf1", ".:", "A1 B1", conditions=("ignores_difficult",)).cost == 2


@pytest.mark.parametrize(("ruleset", "price"), [("pf1", 3), ("pf2", 2)])
def test_c_041_a_low_wall_is_paid_once_where_the_front_crosses_it(ruleset: str, price: int) -> None:
    rows = open_ground(6, 2)
    low = "B1/C1 B2/C2"
    found = on(ruleset, rows, "A1 B1 C1 D1", size="L", low=low)
    assert found.steps == (price, 1, 1)
    back = on(ruleset, rows, "D1 C1 B1 A1", size="L", low=low)
    assert back.steps == (1, price, 1)
    assert "B1/C1" in said(found.receipt)


@pytest.mark.parametrize("names", ["A1 B2", "B2 A1", "B1 A2"])
def test_c_041_no_diagonal_touches_a_low_wall(names: str) -> None:
    found = on("sf", open_ground(3, 3), names, low="A1/B1")
    assert found.reason == "corner"
    assert "C-041" in rules_of(found.receipt)
    assert on("sf", open_ground(3, 3), names, Manner(mode="fly"), low="A1/B1").reason == "ok"


def test_c_044_incorporeal_creatures_go_through_walls_but_do_not_end_in_them() -> None:
    ghost = Manner(mode="incorporeal")
    rows = ".#. #.."
    assert on("dnd35", rows, "A1 B2", ghost).reason == "ok"
    assert on("dnd35", rows, "A1 B1", ghost).reason == "blocked"
    assert on("dnd35", rows, "A1 B1 C1", ghost, walls="B1/C1").reason == "ok"


def test_c_045_walkers_do_not_swim_and_swimmers_do_not_walk() -> None:
    swim = Manner(mode="swim")
    assert on("pf1", ".~", "A1 B1").reason == "blocked"
    assert on("pf1", ".~.", "A1 B1", swim).reason == "ok"
    left = on("pf1", ".~.", "A1 B1 C1", swim)
    assert (left.reason, left.at) == ("blocked", Square(2, 0))
    assert "C-131" in rules_of(left.receipt)


def test_c_047_the_steps_onto_hazard_are_counted() -> None:
    found = on("pf1", ".^.^ ....", "A1 B1 C1 D1", Manner(budget=2))
    assert (found.reason, found.cost, found.hazard_steps) == ("budget", 3, 2)
    assert "C-047" in rules_of(found.receipt)
    assert on("pf1", "...^ ....", "A1 B1 C1", size="L").hazard_steps == 1


@pytest.mark.parametrize(
    ("condition", "rule"),
    [("narrow_surface", "C-048"), ("uneven_ground", "C-049"), ("incline", "C-050")],
)
def test_c_048_surfaces_ask_for_checks_in_pf2(condition: str, rule: str) -> None:
    for ruleset in ALL:
        found = on(ruleset, "..", "A1 B1", conditions=(condition,))
        assert (rule in rules_of(found.receipt)) == (ruleset == "pf2")


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(
    ("rows", "walls", "rule", "named"),
    [
        (".# ..", "", "C-052", "B1"),
        (".. #.", "", "C-052", "A2"),
        (".. ..", "B1/B2", "C-055", "B1/B2"),
        (".. ..", "A2/B2", "C-055", "A2/B2"),
    ],
)
def test_c_052_a_diagonal_cuts_no_corner(
    ruleset: str, rows: str, walls: str, rule: str, named: str
) -> None:
    found = on(ruleset, rows, "A1 B2", walls=walls)
    assert (found.reason, found.at) == ("corner", Square(1, 1))
    assert rule in rules_of(found.receipt)
    assert f"'{named}'" in said(found.receipt)


def test_c_053_what_is_not_solid_is_no_corner() -> None:
    found = on("dnd35", ".~ ..", "A1 B2")
    assert found.cost == 1
    assert "C-053" in rules_of(found.receipt)
    assert "QC-54" in {q for part in found.receipt.walk() for q in part.questions}


@pytest.mark.parametrize(("names", "solid"), [("B2 C3", "D2"), ("C3 B2", "B4"), ("B3 C2", "D4")])
def test_c_054_a_big_body_sweeps_its_block(names: str, solid: str) -> None:
    column = ord(solid[0]) - ord("A")
    row = int(solid[1]) - 1
    grid = [["."] * 5 for _ in range(5)]
    grid[row][column] = "#"
    found = on("pf1", " ".join(map("".join, grid)), names, size="L")
    assert found.reason == "corner"
    assert "C-054" in rules_of(found.receipt)
    assert on("pf1", open_ground(5, 5), names, size="L").reason == "ok"


def test_c_055_who_is_astride_a_wall_already_is_told_which() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", "... ... ...", ogre, walls="A1/A2")
    found = move(scene, ogre, path("A1 B2"), Manner())
    assert found.reason == "blocked"
    assert [part.value for part in found.receipt.walk() if part.rule == "C-055"] == ["A1/A2"]


def test_c_055_a_wall_inside_the_new_space_blocks_even_a_diagonal() -> None:
    rows = open_ground(4, 4)
    inside = on("pf1", rows, "A1 B2", size="L", walls="C2/C3")
    assert (inside.reason, "C-055" in rules_of(inside.receipt)) == ("blocked", True)
    assert on("pf1", rows, "A1 B2", size="L", walls="C1/C2").reason == "corner"
    assert on("pf1", rows, "A1 B1", size="L", walls="C1/C2").reason == "blocked"
    assert on("pf1", rows, "A1 B1", size="L", walls="C1/D1").reason == "ok"


def test_c_008_nothing_is_off_the_map() -> None:
    assert on("pf1", "..", "B1 C1").reason == "offmap"
    assert on("pf1", "... ...", "B1 C1", size="L").reason == "offmap"
    assert on("pf1", "..", "B1 C1", Manner(mode="incorporeal")).reason == "offmap"


@pytest.mark.parametrize("ruleset", ALL)
def test_c_251_who_cannot_move_makes_no_step(ruleset: str) -> None:
    for condition in ("paralyzed", "unconscious", "bound", "dead"):
        found = on(ruleset, "..", "A1 B1", conditions=(condition,))
        assert (found.legal, found.reason, found.at) == (False, "cannot_move", Square(0, 0))
    assert on(ruleset, "..", "A1 B1", conditions=("stunned", "asleep")).reason == "ok"


@pytest.mark.parametrize("condition", ["fatigued", "exhausted"])
@pytest.mark.parametrize("action", ["run", "charge"])
def test_c_252_the_fatigued_neither_run_nor_charge(action: Action, condition: str) -> None:
    found = on("pf1", "..", "A1 B1", Manner(action=action), conditions=(condition,))
    assert (found.reason, found.at) == ("no_run", Square(0, 0))
    assert "C-252" in rules_of(found.receipt)
    assert condition in said(found.receipt)
    assert on("pf1", "..", "A1 B1", conditions=(condition,)).reason == "ok"


def test_c_154_a_full_round_buys_one_square_and_provokes() -> None:
    rows = ".%. ..."
    whole = Manner(budget=0, full_round=True)
    found = on("dnd35", rows, "A1 B1", whole)
    assert (found.legal, found.reason, found.cost) == (True, "minimum_move", 4)
    assert {"C-154", "C-155"} <= rules_of(found.receipt)
    assert on("dnd35", rows, "A1 B1 C1", whole).reason == "budget"
    assert on("dnd35", ".=.", "A1 B1", whole).reason == "obstacle_end"
    assert on("dnd35", ".#.", "A1 B1", whole).reason == "blocked"
    assert on("pf2", rows, "A1 B1", whole).reason == "budget"


def test_c_009_the_budget_is_asked_before_the_stopping_square() -> None:
    found = on("pf1", ".=", "A1 B1", Manner(budget=1))
    assert (found.reason, found.cost, found.at) == ("budget", 2, None)


def test_g_3_a_step_leads_to_a_neighbour_and_the_first_fault_counts() -> None:
    assert on("pf1", "...", "A1 C1").reason == "not_adjacent"
    assert on("pf1", "...", "A1 A1").reason == "not_adjacent"
    found = on("pf1", ".:.#", "A1 B1 C1 D1 E1")
    assert (found.reason, found.at, found.steps) == ("blocked", Square(3, 0), (2, 1))


def test_a_path_of_one_square_is_no_movement() -> None:
    found = on("pf1", ".", "A1")
    assert (found.legal, found.reason, found.cost, found.steps) == (True, "ok", 0, ())


def test_a_path_has_a_square() -> None:
    mover = who("mover", "M", "A1")
    with pytest.raises(Refusal) as refused:
        move(stage("pf1", "..", mover), mover, (), Manner())
    assert refused.value.code == "empty_path"


@pytest.mark.parametrize(
    ("ruleset", "extra"), [("pf2", 1), ("pf1", 11), ("pf1", -1), ("sf", 10**9)]
)
def test_c_046_extra_doublings_have_bounds(ruleset: str, extra: int) -> None:
    with pytest.raises(Refusal) as refused:
        on(ruleset, "..", "A1 B1", Manner(extra_doublings=extra))
    assert refused.value.code == "extra_doublings"


@pytest.mark.parametrize("names", [[(-1, 0), (0, 0)], [(-9, -9), (99, 99)], [(0, 0), (-1, -1)]])
def test_c_008_paths_off_the_map_get_an_answer(names: list[tuple[int, int]]) -> None:
    mover = who("mover", "M", "A1")
    scene: Scene = stage("pf1", "..", mover)
    found = move(scene, mover, [Square(*name) for name in names], Manner())
    assert isinstance(found.reason, str)
    assert found.receipt.rule == "G-5"
