"""Creatures that join an encounter: where they are put."""

from __future__ import annotations

import pytest

from core.bestiary import Beast
from core.combat.board.squares import parse_square
from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.fight.setup.commands import AddFoes
from core.play.facts.fight.setup.events import FoesAdded
from core.play.union import Decided, decide
from core.rulesets.creature_words import creature_words
from core.values import replace
from saves.library.dice import DiceRoller
from saves.store.packaged_rulesets import packaged
from tests.fights import fight_world
from tests.tui.encounter.skirmish import FIGHT, standing
from tui.encounter.change import Confirm
from tui.encounter.recruits import add, library, preview_line
from tui.kit.phrases import say
from tui.play.command_line.areas import Adding, adding
from tui.play.dialogs.dialog import PageDialog

PREPARED = replace(FIGHT, status="prepared", round=0, order=(), acting="")


@pytest.mark.parametrize(("cursor", "at", "first"), [("A1", "", "A1"), ("A1", "M3", "M3")])
def test_creatures_come_to_the_cursor_unless_another_square_is_typed(
    cursor: str, at: str, first: str
) -> None:
    """Given wolves far from the cursor, then three more are around it, not beside the others."""
    there = standing(cursor, PREPARED)
    command = add(there, Adding(3, "wolf", at=at), DiceRoller(1).roll)
    assert isinstance(command, AddFoes)
    decided = decide(command, there.state, fight_world(), {})
    assert isinstance(decided, Decided)
    added = next(event for event in decided.events if isinstance(event, FoesAdded))
    places = [parse_square(figure.at) for figure in added.figures]
    assert str(places[0]) == first
    assert all(place.away(places[0]) <= 1 for place in places)


def added(line: str, cursor: str) -> FoesAdded:
    """Read what is typed behind ':add' and decide on it, with the cursor there."""
    there = standing(cursor, PREPARED)
    wanted = adding(line, creature_words(fight_world().rules))
    command = add(there, wanted, DiceRoller(1).roll)
    assert isinstance(command, AddFoes)
    decided = decide(command, there.state, fight_world(), {})
    assert isinstance(decided, Decided)
    return next(event for event in decided.events if isinstance(event, FoesAdded))


def test_an_encounter_that_is_over_takes_no_creature_without_asking() -> None:
    """Given :add typed or picked from the list, then Enter is offered, and e is named."""
    over = standing("A1", replace(FIGHT, status="over", acting=""))
    typed = add(over, Adding(1, "wolf"), DiceRoller(1).roll)
    page = add(over, None, DiceRoller(1).roll)
    assert isinstance(page, PageDialog)
    assert isinstance(typed, Confirm)
    assert isinstance(typed.command, AddFoes)
    for offer in (typed, page.then(over, typed.command)):
        assert isinstance(offer, Confirm)
        assert offer.words is not None
        assert "is over. Press Enter to add" in say(offer.words)


HEROES = [one.at for one in PREPARED.figures if one.at and PREPARED.foe(one.id) is None]


def test_foes_are_not_put_beside_the_party() -> None:
    """Given the cursor on a hero and no square typed, then they come to the other foes."""
    heroes = [parse_square(name) for name in HEROES]
    for figure in added("goblin x3", HEROES[0]).figures:
        assert min(map(parse_square(figure.at).away, heroes)) > 3


def test_allies_come_to_the_cursor_beside_a_hero() -> None:
    (figure,) = added("bear ally", HEROES[0]).figures
    assert parse_square(figure.at).away(parse_square(HEROES[0])) <= 3


@pytest.mark.parametrize(
    ("line", "height"),
    [
        ("giant eagle", 0),
        ("giant eagle flying", 4),
        ("giant eagle height 6", 6),
        ("roc hp90 fly 80 ft height 20 ft claw +9 2d6", 4),
        ("roc hp90 flying 24m airborne claw +9 2d6", 4),
    ],
)
def test_a_flyer_is_added_in_the_air_where_its_line_says_so(line: str, height: int) -> None:
    (figure,) = added(line, "A1").figures
    assert figure.elevation == height
    assert figure.mode == ("fly" if height else "walk")


def test_who_cannot_fly_is_not_added_in_the_air() -> None:
    with pytest.raises(Refusal) as refused:
        added("wolf flying", "A1")
    assert refused.value.code == "no_fly_speed"


@pytest.mark.parametrize(
    ("system", "line", "said"),
    [
        ("pf1", "2 warhorse", "'warhorse' could mean heavy warhorse, light warhorse."),
        ("pf2", "2 warhorse", "2 Warhorse"),
        ("dnd35", "3 dogs", "'dogs' could mean guard dog, riding dog."),
        ("dnd35", "4 orcs", "4 Orc: CR 1/2  M  AC 13  HP 5, falchion +4 2d4+4 18-20"),
        ("pf1", "3 goblin warriors", "The bestiary has no goblin warriors; did you mean goblin?"),
        ("pf1", "2 wolves ally hidden at k9", "2 Wolf: ally, hidden, at K9, CR 1"),
        ("pf1", "giant spider o12", "1 Giant spider: at O12, CR 1"),
        ("pf1", "8 wolves k9, hidden", "8 Wolf: hidden, at K9, CR 1"),
        ("pf1", "wolf k9 flank", "The bestiary has no wolf k9 flank;"),
        ("pf1", "wolf x3", "3 Wolf: CR 1"),
        ("pf1", "raider x2 hp11 ac14 k9", "2 raider: at K9, M  AC 14  HP 11"),
        ("pf1", "raider hp11 ac14 axe +3 1d6 x3 k9", "1 raider: at K9, M  AC 14  HP 11, axe +3"),
        ("pf1", "raider hp11 ac14 axe +3 1d6 x3", "1 raider: M  AC 14  HP 11, axe +3 1d6 x3"),
        ("pf1", "raider hp11 t10", "'t10' is not a figure."),
        ("pf1", "raider hp11 d8", "'d8' is not a figure."),
        ("pf1", "wolf neutral", "1 Wolf: neutral, CR 1"),
        ("pf1", "bear ally summoned 3", "1 Bear: ally, for 3 rounds,"),
        ("pf1", "red dragon flying", "1 Red dragon: height 4 (6 m), CR 13"),
    ],
)
def test_what_would_be_added_is_said_with_its_side_and_place(
    system: str, line: str, said: str
) -> None:
    told = preview_line(packaged(system))(line)
    assert told is not None
    assert say(told).startswith(said)


def test_a_square_at_the_end_that_is_part_of_a_listed_name_is_no_place() -> None:
    """Given a drone R2 in the list, when its name is typed, then it goes where there is room."""
    listed = library(packaged("sf"))
    drone = Beast("drone_r2", (("en", "Drone R2"),), Sheet(size="S"))
    here = replace(listed, beasts=(*listed.beasts, drone))

    assert here.read("2 drone r2") == Adding(2, "drone r2")
    assert here.read("2 drone r2 k9") == Adding(2, "drone r2", at="K9")


def test_a_flyer_that_would_stand_on_the_ground_is_said_to() -> None:
    told = preview_line(packaged("pf1"))("red dragon")
    assert told is not None
    assert say(told).endswith("on the ground: type flying for the air")


def test_the_nearest_creature_is_named_as_it_is_typed() -> None:
    """Given ids of several words, then a refusal names no id."""
    with pytest.raises(Refusal) as refused:
        library(packaged("pf1")).one("giant eagel")
    assert "did you mean giant eagle?" in say(refused.value.message)
