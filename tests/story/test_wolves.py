"""Eight wolves and an ogre against five heroes: one whole round, every key press counted."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from saves.library.dice import DiceRoller
from tests.evening import evening
from tests.story.fighting import Table, at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

ON_PAPER = 110
"""So many keys a round takes by the design of the screens."""
PACK = 11
"""So many keys five wolves take to close in and bite."""

ORDER = "a19f1V20H15T17O12M10S9"
"""Initiative as it is typed."""

TURNS: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...] = (
    (
        "valeria",
        "VALERIA to act",
        (
            ("f d RET", 1),
            ("a 14 RET 6 RET", 1),
            (". 17 RET 5 RET", 1),
        ),
    ),
    ("wolves", "21>a-e", (("f a V f M RET RET", 0), ("12 RET 6 RET", 2), ("a !! RET", 1))),
    ("tam", "TAM to act", (("f b RET 14 RET 3 RET", 1),)),
    ("harsk", "HARSK to act", (("f e RET", 1), ("a 11 RET 8 RET", 1))),
    ("sorrel", "SORREL to act", (("f c RET 15 RET 7 RET", 1), (". 16 RET 5 RET", 1))),
    ("mirelle", "MIRELLE to act", (("f b RET 9 RET 4 RET", 1),)),
    ("ogre", "OGRE to act", (("f V RET 17 RET 16 RET", 1),)),
    ("lurkers", " 3>f-h", (("f f V f V RET RET", 1), ("a !! RET", 1))),
)
"""Whose turn, what the screen shows then, and the keys with the entries that they make.

Sorrel shoots at a wolf that fights Mirelle (K-2: -4), so at +3 and -2 against 14: 15 and 16 hit.
"""


AT_MOST = 80
"""So many keys a round takes with one attack of each hero, and three strikes on the way."""

ROUND: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...] = (
    ("valeria", "VALERIA to act", (("f d RET", 1), ("a 14 RET 6 RET", 1))),
    ("wolves", "21>a-e", (("V f M RET RET", 0), ("12 RET 9 RET", 2), ("a !! RET", 1))),
    ("tam", "TAM to act", (("f b RET 2 RET", 1),)),
    ("harsk", "HARSK to act", (("f b RET", 1), ("a 11 RET 8 RET", 1))),
    ("sorrel", "SORREL to act", (("f c RET 15 RET 7 RET", 1),)),
    ("mirelle", "MIRELLE to act", (("J RET", 0), ("!! RET", 2))),
    ("ogre", "OGRE to act", (("f V RET !! RET", 1),)),
    ("lurkers", " 3>f-h", (("V f V RET RET", 1), ("a !! RET", 1))),
)
"""A round as a GM plays it whose creatures' dice the program rolls; players call theirs."""


def beside(one: str, other: str) -> bool:
    """Whether two squares touch."""
    here = parse_square(one)
    there = parse_square(other)
    return max(abs(here.x - there.x), abs(here.y - there.y)) == 1


async def turn(table: Table, first: str, played: tuple[tuple[str, int], ...]) -> int:
    """Play a turn and end it with Space; how many keys that took."""
    await table.shows(first)
    before = table.pressed
    for line, saved in played:
        await table.keys(line, saved)
    await table.keys("Spc", 1)
    return table.pressed - before


def check_pack(table: Table, damage: int) -> None:
    """Four wolves stand beside Mirelle; the fifth was struck as it left, and is still on M9."""
    others = [f"wolf-{number}" for number in (1, 2, 3, 5)]
    assert all(beside(at, "C7") for at in table.at(*others))
    assert table.being("wolf-4").damage == damage
    assert table.at("wolf-4") == ["M9"]


@pytest.mark.nightly
async def test_a_round_takes_no_more_keys_than_on_paper() -> None:
    """Given the evening's fight, when a round is played, then its keys are as few as designed."""
    counted: dict[str, int] = {}
    async with at_table(evening()) as table:
        table.app.worker.dice = DiceRoller(5)
        await table.keys("i")
        await table.tray(ORDER)
        table.pressed = 0
        for who, first, played in TURNS:
            counted[who] = await turn(table, first, played)
            if who == "wolves":
                check_pack(table, 6 + 5 + 6)
        await table.shows("VALERIA to act")
        assert table.fight.round == 2
        assert table.damage("wolf-2", "wolf-5", "wolf-3") == [3 + 4, 8, 7 + 5]
        assert all(beside(at, "L9") for at in table.at("wolf-6", "wolf-7", "wolf-8"))
        assert table.pressed == sum(counted.values())
    opportunity = len("12\n6\n")
    space = 1
    assert counted["wolves"] - opportunity - space == PACK
    assert sum(counted.values()) <= ON_PAPER, counted


async def test_a_full_round_with_three_strikes_takes_eighty_keys() -> None:
    """Given five heroes, eight wolves and an ogre, when all act once, then in 80 keys at most."""
    strikes = 0
    counted: dict[str, int] = {}
    async with at_table(evening()) as table:
        table.app.worker.dice = DiceRoller(5)
        await table.keys("i")
        await table.tray(ORDER)
        table.pressed = 0
        for who, first, played in ROUND:
            before = sum(len(figure.reacted) for figure in table.fight.figures)
            counted[who] = await turn(table, first, played)
            if who == "wolves":
                check_pack(table, 6 + 9)
            strikes += max(0, sum(len(one.reacted) for one in table.fight.figures) - before)
        await table.shows("VALERIA to act")
        assert table.fight.round == 2
        assert table.damage("wolf-3", "wolf-5") == [7, 0]
        assert all(beside(at, "L9") for at in table.at("wolf-6", "wolf-7", "wolf-8"))
        assert table.pressed == sum(counted.values())
        assert strikes >= 3
        assert table.pressed <= AT_MOST, counted
