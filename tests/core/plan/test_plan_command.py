"""`outrider plan`: the examples give their golden answers; mistakes name file and key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tui.cli import main

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.toml"))
GOLDEN = Path(__file__).parent / "golden"
PARTY = '[[party]]\nname = "Ada"\nspeed_m = 9\n'
LEG = "[[legs]]\nkm = 9\n"
HEAD = 'ruleset = "pf1"\n'
MAP = """
0101 plain "Home"
0102 forest
0103 tower "Lost Tower"
0104 plain "Far"
0201 plain "Twin"
0301 plain "Twin"
0302 lake
"""
ON_MAP = '[map]\nfile = "map.txt"\nhex_km = 12\n'


@pytest.fixture
def plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any, str]]:
    """Run the command on a text; exit code, JSON and stderr."""

    def run(text: str, *options: str) -> tuple[int, Any, str]:
        file = tmp_path / "journey.toml"
        file.write_text(text, encoding="utf-8")
        (tmp_path / "map.txt").write_text(MAP, encoding="utf-8")
        code = main(["plan", str(file), "--json", *options], version="0")
        out, err = capsys.readouterr()
        return code, json.loads(out), err

    return run


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_gives_its_golden_answer(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(file), "--json"], version="0") == 0
    golden = json.loads((GOLDEN / f"{file.stem}.json").read_text(encoding="utf-8"))
    answer = json.loads(capsys.readouterr().out)
    assert _rules(answer.pop("receipts")) == _rules(golden.pop("receipts"))
    assert answer == golden


def _rules(receipts: list[dict[str, Any]]) -> list[Any]:
    """The tree of rules that receipts rest on; their wording is tested where it is made."""
    return [[row["rule"], row["default"], row["value"], _rules(row["parts"])] for row in receipts]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_has_a_page_with_its_arrival(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(file)], version="0") == 0
    golden = json.loads((GOLDEN / f"{file.stem}.json").read_text(encoding="utf-8"))
    page = capsys.readouterr().out
    assert f"arrival on day {golden['arrival_day']} at" in page
    assert "\x1b" not in page


def test_the_page_says_of_a_river_what_the_screens_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a river without bridge or ford on the route, its page says that nothing is known."""
    file = tmp_path / "journey.toml"
    file.write_text(
        HEAD + PARTY + ON_MAP + '[route]\nfrom = "0103"\nto = "0303"\n', encoding="utf-8"
    )
    hexes = [f"0{column}0{row} plain" for column in range(1, 4) for row in range(1, 6)]
    river_map = "\n".join([*hexes, "0201-0205 river", ""])
    (tmp_path / "map.txt").write_text(river_map, encoding="utf-8")
    assert main(["plan", str(file)], version="0") == 0
    assert "no bridge or ford known" in capsys.readouterr().out


def test_there_are_examples_of_both_forms() -> None:
    texts = [file.read_text(encoding="utf-8") for file in EXAMPLES]
    assert sum("[map]" in text for text in texts) >= 2
    assert sum("[[legs]]" in text for text in texts) >= 4


def test_keys_that_do_not_apply_are_absent(plan: Callable[..., tuple[int, Any, str]]) -> None:
    code, answer, _ = plan(HEAD + PARTY + LEG)
    assert code == 0
    assert set(answer) == {
        "ruleset",
        "defaults",
        "slowest",
        "pace_km_h",
        "total_km",
        "total_hours",
        "arrival_day",
        "arrival_hour",
        "days",
        "receipts",
    }
    assert answer["days"] == [{"day": 1, "hours": "2", "km": "9", "leg": 1, "into_leg_km": "9"}]
    assert set(answer["receipts"][0]) == {
        "id",
        "label",
        "value",
        "rule",
        "source",
        "default",
        "parts",
    }


BAD = {
    "a TOML error names its line": (HEAD + PARTY + "[[legs]\n", "syntax", ""),
    "no ruleset": (PARTY + LEG, "missing_key", "ruleset"),
    "no party": (HEAD + LEG, "missing_key", "party"),
    "no legs": (HEAD + PARTY, "missing_key", "legs"),
    "no km": (HEAD + PARTY + "[[legs]]\n", "missing_key", "legs[1].km"),
    "no way to move": (HEAD + '[[party]]\nname = "A"\n' + LEG, "missing_key", "party[1]"),
    "two ways to move": (HEAD + PARTY + 'race = "elf"\n' + LEG, "one_mover", "party[1].race"),
    "an unknown key": (HEAD + PARTY + LEG + "teraain = 1\n", "unknown_key", "legs[1].teraain"),
    "an unknown key on top": ("rulest = 1\n" + HEAD + PARTY + LEG, "unknown_key", "rulest"),
    "a text for a number": (HEAD + PARTY + '[[legs]]\nkm = "9"\n', "wrong_type", "legs[1].km"),
    "not a number": (HEAD + PARTY + "[[legs]]\nkm = nan\n", "bad_value", "legs[1].km"),
    "infinite": (HEAD + PARTY + "[[legs]]\nkm = inf\n", "bad_value", "legs[1].km"),
    "no distance": (HEAD + PARTY + "[[legs]]\nkm = 0\n", "bad_value", "legs[1].km"),
    "unknown terrain": (
        HEAD + PARTY + LEG + 'terrain = "jungel"\n', "unknown_terrain", "legs[1].terrain"),
    "unknown way": (HEAD + PARTY + LEG + 'way = "motorway"\nterrain = "hills"\n',
                    "unknown_way", "legs[1].way"),
    "unknown ruleset": ('ruleset = "pf9"\n' + PARTY + LEG, "unknown_ruleset", "ruleset"),
    "unknown armour": (HEAD + PARTY + '[[party]]\nname = "B"\nrace = "elf"\narmor = "tin"\n' + LEG,
                       "bad_value", "party[2].armor"),
    "unknown race": (HEAD + '[[party]]\nname = "B"\nrace = "orc"\n' + LEG,
                     "unknown_race", "party[1].race"),
    "unknown mount": (HEAD + '[[party]]\nname = "B"\nmount = "griffon"\n' + LEG,
                      "unknown_mount", "party[1].mount"),
    "one name twice": (HEAD + PARTY + PARTY + LEG, "bad_value", "party[2].name"),
    "riding nobody": (HEAD + PARTY + 'rides = "Horse"\n' + LEG, "unknown_mount", "party[1].rides"),
    "riding oneself": (HEAD + PARTY + 'rides = "Ada"\n' + LEG, "unknown_mount", "party[1].rides"),
    "a boat's key without a boat": (
        HEAD + PARTY + LEG + 'water = "lake"\n', "unknown_key", "legs[1].water"),
    "a boat without water": (HEAD + PARTY + LEG + 'boat = "rowboat"\n',
                             "missing_key", "legs[1].water"),
    "unknown boat": (HEAD + PARTY + LEG + 'boat = "ark"\nwater = "sea"\n',
                     "unknown_boat", "legs[1].boat"),
    "a route without a map": (HEAD + PARTY + '[route]\nfrom = "a"\nto = "b"\n',
                              "missing_key", "map"),
    "a map without its scale": (HEAD + PARTY + '[map]\nfile = "map.txt"\n[route]\nfrom = "0101"\n'
                                'to = "0102"\n', "missing_key", "map.hex_km"),
    "legs and a map": (HEAD + PARTY + LEG + ON_MAP + '[route]\nfrom = "a"\nto = "b"\n',
                       "unknown_key", "map"),
    "a hex off the map": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "0101"\nto = "0909"\n',
                          "off_map", "route.to"),
    "a place that is not there": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Hme"\nto = "Far"\n',
                                  "unknown_place", "route.from"),
    "two places of one name": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "Twin"\n',
                               "ambiguous_place", "route.to"),
    "a via off the map": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "0201"\n'
                          'via = ["0102", "0707"]\n', "off_map", "route.via[2]"),
    "a boat off the map": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "0201"\n[[boats]]'
                           '\nname = "B"\nboat = "rowboat"\nat = "0909"\n', "off_map",
                           "boats[1].at"),
    "a goal without a terrain": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\n'
                                 'to = "Lost Tower"\n', "unknown_terrain", "route"),
    "the only way without a terrain": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\n'
                                       'to = "Far"\n', "unknown_terrain", "route"),
    "an override that is no row": (HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "Far"\n'
                                   '[map.terrain]\ntower = "hils"\n', "unknown_terrain",
                                   "map.terrain.tower"),
    "hours of travel of nothing": ("hours_per_day = 0\n" + HEAD + PARTY + LEG, "bad_value",
                                   "hours_per_day"),
    "a deadline without its hour": ("deadline = { day = 2 }\n" + HEAD + PARTY + LEG, "missing_key",
                                    "deadline.hour"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "error", "key"), BAD.values(), ids=BAD.keys())
def test_bad_input_exits_2_and_names_file_and_key(
    plan: Callable[..., tuple[int, Any, str]], text: str, error: str, key: str
) -> None:
    code, answer, err = plan(text)
    assert code == 2
    assert (answer["error"], answer["key"]) == (error, key)
    assert answer["file"].endswith("journey.toml")
    assert len(answer["message"]) > 8
    assert "journey.toml" in err
    assert "Traceback" not in err


REFUSED = {
    "no way over water": (ON_MAP + '[route]\nfrom = "Home"\nto = "0302"\n', "no_way", "route"),
    "upstream": (
        '[[legs]]\nkm = 9\nboat = "rowboat"\nwater = "river"\ndirection = "upstream"\n',
        "upstream",
        "legs[1].direction",
    ),
    "a rowboat at sea": (
        '[[legs]]\nkm = 9\nboat = "rowboat"\nwater = "sea"\n',
        "inland_only",
        "legs[1].water",
    ),
    "drifting without a guide": (
        '[[legs]]\nkm = 9\nboat = "rowboat"\nwater = "river"\n'
        'direction = "downstream"\ndrift_hours = 4\n',
        "drift_needs_guide",
        "legs[1].guide",
    ),
    "running overland": (LEG + 'pace = "run"\n', "no_overland_run", "legs[1].pace"),
    "too much on a horse": (
        '[[party]]\nname = "H"\nmount = "pony"\nload_kg = 500\n' + LEG,
        "overloaded",
        "party[2].load_kg",
    ),
    "a powered vehicle": (
        '[[party]]\nname = "H"\nvehicle_class = "light"\nvehicle_km_h = 40\n' + LEG,
        "no_powered_vehicles",
        "party[2].vehicle_class",
    ),
}


@pytest.mark.parametrize(("text", "error", "key"), REFUSED.values(), ids=REFUSED.keys())
def test_what_the_rules_refuse_exits_1(
    plan: Callable[..., tuple[int, Any, str]], text: str, error: str, key: str
) -> None:
    code, answer, _ = plan(HEAD + PARTY + text)
    assert code == 1
    assert (answer["error"], answer["key"]) == (error, key)


def test_a_race_where_the_net_speed_is_entered_is_refused_by_its_own_key(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    for mover, key in (('race = "elf"', "race"), ("base_speed_m = 9", "base_speed_m")):
        text = f'ruleset = "sf"\n[[party]]\nname = "Ada"\n{mover}\n'
        code, answer, _ = plan(text + LEG)
        assert (code, answer["error"], answer["key"]) == (1, "no_armor_table", f"party[1].{key}")


def test_two_places_of_one_name_are_both_listed(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    _, answer, _ = plan(HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "twin"\n')
    assert "0201" in answer["message"]
    assert "0301" in answer["message"]


def test_an_unmapped_hex_is_named_with_its_word_and_the_nearest_row(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    _, answer, _ = plan(HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "Far"\n')
    assert "0103" in answer["message"]
    assert "tower" in answer["message"]
    assert "plains" in answer["message"]


def test_a_word_of_the_gms_own_opens_the_way(plan: Callable[..., tuple[int, Any, str]]) -> None:
    code, answer, _ = plan(
        HEAD + PARTY + ON_MAP + '[route]\nfrom = "Home"\nto = "Far"\n'
        '[map.terrain]\ntower = "hills"\n'
    )
    assert code == 0
    assert [step["hex"] for step in answer["route"]] == ["0101", "0102", "0103", "0104"]
    assert answer["route"][2] == {
        "hex": "0103",
        "terrain": "hills",
        "way": "trackless",
        "km": "12",
        "hours": "16/3",
        "mode": "land",
    }


def test_a_syntax_error_names_its_line(plan: Callable[..., tuple[int, Any, str]]) -> None:
    _, answer, _ = plan(HEAD + PARTY + "km = = 3\n")
    assert "line 5" in answer["message"]


def test_an_unknown_key_is_met_with_did_you_mean(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    _, answer, _ = plan(HEAD + PARTY + LEG + 'terain = "hills"\n')
    assert "did you mean terrain?" in answer["message"]


def test_riding_nobody_names_the_rider_and_who_was_perhaps_meant(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    _, alone, _ = plan(HEAD + PARTY + 'rides = "Hors"\n' + LEG)
    assert alone["message"] == "Ada rides Hors, but nobody else of that name travels."
    horse = '[[party]]\nname = "Horse"\nmount = "light_horse"\n'
    _, answer, _ = plan(HEAD + PARTY + 'rides = "Hors"\n' + horse + LEG)
    assert "did you mean Horse?" in answer["message"]


def test_strict_refuses_what_rests_on_a_house_default(
    plan: Callable[..., tuple[int, Any, str]],
) -> None:
    assert plan(HEAD + PARTY + LEG, "--strict")[0] == 0
    code, answer, _ = plan('ruleset = "dnd35"\n' + PARTY + LEG, "--strict")
    assert (code, answer["error"]) == (1, "house_default")


def test_a_map_that_is_not_there_is_named(plan: Callable[..., tuple[int, Any, str]]) -> None:
    text = HEAD + PARTY + '[map]\nfile = "nowhere.txt"\nhex_km = 12\n'
    code, answer, _ = plan(text + '[route]\nfrom = "0101"\nto = "0102"\n')
    assert (code, answer["error"]) == (2, "unreadable")
    assert answer["file"].endswith("nowhere.txt")


def test_a_file_that_is_no_map_is_bad_input(plan: Callable[..., tuple[int, Any, str]]) -> None:
    text = HEAD + PARTY + '[map]\nfile = "journey.toml"\nhex_km = 12\n'
    code, answer, _ = plan(text + '[route]\nfrom = "0101"\nto = "0102"\n')
    assert (code, answer["error"]) == (2, "no_map")


def test_labels_of_a_map_cannot_drive_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "map.txt").write_text('0101 plain "a\x1b[31mred"\n0102 plain\n', encoding="utf-8")
    file = tmp_path / "journey.toml"
    file.write_text(
        HEAD + PARTY + ON_MAP + '[route]\nfrom = "0102"\nto = "0101"\n', encoding="utf-8"
    )
    assert main(["plan", str(file)], version="0") == 0
    assert "\x1b" not in capsys.readouterr().out
