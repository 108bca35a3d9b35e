"""What slows the whole party on land, or a single leg: the GM's factor with its reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play.facts.road.commands import March, SetLegs, SetSlowing
from core.play.facts.state import State
from core.play.party.fellows import company
from core.receipts import Receipt
from core.travel.stretches import Stretch
from tests.builders import ROAD, TAM, after, ahead, assets, party, refusal_code, when

HALF = Fraction(1, 2)
STORM = SetSlowing(HALF, "storm")


def gone(state: State) -> Fraction:
    """The kilometres of the next four hours."""
    return after(March(Fraction(4)), state).progress.into_km


def reasons(receipts: tuple[Receipt, ...]) -> set[str]:
    """What the GM slowed by, in the receipts."""
    return {
        str(dict(part.label.values).get("reason", ""))
        for receipt in receipts
        for part in receipt.walk()
        if part.source == "GM"
    }


def test_a_slowed_party_goes_so_much_less_until_it_is_ended() -> None:
    """Given half the pace in a storm, then plan and march have half of it, with the reason."""
    clear = party(TAM)
    stormy = after(STORM, clear)
    assert gone(stormy) == gone(clear) / 2
    assert len(ahead(stormy)) == 2 * len(ahead(clear))
    assert reasons(when(March(Fraction(4)), stormy).receipts) == {"storm"}
    assert after(SetSlowing(None, "Storm"), stormy) == clear


def test_several_reasons_slow_together_and_one_has_its_newest_factor() -> None:
    clear = party(TAM)
    both = after(SetSlowing(Fraction(3, 4), "mud"), after(STORM, clear))
    pace = company(both, assets()).pace.km_h
    assert pace == company(clear, assets()).pace.km_h * Fraction(3, 8)
    milder = after(SetSlowing(Fraction(3, 4), "storm"), both)
    assert [one.reason for one in milder.slowings] == ["mud", "storm"]
    assert milder.slowings[-1].times == Fraction(3, 4)
    assert after(SetSlowing(None), both) == clear


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetSlowing(None), "not_slowed"),
        (SetSlowing(Fraction(0), "wall"), "bad_factor"),
        (SetSlowing(Fraction(11), "wind"), "bad_factor"),
        (SetSlowing(Fraction(1, 10**9), "molasses"), "too_long"),
    ],
)
def test_a_factor_that_makes_no_sense_is_refused(command: SetSlowing, code: str) -> None:
    assert refusal_code(command, party(TAM), assets()) == code
    stormy = after(STORM, party(TAM))
    assert refusal_code(SetSlowing(None, "snow"), stormy, assets()) == "not_slowed"


def test_a_leg_that_is_slowed_is_slow_alone() -> None:
    """Given 12 km of road in snow at half the pace and as much behind it, then it takes twice."""
    snowy = Stretch(Fraction(12), 1, terrain="plains", way="road", times=HALF, because="snow")
    plain = Stretch(Fraction(12), 2, terrain="plains", way="road")
    state = after(SetLegs((snowy, plain)), party(TAM, legs=(ROAD,)))
    first = after(March(to="1"), state)
    second = after(March(to="2"), first)
    assert first.travelled == 2 * (second.travelled - first.travelled) > 0
    assert reasons(when(March(Fraction(1)), state).receipts) == {"snow"}
    wrong = SetLegs((Stretch(Fraction(12), 1, times=Fraction(0)),))
    assert refusal_code(wrong, state, assets()) == "bad_factor"
