"""A hero or a creature in one line: what it becomes, and what is said of a line that is wrong."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction

import pytest

from core.creatures import Attack, Sheet
from core.messages import Message, Refusal
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import Member, State
from core.play.resolution import Decided
from core.play.union import Assets, decide
from core.quantities import Units
from core.rulesets.creature_words import brought_by_hit, creature_words
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import HORSE, WAGON
from tui.encounter.recruits import library
from tui.kit.phrases import say, set_units
from tui.play.command_line.areas import adding
from tui.play.creature_lines.assumptions import assumed_lengths
from tui.play.creature_lines.hero_preview import describe_hero
from tui.play.creature_lines.heroes import read_heroes
from tui.play.creature_lines.joining import Hero, join_heroes
from tui.play.creature_lines.made_up import read_made_up

F = Fraction
WORDS = creature_words(packaged("pf1"))


def assets(system: str = "pf1") -> Assets:
    return Assets(rules=packaged(system))


def hero(line: str, system: str = "pf1", state: State | None = None) -> Member:
    return read_heroes(line, state or State(), assets(system))[0].member


def refusal(line: str, system: str = "pf1") -> str:
    with pytest.raises(Refusal) as refused:
        read_heroes(line, State(), assets(system))
    return say(refused.value.message)


def test_a_line_is_a_member() -> None:
    """Given a race, armour and figures, then the member has them, and its letter and id."""
    assert hero("Borin dwarf heavy con16 hp34 ac20") == Member(
        "borin",
        "Borin",
        "B",
        mover=Mover(race="dwarf", armor="heavy"),
        con_score=16,
        hp=34,
        sheet=Sheet(ac=20, traits=("darkvision",)),
    )


@pytest.mark.parametrize(
    "words", ["half-orc", "half orc", "Half-Orc", "halforc", "half_orc", "demi-orque"]
)
def test_a_race_is_known_however_it_is_spelt(words: str) -> None:
    assert hero(f"Rana {words} hp28").mover.race == "half_orc"


@pytest.mark.parametrize(
    ("words", "armor", "load"),
    [
        ("medium", "medium", "light"),
        ("light armour", "light", "light"),
        ("heavy load", "none", "heavy"),
        ("heavy armor medium load", "heavy", "medium"),
        ("", "none", "light"),
    ],
)
def test_heavy_is_armour_unless_it_is_the_load(words: str, armor: str, load: str) -> None:
    assert hero(f"Ann elf {words}").mover == Mover(race="elf", armor=armor, load=load)


@pytest.mark.parametrize(
    "line",
    [
        "Ann elf con 12 hp 22 init +2 level 3",
        "Ann, elf, con: 12, hp: 22, init: +2, level: 3",
        "Ann elf lvl3 init2 hp=22 con=12",
        "Ann ELF CON12 HP22 INIT+2 LEVEL3",
    ],
)
def test_figures_are_read_however_they_are_written(line: str) -> None:
    found = hero(line)
    assert (found.con_score, found.hp, found.level) == (12, 22, 3)
    assert found.sheet == Sheet(init=2, traits=("low_light",))


def test_all_figures_of_a_sheet_are_kept() -> None:
    """Given AC, flat-footed, saves and an attack, then the sheet has them (dex, init: 20 - 18)."""
    found = hero(
        "Ann human con+2 ac20 ff18 fort+7 ref+2 will+3 per+5 acro-1 85kg barbarian darkvision"
        " longsword +8/+3 1d8+4 19-20x2"
    )
    assert (found.con_mod, found.weight_kg, found.mover.barbarian) == (2, F(85), True)
    assert found.sheet == Sheet(
        ac=20,
        dexterity=2,
        init=2,
        fortitude=7,
        reflex=2,
        will=3,
        perception=5,
        acrobatics=-1,
        traits=("darkvision",),
        attacks=(Attack("longsword", (8, 3), "1d8+4", critical=19),),
    )


def test_several_attacks_are_after_semicolons() -> None:
    """Given a weapon whose name would be armour, then a semicolon keeps it apart."""
    found = hero("Ann human heavy; light crossbow +5 1d8 19-20x2 crossbow; dagger +4 1d4").sheet
    assert found is not None
    assert [(one.name, one.bonuses) for one in found.attacks] == [
        ("light crossbow", (5,)),
        ("dagger", (4,)),
    ]
    made = adding("thug x2; light mace +3 1d6", WORDS).made
    assert made is not None
    assert [one.name for one in made.beast(None).sheet.attacks] == ["light mace"]


@pytest.mark.parametrize(
    ("line", "system", "told"),
    [
        (
            "Maelle, elf cleric, chain shirt, wis 16, hp 22, mace +3 1d8",
            "pf1",
            [
                "Maelle (M): elf, light armour, light load, 9 m a round, 4.5 km/h",
                "HP 22, initiative +0, Wis 16, low-light vision, mace +3 1d8",
                "taken: Con unknown",
                "not needed: cleric",
            ],
        ),
        (
            "Pip halfling rogue dex18 hp19 con10",
            "pf1",
            [
                "Pip (P): halfling, no armour, light load, 6 m a round, 3 km/h",
                "HP 19, Con 10 (+0), Dex +4, initiative +4, Small",
                "not needed: rogue",
            ],
        ),
        (
            "Zed halfling dex+4 init+9 speed20ft hp9 con10",
            "pf1",
            [
                "Zed (Z): halfling, no armour, light load, 6 m a round, 3 km/h",
                "HP 9, Con 10 (+0), Dex +4, initiative +9, Small",
            ],
        ),
        (
            "Kyra human speed25ft con12 hp38 per+7",
            "pf2",
            [
                "Kyra (K): 7.5 m a round, 3.75 km/h",
                "HP 38, Con 12 (+1), initiative +7, Perception +7, no reaction",
                "not needed: human",
            ],
        ),
        (
            "Ann human con10 hp9; bow +6 1d6",
            "pf1",
            [
                "Ann (A): human, no armour, light load, 9 m a round, 4.5 km/h",
                "HP 9, Con 10 (+0), initiative +0, bow +6 1d6 range 18 m",
                "taken: bow shoots, range 18 m",
            ],
        ),
    ],
)
def test_a_line_as_gms_write_it(line: str, system: str, told: list[str]) -> None:
    """Given class, suit, people, Dexterity or a bow, then each is what it is at the table."""
    found = read_heroes(line, State(), assets(system))[0]
    assert [say(one) for one in describe_hero(found, State(), assets(system))] == told


@pytest.mark.parametrize(
    ("line", "system", "size"),
    [
        ("Ann gnome small speed7.5m", "pf2", "S"),
        ("Ann ysoki speed9m", "sf", "S"),
        ("Ann small gnome", "pf1", "S"),
        ("Ann gnome large speed9m", "pf2", "L"),
        ("Ann human speed9m", "pf2", ""),
    ],
)
def test_a_people_has_a_size_which_may_be_said_again(line: str, system: str, size: str) -> None:
    sheet = hero(line, system).sheet
    assert (sheet.size if sheet is not None else "") == size


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
@pytest.mark.parametrize(
    ("race", "senses", "told"),
    [
        ("dwarf", ("darkvision",), ["darkvision"]),
        ("half-orc", ("darkvision",), ["darkvision"]),
        ("elf", ("low_light",), ["low-light vision"]),
        ("half-elf", ("low_light",), ["low-light vision"]),
        ("gnome", ("low_light",), ["low-light vision"]),
        ("human", (), []),
        ("halfling", (), []),
        ("dwarf darkvision", ("darkvision",), ["darkvision"]),
        ("elf speed9m", ("low_light",), ["low-light vision"]),
    ],
)
def test_a_race_brings_its_eyes(
    race: str, senses: tuple[str, ...], told: list[str], system: str
) -> None:
    """Given a race whose row has senses (C-200), then the hero has each once, and it is shown."""
    found = read_heroes(f"Ann {race} hp9", State(), assets(system))[0]
    assert sheet(found.member).traits == senses
    _, fight, *_ = (say(one) for one in describe_hero(found, State(), assets(system)))
    shown = [part for part in fight.split(", ") if part in ("darkvision", "low-light vision")]
    assert shown == told


@pytest.mark.parametrize(
    ("line", "size", "long"),
    [
        ("Star light horse hp19 ac13", "L", True),
        ("Star pony ac13", "M", True),
        ("Star light horse ac13 huge", "H", True),
        ("Ann human ac13", "M", False),
    ],
)
def test_t_160_a_mount_with_figures_has_the_size_of_its_kind(
    line: str, size: str, long: bool
) -> None:
    """Given an Armour Class on the line of a mount, then it is as large as one without it."""
    sheet = hero(line).sheet
    assert sheet is not None
    assert (sheet.size, sheet.long) == (size, long)


def test_flat_footed_alone_says_nothing() -> None:
    found = read_heroes("Ann human ff12", State(), assets())[0]
    assert (found.member.sheet, found.unused) == (None, ("ff12",))


@pytest.mark.parametrize("speed", ["9m", "speed9", "speed 9m", "30ft", "speed30ft"])
def test_a_speed_is_metres_or_feet(speed: str) -> None:
    assert hero(f"Ann {speed}").mover.base_speed_m == 9
    assert hero(f"Ann {speed}", "pf2").mover == Mover(speed_m=F(9))


@pytest.mark.parametrize("weight", ["160lb", "160 lb", "160 lbs", "160 pounds", "80kg", "80 kilos"])
def test_a_weight_is_kg_or_pounds_in_any_spelling(weight: str) -> None:
    assert hero(f"Borin dwarf hp34 {weight}").weight_kg == 80


def test_names_of_several_words() -> None:
    assert hero("Sir Borin Ironfist dwarf").name == "Sir Borin Ironfist"
    assert hero("Hans von Berg, human, heavy").name == "Hans von Berg"
    assert hero('"the old man" human').name == "the old man"
    assert hero("Elf dwarf").name == "Elf"


def test_a_rider_brings_its_mount() -> None:
    """Given "on a light horse", then two members join, and she rides; a second horse is another."""
    rana, ann = read_heroes(
        "Rana half-orc on a light horse 85kg\nAnn on a light horse", State(), assets()
    )
    horse = rana.members[0]
    assert (horse.mover, horse.role, rana.member.rides) == (
        Mover(mount="light_horse"),
        "mount",
        horse.id,
    )
    assert (ann.members[0].name, ann.member.rides) == ("Light horse 2", "light-horse-2")
    decided = decide(join_heroes((rana, ann)), State(), assets(), {})
    assert isinstance(decided, Decided)
    assert [member.name for member in decided.states[-1].members] == [
        "Light horse",
        "Rana",
        "Light horse 2",
        "Ann",
    ]


def test_a_rider_mounts_the_horse_that_is_there() -> None:
    star = hero("Star light horse 20kg")
    assert (star.role, star.mover.load_kg) == ("mount", F(20))
    state = replace(State(), members=(star,))
    assert [m.name for m in read_heroes("Ann human on Star", state, assets())[0].members] == ["Ann"]
    assert hero("Ann human on Star", state=state).rides == "star"


def test_a_wagon_is_a_vehicle() -> None:
    assert (hero("Wain wagon").role, hero("Wain cart").mover.vehicle) == (
        "vehicle",
        "cart_or_wagon",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Borin dwraf heavy", "'dwraf' is not a word of a hero; did you mean dwarf?"),
        ("Borin Dwraf heavy", "'Dwraf' is not a word of a hero; did you mean dwarf?"),
        ("Borin dwarf hevy con16", "'hevy' is not a word of a hero; did you mean heavy?"),
        ("Borin dwarf hevy axe +5 1d8", "'hevy' is not a word of a hero; did you mean heavy?"),
        ("Borin dwarf jolly axe", "'jolly' is not a word of a hero. Write a race"),
        ("Rana half-ork", "'half-ork' is not a word of a hero; did you mean half-orc?"),
        ("Rana on horse", "'horse' could mean heavy horse, light horse."),
        ("Rana on a pny", "'pny' is not a word of a hero; did you mean pony?"),
        ("Bo human con 12Otto", "Write a number after con, as in con12."),
        ("Bo human jolly, axe +3 1d8", "'jolly' is not a word of a hero."),
        ("Bok goblin hp3", "'goblin' has no speed in these rules. Write it, as in goblin 9 m."),
        ("Bo human con16 con14", "'con' is in the line twice."),
        ("Bo human elf", "'elf': the line says human already."),
        ("Bo hp0", "hp is from 1 to 9999, not 0."),
        ("Bo con500", "con is from 1 to 99, not 500."),
        ("Bo hp3.5", "hp is a whole number, not 3.5."),
        ("Bo hp30kg", "hp: '30kg' has the wrong unit."),
        ("12 human", "The name comes first, as in Borin dwarf heavy con16 hp34 ac20."),
        ("wizard", "'wizard' is a word of a hero, not a name."),
    ],
)
def test_a_wrong_line_names_the_word_and_the_nearest(line: str, said: str) -> None:
    assert refusal(line).startswith(said)


@pytest.mark.parametrize(
    ("system", "line", "said"),
    [
        (
            "pf1",
            "Ann human ranged klingon 9m zzz",
            "'ranged' is not a word of a hero; did you mean ranger? Not understood either:"
            " 'klingon', 'zzz'.",
        ),
        (
            "pf1",
            "Rana on a pny zzz dwraf",
            "'pny' is not a word of a hero; did you mean pony? Not understood either: 'zzz',"
            " 'dwraf' (did you mean dwarf?).",
        ),
        (
            "pf2",
            "Ann 9m qqqq; claw +4 1d6 wwww vvvv",
            "'wwww' is not part of an attack. After the bonus write 1d8+4, deadly d8, plus 1d6,"
            " reach 2, agile, bow, range 30m and the like. Not understood either: 'vvvv', 'qqqq'.",
        ),
        (
            "sf",
            "Rover painted blue light 40 km/h",
            "'painted' is not a word of a vehicle. Write its class and its speed, as in Rover light"
            " 40 km/h. Not understood either: 'blue'.",
        ),
    ],
)
def test_all_words_that_are_not_understood_are_named_at_once(
    system: str, line: str, said: str
) -> None:
    """Given several unknown words, then one refusal names each, with the nearest if one is near."""
    assert refusal(line, system) == said


def test_all_unknown_words_of_a_creature_are_named_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        adding("bandit hp11 hueg zzz ac14", WORDS)
    assert say(refused.value.message) == (
        "'hueg' is not a figure; did you mean huge? Not understood either: 'zzz'."
    )


def test_of_several_lines_all_join_or_none_and_the_error_has_its_line() -> None:
    both = read_heroes("Borin dwarf\n\n  Elin elf con12\n", State(), assets())
    assert [one.member.id for one in both] == ["borin", "elin"]
    assert refusal("Borin dwarf\n\nElin elv").startswith("Line 3: 'elv' is not a word")
    assert refusal("Bo human\nBo human").startswith("Line 2: Bo is here already.")
    twins = read_heroes('Bo human\n"Bo" human', State(), assets())
    assert [(one.member.id, one.member.token) for one in twins] == [("bo", "B"), ("bo-2", "A")]


@pytest.mark.parametrize("system", PACKAGED)
def test_every_system_reads_a_hero(system: str) -> None:
    """Given a speed and figures, then each system has a member who moves and fights."""
    found = hero("Iseph speed9m con14 hp20 ac13 init+3", system)
    reaction = False if system == "pf2" else None  # C-118: where not every creature has one
    sheet = Sheet(ac=13, init=3, reaction=reaction)
    assert (found.con_score, found.hp, found.sheet) == (14, 20, sheet)
    one = read_heroes("Iseph 9m hp20", State(), assets(system))[0]
    told = "; ".join(map(say, describe_hero(one, State(), assets(system))))
    assert "9 m a round" in told
    assert "taken: " in told


def test_two_armour_classes_and_a_system_without_races() -> None:
    assert hero("Iseph eac12 kac13", "sf").sheet == Sheet(ac=13, eac=12)
    assert hero("Iseph hp9", "sf").mover == Mover(speed_m=F(9))
    assert hero("Borin dwarf", "pf2").mover == Mover(speed_m=F(9))


@pytest.mark.parametrize(
    ("system", "line", "speed", "said"),
    [
        ("sf", "Obo vesk", F(9), "taken: speed 9 m,"),
        ("pf2", "Borin dwarf", F(9), "taken: speed 9 m,"),
        ("pf2", "Fum goblin", F("7.5"), "taken: speed 7.5 m, as the goblin of the bestiary,"),
        ("pf2", "Fum goblin 6 m", F(6), "taken: Con unknown,"),
    ],
)
def test_a_people_without_a_speed_has_that_of_the_bestiary_or_the_usual(
    system: str, line: str, speed: Fraction, said: str
) -> None:
    """Given rules without speeds of peoples, then the preview says which speed was taken."""
    (found,) = read_heroes(line, State(), assets(system))
    assert found.member.mover == Mover(speed_m=speed)
    told = [say(Message("{x}", x=part)) for part in describe_hero(found, State(), assets(system))]
    assert any(part.startswith(said) for part in told)


@pytest.mark.parametrize("system", ["sf", "pf2"])
def test_a_load_that_slows_wants_the_speed_with_it(system: str) -> None:
    assert refusal("Kim human hvy load", system) == (
        "heavy load: write the speed with it, as in speed 6 m."
    )
    (found,) = read_heroes("Kim human 6 m hvy load", State(), assets(system))
    assert (found.member.mover.speed_m, found.unused) == (F(6), ("human", "heavy load"))


@pytest.mark.parametrize("system", ["sf", "pf2"])
def test_bulk_is_not_needed_of_a_hero_and_a_weight_of_an_animal(system: str) -> None:
    (found,) = read_heroes("Kim human 9m 4 bulk of supplies", State(), assets(system))
    assert (found.member.name, found.unused) == ("Kim", ("human", "bulk4"))
    assert refusal("pony 40 bulk", system) == (
        "'bulk40': the load of an animal is a weight, as in 40 kg."
    )


@pytest.mark.parametrize(
    "load", ["load 20 bulk", "20 bulk", "bulk20", "carrying 20 bulk", "cargo: 20 bulk of food"]
)
def test_a_wagon_with_a_load_in_bulk_is_read_and_says_to_type_a_weight(load: str) -> None:
    for line in (f"wagon, 2 mules, {load}", f"wagon, {load}"):
        (found,) = read_heroes(line, State(), assets("pf2"))
        assert (found.member.name, found.member.mover.load_kg) == ("wagon", F(0))
        (told,) = found.unused
        assert isinstance(told, Message)
        assert say(told) == "bulk20 (the load of a wagon is a weight, as in load 400 kg)"


@pytest.mark.parametrize(
    ("system", "line", "people"),
    [
        ("pf1", "Kim gno hp9", "gnome"),
        ("dnd35", "Kim hum hp9", "human"),
        ("pf2", "Kim gob 9m", "goblin"),
        ("sf", "Kim lash 9m", "lashunta"),
    ],
)
def test_the_beginning_of_one_people_is_it(system: str, line: str, people: str) -> None:
    """Given letters that begin one people alone, then it is taken, and the preview says so."""
    (found,) = read_heroes(line, State(), assets(system))
    assert found.member.name == "Kim"
    assert people in (found.member.mover.race, *found.unused)
    assert say(found.taken[0]) == f"{line.split()[1]} is {people}"


def test_the_beginning_of_several_peoples_is_asked() -> None:
    assert refusal("Kim half hp9") == "'half' could mean half-elf, half-orc, halfling."


def test_heavy_may_be_written_short() -> None:
    assert hero("Kim human hvy hp9").mover == Mover(race="human", armor="heavy")
    assert hero("Kim human hvy load hp9").mover == Mover(race="human", load="heavy")


@pytest.mark.parametrize(
    "name",
    ["Old Man Harsk", "Old Man Dwarf", "Sir Bors the Heavy", "The Light of Day", "Old man Harsk"],
)
def test_a_name_before_a_colon_may_have_any_words(name: str) -> None:
    """Given words of heroes in a name with capitals before a colon, then they are the name's."""
    found = hero(f"{name}: human hp9")
    assert (found.name, found.mover.race, found.hp) == (name, "human", 9)


@pytest.mark.parametrize("line", ["Ann hp: 20", "Ann human hp: 20"])
def test_a_colon_behind_a_word_of_a_figure_ends_no_name(line: str) -> None:
    found = hero(line)
    assert (found.name, found.hp) == ("Ann", 20)
    assert hero("Ann speed: 6 m").name == "Ann"


@pytest.mark.parametrize(
    ("line", "name", "km_h", "hp", "said"),
    [
        ("hover bike, speed 60 ft, hp 30", "hover bike", 9, 30, "9 km/h, from 18 m a round"),
        ("Old Bus 60 ft", "Old Bus", 9, None, "9 km/h, from 18 m a round"),
        ("rover speed 40 km/h", "rover", 40, None, "light vehicle"),
        ("Rover light 40 km/h hp30 EAC 12 KAC 14", "Rover", 40, 30, ""),
    ],
)
def test_a_vehicle_has_its_speed_a_round_and_hit_points(
    line: str, name: str, km_h: int, hp: int | None, said: str
) -> None:
    """Given what it drives in a round, then its pace is that of the scale of walkers, and said."""
    (found,) = read_heroes(line, State(), assets("sf"))
    member = found.member
    assert (member.role, member.name, member.hp) == ("vehicle", name, hp)
    assert member.mover.vehicle_km_h == F(km_h)
    assert [say(one) for one in found.taken][-1:] == [said] * bool(said)


def test_the_driver_of_a_vehicle_is_aboard() -> None:
    kira = Member("kira", "Kira", "K", mover=Mover(speed_m=F(9)))
    line = "hover bike, speed 60 ft, hp 30, driver Kira"
    (found,) = read_heroes(line, State(members=(kira,)), assets("sf"))
    assert (found.member.name, found.rider, found.unused) == ("hover bike", "kira", ())
    with pytest.raises(Refusal) as refused:
        read_heroes(line.replace("Kira", "Kora"), State(members=(kira,)), assets("sf"))
    assert say(refused.value.message) == "Nobody called Kora is here; did you mean Kira?"


def test_two_speeds_of_a_vehicle_are_that_overland_and_one_that_is_not_needed() -> None:
    (found,) = read_heroes("Truck, speed 60 ft, 100 km/h, 40 bulk", State(), assets("sf"))
    assert found.member.mover.vehicle_km_h == F(100)
    assert say(Message("{what}", what=found.unused)) == (
        "bulk40 of load: no rule asks for the load of a powered vehicle, speed"
    )


def test_what_a_line_becomes_is_said() -> None:
    """Given a rider without Con, then speed, load, what is unknown and not needed is said."""
    state = State()
    world = assets()
    found = read_heroes("Rana half-orc heavy 85kg str18 ac16 darkvision on a pony", state, world)[0]
    assert [say(line) for line in describe_hero(found, state, world)] == [
        "Rana (R): half-orc, heavy armour, light load, 6 m a round, 3 km/h, rides Pony",
        "Pony (p): pony, 9 m a round, 4.5 km/h, carries 85 kg",
        "weighs 85 kg, AC 16, initiative +0, Str 18, darkvision",
        "taken: Con unknown, hit points unknown",
    ]


# creatures made up at the table


def test_a_creature_is_made_up_in_one_line() -> None:
    made = adding("bandit x4 hp11 ac14 +3 1d6+1 hidden at k9", WORDS)
    assert (made.count, made.kind, made.hidden, made.at) == (4, "bandit", True, "K9")
    assert made.made is not None
    beast = made.made.beast(None)
    assert (beast.slug, beast.name(), beast.hp) == ("bandit", "bandit", 11)
    assert beast.figures() == Sheet(ac=14, attacks=(Attack("attack", (3,), "1d6+1"),))


def test_a_made_up_creature_has_weapon_speed_and_traits() -> None:
    made = read_made_up(
        ["bandit", "captain", "hp30", "speed9m", "darkvision", "long", "bow", "+6", "1d8", "x3"],
        WORDS,
        2,
    )
    assert made is not None
    assert (made.count, made.name) == (2, "bandit captain")
    sheet = made.beast(None).sheet
    assert (sheet.speeds, sheet.traits) == ((("walk", 6),), ("darkvision",))
    assert sheet.attacks == (
        Attack("long bow", (6,), "1d8", times=3, mode="ranged", weapon="bow", increment=20),
    )


@pytest.mark.parametrize(
    ("line", "name", "kind", "flying"),
    [
        ("Rover light 30 km/h", "Rover", "light", False),
        ("Old Crawler, large vehicle 30km/h", "Old Crawler", "large", False),
        ("Skimmer light 30 km/h flying", "Skimmer", "light", True),
        ("Skimmer light 20 mph flying", "Skimmer", "light", True),
    ],
)
def test_a_powered_vehicle_is_a_line(line: str, name: str, kind: str, flying: bool) -> None:
    """T-200 to T-202: its class and its pace, and whether it flies."""
    rover = hero(line, "sf")
    assert (rover.name, rover.role) == (name, "vehicle")
    assert rover.mover == Mover(vehicle_class=kind, vehicle_km_h=F(30), flying=flying)


def test_only_the_rules_of_science_fiction_have_powered_vehicles() -> None:
    """T-206."""
    assert "owered vehicles" in refusal("Rover light 30 km/h")


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        ("hauler large hp30 slam +8 1d10+5", "hauler", "L"),
        ("hauler hp30 huge slam +8 1d10+5", "hauler", "H"),
        ("hauler hp30 L slam +8 1d10+5", "hauler", "L"),
        ("cave bear hp30 S", "cave bear", "S"),
        ("hauler hp30 large", "hauler", "L"),
        ("large hp30", "large", "M"),
        ("hauler L hp30", "hauler", "L"),
    ],
)
def test_a_made_up_creature_has_a_size(text: str, name: str, size: str) -> None:
    """C-087: a word for the size, at the end of the name or among the figures; or its letter."""
    made = adding(text, WORDS).made
    assert made is not None
    beast = made.beast(None)
    assert (made.name, beast.sheet.size) == (name, size)
    assert [attack.name for attack in beast.figures().attacks] in ([], ["slam"])


@pytest.mark.parametrize(
    ("text", "speeds"),
    [
        ("drone hp5 fly18m", (("fly", 12),)),
        ("drone hp5 fly 18 m", (("fly", 12),)),
        ("drone fly 60 ft, swim 30 ft hp5", (("fly", 12), ("swim", 6))),
        ("drone fly60ft hp5 speed9m", (("walk", 6), ("fly", 12))),
        ("eel hp5 swim9m climb4.5", (("swim", 6), ("climb", 3))),
        ("mole burrow1m hp5", (("burrow", 1),)),
    ],
)
def test_a_made_up_creature_flies_swims_climbs_or_burrows(
    text: str, speeds: tuple[tuple[str, int], ...]
) -> None:
    """In metres, or in feet where they are written, as the speed on foot."""
    made = adding(text, WORDS).made
    assert made is not None
    assert made.beast(None).sheet.speeds == speeds


def test_a_capital_among_the_figures_is_a_size_and_the_ruleset_says_which_there_are() -> None:
    made = adding("drake x1 K bite +9 2d6", WORDS).made
    assert made is not None
    sheet = made.beast(None).sheet
    assert (sheet.size, [attack.name for attack in sheet.attacks]) == ("K", ["bite"])


def test_words_alone_and_a_number_of_creatures_are_of_the_bestiary() -> None:
    assert read_made_up(["dire", "wolf"], WORDS) is None
    assert adding("wolf x3", WORDS) == replace(adding("3 wolf", WORDS))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bandit hp11 darkvison", "did you mean darkvision?"),
        ("bandit hp0", "hp is from 1"),
        ("x4 hp11", "The name comes first"),
        ("bandit hp11 +3 oops", "is not part of an attack"),
        ("bandit x0 hp3", "1 to 99"),
        ("bandit hp3 walk", "Write a length after walk, as in walk 9m."),
        ("hauler lagre hp3", "'lagre' is not understood; did you mean large?"),
    ],
)
def test_a_wrong_creature_is_refused(text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        adding(text, WORDS)
    assert said in say(refused.value.message)


def made_up(line: str) -> Sheet:
    made = adding(line, WORDS).made
    assert made is not None
    return made.beast(None).sheet


@pytest.mark.parametrize(
    ("system", "line", "reaction"),
    [
        ("pf2", "raider hp11 ac15 axe +6 1d8", False),
        ("pf2", "raider hp11 ac15 reaction axe +6 1d8", True),
        ("pf1", "raider hp11 ac15 axe +6 1d8", None),
    ],
)
def test_a_made_up_creature_has_a_reaction_only_where_its_line_says_so(
    system: str, line: str, reaction: bool | None
) -> None:
    """C-118: in the playtest only some creatures strike at movers."""
    here = library(packaged(system))
    assert here.asked(adding(line, here.words)).beast.sheet.reaction is reaction


BITE = Attack("jaws", (15,), "2d8+8", reach=3)
DRAGON = Sheet(
    size="H", ac=20, speeds=(("walk", 5), ("fly", 13)), attacks=(BITE,), reaction=True, reach=2
)


@pytest.mark.parametrize(
    "line",
    [
        "Dragon huge hp120 ac20 speed 8 fly 20 reaction reach 2 jaws +15 2d8+8 reach 3",
        "Dragon hp 120 ac 20 huge speed8 fly20 reach2 reaction jaws +15 2d8+8 reach 3",
        "Dragon speed 8 fly 20 reach 2 jaws +15 2d8+8 reach 3 reaction huge hp120 ac 20",
        "Dragon fly 20 m reach 3m speed 8m jaws +15 reaction 2d8+8 huge reach 3 ac20 hp120",
        'Dragon reach 2 "jaws" +15 2d8+8 huge fly: 20 reaction reach 3 speed=8 ac20 hp120',
        "Dragon reach 2; jaws +15 2d8+8 huge fly 20 reaction reach 3 speed 8 ac 20 hp 120",
    ],
)
def test_words_of_a_creature_may_stand_before_and_behind_its_attack(line: str) -> None:
    """Given one dragon in any order, then it is the same, and no word of it is in a name."""
    assert made_up(line) == DRAGON


@pytest.mark.parametrize(
    ("words", "reaction", "name"),
    [
        ("reaction falchion", True, "falchion"),
        ("no reaction falchion", False, "falchion"),
        ("no_reaction dire flail", False, "dire flail"),
        ("vorpal falchion", None, "vorpal falchion"),
        ('reaction "hand of the reaper"', True, "hand of the reaper"),
        ("", None, "attack"),
    ],
)
def test_a_reaction_is_a_word_of_every_line(words: str, reaction: bool | None, name: str) -> None:
    """Given a line to add and a hero's, then both have the reaction and the attack (C-118)."""
    figures = f"speed9m hp18 {words} +6 1d10+3"
    for found in (made_up(f"orc {figures}"), hero(f"Orsk {figures}").sheet):
        assert found is not None
        assert (found.reaction, [one.name for one in found.attacks]) == (reaction, [name])


def test_a_hero_has_the_words_behind_an_attack_too_and_they_are_shown() -> None:
    line = "Ann human con12 reach 2 no reaction bite +4 1d6 fly 18m hp9 large darkvision"
    found = read_heroes(line, State(), assets())[0]
    assert found.member.hp == 9
    assert found.member.sheet == Sheet(
        size="L",
        reach=2,
        speeds=(("fly", 12),),
        attacks=(Attack("bite", (4,), "1d6"),),
        traits=("darkvision",),
        reaction=False,
    )
    _, fight, *_ = (say(one) for one in describe_hero(found, State(), assets()))
    assert fight == (
        "HP 9, Con 12 (+1), initiative +0, Large, reach 2 squares (3 m), no reaction,"
        " darkvision, fly 18 m (12 sq), bite +4 1d6"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("reacton falchion", "'reacton' is not understood; did you mean reaction?"),
        ("hgue falchion", "'hgue' is not understood; did you mean huge?"),
        ("grim vorpal falchion", "'grim' is not understood; did you mean"),
        ("grim falchion vorpal", '"grim falchion vorpal" +3 1d6'),
        ('grim "dire flail"', "'grim' is not understood"),
        ("fly ten falchion", "Write a length after fly, as in fly 9m."),
        ("speed falchion", "Write a length after speed, as in speed 9m."),
        ("ac falchion", "Write a number after ac, as in ac12."),
    ],
)
def test_a_word_of_no_attack_is_refused_with_the_nearest(words: str, said: str) -> None:
    """Given what is no word of the line, then it is never part of an attack's name."""
    with pytest.raises(Refusal) as refused:
        made_up(f"orc hp18 {words} +6 1d10+3")
    assert said in say(refused.value.message)


GRAMMAR = (
    "reaction", "no reaction", "huge", "speed 8", "fly 20", "darkvision", "ac14", "fort+5",
    "fighter 5", "80kg", "long", "space 2", "reach 2",
)  # fmt: skip
WEAPONS = {"pf1": "falchion", "dnd35": "falchion", "pf2": "falchion", "sf": "laser rifle"}
BEHIND = ("19-20/x2", "fire", "nonlethal")


def mutated(chance: random.Random, weapon: str) -> str:
    """A line of words in any order around its attack, one of them with a slip of the finger."""
    words = chance.sample(GRAMMAR, chance.randint(2, 5))
    if {"reaction", "no reaction"} <= set(words):
        words.remove("reaction")
    behind = chance.sample(BEHIND, chance.randint(0, 2))
    slip = chance.randrange(len(words))
    at = chance.randrange(len(words[slip]))
    kept = words[slip]
    letter = chance.choice("aeiost")
    ways = (kept, kept[:at] + kept[at + 1 :], kept[:at] + letter + kept[at:])
    words[slip] = chance.choice(ways)
    where = chance.randint(0, len(words))
    attack = " ".join((weapon, "+6 1d10+3", *behind))
    return " ".join((*words[:where], attack, *words[where:]))


def check_mutated(seeds: range, system: str) -> None:
    """Read each line as a hero's and behind ':add': none of its words is in a name."""
    of_line = {word for one in (*GRAMMAR, *BEHIND) for word in one.split()}
    of_line |= {"orc", "hp18"}
    weapon = WEAPONS[system]
    words = creature_words(packaged(system))

    def add(line: str) -> tuple[str, Sheet | None]:
        made = adding(f"orc hp18 {line}", words).made
        assert made is not None
        return made.name, made.beast(None).figures()

    def join(line: str) -> tuple[str, Sheet | None]:
        found = hero(f"Orsk hp18 {line}", system)
        return found.name, found.sheet

    for seed in seeds:
        line = mutated(random.Random(seed), weapon)
        for door, named in ((add, "orc"), (join, "Orsk")):
            try:
                name, sheet = door(line)
            except Refusal:
                continue
            assert name == named, line
            assert sheet is not None, line
            (attack,) = sheet.attacks
            assert attack.name.endswith(weapon), line
            others = attack.name.removesuffix(weapon).split()
            assert len(others) < 2, line
            assert not of_line & set(others), line


@pytest.mark.parametrize("system", PACKAGED)
def test_a_mutated_line_is_understood_or_refused(system: str) -> None:
    check_mutated(range(16), system)


@pytest.mark.nightly
@pytest.mark.parametrize("system", PACKAGED)
def test_five_hundred_mutated_lines_are_understood_or_refused(system: str) -> None:
    check_mutated(range(500), system)


def test_many_mutated_lines_are_understood() -> None:
    """Given lines as typed but for their slips, then at least a quarter are still understood."""
    understood = 0
    for seed in range(90):
        with suppress(Refusal):
            hero(f"Orsk human hp18 {mutated(random.Random(seed), 'falchion')}")
            understood += 1
    assert understood > 22


@pytest.mark.parametrize(
    ("figure", "modifier", "told"),
    [
        ("dex14", 2, ""),
        ("dex+1", 1, ""),
        ("dex 1", -5, "dex1 is a score, -5: a modifier is dex+1"),
        ("dex3", -4, "dex3 is a score, -4: a modifier is dex+3"),
        ("dex-1", -1, ""),
    ],
)
def test_an_ability_without_a_sign_is_a_score(figure: str, modifier: int, told: str) -> None:
    """Given a line to add and a hero's, then both read the score, and a low one is said."""
    assert made_up(f"orc hp18 {figure}").dexterity == modifier
    found = read_heroes(f"Ann human con12 hp9 {figure}", State(), assets())[0]
    assert sheet(found.member).dexterity == modifier
    taken = [say(one) for one in found.taken]
    assert taken == [told] * bool(told)


def test_a_modifier_of_constitution_is_kept_of_a_made_up_creature() -> None:
    made = adding("orc hp18 con+2", WORDS).made
    assert made is not None
    assert made.beast(None).con_score == 14


@pytest.mark.parametrize("line", ["orc low-light vision hp18", "orc hp18 low-light vision"])
def test_a_trait_of_several_words_is_no_part_of_a_name(line: str) -> None:
    made = adding(line, WORDS).made
    assert made is not None
    assert (made.name, made.traits) == ("orc", ("low_light",))


@pytest.mark.parametrize(
    ("line", "name", "mover"),
    [
        ("Mule 60kg", "Mule", Mover(mount="mule", load_kg=F(60))),
        ("Light horse 40kg", "Light horse", Mover(mount="light_horse", load_kg=F(40))),
        ("Heavy warhorse, 60 kg", "Heavy warhorse", Mover(mount="heavy_warhorse", load_kg=F(60))),
        ("Star heavy warhorse 120 lb", "Star", Mover(mount="heavy_warhorse", load_kg=F(60))),
        ("Sandy camel", "Sandy", Mover(mount="camel")),
        ("Rex riding dog 20kg", "Rex", Mover(mount="riding_dog", load_kg=F(20))),
        ("Star mount 50 ft 40kg", "Star", Mover(speed_m=F(15), load_kg=F(40))),
    ],
)
def test_an_animal_is_a_mount_by_its_kind(line: str, name: str, mover: Mover) -> None:
    """Given the kind as its name too, or its own speed, then it is a mount, with its load."""
    found = hero(line)
    assert (found.name, found.role, found.mover) == (name, "mount", mover)


def test_a_hero_may_have_the_name_of_an_animal() -> None:
    assert hero("Pony elf con12 hp9").role == "character"
    assert hero("Mule ranger con12 hp9").mover.race == "human"


def test_a_kind_of_mount_with_a_speed_has_it_in_a_fight() -> None:
    found = hero("Star light horse 60 ft 40kg")
    assert found.mover == Mover(mount="light_horse", load_kg=F(40))
    assert sheet(found).speeds == (("walk", 12),)
    assert sheet(found).size == "L"


def test_a_mount_needs_its_kind_or_a_speed() -> None:
    assert refusal("Star mount 40kg") == (
        "Write the kind of mount, as in Star light horse 40kg, or its speed, as in Star mount 15 m."
    )


@pytest.mark.parametrize(
    "kind", ["light warhorse", "light horse", "heavy warhorse", "camel", "mule"]
)
def test_a_rider_brings_a_mount_of_any_kind(kind: str) -> None:
    horse, rider = read_heroes(f"Ann human con12 hp9 on a {kind}", State(), assets())[0].members
    assert horse.mover == Mover(mount=kind.replace(" ", "_"))
    assert rider.rides == horse.id


FUMBUS = Member("fumbus", "Fumbus", "F")
HARSK = Member("old-man-harsk", "Old Man Harsk", "H")


@pytest.mark.parametrize("system", PACKAGED)
@pytest.mark.parametrize(
    ("line", "kind", "rider"),
    [
        ("pony for Fumbus", "pony", "fumbus"),
        ("a pony for Fumbus, 40 kg", "pony", "fumbus"),
        ("Fumbus on pony", "pony", "fumbus"),
        ("Fumbus rides a riding dog", "riding_dog", "fumbus"),
        ("pony (Fumbus)", "pony", "fumbus"),
        ("Star light horse (Harsk)", "light_horse", "old-man-harsk"),
        ("heavy warhorse ridden by Old Man Harsk", "heavy_warhorse", "old-man-harsk"),
    ],
)
def test_an_animal_is_given_to_a_hero_of_the_party(
    system: str, line: str, kind: str, rider: str
) -> None:
    """Given heroes of the party, when a line names one with an animal, then the hero rides it."""
    state = State(members=(FUMBUS, HARSK))
    (found,) = read_heroes(line, state, assets(system))
    assert (found.member.mover.mount, found.rider) == (kind, rider)
    preview = [say(Message("{x}", x=part)) for part in describe_hero(found, state, assets(system))]
    assert preview[1].endswith(f" rides {found.member.name}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pony for Fumbs", "Nobody called Fumbs is here; did you mean Fumbus?"),
        (
            "pony (Zed)",
            "Nobody called Zed is here. Write the hero's line first, then pony.",
        ),
        ("Bill human (Fumbus)", "'Fumbus' is not a word of a hero."),
    ],
)
def test_an_animal_for_nobody_who_is_here_is_refused(line: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_heroes(line, State(members=(FUMBUS,)), assets())
    assert say(refused.value.message).startswith(said)


def test_an_animal_that_is_here_is_mounted_by_its_key() -> None:
    """Given a pony of the party, then a line for one says m; where it is ridden it is a second."""
    pony = Member("pony", "Pony", "p", "mount", mover=Mover(mount="pony"))
    with pytest.raises(Refusal) as refused:
        read_heroes("Fumbus on pony", State(members=(FUMBUS, pony)), assets())
    assert say(refused.value.message).startswith("Pony is here already: m puts Fumbus on it.")
    ridden = State(members=(FUMBUS, replace(HARSK, rides="pony"), pony))
    (found,) = read_heroes("Fumbus on pony", ridden, assets())
    assert (found.member.name, found.rider) == ("Pony 2", "fumbus")


def test_warhorses_are_two() -> None:
    assert refusal("Ann human con12 hp9 on a warhorse") == (
        "'warhorse' could mean heavy warhorse, light warhorse."
    )


@pytest.mark.parametrize(
    ("line", "units", "told"),
    [
        ("speed20", "metric", "speed 20 m, 13 squares (write 20 ft for feet)"),
        ("speed20", "imperial", "speed 20 ft, 4 squares"),
        ("speed 20 ft fly: 21", "metric", "fly 21 m, 14 squares"),
        ("speed 9m bow +4 1d6 range 43 m", "metric", "range 43 m, 28 squares"),
        ("speed 30 ft fly 9m reach 2", "imperial", ""),
    ],
)
def test_lengths_without_a_unit_or_of_no_whole_squares_are_said(
    line: str, units: Units, told: str
) -> None:
    set_units(units)
    taken = [say(one) for one in assumed_lengths(f"orc hp18 {line}", WORDS)]
    assert taken == [told] * bool(told)


def test_a_number_alone_says_nothing() -> None:
    assert refusal("Ann human 40") == (
        "40 alone says nothing. Write what it is, as in hp40, 80 kg or 9 m."
    )


def test_the_class_of_a_vehicle_is_said() -> None:
    found = read_heroes("Skimmer vehicle large 80 km/h flying", State(), assets("sf"))[0]
    (told,) = (say(one) for one in describe_hero(found, State(), assets("sf")))
    assert told == "Skimmer (S): large vehicle, flying, 80 km/h"


@pytest.mark.parametrize(
    ("system", "line", "level"),
    [
        ("dnd35", "Ann human fighter 5 hp40", 5),
        ("pf1", "Ann human fighter5 hp40", 5),
        ("sf", "Bela vesk soldier4 speed9m hp40", 4),
        ("pf1", "Ann Fighter 5 human hp40", 5),
        ("pf1", "Ann human fighter 3/wizard 2 hp20", 5),
        ("pf1", "Ann human fighter 3 level 4", 4),
        ("pf1", "Ann 5th-level human wizard hp20", 5),
        ("pf2", "Ann speed 7.5m 3rd level rogue", 3),
        ("pf1", "Ann human fighter hp20", 1),
    ],
)
def test_a_class_has_its_level_behind_it(system: str, line: str, level: int) -> None:
    found = hero(line, system)
    assert (found.name, found.level) == (line.split(" ", 1)[0], level)


@pytest.mark.parametrize("line", ["goblin rogue 3 hp18", "goblin rogue3 hp18"])
def test_a_made_up_creature_has_the_level_of_its_class(line: str) -> None:
    made = adding(line, WORDS).made
    assert made is not None
    assert (made.name, made.figures.level) == ("goblin rogue", 3)


def test_a_weight_behind_an_attack_is_the_heros() -> None:
    found = hero("Tam halfling hp20 bow +4 1d8 80kg")
    assert found.weight_kg == 80
    assert hero("Star light horse hoof +4 1d6 120 lb").mover.load_kg == 60


@pytest.mark.parametrize(
    ("system", "behind", "also", "energy"),
    [
        ("pf2", "deadly d8 finesse", "deadly d8, finesse", None),
        ("pf2", "agile versatile P", "versatile, piercing", None),
        ("pf2", "thrown 6m and trip", "trip", None),
        ("sf", "fire", "fire", True),
        ("sf", "E", "electricity", True),
        ("sf", "B", "bludgeoning", None),
        ("pf1", "plus 1d6 fire", "", None),
        ("pf1", "trip", "trip", None),
    ],
)
def test_traits_and_kinds_of_damage_are_kept_beside_an_attack(
    system: str, behind: str, also: str, energy: bool | None
) -> None:
    found = hero(f"Ann speed9m hp20 spear +4 1d8 {behind}", system).sheet
    assert found is not None
    (attack,) = found.attacks
    assert (attack.name, attack.also, attack.energy) == ("spear", also, energy)


@pytest.mark.parametrize(
    ("system", "line", "reach", "kind"),
    [
        ("pf1", "lance +8 1d8", 2, "lance"),
        ("dnd35", "masterwork lance +8 1d8/x3", 2, "lance"),
        ("pf1", "lance +8 1d8 reach 3", 3, "lance"),
        ("pf1", "longspear +8 1d8 large", 4, "melee"),
        ("dnd35", "+1 glaive +8 1d10", 2, "melee"),
        ("pf1", "longsword +8 1d8", None, "melee"),
        ("sf", "lance +8 1d8", None, "melee"),
    ],
)
def test_a_reach_weapon_reaches_by_its_name_alone(
    system: str, line: str, reach: int | None, kind: str
) -> None:
    """Given an attack with a reach weapon and no reach, then it has twice the natural one."""
    words = line.removesuffix(" large")
    big = "large " if words != line else ""
    (attack,) = sheet(hero(f"Ann {big}hp20 speed9m; {words}", system)).attacks
    assert (attack.reach, attack.weapon) == (reach, kind)
    foe = library(packaged(system)).asked(adding(f"raider {big}hp11 {words}", WORDS)).beast
    (attack,) = foe.sheet.attacks
    assert (attack.reach, attack.weapon) == (reach, kind)


@pytest.mark.parametrize(
    ("system", "behind", "brought"),
    [
        ("pf2", "agile finesse", ""),
        ("pf2", "deadly d8 finesse versatile P and trip", "deadly d8, trip"),
        ("pf2", "volley 6m", ""),
        ("sf", "fire", ""),
        ("pf1", "finesse trip", "trip"),
        ("pf1", "and a curse", "a curse"),
    ],
)
def test_no_hit_brings_the_traits_of_a_weapon(system: str, behind: str, brought: str) -> None:
    """Given traits and effects behind an attack, then only effects are left to settle after it."""
    (attack,) = sheet(hero(f"Ann speed9m hp20 spear +4 1d8 {behind}", system)).attacks
    assert brought_by_hit(attack, packaged(system)) == brought


@pytest.mark.parametrize(
    ("weapon", "energy"),
    [
        ("laser pistol", True),
        ("arc pistol", True),
        ("azimuth laser rifle", True),
        ("semi-auto pistol", None),
    ],
)
def test_lasers_and_arcs_are_against_the_armour_class_for_energy(
    weapon: str, energy: bool | None
) -> None:
    found = hero(f"Ann speed9m hp20 {weapon} +4 1d4", "sf").sheet
    assert found is not None
    assert found.attacks[0].energy is energy


@pytest.mark.parametrize(
    "attacks",
    [
        "longsword +8/+3 1d8+4 19-20x2, bow +6 1d8",
        "longsword +8/+3 1d8+4 19-20/x2; bow +6 1d8",
        "longsword +8/+3 (1d8+4/19-20), bow +6 (1d8)",
        "longsword +8/+3 1d8+4/19-20/x2, bow +6 1d8 80kg",
    ],
)
def test_attacks_are_divided_by_commas_and_written_as_in_stat_blocks(attacks: str) -> None:
    for found in (hero(f"Ann human hp9 {attacks}").sheet, made_up(f"orc hp9 {attacks}")):
        assert found is not None
        assert [(one.name, one.bonuses, one.critical) for one in found.attacks] == [
            ("longsword", (8, 3), 19),
            ("bow", (6,), 20),
        ]


@pytest.mark.parametrize(
    ("system", "line", "unused"),
    [
        ("pf2", "Ann speed7.5m hp9 shield +2 longsword +8 1d8", ("shield+2",)),
        ("pf1", "Ann human hp9 driver", ("driver",)),
        ("pf1", "Ann human hp9 light steel shield", ("light steel shield",)),
    ],
)
def test_what_a_hero_carries_is_not_needed(system: str, line: str, unused: tuple[str, ...]) -> None:
    assert read_heroes(line, State(), assets(system))[0].unused == unused


@pytest.mark.parametrize("weapon", ["heavy mace", "light mace", "orc double axe", "shield bash"])
def test_a_weapon_is_no_armour_and_no_people(weapon: str) -> None:
    """Given a speed that is typed, then the name of the weapon changes nothing of it."""
    found = hero(f"Ann human hp20 speed 9m {weapon} +4 1d8")
    assert found.mover == Mover(race="human")
    assert found.sheet is not None
    assert [one.name for one in found.sheet.attacks] == [weapon]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pack mule 60kg", "mule"),
        ("Goblin dog", "riding_dog"),
        ("Riding horse 40kg", "light_horse"),
    ],
)
def test_other_words_for_a_mount_are_its_name_too(line: str, kind: str) -> None:
    found = hero(line, "pf2")
    assert (found.role, found.mover.mount) == ("mount", kind)
    assert line.startswith(found.name)
    assert " " in found.name


@pytest.mark.parametrize(
    ("system", "line", "told"),
    [
        ("pf2", "Star light horse", "taken: hit points and AC unknown"),
        ("pf2", "Star heavy horse hp 30", "taken: AC unknown"),
        ("pf2", "Star heavy horse ac 14", "taken: hit points unknown"),
        ("sf", "Star light horse", "taken: hit points and KAC unknown"),
        ("pf2", "wagon, 2 heavy horses", "taken: Heavy horse, Heavy horse 2: hit points and AC"),
        ("pf2", "Ann hp9 con12 80kg 9m on a light horse", "taken: Light horse: hit points and AC"),
        ("pf2", "Star pony", "taken: what is not written as others of its kind"),
    ],
)
def test_what_is_not_known_of_an_animal_is_said_before_it_joins(
    system: str, line: str, told: str
) -> None:
    (found,) = read_heroes(line, State(), assets(system))
    *_, last = map(say, describe_hero(found, State(), assets(system)))
    assert last.startswith(told)
    assert ("unknown" in last) == ("pony" not in line)


@pytest.mark.parametrize("line", ["Star horse 40kg", "Horse"])
def test_a_word_for_several_kinds_of_mounts_is_asked(line: str) -> None:
    assert refusal(line).endswith("could mean heavy horse, light horse.")


@pytest.mark.parametrize(
    ("line", "name", "size", "taken"),
    [
        ("Rover 40 km/h", "Rover", "light", ["light vehicle"]),
        ("Rover vehicle 40 km/h", "Rover", "light", ["light vehicle"]),
        ("Sand buggy 40 km/h", "Sand buggy", "light", ["light vehicle"]),
        ("Truck 25 mph", "Truck", "large", ["large vehicle"]),
        ("Rover light speed 40 km/h", "Rover", "light", []),
    ],
)
def test_a_powered_vehicle_needs_no_more_than_its_speed(
    line: str, name: str, size: str, taken: list[str]
) -> None:
    (rover,) = read_heroes(line, State(), assets("sf"))
    assert (rover.member.name, rover.member.mover.vehicle_class) == (name, size)
    assert [say(one) for one in rover.taken] == taken


@pytest.mark.parametrize("line", ["Rover", "Buggy vehicle", "Old rover light"])
def test_a_powered_vehicle_without_its_speed_is_no_hero(line: str) -> None:
    assert refusal(line, "sf").startswith("Write how fast")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Rover hp 20", "Rover"),
        ("rover, 20 hp, EAC 12 KAC 14", "rover"),
        ("Sand buggy hp20 level 3", "Sand buggy"),
        ("Rover 60kg", "Rover"),
    ],
)
def test_a_vehicle_with_figures_is_asked_how_fast_it_drives(line: str, name: str) -> None:
    assert refusal(line, "sf") == (
        f"Write how fast {name} drives, as in {name} light 40 km/h; a hero of that name is in"
        f' quotes, "{name}".'
    )


@pytest.mark.parametrize(
    "line",
    [
        "Rover ysoki mechanic 3 speed9m hp20",
        "Rover soldier hp 20",
        "Rover hp 20 stamina 14",
        "Rover hp20 longsword +5 1d8",
        '"Rover" hp 20',
    ],
)
def test_a_hero_may_have_the_name_of_a_vehicle(line: str) -> None:
    assert hero(line, "sf").role == "character"


def test_a_hero_comes_in_a_wagon_and_nothing_is_said_of_a_saddle() -> None:
    (found,) = read_heroes("Ann human con12 hp9 in a wagon", State(), assets())
    wagon, rider = found.members
    assert (wagon.role, rider.rides) == ("vehicle", wagon.id)
    assert found.taken == ()


def test_feats_are_words_of_a_line() -> None:
    """Given feats that the rules know, or others in quotes, on either line."""
    line = 'hp40 ac18 space 2 run x3 feats Combat Reflexes, feat "Iron Will" club +4 1d6'
    for found in (hero(f"Ann human {line}").sheet, made_up(f"ettin {line}")):
        assert found is not None
        assert (found.space, found.run, found.feats) == (2, 3, ("Iron Will",))
        assert found.traits == ("combat_reflexes",)
    assert refusal("Ann human feat Iron Will") == (
        'Write the name of a feat in quotes after feat, as in feat "Iron Will".'
    )


def test_level_and_weight_are_shown_too() -> None:
    found = read_heroes("Ann human fighter 5 con12 hp9 80kg", State(), assets())[0]
    _, fight, *_ = (say(one) for one in describe_hero(found, State(), assets()))
    assert fight == "level 5, weighs 80 kg, HP 9, Con 12 (+1)"


@pytest.mark.parametrize(
    ("system", "line", "kind"),
    [
        ("dnd35", "Ann human hp16 staff +2 1d6 on a riding horse 120 lb", "light_horse"),
        ("pf1", "Ann human hp16 staff +2 1d6, sling +7 1d4 on a riding dog 40lb", "riding_dog"),
        ("pf2", "Ann speed9m hp9 dogslicer +7 1d6 agile on a goblin dog", "riding_dog"),
        ("pf1", "Ann hp16; staff +2 1d6 human on pony", "pony"),
        ("pf1", "Ann human hp16 staff +2 1d6, on a pony, 60kg", "pony"),
    ],
)
def test_what_carries_a_hero_may_be_said_behind_an_attack(
    system: str, line: str, kind: str
) -> None:
    animal, rider = read_heroes(line, State(), assets(system))[0].members
    assert (animal.mover.mount, rider.rides, rider.name) == (kind, animal.id, "Ann")
    assert rider.sheet is not None
    assert all(one.also == "" for one in rider.sheet.attacks)


def test_words_of_a_hero_behind_an_attack_are_not_the_attacks() -> None:
    rover = hero("Rover light 40 km/h", "sf")
    line = "Iseph speed9m hp24 laser pistol +7 1d4 F android operative driver on Rover"
    (found,) = read_heroes(line, State(members=(rover,)), assets("sf"))
    assert found.member.rides == rover.id
    assert found.unused == ("android", "operative", "driver")


def test_the_form_of_an_animal_in_harness_says_what_it_is() -> None:
    """Given a horse that draws a wagon, when its form shows it alone, then it is described."""
    horse = replace(HORSE, pulls="wagon")
    moves, *_ = describe_hero(Hero((horse,)), State(members=(WAGON,)), assets("pf1"))
    assert say(Message("{x}", x=moves)).startswith("Horse (b): heavy horse, 15 m a round")
