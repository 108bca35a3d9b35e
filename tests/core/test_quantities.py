"""Quantities are understood in either system; a bare number is in the unit of its field."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.quantities import (
    DISTANCE,
    LENGTH,
    PACE,
    WEIGHT,
    Dimension,
    Units,
    maybe_quantity,
    read_quantity,
    write_quantity,
)
from tests.each import each

BOTH: tuple[Units, Units] = ("metric", "imperial")


@pytest.mark.parametrize(
    ("kind", "text", "metric", "imperial"),
    [
        (LENGTH, "30 ft", "9", "9"),
        (LENGTH, "30ft", "9", "9"),
        (LENGTH, "30 feet", "9", "9"),
        (LENGTH, "5'", "3/2", "3/2"),
        (LENGTH, "1.5 m", "3/2", "3/2"),
        (LENGTH, "1,5 m", "3/2", "3/2"),
        (LENGTH, "43 m", "43", "43"),
        (LENGTH, "5 sq", "15/2", "15/2"),
        (LENGTH, "30", "30", "9"),
        (DISTANCE, "6 miles", "9", "9"),
        (DISTANCE, "12 km", "12", "12"),
        (DISTANCE, "6", "6", "9"),
        (PACE, "20 mph", "30", "30"),
        (PACE, "30 km/h", "30", "30"),
        (PACE, "20", "20", "30"),
        (WEIGHT, "120 lb", "60", "60"),
        (WEIGHT, "120 lbs", "60", "60"),
        (WEIGHT, "60kg", "60", "60"),
        (WEIGHT, "80", "80", "40"),
    ],
)
def test_a_unit_means_the_same_in_both_systems(
    kind: Dimension, text: str, metric: str, imperial: str
) -> None:
    assert read_quantity(text, kind, "metric") == Fraction(metric)
    assert read_quantity(text, kind, "imperial") == Fraction(imperial)


@each("kind", [LENGTH, DISTANCE, PACE, WEIGHT])
@each("units", BOTH)
@each("metric", ["1", "3/2", "10", "1/3"])
def test_what_is_written_bare_is_read_back(kind: Dimension, units: Units, metric: str) -> None:
    """Given an amount without end in decimals too, then the number written is the same amount."""
    written = write_quantity(Fraction(metric), kind, units)
    assert read_quantity(written, kind, units) == Fraction(metric)


@pytest.mark.parametrize("text", ["", "ft", "x", "30 kg", "1/0", "1" * 10, "3 hands", "-3"])
def test_what_is_no_length_is_refused_with_the_units(text: str) -> None:
    assert maybe_quantity(text, LENGTH, "metric") is None
    with pytest.raises(Refusal) as refused:
        read_quantity(text, LENGTH, "imperial")
    assert refused.value.code == "bad_number"
