"""`outrider ask`: every question on the example encounters, in all four systems."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.each import each
from tests.thorough import cases
from tui.cli import main
from tui.cli.ask_questions import QUESTIONS

ROOT = Path(__file__).parents[3]
ENCOUNTERS = ROOT / "docs" / "examples" / "encounters"
SYSTEM = {"ford": "pf1", "mill": "dnd35", "ridge": "pf2", "hangar": "sf"}
GOLDEN = json.loads((Path(__file__).parent / "golden" / "ask.json").read_text(encoding="utf-8"))
KEYS = {"id", "label", "value", "rule", "source", "default", "parts"}

PAGES = """
ford aoo harsk F7 F8 E8
ford area burst I4/J5 2
ford conceal tam harsk
ford cover tam ogre
ford distance ogre B2
ford end harsk E8
ford end kraa E6
ford flank harsk tam ada
ford fly E U --budget 4
ford move valeria H4 I5
ford reach harsk 2
ford squeeze L 1.5
ford threat ada
ford threat valeria
hangar cheapest noor G4
hangar fly E E NE --main E --gravity normal
hangar fly U U NE --main N --budget 6
hangar move zeb D5 E5 F5 --tumble-success guard
mill aoo mirelle L5 K5 J5
mill area burst 9,3 3
mill attack mirelle guard
mill attack mirelle guard --action coup_de_grace --damage 12
mill conceal mirelle imp
mill distance valdis guard
mill end sorrel --path A8,B8,C8 --stopped-at B8
mill move troll B2 C3 --action five_foot_step
ridge fall 8 --victim-reflex 15
ridge flank kyra fumbus orc
ridge move lem C4 D5 E6 F7
ridge squeeze L 1.5
""".strip().splitlines()
"""By day the page of these is read: each has a sentence that no other of them has."""

Ask = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Ask an example; exit code, JSON and stderr."""

    def asked(file: str, words: str, *more: str) -> tuple[int, Any, str]:
        path = str(ENCOUNTERS / f"{file}.toml")
        code = main(["ask", path, *words.split(), *more, "--json"], "0")
        out, err = capsys.readouterr()
        return code, json.loads(out), err

    return asked


@pytest.fixture
def page(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The page for people."""

    def read(file: str, words: str, *more: str) -> str:
        assert main(["ask", str(ENCOUNTERS / f"{file}.toml"), *words.split(), *more], "0") == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return read


@each("row", GOLDEN, told=lambda row: f"{row['file']} {row['ask']}")
def test_an_example_gives_its_golden_answer(row: dict[str, Any], ask: Ask) -> None:
    code, answer, err = ask(row["file"], row["ask"])
    receipt = answer.pop("receipt")
    assert (code, err) == (0, "")
    assert answer == row["answer"]
    rules = packaged(SYSTEM[row["file"]]).rules
    named = [part["rule"] for part in walk(receipt) if part["rule"]]
    assert named
    assert set(named) <= set(rules)
    tops = [receipt] if receipt["rule"] else receipt["parts"]
    assert len({top["label"] for top in tops}) == len(tops)  # nothing is told twice


def walk(receipt: dict[str, Any]) -> Iterator[dict[str, Any]]:
    assert set(receipt) - {"questions"} == KEYS
    assert receipt.get("questions", True)  # left out where there are none
    yield receipt
    for number, part in enumerate(receipt["parts"], start=1):
        assert part["id"] == f"{receipt['id']}.{number}"
        yield from walk(part)


def test_a_size_or_a_square_is_not_a_creature_of_that_id(
    tmp_path: Path, page: Callable[..., str]
) -> None:
    """Given Harsk under the id M and Tam under the id c3, then Size M stays one, and so does C3."""
    text = (ENCOUNTERS / "ford.toml").read_text(encoding="utf-8")
    text = text.replace('id = "harsk"', 'id = "M"').replace('id = "tam"', 'id = "c3"')
    (tmp_path / "odd.toml").write_text(text, encoding="utf-8")
    odd = str(tmp_path / "odd")
    assert page(odd, "squeeze M 0.5").startswith("Size M gets through")
    assert page(odd, "cheapest M c3").startswith("The cheapest way for Harsk to C3 costs")


@pytest.mark.parametrize("system", PACKAGED)
def test_the_golden_answers_hold_every_question_in_every_system(system: str) -> None:
    asked = {row["ask"].split()[0] for row in GOLDEN if SYSTEM[row["file"]] == system}
    assert asked == set(QUESTIONS)


def name_row(case: tuple[dict[str, Any]]) -> str:
    return f"{case[0]['file']} {case[0]['ask']}"


@pytest.mark.parametrize("row", cases(((row,) for row in GOLDEN), PAGES, name_row))
def test_an_example_has_a_page_of_78_columns(row: dict[str, Any], page: Callable[..., str]) -> None:
    for text in (page(row["file"], row["ask"]), page(row["file"], row["ask"], "--why")):
        assert max(map(len, text.splitlines())) <= 78
        assert text.endswith("\n")
        assert text.replace("â", "a").isascii()  # coup de grâce
        assert "{" not in text
    assert "--why)" not in text


def test_a_page_leaves_out_what_a_small_terminal_has_no_room_for(
    page: Callable[..., str],
) -> None:
    short, full = (page("ford", "attack tam ogre", *more) for more in ((), ("--why",)))
    told = [line for line in short.splitlines() if "more lines: --why" in line]
    assert len(told) == 1
    left = int(told[0].split()[0].strip("("))
    assert len(full.splitlines()) == len(short.splitlines()) - 1 + left
    assert set(short.splitlines()) - set(told) <= set(full.splitlines())


def test_json_may_be_asked_for_before_or_after_the_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(ENCOUNTERS / "ford.toml")
    answers = []
    for words in (
        ["--json", path, "fall", "7"],
        [path, "--json", "fall", "7"],
        [path, "fall", "7", "--json"],
        [path, "fall", "--json", "7"],
    ):
        assert main(["ask", *words], "0") == 0
        answers.append(capsys.readouterr().out)
    assert len(set(answers)) == 1
    assert json.loads(answers[0])["dice"] == "3d6"


def test_json_speaks_no_language_and_no_units(ask: Ask) -> None:
    metric = ask("ford", "squeeze L 1.5")
    assert ask("ford", "squeeze L 1.5", "--units", "imperial") == metric


def test_the_page_speaks_in_the_units_asked_for(page: Callable[..., str]) -> None:
    assert "(10.5 m)" in page("ford", "fall 7")
    assert "(35 ft)" in page("ford", "fall 7", "--units", "imperial")


def test_strict_refuses_what_rests_on_a_house_default(ask: Ask) -> None:
    code, answer, err = ask("ford", "fall 7", "--strict")
    assert (code, answer["error"]) == (1, "house_default")
    assert "C-151" in answer["message"]
    assert "C-151" in err
    assert ask("ridge", "fall 3", "--strict")[0] == 1  # the rounding
    assert ask("ridge", "flank kyra fumbus orc", "--strict")[0] == 0


def test_a_ruleset_of_ones_own_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The gatehouse club's flankers get +3, and its thickets are `t`."""
    file = tmp_path / "gate.toml"
    file.write_text(
        'ruleset = "gatehouse"\nmap = """\n...\n.t.\n"""\ncreatures = [\n'
        '{ id = "a", size = "M", at = "A1", side = "party" },\n'
        '{ id = "b", size = "M", at = "C1", side = "party" },\n'
        '{ id = "c", size = "M", at = "B1", side = "foe" },\n]\n',
        encoding="utf-8",
    )
    folder = str(ROOT / "docs" / "examples" / "rulesets" / "gatehouse")
    words = ["ask", str(file), "flank", "a", "b", "c", "--json"]
    assert main([*words, "--ruleset", folder], "0") == 0
    assert json.loads(capsys.readouterr().out)["attack_bonus"] == 3
    assert main(["--ruleset", folder, *words], "0") == 0
    assert json.loads(capsys.readouterr().out)["attack_bonus"] == 3
    assert main(words, "0") == 2
    assert json.loads(capsys.readouterr().out)["error"] == "unknown_ruleset"


def test_help_lists_every_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "no-file", "--help"], "0") == 0
    text = capsys.readouterr().out
    assert all(f"\n  {name} " in text for name in QUESTIONS)


def test_cover_is_asked_in_melee_of_those_who_are_adjacent(ask: Ask) -> None:
    """The ogre is as near to Valeria as its reach allows, but not adjacent."""
    assert ask("ford", "cover harsk ada") == ask("ford", "cover harsk ada --mode melee")
    assert ask("ford", "cover ogre valeria") == ask("ford", "cover ogre valeria --mode ranged")
    assert ask("ford", "cover tam ogre")[1]["degree"] == "cover"


def test_cover_says_what_it_comes_from_or_comes_to(page: Callable[..., str]) -> None:
    assert "A creature is in the line." in page("ford", "cover valeria tam")
    assert "It cannot be attacked." in page("ford", "cover harsk snik")


def test_the_scene_gives_light_wind_and_gravity(ask: Ask) -> None:
    assert ask("mill", "conceal valdis mirelle")[1]["miss_chance"] == 20  # dim
    assert ask("mill", "conceal valdis mirelle --light bright")[1]["miss_chance"] == 0
    assert ask("ridge", "fly E E")[1]["cost"] == 1  # with the wind
    assert ask("ridge", "fly E E --wind W")[1]["cost"] == 4
    assert ask("hangar", "fly U U --main U")[1]["cost"] == 2  # low gravity
    assert ask("hangar", "fly U U --main U --gravity normal")[1]["cost"] == 4


def test_a_reach_without_budget_is_what_the_speed_allows(ask: Ask) -> None:
    assert ask("ford", "reach harsk") == ask("ford", "reach harsk 4")
    assert ask("ford", "reach kraa --mode fly") == ask("ford", "reach kraa 8 --mode fly")
    assert ask("mill", "reach valdis") == ask("mill", "reach valdis 10")  # her horse's


def test_all_lists_every_square_with_its_cost(ask: Ask) -> None:
    _, short, _ = ask("ford", "reach bit")
    _, full, _ = ask("ford", "reach bit --all")
    assert "squares" not in short
    assert len(full["squares"]) == full["count"] == short["count"] > 30
    assert list(full["costs"]) == full["squares"]
    assert (full["costs"]["H8"], full["costs"]["H7"], full["costs"]["J9"]) == (1, 1, 5)
    assert max(full["costs"].values()) == 10


def test_squares_may_be_parted_by_commas_and_written_small(ask: Ask) -> None:
    assert ask("ford", "move harsk f7,g6,h6") == ask("ford", "move harsk F7 G6 H6")


def test_a_flag_needs_no_value_and_may_have_one(ask: Ask) -> None:
    plain = ask("mill", "cheapest troll H2")
    squeezed = ask("mill", "cheapest troll H2 --squeeze")
    assert plain[1]["reachable"] is False
    assert squeezed[1]["cost"] == 9
    assert ask("mill", "cheapest troll H2 --squeeze=yes") == squeezed
    assert ask("mill", "cheapest --squeeze troll H2") == squeezed
    assert ask("mill", "cheapest troll H2 --squeeze no") == plain


def test_a_successful_tumble_beats_all_or_those_named(ask: Ask) -> None:
    through = "move zeb D5 E5 F5 G5"
    assert ask("hangar", through)[1]["reason"] == "occupied"
    assert ask("hangar", f"{through} --tumble-success")[1]["legal"] is True
    assert ask("hangar", f"{through} --tumble-success guard,cube")[1]["legal"] is True
    assert ask("hangar", f"{through} --tumble-success cube")[1]["reason"] == "occupied"


def test_the_attack_reads_its_situations_off_the_map(ask: Ask) -> None:
    _, flanked, _ = ask("ridge", "attack kyra orc")
    assert flanked["ac"] == [{"name": "flat_footed", "value": -2}]
    _, higher, _ = ask("ford", "attack kraa bit --mode melee")
    assert (higher["can_attack"], higher["reason"]) == (False, "out_of_reach")
    _, also, _ = ask("ford", "attack harsk ada --attacker-also shaken --target-also prone")
    assert (also["attack_total"], also["ac_total"]) == (-2, -4)
    assert also["needed"] == 14 - 4 - (8 - 2)


def test_without_armour_class_there_is_no_chance_to_hit(ask: Ask) -> None:
    _, answer, _ = ask("mill", "attack troll sorrel --mode melee")
    assert "needed" not in answer
    assert "p_hit" not in answer


def test_cover_from_an_area_names_the_target_alone(ask: Ask) -> None:
    _, answer, _ = ask("ford", "cover harsk --mode area --origin 0,0")
    assert (answer["degree"], answer["affected"]) == ("none", True)


def test_a_line_and_a_cone_may_start_at_another_corner(ask: Ask) -> None:
    _, first, _ = ask("hangar", "area cone zeb S 2")
    _, other, _ = ask("hangar", "area cone zeb S 2 --corner 4,5")
    assert (first["origin"], other["origin"]) == ([3, 5], [4, 5])
    assert first["squares"] != other["squares"]
    _, named, _ = ask("hangar", "area burst H4/I5 1")
    _, counted, _ = ask("hangar", "area burst 8,4 1")
    assert named == counted
