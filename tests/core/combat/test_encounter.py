"""The encounter file: what it says becomes a scene; what it cannot say is named."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.drawing import BoardHeight, Door, runs
from core.combat.board.encounter_file import parse_encounter
from core.combat.board.encounter_schema import EncounterCreature, EncounterTables
from core.combat.board.scene import Scene
from core.combat.board.squares import LAYERS, Block, Square
from core.effects.worn import parse_worn
from core.files import FileError
from core.messages import Message
from saves.store.packaged_rulesets import PACKAGED, packaged

FULL = """
ruleset = "pf1"
name = "Everything"
map = '''
.:%~
^o=&
#T..
....
'''
edge_walls = ["A4/B4"]
edge_low = ["C3/C4"]
edge_veils = ["A3/A4"]
doors = [
  { edge = "C4/D4", state = "closed" },
  { edge = "A3/A4", state = "open" },
  { edge = "B4/C4", state = "locked" },
  { edge = "C3/D3" },
]
legend = { T = ["difficult", "concealing"] }
light = "dim"
zones = [{ squares = "A1:2 D4", light = "bright" }, { squares = "B1", light = "dark" }]
heights = [{ squares = "A1:2", height = 4 }, { edges = ["A4/B4"], height = 2 }]
wind = "NW"
gravity = "low"
start = "A1:2"

[[creatures]]
id = "ogre"
name = "Old Gruumsh"
size = "L"
at = "C3"
side = "foe"
long = true
reach = 3
weapon_reach = 4
space = 1
conditions = ["prone"]
speed = 6
speeds = { fly = 12, swim = 3 }
hp = -2
ac = 17
attack = -1
init = 3
elevation = 2
hidden = true
reaction = false
effects = ["frightened 5", "shaken"]
worn = ["armor 5"]

[[creatures]]
id = "boy"
size = "S"
rides = "ogre"
"""


def scene_of(text: str, ruleset: str = "pf1") -> Scene:
    return parse_encounter(text).scene(packaged(ruleset))


def test_every_key_is_read() -> None:
    file = parse_encounter(FULL)
    ogre, boy = file.creatures
    assert set(EncounterTables.model_fields) <= {
        line.split(" = ")[0].strip("[]") for line in FULL.splitlines()
    }
    assert set(EncounterCreature.model_fields) <= {
        line.split(" = ")[0] for line in FULL.splitlines()
    }
    assert (file.name, file.light, file.wind, file.gravity) == ("Everything", "dim", "NW", "low")
    assert file.start == "A1:2"
    assert file.board.heights == (BoardHeight("A1:2", 4), BoardHeight("A4/B4", 2))
    assert (ogre.name, ogre.size, ogre.at, ogre.side) == ("Old Gruumsh", "L", Square(2, 2), "foe")
    assert (ogre.long, ogre.reach, ogre.weapon_reach, ogre.space) == (True, 3, 4, 1)
    assert (ogre.conditions, ogre.speed, ogre.speeds) == (("prone",), 6, (("fly", 12), ("swim", 3)))
    assert (ogre.hp, ogre.ac, ogre.attack, ogre.init) == (-2, 17, -1, 3)
    assert (ogre.elevation, ogre.hidden, ogre.reaction) == (2, True, False)
    assert ogre.effects == ("frightened 5", "shaken")
    assert ogre.worn == parse_worn(("ac +5 armor",))
    assert (boy.rides, boy.at) == ("ogre", ogre.at)


def test_effects_are_among_the_conditions_of_the_scene_once() -> None:
    ogre = scene_of(FULL).creature("ogre")
    playtest = scene_of(FULL.replace("frightened 5", "frightened=2 5"), "pf1").creature("ogre")
    assert ogre.conditions == ("prone", "frightened", "shaken")
    assert playtest.values == (("frightened", 2),)


def test_the_scene_has_the_air_of_the_file() -> None:
    scene = scene_of(FULL)
    assert (scene.light, scene.wind, scene.gravity) == ("dim", "NW", "low")
    assert scene.body(scene.creature("boy")) == Block(2, 2, 1)


def test_zones_are_lit_otherwise_and_the_last_of_two_counts() -> None:
    scene = scene_of(FULL)
    assert {light: runs(scene.field, bits) for light, bits in scene.lit} == {
        "bright": "A1 D4",
        "dark": "B1",
        "dim": "C1:2 A2:4 A3:4 A4:3",
    }
    assert scene_of('ruleset = "pf1"\nmap = "."\n').lit == ()


def test_closed_and_locked_doors_are_walls_and_open_ones_nothing() -> None:
    file = parse_encounter(FULL)
    assert file.board.doors == (
        Door("C4/D4", "closed"),
        Door("A3/A4", "open"),
        Door("B4/C4", "locked"),
        Door("C3/D3"),
    )
    field = scene_of(FULL).field
    assert {str(square) for square in field.squares(field.wall_east)} == {"A4", "B4", "C4", "C3"}
    assert field.wall_south == 0
    assert {str(square) for square in field.squares(field.low_south)} == {"C3"}


def test_a_sign_of_the_legend_stands_for_several_kinds() -> None:
    field = scene_of(FULL).field
    thicket = field.bit(Square(1, 2))
    assert {layer for layer in LAYERS if getattr(field, layer) & thicket} == {
        "hampered",
        "concealing",
    }


def test_a_file_may_name_nothing_but_ruleset_and_map() -> None:
    scene = scene_of('ruleset = "pf1"\nmap = "."\n')
    assert (scene.field.width, scene.field.height, scene.creatures) == (1, 1, ())
    assert (scene.light, scene.wind, scene.gravity) == ("bright", "", "normal")


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_the_largest_map_is_read(ruleset: str) -> None:
    rows = "\n".join(["." * 500] * 500)
    scene = scene_of(f'ruleset = "{ruleset}"\nmap = """\n{rows}\n"""\n', ruleset)
    assert (scene.field.width, scene.field.height) == (500, 500)


def test_a_rider_may_name_the_square_of_its_mount() -> None:
    text = FULL.replace('rides = "ogre"\n', 'rides = "ogre"\nat = "C3"\n')
    assert parse_encounter(text) == parse_encounter(FULL)


def test_what_a_ruleset_lacks_is_judged_when_the_scene_is_set_up() -> None:
    """Pathfinder 2 has no Colossal creatures."""
    file = parse_encounter(
        'ruleset = "pf2"\nmap = "."\ncreatures = [{ id = "a", size = "C", at = "A1", space = 1 }]\n'
    )
    file.scene(packaged("pf1"))
    with pytest.raises(FileError) as raised:
        file.scene(packaged("pf2"))
    assert (raised.value.code, raised.value.key) == ("unknown_size", "creatures[1].size")
    assert raised.value.message.value("choices") == ("T", "S", "M", "L", "H", "G")


@given(st.data())
def test_a_garbled_file_is_read_or_refused_with_a_key(data: st.DataObject) -> None:
    """Values and keys of a file in each other's places: never another exception."""
    words = FULL.split()
    for _ in range(data.draw(st.integers(1, 4))):
        at, of = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        words[at] = data.draw(st.sampled_from((words[of], "-1", '""', "1e400", "[]", "{}")))
    lines = FULL.split("\n")
    line = data.draw(st.integers(0, len(lines) - 1))
    lines[line] = data.draw(st.sampled_from(("", lines[line - 1], " ".join(words[:6]))))
    for text in ("\n".join(lines), swapped(FULL, words)):
        with suppress(FileError):
            parse_encounter(text).scene(packaged("pf1"))


def swapped(text: str, words: list[str]) -> str:
    """The text with its words replaced one by one, its spaces and lines as they are."""
    pieces = iter(words)
    return re.sub(r"\S+", lambda _: next(pieces), text)


def test_the_missing_mount_that_was_meant_is_offered() -> None:
    with pytest.raises(FileError) as raised:
        parse_encounter(FULL.replace('rides = "ogre"', 'rides = "orge"'))
    assert raised.value.message == Message(
        "{rider} rides {mount}, but no other creature has that id; did you mean {meant}?",
        rider="boy",
        mount="orge",
        meant="ogre",
    )


def test_a_condition_of_a_file_is_written_as_a_list_shows_it() -> None:
    text = FULL_LINE.format('"Flat-footed", "paralysed"')
    (creature,) = scene_of(text).creatures
    assert creature.conditions == ("flat_footed", "paralyzed")


FULL_LINE = """ruleset = "pf1"
map = ".."
creatures = [{{ id = "a", size = "M", at = "A1", conditions = [{}] }}]
"""
