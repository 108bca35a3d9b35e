"""The tables of the combat grid are those that the documents print."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.rulesets.combat_schema import Combat, Covered
from core.rulesets.consistency import SIGNS
from saves.store.packaged_rulesets import PACKAGED, packaged

SIZES = """
F  Fine        3/20  1  0  0  1
D  Diminutive  3/10  1  0  0  4
T  Tiny        3/4   1  0  0  25
S  Small       3/2   1  1  1  0
M  Medium      3/2   1  1  1  0
L  Large       3     2  2  1  0
H  Huge        9/2   3  3  2  0
G  Gargantuan  6     4  4  3  0
C  Colossal    9     6  6  4  0
"""
"""Size, name, side in metres and in squares, reach tall and long, hundredths of a square."""

SIZES_OF = {"pf1": "FDTSMLHGC", "dnd35": "FDTSMLHGC", "sf": "FDTSMLHGC", "pf2": "TSMLHG"}
BODIES = """
F  -     0.15  -      0.06
D  0.15  0.3   0.06   0.5
T  0.3   0.6   0.5    4
S  0.6   1.2   4      30
M  1.2   2.4   30     250
L  2.4   4.8   250    2000
H  4.8   9.6   2000   16000
G  9.6   19.2  16000  125000
C  19.2  -     125000 -
"""
"""C-088: heights in metres and weights in kilograms."""

DEGREES = {
    "soft": (4, 0, 0),
    "partial": (2, 1, 0),
    "full": (4, 2, 0),
    "improved": (8, 4, 10),
}
"""C-167, C-168, C-173, C-174, C-176: Armour Class, Reflex, Stealth."""

D20 = ("pf1", "dnd35", "sf")


def grid(system: str) -> Combat:
    return packaged(system).combat


@pytest.mark.parametrize("system", PACKAGED)
def test_c_086_c_087_c_089_space_and_reach_by_size(system: str) -> None:
    printed = {}
    for row in SIZES.strip().splitlines():
        size, name, metres, *figures = row.split()
        space, tall, long, share = map(int, figures)
        if system == "dnd35" and size == "H":
            tall = 2
        if size in SIZES_OF[system]:
            printed[size] = (name, Fraction(metres), space, tall, long, share)

    sizes = grid(system).sizes
    assert printed == {
        slug: (row.name["en"], row.space_m, row.space, row.tall, row.long, row.share)
        for slug, row in sizes.items()
    }
    assert sorted(sizes, key=lambda slug: sizes[slug].rank) == list(SIZES_OF[system])


def test_c_086_names_as_the_french_document_prints_them() -> None:
    sizes = grid("dnd35").sizes

    assert {slug: sizes[slug].name_in("fr") for slug in "FDTLHG"} == {
        "F": "Infime",
        "D": "Minuscule",
        "T": "Très petite",
        "L": "Grande",
        "H": "Très grande",
        "G": "Gigantesque",
    }
    assert grid("pf2").sizes["T"].name_in("fr") == "Très petit"


@pytest.mark.parametrize(
    ("system", "document"), [("pf1", "002"), ("dnd35", "001"), ("sf", "002"), ("pf2", "000")]
)
def test_each_table_of_sizes_is_that_of_its_document(system: str, document: str) -> None:
    sources = {row.source for row in grid(system).sizes.values()}

    assert sources == {f"{document}, table of sizes"}


@pytest.mark.parametrize("system", PACKAGED)
def test_c_088_height_and_weight_by_size(system: str) -> None:
    printed = {}
    for row in BODIES.strip().splitlines():
        size, *bounds = row.split()
        values = tuple(None if bound == "-" else Fraction(bound) for bound in bounds)
        printed[size] = values if system == "sf" else (None,) * 4

    assert {size: printed[size] for size in SIZES_OF[system]} == {
        slug: (row.from_m, row.to_m, row.from_kg, row.to_kg)
        for slug, row in grid(system).sizes.items()
    }


@pytest.mark.parametrize("system", PACKAGED)
def test_c_064_c_067_c_075_who_is_so_small_as_to_share_a_square(system: str) -> None:
    sizes = grid(system).sizes

    small = {slug for slug, row in sizes.items() if row.enters_occupied}
    assert small == set(SIZES_OF[system]) & set("FDT")
    assert {slug: grid(system).measures.crowd // sizes[slug].share for slug in small} == {
        slug: many for slug, many in {"T": 4, "D": 25, "F": 100}.items() if slug in small
    }


@pytest.mark.parametrize("system", PACKAGED)
def test_c_046_c_048_c_132_further_kinds_of_ground(system: str) -> None:
    ground = grid(system).ground
    further = {row.sign for row in ground.values()} - set(SIGNS)
    surfaces = {row.sign: row.surface for row in ground.values() if row.surface}

    assert (ground["earth"].solid, ground["earth"].earth, ground["dim"].dim) == (True, True, True)
    if system == "pf2":
        assert surfaces == {"-": "narrow_surface", "*": "uneven_ground", "/": "incline"}
    assert further == {"@", '"', *surfaces}


@pytest.mark.parametrize("system", PACKAGED)
def test_the_signs_of_a_map(system: str) -> None:
    ground = grid(system).ground
    stops = system == "pf2"

    assert {
        row.sign: (row.weight, row.solid, row.water, row.hazard, row.cover, row.conceals, row.stop)
        for row in ground.values()
        if row.sign in SIGNS
    } == {
        ".": (0, False, False, False, False, False, True),
        "#": (0, True, False, False, False, False, True),
        ":": (1, False, False, False, False, False, True),
        "%": (2, False, False, False, False, False, True),
        "~": (0, False, True, False, False, False, True),
        "^": (0, False, False, True, False, False, True),
        "o": (1, False, False, False, True, False, stops),
        "=": (1, False, False, False, False, False, stops),
        "&": (0, False, False, False, False, True, True),
    }


@pytest.mark.parametrize("system", D20)
def test_c_167_c_176_degrees_of_cover_in_d20(system: str) -> None:
    cover = grid(system).cover

    found = {degree: getattr(cover, degree) for degree in DEGREES}
    assert {k: (v.ac, v.reflex, v.stealth) for k, v in found.items()} == DEGREES
    assert cover.low_near == 6


def test_c_180_c_181_c_187_degrees_of_cover_in_pf2() -> None:
    cover = grid("pf2").cover

    assert cover.full == Covered(ac=2, reflex=2)
    assert cover.taken == Covered(ac=4, reflex=4)
    assert cover.screen == Covered(ac=1)
    assert (cover.larger_sizes, cover.smaller_sizes) == (2, 2)


@pytest.mark.parametrize("system", PACKAGED)
def test_c_195_c_198_c_204_miss_chances(system: str) -> None:
    assert (grid(system).concealment.some, grid(system).concealment.total) == (20, 50)


@pytest.mark.parametrize(
    ("system", "attack", "ac"), [(name, 2, 0) for name in D20] + [("pf2", 0, -2)]
)
def test_c_205_c_211_what_flanking_gives(system: str, attack: int, ac: int) -> None:
    assert (grid(system).flanking.attack, grid(system).flanking.ac) == (attack, ac)


@pytest.mark.parametrize("system", D20)
def test_c_151_falls_in_d20(system: str) -> None:
    falling = grid(system).falling

    assert (falling.die, falling.squares_per_die, falling.most_dice) == ("d6", 2, 20)


def test_c_144_c_145_c_147_c_149_falls_in_pf2() -> None:
    falling = grid("pf2").falling

    assert falling.per_square == Fraction(5, 2)
    assert (falling.harmless, falling.longest, falling.soft, falling.dive, falling.victim_dc) == (
        1,
        300,
        4,
        6,
        15,
    )


def test_c_076_c_082_squeezing() -> None:
    pf1 = grid("pf1").squeezing
    sf = grid("sf").squeezing

    assert (pf1.multiplier, pf1.attack, pf1.ac, pf1.escape_ac) == (2, -4, -4, -4)
    assert (sf.multiplier, sf.attack, sf.ac, sf.condition) == (2, 0, 0, "entangled")
    assert grid("pf2").mechanisms.squeezing == "activity"


@pytest.mark.parametrize("system", PACKAGED)
def test_every_row_of_the_grid_has_names_in_both_languages(system: str) -> None:
    tables = (
        grid(system).sizes,
        grid(system).ground,
        grid(system).conditions,
        grid(system).movements,
    )

    for table in tables:
        for slug, row in table.items():
            assert row.name.get("fr"), slug
            assert "_" not in row.name["en"], slug


@pytest.mark.parametrize("system", PACKAGED)
def test_every_condition_names_its_rule_and_every_other_row_its_source(system: str) -> None:
    for slug, row in grid(system).conditions.items():
        if row.source == "house default":  # no rule of the catalogue knows it
            assert not row.rule, slug
            continue
        assert row.rule in packaged(system).rules, slug
    for table in (grid(system).sizes, grid(system).ground, grid(system).movements):
        for slug, other in table.items():
            assert other.source, slug
