"""A leg of a journey file may be slowed: `slowed = "x1/2 snow"`, as typed in the program."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.files import FileError
from core.travel.journey import Journey, parse_journey
from saves.store.packaged_rulesets import packaged
from tui.play.command_line.leg_lines import legs

FILE = """\
ruleset = "pf1"
[[party]]
name = "Tam"
speed_m = 9
[[legs]]
km = 24
terrain = "forest"
way = "road"
{slowed}
"""


def read(slowed: str) -> Journey:
    """A journey of one leg."""
    return parse_journey(FILE.format(slowed=slowed))


def test_a_slowed_leg_is_the_leg_that_is_typed() -> None:
    (leg,) = read('slowed = "x1/2 deep snow"').legs
    (typed,) = legs("24km forest road x1/2 deep snow", packaged("pf1"))
    assert (leg.times, leg.because) == (Fraction(1, 2), "deep snow")
    assert (leg.times, leg.because) == (typed.times, typed.because)
    assert (leg.km, leg.terrain, leg.way) == (typed.km, typed.terrain, typed.way)


def test_a_leg_without_the_key_has_the_whole_pace() -> None:
    (leg,) = read("").legs
    assert leg.times == 1
    assert not leg.because


@pytest.mark.parametrize("text", ["snow", "x0 snow", "1/2", "x1/0"])
def test_what_is_no_factor_is_refused_with_its_key(text: str) -> None:
    with pytest.raises(FileError) as found:
        read(f'slowed = "{text}"')
    assert "slowed" in str(found.value)


def test_a_leg_afloat_has_no_factor() -> None:
    afloat = 'boat = "rowboat"\nwater = "lake"\nslowed = "x1/2 fog"'
    with pytest.raises(FileError) as found:
        parse_journey(FILE.format(slowed=afloat).replace('terrain = "forest"\nway = "road"\n', ""))
    assert "slowed" in str(found.value)
