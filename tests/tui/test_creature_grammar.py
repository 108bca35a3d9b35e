"""A creature's words are the same wherever they are written: four doors, two systems of units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from core.bestiary import Beast, with_usual_init
from core.combat.board.encounter_file import parse_encounter
from core.creatures import FLURRY, UNARMED, Attack, Sheet
from core.messages import Message, Refusal
from core.play.facts.state import Member, State
from core.play.fight.setup.recruits import drafted
from core.play.party.party_file import read_party
from core.play.union import Assets
from core.quantities import LENGTH, METRES_IN_A_SQUARE, Units, write_quantity
from core.rulesets.creature_words import creature_words
from core.travel.movers import Mover, net_speed
from core.values import Struct, replace
from saves.library.bestiary import bestiary, own_folder
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.thorough import rounds
from tui.encounter.recruits import library, preview_line
from tui.kit.phrases import say, set_units
from tui.party.form_lines import write_sheet
from tui.party.sheets import SheetForm, blank
from tui.play.command_line.areas import adding
from tui.play.creature_lines.hero_preview import describe_hero
from tui.play.creature_lines.heroes import read_heroes

BOTH: tuple[Units, Units] = get_args(Units)


EACH: Mapping[str, Units] = {
    "pf1": "metric",
    "dnd35": "imperial",
    "pf2": "metric",
    "sf": "imperial",
}
"""The units of each system that are tried every time; the others in the nightly tests."""
CASES = [
    pytest.param(system, units, marks=() if units == EACH[system] else pytest.mark.nightly)
    for system in PACKAGED
    for units in BOTH
]


def share_of(system: str) -> slice:
    """Every fourth by day, others in each system; by night all."""
    first = (PACKAGED.index(system) + 1) % len(PACKAGED)
    return slice(rounds(first, 0), None, rounds(len(PACKAGED), 1))


FIELD = "\n".join(["." * 12] * 12)
ENCOUNTER = f'ruleset = "SYSTEM"\nmap = """\n{FIELD}\n"""\n'


class Row(Struct):
    """A word of the grammar: on a line, on lines of the form, as keys of a file; what it means."""

    line: str
    form: dict[str, str]
    keys: str
    sheet: dict[str, Any]


class Creature(Struct):
    """What is the same of a member of the party and of a creature to place."""

    sheet: Sheet
    hp: int | None
    level: int
    con_score: int | None


BLANK = Creature(Sheet(), 9, 1, None)


@cache
def assets(system: str) -> Assets:
    return Assets(rules=packaged(system))


def of_member(member: Member) -> Creature:
    return Creature(member.sheet or Sheet(), member.hp, member.level, member.con_score)


def settle_reaction(creature: Creature) -> Creature:
    """Take a reaction that is not written for none: lines and the form say so, files leave it.

    Files and the form have the modifier of Dexterity, a line its score, which it keeps.
    """
    sheet = creature.sheet
    return replace(creature, sheet=replace(sheet, reaction=bool(sheet.reaction), scores=()))


def by_line(row: Row, system: str) -> Creature:
    (hero,) = read_heroes(f"Ann speed9m hp9 {row.line}", State(), assets(system))
    return of_member(hero.member)


def by_add(row: Row, system: str) -> Creature:
    rules = packaged(system)
    made = adding(f"ann hp9 {row.line}", creature_words(rules)).made
    assert made is not None
    assert made.name == "ann"
    beast = with_usual_init(made.beast(None), rules.combat.turn)
    return Creature(beast.figures(), beast.hp, beast.level, beast.con_score)


def by_form(row: Row, system: str) -> Creature:
    rules = packaged(system)
    member = replace(blank(rules), name="Ann")
    values = write_sheet(member, rules) | {"hp": "9", "moves": "9 m"} | row.form
    return of_member(SheetForm(member, State(), assets(system)).read(values))


def by_party_file(row: Row, system: str) -> Creature:
    text = f'[[party]]\nname = "Ann"\nspeed_m = 9\nhp = 9\n{row.keys}\n'
    return of_member(read_party(text, State(), assets(system)).member)


def by_bestiary(rows: list[Row], system: str) -> Iterator[Creature]:
    texts = []
    for number, row in enumerate(rows):
        size = "" if row.keys.startswith("size") else 'size = "M"\n'
        keys = f'name = "Ann"\n{size}average = 9\nlevel = 1\n{row.keys}\n'
        texts.append(f"[beasts.b{number}]\n{keys}")
    own_folder().mkdir(parents=True, exist_ok=True)
    (own_folder() / "mine.toml").write_text("\n".join(texts), "utf-8")
    rules = packaged(system)
    beasts = {beast.slug: beast for beast in bestiary(rules)}
    for number in range(len(rows)):
        beast = with_usual_init(beasts[f"b{number}"], rules.combat.turn)
        yield Creature(beast.figures(), beast.hp, beast.level, beast.con_score)


def bare(squares: int, units: Units) -> str:
    """A length as it is typed without a unit."""
    return write_quantity(squares * METRES_IN_A_SQUARE, LENGTH, units)


def figure_rows() -> Iterator[Row]:
    for line, lines, keys, sheet in (
        ("ac15", {"ac": "15"}, "ac = 15", {"ac": 15}),
        ("ac 15 eac 13", {"ac": "15 eac 13"}, "ac = 15\neac = 13", {"ac": 15, "eac": 13}),
        ("dex14", {"ac": "dex 14"}, "dexterity = 2", {"dexterity": 2}),
        ("dex+2", {"ac": "dex +2"}, "dexterity = 2", {"dexterity": 2}),
        ("dex-1", {"ac": "dex -1"}, "dexterity = -1", {"dexterity": -1}),
        ("init+3", {"init": "+3"}, "init = 3", {"init": 3}),
        ("fort+7", {"saves": "+7 - -"}, "fortitude = 7", {"fortitude": 7}),
        ("ref+2", {"saves": "- 2 -"}, "reflex = 2", {"reflex": 2}),
        ("will -1", {"saves": "- - -1"}, "will = -1", {"will": -1}),
        ("per+5", {"perception": "+5"}, "perception = 5", {"perception": 5}),
        ("acro-1", {"acrobatics": "-1"}, "acrobatics = -1", {"acrobatics": -1}),
        ("bab+6", {"base_attack": "6"}, "base_attack = 6", {"base_attack": 6}),
        ("reaction", {"traits": "reaction"}, "reaction = true", {"reaction": True}),
        ("no reaction", {"traits": "no reaction"}, "reaction = false", {"reaction": False}),
    ):
        yield Row(line, lines, keys, sheet)


def body_rows(system: str, units: Units) -> Iterator[Row]:
    rules = packaged(system)
    for slug, size in rules.combat.sizes.items():
        name = size.name_in()
        yield Row(name.lower(), {"size": name.lower()}, f'size = "{name}"', {"size": slug})
    words = creature_words(rules)
    for slug in sorted(set(words.traits.values())):
        name = rules.combat.conditions[slug].name_in()
        for word in (name, slug):
            yield Row(word, {"traits": word}, f'traits = ["{word}"]', {"traits": (slug,)})
    for mode, speed_row in rules.speed_modes.items():
        if mode == "walk":
            continue
        keys = f"speeds = {{ {mode} = 4 }}"
        written = [f"{mode} {length}" for length in ("6 m", "20ft", "4 sq")]
        written += [f"{word} 6m" for word in speed_row.also]
        for text in written:
            yield Row(text, {"speeds": text}, keys, {"speeds": ((mode, 4),)})
        typed = f"{mode} {bare(4, units)}"
        yield Row(typed, {"speeds": f"{mode} 4"}, keys, {"speeds": ((mode, 4),)})
    yield Row("long", {"size": "M long"}, "long = true", {"long": True})
    yield Row("run x3", {"run": "3"}, "run = 3", {"run": 3})
    yield Row("runs 3", {"run": "3"}, "run = 3", {"run": 3})
    for length in ("2", "3m", "10 ft", "2 sq"):
        yield Row(f"space {length}", {"size": f"M space {length}"}, "space = 2", {"space": 2})
        yield Row(f"reach {length}", {"size": f"M reach {length}"}, "reach = 2", {"reach": 2})


def attack_row(line: str, keys: str, attack: Attack) -> Row:
    return Row(line, {"attack-1": line}, f"attacks = [{{ {keys} }}]", {"attacks": (attack,)})


def attack_rows(system: str, units: Units) -> Iterator[Row]:
    for row in packaged(system).weapons.values():
        name = row.name_in().lower()
        keys = f'name = "{name}", bonuses = 4, damage = "1d6"'
        shot = Attack(
            name,
            (4,),
            "1d6",
            mode="ranged",
            weapon=row.kind,
            increment=row.squares,
            energy=row.energy or None,
        )
        struck = Attack(name, (4,), "1d6", energy=row.energy or None)
        if row.in_hand:
            yield attack_row(f"{name} +4 1d6", keys, struck)
            thrown = f'{keys}, weapon = "thrown"'
            yield attack_row(f"{name} +4 1d6 thrown", thrown, shot)
            continue
        yield attack_row(f"{name} +4 1d6", keys, shot)
        yield attack_row(f"{name} +4 1d6 melee", f'{keys}, mode = "melee"', struck)
        far = f"{name} +4 1d6 range {bare(5, units)}"
        yield attack_row(far, f"{keys}, increment = 5", replace(shot, increment=5))
    keys = 'name = "claw", bonuses = [4, -1], damage = "1d6"'
    claw = Attack("claw", (4, -1), "1d6")
    for words, more, changes in (
        ("x3", "times = 3", {"times": 3}),
        ("19-20x3", "critical = 19, times = 3", {"critical": 19, "times": 3}),
        ("plus 1d4", 'extra = "1d4"', {"extra": "1d4"}),
        ("reach 10 ft", "reach = 2", {"reach": 2}),
        ("reach 2 near", "reach = 2, near = true", {"reach": 2, "near": True}),
        ("off light", 'hand = "off", light = true', {"hand": "off", "light": True}),
        ("twohanded", "two_handed = true", {"two_handed": True}),
        ("primary", 'natural = "primary"', {"natural": "primary"}),
        ("secondary", 'natural = "secondary"', {"natural": "secondary"}),
        ("nonlethal", "nonlethal = true", {"nonlethal": True}),
        ("agile", "agile = true", {"agile": True}),
        ("energy", "energy = true", {"energy": True}),
        ("kinetic", "energy = false", {}),
        ("19-20/x3", "critical = 19, times = 3", {"critical": 19, "times": 3}),
        (UNARMED, 'weapon = "unarmed"', {"weapon": UNARMED}),
        (f"{FLURRY} +2/+2", "flurry = [2, 2]", {"flurry": (2, 2)}),
        ("and trip", 'also = "trip"', {"also": "trip"}),
        ("range 9 m", "increment = 6", {"mode": "ranged", "weapon": "bow", "increment": 6}),
    ):
        changed: dict[str, Any] = changes
        yield attack_row(f"claw +4/-1 1d6 {words}", f"{keys}, {more}", replace(claw, **changed))


EXAMPLES_OF_NOTES = {"": "", "die": " d8", "length": " 6m"}


def note_rows(system: str) -> Iterator[Row]:
    keys = 'name = "claw", bonuses = 4, damage = "1d6"'
    for note in packaged(system).attack_notes.values():
        behind = EXAMPLES_OF_NOTES[note.takes]
        said = f"{note.name_in().lower()}{behind}"
        energy = note.energy or None
        claw = Attack("claw", (4,), "1d6", also=said, energy=energy)
        more = f'also = "{said}"' + (", energy = true" if energy else "")
        for word in (note.name_in(), *note.also):
            yield attack_row(f"claw +4 1d6 {word}{behind}", f"{keys}, {more}", claw)


def rows_of(system: str, units: Units) -> list[Row]:
    return [
        *figure_rows(),
        *body_rows(system, units),
        *attack_rows(system, units),
        *note_rows(system),
    ]


def expected(row: Row, system: str) -> Creature:
    sheet = replace(Sheet(), **row.sheet)
    usual = packaged(system).combat.turn.usual_init(sheet.dexterity, sheet.perception)
    if "init" not in row.sheet and usual is not None:
        sheet = replace(sheet, init=usual)
    return replace(BLANK, sheet=sheet)


def test_the_table_is_of_three_hundred_rows_at_least() -> None:
    """Given the four systems, then each has a row for each of its own words."""
    counts = [len(rows_of(system, EACH[system])) for system in PACKAGED]
    assert min(counts) > 100
    assert sum(counts) >= 300


@pytest.mark.parametrize(("system", "units"), CASES)
def test_a_word_makes_the_same_creature_wherever_it_is_written(
    system: str, units: Units, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given each word on a hero's line, behind ':add', in the form and in two kinds of files."""
    monkeypatch.setenv("OUTRIDER_HOME", str(tmp_path))
    set_units(units)
    rows = rows_of(system, units)[share_of(system)]
    in_file = by_bestiary(rows, system)
    wrong = []
    for row in rows:
        wanted = settle_reaction(expected(row, system))
        found = {door.__name__: door(row, system) for door in (by_line, by_add, by_form)}
        found["by_party_file"] = by_party_file(row, system)
        found["by_bestiary"] = next(in_file)
        wrong += [
            (row.line, door, one) for door, one in found.items() if settle_reaction(one) != wanted
        ]
    assert wrong == []


def mover_rows(system: str) -> Iterator[tuple[str, dict[str, str], str, Mover]]:
    """What carries or draws, and races: on a line, on lines of the form, as keys of a file."""
    rules = packaged(system)
    for slug, race in rules.races.items():
        name = race.name_in()
        armour = {"armor": "medium", "load": "heavy"}
        line = f"Ann {name} medium heavy load"
        keys = f'race = "{slug}"\narmor = "medium"\nload = "heavy"'
        yield line, {"moves": name} | armour, keys, Mover(race=slug, armor="medium", load="heavy")
    for slug, mount in rules.mounts.items():
        for name in (*mount.name.values(), slug, *mount.also):
            form = {"moves": name, "load": "60 kg"}
            keys = f'mount = "{slug}"\nload_kg = 60'
            yield f"Ann {name} 120 lb", form, keys, Mover(mount=slug, load_kg=Fraction(60))
    for slug, vehicle in rules.vehicles.items():
        bare = () if rules.powered else ("vehicle",)
        for name in (vehicle.name_in(), slug, *vehicle.name_in().split(" or "), *bare):
            keys = f'vehicle = "{slug}"'
            yield f"Ann {name}", {"moves": name}, keys, Mover(vehicle=slug)
    for slug in rules.powered:
        for flying, said in ((False, ""), (True, " flying")):
            form = {"moves": f"{slug} 40 km/h{said}", "role": "vehicle"}
            keys = f'vehicle_class = "{slug}"\nvehicle_km_h = 40\n'
            keys += "flying = true" if flying else ""
            mover = Mover(vehicle_class=slug, vehicle_km_h=Fraction(40), flying=flying)
            yield f"Ann {slug} 40 km/h{said}", form, keys, mover


@pytest.mark.parametrize("system", PACKAGED)
def test_races_mounts_and_vehicles_are_the_same_wherever_they_are_written(system: str) -> None:
    """Given a line, the form and a party file, with each word for a kind, then who moves so."""
    here = assets(system)
    member = replace(blank(here.rules), name="Ann")
    form = SheetForm(member, State(), here)
    wrong = []
    for line, values, keys, wanted in mover_rows(system):
        of_file = f'[[party]]\nname = "Ann"\n{keys}\n'
        for found in (
            read_heroes(line, State(), here)[0].member,
            form.read(write_sheet(member, here.rules) | values),
            read_party(of_file, State(), here).member,
        ):
            if (found.name, found.mover) != ("Ann", wanted):
                wrong.append((line, found.mover))
    assert wrong == []


@pytest.mark.parametrize("system", PACKAGED)
def test_sizes_of_an_encounter_file_are_spelt_as_on_a_line(system: str) -> None:
    rules = packaged(system)
    for slug, size in rules.combat.sizes.items():
        for word in (slug, size.name_in(), size.name_in().lower()):
            text = f'{ENCOUNTER}\n[[creatures]]\nid = "ann"\nat = "A1"\nsize = "{word}"\n'
            file = parse_encounter(text.replace("SYSTEM", system))
            (placed,) = file.scene(rules).creatures
            (foe,) = drafted(file.creatures, State(), rules).foes
            assert foe.sheet is not None
            assert (placed.size, foe.sheet.size) == (slug, slug), word


@pytest.mark.parametrize("system", PACKAGED)
def test_lines_that_are_pasted_are_read_as_one_that_is_typed(system: str) -> None:
    lines = [f"Ann{n} speed9m {row.line}" for n, row in enumerate(rows_of(system, "metric")[:20])]
    pasted = read_heroes("\n".join(lines), State(), assets(system))
    alone = [read_heroes(line, State(), assets(system))[0] for line in lines]
    assert [of_member(one.member) for one in pasted] == [of_member(one.member) for one in alone]


@pytest.mark.parametrize(
    ("line", "values", "keys", "wanted"),
    [
        ("con14", {"con": "14"}, "con_score = 14", replace(BLANK, con_score=14)),
        ("level 3", {"level": "3"}, "level = 3", replace(BLANK, level=3)),
        ("hd3", {"level": "3"}, "level = 3", replace(BLANK, level=3)),
    ],
)
@pytest.mark.parametrize("system", PACKAGED)
def test_figures_beside_the_sheet_are_the_same_too(
    line: str, values: dict[str, str], keys: str, wanted: Creature, system: str
) -> None:
    row = Row(line, values, keys, {})
    for door in (by_line, by_add, by_form, by_party_file):
        assert door(row, system) == wanted


SPELLINGS = [
    ("42 hp", "hp42"),
    ("hit points 42", "hp42"),
    ("42 hit points, ac 15", "hp42 ac15"),
    ("spd 20 ft.", "speed 20 ft"),
    ("Speed 30 ft., fly 60 ft., AC 15", "speed 30 ft fly 60 ft ac15"),
    ("fly 60 ft. (average), claw +4 1d6", "fly 60 ft claw +4 1d6"),
    ("fly 60 ft. clumsy claw +4 1d6", "fly 60 ft claw +4 1d6"),
    ("claw +4 (1d6) bite +2 (1d4)", "; claw +4 1d6; bite +2 1d4"),
    ("claw +4 1d6 and bite +2 1d4", "; claw +4 1d6; bite +2 1d4"),
    ("2 claws +4 (1d6)", "claw +4/+4 1d6"),
    ("bite +7 (1d6+4 plus trip)", "bite +7 1d6+4 and trip"),
    ("perc +5", "perception +5"),
    ("bite +7 (1d6+4 plus trip), reach 10 ft", "bite +7 1d6+4 reach 10 ft and trip"),
    ("bite +7 1d6+4 plus trip", "bite +7 1d6+4 and trip"),
    ("bite +7 (1d6+4 plus trip) hp42", "hp42 bite +7 1d6+4 and trip"),
    ("2 short swords +8/+3 1d6", "short sword +8/+3 1d6"),
    ("(HP 58, AC 22) claw +4 1d6", "hp58 ac22 claw +4 1d6"),
    ("level 2: hp 20", "level2 hp20"),
    ("hp42; 30 ft; ac 20", "hp42 speed 30 ft ac20"),
    ("ac 19 (touch 10, flat-footed 17), hp5", "ac19 touch10 ff17 hp5"),
    ("hp5 darkvision 60 ft.", "hp5 darkvision"),
    ("46 hp; AC 20; claw +4 1d6", "hp46 ac20 claw +4 1d6"),
    ("claw +4 1d6; hp46", "hp46 claw +4 1d6"),
    ("solar weapon +4 1d6", '"solar weapon" +4 1d6'),
    ("saves 9/8/7 hp5", "fort9 ref8 will7 hp5"),
    ("saves +3/+2/-1", "fort+3 ref+2 will-1"),
    ("Fort/Ref/Will +3/+2/-1", "fort+3 ref+2 will-1"),
    ("F+6 R+8 W+9", "fort+6 ref+8 will+9"),
    ("f5 r1 w3", "fort5 ref1 will3"),
    ("F +2, R +3, W +5", "fort+2 ref+3 will+5"),
    ("hp 14/ac 12", "hp14 ac12"),
    ("hp14 - ac 12 - claw +3 1d6", "hp14 ac12 claw +3 1d6"),
    ("hp5; Fort +7, Ref +5; claw +4 1d6", "hp5 fort+7 ref+5 claw +4 1d6"),
    ("bite+7 1d6+4", "bite +7 1d6+4"),
    ("claw +9/1d12+4", "claw +9 1d12+4"),
    ("claw +4 1d6S", "claw +4 1d6 slashing"),
    ("rapier +10 1d6+4 shortbow +10 1d6 hp5", "rapier +10 1d6+4, shortbow +10 1d6, hp5"),
    ("bite +3 1d6 2 claws +1 1d4", "bite +3 1d6; 2 claws +1 1d4"),
    ("dagger +3 1d4 light mace +2 1d6", "dagger +3 1d4; light mace +2 1d6"),
    ("dagger +3 1d4, light mace +2 1d6", "dagger +3 1d4; light mace +2 1d6"),
    ("+1 flaming longsword +8 1d8", '"+1 flaming longsword" +8 1d8'),
    ("Melee dagger +8 1d4+1, Ranged sling +8 (1d6)", "dagger +8 1d4+1 melee; sling +8 1d6 ranged"),
    ("claw +4 damage 1d6", "claw +4 1d6"),
    ("hp5 w/ shortbow +4 1d6", "hp5 shortbow +4 1d6"),
    ("orc knuckle dagger +7 1d6+3", '"orc knuckle dagger" +7 1d6+3'),
    ("touch +7 1d6", '"touch" +7 1d6'),
    ("claw +4 1d6, attack of opportunity", "claw +4 1d6 reaction"),
    ("move 40 ft", "speed 40 ft"),
    ("hp5 each claw +4 1d6", "hp5 claw +4 1d6"),
    ("claw +4 1d6, 9 m", "claw +4 1d6 speed 9 m"),
    ("10 HP/8 SP, ac 12", "hp10 sp8 ac12"),
    ("hp 30/30 ac 12", "hp30 ac12"),
    ("28 stamina, 4 resolve, hp5", "sp28 rp4 hp5"),
    ("Stam 28, hp5", "sp28 hp5"),
    ("mv 40' hp5", "speed 40 ft hp5"),
    ("claw +4 for 1d6", "claw +4 1d6"),
    ("EAC 18/20 hp5", "eac18 kac20 hp5"),
    ("EAC/KAC 14/15 hp5", "eac14 kac15 hp5"),
    ("AC 16/TAC 14 hp5", "ac16 touch14 hp5"),
    ("AC 14 (t12 ff12), hp5", "ac14 touch12 ff12 hp5"),
    ("AC 20 t10 ff17, hp5", "ac20 touch10 ff17 hp5"),
    ("AC 20, t10, ff17, hp5", "ac20 touch10 ff17 hp5"),
    ("AC 14, T 13, FF 11 hp5", "ac14 touch13 ff11 hp5"),
    ("AC: 14, T: 13, flat 11, hp5", "ac14 touch13 ff11 hp5"),
    ("AC 14/t13/ff11 hp5", "ac14 touch13 ff11 hp5"),
    ("shortbow +6 1d6/x3 60 ft", "shortbow +6 1d6 x3 range 60 ft"),
    ("dagger +5 1d4+2 10 ft", "dagger +5 1d4+2 range 10 ft"),
    ("bomb +5 2d6 20 ft", "bomb +5 2d6 range 20 ft"),
    ("grenades +5 2d6 20 ft, hp5", "grenades +5 2d6 range 20 ft hp5"),
    ("spear +5 1d8 20 ft; claw +4 1d6", "spear +5 1d8 range 20 ft; claw +4 1d6"),
    ("gun +5 1d8 12 m", "gun +5 1d8 range 12 m"),
    ("lt crossbow +4 1d8 80 ft", "lt crossbow +4 1d8 range 80 ft"),
    ("javelin +1 1d6+3 30 ft. hp5", "javelin +1 1d6+3 range 30 ft hp5"),
    ("longbow +5 1d8 100'", "longbow +5 1d8 range 100 ft"),
    ("longbow +5 (1d8/x3, 100 ft)", "longbow +5 1d8 x3 range 100 ft"),
    ("ray +3 1d4 18 m, claw +2 1d4", "ray +3 1d4 range 18 m; claw +2 1d4"),
    ("HD 5d4+5 claw +4 1d6", "level5 hp17 claw +4 1d6"),
    ("HD 20d12+100 (230 hp), ac 12", "level20 hp230 ac12"),
    ("HD 3d8+3, 18 hp, ac 12", "level3 hp18 ac12"),
    ("ac 16 (-1 size, +5 natural) hp5", "ac16 hp5"),
    ("claw +4 1d6 or bite +3 1d4", "claw +4 1d6; bite +3 1d4"),
    ("fly 60 ft. (Ex, average) hp5", "fly 60 ft. (average) hp5"),
    ("claw +4 1d6, Spd 30 ft. in hide armor (40 ft.)", "speed 30 ft claw +4 1d6"),
    ("claw +4 1d6, space/reach 10 ft./10 ft.", "space 10 ft reach 10 ft claw +4 1d6"),
    ("bite +7 1d6, 2 claws +2 1d4, reach 10 ft", "reach 10 ft bite +7 1d6; 2 claws +2 1d4"),
    ("spear +7 1d6; staff +2 1d4, reach 10 ft", "spear +7 1d6; staff +2 1d4 reach 2"),
]
"""What game masters write, and the same in the usual words."""


@pytest.mark.parametrize("system", PACKAGED)
def test_other_spellings_of_stat_blocks_are_the_same_creature(system: str) -> None:
    wrong = []
    for text, usual in SPELLINGS[share_of(system)]:
        rows = [Row(line, {}, "", {}) for line in (text, usual)]
        for door in (by_spelt_hero, by_spelt_add):
            found, wanted = (door(row, system) for row in rows)
            if found != wanted:
                wrong.append((text, door.__name__, found))
    assert wrong == []


def by_spelt_hero(row: Row, system: str) -> Creature:
    (hero,) = read_heroes(f"Ann init+1 {row.line}", State(), assets(system))
    return of_member(hero.member)


def by_spelt_add(row: Row, system: str) -> Creature:
    rules = packaged(system)
    made = adding(f"ann init+1 {row.line}", creature_words(rules)).made
    assert made is not None
    beast = with_usual_init(made.beast(None), rules.combat.turn)
    return Creature(beast.figures(), beast.hp, beast.level, beast.con_score)


@pytest.mark.parametrize("system", PACKAGED)
def test_senses_without_a_rule_are_shown_as_not_needed(system: str) -> None:
    for line in ("scent (imprecise) 30 ft claw +3 1d6", "claw +3 1d6, scent 30 ft", "hp5 scent"):
        (hero,) = read_heroes(f"Ann speed9m {line}", State(), assets(system))
        made = adding(f"wolf ac12 {line}", creature_words(packaged(system))).made
        assert made is not None
        assert (hero.unused, made.unused) == (("scent",), ("scent",)), line


@pytest.mark.parametrize("system", PACKAGED)
def test_manoeuvrability_is_shown_as_not_needed(system: str) -> None:
    (hero,) = read_heroes("Ann speed9m fly 60 ft. (good)", State(), assets(system))
    made = adding("bat x2 fly 60 ft. (good)", creature_words(packaged(system))).made
    assert made is not None
    assert (hero.unused, made.unused) == (("good",), ("good",))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("4 goblin warriors hp7", "goblin warrior"),
        ("goblin warriors x3 hp7", "goblin warrior"),
        ("3 winter wolves hp40", "winter wolf"),
        ("2 witches hp4", "witch"),
        ("6 akatas hp15", "akata"),
        ("2 pegasus hp30", "pegasus"),
        ('2 "Twin Blades" hp9', "Twin Blades"),
        ("goblin warriors hp7", "goblin warriors"),
    ],
)
def test_several_creatures_of_a_line_have_the_name_of_one(line: str, name: str) -> None:
    made = adding(line, creature_words(packaged("pf2"))).made
    assert made is not None
    assert made.name == name


def test_how_many_may_stand_before_a_name_with_an_x() -> None:
    """Given "3x worg" or "x3 worg", then there are three of them."""
    for line in ("3x worg hp5", "x3 worg hp5", "Worg (3): hp5"):
        made = adding(line, creature_words(packaged("dnd35"))).made
        assert made is not None
        assert (made.count, made.name.lower()) == (3, "worg")


@pytest.mark.parametrize(
    ("line", "name", "size"),
    [
        ("wyvern huge dragon hp95", "wyvern dragon", "H"),
        ("huge wyvern hp95", "wyvern", "H"),
        ("wyvern huge darkvision hp95", "wyvern", "H"),
        ("huge hp95", "huge", "M"),
        ('"huge wyvern" hp95', "huge wyvern", "M"),
    ],
)
def test_a_size_is_in_no_name(line: str, name: str, size: str) -> None:
    """Given a size among the words of a name, then it is the size, unless it is all or quoted."""
    made = adding(line, creature_words(packaged("pf2"))).made
    assert made is not None
    assert (made.name, made.beast(None).sheet.size) == (name, size)


@pytest.mark.parametrize(
    ("line", "height"),
    [
        ("fly 60 ft hp40, 40 ft up", 8),
        ("hp40 at 40 ft up", 8),
        ("hp40 flying 12 m high", 8),
        ("hover hp40", 4),
        ("hp40 flying 18m", 4),
    ],
)
def test_how_high_a_creature_comes_is_typed_as_it_is_said(line: str, height: int) -> None:
    """Given a height before "up", or a word for flying with or without its speed, @ Q10."""
    typed = adding(f"wyvern {line} @ q10", creature_words(packaged("dnd35")))
    assert (typed.kind, typed.elevation, typed.at) == ("wyvern", height, "Q10")


def test_the_letter_of_a_size_behind_a_name_is_its_size() -> None:
    """Given "ogre bruisers L", then they are Large; "Agent K" and "L" are names."""
    words = creature_words(packaged("dnd35"))
    sizes = {}
    for line in ("3 ogre bruisers L hp30", "Agent K hp30", "L hp30"):
        made = adding(line, words).made
        assert made is not None
        sizes[made.name] = made.beast(None).sheet.size
    assert sizes == {"ogre bruiser": "L", "Agent K": "M", "L": "M"}


@pytest.mark.parametrize("points", ["hp 19/26 sp 15/22", "19/26 hp, 15/22 SP"])
def test_a_hero_comes_with_the_points_that_are_left(points: str) -> None:
    """Given points left of the most, then a hero has them so; a creature is hurt behind it."""
    (hero,) = read_heroes(f"Ann {points} 9 m", State(), assets("sf"))
    assert (hero.member.hp, hero.member.damage) == (26, 7)
    assert [(one.name, one.now, one.most) for one in hero.member.counters or ()] == [
        ("stamina", 15, 22)
    ]
    preview = [say(Message("{x}", x=part)) for part in describe_hero(hero, State(), assets("sf"))]
    assert preview[1].startswith("HP 19 of 26, stamina 15 of 22")
    with pytest.raises(Refusal) as refused:
        adding("orc hp 19/26", creature_words(packaged("sf")))
    assert say(refused.value.message) == (
        "'hp 19/26': write hp26 here. Who has lost points is hurt once it is there, as in"
        " :hurt 7 a."
    )


@pytest.mark.parametrize(
    ("line", "race", "armor"),
    [
        ("dwarf heavy 6 m", "dwarf", "heavy"),
        ("human scale mail 6 m", "human", "medium"),
        ("human scale mail 9 m", "human", "medium"),
        ("medium load 6 m", "human", "none"),
    ],
)
def test_a_speed_written_is_that_in_the_armour_written(line: str, race: str, armor: str) -> None:
    """Given the speed of a stat block, which counts armour and load, then it is slowed once."""
    (hero,) = read_heroes(f"Ann {line}", State(), assets("pf1"))
    assert (hero.member.mover.race, hero.member.mover.armor) == (race, armor)
    assert net_speed(hero.member.mover, packaged("pf1")).speed_m == 6


def test_a_reach_that_nothing_has_is_in_feet() -> None:
    """Given "Space/Reach 15/10" and "reach 15", then they are feet; "reach 3" is squares."""
    words = creature_words(packaged("dnd35"))
    reached = {}
    for line in ("claw +4 1d6, Space/Reach 15/10", "claw +4 1d6 reach 15", "claw +4 1d6 reach 3"):
        made = adding(f"roc huge hp90 {line}", words).made
        assert made is not None
        sheet = made.beast(None).sheet
        reached[line[12:].strip()] = (
            sheet.space,
            sheet.reach,
            [one.reach for one in sheet.attacks],
        )
    assert reached == {
        "Space/Reach 15/10": (3, 2, [None]),
        "reach 15": (None, None, [3]),
        "reach 3": (None, None, [3]),
    }


def test_a_second_line_for_a_hero_is_no_second_hero() -> None:
    state = State(members=(Member("regdar", "Regdar", "R"),))
    with pytest.raises(Refusal) as refused:
        read_heroes("Regdar human on a light horse", state, assets("dnd35"))
    assert say(refused.value.message).startswith("Regdar is here already. An animal joins")
    (quoted,) = read_heroes('"Regdar" human', state, assets("dnd35"))
    assert quoted.member.name == "Regdar"


def test_who_rides_is_part_of_no_name() -> None:
    """Given "Valeros rides a ...", then what he rides is refused, never a name of both."""
    for line, word in (("Valeros rides a warhorse, hp 30", "warhorse"), ("Xo on a yaruk", "yaruk")):
        with pytest.raises(Refusal) as refused:
            read_heroes(line, State(), assets("pf2"))
        assert say(refused.value.message).startswith(f"'{word}' ")


def test_a_skill_is_no_attack() -> None:
    """Given skills with their bonuses, then they are named as not needed, in each of the doors."""
    line = "hp5, Stealth +9, Knowledge (arcana) +5, climb +8; club +1 1d6"
    skills = ("Stealth +9", "Knowledge (arcana) +5", "climb +8")
    (hero,) = read_heroes(f"Ann elf {line}", State(), assets("pf1"))
    made = adding(f"orc {line}", creature_words(packaged("pf1"))).made
    assert made is not None
    assert hero.member.sheet is not None
    assert [one.name for one in hero.member.sheet.attacks] == ["club"]
    assert [one.name for one in made.figures.attacks] == ["club"]
    assert {*skills} <= {*hero.unused} & {*made.unused}


@pytest.mark.parametrize("line", ["fly 18m (flying), at q10", "flying, fly 18m, hidden, at q10"])
def test_how_a_creature_comes_may_be_set_off(line: str) -> None:
    """Given brackets or a comma about "flying" and "hidden", then they mean what they do alone."""
    wanted = adding(f"wyvern hp95 {line}", creature_words(packaged("pf2")))
    assert (wanted.elevation, wanted.at) == (4, "Q10")
    assert wanted.hidden is ("hidden" in line)


def test_the_reach_behind_what_a_hit_brings_is_the_attacks() -> None:
    made = adding(
        "wyvern hp95 sting +12 1d8 plus poison reach 3m", creature_words(packaged("pf2"))
    ).made
    assert made is not None
    (sting,) = made.figures.attacks
    assert (sting.reach, sting.also) == (2, "poison")


def test_what_a_creature_is_stands_behind_the_comma_of_its_name() -> None:
    """Given its size, kind, people and class behind its name, then none of them is in the name."""
    words = creature_words(packaged("dnd35"))
    dragon = adding("Old dragon, Huge dragon (air), hp 229, fly 150 ft", words).made
    guard = adding("Ben, human fighter 3, hp 20", words).made
    assert dragon is not None
    assert guard is not None
    assert (dragon.name, dragon.unused) == ("Old dragon", ("dragon",))
    assert dragon.beast(None).sheet.size == "H"
    assert (guard.name, guard.figures.level, guard.unused) == ("Ben", 3, ("human", "fighter"))
    with pytest.raises(Refusal) as refused:
        adding("Old dragon, hueg, hp 229", words)
    assert say(refused.value.message) == "'hueg' is not a figure; did you mean huge?"


def test_how_many_may_be_a_word() -> None:
    made = adding("six goblins hp5", creature_words(packaged("sf"))).made
    assert made is not None
    assert (made.count, made.name) == (6, "goblin")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("claw +4 1d6, familiar cat", "'familiar' is not a word of a hero."),
        ("claw +4 1d6 Pack Attack", 'An ability is in quotes behind feat, as in feat "Pack".'),
        ("ox", "'ox' is not an animal of these rules. Write its speed, as in ox mount 12 m."),
    ],
)
def test_a_refusal_says_what_to_type(text: str, said: str) -> None:
    line = text if text == "ox" else f"Ann dwarf {text}"
    with pytest.raises(Refusal) as refused:
        read_heroes(line, State(), assets("pf1"))
    assert said in say(refused.value.message)


@pytest.mark.parametrize(
    ("line", "mount", "name"),
    [
        ("Ann dwarf hp9; riding horse", "light_horse", "Light horse"),
        ("Ann dwarf bow +4 1d6, riding dog", "riding_dog", "Riding dog"),
        ('Ann dwarf hp9; riding dog "Biscuit"', "riding_dog", "Biscuit"),
        ("Ann dwarf hp9 on a pony named Bill", "pony", "Bill"),
        ("Ann dwarf hp9, mounted on pony", "pony", "Pony"),
    ],
)
def test_the_mount_of_a_hero_may_have_a_name(line: str, mount: str, name: str) -> None:
    (hero,) = read_heroes(line, State(), assets("pf1"))
    ridden, _ = hero.members
    assert (ridden.mover.mount, ridden.name) == (mount, name)


def test_a_driver_may_have_figures_behind_the_vehicle() -> None:
    (buggy,) = read_heroes("exploration buggy 30 km/h", State(), assets("sf"))
    state = State(members=buggy.members)
    (hero,) = read_heroes(
        "Ann knife +1 1d4, drives an exploration buggy speed 9 m", state, assets("sf")
    )
    assert hero.member.rides == buggy.member.id


def test_creatures_of_two_kinds_are_two_lines() -> None:
    with pytest.raises(Refusal) as refused:
        adding("hill giant w/ 3 wolves", creature_words(packaged("dnd35")))
    assert say(refused.value.message) == (
        "'with 3 wolves': creatures of another kind go on a line of their own, as in :add 3 wolves."
    )


@pytest.mark.parametrize("line", [", speed 9 m", "speed 9 m", "reach 3 m", "on a pony, speed 9 m"])
def test_a_line_that_begins_with_a_figure_has_no_name(line: str) -> None:
    for system in PACKAGED:
        with pytest.raises(Refusal) as refused:
            read_heroes(line, State(), assets(system))
        assert refused.value.code == "no_name"


@pytest.mark.parametrize("system", PACKAGED)
def test_three_bonuses_without_a_name_are_asked_about(system: str) -> None:
    """Given saves without their word before an attack, then the refusal says how either is."""
    with pytest.raises(Refusal) as refused:
        read_heroes("Ann hp9 +1/+6/+4 bow +4 1d6", State(), assets(system))
    assert say(refused.value.message) == (
        "'+1/+6/+4' has no name. Saves are saves +1/+6/+4; an attack has its weapon before it."
    )


def test_what_an_animal_carries_is_said_in_many_ways() -> None:
    """Given a weight to carry, then it is the animal's load, or that of the rider's animal."""
    for line in ("Mule carrying 60 kg", "Mule, load 60 kg", "Mule with 60 kg of gear", "Mule 60kg"):
        (mule,) = read_heroes(line, State(), assets("pf1"))
        assert mule.member.name == "Mule", line
        assert mule.member.mover.load_kg == 60, line
    (rider,) = read_heroes("Ann dwarf on a mule carrying 60 kg", State(), assets("pf1"))
    assert rider.members[0].mover.load_kg == 60
    assert rider.member.weight_kg == 0


def previewed(line: str, system: str, state: State | None = None) -> str:
    """Return all that is said of a line while it is typed."""
    here = state or State()
    (hero,) = read_heroes(line, here, assets(system))
    return "\n".join(map(say, describe_hero(hero, here, assets(system))))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Wagon, 2 heavy horses, 400 kg", "carries 400 kg of 3450 kg that its animals draw"),
        ("Wagon, 2 heavy horses, load 400 kg", "carries 400 kg of 3450 kg that its animals draw"),
        ("Wagon 400 kg drawn by two camels", "carries 400 kg of 4500 kg that its animals draw"),
        ("Wagon, 2 mules, Ezren drives, 800 lb", "carries 400 kg of 3450 kg that its animals draw"),
        ("Wagon 400 kg", "carries 400 kg"),
        ("Cart with 800 lb of cargo", "carries 400 kg"),
        ("Ann dwarf in a wagon carrying 400 kg", "carries 400 kg"),
    ],
)
def test_a_wagon_carries_the_weight_of_its_line(line: str, told: str) -> None:
    """Given a wagon and a weight, then it carries that, beside what its animals draw."""
    (hero,) = read_heroes(line, State(), assets("pf1"))
    (wagon,) = (one for one in hero.members if one.role == "vehicle")
    assert wagon.mover.load_kg == 400
    assert told in previewed(line, "pf1")


@pytest.mark.parametrize("load", ["300 kg supplies", "load 300 kg", "300 kg", "600 lb"])
def test_the_load_of_a_powered_vehicle_is_said_to_be_asked_for_by_no_rule(load: str) -> None:
    told = previewed(f"Rover 40 km/h {load}", "sf")
    assert " of load: no rule asks for the load of a powered vehicle" in told


def test_what_a_hero_carries_is_one_of_the_loads_of_the_rules() -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes("Ann dwarf hp9 20 kg pack", State(), assets("pf1"))
    assert say(refused.value.message) == (
        "'20 kg': what a hero carries is heavy load, light load, medium load."
    )


def test_an_animal_behind_with_is_ridden() -> None:
    (hero,) = read_heroes("Ann dwarf bow +4 1d6, w/ a pony", State(), assets("pf1"))
    assert [one.name for one in hero.members] == ["Pony", "Ann"]


def test_a_vehicle_has_no_figures_in_its_name() -> None:
    """Given room and crew of a vehicle, then it has both; a word it has not is refused."""
    (buggy,) = read_heroes("exploration buggy room for 4, 3 crew, 30 km/h", State(), assets("sf"))
    assert (buggy.member.name, buggy.unused) == ("exploration buggy", ())
    assert (buggy.member.mover.places, buggy.member.mover.crew) == (4, 3)
    with pytest.raises(Refusal) as refused:
        read_heroes("buggy painted red 30 km/h", State(), assets("sf"))
    assert "'painted' is not a word of a vehicle." in say(refused.value.message)
    with pytest.raises(Refusal) as refused:
        read_heroes("Ann speed9m in an exploration buggy", State(), assets("sf"))
    assert say(refused.value.message).startswith("Nobody called exploration buggy is here.")


DRIVERS = re.compile(r"\w+ driv(?:es|ing)")


@pytest.mark.parametrize("system", ["pf1", "dnd35", "pf2"])
def test_a_wagon_comes_with_its_animals(system: str) -> None:
    """Given a line of a vehicle and what draws it, then its members are all of them, harnessed."""
    for line in (
        "Wagon drawn by two heavy horses",
        "Wagon, pulled by 2 heavy horses",
        "Wagon with a heavy horse and a heavy horse",
        "A wagon, pulled by two heavy horses",
        "Wagon, 2 heavy horses",
        "wagon + two heavy horses, load 400 kg",
        "Wagon drawn by 2 heavy horses, 400 kg",
        "Wagon, 2 heavy horses, Ezren drives",
        "Wagon w/ 2 heavy horses, 400 kg, Mialee driving",
        "Wagon, 2 heavy horses, Ezren drives, 40 bulk of supplies",
        "2 heavy horses pulling a wagon, load 400 kg",
    ):
        (hero,) = read_heroes(line, State(), assets(system))
        wagon, *animals = hero.members
        assert (hero.member, wagon.role) == (wagon, "vehicle")
        kinds = [(one.mover.mount, one.pulls) for one in animals]
        assert kinds == [("heavy_horse", wagon.id)] * 2, line
        assert [one for one in hero.unused if "driv" in str(one)] == [
            found[0] for found in DRIVERS.finditer(line)
        ]


@pytest.mark.parametrize("behind", ["", ", 40 bulk", ", 400 kg"])
def test_who_drives_a_wagon_is_aboard_where_the_party_has_that_hero(behind: str) -> None:
    party = State(members=(Member("ezren", "Ezren", "E"),))
    line = f"Wagon, 2 heavy horses, Ezren drives{behind}"
    (hero,) = read_heroes(line, party, assets("pf2"))
    assert (hero.rider, hero.member.role, len(hero.members)) == ("ezren", "vehicle", 3)


@pytest.mark.parametrize(
    ("name", "pulls", "line", "told"),
    [
        ("Mule", "", "Cart drawn by mule", "Mule 2 is a new one: to take Mule write Cart alone,"),
        ("Mule", "", "Cart, 2 mules", "Mule 2 is a new one: to take Mule write Cart alone,"),
        ("Bess", "", "Cart drawn by the mule", "Mule is a new one: to take Bess write Cart alone,"),
        ("Mule", "wagon", "Cart drawn by mule", ""),
        ("Mule", "", "Cart drawn by a pony", ""),
    ],
)
def test_a_line_says_that_its_animal_is_a_new_one_where_one_of_the_kind_is_free(
    name: str, pulls: str, line: str, told: str
) -> None:
    mule = Member(name.lower(), name, "m", "mount", Mover(mount="mule"), pulls=pulls)
    (cart,) = read_heroes(line, State(members=(mule,)), assets("pf1"))
    harness = f" then :harness {name.lower()} cart" if told else ""
    assert [say(one) for one in cart.taken] == [f"{told}{harness}"] * bool(told)


def test_a_team_by_the_name_of_an_animal_that_is_here_says_how_to_harness_it() -> None:
    bess = Member("bess", "Bess", "b", "mount", Mover(mount="mule"))
    with pytest.raises(Refusal) as refused:
        read_heroes("Cart drawn by Bess", State(members=(bess,)), assets("pf1"))
    assert say(refused.value.message) == (
        "Bess is here already. Write Cart alone, then :harness bess cart."
    )


def test_an_animal_of_a_team_that_is_none_is_refused_with_those_there_are() -> None:
    (cart,) = read_heroes("Cart with two ponies", State(), assets("pf1"))
    assert [one.mover.mount for one in cart.members[1:]] == ["pony", "pony"]
    with pytest.raises(Refusal) as refused:
        read_heroes("Wagon pulled by 2 griffins", State(), assets("pf1"))
    assert say(refused.value.message).startswith(
        "'griffin' is not an animal of these rules. There are "
    )


def test_who_a_hero_is_may_be_in_brackets_behind_the_name() -> None:
    (hero,) = read_heroes("Nebin (male gnome illusionist 4) hp18", State(), assets("pf1"))
    member = hero.member
    assert (member.name, member.mover.race, member.level) == ("Nebin", "gnome", 4)
    assert hero.unused == ("male", "illusionist")


def test_points_may_stand_before_their_word() -> None:
    (hero,) = read_heroes("Raia, 28 HP, 25 SP, 4 RP, speed 30 ft.", State(), assets("sf"))
    member = hero.member
    assert member.hp == 28
    assert member.counters is not None
    assert [(one.name, one.most) for one in member.counters] == [("stamina", 25), ("resolve", 4)]


def test_the_load_of_a_hero_may_stand_behind_an_attack() -> None:
    (hero,) = read_heroes(
        "Krusk half-orc, greataxe +12 (1d12+6), heavy load", State(), assets("pf1")
    )
    assert hero.member.mover.load == "heavy"


def test_the_rover_is_the_one_that_somebody_drives_a_rover_another() -> None:
    """Given a vehicle with its driver, then "the rover" carries one more."""
    party: tuple[Member, ...] = ()
    for line in ("Rover light 40 km/h", "Ann speed9m in the rover", "Bo speed9m driving the rover"):
        (hero,) = read_heroes(line, State(members=party), assets("sf"))
        party = (*party, *hero.members)
    assert [one.rides for one in party] == ["", "rover", "rover"]


@pytest.mark.parametrize("system", PACKAGED)
@pytest.mark.parametrize("line", ["Huge air elemental hp136", "2 huge air elementals"])
def test_a_size_before_a_name_is_its_size(line: str, system: str) -> None:
    made = adding(line, creature_words(packaged(system))).made
    assert made is not None
    assert made.own
    assert made.beast(None).name() == "air elemental"
    assert made.beast(None).sheet.size == "H"


def test_the_size_of_a_kind_of_the_bestiary_may_be_another() -> None:
    """Given a size before a name that the bestiary has, then it is that kind of that size."""
    here = library(packaged("dnd35"))
    beast = here.asked(adding("huge ogre", here.words)).beast
    assert (beast.slug, beast.sheet.size, beast.hp) == ("ogre", "H", here.one("ogre").hp)


@pytest.mark.parametrize(
    ("system", "line", "cr", "name"),
    [
        ("pf1", "2 goons CR 1 hp5", "CR 1", "goon"),
        ("dnd35", "goon hp5 (CR 1/2)", "CR 1/2", "goon"),
        ("sf", "goon, CR 3 (XP 800), hp 40", "CR 3", "goon"),
        ("pf2", "goon level -1 hp5", "level -1", "goon"),
        ("pf2", "goon creature -1, hp5, AC 15", "level -1", "goon"),
        ("pf1", "wolf CR 3", "CR 3", "Wolf"),
    ],
)
def test_how_hard_a_creature_is_to_beat_is_no_part_of_its_name(
    system: str, line: str, cr: str, name: str
) -> None:
    """Given a challenge rating, then the creature and its preview have it, and its name has not."""
    rules = packaged(system)
    here = library(rules)
    beast = here.asked(adding(line, here.words)).beast
    assert (beast.name(), beast.cr) == (name, cr)
    told = preview_line(rules)(line)
    assert told is not None
    assert cr in say(told)


@pytest.mark.parametrize(
    ("line", "armour"),
    [("AC 15", "EAC 15 KAC 15"), ("AC 15/16", "EAC 15 KAC 16"), ("EAC 15/KAC 16", "EAC 15 KAC 16")],
)
def test_one_armour_class_is_both_where_the_system_has_two(line: str, armour: str) -> None:
    told = preview_line(packaged("sf"))(f"goon hp10 {line}")
    assert told is not None
    assert armour in say(told)
    (hero,) = read_heroes(f"Ann 9m {line}", State(), assets("sf"))
    preview = [say(Message("{x}", x=part)) for part in describe_hero(hero, State(), assets("sf"))]
    assert preview[1].startswith(armour)


def test_an_armour_class_against_energy_alone_is_shown() -> None:
    told = preview_line(packaged("sf"))("goon hp10 EAC 15")
    assert told is not None
    assert "EAC 15" in say(told)


def test_a_level_of_one_is_shown() -> None:
    told = preview_line(packaged("sf"))("goon level 1 hp10")
    assert told is not None
    assert "level 1" in say(told)


def test_two_armour_classes_are_refused_where_the_system_has_one() -> None:
    with pytest.raises(Refusal) as refused:
        adding("goon hp10 AC 15/16", creature_words(packaged("pf1")))
    assert say(refused.value.message) == "Write a number after AC, as in AC12."


@pytest.mark.parametrize(
    ("line", "system", "mount"),
    [
        (
            "Ann human fighter hp44 AC20 longsword +8 1d8+4, heavy warhorse",
            "dnd35",
            "heavy_warhorse",
        ),
        ("Ann elf hp9 heavy warhorse", "dnd35", "heavy_warhorse"),
        ("Ann elf, hp9, a pony named Bill", "pf1", "pony"),
        ("Ann hp9 AC14 longsword +3 1d8, pony", "pf1", "pony"),
        ("Ann heavy armour hp9, pony", "pf1", "pony"),
        ("Ann wizard hp9; light horse", "sf", "light_horse"),
        ("Ann goblin hp9 AC12, riding dog", "pf2", "riding_dog"),
        ("Ann elf hp9, wagon", "pf1", None),
    ],
)
def test_an_animal_at_the_end_of_a_heros_line_is_ridden(
    line: str, system: str, mount: str | None
) -> None:
    """Given a people, class, armour or weapon and an animal behind them, then the hero rides it."""
    (hero,) = read_heroes(line, State(), assets(system))
    carrier, ann = hero.members
    assert (ann.name, ann.role, ann.rides) == ("Ann", "character", carrier.id)
    assert carrier.mover.mount == mount
    assert f"rides {carrier.name}" in previewed(line, system)


@pytest.mark.parametrize(
    "line", ["Star heavy warhorse hp30", "Star, heavy warhorse", "Star hoof +4 1d6, heavy warhorse"]
)
def test_an_animal_at_the_end_of_its_own_line_is_its_kind(line: str) -> None:
    (star,) = read_heroes(line, State(), assets("dnd35"))
    assert (star.member.name, star.member.mover.mount) == ("Star", "heavy_warhorse")


@pytest.mark.parametrize("line", ["Ann elf heavy warhorse hp9", "Ann hp9 AC14, heavy warhorse"])
def test_a_line_that_may_be_of_an_animal_or_its_rider_is_asked_about(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes(line, State(), assets("dnd35"))
    assert say(refused.value.message) == (
        "'heavy warhorse': write on a heavy warhorse if Ann rides it. An animal has its kind behind"
        " its name, as in Ann heavy warhorse."
    )


def test_a_powered_vehicle_behind_a_heros_comma_is_answered_as_one_that_is_boarded() -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes("Quig hp10 AC12, hover bike", State(), assets("sf"))
    assert say(refused.value.message).startswith(
        "Nobody called hover bike is here. Write the vehicle on a line of its own first, as in"
        " Hover bike light"
    )


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_three_armour_classes_are_the_usual_that_of_touch_and_of_the_flat_footed(
    system: str,
) -> None:
    (hero,) = read_heroes("Ann AC 20/10/17 hp5", State(), assets(system))
    assert hero.member.sheet is not None
    assert (hero.member.sheet.ac, hero.member.sheet.dexterity) == (20, 3)
    assert hero.unused == ("touch10",)


@pytest.mark.parametrize("attack", ["longsword +5 1d8 30 ft", "claw +5 1d8 30 ft"])
def test_a_length_behind_an_attack_that_cannot_reach_so_far_is_refused(attack: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes(f"Ann elf {attack}", State(), assets("dnd35"))
    assert say(refused.value.message).startswith("'30ft' is not part of an attack.")


def test_the_range_of_a_laser_stands_behind_its_kind_of_damage() -> None:
    (hero,) = read_heroes("Ann hp5 laser pistol +3 1d4 F 80ft", State(), assets("sf"))
    assert hero.member.sheet is not None
    (laser,) = hero.member.sheet.attacks
    assert (laser.increment, laser.mode, laser.also) == (16, "ranged", "fire")


@pytest.mark.parametrize(
    ("line", "elevation", "at"),
    [
        ("wyvern hp60 fly 60 ft, 30 ft up; jaws +10 2d6", 6, ""),
        ("wyvern hp60 fly 60 ft up 30 ft; jaws +10 2d6", 6, ""),
        ("wyvern hp60 fly 60 ft height 30 ft; jaws +10 2d6", 6, ""),
        ("wyvern hp60 fly 60 ft, height 9m, jaws +10 2d6", 6, ""),
        ("wyvern hp60 fly 60 ft, height 6, jaws +10 2d6 at k9", 6, "K9"),
        ("wyvern at k9, hp60 fly 60 ft jaws +10 2d6", 0, "K9"),
        ("wyvern hp60 fly 60 ft, jaws +10 2d6, height 6, at k9;", 6, "K9"),
    ],
)
def test_what_divides_a_square_or_a_height_from_the_next_is_no_part_of_it(
    line: str, elevation: int, at: str
) -> None:
    wanted = adding(line, creature_words(packaged("pf1")))
    assert wanted.made is not None
    (jaws,) = wanted.made.figures.attacks
    assert (wanted.kind, jaws.name) == ("wyvern", "jaws")
    assert (wanted.elevation, wanted.at) == (elevation, at)
    assert dict(wanted.made.body.speeds) == {"fly": 12}


def test_a_word_like_a_figure_is_no_part_of_the_name_of_an_attack() -> None:
    with pytest.raises(Refusal) as refused:
        adding("orc hp5 quux13 falchion +4 2d4", creature_words(packaged("dnd35")))
    assert say(refused.value.message).startswith("'quux13' is not understood")


@pytest.mark.parametrize("system", ["pf2", "sf"])
@pytest.mark.parametrize(
    ("armour", "told"),
    [
        ("breastplate", "breastplate"),
        ("in full plate", "full plate"),
        ("studded leather armor", "studded leather"),
        ("light armour", "light armour"),
    ],
)
def test_armour_is_not_needed_where_it_does_not_slow(system: str, armour: str, told: str) -> None:
    (hero,) = read_heroes(f"Ann hp5 {armour}, dagger +3 1d4", State(), assets(system))
    assert hero.unused == (told,)


def test_armour_may_be_said_to_be_worn() -> None:
    (hero,) = read_heroes("Ann elf in chain mail hp5", State(), assets("pf1"))
    assert hero.member.mover.armor == "medium"


QUIG = State(members=(Member("quig", "Quig", "Q"),))


@pytest.mark.parametrize(
    ("line", "name", "rider"),
    [
        ("bike2 mount 60ft Quig rides", "bike2", "quig"),
        ("hoverbike2 mount 40ft HP 20", "hoverbike2", ""),
        ("hover bike mount 60ft", "hover bike", ""),
        ("old grey nag mount 50 ft hp12", "old grey nag", ""),
    ],
)
def test_a_mount_with_a_speed_of_its_own_has_any_name(line: str, name: str, rider: str) -> None:
    """Given "mount" and a speed behind a name, then it is a mount of that name, no vehicle."""
    (hero,) = read_heroes(line, QUIG, assets("sf"))
    assert (hero.member.name, hero.member.role, hero.rider) == (name, "mount", rider)


@pytest.mark.parametrize("line", ["Rover 40 km/h", "bike mount 60ft"])
def test_what_has_no_table_of_loads_carries_nothing_that_is_said(line: str) -> None:
    assert "carries" not in previewed(line, "sf")
    assert "carries 0 kg" in previewed("Star light horse", "sf")


def test_a_length_by_fives_without_a_unit_may_have_been_meant_in_feet() -> None:
    assert "speed 25 m, 16 squares (write 25 ft for feet)" in previewed("Ann speed 25 hp9", "pf2")
    set_units("imperial")
    assert "for feet" not in previewed("Ann speed 25 hp9", "pf2")


@pytest.mark.parametrize(
    ("line", "size", "told"),
    [
        ("5 goblin warriors, AC 16 hp 6", "S", "taken: Small, as a goblin"),
        ("large goblin chief hp20", "L", ""),
        ("orc chief hp20", "M", ""),
    ],
)
def test_a_made_up_creature_has_the_size_of_its_kin(line: str, size: str, told: str) -> None:
    """Given a first word that is a creature of the list, then its size is taken, and said."""
    rules = packaged("pf2")
    here = library(rules)
    assert here.asked(adding(line, here.words)).beast.figures().size == size
    preview = preview_line(rules)(line)
    assert preview is not None
    assert (", as a " in say(preview)) is bool(told)
    assert told in say(preview)


def test_creatures_of_the_list_with_figures_of_their_own_keep_their_size() -> None:
    """Given goblins and Medium goblin dogs, when dogs are typed, then no goblin is their kin."""
    goblins = library(packaged("pf2"))
    dog = Beast("goblin_dog", (("en", "Goblin dog"),), Sheet(size="M"))
    here = replace(goblins, beasts=(*goblins.beasts, dog))

    asked = here.asked(adding("goblin dogs hp 9", here.words))

    assert asked.beast.sheet.size == "M"
    assert asked.kin is None


def test_who_rides_a_mount_and_is_not_here_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes("bike2 mount 60ft Quig rides", State(), assets("sf"))
    assert say(refused.value.message) == (
        "Nobody called Quig is here. Write the hero's line first, then bike2 mount 60ft."
    )
