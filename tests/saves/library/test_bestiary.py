"""The bestiary of a campaign: packaged creatures, and files in the GM's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.library.bestiary import BestiaryError, bestiary, check_beast, own_folder, packaged_beasts
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import PACKAGED, packaged

RAT = '[beasts.rat]\nname = "Rat"\nsize = "T"\n'


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The GM's folder, empty."""
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path))
    own_folder().mkdir(parents=True)
    return own_folder()


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_each_of_the_four_systems_has_creatures_of_our_own_writing(ruleset: str) -> None:
    beasts, rules = packaged_beasts(ruleset), packaged(ruleset)
    assert len(beasts) >= 14
    modes = {mode for beast in beasts for mode, _ in beast.sheet.speeds}
    assert {"walk", "fly", "swim"} <= modes
    assert any((beast.sheet.reach or 0) >= 2 for beast in beasts)
    assert any(attack.mode == "ranged" for beast in beasts for attack in beast.sheet.attacks)
    for beast in beasts:
        check_beast(beast, rules)
        assert beast.source.startswith(("Outrider's own", "open rules")), beast.slug
        assert dict(beast.names).keys() == {"en", "fr"}
        assert all((beast.hp, beast.cr, beast.sheet.ac, beast.sheet.speeds)), beast.slug
        assert all(attack.damage and attack.bonuses for attack in beast.sheet.attacks)
        assert beast.sheet.attacks


@pytest.mark.parametrize(
    ("ruleset", "slug", "figures"),
    [
        ("pf1", "red_dragon", (172, 26, 40, 22)),
        ("dnd35", "red_dragon", (218, 26, 30, 27)),
        ("pf2", "red_dragon", (305, 37, 30, 29)),
        ("sf", "blue_dragon", (183, 26, 40, 24)),
    ],
)
def test_each_of_the_four_systems_has_something_huge_that_flies(
    ruleset: str, slug: str, figures: tuple[int, int, int, int]
) -> None:
    """Given the dragon of the system's open rules: hit points, Armour Class, flight, its bite."""
    (dragon,) = (beast for beast in packaged_beasts(ruleset) if beast.slug == slug)
    sheet = dragon.sheet
    bite = sheet.attacks[0]
    assert sheet.size == "H"
    assert bite.reach == 3
    assert (dragon.hp, sheet.ac, dict(sheet.speeds)["fly"], bite.bonuses[0]) == figures


def test_the_wolf_and_the_ogre_of_the_first_system() -> None:
    found = {beast.slug: beast for beast in packaged_beasts("pf1")}
    wolf, ogre = found["wolf"], found["ogre"]
    bite = wolf.sheet.attacks[0]
    assert (wolf.hp, wolf.sheet.ac, wolf.sheet.init, dict(wolf.sheet.speeds)) == (
        13,
        14,
        2,
        {"walk": 10},
    )
    assert (bite.bonuses, bite.damage, bite.also) == ((2,), "1d6+1", "trip")
    assert (ogre.sheet.size, ogre.sheet.reach, ogre.hp, ogre.sheet.ac) == ("L", 2, 30, 17)
    assert (ogre.sheet.attacks[0].bonuses, ogre.sheet.attacks[0].damage) == ((7,), "2d8+7")


def test_the_creatures_of_sf_have_attacks_of_that_system() -> None:
    """Given that a full attack is two at -4, then no attack has a second bonus; lasers are energy.

    A firearm is fired lying down by the rule, and not because it would be a crossbow.
    """
    beasts = {beast.slug: beast for beast in packaged_beasts("sf")}
    less = {(beast.sheet.ac or 0) - (beast.sheet.eac or 0) for beast in beasts.values()}
    attacks = [attack for beast in beasts.values() for attack in beast.sheet.attacks]

    assert less == {1, 2}  # against energy
    assert {len(attack.bonuses) for attack in attacks} == {1}
    assert "crossbow" not in {attack.weapon for attack in attacks}
    assert [attack.name for attack in attacks if attack.energy] == ["light laser", "shock probe"]
    assert beasts["heavy_mech"].sheet.attacks[1].bonuses == (12,)


IMPROVED_INITIATIVE = 4
"""What the feat adds to the Dexterity modifier."""


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_c_232_the_dexterity_in_an_armour_class_is_that_of_the_initiative(ruleset: str) -> None:
    for beast in packaged_beasts(ruleset):
        sheet = beast.sheet
        assert sheet.dexterity is not None
        assert sheet.init - sheet.dexterity in (0, IMPROVED_INITIATIVE), beast.slug


def test_c_232_a_goblin_of_the_third_system_is_flat_footed_at_14() -> None:
    (goblin,) = (beast for beast in packaged_beasts("dnd35") if beast.slug == "goblin")
    assert goblin.sheet.ac is not None
    assert goblin.sheet.dexterity is not None
    assert goblin.sheet.ac - goblin.sheet.dexterity == 14


def test_the_gms_own_creatures_stand_among_the_packaged_ones(own: Path) -> None:
    (own / "mine.toml").write_text(RAT, encoding="utf-8")
    (own / "other.toml").write_text(f'ruleset = "sf"\n{RAT.replace("rat", "bot")}', "utf-8")
    (own / "wolf.toml").write_text(
        'ruleset = "pf1"\n[beasts.wolf]\nname = "Old wolf"\nsize = "M"\n', "utf-8"
    )
    found = {beast.slug: beast for beast in bestiary(packaged("pf1"))}
    assert found["rat"].name() == "Rat"
    assert found["wolf"].name() == "Old wolf"
    assert "bot" not in found
    assert len(found) == len(packaged_beasts("pf1")) + 1
    assert [one.name() for one in bestiary(packaged("sf"))] == sorted(
        one.name() for one in bestiary(packaged("sf"))
    )


def test_words_of_a_file_are_understood_however_they_are_spelt(own: Path) -> None:
    """Given a size and traits by their names, and a bow, then the creature has their rows."""
    (own / "mine.toml").write_text(
        '[beasts.bat]\nname = "Bat"\nsize = "huge"\ntraits = ["low-light vision", "Flat-footed"]\n'
        'attacks = [{ name = "longbow", bonuses = 3 }]\n',
        "utf-8",
    )
    (bat,) = (beast for beast in bestiary(packaged("pf1")) if beast.slug == "bat")
    assert (bat.sheet.size, bat.sheet.traits) == ("H", ("low_light", "flat_footed"))
    (bow,) = bat.sheet.attacks
    assert (bow.mode, bow.weapon, bow.increment) == ("ranged", "bow", 20)


def test_a_gms_own_ruleset_has_the_creatures_of_the_one_it_was_built_on() -> None:
    gatehouse = load_folder(Path("docs/examples/rulesets/gatehouse"))
    assert bestiary(gatehouse) == bestiary(packaged(gatehouse.extends))


def test_without_a_folder_there_are_the_packaged_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path / "nowhere"))
    assert len(bestiary(packaged("pf2"))) == len(packaged_beasts("pf2"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("beasts = [", ""),
        (RAT.replace('"T"', '"Q"'), "beasts.rat.size"),
        (f'{RAT}traits = ["darkvision", "shy"]\n', "beasts.rat.traits[2]"),
        (f'{RAT}traits = ["flanking"]\n', "beasts.rat.traits[1]"),
        (f"{RAT}armour = 3\n", "beasts.rat.armour"),
    ],
)
def test_a_bad_file_is_said_with_its_name_and_key(text: str, key: str, own: Path) -> None:
    (own / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BestiaryError) as raised:
        bestiary(packaged("pf1"))
    assert (raised.value.file, raised.value.key) == ("mine.toml", key)


def test_what_is_no_text_is_said_with_its_name(own: Path) -> None:
    (own / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BestiaryError) as raised:
        bestiary(packaged("pf1"))
    assert raised.value.code == "unreadable"
