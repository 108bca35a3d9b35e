"""The dialog that takes heroes a line each: typed, pasted, dropped, left."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest
from textual import events
from textual.widgets import Input

from core.messages import Refusal
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Join, Mounting
from core.play.union import Assets
from core.travel.stretches import Stretch
from saves.store.packaged_rulesets import packaged
from tests.tui.modals import hand
from tui.journey.dialogs import LegsEditor
from tui.kit.phrases import say
from tui.party.member_dialogs import AddHeroes
from tui.play.creature_lines.heroes import read_heroes

WORLD = Assets(rules=packaged("pf1"))
PASTE = "Borin dwarf heavy con16\nElin elf\nRana half-orc on a light horse\n"


BORIN = read_heroes("Borin dwarf", State(), WORLD)[0].member


def dialog() -> AddHeroes:
    return AddHeroes(State(), WORLD)


async def test_lines_are_added_and_an_empty_one_lets_them_join() -> None:
    async with hand() as at:
        found = await at.gives(
            dialog(), "Borin dwarf heavy", "<enter>", "Elin elf", "<enter>", "<enter>"
        )
        assert isinstance(found, Join)
        assert (found.member.name, [one.name for one in found.also or ()]) == ("Borin", ["Elin"])
        assert await at.gives(dialog(), "<enter>") is None


async def test_what_a_line_becomes_stands_above_it_while_it_is_typed() -> None:
    async with hand() as at:
        shown = await at.shows(dialog(), "Borin dwarf heavy con16")
        assert "Borin (B): dwarf, heavy armour, light load, 6 m a round" in shown
        assert "Con 16 (+3)" in shown
        shown = await at.shows(dialog(), "Borin dwraf", "<enter>")
        assert "did you mean dwarf?" in shown
        assert "nobody yet" in shown


async def test_a_paste_of_several_lines_is_several_heroes_and_the_refused_are_asked() -> None:
    async with hand() as at:
        found = cast(Join, await at.gives(dialog(), PASTE, "<enter>"))
        assert [one.name for one in (found.member, *(found.also or ()))] == [
            "Borin",
            "Elin",
            "Light horse",
            "Rana",
        ]
        shown = await at.shows(dialog(), PASTE.replace("elf", "elv"))
        assert "'elv' is not a word of a hero" in shown
        assert "Elin elv" in shown, "to be corrected"
        assert "Borin (B)" in shown
        assert "Rana (R)" in shown


async def test_the_last_is_dropped_and_leaving_is_asked() -> None:
    async with hand() as at:
        shown = await at.shows(dialog(), PASTE, "<ctrl+u>")
        assert "Rana half-orc on a light horse" in shown, "taken back, and not lost"
        assert "Rana is a line again" in shown
        one = cast(Join, await at.gives(dialog(), PASTE, "<ctrl+u>", "<ctrl+u>", "<f10>"))
        assert (one.member.name, len(one.also or ())) == ("Borin", 1)
        assert "Esc again" in await at.shows(dialog(), PASTE, "<escape>")
        assert await at.gives(dialog(), PASTE, "<escape>", "<escape>") is None


@pytest.mark.parametrize("line", ["Borin dwarf heavy con16", "Borin dwraf"])
async def test_f2_opens_the_form_with_what_is_typed(line: str) -> None:
    async with hand() as at:
        found = await at.gives(dialog(), line, "<f2>")
        assert isinstance(found, Member)
        assert found.name.startswith("Borin")
        assert found.con_score == (16 if "con" in line else None)


async def test_two_enters_at_once_add_one_line_and_go() -> None:
    """Given both keys before the first is dealt with, then the line is taken once."""
    async with hand() as at:
        editor = LegsEditor((), WORLD.rules, lambda _: None)
        for modal, text in ((dialog(), "Borin dwarf"), (editor, "9 forest")):
            at.back = []
            at.app.push_screen(modal, at.back.append)
            await at.pilot.pause()
            line = at.app.screen.query_one(Input)
            line.value = text
            for _ in range(2):
                at.app.post_message(events.Key("enter", "\r"))
            await at.pilot.pause()
            assert at.back in ([Join(BORIN)], [(Stretch(Fraction(9), 1, "forest"),)])


@pytest.mark.parametrize(
    ("line", "is_said"), [("Iseph zzyzx hp20", True), ("Iseph 9m zzyzx hp20", False)]
)
def test_a_table_of_races_is_missed_only_where_no_speed_is_written(
    line: str, is_said: bool
) -> None:
    """Given rules without races, then a line with a speed is not told to write one."""
    with pytest.raises(Refusal) as refused:
        read_heroes(line, State(), Assets(rules=packaged("sf")))
    sentence = say(refused.value.message)
    assert "'zzyzx' is not a word of a hero" in sentence
    assert ("no table of races" in sentence) is is_said


async def test_a_refused_line_that_comes_back_says_how_it_is_dropped() -> None:
    """Given a refused line that another hero replaced, when it is back, Ctrl+U drops it."""
    async with hand() as at:
        typed = ("Borin dwraf", "<enter>", "Elin elf", "<enter>")
        shown = await at.shows(dialog(), *typed)
        assert "Borin was refused: mend the line, or Ctrl+U drops it." in shown
        one = cast(Join, await at.gives(dialog(), *typed, "<ctrl+u>", "<enter>"))
        assert (one.member.name, one.also) == ("Elin", None)


def test_a_line_of_the_screen_is_no_hero() -> None:
    """Given a ':' line typed among the heroes, then it says where it belongs."""
    with pytest.raises(Refusal) as refused:
        read_heroes(":ride borin pony", State(), WORLD)
    assert say(refused.value.message).startswith(":ride borin pony is no hero: an empty Enter")


@pytest.mark.parametrize("armour", ["light", "heavy"])
def test_where_rules_have_no_armour_its_words_are_no_horses(armour: str) -> None:
    """Given armour written in sf, then the line is not told of a light horse."""
    with pytest.raises(Refusal) as refused:
        read_heroes(f"Iseph 9m {armour} hp20", State(), Assets(rules=packaged("sf")))
    assert f"no table of armour: leave '{armour}' out" in say(refused.value.message)
    read_heroes(f"Star {armour} horse 40kg", State(), Assets(rules=packaged("sf")))


async def test_an_animal_goes_to_the_hero_whom_its_line_names() -> None:
    """Given a hero of the list, when "pony for" him is added, then he joins in its saddle."""
    async with hand() as at:
        lines = ("Fumbus halfling", "<enter>", "pony for Fumbus", "<enter>")
        assert "Fumbus rides Pony" in await at.shows(dialog(), *lines[:2], "Fumbus on pony")
        assert "Pony (p)" in await at.shows(dialog(), *lines)
        joined = cast(Join, await at.gives(dialog(), *lines, "<enter>"))
        assert joined.riders == (Mounting("fumbus", "pony"),)
        dropped = cast(Join, await at.gives(dialog(), *lines, "<ctrl+u>", "<ctrl+u>", "<f10>"))
        assert (dropped.member.name, dropped.riders) == ("Fumbus", None)
