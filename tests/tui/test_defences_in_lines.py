"""Defences and kinds of damage in the lines of creatures and heroes, in files, on cards."""

from __future__ import annotations

import pytest

from core.bestiary import parse_bestiary
from core.creatures import Attack, Sheet
from core.files import FileError
from core.messages import Message, Refusal
from core.play.facts.state import State
from core.play.fight.setup.recruits import recruits
from core.play.party.party_file import read_party, write_party
from core.rulesets.creature_words import creature_words
from core.values import replace
from saves.library.bestiary import packaged_beasts
from saves.store.packaged_rulesets import packaged
from tests.builders import HARSK, assets
from tui.encounter.recruits import preview_line
from tui.kit.phrases import say
from tui.party.figure_lines import FIGURES
from tui.play.command_line.areas import adding
from tui.play.creature_lines.attack_lines import read_attack, write_attack
from tui.play.creature_lines.figure_words import attack_words, describe_sheet
from tui.play.creature_lines.heroes import read_hero

WORDS = creature_words(packaged("pf1"))


def sheet_of(text: str) -> Sheet:
    made = adding(text, WORDS).made
    assert made is not None
    return made.beast(None).sheet


@pytest.mark.parametrize(
    ("text", "name", "lines"),
    [
        ("troll regeneration 5 acid fire", "troll", ("regeneration 5 acid fire",)),
        ("werewolf hp30 DR 5/silver bite +6 1d6+1", "werewolf", ("DR 5/silver",)),
        (
            "imp hp 16, DR 5/good or silver, immune fire, poison; resist acid 10, cold 10;"
            " sting +8 1d4",
            "imp",
            (
                "DR 5/good or silver",
                "immune fire",
                "immune poison",
                "resist acid 10",
                "resist cold 10",
            ),
        ),
        ("door hp 15 hardness 5 object", "door", ("hardness 5", "object")),
        ("azer weakness cold 5 hp 20", "azer", ("weakness cold 5",)),
        ("ooze immune to critical hits hp 9 immune acid", "ooze", ("immune acid",)),
    ],
)
def test_a_creature_is_added_with_its_defences(
    text: str, name: str, lines: tuple[str, ...]
) -> None:
    assert adding(text, WORDS).kind == name
    assert sheet_of(text).defences == lines


def test_a_kind_of_damage_that_there_is_not_is_refused_with_its_word() -> None:
    with pytest.raises(Refusal) as refused:
        adding("imp hp 16 resist fier 10", WORDS)

    assert (refused.value.code, refused.value.message.value("word")) == ("unknown_kind", "fier")


def test_names_that_have_words_of_defences_are_names() -> None:
    assert adding('"resist fire 10" hp 4', WORDS).kind == "resist fire 10"
    assert adding("weak goblin hp 4", WORDS).kind == "weak goblin"


@pytest.mark.parametrize(
    ("text", "kinds", "extra"),
    [
        ("longsword +8 1d8+4 silver plus 1d6 fire 19-20", ("silver",), ("fire",)),
        ("mace +5 1d8 cold iron and trip", ("cold iron",), ()),
        ("sword +5 1d8 magic good", ("magic", "good"), ()),
    ],
)
def test_an_attack_has_kinds_behind_its_dice_and_is_written_so(
    text: str, kinds: tuple[str, ...], extra: tuple[str, ...]
) -> None:
    attack = read_attack(text, WORDS)

    assert (attack.kinds, attack.extra_kinds) == (kinds, extra)
    assert read_attack(write_attack(attack, WORDS.weapons), WORDS) == attack
    assert all(kind in attack_words(attack) for kind in (*kinds, *extra))


def test_a_hero_s_line_has_defences() -> None:
    world = assets()
    hero = read_hero("Amiri human con 14 hp 30 resist cold 5 ac 15", State(), world).member

    assert hero.name == "Amiri"
    assert hero.sheet is not None
    assert hero.sheet.defences == ("resist cold 5",)
    assert "resist cold 5" in [*describe_sheet(hero.sheet, world.rules)]


BEASTS = """
[beasts.imp]
name = "Imp"
size = "S"
hp = "3d10"
defences = ["DR 5/good or silver", "resist acid 10 cold 10", "immune fire"]
attacks = [{ name = "sting", bonuses = 8, damage = "1d4", kinds = ["piercing", "magic"] }]
"""


def test_a_file_of_creatures_has_a_list_of_them() -> None:
    (imp,) = parse_bestiary(BEASTS)

    wanted = ("DR 5/good or silver", "resist acid 10", "resist cold 10", "immune fire")
    assert imp.sheet.defences == wanted
    assert imp.sheet.attacks[0].kinds == ("piercing", "magic")
    with pytest.raises(FileError):
        parse_bestiary(BEASTS.replace("resist acid 10", "resist 10"))


def test_a_party_file_keeps_them() -> None:
    blade = Attack("sword", (5,), "1d8", extra="1d6", kinds=("silver",), extra_kinds=("fire",))
    sheet = Sheet(init=2, attacks=(blade,), defences=("resist fire 5", "DR 2/-"))
    hero = replace(HARSK, sheet=sheet)

    again = read_party(write_party((hero,)), State(), assets()).member.sheet

    assert again is not None
    assert again.defences == sheet.defences
    assert again.attacks[0].kinds == blade.kinds
    assert again.attacks[0].extra_kinds == blade.extra_kinds


WORN = ("ac +1 deflection", "str +4 enhancement")


def test_what_is_worn_is_typed_on_lines_in_files_and_in_the_form() -> None:
    """Given the parts on lines, in files and in the form, then the sheet has them."""
    world = assets()
    said = "worn ac +1 deflection, str +4 enhancement"
    hero = read_hero(f"Amiri human, hp 30, {said}, ac 15", State(), world).member
    assert hero.sheet is not None
    assert (hero.sheet.worn, hero.sheet.ac) == (WORN, 15)
    shown = tuple(describe_sheet(hero.sheet, world.rules))
    assert "worn ac +1 deflection" in say(Message("{shown}", shown=shown))
    assert sheet_of(f"ogre hp 30 ac 17, {said}, club +8 2d8+7").worn == WORN
    again = read_party(write_party((hero,)), State(), world).member.sheet
    assert again is not None
    assert again.worn == WORN
    (imp,) = parse_bestiary(BEASTS.replace("attacks =", 'worn = ["ac +1 deflection"]\nattacks ='))
    assert imp.sheet.worn == WORN[:1]
    with pytest.raises(FileError):
        parse_bestiary(BEASTS.replace("attacks =", 'worn = ["ac +1"]\nattacks ='))
    line = FIGURES["worn"]
    text = line.write(hero.sheet)
    assert text == "ac +1 deflection, str +4 enhancement"
    written = line.written("worn", {"worn": text}, packaged("pf1"))
    assert line.read(written, Sheet()).worn == WORN


def test_the_form_of_a_member_reads_what_it_writes() -> None:
    line = FIGURES["defences"]
    sheet = Sheet(defences=("DR 5/silver or good", "resist fire 10"))
    text = line.write(sheet)

    assert text == "DR 5/silver or good, resist fire 10"
    written = line.written("defences", {"defences": text}, packaged("pf1"))
    assert line.read(written, Sheet()) == sheet
    blank = line.written("defences", {"defences": ""}, packaged("pf1"))
    assert line.read(blank, sheet) == Sheet()


@pytest.mark.parametrize(
    ("ruleset", "slug", "defences"),
    [
        ("pf1", "skeleton", ("DR 5/bludgeoning", "immune cold")),
        ("pf1", "red_dragon", ("DR 5/magic", "immune fire", "SR 24", "vulnerable cold")),
        ("pf1", "troll", ("regeneration 5 acid fire",)),
        ("dnd35", "skeleton", ("DR 5/bludgeoning", "immune cold")),
        ("dnd35", "red_dragon", ("DR 5/magic", "immune fire", "SR 19", "vulnerable cold")),
        ("dnd35", "troll", ("regeneration 5 acid fire",)),
        ("pf2", "skeleton", ("resist fire 5", "resist piercing 5", "resist slashing 5")),
        ("pf2", "red_dragon", ("immune fire", "weakness cold 15")),
        ("pf2", "troll", ("regeneration 20 acid fire", "weakness fire 10")),
        ("sf", "blue_dragon", ("DR 5/magic", "immune electricity")),
    ],
)
def test_creatures_of_the_open_rules_have_their_defences_and_the_preview_of_add_says_them(
    ruleset: str, slug: str, defences: tuple[str, ...]
) -> None:
    rules = packaged(ruleset)
    (beast,) = (beast for beast in packaged_beasts(ruleset) if beast.slug == slug)
    (foe,) = recruits(beast, 1, State(), None)
    assert foe.sheet is not None
    assert set(defences) <= set(foe.sheet.defences)

    shown = preview_line(rules)(beast.name("en"))
    assert shown is not None
    assert [line for line in foe.sheet.defences if line not in say(shown)] == []
