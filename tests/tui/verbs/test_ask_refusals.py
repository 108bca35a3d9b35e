"""`outrider ask` and nonsense: a sentence with the file and the key, exit 1 or 2, no traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tui.cli import main

Asked = tuple[int, dict[str, Any], str]

HERO = '[[creatures]]\nid = "hero"\nsize = "M"\nat = "A1"\nside = "party"\nspeed = 6\n'
ORC = '[[creatures]]\nid = "orc"\nsize = "M"\nat = "C1"\nside = "foe"\n'
HEAD = 'ruleset = "pf1"\n'
MAP = 'map = """\n.....\n..#..\n.....\n"""\n'
GOOD = HEAD + MAP + HERO + ORC


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], Asked]:
    """Ask a text; exit code, JSON and stderr. What is said is the same in both."""

    def asked(text: str, words: str) -> Asked:
        file = tmp_path / "encounter.toml"
        file.write_text(text, encoding="utf-8")
        code = main(["ask", str(file), *words.split(), "--json"], "0")
        out, err = capsys.readouterr()
        answer = json.loads(out)
        if code:
            assert set(answer) == {"error", "message", "file", "key"}
            assert err.startswith(f"outrider: {file}: ")
            assert err.endswith(f"{answer['message']}\n")
            assert "Traceback" not in err
        return code, answer, err

    return asked


FILES = {
    "no TOML": (GOOD + "[[creatures]\n", "syntax", ""),
    "no ruleset": (MAP + HERO, "missing_key", "ruleset"),
    "an unknown ruleset": ('ruleset = "pf9"\n' + MAP, "unknown_ruleset", "ruleset"),
    "no map": (HEAD + HERO, "missing_key", "map"),
    "an empty map": (HEAD + 'map = "  "\n', "bad_value", "map"),
    "a map that is no text": (HEAD + "map = 3\n", "wrong_type", "map"),
    "uneven rows": (GOOD.replace("..#..", "..#."), "uneven_map", "map"),
    "an unknown sign": (GOOD.replace("#", "?"), "unknown_sign", "map"),
    "a map too wide": (HEAD + f'map = "{"." * 501}"\n', "map_too_large", "map"),
    "a map too high": (HEAD + f'map = "{". " * 501}"\n', "map_too_large", "map"),
    "an unknown key": (HEAD + "mpa = 1\n" + MAP, "unknown_key", "mpa"),
    "an unknown key of a creature": (GOOD + "sped = 4\n", "unknown_key", "creatures[2].sped"),
    "no id": (HEAD + MAP + '[[creatures]]\nsize = "M"\nat = "A1"\n', "missing_key",
              "creatures[1].id"),
    "an id of two words": (GOOD.replace('"hero"', '"the hero"'), "bad_value", "creatures[1].id"),
    "one id twice": (GOOD.replace('"orc"', '"hero"'), "twice", "creatures[2].id"),
    "no size": (GOOD.replace('size = "M"\n', "", 1), "missing_key", "creatures[1].size"),
    "an unknown size": (GOOD.replace('"M"', '"X"', 1), "unknown_size", "creatures[1].size"),
    "a size that the system lacks": (
        GOOD.replace("pf1", "pf2").replace('"M"', '"C"', 1), "unknown_size", "creatures[1].size"),
    "no place": (GOOD.replace('at = "A1"\n', ""), "missing_key", "creatures[1].at"),
    "no square": (GOOD.replace('"A1"', '"A0"'), "unknown_square", "creatures[1].at"),
    "off the map": (GOOD.replace('"A1"', '"F1"'), "off_the_map", "creatures[1].at"),
    "a large one off the map": (
        GOOD.replace('"C1"', '"E1"').replace('size = "M"\nat = "E', 'size = "L"\nat = "E'),
        "off_the_map", "creatures[2].at"),
    "a negative speed": (GOOD.replace("= 6", "= -6"), "bad_value", "creatures[1].speed"),
    "a broken speed": (GOOD.replace("= 6", "= 6.5"), "wrong_type", "creatures[1].speed"),
    "a speed of nan": (GOOD.replace("= 6", "= nan"), "wrong_type", "creatures[1].speed"),
    "a speed beyond all maps": (GOOD.replace("= 6", "= 501"), "bad_value", "creatures[1].speed"),
    "no space at all": (GOOD + "space = 0\n", "bad_value", "creatures[2].space"),
    "an enormous reach": (GOOD + "reach = 100000000000\n", "bad_value", "creatures[2].reach"),
    "an unknown way of moving": (GOOD + "speeds = { fli = 3 }\n", "unknown_key",
                                 "creatures[2].speeds.fli"),
    "speed and speeds.walk": (GOOD + "speed = 3\nspeeds = { walk = 3 }\n", "bad_value",
                              "creatures[2].speeds.walk"),
    "an unknown condition": (GOOD + 'conditions = ["prome"]\n', "bad_value",
                             "creatures[2].conditions[1]"),
    "a situation": (GOOD + 'conditions = ["prone", "flanking"]\n', "bad_value",
                    "creatures[2].conditions[2]"),
    "riding nobody": (GOOD + 'rides = "horse"\n', "unknown_mount", "creatures[2].rides"),
    "riding oneself": (GOOD + 'rides = "orc"\n', "unknown_mount", "creatures[2].rides"),
    "riding from afar": (GOOD + 'rides = "hero"\n', "bad_value", "creatures[2].at"),
    "a mount that rides": (
        HEAD + MAP + HERO
        + '[[creatures]]\nid = "b"\nsize = "M"\nrides = "hero"\n'
        + '[[creatures]]\nid = "c"\nsize = "M"\nrides = "b"\n', "mount_rides",
        "creatures[3].rides"),
    "riding in a circle": (
        HEAD + MAP + '[[creatures]]\nid = "b"\nsize = "M"\nrides = "c"\n'
        + '[[creatures]]\nid = "c"\nsize = "M"\nrides = "b"\n', "mount_rides",
        "creatures[1].rides"),
    "a border of one square": ('edge_walls = ["A1"]\n' + GOOD, "bad_edge", "edge_walls[1]"),
    "a border of two far squares": ('edge_low = ["A1/B1", "A1/C1"]\n' + GOOD, "bad_edge",
                                    "edge_low[2]"),
    "a border off the map": ('edge_low = ["E1/F1"]\n' + GOOD, "off_the_map", "edge_low[1]"),
    "a door ajar": ('doors = [{ edge = "A1/B1", state = "ajar" }]\n' + GOOD, "bad_value",
                    "doors[1].state"),
    "a door without a place": ('doors = [{ state = "open" }]\n' + GOOD, "missing_key",
                               "doors[1].edge"),
    "an open door off the map": ('doors = [{ edge = "A9/B9", state = "open" }]\n' + GOOD,
                                 "off_the_map", "doors[1].edge"),
    "a sign of two characters": ('legend = { TT = ["wall"] }\n' + GOOD, "bad_value", "legend.TT"),
    "a sign that is taken": ('legend = { "#" = ["open"] }\n' + GOOD, "bad_value", "legend.#"),
    "a sign for nothing": ("legend = { T = [] }\n" + GOOD, "bad_value", "legend.T"),
    "a sign for what is unknown": ('legend = { T = ["difficlt"] }\n' + GOOD, "bad_value",
                                   "legend.T[1]"),
    "a legend of texts": ('legend = { T = "wall" }\n' + GOOD, "wrong_type", "legend.T"),
    "a zone of light without squares": ('zones = [{ light = "dark" }]\n' + GOOD, "missing_key",
                                        "zones[1].squares"),
    "a zone of no light": ('zones = [{ squares = "A1" }]\n' + GOOD, "missing_key",
                           "zones[1].light"),
    "a zone of light of no kind": ('zones = [{ squares = "A1", light = "red" }]\n' + GOOD,
                                   "bad_value", "zones[1].light"),
    "a zone of no squares": ('zones = [{ squares = "A1:x", light = "dim" }]\n' + GOOD, "bad_run",
                             "zones[1].squares"),
    "a zone off the map": ('zones = [{ squares = "A1:2 Z9", light = "dim" }]\n' + GOOD,
                           "off_the_map", "zones[1].squares"),
    "a start off the map": ('start = "A1:2 Z9"\n' + GOOD, "off_the_map", "start"),
    "a start of no squares": ('start = "A1:x"\n' + GOOD, "bad_run", "start"),
    "light of no kind": ('light = "red"\n' + GOOD, "bad_value", "light"),
    "wind from nowhere": ('wind = "NNE"\n' + GOOD, "bad_value", "wind"),
    "gravity of no kind": ('gravity = "none"\n' + GOOD, "bad_value", "gravity"),
    "creatures that are no tables": ("creatures = 3\n" + HEAD + MAP, "wrong_type", "creatures"),
}  # fmt: skip


@each("what", FILES)
def test_a_bad_file_is_said_with_its_key(what: str, ask: Callable[[str, str], Asked]) -> None:
    text, code, key = FILES[what]
    exit_code, answer, err = ask(text, "threat hero")
    assert (exit_code, answer["error"], answer["key"]) == (2, code, key)
    assert len(answer["message"].split()) > 2
    assert key in err


WORDS = {
    "": ("missing_argument", "question"),
    "mvoe hero A1": ("unknown_question", "question"),
    "move_cost hero A1": ("unknown_question", "question"),
    "dance": ("unknown_question", "question"),
    "move": ("missing_argument", "mover"),
    "move hero": ("missing_argument", "path"),
    "move hreo A1 B1": ("bad_value", "mover"),
    "move hero B1 C1": ("wrong_start", "path[1]"),
    "move hero A1 B0": ("bad_value", "path[2]"),
    "move hero A1 B1 --bugdet 3": ("unknown_option", "bugdet"),
    "move hero A1 B1 --origin 3": ("unknown_option", "origin"),
    "move hero A1 B1 --budget": ("missing_value", "budget"),
    "move hero A1 B1 --budget --squeeze": ("missing_value", "budget"),
    "move hero A1 B1 --budget lots": ("bad_value", "budget"),
    "move hero A1 B1 --budget -3": ("bad_value", "budget"),
    "move hero A1 B1 --budget 2.5": ("bad_value", "budget"),
    "move hero A1 B1 --budget 1e300": ("bad_value", "budget"),
    "move hero A1 B1 --budget 3 --budget 4": ("given_twice", "budget"),
    "move hero A1 B1 --action hop": ("bad_value", "action"),
    "move hero A1 B1 --mode teleport": ("bad_value", "mode"),
    "move hero A1 B1 --tumble-success nobody": ("bad_value", "tumble_success[1]"),
    "move hero A1 B1 --squeeze=maybe": ("bad_value", "squeeze"),
    "cheapest hero Z9": ("bad_value", "to"),
    "cheapest hero A2 A3": ("too_many_words", "to"),
    "reach orc": ("missing_argument", "budget"),
    "reach hero --mode fly": ("missing_argument", "budget"),
    "reach hero 3 --all=perhaps": ("bad_value", "all"),
    "threat": ("missing_argument", "who"),
    "threat nobody": ("bad_value", "who"),
    "cover hero": ("missing_argument", "target"),
    "cover hero orc --mode astral": ("bad_value", "mode"),
    "cover hero orc --gm-degree huge": ("bad_value", "gm_degree"),
    "cover --mode area": ("missing_argument", "target"),
    "cover hero --mode area": ("bad_value", "origin"),
    "cover orc --mode area --origin 1": ("bad_value", "origin"),
    "conceal hero orc --light red": ("bad_value", "light"),
    "flank hero orc": ("missing_argument", "target"),
    "flank hero hero orc": ("bad_value", "ally"),
    "distance hero nowhere": ("bad_value", "b"),
    "distance hero Z9": ("bad_value", "b"),
    "attack hero hero": ("bad_value", "target"),
    "attack hero orc --damage 3": ("bad_value", "damage"),
    "attack hero orc --action tickle": ("bad_value", "action"),
    "attack hero orc --target-also prome": ("bad_value", "target_also[1]"),
    "attack hero orc --take-cover": ("bad_value", "take_cover"),
    "fall": ("missing_argument", "height"),
    "fall high": ("bad_value", "height"),
    "fall -7": ("bad_value", "height"),
    "fly": ("missing_argument", "steps"),
    "fly X": ("bad_value", "steps[1]"),
    "fly E --wind up": ("bad_value", "wind"),
    "squeeze Q 1.5": ("bad_value", "size"),
    "squeeze L wide": ("bad_value", "width_m"),
    "squeeze L -1": ("bad_value", "width_m"),
    "end hero": ("bad_value", "at | path"),
    "end hero Z9": ("bad_value", "at"),
    "area": ("missing_argument", "shape"),
    "area ball A1/B2 3": ("bad_value", "shape"),
    "area burst A1 3": ("bad_value", "origin"),
    "area burst A1/B1 3": ("bad_value", "origin"),
    "area burst 9,9 3": ("bad_value", "origin"),
    "area burst 1,1 0": ("bad_value", "length"),
    "area burst 1,1 9999": ("bad_value", "length"),
    "area cone hero NNE 3": ("bad_value", "direction"),
    "area cone hero E 3 --corner 0,0": ("bad_value", "corner"),
    "area line hero 1,0 3 --corner 0,0": ("bad_value", "to"),
    "fall 7 --units leagues": ("bad_value", "units"),
    "fall 7 --ruleset": ("missing_value", "ruleset"),
}


@each("words", WORDS)
def test_bad_words_are_said_with_their_key(words: str, ask: Callable[[str, str], Asked]) -> None:
    exit_code, answer, _ = ask(GOOD, words)
    assert exit_code == 2
    assert (answer["error"], answer["key"]) == WORDS[words]
    assert len(answer["message"].split()) > 2


MEANT = {
    "mvoe hero A1": "move",
    "flanking hero orc orc": "flank",
    "attack_modifiers hero orc": "attack",
    "move hreo A1": "hero",
    "distance ocr A1": "orc",
    "move hero A1 B1 --bugdet 3": "--budget",
    "attack hero orc --target-also prome": "prone",
}


@pytest.mark.parametrize("words", MEANT)
def test_the_nearest_word_is_offered(words: str, ask: Callable[[str, str], Asked]) -> None:
    _, answer, _ = ask(GOOD, words)
    assert answer["message"].endswith(f"did you mean {MEANT[words]}?")


def test_the_uneven_row_is_named(ask: Callable[[str, str], Asked]) -> None:
    _, answer, _ = ask(GOOD.replace("..#..", "..#."), "threat hero")
    assert "row 2" in answer["message"]


def test_a_syntax_error_names_its_line(ask: Callable[[str, str], Asked]) -> None:
    _, answer, _ = ask(GOOD + "[[creatures]\n", "threat hero")
    assert answer["message"].startswith(f"line {GOOD.count(chr(10)) + 1}:")


@pytest.mark.parametrize("name", ["no-such.toml", ".", "\0"])
def test_an_unreadable_file_is_said(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", name, "fall", "3", "--json"], "0") == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["error"] == "unreadable"
    assert "Traceback" not in err


def test_a_file_that_is_no_text_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["ask", str(file), "fall", "3"], "0") == 2
    assert "UTF-8" in capsys.readouterr().err


def test_overlapping_creatures_are_the_gm_s_affair(ask: Callable[[str, str], Asked]) -> None:
    code, answer, _ = ask(GOOD.replace('"C1"', '"A1"'), "distance hero orc")
    assert (code, answer["squares"]) == (0, 0)


def test_an_illegal_move_is_an_answer(ask: Callable[[str, str], Asked]) -> None:
    code, answer, _ = ask(GOOD, "move hero A1 A0".replace("A0", "C1"))
    assert (code, answer["legal"], answer["reason"]) == (0, False, "not_adjacent")


def test_no_control_character_gets_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "x\x1b[31m.toml", "dance\x1b[31m"], "0") == 2
    assert main(["ask", "x.toml", "fall", "3", "--b\x1b[31m", "1"], "0") == 2
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
