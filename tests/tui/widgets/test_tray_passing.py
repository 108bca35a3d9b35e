"""Rows that are not asked: / leaves one out, // all that are empty."""

from __future__ import annotations

import pytest

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import Message
from tui.play.dice.dice_tray import TrayLines
from tui.play.dice.tray_model import Tray

MEMBERS = {"wolf-1": ("a", "Wolf a"), "wolf-2": ("b", "Wolf b"), "ogre": ("O", "Ogre")}
SKIP = Ruled("skip")


def strikes() -> Tray:
    """Three who may strike at one that moves."""
    asked = [
        Question(
            f"opportunity/f/round-1/{who}/harsk",
            Message("x"),
            who,
            modifier=2,
            dc=18,
            says="attack",
            naturals=True,
        )
        for who in MEMBERS
    ]
    return Tray(asked, MEMBERS, lambda question: Rolled((5,)))


def typed(tray: Tray, line: str) -> list[Answer | None]:
    for char in line:
        tray.key(char)
    return [each.answer for each in tray.fields()]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("/", [SKIP, None, None]),
        ("/ /", [SKIP, SKIP, None]),
        ("//", [SKIP, SKIP, SKIP]),
        ("14 //", [Typed(14), SKIP, SKIP]),
        ("O7 //", [SKIP, SKIP, Typed(7)]),
        ("b/ //", [SKIP, SKIP, SKIP]),
        ("// a14 ", [Typed(14), SKIP, SKIP]),
        ("//u", [SKIP, SKIP, None]),
        ("/14 3 ", [SKIP, Typed(14), Typed(3)]),
    ],
)
def test_strikes_are_declined_one_by_one_or_all(line: str, answers: list[Answer | None]) -> None:
    assert typed(strikes(), line) == answers


def test_two_slashes_leave_damage_to_be_typed() -> None:
    """Given a hit that asks its damage, when // is typed, then the other strikes are let go."""
    tray = strikes()
    typed(tray, "14 ")
    hit = "opportunity/f/round-1/wolf-1/harsk"
    more = Question(f"{hit}/damage", Message("dmg"), "wolf-1", dice="1d6", follows=hit)
    tray.ask_more([more])
    assert typed(tray, "//") == [Typed(14), None, SKIP, SKIP]


def test_the_tray_of_strikers_names_both_keys() -> None:
    [line] = TrayLines(strikes(), False, 80, frozenset()).foot()
    foot = "".join(text for text, _ in line)
    assert "/ lets it pass" in foot
    assert "// nobody strikes" in foot
    assert "Esc" in foot
    assert len(foot) <= 80
