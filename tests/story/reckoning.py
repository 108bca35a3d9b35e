"""Figures worked out by hand, against what a screen shows: Ahead, the tray, receipts, entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from core.dice import Question
from core.messages import Chance
from core.play.facts.fight.blows.events import Struck
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.previews import preview
from core.values import Struct
from tests.story.fighting import Table

Figure: TypeAlias = str | int | bool | list[str] | list[int]
FILE = Path(__file__).with_name("evening_figures.toml")
AHEAD = r"then attack {sign} (AC|EAC|KAC) (\d+): \S.*? needs (\d+) (\d+) %"
"""What Ahead says about an attack."""
BOARD_COLUMNS = 77
"""Where the panel beside the board begins in a window of 120 columns."""


def read_figures(system: str) -> dict[str, Figure]:
    """The figures of a system by their names."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: row[system] for name, row in rows.items()}


def per_cent(chance: Fraction | None) -> int:
    """A chance as screens say it; every chance of this fight is a whole number."""
    assert chance is not None
    of_hundred = chance * 100
    assert of_hundred.denominator == 1, chance
    return int(of_hundred)


class AttackAsShown(Struct):
    """What Ahead says of an attack."""

    armour: str
    ac: int
    needs: int
    chance: int


class Attacks(Struct):
    """Attacks of one turn: what the tray asked, in order, and what was written down."""

    asked: tuple[Question, ...]
    struck: tuple[Struck, ...]

    def of(self, who: str) -> Attacks:
        """The same without what others rolled or struck."""
        return Attacks(
            tuple(question for question in self.asked if question.who == who),
            tuple(blow for blow in self.struck if blow.by == who),
        )

    @property
    def rolls(self) -> list[Question]:
        """The rolls to hit, in order."""
        return [
            question
            for question in self.asked
            if question.says == "attack" and not question.key.endswith("/confirm")
        ]

    @property
    def confirmations(self) -> list[Question]:
        """The rolls to confirm a critical hit."""
        return [question for question in self.asked if question.key.endswith("/confirm")]

    @property
    def dice(self) -> list[str]:
        """The dice of damage, in order."""
        return [question.dice for question in self.asked if not question.check]


class Reckoning:
    """The figures of a system by hand, those compared, and each difference in words."""

    def __init__(self, system: str, table: Table) -> None:
        self.system = system
        self.table = table
        self.by_hand = read_figures(system)
        self.compared: set[str] = set()
        self.differences: list[str] = []

    def check(self, name: str, shown: object) -> None:
        """Compare a figure by its name with what is shown."""
        self.compared.add(name)
        by_hand = self.by_hand[name]
        if by_hand != shown:
            self.differences.append(f"{name}: {by_hand!r} by hand, {shown!r} shown")

    def check_each(self, name: str, **shown: object) -> None:
        """Compare the figures that begin with a name."""
        for end, value in shown.items():
            self.check(f"{name}.{end.replace('_', '-')}", value)

    @property
    def left_out(self) -> set[str]:
        """The figures that were not compared."""
        return {*self.by_hand} - self.compared

    async def look(self, square: str, by: str, at: str) -> AttackAsShown:
        """Put the cursor on a square; return what Ahead says, which core and receipt say too."""
        table = self.table
        sign = table.being(at).token
        pattern = re.compile(AHEAD.format(sign=sign))
        await table.line(f":{square}")
        await table.until(lambda: pattern.search(panel(table)), f"{by} at {at}: {pattern.pattern}")
        found = pattern.search(panel(table))
        assert found is not None
        armour, ac, needs, chance = found.groups()
        shown = AttackAsShown(armour, int(ac), int(needs), int(chance))
        assert shown == show(preview(table.state, table.view.assets, by, at))
        return shown

    async def attack(self, *turns: tuple[str, str]) -> Attacks:
        """Make attacks: each the keys that open the tray, and the numbers typed into it."""
        table = self.table
        asked: list[Question] = []
        head = table.view.head
        for opening, answers in turns:
            asked += await self._make(opening, answers)
        entries = [entry for entry in table.view.entries if entry.seq > head]
        struck = [event for entry in entries for event in entry.events if isinstance(event, Struck)]
        return Attacks(tuple(asked), tuple(struck))

    async def _make(self, opening: str, answers: str) -> list[Question]:
        table = self.table
        head = table.view.head
        await open_attack(table, opening)
        asked = []
        for answer in answers.split():
            asked.append(open_question(table))
            await self._answer(answer)
        await table.until(lambda: table.view.head > head, "the attack in the story")
        await table.settled()
        return asked

    async def _answer(self, answer: str) -> None:
        table = self.table
        asked = open_question(table).key
        await table.line(answer)

        def is_taken() -> bool:
            return not is_asking(table) or open_question(table).key != asked

        await table.until(is_taken, f"{answer} taken")

    async def one_more(self, opening: str, remarks: Sequence[str]) -> str:
        """Make one more attack, which misses; return which of the remarks it was made with."""
        table = self.table
        head = table.view.head
        await open_attack(table, opening)
        said = next((remark for remark in remarks if remark in table.text()), "")
        await self._answer("2")
        await table.until(lambda: table.view.head > head, "the attack in the story")
        await table.settled()
        return said

    async def is_refused(self, line: str) -> bool:
        """Whether the system has no figure for a word of a line, which is then put away."""
        table = self.table
        await table.line(line)
        await table.shows("has no figure for")
        await table.press("escape")
        await table.settled()
        return not is_asking(table)


def show(planned: PlannedAttack) -> AttackAsShown:
    """The same figures from core; its receipt has them too."""
    assert planned.receipt.value == Chance(planned.p_hit)
    return AttackAsShown(planned.armour, planned.ac, planned.needed, per_cent(planned.p_hit))


def panel(table: Table) -> str:
    """What the panel beside the board says, without its line breaks."""
    rows = (line[BOARD_COLUMNS:].split() for line in table.text().splitlines())
    return " ".join(word for row in rows for word in row)


def is_asking(table: Table) -> bool:
    """Whether the dice tray asks."""
    return table.app.screen.has_class("asking")


def open_question(table: Table) -> Question:
    """The question whose field is next."""
    fields = table.screen.performer.tray.tray.fields()
    return next(field.question for field in fields if field.answer is None)


async def open_attack(table: Table, opening: str) -> None:
    """Type a line that begins with a colon, else press keys; then the tray asks."""
    if opening.startswith(":"):
        await table.line(opening)
    else:
        await table.keys(opening)
    await table.asked()


def outcomes(struck: Sequence[Struck]) -> list[str]:
    """What became of attacks."""
    return [blow.outcome for blow in struck]
