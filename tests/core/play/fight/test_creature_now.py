"""What conditions do in a fight by the open rules (switch "conditions")."""

from __future__ import annotations

import pytest

from core.play.facts.encounter import Lasting, Spent
from core.play.facts.fight.combatants import sheet, someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.commands import RollInitiative, Spend
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets
from core.play.facts.table.commands import CallCheck
from core.play.fight.fight_scene import find_sheet_now, scene_of, speed_of
from core.play.fight.health import health
from core.play.fight.previews import outlook_at, preview
from core.play.fight.turns.balancing import modifier_of
from core.play.fight.turns.budget import limits
from core.play.fight.turns.chase import dexterity_of
from core.play.resolution import Decided
from core.play.union import decide
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, lying, under, with_figure

OPEN = {"conditions": "open_rules"}


def world(system: str = "pf1") -> Assets:
    return under(system, switches=OPEN)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize("check", ["will", "fortitude", "perception", "climb", "strength"])
def test_each_save_and_check_of_the_shaken_is_at_two_less(system: str, check: str) -> None:
    skill = "athletics" if (system, check) == ("sf", "climb") else check
    command = CallCheck(skill, 14, ("hero",))
    asked = [
        asks(command, brawl(hero, WOLF, hero="C3", wolf="D3"), None, assets=world(system))
        for hero in (HERO, lying(HERO, "shaken"))
    ]

    ((plain,), (shaken,)) = (found.values() for found in asked)

    assert shaken.modifier == plain.modifier - 2


@pytest.mark.parametrize(
    ("system", "condition", "squares"),
    [
        ("pf1", "exhausted", 3),
        ("dnd35", "slowed", 3),
        ("sf", "overburdened", 1),
        ("pf1", "hasted", 12),
    ],
)
def test_speeds_on_the_grid_are_those_of_now(system: str, condition: str, squares: int) -> None:
    sheet = replace(WOLF.sheet, speeds=(("walk", 6),))
    wolf = lying(replace(WOLF, sheet=sheet), condition)
    state = brawl(HERO, wolf, hero="C3", wolf="D3")

    assert speed_of(state, world(system), "wolf") == squares
    assert scene_of(state, world(system)).by_id["wolf"].speed == squares


@pytest.mark.parametrize(
    ("system", "condition", "less"),
    [
        ("sf", "flat_footed", 2),
        ("sf", "stunned", 2),
        ("pf2", "prone", 2),
        ("pf2", "grabbed", 2),
        ("pf2", "unconscious", 6),
        ("pf1", "slowed", 1),
    ],
)
def test_armour_class_is_that_of_now(system: str, condition: str, less: int) -> None:
    ac = [
        preview(brawl(HERO, wolf, hero="C3", wolf="D3"), world(system), "hero", "wolf").ac
        for wolf in (WOLF, lying(WOLF, condition))
    ]

    assert ac[1] == ac[0] - less


def test_values_count_in_attacks_and_only_the_worst_of_a_type() -> None:
    afraid = replace(HERO, lasting=(Lasting("frightened", value=2), Lasting("sick", value=1)))
    bonus = [
        preview(brawl(hero, WOLF, hero="C3", wolf="D3"), world("pf2"), "hero", "wolf").bonus
        for hero in (HERO, afraid)
    ]

    assert bonus[1] == bonus[0] - 2


def test_the_deafened_are_slow_to_begin() -> None:
    asked = [
        asks(RollInitiative(), brawl(hero, WOLF, hero="C3", wolf="D3"), None, assets=world())
        for hero in (HERO, lying(HERO, "deafened"))
    ]

    plain, deaf = (found["initiative/brawl/hero"] for found in asked)
    assert deaf.modifier == plain.modifier - 4


@pytest.mark.parametrize(
    ("system", "condition", "left"),
    [
        ("pf1", "staggered", 1),
        ("pf1", "nauseated", 1),
        ("pf2", "slowed", 2),
        ("pf1", "shaken", None),
    ],
)
def test_actions_are_those_of_now(system: str, condition: str, left: int | None) -> None:
    state = brawl(lying(HERO, condition), WOLF, hero="C3", wolf="D3")
    fight = state.fight
    assert fight is not None
    figure = fight.figure("hero")
    assert figure is not None

    assert limits(state, world(system).rules, fight, figure) == left


@pytest.mark.parametrize(
    ("system", "condition", "less"),
    [("pf1", "shaken", 2), ("dnd35", "entangled", 2), ("sf", "fatigued", 1), ("pf1", "blinded", 0)],
)
def test_checks_of_dexterity_in_a_chase_are_those_of_now(
    system: str, condition: str, less: int
) -> None:
    state = brawl(HERO, WOLF, hero="C3", wolf="D3")

    plain, beset = (
        dexterity_of(hero, state, world(system)) for hero in (HERO, lying(HERO, condition))
    )

    assert beset == plain - less


@pytest.mark.parametrize(
    ("system", "condition", "less"),
    [("pf1", "shaken", 2), ("pf1", "blinded", 4), ("sf", "entangled", 2), ("pf2", "sluggish", 1)],
)
def test_the_acrobatics_of_who_tumbles_are_those_of_now(
    system: str, condition: str, less: int
) -> None:
    modifiers = [
        modifier_of(brawl(hero, WOLF, hero="C3", wolf="D3"), world(system), "hero")[0]
        for hero in (HERO, lying(HERO, condition))
    ]

    assert modifiers[1] == modifiers[0] - less


@pytest.mark.parametrize("system", PACKAGED)
def test_without_conditions_nothing_is_changed(system: str) -> None:
    state = brawl(HERO, WOLF, hero="C3", wolf="D3")

    by_open_rules = preview(state, world(system), "hero", "wolf")
    printed = preview(state, under(system, switches={"conditions": "sources"}), "hero", "wolf")

    assert (by_open_rules.bonus, by_open_rules.ac) == (printed.bonus, printed.ac)


@pytest.mark.parametrize(
    ("system", "feats", "less"),
    [("pf1", (), 2), ("dnd35", (), 2), ("sf", (), 0), ("pf1", ("Run",), 0)],
)
def test_who_has_run_has_no_dexterity_bonus_to_armour_class_until_its_turn(
    system: str, feats: tuple[str, ...], less: int
) -> None:
    """Given a wolf of Dexterity +2 that has run, then attack and card have an AC of 12, not 14."""
    wolf = replace(WOLF, sheet=replace(sheet(WOLF), feats=feats))
    state = brawl(HERO, wolf, hero="C3", wolf="D3")
    ran = with_figure(state, "wolf", spent=Spent(actions=("run",)))

    attack = preview(ran, world(system), "hero", "wolf")

    assert attack.ac == 14 - less
    assert find_sheet_now(wolf, ran, world(system)).sheet.ac == attack.ac
    assert preview(state, world(system), "hero", "wolf").ac == 14


def test_who_is_struck_on_the_way_of_a_run_has_lost_it_already() -> None:
    """Given a wolf past whom a hero of Dexterity +1 runs, then its chance is against 17, not 18."""
    hero = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6),)))
    state = brawl(hero, WOLF, hero="C3", wolf="D3")
    ways = [
        outlook_at(state, world(), Move("hero", "C8", action=action)) for action in ("move", "run")
    ]

    chances = [ahead.strikers[0].attack for ahead in ways]

    assert [attack and attack.ac for attack in chances] == [18, 17]


@pytest.mark.parametrize(
    ("system", "switch", "action", "health_now"),
    [
        ("pf1", "open_rules", "standard", "dying"),
        ("dnd35", "open_rules", "standard", "dying"),
        ("pf1", "open_rules", "move", "disabled"),
        ("pf1", "sources", "standard", "disabled"),
    ],
)
def test_a_standard_action_costs_the_disabled_a_hit_point_afterwards(
    system: str, switch: str, action: str, health_now: str
) -> None:
    """Given a hero of 38 hit points at exactly 0, then -1 follows the action, and it is dying."""
    assets = under(system, switches={"conditions": switch})
    hero = replace(HERO, damage=38)
    state = brawl(hero, WOLF, hero="C3", wolf="D3")

    found = decide(Spend("hero", (action,)), state, assets, {})

    assert isinstance(found, Decided)
    after = someone(evolve_all(state, found.events), "hero")
    assert health(after, assets.rules).slug == health_now
