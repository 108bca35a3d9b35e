"""What heals when, as it is told and as it then happens."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.play import queries
from core.play.road.commands import Camp, Wait
from core.values import replace
from tests.builders import HARSK, HORSE, after, assets, damage, party

PF1 = assets()


@pytest.mark.parametrize("rested", [Fraction(0), Fraction(1, 4), Fraction(7, 2)])
@pytest.mark.parametrize("points", [1, 4, 5, 15])
def test_nonlethal_damage_is_gone_when_it_was_said_to_be(points: int, rested: Fraction) -> None:
    # T-122: one point a level and complete hour
    hurt = replace(HARSK, nonlethal=points, strain=points, rested=rested)
    hours = queries.recovery(hurt, PF1).hours
    assert hours is not None
    state = party(hurt)
    assert damage(after(Wait(hours), state), "harsk") == (0, 0)
    if hours > Fraction(1, 100):
        assert damage(after(Wait(hours - Fraction(1, 100)), state), "harsk") != (0, 0)


def test_lethal_damage_is_gone_after_the_nights_it_was_said_to_take() -> None:
    # T-168: 7 points, 3 hit dice: 3 nights
    hurt = replace(HORSE, damage=7, strain_lethal=2)
    found = queries.recovery(hurt, PF1)
    assert found == queries.Recovery(Fraction(0), 3)
    assert found.nights is not None
    state = party(hurt, clock=Instant(0, Fraction(17)))
    for _ in range(found.nights):
        assert damage(state, "horse") != (0, 0)
        state = after(Camp(), state)
    assert damage(state, "horse") == (0, 0)


def test_who_is_whole_needs_no_rest() -> None:
    assert queries.recovery(HARSK, PF1) == queries.Recovery(Fraction(0), 0)
