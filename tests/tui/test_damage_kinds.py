"""Kinds of damage as they are typed: on the line of points, on that of areas, and as words."""

from __future__ import annotations

import pytest

from core.combat.board.squares import Square
from core.messages import Refusal
from core.play.facts.encounter import Foe
from core.play.facts.table.commands import Heal, Hurt
from core.play.fight.previews import after_hurt
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tui.kit.phrases import say
from tui.play.command_line.areas import blast
from tui.play.command_line.damage_kinds import words_for_kinds
from tui.play.command_line.road_words import ROAD
from tui.play.command_line.typed_line import NOTHING_SHOWN, parse, points
from tui.play.table.arrival_words import describe_arrival

HORSE = replace(WOLF, id="horse", name="Silver", token="S")
STATE = brawl(HERO, WOLF, HORSE, hero="C3", wolf="D3", horse="E3")
KINDS = words_for_kinds(packaged("pf1"))
MARKED = ("wolf",)


def read(text: str) -> object:
    return points(text, "-", STATE, MARKED, KINDS)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12 fire", Hurt(MARKED, (12,), kinds=(("fire",),))),
        ("-12 fire h", Hurt(("hero",), (12,), kinds=(("fire",),))),
        ("9 slashing magic", Hurt(MARKED, (9,), kinds=(("slashing", "magic"),))),
        ("9 cold iron", Hurt(MARKED, (9,), kinds=(("cold_iron",),))),
        ("9 cold-iron", Hurt(MARKED, (9,), kinds=(("cold_iron",),))),
        ("7 fire 4", Hurt(MARKED, (7, 4), kinds=(("fire",), ()))),
        ("7 4 fire", Hurt(MARKED, (7, 4), kinds=((), ("fire",)))),
        ("20 force half", Hurt(MARKED, (10,), kinds=(("force",),))),
        ("21 half", Hurt(MARKED, (10,))),
        ("7n slashing", Hurt(MARKED, (7,), True, kinds=(("slashing",),))),
        ("5 feu h a", Hurt(("hero", "wolf"), (5,), kinds=(("fire",),))),
    ],
)
def test_amounts_have_the_kinds_behind_them(text: str, wanted: Hurt) -> None:
    assert read(text) == wanted


def test_a_creature_that_is_called_like_a_kind_is_meant_by_its_name() -> None:
    assert read("9 silver") == Hurt(("horse",), (9,))
    assert read("9 s") == Hurt(("horse",), (9,))


def test_healing_has_no_kinds() -> None:
    assert points("9 h", "+", STATE, MARKED, KINDS) == Heal(("hero",), (9,))
    with pytest.raises(Refusal):
        points("9 fire", "+", STATE, MARKED, KINDS)
    with pytest.raises(Refusal) as refused:
        read("9t fire")
    assert refused.value.code == "bad_temporary"


def test_the_word_hurt_takes_kinds_too() -> None:
    shown = replace(NOTHING_SHOWN, rules=packaged("pf1"))

    found = parse("hurt 7 fire hero", ROAD, STATE, shown)

    assert found == Hurt(("hero",), (7,), kinds=(("fire",),))


def test_an_area_has_the_kind_of_its_damage() -> None:
    found = blast("burst 4 8d6 fire reflex 16", Square(3, 3), None, "", KINDS)

    assert (found.damage, found.kinds, found.dc) == ("8d6", ("fire",), 16)


def defended(*lines: str) -> Foe:
    assert WOLF.sheet is not None
    return replace(WOLF, hp=40, sheet=replace(WOLF.sheet, defences=lines))


def ahead(text: str, *lines: str) -> list[str]:
    """What the preview says of the damage to a creature with these defences."""
    state = brawl(defended(*lines), wolf="D3")
    command = points(text, "-", state, MARKED, KINDS)
    assert isinstance(command, Hurt)
    (outcome,) = after_hurt(state, under(), command)
    assert outcome.arrival is not None
    rules = packaged("pf1").combat.damage
    return [say(told) for told in describe_arrival(outcome.arrival, rules)]


def test_the_preview_says_what_was_dealt_what_resists_and_what_arrives() -> None:
    assert ahead("12 fire", "resist fire 10") == ["12 fire>2 (resist fire 10)"]
    assert ahead("12 cold", "vulnerable cold") == ["12 cold>18 (vulnerable to cold)"]
    assert ahead("12 cold", "resist fire 10") == []
    assert ahead("7 slashing 4 acid", "DR 5/silver", "regeneration 5 acid") == [
        "7 slashing>2 (DR 5/silver)",
        "regeneration stops",
    ]
