"""The pictures of `outrider ask`: signs, letters, marks and lines, cropped to 78 columns."""

from __future__ import annotations

import pytest

from core.combat.board.encounter_file import parse_encounter
from saves.store.packaged_rulesets import packaged
from tui.cli.ask_picture import picture
from tui.cli.ask_questions import ask, question_of, take_apart


def drawn(rows: str, creatures: str, words: str, more: str = "") -> tuple[list[str], str]:
    """The picture and its legend."""
    text = f'ruleset = "pf1"\n{more}map = """\n{rows}\n"""\ncreatures = [{creatures}]\n'
    taken = take_apart(words.split())
    scene = parse_encounter(text).scene(packaged("pf1"))
    lines = picture(ask(question_of(taken), taken, scene))
    end = len(lines) - 1 - lines[::-1].index("") if lines else 0
    return lines[:end], " ".join(lines[end + 1 :])


HERO = '{ id = "hero", size = "M", at = "A1", side = "party" },'
OGRE = '{ id = "ogre", name = "Gruumsh", size = "L", at = "C1", side = "foe" },'


def test_squares_are_signs_with_a_mark_beside_them() -> None:
    lines, legend = drawn(".....\n.:...", HERO + OGRE, "move hero A1 B2")
    assert lines == [
        "    A B C D E",
        " 1  H . g g .",
        " 2  . 3:g g .",
    ]
    assert legend == ("H hero; g Gruumsh; : difficult terrain; numbers: squares of movement so far")


def test_walls_on_borders_stay_beside_what_is_marked() -> None:
    lines, legend = drawn(
        "...\n...",
        HERO,
        "threat hero",
        'edge_walls = ["A1/B1"]\nedge_low = ["B1/C1", "B1/B2", "A1/A2"]\n',
    )
    assert lines == [
        "    A B C",
        " 1  H]x;.",
        " 2  x x .",
    ]
    assert "| _ walls on borders; ! , low walls on borders" in legend


def test_costs_of_ten_and_more_take_the_place_of_the_ground_and_of_no_wall() -> None:
    rows = "." * 10 + "..:.\n" + "." * 14
    way = " ".join(f"{x}1" for x in "ABCDEFGHIJKLMN")
    lines, legend = drawn(rows, HERO, f"move hero {way}", 'edge_walls = ["K1/K2"]\n')
    assert lines[1].split(maxsplit=1)[1] == "H 1 2 3 4 5 6 7 8 9 0_111314"
    assert "only the last digit of 10 and more where there is no room" in legend


def test_letters_are_initials_where_they_are_free() -> None:
    """Capitals for the party; "o" and "x" are no letters, they are signs."""
    creatures = "".join(
        f'{{ id = "{id}", size = "M", at = "{at}", side = "{side}" }},'
        for id, at, side in (
            ("wolf-1", "A1", "foe"),
            ("wolf-2", "B1", "foe"),
            ("orc", "C1", "foe"),
            ("xena", "D1", "party"),
            ("wulfgar", "E1", "party"),
            ("x", "F1", "foe"),
        )
    )
    lines, legend = drawn("......", creatures, "threat orc")
    assert lines[1] == " 1  w lxr ExW a"
    assert legend.startswith("w wolf-1; l wolf-2; r orc; E xena; W wulfgar; a x")


def test_more_creatures_than_letters_are_drawn_alike() -> None:
    creatures = "".join(
        f'{{ id = "w{n}", size = "M", at = "A{n + 1}", side = "foe" }},' for n in range(30)
    )
    lines, _ = drawn("\n".join(["."] * 30), creatures, "distance w0 w29")
    assert lines[-1].split()[1][0] == "@"


def test_who_shares_a_square_is_told_beside_the_picture() -> None:
    rat = '{ id = "rat", size = "T", at = "A1", side = "foe" },'
    lines, legend = drawn("..", HERO + rat, "threat hero")
    assert lines[1] == " 1  r x"
    assert "hero at A1" in legend


def test_a_rider_is_drawn_on_its_mount() -> None:
    horse = '{ id = "horse", size = "L", at = "A1" }, { id = "rider", size = "M", rides = "horse" }'
    lines, _ = drawn("...\n...", horse, "threat horse")
    assert [line[4] for line in lines[1:]] == ["R", "H"]


def test_a_wide_map_is_cropped_to_what_matters() -> None:
    far = '{ id = "far", size = "M", at = "CV50", side = "foe" },'
    lines, _ = drawn("\n".join(["." * 120] * 60), HERO + far, "threat far")
    assert lines[0].split() == ["CQ", "CS", "CU", "CW", "CY", "DA"]
    assert lines[1].split()[0] == "47"
    assert max(map(len, lines)) < 40


def test_what_does_not_fit_is_said() -> None:
    far = '{ id = "far", size = "M", at = "DP50", side = "foe" },'
    lines, legend = drawn("\n".join(["." * 120] * 60), HERO + far, "distance hero far")
    assert max(map(len, lines)) <= 78
    assert len(lines) <= 41
    assert "there is more than this picture holds" in legend


def test_lines_of_cover_are_drawn_and_what_cuts_them() -> None:
    orc = '{ id = "orc", size = "M", at = "E2", side = "foe" },'
    hero = HERO.replace("A1", "A2")
    lines, legend = drawn(".....\n..#..\n.....", hero + orc, "cover hero orc")
    assert lines[0] == "     A   B   C   D   E"
    assert lines[3].startswith(" 2  H")
    assert "X#" in lines[4]
    assert lines[3][4 + 4 * 4] == "r"
    assert "X where a line is blocked" in legend
    assert any("--" in line for line in lines)


def test_a_wall_on_a_border_is_cut_at_the_border() -> None:
    orc = '{ id = "orc", size = "M", at = "D1", side = "foe" },'
    lines, legend = drawn("....\n....", HERO + orc, "cover hero orc", 'edge_walls = ["B1/C1"]\n')
    assert lines[2][4 + 2 * 4] == "X"  # between B and C
    assert "| _ walls on borders" in legend


def test_long_lines_are_drawn_smaller() -> None:
    orc = '{ id = "orc", size = "M", at = "AD2", side = "foe" },'
    rows = "." * 32 + "\n" + "." * 15 + "#" + "." * 16 + "\n" + "." * 32
    lines, _ = drawn(rows, HERO.replace("A1", "A2") + orc, "cover hero orc")
    assert lines[0].split()[:3] == ["A", "B", "C"]
    assert max(map(len, lines)) <= 78
    assert "X" in lines[2]


def test_lines_too_long_to_draw_leave_the_map() -> None:
    far = '{ id = "far", size = "M", at = "CV1", side = "foe" },'
    lines, legend = drawn("." * 100, HERO + far, "cover hero far")
    assert lines[1].startswith(" 1  H . .")
    assert "more than this picture holds" in legend


def test_a_flanking_line_goes_from_middle_to_middle() -> None:
    creatures = "".join(
        f'{{ id = "{id}", size = "M", at = "{at}", side = "{side}" }},'
        for id, at, side in (("a", "A1", "p"), ("b", "C1", "p"), ("t", "B1", "f"))
    )
    lines, _ = drawn("...", creatures, "flank a b t")
    assert lines[1:3] == [" 1  A   t   B", "       -------"]


@pytest.mark.parametrize("words", ["fall 3", "fly E U", "squeeze L 1.5"])
def test_questions_about_no_square_have_no_picture(words: str) -> None:
    assert drawn(".", "", words) == ([], "")
