"""Boards of encounters: drawn on, drawn anew, their doors, light and wind."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from core.combat.board.drawing import Board, BoardEdit, DoorState, battlefield, doors, runs
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.fight.setup.commands import (
    Paint,
    Place,
    Redraw,
    SetAir,
    SetDoor,
    SetupCommand,
    Spot,
)
from core.play.facts.fight.turns.events import ActionsSpent
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of
from core.play.fight.setup.places import Landscape, landscape
from core.play.resolution import Decided
from core.play.union import Assets, decide, describe, narrate
from core.values import replace
from tests.builders import after, party, refusal_code
from tests.core.play.fight.turning import fighting
from tests.core.play.maps import REGION
from tests.fights import BOARD, FIGHT_COMMANDS, FIGHT_STORY, FORD, HARSK, PREPARED, fight_world
from tui.kit.phrases import say

SMALL = Board(("....", "...."))
WORLD = replace(fight_world(), boards=MappingProxyType({FORD: BOARD, "small": SMALL}))
READY: State = replace(party(HARSK), encounters=(PREPARED,))
GROUND = WORLD.rules.combat.ground


def done(command: SetupCommand, state: State = READY) -> Encounter:
    found = after(command, state, under=WORLD).encounter("ambush")
    assert found is not None
    return found


def refused(command: SetupCommand, state: State = READY) -> str:
    return refusal_code(command, state, WORLD)


def test_the_board_is_drawn_on() -> None:
    painted = done(Paint("ambush", (BoardEdit("A1:3", "wall"), BoardEdit("B2/C2", "low"))))
    field = battlefield(BOARD, painted.edits, GROUND)
    assert runs(field, field.solid).startswith("A1:3")
    assert "B2" in runs(field, field.low_east)


def test_what_is_drawn_over_is_not_kept() -> None:
    state = after(
        Paint("ambush", (BoardEdit("A1", "wall"), BoardEdit("B1", "wall"))), READY, under=WORLD
    )
    assert done(Paint("ambush", (BoardEdit("A1", "open"),)), state).edits == (
        BoardEdit("B1", "wall"),
        BoardEdit("A1", "open"),
    )


@pytest.mark.parametrize(
    ("edits", "code"),
    [
        ((), "nothing_drawn"),
        ((BoardEdit(" ", "wall"),), "nothing_drawn"),
        ((BoardEdit("A1", "wall"),) * 201, "too_much"),
        ((BoardEdit("A1", "lava"),), "unknown_ground"),
        ((BoardEdit("A1/B1", "hedge"),), "unknown_border"),
        ((BoardEdit("A1:99", "wall"),), "off_the_map"),
        ((BoardEdit("T10/U10", "wall"),), "off_the_map"),
        ((BoardEdit("A1/C1", "wall"),), "bad_edge"),
        ((BoardEdit("1A", "wall"),), "unknown_square"),
    ],
)
def test_what_cannot_be_drawn_is_refused(edits: tuple[BoardEdit, ...], code: str) -> None:
    assert refused(Paint("ambush", edits)) == code


def test_another_board_has_no_edits_and_whoever_fits_no_longer_steps_aside() -> None:
    state = after(Paint("ambush", (BoardEdit("A1", "wall"),)), READY, under=WORLD)
    redrawn = done(Redraw("ambush", "small"), state)
    assert (redrawn.board, redrawn.edits) == ("small", ())
    assert sorted(figure.at for figure in redrawn.figures)[0] != ""
    places = {figure.id: figure.at for figure in redrawn.figures}
    assert len(set(places.values())) == 4
    scene = scene_of(replace(READY, encounters=(redrawn,)), WORLD, redrawn)
    assert set(scene.by_id) == set(places)
    assert refused(Redraw("ambush", "nothing")) == "unknown_board"


def test_who_still_stands_well_stays_there() -> None:
    assert done(Redraw("ambush", FORD)).figures == PREPARED.figures


@pytest.mark.parametrize("state", ["open", "locked"])
def test_doors_are_opened_and_locked(state: DoorState) -> None:
    encounter = done(SetDoor("ambush", "L4/K4", state, "harsk"))
    assert doors(BOARD, encounter.edits)["K4/L4"] == state
    twice = replace(READY, encounters=(encounter,))
    assert refused(SetDoor("ambush", "K4/L4", state), twice) == "door_already"
    assert len(done(SetDoor("ambush", "K4/L4", "closed"), twice).edits) == 1


def test_a_creature_does_not_open_what_is_locked_but_the_gm_does() -> None:
    locked = replace(READY, encounters=(done(SetDoor("ambush", "K4/L4", "locked")),))
    assert refused(SetDoor("ambush", "K4/L4", "open", "wolf-1"), locked) == "door_locked"
    assert doors(BOARD, done(SetDoor("ambush", "K4/L4", "open"), locked).edits)["K4/L4"] == "open"


def test_where_there_is_no_door_none_is_opened() -> None:
    assert refused(SetDoor("ambush", "A1/B1", "open")) == "no_door"
    assert refused(SetDoor("ambush", "A1", "open")) == "bad_edge"
    assert refused(SetDoor("ambush", "K4/L4", "open", "nobody")) == "unknown_creature"


def test_light_zones_and_wind_are_those_of_the_scene() -> None:
    zones = (Zone("A1:3", "dark"), Zone("B1", "bright"))
    lit = done(SetAir("ambush", "dim", "NE", "low", zones))
    scene = scene_of(replace(READY, encounters=(lit,)), WORLD, lit)
    assert (scene.light, scene.wind, scene.gravity) == ("dim", "NE", "low")
    assert {light: runs(scene.field, bits) for light, bits in scene.lit}["dark"] == "A1 C1"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (SetAir("ambush", wind="NE"), "the wind goes to NE"),
        (SetAir("ambush", gravity="low"), "the gravity is low"),
        (SetAir("ambush", zones=(Zone("A1:3", "dark"),)), "zones of light: dark at A1:3"),
        (SetAir("ambush", "dim", gravity="zero"), "the light is dim, the gravity is zero"),
        (SetAir("ambush"), "the light is bright"),  # nothing is different
        (
            Paint("ambush", (BoardEdit("A1/B1", "low"), BoardEdit("A2:3", "difficult"))),
            "the board of Ambush at the ford is drawn on: low at A1/B1, difficult at A2:3",
        ),
        (
            Place("ambush", (Spot("ogre", "A6", -2), Spot("wolf-1", "D7"))),
            "placed by the GM: Ogre at A6, depth 2 squares, Wolf at D7",
        ),
    ],
)
def test_the_log_names_what_changed_on_the_board(
    command: SetAir | Paint | Place, told: str
) -> None:
    done = decide(command, READY, WORLD, {})
    assert isinstance(done, Decided)
    assert say(narrate(done.events[0], READY)) == told


def test_a_ground_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refusal) as found:
        decide(Paint("ambush", (BoardEdit("A1", "forest"),)), READY, WORLD, {})
    said = say(found.value.message)
    assert said.startswith("There is no ground 'forest'. Write one of ")
    assert "difficult" in said


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetAir("ambush", "red"), "bad_light"),  # type: ignore[arg-type]
        (SetAir("ambush", wind="up"), "bad_wind"),
        (SetAir("ambush", gravity="none"), "bad_gravity"),
        (SetAir("ambush", zones=(Zone("A99", "dim"),)), "off_the_map"),
        (SetAir("ambush", zones=(Zone("A1:x", "dim"),)), "bad_run"),
        (SetAir("mill"), "unknown_encounter"),
    ],
)
def test_no_other_light_or_wind(command: SetAir, code: str) -> None:
    assert refused(command) == code


def test_the_terrain_is_that_of_the_hex_else_of_the_leg_else_plains() -> None:
    on_map = Assets(WORLD.rules, MappingProxyType({"map": REGION}))
    hexes = {
        c.hex: landscape(replace(READY, region="map", place=c.hex), on_map)
        for c in REGION.cells.values()
    }
    assert any(found.river for found in hexes.values())
    assert {found.terrain for found in hexes.values()} <= set(WORLD.rules.terrain)
    assert landscape(replace(READY, plan=None), WORLD) == Landscape("plains")


def test_every_event_and_command_of_setup_is_told() -> None:
    told = [narrate(event, READY) for event in FIGHT_STORY if type(event).__module__.count("setup")]
    titles = [describe(one, READY) for one in FIGHT_COMMANDS if type(one).__module__.count("setup")]
    assert (len(told), len(titles)) == (17, 15)
    assert all(message.template for message in (*told, *titles))


@pytest.mark.parametrize(
    ("ruleset", "word"), [("pf1", "move"), ("dnd35", "move"), ("sf", "move"), ("pf2", "action")]
)
def test_who_opens_a_door_in_its_round_uses_an_action_for_it(ruleset: str, word: str) -> None:
    assets = fight_world(ruleset)
    state = fighting(ruleset=ruleset)
    found = decide(SetDoor("ambush", "K4/L4", "open", "harsk"), state, assets, {})
    assert isinstance(found, Decided)
    assert found.events[1:] == (ActionsSpent("harsk", (word,)),)
    assert [receipt.default for receipt in found.receipts] == [True]
    by_word = decide(SetDoor("ambush", "K4/L4", "open"), state, assets, {})
    assert isinstance(by_word, Decided)
    assert len(by_word.events) == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (SetAir("ambush", gravity="high"), "gravity"),
        (SetAir("ambush", "dim"), "light"),
        (SetAir("ambush", wind="NE"), "wind"),
        (SetAir("ambush", "dark", wind="NE", gravity="zero"), "light, wind, gravity"),
        (SetAir("ambush"), "light, wind and gravity"),
    ],
)
def test_the_air_is_undone_by_the_name_of_what_was_set(command: SetAir, said: str) -> None:
    assert say(describe(command, READY)) == said
