"""* in the dice tray opens the line of an attack; what is typed there is asked anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.creatures import AttackWords
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.table.events import Checked
from saves.demo import NAME
from tests.demos import the_ambush
from tests.story.fighting import Table, at_table
from tui.encounter.attacks import line_of
from tui.encounter.screen import ENCOUNTER_WORDS
from tui.play.command_line.typed_line import Shown, parse

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

COMMANDS = (
    MakeAttack(("harsk",), "wolf-3"),
    MakeAttack(("harsk",), "wolf-3", 1),
    MakeAttack(("harsk",), "wolf-3", 0, True, 2, -2, "none", False, AttackWords(miss=30)),
    MakeAttack(("wolf-3", "wolf-5"), "harsk", circumstance=-1, words=AttackWords(high=True)),
)


@asynccontextmanager
async def harsk_acts() -> AsyncIterator[Table]:
    """The demo's ambush, in which Harsk acts and wolf c is beside him."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.shows("HARSK to act")
        yield table


def last_command(table: Table) -> MakeAttack:
    command = table.view.entries[-1].command
    assert isinstance(command, MakeAttack)
    return command


async def test_a_star_opens_the_line_of_the_attack_and_what_is_typed_is_asked() -> None:
    """Given the dice of an attack, when words are added, then they count and are recorded."""
    async with harsk_acts() as table:
        await table.keys("a c")
        await table.asked()
        plain = table.screen.performer.tray.tray.rows[0].fields[0].question
        await table.press("*")
        await table.opened("TextLine")
        await table.line(" +2 ac-1 miss 30")
        await table.asked()
        worded = table.screen.performer.tray.tray.rows[0].fields[0].question
        assert (worded.modifier, worded.dc) == (plain.modifier + 2, (plain.dc or 0) - 1)
        await table.tray("1")

        assert last_command(table) == MakeAttack(
            ("harsk",), "wolf-3", circumstance=2, ac=-1, words=AttackWords(miss=30)
        )
        assert table.blow.bonus == worded.modifier


async def test_a_star_offers_what_a_roll_may_be_about() -> None:
    """Given a bless and a ward, then the first choices of "*" are what they ask, off till then."""
    async with harsk_acts() as table:
        for effect in ("bless attack +1 morale, saves +1 morale fear; H", "ward ac +2 evil; c"):
            await table.keys("c")
            await table.line(effect)
            await table.saved()
        await table.keys("a c")
        await table.asked()
        row = table.screen.performer.tray.tray.rows[0]
        plain = row.fields[0].question
        assert "* ac-evil" in table.text()
        await table.press("*")
        await table.opened("TextLine")
        assert "ac-evil: ward +2" in table.text()
        await table.press("tab", "enter")
        await table.asked()
        worded = table.screen.performer.tray.tray.rows[0].fields[0].question
        assert (worded.dc or 0) - (plain.dc or 0) == 2
        await table.tray("1")
        assert last_command(table).words == AttackWords(about=("ac-evil",))

        await table.keys(":")
        await table.line("check will 14 harsk")
        await table.asked()
        await table.press("*")
        await table.opened("TextLine")
        assert "fear: bless +1 morale" in table.text()
        await table.line("fear")
        await table.asked()
        await table.tray("10")
        (save,) = table.view.entries[-1].events
        assert isinstance(save, Checked)
        sheet = table.being("harsk").sheet
        assert sheet is not None
        assert (save.face, save.total) == (10, 10 + (sheet.will or 0) + 1)


async def test_escape_from_the_line_leaves_the_dice_as_they_are() -> None:
    async with harsk_acts() as table:
        await table.keys("a c")
        await table.asked()
        await table.press("*")
        await table.opened("TextLine")
        await table.press("escape")
        await table.tray("1")

        assert last_command(table) == MakeAttack(("harsk",), "wolf-3")


async def test_a_line_of_an_attack_is_the_attack() -> None:
    """Given any attack, then its line read again is the same command."""
    async with harsk_acts() as table:
        state = table.view.state
        shown = Shown(rules=table.view.assets.rules)
        for command in COMMANDS:
            assert parse(line_of(state, command), ENCOUNTER_WORDS, state, shown) == command
