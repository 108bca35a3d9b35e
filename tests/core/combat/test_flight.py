"""Flights and swimming up and down, against a plain count (C-122 to C-143)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.flight import (
    Flight,
    FlightMode,
    after,
    fly,
    parse_bearing,
    parse_heading,
    turned,
)
from core.messages import Refusal
from core.rulesets.combat_schema import Flights
from core.rulesets.parse import parse_ruleset
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.oracles.flight_count import COMPASS, counted
from tests.thorough import examples

PF1 = packaged("pf1")
SF = packaged("sf")
PF2 = packaged("pf2")
WAYS = (
    *COMPASS,
    *(f"U{point}" for point in COMPASS),
    *(f"D{point}" for point in COMPASS),
    "U",
    "D",
)


def prices(rules: Ruleset, *steps: str, **how: str) -> list[Fraction]:
    return list(fly(rules, steps, **how).steps)  # type: ignore[arg-type]


def rules_in(found: Flight) -> set[str]:
    return {part.rule for part in found.receipt.walk()}


@examples(80, 5_000)
@given(
    st.sampled_from(PACKAGED),
    st.lists(st.sampled_from(WAYS), min_size=1, max_size=12),
    st.sampled_from(("", *WAYS)),
    st.sampled_from(("", *COMPASS)),
    st.sampled_from(("normal", "low", "zero", "high")),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 30),
)
def test_a_flight_costs_what_a_plain_count_says(
    system: str,
    steps: list[str],
    main: str,
    wind: str,
    gravity: str,
    before: int,
    swims: bool,
    budget: int,
) -> None:
    mode: FlightMode = "swim" if swims else "fly"
    found = fly(
        packaged(system),
        steps,
        main=main,
        wind=wind,
        gravity=gravity,
        budget=budget,
        diagonals_before=before,
        mode=mode,
    )
    expected = counted(
        system, steps, main=main, wind=wind, gravity=gravity, before=before, swims=swims
    )

    assert list(found.steps) == expected
    assert found.cost == ceil(sum(expected))
    assert found.legal == (found.cost <= budget)
    assert all(part.rule for part in found.receipt.walk())


@examples(60, 2_000)
@given(st.sampled_from(PACKAGED), st.lists(st.sampled_from(WAYS), min_size=1, max_size=8))
def test_the_steps_of_a_receipt_add_up_to_the_flight(system: str, steps: list[str]) -> None:
    found = fly(packaged(system), steps, wind="NE")

    told = [part for part in found.receipt.parts if part.label.template.startswith("step")]
    assert [part.value for part in told] == list(found.steps)


def test_c_122_the_main_direction_is_that_of_the_first_step_unless_it_is_given() -> None:
    assert prices(SF, "S", "S") == [1, 1]
    assert prices(SF, "S", "S", main="E") == [3, 1]
    assert "C-122" in rules_in(fly(SF, ["E"], main="E"))


def test_c_122_an_unfavourable_wind_is_said_to_call_for_a_check() -> None:
    found = fly(SF, ["E"], wind="W")

    assert found.cost == 1
    assert any("check" in part.label.template for part in found.receipt.walk())


@pytest.mark.parametrize(
    ("way", "turns"), [("E", 0), ("NE", 1), ("N", 2), ("NW", 3), ("W", 4), ("SW", 3), ("SE", 1)]
)
def test_c_123_each_45_degrees_cost_one(way: str, turns: int) -> None:
    diagonal = 1 if len(way) == 2 else 0
    assert prices(SF, way, "E", main="E")[0] == 1 + turns
    assert turned(parse_bearing("E"), parse_bearing(way)) == (turns, 0)
    assert prices(SF, "NE", way, main=way)[1] == (2 if diagonal else 1) + min(
        turned(parse_bearing("NE"), parse_bearing(way))[0], 4
    )


def test_c_124_c_125_height_costs_by_gravity_and_descending_nothing() -> None:
    for gravity, climb in (("normal", 1), ("low", 0), ("zero", 0), ("high", 2)):
        assert prices(SF, "U", "UE", main="U", gravity=gravity) == [1 + climb, 2 + climb]
        assert prices(SF, "D", main="D", gravity=gravity) == [1]
    assert "C-125" in rules_in(fly(SF, ["U"], gravity="low"))
    assert "C-124" in rules_in(fly(SF, ["D"]))


def test_c_126_pitch_turns_count_and_a_vertical_step_keeps_the_heading() -> None:
    assert prices(SF, "E", "U", "E", main="E") == [1, 4, 3]
    assert prices(SF, "E", "U", "W", main="E") == [1, 4, 7]
    assert prices(SF, "U", "D", main="U") == [2, 5]
    assert prices(SF, "U", "E", main="U") == [2, 3]
    assert "C-126" in rules_in(fly(SF, ["E", "U"]))


def test_c_127_a_step_that_changes_two_or_three_coordinates_is_one_diagonal() -> None:
    assert prices(SF, "UNE", "UNE", "UNE") == [2, 3, 2]
    assert prices(SF, "DE", "DE", "DN", "N")[:2] == [1, 2]
    assert "C-127" in rules_in(fly(SF, ["UNE"]))


def test_c_022_the_receipt_of_a_diagonal_says_which_of_the_count_it_is() -> None:
    """2 squares of the second diagonal, 1 for gaining height: the parts make up the price."""
    second = fly(SF, ["UE", "UE"]).receipt.parts[-1]
    assert (second.value, [part.value for part in second.parts]) == (3, [2, 1])
    assert [part.rule for part in second.parts] == ["C-022", "C-124"]


def test_c_128_manoeuvrability_changes_no_price() -> None:
    assert not {name for name in Flights.model_fields if "grade" in name or "manoeuv" in name}
    assert SF.rules["C-128"].basis == "part"
    assert "QC-39" in SF.rules["C-128"].questions


def test_c_133_c_136_flying_upward_is_difficult_in_pf2() -> None:
    found = fly(PF2, ["UE", "U", "E"])

    assert list(found.steps) == [2, 2, 1]
    assert {"C-133", "C-136"} <= rules_in(found)


@pytest.mark.parametrize(
    ("wind", "price"),
    [
        ("W", 2),
        ("NW", 2),
        ("SW", 2),
        ("N", 1),
        ("S", 1),
        ("E", "1/2"),
        ("NE", "1/2"),
        ("SE", "1/2"),
    ],
)
def test_c_134_c_135_a_wind_counts_within_45_degrees(wind: str, price: int | str) -> None:
    found = fly(PF2, ["E"], wind=wind)

    assert list(found.steps) == [Fraction(price)]
    asked = {q for part in found.receipt.walk() for q in part.questions}
    assert ("QC-38" in asked) == (wind not in ("W", "N", "S"))


def test_c_134_against_the_wind_and_upward_is_two_in_all() -> None:
    assert prices(PF2, "UE", wind="W") == [3]
    assert prices(PF2, "DE", wind="W") == [2]
    assert prices(PF2, "UE", wind="W", gravity="zero") == [2]


def test_c_135_halves_are_added_and_rounded_up_and_height_stays_whole() -> None:
    found = fly(PF2, ["E", "E", "E"], wind="E")
    assert (found.cost, found.steps) == (2, (Fraction(1, 2),) * 3)
    assert prices(PF2, "UE", "NE", wind="E") == [Fraction(3, 2), 1]
    assert fly(PF2, ["E", "E", "E"], wind="E", budget=2).legal
    assert not fly(PF2, ["E"] * 5, wind="E", budget=2).legal


def test_c_137_straight_down_gives_two_for_one_and_slanting_does_not() -> None:
    assert prices(PF2, "D", "D") == [Fraction(1, 2)] * 2
    assert prices(PF2, "DE", "D") == [1, Fraction(1, 2)]
    found = fly(PF2, ["D"], wind="E")
    assert found.cost == 1
    assert {"C-137", "C-135"} <= rules_in(found)


def test_c_138_without_gravity_up_and_down_are_level() -> None:
    found = fly(PF2, ["U", "D", "UE"], gravity="zero")

    assert list(found.steps) == [1, 1, 1]
    assert "C-138" in rules_in(found)


def test_c_024_diagonals_made_before_count_in_pf2_only() -> None:
    assert fly(PF2, ["NE"], diagonals_before=1).cost == 2
    assert fly(SF, ["NE"], diagonals_before=1).cost == 1
    assert fly(PF1, ["NE"], diagonals_before=1).cost == 1


def test_c_141_swimming_up_or_down_is_difficult_in_pf2_whatever_the_wind() -> None:
    found = fly(PF2, ["E", "U", "DE"], wind="E", mode="swim")

    assert list(found.steps) == [1, 2, 2]
    assert "C-141" in rules_in(found)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_131_swimming_costs_one_and_diagonals_as_usual_in_d20(system: str) -> None:
    found = fly(packaged(system), ["E", "U", "DE", "DE"], mode="swim", main="W")

    assert list(found.steps) == [1, 1, 1, 2]
    assert "C-131" in rules_in(found)


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_c_143_flying_is_plain_and_says_so(system: str) -> None:
    found = fly(packaged(system), ["U", "UE", "W", "N", "SW"], wind="E", gravity="high")

    assert list(found.steps) == [1, 1, 1, 1, 2]
    assert found.receipt.default
    said = [part.label.template for part in found.receipt.walk()]
    assert "simplified: climbing and turning not counted" in said


def test_c_143_a_ruleset_may_set_a_price_for_climbing_and_turning() -> None:
    own = parse_ruleset(
        {
            "ruleset.toml": 'id = "mine"\nname = { en = "Mine" }\nextends = "pf1"\n',
            "combat.toml": "[combat.flight]\nturn = 2\nclimb = 1\nclimb_high_gravity = 3\n",
        },
        PF1,
    )

    assert prices(own, "E", "N", "UN") == [1, 5, 4]
    assert prices(own, "U", gravity="high") == [4]
    said = [part.label.template for part in fly(own, ["E", "N"]).receipt.walk()]
    assert "simplified: climbing and turning not counted" not in said


def test_c_126_who_has_sunk_straight_down_turns_from_there_when_it_goes_on() -> None:
    """Given a way that sinks straight after a slant, then its rest costs what it costs at once."""
    heading = after(parse_bearing("DSW"), parse_bearing("D"))
    assert parse_heading(str(heading)) == heading
    assert turned(parse_heading(str(heading)), parse_bearing("DSW")) == (0, 1)


@pytest.mark.parametrize("text", ["", " ", "X", "UU", "NNE", "EU", "1", "U E", "DDN", "ß"])
def test_a_word_that_is_no_direction_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        fly(PF1, ["E", text])
    assert refused.value.code == "unknown_direction"


@pytest.mark.parametrize("way", WAYS)
def test_a_direction_reads_back_as_it_was_written(way: str) -> None:
    assert str(parse_bearing(way)) == way
    assert parse_bearing(f" {way.lower()} ") == parse_bearing(way)


def test_a_wind_blows_level_and_gravity_has_four_names() -> None:
    for wind in ("U", "UE"):
        with pytest.raises(Refusal) as refused:
            fly(PF2, ["E"], wind=wind)
        assert refused.value.code == "unknown_wind"
    with pytest.raises(Refusal) as refused:
        fly(PF2, ["E"], gravity="none")
    assert refused.value.code == "unknown_gravity"


def test_nobody_who_flies_nowhere_pays() -> None:
    found = fly(PF2, [], budget=0)
    assert (found.cost, found.legal, found.steps) == (0, True, ())
