"""What a turn's movement is worth: squares, runs, steps, special speeds (C-009 to C-020)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.movement.turns import (
    MoveLeg,
    actions_for,
    double_move,
    in_squares,
    paces,
    run,
    special_move,
    special_run,
    special_speed,
)
from core.messages import Message, Refusal
from core.receipts import Receipt
from saves.store.packaged_rulesets import packaged

D20 = ("pf1", "dnd35", "sf")
ALL = (*D20, "pf2")


def rules_in(receipt: Receipt) -> set[str]:
    return {part.rule for part in receipt.walk()}


@pytest.mark.parametrize("system", ALL)
@pytest.mark.parametrize(("metres", "squares"), [("4.5", 3), ("6", 4), ("9", 6), ("12", 8)])
def test_c_009_a_speed_in_squares(system: str, metres: str, squares: int) -> None:
    found = in_squares(Fraction(metres), packaged(system))

    assert found.squares == squares
    assert (found.receipt.rule, found.receipt.default) == ("C-009", False)


@pytest.mark.parametrize(("metres", "squares"), [("5", 3), ("1.4", 0), ("10.499", 6), ("0.1", 0)])
def test_c_009_fractions_are_dropped_by_house_default(metres: str, squares: int) -> None:
    found = in_squares(Fraction(metres), packaged("pf1"))

    assert found.squares == squares
    assert found.receipt.default


@pytest.mark.parametrize("system", D20)
def test_c_013_a_double_move_is_twice_the_speed(system: str) -> None:
    rules = packaged(system)

    found = double_move(6, rules)

    assert (found.squares, found.receipt.rule) == (12, "C-013")
    assert found.receipt.default == (system != "dnd35")


@pytest.mark.parametrize(("system", "told"), [("pf1", True), ("sf", True), ("dnd35", False)])
def test_c_017_nobody_walks_in_combat(system: str, told: bool) -> None:
    assert ("C-017" in rules_in(double_move(6, packaged(system)).receipt)) == told


def test_c_018_there_is_no_double_move() -> None:
    with pytest.raises(Refusal, match="no_double_move"):
        double_move(5, packaged("pf2"))


def test_c_018_a_stride_is_one_action() -> None:
    found = actions_for([MoveLeg("walk", 5)], {"walk": 5}, packaged("pf2"))

    assert [(part.rule, part.value) for part in found.parts] == [("C-018", 1)]


@pytest.mark.parametrize(
    ("system", "armor", "load", "squares", "flagged"),
    [
        ("pf1", "none", "light", 24, False),
        ("pf1", "medium", "medium", 24, False),
        ("pf1", "heavy", "light", 18, False),
        ("pf1", "light", "heavy", 18, True),
        ("dnd35", "none", "heavy", 18, False),
        ("dnd35", "heavy", "light", 18, True),
        ("sf", "heavy", "heavy", 24, False),
    ],
)
def test_c_014_running_by_armour_and_load(
    system: str, armor: str, load: str, squares: int, flagged: bool
) -> None:
    found = run(6, packaged(system), armor, load)

    assert found.squares == squares
    assert found.receipt.rule == "C-014"
    assert any(part.default for part in found.receipt.walk()) == flagged


def test_c_014_nobody_runs_in_pf2() -> None:
    with pytest.raises(Refusal, match="no_run_pace"):
        run(6, packaged("pf2"))


@pytest.mark.parametrize(
    ("armor", "load", "code"), [("plate", "light", "armor"), ("none", "huge", "load")]
)
def test_c_014_unknown_armour_or_load_is_refused(armor: str, load: str, code: str) -> None:
    with pytest.raises(Refusal, match=f"unknown_{code}"):
        run(6, packaged("pf1"), armor, load)


PRINTED = {
    "walk": ("4.5", "6", "9", "12"),
    "hustle": ("9", "12", "18", "24"),
    "run_x3": ("13.5", "18", "27", "36"),
    "run_x4": ("18", "24", "36", "48"),
}
"""C-016: metres a round at speed 4.5, 6, 9 and 12 m."""


@pytest.mark.parametrize("system", D20)
@pytest.mark.parametrize(("column", "speed"), enumerate(("4.5", "6", "9", "12")))
def test_c_016_paces_per_round(system: str, column: int, speed: str) -> None:
    found = {pace.pace: pace.metres for pace in paces(Fraction(speed), packaged(system))}

    printed = {pace: Fraction(row[column]) for pace, row in PRINTED.items()}
    if system == "sf":
        del printed["run_x3"]
    assert found == printed


def test_c_016_squares_of_a_pace_are_those_of_its_metres() -> None:
    """5 m are 3 squares, but 20 m of running are 13, not 12."""
    last = paces(Fraction(5), packaged("pf1"))[-1]

    assert (last.pace, last.metres, last.squares) == ("run_x4", Fraction(20), 13)


def test_c_016_pf2_has_no_such_table() -> None:
    assert paces(Fraction(9), packaged("pf2")) == ()


def test_c_019_each_special_speed_of_pf2_has_its_own_action_and_makes_no_step() -> None:
    rows = packaged("pf2").combat.movements

    assert {mode: row.own_action for mode, row in rows.items()} == {
        "burrow": "Burrow",
        "climb": "Climb",
        "fly": "Fly",
        "swim": "Swim",
    }
    assert not any(row.small_step for row in rows.values())
    assert "C-019" in rules_in(special_speed("climb", packaged("pf2")).receipt)


def test_c_020_climbing_to_the_top_and_striding_on_are_two_actions() -> None:
    legs = [MoveLeg("climb", 2), MoveLeg("walk", 2)]

    found = actions_for(legs, {"climb": 4, "walk": 5}, packaged("pf2"))

    assert (found.value, found.rule) == (2, "C-020")
    assert [part.value for part in found.parts] == [1, 1]


def test_c_020_a_change_costs_an_action_and_unchanged_movement_does_not() -> None:
    speeds = {"climb": 4, "walk": 5}
    rules = packaged("pf2")

    assert actions_for([MoveLeg("walk", 2), MoveLeg("walk", 3)], speeds, rules).value == 1
    assert actions_for([MoveLeg("walk", 2), MoveLeg("walk", 4)], speeds, rules).value == 2
    there_and_back = [MoveLeg("walk", 1), MoveLeg("climb", 1), MoveLeg("walk", 1)]
    assert actions_for(there_and_back, speeds, rules).value == 3
    assert actions_for([MoveLeg("walk", 0)], speeds, rules).value == 0
    assert actions_for([], speeds, rules).value == 0


@pytest.mark.parametrize(
    ("system", "leg", "code"),
    [
        ("pf1", MoveLeg("walk", 1), "no_change_rule"),
        ("pf2", MoveLeg("fly", 1), "no_speed"),
        ("pf2", MoveLeg("walk", -1), "negative_leg"),
    ],
)
def test_c_020_what_cannot_be_counted_is_refused(system: str, leg: MoveLeg, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        actions_for([leg], {"walk": 5}, packaged(system))


def test_c_129_a_climb_speed_in_sf() -> None:
    rules = packaged("sf")
    row = special_speed("climb", rules).row

    assert (row.check, row.bonus, row.takes_10) == ("in_danger", 8, True)
    assert not row.flat_footed
    assert special_move("climb", 4, rules).squares == 4
    hurried = special_move("climb", 4, rules, hurried=True)
    assert hurried.squares == 8
    assert any(part.value == -5 for part in hurried.receipt.walk())
    with pytest.raises(Refusal, match="no_run_by"):
        special_run("climb", 4, rules)


def facts(mode: str, system: str) -> dict[str, object]:
    """What the receipt of a special speed says, by its labels' templates."""
    receipt = special_speed(mode, packaged(system)).receipt
    return {
        part.label.template: part.value.template if isinstance(part.value, Message) else part.value
        for part in receipt.parts
    }


def test_c_130_a_swimmer_of_sf_runs_in_a_straight_line_only() -> None:
    rules = packaged("sf")

    assert special_run("swim", 6, rules).squares == 24
    with pytest.raises(Refusal, match="no_run_by"):
        special_run("swim", 6, rules, straight=False)
    with pytest.raises(Refusal, match="no_hurry"):
        special_move("swim", 6, rules, hurried=True)
    assert special_speed("swim", rules).row.bonus == 8
    assert facts("swim", "sf")["breathes in water"] == "no"


def test_c_132_a_burrower_of_sf_neither_runs_nor_leaves_a_tunnel() -> None:
    found = facts("burrow", "sf")

    assert found["may run so"] == "no"
    assert (found["leaves a tunnel"], found["passes through solid rock"]) == ("no", "no")


def test_c_133_a_fly_speed_of_pf2_gives_its_actions() -> None:
    found = facts("fly", "pf2")

    assert found["actions that this speed gives"] == ("Arrest a Fall",)
    assert found["those of one trained in Acrobatics"] == ("Maneuver in Flight",)


@pytest.mark.parametrize(("mode", "rule"), [("climb", "C-139"), ("swim", "C-140")])
def test_c_139_c_140_climb_and_swim_speeds_of_pf2(mode: str, rule: str) -> None:
    found = special_speed(mode, packaged("pf2"))

    assert (found.row.bonus, found.row.check, found.row.takes_10) == (4, "in_danger", False)
    assert (found.row.flat_footed, found.receipt.rule) == (False, rule)


def test_c_142_a_burrow_speed_of_pf2_leaves_no_tunnel() -> None:
    assert facts("burrow", "pf2")["leaves a tunnel"] == "no"


@pytest.mark.parametrize(("system", "mode"), [("pf1", "climb"), ("dnd35", "swim"), ("sf", "fly")])
def test_a_system_that_says_nothing_of_a_speed_is_told(system: str, mode: str) -> None:
    with pytest.raises(Refusal, match="not_covered"):
        special_speed(mode, packaged(system))


@pytest.mark.parametrize("system", ALL)
def test_a_speed_below_zero_is_refused(system: str) -> None:
    rules = packaged(system)

    for asked in (
        lambda: in_squares(Fraction(-3, 2), rules),
        lambda: paces(Fraction(-1), rules),
    ):
        with pytest.raises(Refusal, match="negative_speed"):
            asked()


@pytest.mark.parametrize("system", ["sf", "pf2"])
def test_a_special_speed_below_zero_is_refused(system: str) -> None:
    rules = packaged(system)
    for ask in (special_move, special_run):
        with pytest.raises(Refusal, match="negative_speed"):
            ask("swim", -1, rules)
