"""Stamina and Resolve on the road in sf: ten minutes of rest, and a night (open rules)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play.facts.road.commands import Camp, CatchBreath
from core.play.facts.state import Counter, Member, State, counter_of, someone
from core.play.road.breath import out_of_breath
from core.values import replace
from tests.builders import HARSK, TAM, after, assets, party, refusal_code

SF = assets("sf")


def tired(stamina: int = 2, resolve: int = 3) -> Member:
    counters = (Counter("stamina", stamina, 14), Counter("resolve", resolve, 4))
    return replace(HARSK, counters=counters)


def counted(state: State, name: str) -> int:
    counter = counter_of(someone(state, "harsk"), name)
    assert counter is not None
    return counter.now


def test_ten_minutes_and_1_resolve_give_all_stamina_back() -> None:
    before = party(tired(), TAM)
    rested = after(CatchBreath(("harsk",)), before, under=SF)
    assert (counted(rested, "stamina"), counted(rested, "resolve")) == (14, 2)
    assert rested.clock == before.clock.after(Fraction(1, 6))


def test_a_night_gives_all_stamina_and_resolve_back() -> None:
    rested = after(Camp(), party(tired(), TAM), under=SF)
    assert (counted(rested, "stamina"), counted(rested, "resolve")) == (14, 4)


def test_who_has_lost_stamina_and_can_pay_is_out_of_breath() -> None:
    assert out_of_breath(party(tired(), TAM)) == ("harsk",)
    assert out_of_breath(party(tired(resolve=0), TAM)) == ()
    assert out_of_breath(party(tired(stamina=14), TAM)) == ()


@pytest.mark.parametrize(
    ("member", "who", "ruleset", "code"),
    [
        (tired(), ("harsk",), "pf1", "no_stamina"),
        (tired(), (), "sf", "nobody"),
        (tired(), ("nobody",), "sf", "unknown_member"),
        (tired(stamina=14), ("harsk",), "sf", "full"),
        (tired(resolve=0), ("harsk",), "sf", "no_resolve"),
        (replace(tired(), damage=99, stable=True), ("harsk",), "sf", "out"),
    ],
)
def test_what_gives_no_stamina_back_says_why(
    member: Member, who: tuple[str, ...], ruleset: str, code: str
) -> None:
    assert refusal_code(CatchBreath(who), party(member, TAM), assets(ruleset)) == code
