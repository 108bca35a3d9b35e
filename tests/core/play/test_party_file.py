"""The party as a file: what is written is read again, and an error names its key."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.creatures import MODES, WEAPONS, Attack, AttackMode, Hand, NaturalKind, Sheet
from core.files import FileError
from core.play.facts.state import Member, State
from core.play.party.membership import ROLES
from core.play.party.party_file import read_party, write_party
from core.play.union import Assets, Decided, decide
from core.travel.journey_schema import ARMOR
from core.travel.movers import Bonus, Mover
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.tui.members import MEMBERS
from tui.kit.phrases import say

PF1 = Assets(rules=packaged("pf1"))
SF = Assets(rules=packaged("sf"))


def read(text: str, assets: Assets = PF1, state: State | None = None) -> tuple[Member, ...]:
    found = read_party(text, state or State(), assets)
    return found.member, *(found.also or ())


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_a_member_is_read_as_it_was_written(member: Member) -> None:
    """Given any member, when written and read, then all but what happened to it is the same."""
    drawn = tuple(one for one in MEMBERS if one.id == member.pulls)
    found = read(write_party((*drawn, member)), SF if member.mover.vehicle_class else PF1)[-1]
    assert found == replace(member, id=found.id, nonlethal=0, pulls=found.pulls)
    assert bool(found.pulls) == bool(member.pulls)


def test_riders_may_be_written_before_their_mounts() -> None:
    text = """
    [[party]]
    name = "Rana"
    race = "half_orc"
    weight_kg = 82.5
    rides = "Star"
    [[party]]
    name = "Star"
    mount = "light_horse"
    """
    star, rana = read(text)
    assert (star.role, rana.rides, rana.token) == ("mount", star.id, "R")
    decided = decide(read_party(text, State(), PF1), State(), PF1, {})
    assert isinstance(decided, Decided)
    assert decided.states[-1].members == (star, rana)


def test_words_of_a_member_are_understood_however_they_are_spelt() -> None:
    text = """
    [[party]]
    name = "Rana"
    race = "half_orc"
    size = "large"
    traits = ["low-light vision", "Paralysed"]
    attacks = [{ name = "sling", bonuses = 4 }]
    """
    (rana,) = read(text)
    assert rana.sheet is not None
    assert (rana.sheet.size, rana.sheet.traits) == ("L", ("low_light", "paralyzed"))
    assert [(one.mode, one.increment) for one in rana.sheet.attacks] == [("ranged", 10)]


def test_two_armour_classes_are_kept() -> None:
    member = Member("i", "Iseph", "I", mover=Mover(race="human"), sheet=Sheet(ac=13, eac=12))
    assert read(write_party((member,)))[0].sheet == member.sheet


@pytest.mark.parametrize(
    ("lines", "key", "said"),
    [
        ('race = "dwraf"', "party[2].race", "There is no race called dwraf"),
        ('race = "elf"\narmour = "heavy"', "party[2].armour", "did you mean armor?"),
        ('race = "elf"\nspeed_m = 9', "party[2].race", "not both"),
        ('race = "elf"\nrides = "Star"', "party[2].rides", "nobody else of the party is called"),
        ('race = "elf"\nletter = "w"', "party[2].letter", "key of the dice tray"),
        ("speed_m = 9\nload_kg = 40", "party[2].load_kg", "can only be given with mount"),
        ('race = "elf"\nhp = 0', "party[2].hp", "1 or more"),
        ('race = "elf"\nsize = "X"', "party[2].size", "cannot be X"),
        ('race = "elf"\ntraits = ["darkvison"]', "party[2].traits[1]", "did you mean darkvision?"),
        (
            'race = "elf"\nattacks = [{ name = "axe", bonuses = 3, damage = "1d" }]',
            "party[2].attacks[1].damage",
            "",
        ),
        ('speed_m = "9/0"', "party[2].speed_m", "must be a number"),
        ('race = "elf"\ncounters = { Ki = 3 }', "party[2].counters", "'Ki' cannot name a counter"),
        ("", "party[2]", "How does Bob move?"),
    ],
)
def test_an_error_names_its_key(lines: str, key: str, said: str) -> None:
    text = f'[[party]]\nname = "Ann"\nrace = "elf"\n[[party]]\nname = "Bob"\n{lines}\n'
    with pytest.raises(FileError) as wrong:
        read(text)
    assert wrong.value.key == key
    assert said in say(wrong.value.message)


def test_a_member_without_a_name_is_the_first_fault() -> None:
    """Given a fault in the first member, when the second has no name, then that is told."""
    with pytest.raises(FileError) as wrong:
        read('[[party]]\nname = "Ann"\nrace = "elff"\n[[party]]\nname = ""\nrace = "elf"\n')
    assert wrong.value.key == "party[2].name"


@pytest.mark.parametrize("keys", [("rides", "rides"), ("pulls", "pulls"), ("pulls", "rides")])
def test_who_rides_and_pulls_in_a_circle_is_named(keys: tuple[str, str]) -> None:
    rows = (("Zoe", "rides", "Ann"), ("Ann", keys[0], "Bob"), ("Bob", keys[1], "Ann"))
    text = "".join(
        f'[[party]]\nname = "{name}"\nrace = "elf"\n{key} = "{other}"\n'
        for name, key, other in rows
    )
    with pytest.raises(FileError) as wrong:
        read(text)
    assert wrong.value.key == f"party[3].{keys[1]}"
    assert say(wrong.value.message) == "goes round in a circle: Ann, Bob, Ann"


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip)
NUMBERS = st.fractions(0, 500, max_denominator=12).filter(bool)
WHOLES = st.none() | st.integers(1, 40)
SPEEDS = (
    st.builds(Mover, speed_m=NUMBERS)
    | st.builds(
        Mover,
        race=st.just("elf"),
        armor=st.sampled_from(ARMOR),
        bonuses=st.lists(st.builds(Bonus, NAMES, st.just(Fraction(3, 2))), max_size=2).map(tuple),
        barbarian=st.booleans(),
    )
    | st.builds(Mover, mount=st.just("pony"), load_kg=NUMBERS)
)
FIGURES = st.builds(
    Sheet,
    ac=WHOLES,
    dexterity=st.none() | st.integers(-5, 5),
    speeds=st.dictionaries(st.sampled_from(MODES), st.integers(0, 40)).map(lambda d: (*d.items(),)),
    attacks=st.lists(
        st.builds(
            Attack, NAMES, st.lists(st.integers(-5, 20), min_size=1, max_size=3).map(tuple),
            mode=st.sampled_from(get_args(AttackMode)), weapon=st.sampled_from(WEAPONS),
            also=st.just("") | NAMES, energy=st.sampled_from((None, True)),
            hand=st.sampled_from(get_args(Hand)), light=st.booleans(), two_handed=st.booleans(),
            natural=st.sampled_from(get_args(NaturalKind)),
            flurry=st.sampled_from(((), (6, 6, 1))),
        ),
        max_size=2,
    ).map(tuple),
    traits=st.sampled_from(((), ("darkvision", "prone"))),
    reaction=st.none() | st.booleans(),
)  # fmt: skip


@given(
    st.builds(
        Member,
        st.just("x"),
        NAMES,
        st.just("X"),
        st.sampled_from(ROLES),
        SPEEDS,
        con_score=WHOLES,
        hp=WHOLES,
        weight_kg=NUMBERS,
        sheet=st.none() | FIGURES,
    )
)
def test_any_member_is_read_as_it_was_written(member: Member) -> None:
    (found,) = read(write_party((member,)))
    assert replace(found, id="x") == member


def test_members_of_one_name_are_numbered() -> None:
    ann = Member("ann", "Ann", "A", mover=Mover(race="elf"), rides="p2")
    ponies = (
        Member(id, "Pony", token, "mount", Mover(mount="pony"))
        for id, token in (("p1", "p"), ("p2", "q"))
    )
    first, second, rider = read(write_party((*ponies, ann)))
    assert (first.name, second.name, rider.rides) == ("Pony", "Pony 2", second.id)


def test_nobody_joins_twice() -> None:
    text = '[[party]]\nname = "Ann"\nrace = "elf"\n'
    for again, state in ((text, State()), ("", State(members=read(text)))):
        with pytest.raises(FileError) as wrong:
            read(text + again, state=state)
        assert wrong.value.key == f"party[{2 if again else 1}].name"
    with pytest.raises(FileError):
        read("")
