"""Mounts and other animals of a party: the figures of their kind, and what riding does to them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.fight.turns.events import Died, Sank
from core.play.facts.road.commands import March, Ride
from core.play.facts.road.events import Rode
from core.play.facts.state import Member, State
from core.play.fight.fight_scene import speed_of
from core.play.party.animals import has_figures
from core.play.union import Assets
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.builders import HORSE, TAM, WAGON, after, member, party, when
from tui.kit.phrases import say
from tui.play.animals import fit_out, offer_figures, take_all_figures
from tui.play.creature_lines.heroes import read_heroes

RULES = packaged("pf1")


def joined(line: str, system: str = "pf1", state: State | None = None) -> tuple[Member, ...]:
    (hero,) = read_heroes(line, state or State(), Assets(packaged(system)))
    return hero.members


@pytest.mark.parametrize(
    ("line", "hp", "ac", "con", "attack", "km"),
    [
        ("Star light horse", 19, 13, 15, "hoof", "light_horse"),
        ("Ox heavy horse 40kg", 19, 13, 15, "hoof", "heavy_horse"),
        ("Grey mule 60kg", 22, 13, 17, "hoof", "mule"),
        ("Humpy camel", 19, 13, 14, "bite", "camel"),
        ("Rex riding dog", 13, 16, 15, "bite", "riding_dog"),
        ("Nib pony", 11, 13, 12, "hoof", "pony"),
    ],
)
def test_a_mount_of_a_line_comes_whole(
    line: str, hp: int, ac: int, con: int, attack: str, km: str
) -> None:
    """Given a mount without figures, then it has those of its kind, and its table's load."""
    (mount,) = joined(line)
    assert mount.sheet is not None
    assert (mount.hp, mount.con_score, mount.sheet.ac) == (hp, con, ac)
    assert mount.sheet.attacks[0].name == attack
    assert mount.mover.mount == km


def test_what_is_written_of_a_mount_is_kept() -> None:
    (star,) = joined("Star light horse hp30 con18 ac15")
    assert star.sheet is not None
    assert (star.hp, star.con_score, star.sheet.ac, star.sheet.dexterity) == (30, 18, 15, 1)


@pytest.mark.parametrize(
    ("system", "line", "squares"),
    [
        ("pf1", "Star light horse 80kg", 10),
        ("pf1", "Star light horse 100kg", 7),
        ("pf1", "Nib pony 100kg", 6),
        ("pf1", "Star light horse 18m", 12),
        ("dnd35", "Star light horse 80kg", 10),
    ],
)
def test_a_mount_is_as_fast_on_the_board_as_on_the_road(
    system: str, line: str, squares: int
) -> None:
    """T-165: given a mount of the table with a load, then its squares are those of its pace."""
    (star,) = joined(line, system)
    assert speed_of(party(star), Assets(packaged(system)), star.id) == squares


@pytest.mark.parametrize(("line", "hp", "speed"), [("Fang wolf", 13, 15), ("Old bear", 34, 12)])
def test_an_animal_of_the_bestiary_is_one_of_the_party(line: str, hp: int, speed: int) -> None:
    (animal,) = joined(line)
    assert (animal.role, animal.hp) == ("mount", hp)
    assert animal.mover == Mover(speed_m=Fraction(speed))


def test_a_rider_brings_a_mount_of_the_bestiary_whole() -> None:
    wolf, grok = joined("Grok half-orc hp20 ac15 on a wolf")
    assert (wolf.name, wolf.hp, grok.rides) == ("Wolf", 13, wolf.id)
    horse, grok = joined("Grok half-orc hp20 ac15 on a light horse")
    assert (horse.mover.mount, horse.hp, grok.rides) == ("light_horse", 19, horse.id)


@pytest.mark.parametrize("system", PACKAGED)
def test_each_system_has_an_animal_to_ride(system: str) -> None:
    word = "riding beast" if system == "sf" else "pony"
    (animal,) = joined(f"Star {word}", system)
    assert animal.role == "mount"
    assert has_figures(animal)


def test_the_form_gives_a_new_mount_its_figures_and_a_hero_none() -> None:
    star = Member("star", "Star", "", "mount", Mover(mount="pony"))
    assert fit_out(star, RULES).hp == 11
    assert fit_out(TAM, RULES) == TAM


def test_animals_of_older_campaigns_are_offered_their_figures_once() -> None:
    """Given two mounts without a figure, then one entry gives them theirs, and no more."""
    horse = Member("horse", "Blaze", "B", "mount", Mover(mount="light_horse"))
    mule = Member("mule", "Grey", "G", "mount", Mover(mount="mule"), damage=3)
    state = State(members=(TAM, horse, mule))
    offer = offer_figures(state, RULES)
    assert offer is not None
    assert say(offer) == (
        "Blaze, Grey without hit points and attacks: :animals takes those of their kind."
    )
    command = take_all_figures(state, RULES)
    later = after(command, state)
    assert [(one.id, one.hp, one.damage) for one in later.members] == [
        ("tam", 15, 0),
        ("horse", 19, 0),
        ("mule", 22, 3),
    ]
    assert offer_figures(later, RULES) is None
    with pytest.raises(Refusal):
        take_all_figures(later, RULES)


def test_who_has_a_figure_of_its_own_is_offered_none() -> None:
    horse = Member("horse", "Blaze", "B", "mount", Mover(mount="light_horse"), sheet=Sheet(ac=12))
    assert offer_figures(State(members=(horse,)), RULES) is None


@pytest.mark.parametrize(("hp", "falls", "hours"), [(10, Sank, 11), (3, Sank, 9), (30, None, 11)])
def test_a_mount_ridden_through_its_points_falls(hp: int, falls: type | None, hours: int) -> None:
    """T-167: it fails every check; below 0 it can go no further, and its rider is on foot."""
    horse = replace(HORSE, hp=hp, con_score=15, con_mod=None)
    state = after(March(), after(Ride("tam", "horse"), party(TAM, horse)))
    answers = {f"march/day-0/hour-{hour}/horse/damage": 5 for hour in (9, 10, 11)}
    told = when(March(Fraction(3)), state, answers)
    later = after(March(Fraction(3)), state, answers)
    fell = [type(event) for event in told.events if isinstance(event, Sank | Died)]
    assert fell == ([] if falls is None else [falls])
    assert (Rode("tam") in told.events, member(later, "tam").rides) == (
        (False, "horse") if falls is None else (True, "")
    )
    assert later.travelled == hours


def test_a_draft_animal_driven_through_its_points_falls() -> None:
    horse = replace(HORSE, hp=4, con_score=15, con_mod=None, pulls="wagon")
    state = after(March(), party(replace(TAM, rides="wagon"), horse, WAGON))
    told = when(March(Fraction(2)), state, {"march/day-0/hour-9/horse/damage": 6})
    assert [event.who for event in told.events if isinstance(event, Sank)] == ["horse"]
