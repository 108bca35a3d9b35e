"""a and a letter mean that letter wherever the cursor is; what follows a refusal does nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.play.facts.fight.blows.commands import MakeAttack
from saves.demo import NAME
from tests.demos import the_ambush
from tests.story.driving import NAMES
from tests.story.fighting import Table, at_table
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def harsk_acts() -> AsyncIterator[Table]:
    """The demo's ambush: Harsk at D9, wolves c and e in his reach, a and d not."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.shows("HARSK to act")
        yield table


async def burst(table: Table, text: str) -> None:
    """Type all of it before anything is looked at, as a script or a fast hand does; ~ is Enter."""
    await table.press(*("enter" if key == "~" else NAMES.get(key, key) for key in text))
    await table.settled()


async def slowly(table: Table, text: str) -> None:
    """Type key by key, each seen before the next."""
    for key in text:
        await burst(table, key)
        await table.pilot.pause(0.05)


TYPING = {"burst": burst, "slowly": slowly}


@pytest.mark.parametrize(
    ("cursor", "typing"),
    cases(
        [(cursor, typing) for cursor in "aeHM" for typing in TYPING],
        ("H-slowly",),
        "-".join,
    ),
)
async def test_a_and_a_letter_attack_that_letter_wherever_the_cursor_is(
    typing: str, cursor: str
) -> None:
    """Given the cursor on a foe out of reach, one in reach, or a friend, then a c attacks c."""
    async with harsk_acts() as table:
        await table.keys(f"f {cursor}")
        await TYPING[typing](table, "ac")
        await table.asked()
        await table.shows("attack, Harsk on Wolf c")
        await table.tray("1")
        command = table.view.entries[-1].command
        assert isinstance(command, MakeAttack)
        assert command.at == "wolf-3"


@pytest.mark.parametrize(
    ("cursor", "keys", "typing"),
    cases(
        [
            (cursor, keys, typing)
            for cursor, keys in (("a", "a"), ("a", "ad"), ("e", "aa"), ("H", "aa"))
            for typing in TYPING
        ],
        ("a-a-burst",),
        "-".join,
    ),
)
async def test_what_follows_a_refused_attack_does_nothing(
    typing: str, cursor: str, keys: str
) -> None:
    """Given an attack that is out of reach, when its dice and Enter follow, then nobody moves."""
    async with harsk_acts() as table:
        await table.keys(f"f {cursor}")
        head = table.view.head
        state = table.state
        await TYPING[typing](table, f"{keys}17~6~")
        await table.pilot.pause(0.2)
        await table.settled()
        assert type(table.app.screen).__name__ == "EncounterScreen"
        assert not table.screen.has_class("asking")
        assert (table.view.head, table.state) == (head, state)
        if typing == "burst":
            await table.says("5 keys typed behind it were dropped.")


async def test_a_letter_of_nobody_takes_what_follows_with_it() -> None:
    """Given f and a letter that nobody has, when keys follow at once, then they do nothing."""
    async with harsk_acts() as table:
        head = table.view.head
        await burst(table, "fza14~")
        await table.says("Nothing on the screen has the letter z")
        await table.says("4 keys typed behind it were dropped.")
        assert table.view.head == head
        assert not table.screen.has_class("asking")


@pytest.mark.nightly
async def test_the_first_attack_of_a_key_and_its_dice_goes_as_before() -> None:
    """Given the cursor on a foe in reach, when a, a die and Enter come at once, then it is hit."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a14~")
        await table.shows("HIT")
        await table.tray("9")
        assert table.damage("wolf-5") != [0]


@pytest.mark.parametrize("typing", cases([(one,) for one in TYPING], ("burst",), "".join))
async def test_a_letter_typed_at_once_is_the_target_of_any_attack(typing: str) -> None:
    """Given an attack on e, then the next one is at the letter behind a, Enter or `.`, else at e.

    A second letter turns it again, the reasons (w) leave it to be turned, and v is Valeria for a
    wolf.
    """
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a14~6~")
        await table.saved()
        for key, target in (
            ("ac", "Wolf c"),
            ("~c", "Wolf c"),
            (".e", "Wolf e"),
            ("ace", "Wolf e"),
        ):
            await TYPING[typing](table, key)
            await table.asked()
            await table.shows(f"attack, Harsk on {target}, no attack left")
            await table.keys("Esc u f e")
        await burst(table, "a")
        await table.asked()
        await table.keys("w Esc")
        await TYPING[typing](table, "c")
        await table.shows("attack, Harsk on Wolf c")
        await table.keys("Esc u f d v")
        await TYPING[typing](table, "av")
        await table.asked()
        await table.shows("attack, Wolf d on Valeria")


async def test_damage_typed_before_its_row_is_there_is_kept_or_said() -> None:
    """Given 14 9 and Enter, when it hits, then it is as with Enter behind each; else 9 is named."""
    async with harsk_acts() as table:
        await table.keys("f e")
        (before,) = table.damage("wolf-5")
        await table.keys("a")
        await table.line("14 9")
        await table.saved()
        assert table.damage("wolf-5") == [before + 9]
        await table.keys("u", saved=1)
        await table.keys("a")
        await table.line("1 9")
        await table.saved()
        await table.says("Nothing more was asked: 9 not used.")


@pytest.mark.parametrize("end", [pytest.param("14~6~", marks=pytest.mark.nightly), "Esc"])
async def test_after_an_attack_a_letter_is_itself(end: str) -> None:
    """Given an attack that was made or put away, when c is pressed later, then it is conditions."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a")
        await table.asked()
        if end == "Esc":
            await table.keys("Esc")
        else:
            await burst(table, end)
        await table.settled()
        await burst(table, "c")
        await table.opened("Conditions")


async def test_what_is_typed_at_once_after_enter_is_for_the_dice_that_it_asks() -> None:
    """Given a move that lets wolves strike, when Enter and a die come at once, it is theirs."""
    async with harsk_acts() as table:
        await table.keys("f d")
        await table.shows("to strike")
        await burst(table, "~19")
        await table.asked()
        await table.shows("19")


async def test_a_letter_does_not_throw_away_a_die_that_was_typed_for_another() -> None:
    """Given a die for e typed and put away, when a c is typed, then e's dice are named first."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a14")
        await table.press("space", "escape")
        await table.shows("Spc: ask for what is owed")
        await burst(table, "ac15~")
        await table.says("First the dice of attack, Harsk on Wolf e: Spc asks for them")
        await table.shows("Spc: ask for what is owed")
        await table.rested()
        await table.press("space")
        await table.asked()
        await table.shows("[14]")


async def test_enter_says_whose_dice_are_owed_before_those_of_another_attack() -> None:
    """Given a die for c typed and put away, with the cursor on e Enter names c's dice."""
    async with harsk_acts() as table:
        await burst(table, "ac14")
        await table.press("escape")
        await table.keys("f e")
        await table.shows("Enter: first the dice of attack, Harsk on Wolf c")


@pytest.mark.nightly
async def test_a_letter_does_not_throw_away_a_hit_whose_damage_is_asked() -> None:
    """Given a hit on e put away at its damage, when a c is typed, then e's dice are named first."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a19~")
        await table.shows("dmg")
        await table.press("escape")
        await table.shows("Spc: ask for what is owed")
        await burst(table, "ac")
        await table.says("First the dice of attack, Harsk on Wolf e: Spc asks for them")
        await table.shows("Spc: ask for what is owed")


async def test_a_hit_whose_damage_is_owed_is_shown_with_it_and_the_fight_does_not_end() -> None:
    """Given a hit put away at its damage, when the fight is to end, then the dice are named first.

    Space shows the roll again with the damage that it asks.
    """
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a19~")
        await table.shows("dmg")
        await table.press("escape")
        await table.shows("Spc: ask for what is owed")
        await table.keys("e e")
        await table.says("First the dice of attack, Harsk on Wolf e: Spc asks for them")
        await table.press("space")
        await table.asked()
        await table.shows("[19]  = 29  HIT")
        await table.tray("9")
        assert table.blow.face == 19


async def test_a_die_that_is_typed_stays_when_the_words_of_the_attack_are_typed() -> None:
    """Given a die in the tray, when * adds a modifier, then the die counts with it."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a14 *")
        await table.opened("TextLine")
        await burst(table, " +2~")
        await table.shows("[14]  = 26  HIT")
        assert table.screen.focused is table.screen.performer.tray
        await table.press("enter")
        await table.shows("dmg")
        await table.tray("9")


@pytest.mark.nightly
async def test_a_letter_out_of_reach_does_not_throw_away_a_die_typed_for_another() -> None:
    """Given a die for e typed and put away, when a g is typed, far off, then e's dice are owed."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a14")
        await table.press("space", "escape")
        await table.shows("Spc: ask for what is owed")
        await burst(table, "aa")
        await table.says("out of reach")
        await table.shows("Spc: ask for what is owed")


@pytest.mark.parametrize("typing", cases([(one,) for one in TYPING], ("slowly",), "".join))
async def test_the_key_of_attacks_and_a_letter_turn_an_open_tray(typing: str) -> None:
    """Given dice asked for an attack on e, when a c, then c is attacked: Wolf a is out of reach."""
    async with harsk_acts() as table:
        await table.keys("f e")
        await burst(table, "a")
        await table.shows("attack, Harsk on Wolf e")
        await TYPING[typing](table, "ac")
        await table.shows("attack, Harsk on Wolf c")
