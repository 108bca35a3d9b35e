"""Both Armour Classes of sf by name, in the log, in the strip of results and on cards."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import sheet
from core.play.fight.blows.narration import armour_met, narrate_blows
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.core.play.fight.boards import HERO, OPEN, WOLF, fight
from tui.kit.phrases import say
from tui.play.creature_lines.figure_words import armour_words, attack_words

LASER = Attack("laser", (5,), "1d8", mode="ranged", energy=True, increment=12)
RIFLE = Attack("rifle", (5,), "1d8", mode="ranged", increment=12)
MET = {LASER: 12, RIFLE: 14}


def struck(by: Sheet, at: Sheet, *, ac: int, weapon: int = 0) -> str:
    """The line of the log for a hit with an attack of the sheet `by` at a creature with `at`."""
    state, _ = fight(
        OPEN,
        replace(HERO, sheet=by),
        replace(WOLF, sheet=at),
        at={"hero": "A1", "wolf": "E1"},
        system="sf",
    )
    event = Struck(
        by="hero",
        at="wolf",
        attack="laser",
        outcome="hit",
        face=15,
        total=20,
        needed=9,
        ac=ac,
        bonus=5,
        weapon=weapon,
    )
    assert say(armour_met(event, state)) in say(narrate_blows(event, state))
    return say(narrate_blows(event, state))


@pytest.mark.parametrize(("attack", "name"), [(LASER, "EAC 12"), (RIFLE, "KAC 14")])
def test_the_log_names_the_armour_class_that_was_met(attack: Attack, name: str) -> None:
    armoured = replace(sheet(WOLF), ac=14, eac=12)

    line = struck(Sheet(attacks=(attack,)), armoured, ac=MET[attack])

    assert line == f"Hero attacks Wolf: 20 against {name}, hit"


def test_of_one_armour_class_and_of_an_unknown_attack_the_number_is_said() -> None:
    """Given a sheet without the second one, or an attack that is not known, then no name."""
    armoured = replace(sheet(WOLF), ac=14, eac=12)
    plain = "Hero attacks Wolf: 20 against 14, hit"

    assert struck(Sheet(attacks=(LASER,)), sheet(WOLF), ac=14) == plain
    assert struck(Sheet(), armoured, ac=14) == plain


def test_a_card_marks_the_attack_that_is_energy() -> None:
    assert attack_words(LASER) == "laser +5 1d8 EAC range 18 m"
    assert attack_words(RIFLE) == "rifle +5 1d8 range 18 m"


@pytest.mark.parametrize(
    ("system", "ac", "eac", "words"),
    [
        ("sf", 14, 12, "EAC 12 KAC 14"),
        ("sf", 14, None, "EAC 14 KAC 14"),
        ("sf", None, None, None),
        ("pf1", 14, None, "AC 14"),
        ("pf2", 14, None, "AC 14"),
    ],
)
def test_a_card_names_each_armour_class_of_the_system(
    system: str, ac: int | None, eac: int | None, words: str | None
) -> None:
    armour = armour_words(Sheet(ac=ac, eac=eac), packaged(system))

    assert (None if armour is None else say(armour)) == words
