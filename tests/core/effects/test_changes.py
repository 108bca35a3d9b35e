"""A change of a figure is one line of text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.effects.changes import (
    ACTIONS,
    ASKED,
    TARGETS,
    Change,
    parse_change,
    write_change,
)
from core.messages import Refusal
from tui.kit.phrases import say

LENGTHS = ("speed", "reach")
TYPES = ("morale", "natural_armor", "untyped")


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("attack -2", Change(to="attack", op="add", amount=Fraction(-2))),
        ("fort +1 morale", Change(to="fortitude", op="add", amount=Fraction(1), type="morale")),
        (
            "will +2 resistance when fear",
            Change(to="will", op="add", amount=Fraction(2), type="resistance", when="fear"),
        ),
        (
            "damage +1 luck melee",
            Change(to="damage", op="add", amount=Fraction(1), type="luck", when="melee"),
        ),
        (
            "ac +2 natural armor",
            Change(to="ac", op="add", amount=Fraction(2), type="natural_armor"),
        ),
        ("speed x1/2", Change(to="speed", op="times", amount=Fraction(1, 2))),
        (
            "speed land +30ft enhancement",
            Change(to="speed walk", op="add", amount=Fraction(6), type="enhancement"),
        ),
        ("speed +3m", Change(to="speed", op="add", amount=Fraction(2))),
        ("saves -value", Change(to="saves", op="add", amount=Fraction(-1), by_value=True)),
        (
            "speed -valueft at least 5ft",
            Change(to="speed", op="add", amount=Fraction(-1, 5), by_value=True, bound="square"),
        ),
        ("ac dexterity at most 2", Change(to="ac dexterity", op="cap", amount=Fraction(2))),
        ("actions =move", Change(to="actions", op="set", amount=Fraction(1))),
        (
            "attack -2 when not grapple",
            Change(to="attack", op="add", amount=Fraction(-2), when="not grapple"),
        ),
        ("miss 20", Change(to="miss", op="set", amount=Fraction(20))),
        ("skill climb -4", Change(to="skill climb", op="add", amount=Fraction(-4))),
    ],
)
def test_a_change_says_what_how_much_of_which_type_and_when(text: str, change: Change) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' does not say what it changes. Write it like attack -2."),
        ("-2", "'-2' does not say what it changes. Write it like attack -2."),
        ("atack -2", "'atack' is not a figure; did you mean attack?"),
        ("attack", "'attack' has no amount. Write one like -2, +1, x1/2 or =0."),
        ("attack -2.x", "'-2.x' has no amount. Write one like -2, +1, x1/2 or =0."),
        ("attack -2ft", "'-2ft' has no amount. Write one like -2, +1, x1/2 or =0."),
        ("attack +1 moral", "'moral' is not a bonus type; did you mean morale?"),
        (
            "speed +1 at most x3",
            "'at most x3' is not a limit. There are at most level",
        ),
    ],
)
def test_a_mistake_is_answered_with_the_word(text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_change(text, TYPES)

    assert say(refused.value.message).startswith(said)


def lengths_or_numbers(to: str) -> st.SearchStrategy[Fraction]:
    step = Fraction(1, 5) if to.split()[0] in LENGTHS else Fraction(1)
    return st.integers(1, 30).map(lambda n: n * step)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    to = draw(st.sampled_from([name for name in TARGETS if name not in ("ac dexterity", "miss")]))
    type_name = draw(st.sampled_from(("", *TYPES)))
    when = draw(st.sampled_from(("", *ASKED, "not fear", "against undead")))
    if to == "actions" and draw(st.booleans()):
        place = draw(st.integers(0, len(ACTIONS) - 1))
        return Change(to=to, op="set", amount=Fraction(place), when=when)
    amount = draw(lengths_or_numbers(to)) * draw(st.sampled_from((1, -1)))
    by_value = draw(st.booleans())
    return Change(to=to, op="add", amount=amount, type=type_name, when=when, by_value=by_value)


@given(changes())
def test_what_is_written_is_read_again(change: Change) -> None:
    assert parse_change(write_change(change)) == change
