"""A shot beside an enemy: who may strike is asked in one tray with its own dice, before these."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import AnswerStrikes
from saves.demo import NAME
from saves.library import library
from saves.store.sqlite.file_place import file_of
from tests.demos import the_ambush
from tests.saves.verifying import verify
from tests.story.fighting import Table, at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def harsk_shoots(*, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Table]:
    """The demo's ambush, where acts provoke, and Harsk's bow aimed at a wolf beside him."""
    the_ambush()
    async with at_table(NAME, size=size) as table:
        await table.keys("2a c")
        await table.asked()
        yield table


def questions(table: Table) -> list[str]:
    """The keys of what the tray asks, in order."""
    return [field.question.key for field in table.screen.performer.tray.tray.fields()]


def blows(table: Table) -> list[str]:
    """Who struck in the last entry, in order."""
    return [blow.by for blow in table.blows]


async def test_a_shot_is_asked_of_those_in_reach_before_its_own_roll() -> None:
    """Given a shot beside wolves, when one strikes, then both are in one entry after the wait."""
    async with harsk_shoots() as table:
        asked = questions(table)
        assert asked
        assert all(key.startswith("opportunity/") for key in asked)
        await table.shows("then attack, Harsk on")

        await table.line("2 //")
        await table.until(lambda: questions(table)[-1].startswith("attack/"), "the shot's dice")
        assert questions(table)[-1].startswith("attack/")
        await table.tray("1", saved=2)

        shot, answered = table.view.entries[-2:]
        assert isinstance(shot.command, MakeAttack)
        assert isinstance(answered.command, AnswerStrikes)
        assert blows(table)[-1] == "harsk"
        assert len(blows(table)) == 2
        assert table.waiting is None


async def test_what_a_shot_provoked_is_in_the_file_as_it_was_played() -> None:
    """Given a shot and its strikes, when the file is folded by itself, then nothing is wrong."""
    async with harsk_shoots() as table:
        await table.line("//")
        await table.until(lambda: questions(table)[-1].startswith("attack/"), "the shot's dice")
        await table.tray("1", saved=2)
    with library.open(NAME) as campaign:
        assert verify(file_of(campaign.place)) == ()
        assert blows(table) == ["harsk"]


async def test_esc_makes_no_shot_and_u_takes_all_of_it_back() -> None:
    async with harsk_shoots() as table:
        head = table.view.head
        state = table.state
        await table.keys("Esc")
        await table.shows("Cancelled; nobody has attacked")
        assert (table.view.head, table.state) == (head, state)

        await table.keys("2a c")
        await table.asked()
        await table.line("//")
        await table.until(lambda: questions(table)[-1].startswith("attack/"), "the shot's dice")
        await table.tray("1", saved=2)
        assert blows(table) == ["harsk"]
        await table.keys("u", 1)
        assert table.state == state


@pytest.mark.nightly
async def test_the_tray_says_what_esc_gives_up() -> None:
    """Given a wide window, then Esc leaves no attack behind, or no spell; not: no move."""
    async with harsk_shoots(size=(140, 40)) as table:
        await table.shows("Esc: back, no attack")
        await table.keys("Esc")
        await table.line(":cast H fireball 3")
        await table.shows("Esc: back, no spell")


@pytest.mark.nightly
async def test_a_star_opens_the_line_of_the_shot_that_waits() -> None:
    """Given a shot that is held, when "quiet" is typed behind it, then nobody is asked first."""
    async with harsk_shoots() as table:
        await table.press("*")
        await table.opened("TextLine")
        await table.line(" quiet")
        await table.until(lambda: questions(table)[0].startswith("attack/"), "the shot's dice")
        await table.tray("1")
        assert blows(table) == ["harsk"]


async def test_a_spell_by_its_line_is_asked_of_those_in_reach() -> None:
    async with harsk_shoots() as table:
        await table.keys("Esc")
        await table.line(":cast H fireball 3")
        await table.asked()
        assert all(key.startswith("opportunity/") for key in questions(table))
        await table.line("//")
        await table.saved(2)
        await table.shows("Harsk casts fireball")
        await table.keys("u", 1)
        assert table.waiting is None


async def test_the_gm_grants_a_strike_by_its_line() -> None:
    """Given no trigger, when `:strike e H` is typed, then c strikes and has used its chance."""
    async with harsk_shoots() as table:
        await table.keys("Esc")
        await table.line(":strike e H")
        await table.tray("2")
        assert (table.blow.by, table.blow.opportunity) == ("wolf-5", True)
        assert table.figure("wolf-5").reacted == ("harsk",)
