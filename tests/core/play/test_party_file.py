"""The party as a file: what is written is read again, and an error names its key."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.files import FileError
from core.play.state import Member, State
from core.play.table.party_file import read_party, write_party
from core.play.union import Assets, Decided, decide
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.tui.test_sheets import MEMBERS
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
        ('race = "elf"\nrides = "Ann"', "party[2].rides", "neither a mount nor a vehicle"),
        ('race = "elf"\nletter = "w"', "party[2].letter", "key of the dice tray"),
        ('race = "elf"\nhp = 0', "party[2].hp", "1 or more"),
        ('race = "elf"\nsize = "X"', "party[2].size", "cannot be X"),
        ('race = "elf"\ntraits = ["darkvison"]', "party[2].traits[1]", "did you mean darkvision?"),
        ('race = "elf"\nattacks = [{ name = "axe", bonuses = 3, damage = "1d" }]',
         "party[2].attacks[1].damage", ""),
        ("", "party[2]", "How does Bob move?"),
    ],
)  # fmt: skip
def test_an_error_names_its_key(lines: str, key: str, said: str) -> None:
    text = f'[[party]]\nname = "Ann"\nrace = "elf"\n[[party]]\nname = "Bob"\n{lines}\n'
    with pytest.raises(FileError) as wrong:
        read(text)
    assert wrong.value.key == key
    assert said in say(wrong.value.message)


def test_nobody_joins_twice() -> None:
    text = '[[party]]\nname = "Ann"\nrace = "elf"\n'
    for again, state in ((text, State()), ("", State(members=read(text)))):
        with pytest.raises(FileError) as wrong:
            read(text + again, state=state)
        assert wrong.value.key == f"party[{2 if again else 1}].name"
    with pytest.raises(FileError):
        read("")
