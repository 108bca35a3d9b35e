"""A hand that strikes at random: keys, `:` lines, dice and pastes, at a fight or on the road."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.play.facts.road.commands import SetLegs, SetRoute
from core.play.facts.table.commands import Join
from core.travel.stretches import Stretch
from saves.demo.story import HEX_KM, START, region
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.driving import NAMES
from tests.story.fighting import Table
from tests.story.yard import HEROES, SYSTEMS, begun
from tui.kit.actions import ACTIONS
from tui.play.command_line.command_line import PLAY

STROKES = 200
QUITS = {"leave", "quit"}
"""The actions that end the program, as they should."""
KEYS = sorted(
    {key for action in ACTIONS if action.id not in QUITS for key in action.keys}
    | {*"abcdefghijklmnopstuvwxyz0123456789"}
)
OFTEN = ("enter", "enter", "space", "space", "escape", "up", "down", "left", "right", "tab", "u")
DICE = ("12", "1", "20", "7", "r", "18 4", "0", "99")
PASTES = (
    "hurt 3 v\nheal 2 v",
    "pace hustle\nmarch 3h\ncamp",
    "note a\nnote b\nundo turn",
    "\x1b[31m",
    "Żółty Smok",
    "12\n7\n3",
    "[red]no markup[/]",
    "a" * 500,
)
LEGS = (
    "24 plains road",
    "8 forest trail, 30 hills",
    "999999 plains road",
    "12 plains hustle",
    "0 plains",
    "5 swamp",
    "40 mountains, 3 plains",
    "10 river downstream",
)
POOLS = (
    ("v", "h", "a", "t", "o", "vera", "hugo", "ana", "tam", "orc", "wolf"),
    ("A1", "B2", "E5", "F5", "G8", "H6", "K9", "L12", "Z99", "0311", "0706", "1806"),
    ("0", "1", "2", "3", "7", "12", "40", "999", "999999", "-5", "1/3", "1h30", "2h", "20min"),
    (
        "prone",
        "blinded",
        "plains",
        "difficult",
        "dark",
        "N",
        "low",
        "zero",
        "off",
        "hustle",
        "walk",
    ),
)


def prepare(seed: int) -> str:
    """Begin a campaign of one of the systems, with a fight or on the road; return its name."""
    system = SYSTEMS[seed % 4]
    scene = seed // 4 % 3
    name = f"Hand {seed}"
    with library.create(name, packaged(system), start=Instant(3, Fraction(9))) as campaign:
        if scene == 0:
            begun(campaign)
            return name
        for one in HEROES:
            campaign.record(Join(one))
        if scene == 1:
            campaign.adopt_map(region(), HEX_KM, START)
            campaign.record(SetRoute("0706"))
        else:
            legs = (Stretch(Fraction(60), 1, terrain="plains"), Stretch(Fraction(30), 2))
            campaign.record(SetLegs(legs))
    return name


class Hand:
    """Strikes at random at a table; `struck` are its strokes, oldest first."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._chance = random.Random(seed)
        self._lines = sorted(word.example for word in PLAY.values() if word.example != "quit")
        self.struck: list[str] = []

    async def strike(self) -> None:
        """Make one stroke: a key, a line, dice or a paste."""
        kinds: tuple[Callable[[], tuple[str, ...]], ...] = (self._key, self._line, self._dice)
        kind = self._chance.choices((*kinds, None), (50, 28, 15, 7))[0]
        if kind is None:
            text = self._chance.choice(PASTES)
            self.struck.append(f"paste {text[:40]!r}")
            await self._table.paste(text)
            return
        keys = kind()
        self.struck.append(" ".join(keys))
        await self._table.press(*keys)

    def _key(self) -> tuple[str, ...]:
        return (self._chance.choice(OFTEN if self._chance.random() < 0.4 else KEYS),)

    def _dice(self) -> tuple[str, ...]:
        return (*typed(self._chance.choice(DICE)), "enter")

    def _line(self) -> tuple[str, ...]:
        if self._chance.random() < 0.1:
            return ("colon", *typed("legs "), *typed(self._chance.choice(LEGS)), "enter")
        words = [self._changed(word) for word in self._chance.choice(self._lines).split()]
        return ("escape", "escape", "colon", *typed(" ".join(words)), "enter")

    def _changed(self, word: str) -> str:
        if self._chance.random() < 0.6:
            return word
        return self._chance.choice(self._chance.choice(POOLS))


def typed(text: str) -> tuple[str, ...]:
    """The keys that type a text."""
    return tuple(NAMES.get(character, character) for character in text)


def trouble(table: Table, home: Path) -> str:
    """What went wrong at the table: a dead program, or what the net has caught; "" for nothing."""
    log = home / "outrider.log"
    if log.exists():
        return log.read_text(encoding="utf-8")
    if table.app.farewell is not None or not table.app.is_running:
        return "the program has ended"
    return ""
