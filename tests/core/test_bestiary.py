"""Bestiaries: what a file says of creatures, and creatures of an encounter made from it."""

from __future__ import annotations

import pytest

from core.bestiary import parse_bestiary, ruleset_of
from core.bestiary_schema import AttackTable, BeastTable
from core.combat.board.encounter_file import parse_encounter
from core.combat.board.squares import Square
from core.creatures import Attack, Sheet
from core.files import FileError
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure, Lasting
from core.play.fight.setup.recruits import drafted, recruits
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import HARSK, TAM, party
from tests.core.written.beasts import GOOD

PLAIN = '[beasts.rat]\nname = "Rat"\nsize = "T"\n'
ATTACKS = f'{PLAIN}attacks = [{{ name = "bite", bonuses = 1'


def test_every_key_is_read() -> None:
    _, wolf = parse_bestiary(GOOD)
    keys = {line.split(" = ")[0] for line in GOOD.splitlines()}
    assert {*BeastTable.model_fields, *AttackTable.model_fields} - {"attacks"} <= keys
    assert (wolf.slug, wolf.name(), wolf.name("fr"), wolf.name("de")) == (
        "grey-wolf",
        "Wolf",
        "Loup",
        "Wolf",
    )
    assert (wolf.hp_dice, wolf.hp, wolf.cr, wolf.level) == ("2d8+4", 14, "CR 1", 2)
    assert (wolf.con_score, wolf.source) == (15, "mine")
    assert wolf.sheet == Sheet(
        size="L",
        long=True,
        reach=3,
        space=1,
        ac=14,
        dexterity=2,
        init=-1,
        fortitude=5,
        reflex=4,
        will=1,
        perception=6,
        acrobatics=3,
        base_attack=4,
        feats=("Toughness",),
        scores=(("str", 13), ("int", 2)),
        speeds=(("walk", 10), ("fly", 12)),
        run=5,
        attacks=(
            Attack(
                name="bite",
                bonuses=(6, 1),
                damage="1d6+1",
                extra="1d4",
                critical=19,
                times=3,
                mode="ranged",
                weapon="thrown",
                reach=2,
                increment=6,
                nonlethal=True,
                agile=True,
                also="trip",
                near=True,
                hand="off",
                light=True,
                natural="secondary",
                two_handed=True,
                flurry=(6, 6),
                energy=True,
                kinds=("piercing",),
                extra_kinds=("fire",),
            ),
        ),
        defences=("DR 5/silver", "resist fire 10", "resist cold 5"),
        worn=("ac +1 natural",),
        traits=("low_light",),
        reaction=True,
        eac=13,
    )
    assert wolf.figures("fr").attacks[0].name == "morsure"
    assert ruleset_of(GOOD) == "pf1"


def test_little_has_to_be_said() -> None:
    (rat,) = parse_bestiary(PLAIN)
    assert (rat.name("fr"), rat.hp, rat.level) == ("Rat", None, 0)
    assert rat.sheet == Sheet("T")
    assert parse_bestiary("") == ()
    (bitten,) = parse_bestiary(f"{ATTACKS} }}]")
    assert bitten.sheet.attacks == (Attack("bite", (1,)),)


@pytest.mark.parametrize(
    ("more", "mode"),
    [
        ('weapon = "bow"', "ranged"),
        ("increment = 4", "ranged"),
        ('weapon = "thrown"', "melee"),
        ('weapon = "bow", mode = "melee"', "melee"),
    ],
)
def test_a_bow_and_what_has_a_range_are_ranged_unless_it_is_said(more: str, mode: str) -> None:
    (archer,) = parse_bestiary(f"{ATTACKS}, {more} }}]")
    assert archer.sheet.attacks[0].mode == mode


@pytest.mark.parametrize(
    ("dice", "average"), [("2d8+4", 13), ("1d8", 4), ("1d4-3", 1), ("4d8+12", 30), ("7", 7)]
)
def test_the_average_is_that_of_the_dice(dice: str, average: int) -> None:
    (rat,) = parse_bestiary(f'{PLAIN}hp = "{dice}"\n')
    assert rat.hp == average


BAD = {
    "no TOML": ("beasts = [", "syntax", ""),
    "a key of the file": ("beast = 1", "unknown_key", "beast"),
    "no table": ("beasts = 3", "wrong_type", "beasts"),
    "a creature that is none": ("[beasts]\nrat = 3", "wrong_type", "beasts.rat"),
    "a name that is no id": ('[beasts."Big Rat"]\n', "bad_value", "beasts.Big Rat"),
    "a key of a creature": (f"{PLAIN}armor = 3", "unknown_key", "beasts.rat.armor"),
    "no name": ('[beasts.rat]\nsize = "T"', "missing_key", "beasts.rat.name"),
    "no English name": ('[beasts.rat]\nname = { fr = "Rat" }', "bad_value", "beasts.rat.name"),
    "no size": ('[beasts.rat]\nname = "Rat"', "missing_key", "beasts.rat.size"),
    "no dice": (f'{PLAIN}hp = "2x"', "bad_dice", "beasts.rat.hp"),
    "no hit points": (f"{PLAIN}average = 0", "bad_value", "beasts.rat.average"),
    "a speed of no kind": (
        f"{PLAIN}speeds = {{ hop = 3 }}", "unknown_key", "beasts.rat.speeds.hop"),
    "a speed beyond all maps": (
        f"{PLAIN}speeds = {{ walk = 501 }}", "bad_value", "beasts.rat.speeds.walk"),
    "a ruleset that is no word": ("ruleset = 3", "wrong_type", "ruleset"),
    "a key of an attack": (f"{ATTACKS}, to_hit = 1 }}]", "unknown_key",
                           "beasts.rat.attacks[1].to_hit"),
    "damage that is no roll": (f'{ATTACKS}, damage = "x" }}]', "bad_dice",
                               "beasts.rat.attacks[1].damage"),
    "no bonus": (f'{PLAIN}attacks = [{{ name = "bite" }}]', "missing_key",
                 "beasts.rat.attacks[1].bonuses"),
    "bonuses that are none": (f'{PLAIN}attacks = [{{ name = "bite", bonuses = [] }}]', "bad_value",
                              "beasts.rat.attacks[1].bonuses"),
    "a bonus that is none": (f'{PLAIN}attacks = [{{ name = "b", bonuses = [1, "x"] }}]',
                             "wrong_type", "beasts.rat.attacks[1].bonuses[2]"),
    "a critical beyond twenty": (f"{ATTACKS}, critical = 21 }}]", "bad_value",
                                 "beasts.rat.attacks[1].critical"),
    "a weapon of no kind": (f'{ATTACKS}, weapon = "spoon" }}]', "bad_value",
                            "beasts.rat.attacks[1].weapon"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_said_with_its_key(what: str) -> None:
    text, code, key = BAD[what]
    with pytest.raises(FileError) as raised:
        parse_bestiary(text)
    assert (raised.value.code, raised.value.key) == (code, key)


# creatures of an encounter

_, WOLF = parse_bestiary(GOOD)
STATE = party(HARSK, replace(TAM, token="c"))
EMPTY = Encounter("ford", "Ford", "f" * 64)


def test_several_share_a_group_and_have_letters_of_their_own() -> None:
    found = recruits(WOLF, 3, STATE, EMPTY)
    assert [foe.id for foe in found] == ["grey-wolf-1", "grey-wolf-2", "grey-wolf-3"]
    assert [foe.token for foe in found] == ["a", "b", "d"], "c is Tam"
    assert [foe.name for foe in found] == ["Wolf a", "Wolf b", "Wolf d"]
    assert {(foe.group, foe.kind, foe.hp, foe.level, foe.con_score) for foe in found} == {
        ("grey-wolf", "grey-wolf", 14, 2, 15)
    }
    assert found[0].sheet == WOLF.sheet


def test_later_ones_are_another_group_and_no_id_is_given_twice() -> None:
    first = recruits(WOLF, 2, STATE, EMPTY)
    there = replace(EMPTY, foes=first)
    state = replace(STATE, encounters=(there,), departed=("grey-wolf-3",))
    more = recruits(WOLF, 2, state, there)
    assert [foe.id for foe in more] == ["grey-wolf-4", "grey-wolf-5"]
    assert {foe.group for foe in more} == {"grey-wolf-1"}
    (alone,) = recruits(WOLF, 1, state, there, language="fr")
    assert (alone.name, alone.group) == ("Loup d", "")


def test_one_alone_has_the_plain_name() -> None:
    (wolf,) = recruits(WOLF, 1, STATE, None)
    assert (wolf.name, wolf.token, wolf.group) == ("Wolf", "a", "")


def test_hit_points_may_be_rolled() -> None:
    assert [foe.hp for foe in recruits(WOLF, 4, STATE, EMPTY, (9, 20, 0))] == [9, 20, 1, 14]


@pytest.mark.parametrize("count", [0, -1, 201])
def test_no_other_number_comes(count: int) -> None:
    with pytest.raises(Refusal) as refused:
        recruits(WOLF, count, STATE, EMPTY)
    assert refused.value.code == "bad_count"


FILE = """
ruleset = "pf1"
map = "......"

[[creatures]]
id = "harsk"
size = "M"
at = "A1"

[[creatures]]
id = "t"
name = "tam"
size = "M"
at = "B1"

[[creatures]]
id = "ogre"
name = "Grub"
side = "foe"
size = "M"
at = "C1"
long = true
space = 1
reach = 2
weapon_reach = 4
conditions = ["prone", "darkvision"]
speed = 6
speeds = { fly = 9 }
hp = -3
ac = 17
attack = 8
init = -1
elevation = 2
hidden = true

[[creatures]]
id = "imp"
side = "party"
size = "M"
rides = "ogre"
"""


def test_a_creature_of_a_file_that_shares_but_the_id_of_a_member_is_itself() -> None:
    horse = replace(parse_encounter(FILE).creatures[0], id="tam", name="Tam, a horse")
    tam = replace(horse, id="boy", name="Tam", at=Square(3, 3))
    found = drafted((horse, tam), STATE, packaged("pf1"))
    assert [foe.name for foe in found.foes] == ["Tam, a horse"]
    assert [figure.id for figure in found.figures] == ["tam-1", "tam"]


def test_the_creatures_of_a_file_become_foes_and_the_party_keeps_its_own() -> None:
    state = replace(STATE, departed=("imp",))
    found = drafted(parse_encounter(FILE).creatures, state, packaged("pf1"))
    foes = found.foes
    assert found.figures == (
        Figure("harsk", "A1"),
        Figure("tam", "B1"),
        Figure("ogre", "C1", 2, mode="fly", hidden=True),
        Figure("imp-1", "C1", 2, mount="ogre"),
    )
    ogre, imp = foes
    assert (ogre.id, ogre.name, ogre.token, ogre.side) == ("ogre", "Grub", "a", "foes")
    assert (ogre.hp, ogre.damage, ogre.lasting) == (1, 4, (Lasting("prone"),))
    assert ogre.sheet == Sheet(
        "M",
        True,
        2,
        1,
        17,
        init=-1,
        speeds=(("walk", 6), ("fly", 9)),
        attacks=(Attack("attack", (8,), reach=4),),
        traits=("darkvision",),
    )
    assert (imp.id, imp.side, imp.hp, imp.sheet.attacks) == ("imp-1", "party", None, ())


@pytest.mark.parametrize(
    ("system", "name"),
    [
        ("pf1", "precise_shot"),
        ("pf1", "two_weapon_fighting"),
        ("pf1", "multiattack"),
        ("pf1", "improved_unarmed_strike"),
        ("pf2", "minion"),
        ("pf1", "blur"),
    ],
)
def test_what_a_creature_of_a_file_is_or_can_does_not_pass(system: str, name: str) -> None:
    """Given a trait beside a condition, then the condition alone is one that ends."""
    imp = replace(parse_encounter(FILE).creatures[-1], conditions=(name, "prone"))

    (foe,) = drafted((imp,), STATE, packaged(system)).foes

    assert foe.sheet.traits == (name,)
    assert foe.lasting == (Lasting("prone"),)
