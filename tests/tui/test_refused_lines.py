"""A line that is refused is selected: what is typed replaces it, and the arrows keep it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.facts.state import State
from core.play.facts.table.commands import Join
from core.play.union import Assets
from core.travel.stretches import Stretch
from saves.store.packaged_rulesets import packaged
from tests.builders import party
from tests.fights import HARSK, PREPARED, fight_world
from tests.insides import screen_text
from tests.tui.modals import hand
from tests.waiting import until
from tui.encounter.recruits import AddCreatures, library
from tui.journey.dialogs import ImportMap, LegsEditor
from tui.kit.modal import Modal
from tui.kit.pick_list import PickOne, PickRow
from tui.kit.text_line import TextLine, WordSuggester
from tui.party.member_dialogs import AddHeroes, is_replaced

WORLD = Assets(rules=packaged("pf1"))


def refuse(text: str) -> None:
    raise Refusal("no", "'{text}' is not it.", text=text)


def never(question: object) -> Any:  # noqa: ANN401  (never called)
    raise AssertionError(question)


def creatures() -> AddCreatures:
    return AddCreatures(library(fight_world().rules), party(HARSK), PREPARED, never)


DIALOGS: list[Callable[[], Modal[Any]]] = [
    lambda: TextLine(Message(":"), check=refuse),
    lambda: LegsEditor((), WORLD.rules, lambda _: None),
    lambda: AddHeroes(State(), WORLD),
    lambda: PickOne(Message("which?"), (PickRow("one", "one"),)),
    lambda: ImportMap(WORLD.rules, ""),
    creatures,
]
"""Dialogs with a line of their own, each of which refuses "20 quux"."""

MENDED = {"left": "20 quuyx", "right": "20 quuxy", "end": "20 quuxy", "home": "y20 quux"}
"""What a refused line is after a key and "y"."""


@pytest.mark.parametrize("make", DIALOGS)
async def test_what_is_typed_after_a_refusal_replaces_the_line(
    make: Callable[[], Modal[Any]],
) -> None:
    """Given a refused line, when keys are typed, then they alone are the line."""
    async with hand() as at:
        at.app.push_screen(make())
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        await at.pilot.press(*"20", "space", *"quux", "enter")
        await at.pilot.pause()
        assert line.selected_text == "20 quux"

        await at.pilot.press(*"40")

        assert line.value == "40"


@pytest.mark.parametrize("make", DIALOGS)
async def test_an_arrow_and_backspace_keep_the_refused_line(make: Callable[[], Modal[Any]]) -> None:
    """Given a refused line, when Backspace, or Right and a letter are typed, then it is mended."""
    async with hand() as at:
        at.app.push_screen(make())
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        await at.pilot.press(*"20", "space", *"quux", "enter", "backspace", "y")
        assert line.value == "20 quuy"

        await at.pilot.press("enter", "right", "x")
        assert line.value == "20 quuyx"


@pytest.mark.parametrize("make", DIALOGS)
async def test_the_cursor_goes_into_a_refused_line_as_in_an_editor(
    make: Callable[[], Modal[Any]],
) -> None:
    """Given a refused line, when the cursor is moved from its end, then a letter goes there."""
    async with hand() as at:
        at.app.push_screen(make())
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        for key, mended in MENDED.items():
            line.value = ""
            await at.pilot.press(*"20", "space", *"quux", "enter", key, "y")
            assert line.value == mended, key


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("5 orcs hp5 darkvison falchion +4 2d4", "did you mean darkvision?"),
        ("5 orcs hp 5 quux13 falchion +4 2d4", "'quux13' is not understood"),
        ("5 quuxes", "No creature of this name"),
        ("wolf 60 ft up", "Enter adds 1 Wolf, height 12 (18 m)"),
    ],
)
async def test_the_words_of_a_creature_that_are_not_understood_are_named_as_they_are_typed(
    line: str, told: str
) -> None:
    async with hand() as at:
        shown = " ".join((await at.shows(creatures(), line)).split())
        assert told in shown


async def test_what_is_typed_replaces_a_hero_or_leg_that_was_taken_back() -> None:
    """Given the last one taken back with Ctrl+U, when another is typed, then it is that alone."""
    async with hand() as at:
        heroes = ("Elin elf", "<enter>", "<ctrl+u>", "Otto elf", "<enter>", "<enter>")
        assert names_of(await at.gives(AddHeroes(State(), WORLD), *heroes)) == ["Otto"]
        legs = ("20 road", "<enter>", "<ctrl+u>", "40 forest", "<enter>", "<enter>")
        editor = LegsEditor((), WORLD.rules, lambda _: None)
        assert await at.gives(editor, *legs) == (Stretch(Fraction(40), 1, "forest"),)


async def test_what_backspace_takes_is_not_shown_again_as_a_suggestion() -> None:
    """Given a completed word, when its end is deleted, then it is not suggested until a letter."""
    async with hand() as at:
        at.app.push_screen(AddHeroes(State(), WORLD))
        await at.pilot.pause()
        await at.pilot.press(*"Otto", "space", *"elf", "backspace", "backspace")
        assert "Otto elf" not in screen_text(at.app)
        await at.pilot.press("l")
        assert "Otto elf" in screen_text(at.app)


async def test_up_and_down_go_through_the_lines_before() -> None:
    async with hand() as at:
        at.app.push_screen(TextLine(Message(":"), earlier=("note fog", "hurt 3 h")))
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        seen = []
        for key in ("x", "up", "up", "up", "down", "down", "down"):
            await at.pilot.press(key)
            seen.append(line.value)
        assert seen == ["x", "hurt 3 h", "note fog", "note fog", "hurt 3 h", "x", "x"]


async def test_up_has_a_refused_line_again_that_was_typed_over() -> None:
    async with hand() as at:
        at.app.push_screen(TextLine(Message(":"), check=refuse, earlier=("note fog",)))
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        line.value = "hurt 3 q"
        seen = []
        for key in ("enter", "x", "up", "up", "down", "down"):
            await at.pilot.press(key)
            seen.append(line.value)
        assert seen == ["hurt 3 q", "x", "hurt 3 q", "note fog", "hurt 3 q", "x"]


async def test_a_leg_after_a_refused_one_is_that_leg() -> None:
    """Given "20 raod" refused, when "40 forest" is typed at once, then it is the leg."""
    async with hand() as at:
        modal = LegsEditor((), WORLD.rules, lambda _: None)
        at.back = []
        at.app.push_screen(modal, at.back.append)
        await at.pilot.pause()
        await at.pilot.press(*"20", "space", *"raod", "enter")
        await at.pilot.press(*"40", "space", *"forest", "enter", "enter")
        await at.pilot.pause()
        assert at.back == [(Stretch(Fraction(40), 1, "forest"),)]


def names_of(joined: object) -> list[str]:
    assert isinstance(joined, Join)
    return [member.name for member in (joined.member, *(joined.also or ()))]


BORIN = ("Borin dwraf", "<enter>")
"""A line that is refused, and selected."""


@pytest.mark.parametrize("answer", ["l", "light", "Light warhorse"])
async def test_a_word_for_several_kinds_is_answered_by_the_kind_alone(answer: str) -> None:
    """Given "on a warhorse" refused, when a kind's beginning is typed, then the line has it."""
    async with hand() as at:
        line = ("Elin elf on a warhorse", "<enter>")
        shown = await at.shows(AddHeroes(State(), WORLD), *line)
        assert "Type which, as in light." in " ".join(shown.split())
        preview = await at.shows(AddHeroes(State(), WORLD), *line, answer)
        assert "rides Light warhorse" in " ".join(preview.split())
        joined = await at.gives(
            AddHeroes(State(), WORLD), *line, answer, "<enter>", "Otto elf", "<enter>", "<enter>"
        )
        assert names_of(joined) == ["Light warhorse", "Elin", "Otto"]


async def test_a_line_that_begins_with_its_kind_does_not_come_back_once_it_is_answered() -> None:
    async with hand() as at:
        lines = ("Otto elf", "<enter>", "warhorse for Otto", "<enter>", "h", "<enter>", "<enter>")
        joined = await at.gives(AddHeroes(State(), WORLD), *lines)
        assert names_of(joined) == ["Otto", "Heavy warhorse"]


async def test_another_hero_is_no_answer_to_which_kind_was_meant() -> None:
    async with hand() as at:
        line = ("Elin elf on a warhorse", "<enter>", "Lini elf", "<enter>")
        assert "Elin elf on a warhorse" in await at.shows(AddHeroes(State(), WORLD), *line)
        joined = await at.gives(AddHeroes(State(), WORLD), *line, "<ctrl+u>", "<enter>")
        assert names_of(joined) == ["Lini"]


@pytest.mark.parametrize(
    "others",
    [("Elin elf\nOtto elf\n",), ("Elin elf", "<enter>", "Otto elf", "<enter>")],
    ids=["pasted", "typed"],
)
async def test_a_refused_hero_comes_back_after_those_typed_over_it(others: tuple[str, ...]) -> None:
    """Given Borin refused, when others are added over him, then his line is there, selected."""
    async with hand() as at:
        again = ("<enter>", "Borin dwarf", "<enter>", "<enter>")
        joined = await at.gives(AddHeroes(State(), WORLD), *BORIN, *others, *again)
        assert names_of(joined) == ["Elin", "Otto", "Borin"]


async def test_a_refused_hero_that_is_typed_again_or_dropped_does_not_come_back() -> None:
    async with hand() as at:
        again = await at.gives(
            AddHeroes(State(), WORLD), *BORIN, "Borin dwarf", "<enter>", "<enter>"
        )
        assert names_of(again) == ["Borin"]
        dropped = await at.gives(
            AddHeroes(State(), WORLD), *BORIN, "Elin elf", "<enter>", "<ctrl+u>", "<enter>"
        )
        assert names_of(dropped) == ["Elin"]


async def test_of_a_paste_the_lines_that_are_refused_are_asked_one_by_one() -> None:
    """Given two of three lines refused, then the third joins and each of the two is corrected."""
    async with hand() as at:
        joined = await at.gives(
            AddHeroes(State(), WORLD),
            "Elin elv\nOtto elf\nBorin dwraf\n",
            "Elin elf",
            "<enter>",
            "Borin dwarf",
            "<enter>",
            "<enter>",
        )
        assert names_of(joined) == ["Otto", "Elin", "Borin"]


@pytest.mark.parametrize(
    ("text", "replaced"),
    [("E", True), ("B", True), ("Elin elf", True), ("Borin dwarf", False), ("", False)],
)
def test_a_text_typed_over_a_line_is_told_from_one_mended_in_it(text: str, replaced: bool) -> None:
    assert is_replaced("Borin dwraf", text) is replaced


async def test_what_was_typed_is_not_completed_by_enter() -> None:
    """Given a word that completes "l", when Enter refuses it, then the line is and shows "l"."""
    async with hand() as at:
        suggester = WordSuggester(lambda: ("leave",))
        at.app.push_screen(TextLine(Message(":"), check=refuse, suggester=suggester))
        await at.pilot.pause()
        line = at.app.screen.query_one(Input)
        await at.pilot.press("l")
        await until(lambda: "leave" in screen_text(at.app), "what Tab would take")
        await at.pilot.press("enter")
        await at.pilot.pause()
        assert line.value == "l"
        assert "'l' is not it." in screen_text(at.app)
        assert "leave" not in screen_text(at.app)
        await at.pilot.press("x")
        assert line.value == "x"
