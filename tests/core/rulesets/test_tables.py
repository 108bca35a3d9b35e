"""The tables of the four systems are those that the documents print."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from core.messages import exact
from core.rulesets import schema
from core.rulesets.combat_schema import Combat, Tactics
from core.rulesets.quantity_types import TableRow
from core.rulesets.schema import Mechanisms, Ruleset
from core.rulesets.trees import Tree, merge, read
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.each import each

DATA = Path(schema.__file__).with_name("data")
TERRAIN_PF1 = """
moor          1    1    3/4
hills         1    3/4  1/2
sandy_desert  1    1/2  1/2
forest        1    1    1/2
jungle        1    3/4  1/4
swamp         1    3/4  1/2
mountains     3/4  3/4  1/2
plains        1    1    3/4
frozen_tundra 1    3/4  3/4
"""
TERRAIN_SF = """
desert        1    1/2  1/2
forest        1    1    1/2
deep_forest   1    3/4  1/4
hills         1    3/4  1/2
swamp         1    3/4  1/2
mountains     3/4  3/4  1/2
plains        1    1    3/4
urban         3/4  1/2  1/2
"""
RACES = """
human 9 6
half_elf 9 6
half_orc 9 6
elf 9 6
dwarf 6 6
gnome 6 4.5
halfling 6 4.5
"""
MOUNTS = """
light_horse 7.5 5.25 87.5  262.5
heavy_horse 7.5 5.25 114.5 345
pony        6   4.5  75.5  225
riding_dog  6   4.5  50.5  150
"""
BOATS = """
raft_or_barge 0.75 10 7.5
keelboat      1.5  10 15
rowboat       2.25 10 22.5
sailing_ship  3    24 72
warship       3.75 24 90
longship      4.5  24 108
galley        6    24 144
"""


def printed(table: str) -> dict[str, tuple[Fraction, ...]]:
    """The rows of a table typed above: id and exact figures."""
    rows = (line.split() for line in table.strip().splitlines())
    return {row[0]: tuple(map(Fraction, row[1:])) for row in rows}


def terrain(rules: Ruleset) -> dict[str, tuple[Fraction, ...]]:
    return {k: (row.highway, row.road, row.trackless) for k, row in rules.terrain.items()}


@pytest.mark.parametrize("system", ["pf1", "dnd35", "pf2"])
def test_T_134_terrain_of_pf1_serves_dnd35_and_pf2(system: str) -> None:
    assert terrain(packaged(system)) == printed(TERRAIN_PF1)


def test_T_135_terrain_of_sf() -> None:
    assert terrain(packaged("sf")) == printed(TERRAIN_SF)


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_T_030_speed_by_race_and_armour(system: str) -> None:
    races = packaged(system).races

    assert {k: (r.base_speed_m, r.slowed_speed_m) for k, r in races.items()} == printed(RACES)


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_T_032_only_the_dwarf_keeps_its_speed(system: str) -> None:
    assert [k for k, r in packaged(system).races.items() if r.keeps_speed] == ["dwarf"]


@pytest.mark.parametrize("system", ["sf", "pf2"])
def test_T_041_sf_and_pf2_have_no_race_and_no_armour_table(system: str) -> None:
    rules = packaged(system)

    assert [*rules.races, *rules.armor, *rules.load] == []
    assert rules.mechanisms.speed == "net"


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_T_040_run_times_three_when_heavy(system: str) -> None:
    rules = packaged(system)

    assert {k: row.run_multiplier for k, row in rules.armor.items()} == {
        "none": 4,
        "light": 4,
        "medium": 4,
        "heavy": 3,
    }
    assert {k: row.run_multiplier for k, row in rules.load.items()} == {
        "light": 4,
        "medium": 4,
        "heavy": 3,
    }


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_T_031_T_034_what_slows(system: str) -> None:
    rules = packaged(system)

    assert {k for k, row in rules.armor.items() if row.slows} == {"medium", "heavy"}
    assert {k for k, row in rules.load.items() if row.slows} == {"medium", "heavy"}
    assert {k for k, row in rules.armor.items() if not row.barbarian} == {"heavy"}
    assert {k for k, row in rules.load.items() if not row.barbarian} == {"heavy"}


@pytest.mark.parametrize("system", PACKAGED)
def test_T_160_mounts_and_cart(system: str) -> None:
    rules = packaged(system)

    assert {
        k: (m.km_h, m.loaded_km_h, m.loaded_from_kg, m.loaded_to_kg)
        for k, m in rules.mounts.items()
        if m.source.startswith("003")
    } == printed(MOUNTS)
    assert {k: v.km_h for k, v in rules.vehicles.items()} == {"cart_or_wagon": 3}


@pytest.mark.parametrize("system", PACKAGED)
def test_T_165_loaded_paces_are_the_reduction_of_the_unloaded(system: str) -> None:
    square = packaged(system).speeds.square_m
    for mount in packaged(system).mounts.values():
        squares = mount.km_h * 2 / square
        reduced = -(-squares * 2 // 3)
        assert reduced * square / 2 == mount.loaded_km_h


@pytest.mark.parametrize("system", PACKAGED)
def test_T_180_boats(system: str) -> None:
    boats = packaged(system).boats

    assert {k: (b.km_h, b.hours, b.km_h * b.hours) for k, b in boats.items()} == printed(BOATS)
    small = {"raft_or_barge", "keelboat", "rowboat"}
    assert {k for k, b in boats.items() if b.inland} == small
    assert {k for k, b in boats.items() if b.current} == small
    assert {k for k, b in boats.items() if not b.oars} == {"raft_or_barge", "sailing_ship"}
    assert {k for k, b in boats.items() if b.propulsion == "sail"} == boats.keys() - small


@pytest.mark.parametrize("system", PACKAGED)
def test_T_185_the_usual_current_drifts_63_km_in_14_hours(system: str) -> None:
    afloat = packaged(system).afloat

    assert afloat.usual_current_km_h * (afloat.most_hours - afloat.oars_hours) == 63


def test_T_015_to_T_017_paces_of_pf1() -> None:
    paces = packaged("pf1").paces
    at_9 = {
        k: tuple(None if f is None else exact(f * 9) for f in (p.round, p.minute))
        for k, p in paces.items()
    }

    assert at_9 == {
        "walk": ("9", "90"),
        "hustle": ("18", "180"),
        "run_x3": ("27", "270"),
        "run_x4": ("36", "360"),
        "run_and_rest": (None, None),
    }
    assert {k: p.hour for k, p in paces.items() if p.hour is not None} == {
        "walk": 1,
        "hustle": 2,
        "run_and_rest": 2,
    }
    assert [k for k, p in paces.items() if p.day] == ["walk"]


def test_T_014_sf_has_only_the_run_times_four() -> None:
    rules = packaged("sf")

    assert "run_x3" not in rules.paces
    assert rules.mechanisms.running == "x4_only"


def test_T_022_pf2_has_no_run_and_no_round() -> None:
    rules = packaged("pf2")

    assert set(rules.paces) == {"walk", "hustle", "run_and_rest"}
    assert all(pace.round is None for pace in rules.paces.values())
    assert rules.mechanisms.running == "none"


@pytest.mark.parametrize("system", PACKAGED)
def test_T_006_the_ordinary_day(system: str) -> None:
    days = packaged(system).days

    assert {k: d.hours for k, d in days.items()} == {
        "foot": 8,
        "mounted": 8,
        "drawn": 8,
        "flying": 8,
    }


@pytest.mark.parametrize("system", PACKAGED)
def test_T_200_T_201_powered_vehicles_are_in_sf_alone(system: str) -> None:
    powered = {k: row.hours for k, row in packaged(system).powered.items()}

    assert powered == ({"light": 10, "large": 24} if system == "sf" else {})


@pytest.mark.parametrize("system", PACKAGED)
def test_T_130_to_T_137_columns_of_the_ways(system: str) -> None:
    ways = packaged(system).ways

    assert {k: (w.column, w.vehicle_column) for k, w in ways.items()} == {
        "highway": ("highway", "highway"),
        "road": ("road", "road"),
        "trail": ("road", "trackless"),
        "trackless": ("trackless", "trackless"),
    }
    assert sorted(ways, key=lambda way: ways[way].rank) == ["highway", "road", "trail", "trackless"]


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_T_053_T_061_conditions_double(system: str) -> None:
    rules = packaged(system)

    assert {k: c.doublings for k, c in rules.conditions.items() if not c.impassable} == {
        "difficult": 1,
        "obstacle": 1,
        "poor_visibility": 1,
        "squeezing": 1,
    }
    assert rules.mechanisms.difficult == "doubling"
    assert [k for k, c in rules.conditions.items() if c.impassable] == ["impassable"]


def test_T_059_conditions_of_pf2_add_squares() -> None:
    rules = packaged("pf2")

    assert {k: c.extra_squares for k, c in rules.conditions.items()} == {
        "difficult": 1,
        "greater_difficult": 2,
    }
    assert rules.mechanisms.difficult == "adding"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_T_060_rubble_does_not_hamper_those_who_fly_and_darkness_does(system: str) -> None:
    conditions = packaged(system).conditions

    assert not conditions["difficult"].flyers
    assert not conditions["obstacle"].flyers
    assert conditions["poor_visibility"].flyers


@pytest.mark.parametrize("system", PACKAGED)
def test_T_139_each_row_of_the_other_table_has_its_suggestion(system: str) -> None:
    rules = packaged(system)
    others = {row for name in PACKAGED for row in packaged(name).terrain} - set(rules.terrain)
    expected = (
        {
            "jungle": "deep_forest",
            "frozen_tundra": "desert",
            "sandy_desert": "desert",
            "moor": "plains",
        }
        if system == "sf"
        else {"deep_forest": "jungle", "desert": "sandy_desert", "urban": ""}
    )

    assert dict(rules.nearest) == expected
    assert set(rules.nearest) == others


@pytest.mark.parametrize("system", PACKAGED)
def test_every_row_has_a_source_and_a_french_name(system: str) -> None:
    rules = packaged(system)
    tables = (getattr(rules, field) for field in Ruleset.model_fields)
    rows = [row for table in tables if isinstance(table, Mapping) for row in table.values()]

    for row in rows:
        if isinstance(row, TableRow):
            assert row.source, row
            assert row.name.get("fr"), row


@each("system", PACKAGED)
@each("word", ["grass", "hill", "forest", "mountain", "swamp", "desert", "jungle", "tundra"])
def test_M_2_common_words_of_maps_are_known(system: str, word: str) -> None:
    rules = packaged(system)

    assert rules.words.terrain[word] in rules.terrain


@pytest.mark.parametrize("system", PACKAGED)
def test_M_2_colours_icons_and_water_are_no_terrain(system: str) -> None:
    words = packaged(system).words

    for word in ("light-green", "red", "white", "castle", "tower", "village", "sea", "lake"):
        assert word not in words.terrain
    assert words.water["ocean"] == "sea"
    assert words.water["lake"] == "lake"


@pytest.mark.parametrize("system", PACKAGED)
def test_M_4_landings(system: str) -> None:
    landing = packaged(system).words.landing

    assert all(landing[word] for word in ("landing", "port", "village", "town"))


def test_the_files_of_the_four_show_every_table_and_begin_with_what_they_hold() -> None:
    """Given a table of the rulesets, then a file shows it to whoever writes a ruleset."""
    shown: Tree = {}
    for file in sorted(DATA.glob("*/*.toml")):
        text = file.read_text(encoding="utf-8")
        assert text.startswith("# "), file
        shown = merge(shown, read(file.name, text))

    assert Ruleset.model_fields.keys() - {"settles"} <= shown.keys()
    assert Combat.model_fields.keys() <= shown["combat"].keys()
    assert Mechanisms.model_fields.keys() == shown["mechanisms"].keys()
    assert Tactics.model_fields.keys() == shown["combat"]["mechanisms"].keys()
